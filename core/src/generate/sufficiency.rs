//! Tests for the sufficiency of a set of clues.

use encycle_encodings::puzzle::Solution;

use crate::deduce::{Deducer, Level, Technique, TechniqueSet, needs_technique};
use crate::generate::clue_set::ClueSet;
use crate::generate::error::GenerateError;
use crate::generate::frame::{ClueFrame, PlacedClue};
use crate::generate::pool::SolutionPool;
use crate::puzzle::Puzzle;
use crate::solve::Failure;

/// The result of testing a set of clues. Every superset of a sufficient set is sufficient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClueSetStatus {
    /// The clues are sufficient. This subset of them, possibly the whole set, is sufficient, too.
    Sufficient(ClueSet),
    /// The clues are insufficient. Every sufficient superset contains at least one of these further clues.
    Insufficient(ClueSet),
}

impl ClueSetStatus {
    /// Returns whether the clues are sufficient.
    #[must_use]
    pub fn is_sufficient(&self) -> bool {
        matches!(self, Self::Sufficient(_))
    }
}

/// A test whether sets of clues are sufficient.
pub trait ClueSetTest {
    /// Returns the number of clues to choose from.
    fn bound(&self) -> usize;

    /// Tests whether these clues are sufficient.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the solver fails.
    fn test(&mut self, chosen: &ClueSet) -> Result<ClueSetStatus, GenerateError>;

    /// Returns an independent test of the same sets for another thread, if there can be one.
    fn fork(&self) -> Option<Box<dyn ClueSetTest + Send + '_>> {
        None
    }
}

/// A test for uniqueness: a set is sufficient if it has exactly one solution, and meets the conditions of the kind.
pub struct UniquenessTest<'a, 'b> {
    pool: &'b mut SolutionPool<'a>,
    solution: &'b Solution,
    has_conditions: bool,
}

impl<'a, 'b> UniquenessTest<'a, 'b> {
    /// Returns a test for sets of clues that hold in this solution.
    pub fn new(pool: &'b mut SolutionPool<'a>, solution: &'b Solution) -> Self {
        let has_conditions = pool.frame().meets_conditions(&[]).is_some();
        Self { pool, solution, has_conditions }
    }

    /// Returns the test without the conditions of the kind.
    pub fn without_conditions(self) -> Self {
        Self { has_conditions: false, ..self }
    }
}

impl ClueSetTest for UniquenessTest<'_, '_> {
    fn bound(&self) -> usize {
        self.pool.clues().len()
    }

    fn test(&mut self, chosen: &ClueSet) -> Result<ClueSetStatus, GenerateError> {
        if self.has_conditions && !meets_conditions(self.pool.frame(), self.pool.clues(), chosen) {
            return Ok(ClueSetStatus::Insufficient(ClueSet::all(self.bound()).minus(chosen)));
        }
        let is_other = |&number: &usize| self.pool.solution(number) != self.solution;
        let mut other = self.pool.with(chosen).find(is_other);
        while other.is_none() {
            match self.pool.another(chosen)? {
                Some(number) if self.pool.solution(number) == self.solution => {}
                Some(number) => other = Some(number),
                // a subset may break a condition
                None if self.has_conditions => {
                    return Ok(ClueSetStatus::Sufficient(chosen.clone()));
                }
                None => {
                    let core = self.pool.core(chosen, Some(self.solution));
                    return Ok(ClueSetStatus::Sufficient(core.unwrap_or_else(|| chosen.clone())));
                }
            }
        }
        let missing = other.map_or_else(
            || ClueSet::none(self.bound()),
            |number| self.pool.excluding(number, chosen),
        );
        Ok(ClueSetStatus::Insufficient(missing))
    }
}

/// Returns whether some of the clues of a frame meet the conditions of the kind, if it has any.
pub(super) fn meets_conditions(
    frame: &dyn ClueFrame,
    clues: &[PlacedClue],
    chosen: &ClueSet,
) -> bool {
    let chosen: Vec<PlacedClue> = chosen.iter().map(|number| clues[number]).collect();
    frame.meets_conditions(&chosen).unwrap_or(true)
}

