//! `encycle generate`, run as a process.

use std::collections::BTreeSet;
use std::fs;

use encycle::deduce::level_of;
use encycle::formats;
use encycle::puzzle::Puzzle;
use encycle::solve::{Solve, Verdict};
use serde_json::Value;

use super::{made, taken_apart};
use crate::support::binary::{code, encycle, own_binary, stderr, stdout, with_input};
use crate::support::unique::is_unique;

/// A seed gives the same puzzles in the same order on any number of threads, and each printed seed gives its puzzle.
#[test]
fn puzzles_do_not_depend_on_the_number_of_threads() {
    let arguments = ["slitherlink", "6x7", "--count", "7", "--seed", "99", "--jobs"];
    let [one, four] = ["1", "4"].map(|threads| made(&[&arguments[..], &[threads]].concat()));
    assert_eq!(one, four);
    let puzzles: Vec<&str> = one.split("\n\n").collect();
    assert_eq!(puzzles.len(), 7);
    assert_eq!(puzzles.iter().collect::<BTreeSet<_>>().len(), 7);
    for puzzle in puzzles {
        let seed = puzzle.split_once("seed ").and_then(|(_, rest)| rest.split_once(' '));
        let seed = seed.expect("it tells its seed").0;
        assert_eq!(made(&["slitherlink", "6x7", "--seed", seed]).trim(), puzzle.trim());
    }
}

#[test]
fn printed_puzzles_can_be_solved() {
    let puzzle = made(&["hamilton", "5x6", "--seed", "4"]);
    let output = with_input(&["solve", "-", "--unique"], &puzzle);
    assert_eq!(code(&output), 0, "{puzzle}");
    let address = made(&["slitherlink", "5x5", "--seed", "4", "--to", "puzzlink"]);
    assert_eq!(code(&encycle(&["solve", address.trim(), "--unique"])), 0);
}

