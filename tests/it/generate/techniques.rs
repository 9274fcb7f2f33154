//! Puzzles that need a technique, and their solving paths.

use std::fs;

use encycle::deduce::{Deducer, Level, TechniqueSet, grade, level_of, needs_technique};
use encycle::formats;
use encycle::generate::{
    Difficulty, GenerateOptions, GenerationRoute, RepairOptions, Strategy, Symmetry, ThinOutcome,
    generate, thin_needing,
};
use serde_json::Value;

use super::{made, taken_apart, without};
use crate::support::binary::{code, encycle, stderr, stdout, with_input};
use crate::support::kinds::kind;

/// A kind, the side of its grid, a difficulty, and a technique that some of these puzzles need.
type NeededCase = (&'static str, usize, Option<Difficulty>, &'static str);

const NEEDED: [NeededCase; 9] = [
    ("sudoku", 4, None, "naked-single"),
    ("sudoku", 6, Some(Difficulty::Level(Level::Easy)), "hidden-single"),
    ("sudoku", 9, None, "xy-wing"),
    ("slitherlink", 5, None, "inside"),
    ("slitherlink", 5, None, "adjacent-threes"),
    ("slitherlink", 5, Some(Difficulty::UpTo(Level::Medium)), "clue-colours"),
    ("kuromasu", 5, None, "separation"),
    ("kuromasu", 5, None, "failed-literal"),
    ("masyu", 5, Some(Difficulty::Level(Level::Medium)), "failed-literal"),
];

fn options((name, side, difficulty, technique): NeededCase) -> GenerateOptions {
    GenerateOptions {
        difficulty,
        technique: Some(technique.to_owned()),
        ..GenerateOptions::new(kind(name), side, side)
    }
}

#[test]
fn generated_puzzles_need_the_technique_at_their_difficulty() {
    for case in NEEDED {
        let (.., difficulty, technique) = case;
        let puzzle = generate(&options(case), 1).expect("a puzzle").puzzle;
        let level = match difficulty {
            Some(Difficulty::Level(level) | Difficulty::UpTo(level)) => level,
            Some(Difficulty::Any) | None => Level::Hard,
        };
        let solves = |techniques| Deducer::with(&puzzle, techniques).solve(&puzzle).is_some();
        assert!(solves(TechniqueSet::up_to(level)), "{case:?}");
        assert!(!solves(TechniqueSet::up_to(level).without([technique])), "{case:?}");
        let steps = grade(&puzzle).expect("steps").deduced.steps;
        assert!(steps.iter().any(|step| step.technique == technique), "{case:?}");
        if let Some(Difficulty::Level(level)) = difficulty {
            assert_eq!(level_of(&puzzle), Some(level), "{case:?}");
        }
    }
}

/// A strategy that accepts any difficulty by default makes puzzles that need the technique, too.
#[test]
fn a_technique_rules_out_guessing() {
    let options = GenerateOptions {
        route: GenerationRoute::TopDown(Strategy::Minimum),
        ..options(("slitherlink", 4, Some(Difficulty::Any), "inside"))
    };
    assert_eq!(options.wanted_difficulty(), Difficulty::NO_GUESSING);
    let puzzle = generate(&options, 1).expect("a puzzle").puzzle;
    assert!(needs_technique(&puzzle, &TechniqueSet::up_to(Level::Hard), "inside"));
}

#[test]
fn thinned_puzzles_still_need_the_technique() {
    for (name, technique) in [("slitherlink", "inside"), ("masyu", "early-loop")] {
        let options = GenerateOptions {
            route: GenerationRoute::TopDown(Strategy::BottomUp),
            ..options((name, 6, None, technique))
        };
        let puzzle = generate(&options, 1).expect("a puzzle").puzzle;
        let (strategy, means) = (Strategy::MultiBranch, RepairOptions::default());
        let outcome = thin_needing(&puzzle, technique, strategy, Symmetry::None, 1, &means);
        let ThinOutcome::Unique { puzzle: thinned, clues, kept, .. } = outcome.expect("clues")
        else {
            panic!("{name}: not unique")
        };
        assert!(kept < clues, "{name}: {kept} of {clues}");
        let all = TechniqueSet::up_to(Level::Hard);
        assert!(needs_technique(&thinned, &all, technique), "{name}");
        let (frame, left) = taken_apart(&thinned);
        assert_eq!(left.len(), kept);
        // no assumption is refuted in a Slitherlink, so each clue is needed
        if name == "slitherlink" {
            for index in 0..kept {
                let fewer = without(&*frame, &left, index);
                assert!(!needs_technique(&fewer, &all, technique), "{name}: clue {index}");
            }
        }
    }
}

