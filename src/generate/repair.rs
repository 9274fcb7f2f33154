//! An existing puzzle: which givens are superfluous, which contradict each other, which are missing.

use std::time::{Duration, Instant};

use encycle_encodings::puzzle::Solution;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::generate::bits::Bits;
use crate::generate::error::GenerateError;
use crate::generate::frame::{ClueFrame, PlacedClue, frame_of};
use crate::generate::judge::{ClueSetTest as _, UniquenessTest};
use crate::generate::pool::{SolutionPool, with_pool};
use crate::generate::shape::Symmetry;
use crate::generate::strategy::{ClueChoice, Strategy, choose};
use crate::puzzle::Puzzle;
use crate::solve::Engine;

/// Who decides, and for how long.
#[derive(Clone, Debug)]
pub struct RepairOptions {
    /// The solver.
    pub engine: Engine,
    /// Limit on the wall-clock time.
    pub timeout: Option<Duration>,
}

impl Default for RepairOptions {
    fn default() -> Self {
        Self { engine: Engine::BatSat, timeout: None }
    }
}

impl RepairOptions {
    /// Works with a pool of the solutions of a frame.
    fn with_pool<T>(
        &self,
        frame: &dyn ClueFrame,
        givens: &[PlacedClue],
        work: impl FnOnce(&mut SolutionPool<'_>, Option<Instant>) -> Result<T, GenerateError>,
    ) -> Result<T, GenerateError> {
        let deadline = self.timeout.map(|timeout| Instant::now() + timeout);
        with_pool(frame, givens, &self.engine, None, deadline, |pool| work(pool, deadline))
    }
}

/// What [`thin`] finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThinOutcome {
    /// There is no solution.
    NoSolution,
    /// There are several; two of them.
    Several(Solution, Solution),
    /// There is one.
    Unique {
        /// The givens, by name, each of which could be left out by itself.
        superfluous: Vec<String>,
        /// How many there are in all.
        givens: usize,
        /// The puzzle with a minimal set of its givens.
        puzzle: Box<Puzzle>,
        /// How many that has.
        kept: usize,
    },
}

/// Which givens of a puzzle are superfluous, and a minimal set of them: by [`Strategy::MultiBranch`] one that
/// chance finds, by [`Strategy::Minimum`] one of the smallest.
///
/// ```
/// use encycle::formats;
/// use encycle::generate::{RepairOptions, Strategy, Symmetry, ThinOutcome, thin};
///
/// let puzzle = formats::read("slitherlink 2 2\n33\n33\n", None)?.puzzle;
/// let thinned = thin(&puzzle, Strategy::Minimum, Symmetry::None, 1, &RepairOptions::default());
/// // no loop gives all four cells a 3
/// assert_eq!(thinned?, ThinOutcome::NoSolution);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The puzzle has no givens that could be left out one by one; a limit; the solver fails.
pub fn thin(
    puzzle: &Puzzle,
    strategy: Strategy,
    symmetry: Symmetry,
    seed: u64,
    means: &RepairOptions,
) -> Result<ThinOutcome, GenerateError> {
    let (frame, givens) = frame_of(puzzle).map_err(GenerateError::Unfit)?;
    means.with_pool(&*frame, &givens, |pool, deadline| {
        let all = Bits::all(givens.len());
        let Some(first) = pool.any(&all)? else { return Ok(ThinOutcome::NoSolution) };
        let solution = pool.solution(first).clone();
        if let Some(second) = pool.another(&all)? {
            return Ok(ThinOutcome::Several(solution, pool.solution(second).clone()));
        }
        let mut judge = UniquenessTest::new(pool, &solution);
        let mut superfluous = Vec::new();
        for (number, &given) in givens.iter().enumerate() {
            let others = all.minus(&Bits::of(givens.len(), [number]));
            if judge.judge(&others)?.is_enough() {
                superfluous.push(frame.name(given));
            }
        }
        let groups = symmetry.groups(&*frame, &givens);
        let grouped = groups.iter().fold(Bits::none(givens.len()), |set, group| set.union(group));
        let choice = ClueChoice {
            groups: &groups,
            required: &all.minus(&grouped),
            at_least: 0,
            iterations: 1,
            deadline,
        };
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let (chosen, _) = choose(strategy, &choice, &mut judge, &mut random)?;
        let chosen = chosen.unwrap_or(all);
        let kept: Vec<PlacedClue> = chosen.iter().map(|number| givens[number]).collect();
        Ok(ThinOutcome::Unique {
            superfluous,
            givens: givens.len(),
            puzzle: Box::new(frame.with(&kept)),
            kept: kept.len(),
        })
    })
}

