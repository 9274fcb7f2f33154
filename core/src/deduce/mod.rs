//! Deduction without guessing, which also grades puzzles: the grade is the lowest [`Level`] whose techniques
//! solve the puzzle.
//!
//! Each kind has a ladder of techniques, ordered from simple to advanced. A technique derives only facts that
//! hold in every solution, so a puzzle that is solved this way has exactly one solution. The techniques and
//! their sources are listed in `docs/research/difficulty.md` and by [`techniques`].
//!
//! | kind | ladder |
//! |---|---|
//! | Sudoku | singles, locked candidates, subsets, fish, wings |
//! | Neighbor Number | the three solvers of Block 2024, 2.2.3 |
//! | Slitherlink on grids | the rules of the presolver |
//! | Hitori, Nurikabe, Masyu, Heyawake | as all others, and the techniques that people know by name |
//! | all others | unit propagation on clauses, early loops, failed literals, the dilemma rule |

mod clauses;
mod ladder;
mod level;
mod neighbor_number;
mod slitherlink;
mod sudoku;
mod wording;

pub use encycle_encodings::presolve::PresolveVerdict;
pub use ladder::{DeduceError, DeductionStep};
pub use level::{Level, Technique, TechniqueSet};
pub use wording::{StepWording, fact_words, list_words, place_words};

use encycle_encodings::puzzle::Solution;
use encycle_encodings::suggest;
use ladder::{Known, Ladder, StepLog};

use crate::puzzle::{Puzzle, PuzzleKind, UnknownName, by_name};

/// A solver without guessing, limited to some techniques.
///
/// It reuses its tables for puzzles of the same kind and size, so it can solve thousands of them quickly. A
/// puzzle of another kind or size makes it build new tables.
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
    techniques: TechniqueSet,
    /// The atoms that [`Self::solve`] left open.
    open: Vec<usize>,
    ladder: Box<dyn Ladder + Send>,
}

/// The facts that follow without guessing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deduced {
    /// For each atom, whether it is true or false in every solution; `None` if it is open. If the puzzle
    /// has no solution, all entries are `None`.
    pub atoms: Vec<Option<bool>>,
    /// The verdict on the puzzle.
    pub verdict: PresolveVerdict,
    /// The steps in order; each uses the simplest technique that has an effect.
    pub steps: Vec<DeductionStep>,
}

impl Deduced {
    /// Returns what the steps derive: [`Self::atoms`], or, if there is no solution, what leads to the contradiction.
    #[must_use]
    pub fn derived(&self) -> Vec<Option<bool>> {
        let mut atoms = self.atoms.clone();
        if self.verdict == PresolveVerdict::Contradiction {
            let facts = self.steps.iter().flat_map(|step| &step.facts);
            facts.for_each(|&(atom, value)| atoms[atom] = Some(value));
        }
        atoms
    }
}

impl Deducer {
    /// Returns a deducer with the techniques up to a level, for puzzles with the kind, size and rules of `puzzle`.
    #[must_use]
    pub fn new(puzzle: &Puzzle, level: Level) -> Self {
        Self::with(puzzle, TechniqueSet::up_to(level))
    }

    /// Returns a deducer with these techniques, for puzzles with the kind, size and rules of `puzzle`.
    #[must_use]
    pub fn with(puzzle: &Puzzle, techniques: TechniqueSet) -> Self {
        Self { techniques, open: Vec::new(), ladder: ladder(puzzle) }
    }

    /// Returns the only solution, if the techniques find it.
    ///
    /// The result has passed [`Puzzle::check`]. It is the only solution, since every technique keeps all
    /// solutions.
    ///
    /// [`Puzzle::check`]: encycle_encodings::puzzle::Instance::check
    pub fn solve(&mut self, puzzle: &Puzzle) -> Option<Solution> {
        let known = self.climb(puzzle, &mut StepLog::silent()).ok()?;
        let atoms = known.iter().flatten().enumerate();
        self.open = atoms.filter(|atom| atom.1.is_none()).map(|(atom, _)| atom).collect();
        match verdict(puzzle, &known) {
            PresolveVerdict::Solved(solution) => Some(solution),
            PresolveVerdict::Contradiction | PresolveVerdict::Open => None,
        }
    }

