//! Solves a piece with a solver.

use std::time::Duration;

use web_time::Instant;

use encycle_encodings::encoding::{Cut, Encodable as _, Encoding};
use encycle_encodings::kinds::hamilton::Piece;
use encycle_encodings::logic::LoweringOptions;
use encycle_encodings::puzzle::Solution;

use crate::solve::JobLimits;
use crate::solve::engine::Engine;
use crate::solve::pieces::PieceResult;
use crate::solve::search::{Observer, RoundReport, SearchOptions, Verdict, solve};
use crate::solve::session::{Failure, FormulaSize, SolverId};

/// The CPU time of the first search in a large piece.
const FIRST_SEARCH: Duration = Duration::from_secs(2);
/// How many times as long a search must take as the last one that found no model of any kind, while symmetric ones are
/// being searched. The solvers take turns, so the factor lets them take turns here, too: each third search reaches it.
const NO_MODEL_FACTOR: u32 = 3;

/// Searches within common limits, whose rounds follow each other.
pub(super) struct PieceSearch<'a> {
    engine: &'a Engine,
    lowering: LoweringOptions,
    options: SearchOptions,
    limits: JobLimits,
    observer: &'a mut dyn Observer,
    rounds: Vec<RoundReport>,
    /// The solver of the last search.
    solver: Option<SolverId>,
}

impl<'a> PieceSearch<'a> {
    /// Creates searches within `limits`, whose time counts from `start`.
    pub fn new(
        engine: &'a Engine,
        lowering: LoweringOptions,
        options: &SearchOptions,
        start: Instant,
        limits: JobLimits,
        observer: &'a mut dyn Observer,
    ) -> Self {
        let options = SearchOptions { started_at: Some(start), ..options.clone() };
        Self { engine, lowering, options, limits, observer, rounds: Vec::new(), solver: None }
    }

    /// Returns the rounds of all searches, and the solver of the last one.
    pub fn finish(self) -> (Vec<RoundReport>, Option<SolverId>) {
        (self.rounds, self.solver)
    }

    /// Solves a piece; returns the result and the encoding.
    ///
    /// The time for a large piece has a heavy tail. So its searches end after growing times, and the next one has another
    /// seed and, by default, the other built-in solver. Those for symmetric models take turns with those for any model,
    /// most of which are left out if even the first model takes too long.
    pub fn solve(&mut self, piece: &Piece) -> Result<(PieceResult, String), Failure> {
        let (puzzle, edges) = piece.puzzle();
        let is_small = puzzle.has_small_contraction();
        let merging = (!is_small).then(|| puzzle.merging_encoding()).flatten();
        let Some(merging) = merging else {
            let contraction = puzzle.encoding("contraction");
            let contraction = contraction.map_err(|error| Failure::Internal(error.to_string()))?;
            let found = self.run(self.engine, &*contraction, self.options.seed, None, &edges)?;
            return Ok((found, contraction.name().to_owned()));
        };
        let mut symmetric = puzzle.symmetric_encodings();
        let mut least_time = Duration::ZERO;
        for (engine, seed, time) in searches(self.engine, self.options.seed) {
            let mut left = Vec::new();
            for encoding in symmetric {
                let before = self.spent();
                let found = self.run(engine, &*encoding, seed, Some(time), &edges)?;
                if matches!(found, PieceResult::Cycle(_)) {
                    return Ok((found, "symmetric".to_owned()));
                }
                // one that ends much earlier has no model
                if self.spent().saturating_sub(before) >= time / 2 {
                    left.push(encoding);
                }
            }
            symmetric = left;
            if !symmetric.is_empty() && time < least_time && !self.is_over() {
                continue;
            }
            let (before, rounds) = (self.spent(), self.rounds.len());
            let found = self.run(engine, &*merging, seed, Some(time), &edges)?;
            // a search that ends much earlier has met another limit
            let is_over = self.is_over() || self.spent().saturating_sub(before) < time / 2;
            if is_over || !matches!(found, PieceResult::Unknown(_)) {
                return Ok((found, merging.name().to_owned()));
            }
            // each round but the last one has a model
            if self.rounds.len() - rounds <= 1 {
                least_time = time * NO_MODEL_FACTOR;
            }
        }
        unreachable!("the searches have no end")
    }

    /// Searches for a cycle for at most this CPU time; `edges` are the edges of the piece that those of the puzzle stand
    /// for.
    fn run(
        &mut self,
        engine: &Engine,
        encoding: &dyn Encoding,
        seed: Option<u64>,
        time: Option<Duration>,
        edges: &[usize],
    ) -> Result<PieceResult, Failure> {
        log::debug!("{}: {} edges", encoding.name(), edges.len());
        let mut session = engine.session(self.lowering, seed)?;
        self.solver = Some(session.solver().clone());
        let cpu = self.cpu_left().into_iter().chain(time).min();
        let options = SearchOptions { cpu, seed, ..self.options.clone() };
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

    /// Returns whether a limit of all searches is reached.
    fn is_over(&self) -> bool {
        self.limits.reached().is_some() || self.cpu_left().is_some_and(|left| left.is_zero())
    }

    fn cpu_left(&self) -> Option<Duration> {
        self.options.cpu.map(|limit| limit.saturating_sub(self.spent()))
    }

    /// Returns the CPU time of all searches.
    fn spent(&self) -> Duration {
        self.rounds.iter().filter_map(|round| round.solver_cpu).sum()
    }
}

/// Returns the searches in a large piece, without end: the solver, the seed and the CPU time of each.
fn searches(
    engine: &Engine,
    seed: Option<u64>,
) -> impl Iterator<Item = (&Engine, Option<u64>, Duration)> {
    let engines = match engine {
        Engine::Default => [&Engine::BatSat, &Engine::Stable],
        chosen => [chosen; 2],
    };
    let seeds = std::iter::successors(Some(seed), |seed| {
        Some(Some(seed.map_or(0, |seed| seed.wrapping_add(1))))
    });
    let times = std::iter::successors(Some(FIRST_SEARCH), |&time| Some(time * 3 / 2));
    engines
        .into_iter()
        .cycle()
        .zip(seeds)
        .zip(times)
        .map(|((engine, seed), time)| (engine, seed, time))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_solvers_take_turns_unless_one_is_chosen() {
        let names = |engine: &Engine, seed: Option<u64>| {
            let first = searches(engine, seed).take(4);
            first.map(|(engine, seed, _)| (engine.name(), seed)).collect::<Vec<_>>()
        };
        let of = |name: &str, seed: Option<u64>| (name.to_owned(), seed);
        let turns = [
            of("batsat", None),
            of("stable", Some(0)),
            of("batsat", Some(1)),
            of("stable", Some(2)),
        ];
        assert_eq!(names(&Engine::Default, None), turns);
        let seeds = [u64::MAX, 0, 1, 2];
        assert_eq!(
            names(&Engine::Stable, Some(u64::MAX)),
            seeds.map(|seed| of("stable", Some(seed))),
        );
        let times: Vec<f64> = searches(&Engine::Default, None)
            .take(3)
            .map(|(_, _, time)| time.as_secs_f64())
            .collect();
        assert_eq!(times, [2.0, 3.0, 4.5]);
    }
}
