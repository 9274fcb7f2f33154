//! Searches in a piece: an encoding and a solver, with limits that several threads share.

use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use web_time::Instant;

use encycle_encodings::encoding::{Cut, Encodable as _, Encoding};
use encycle_encodings::kinds::hamilton::Piece;
use encycle_encodings::logic::LoweringOptions;
use encycle_encodings::puzzle::Solution;
use encycle_solvers::Stop;

use crate::solve::deadline::{Deadline, JobLimits, time_limit_reached};
use crate::solve::engine::Engine;
use crate::solve::pieces::PieceResult;
use crate::solve::pieces::lookahead::{LookaheadLimits, LookaheadResult, look_ahead};
use crate::solve::pieces::plan::{PieceModels, SearchPlan};
use crate::solve::relaxation::RowCombination;
use crate::solve::search::{Observer, RoundReport, SearchOptions, Verdict, solve};
use crate::solve::session::{Failure, FormulaSize, SolverId};
use crate::solve::threads::race;

/// The number of threads that search in a large piece by default, if there are as many cores.
const DEFAULT_THREADS: usize = 2;
/// The longest time of a search by lookahead.
const LOOKAHEAD_TIME: Duration = Duration::from_secs(300);

/// Searches in pieces within common limits, possibly in several threads.
pub(super) struct PieceSearch<'a> {
    engine: &'a Engine,
    lowering: LoweringOptions,
    options: SearchOptions,
    pub limits: JobLimits,
    shared: Mutex<SharedPiece<'a>>,
}

/// The state that the threads share.
struct SharedPiece<'a> {
    observer: &'a mut (dyn Observer + Send),
    /// The rounds of all searches; the rounds of one search follow each other.
    rounds: Vec<RoundReport>,
    /// The CPU time of the searches that have ended.
    spent: Duration,
    /// The CPU time that the running searches may still spend, if CPU time is limited.
    reserved: Duration,
}

impl SharedPiece<'_> {
    /// Returns the CPU time of this limit that is neither spent nor reserved.
    fn cpu_left(&self, limit: Option<Duration>) -> Option<Duration> {
        limit.map(|limit| limit.saturating_sub(self.spent + self.reserved))
    }
}

/// The result of a search.
pub(super) struct SearchedPiece {
    pub result: Result<PieceResult, Failure>,
    /// The encoding.
    pub method: String,
    pub solver: SolverId,
    /// Whether the search ended much earlier than its limit required.
    is_early: bool,
    rounds: usize,
}

impl SearchedPiece {
    /// Returns the result for a piece whose linear relaxation has no point.
    fn infeasible() -> Self {
        Self {
            result: Ok(PieceResult::NoCycle),
            method: "relaxation".to_owned(),
            solver: Engine::Microlp.unversioned_id(),
            is_early: true,
            rounds: 0,
        }
    }
}

/// The encodings of a large piece.
struct PieceEncodings<'p> {
    symmetric: Vec<Encoding<'p>>,
    any: Encoding<'p>,
    /// For each edge of the encodings, the edge of the piece that it stands for.
    edges: Vec<usize>,
}

impl<'a> PieceSearch<'a> {
    /// Creates searches within common limits, whose time counts from now, unless the options have a start.
    pub fn new(
        engine: &'a Engine,
        lowering: LoweringOptions,
        options: &SearchOptions,
        observer: &'a mut (dyn Observer + Send),
    ) -> Self {
        let (rounds, zero) = (Vec::new(), Duration::ZERO);
        let shared = SharedPiece { observer, rounds, spent: zero, reserved: zero };
        let start = options.started_at.unwrap_or_else(Instant::now);
        let options = SearchOptions { started_at: Some(start), ..options.clone() };
        let limits = JobLimits::of(&options);
        Self { engine, lowering, options, limits, shared: Mutex::new(shared) }
    }

    /// Returns the rounds of all searches.
    pub fn finish(self) -> Vec<RoundReport> {
        self.shared.into_inner().unwrap_or_else(PoisonError::into_inner).rounds
    }

