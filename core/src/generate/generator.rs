//! The generator: makes puzzles with exactly one solution that satisfy the options, and puzzles with random clues of a
//! random solution, without regard to uniqueness.

use std::time::Duration;

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::written::{WrittenClues, WrittenPuzzle};
use encycle_encodings::logic::LoweringOptions;
use encycle_encodings::puzzle::Solution;
use encycle_encodings::rules::one_loop::EdgeSet;
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;

use crate::deduce::{Deducer, Level, Technique, TechniqueSet, needs_technique};
use crate::generate::clue_set::ClueSet;
use crate::generate::error::GenerateError;
use crate::generate::frame::{ClueFrame, LoopStyle, PlacedClue, WallFrame};
use crate::generate::grow::{ClueGrowth, draw, few_clues, grow};
use crate::generate::no_puzzle::{no_puzzle, no_random_clues};
use crate::generate::options::{Difficulty, GenerateOptions, GeneratedPuzzle, GenerationRoute};
use crate::generate::own::{Maker, ScratchTests, maker, origin_of_clues, with_smaller_parameters};
use crate::generate::pool::{SolutionPool, with_pool};
use crate::generate::shape::MaskCell;
use crate::generate::shapes::{LoopSize, message_inside};
use crate::generate::strategy::{ChosenClues, ClueChoice, Strategy, choose, seed_of};
use crate::generate::sufficiency::{ClueSetTest, DeductionTest, UniquenessTest};
use crate::puzzle::{Puzzle, PuzzleKind};
use crate::solve::{Failure, JobLimits, Solve, Verdict, solve};

/// Generates a puzzle. The result is deterministic for given options, seed and engine.
///
/// A second, independent session encodes the finished puzzle from scratch and verifies that it has exactly one
/// solution.
///
/// ```
/// use encycle::generate::{GenerateOptions, generate};
/// use encycle::puzzle::PuzzleKind;
///
/// let options = GenerateOptions::new(PuzzleKind::Slitherlink, 5, 5);
/// let first = generate(&options, 7)?;
/// assert!(first.puzzle.check(&first.solution).is_ok());
/// assert_eq!(generate(&options, 7)?.puzzle, first.puzzle);
/// # Ok::<(), encycle::generate::GenerateError>(())
/// ```
///
/// # Errors
/// Returns an error if a limit is reached, the solver fails, the options are inconsistent, no such puzzle
/// exists, or none is found within the allowed number of attempts.
pub fn generate(options: &GenerateOptions, seed: u64) -> Result<GeneratedPuzzle, GenerateError> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let limits = JobLimits::starting_now(options.timeout, options.stop.clone());
    let source = StartSource::of(options)?;
    let technique = options.needed_technique()?;
    let (mut tested_sets, mut repeated_sets) = (0, 0);
    for attempts in 1..=options.attempts {
        log::debug!("try {attempts}: looking for a solution");
        if attempts > 1 {
            // the next solution does not depend on the strategy that gave up the last one, so that strategies can be compared
            random = Pcg64Mcg::seed_from_u64(seed_of(!seed, attempts));
        }
        let Some(made) = source.attempt(options, &limits, &mut random)? else {
            if attempts == 1 && is_unsolvable(options, &limits, FIRST_PATIENCE) {
                return Err(no_solution(options.kind));
            }
            continue;
        };
        tested_sets += made.tested_sets;
        repeated_sets += made.repeated_sets;
        let is_small = options.at_most.is_none_or(|most| made.clues <= most);
        if is_small && is_hard_enough(options.wanted_difficulty(), technique, &made.puzzle) {
            verify(&made.puzzle, &made.solution, options, &limits)?;
            return Ok(GeneratedPuzzle { attempts, tested_sets, repeated_sets, ..made });
        }
    }
    Err(match is_unsolvable(options, &limits, LAST_PATIENCE) {
        true => no_solution(options.kind),
        false => no_puzzle(options),
    })
}

