//! The recorded outputs in tests/recorded; see its README.md.

use std::fs;
use std::path::{Path, PathBuf};

use encycle::encodings::puzzle::Solution;
use encycle::encodings::rules::one_loop::EdgeSet;
use encycle::formats::map::{self, VariableMap};
use encycle::puzzle::Puzzle;
use encycle::solvers::Dialect;

/// The recorded outputs of one version of a solver.
pub struct Recording {
    /// The folder's name, `SOLVER-VERSION`.
    pub name: String,
    pub dialect: Dialect,
    pub map: VariableMap,
    pub solved: String,
    pub none: Option<String>,
    pub unknown: Option<String>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded")
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// `puzzle.txt`, which has one solution, or `none.txt`, which has none.
pub fn puzzle(name: &str) -> Puzzle {
    let text = text(&folder().join(name));
    encycle::formats::read(&text, None).expect("a puzzle").puzzle
}

/// The solution of `puzzle.txt`.
pub fn solution() -> Solution {
    let inside: Vec<bool> =
        ["x.xx", "xxx.", "x.xx"].concat().chars().map(|cell| cell == 'x').collect();
    EdgeSet::around(puzzle("puzzle.txt").loop_grid().expect("a grid"), &inside).into()
}

/// The lines of `expected.txt`: solver, dialect, map.
fn expected() -> Vec<(String, Dialect, String)> {
    let lines = text(&folder().join("expected.txt"));
    let lines = lines.lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| match line.split_whitespace().collect::<Vec<_>>()[..] {
        [solver, dialect, map] => {
            (solver.to_owned(), dialect.parse().expect("a dialect"), map.to_owned())
        }
        _ => panic!("{line}"),
    };
    lines.map(row).collect()
}

/// All recordings, sorted by name. Panics if a folder is not in `expected.txt`, or a solver there has no folder.
pub fn recordings() -> Vec<Recording> {
    let expected = expected();
    let entries = fs::read_dir(folder()).expect("a folder").map(|entry| entry.expect("an entry"));
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    paths.sort();
    let recording = |path: &PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        // `cbc-devel` is not a version of `cbc`
        let of_it = expected.iter().filter(|(solver, ..)| name.starts_with(&format!("{solver}-")));
        let found = of_it.max_by_key(|(solver, ..)| solver.len());
        let (_, dialect, map) = found.unwrap_or_else(|| panic!("{name} is not in expected.txt"));
        let optional = |file: &str| fs::read_to_string(path.join(file)).ok();
        Recording {
            dialect: *dialect,
            map: map::read(&text(&folder().join(map))).expect("a map"),
            solved: text(&path.join("solved.txt")),
            none: optional("none.txt"),
            unknown: optional("unknown.txt"),
            name,
        }
    };
    let recordings: Vec<Recording> = paths.iter().map(recording).collect();
    for (solver, ..) in &expected {
        let of_it = |one: &&Recording| one.name.starts_with(&format!("{solver}-"));
        assert!(recordings.iter().find(of_it).is_some(), "nothing is recorded of {solver}");
    }
    recordings
}
