//! The puzzles of a campaign: of files, of whole folders, of files with one a line.

use std::collections::HashSet;
use std::path::Path;

use crate::formats::{self, write_default};
use crate::puzzle::{Puzzle, PuzzleKind};
use crate::solve::puzzle_sha256;

/// One puzzle.
#[derive(Clone, Debug)]
pub struct CollectionEntry {
    /// The file it came from, with `#N` behind it where that has several; or the address.
    pub name: String,
    /// The hash of kind, variant and text.
    pub sha256: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its text, as it is kept beside the rows.
    pub text: String,
}

/// What was left out, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedPuzzle {
    /// The file, or the puzzle.
    pub name: String,
    /// Why.
    pub reason: String,
    /// It was named itself, and not found in a folder: an error of the user's.
    pub named: bool,
}

/// Puzzles, each once whatever its format, in the order in which they were named.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// The puzzles.
    pub entries: Vec<CollectionEntry>,
    /// What was left out.
    pub skipped: Vec<SkippedPuzzle>,
    known: HashSet<String>,
}

impl Collection {
    /// The puzzles that these sources name: files, addresses, `FILE#N`, and folders with all that is in them, in the
    /// order of the names. In folders, hidden files and solutions (`NAME.solution.txt`) are passed over, and what is
    /// no puzzle is told in `skipped`.
    #[must_use]
    pub fn of(sources: &[String], kind: Option<PuzzleKind>, variant: Option<&str>) -> Self {
        let mut all = Self::default();
        for source in sources {
            if Path::new(source).is_dir() {
                all.add_folder(Path::new(source), kind, variant);
            } else {
                all.add(source, kind, variant, true);
            }
        }
        all
    }

    fn add_folder(&mut self, folder: &Path, kind: Option<PuzzleKind>, variant: Option<&str>) {
        let mut paths = match std::fs::read_dir(folder) {
            Ok(entries) => entries.flatten().map(|entry| entry.path()).collect::<Vec<_>>(),
            Err(error) => {
                return self.skip(&folder.display().to_string(), &error.to_string(), true);
            }
        };
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.to_str().is_none() && !name.starts_with('.') {
                let reason = "its name is not UTF-8; rename it".to_owned();
                self.skip(&path.display().to_string(), &reason, false);
                continue;
            }
            // a link to a folder may lead back to this one
            if name.starts_with('.') || name.contains(".solution.") {
                continue;
            } else if path.is_dir() && !path.is_symlink() {
                self.add_folder(&path, kind, variant);
            } else if path.is_file() {
                self.add(&path.display().to_string(), kind, variant, false);
            }
        }
    }

    fn add(&mut self, source: &str, kind: Option<PuzzleKind>, variant: Option<&str>, named: bool) {
        match formats::load_all(source, kind) {
            Err(error) => self.skip(source, &error.to_string(), named),
            Ok(all) => {
                for (name, parsed) in all {
                    let puzzle =
                        parsed.map_err(|error| error.to_string()).and_then(
                            |parsed| match variant {
                                Some(variant) => parsed
                                    .puzzle
                                    .with_variant(variant)
                                    .map_err(|error| error.to_string()),
                                None => Ok(parsed.puzzle),
                            },
                        );
                    match puzzle {
                        Ok(puzzle) => self.add_puzzle(name, puzzle, named),
                        Err(error) => self.skip(&name, &error, named),
                    }
                }
            }
        }
    }

    fn add_puzzle(&mut self, name: String, puzzle: Puzzle, named: bool) {
        let sha256 = puzzle_sha256(&puzzle);
        match write_default(&puzzle) {
            Err(error) => self.skip(&name, &error.to_string(), named),
            Ok(_) if !self.known.insert(sha256.clone()) => {
                self.skip(&name, "it is there already", false);
            }
            Ok(text) => self.entries.push(CollectionEntry { name, sha256, puzzle, text }),
        }
    }

    fn skip(&mut self, name: &str, reason: &str, named: bool) {
        // errors of files begin with the file
        let reason = reason.strip_prefix(name).unwrap_or(reason).trim_start_matches([':', ' ']);
        let (name, reason) = (name.to_owned(), reason.to_owned());
        self.skipped.push(SkippedPuzzle { name, reason, named });
    }
}
