//! Attempts: one solver with one encoding.

use std::path::Path;

use web_time::Instant;

use encycle_encodings::encoding::Encoding;
use encycle_encodings::export::NameCollector;
use encycle_encodings::logic::{LoweringOptions, lower_to_cnf};
use encycle_solvers::Stop;

use crate::solve::builder::Solve;
use crate::solve::conquer::Conquest;
use crate::solve::engine::Engine;
use crate::solve::forward::ForwardedRounds;
use crate::solve::result::{Attempt, SolveError, cut_kind};
use crate::solve::rounds::RoundsFolder;
use crate::solve::search::{LoopCheckMode, Outcome, SearchOptions, solve};
use crate::solve::session::{Failure, SolverId};

impl Solve<'_> {
    /// Runs one solver with one encoding. A failure of the solver is an outcome, not an error.
    pub(super) fn attempt(
        &self,
        engine: &Engine,
        name: &str,
        unique: bool,
        folder: Option<&Path>,
        stop: Stop,
    ) -> Result<Attempt, SolveError> {
        let puzzle = self.puzzle;
        if let Some(attempt) = self.attempt_by_pieces(engine, unique, folder, stop.clone()) {
            return Ok(attempt);
        }
        let propagates = self.options.mode == LoopCheckMode::Propagate;
        // of the solvers that the default chooses from, only BatSat counts conflicts and accepts a propagator
        let engine = engine.suited_to(puzzle, unique || self.heat || propagates);
        let encoding = puzzle.encoding(name)?;
        let start = Instant::now();
        let encoding = match self.presolve {
            true => puzzle.presolved(encoding),
            false => encoding,
        };
        let presolve = start.elapsed();
        let cuts = cut_kind(&encoding, self.options.cuts)?;
        if propagates && (!engine.accepts_propagator() || encoding.propagator().is_none()) {
            return Err(SolveError::NoPropagator(Failure::NoPropagator));
        }
        if self.options.fractional && !(engine.has_relaxation() && encoding.has_fractional_cuts()) {
            let (solver, encoding) = (engine.name(), name.to_owned());
            return Err(SolveError::NoFractionalCuts { solver, encoding });
        }
        let folder = folder.map(|folder| {
            RoundsFolder::new(folder, puzzle, &encoding, self.lowering, engine.is_linear())
                .and_then(|mut rounds| rounds.add(&self.options.start.cuts).map(|()| rounds))
                .map_err(|error| SolveError::RoundsFolder { folder: folder.to_owned(), error })
        });
        let folder = folder.transpose()?;
        let mut rounds = ForwardedRounds::new(engine.name(), self.observer);
        rounds.folder = folder;
        log::debug!("{}: building the formula of {name}", engine.name());
        let mut options = SearchOptions { cuts, stop, ..self.options.clone() };
        if rounds.folder.is_some() && options.mode == LoopCheckMode::Auto {
            // the files contain the cuts, and cuts during the search are not recorded
            options.mode = LoopCheckMode::Cuts;
        }
        let threads = options.builtin_threads().unwrap_or(1);
        let session = engine.session_for(puzzle, &encoding, self.lowering, options.seed);
        let mut heat = None;
        let (outcome, solver) = match session {
            Ok(session)
                if threads > 1
                    && !self.heat
                    && engine.is_builtin_sat()
                    && rounds.folder.is_none()
                    && options.mode != LoopCheckMode::Propagate =>
            {
                let conquest = Conquest {
                    puzzle,
                    encoding: &encoding,
                    engine,
                    lowering: self.lowering,
                    options,
                    unique,
                    threads,
                };
                let outcome = conquest.run(|| ForwardedRounds::new(engine.name(), self.observer));
                (outcome, session.solver().clone())
            }
            Ok(mut session) => {
                if let Some(solver) = session.incremental().filter(|_| self.heat) {
                    solver.count_conflicts();
                }
                let outcome = solve(&encoding, &mut *session, options, unique, &mut rounds);
                let solver = session.incremental();
                let counts = solver.and_then(|solver| solver.conflicts_by_variable());
                heat = counts.map(|counts| named_counts(&encoding, self.lowering, counts));
                (outcome, session.solver().clone())
            }
            Err(failure) => {
                (Outcome::failed(failure), SolverId { name: engine.name(), version: None })
            }
        };
        let encoding = encoding.name().to_owned();
        Ok(Attempt { outcome, solver, engine: engine.clone(), encoding, cuts, presolve, heat })
    }
}

/// Returns the variables of a formula, by name, with the counts that are not 0.
fn named_counts(
    encoding: &Encoding<'_>,
    lowering: LoweringOptions,
    counts: &[u64],
) -> Vec<(String, u64)> {
    let names = lower_to_cnf(NameCollector::default(), lowering, |sink| encoding.encode(sink));
    // a formula that is too large was not searched, so it has no counts
    let names = names.unwrap_or_default();
    let counts = names.iter().zip(counts).filter(|&(_, &count)| count > 0);
    counts.map(|(name, &count)| (name.to_owned(), count)).collect()
}
