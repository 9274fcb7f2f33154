//! The solutions of a frame that are known, and the session that finds more.

use std::time::{Duration, Instant};

use encycle_encodings::encoding::Encoding;
use encycle_encodings::logic::{Lit, LoweringOptions};
use encycle_encodings::puzzle::Solution;

use crate::generate::bits::Bits;
use crate::generate::error::GenerateError;
use crate::generate::frame::{ClueFrame, PlacedClue};
use crate::solve::{Engine, Failure, Finder, NextSolution, SearchOptions, Session};

/// Solutions of a frame, and which of some givens hold in each. All questions go to one session, in which
/// givens are assumed; what it has learnt, and what it has found, serves all later questions.
pub struct SolutionPool<'a> {
    frame: &'a dyn ClueFrame,
    givens: &'a [PlacedClue],
    literals: &'a [Lit],
    finder: Finder<'a>,
    known: Vec<Solution>,
    /// Of each known solution, the givens that hold in it.
    holding: Vec<Bits>,
}

/// Works with a pool that has no solutions yet, of a frame by this encoding (`None` is the frame's own), in a
/// session of its own.
pub(super) fn with_pool<T>(
    frame: &dyn ClueFrame,
    givens: &[PlacedClue],
    engine: &Engine,
    encoding: Option<&str>,
    deadline: Option<Instant>,
    work: impl FnOnce(&mut SolutionPool<'_>) -> Result<T, GenerateError>,
) -> Result<T, GenerateError> {
    let encoding = encoding.map_or_else(|| frame.encoding(), str::to_owned);
    let formula = frame.formula(&encoding, givens)?;
    let mut session = engine.session(LoweringOptions::default(), None)?;
    let options = SearchOptions { timeout: left(deadline), ..SearchOptions::default() };
    let parts = (&*formula.encoding, &formula.literals[..]);
    work(&mut SolutionPool::new(frame, givens, parts, &mut *session, options))
}

/// What is left of the time.
pub(super) fn left(deadline: Option<Instant>) -> Option<Duration> {
    deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
}

impl<'a> SolutionPool<'a> {
    /// No solutions. `encoding` and `literals` are the formula of these givens ([`ClueFrame::formula`]), and
    /// nothing was added to the session yet.
    pub fn new(
        frame: &'a dyn ClueFrame,
        givens: &'a [PlacedClue],
        (encoding, literals): (&'a dyn Encoding, &'a [Lit]),
        session: &'a mut dyn Session,
        options: SearchOptions,
    ) -> Self {
        let finder = Finder::new(encoding, session, options);
        Self { frame, givens, literals, finder, known: Vec::new(), holding: Vec::new() }
    }

    /// What may be given.
    pub fn givens(&self) -> &'a [PlacedClue] {
        self.givens
    }

    /// The puzzle with some of the givens.
    pub fn frame(&self) -> &'a dyn ClueFrame {
        self.frame
    }

    /// A solution that is known.
    pub fn solution(&self, number: usize) -> &Solution {
        &self.known[number]
    }

    /// The givens that hold in a known solution.
    pub fn holding(&self, number: usize) -> &Bits {
        &self.holding[number]
    }

    /// The known solutions in which these givens hold.
    pub fn with<'b>(&'b self, chosen: &'b Bits) -> impl Iterator<Item = usize> + 'b {
        let holding = self.holding.iter().enumerate();
        holding.filter(|(_, holding)| chosen.is_within(holding)).map(|(number, _)| number)
    }

    /// A solution in which these givens hold and that was not known.
    ///
    /// # Errors
    /// A limit; the solver fails, or gives what is no solution.
    pub fn another(&mut self, chosen: &Bits) -> Result<Option<usize>, GenerateError> {
        let assumed: Vec<Lit> = chosen.iter().map(|number| self.literals[number]).collect();
        let solution = match self.finder.next_under(&assumed, &mut ())? {
            NextSolution::Solution(solution) => solution,
            NextSolution::Exhausted => return Ok(None),
            NextSolution::Unknown(reason) => return Err(GenerateError::Limit(reason)),
        };
        let broken = |what: String| GenerateError::Failure(Failure::Disagreement(what));
        self.frame.empty().check(&solution).map_err(|rule| broken(rule.to_string()))?;
        let holds = |&number: &usize| self.frame.holds(self.givens[number], &solution);
        let holding = Bits::of(self.givens.len(), (0..self.givens.len()).filter(holds));
        if !chosen.is_within(&holding) {
            return Err(broken("a given that was assumed does not hold".to_owned()));
        }
        self.known.push(solution);
        self.holding.push(holding);
        Ok(Some(self.known.len() - 1))
    }

    /// A solution in which these givens hold, a known one if there is one.
    ///
    /// # Errors
    /// As [`Self::another`].
    pub fn any(&mut self, chosen: &Bits) -> Result<Option<usize>, GenerateError> {
        let known = self.with(chosen).next();
        match known {
            Some(number) => Ok(Some(number)),
            None => self.another(chosen),
        }
    }

    /// After [`Self::another`] found none: a part of what was chosen with which there is no solution either,
    /// `except` this one. `None` if the solver does not tell.
    ///
    /// The solver's word is about solutions that are not known: what leaves out the known ones is added.
    pub fn core(&mut self, chosen: &Bits, except: Option<&Solution>) -> Option<Bits> {
        let core = self.finder.core()?;
        let numbers = chosen.iter().filter(|&number| core.contains(&self.literals[number]));
        let mut part = Bits::of(self.givens.len(), numbers);
        for (solution, holding) in self.known.iter().zip(&self.holding) {
            if part.is_within(holding) && Some(solution) != except {
                part.insert(chosen.minus(holding).iter().next()?);
            }
        }
        Some(part)
    }
}