#[test]
fn thin_takes_the_technique_as_an_option() {
    let text =
        made(&["slitherlink", "5x5", "--technique", "Inside", "--min-clues", "12", "--seed", "1"]);
    assert!(text.contains(", needs inside, seed 1 "), "{text}");
    let output = with_input(&["thin", "-", "--technique", "inside"], &text);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let thinned = formats::read(&stdout(&output), None).expect("a puzzle").puzzle;
    assert!(needs_technique(&thinned, &TechniqueSet::up_to(Level::Hard), "inside"));
    let easy = "slitherlink 2 2\n31\n..\n";
    let refused: [(&[&str], i32, &str); 3] = [
        (&["three-in-corner"], 1, "does not need the technique `three-in-corner`"),
        (&["two-in-corners"], 2, "did you mean `two-in-corner`?"),
        (&["inside", "--wcnf", "needed.wcnf"], 2, "cannot be used with"),
    ];
    for (arguments, exit, words) in refused {
        let output = with_input(&[&["thin", "-", "--technique"], arguments].concat(), easy);
        assert_eq!(code(&output), exit, "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn unknown_techniques_are_refused_with_all_names() {
    let refused: [(&[&str], i32, &str); 6] = [
        (&["sudoku", "6x6", "--technique", "x-wings"], 2, "did you mean `x-wing`?"),
        (&["sudoku", "6x6", "--technique", "x-wings"], 2, "naked-quad, hidden-quad"),
        (&["kuromasu", "5x5", "--technique", "inside"], 2, "of kuromasu: place-rule, "),
        (
            &["sudoku", "6x6", "--technique", "x-wing", "--difficulty", "easy"],
            2,
            "raise the difficulty (--difficulty)",
        ),
        (
            &["slitherlink", "5x5", "--technique", "inside", "--no-unique", "--density", "0.3"],
            2,
            "cannot be used with",
        ),
        // of four rows, a swordfish in three is a hidden single in the fourth
        (&["sudoku", "4x4", "--technique", "swordfish", "--attempts", "3"], 1, "3 attempts"),
    ];
    for (arguments, exit, words) in refused {
        let output = encycle(&[&["generate"], arguments].concat());
        assert_eq!(code(&output), exit, "{arguments:?}: {}", stderr(&output));
        let text = stderr(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(words), "{arguments:?}: {text}");
    }
}

/// The lines of JSON, without the time.
fn objects(text: &str) -> Vec<Value> {
    let object = |line: &str| {
        let mut object: Value = serde_json::from_str(line).expect("an object");
        object.as_object_mut().expect("an object").remove("seconds");
        object
    };
    text.lines().map(object).collect()
}

#[test]
fn steps_are_those_of_grade() {
    let folder = tempfile::tempdir().expect("a folder");
    let [puzzles, steps] =
        ["puzzles", "steps.json"].map(|name| folder.path().join(name).display().to_string());
    let words = ["slitherlink", "5x5", "--technique", "inside", "--seed", "1", "--count", "3"];
    let arguments = [&words[..], &["--out", &puzzles, "--steps-out", &steps]].concat();
    let printed = made(&arguments);
    let files: Vec<&str> = printed.lines().collect();
    let written = objects(&fs::read_to_string(&steps).expect("a file"));
    let graded = encycle(&[&["grade", "--steps", "--json"], &files[..]].concat());
    assert_eq!(code(&graded), 0, "{}", stderr(&graded));
    assert_eq!(written, objects(&stdout(&graded)));
    assert_eq!(written.len(), files.len());
    for one in &written {
        let mut steps = one["steps"].as_array().expect("steps").iter();
        assert!(steps.any(|step| step["technique"] == "inside"), "{one}");
    }
    let again = encycle(&[&["generate"], &arguments[..]].concat());
    assert_eq!(code(&again), 2);
    assert!(stderr(&again).contains("steps.json exists"), "{}", stderr(&again));
    // without a file, a puzzle is named by its seed
    let other = folder.path().join("other.json").display().to_string();
    made(&["sudoku", "4x4", "--seed", "3", "--steps-out", &other]);
    let written = objects(&fs::read_to_string(&other).expect("a file"));
    assert_eq!(written[0]["puzzle"], "sudoku with seed 3");
}