    /// Solves a piece. A small piece is solved by the encoding `contraction`. The searches in a large piece follow a
    /// [`SearchPlan`]: in one thread until a search has taken its whole time, and then in several.
    pub fn solve(&self, piece: &Piece) -> Result<SearchedPiece, Failure> {
        let (puzzle, edges) = piece.puzzle();
        let is_small = puzzle.has_small_contraction();
        let found = match (!is_small).then(|| puzzle.merging_encoding()).flatten() {
            None => {
                let contraction = puzzle.encoding("contraction");
                let contraction =
                    contraction.map_err(|error| Failure::Internal(error.to_string()))?;
                let (engine, seed) = (self.engine, self.options.seed);
                self.run(engine, &contraction, seed, None, &edges, &self.options.stop)?
            }
            Some(any) => {
                let encodings =
                    PieceEncodings { symmetric: puzzle.symmetric_encodings(), any, edges };
                let plan =
                    SearchPlan::new(self.engine, self.options.seed, encodings.symmetric.len());
                let plan = Mutex::new(plan);
                loop {
                    match self.step(&encodings, &plan, &self.options.stop)? {
                        ControlFlow::Break(found) => break found,
                        ControlFlow::Continue(true) => {}
                        ControlFlow::Continue(false) if self.is_infeasible(piece) => {
                            break SearchedPiece::infeasible();
                        }
                        ControlFlow::Continue(false) => match self.look_ahead(piece) {
                            Some(found) => break found,
                            None => break self.race(&encodings, &plan, self.threads())?,
                        },
                    }
                }
            }
        };
        Ok(match found.result {
            Ok(PieceResult::Unknown(reason)) => {
                let reason = self.limits.reached().unwrap_or(reason);
                SearchedPiece { result: Ok(PieceResult::Unknown(reason)), ..found }
            }
            _ => found,
        })
    }

    /// Returns whether the linear relaxation of a piece, with subtour cuts, has no point. Most pieces with a cycle are solved
    /// before this question is worth its time.
    fn is_infeasible(&self, piece: &Piece) -> bool {
        let (factors, cycle) = (piece.factor_problem(), piece.contracted_graph());
        RowCombination::find(&factors, &cycle, &self.limits).is_some()
    }

    /// Searches by lookahead, if the whole tree fits into the limits.
    fn look_ahead(&self, piece: &Piece) -> Option<SearchedPiece> {
        let (threads, reserved) = (self.threads(), self.reserve(None));
        let times =
            [self.limits.deadline.map(Deadline::left), reserved.map(|cpu| cpu / threads as u32)];
        let time = times.into_iter().flatten().fold(LOOKAHEAD_TIME, Duration::min);
        let limits = LookaheadLimits { threads, time, stop: &self.options.stop };
        let LookaheadResult { result, cpu } = look_ahead(piece, &limits);
        self.record(Vec::new(), reserved, cpu);
        let solver = self.engine.unversioned_id();
        let method = "lookahead".to_owned();
        let is_decided = !matches!(result, PieceResult::Unknown(_));
        is_decided.then_some(SearchedPiece {
            result: Ok(result),
            method,
            solver,
            is_early: true,
            rounds: 0,
        })
    }

    /// Runs searches in this number of threads until one search has decided or all must end.
    fn race(
        &self,
        encodings: &PieceEncodings<'_>,
        plan: &Mutex<SearchPlan<'a>>,
        threads: usize,
    ) -> Result<SearchedPiece, Failure> {
        let work = |_, stop: Stop| loop {
            if let ControlFlow::Break(found) = self.step(encodings, plan, &stop)? {
                return Ok(found);
            }
        };
        let race = race(threads, threads, &self.options.stop, work, |found| {
            !matches!(found, Ok(SearchedPiece { result: Ok(PieceResult::Unknown(_)), .. }))
        });
        let best = race.winner.unwrap_or(0);
        race.results.into_iter().nth(best).flatten().expect("the first one starts in any case")
    }

    /// Runs the next search. Returns its result if it has decided or all searches must end, and otherwise whether it
    /// ended early.
    fn step(
        &self,
        encodings: &PieceEncodings<'_>,
        plan: &Mutex<SearchPlan<'a>>,
        stop: &Stop,
    ) -> Result<ControlFlow<SearchedPiece, bool>, Failure> {
        let search = lock(plan).next();
        let encoding = match search.models {
            PieceModels::Symmetric(number) => &encodings.symmetric[number],
            PieceModels::Any => &encodings.any,
        };
        let (engine, seed, time) = (search.engine, search.seed, search.time);
        let mut found = self.run(engine, encoding, seed, Some(time), &encodings.edges, stop)?;
        if let PieceModels::Symmetric(_) = search.models {
            found.method = "symmetric".to_owned();
        }
        let is_open = matches!(found.result, Ok(PieceResult::Unknown(_)));
        if !is_open || self.is_over(stop) {
            return Ok(ControlFlow::Break(found));
        }
        match search.models {
            // a symmetric search that ends early without a result has no model
            PieceModels::Symmetric(number) if found.is_early => lock(plan).close(number),
            PieceModels::Symmetric(_) => {}
            // a search for any model that ends early has reached another limit
            PieceModels::Any if found.is_early => return Ok(ControlFlow::Break(found)),
            // each round but the last has a model
            PieceModels::Any if found.rounds <= 1 => lock(plan).found_no_model(time),
            PieceModels::Any => {}
        }
        Ok(ControlFlow::Continue(found.is_early))
    }

