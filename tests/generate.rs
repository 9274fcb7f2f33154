//! Generated puzzles: unique by a second method, as wished for, and the same for the same seed.

mod binary;

use std::collections::BTreeSet;
use std::fs;

use binary::{code, encycle, json, stderr, stdout, with_input};
use encycle::count::{CountMethod, CountOptions, count};
use encycle::deduce::{Level, level_of};
use encycle::formats;
use encycle::generate::{
    ClueFrame, Difficulty, GenerateOptions, GeneratedPuzzle, GenerationRoute, Growth, PlacedClue,
    Strategy, Symmetry, frame_of, generate,
};
use encycle::puzzle::{Puzzle, PuzzleKind};
use serde_json::Value;

const SIZES: [(PuzzleKind, usize, usize); 12] = [
    (PuzzleKind::Slitherlink, 4, 5),
    (PuzzleKind::Slitherlink, 7, 7),
    (PuzzleKind::Slitherlink, 1, 6),
    (PuzzleKind::Slitherlynx, 5, 4),
    (PuzzleKind::Sudoku, 2, 2),
    (PuzzleKind::Sudoku, 2, 3),
    (PuzzleKind::Sudoku, 3, 3),
    (PuzzleKind::Chaos, 4, 5),
    (PuzzleKind::Hamilton, 4, 5),
    (PuzzleKind::Hamilton, 6, 6),
    (PuzzleKind::NeighborNumber, 5, 5),
    (PuzzleKind::Numberlink, 5, 6),
];

/// By a diagram, or one by one: not as the generator did.
fn is_unique(puzzle: &Puzzle) -> bool {
    let counted =
        count(puzzle, CountMethod::best(puzzle), &CountOptions::default()).expect("it fits");
    counted.solutions == 1_u32.into()
}

fn taken_apart(puzzle: &Puzzle) -> (Box<dyn ClueFrame>, Vec<PlacedClue>) {
    frame_of(puzzle).expect("a kind with givens")
}

/// Without one of the givens.
fn without(frame: &dyn ClueFrame, givens: &[PlacedClue], index: usize) -> Puzzle {
    let mut fewer = givens.to_vec();
    fewer.remove(index);
    frame.with(&fewer)
}

#[test]
fn every_kind_is_unique_by_a_second_method() {
    for (kind, rows, cols) in SIZES {
        for seed in 0..4 {
            let made = generate(&GenerateOptions::new(kind, rows, cols), seed).expect("a puzzle");
            assert!(is_unique(&made.puzzle), "{kind} {rows}x{cols}, seed {seed}");
            assert_eq!(made.puzzle.check(&made.solution), Ok(()));
        }
    }
}

#[test]
fn variants_are_kept() {
    for (kind, variant) in [
        (PuzzleKind::Hamilton, "cycle"),
        (PuzzleKind::Numberlink, "cover"),
        (PuzzleKind::Numberlink, "free"),
    ] {
        let wish = GenerateOptions {
            variant: Some(variant.to_owned()),
            ..GenerateOptions::new(kind, 4, 6)
        };
        let made = generate(&wish, 5).expect("a puzzle");
        assert_eq!(made.puzzle.variant(), Some(variant));
        assert!(is_unique(&made.puzzle));
    }
}

/// Once all solutions were known, "there is no other" needed no givens at all, and none were kept.
#[test]
fn a_core_leaves_out_the_solutions_that_are_known() {
    let way = GenerationRoute::Grow(Growth::Random);
    for seed in 0..20 {
        let wish = GenerateOptions { way, ..GenerateOptions::new(PuzzleKind::Slitherlink, 1, 3) };
        assert!(is_unique(&generate(&wish, seed).expect("a puzzle").puzzle), "seed {seed}");
    }
}

