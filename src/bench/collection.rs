//! Collections: the puzzles of a campaign, read from files, folders and files with one puzzle per line.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use crate::formats::{self, write_default};
use crate::puzzle::{Puzzle, PuzzleKind};
use crate::solve::puzzle_sha256;

/// One puzzle of a collection.
#[derive(Clone, Debug)]
pub struct CollectionEntry {
    /// The file or URL of the puzzle. If a file has several puzzles, `#N` follows.
    pub name: String,
    /// The SHA-256 of kind, variant and text.
    pub sha256: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The text of the puzzle, as written into the campaign's folder.
    pub text: String,
}

/// A file or puzzle that was skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedPuzzle {
    /// The file or the puzzle.
    pub name: String,
    /// The reason.
    pub reason: String,
    /// Whether the user named the source explicitly. If so, skipping the source is an error; skipping a file found in a
    /// folder is only a warning.
    pub named: bool,
}

/// Distinct puzzles in the order of their sources. A puzzle that occurs in several formats counts once, and so do
/// puzzles with the same [canonical form](Puzzle::canonical).
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// The puzzles.
    pub entries: Vec<CollectionEntry>,
    /// The skipped files and puzzles.
    pub skipped: Vec<SkippedPuzzle>,
    known: HashSet<String>,
    /// The first puzzle with each canonical form.
    first: HashMap<Puzzle, String>,
}

/// Returns the files of a folder and of the folders in it that may be puzzles, in the order of their names: all but hidden files
/// and solutions (`NAME.solution.txt`). A file whose name is not UTF-8 is skipped.
///
/// # Errors
/// The folder cannot be read.
pub fn puzzle_files(folder: &Path) -> io::Result<Vec<Result<String, SkippedPuzzle>>> {
    let entries = std::fs::read_dir(folder)?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with('.') || name.contains(".solution.") {
            continue;
        }
        match path.to_str() {
            None => files.push(Err(SkippedPuzzle {
                name: path.display().to_string(),
                reason: "file name is not UTF-8\nhelp: rename the file".to_owned(),
                named: false,
            })),
            // a folder behind a symbolic link could form a cycle
            Some(_) if path.is_dir() && !path.is_symlink() => files.extend(puzzle_files(&path)?),
            Some(path) if Path::new(path).is_file() => files.push(Ok(path.to_owned())),
            Some(_) => {}
        }
    }
    Ok(files)
}

impl Collection {
    /// Reads the puzzles of `sources`: files, URLs, `FILE#N`, and folders.
    ///
    /// Folders are read recursively in the order of file names. Hidden files and solutions
    /// (`NAME.solution.txt`) in them are ignored; other files that are not puzzles are listed in `skipped`.
    #[must_use]
    pub fn of(sources: &[String], kind: Option<PuzzleKind>, variant: Option<&str>) -> Self {
        let mut all = Self::default();
        sources.iter().for_each(|source| all.add_source(source, kind, variant));
        all
    }

    /// Reads the puzzles of one source, as [`Self::of`] does.
    pub fn add_source(&mut self, source: &str, kind: Option<PuzzleKind>, variant: Option<&str>) {
        if !Path::new(source).is_dir() {
            return self.add(source, kind, variant, true);
        }
        match puzzle_files(Path::new(source)) {
            Err(error) => self.skip(source, &error.to_string(), true),
            Ok(files) => {
                for file in files {
                    match file {
                        Ok(file) => self.add(&file, kind, variant, false),
                        Err(skipped) => self.skipped.push(skipped),
                    }
                }
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

    /// Adds a puzzle, unless it is a duplicate or a symmetric image of an earlier puzzle. `named` has the same meaning
    /// as in [`SkippedPuzzle`].
    pub fn add_puzzle(&mut self, name: String, puzzle: Puzzle, named: bool) {
        let sha256 = puzzle_sha256(&puzzle);
        match write_default(&puzzle) {
            Err(error) => self.skip(&name, &error.to_string(), named),
            Ok(_) if !self.known.insert(sha256.clone()) => {
                self.skip(&name, "duplicate of an earlier puzzle", false);
            }
            Ok(text) => match self.first.entry(puzzle.canonical()) {
                Entry::Occupied(first) => {
                    let reason = format!("image of an earlier puzzle: {}", first.get());
                    self.skip(&name, &reason, false);
                }
                Entry::Vacant(place) => {
                    place.insert(name.clone());
                    self.entries.push(CollectionEntry { name, sha256, puzzle, text });
                }
            },
        }
    }

    /// Lists a source or a puzzle as skipped.
    pub fn skip(&mut self, name: &str, reason: &str, named: bool) {
        // errors of files begin with the name of the file, which would then be printed twice
        let reason = reason.strip_prefix(name).unwrap_or(reason).trim_start_matches([':', ' ']);
        let (name, reason) = (name.to_owned(), reason.to_owned());
        self.skipped.push(SkippedPuzzle { name, reason, named });
    }
}
