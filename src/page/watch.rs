//! `solve`: up to four runs at the same time, with an event for every round.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use encycle_encodings::encoding::{Cut, CutKind, CutReason};
use encycle_encodings::export::variable_names;
use encycle_encodings::grid::Cell;
use encycle_encodings::rules::one_loop::walks;
use encycle_encodings::text::counted;
use web_time::Instant;

use crate::decode::inside_name;
use crate::page::job::lowering;
use crate::page::job::{JobError, Send, puzzle};
use crate::page::{CutView, Event, Host, Marks, RoundView, RunChoice};
use crate::puzzle::Puzzle;
use crate::report::SolveReport;
use crate::solve::{Engine, RoundEvent, SearchOptions, Solve, SolverSelection, Verdict};

const MAX_RUNS: usize = 4;
/// The time limit of a run if the request names none.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The maximum number of literals of a cut that are named.
const MOST_LITERALS: usize = 100;
/// The maximum time limit of a run. It is below the default time limit of a job, 600 seconds, so that the run can still
/// report its result.
const MAX_TIMEOUT: Duration = Duration::from_secs(590);
/// The number of rounds at the start of a run whose models are all sent.
const SHOWN_ROUNDS: usize = 20;
/// The minimum time between the last model and the next one, after the first rounds.
const PERIOD: Duration = Duration::from_millis(100);
/// The maximum number of cuts of a round that are listed.
const SHOWN_CUTS: usize = 40;

/// Answers `solve`.
pub(super) fn race(
    text: &str,
    runs: &[RunChoice],
    (unique, timeout): (bool, Option<f64>),
    host: &dyn Host,
    send: Send<'_>,
) -> Result<(), JobError> {
    let puzzle = puzzle(text)?;
    if runs.is_empty() || runs.len() > MAX_RUNS {
        return Err(JobError::new(format!("{} runs\nhelp: use 1 to {MAX_RUNS}", runs.len())));
    }
    let timeout = match timeout {
        None => TIMEOUT,
        Some(seconds) => Duration::try_from_secs_f64(seconds)
            .map_err(|error| JobError::new(format!("time limit: {error}")))?
            .min(MAX_TIMEOUT),
    };
    let runs = runs.iter().enumerate().map(|(number, choice)| {
        RaceRun::new(&puzzle, number, choice, host, (unique, timeout), send)
    });
    let runs = runs.collect::<Result<Vec<_>, _>>()?;
    if cfg!(target_family = "wasm") || runs.len() == 1 {
        return runs.iter().try_for_each(RaceRun::go);
    }
    std::thread::scope(|scope| {
        let threads: Vec<_> = runs.iter().map(|run| scope.spawn(move || run.go())).collect();
        let ended = threads.into_iter().map(|thread| {
            thread
                .join()
                .unwrap_or_else(|_| Err(JobError::new("a run stopped by a defect of Encycle")))
        });
        ended.collect::<Vec<_>>().into_iter().collect()
    })
}

/// A run of the race.
struct RaceRun<'a> {
    puzzle: &'a Puzzle,
    number: usize,
    choice: &'a RunChoice,
    engine: Engine,
    encoding: String,
    options: SearchOptions,
    unique: bool,
    send: Send<'a>,
    /// The time of the last round whose model was sent.
    last: Mutex<Option<Instant>>,
    atoms: OnceLock<AtomNames>,
}

/// The names of the encoding's variables, and the atoms and cells among them.
struct AtomNames {
    names: Vec<String>,
    atoms: HashMap<String, usize>,
    cells: HashMap<String, usize>,
}

impl<'a> RaceRun<'a> {
    fn new(
        puzzle: &'a Puzzle,
        number: usize,
        choice: &'a RunChoice,
        host: &dyn Host,
        (unique, timeout): (bool, Duration),
        send: Send<'a>,
    ) -> Result<Self, JobError> {
        let engine = match &choice.solver {
            None => Engine::Default,
            Some(name) => host.engine(name)?,
        };
        let encoding =
            choice.formula.encoding.clone().unwrap_or_else(|| engine.default_encoding(puzzle));
        let cuts =
            choice.cuts.as_deref().map(str::parse::<CutKind>).transpose().map_err(JobError::new)?;
        let options = SearchOptions {
            cuts,
            timeout: Some(timeout),
            seed: choice.seed,
            ..SearchOptions::default()
        };
        let (last, atoms) = (Mutex::new(None), OnceLock::new());
        Ok(Self { puzzle, number, choice, engine, encoding, options, unique, send, last, atoms })
    }