/// Nothing can be left out of what these end with.
#[test]
fn what_is_called_minimal_is() {
    let ways = [
        GenerationRoute::TopDown(Strategy::MultiBranch),
        GenerationRoute::TopDown(Strategy::Minimum),
        GenerationRoute::Grow(Growth::Random),
        GenerationRoute::Grow(Growth::Least),
        GenerationRoute::Grow(Growth::Last),
        GenerationRoute::Grow(Growth::First),
    ];
    for (kind, rows, cols) in [
        (PuzzleKind::Slitherlink, 4, 4),
        (PuzzleKind::Sudoku, 2, 2),
        (PuzzleKind::Hamilton, 4, 4),
        (PuzzleKind::Chaos, 3, 4),
    ] {
        for way in ways {
            let wish = GenerateOptions { way, ..GenerateOptions::new(kind, rows, cols) };
            let made = generate(&wish, 11).expect("a puzzle");
            assert!(is_unique(&made.puzzle), "{kind}, {way:?}");
            let (frame, givens) = taken_apart(&made.puzzle);
            assert_eq!(givens.len(), made.givens);
            for index in 0..givens.len() {
                assert!(!is_unique(&without(&*frame, &givens, index)), "{kind}, {way:?}");
            }
        }
    }
}

/// Three ways to the fewest givens of one solution, and no set of fewer is enough: all are tried.
#[test]
fn the_fewest_are_the_fewest() {
    let by = |strategy| {
        let way = GenerationRoute::TopDown(strategy);
        let wish = GenerateOptions { way, ..GenerateOptions::new(PuzzleKind::Slitherlink, 3, 3) };
        generate(&wish, 21).expect("a puzzle")
    };
    let [minimum, up, down] =
        [Strategy::Minimum, Strategy::ExploreBottomUp, Strategy::ExploreTopDown].map(by);
    assert_eq!((minimum.givens, &minimum.solution), (up.givens, &up.solution));
    assert_eq!((minimum.givens, &minimum.solution), (down.givens, &down.solution));
    let (frame, _) = taken_apart(&minimum.puzzle);
    let all = frame.all_of(&minimum.solution);
    for set in 0_u32..1 << all.len() {
        if (set.count_ones() as usize) < minimum.givens {
            let chosen = all.iter().enumerate().filter(|(index, _)| set >> index & 1 == 1);
            let chosen: Vec<PlacedClue> = chosen.map(|(_, &given)| given).collect();
            assert!(!is_unique(&frame.with(&chosen)), "{chosen:?}");
        }
    }
}

#[test]
fn probabilistic_strategies_try_as_often_as_they_are_told() {
    for strategy in Strategy::ALL.into_iter().filter(|strategy| strategy.is_probabilistic()) {
        let by = |iterations| {
            let way = GenerationRoute::TopDown(strategy);
            let wish = GenerateOptions {
                way,
                iterations,
                ..GenerateOptions::new(PuzzleKind::NeighborNumber, 5, 5)
            };
            generate(&wish, 3).expect("a puzzle")
        };
        let (once, often) = (by(1), by(20));
        assert!(often.givens <= once.givens && often.judged > once.judged, "{strategy:?}");
        assert!(is_unique(&often.puzzle), "{strategy:?}");
    }
}

#[test]
fn symmetry_is_kept() {
    for symmetry in Symmetry::ALL {
        for kind in [PuzzleKind::Slitherlink, PuzzleKind::Hamilton] {
            let wish = GenerateOptions { symmetry, ..GenerateOptions::new(kind, 6, 6) };
            let made = generate(&wish, 2).expect("a puzzle");
            let (frame, givens) = taken_apart(&made.puzzle);
            let grouped: usize =
                symmetry.groups(&*frame, &givens).iter().map(|one| one.len()).sum();
            assert_eq!(grouped, givens.len(), "{kind}, {symmetry:?}");
        }
    }
}

/// `encycle grade` says the same, from the puzzle alone.
#[test]
fn difficulty_holds_what_it_says() {
    let kinds = [
        (PuzzleKind::Slitherlink, 7, 7),
        (PuzzleKind::Slitherlynx, 5, 5),
        (PuzzleKind::Sudoku, 3, 3),
        (PuzzleKind::NeighborNumber, 5, 5),
        (PuzzleKind::Numberlink, 6, 6),
    ];
    for (kind, rows, cols) in kinds {
        for level in Level::ALL {
            let difficulty = Difficulty::Level(level);
            let wish = GenerateOptions { difficulty, ..GenerateOptions::new(kind, rows, cols) };
            let made = generate(&wish, 1).expect("a puzzle");
            assert_eq!(level_of(&made.puzzle), Some(level), "{kind}");
            assert!(is_unique(&made.puzzle), "{kind}, {level}");
        }
        let wish = GenerateOptions {
            difficulty: Difficulty::NoGuessing,
            ..GenerateOptions::new(kind, rows, cols)
        };
        let made = generate(&wish, 2).expect("a puzzle");
        assert!(level_of(&made.puzzle).is_some(), "{kind}");
    }
}

