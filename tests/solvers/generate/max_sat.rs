//! The fewest clues to remove, by MaxSAT solvers and by the built-in search.

use encycle::formats;
use encycle::generate::{Difficulty, GenerateOptions, frame_of};
use encycle::generate::{
    RepairOptions, RepairOutcome, Strategy, Symmetry, ThinOutcome, generate, repair, thin,
};
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::solve::find_max_sat_solver;
use encycle::solvers::Catalogue;

use crate::support::puzzles::CONTRADICTIONS;

/// Both forms of models, and another algorithm.
const SOLVERS: [&str; 3] = ["rc2", "rc2 --vnew", "rc2 --blo=full --adapt --exhaust --minimize"];

fn options(solver: &str) -> RepairOptions {
    let found = find_max_sat_solver(Catalogue::builtin(), solver);
    let found = found.unwrap_or_else(|error| panic!("run scripts/install-solvers: {error}"));
    RepairOptions { max_sat: Some(Box::new(found)), ..RepairOptions::default() }
}

/// The number of removed clues, and whether the built-in search confirms it.
fn removed(puzzle: &Puzzle, options: &RepairOptions) -> (usize, Option<bool>) {
    match repair(puzzle, 2, options).unwrap_or_else(|error| panic!("{error}")) {
        RepairOutcome::Contradiction { removed: Some((clues, _)), optimum, .. } => {
            (clues.len(), optimum.map(|optimum| optimum.is_confirmed))
        }
        other => panic!("{other:?}"),
    }
}

fn agrees(puzzle: &Puzzle) {
    let (expected, none) = removed(puzzle, &RepairOptions::default());
    assert_eq!(none, None);
    for solver in SOLVERS {
        let (found, confirmed) = removed(puzzle, &options(solver));
        assert_eq!((found, confirmed), (expected, Some(true)), "{solver}: {puzzle:?}");
    }
}

#[test]
fn small_contradictions_of_each_kind() {
    for text in CONTRADICTIONS {
        agrees(&formats::read(text, None).expect("a puzzle").puzzle);
    }
}

/// Three clues of a puzzle with one solution get another value.
#[test]
fn changed_clues_of_generated_puzzles() {
    for (kind, rows, cols) in [
        (PuzzleKind::Slitherlink, 5, 5),
        (PuzzleKind::Sudoku, 6, 6),
        (PuzzleKind::NeighborNumber, 4, 4),
    ] {
        let options = GenerateOptions {
            difficulty: Some(Difficulty::Any),
            ..GenerateOptions::new(kind, rows, cols)
        };
        let made = generate(&options, 3).expect("a puzzle");
        let (frame, mut clues) = frame_of(&made.puzzle).expect("a kind with clues");
        let possible = frame.possible();
        let step = (clues.len() / 3).max(1);
        for clue in clues.iter_mut().step_by(step).take(3) {
            let others = possible.iter().filter(|one| one.place == clue.place && *one != clue);
            *clue = *others.min_by_key(|one| one.value).expect("another value");
        }
        let changed = frame.with(&clues);
        if matches!(
            repair(&changed, 2, &RepairOptions::default()),
            Ok(RepairOutcome::Contradiction { .. })
        ) {
            agrees(&changed);
        } else {
            panic!("{kind}: not contradictory: {changed:?}");
        }
    }
}

#[test]
fn the_fewest_clues_to_keep() {
    for text in [
        "sudoku 2 2\n1234\n3412\n2143\n4321\n",
        "slitherlink 5 5\n3.1..\n....1\n32..3\n..3..\n3...3\n",
    ] {
        let puzzle = formats::read(text, None).expect("a puzzle").puzzle;
        for solver in SOLVERS {
            let thinned = thin(&puzzle, Strategy::Minimum, Symmetry::None, 1, &options(solver));
            let thinned = thinned.unwrap_or_else(|error| panic!("{solver}: {error}"));
            assert!(matches!(thinned, ThinOutcome::Unique { .. }), "{solver}: {thinned:?}");
        }
    }
}
