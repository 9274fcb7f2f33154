//! A pool of known solutions of a frame, and the solver session that finds more solutions.

use encycle_encodings::encoding::Encoding;
use encycle_encodings::logic::{Lit, LoweringOptions};
use encycle_encodings::puzzle::Solution;

use crate::generate::clue_set::ClueSet;
use crate::generate::error::GenerateError;
use crate::generate::frame::{ClueFrame, PlacedClue};
use crate::solve::{Engine, Failure, Finder, JobLimits, NextSolution, SearchOptions, Session};

/// A pool of solutions of a frame, with the clues that hold in each.
///
/// All queries use one session with clues as assumptions, so later queries reuse the learnt clauses of the solver and
/// all solutions found so far.
pub struct SolutionPool<'a> {
    frame: &'a dyn ClueFrame,
    clues: &'a [PlacedClue],
    literals: &'a [Lit],
    finder: Finder<'a>,
    known: Vec<Solution>,
    /// The clues that hold in each known solution.
    holding: Vec<ClueSet>,
    /// The other sets of clues that each known solution violates, which consist of several clues each.
    violated: Vec<Vec<ClueSet>>,
}

/// Runs `work` with a new, empty pool and a new session. `encoding` defaults to the encoding of the frame.
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
    let mut session = engine.confirmed_session(LoweringOptions::default(), None)?;
    let options = limits.search_options();
    let parts = (&formula.encoding, &formula.literals[..]);
    work(&mut SolutionPool::new(frame, clues, parts, &mut *session, options))
}

impl<'a> SolutionPool<'a> {
    /// Returns an empty pool. `encoding` and `literals` are the formula of these clues ([`ClueFrame::formula`]). The
    /// session must be new.
    pub fn new(
        frame: &'a dyn ClueFrame,
        clues: &'a [PlacedClue],
        (encoding, literals): (&'a Encoding<'a>, &'a [Lit]),
        session: &'a mut dyn Session,
        options: SearchOptions,
    ) -> Self {
        let finder = Finder::new(encoding, session, options);
        let (known, holding, violated) = (Vec::new(), Vec::new(), Vec::new());
        Self { frame, clues, literals, finder, known, holding, violated }
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
        (0..self.known.len()).filter(|&number| self.satisfies(number, chosen))
    }

    /// Returns whether these clues hold in a known solution.
    fn satisfies(&self, number: usize, chosen: &ClueSet) -> bool {
        chosen.is_within(&self.holding[number])
            && !self.violated[number].iter().any(|set| set.is_within(chosen))
    }

    /// Returns clues outside `chosen`: at least one of them must be added to `chosen` to exclude a known solution.
    pub fn excluding(&self, number: usize, chosen: &ClueSet) -> ClueSet {
        let failing = ClueSet::all(self.clues.len()).minus(&self.holding[number]);
        self.violated[number].iter().fold(failing, |all, set| all.union(&set.minus(chosen)))
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
        let violated = self.frame.violated(self.clues, &solution);
        let (single, several): (Vec<_>, Vec<_>) =
            violated.into_iter().partition(|set| set.len() == 1);
        let all = ClueSet::all(self.clues.len());
        self.known.push(solution);
        self.holding.push(single.iter().fold(all, |holding, set| holding.minus(set)));
        self.violated.push(several);
        let number = self.known.len() - 1;
        if !self.satisfies(number, chosen) {
            return Err(disagreement("an assumed clue does not hold in the solution".to_owned()));
        }
        Ok(Some(number))
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

    /// Returns a subset of `chosen` that has no solution either, apart from `except`. Must be called after
    /// [`Self::another`] found no solution. Returns `None` if the solver provides no core.
    ///
    /// The core of the solver covers only unknown solutions, because the session blocks the known solutions. So clues
    /// that exclude the known solutions are added.
    pub fn core(&mut self, chosen: &ClueSet, except: Option<&Solution>) -> Option<ClueSet> {
        let core = self.finder.core()?;
        let numbers = chosen.iter().filter(|&number| core.contains(&self.literals[number]));
        let mut part = ClueSet::of(self.clues.len(), numbers);
        for (number, solution) in self.known.iter().enumerate() {
            if Some(solution) == except || !self.satisfies(number, &part) {
                continue;
            }
            match chosen.minus(&self.holding[number]).iter().next() {
                Some(failing) => part.insert(failing),
                None => {
                    let violated = self.violated[number].iter().find(|set| set.is_within(chosen));
                    part = part.union(violated?);
                }
            }
        }
        Some(part)
    }
}
