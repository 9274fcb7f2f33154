//! A document with marks between which tables stand; the prose around them is written by hand.

use super::Fallible;

/// The document with this text between the marks `<!-- NAME -->` and `<!-- /NAME -->`, in place of what stands there.
pub fn insert(document: &str, name: &str, text: &str) -> Fallible<String> {
    let (begin, end) = (format!("<!-- {name} -->"), format!("<!-- /{name} -->"));
    let missing = |mark: &str| {
        format!("the document has no mark `{mark}`; add it where the tables are to stand")
    };
    let (before, rest) = document.split_once(&begin).ok_or_else(|| missing(&begin))?;
    let (_, after) = rest.split_once(&end).ok_or_else(|| missing(&end))?;
    Ok(format!("{before}{begin}\n\n{}\n\n{end}{after}", text.trim()))
}