/// Returns whether it is certain that no puzzle of a kind file has a solution in this size, because the rules have none that
/// read neither clues nor rooms. The search for a solution may take this long.
fn is_unsolvable(options: &GenerateOptions, limits: &JobLimits, patience: Duration) -> bool {
    let (PuzzleKind::Written(kind), Some(grid)) =
        (options.kind, Grid::new(options.rows, options.cols))
    else {
        return false;
    };
    let Some(kind) = kind.without_clue_rules() else { return false };
    let has_none = |clues: &WrittenClues| {
        // without clues and rooms, only the number of values can be wrong, such as none in a small grid
        let Ok(empty) = WrittenPuzzle::new(kind, clues.clone()) else { return true };
        let timeout = limits.deadline.map_or(patience, |deadline| deadline.left());
        let found = Solve::new(&Puzzle::Written(empty)).timeout(timeout.min(patience)).run();
        found.is_ok_and(|outcome| outcome.verdict() == Verdict::NoSolution)
    };
    let first = WrittenClues::empty(kind, grid);
    std::iter::successors(Some(first), |clues| with_smaller_parameters(kind, clues))
        .all(|clues| has_none(&clues))
}

/// The time limits of the search for a solution without clues, after the first attempt has failed and after all have.
const FIRST_PATIENCE: Duration = Duration::from_millis(200);
const LAST_PATIENCE: Duration = Duration::from_secs(2);

/// Returns the error for a size in which the rules of a kind have no solution.
fn no_solution(kind: PuzzleKind) -> GenerateError {
    GenerateError::Impossible(format!(
        "no {kind} of this size has a solution\nhelp: use another size"
    ))
}

/// The starting point of each attempt, determined by the options.
pub(super) enum StartSource {
    /// Kinds without a frame, whose puzzles are made as a whole.
    Own(Maker),
    /// Hamilton paths whose ends are random: each attempt uses a new frame, with the ends of a random path on this
    /// grid.
    Ends(Grid),
    /// All other puzzles: each attempt uses the same frame.
    Frame(Box<dyn ClueFrame>),
}

impl StartSource {
    /// Returns the source for the options, or an error if they are inconsistent.
    pub fn of(options: &GenerateOptions) -> Result<Self, GenerateError> {
        let variant = options.variant.as_deref();
        let checked = variant.map_or(Ok(()), |variant| options.kind.check_variant(variant));
        checked.map_err(|error| GenerateError::Unfit(error.to_string()))?;
        if let Some(maker) = maker(options.kind) {
            return Ok(Self::Own(maker));
        }
        let frame = options.clue_frame()?;
        let grid = frame.grid();
        if options.symmetry.wants_square() && grid.rows() != grid.cols() {
            let name = options.symmetry.name();
            return Err(GenerateError::Unfit(format!("symmetry `{name}` requires a square grid")));
        }
        Ok(match (options.kind, variant) {
            (PuzzleKind::Hamilton, Some("cycle")) => Self::Frame(Box::new(WallFrame::cycle(grid)?)),
            (PuzzleKind::Hamilton, _) => Self::Ends(grid),
            _ => Self::Frame(frame),
        })
    }

    /// Calls `work` with the frame of the next attempt, or with `None` for kinds without a frame.
    pub fn with_frame<T>(
        &self,
        random: &mut Pcg64Mcg,
        work: impl FnOnce(&dyn ClueFrame, &mut Pcg64Mcg) -> Result<T, GenerateError>,
    ) -> Result<Option<T>, GenerateError> {
        match self {
            Self::Own(_) => Ok(None),
            Self::Ends(grid) => {
                let frame = WallFrame::between_random_ends(*grid, random)?;
                work(&frame, random).map(Some)
            }
            Self::Frame(frame) => work(&**frame, random).map(Some),
        }
    }

    /// Attempts to generate a puzzle from one solution; returns `None` if the attempt fails.
    fn attempt(
        &self,
        options: &GenerateOptions,
        limits: &JobLimits,
        random: &mut Pcg64Mcg,
    ) -> Result<Option<GeneratedPuzzle>, GenerateError> {
        match self {
            Self::Own(maker) => {
                let made = maker(&mut ScratchTests::new(options, limits), random)?;
                Ok(made.filter(|made| is_solved(options.wanted_difficulty(), &made.puzzle)))
            }
            Self::Ends(_) | Self::Frame(_) => {
                let work = |frame: &dyn ClueFrame, random: &mut Pcg64Mcg| {
                    attempt(options, frame, limits, random)
                };
                Ok(self.with_frame(random, work)?.flatten())
            }
        }
    }
}

