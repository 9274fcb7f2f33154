//! The shortest and the longest solutions of puzzles about lines, against brute force.

use encycle::count::brute_force;
use encycle::encodings::puzzle::{Solution, SolutionForm};
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::solve::{LengthGoal, Solve, SolveError, Verdict};

use crate::support::binary::{code, encycle, stderr, stdout};
use crate::support::kinds::sample;

/// Puzzles with several solutions. In the first ones, a model may have two loops, each of which is a solution.
const OPEN: [&str; 7] = [
    "slitherlink 1 5\n.....\n",
    "slitherlink 2 2\n..\n..\n",
    "slitherlink 1 5\n3....\n",
    "slitherlynx 1 4\n....\n",
    "numberlink 3 3\n1.1\n...\n...\n",
    "linesweeper 3 3\n. . .\n. 2 .\n. . .\n",
    "yajilin 3 3\n. . .\n. . .\n. . .\n",
];

#[test]
fn the_optimal_length_is_that_of_brute_force() {
    for text in OPEN {
        let puzzle: Puzzle = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let all = brute_force(&puzzle).expect("a tiny puzzle");
        let length = |solution: &Solution| solution.true_atoms().count();
        let lengths: Vec<usize> = all.iter().map(length).collect();
        for (goal, best) in [
            (LengthGoal::Shortest, lengths.iter().min()),
            (LengthGoal::Longest, lengths.iter().max()),
        ] {
            for solver in ["batsat", "microlp", "stable"] {
                let outcome = Solve::new(&puzzle).solver(solver).length(goal).run().expect("a run");
                let found = &outcome.main.outcome;
                let message = format!("{text}{solver} {goal:?} {found:?} of {lengths:?}");
                let Some(&best) = best else {
                    assert_eq!(found.verdict, Verdict::NoSolution, "{message}");
                    continue;
                };
                assert_eq!(found.verdict, Verdict::Optimal, "{message}");
                assert_eq!(outcome.solution().map(length), Some(best), "{message}");
                let objective = found.objective.expect("an objective");
                assert_eq!(objective.value, Some(best as f64), "{message}");
                assert_eq!(objective.bound, objective.value, "{message}");
            }
        }
    }
}

#[test]
fn every_kind_of_lines_has_a_length() {
    for &kind in PuzzleKind::all() {
        let puzzle = sample(kind);
        let run = Solve::new(&puzzle).length(LengthGoal::Longest).run();
        if puzzle.form() != SolutionForm::Edges {
            let error = run.expect_err("no lines");
            assert!(matches!(error, SolveError::NoLines(_)), "{kind}: {error}");
            continue;
        }
        let outcome = run.unwrap_or_else(|error| panic!("{kind}: {error}"));
        assert_eq!(outcome.verdict(), Verdict::Optimal, "{kind}");
        let any = Solve::new(&puzzle).run().expect("a run");
        let length = |solution: &Solution| solution.true_atoms().count();
        assert!(outcome.solution().map(length) >= any.solution().map(length), "{kind}");
    }
}

#[test]
fn the_command_names_what_cannot_be_optimized() {
    let first = "examples/slitherlink/first.txt";
    let solved = encycle(&["solve", first, "--maximize", "length"]);
    assert_eq!(code(&solved), 0, "{}", stderr(&solved));
    assert!(stdout(&solved).starts_with(&format!("{first}: optimal 34 (")), "{}", stdout(&solved));
    let report = stdout(&encycle(&["solve", first, "--minimize", "length", "--json"]));
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(
        (&report["verdict"], &report["objective"]["bound"]),
        (&"optimal".into(), &34.0.into())
    );
    for (arguments, words) in [
        (&[first, "--minimize", "turns"][..], "[possible values: length]"),
        (&[first, "--minimize", "length", "--encoding", "colour"], "no variable for each edge"),
        (&[first, "--minimize", "length", "--unique"], "cannot be used with"),
        (&[first, "--minimize", "length", "--method", "zdd"], "needs a formula and a solver"),
        (&["examples/hitori/stoat.txt", "--minimize", "length"], "a hitori has no length"),
        (&["examples/own/tour.lp", "--minimize", "length"], "applies to puzzles"),
        (
            &["examples/own/square.cnf", "--unique", "--certificate", "proof"],
            "help: make a certificate with `encycle certify",
        ),
    ] {
        let refused = encycle(&[&["solve"], arguments].concat());
        assert_eq!(code(&refused), 2, "{arguments:?}: {}", stdout(&refused));
        assert!(stderr(&refused).contains(words), "{arguments:?}: {}", stderr(&refused));
    }
}
