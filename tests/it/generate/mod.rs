//! Generated puzzles: unique by a second method, as the options require, and reproducible by seed.

mod command;
mod max_sat;
mod repair;
mod strategies;
mod techniques;

use encycle::generate::{ClueFrame, PlacedClue, frame_of};
use encycle::puzzle::Puzzle;

use crate::support::binary::{code, encycle, stderr, stdout};

fn taken_apart(puzzle: &Puzzle) -> (Box<dyn ClueFrame>, Vec<PlacedClue>) {
    frame_of(puzzle).expect("a kind with clues")
}

/// The puzzle without one of the clues.
fn without(frame: &dyn ClueFrame, clues: &[PlacedClue], index: usize) -> Puzzle {
    let mut fewer = clues.to_vec();
    fewer.remove(index);
    frame.with(&fewer)
}

fn made(arguments: &[&str]) -> String {
    let output = encycle(&[&["generate"], arguments].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    stdout(&output)
}