    /// Searches for a cycle for at most this CPU time; `edges` contains, for each edge of the puzzle, the edge of the
    /// piece that it stands for.
    fn run(
        &self,
        engine: &Engine,
        encoding: &Encoding<'_>,
        seed: Option<u64>,
        time: Option<Duration>,
        edges: &[usize],
        stop: &Stop,
    ) -> Result<SearchedPiece, Failure> {
        log::debug!("{}: {} edges", encoding.name(), edges.len());
        let mut session = engine.session(self.lowering, seed)?;
        let (solver, method) = (session.solver().clone(), encoding.name().to_owned());
        let cpu = self.reserve(time);
        let options = SearchOptions { cpu, seed, stop: stop.clone(), ..self.options.clone() };
        let mut observer = PieceRounds { shared: &self.shared };
        let outcome = solve(encoding, &mut *session, options, false, &mut observer);
        let spent = outcome.rounds.iter().filter_map(|round| round.solver_cpu).sum();
        let is_early = cpu.is_none_or(|cpu| spent < cpu / 2);
        let rounds = outcome.rounds.len();
        self.record(outcome.rounds, cpu, spent);
        let result = match (outcome.failure, outcome.verdict, outcome.solutions.first()) {
            (Some(failure), ..) => Err(failure),
            (_, Verdict::NoSolution, _) => Ok(PieceResult::NoCycle),
            (.., Some(solution)) => {
                let mut cycle: Vec<usize> = solution.true_atoms().map(|atom| edges[atom]).collect();
                // a forced edge has two halves, which follow each other
                cycle.dedup();
                Ok(PieceResult::Cycle(cycle))
            }
            _ => {
                let reason = self.cpu_limit_reached().or(outcome.reason);
                Ok(PieceResult::Unknown(reason.unwrap_or_else(|| "no result".to_owned())))
            }
        };
        Ok(SearchedPiece { result, method, solver, is_early, rounds })
    }

    /// Reserves CPU time for the next search: `time`, or what is left if that is less. Returns the reserved time.
    fn reserve(&self, time: Option<Duration>) -> Option<Duration> {
        let shared = &mut *lock(&self.shared);
        let reserved = shared.cpu_left(self.options.cpu).into_iter().chain(time).min();
        shared.reserved += reserved.unwrap_or_default();
        reserved
    }

    /// Records the rounds of a search, and replaces the CPU time that it had reserved by the CPU time that it spent.
    fn record(&self, rounds: Vec<RoundReport>, reserved: Option<Duration>, spent: Duration) {
        let shared = &mut *lock(&self.shared);
        shared.rounds.extend(rounds);
        shared.reserved -= reserved.unwrap_or_default();
        shared.spent += spent;
    }

    /// Returns the message that no CPU time is left, if that is the case.
    fn cpu_limit_reached(&self) -> Option<String> {
        let left = lock(&self.shared).cpu_left(self.options.cpu);
        let limit = self.options.cpu.filter(|_| left == Some(Duration::ZERO));
        limit.map(|limit| time_limit_reached("CPU time", limit))
    }

    /// Returns whether a limit of all searches is reached, or a stop is requested. CPU time that another thread has
    /// reserved counts as spent, because most searches spend all of it.
    fn is_over(&self, stop: &Stop) -> bool {
        let limit = || self.limits.reached().or_else(|| self.cpu_limit_reached());
        stop.is_requested() || limit().is_some()
    }

    /// Returns the number of threads that search in a large piece.
    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.options.builtin_threads().unwrap_or_else(|| cores().min(DEFAULT_THREADS))
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An observer that forwards rounds without their models and cuts, which belong to a piece, not to the puzzle.
struct PieceRounds<'s, 'a> {
    shared: &'s Mutex<SharedPiece<'a>>,
}

impl Observer for PieceRounds<'_, '_> {
    fn call(&mut self, size: FormulaSize) {
        lock(self.shared).observer.call(size);
    }

    fn round(
        &mut self,
        report: &RoundReport,
        _: Option<&Solution>,
        _: &[Cut],
    ) -> Result<(), Failure> {
        lock(self.shared).observer.round(report, None, &[])
    }
}

#[cfg(test)]
mod tests {
    use encycle_encodings::grid::Graph;
    use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};

    use super::*;

