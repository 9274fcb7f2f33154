//! Symmetries in `count`, `convert`, `generate`, `bench`, and in encodings, run as processes.

use std::fs;

use encycle::formats;
use encycle::puzzle::{Puzzle, PuzzleKind};
use serde_json::Value;

use crate::support::binary::{code, encycle, json, stderr, stdout, with_input};
use crate::support::kinds::sample;

/// The four loops around 1, 2, 3 and 4 cells.
#[test]
fn solutions_are_counted_up_to_symmetry() {
    let open = "slitherlink 2 2\n..\n..\n";
    let output = with_input(&["count", "-", "--up-to-symmetry"], open);
    let expected = "-: 13 solutions (2 x 2, zdd)\n4 up to symmetry (8 symmetries)\n";
    assert_eq!((code(&output), &*stdout(&output)), (0, expected));
    let value = json(&with_input(&["count", "-", "--up-to-symmetry", "--json"], open));
    assert_eq!((&value["count"], &value["up_to_symmetry"]["count"]), (&"13".into(), &"4".into()));
    assert_eq!(value["up_to_symmetry"]["symmetries"], "8");
    let value = json(&with_input(&["count", "-", "--json"], open));
    assert_eq!(value["up_to_symmetry"], Value::Null);
    // 24 permutations of the values for each of 8 isometries; two Sudokus up to these and exchanges of rows
    let sudoku = "sudoku 2 2\n....\n....\n....\n....\n";
    let value = json(&with_input(&["count", "-", "--up-to-symmetry", "--json"], sudoku));
    assert_eq!((&value["count"], &value["verdict"]), (&"288".into(), &"counted".into()));
    assert_eq!(value["up_to_symmetry"]["symmetries"], (8 * 24).to_string());
    let graph = "hamilton graph 3\n1 2\n2 3\n1 3\n";
    let output = with_input(&["count", "-", "--up-to-symmetry"], graph);
    assert!(stdout(&output).ends_with("1 up to symmetry (1 symmetry)\n"));
}

/// Commands that need all solutions refuse an encoding that breaks symmetries.
#[test]
fn symmetry_breaking_is_refused_where_it_would_be_wrong() {
    let two = "slitherlink 1 3\n3.3\n";
    for command in
        [&["certify", "-", "--out", "no-folder"][..], &["core", "-"], &["encode", "-", "--second"]]
    {
        let output = with_input(&[command, &["--encoding", "edge+symmetry"]].concat(), two);
        assert_eq!(code(&output), 2, "{command:?} {}", stderr(&output));
        assert!(stderr(&output).contains("edge+symmetry"), "{command:?} {}", stderr(&output));
    }
    let open = "slitherlink 2 2\n..\n..\n";
    let output = with_input(&["enumerate", "-", "--encoding", "edge+symmetry"], open);
    assert_eq!(code(&output), 3, "four solutions, but not all: {}", stderr(&output));
    let output = with_input(&["solve", "-", "--unique", "--encoding", "edge+symmetry"], open);
    assert!(stdout(&output).contains("several"), "{}", stdout(&output));
    let output = with_input(&["solve", "-", "--encoding", "colour+symmetry"], open);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("help: use an encoding with a variable for each atom"));
}

/// A rotated and a reflected puzzle have one canonical form, and a campaign runs one of them.
#[test]
fn images_of_a_puzzle_are_one_puzzle() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let images = [("a", "2 3\n3..\n.2.\n"), ("b", "2 3\n.2.\n..3\n"), ("c", "3 2\n.3\n2.\n..\n")];
    let canonical = images.map(|(name, rows)| {
        fs::write(path(name), format!("slitherlink {rows}")).expect("a file");
        stdout(&encycle(&["convert", &path(name), "--to", "plain", "--canonical"]))
    });
    assert_eq!(canonical, ["slitherlink 2 3\n..3\n.2.\n"; 3]);
    let refused = encycle(&["convert", &path("a"), "--to", "lp", "--canonical"]);
    assert!(code(&refused) == 2 && stderr(&refused).contains("--canonical applies to puzzles"));
    let campaign = path("campaign");
    let output = encycle(&["bench", &path("a"), &path("b"), &path("c"), "--out", &campaign]);
    let rows = fs::read_to_string(folder.path().join("campaign/rows.jsonl")).expect("rows");
    assert_eq!(rows.lines().count(), 1, "{}", stderr(&output));
    let words = format!("image of an earlier puzzle: {}", path("a"));
    assert_eq!(stderr(&output).matches(&words).count(), 2, "{}", stderr(&output));
}

/// There are few Slitherlinks of this size, so many seeds lead to images of earlier ones.
#[test]
fn generated_puzzles_are_no_images_of_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("puzzles");
    let name = out.to_str().expect("text");
    let arguments =
        ["generate", "slitherlink", "2x2", "--count", "30", "--seed", "1", "--out", name];
    let output = encycle(&arguments);
    let read = |entry: std::io::Result<fs::DirEntry>| {
        let text = fs::read_to_string(entry.expect("an entry").path()).expect("text");
        formats::read(&text, None).expect("a puzzle").puzzle.canonical()
    };
    let puzzles: Vec<Puzzle> = fs::read_dir(&out).expect("a folder").map(read).collect();
    let left_out = stderr(&output).matches("left out").count();
    assert!(left_out > 0 && puzzles.len() + left_out == 30, "{}", stderr(&output));
    for (number, puzzle) in puzzles.iter().enumerate() {
        assert!(!puzzles[..number].contains(puzzle), "{puzzle:?}");
    }
}

/// It was called an unknown part, with `symmetry` among the known ones.
#[test]
fn symmetry_before_another_part_is_named_for_each_kind() {
    for &kind in PuzzleKind::all() {
        let puzzle = sample(kind);
        let name = format!("{}+symmetry+order", puzzle.default_encoding());
        let error = puzzle.encoding(&name).err().expect("an error").to_string();
        assert!(error.contains("`+symmetry` must be the last part"), "{kind}: {error}");
    }
}
