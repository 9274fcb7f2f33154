//! Insertion of generated tables into hand-written pages, between pairs of marks.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Blocks, Fallible};

/// The pages of a folder.
pub struct Pages(Vec<(PathBuf, String)>);

impl Pages {
    /// Reads all Markdown files of a folder.
    pub fn read(folder: &Path) -> Fallible<Self> {
        let entries =
            fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut pages = Vec::new();
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "md") {
                let text = fs::read_to_string(&path)?;
                pages.push((path, text));
            }
        }
        pages.sort();
        Ok(Self(pages))
    }

    /// Replaces the text between the marks `<!-- NAME -->` and `<!-- /NAME -->` of each block, in the page that has them, and
    /// writes the changed pages.
    ///
    /// # Errors
    /// If a mark is missing, or a file cannot be written.
    pub fn insert(&mut self, blocks: Blocks) -> Fallible<()> {
        for (name, text) in blocks {
            let (begin, end) = (format!("<!-- {name} -->"), format!("<!-- /{name} -->"));
            let page = self.0.iter_mut().find(|(_, page)| page.contains(&begin));
            let (path, page) = page.ok_or_else(|| {
                format!("no page has the mark `{begin}`: add it at the place of the tables")
            })?;
            let missing = || format!("{}: no mark `{end}` after `{begin}`", path.display());
            let (before, rest) = page.split_once(&begin).unwrap_or(("", ""));
            let (_, after) = rest.split_once(&end).ok_or_else(missing)?;
            *page = format!("{before}{begin}\n\n{}\n\n{end}{after}", text.trim());
            fs::write(&path, &*page)?;
        }
        Ok(())
    }
}