#[test]
fn json_has_puzzle_solution_and_difficulty() {
    let text = made(&[
        "sudoku",
        "4x4",
        "--seed",
        "3",
        "--count",
        "2",
        "--json",
        "--difficulty",
        "no-guessing",
    ]);
    let lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(lines.len(), 2);
    for line in lines {
        assert_eq!(
            (&line["schema"], &line["verdict"]),
            (&"encycle-generate-1".into(), &"unique".into())
        );
        let puzzle =
            formats::read(line["puzzle"].as_str().expect("text"), None).expect("a puzzle").puzzle;
        assert_eq!(line["difficulty"], level_of(&puzzle).expect("a level").name());
        let folder = tempfile::tempdir().expect("a folder");
        let [given, solved] = ["puzzle.txt", "solution.json"].map(|name| folder.path().join(name));
        fs::write(&given, line["puzzle"].as_str().expect("text")).expect("a file");
        let rows = line["cells"].as_array().expect("rows");
        let row = |row: &Value| {
            let values = row.as_array().expect("values").iter();
            values.map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        fs::write(&solved, rows.iter().map(row).collect::<Vec<_>>().join("\n")).expect("a file");
        let names = [given, solved].map(|path| path.to_str().expect("a name").to_owned());
        assert_eq!(code(&encycle(&["check", &names[0], &names[1]])), 0);
    }
}

#[test]
fn external_and_mip_solvers_generate_puzzles() {
    for solver in [&own_binary(), "microlp"] {
        let puzzle = made(&["slitherlink", "4x4", "--seed", "1", "--solver", solver]);
        let read = formats::read(&puzzle, None).expect("a puzzle").puzzle;
        assert!(is_unique(&read), "{solver}");
    }
}

#[test]
fn clues_follow_masks_and_requirements() {
    let folder = tempfile::tempdir().expect("a folder");
    let mask = folder.path().join("mask.txt");
    fs::write(&mask, "??????\n??xx??\n??xx??\n......\n??????\n??????\n").expect("a file");
    let mask = mask.to_str().expect("a name");
    let words = ["slitherlink", "6x6", "--seed", "5", "--mask", mask];
    let text = made(&[&words[..], &["--require", "1,1", "6,6", "--forbid", "1,6"]].concat());
    let Ok(Puzzle::Slitherlink(puzzle)) = formats::read(&text, None).map(|parsed| parsed.puzzle)
    else {
        panic!("{text}")
    };
    let has = |row, col| puzzle.clue(encycle::encodings::grid::Cell { row, col }).is_some();
    assert!(
        [(1, 2), (1, 3), (2, 2), (2, 3), (0, 0), (5, 5)].iter().all(|&(r, c)| has(r, c)),
        "{text}"
    );
    assert!((0..6).all(|col| !has(3, col)) && !has(0, 5), "{text}");
    let text = made(&["sudoku", "4x4", "--seed", "5", "--min-clues", "11"]);
    assert!(text.starts_with("# unique: 11 clues"), "{text}");
    let text = made(&["slitherlink", "5x6", "--seed", "5", "--density", "0.5"]);
    assert!(text.starts_with("# unique: 15 clues"), "{text}");
}

/// Regression: the symmetric images of a required clue were missing.
#[test]
fn required_clues_have_their_symmetric_images() {
    for kind in ["slitherlink", "neighbor-number"] {
        let shape = ["--symmetry", "rotate2", "--require", "1,1"];
        let text = made(&[&[kind, "5x5", "--seed", "9"][..], &shape].concat());
        let puzzle = formats::read(&text, None).expect("a puzzle").puzzle;
        let (frame, clues) = taken_apart(&puzzle);
        let places: Vec<usize> = clues.iter().map(|given| given.place).collect();
        assert!(places.contains(&0), "{text}");
        assert!(places.iter().all(|place| places.contains(&(24 - place))), "{text}");
        assert!(is_unique(&frame.with(&clues)), "{text}");
    }
}

#[test]
fn a_message_is_drawn_by_the_loops() {
    let text = made(&["slitherlynx", "7x9", "--message", "HI", "--seed", "1"]);
    let puzzle = formats::read(&text, None).expect("a puzzle").puzzle;
    assert!(is_unique(&puzzle));
    let output = with_input(&["solve", "-", "--ascii"], &text);
    // the left stroke of H is five cells high
    assert!(stdout(&output).matches("|   |").count() >= 5, "{}", stdout(&output));
}

/// Random clues, exactly as many as requested, for which the printed solution is one of perhaps several.
#[test]
fn without_uniqueness_the_density_is_exact() {
    let clues = |kind: &str, size: &str, more: &[&str]| {
        let common =
            ["generate", kind, size, "--density", "0.25", "--no-unique", "--seed", "3", "--json"];
        let output = encycle(&[&common[..], more].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let report: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
        assert_eq!(report["verdict"], "solved");
        let text = report["puzzle"].as_str().expect("a text");
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        // counting the solutions of a Sudoku with so few clues takes minutes
        let outcome = Solve::new(&puzzle).unique().run().expect("a run");
        (report["clues"].as_u64(), outcome.verdict() == Verdict::Unique)
    };
    assert_eq!(clues("slitherlink", "8x10", &[]), (Some(20), false));
    assert_eq!(clues("sudoku", "9x9", &[]), (Some(20), false));
    assert_eq!(clues("hamilton", "4x4", &["--variant", "cycle"]).0, Some(4));
    // the mask holds
    let (count, _) = clues("slitherlink", "4x5", &["--require", "1,1", "4,5", "--forbid", "2,2"]);
    assert_eq!(count, Some(5));
}

#[test]
fn invalid_options_are_refused_with_a_reason() {
    let refused: [(&[&str], &str); 30] = [
        (&["slitherlink", "4x5", "--symmetry", "rotate4"], "square"),
        (&["slitherlynx", "5x5", "--message", "HELLO"], "19 columns"),
        (&["slitherlink", "25x25", "--message", "HI"], "slitherlynx"),
        (&["chaos", "3x3", "--variant", "cycle"], "unknown variant"),
        (
            &["slitherlink", "4x4", "--require", "1,1", "--forbid", "1,1"],
            "both required and forbidden",
        ),
        (&["slitherlink", "4x4", "--length", "0"], "at least 1"),
        (&["slitherlink", "4x4", "--length", "25"], "use at most 24"),
        (&["masyu", "5x5", "--length", "25"], "use at most 24"),
        (&["slitherlink", "4x4", "--min-clues", "17"], "use at most 16"),
        (&["sudoku", "4x4", "--min-clues", "17"], "use at most 16"),
        (&["hamilton", "4x4", "--min-clues", "25"], "use at most 24"),
        (&["slitherlink", "10"], "ROWSxCOLUMNS"),
        (&["slitherlink", "0x4"], "ROWSxCOLUMNS"),
        (&["slitherlink", "1000000x1000000"], "invalid grid size"),
        (&["sudoku", "400x400"], "256 cells"),
        (&["neighbor-number", "4x5"], "square"),
        (&["neighbor-number", "2x2"], "three digits"),
        (&["reachability", "4x4"], "no clues that each hold"),
        (&["numberlink", "4x4", "--symmetry", "rotate2"], "random paths"),
        (&["hitori", "4x4", "--density", "0.3"], "random shaded cells"),
        (&["simple-loop", "4x4", "--symmetry", "rotate2"], "random loop"),
        (&["masyu", "4x4", "--encoding", "degree"], "`degree+tree`"),
        (&["slitherlink", "4x4", "--require", "5,1"], "out of range"),
        (&["slitherlink", "4x4", "--require", "x"], "ROW,COLUMN"),
        (&["slitherlink", "4x4", "--density", "1.5"], "from 0 to 1"),
        (
            &["slitherlink", "4x4", "--strategy", "random", "--symmetry", "both"],
            "starts from a solution",
        ),
        (&["slitherlink", "4x4", "--to", "dimacs"], "unknown format"),
        (&["slitherlink", "4x4", "--encoding", "edge"], "colour"),
        (&["slitherlink", "4x4", "--no-unique"], "--density"),
        (&["slitherlink", "4x4", "--no-unique", "--difficulty", "easy"], "cannot be used with"),
    ];
    for (arguments, words) in refused {
        let output = encycle(&[&["generate"], arguments].concat());
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
    }
    let impossible: [(&[&str], &str); 4] = [
        // half of the cells of a row are black
        (&["binairo", "5x5"], "no binairo of this size has a solution"),
        // whatever the rooms are, each row and each column has one star
        (&["star-battle", "4x5"], "no star-battle of this size has a solution"),
        // two cells of each row are empty, so there are no values
        (&["doppelblock", "2x2"], "no doppelblock of this size has a solution"),
        // a row of cells without clues has many solutions
        (&["slitherlink", "1x3", "--forbid", "1,1", "1,2", "1,3", "--attempts", "3"], "3 attempts"),
    ];
    for (arguments, words) in impossible {
        let output = encycle(&[&["generate"], arguments].concat());
        assert_eq!(code(&output), 1, "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
    }
    let output = encycle(&["generate", "sudoku", "16x16", "--timeout", "0.01"]);
    assert_eq!(code(&output), 3, "{}", stderr(&output));
}

/// The only loop of a single cell had no clue of the default difficulty.
#[test]
fn a_slitherlink_of_one_cell_is_generated() {
    let output = encycle(&["generate", "slitherlink", "1x1", "--seed", "1"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).ends_with("slitherlink 1 1\n4\n"), "{}", stdout(&output));
}

/// The runs of the last line with a list were taken for those of each line, so no board of more than five rows had enough clues.
#[test]
fn larger_boards_with_lists_are_generated() {
    for size in ["8x8", "6x10"] {
        let text = made(&["nonogram", size, "--seed", "1", "--difficulty", "any"]);
        assert!(text.starts_with("# unique: "), "{text}");
    }
}

/// With a symmetry that the pattern does not have, all clues stayed without a word.
#[test]
fn thinning_says_that_a_pattern_is_not_symmetric() {
    let thin = |text: &str| with_input(&["thin", "-", "--symmetry", "rotate2"], text);
    let output = thin("slitherlink 2 2\n31\n..\n");
    let error = stderr(&output);
    assert!(error.contains("not symmetric: 2 clues without all images by `rotate2`"), "{error}");
    let output = thin("slitherlink 2 2\n33\n33\n");
    assert!(!stderr(&output).contains("not symmetric"), "{}", stderr(&output));
}
