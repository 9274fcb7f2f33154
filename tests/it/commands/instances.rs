//! `encycle instances`, run as a process.

use std::fs;

use encycle::formats;
use serde_json::Value;

use crate::support::binary::{code, encycle, json, stderr, with_input};

const EMPTY: &str = "slitherlink 4 5\n.....\n.....\n.....\n.....\n";
/// A loop on the 4 x 5 grid; `x` marks the cells inside.
const LOOP: &str = "x.xxx\nxxx.x\nx...x\nx.xxx\n";

/// Each minimum clue set is printed as a puzzle, and `encycle count` finds one solution of it.
#[test]
fn every_minimum_clue_set_of_a_loop_has_one_solution() {
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
        "--list",
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

/// The loop around the left of two cells follows from the 4, from the 1, or from both.
#[test]
fn clue_sets_of_a_puzzle_are_subsets_of_its_clues() {
    let output = with_input(&["instances", "-"], "slitherlink 1 2\n41\n");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.starts_with("-: 3 good subsets of the 2 clues (1 x 2"), "{text}");
    // both sets of one clue are hardest by size; that with the 1 has no 4
    assert!(text.contains("\n2 minimal, 2 minimum with 1 clue each, 1 hardest\n"), "{text}");
}

#[test]
fn unsuitable_puzzles_and_solutions_are_refused() {
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
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("not a solution of the puzzle"));
    let missing = encycle(&["instances", "nowhere.txt"]);
    assert_eq!(code(&missing), 2);
}

