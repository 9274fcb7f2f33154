//! The loop driver: calls the solver, decodes the model, adds cuts for subtours, and repeats.
//!
//! ```text
//!   formula + cuts  →  solver  →  model  →  checks  →  separation  →  solution: is blocked and returned
//!         ↑                                                ↓
//!         +--------------------  cuts  ←  (repair)  ←------+
//! ```
//!
//! The cuts of a model exclude it, so the loop makes progress with every round. It must not rely on the solver for
//! that: a solver that drops a cut would return the same model forever, and a wrong model could lead to wrong cuts.
//! Therefore each model is checked. The checks must not dominate the search, though: checking all cuts in every round
//! takes quadratic time. So the newest cuts are checked in every round, and the older ones in rounds 1, 2, 4, 8, ...
//! and whenever the model is conclusive, that is, contains a solution or violates no cut. That is enough, because a
//! violation of an old cut by a model that is then cut again does no harm.
//!
//! A solution may be a part of a model: one loop of several that satisfies all rules alone. It is returned although the
//! model as a whole is not a solution, and its blocking clause excludes only that solution.

use std::collections::HashSet;
use std::ops::Range;

use encycle_encodings::encoding::{Cut, CutReason, Encoding, Separated};
use encycle_encodings::logic::{ConstraintSink as _, Lit, ModelCheck, Origin, Place, holds};
use encycle_encodings::puzzle::Solution;

use crate::solve::search::budget::Budget;
use crate::solve::search::options::SearchOptions;
use crate::solve::search::repair::Repairer;
use crate::solve::search::round::{Observer, RoundReport, TimeSpent};
use crate::solve::search::rules::check;
use crate::solve::session::{CallResult, Failure, Session};

/// The result of a search for the next solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextSolution {
    /// A new solution, checked against all rules.
    Solution(Solution),
    /// There is no further solution.
    Exhausted,
    /// A limit was reached; the text names it.
    Unknown(String),
}

/// A search for the solutions of a puzzle, one by one in one session.
///
/// Each solution adds a blocking clause. For more than a few thousand solutions, use
/// [`Enumerator`](crate::solve::Enumerator).
///
/// ```
/// use encycle::solve::{BatSatSession, Finder, NextSolution, SearchOptions};
/// use encycle::encodings::logic::LoweringOptions;
/// use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding};
///
/// let puzzle = Slitherlink::from_rows(&["3.", ".3"])?;
/// let encoding = encoding("edge", &puzzle)?;
/// let mut session = BatSatSession::new(LoweringOptions::default(), None);
/// let mut finder = Finder::new(&encoding, &mut session, SearchOptions::default());
/// let mut count = 0;
/// while let NextSolution::Solution(_) = finder.next(&mut ())? {
///     count += 1;
/// }
/// // the loop takes three of the four cells: both 3s, and either of the other two
/// assert_eq!(count, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Finder<'a> {
    pub(super) encoding: &'a Encoding<'a>,
    pub(super) session: &'a mut dyn Session,
    pub(super) options: SearchOptions,
    pub(super) budget: Budget,
    pub(super) repairer: Option<Repairer<'a>>,
    /// Whether the session contains the formula.
    pub(super) started: bool,
    /// A model to suggest to the solver as soon as it has the formula.
    pub(super) suggestion: Option<Vec<bool>>,
    pub(super) cuts: Vec<Cut>,
    /// The number of initial cuts, which precede all other cuts.
    initial: usize,
    /// The index of the first cut of the last round.
    newest: usize,
    /// The number of solver calls.
    pub(super) calls: usize,
    known: HashSet<Solution>,
    rounds: Vec<RoundReport>,
    pub(super) build_time: TimeSpent,
}

impl<'a> Finder<'a> {
    /// Returns a search in a new session. The clock of the time limit starts now.
    pub fn new(
        encoding: &'a Encoding<'a>,
        session: &'a mut dyn Session,
        mut options: SearchOptions,
    ) -> Self {
        let budget = Budget::new(&options);
        let start = std::mem::take(&mut options.start);
        let repairer = Repairer::new(encoding, options.repair);
        Self {
            encoding,
            session,
            options,
            budget,
            repairer,
            started: false,
            suggestion: None,
            initial: start.cuts.len(),
            newest: start.cuts.len(),
            cuts: start.cuts,
            calls: 0,
            known: start.solutions.into_iter().collect(),
            rounds: Vec::new(),
            build_time: TimeSpent::default(),
        }
    }

