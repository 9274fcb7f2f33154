//! The repair of existing puzzles: superfluous, contradictory and missing clues.

mod contradiction;
#[cfg(feature = "process")]
mod external;
mod formula;
mod given_loop;
mod max_sat;
mod needed;

use std::time::Duration;

use encycle_encodings::puzzle::Solution;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::deduce::{Technique, technique_named};
use crate::generate::clue_set::ClueSet;
use crate::generate::error::GenerateError;
use crate::generate::frame::{ClueFrame, PlacedClue, frame_of};
use crate::generate::pool::{SolutionPool, with_pool};
use crate::generate::shape::Symmetry;
use crate::generate::strategy::{ChosenClues, ClueChoice, Strategy, choose};
use crate::generate::sufficiency::{ClueSetTest, NeedTest, UniquenessTest, meets_conditions};
use crate::puzzle::{Puzzle, PuzzleKind};
use crate::solve::{Engine, JobLimits};
use contradiction::{FewestClues, contradiction, fewest_to_remove};
#[cfg(feature = "process")]
use encycle_solvers::Solver;
use encycle_solvers::Stop;

#[cfg(feature = "process")]
use external::fewest_by_max_sat;

#[cfg(feature = "process")]
pub use external::OptimumSource;
pub use given_loop::{clues_for_loop, has_clues_for_loops};
pub use max_sat::write_clue_max_sat;
pub use needed::NeededClues;

/// The options of [`thin`] and [`repair`].
#[derive(Clone, Debug)]
pub struct RepairOptions {
    /// The solver.
    pub engine: Engine,
    /// The limit on the wall-clock time.
    pub timeout: Option<Duration>,
    /// An external MaxSAT solver. In [`repair`], it finds the fewest clues to remove, and its result is compared with
    /// the built-in search. In [`thin`] with [`Strategy::Minimum`], the built-in search finds the fewest clues to keep,
    /// and its result is compared with the solver.
    #[cfg(feature = "process")]
    pub max_sat: Option<Box<Solver>>,
}

impl Default for RepairOptions {
    fn default() -> Self {
        Self {
            engine: Engine::BatSat,
            timeout: None,
            #[cfg(feature = "process")]
            max_sat: None,
        }
    }
}

impl RepairOptions {
    /// Returns the limits of a job that starts now.
    fn limits(&self) -> JobLimits {
        JobLimits::starting_now(self.timeout, Stop::default())
    }
}

/// The result of [`thin`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThinOutcome {
    /// The puzzle has no solution.
    NoSolution,
    /// The puzzle has several solutions, for example these two.
    Several(Solution, Solution),
    /// The puzzle has exactly one solution.
    Unique {
        /// The names of the clues that can each be removed on its own.
        superfluous: Vec<String>,
        /// The number of clues of the puzzle.
        clues: usize,
        /// The puzzle with a minimal subset of its clues.
        puzzle: Box<Puzzle>,
        /// The number of clues of `puzzle`.
        kept: usize,
        /// With [`Strategy::Minimum`], why fewer clues do not suffice.
        needed: Option<NeededClues>,
    },
}

/// Finds the superfluous clues of a puzzle and a minimal subset of its clues.
///
/// [`Strategy::MultiBranch`] finds a random minimal subset, and [`Strategy::Minimum`] finds a subset with the fewest
/// clues.
///
/// ```
/// use encycle::formats;
/// use encycle::generate::{RepairOptions, Strategy, Symmetry, ThinOutcome, thin};
///
/// let puzzle = formats::read("slitherlink 2 2\n33\n33\n", None)?.puzzle;
/// let options = RepairOptions::default();
/// let thinned = thin(&puzzle, Strategy::Minimum, Symmetry::None, 1, &options);
/// // no loop has three edges around each of the four cells
/// assert_eq!(thinned?, ThinOutcome::NoSolution);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the clues of the puzzle cannot be removed one by one, a limit is reached, the solver fails, or a
/// MaxSAT solver finds another number of clues.
pub fn thin(
    puzzle: &Puzzle,
    strategy: Strategy,
    symmetry: Symmetry,
    seed: u64,
    options: &RepairOptions,
) -> Result<ThinOutcome, GenerateError> {
    thin_with(puzzle, None, strategy, symmetry, seed, options)
}

