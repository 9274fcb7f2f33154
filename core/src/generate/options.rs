//! The options of the generator, and its result.

use std::str::FromStr;
use std::time::Duration;

use encycle_encodings::puzzle::Solution;

use crate::deduce::{Level, Technique, technique_named};
use crate::generate::error::UnfitError;
use crate::generate::frame::{ClueFrame, LoopStyle, ValueFrame, frame};
use crate::generate::grow::{Growth, SAMPLE};
use crate::generate::shape::{Mask, Symmetry};
use crate::generate::strategy::Strategy;
use crate::puzzle::{Puzzle, PuzzleKind, UnknownName, by_name};
use crate::solve::Engine;
use encycle_solvers::Stop;

/// The route from a frame to a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenerationRoute {
    /// From a random solution, by removing clues that hold in it.
    TopDown(Strategy),
    /// From no clues, by adding clues; superfluous clues are removed at the end.
    Grow(Growth),
}

impl GenerationRoute {
    /// Returns all routes.
    pub fn all() -> impl Iterator<Item = Self> {
        let down = Strategy::ALL.into_iter().map(Self::TopDown);
        down.chain(Growth::ALL.into_iter().map(Self::Grow))
    }

    /// Returns the name on the command line: that of the strategy.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::TopDown(strategy) => strategy.name(),
            Self::Grow(growth) => growth.name(),
        }
    }
}

/// The techniques that must solve a puzzle without guessing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Difficulty {
    /// No requirement.
    #[default]
    Any,
    /// The techniques ([`deduce`](crate::deduce)) of this level must suffice. Techniques of a lower level may suffice, too, as
    /// in Block 2024.
    UpTo(Level),
    /// The techniques of this level must suffice, and the techniques of the level below must not.
    Level(Level),
}

impl Difficulty {
    /// The techniques of all levels must suffice.
    pub const NO_GUESSING: Self = Self::UpTo(Level::Hard);

    /// All difficulties. Up to `easy` is the same as `easy`.
    pub const ALL: [Self; 6] = [
        Self::Any,
        Self::NO_GUESSING,
        Self::UpTo(Level::Medium),
        Self::Level(Level::Easy),
        Self::Level(Level::Medium),
        Self::Level(Level::Hard),
    ];

    /// Returns the name on the command line: `any`, `no-guessing`, `up-to-medium`, or that of the level.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::UpTo(Level::Hard) => "no-guessing",
            Self::UpTo(Level::Medium) => "up-to-medium",
            Self::UpTo(level @ Level::Easy) | Self::Level(level) => level.name(),
        }
    }

    /// Returns the level whose techniques must solve the puzzle.
    pub(super) fn solver(self) -> Option<Level> {
        match self {
            Self::Any => None,
            Self::UpTo(level) | Self::Level(level) => Some(level),
        }
    }
}

impl FromStr for Difficulty {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        by_name("difficulty", &Self::ALL, Self::name, name)
    }
}

/// Returns the numbers of a size `ROWSxCOLUMNS`.
///
/// ```
/// use encycle::generate::rows_and_columns;
/// assert_eq!(rows_and_columns("10x18"), Some((10, 18)));
/// assert_eq!(rows_and_columns("0x3"), None);
/// ```
#[must_use]
pub fn rows_and_columns(text: &str) -> Option<(usize, usize)> {
    let (rows, cols) = text.split_once(['x', 'X'])?;
    let number = |word: &str| word.parse::<usize>().ok().filter(|&number| number > 0);
    number(rows).zip(number(cols))
}