fn made(arguments: &[&str]) -> String {
    let output = encycle(&[&["generate"], arguments].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    stdout(&output)
}

/// The same seed, the same puzzles, in the same order; and each by its own seed alone.
#[test]
fn threads_do_not_matter() {
    let arguments = ["slitherlink", "6x7", "--count", "7", "--seed", "99", "--threads"];
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
fn what_is_printed_can_be_solved() {
    let puzzle = made(&["hamilton", "5x6", "--seed", "4"]);
    let output = with_input(&["solve", "-", "--unique"], &puzzle);
    assert_eq!(code(&output), 0, "{puzzle}");
    let address = made(&["slitherlink", "5x5", "--seed", "4", "--to", "puzzlink"]);
    assert_eq!(code(&encycle(&["solve", address.trim(), "--unique"])), 0);
}

#[test]
fn json_says_what_was_made() {
    let text = made(&["sudoku", "2x2", "--seed", "3", "--count", "2", "--json", "--no-guessing"]);
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
fn an_external_solver_makes_puzzles_too() {
    for solver in ["minisat", "cadical", "highs", "microlp"] {
        let puzzle = made(&["slitherlink", "4x4", "--seed", "1", "--solver", solver]);
        let read = formats::read(&puzzle, None).expect("a puzzle").puzzle;
        assert!(is_unique(&read), "{solver}");
    }
}

#[test]
fn givens_are_where_they_are_wished_for() {
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
    let text = made(&["sudoku", "2x2", "--seed", "5", "--givens", "11"]);
    assert!(text.starts_with("# unique: 11 clues"), "{text}");
    let text = made(&["slitherlink", "5x6", "--seed", "5", "--density", "0.5"]);
    assert!(text.starts_with("# unique: 15 clues"), "{text}");
}

/// Images of a given that was required were not: it stood alone.
#[test]
fn required_givens_have_their_images() {
    for kind in ["slitherlink", "neighbor-number"] {
        let shape = ["--symmetry", "rotate2", "--require", "1,1"];
        let text = made(&[&[kind, "5x5", "--seed", "9"][..], &shape].concat());
        let puzzle = formats::read(&text, None).expect("a puzzle").puzzle;
        let (frame, givens) = taken_apart(&puzzle);
        let places: Vec<usize> = givens.iter().map(|given| given.place).collect();
        assert!(places.contains(&0), "{text}");
        assert!(places.iter().all(|place| places.contains(&(24 - place))), "{text}");
        assert!(is_unique(&frame.with(&givens)), "{text}");
    }
}

/// The index of the second family took the place of the first one's.
#[test]
fn two_families_share_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().to_str().expect("a name");
    for (size, seed) in [("3x3", "1"), ("3x4", "1"), ("3x3", "1")] {
        made(&["slitherlink", size, "--seed", seed, "--to", "dimacs", "--out", name]);
    }
    let index = fs::read_to_string(folder.path().join("index.csv")).expect("an index");
    assert_eq!(index.lines().count(), 1 + 2 * 2, "{index}");
}

#[test]
fn a_message_is_spelled() {
    let text = made(&["slitherlynx", "7x9", "--message", "HI", "--seed", "1"]);
    let puzzle = formats::read(&text, None).expect("a puzzle").puzzle;
    assert!(is_unique(&puzzle));
    let output = with_input(&["solve", "-", "--ascii"], &text);
    // H is one loop of 4 + 8 · 2 corners and so on; its left stroke is five cells high
    assert!(stdout(&output).matches("|   |").count() >= 5, "{}", stdout(&output));
}

/// Each satisfiable formula has the solution for its only model over the atoms; the other one has none.
#[test]
fn families_are_what_they_say() {
    for (kind, size) in
        [("slitherlink", "4x4"), ("sudoku", "2x2"), ("hamilton", "4x4"), ("numberlink", "4x4")]
    {
        let folder = tempfile::tempdir().expect("a folder");
        let name = folder.path().to_str().expect("a name");
        let wish = ["--to", "dimacs", "--count", "2", "--seed", "8", "--out", name];
        made(&[&[kind, size][..], &wish].concat());
        let index = fs::read_to_string(folder.path().join("index.csv")).expect("an index");
        assert_eq!(index.lines().count(), 1 + 2 * 2, "{index}");
        for line in index.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let file = folder.path().join(fields[0]);
            let path = file.to_str().expect("a name");
            assert_eq!(code(&encycle(&["lint", path])), 0, "{path}");
            let expected = if fields[1] == "satisfiable" { 10 } else { 20 };
            assert_eq!(code(&encycle(&["sat", path])), expected, "{line}");
            let external = std::process::Command::new("minisat").arg(path).output();
            let external = external.expect("minisat: scripts/install-solvers installs it");
            assert_eq!(external.status.code(), Some(expected), "{line}");
            let text = fs::read_to_string(&file).expect("a formula");
            let header = text.lines().find(|line| line.starts_with("p cnf")).expect("a header");
            assert_eq!(header, format!("p cnf {} {}", fields[2], fields[3]));
        }
    }
}

#[test]
fn bad_wishes_are_told() {
    let refused: [(&[&str], &str); 21] = [
        (&["slitherlink", "4x5", "--symmetry", "rotate4"], "square"),
        (&["slitherlynx", "5x5", "--message", "HELLO"], "19 columns"),
        (&["slitherlink", "25x25", "--message", "HI"], "slitherlynx"),
        (&["chaos", "3x3", "--variant", "cycle"], "unknown variant"),
        (
            &["slitherlink", "4x4", "--require", "1,1", "--forbid", "1,1"],
            "both required and forbidden",
        ),
        (&["slitherlink", "4x4", "--length", "0"], "at least 1"),
        (&["slitherlink", "4x4", "--formula", "edge"], "--to dimacs"),
        (&["slitherlink", "10"], "ROWSxCOLUMNS"),
        (&["slitherlink", "0x4"], "ROWSxCOLUMNS"),
        (&["slitherlink", "1000000x1000000"], "not the size"),
        (&["sudoku", "100x100"], "256 cells"),
        (&["neighbor-number", "4x5"], "square"),
        (&["neighbor-number", "2x2"], "three digits"),
        (&["reachability", "4x4"], "no clues that each hold"),
        (&["numberlink", "4x4", "--symmetry", "rotate2"], "random paths"),
        (&["slitherlink", "4x4", "--require", "5,1"], "out of range"),
        (&["slitherlink", "4x4", "--require", "x"], "ROW,COLUMN"),
        (&["slitherlink", "4x4", "--density", "1.5"], "from 0 to 1"),
        (
            &["slitherlink", "4x4", "--strategy", "random", "--symmetry", "both"],
            "starts from a solution",
        ),
        (&["slitherlink", "4x4", "--to", "dimacs"], "--out"),
        (&["slitherlink", "4x4", "--encoding", "edge"], "colour"),
    ];
    for (arguments, words) in refused {
        let output = encycle(&[&["generate"], arguments].concat());
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
    }
    let impossible: [(&[&str], &str); 3] = [
        (&["slitherlink", "4x4", "--length", "99", "--attempts", "3"], "3 attempts"),
        (&["slitherlink", "4x4", "--givens", "17", "--attempts", "3"], "3 attempts"),
        // a row of cells without clues has many loops
        (&["slitherlink", "1x3", "--forbid", "1,1", "1,2", "1,3", "--attempts", "3"], "3 attempts"),
    ];
    for (arguments, words) in impossible {
        let output = encycle(&[&["generate"], arguments].concat());
        assert_eq!(code(&output), 1, "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
    }
    let output = encycle(&["generate", "sudoku", "4x4", "--timeout", "0.01"]);
    assert_eq!(code(&output), 3, "{}", stderr(&output));
}

/// A full Sudoku, thinned: each given that is called superfluous is, and no other; what is kept is minimal.
#[test]
fn thin_names_what_is_superfluous() {
    let wish = GenerateOptions { at_least: 9, ..GenerateOptions::new(PuzzleKind::Sudoku, 2, 2) };
    let GeneratedPuzzle { puzzle, .. } = generate(&wish, 6).expect("a puzzle");
    let text = formats::write_default(&puzzle).expect("text");
    let (frame, givens) = taken_apart(&puzzle);
    let expected: Vec<String> = (0..givens.len())
        .filter(|&index| is_unique(&without(&*frame, &givens, index)))
        .map(|index| frame.name(givens[index]))
        .collect();
    assert!(!expected.is_empty());
    for strategy in ["multi-branch", "minimum"] {
        let output = with_input(&["thin", "-", "--json", "--strategy", strategy], &text);
        let told = json(&output);
        assert_eq!(told["superfluous"], serde_json::json!(expected));
        assert_eq!(told["givens"], givens.len());
        let thinned = told["thinned"].as_str().expect("a puzzle");
        let thinned = formats::read(thinned, None).expect("a puzzle").puzzle;
        let (frame, kept) = taken_apart(&thinned);
        assert_eq!(told["kept"], kept.len());
        assert!(is_unique(&thinned) && kept.iter().all(|given| givens.contains(given)));
        assert!((0..kept.len()).all(|index| !is_unique(&without(&*frame, &kept, index))));
    }
    let output = with_input(&["thin", "-"], "sudoku 2 2\n....\n....\n....\n....\n");
    assert_eq!((code(&output), stdout(&output).as_str()), (1, ""));
    assert!(stderr(&output).contains("several\nhelp: `encycle repair`"), "{}", stderr(&output));
}

/// Of each small puzzle with several solutions, no set of fewer givens leaves one: all are tried.
#[test]
fn repair_adds_the_fewest() {
    for text in ["slitherlink 3 3\n...\n.2.\n...\n", "slitherlink 2 3\n2..\n..2\n"] {
        let puzzle = formats::read(text, None).expect("a puzzle").puzzle;
        let output = with_input(&["repair", "-", "--json", "--solutions", "1000"], text);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let told = json(&output);
        assert_eq!((&told["verdict"], &told["complete"]), (&"several".into(), &true.into()));
        let mended = told["mended"].as_str().expect("a puzzle");
        assert!(is_unique(&formats::read(mended, None).expect("a puzzle").puzzle), "{mended}");
        let added = told["added"].as_array().expect("givens").len();
        let (frame, there) = taken_apart(&puzzle);
        let free: Vec<PlacedClue> = frame
            .possible()
            .into_iter()
            .filter(|given| there.iter().all(|one| one.place != given.place))
            .collect();
        // one fewer would not do
        let sets: Vec<Vec<PlacedClue>> = match added {
            1 => vec![vec![]],
            2 => free.iter().map(|&given| vec![given]).collect(),
            _ => panic!("{added} givens are too many to be tried here"),
        };
        for set in sets {
            let all: Vec<PlacedClue> = there.iter().copied().chain(set).collect();
            assert!(!is_unique(&frame.with(&all)), "{all:?}");
        }
    }
}

#[test]
fn repair_names_a_contradiction() {
    // the two 0s leave the 3 between them two edges; the other clues have nothing to do with it
    let text = "slitherlink 3 5\n.....\n.030.\n1...2\n";
    let output = with_input(&["repair", "-", "--json"], text);
    assert_eq!(code(&output), 1);
    let told = json(&output);
    assert_eq!(told["verdict"], "no-solution");
    let named: Vec<&str> = told["contradiction"]
        .as_array()
        .expect("givens")
        .iter()
        .filter_map(|one| one.as_str())
        .collect();
    let expected = ["0 at row 2, column 2", "3 at row 2, column 3", "0 at row 2, column 4"];
    assert_eq!(named, expected);
    let output = with_input(&["repair", "-"], "slitherlink 1 1\n4\n");
    assert_eq!((code(&output), stdout(&output).as_str()), (0, ""));
}
