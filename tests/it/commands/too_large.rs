//! Commands about a formula of which one constraint is too large: they name it with its size, and go on with the rest.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::support::binary::{code, encycle, stderr, stdout};

const FIRST: &str = "examples/slitherlink/first.txt";

/// The clauses of "none or two of six" by raw distribution, 6^16.
const REFUSED: &str =
    "rule `degree` at vertex 7: one constraint would become 2821109907456 clauses";

/// Writes a Slitherlink on a wheel: a hub with six neighbors, which form a loop.
fn wheel(folder: &Path) -> String {
    let rim = (1..=6).map(|vertex| [vertex, vertex % 6 + 1]);
    let edges: Vec<[u32; 2]> = rim.chain((1..=6).map(|vertex| [vertex, 7])).collect();
    let clues = json!([{"edges": [1, 7], "count": 1}]);
    let puzzle = json!({"kind": "slitherlink", "vertices": 7, "edges": edges, "clues": clues});
    let file = folder.join("wheel.json");
    fs::write(&file, puzzle.to_string()).expect("a file");
    file.to_str().expect("text").to_owned()
}

/// The puzzles after such a one were not written, nor was the index.
#[test]
fn the_other_puzzles_are_encoded() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("formulas");
    let files = ["encode", &wheel(folder.path()), FIRST, "-o", out.to_str().expect("text")];
    let output = encycle(&[&files[..], &["--encoding", "edge", "--cnf", "naive"]].concat());
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains(REFUSED), "{}", stderr(&output));
    let index = fs::read_to_string(out.join("index.csv")).expect("an index");
    assert!(index.contains("first.cnf") && !index.contains("wheel"), "{index}");
    assert!(out.join("first.txt").exists() && !out.join("wheel.txt").exists());
}

/// No solver ran, so none failed.
#[test]
fn a_solve_run_is_refused_as_bad_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = encycle(&["solve", &wheel(folder.path()), "-e", "edge", "--cnf", "naive"]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains(REFUSED), "{}", stderr(&output));
}

/// One method that is too large hid the others.
#[test]
fn the_other_methods_are_measured() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = encycle(&["strength", &wheel(folder.path()), "-e", "edge", "--cnf", "all"]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains(REFUSED), "{}", stderr(&output));
    for method in ["direct", "naive-distinct", "naive-irredundant", "tseitin"] {
        assert!(stdout(&output).contains(&format!("edge      {method} ")), "{}", stdout(&output));
    }
}

/// One rule that is too large hid the method at all other rules.
#[test]
fn the_other_rules_are_explained_by_each_method() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = encycle(&["explain", &wheel(folder.path()), "-e", "edge", "--all"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("\nnaive: 81 clauses\n"), "a vertex of the rim: {text}");
    assert!(text.contains("direct = naive = "), "a clue: {text}");
}