/// The options of the generator.
#[derive(Clone, Debug)]
pub struct GenerateOptions {
    /// The kind of puzzle.
    pub kind: PuzzleKind,
    /// The number of rows of the grid: 9 for a usual Sudoku.
    pub rows: usize,
    /// The number of columns of the grid.
    pub cols: usize,
    /// The rows and columns of the boxes of a Sudoku; `None` for boxes that are as square as possible ([`usual_box`](crate::generate::usual_box)).
    pub boxes: Option<(usize, usize)>,
    /// The variant of the rules; `None` for the default of the kind.
    pub variant: Option<String>,
    /// The route to a set of clues.
    pub route: GenerationRoute,
    /// The number of iterations of a probabilistic strategy.
    pub iterations: usize,
    /// The number of iterations that run in parallel, where techniques test the clues; the result does not depend on it.
    pub jobs: usize,
    /// The number of solutions in the sample of a [`Growth`].
    pub sample: usize,
    /// The number of random clues from which a [`Growth`] other than `Random` begins. By default, a few.
    pub random_clues: Option<usize>,
    /// The symmetry of the places of the clues.
    pub symmetry: Symmetry,
    /// The places where clues may, must and must not be.
    pub mask: Mask,
    /// The minimum number of clues; 0 accepts as few clues as the strategy finds.
    pub at_least: usize,
    /// The maximum number of clues. A strategy stops at the first set that is small enough (Block 2024, 2.3.3), and a
    /// solution without such a set is given up.
    pub at_most: Option<usize>,
    /// The techniques that must solve the puzzle without guessing; `None` for the default of the route
    /// ([`Self::wanted_difficulty`]).
    pub difficulty: Option<Difficulty>,
    /// The name of a technique that the puzzle must need ([`needs_technique`](crate::deduce::needs_technique)): the techniques
    /// of the difficulty solve the puzzle, but not without this one.
    pub technique: Option<String>,
    /// The shape of a random loop.
    pub loop_style: LoopStyle,
    /// The text that the loops of a Slitherlynx spell; with a text, the loops are not random.
    pub message: Option<String>,
    /// The solver.
    pub engine: Engine,
    /// The encoding; `None` for the encoding with which generation is fastest.
    pub encoding: Option<String>,
    /// The limit on the wall-clock time of one puzzle.
    pub timeout: Option<Duration>,
    /// A request that stops the generator.
    pub stop: Stop,
    /// The maximum number of solutions to try.
    pub attempts: u64,
}

