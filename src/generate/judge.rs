//! Whether some givens are enough.

use encycle_encodings::puzzle::Solution;

use crate::deduce::{Deducer, Level};
use crate::generate::bits::Bits;
use crate::generate::error::GenerateError;
use crate::generate::frame::{ClueFrame, PlacedClue};
use crate::generate::pool::SolutionPool;
use crate::solve::Failure;

/// Whether some givens are enough. More givens never make enough too few.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClueSetStatus {
    /// They are; and so is this part of them, which may be all.
    Enough(Bits),
    /// They are not, and no set is that lacks all of these.
    TooFew(Bits),
}

impl ClueSetStatus {
    /// Whether they are.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        matches!(self, Self::Enough(_))
    }
}

/// Says whether some givens are enough.
pub trait ClueSetTest {
    /// How many there are to choose from.
    fn bound(&self) -> usize;

    /// Whether these are enough.
    ///
    /// # Errors
    /// A limit, or the solver fails.
    fn judge(&mut self, chosen: &Bits) -> Result<ClueSetStatus, GenerateError>;
}

/// Enough is what a single solution has.
pub struct UniquenessTest<'a, 'b> {
    pool: &'b mut SolutionPool<'a>,
    solution: &'b Solution,
}

impl<'a, 'b> UniquenessTest<'a, 'b> {
    /// The judge of sets of givens that hold in this solution.
    pub fn new(pool: &'b mut SolutionPool<'a>, solution: &'b Solution) -> Self {
        Self { pool, solution }
    }
}

impl ClueSetTest for UniquenessTest<'_, '_> {
    fn bound(&self) -> usize {
        self.pool.givens().len()
    }

    fn judge(&mut self, chosen: &Bits) -> Result<ClueSetStatus, GenerateError> {
        let is_other = |&number: &usize| self.pool.solution(number) != self.solution;
        let mut other = self.pool.with(chosen).find(is_other);
        while other.is_none() {
            match self.pool.another(chosen)? {
                Some(number) if self.pool.solution(number) == self.solution => {}
                Some(number) => other = Some(number),
                None => {
                    let core = self.pool.core(chosen, Some(self.solution));
                    return Ok(ClueSetStatus::Enough(core.unwrap_or_else(|| chosen.clone())));
                }
            }
        }
        let all = Bits::all(self.bound());
        let lacking = other.map_or_else(
            || Bits::none(self.bound()),
            |number| all.minus(self.pool.holding(number)),
        );
        Ok(ClueSetStatus::TooFew(lacking))
    }
}

/// Enough is what the techniques of a level solve without guessing; then there is one solution.
pub struct DeductionTest<'a> {
    frame: &'a dyn ClueFrame,
    givens: &'a [PlacedClue],
    deducer: Deducer,
    solution: &'a Solution,
}

impl<'a> DeductionTest<'a> {
    /// The judge of sets of these givens that hold in this solution.
    pub fn new(
        frame: &'a dyn ClueFrame,
        givens: &'a [PlacedClue],
        level: Level,
        solution: &'a Solution,
    ) -> Self {
        Self { frame, givens, deducer: Deducer::new(frame.empty(), level), solution }
    }
}

impl ClueSetTest for DeductionTest<'_> {
    fn bound(&self) -> usize {
        self.givens.len()
    }

    fn judge(&mut self, chosen: &Bits) -> Result<ClueSetStatus, GenerateError> {
        let givens: Vec<PlacedClue> = chosen.iter().map(|number| self.givens[number]).collect();
        match self.deducer.solve(&self.frame.with(&givens)) {
            Some(only) if only == *self.solution => Ok(ClueSetStatus::Enough(chosen.clone())),
            Some(_) => {
                let what = "a deduction leads to another solution than that of the givens";
                Err(GenerateError::Failure(Failure::Disagreement(what.to_owned())))
            }
            None => Ok(ClueSetStatus::TooFew(Bits::all(self.bound()).minus(chosen))),
        }
    }
}
