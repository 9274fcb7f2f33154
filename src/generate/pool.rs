//! The known solutions of a frame, and the solver session that finds more.

use encycle_encodings::encoding::Encoding;
use encycle_encodings::logic::{Lit, LoweringOptions};
use encycle_encodings::puzzle::Solution;

use crate::generate::clue_set::ClueSet;
use crate::generate::error::GenerateError;
use crate::generate::frame::{ClueFrame, PlacedClue};
use crate::solve::{Engine, Failure, Finder, JobLimits, NextSolution, SearchOptions, Session};

/// A pool of solutions of a frame, with the clues that hold in each.
///
/// All queries use one session with clues as assumptions, so the solver's learnt clauses and all
/// solutions found are reused by later queries.
pub struct SolutionPool<'a> {
    frame: &'a dyn ClueFrame,
    clues: &'a [PlacedClue],
    literals: &'a [Lit],
    finder: Finder<'a>,
    known: Vec<Solution>,
    /// The clues that hold in each known solution.
    holding: Vec<ClueSet>,
}

/// Runs `work` with a new, empty pool and a session of its own; `encoding` defaults to that of the frame.
pub(super) fn with_pool<T>(
    frame: &dyn ClueFrame,
    clues: &[PlacedClue],
    engine: &Engine,
    encoding: Option<&str>,
    limits: &JobLimits,
    work: impl FnOnce(&mut SolutionPool<'_>) -> Result<T, GenerateError>,
) -> Result<T, GenerateError> {
    let encoding = encoding.map_or_else(|| frame.encoding(), str::to_owned);
    let formula = frame.formula(&encoding, clues)?;
    let mut session = engine.session(LoweringOptions::default(), None)?;
    let options = limits.search_options();
    let parts = (&*formula.encoding, &formula.literals[..]);
    work(&mut SolutionPool::new(frame, clues, parts, &mut *session, options))
}

impl<'a> SolutionPool<'a> {
    /// Returns an empty pool. `encoding` and `literals` are the formula of these clues
    /// ([`ClueFrame::formula`]); the session must be new.
    pub fn new(
        frame: &'a dyn ClueFrame,
        clues: &'a [PlacedClue],
        (encoding, literals): (&'a dyn Encoding, &'a [Lit]),
        session: &'a mut dyn Session,
        options: SearchOptions,
    ) -> Self {
        let finder = Finder::new(encoding, session, options);
        Self { frame, clues, literals, finder, known: Vec::new(), holding: Vec::new() }
    }

    /// Returns the clues to choose from.
    pub fn clues(&self) -> &'a [PlacedClue] {
        self.clues
    }

    /// Returns the frame of the puzzles.
    pub fn frame(&self) -> &'a dyn ClueFrame {
        self.frame
    }

    /// Returns a known solution.
    pub fn solution(&self, number: usize) -> &Solution {
        &self.known[number]
    }

    /// Returns the clues that hold in a known solution.
    pub fn holding(&self, number: usize) -> &ClueSet {
        &self.holding[number]
    }

    /// Returns the numbers of the known solutions in which these clues hold.
    pub fn with<'b>(&'b self, chosen: &'b ClueSet) -> impl Iterator<Item = usize> + 'b {
        let holding = self.holding.iter().enumerate();
        holding.filter(|(_, holding)| chosen.is_within(holding)).map(|(number, _)| number)
    }

    /// Finds a new solution in which these clues hold, and returns its number, or `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if a limit is reached, the solver fails, or its model is not a solution.
    pub fn another(&mut self, chosen: &ClueSet) -> Result<Option<usize>, GenerateError> {
        let assumed: Vec<Lit> = chosen.iter().map(|number| self.literals[number]).collect();
        let solution = match self.finder.next_under(&assumed, &mut ())? {
            NextSolution::Solution(solution) => solution,
            NextSolution::Exhausted => return Ok(None),
            NextSolution::Unknown(reason) => return Err(GenerateError::Limit(reason)),
        };
        let disagreement = |what: String| GenerateError::Failure(Failure::Internal(what));
        self.frame.empty().check(&solution).map_err(|rule| disagreement(rule.to_string()))?;
        let holds = |&number: &usize| self.frame.holds(self.clues[number], &solution);
        let holding = ClueSet::of(self.clues.len(), (0..self.clues.len()).filter(holds));
        if !chosen.is_within(&holding) {
            return Err(disagreement("an assumed clue does not hold in the solution".to_owned()));
        }
        self.known.push(solution);
        self.holding.push(holding);
        Ok(Some(self.known.len() - 1))
    }

    /// Returns a solution in which these clues hold, preferably a known one.
    ///
    /// # Errors
    /// Returns the errors of [`Self::another`].
    pub fn any(&mut self, chosen: &ClueSet) -> Result<Option<usize>, GenerateError> {
        let known = self.with(chosen).next();
        match known {
            Some(number) => Ok(Some(number)),
            None => self.another(chosen),
        }
    }

    /// Returns, after [`Self::another`] found no solution, a subset of `chosen` that has no solution
    /// either, apart from `except`. Returns `None` if the solver provides no core.
    ///
    /// The core of the solver only covers unknown solutions, so clues that exclude the known ones are added.
    pub fn core(&mut self, chosen: &ClueSet, except: Option<&Solution>) -> Option<ClueSet> {
        let core = self.finder.core()?;
        let numbers = chosen.iter().filter(|&number| core.contains(&self.literals[number]));
        let mut part = ClueSet::of(self.clues.len(), numbers);
        for (solution, holding) in self.known.iter().zip(&self.holding) {
            if part.is_within(holding) && Some(solution) != except {
                part.insert(chosen.minus(holding).iter().next()?);
            }
        }
        Some(part)
    }
}
