//! The shortest, longest, cheapest and dearest solutions of puzzles, against brute force.

use encycle::count::brute_force;
use encycle::encodings::encoding::{Completeness, atom_literals};
use encycle::encodings::puzzle::{Solution, SolutionForm};
use encycle::formats::AtomWeights;
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::solve::{LengthGoal, Solve, SolveError, Verdict};

use super::commands::file;
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

/// Puzzles with several solutions that are not lines.
const OPEN_CELLS: [&str; 2] =
    ["nurikabe 3 3\n2..\n...\n..2\n", "hitori 3 3\n1 1 2\n2 3 1\n3 2 2\n"];

/// Weights from -3 to 5 of the atoms of a puzzle, of which some have none. Equal seeds give equal weights.
fn weights(puzzle: &Puzzle, seed: usize) -> AtomWeights {
    let line = |atom: usize| match (atom * 7 + seed * 5 + atom * atom * 3) % 10 {
        9 => String::new(),
        weight => format!("{} {}\n", puzzle.atom_name(atom), weight as i64 - 3),
    };
    let text: String = (0..puzzle.atom_count()).map(line).collect();
    AtomWeights::read(&text, "weights", puzzle).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_optimal_weight_is_that_of_brute_force() {
    for text in OPEN.into_iter().chain(OPEN_CELLS) {
        let puzzle: Puzzle = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let all = brute_force(&puzzle).expect("a tiny puzzle");
        for seed in 0..6 {
            let weights = weights(&puzzle, seed);
            let totals: Vec<i64> = all.iter().map(|solution| weights.total(solution)).collect();
            for (is_maximized, best) in [(false, totals.iter().min()), (true, totals.iter().max())]
            {
                for solver in ["batsat", "microlp", "stable"] {
                    let run = Solve::new(&puzzle).solver(solver);
                    let run = match is_maximized {
                        true => run.maximize(weights.clone()),
                        false => run.minimize(weights.clone()),
                    };
                    let outcome = run.run().expect("a run");
                    let found = &outcome.main.outcome;
                    let message = format!("{text}{solver} {is_maximized} {found:?} of {totals:?}");
                    let Some(&best) = best else {
                        assert_eq!(found.verdict, Verdict::NoSolution, "{message}");
                        continue;
                    };
                    assert_eq!(found.verdict, Verdict::Optimal, "{message}");
                    let total = outcome.solution().map(|solution| weights.total(solution));
                    assert_eq!(total, Some(best), "{message}");
                    let objective = found.objective.expect("an objective");
                    assert_eq!(objective.value, Some(best as f64), "{message}");
                    assert_eq!(objective.bound, objective.value, "{message}");
                }
            }
        }
    }
}

/// Of each kind with an encoding that has all atoms and all solutions.
#[test]
fn every_kind_has_weights() {
    for &kind in PuzzleKind::all() {
        let puzzle = sample(kind);
        let has_atoms = puzzle.encoding_names().iter().any(|name| {
            puzzle.encoding(name).is_ok_and(|encoding| {
                encoding.completeness() == Completeness::Complete
                    && atom_literals(&encoding).is_some()
            })
        });
        let weights = weights(&puzzle, 1);
        let run = Solve::new(&puzzle).minimize(weights.clone()).run();
        if !has_atoms {
            let error = run.expect_err("no encoding with all atoms");
            assert!(matches!(error, SolveError::NoWeights(_)), "{kind}: {error}");
            continue;
        }
        let outcome = run.unwrap_or_else(|error| panic!("{kind}: {error}"));
        assert_eq!(outcome.verdict(), Verdict::Optimal, "{kind}");
        let total = |solution: Option<&Solution>| solution.map(|one| weights.total(one));
        let any = Solve::new(&puzzle).run().expect("a run");
        assert!(total(outcome.solution()) <= total(any.solution()), "{kind}");
    }
}

/// Puzzles had a length only.
#[test]
fn the_command_finds_the_cheapest_loop() {
    let folder = tempfile::tempdir().expect("a folder");
    let puzzle = file(folder.path(), "open.txt", "slitherlink 2 2\n..\n..\n");
    let tolls = "# the upper left corner pays\nh_1_1 -2\nv_1_1 -2\nv_1_3 3\nv_2_3 3\n";
    let tolls = file(folder.path(), "tolls.txt", tolls);
    for (option, value) in [("--minimize", "-4"), ("--maximize", "6")] {
        let solved = encycle(&["solve", &puzzle, option, &tolls]);
        let text = stdout(&solved);
        assert_eq!(code(&solved), 0, "{text}{}", stderr(&solved));
        assert!(text.contains(&format!(": optimal {value} (")), "{text}");
    }
    let wrong = file(folder.path(), "wrong.txt", "h_1_1 2\nh_1_9 2\n");
    let refused = encycle(&["solve", &puzzle, "--minimize", &wrong]);
    assert_eq!(code(&refused), 2, "{}", stdout(&refused));
    let words = "wrong.txt:2:1: 'h_1_9' is not the name of an atom\nhelp: ";
    assert!(stderr(&refused).contains(words), "{}", stderr(&refused));
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
        (&[first, "--minimize", "turns"][..], "turns: no such file\nhelp: write `length`"),
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