/// A test for deduction: a set is sufficient if the techniques of a level solve the puzzle without guessing, which
/// implies that the puzzle has exactly one solution.
pub struct DeductionTest<'a> {
    frame: &'a dyn ClueFrame,
    clues: &'a [PlacedClue],
    level: Level,
    /// The clues that hold in the solution.
    holding: ClueSet,
    deducer: Deducer,
    solution: &'a Solution,
    /// Sets of clues; a set of clues that misses one of them has several solutions.
    unavoidable: Vec<ClueSet>,
    /// The last sufficient set.
    sufficient: Option<ClueSet>,
}

impl<'a> DeductionTest<'a> {
    /// Returns a test for sets of these clues that hold in this solution.
    pub fn new(
        frame: &'a dyn ClueFrame,
        clues: &'a [PlacedClue],
        level: Level,
        solution: &'a Solution,
    ) -> Self {
        let deducer = Deducer::new(frame.empty(), level);
        let holding = (0..clues.len()).filter(|&number| frame.holds(clues[number], solution));
        let holding = ClueSet::of(clues.len(), holding);
        let places = frame.unavoidable(solution);
        let mut at = vec![None; places.iter().flatten().max().map_or(0, |&last| last + 1)];
        for (number, &clue) in clues.iter().enumerate() {
            if clue.place < at.len() && frame.holds(clue, solution) {
                at[clue.place] = Some(number);
            }
        }
        let set = |places: &Vec<usize>| {
            ClueSet::of(clues.len(), places.iter().filter_map(|&place| at[place]))
        };
        let unavoidable = places.iter().map(set).collect();
        Self { frame, clues, level, holding, deducer, solution, unavoidable, sufficient: None }
    }

    /// Tests a set, of which it may be known that it has one solution.
    pub(super) fn test_knowing(
        &mut self,
        chosen: &ClueSet,
        is_only: bool,
    ) -> Result<ClueSetStatus, GenerateError> {
        if self.sufficient.as_ref() == Some(chosen) {
            return Ok(ClueSetStatus::Sufficient(chosen.clone()));
        }
        let insufficient =
            |holding: &ClueSet| Ok(ClueSetStatus::Insufficient(holding.minus(chosen)));
        if !self.unavoidable.iter().all(|set| set.meets(chosen))
            || !meets_conditions(self.frame, self.clues, chosen)
        {
            return insufficient(&self.holding);
        }
        let puzzle = self.puzzle(chosen);
        self.deducer.expect(self.solution, is_only);
        let is_sufficient = match self.missing(chosen) {
            Some(missing) => self.deducer.derives(&puzzle, &missing),
            None => match self.deducer.solve(&puzzle) {
                Some(only) if only != *self.solution => {
                    let what = "deduction found a solution other than that of the clues";
                    return Err(GenerateError::Failure(Failure::Internal(what.to_owned())));
                }
                found => found.is_some(),
            },
        };
        if !is_sufficient {
            return insufficient(&self.holding);
        }
        self.sufficient = Some(chosen.clone());
        Ok(ClueSetStatus::Sufficient(chosen.clone()))
    }

    /// Returns the puzzle with these clues.
    fn puzzle(&self, chosen: &ClueSet) -> Puzzle {
        let clues: Vec<PlacedClue> = chosen.iter().map(|number| self.clues[number]).collect();
        self.frame.with(&clues)
    }

    /// Returns another solution of the set that was tested last, if the test came upon one.
    pub fn other(&mut self) -> Option<Solution> {
        self.deducer.other()
    }

    /// Returns the atoms of the clues that the last sufficient set has in addition to `chosen`. If the techniques
    /// derive these atoms from `chosen`, then they derive everything else, too. Returns `None` if `chosen` is not a
    /// subset of that set, or some clue has no equal atom.
    fn missing(&self, chosen: &ClueSet) -> Option<Vec<usize>> {
        let sufficient = self.sufficient.as_ref().filter(|set| chosen.is_within(set))?;
        let missing = sufficient.minus(chosen);
        missing.iter().map(|number| self.frame.equal_atom(self.clues[number])).collect()
    }
}