/// Returns whether the techniques of the difficulty solve a puzzle, or `true` if the difficulty requires no techniques.
fn is_solved(difficulty: Difficulty, puzzle: &Puzzle) -> bool {
    let level = difficulty.solver();
    level.is_none_or(|level| Deducer::new(puzzle, level).solve(puzzle).is_some())
}

/// Returns whether a puzzle is not too easy: if the difficulty is a level, the techniques of the level below do not solve it,
/// and if a technique is requested, the puzzle needs it.
///
/// While clues are removed, only the techniques of the difficulty are tested. This finds as many puzzles, because a puzzle that
/// is not solved without the technique is not solved with fewer clues, either.
fn is_hard_enough(difficulty: Difficulty, technique: Option<Technique>, puzzle: &Puzzle) -> bool {
    let below = match difficulty {
        Difficulty::Level(level) => level.below(),
        Difficulty::Any | Difficulty::UpTo(_) => None,
    };
    let techniques = TechniqueSet::up_to(difficulty.solver().unwrap_or(Level::Hard));
    below.is_none_or(|below| Deducer::new(puzzle, below).solve(puzzle).is_none())
        && technique.is_none_or(|one| needs_technique(puzzle, &techniques, one.name))
}

/// The number of changes of a random solution whose clues are not sufficient, after which another one is tried.
const CHANGES: usize = 100;

/// Attempts to generate a puzzle from one solution of a frame; returns `None` if the attempt fails.
fn attempt(
    options: &GenerateOptions,
    frame: &dyn ClueFrame,
    limits: &JobLimits,
    random: &mut Pcg64Mcg,
) -> Result<Option<GeneratedPuzzle>, GenerateError> {
    let planned = match (options.route, &options.message) {
        (_, Some(text)) => Some(message_solution(text, frame)?),
        (GenerationRoute::TopDown(_), None) => frame.random_solution(&options.loop_style, random),
        (GenerationRoute::Grow(_), None) => None,
    };
    let possible = |solution: Option<&Solution>| {
        let mut clues = match solution {
            Some(solution) => frame.all_of(solution),
            None => frame.possible(),
        };
        if solution.is_some() || matches!(options.route, GenerationRoute::Grow(_)) {
            clues.retain(|&clue| !is_marked(options, frame, clue, MaskCell::MustNot));
        }
        clues
    };
    let mut clues = possible(planned.as_ref());
    let (encoding, level) = (options.encoding.as_deref(), options.wanted_difficulty().solver());
    match (planned, level, encoding) {
        // the techniques need no formula, so no pool is built
        (Some(mut solution), Some(level), None) => {
            for _ in 0..=CHANGES {
                let mut test = DeductionTest::new(frame, &clues, level, &solution);
                if test.test(&ClueSet::all(clues.len()))?.is_sufficient() {
                    let start = (&solution, None);
                    return from_solution(options, frame, &clues, start, &mut test, limits, random);
                }
                let other = test.other();
                drop(test);
                let Some(changed) = frame.changed(&solution, other.as_ref(), random) else { break };
                solution = changed;
                clues = possible(Some(&solution));
                if let Some(reason) = limits.reached() {
                    return Err(GenerateError::Limit(reason));
                }
            }
            Ok(None)
        }
        (planned, ..) => with_pool(frame, &clues, &options.engine, encoding, limits, |pool| {
            let found = match planned {
                Some(solution) => Some((solution, None)),
                None => find_solution(pool, options, random)?,
            };
            let Some((solution, grown)) = found else { return Ok(None) };
            let start = (&solution, grown.as_ref());
            match level {
                None => {
                    let test = &mut UniquenessTest::new(pool, &solution);
                    from_solution(options, frame, &clues, start, test, limits, random)
                }
                Some(level) => {
                    let test = &mut DeductionTest::new(frame, &clues, level, &solution);
                    from_solution(options, frame, &clues, start, test, limits, random)
                }
            }
        }),
    }
}