/// What [`repair`] finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RepairOutcome {
    /// There is one solution: nothing is to be done.
    Unique(Solution),
    /// There is none. These givens, by name, have none together, and any of them left out has.
    Contradiction(Vec<String>),
    /// There are several.
    Several {
        /// Those that were looked at.
        solutions: Vec<Solution>,
        /// Whether these are all.
        is_all: bool,
        /// Of each atom, whether it is true in all of these solutions, or in none; `None` if they differ.
        common: Vec<Option<bool>>,
        /// The fewest givens, by name, that leave one of these solutions alone, and the puzzle with them; `None` if
        /// nothing that can be given does.
        added: Option<(Vec<String>, Box<Puzzle>)>,
    },
}

/// What is wrong with a puzzle that has not one solution: which givens contradict each other, or where its solutions
/// differ and the fewest givens that leave one of them. Up to `limit` solutions are looked at; if there are
/// more, another one could be left alone by fewer givens.
///
/// # Errors
/// As [`thin`].
pub fn repair(
    puzzle: &Puzzle,
    limit: usize,
    means: &RepairOptions,
) -> Result<RepairOutcome, GenerateError> {
    let (frame, there) = frame_of(puzzle).map_err(GenerateError::Unfit)?;
    let mut givens = there.clone();
    givens.extend(frame.possible().into_iter().filter(|given| !there.contains(given)));
    means.with_pool(&*frame, &givens, |pool, deadline| {
        let required = Bits::of(givens.len(), 0..there.len());
        let mut found = Vec::new();
        let mut is_all = false;
        while found.len() < limit && !is_all {
            match pool.another(&required)? {
                Some(number) => found.push(pool.solution(number).clone()),
                None => is_all = true,
            }
        }
        // one more would show that there are more
        is_all = is_all || pool.another(&required)?.is_none();
        match &found[..] {
            [] => return Ok(RepairOutcome::Contradiction(contradiction(pool, &required)?)),
            [only] => return Ok(RepairOutcome::Unique(only.clone())),
            _ => {}
        }
        let mut best: Option<Bits> = None;
        for solution in &found {
            let free = |&number: &usize| {
                let given = givens[number];
                number >= there.len()
                    && frame.holds(given, solution)
                    && there.iter().all(|one| one.place != given.place)
            };
            let groups: Vec<Bits> = (0..givens.len())
                .filter(free)
                .map(|number| Bits::of(givens.len(), [number]))
                .collect();
            let choice = ClueChoice {
                groups: &groups,
                required: &required,
                at_least: 0,
                iterations: 1,
                deadline,
            };
            let mut judge = UniquenessTest::new(pool, solution);
            let mut random = Pcg64Mcg::seed_from_u64(0);
            let (chosen, _) = choose(Strategy::Minimum, &choice, &mut judge, &mut random)?;
            let is_better =
                |chosen: &Bits| best.as_ref().is_none_or(|best| chosen.len() < best.len());
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
                best.minus(&required).iter().map(|number| frame.name(givens[number])).collect();
            let all: Vec<PlacedClue> = best.iter().map(|number| givens[number]).collect();
            (names, Box::new(frame.with(&all)))
        });
        Ok(RepairOutcome::Several { common: common.collect(), solutions: found, is_all, added })
    })
}

/// A smallest part, in the sense that nothing of it can be left out, of givens that have no solution together.
fn contradiction(pool: &mut SolutionPool<'_>, all: &Bits) -> Result<Vec<String>, GenerateError> {
    let mut set = pool.core(all, None).unwrap_or_else(|| all.clone());
    for number in set.clone().iter() {
        if !set.has(number) {
            continue;
        }
        let fewer = set.minus(&Bits::of(pool.givens().len(), [number]));
        if pool.any(&fewer)?.is_none() {
            set = pool.core(&fewer, None).unwrap_or(fewer);
        }
    }
    Ok(set.iter().map(|number| pool.frame().name(pool.givens()[number])).collect())
}