    /// Returns the rounds so far.
    #[must_use]
    pub fn rounds(&self) -> &[RoundReport] {
        &self.rounds
    }

    /// Returns the time for building the formula, which is zero before the first solver call.
    #[must_use]
    pub fn build_time(&self) -> TimeSpent {
        self.build_time
    }

    /// Returns the cuts so far, including blocking clauses and the cuts that the search started from.
    #[must_use]
    pub fn cuts(&self) -> &[Cut] {
        &self.cuts
    }

    /// Finds the next solution.
    ///
    /// # Errors
    /// Returns an error if the solver fails or its model is wrong.
    pub fn next(&mut self, observer: &mut dyn Observer) -> Result<NextSolution, Failure> {
        self.next_under(&[], observer)
    }

    /// Finds the next solution under assumptions. A solution that has been returned is not found again under any
    /// assumptions. After [`NextSolution::Exhausted`], there may be solutions under other assumptions.
    ///
    /// A solution may be a part of a model (one loop of several). In that case the assumptions hold in the model, but
    /// not necessarily in the solution.
    ///
    /// # Errors
    /// Returns the errors of [`Self::next`], and an error if the solver does not support assumptions.
    pub fn next_under(
        &mut self,
        assumed: &[Lit],
        observer: &mut dyn Observer,
    ) -> Result<NextSolution, Failure> {
        loop {
            let swept = self.sweep(assumed, observer);
            let call = match swept {
                Some(swept) => Ok(swept),
                None => self.call(assumed, observer)?,
            };
            let (mut report, result) = match call {
                Ok(call) => call,
                Err(reason) => return Ok(NextSolution::Unknown(reason)),
            };
            let model = match result {
                CallResult::Model(model) => model,
                CallResult::Unsatisfiable | CallResult::Unknown(_) => {
                    observer.round(&report, None, &[])?;
                    self.rounds.push(report);
                    return Ok(match result {
                        CallResult::Unknown(reason) => NextSolution::Unknown(reason),
                        _ => NextSolution::Exhausted,
                    });
                }
            };
            self.check_assumed(assumed, &model)?;
            let (mut separated, is_conclusive) = self.checked_separation(&model)?;
            let repaired = match is_conclusive || !assumed.is_empty() {
                true => None,
                false => self.repair(&model, &mut separated),
            };
            report.repaired = repaired.as_ref().map_or(0, |repaired| repaired.windows);
            let drawn = repaired.as_ref().map_or(&model, |repaired| &repaired.model);
            let decoded = self.encoding.solution(drawn);
            let Separated { solution, cuts } = separated;
            if report.swept > 0 || report.repaired > 0 {
                self.suggest(drawn);
            }
            report.count(&cuts);
            observer.round(&report, Some(&decoded), &cuts)?;
            self.rounds.push(report);
            self.cut(cuts)?;
            if let Some(solution) = solution {
                check(self.encoding, &solution)?;
                self.record(&solution)?;
                return Ok(NextSolution::Solution(solution));
            }
        }
    }

    /// Returns a core of the assumptions after [`Self::next_under`] returned [`NextSolution::Exhausted`], or `None` if
    /// the solver provides none.
    pub fn core(&mut self) -> Option<Vec<Lit>> {
        self.session.incremental()?.core()
    }

    /// Adds a solution to the known solutions.
    ///
    /// # Errors
    /// Returns an error if the solution is known already, because its model violates its blocking clause.
    pub(super) fn record(&mut self, solution: &Solution) -> Result<(), Failure> {
        if self.repairer.as_ref().is_some_and(Repairer::ends_with_solution) {
            self.repairer = None;
        }
        match self.known.insert(solution.clone()) {
            true => Ok(()),
            false => Err(self.wrong_model("block")),
        }
    }

    /// Returns the failure for a model that violates a constraint of this family.
    pub(super) fn wrong_model(&self, family: &'static str) -> Failure {
        self.violation(Origin::new(family, Place::Whole))
    }

    /// Returns the failure for a model that violates this constraint.
    fn violation(&self, origin: Origin) -> Failure {
        Failure::WrongModel { solver: self.session.solver().to_string(), origin }
    }

    /// Adds cuts to the session. If the session is still empty, they are added with the formula.
    pub(super) fn add(&mut self, cuts: Vec<Cut>) {
        if self.started {
            for cut in &cuts {
                self.session.constraint(cut.constraint(), cut.origin());
            }
        }
        self.cuts.extend(cuts);
    }

