//! Insertion of generated tables into a hand-written document, between pairs of marks.

use super::Fallible;

/// Replaces the text between the marks `<!-- NAME -->` and `<!-- /NAME -->`, and returns the new document.
///
/// # Errors
/// If a mark is missing.
pub fn insert(document: &str, name: &str, text: &str) -> Fallible<String> {
    let (begin, end) = (format!("<!-- {name} -->"), format!("<!-- /{name} -->"));
    let missing = |mark: &str| {
        format!("the document has no mark `{mark}`: add it at the place of the tables")
    };
    let (before, rest) = document.split_once(&begin).ok_or_else(|| missing(&begin))?;
    let (_, after) = rest.split_once(&end).ok_or_else(|| missing(&end))?;
    Ok(format!("{before}{begin}\n\n{}\n\n{end}{after}", text.trim()))
}