    fn go(&self) -> Result<(), JobError> {
        let start = Instant::now();
        let lowering = lowering(&self.choice.formula)?;
        let observe = |event: &RoundEvent<'_>| self.show(event, start);
        let mut solve = Solve::new(self.puzzle)
            .selection(SolverSelection {
                solvers: vec![self.engine.clone()],
                ..SolverSelection::default()
            })
            .encodings([self.encoding.clone()])
            .presolve(self.choice.presolve)
            .lowering(lowering)
            .suited_degree_rows()
            .options(self.options.clone())
            .observe(&observe);
        if self.unique {
            solve = solve.unique();
        }
        let outcome = solve.run().map_err(JobError::new)?;
        let report = SolveReport::new("puzzle", self.puzzle, lowering, &outcome);
        let what = match outcome.verdict() {
            Verdict::Solved | Verdict::Optimal | Verdict::Unbounded => "a solution",
            Verdict::Unique => "exactly one solution",
            Verdict::Several => "several solutions",
            Verdict::NoSolution => "no solution",
            Verdict::Unknown => "not decided",
            Verdict::Failed => "failed",
        };
        let detail = report.reason.as_ref().or(report.error.as_ref());
        let detail = detail.map_or_else(String::new, |detail| format!(": {detail}"));
        (self.send)(Event::Run {
            run: self.number,
            words: format!(
                "{what}{detail}; {} with {}, {}, {}, {:.3} s",
                self.engine.name(),
                self.encoding,
                counted(report.rounds.len(), "round"),
                counted(report.cuts, "cut"),
                start.elapsed().as_secs_f64(),
            ),
            solutions: outcome.solutions().iter().map(|one| Marks::of(self.puzzle, one)).collect(),
            result: Box::new(report),
        });
        Ok(())
    }

    /// Sends a round.
    fn show(&self, event: &RoundEvent<'_>, start: Instant) {
        let is_shown = {
            let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
            let is_due = last.is_none_or(|last| last.elapsed() >= PERIOD);
            let is_shown = event.round <= SHOWN_ROUNDS || is_due;
            if is_shown {
                *last = Some(Instant::now());
            }
            is_shown
        };
        let model = event.model.filter(|_| is_shown);
        let lines = model.zip(self.puzzle.graph_of_atoms());
        let walks = lines.map_or_else(Vec::new, |(model, graph)| {
            let drawn = &model.atoms()[..graph.edge_count().min(model.atoms().len())];
            walks(graph, drawn).into_iter().map(|walk| walk.vertices).collect()
        });
        let cuts = event.cuts.iter().filter(|cut| cut.reason != CutReason::KnownSolution);
        let cuts = cuts.take(if is_shown { SHOWN_CUTS } else { 0 });
        (self.send)(Event::Round(Box::new(RoundView {
            run: self.number,
            round: event.round,
            variables: event.report.variables,
            clauses: event.report.clauses,
            solver_seconds: event.report.solver_time.as_secs_f64(),
            seconds: start.elapsed().as_secs_f64(),
            has_model: event.model.is_some(),
            model: model.map(|model| model.true_atoms().collect()),
            walks,
            cuts: cuts.map(|cut| self.cut(cut)).collect(),
            cut_count: event.report.cuts,
        })));
    }

    fn cut(&self, cut: &Cut) -> CutView {
        let AtomNames { names, atoms, cells } = self.atoms.get_or_init(|| self.names());
        let literals = cut.literal_names(names);
        let atom = |name: &String| atoms.get(name.trim_start_matches('-')).copied();
        let cell = |name: &String| cells.get(name.trim_start_matches('-')).copied();
        CutView {
            kind: cut.kind().name().to_owned(),
            reason: cut.reason.to_string(),
            length: cut.length(),
            literals: literals.iter().take(MOST_LITERALS).cloned().collect(),
            atoms: literals.iter().filter_map(atom).collect(),
            cells: literals.iter().filter_map(cell).collect(),
        }
    }

    fn names(&self) -> AtomNames {
        let encoding = self.puzzle.encoding(&self.encoding).ok();
        let names = encoding.map_or_else(Vec::new, |one| variable_names(&|sink| one.encode(sink)));
        let count = self.puzzle.atom_count();
        let atoms = (0..count).map(|atom| (self.puzzle.atom_name(atom), atom)).collect();
        let grid = self.puzzle.loop_grid();
        let cells = grid.into_iter().flat_map(|grid| {
            grid.cells()
                .enumerate()
                .map(|(index, Cell { row, col })| (inside_name(row, col), index))
        });
        AtomNames { names, atoms, cells: cells.collect() }
    }
}