    /// Returns the solution in a model, and the cuts that the model violates.
    pub(super) fn separate(&self, model: &[bool]) -> Separated {
        let kind = self.options.cuts.or(self.encoding.cut_kinds().first().copied());
        self.encoding.separate(model, kind.unwrap_or_default())
    }

    /// Adds the cuts of a model.
    ///
    /// # Errors
    /// Returns an error if there are no cuts, because the next round could return the same model.
    pub(super) fn cut(&mut self, cuts: Vec<Cut>) -> Result<(), Failure> {
        if cuts.is_empty() {
            let what =
                "a model satisfies all constraints, but it is not a solution and violates no cut";
            return Err(Failure::Internal(what.to_owned()));
        }
        self.newest = self.cuts.len();
        self.add(cuts);
        Ok(())
    }

    /// Sets the initial cuts. Must be called before the first solver call.
    pub(super) fn set_initial_cuts(&mut self, cuts: Vec<Cut>) {
        (self.initial, self.newest) = (cuts.len(), cuts.len());
        self.cuts = cuts;
    }

    /// Returns the encoding.
    pub(super) fn encoding(&self) -> &'a Encoding<'a> {
        self.encoding
    }

    /// Returns the session.
    pub(super) fn session(&mut self) -> &mut dyn Session {
        self.session
    }

    /// Checks and separates a model. Also returns whether the model is conclusive: whether it contains a solution or
    /// violates no cut.
    ///
    /// With a built-in solver and cuts that hold whatever the model, the constraints are checked in calls 1, 2, 4, 8,
    /// ... and if the model is conclusive, because a check in every round takes a quarter of the time of a long search.
    pub(super) fn checked_separation(&self, model: &[bool]) -> Result<(Separated, bool), Failure> {
        let is_harmless = self.session.is_built_in() && self.encoding.separates_any_model();
        let is_due = !is_harmless || self.calls.is_power_of_two();
        match is_due {
            true => self.check_model(model)?,
            false => self.check_cuts(model, self.newest..self.cuts.len())?,
        }
        let separated = self.separate(model);
        let is_conclusive = separated.solution.is_some() || separated.cuts.is_empty();
        if is_conclusive && !is_due {
            self.check_model(model)?;
        }
        self.check_old_cuts(model, is_conclusive)?;
        Ok((separated, is_conclusive))
    }

    /// Checks a model against all constraints and the newest cuts.
    pub(super) fn check_model(&self, model: &[bool]) -> Result<(), Failure> {
        let mut check = ModelCheck::new(model);
        self.encoding.encode(&mut check);
        self.check_none_broken(check.broken())?;
        self.check_cuts(model, self.newest..self.cuts.len())
    }

    /// Checks a model against the assumptions.
    pub(super) fn check_assumed(&self, assumed: &[Lit], model: &[bool]) -> Result<(), Failure> {
        match assumed.iter().all(|&literal| holds(literal, model)) {
            true => Ok(()),
            false => Err(self.wrong_model("assumption")),
        }
    }

    /// Checks a model against all cuts except the newest. The check runs if the model is `conclusive`, and otherwise in
    /// calls 1, 2, 4, 8, ..., which detects a solver that drops its cuts before the search loops forever. Other
    /// violations are harmless, because the new cuts are sound anyway. A check in every round would take quadratic
    /// time.
    pub(super) fn check_old_cuts(&self, model: &[bool], conclusive: bool) -> Result<(), Failure> {
        if conclusive || self.calls.is_power_of_two() {
            self.check_cuts(model, 0..self.newest)?;
        }
        Ok(())
    }

    /// Checks a model against some of the cuts. Blocking clauses are skipped unless they are initial cuts, because a
    /// model that violates a blocking clause contains a known solution, which [`Self::record`] detects.
    fn check_cuts(&self, model: &[bool], which: Range<usize>) -> Result<(), Failure> {
        let mut check = ModelCheck::new(model);
        for (number, cut) in which.clone().zip(&self.cuts[which]) {
            if number < self.initial || cut.reason != CutReason::KnownSolution {
                check.constraint(cut.constraint(), cut.origin());
            }
        }
        self.check_none_broken(check.broken())
    }

    /// Returns the failure for a violated constraint, if any.
    fn check_none_broken(&self, broken: Option<Origin>) -> Result<(), Failure> {
        broken.map_or(Ok(()), |origin| Err(self.violation(origin)))
    }
}
