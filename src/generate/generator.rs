//! A puzzle as it is wished for.

use std::time::{Duration, Instant};

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::numberlink::NumberlinkRule;
use encycle_encodings::logic::LoweringOptions;
use encycle_encodings::loops::EdgeSet;
use encycle_encodings::puzzle::Solution;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::deduce::{Deducer, Level};
use crate::generate::bits::Bits;
use crate::generate::error::GenerateError;
use crate::generate::frame::{ClueFrame, LoopStyle, PlacedClue, WallFrame, frame};
use crate::generate::grow::{Growth, SAMPLE, draw, grow};
use crate::generate::judge::{DeductionTest, UniquenessTest};
use crate::generate::message::message_inside;
use crate::generate::pairs::numberlink;
use crate::generate::pool::{SolutionPool, left, with_pool};
use crate::generate::random_loop::LoopSize;
use crate::generate::shape::{Mask, MaskCell, Symmetry};
use crate::generate::strategy::{ClueChoice, Strategy, choose};
use crate::puzzle::{Puzzle, PuzzleKind};
use crate::solve::{Engine, Failure, SearchOptions, Verdict, solve};

/// Where a puzzle comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenerationRoute {
    /// From a solution, by leaving out what it has.
    TopDown(Strategy),
    /// From nothing, by adding givens; what turns out superfluous is left out in the end.
    Grow(Growth),
}

/// Who is to solve a puzzle without guessing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Difficulty {
    /// Nobody need be able to.
    #[default]
    Any,
    /// Who knows all techniques ([`deduce`](crate::deduce)).
    NoGuessing,
    /// Who knows the techniques of this level, and not who knows only those of the one below.
    Level(Level),
}

/// What is wished for.
#[derive(Clone, Debug)]
pub struct GenerateOptions {
    /// The kind.
    pub kind: PuzzleKind,
    /// Rows; of a Sudoku, those of a box.
    pub rows: usize,
    /// Columns; of a Sudoku, those of a box.
    pub cols: usize,
    /// The variant of the rules; `None` is the kind's own.
    pub variant: Option<String>,
    /// How givens are chosen.
    pub way: GenerationRoute,
    /// How often a probabilistic strategy tries.
    pub iterations: usize,
    /// How many solutions the growths look at.
    pub sample: usize,
    /// The symmetry of the places of the givens.
    pub symmetry: Symmetry,
    /// Where givens may be.
    pub mask: Mask,
    /// No fewer givens than these; 0 leaves as few as the strategy finds.
    pub at_least: usize,
    /// Who is to solve it without guessing.
    pub difficulty: Difficulty,
    /// What a random loop is to look like.
    pub taste: LoopStyle,
    /// What the loops of a Slitherlynx spell; they are not random then.
    pub message: Option<String>,
    /// Who decides.
    pub engine: Engine,
    /// The encoding; `None` is the one that generating is fastest with.
    pub encoding: Option<String>,
    /// Limit on the wall-clock time of one puzzle.
    pub timeout: Option<Duration>,
    /// How many solutions are tried.
    pub attempts: u64,
}

impl GenerateOptions {
    /// Any puzzle of this kind and size with one solution, minimal, by the built-in solver.
    #[must_use]
    pub fn new(kind: PuzzleKind, rows: usize, cols: usize) -> Self {
        Self {
            kind,
            rows,
            cols,
            variant: None,
            way: GenerationRoute::TopDown(Strategy::MultiBranch),
            iterations: 1,
            sample: SAMPLE,
            symmetry: Symmetry::None,
            mask: Mask::default(),
            at_least: 0,
            difficulty: Difficulty::Any,
            taste: LoopStyle::default(),
            message: None,
            engine: Engine::BatSat,
            encoding: None,
            timeout: None,
            attempts: 1000,
        }
    }
}

/// A puzzle with one solution.
#[derive(Clone, Debug)]
pub struct GeneratedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Solution,
    /// How many givens it has.
    pub givens: usize,
    /// How many solutions were tried, this one included.
    pub attempts: u64,
    /// How many sets of givens were judged for it.
    pub judged: u64,
}