/// Removes clues like [`thin`], but only as long as the puzzle needs a technique: all techniques solve it without guessing, but
/// not without this one ([`needs_technique`](crate::deduce::needs_technique)). Neither [`ThinOutcome::Unique::needed`] nor a
/// MaxSAT solver applies.
///
/// ```
/// use encycle::deduce::{Level, TechniqueSet, needs_technique};
/// use encycle::generate::{RepairOptions, Strategy, Symmetry, ThinOutcome, thin_needing};
/// use encycle::prelude::*;
///
/// let puzzle: Puzzle = "sudoku 2 2\n1...\n..2.\n.3..\n2..4\n".parse()?;
/// let (strategy, options) = (Strategy::MultiBranch, RepairOptions::default());
/// let outcome = thin_needing(&puzzle, "naked-single", strategy, Symmetry::None, 1, &options)?;
/// let ThinOutcome::Unique { puzzle: thinned, kept, .. } = outcome else { panic!() };
/// assert_eq!(kept, 4);
/// assert!(needs_technique(&thinned, &TechniqueSet::up_to(Level::Hard), "naked-single"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the errors of [`thin`], and an error if the kind has no such technique, or the puzzle with all its clues does not
/// need it.
pub fn thin_needing(
    puzzle: &Puzzle,
    technique: &str,
    strategy: Strategy,
    symmetry: Symmetry,
    seed: u64,
    options: &RepairOptions,
) -> Result<ThinOutcome, GenerateError> {
    let technique = technique_named(puzzle.kind(), technique)
        .map_err(|error| GenerateError::Unfit(error.to_string()))?;
    thin_with(puzzle, Some(technique), strategy, symmetry, seed, options)
}

/// Removes clues as long as the solution is unique, or, with a technique, as long as the puzzle needs it.
fn thin_with(
    puzzle: &Puzzle,
    technique: Option<Technique>,
    strategy: Strategy,
    symmetry: Symmetry,
    seed: u64,
    options: &RepairOptions,
) -> Result<ThinOutcome, GenerateError> {
    let (frame, clues) = frame_of(puzzle)?;
    if strategy == Strategy::Minimum && puzzle.kind().own_name() == "hitori" {
        // two equal numbers together exclude a further solution, so there is no set of clues to hit
        let message = "the strategy minimum does not fit hitori, where only two equal numbers exclude a solution\n\
                       help: use multi-branch";
        return Err(GenerateError::Unfit(message.to_owned()));
    }
    let limits = &options.limits();
    with_pool(&*frame, &clues, &options.engine, None, limits, |pool| {
        let all = ClueSet::all(clues.len());
        let Some(first) = pool.any(&all)? else { return Ok(ThinOutcome::NoSolution) };
        let solution = pool.solution(first).clone();
        if let Some(second) = pool.another(&all)? {
            return Ok(ThinOutcome::Several(solution, pool.solution(second).clone()));
        }
        let mut test: Box<dyn ClueSetTest + '_> = match technique {
            None => Box::new(UniquenessTest::new(pool, &solution)),
            Some(technique) => {
                let mut test = NeedTest::new(&*frame, &clues, technique, &solution);
                if !test.test(&all)?.is_sufficient() {
                    return Err(not_needed(technique));
                }
                Box::new(test)
            }
        };
        let mut superfluous = Vec::new();
        for (number, &clue) in clues.iter().enumerate() {
            let others = all.minus(&ClueSet::of(clues.len(), [number]));
            if test.test(&others)?.is_sufficient() {
                superfluous.push(frame.name(clue));
            }
        }
        let groups = symmetry.groups(&*frame, &clues);
        let grouped = groups.iter().fold(ClueSet::none(clues.len()), |set, group| set.union(group));
        let required = all.minus(&grouped);
        let choice = ClueChoice::fewest(&groups, &required, limits);
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let ChosenClues { chosen, to_hit, .. } =
            choose(strategy, &choice, &mut *test, &mut random)?;
        let chosen = chosen.unwrap_or(all);
        let needed = (strategy == Strategy::Minimum && technique.is_none()).then(|| {
            let names = clues.iter().map(|&clue| frame.name(clue)).collect();
            NeededClues::new(names, choice.required, choice.groups, &to_hit)
        });
        #[cfg(feature = "process")]
        if let (Some(needed), Some(solver)) = (&needed, &options.max_sat) {
            needed.compare(chosen.len(), solver, limits)?;
        }
        let kept: Vec<PlacedClue> = chosen.iter().map(|number| clues[number]).collect();
        Ok(ThinOutcome::Unique {
            superfluous,
            clues: clues.len(),
            puzzle: Box::new(frame.with(&kept)),
            kept: kept.len(),
            needed,
        })
    })
}