    /// Tells of a solution of the next puzzle, which makes [`Self::solve`] faster if the same deducer solves many similar
    /// puzzles. If it is the only one, no other one is looked for.
    pub(crate) fn expect(&mut self, solution: &Solution, is_only: bool) {
        self.ladder.expect(solution, is_only);
    }

    /// Returns the atoms that [`Self::solve`] left open in the last puzzle.
    pub(crate) fn open(&self) -> &[usize] {
        &self.open
    }

    /// Returns a second solution of the last puzzle, if the deducer found one. It looks for one after [`Self::expect`].
    pub(crate) fn other(&mut self) -> Option<Solution> {
        self.ladder.other()
    }

    /// Returns whether the techniques derive that all these atoms are true. It may stop as soon as they have, so
    /// that it is quicker than [`Self::solve`].
    pub(crate) fn derives(&mut self, puzzle: &Puzzle, atoms: &[usize]) -> bool {
        self.fit(puzzle);
        self.ladder.derives(puzzle, &self.techniques, atoms)
    }

    /// Returns all facts that the techniques derive, with the steps.
    ///
    /// # Errors
    /// Returns an error if the encoding of the puzzle cannot be built or has too many clauses.
    pub fn deduce(&mut self, puzzle: &Puzzle) -> Result<Deduced, DeduceError> {
        let mut log = StepLog::told();
        let known = self.climb(puzzle, &mut log)?;
        let verdict = verdict(puzzle, &known);
        let atoms = known.unwrap_or_else(|| vec![None; puzzle.atom_count()]);
        Ok(Deduced { atoms, verdict, steps: log.into_steps() })
    }

    /// Applies the ladder, rebuilding its tables first if they do not fit the puzzle.
    fn climb(&mut self, puzzle: &Puzzle, log: &mut StepLog) -> Result<Known, DeduceError> {
        self.fit(puzzle);
        self.ladder.climb(puzzle, &self.techniques, log)
    }

    /// Rebuilds the tables of the ladder if they do not fit the puzzle.
    fn fit(&mut self, puzzle: &Puzzle) {
        if !self.ladder.fits(puzzle) {
            self.ladder = ladder(puzzle);
        }
    }
}

/// Returns the verdict on a puzzle from the known atoms.
fn verdict(puzzle: &Puzzle, known: &Known) -> PresolveVerdict {
    let Some(atoms) = known else { return PresolveVerdict::Contradiction };
    match atoms.iter().copied().collect::<Option<Vec<bool>>>().map(Solution::new) {
        None => PresolveVerdict::Open,
        Some(only) if puzzle.check(&only).is_ok() => PresolveVerdict::Solved(only),
        // the only candidate breaks a rule, so there is no solution
        Some(_) => PresolveVerdict::Contradiction,
    }
}

/// Returns the ladder of a puzzle's kind.
fn ladder(puzzle: &Puzzle) -> Box<dyn Ladder + Send> {
    match puzzle {
        Puzzle::Sudoku(sudoku) => sudoku::ladder(sudoku),
        Puzzle::NeighborNumber(puzzle) => Box::new(neighbor_number::NeighborLadder::new(puzzle)),
        Puzzle::Slitherlink(puzzle) if puzzle.grid().is_some() => {
            Box::new(slitherlink::SlitherlinkLadder)
        }
        _ => Box::<clauses::ClauseLadder>::default(),
    }
}

/// The difficulty of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// The lowest level that solves it; `None` if it needs guessing or does not have exactly one solution.
    pub level: Option<Level>,
    /// The facts derived at that level, or at the highest level if none solves the puzzle.
    pub deduced: Deduced,
}

/// Grades a puzzle: finds the lowest level that solves it, and the steps.
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
/// Returns an error if the encoding of the puzzle cannot be built or has too many clauses.
pub fn grade(puzzle: &Puzzle) -> Result<Grade, DeduceError> {
    grade_with(puzzle, &TechniqueSet::up_to(Level::Hard))
}

