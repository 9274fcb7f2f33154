//! Solves a piece with a solver.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use web_time::Instant;

use encycle_encodings::encoding::{Cut, Encodable as _, Encoding};
use encycle_encodings::kinds::hamilton::Piece;
use encycle_encodings::logic::LoweringOptions;
use encycle_encodings::puzzle::Solution;
use encycle_solvers::Stop;

use crate::solve::engine::Engine;
use crate::solve::pieces::PieceResult;
use crate::solve::pieces::plan::{Models, Plan};
use crate::solve::race::{MOST_THREADS, race};
use crate::solve::search::{Observer, RoundReport, SearchOptions, Verdict, solve};
use crate::solve::session::{Failure, FormulaSize, SolverId};
use crate::solve::{JobLimits, time_limit_reached};

/// The number of threads that search in a large piece by default, if there are as many cores.
const THREADS: usize = 2;

/// Searches within common limits, perhaps in several threads.
pub(super) struct PieceSearch<'a> {
    engine: &'a Engine,
    lowering: LoweringOptions,
    options: SearchOptions,
    limits: JobLimits,
    shared: Mutex<Shared<'a>>,
}

/// What the threads share.
struct Shared<'a> {
    observer: &'a mut (dyn Observer + Send),
    /// The rounds of all searches, those of each in a row.
    rounds: Vec<RoundReport>,
    /// The CPU time that no search has taken, if it is limited.
    cpu_left: Option<Duration>,
}

/// What a search has found.
pub(super) struct Searched {
    pub result: PieceResult,
    /// The encoding.
    pub method: String,
    pub solver: SolverId,
    /// The CPU time.
    spent: Duration,
    rounds: usize,
}

/// The encodings of a large piece.
struct Encodings<'p> {
    symmetric: Vec<Box<dyn Encoding + 'p>>,
    any: Box<dyn Encoding + 'p>,
    /// The edges of the piece that those of the encodings stand for.
    edges: Vec<usize>,
}

impl<'a> PieceSearch<'a> {
    /// Creates searches within `limits`, whose time counts from `start`.
    pub fn new(
        engine: &'a Engine,
        lowering: LoweringOptions,
        options: &SearchOptions,
        start: Instant,
        limits: JobLimits,
        observer: &'a mut (dyn Observer + Send),
    ) -> Self {
        let shared = Shared { observer, rounds: Vec::new(), cpu_left: options.cpu };
        let options = SearchOptions { started_at: Some(start), ..options.clone() };
        Self { engine, lowering, options, limits, shared: Mutex::new(shared) }
    }

    /// Returns the rounds of all searches.
    pub fn finish(self) -> Vec<RoundReport> {
        self.shared.into_inner().unwrap_or_else(PoisonError::into_inner).rounds
    }

    /// Solves a piece.
    ///
    /// The searches in a large piece follow a [`Plan`], the first one alone, the others in several threads.
    pub fn solve(&self, piece: &Piece) -> Result<Searched, Failure> {
        let (puzzle, edges) = piece.puzzle();
        let stop = &self.options.stop;
        let is_small = puzzle.has_small_contraction();
        let Some(any) = (!is_small).then(|| puzzle.merging_encoding()).flatten() else {
            let contraction = puzzle.encoding("contraction");
            let contraction = contraction.map_err(|error| Failure::Internal(error.to_string()))?;
            return self.run(self.engine, &*contraction, self.options.seed, None, &edges, stop);
        };
        let encodings = Encodings { symmetric: puzzle.symmetric_encodings(), any, edges };
        let plan = Plan::new(self.engine, self.options.seed, encodings.symmetric.len());
        let plan = Mutex::new(plan);
        match self.work(&encodings, &plan, 1, stop)? {
            Some(found) => Ok(found),
            None => self.race(&encodings, &plan, self.threads()),
        }
    }