#[test]
fn a_time_limit_gives_the_verdict_unknown() {
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

/// The same loop and clues, on a grid and on the graph of its lines.
#[test]
fn a_graph_has_the_same_clue_sets_as_its_grid() {
    let grid = fs::read_to_string("examples/slitherlink/first.txt").expect("an example");
    let graph = with_input(&["convert", "-", "--to", "graph"], &grid);
    let graph = String::from_utf8(graph.stdout).expect("text");
    let call = ["instances", "-", "--list", "minimal", "--limit", "99", "--json"];
    let [on_grid, on_graph] = [&grid, &graph].map(|puzzle| found(&with_input(&call, puzzle)));
    for key in ["clues", "good", "minimal", "minimum", "hardest", "fewest_clues"] {
        assert_eq!(on_grid[key], on_graph[key], "{key}");
    }
    assert_ne!(on_grid["good"], "0");
    let puzzles = on_graph["puzzles"].as_array().expect("an array");
    assert_eq!(on_graph["minimal"], puzzles.len().to_string());
    for puzzle in puzzles {
        let text = puzzle.as_str().expect("text");
        let counted = with_input(&["count", "-"], text);
        assert!(String::from_utf8_lossy(&counted.stdout).contains(": 1 solution ("), "{text}");
    }
    let output = with_input(&["instances", "-", "--clues", "all"], &graph);
    assert_eq!(code(&output), 2);
    assert!(String::from_utf8_lossy(&output.stderr).contains("list each set of edges"));
}

fn found(output: &std::process::Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// All sets of pairs on 3 x 3 cells are printed, and `encycle count` finds one solution of each. The family `good` is
/// the intersection of the two others (compared set by set in `diagrams/tests/it/pairs.rs`).
#[test]
fn every_listed_numberlink_has_one_solution() {
    for (rule, total) in [("good", 86), ("free", 289), ("cover", 150)] {
        let call = ["instances", "numberlink", "3x3", "--rule", rule];
        let json = [&call[..], &["--list", "good", "--limit", "999", "--json"]].concat();
        let found = found(&encycle(&json));
        assert_eq!(found["good"], total.to_string());
        let puzzles = found["puzzles"].as_array().expect("an array");
        assert_eq!((puzzles.len(), &found["rule"]), (total, &rule.into()));
        let folder = tempfile::tempdir().expect("a folder");
        let files = puzzles.iter().enumerate().map(|(number, puzzle)| {
            let path = folder.path().join(number.to_string());
            fs::write(&path, puzzle.as_str().expect("text")).expect("a file");
            path.display().to_string()
        });
        let files: Vec<String> = files.collect();
        let call: Vec<&str> =
            ["count"].into_iter().chain(files.iter().map(|file| &**file)).collect();
        let counted = String::from_utf8(encycle(&call).stdout).expect("text");
        assert_eq!(counted.matches(": 1 solution (").count(), total, "{counted}");
    }
}

#[test]
fn sets_are_counted_by_number_of_pairs_and_contain_the_pairs_of_the_puzzle() {
    let text = |call: &[&str]| String::from_utf8(encycle(call).stdout).expect("text");
    let told = text(&["instances", "numberlink", "3x3", "--pairs", "3"]);
    let expected = "\
numberlink: 66 sets of pairs (3 x 3, one solution, which covers all vertices, up to 3 pairs, 90 nodes)
pairs  sets
    2    12
    3    54
";
    assert_eq!(told, expected);
    // the pair 4 5 occupies vertex 4, so the path from 1 to 3 goes through 2
    let graph = "numberlink graph 5\npair 1 3\n1 2\n2 3\n3 4\n4 1\n4 5\n";
    let call = ["instances", "-", "--rule", "free", "--list", "minimum"];
    let output = with_input(&call, graph);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        told.starts_with("-: 1 set of pairs, including 1 in the puzzle (5 vertices, 5 edges"),
        "{told}"
    );
    assert!(
        told.contains("\n1 minimum\n\nnumberlink graph 5 free\npair 1 3\npair 4 5\n"),
        "{told}"
    );
    // the pair leaves a cell of the row uncovered
    let none = with_input(&["instances", "-"], "numberlink 1 3 cover\n.11\n");
    assert_eq!(code(&none), 1);
    let cover = found(&with_input(&["instances", "-", "--json"], "numberlink 1 3 cover\n...\n"));
    assert_eq!((&cover["rule"], &cover["good"]), (&"cover".into(), &"1".into()));
}

#[test]
fn options_of_another_kind_are_refused() {
    let links = "numberlink 2 2\n1.\n.1\n";
    for (call, input, words) in [
        (&["-", "--clues", "all"][..], links, "apply to slitherlink and slitherlynx only"),
        (&["-", "--solution", "x"], links, "apply to slitherlink and slitherlynx only"),
        (&["-", "--list", "hardest"], links, "use good, minimal or minimum"),
        (&["-", "--pairs", "2"], EMPTY, "apply to numberlink only"),
        (&["-", "--rule", "free"], EMPTY, "apply to numberlink only"),
        (&["-", "4x4"], links, "a size requires the word `numberlink`"),
        (&["numberlink", "4"], "", "not a size: `4`"),
        (&["numberlink", "0x4"], "", "from 1 to 1000"),
        (&["numberlink", "4x4", "--variant", "path"], "", "free, cover"),
        (&["-"], "sudoku 2 2\n1...\n..2.\n.3..\n...4\n", "slitherlynx and numberlink"),
    ] {
        let output = with_input(&[&["instances"], call].concat(), input);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(code(&output), 2, "{call:?}");
        assert!(error.contains(words), "{call:?}: {error}");
    }
}

#[test]
fn limits_on_pairs_give_the_verdict_unknown() {
    for (arguments, reason) in [
        (["8x8", "--timeout", "0.2"], "the time limit of 0.2 s was reached"),
        (["8x8", "--memory", "1"], "the memory limit of 1 MB was reached"),
        (["12x12", "--pairs", "3"], "the number of vertices exceeds the limit of 128: 144"),
    ] {
        let output = encycle(&[&["instances", "numberlink"][..], &arguments].concat());
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(code(&output) == 3 && text.contains(reason), "{text}");
        let json = encycle(&[&["instances", "numberlink", "--json"][..], &arguments].concat());
        let found = found(&json);
        assert_eq!((&found["verdict"], &found["good"]), (&"unknown".into(), &Value::Null));
    }
}

/// The loops of a Slitherlynx had no clue sets, and no cell could be demanded or excluded.
#[test]
fn clue_sets_of_several_loops_use_the_cells_that_are_wanted() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("loops.txt");
    fs::write(&path, "x.x\n...\nx..\n").expect("a file");
    let file = path.to_str().expect("a name");
    let empty = "slitherlynx 3 3\n...\n...\n...\n";
    let arguments = ["instances", "-", "--clues", "all", "--solution", file, "--json"];
    let run = |options: &[&str]| with_input(&[&arguments[..], options].concat(), empty);
    let found = |options: &[&str]| {
        let output = run(&[options, &["--list", "minimum", "--limit", "100"]].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        json(&output)
    };
    let all = found(&[]);
    assert_eq!(all["clues"], 9);
    let wanted = found(&["--require", "2,2", "1,1", "--forbid", "3,3"]);
    assert_eq!(wanted["clues"], 8);
    let number = |value: &Value| value.as_str().expect("a number").parse::<u32>().expect("small");
    assert!(number(&wanted["good"]) < number(&all["good"]));
    let puzzles = wanted["puzzles"].as_array().expect("an array");
    assert!(!puzzles.is_empty());
    for puzzle in puzzles {
        let rows: Vec<&str> = puzzle.as_str().expect("text").lines().skip(1).collect();
        let at = |row: usize, col: usize| rows[row].as_bytes()[col];
        assert!(at(0, 0) != b'.' && at(1, 1) != b'.' && at(2, 2) == b'.', "{puzzle}");
    }
    for (options, expected) in [
        (&["--require", "9,9"][..], "cell out of range: row 9, column 9"),
        (&["--require", "1,1", "--forbid", "1,1"], "both required and forbidden"),
    ] {
        let output = run(options);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    }
    let output = with_input(&["instances", "-", "--require", "1,2"], "slitherlink 1 2\n4.\n");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("no clue in this cell"), "{}", stderr(&output));
}
