//! Where the search has its conflicts: `encycle solve --heat`.

use std::collections::HashSet;
use std::fs;

use encycle::puzzle::Puzzle;
use encycle::solve::Solve;

use crate::support::binary::{code, encycle, stderr};

/// A Slitherlink that the built-in solver cannot solve without conflicts.
const OPEN: &str = "slitherlink 6 6\n......\n.3..3.\n......\n..0...\n.3..3.\n......\n";

#[test]
fn the_conflicts_belong_to_variables_of_the_encoding() {
    let puzzle: Puzzle = OPEN.parse().expect("a puzzle");
    let names: HashSet<String> =
        (0..puzzle.atom_count()).map(|atom| puzzle.atom_name(atom)).collect();
    let run = Solve::new(&puzzle).encodings(["edge"]).unique();
    let outcome = run.clone().heat().run().expect("a verdict");
    let verdict = outcome.verdict();
    let heat = outcome.main.heat.expect("the conflicts are counted");
    assert!(!heat.is_empty() && heat.iter().all(|(_, count)| *count > 0));
    assert!(heat.iter().all(|(name, _)| names.contains(name)), "{heat:?}");
    // the heat is counted on request only, and changes no verdict
    let plain = run.run().expect("a verdict");
    assert_eq!(plain.verdict(), verdict);
    assert_eq!(plain.main.heat, None);
}

#[test]
fn a_heat_map_is_drawn_for_one_puzzle_and_the_solver_batsat() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [puzzle, heat, other] = ["p.txt", "heat.svg", "other.svg"].map(path);
    fs::write(&puzzle, OPEN).expect("a file");
    let output = encycle(&["solve", &puzzle, "--heat", &heat]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let picture = fs::read_to_string(&heat).expect("a picture");
    assert!(picture.contains("class=\"heat\"") && picture.contains("100 % of the greatest heat"));
    assert!(picture.contains(" conflicts a cell</text>"), "{picture}");

    let output = encycle(&["solve", &puzzle, &puzzle, "--heat", &other]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("--heat writes one picture"), "{}", stderr(&output));
    let output = encycle(&["solve", &puzzle, "--solver", "microlp", "--heat", &other]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("needs the built-in solver batsat"), "{}", stderr(&output));
}