    /// Runs searches in this number of threads until one has decided or all must end.
    fn race(
        &self,
        encodings: &Encodings<'_>,
        plan: &Mutex<Plan<'a>>,
        threads: usize,
    ) -> Result<Searched, Failure> {
        let work = |_, stop: Stop| {
            let found = self.work(encodings, plan, usize::MAX, &stop);
            found.map(|found| found.expect("the searches end only with a result"))
        };
        let race = race(threads, threads, &self.options.stop, work, |found| {
            !matches!(found, Ok(Searched { result: PieceResult::Unknown(_), .. }))
        });
        let best = race.winner.unwrap_or(0);
        race.results.into_iter().nth(best).flatten().expect("the first one starts in any case")
    }

    /// Runs at most this number of searches, or until one has decided or all must end.
    fn work(
        &self,
        encodings: &Encodings<'_>,
        plan: &Mutex<Plan<'a>>,
        most: usize,
        stop: &Stop,
    ) -> Result<Option<Searched>, Failure> {
        for _ in 0..most {
            let search = lock(plan).next();
            let encoding = match search.models {
                Models::Symmetric(number) => &*encodings.symmetric[number],
                Models::Any => &*encodings.any,
            };
            let (engine, seed, time) = (search.engine, search.seed, search.time);
            let mut found = self.run(engine, encoding, seed, Some(time), &encodings.edges, stop)?;
            if let Models::Symmetric(_) = search.models {
                found.method = "symmetric".to_owned();
            }
            if !matches!(found.result, PieceResult::Unknown(_)) {
                return Ok(Some(found));
            }
            if self.is_over(stop) {
                return Ok(Some(found));
            }
            let is_early = found.spent < time / 2;
            match search.models {
                // it has no model
                Models::Symmetric(number) if is_early => lock(plan).close(number),
                Models::Symmetric(_) => {}
                // it has met another limit
                Models::Any if is_early => return Ok(Some(found)),
                // each round but the last one has a model
                Models::Any if found.rounds <= 1 => lock(plan).found_no_model(time),
                Models::Any => {}
            }
        }
        Ok(None)
    }

    /// Searches for a cycle for at most this CPU time; `edges` are the edges of the piece that those of the puzzle stand
    /// for.
    fn run(
        &self,
        engine: &Engine,
        encoding: &dyn Encoding,
        seed: Option<u64>,
        time: Option<Duration>,
        edges: &[usize],
        stop: &Stop,
    ) -> Result<Searched, Failure> {
        log::debug!("{}: {} edges", encoding.name(), edges.len());
        let mut session = engine.session(self.lowering, seed)?;
        let solver = session.solver().clone();
        let cpu = self.take(time);
        let options = SearchOptions { cpu, seed, stop: stop.clone(), ..self.options.clone() };
        let mut observer = Rounds { shared: &self.shared };
        let outcome = solve(encoding, &mut *session, options, false, &mut observer);
        let spent = outcome.rounds.iter().filter_map(|round| round.solver_cpu).sum();
        let rounds = outcome.rounds.len();
        self.give_back(cpu, spent);
        lock(&self.shared).rounds.extend(outcome.rounds);
        if let Some(failure) = outcome.failure {
            return Err(failure);
        }
        let result = match (outcome.verdict, outcome.solutions.first()) {
            (Verdict::NoSolution, _) => PieceResult::NoCycle,
            (_, Some(solution)) => {
                let mut cycle: Vec<usize> = solution.true_atoms().map(|atom| edges[atom]).collect();
                // a forced edge has two halves
                cycle.dedup();
                PieceResult::Cycle(cycle)
            }
            _ => {
                let reason = self.cpu_limit_reached().or(outcome.reason);
                PieceResult::Unknown(reason.unwrap_or_else(|| "no result".to_owned()))
            }
        };
        Ok(Searched { result, method: encoding.name().to_owned(), solver, spent, rounds })
    }

    /// Takes CPU time for a search: this time, or what is left.
    fn take(&self, time: Option<Duration>) -> Option<Duration> {
        let left = &mut lock(&self.shared).cpu_left;
        let taken = left.iter().copied().chain(time).min();
        *left = left.zip(taken).map(|(left, taken)| left - taken);
        taken
    }