/// Returns the error for a puzzle that does not need a technique before clues are removed.
fn not_needed(technique: Technique) -> GenerateError {
    GenerateError::Impossible(format!(
        "the puzzle does not need the technique `{}`\nhelp: leave out the technique",
        technique.name
    ))
}

/// The result of [`repair`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RepairOutcome {
    /// The puzzle has exactly one solution and needs no repair.
    Unique(Solution),
    /// The puzzle has no solution. The clues are a minimal contradiction, that is, each proper subset of them has a
    /// solution.
    Contradiction {
        /// The names of the contradictory clues; empty if the rules alone have no solution.
        clues: Vec<String>,
        /// The names of the fewest clues that must be removed so that the remaining clues have a common solution, and
        /// the puzzle without these clues. `None` if the rules alone have no solution, or a limit was reached before
        /// the clues were known.
        removed: Option<(Vec<String>, Box<Puzzle>)>,
        /// The repair of the puzzle without these clues. `None` without such clues, or if a limit was reached.
        rest: Option<Box<RepairOutcome>>,
        /// The limit that was reached before the fewest clues to remove, or the repair of the rest, were known.
        limit: Option<String>,
        /// The MaxSAT solver that found the clues to remove; `None` if the built-in search found them.
        #[cfg(feature = "process")]
        optimum: Option<OptimumSource>,
    },
    /// The puzzle has several solutions.
    Several {
        /// The solutions that were examined.
        solutions: Vec<Solution>,
        /// Whether these are all solutions.
        is_all: bool,
        /// The common value of each atom in these solutions, `None` for an atom whose value differs.
        common: Vec<Option<bool>>,
        /// The names of the fewest clues that, when added, make one of these solutions the only solution, and the
        /// puzzle with these clues. `None` if no clues that can be added do that, or a limit was reached.
        added: Option<(Vec<String>, Box<Puzzle>)>,
        /// Whether there are clues that can be added. There are none in a Hitori, and in a Nurikabe only numbers that
        /// replace a `?`.
        can_add: bool,
        /// The limit that was reached before the clues to add were known.
        limit: Option<String>,
    },
}

impl RepairOutcome {
    /// Returns the repaired puzzle, which has exactly one solution; `None` if no repair is needed or possible.
    ///
    /// ```
    /// use encycle::generate::{RepairOptions, repair};
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 3 5\n.....\n.030.\n1...2\n".parse()?;
    /// let outcome = repair(&puzzle, 20, &RepairOptions::default())?;
    /// let mended = outcome.mended().expect("a repair");
    /// assert_eq!(Solve::new(mended).unique().run()?.verdict(), Verdict::Unique);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn mended(&self) -> Option<&Puzzle> {
        match self {
            Self::Unique(_) => None,
            Self::Several { added, .. } => added.as_ref().map(|(_, puzzle)| &**puzzle),
            Self::Contradiction { removed, rest, .. } => match rest.as_deref()? {
                Self::Unique(_) => removed.as_ref().map(|(_, puzzle)| &**puzzle),
                other => other.mended(),
            },
        }
    }

    /// Returns the limit that was reached before a repair was known.
    #[must_use]
    pub fn limit(&self) -> Option<&str> {
        match self {
            Self::Unique(_) => None,
            Self::Several { limit, .. } => limit.as_deref(),
            Self::Contradiction { limit, rest, .. } => {
                limit.as_deref().or_else(|| rest.as_deref()?.limit())
            }
        }
    }

    /// Returns why there is no repaired puzzle, in a sentence. Returns `None` if there is one, if none is needed, or if
    /// the rules alone have no solution.
    ///
    /// ```
    /// use encycle::generate::{RepairOptions, repair};
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "hitori 2 2\n12\n.1\n".parse()?;
    /// let outcome = repair(&puzzle, 20, &RepairOptions::default())?;
    /// assert!(outcome.failure_reason().expect("no repair").contains("no clues to add"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn failure_reason(&self) -> Option<String> {
        if let Some(limit) = self.limit() {
            return Some(format!("{limit} before a repair was found"));
        }
        Some(match self {
            Self::Several { added: None, can_add: true, .. } => {
                "no clues that can be added make one of the examined solutions unique".to_owned()
            }
            Self::Several { added: None, can_add: false, .. } => {
                "repair has no clues to add to this puzzle; others may make a solution unique"
                    .to_owned()
            }
            Self::Contradiction { removed: Some(_), rest: None, .. } => {
                "the remaining clues cannot be removed or added one by one".to_owned()
            }
            Self::Contradiction { rest: Some(rest), .. } => {
                let reason = rest.failure_reason()?;
                format!("the remaining clues have several solutions, and {reason}")
            }
            _ => return None,
        })
    }

    /// Returns the names of the clues that are added, after the removal of others in a puzzle without a solution.
    #[must_use]
    pub fn added_clues(&self) -> Option<&[String]> {
        match self {
            Self::Unique(_) => None,
            Self::Several { added, .. } => added.as_ref().map(|(clues, _)| &clues[..]),
            Self::Contradiction { rest, .. } => rest.as_deref()?.added_clues(),
        }
    }
}