/// Attempts to generate a puzzle from a solution and, if they are known, clues that make the solution unique; returns
/// `None` if the attempt fails.
fn from_solution(
    options: &GenerateOptions,
    frame: &dyn ClueFrame,
    clues: &[PlacedClue],
    (solution, grown): (&Solution, Option<&ClueSet>),
    test: &mut dyn ClueSetTest,
    limits: &JobLimits,
    random: &mut Pcg64Mcg,
) -> Result<Option<GeneratedPuzzle>, GenerateError> {
    if !is_long_enough(&options.loop_style, solution) {
        return Ok(None);
    }
    let Some((groups, required)) = clue_groups(options, frame, clues, solution, grown) else {
        return Ok(None);
    };
    let choice = ClueChoice {
        groups: &groups,
        required: &required,
        at_least: options.at_least,
        at_most: options.at_most.unwrap_or(0),
        iterations: options.iterations,
        jobs: options.jobs,
        limits,
    };
    let strategy = match options.route {
        GenerationRoute::TopDown(strategy) => strategy,
        GenerationRoute::Grow(_) => Strategy::MultiBranch,
    };
    let ChosenClues { chosen, tested: tested_sets, repeated: repeated_sets, mean_clues, .. } =
        choose(strategy, &choice, test, random)?;
    let chosen = chosen.map(|chosen| match chosen.len() < options.at_least {
        // the strategy has found as few clues as it can; all clues of the solution may be added
        true => {
            let others = clue_groups(options, frame, clues, solution, None);
            with_more(chosen, others.map_or(Vec::new(), |(groups, _)| groups), options, random)
        }
        false => chosen,
    });
    let chosen = chosen.filter(|chosen| chosen.len() >= options.at_least);
    Ok(chosen.map(|chosen| {
        let chosen: Vec<PlacedClue> = chosen.iter().map(|number| clues[number]).collect();
        GeneratedPuzzle {
            is_unique: true,
            tested_sets,
            repeated_sets,
            mean_clues,
            ..GeneratedPuzzle::new(frame.with(&chosen), solution.clone(), chosen.len())
        }
    }))
}

/// Adds random groups to a set of clues until it has the minimum number.
fn with_more(
    mut chosen: ClueSet,
    mut groups: Vec<ClueSet>,
    options: &GenerateOptions,
    random: &mut Pcg64Mcg,
) -> ClueSet {
    groups.shuffle(random);
    while chosen.len() < options.at_least
        && let Some(group) = groups.pop()
    {
        chosen = chosen.union(&group);
    }
    chosen
}

/// Finds a solution to generate a puzzle from. With [`GenerationRoute::Grow`], also returns the clues that make
/// the solution unique. Returns `None` if adding clues fails.
fn find_solution(
    pool: &mut SolutionPool<'_>,
    options: &GenerateOptions,
    random: &mut Pcg64Mcg,
) -> Result<Option<(Solution, Option<ClueSet>)>, GenerateError> {
    if let GenerationRoute::Grow(growth) = options.route {
        let growth = ClueGrowth {
            heuristic: growth,
            sample: options.sample,
            random_clues: options.random_clues.unwrap_or_else(|| few_clues(pool)),
        };
        let none = ClueSet::none(pool.clues().len());
        let grown = grow(pool, &none, growth, random)?;
        return Ok(grown.map(|(grown, number)| (pool.solution(number).clone(), Some(grown))));
    }
    Ok(Some((draw_one(pool, random)?, None)))
}

/// Draws a random solution.
fn draw_one(pool: &mut SolutionPool<'_>, random: &mut Pcg64Mcg) -> Result<Solution, GenerateError> {
    match draw(pool, &ClueSet::none(pool.clues().len()), random)? {
        Some(number) => Ok(pool.solution(number).clone()),
        None => Err(no_solution(pool.frame().empty().kind())),
    }
}

/// Draws a random solution of a frame.
pub(super) fn solution_of(
    options: &GenerateOptions,
    frame: &dyn ClueFrame,
    limits: &JobLimits,
    random: &mut Pcg64Mcg,
) -> Result<Solution, GenerateError> {
    let (clues, encoding) = (frame.possible(), options.encoding.as_deref());
    with_pool(frame, &clues, &options.engine, encoding, limits, |pool| draw_one(pool, random))
}

/// Returns whether the mask marks at least one cell of the clue with `what`.
pub(super) fn is_marked(
    options: &GenerateOptions,
    frame: &dyn ClueFrame,
    clue: PlacedClue,
    what: MaskCell,
) -> bool {
    let grid = frame.grid();
    frame.cells(clue).into_iter().any(|cell| options.mask.at(grid.cell_index(cell)) == what)
}

