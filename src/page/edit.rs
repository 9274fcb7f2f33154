//! `analyse`, `thin`, `repair`, `loop-clues`, `grade`, `count` and `generate`: making puzzles.

use std::time::Duration;

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::written::{WrittenClues, WrittenPuzzle};
use encycle_encodings::text::TextLayout;
use web_time::Instant;

use crate::count::{CountMethod, CountOptions, count};
use crate::deduce::grade;
use crate::formats;
use crate::generate::{
    GenerateError, GenerateOptions, RepairOptions, RepairOutcome, Strategy, Symmetry, ThinOutcome,
    clues_for_loop, generate, repair, thin,
};
use crate::page::check::candidate;
use crate::page::job::{JobError, Send, common_atoms, puzzle};
use crate::page::{Analysis, Board, ClueReport, Event, GenerateRequest, Marks};
use crate::puzzle::{Puzzle, PuzzleKind};
use crate::report::{CountReport, GradeReport, RepairReport, ThinReport};
use crate::solve::{CommonAtoms, Solve, Verdict};

/// The time limit of an analysis. It is short because the page analyzes the puzzle after every change.
const ANALYSIS_LIMIT: Duration = Duration::from_secs(20);
/// The time limit of `thin`, `repair`, `count` and `generate`.
const WORK_LIMIT: Duration = Duration::from_secs(300);
/// The memory limit of the decision diagram of a count, in MiB.
const COUNT_MEMORY: u64 = 1500;
/// The number of solutions that `repair` looks at.
const REPAIR_SOLUTIONS: usize = 50;
/// The number of attempts after which `generate` says that it still looks for a puzzle that needs a technique.
const ROUND_ATTEMPTS: u64 = 50;
/// The number of these rounds: together they have as many attempts as `encycle generate`.
const MOST_ROUNDS: u64 = 20;
/// The name of the puzzle in reports. A request contains no file name.
const NAME: &str = "puzzle";

/// Answers `analyse`.
pub(super) fn analyse(text: &str) -> Result<Event, JobError> {
    let puzzle = puzzle(text)?;
    let start = Instant::now();
    let outcome =
        Solve::new(&puzzle).unique().timeout(ANALYSIS_LIMIT).run().map_err(JobError::new)?;
    let solutions = outcome.solutions();
    let mut analysis = Analysis {
        verdict: outcome.verdict().name().to_owned(),
        solutions: solutions.iter().map(|one| Marks::of(&puzzle, one)).collect(),
        common: Marks::default(),
        differ: Vec::new(),
        words: String::new(),
    };
    analysis.words = match outcome.verdict() {
        Verdict::Unique => "exactly one solution".to_owned(),
        Verdict::NoSolution => "no solution".to_owned(),
        Verdict::Several | Verdict::Solved | Verdict::Optimal | Verdict::Unbounded => {
            "several solutions".to_owned()
        }
        Verdict::Unknown => {
            format!("not decided: {}", outcome.main.outcome.reason.as_deref().unwrap_or("a limit"))
        }
        Verdict::Failed => {
            let failure = outcome.main.outcome.failure.as_ref();
            return Err(JobError::new(failure.map_or_else(String::new, ToString::to_string)));
        }
    };
    match solutions {
        [only] if outcome.verdict() == Verdict::Unique => {
            analysis.common = Marks::of_facts(only.atoms().iter().copied().enumerate());
        }
        [first, second, ..] => {
            let differs = |&atom: &usize| first.has(atom) != second.has(atom);
            analysis.differ = (0..puzzle.atom_count()).filter(differs).collect();
            let left = ANALYSIS_LIMIT.saturating_sub(start.elapsed());
            if let CommonAtoms::Atoms(atoms, _) = common_atoms(&puzzle, left)? {
                let facts = atoms.into_iter().enumerate();
                analysis.common =
                    Marks::of_facts(facts.filter_map(|(atom, value)| Some((atom, value?))));
            }
        }
        _ => {}
    }
    Ok(Event::Analysis(Box::new(analysis)))
}