/// Finds the fault of a puzzle that does not have exactly one solution.
///
/// For a puzzle without a solution, this function returns clues that contradict each other, the fewest clues to
/// remove, and the repair of what is left. For a puzzle with several solutions, it returns where the solutions differ, and
/// the fewest clues that, when added, make one of them the only solution. It examines up to `limit` solutions; if there are more, fewer clues might
/// suffice for a solution that it did not examine.
///
/// # Errors
/// Returns the errors of [`thin`], and an error if the result of a MaxSAT solver is wrong.
pub fn repair(
    puzzle: &Puzzle,
    limit: usize,
    options: &RepairOptions,
) -> Result<RepairOutcome, GenerateError> {
    let limits = options.limits();
    let mut outcome = fault(puzzle, limit, options, &limits)?;
    if let RepairOutcome::Contradiction { removed: Some((_, left)), rest, limit: reached, .. } =
        &mut outcome
    {
        (*rest, *reached) = up_to_limit(match fault(left, limit, options, &limits) {
            // the clues that are left may be of a kind that cannot be removed or added one by one
            Err(GenerateError::Unfit(_)) => Ok(None),
            found => found.map(|found| Some(Box::new(found))),
        })?;
    }
    Ok(outcome)
}

/// Returns a result, or an empty one and the limit that was reached.
fn up_to_limit<T: Default>(
    result: Result<T, GenerateError>,
) -> Result<(T, Option<String>), GenerateError> {
    match result {
        Ok(found) => Ok((found, None)),
        Err(GenerateError::Limit(reason)) => Ok((T::default(), Some(reason))),
        Err(error) => Err(error),
    }
}

/// Finds the fault of a puzzle, without the repair of what is left of a contradiction.
fn fault(
    puzzle: &Puzzle,
    limit: usize,
    options: &RepairOptions,
    limits: &JobLimits,
) -> Result<RepairOutcome, GenerateError> {
    let found = fault_among(puzzle, limit, options, limits, |frame| frame.addable())?;
    let RepairOutcome::Contradiction { removed: Some(_), limit: None, .. } = found else {
        return Ok(found);
    };
    // the clues that no generator uses may change which of the fewest clues are removed, and what is left is worse to repair
    let frame = frame_of(puzzle)?.0;
    match frame.addable().len() == frame.possible().len() {
        true => Ok(found),
        false => fault_among(puzzle, limit, options, limits, |frame| frame.possible()),
    }
}

/// Returns the error for contradictory clues, where the puzzle without the fewest of them breaks a condition of its kind.
fn left_broken(kind: PuzzleKind, contradictory: &[String], removed: &[String]) -> GenerateError {
    GenerateError::Impossible(format!(
        "these clues have no common solution: {}; and without {}, the puzzle breaks a condition on the clues of {kind}\n\
         help: change one of them",
        contradictory.join(", "),
        removed.join(", ")
    ))
}

