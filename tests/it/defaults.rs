//! The defaults of the library are those of the command.

use encycle::count::{CountMethod, CountOptions};
use encycle::formats::{self, write_default};
use encycle::generate::{GenerateOptions, GenerationRoute, generate};
use encycle::puzzle::PuzzleKind;
use encycle::solve::Solve;
use serde_json::Value;

use crate::support::binary::{encycle, json, stdout, with_input};
use crate::support::kinds::varied;

/// The same solver, encoding and formulas, round by round, for each kind.
#[test]
fn solve_runs_as_the_command() {
    for &kind in varied() {
        let puzzle = formats::read(kind.sample(), None).expect("a sample").puzzle;
        let outcome = Solve::new(&puzzle).unique().run().expect("a run");
        let told = json(&with_input(&["solve", "-", "--unique", "--json"], kind.sample()));
        let main = outcome.main;
        assert_eq!(told["verdict"], main.outcome.verdict.name(), "{kind}");
        assert_eq!(told["solver"]["name"], main.solver.name, "{kind}");
        assert_eq!(told["encoding"], main.encoding, "{kind}");
        let formulas = main.outcome.rounds.iter();
        let formulas: Vec<[usize; 2]> =
            formulas.map(|round| [round.variables, round.clauses]).collect();
        let rounds = told["rounds"].as_array().expect("a list").iter();
        let rounds: Vec<[usize; 2]> = rounds
            .map(|round| {
                ["variables", "clauses"].map(|key| round[key].as_u64().expect("a number") as usize)
            })
            .collect();
        assert_eq!(rounds, formulas, "{kind}");
    }
}

/// A Sudoku had the size of a box in the library, and any difficulty by default.
#[test]
fn generate_makes_the_puzzles_of_the_command() {
    let options = |kind, rows, cols| GenerateOptions::new(kind, rows, cols);
    let sudoku = options(PuzzleKind::Sudoku, 6, 6);
    let mut cases = vec![
        (vec!["sudoku", "6x6"], sudoku.clone()),
        (
            vec!["sudoku", "6x6", "--boxes", "3x2"],
            GenerateOptions { boxes: Some((3, 2)), ..sudoku },
        ),
        (vec!["hamilton", "4x5"], options(PuzzleKind::Hamilton, 4, 5)),
        (vec!["numberlink", "5x5"], options(PuzzleKind::Numberlink, 5, 5)),
        (vec!["slitherlynx", "5x5"], options(PuzzleKind::Slitherlynx, 5, 5)),
    ];
    cases.extend(GenerationRoute::all().map(|route| {
        let options = GenerateOptions { route, ..options(PuzzleKind::Slitherlink, 4, 4) };
        (vec!["slitherlink", "4x4", "--strategy", route.name()], options)
    }));
    for (arguments, options) in cases {
        for seed in ["1", "2"] {
            let made = generate(&options, seed.parse().expect("a number")).expect("a puzzle");
            let output =
                encycle(&[&["generate"], &arguments[..], &["--json", "--seed", seed]].concat());
            let text = write_default(&made.puzzle).expect("text");
            let told: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
            assert_eq!(told["puzzle"].as_str().map(str::trim), Some(text.trim()), "{arguments:?}");
            assert_eq!(told["attempts"], made.attempts, "{arguments:?}");
        }
    }
}

#[test]
fn count_uses_the_method_of_the_command() {
    for &kind in varied() {
        let puzzle = formats::read(kind.sample(), None).expect("a sample").puzzle;
        let options = CountOptions::default();
        let method = CountMethod::best(&puzzle, &options);
        let counted = encycle::count::count(&puzzle, method, &options).expect("a count");
        let told = json(&with_input(&["count", "-", "--json"], kind.sample()));
        assert_eq!(told["methods"], serde_json::json!(counted.methods), "{kind}");
        assert_eq!(told["count"], counted.solutions.to_string(), "{kind}");
    }
}