/// Answers `empty`.
pub(super) fn empty(
    kind: &str,
    (rows, cols): (usize, usize),
    variant: Option<&str>,
) -> Result<Event, JobError> {
    let kind: PuzzleKind = kind.parse().map_err(JobError::new)?;
    let puzzle = match kind {
        PuzzleKind::Written(kind) => {
            let grid = Grid::new(rows, cols)
                .ok_or_else(|| JobError::new(format!("invalid grid size: {rows} x {cols}")))?;
            let clues = WrittenClues::empty(kind, grid);
            let empty = WrittenPuzzle::without_conditions(kind, clues);
            Puzzle::Written(empty.map_err(JobError::new)?)
        }
        _ => {
            let (height, width) = match kind {
                PuzzleKind::Sudoku => (rows * cols, rows * cols),
                PuzzleKind::NeighborNumber => (rows, rows),
                _ => (rows, cols),
            };
            let header = match kind {
                PuzzleKind::NeighborNumber => format!("{kind} {rows}"),
                _ => format!("{kind} {rows} {cols}"),
            };
            let row = |sign: &str| format!("{}\n", sign.repeat(width)).repeat(height);
            let rooms = match kind.layout() {
                TextLayout::Rooms => row("a"),
                _ => String::new(),
            };
            puzzle(&format!("{header}\n{}{rooms}", row(".")))?
        }
    };
    let puzzle = match variant {
        Some(variant) => puzzle.with_variant(variant).map_err(JobError::new)?,
        None => puzzle,
    };
    board(&puzzle)
}

fn repair_options() -> RepairOptions {
    RepairOptions { timeout: Some(WORK_LIMIT), ..RepairOptions::default() }
}

fn board(puzzle: &Puzzle) -> Result<Event, JobError> {
    Ok(Event::Board(Box::new(Board::new(puzzle).map_err(JobError::new)?)))
}

/// Answers `thin`.
pub(super) fn thin_out(text: &str, send: Send<'_>) -> Result<(), JobError> {
    let puzzle = puzzle(text)?;
    let outcome = thin(&puzzle, Strategy::MultiBranch, Symmetry::None, 1, &repair_options());
    let outcome = outcome.map_err(JobError::new)?;
    let mut thinned = None;
    let words = match &outcome {
        ThinOutcome::NoSolution => "no solution: nothing can be removed".to_owned(),
        ThinOutcome::Several(..) => "several solutions: nothing can be removed".to_owned(),
        ThinOutcome::Unique { clues, puzzle, kept, .. } => {
            send(board(puzzle)?);
            thinned = formats::write_default(puzzle).ok();
            format!("{kept} of {clues} clues kept; without any of them there are several solutions")
        }
    };
    let report = ThinReport::new(NAME, &outcome, thinned);
    send(Event::Report(Box::new(ClueReport { words, thin: Some(report), repair: None })));
    Ok(())
}

/// Answers `repair`.
pub(super) fn mend(text: &str, send: Send<'_>) -> Result<(), JobError> {
    let puzzle = puzzle(text)?;
    let outcome = repair(&puzzle, REPAIR_SOLUTIONS, &repair_options()).map_err(JobError::new)?;
    if let Some(mended) = outcome.mended() {
        send(board(mended)?);
    }
    let mended = outcome.mended().and_then(|mended| formats::write_default(mended).ok());
    let mut words = match &outcome {
        RepairOutcome::Unique(_) => "exactly one solution: nothing to repair".to_owned(),
        RepairOutcome::Contradiction { clues, removed, .. } => {
            let contradiction = clues.join(", ");
            let words = format!("no solution: these clues contradict each other: {contradiction}");
            match removed {
                Some((fewest, _)) => {
                    let words = format!("{words}; a solution without {}", fewest.join(", "));
                    match outcome.added_clues() {
                        Some(added) => format!("{words}; one with {}", added.join(", ")),
                        None => words,
                    }
                }
                None => words,
            }
        }
        RepairOutcome::Several { added: Some((clues, _)), .. } => {
            format!("one solution with the added clues: {}", clues.join(", "))
        }
        RepairOutcome::Several { added: None, .. } => "several solutions".to_owned(),
    };
    if let Some(reason) = outcome.failure_reason() {
        words += &format!("; not repaired: {reason}");
    }
    let report = RepairReport::new(NAME, &puzzle, &outcome, mended);
    send(Event::Report(Box::new(ClueReport { words, thin: None, repair: Some(report) })));
    Ok(())
}

