//! Generated puzzles and formulas with real solvers.

mod max_sat;

use std::fs;
use std::process::Command;

use encycle::formats;

use crate::support::binary::{code, encycle, stderr, stdout};
use crate::support::unique::is_unique;

fn made(arguments: &[&str]) -> String {
    let output = encycle(&[&["generate"], arguments].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    stdout(&output)
}

#[test]
fn external_solvers_generate_puzzles() {
    for solver in ["minisat", "cadical", "highs"] {
        let puzzle = made(&["slitherlink", "4x4", "--seed", "1", "--solver", solver]);
        let read = formats::read(&puzzle, None).expect("a puzzle").puzzle;
        assert!(is_unique(&read), "{solver}");
    }
}

/// MiniSat agrees with the index about each formula.
#[test]
fn formulas_of_a_family_are_as_the_index_says() {
    for (kind, size) in
        [("slitherlink", "4x4"), ("sudoku", "4x4"), ("hamilton", "4x4"), ("numberlink", "4x4")]
    {
        let folder = tempfile::tempdir().expect("a folder");
        let name = folder.path().to_str().expect("a name");
        let source = format!("generate:{kind}:{size}:2");
        let written = encycle(&["encode", &source, "--second", "-o", name, "--force"]);
        assert_eq!(code(&written), 0, "{}", stderr(&written));
        let index = fs::read_to_string(folder.path().join("index.csv")).expect("an index");
        assert_eq!(index.lines().count(), 1 + 2 * 2, "{index}");
        for line in index.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let expected = if fields[1] == "satisfiable" { 10 } else { 20 };
            let external = Command::new("minisat").arg(folder.path().join(fields[0])).output();
            let external = external.expect("minisat: scripts/install-solvers installs it");
            assert_eq!(external.status.code(), Some(expected), "{line}");
        }
    }
}