impl ClueSetTest for DeductionTest<'_> {
    fn bound(&self) -> usize {
        self.clues.len()
    }

    fn test(&mut self, chosen: &ClueSet) -> Result<ClueSetStatus, GenerateError> {
        self.test_knowing(chosen, false)
    }

    fn fork(&self) -> Option<Box<dyn ClueSetTest + Send + '_>> {
        let deducer = Deducer::new(self.frame.empty(), self.level);
        let (holding, unavoidable) = (self.holding.clone(), self.unavoidable.clone());
        Some(Box::new(DeductionTest { deducer, holding, unavoidable, sufficient: None, ..*self }))
    }
}

/// A test for a technique: a set is sufficient if the techniques solve the puzzle without guessing, and the puzzle needs this
/// technique.
///
/// If the puzzle with all clues needs it, so do the sets that the techniques solve, but for a rare exception: with fewer clues,
/// the steps may use the technique only to refute an assumption.
pub(super) struct NeedTest<'a> {
    deduction: DeductionTest<'a>,
    technique: Technique,
}

impl<'a> NeedTest<'a> {
    /// Returns a test with all techniques, for sets of these clues that hold in this solution.
    pub fn new(
        frame: &'a dyn ClueFrame,
        clues: &'a [PlacedClue],
        technique: Technique,
        solution: &'a Solution,
    ) -> Self {
        Self { deduction: DeductionTest::new(frame, clues, Level::Hard, solution), technique }
    }
}

impl ClueSetTest for NeedTest<'_> {
    fn bound(&self) -> usize {
        self.deduction.bound()
    }

    fn test(&mut self, chosen: &ClueSet) -> Result<ClueSetStatus, GenerateError> {
        let status = self.deduction.test(chosen)?;
        let techniques = TechniqueSet::up_to(Level::Hard);
        let is_needed =
            || needs_technique(&self.deduction.puzzle(chosen), &techniques, self.technique.name);
        Ok(match status {
            ClueSetStatus::Sufficient(_) if !is_needed() => {
                ClueSetStatus::Insufficient(self.deduction.holding.minus(chosen))
            }
            status => status,
        })
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::formats;
    use crate::generate::frame_of;
    use crate::puzzle::PuzzleKind;

    /// A deducer that knows a solution, and repeats the probes of the last puzzle, solves exactly the puzzles that a new
    /// deducer solves, for random sets of clues of every kind whose clues can be removed one by one. A second solution that it
    /// finds obeys the rules.
    #[test]
    fn shortcuts_of_similar_puzzles_change_no_verdict() {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let (mut kinds, mut solved, mut others) = (0, 0, 0);
        for kind in PuzzleKind::all() {
            let sample = formats::read(kind.sample(), None).expect("a sample").puzzle;
            let Ok((frame, clues)) = frame_of(&sample) else { continue };
            let Some(solution) = Deducer::new(&sample, Level::Hard).solve(&sample) else {
                continue;
            };
            kinds += 1;
            let mut shared = Deducer::new(&sample, Level::Hard);
            for _ in 0..12 {
                let mut chosen = clues.clone();
                chosen.retain(|_| random.random_bool(0.8));
                let puzzle = frame.with(&chosen);
                shared.expect(&solution, false);
                let found = shared.solve(&puzzle);
                assert_eq!(found, Deducer::new(&puzzle, Level::Hard).solve(&puzzle), "{puzzle:?}");
                solved += usize::from(found.is_some());
                if let Some(other) = shared.other() {
                    assert!(puzzle.check(&other).is_ok() && other != solution, "{puzzle:?}");
                    others += 1;
                }
            }
        }
        assert!(kinds > 20 && solved > 100 && others > 100, "{kinds}, {solved}, {others}");
    }
}