/// A puzzle as it is wished for; the same one for the same seed and the same engine. That it has one solution
/// was found a second time, from the puzzle alone, in a session of its own.
///
/// ```
/// use encycle::generate::{GenerateOptions, generate};
/// use encycle::puzzle::PuzzleKind;
///
/// let wish = GenerateOptions::new(PuzzleKind::Slitherlink, 5, 5);
/// let first = generate(&wish, 7)?;
/// assert!(first.puzzle.check(&first.solution).is_ok());
/// assert_eq!(generate(&wish, 7)?.puzzle, first.puzzle);
/// # Ok::<(), encycle::generate::GenerateError>(())
/// ```
///
/// # Errors
/// A limit, the solver fails, or what is wished for cannot be or was not found in the allowed attempts.
pub fn generate(wish: &GenerateOptions, seed: u64) -> Result<GeneratedPuzzle, GenerateError> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let deadline = wish.timeout.map(|timeout| Instant::now() + timeout);
    let source = Source::of(wish)?;
    for attempts in 1..=wish.attempts {
        let Some(made) = source.attempt(wish, deadline, &mut random)? else { continue };
        if is_hard_enough(wish.difficulty, &made.puzzle) {
            verify(&made.puzzle, &made.solution, wish, deadline)?;
            return Ok(GeneratedPuzzle { attempts, ..made });
        }
    }
    let attempts = wish.attempts;
    Err(GenerateError::Impossible(format!(
        "no such puzzle in {attempts} attempts; wish for less, or try more (--attempts)"
    )))
}

/// What puzzles are made from.
enum Source {
    /// Random paths, cut and joined.
    Paths(NumberlinkRule),
    /// The ends of a random path on this grid, another one for each attempt.
    Ends(Grid),
    Frame(Box<dyn ClueFrame>),
}

impl Source {
    /// The source that a wish wants, if the wish makes sense.
    fn of(wish: &GenerateOptions) -> Result<Self, GenerateError> {
        let variant = wish.variant.as_deref();
        let checked = variant.map_or(Ok(()), |variant| wish.kind.check_variant(variant));
        checked.map_err(GenerateError::Unfit)?;
        if wish.kind == PuzzleKind::Numberlink {
            let is_cover = variant == Some("cover");
            return Ok(Self::Paths(if is_cover {
                NumberlinkRule::Cover
            } else {
                NumberlinkRule::Free
            }));
        }
        let frame = frame(wish.kind, wish.rows, wish.cols).map_err(GenerateError::Unfit)?;
        let grid = frame.grid();
        if wish.symmetry.wants_square() && grid.rows() != grid.cols() {
            let name = wish.symmetry.name();
            return Err(GenerateError::Unfit(format!("symmetry `{name}` wants a square grid")));
        }
        Ok(match (wish.kind, variant) {
            (PuzzleKind::Hamilton, Some("cycle")) => {
                Self::Frame(Box::new(WallFrame::cycle(grid).map_err(GenerateError::Unfit)?))
            }
            (PuzzleKind::Hamilton, _) => Self::Ends(grid),
            _ => Self::Frame(frame),
        })
    }

    /// Tries one solution; `None` if nothing comes of it.
    fn attempt(
        &self,
        wish: &GenerateOptions,
        deadline: Option<Instant>,
        random: &mut Pcg64Mcg,
    ) -> Result<Option<GeneratedPuzzle>, GenerateError> {
        match self {
            Self::Paths(rule) => {
                let made = numberlink(wish, *rule, deadline, random)?;
                Ok(made.filter(|made| is_solved(wish.difficulty, &made.puzzle)))
            }
            Self::Ends(grid) => {
                let frame = WallFrame::between_random_ends(*grid, random);
                attempt(wish, &frame.map_err(GenerateError::Unfit)?, deadline, random)
            }
            Self::Frame(frame) => attempt(wish, &**frame, deadline, random),
        }
    }
}

/// Whether the wished techniques solve a puzzle.
fn is_solved(difficulty: Difficulty, puzzle: &Puzzle) -> bool {
    let level = difficulty.solver();
    level.is_none_or(|level| Deducer::new(puzzle, level).solve(puzzle).is_some())
}

/// Whether the techniques of the level below do not.
fn is_hard_enough(difficulty: Difficulty, puzzle: &Puzzle) -> bool {
    let Difficulty::Level(level) = difficulty else { return true };
    level.below().is_none_or(|below| Deducer::new(puzzle, below).solve(puzzle).is_none())
}