/// Answers `loop-clues`.
pub(super) fn loop_clues(
    text: &str,
    marks: &Marks,
    seed: u64,
    send: Send<'_>,
) -> Result<(), JobError> {
    let puzzle = puzzle(text)?;
    let drawn = candidate(&puzzle, marks)?;
    if drawn.true_atoms().next().is_none() {
        return Err(JobError::new("no loop is drawn\nhelp: draw a loop in Play"));
    }
    let found = clues_for_loop(&puzzle, &drawn, seed, &repair_options()).map_err(JobError::new)?;
    let found = found.ok_or_else(|| {
        JobError::new("even all clues leave other loops than the drawn one\nhelp: change the loop")
    })?;
    send(board(&found)?);
    let words = "the drawn loop is the only solution".to_owned();
    send(Event::Report(Box::new(ClueReport { words, thin: None, repair: None })));
    Ok(())
}

/// Answers `grade`.
pub(super) fn grading(text: &str) -> Result<Event, JobError> {
    let puzzle = puzzle(text)?;
    let start = Instant::now();
    let grade = grade(&puzzle).map_err(JobError::new)?;
    let report =
        GradeReport::new(NAME, &puzzle, &grade, start.elapsed()).with_steps(&puzzle, &grade);
    Ok(Event::Grade { grade: Box::new(report) })
}

/// Answers `count`.
pub(super) fn counting(text: &str) -> Result<Event, JobError> {
    let puzzle = puzzle(text)?;
    let options = CountOptions {
        timeout: Some(WORK_LIMIT),
        memory_mb: Some(COUNT_MEMORY),
        ..CountOptions::default()
    };
    let method = CountMethod::best(&puzzle, &options);
    let start = Instant::now();
    let outcome = count(&puzzle, method, &options);
    let report = CountReport::new(NAME, &puzzle, method, outcome.as_ref(), start.elapsed());
    Ok(Event::Count { count: Box::new(report) })
}

/// Answers `generate`.
pub(super) fn making(request: &GenerateRequest, send: Send<'_>) -> Result<(), JobError> {
    let kind: PuzzleKind = request.kind.parse().map_err(JobError::new)?;
    let mut options = GenerateOptions::new(kind, request.rows, request.cols);
    options.variant.clone_from(&request.variant);
    options.timeout = Some(WORK_LIMIT);
    let difficulty = request.difficulty.as_deref().map(str::parse);
    options.difficulty = difficulty.transpose().map_err(JobError::new)?;
    if let Some(name) = &request.symmetry {
        let known = Symmetry::ALL.into_iter().find(|one| one.name() == name);
        options.symmetry = known
            .ok_or_else(|| JobError::new(format!("unknown symmetry '{}'", name.escape_debug())))?;
    }
    options.technique.clone_from(&request.technique);
    let Some(technique) = &request.technique else {
        let generated = generate(&options, request.seed).map_err(JobError::new)?;
        send(board(&generated.puzzle)?);
        return Ok(());
    };
    options.attempts = ROUND_ATTEMPTS;
    let start = Instant::now();
    for round in 0..MOST_ROUNDS {
        options.timeout = Some(WORK_LIMIT.saturating_sub(start.elapsed()));
        match generate(&options, request.seed.wrapping_add(round)) {
            Ok(generated) => {
                send(board(&generated.puzzle)?);
                return Ok(());
            }
            Err(GenerateError::Impossible(_)) => {
                let tried = (round + 1) * ROUND_ATTEMPTS;
                send(Event::Progress {
                    words: format!("none of {tried} puzzles needs {technique}"),
                });
            }
            Err(GenerateError::Limit(_)) => break,
            Err(error) => return Err(JobError::new(error)),
        }
    }
    Err(JobError::new(format!(
        "no puzzle that needs {technique} was found\n\
         help: some techniques are rarely needed; choose another technique, size or difficulty"
    )))
}
