//! A puzzle as it is wished for.

use std::time::{Duration, Instant};

use encycle_encodings::connectivity::Lines;
use encycle_encodings::logic::Choices;
use encycle_encodings::puzzle::Solution;
use encycle_encodings::puzzles::numberlink::Rule;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::bits::Bits;
use super::error::GenerateError;
use super::frame::{Frame, Given, Taste, WallFrame, frame};
use super::grow::{Growth, SAMPLE, draw, grow};
use super::judge::{Deduction, Uniqueness};
use super::message::message_inside;
use super::pairs::numberlink;
use super::pool::Pool;
use super::random_loop::LoopSize;
use super::shape::{Mask, MaskCell, Symmetry};
use super::strategy::{Choice, Strategy, choose};
use crate::deduce::{Deducer, Level};
use crate::puzzle::{Kind, Puzzle};
use crate::search::{Engine, Failure, Options, Verdict, solve};

/// Where a puzzle comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
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
pub struct Wish {
    /// The kind.
    pub kind: Kind,
    /// Rows; of a Sudoku, those of a box.
    pub rows: usize,
    /// Columns; of a Sudoku, those of a box.
    pub cols: usize,
    /// The variant of the rules; `None` is the kind's own.
    pub variant: Option<String>,
    /// How givens are chosen.
    pub way: Way,
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
    pub taste: Taste,
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

impl Wish {
    /// Any puzzle of this kind and size with one solution, minimal, by the built-in solver.
    #[must_use]
    pub fn new(kind: Kind, rows: usize, cols: usize) -> Self {
        Self {
            kind,
            rows,
            cols,
            variant: None,
            way: Way::TopDown(Strategy::MultiBranch),
            iterations: 1,
            sample: SAMPLE,
            symmetry: Symmetry::None,
            mask: Mask::default(),
            at_least: 0,
            difficulty: Difficulty::Any,
            taste: Taste::default(),
            message: None,
            engine: Engine::Embedded,
            encoding: None,
            timeout: None,
            attempts: 1000,
        }
    }
}

/// A puzzle with one solution.
#[derive(Clone, Debug)]
pub struct Generated {
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
/// use encycle::generate::{Wish, generate};
/// use encycle::puzzle::Kind;
///
/// let wish = Wish::new(Kind::Slitherlink, 5, 5);
/// let first = generate(&wish, 7)?;
/// assert!(first.puzzle.check(&first.solution).is_ok());
/// assert_eq!(generate(&wish, 7)?.puzzle, first.puzzle);
/// # Ok::<(), encycle::generate::GenerateError>(())
/// ```
///
/// # Errors
/// A limit, the solver fails, or what is wished for cannot be or was not found in the allowed attempts.
pub fn generate(wish: &Wish, seed: u64) -> Result<Generated, GenerateError> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let deadline = wish.timeout.map(|timeout| Instant::now() + timeout);
    for attempts in 1..=wish.attempts {
        if wish.kind == Kind::Numberlink {
            let found = numberlink(wish, numberlink_rule(wish)?, deadline, &mut random)?;
            let Some((puzzle, solution, judged)) = found else { continue };
            if !is_solved(wish.difficulty, &puzzle) || !is_hard_enough(wish.difficulty, &puzzle) {
                continue;
            }
            verify(&puzzle, &solution, wish, deadline)?;
            let givens = match &puzzle {
                Puzzle::Numberlink(numberlink) => numberlink.pairs().len(),
                _ => 0,
            };
            return Ok(Generated { puzzle, solution, givens, attempts, judged });
        }
        let frame = frame_for(wish, &mut random)?;
        let grid = frame.grid();
        if wish.symmetry.wants_square() && grid.rows() != grid.cols() {
            let name = wish.symmetry.name();
            return Err(GenerateError::Unfit(format!("symmetry `{name}` wants a square grid")));
        }
        if let Some(found) = attempt(wish, &*frame, deadline, &mut random)? {
            let (chosen, solution, judged) = found;
            let puzzle = frame.with(&chosen);
            if !is_hard_enough(wish.difficulty, &puzzle) {
                continue;
            }
            verify(&puzzle, &solution, wish, deadline)?;
            return Ok(Generated { puzzle, solution, givens: chosen.len(), attempts, judged });
        }
    }
    let attempts = wish.attempts;
    Err(GenerateError::Impossible(format!(
        "no such puzzle in {attempts} attempts; wish for less, or try more (--attempts)"
    )))
}

/// The frame; for a Hamilton path it has random ends, between which there is one.
fn frame_for(wish: &Wish, random: &mut Pcg64Mcg) -> Result<Box<dyn Frame>, GenerateError> {
    let impossible = GenerateError::Unfit;
    let plain = frame(wish.kind, wish.rows, wish.cols).map_err(impossible)?;
    let variant = wish.variant.as_deref();
    if wish.kind == Kind::Hamilton {
        let made = match variant {
            Some("cycle") => WallFrame::cycle(plain.grid()),
            None | Some("path") => WallFrame::between_random_ends(plain.grid(), random),
            Some(other) => Err(format!("no variant `{other}` of hamilton: use cycle, path")),
        };
        return Ok(Box::new(made.map_err(impossible)?));
    }
    if let Some(variant) = variant {
        // says what there is
        plain.empty().clone().with_variant(variant).map_err(impossible)?;
    }
    Ok(plain)
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

fn numberlink_rule(wish: &Wish) -> Result<Rule, GenerateError> {
    match wish.variant.as_deref() {
        None | Some("free") => Ok(Rule::Free),
        Some("cover") => Ok(Rule::Cover),
        Some(other) => {
            let message = format!("no variant `{other}` of numberlink: use free, cover");
            Err(GenerateError::Unfit(message))
        }
    }
}

/// What is left of the time.
pub(super) fn left(deadline: Option<Instant>) -> Option<Duration> {
    deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
}

type Chosen = (Vec<Given>, Solution, u64);

/// Tries one solution; `None` if nothing comes of it.
fn attempt(
    wish: &Wish,
    frame: &dyn Frame,
    deadline: Option<Instant>,
    random: &mut Pcg64Mcg,
) -> Result<Option<Chosen>, GenerateError> {
    let planned = match (wish.way, &wish.message) {
        (_, Some(text)) => Some(spelled(text, frame)?),
        (Way::TopDown(_), None) => frame.random_solution(&wish.taste, random),
        (Way::Grow(_), None) => None,
    };
    let mut givens = match &planned {
        Some(solution) => frame.all_of(solution),
        None => frame.possible(),
    };
    let at = |given: Given| {
        frame.cells(given).into_iter().map(|cell| wish.mask.at(frame.grid().cell_index(cell)))
    };
    let is_wished = |given: Given, what| at(given).any(|cell| cell == what);
    if planned.is_some() || matches!(wish.way, Way::Grow(_)) {
        givens.retain(|&given| !is_wished(given, MaskCell::MustNot));
    }
    let encoding = wish.encoding.clone().unwrap_or_else(|| frame.encoding());
    let formula = frame.formula(&encoding, &givens)?;
    let mut session = wish.engine.session(Choices::default(), None)?;
    let options = Options { timeout: left(deadline), ..Options::default() };
    let parts = (&*formula.encoding, &formula.literals[..]);
    let mut pool = Pool::new(frame, &givens, parts, &mut *session, options);
    let none = Bits::none(givens.len());
    let (solution, grown) = match (planned, wish.way) {
        (Some(solution), _) => (solution, None),
        (None, Way::Grow(growth)) => {
            let Some((grown, number)) = grow(&mut pool, &none, growth, wish.sample, random)? else {
                return Ok(None);
            };
            (pool.solution(number).clone(), Some(grown))
        }
        (None, Way::TopDown(_)) => match draw(&mut pool, &none, random)? {
            Some(number) => (pool.solution(number).clone(), None),
            None => {
                let kind = frame.empty().kind();
                return Err(GenerateError::Impossible(format!(
                    "no {kind} of this size has a solution"
                )));
            }
        },
    };
    if !is_long_enough(&wish.taste, &solution) {
        return Ok(None);
    }
    let holding = |&number: &usize| frame.holds(givens[number], &solution);
    let holding: Vec<usize> = (0..givens.len()).filter(holding).collect();
    let required = holding.iter().copied().filter(|&n| is_wished(givens[n], MaskCell::Must));
    let required = Bits::of(givens.len(), required);
    let from: Vec<usize> = holding
        .into_iter()
        // what was grown has one solution, but may be beyond the level
        .filter(|&n| {
            wish.difficulty != Difficulty::Any || grown.as_ref().is_none_or(|grown| grown.has(n))
        })
        .filter(|&n| !is_wished(givens[n], MaskCell::MustNot))
        .collect();
    let there: Vec<Given> = from.iter().map(|&number| givens[number]).collect();
    let all_groups: Vec<Bits> = wish
        .symmetry
        .groups(frame, &there)
        .into_iter()
        .map(|group| Bits::of(givens.len(), group.iter().map(|number| from[number])))
        .collect();
    // a given that is required brings its images along
    let required = all_groups
        .iter()
        .filter(|group| group.meets(&required))
        .fold(required.clone(), |set, group| set.union(group));
    if !has_all_required(wish, frame, &givens, &required) {
        return Ok(None);
    }
    let groups: Vec<Bits> = all_groups
        .into_iter()
        .map(|group| group.minus(&required))
        .filter(|group| !group.is_empty())
        .collect();
    let choice = Choice {
        groups: &groups,
        required: &required,
        at_least: wish.at_least,
        iterations: wish.iterations,
        deadline,
    };
    let strategy = match wish.way {
        Way::TopDown(strategy) => strategy,
        Way::Grow(_) => Strategy::MultiBranch,
    };
    let (chosen, judged) = match wish.difficulty.solver() {
        None => choose(strategy, &choice, &mut Uniqueness::new(&mut pool, &solution), random),
        Some(level) => {
            let mut judge = Deduction::new(frame, &givens, level, &solution);
            choose(strategy, &choice, &mut judge, random)
        }
    }?;
    let chosen = chosen.filter(|chosen| chosen.len() >= wish.at_least);
    Ok(chosen.map(|chosen| {
        let chosen = chosen.iter().map(|number| givens[number]).collect();
        (chosen, solution, judged)
    }))
}

/// Whether a loop is as long as is wished: a small grid has no room for some.
fn is_long_enough(taste: &Taste, solution: &Solution) -> bool {
    match taste.size {
        LoopSize::Length(lines) => solution.true_atoms().count() >= lines,
        LoopSize::Inside(_) => true,
    }
}

/// Whether each cell that must have a given has one among these, and with symmetry each given has its images.
fn has_all_required(wish: &Wish, frame: &dyn Frame, givens: &[Given], required: &Bits) -> bool {
    let grid = frame.grid();
    let touched: Vec<usize> = required
        .iter()
        .flat_map(|number| frame.cells(givens[number]))
        .map(|cell| grid.cell_index(cell))
        .collect();
    let is_there = |cell| wish.mask.at(cell) != MaskCell::Must || touched.contains(&cell);
    let chosen: Vec<Given> = required.iter().map(|number| givens[number]).collect();
    let grouped: usize = wish.symmetry.groups(frame, &chosen).iter().map(Bits::len).sum();
    (0..grid.cell_count()).all(is_there) && grouped == chosen.len()
}

/// The loops of a message.
fn spelled(text: &str, frame: &dyn Frame) -> Result<Solution, GenerateError> {
    let impossible = GenerateError::Unfit;
    if frame.empty().kind() != Kind::Slitherlynx {
        return Err(impossible(
            "a message wants several loops: slitherlynx allows them".to_owned(),
        ));
    }
    let inside = message_inside(text, frame.grid()).map_err(impossible)?;
    Ok(Lines::around(frame.grid(), &inside).into())
}

/// That the puzzle has this solution and no other, from the puzzle alone.
fn verify(
    puzzle: &Puzzle,
    solution: &Solution,
    wish: &Wish,
    deadline: Option<Instant>,
) -> Result<(), GenerateError> {
    let name = match wish.engine.is_embedded_sat() {
        true => puzzle.embedded_encoding(),
        false => puzzle.default_encoding(),
    };
    let encoding = puzzle.encoding(&puzzle.complete_encoding(name))?;
    let mut session = wish.engine.session(Choices::default(), None)?;
    let options = Options { timeout: left(deadline), ..Options::default() };
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