impl GenerateOptions {
    /// Returns the options of `encycle generate` for this kind and size of the grid: a puzzle that a person can solve
    /// without guessing, generated with the built-in solver.
    ///
    /// ```
    /// use encycle::prelude::*;
    /// use encycle::generate::Difficulty;
    ///
    /// let options = GenerateOptions {
    ///     difficulty: Some(Difficulty::Any),
    ///     boxes: Some((3, 2)),
    ///     ..GenerateOptions::new(PuzzleKind::Sudoku, 6, 6)
    /// };
    /// let generated = generate(&options, 7)?;
    /// assert!(generated.is_unique);
    /// assert!(write_default(&generated.puzzle)?.starts_with("sudoku 3 2\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(kind: PuzzleKind, rows: usize, cols: usize) -> Self {
        Self {
            kind,
            rows,
            cols,
            boxes: None,
            variant: None,
            route: GenerationRoute::TopDown(Strategy::MultiBranch),
            iterations: 1,
            jobs: 1,
            sample: SAMPLE,
            random_clues: None,
            symmetry: Symmetry::None,
            mask: Mask::default(),
            at_least: 0,
            at_most: None,
            difficulty: None,
            technique: None,
            loop_style: LoopStyle::default(),
            message: None,
            engine: Engine::BatSat,
            encoding: None,
            timeout: None,
            stop: Stop::default(),
            attempts: 1000,
        }
    }

    /// Returns the requested difficulty, or the default. By default, `multi-branch`, `single-branch` and `bottom-up` make
    /// puzzles that a person can solve without guessing. The other routes accept any difficulty, because they search for
    /// few clues. So does a message, because the only solution that spells it may need guessing. A puzzle that needs a
    /// technique is solved without guessing in any case.
    ///
    /// ```
    /// use encycle::prelude::*;
    /// use encycle::generate::{Difficulty, GenerationRoute, Growth};
    ///
    /// let mut options = GenerateOptions::new(PuzzleKind::Slitherlink, 10, 10);
    /// assert_eq!(options.wanted_difficulty(), Difficulty::NO_GUESSING);
    /// options.route = GenerationRoute::Grow(Growth::Random);
    /// assert_eq!(options.wanted_difficulty(), Difficulty::Any);
    /// ```
    #[must_use]
    pub fn wanted_difficulty(&self) -> Difficulty {
        let by_default = match self.route {
            _ if self.message.is_some() => Difficulty::Any,
            GenerationRoute::TopDown(
                Strategy::MultiBranch | Strategy::SingleBranch | Strategy::BottomUp,
            ) => Difficulty::NO_GUESSING,
            _ => Difficulty::Any,
        };
        match self.difficulty.unwrap_or(by_default) {
            Difficulty::Any if self.technique.is_some() => Difficulty::NO_GUESSING,
            difficulty => difficulty,
        }
    }

    /// Returns the technique that the puzzle must need, if one is requested.
    ///
    /// ```
    /// use encycle::deduce::{Level, TechniqueSet, needs_technique};
    /// use encycle::prelude::*;
    ///
    /// let options = GenerateOptions {
    ///     technique: Some("inside".to_owned()),
    ///     ..GenerateOptions::new(PuzzleKind::Slitherlink, 5, 5)
    /// };
    /// let technique = options.needed_technique()?.expect("a technique");
    /// assert_eq!(technique.level, Level::Hard);
    /// let puzzle = generate(&options, 7)?.puzzle;
    /// assert!(needs_technique(&puzzle, &TechniqueSet::up_to(Level::Hard), technique.name));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the kind has no such technique, or if its level is above the difficulty.
    pub fn needed_technique(&self) -> Result<Option<Technique>, UnfitError> {
        let Some(name) = &self.technique else { return Ok(None) };
        let technique = technique_named(self.kind, name).map_err(|error| error.to_string())?;
        let difficulty = self.wanted_difficulty();
        if difficulty.solver().is_some_and(|level| level < technique.level) {
            return Err(format!(
                "the technique `{}` is of the level {}, above the difficulty {}\n\
                 help: raise the difficulty",
                technique.name,
                technique.level,
                difficulty.name()
            )
            .into());
        }
        Ok(Some(technique))
    }

    /// Returns the frame of the kind and size, with the requested boxes.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let options = GenerateOptions::new(PuzzleKind::Sudoku, 9, 9);
    /// assert_eq!(options.clue_frame()?.possible().len(), 9 * 9 * 9);
    ///
    /// let options = GenerateOptions { boxes: Some((2, 3)), ..options };
    /// let error = options.clue_frame().err().expect("six cells in a box of a 9 x 9 Sudoku");
    /// assert_eq!(error.help().as_deref(), Some("a box has as many cells as a row: 9"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the size or the boxes do not fit the kind, or the kind has no frame.
    pub fn clue_frame(&self) -> Result<Box<dyn ClueFrame>, UnfitError> {
        let Self { kind, rows, cols, .. } = *self;
        match (kind, self.boxes) {
            (_, None) => frame(kind, rows, cols),
            (PuzzleKind::Sudoku, Some((height, width)))
                if height * width == rows && rows == cols =>
            {
                Ok(Box::new(ValueFrame::sudoku(height, width)?))
            }
            (PuzzleKind::Sudoku, Some((height, width))) => Err(format!(
                "a Sudoku of {rows} x {cols} cells cannot have boxes of {height} x {width}\n\
                 help: a box has as many cells as a row: {rows}"
            )
            .into()),
            (_, Some(_)) => {
                Err(format!("the size of boxes applies to sudoku, not to {kind}").into())
            }
        }
    }
}

/// A generated puzzle.
#[derive(Clone, Debug)]
pub struct GeneratedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// A solution of the puzzle.
    pub solution: Solution,
    /// Whether the solution is proven to be the only solution.
    pub is_unique: bool,
    /// The number of clues of the puzzle.
    pub clues: usize,
    /// The number of solutions tried, including this one.
    pub attempts: u64,
    /// The number of clue sets that were tested, for all solutions tried.
    pub tested_sets: u64,
    /// The number of clue sets that were met again and not tested, for all solutions tried.
    pub repeated_sets: u64,
    /// The mean number of clues at the end of an iteration; the number of clues without iterations.
    pub mean_clues: f64,
}

impl GeneratedPuzzle {
    /// Returns a puzzle with this number of clues, from the first solution and without tests.
    pub(super) fn new(puzzle: Puzzle, solution: Solution, clues: usize) -> Self {
        Self {
            puzzle,
            solution,
            is_unique: false,
            clues,
            attempts: 1,
            tested_sets: 0,
            repeated_sets: 0,
            mean_clues: clues as f64,
        }
    }
}
