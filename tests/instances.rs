//! `encycle instances`, through the binary.

mod binary;

use std::fs;

use binary::{code, encycle, with_input};
use encycle::formats;
use serde_json::Value;

const EMPTY: &str = "slitherlink 4 5\n.....\n.....\n.....\n.....\n";
/// A loop of its own; `x` is inside.
const LOOP: &str = "x.xxx\nxxx.x\nx...x\nx.xxx\n";

/// Each minimum set is shown, is a puzzle again, and `encycle count` finds one solution of it.
#[test]
fn the_puzzles_of_a_loop_are_unique() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("loop.txt");
    fs::write(&path, LOOP).expect("a file");
    let file = path.to_str().expect("a name");
    let arguments = [
        "instances",
        "-",
        "--clues",
        "all",
        "--solution",
        file,
        "--show",
        "minimum",
        "--limit",
        "9",
    ];
    let output = with_input(&[&arguments[..], &["--json"]].concat(), EMPTY);
    assert_eq!(code(&output), 0);
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let puzzles = found["puzzles"].as_array().expect("an array");
    assert_eq!(found["minimum"], puzzles.len().to_string());
    assert!(!puzzles.is_empty() && found["verdict"] == "counted");
    for puzzle in puzzles {
        let text = puzzle.as_str().expect("text");
        assert!(formats::read(text, None).is_ok());
        let counted = with_input(&["count", "-"], text);
        assert!(String::from_utf8_lossy(&counted.stdout).contains(": 1 solution ("), "{text}");
    }
    let told = with_input(&arguments, EMPTY);
    let text = String::from_utf8(told.stdout).expect("text");
    assert_eq!(text.matches("slitherlink 4 5").count(), puzzles.len());
}

/// Of 2 x 1 cells the left one is surrounded: by the 4, by the 1, or by both. Its own clues are the domain.
#[test]
fn superfluous_clues_show() {
    let output = with_input(&["instances", "-"], "slitherlink 1 2\n41\n");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.starts_with("-: 3 good sets of 2 clues (1 x 2"), "{text}");
    // both sets of one clue are hardest by size; that with the 1 has no 4
    assert!(text.contains("\n2 minimal, 2 minimum with 1 clues each, 1 hardest\n"), "{text}");
}

#[test]
fn what_is_not_asked_rightly_is_told() {
    let several = with_input(&["instances", "-"], EMPTY);
    assert_eq!(code(&several), 1);
    assert!(String::from_utf8_lossy(&several.stdout).contains("--solution"));
    let other = with_input(&["instances", "-"], "sudoku 2 2\n1...\n..2.\n.3..\n...4\n");
    assert_eq!(code(&other), 2);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("loops.txt");
    fs::write(&path, "x.x..\n.....\n.....\n.....\n").expect("a file");
    let file = path.to_str().expect("a name");
    let wrong = with_input(&["instances", "-", "--solution", file], EMPTY);
    assert_eq!(code(&wrong), 2);
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("no solution of the puzzle"));
    let missing = encycle(&["instances", "nowhere.txt"]);
    assert_eq!(code(&missing), 2);
}

#[test]
fn a_limit_is_no_answer() {
    let puzzle = format!("slitherlink 30 30\n{}", "..............................\n".repeat(30));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("loop.txt");
    let first = format!("x{}\n", ".".repeat(29));
    fs::write(&path, first + &format!("{}\n", ".".repeat(30)).repeat(29)).expect("a file");
    let file = path.to_str().expect("a name");
    let arguments = ["instances", "-", "--solution", file, "--clues", "all", "--timeout", "0.2"];
    let output = with_input(&arguments, &puzzle);
    assert_eq!(code(&output), 3);
    assert!(String::from_utf8_lossy(&output.stdout).contains("unknown, the time limit"));
}