impl Difficulty {
    /// The level whose techniques must solve it.
    fn solver(self) -> Option<Level> {
        match self {
            Self::Any => None,
            Self::NoGuessing => Some(Level::Hard),
            Self::Level(level) => Some(level),
        }
    }
}

/// Tries one solution of a frame; `None` if nothing comes of it.
fn attempt(
    wish: &GenerateOptions,
    frame: &dyn ClueFrame,
    deadline: Option<Instant>,
    random: &mut Pcg64Mcg,
) -> Result<Option<GeneratedPuzzle>, GenerateError> {
    let planned = match (wish.way, &wish.message) {
        (_, Some(text)) => Some(spelled(text, frame)?),
        (GenerationRoute::TopDown(_), None) => frame.random_solution(&wish.taste, random),
        (GenerationRoute::Grow(_), None) => None,
    };
    let mut givens = match &planned {
        Some(solution) => frame.all_of(solution),
        None => frame.possible(),
    };
    if planned.is_some() || matches!(wish.way, GenerationRoute::Grow(_)) {
        givens.retain(|&given| !is_wished(wish, frame, given, MaskCell::MustNot));
    }
    let encoding = wish.encoding.as_deref();
    with_pool(frame, &givens, &wish.engine, encoding, deadline, |pool| {
        let (solution, grown) = match (planned, wish.way) {
            (Some(solution), _) => (solution, None),
            (None, way) => match find_solution(pool, way, wish.sample, random)? {
                Some(found) => found,
                None => return Ok(None),
            },
        };
        if !is_long_enough(&wish.taste, &solution) {
            return Ok(None);
        }
        let Some((groups, required)) = shape(wish, frame, &givens, &solution, grown.as_ref())
        else {
            return Ok(None);
        };
        let choice = ClueChoice {
            groups: &groups,
            required: &required,
            at_least: wish.at_least,
            iterations: wish.iterations,
            deadline,
        };
        let strategy = match wish.way {
            GenerationRoute::TopDown(strategy) => strategy,
            GenerationRoute::Grow(_) => Strategy::MultiBranch,
        };
        let (chosen, judged) = match wish.difficulty.solver() {
            None => choose(strategy, &choice, &mut UniquenessTest::new(pool, &solution), random),
            Some(level) => {
                let mut judge = DeductionTest::new(frame, &givens, level, &solution);
                choose(strategy, &choice, &mut judge, random)
            }
        }?;
        let chosen = chosen.filter(|chosen| chosen.len() >= wish.at_least);
        Ok(chosen.map(|chosen| {
            let chosen: Vec<PlacedClue> = chosen.iter().map(|number| givens[number]).collect();
            let (puzzle, givens) = (frame.with(&chosen), chosen.len());
            GeneratedPuzzle { puzzle, solution, givens, attempts: 1, judged }
        }))
    })
}

/// A solution for a puzzle, and where it was grown the givens that leave it alone; `None` if nothing grew.
fn find_solution(
    pool: &mut SolutionPool<'_>,
    way: GenerationRoute,
    sample: usize,
    random: &mut Pcg64Mcg,
) -> Result<Option<(Solution, Option<Bits>)>, GenerateError> {
    let none = Bits::none(pool.givens().len());
    if let GenerationRoute::Grow(growth) = way {
        let grown = grow(pool, &none, growth, sample, random)?;
        return Ok(grown.map(|(grown, number)| (pool.solution(number).clone(), Some(grown))));
    }
    match draw(pool, &none, random)? {
        Some(number) => Ok(Some((pool.solution(number).clone(), None))),
        None => {
            let kind = pool.frame().empty().kind();
            let message = format!("no {kind} of this size has a solution");
            Err(GenerateError::Impossible(message))
        }
    }
}

/// Whether the mask says this of a cell of a given.
fn is_wished(
    wish: &GenerateOptions,
    frame: &dyn ClueFrame,
    given: PlacedClue,
    what: MaskCell,
) -> bool {
    let grid = frame.grid();
    frame.cells(given).into_iter().any(|cell| wish.mask.at(grid.cell_index(cell)) == what)
}

