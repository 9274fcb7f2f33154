//! The settings of a run: plain data, which [`Solve`](crate::solve::Solve) builds and its attempts read.

use std::path::PathBuf;

use encycle_encodings::logic::LoweringOptions;

use crate::puzzle::Puzzle;
use crate::solve::rounds::RoundCallback;
use crate::solve::search::SearchOptions;

/// The settings of a run on one puzzle, or of one of its attempts.
#[derive(Clone)]
pub(super) struct RunSettings<'a> {
    pub puzzle: &'a Puzzle,
    /// The encodings that the user chose.
    pub encodings: Option<Vec<String>>,
    pub presolve: bool,
    pub lowering: LoweringOptions,
    pub unique: bool,
    pub options: SearchOptions,
    /// The folder for the rounds.
    pub rounds: Option<PathBuf>,
    pub observer: Option<RoundCallback<'a>>,
    /// Whether BatSat counts its conflicts.
    pub heat: bool,
}

impl<'a> RunSettings<'a> {
    /// Returns the defaults.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        Self {
            puzzle,
            encodings: None,
            presolve: true,
            lowering: LoweringOptions::default(),
            unique: false,
            options: SearchOptions::default(),
            rounds: None,
            observer: None,
            heat: false,
        }
    }
}