/// Finds the fault of a puzzle, whose repair adds some of these clues.
fn fault_among(
    puzzle: &Puzzle,
    limit: usize,
    options: &RepairOptions,
    limits: &JobLimits,
    candidates: fn(&dyn ClueFrame) -> Vec<PlacedClue>,
) -> Result<RepairOutcome, GenerateError> {
    let (frame, existing) = frame_of(puzzle)?;
    let mut clues = existing.clone();
    clues.extend(candidates(&*frame).into_iter().filter(|clue| !existing.contains(clue)));
    with_pool(&*frame, &clues, &options.engine, None, limits, |pool| {
        let required = ClueSet::of(clues.len(), 0..existing.len());
        let mut found = Vec::new();
        let mut is_all = false;
        while found.len() < limit && !is_all {
            match pool.another(&required)? {
                Some(number) => found.push(pool.solution(number).clone()),
                None => is_all = true,
            }
        }
        // at the limit, searching for one more solution decides whether these are all solutions
        is_all = is_all || pool.another(&required)?.is_none();
        match &found[..] {
            [] => {
                let first = contradiction(pool, &required)?;
                let names = |set: &ClueSet| -> Vec<String> {
                    set.iter().map(|number| frame.name(clues[number])).collect()
                };
                let contradictory = names(&first);
                let built_in = |pool: &mut SolutionPool<'_>, first| {
                    let found = fewest_to_remove(pool, &required, first, limits, &|_| true)?;
                    Ok(match found {
                        FewestClues::Clues(removed) => Some(removed),
                        FewestClues::NoSolution | FewestClues::AtLeast(_) => None,
                    })
                };
                #[cfg(not(feature = "process"))]
                let (removed, reached) = up_to_limit(built_in(pool, first))?;
                #[cfg(feature = "process")]
                let ((removed, optimum), reached) = up_to_limit(match &options.max_sat {
                    Some(solver) => fewest_by_max_sat(pool, &required, first, solver, limits)
                        .map(|(removed, source)| (removed, Some(source))),
                    None => built_in(pool, first).map(|removed| (removed, None)),
                })?;
                let removed = removed.map(|removed| {
                    let kept = required
                        .minus(&removed)
                        .iter()
                        .map(|number| clues[number])
                        .collect::<Vec<_>>();
                    (names(&removed), kept)
                });
                if let Some((removed, kept)) = &removed
                    && frame.meets_conditions(kept) == Some(false)
                {
                    return Err(left_broken(puzzle.kind(), &contradictory, removed));
                }
                let removed = removed.map(|(names, kept)| (names, Box::new(frame.with(&kept))));
                return Ok(RepairOutcome::Contradiction {
                    clues: contradictory,
                    removed,
                    rest: None,
                    limit: reached,
                    #[cfg(feature = "process")]
                    optimum,
                });
            }
            [only] => return Ok(RepairOutcome::Unique(only.clone())),
            _ => {}
        }
        let is_free = |number: &usize| {
            existing.iter().all(|one| one.place != clues[*number].place)
                && meets_conditions(&*frame, &clues, &required.clone().with(*number))
        };
        let free: Vec<usize> = (existing.len()..clues.len()).filter(is_free).collect();
        let mut best: Option<ClueSet> = None;
        let mut reached = None;
        for solution in &found {
            let groups: Vec<ClueSet> = free
                .iter()
                .copied()
                .filter(|&number| frame.holds(clues[number], solution))
                .map(|number| ClueSet::of(clues.len(), [number]))
                .collect();
            let choice = ClueChoice::fewest(&groups, &required, limits);
            // all clues of the solution may break a condition that few of them meet
            let mut test = UniquenessTest::new(pool, solution).without_conditions();
            let mut random = Pcg64Mcg::seed_from_u64(0);
            let chosen = choose(Strategy::Minimum, &choice, &mut test, &mut random);
            let chosen = chosen.map(|ChosenClues { chosen, .. }| chosen);
            let (chosen, limit) = up_to_limit(chosen)?;
            if limit.is_some() {
                // with fewer clues, this solution or a later one might be the only one
                (best, reached) = (None, limit);
                break;
            }
            let is_better = |chosen: &ClueSet| {
                best.as_ref().is_none_or(|best| chosen.len() < best.len())
                    && meets_conditions(&*frame, &clues, chosen)
            };
            if let Some(chosen) = chosen.filter(is_better) {
                best = Some(chosen);
            }
        }
        let common = (0..puzzle.atom_count()).map(|atom| {
            let first = found[0].has(atom);
            found.iter().all(|one| one.has(atom) == first).then_some(first)
        });
        let added = best.map(|best| {
            let names =
                best.minus(&required).iter().map(|number| frame.name(clues[number])).collect();
            let all: Vec<PlacedClue> = best.iter().map(|number| clues[number]).collect();
            (names, Box::new(frame.with(&all)))
        });
        Ok(RepairOutcome::Several {
            common: common.collect(),
            solutions: found,
            is_all,
            added,
            can_add: !free.is_empty(),
            limit: reached,
        })
    })
}