    /// Returns the only piece of a graph.
    fn piece(vertices: usize, edges: Vec<[u32; 2]>) -> Piece {
        let graph = Graph::new(vertices, edges).expect("a simple graph");
        let puzzle = Hamilton::new(graph, HamiltonGoal::Cycle, &[]).expect("a puzzle");
        let mut pieces = puzzle.decompose(&mut || true).expect("no contradiction").pieces;
        assert_eq!(pieces.len(), 1);
        pieces.remove(0)
    }

    /// Returns two cycles through the same number of vertices, one in steps of 1 and one in steps of `step`, with an
    /// edge between equal numbers: a generalized Petersen graph. With 5 and 2, it is the Petersen graph.
    fn two_cycles(length: u32, step: u32) -> Piece {
        let of = |i| {
            [[i, (i + 1) % length], [i, i + length], [i + length, (i + step) % length + length]]
        };
        piece(2 * length as usize, (0..length).flat_map(of).collect())
    }

    fn search<'a>(
        options: &SearchOptions,
        observer: &'a mut (dyn Observer + Send),
    ) -> PieceSearch<'a> {
        let (engine, lowering) = (&Engine::Default, LoweringOptions::default());
        PieceSearch::new(engine, lowering, options, observer)
    }

    fn encodings(puzzle: &Hamilton, edges: Vec<usize>) -> PieceEncodings<'_> {
        let any = puzzle.merging_encoding().expect("a cycle without forbidden edges");
        PieceEncodings { symmetric: puzzle.symmetric_encodings(), any, edges }
    }

    #[test]
    fn a_race_decides_whether_there_is_a_cycle() {
        for (piece, has_cycle) in [(two_cycles(5, 1), true), (two_cycles(5, 2), false)] {
            let (puzzle, edges) = piece.puzzle();
            let encodings = encodings(&puzzle, edges);
            for threads in 1..=4 {
                let mut ignored = ();
                let search = search(&SearchOptions::default(), &mut ignored);
                let plan =
                    Mutex::new(SearchPlan::new(search.engine, None, encodings.symmetric.len()));
                let found = search.race(&encodings, &plan, threads).expect("a session");
                match found.result.expect("no failure") {
                    PieceResult::Cycle(cycle) => {
                        assert!(has_cycle, "{threads} threads");
                        assert_eq!(cycle.len(), piece.vertex_count());
                    }
                    PieceResult::NoCycle => assert!(!has_cycle, "{threads} threads"),
                    PieceResult::Unknown(reason) => panic!("{threads} threads: {reason}"),
                }
                assert!(!search.finish().is_empty(), "the rounds of all searches are kept");
            }
        }
    }

    #[test]
    fn a_requested_stop_ends_a_race() {
        let options = SearchOptions::default();
        options.stop.request();
        let (puzzle, edges) = two_cycles(5, 2).puzzle();
        let encodings = encodings(&puzzle, edges);
        let mut ignored = ();
        let search = search(&options, &mut ignored);
        let plan = Mutex::new(SearchPlan::new(search.engine, None, encodings.symmetric.len()));
        let found = search.race(&encodings, &plan, 2).expect("a session");
        assert!(matches!(found.result, Ok(PieceResult::Unknown(_))));
    }

    #[test]
    fn parallel_searches_share_the_cpu_time() {
        let seconds = |number| Some(Duration::from_secs(number));
        let options = SearchOptions { cpu: seconds(10), ..Default::default() };
        let mut ignored = ();
        let search = search(&options, &mut ignored);
        assert_eq!(search.reserve(seconds(4)), seconds(4));
        assert_eq!(search.reserve(seconds(8)), seconds(6));
        assert!(search.is_over(&options.stop));
        search.record(Vec::new(), seconds(4), Duration::from_secs(1));
        assert_eq!(lock(&search.shared).cpu_left(options.cpu), seconds(3));
        // a search may overrun its time slightly
        search.record(Vec::new(), seconds(6), Duration::from_secs(7));
        assert_eq!(search.reserve(None), seconds(2));
        assert_eq!(
            search.cpu_limit_reached().expect("2 s are reserved"),
            "the CPU time limit of 10 s was reached"
        );
    }

    #[test]
    fn the_reason_states_the_limit_of_all_searches_not_of_the_last_one() {
        let options = SearchOptions { cpu: Some(Duration::from_secs(5)), ..Default::default() };
        let mut ignored = ();
        let search = search(&options, &mut ignored);
        search.reserve(None);
        let found = search.solve(&two_cycles(5, 2)).expect("a session");
        let Ok(PieceResult::Unknown(reason)) = found.result else { panic!("no time is left") };
        assert_eq!(reason, "the CPU time limit of 5 s was reached");
    }
}
