//! Solves a piece with a solver.

use std::time::Duration;

use web_time::Instant;

use encycle_encodings::encoding::{Cut, Encodable as _, Encoding};
use encycle_encodings::kinds::hamilton::Piece;
use encycle_encodings::logic::LoweringOptions;
use encycle_encodings::puzzle::Solution;

use crate::solve::engine::Engine;
use crate::solve::pieces::PieceResult;
use crate::solve::search::{Observer, RoundReport, SearchOptions, Verdict, solve};
use crate::solve::session::{Failure, FormulaSize};

/// The longest search for a cycle above a smaller graph.
const MOST_LIFTED: Duration = Duration::from_secs(120);

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
    ///
    /// A large piece is first searched for a cycle above a smaller graph that it covers.
    pub fn solve(&mut self, piece: &Piece) -> Result<(PieceResult, String), Failure> {
        let (puzzle, edges) = piece.puzzle();
        let is_small = puzzle.has_small_contraction();
        if let Some(lifted) = (!is_small).then(|| puzzle.lifted_encoding()).flatten() {
            let options = self.lifted_options();
            let found = self.run(&*lifted, options, &edges)?;
            if matches!(found, PieceResult::Cycle(_)) {
                return Ok((found, "lifted".to_owned()));
            }
        }
        let merging = puzzle.merging_encoding().filter(|_| !is_small);
        let encoding = match merging {
            Some(merging) => merging,
            None => puzzle
                .encoding("contraction")
                .map_err(|error| Failure::Internal(error.to_string()))?,
        };
        let options = SearchOptions { cpu: self.cpu_left(), ..self.options.clone() };
        let found = self.run(&*encoding, options, &edges)?;
        Ok((found, encoding.name().to_owned()))
    }

    /// Searches for a cycle; `edges` are the edges of the piece that those of the puzzle stand for.
    fn run(
        &mut self,
        encoding: &dyn Encoding,
        options: SearchOptions,
        edges: &[usize],
    ) -> Result<PieceResult, Failure> {
        log::debug!("{}: {} edges", encoding.name(), edges.len());
        let mut session = self.engine.session(self.lowering, self.options.seed)?;
        let mut rounds = Rounds { observer: &mut *self.observer };
        let outcome = solve(encoding, &mut *session, options, false, &mut rounds);
        self.rounds.extend(outcome.rounds);
        if let Some(failure) = outcome.failure {
            return Err(failure);
        }
        Ok(match (outcome.verdict, outcome.solutions.first()) {
            (Verdict::NoSolution, _) => PieceResult::NoCycle,
            (_, Some(solution)) => {
                let mut cycle: Vec<usize> = solution.true_atoms().map(|atom| edges[atom]).collect();
                // a forced edge has two halves
                cycle.dedup();
                PieceResult::Cycle(cycle)
            }
            _ => PieceResult::Unknown(outcome.reason.unwrap_or_else(|| "no result".to_owned())),
        })
    }

    /// Returns the options for the search for such a cycle: half of the time that is left, and not more than
    /// [`MOST_LIFTED`].
    fn lifted_options(&self) -> SearchOptions {
        let left = self.cpu_left().into_iter().chain(self.wall_left());
        let cpu = left.map(|left| left / 2).chain([MOST_LIFTED]).min();
        SearchOptions { cpu, ..self.options.clone() }
    }

    fn wall_left(&self) -> Option<Duration> {
        let spent = self.options.started_at.map_or(Duration::ZERO, |start| start.elapsed());
        self.options.timeout.map(|timeout| timeout.saturating_sub(spent))
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