/// Grades a puzzle like [`grade`], with some techniques: no level above that of the set is tried, and no technique that
/// is not in the set is applied.
///
/// ```
/// use encycle::deduce::{Level, TechniqueSet, grade_with};
///
/// let puzzle = encycle::formats::read("slitherlink 2 2\n31\n..\n", None)?.puzzle;
/// let grade = grade_with(&puzzle, &TechniqueSet::up_to(Level::Hard).without(["three-in-corner"]))?;
/// assert!(grade.deduced.steps.iter().all(|step| step.technique != "three-in-corner"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the errors of [`grade`].
pub fn grade_with(puzzle: &Puzzle, techniques: &TechniqueSet) -> Result<Grade, DeduceError> {
    let mut deducer = Deducer::with(puzzle, techniques.clone());
    deducer.techniques.level = Level::Easy;
    loop {
        let level = deducer.techniques.level;
        log::debug!("techniques up to level {level}");
        let deduced = deducer.deduce(puzzle)?;
        let is_solved = matches!(deduced.verdict, PresolveVerdict::Solved(_));
        let mut higher =
            Level::ALL.into_iter().filter(|&one| one > level && one <= techniques.level);
        match (&deduced.verdict, higher.next()) {
            (PresolveVerdict::Open, Some(higher)) => deducer.techniques.level = higher,
            _ => return Ok(Grade { level: is_solved.then_some(level), deduced }),
        }
    }
}

/// Returns the lowest level that solves a puzzle.
///
/// Returns `None` if the puzzle needs guessing, does not have exactly one solution, or has too many clauses.
#[must_use]
pub fn level_of(puzzle: &Puzzle) -> Option<Level> {
    let mut deducer = Deducer::new(puzzle, Level::Easy);
    Level::ALL.into_iter().find(|&level| {
        deducer.techniques.level = level;
        deducer.solve(puzzle).is_some()
    })
}

/// Returns whether a puzzle needs a technique of a set: the set solves the puzzle, with steps of this technique, but does not
/// solve it without the technique.
///
/// A technique that occurs in the steps is not always needed, because another one may draw the same conclusion a little later.
///
/// ```
/// use encycle::deduce::{Level, TechniqueSet, needs_technique};
///
/// let puzzle = encycle::formats::read("slitherlink 2 2\n31\n..\n", None)?.puzzle;
/// let all = TechniqueSet::up_to(Level::Hard);
/// assert!(needs_technique(&puzzle, &all, "clue-full"));
/// // the first step is `three-in-corner`, but the colors of the cells show the same
/// assert!(!needs_technique(&puzzle, &all, "three-in-corner"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn needs_technique(puzzle: &Puzzle, techniques: &TechniqueSet, name: &str) -> bool {
    let others = techniques.clone().without([name]);
    if Deducer::with(puzzle, others).solve(puzzle).is_some() {
        return false;
    }
    // an assumption may be refuted by a technique that has no step of its own
    grade_with(puzzle, techniques).is_ok_and(|grade| {
        grade.level.is_some() && grade.deduced.steps.iter().any(|step| step.technique == name)
    })
}

/// Returns the technique of a kind with this name, ignoring ASCII case.
///
/// ```
/// use encycle::{deduce::technique_named, puzzle::PuzzleKind};
///
/// assert_eq!(technique_named(PuzzleKind::Sudoku, "X-Wing")?.name, "x-wing");
/// let error = technique_named(PuzzleKind::Sudoku, "x-wings").unwrap_err();
/// assert!(error.help.starts_with("did you mean `x-wing`? If not, use one of sudoku: naked-single, "));
/// # Ok::<(), encycle::puzzle::UnknownName>(())
/// ```
///
/// # Errors
/// Returns an error that lists the techniques of the kind if there is none with this name.
pub fn technique_named(kind: PuzzleKind, name: &str) -> Result<Technique, UnknownName> {
    let all = techniques(kind);
    by_name("technique", &all, |technique| technique.name, name).map_err(|error| {
        let known: Vec<&str> = all.iter().map(|technique| technique.name).collect();
        let question = suggest::question(&error.name, known.iter().copied());
        let start = if question.is_empty() { "use" } else { "If not, use" };
        let help = format!("{question}{start} one of {kind}: {}", known.join(", "));
        UnknownName { help, ..error }
    })
}

/// Returns the techniques of a kind, the simplest first.
///
/// A Slitherlink on a general graph uses the techniques of a Slitherlynx and `early-loop` instead.
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