/// The groups of givens of a solution that come and go together, and the givens that are there in any case; `None`
/// if this solution cannot have the wished shape.
fn shape(
    wish: &GenerateOptions,
    frame: &dyn ClueFrame,
    givens: &[PlacedClue],
    solution: &Solution,
    grown: Option<&Bits>,
) -> Option<(Vec<Bits>, Bits)> {
    let holding = |&number: &usize| frame.holds(givens[number], solution);
    let holding: Vec<usize> = (0..givens.len()).filter(holding).collect();
    let is_at = |number: usize, what| is_wished(wish, frame, givens[number], what);
    let required = holding.iter().copied().filter(|&number| is_at(number, MaskCell::Must));
    let required = Bits::of(givens.len(), required);
    // what was grown has one solution, but may be beyond the level
    let grown = grown.filter(|_| wish.difficulty == Difficulty::Any);
    let from: Vec<usize> = holding
        .into_iter()
        .filter(|&number| grown.is_none_or(|grown| grown.has(number)))
        .filter(|&number| !is_at(number, MaskCell::MustNot))
        .collect();
    let there: Vec<PlacedClue> = from.iter().map(|&number| givens[number]).collect();
    let numbered = |group: Bits| Bits::of(givens.len(), group.iter().map(|index| from[index]));
    let groups: Vec<Bits> = wish.symmetry.groups(frame, &there).into_iter().map(numbered).collect();
    // a given that is required brings its images along
    let tied = groups.iter().filter(|group| group.meets(&required));
    let required = tied.fold(required.clone(), |set, group| set.union(group));
    let free = groups.iter().map(|group| group.minus(&required)).filter(|group| !group.is_empty());
    has_all_required(wish, frame, givens, &required).then(|| (free.collect(), required.clone()))
}

/// Whether a loop is as long as is wished: a small grid has no room for some.
fn is_long_enough(taste: &LoopStyle, solution: &Solution) -> bool {
    match taste.size {
        LoopSize::Length(lines) => solution.true_atoms().count() >= lines,
        LoopSize::Inside(_) => true,
    }
}

/// Whether each cell that must have a given has one among these, and with symmetry each given has its images.
fn has_all_required(
    wish: &GenerateOptions,
    frame: &dyn ClueFrame,
    givens: &[PlacedClue],
    required: &Bits,
) -> bool {
    let grid = frame.grid();
    let touched: Vec<usize> = required
        .iter()
        .flat_map(|number| frame.cells(givens[number]))
        .map(|cell| grid.cell_index(cell))
        .collect();
    let is_there = |cell| wish.mask.at(cell) != MaskCell::Must || touched.contains(&cell);
    let chosen: Vec<PlacedClue> = required.iter().map(|number| givens[number]).collect();
    let grouped: usize = wish.symmetry.groups(frame, &chosen).iter().map(Bits::len).sum();
    (0..grid.cell_count()).all(is_there) && grouped == chosen.len()
}

/// The loops of a message.
fn spelled(text: &str, frame: &dyn ClueFrame) -> Result<Solution, GenerateError> {
    let impossible = GenerateError::Unfit;
    if frame.empty().kind() != PuzzleKind::Slitherlynx {
        return Err(impossible(
            "a message wants several loops: slitherlynx allows them".to_owned(),
        ));
    }
    let inside = message_inside(text, frame.grid()).map_err(impossible)?;
    Ok(EdgeSet::around(frame.grid(), &inside).into())
}

/// That the puzzle has this solution and no other, from the puzzle alone.
fn verify(
    puzzle: &Puzzle,
    solution: &Solution,
    wish: &GenerateOptions,
    deadline: Option<Instant>,
) -> Result<(), GenerateError> {
    let name = puzzle.complete_encoding(wish.engine.default_encoding(puzzle));
    let encoding = puzzle.encoding(&name)?;
    let mut session = wish.engine.session(LoweringOptions::default(), None)?;
    let options = SearchOptions { timeout: left(deadline), ..SearchOptions::default() };
    let outcome = solve(&*encoding, &mut *session, options, true, &mut ());
    match (outcome.verdict, outcome.failure) {
        (Verdict::Unique, _) if outcome.solutions.first() == Some(solution) => Ok(()),
        (Verdict::Unknown, _) => Err(GenerateError::Limit(outcome.reason.unwrap_or_default())),
        (_, Some(failure)) => Err(failure.into()),
        (verdict, None) => Err(GenerateError::Failure(Failure::Disagreement(format!(
            "a generated puzzle with one solution is solved again, and its verdict is {verdict}"
        )))),
    }
}
