//! The settings of a run: plain data, which [`Solve`](crate::solve::Solve) builds and its attempts read.

use std::path::PathBuf;

use encycle_encodings::logic::LoweringOptions;

use crate::problem::Problem;
use crate::solve::engine::Engine;
use crate::solve::rounds::RoundCallback;
use crate::solve::search::{Objective, PuzzleGoal, SearchOptions};

/// The settings of a run on one problem, or of one of its attempts.
#[derive(Clone)]
pub(super) struct RunSettings<'a> {
    pub problem: &'a dyn Problem,
    /// The encodings that the user chose.
    pub encodings: Option<Vec<String>>,
    pub presolve: bool,
    pub lowering: LoweringOptions,
    /// Whether degree constraints become the rows that suit the solver ([`Engine::suited_degree_rows`]), and not those of
    /// `lowering`.
    pub suits_degree_rows: bool,
    pub unique: bool,
    /// Which solution is the best; `None` if any is wanted.
    pub goal: Option<PuzzleGoal>,
    pub options: SearchOptions,
    /// The folder for the rounds.
    pub rounds: Option<PathBuf>,
    pub observer: Option<RoundCallback<'a>>,
    /// Whether BatSat counts its conflicts.
    pub heat: bool,
}

impl<'a> RunSettings<'a> {
    /// Returns the defaults.
    pub fn new(problem: &'a dyn Problem) -> Self {
        Self {
            problem,
            encodings: None,
            presolve: true,
            lowering: LoweringOptions::default(),
            suits_degree_rows: true,
            unique: false,
            goal: None,
            options: SearchOptions::default(),
            rounds: None,
            observer: None,
            heat: false,
        }
    }

    /// Returns the encoding of a solver for which no encoding is chosen. A goal needs one that has all solutions, with a variable
    /// for each atom.
    pub fn default_encoding(&self, engine: &Engine) -> String {
        let preferred = self.options.default_encoding(self.problem, engine);
        let Some(goal) = &self.goal else { return preferred };
        let all = self.problem.as_encodable();
        let names = [preferred.clone(), all.default_encoding()].into_iter();
        let has_goal = |name: &String| {
            let encoding = self.problem.encoding(name);
            encoding.is_ok_and(|encoding| Objective::of_goal(&encoding, goal).is_some())
        };
        names.chain(all.encoding_names()).find(has_goal).unwrap_or(preferred)
    }

    /// Returns the lowering for a solver.
    pub fn lowering_for(&self, engine: &Engine) -> LoweringOptions {
        match self.suits_degree_rows {
            true => LoweringOptions {
                degree_rows: engine.suited_degree_rows(),
                card: match self.problem.as_model() {
                    Some(_) => self.problem.default_lowering().card,
                    None => self.lowering.card,
                },
                ..self.lowering
            },
            false => self.lowering,
        }
    }
}
