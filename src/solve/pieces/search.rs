//! Solves a piece with a solver.

use std::time::Duration;

use web_time::Instant;

use encycle_encodings::encoding::{Cut, Encodable as _};
use encycle_encodings::kinds::hamilton::Piece;
use encycle_encodings::logic::LoweringOptions;
use encycle_encodings::puzzle::Solution;

use crate::solve::engine::Engine;
use crate::solve::pieces::PieceResult;
use crate::solve::search::{Observer, RoundReport, SearchOptions, Verdict, solve};
use crate::solve::session::{Failure, FormulaSize};

/// Searches within common limits, whose rounds follow each other.
pub(super) struct PieceSearch<'a> {
    engine: &'a Engine,
    lowering: LoweringOptions,
    options: SearchOptions,
    observer: &'a mut dyn Observer,
    rounds: Vec<RoundReport>,
}

impl<'a> PieceSearch<'a> {
    /// Creates searches whose time limit counts from `start`.
    pub fn new(
        engine: &'a Engine,
        lowering: LoweringOptions,
        options: &SearchOptions,
        start: Instant,
        observer: &'a mut dyn Observer,
    ) -> Self {
        let options = SearchOptions { started_at: Some(start), ..options.clone() };
        Self { engine, lowering, options, observer, rounds: Vec::new() }
    }

    /// Returns the rounds of all searches.
    pub fn into_rounds(self) -> Vec<RoundReport> {
        self.rounds
    }

    /// Solves a piece; returns the result and the encoding.
    pub fn solve(&mut self, piece: &Piece) -> Result<(PieceResult, String), Failure> {
        let (puzzle, edges) = piece.puzzle();
        let merging = puzzle.merging_encoding().filter(|_| !puzzle.has_small_contraction());
        let encoding = match merging {
            Some(merging) => merging,
            None => puzzle
                .encoding("contraction")
                .map_err(|error| Failure::Internal(error.to_string()))?,
        };
        let name = encoding.name().to_owned();
        log::debug!("{name}: {} vertices", piece.vertex_count());
        let mut session = self.engine.session(self.lowering, self.options.seed)?;
        let options = SearchOptions { cpu: self.cpu_left(), ..self.options.clone() };
        let mut rounds = Rounds { observer: &mut *self.observer };
        let outcome = solve(&*encoding, &mut *session, options, false, &mut rounds);
        self.rounds.extend(outcome.rounds);
        if let Some(failure) = outcome.failure {
            return Err(failure);
        }
        let found = match (outcome.verdict, outcome.solutions.first()) {
            (Verdict::NoSolution, _) => PieceResult::NoCycle,
            (_, Some(solution)) => {
                let mut cycle: Vec<usize> = solution.true_atoms().map(|atom| edges[atom]).collect();
                // a forced edge has two halves
                cycle.dedup();
                PieceResult::Cycle(cycle)
            }
            _ => PieceResult::Unknown(outcome.reason.unwrap_or_else(|| "no result".to_owned())),
        };
        Ok((found, name))
    }

    fn cpu_left(&self) -> Option<Duration> {
        let spent = self.rounds.iter().filter_map(|round| round.solver_cpu).sum();
        self.options.cpu.map(|limit| limit.saturating_sub(spent))
    }
}

/// Passes rounds on without their models and cuts, which are those of a piece.
struct Rounds<'a> {
    observer: &'a mut dyn Observer,
}

impl Observer for Rounds<'_> {
    fn call(&mut self, size: FormulaSize) {
        self.observer.call(size);
    }

    fn round(
        &mut self,
        report: &RoundReport,
        _: Option<&Solution>,
        _: &[Cut],
    ) -> Result<(), Failure> {
        self.observer.round(report, None, &[])
    }
}
