//! Collections: the puzzles of a campaign, read from files, folders and files with one puzzle per line.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use encycle_files::folder_files;

use crate::formats::model::{ModelFormat, format_of_source, is_problem_file};
use crate::formats::{self, LoadError, Parsed, write_default};
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
    /// Whether it cannot be read. Otherwise it is left out on purpose, such as a duplicate.
    pub is_unreadable: bool,
}

/// Distinct puzzles in the order of their sources. A puzzle that occurs in several formats counts once, and so do
/// puzzles with the same [canonical form](Puzzle::canonical).
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// The puzzles.
    pub entries: Vec<CollectionEntry>,
    /// The skipped files and puzzles.
    pub skipped: Vec<SkippedPuzzle>,
    /// The files in folders with [problems of their own](is_problem_file).
    pub models: Vec<String>,
    /// All other files in folders.
    pub others: Vec<String>,
    /// The files whose kind is a guess, with the kind and the format from which it was guessed.
    pub guessed: Vec<(String, String)>,
    known: HashSet<String>,
    /// The first puzzle with each canonical form.
    first: HashMap<Puzzle, String>,
}

/// The puzzles in a folder.
#[derive(Debug, Default)]
pub struct FolderPuzzles {
    /// The puzzles in the order of their files, each with its name. A damaged puzzle has an error.
    pub puzzles: Vec<(String, Result<Parsed, LoadError>)>,
    /// The files with [problems of their own](is_problem_file), which are no puzzles.
    pub models: Vec<String>,
    /// All other files.
    pub others: Vec<String>,
}

/// Returns the file with the puzzle of a solution: `NAME.txt` for `NAME.solution.txt`, and `None` for any other name.
///
/// ```
/// use encycle::bench::puzzle_of_solution;
/// use std::path::{Path, PathBuf};
///
/// let puzzle = puzzle_of_solution(Path::new("loops/wren.solution.txt"));
/// assert_eq!(puzzle, Some(PathBuf::from("loops/wren.txt")));
/// assert_eq!(puzzle_of_solution(Path::new("loops/wren.txt")), None);
/// ```
#[must_use]
pub fn puzzle_of_solution(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_string_lossy();
    let (stem, ending) = name.rsplit_once(".solution.")?;
    Some(path.with_file_name(format!("{stem}.{ending}")))
}

impl FolderPuzzles {
    /// Reads the puzzles in the files of a folder and of the folders in it. Hidden files and solutions
    /// (`NAME.solution.txt`) are left out. Whether a file is a puzzle is determined by its content.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn read(folder: &Path, kind: Option<PuzzleKind>) -> io::Result<Self> {
        let mut all = Self::default();
        for path in folder_files(folder)? {
            if puzzle_of_solution(&path).is_none() {
                all.add_file(&path, kind);
            }
        }
        Ok(all)
    }

    fn add_file(&mut self, path: &Path, kind: Option<PuzzleKind>) {
        let Some(name) = path.to_str() else {
            let name = path.display().to_string();
            let cause = io::Error::other("file name is not UTF-8\nhelp: rename the file");
            self.puzzles.push((name.clone(), Err(LoadError::Io { name, cause })));
            return;
        };
        let format = format_of_source(name);
        if format.is_some() && is_problem_file(name) {
            self.models.push(name.to_owned());
            return;
        }
        // a tour beside its problem
        if format == Some(ModelFormat::Tsplib) {
            self.others.push(name.to_owned());
            return;
        }
        let loaded = formats::load_all(name, kind);
        let is_read = loaded.as_ref().is_ok_and(|all| all.iter().any(|(_, parsed)| parsed.is_ok()));
        if !is_read && !formats::is_puzzle_file(path) {
            self.others.push(name.to_owned());
            return;
        }
        match loaded {
            Err(error) => self.puzzles.push((name.to_owned(), Err(error))),
            Ok(all) => self.puzzles.extend(
                all.into_iter().map(|(name, parsed)| (name, parsed.map_err(LoadError::from))),
            ),
        }
    }
}

impl Collection {
    /// Reads the puzzles of `sources`: files, URLs, `FILE#N`, and folders.
    ///
    /// Folders are read as by [`FolderPuzzles::read`].
    #[must_use]
    pub fn of(sources: &[String], kind: Option<PuzzleKind>, variant: Option<&str>) -> Self {
        let mut all = Self::default();
        sources.iter().for_each(|source| all.add_source(source, kind, variant));
        all
    }

    /// Reads the puzzles of one source, as [`Self::of`] does.
    pub fn add_source(&mut self, source: &str, kind: Option<PuzzleKind>, variant: Option<&str>) {
        if !Path::new(source).is_dir() {
            match formats::load_all(source, kind) {
                Err(error) => self.skip(source, &error.to_string(), true),
                Ok(all) => {
                    for (name, parsed) in all {
                        self.add(name, parsed.map_err(LoadError::from), variant);
                    }
                }
            }
            return;
        }
        match FolderPuzzles::read(Path::new(source), kind) {
            Err(error) => self.skip(source, &error.to_string(), true),
            Ok(found) => {
                self.others.extend(found.others);
                self.models.extend(found.models);
                for (name, parsed) in found.puzzles {
                    self.add(name, parsed, variant);
                }
            }
        }
    }

    /// Adds a puzzle that was read, in this variant.
    fn add(&mut self, name: String, parsed: Result<Parsed, LoadError>, variant: Option<&str>) {
        if let Ok(parsed) = parsed.as_ref()
            && parsed.is_guessed
        {
            let file = formats::one_of_many(&name).map_or(&*name, |(file, _)| file).to_owned();
            let guess =
                format!("{} guessed from the format {}", parsed.puzzle.kind(), parsed.format);
            let guessed = (file, guess);
            if self.guessed.last() != Some(&guessed) {
                self.guessed.push(guessed);
            }
        }
        let puzzle = parsed.map_err(|error| error.to_string()).and_then(|parsed| match variant {
            Some(variant) => parsed.puzzle.with_variant(variant).map_err(|error| error.to_string()),
            None => Ok(parsed.puzzle),
        });
        match puzzle {
            Ok(puzzle) => self.add_puzzle(name, puzzle),
            Err(error) => self.skip(&name, &error, true),
        }
    }

    /// Adds a puzzle, unless it is a duplicate or a symmetric image of an earlier puzzle.
    pub fn add_puzzle(&mut self, name: String, puzzle: Puzzle) {
        let sha256 = puzzle_sha256(&puzzle);
        match write_default(&puzzle) {
            Err(error) => self.skip(&name, &error.to_string(), true),
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
    pub fn skip(&mut self, name: &str, reason: &str, is_unreadable: bool) {
        // errors of files begin with the name of the file, which would then be printed twice
        let reason = reason.strip_prefix(name).unwrap_or(reason).trim_start_matches([':', ' ']);
        let (name, reason) = (name.to_owned(), reason.to_owned());
        self.skipped.push(SkippedPuzzle { name, reason, is_unreadable });
    }
}