    /// Gives back what a search has not spent of the CPU time that it took.
    fn give_back(&self, taken: Option<Duration>, spent: Duration) {
        let left = &mut lock(&self.shared).cpu_left;
        *left = left.zip(taken).map(|(left, taken)| (left + taken).saturating_sub(spent));
    }

    /// Returns whether a limit of all searches is reached, or a stop is requested.
    fn is_over(&self, stop: &Stop) -> bool {
        let limits = JobLimits { stop: stop.clone(), ..self.limits.clone() };
        limits.reached().is_some() || self.cpu_limit_reached().is_some()
    }

    /// States that the CPU time of all searches is spent, if it is.
    fn cpu_limit_reached(&self) -> Option<String> {
        let is_spent = lock(&self.shared).cpu_left.is_some_and(|left| left.is_zero());
        self.options.cpu.filter(|_| is_spent).map(|limit| time_limit_reached("CPU time", limit))
    }

    fn threads(&self) -> usize {
        match self.options.threads {
            Some(threads) => threads.min(MOST_THREADS) as usize,
            None => std::thread::available_parallelism().map_or(1, usize::from).min(THREADS),
        }
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Passes rounds on without their models and cuts, which are those of a piece.
struct Rounds<'s, 'a> {
    shared: &'s Mutex<Shared<'a>>,
}

impl Observer for Rounds<'_, '_> {
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

    /// Two cycles of this length, joined by edges from vertex i of one to vertex step * i of the other. With 5 and 2, it is
    /// the Petersen graph.
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
        let limits = JobLimits { deadline: None, stop: options.stop.clone() };
        let (engine, lowering) = (&Engine::Default, LoweringOptions::default());
        PieceSearch::new(engine, lowering, options, Instant::now(), limits, observer)
    }

    fn encodings(puzzle: &Hamilton, edges: Vec<usize>) -> Encodings<'_> {
        let any = puzzle.merging_encoding().expect("a cycle without forbidden edges");
        Encodings { symmetric: puzzle.symmetric_encodings(), any, edges }
    }

    #[test]
    fn a_race_decides_whether_there_is_a_cycle() {
        for (piece, has_cycle) in [(two_cycles(5, 1), true), (two_cycles(5, 2), false)] {
            let (puzzle, edges) = piece.puzzle();
            let encodings = encodings(&puzzle, edges);
            for threads in 1..=4 {
                let mut ignored = ();
                let search = search(&SearchOptions::default(), &mut ignored);
                let plan = Mutex::new(Plan::new(search.engine, None, encodings.symmetric.len()));
                match search.race(&encodings, &plan, threads).expect("no failure").result {
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
        let plan = Mutex::new(Plan::new(search.engine, None, encodings.symmetric.len()));
        let found = search.race(&encodings, &plan, 2).expect("no failure");
        assert!(matches!(found.result, PieceResult::Unknown(_)));
    }

    #[test]
    fn parallel_searches_share_the_cpu_time() {
        let seconds = |number| Some(Duration::from_secs(number));
        let options = SearchOptions { cpu: seconds(10), ..Default::default() };
        let mut ignored = ();
        let search = search(&options, &mut ignored);
        assert_eq!(search.take(seconds(4)), seconds(4));
        assert_eq!(search.take(seconds(8)), seconds(6));
        assert!(search.is_over(&options.stop));
        search.give_back(seconds(4), Duration::from_secs(1));
        assert_eq!(search.take(None), seconds(3));
        // a search may take a little more than it may
        search.give_back(seconds(3), Duration::from_secs(4));
        assert_eq!(search.take(None), seconds(0));
    }

    #[test]
    fn the_reason_states_the_limit_of_all_searches_not_of_the_last_one() {
        let options = SearchOptions { cpu: Some(Duration::from_secs(5)), ..Default::default() };
        let mut ignored = ();
        let search = search(&options, &mut ignored);
        search.take(None);
        let found = search.solve(&two_cycles(5, 2)).expect("no failure");
        let PieceResult::Unknown(reason) = found.result else { panic!("no time is left") };
        assert_eq!(reason, "the CPU time limit of 5 s was reached");
    }
}
