//! Deduction without guessing, and how hard a puzzle is for a person: the lowest [`Level`] whose techniques solve
//! it.
//!
//! Each kind has a ladder of techniques. A technique concludes only what holds in every solution, so that a puzzle
//! that is solved has no other one. What each ladder knows, and from where: `docs/difficulty.md`, and
//! [`techniques`].
//!
//! | kind | ladder |
//! |---|---|
//! | Sudoku | singles, locked candidates, subsets, fish, wings |
//! | Neighbor Number | the three solvers of Block 2024, 2.2.3 |
//! | Slitherlink on grids | the rules of the presolver |
//! | all others | unit propagation on clauses, early loops, failed literals, the dilemma rule |

mod clauses;
mod ladder;
mod level;
mod neighbor_number;
mod slitherlink;
mod sudoku;

pub use encycle_encodings::presolve::PresolveVerdict;
pub use ladder::{DeduceError, DeductionStep};
pub use level::{Level, Technique};

use encycle_encodings::puzzle::Solution;
use ladder::{Known, Ladder, StepLog};

use crate::puzzle::{Puzzle, PuzzleKind};

/// Solves puzzles without guessing, as far as the techniques of a level go. It keeps its tables, for thousands of
/// puzzles of one kind and size; with a puzzle of another one it makes new ones.
///
/// ```
/// use encycle::deduce::{Deducer, Level};
/// use encycle::formats;
///
/// let puzzle = formats::read("sudoku 2 2\n1...\n..2.\n.3..\n...4\n", None)?.puzzle;
/// let mut deducer = Deducer::new(&puzzle, Level::Easy);
/// let solution = deducer.solve(&puzzle).expect("singles are enough");
/// assert!(puzzle.check(&solution).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Deducer {
    level: Level,
    ladder: Box<dyn Ladder + Send>,
}

/// What follows without guessing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deduced {
    /// Of each atom, whether it is true in every solution, or in none; `None` if it is open. Where there is no
    /// solution, nothing is said.
    pub atoms: Vec<Option<bool>>,
    /// What it comes to.
    pub verdict: PresolveVerdict,
    /// How, in order: each time the simplest technique that does something.
    pub steps: Vec<DeductionStep>,
}

impl Deducer {
    /// A deducer for puzzles of the kind, size and rules of this one.
    #[must_use]
    pub fn new(puzzle: &Puzzle, level: Level) -> Self {
        Self { level, ladder: ladder(puzzle) }
    }

    /// The only solution, if the techniques of the level reach it without guessing. [`Puzzle::check`] has
    /// agreed to it, and since each technique keeps every solution, it is the only one.
    ///
    /// [`Puzzle::check`]: encycle_encodings::puzzle::Instance::check
    pub fn solve(&mut self, puzzle: &Puzzle) -> Option<Solution> {
        let known = self.climb(puzzle, &mut StepLog::silent()).ok()?;
        match verdict(puzzle, &known) {
            PresolveVerdict::Solved(solution) => Some(solution),
            PresolveVerdict::Contradiction | PresolveVerdict::Open => None,
        }
    }

    /// All that follows, and how.
    ///
    /// # Errors
    /// If the puzzle has too many clauses.
    pub fn deduce(&mut self, puzzle: &Puzzle) -> Result<Deduced, DeduceError> {
        let mut log = StepLog::told();
        let known = self.climb(puzzle, &mut log)?;
        let verdict = verdict(puzzle, &known);
        let atoms = known.unwrap_or_else(|| vec![None; puzzle.atom_count()]);
        Ok(Deduced { atoms, verdict, steps: log.into_steps() })
    }

    fn climb(&mut self, puzzle: &Puzzle, log: &mut StepLog) -> Result<Known, DeduceError> {
        if !self.ladder.fits(puzzle) {
            self.ladder = ladder(puzzle);
        }
        self.ladder.climb(puzzle, self.level, log)
    }
}

fn verdict(puzzle: &Puzzle, known: &Known) -> PresolveVerdict {
    let Some(atoms) = known else { return PresolveVerdict::Contradiction };
    match atoms.iter().copied().collect::<Option<Vec<bool>>>().map(Solution::new) {
        None => PresolveVerdict::Open,
        Some(only) if puzzle.check(&only).is_ok() => PresolveVerdict::Solved(only),
        // every solution would be this
        Some(_) => PresolveVerdict::Contradiction,
    }
}

fn ladder(puzzle: &Puzzle) -> Box<dyn Ladder + Send> {
    match puzzle {
        Puzzle::Sudoku(sudoku) => sudoku::ladder(sudoku),
        Puzzle::NeighborNumber(puzzle) => Box::new(neighbor_number::NeighborLadder::new(puzzle)),
        Puzzle::Slitherlink(puzzle) if puzzle.grid().is_some() => {
            Box::new(slitherlink::SlitherlinkLadder)
        }
        _ => Box::new(clauses::ClauseLadder),
    }
}

/// How hard a puzzle is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// The lowest level that solves it; `None`: it needs guessing, or has not one solution.
    pub level: Option<Level>,
    /// What follows at that level, or at the highest one.
    pub deduced: Deduced,
}

/// How hard a puzzle is, and what solves it.
///
/// ```
/// use encycle::deduce::{Level, grade};
/// use encycle::formats;
///
/// let puzzle = formats::read("slitherlink 2 2\n31\n..\n", None)?.puzzle;
/// let grade = grade(&puzzle)?;
/// assert_eq!(grade.level, Some(Level::Easy));
/// assert_eq!(grade.deduced.steps[0].technique, "three-in-corner");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the puzzle has too many clauses.
pub fn grade(puzzle: &Puzzle) -> Result<Grade, DeduceError> {
    let mut deducer = Deducer::new(puzzle, Level::Easy);
    loop {
        let deduced = deducer.deduce(puzzle)?;
        let is_solved = matches!(deduced.verdict, PresolveVerdict::Solved(_));
        let higher = Level::ALL.into_iter().find(|&level| level > deducer.level);
        match (&deduced.verdict, higher) {
            (PresolveVerdict::Open, Some(higher)) => deducer.level = higher,
            _ => return Ok(Grade { level: is_solved.then_some(deducer.level), deduced }),
        }
    }
}

/// The lowest level that solves a puzzle. `None`: it needs guessing, or has not one solution, or too many clauses.
#[must_use]
pub fn level_of(puzzle: &Puzzle) -> Option<Level> {
    let mut deducer = Deducer::new(puzzle, Level::Easy);
    Level::ALL.into_iter().find(|&level| {
        deducer.level = level;
        deducer.solve(puzzle).is_some()
    })
}

/// The techniques of a kind, the simplest first. A Slitherlink on a general graph has those of a Slitherlynx and
/// `early-loop`.
///
/// ```
/// use encycle::{deduce::techniques, puzzle::PuzzleKind};
/// assert_eq!(techniques(PuzzleKind::Sudoku)[0].name, "naked-single");
/// ```
#[must_use]
pub fn techniques(kind: PuzzleKind) -> Vec<Technique> {
    match kind {
        PuzzleKind::Sudoku => sudoku::techniques(),
        PuzzleKind::NeighborNumber => neighbor_number::techniques(),
        PuzzleKind::Slitherlink => slitherlink::techniques(),
        _ => clauses::techniques(kind),
    }
}