/// Returns the groups of clues that are chosen or removed together, and the clues required by the mask
/// and the symmetry. Returns `None` if no set of clues for this solution satisfies both.
fn clue_groups(
    options: &GenerateOptions,
    frame: &dyn ClueFrame,
    clues: &[PlacedClue],
    solution: &Solution,
    grown: Option<&ClueSet>,
) -> Option<(Vec<ClueSet>, ClueSet)> {
    let holding = |&number: &usize| frame.holds(clues[number], solution);
    let holding: Vec<usize> = (0..clues.len()).filter(holding).collect();
    let is_at = |number: usize, what| is_marked(options, frame, clues[number], what);
    let required = holding.iter().copied().filter(|&number| is_at(number, MaskCell::Must));
    let required = ClueSet::of(clues.len(), required);
    // the grown clues make the solution unique, but the techniques of a level may be too weak to deduce it
    let grown = grown.filter(|_| options.wanted_difficulty() == Difficulty::Any);
    let from: Vec<usize> = holding
        .into_iter()
        .filter(|&number| grown.is_none_or(|grown| grown.has(number)))
        .filter(|&number| !is_at(number, MaskCell::MustNot))
        .collect();
    let candidates: Vec<PlacedClue> = from.iter().map(|&number| clues[number]).collect();
    let numbered = |group: ClueSet| ClueSet::of(clues.len(), group.iter().map(|index| from[index]));
    let groups: Vec<ClueSet> =
        options.symmetry.groups(frame, &candidates).into_iter().map(numbered).collect();
    // the symmetric images of a required clue are required too
    let tied = groups.iter().filter(|group| group.meets(&required));
    let required = tied.fold(required.clone(), |set, group| set.union(group));
    let free = groups.iter().map(|group| group.minus(&required)).filter(|group| !group.is_empty());
    has_all_required(options, frame, clues, &required).then(|| (free.collect(), required.clone()))
}

/// Returns whether a loop has at least the requested length. A random loop may be shorter on a small grid.
pub(super) fn is_long_enough(taste: &LoopStyle, solution: &Solution) -> bool {
    match taste.size {
        LoopSize::Length(lines) => solution.true_atoms().count() >= lines,
        LoopSize::Inside(_) => true,
    }
}

/// Returns whether `required` covers each cell marked as `Must` and contains all symmetric images of its clues.
fn has_all_required(
    options: &GenerateOptions,
    frame: &dyn ClueFrame,
    clues: &[PlacedClue],
    required: &ClueSet,
) -> bool {
    let grid = frame.grid();
    let touched: Vec<usize> = required
        .iter()
        .flat_map(|number| frame.cells(clues[number]))
        .map(|cell| grid.cell_index(cell))
        .collect();
    let is_there = |cell| options.mask.at(cell) != MaskCell::Must || touched.contains(&cell);
    let chosen: Vec<PlacedClue> = required.iter().map(|number| clues[number]).collect();
    let grouped: usize = options.symmetry.groups(frame, &chosen).iter().map(ClueSet::len).sum();
    (0..grid.cell_count()).all(is_there) && grouped == chosen.len()
}

/// Returns the solution whose loops spell a message.
pub(super) fn message_solution(
    text: &str,
    frame: &dyn ClueFrame,
) -> Result<Solution, GenerateError> {
    if frame.empty().kind() != PuzzleKind::Slitherlynx {
        let kind = frame.empty().kind();
        let message = format!("a message does not apply to {kind}\nhelp: use slitherlynx");
        return Err(GenerateError::Unfit(message));
    }
    let inside = message_inside(text, frame.grid())?;
    Ok(EdgeSet::around(frame.grid(), &inside).into())
}

/// Verifies that `solution` is the only solution of the puzzle, with an encoding and a session that generation did not
/// use.
fn verify(
    puzzle: &Puzzle,
    solution: &Solution,
    options: &GenerateOptions,
    limits: &JobLimits,
) -> Result<(), GenerateError> {
    let name = puzzle.complete_encoding(options.engine.default_encoding(puzzle));
    let encoding = puzzle.encoding(&name)?;
    let mut session = match options.engine.is_floating_point() {
        true => options.engine.confirmed_session(LoweringOptions::default(), None)?,
        false => options.engine.session_for(puzzle, &encoding, LoweringOptions::default(), None)?,
    };
    let solver = session.solver().to_string();
    let search = limits.search_options();
    let outcome = solve(&encoding, &mut *session, search, true, &mut ());
    match (outcome.verdict, outcome.failure) {
        (Verdict::Unique, _) if outcome.solutions.first() == Some(solution) => Ok(()),
        (Verdict::Unknown, _) => Err(GenerateError::Limit(outcome.reason.unwrap_or_default())),
        (_, Some(failure)) => Err(failure.into()),
        (_, None) if options.engine.is_builtin_sat() => Err(Failure::Internal(format!(
            "the generated puzzle does not have exactly one solution: verdict {}",
            outcome.verdict
        ))
        .into()),
        // the solver contradicts itself, because it found the solution or left it as the only solution
        (_, None) => Err(Failure::Refuted {
            solver,
            verdict: outcome.verdict.name(),
            other_solver: "the same solver".to_owned(),
            counterexample: "exactly one solution of the generated puzzle before",
        }
        .into()),
    }
}

/// Generates a puzzle from [`GenerateOptions::at_least`] random clues of a random solution. The puzzle may have further
/// solutions, and nothing is proven about them, so the puzzle can be large. Its purpose is to measure solvers.
///
/// The mask is respected, even if it requires more clues; the route, the symmetry, the difficulty and the technique have no
/// effect. The result is deterministic for given options, seed and engine.
///
/// ```
/// use encycle::generate::{GenerateOptions, random_clues};
/// use encycle::puzzle::PuzzleKind;
///
/// let options = GenerateOptions {
///     at_least: 20,
///     ..GenerateOptions::new(PuzzleKind::Slitherlink, 10, 10)
/// };
/// let made = random_clues(&options, 7)?;
/// assert_eq!(made.clues, 20);
/// assert!(made.puzzle.check(&made.solution).is_ok());
/// # Ok::<(), encycle::generate::GenerateError>(())
/// ```
///
/// # Errors
/// Returns the errors of [`generate`](crate::generate::generate), and an error for a kind with a generator of
/// its own, such as Numberlink.
pub fn random_clues(
    options: &GenerateOptions,
    seed: u64,
) -> Result<GeneratedPuzzle, GenerateError> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let limits = JobLimits::starting_now(options.timeout, options.stop.clone());
    let source = StartSource::of(options)?;
    for attempts in 1..=options.attempts {
        let made = source.with_frame(&mut random, |frame, random| {
            random_attempt(options, frame, &limits, random)
        })?;
        match made {
            Some(Some(made)) => return Ok(GeneratedPuzzle { attempts, ..made }),
            Some(None) => {}
            None => {
                let origin = origin_of_clues(options.kind).unwrap_or("the kind has no frame");
                return Err(GenerateError::Unfit(format!("{origin}: no clues are chosen")));
            }
        }
    }
    Err(no_random_clues(options))
}

/// Chooses clues of one solution; returns `None` if the solution does not fit the options.
fn random_attempt(
    options: &GenerateOptions,
    frame: &dyn ClueFrame,
    limits: &JobLimits,
    random: &mut Pcg64Mcg,
) -> Result<Option<GeneratedPuzzle>, GenerateError> {
    let planned = match &options.message {
        Some(text) => Some(message_solution(text, frame)?),
        None => frame.random_solution(&options.loop_style, random),
    };
    let solution = match planned {
        Some(solution) => solution,
        None => solution_of(options, frame, limits, random)?,
    };
    if !is_long_enough(&options.loop_style, &solution) {
        return Ok(None);
    }
    let is_at = |clue: &PlacedClue, what| is_marked(options, frame, *clue, what);
    let mut clues = frame.all_of(&solution);
    clues.retain(|clue| !is_at(clue, MaskCell::MustNot));
    let (mut chosen, mut free): (Vec<_>, Vec<_>) =
        clues.into_iter().partition(|clue| is_at(clue, MaskCell::Must));
    free.shuffle(random);
    chosen.extend(free.into_iter().take(options.at_least.saturating_sub(chosen.len())));
    if chosen.len() < options.at_least {
        return Ok(None);
    }
    let (puzzle, clues) = (frame.with(&chosen), chosen.len());
    puzzle.check(&solution).map_err(|broken| {
        Failure::Internal(format!("the solution of the generated puzzle is wrong: {broken}"))
    })?;
    Ok(Some(GeneratedPuzzle::new(puzzle, solution, clues)))
}
