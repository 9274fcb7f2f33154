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
use std::time::Duration;

use web_time::Instant;

use encycle_encodings::encoding::{
    Cut, CutReason, EXCLUDED, Encoding, GlobalConstraint, Separated,
};
use encycle_encodings::logic::{
    Assignment, CardMethod, Constraint, ConstraintSink, Lit, LoweringOptions, ModelCheck, Origin,
    Place, ProgramPart, UnitPropagator, holds, lower_to_cnf,
};
use encycle_encodings::puzzle::Solution;
use encycle_solvers::{Limits, thread_cpu};

use crate::solve::search::check::check;
use crate::solve::search::incumbent::{Incumbent, IncumbentSearch};
use crate::solve::search::options::{LimitedSink, LoopCheckMode, SearchBudget, SearchOptions};
use crate::solve::search::outcome::{Observer, RoundReport, TimeSpent};
use crate::solve::search::repair::{ModelRepairer, WindowModel};
use crate::solve::session::{CallResult, Failure, ProgramPoint, Session};

/// The maximum number of fractional points that are cut off before the first solver call.
const MAX_RELAXATIONS: usize = 50;

/// The same for a problem with an objective, whose bound each cut raises.
const MAX_OBJECTIVE_RELAXATIONS: usize = 1000;

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

/// The result of a solver call, or of a sweep in its place.
pub(super) enum SolverCall {
    /// A model, which satisfies the assumptions.
    Model(RoundReport, Assignment),
    /// No model, and the report of the call, unless a limit was reached before it.
    NoModel(NextSolution, Option<RoundReport>),
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
    options: SearchOptions,
    budget: SearchBudget,
    /// The limit that ended the last solver call.
    reached: Option<String>,
    repairer: Option<ModelRepairer<'a>>,
    /// Whether the session contains the formula.
    started: bool,
    /// A model to suggest to the solver as soon as it has the formula.
    suggestion: Option<Vec<bool>>,
    cuts: Vec<Cut>,
    /// The number of initial cuts, which precede all other cuts.
    initial: usize,
    /// The index of the first cut of the last round.
    newest: usize,
    /// The number of solver calls.
    calls: usize,
    known: HashSet<Solution>,
    rounds: Vec<RoundReport>,
    build_time: TimeSpent,
    /// What the session gets beside the encoding: an objective, rows and columns of a linear program.
    program: Option<&'a ProgramPart>,
    /// The point of the last model, and the best bound of all points, if the session has a program.
    point: Option<ProgramPoint>,
    bound: Option<f64>,
    /// The search for good solutions near points that violate the rules.
    incumbents: Option<IncumbentSearch<'a>>,
}

impl<'a> Finder<'a> {
    /// Returns a search in a new session. The clock of the time limit starts now.
    pub fn new(
        encoding: &'a Encoding<'a>,
        session: &'a mut dyn Session,
        mut options: SearchOptions,
    ) -> Self {
        let budget = SearchBudget::new(&options);
        let start = std::mem::take(&mut options.start);
        let repairer = ModelRepairer::new(encoding, options.repair);
        Self {
            encoding,
            session,
            options,
            budget,
            reached: None,
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
            program: None,
            point: None,
            bound: None,
            incumbents: None,
        }
    }

    /// Gives the session a program beside the encoding.
    pub(super) fn with_program(self, program: Option<&'a ProgramPart>) -> Self {
        Self { program, ..self }
    }

    /// Has a search look for good solutions near points that violate the rules.
    pub(super) fn with_incumbents(self, incumbents: Option<IncumbentSearch<'a>>) -> Self {
        Self { incumbents, ..self }
    }

    /// Returns the best solution near such a point.
    pub(super) fn incumbent(&self) -> Option<&Incumbent> {
        self.incumbents.as_ref()?.best.as_ref()
    }

    /// Returns the point of the last model, if the session has a program.
    pub(super) fn point(&self) -> Option<&ProgramPoint> {
        self.point.as_ref()
    }

    /// Sets the limit on the steps of each call of the built-in solver BatSat.
    pub(crate) fn limit_steps(&mut self, steps: u64) {
        self.budget.limit_steps(steps);
    }

    /// Returns the limits of the next solver call; `None` if one is reached.
    pub(super) fn limits(&self) -> Option<Limits> {
        self.budget.limits().ok()
    }

    /// Returns the limit that ended the last solver call, if one did.
    pub(super) fn reached(&self) -> Option<String> {
        self.reached.clone().or_else(|| self.budget.reached())
    }

    /// Returns the best bound on the objective.
    pub(super) fn bound(&self) -> Option<f64> {
        self.bound
    }

    /// Keeps the point of a model, and the bound that follows from it: a round has all solutions of the next one.
    fn keep_point(&mut self) {
        self.point = self.session.point().cloned();
        if let (Some(point), Some(program)) = (&mut self.point, self.program) {
            point.round(program);
        }
        let Some(objective) = self.program.and_then(|program| program.objective.as_ref()) else {
            return;
        };
        let Some(point) = &self.point else { return };
        let value = || objective.value(&point.booleans, &point.others);
        let found = if point.is_optimal { Some(value()) } else { point.bound };
        self.tighten_bound(found, objective.is_maximized);
    }

    /// Keeps the better of the known bound and another.
    pub(super) fn tighten_bound(&mut self, found: Option<f64>, is_maximized: bool) {
        self.bound = match (self.bound, found) {
            (Some(known), Some(found)) if is_maximized => Some(known.min(found)),
            (Some(known), Some(found)) => Some(known.max(found)),
            (known, found) => found.or(known),
        };
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
            let call = match self.sweep(assumed, observer) {
                Some(swept) => swept,
                None => self.call(assumed, observer)?,
            };
            let (mut report, model) = match call {
                SolverCall::Model(report, model) => (report, model),
                SolverCall::NoModel(end, report) => {
                    self.rounds.extend(report);
                    return Ok(end);
                }
            };
            let (mut separated, is_conclusive) = self.checked_separation(&model)?;
            if let (Some(search), false) = (&mut self.incumbents, is_conclusive) {
                let values: Vec<f64> = model.iter().map(|&one| f64::from(u8::from(one))).collect();
                let others = self.point.as_ref().map_or(&[][..], |point| &point.others);
                search.offer(&values, others, false);
            }
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
        if self.repairer.as_ref().is_some_and(|repairer| repairer.ends_with_solution) {
            self.repairer = None;
        }
        match self.known.insert(solution.clone()) {
            true => Ok(()),
            false => Err(self.wrong_model(EXCLUDED)),
        }
    }

    /// Returns the failure for a model that violates a constraint of this family.
    pub(super) fn wrong_model(&self, family: &'static str) -> Failure {
        self.violation(Origin::new(family, Place::Whole))
    }

    /// Returns the failure for a point with this violation of a row or a bound.
    pub(super) fn wrong_point(&self, violation: String) -> Failure {
        Failure::WrongPoint { solver: self.session.solver().to_string(), violation }
    }

    /// Returns the failure for a model that violates this constraint.
    fn violation(&self, origin: Origin) -> Failure {
        Failure::WrongModel { solver: self.session.solver().to_string(), origin }
    }

    /// Adds cuts to the session. If the session is still empty, they are added with the formula.
    fn add(&mut self, cuts: Vec<Cut>) {
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

    /// Checks and separates a model. Also returns whether the model is conclusive: whether it contains a solution or
    /// violates no cut.
    ///
    /// With a built-in solver and cuts that hold whatever the model, the constraints are checked in calls 1, 2, 4, 8,
    /// ... and if the model is conclusive, because a check in every round takes a quarter of the time of a long search.
    fn checked_separation(&self, model: &[bool]) -> Result<(Separated, bool), Failure> {
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
    fn check_assumed(&self, assumed: &[Lit], model: &[bool]) -> Result<(), Failure> {
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

    /// Calls the solver once under these assumptions. The first call also builds the formula.
    pub(super) fn call(
        &mut self,
        cube: &[Lit],
        observer: &mut dyn Observer,
    ) -> Result<SolverCall, Failure> {
        let mut report = RoundReport::default();
        if !self.started {
            self.imply(observer)?;
            if let Some(reason) = self.build()? {
                return Ok(SolverCall::NoModel(NextSolution::Unknown(reason), None));
            }
            self.tighten(&mut report, observer)?;
        } else if self.program.is_some() && self.newest < self.cuts.len() {
            // the bound of an objective counts, so the relaxation is cut again after each model
            self.tighten(&mut report, observer)?;
        }
        let limits = match self.budget.limits() {
            Ok(limits) => limits,
            Err(reason) => return Ok(SolverCall::NoModel(NextSolution::Unknown(reason), None)),
        };
        self.calls += 1;
        if !cube.is_empty() && !self.session.assume(cube) {
            return Err(Failure::NoAssumptions { solver: self.session.solver().to_string() });
        }
        let size = self.session.size()?;
        (report.variables, report.clauses) = (size.variables, size.clauses);
        observer.call(size);
        let (start, cpu) = (Instant::now(), thread_cpu());
        let result = self.session.solve(&limits)?;
        let used = self.session.last_usage();
        let whole = start.elapsed();
        self.reached = self.budget.reached_in(whole, &limits);
        if let Some(wall) = used.wall {
            let wall = whole.saturating_sub(wall);
            report.io_time = TimeSpent { wall, ..TimeSpent::since(start, cpu) };
        }
        self.budget.spend(used.cpu.unwrap_or_default());
        report.solver_time += used.wall.unwrap_or(whole);
        report.solver_cpu = used.cpu.map(|cpu| cpu + report.solver_cpu.unwrap_or_default());
        report.solver_peak_kb = used.peak_kb;
        let end = match result {
            CallResult::Model(model) => {
                self.keep_point();
                self.check_assumed(cube, &model)?;
                return Ok(SolverCall::Model(report, model));
            }
            CallResult::Unsatisfiable => NextSolution::Exhausted,
            CallResult::Unknown(reason) => NextSolution::Unknown(self.reached().unwrap_or(reason)),
        };
        observer.round(&report, None, &[])?;
        Ok(SolverCall::NoModel(end, Some(report)))
    }

    /// Adds the cuts that follow by unit propagation, without a search, as long as each round of them implies further ones.
    fn imply(&mut self, observer: &mut dyn Observer) -> Result<(), Failure> {
        let (start, cpu) = (Instant::now(), thread_cpu());
        let constraint = self.encoding.global_constraint().filter(|one| one.implies_cuts());
        let Some(constraint) = constraint else { return Ok(()) };
        let formula = |sink: &mut dyn ConstraintSink| {
            self.encoding.encode(sink);
            self.cuts.iter().for_each(|cut| sink.constraint(cut.constraint(), cut.origin()));
        };
        let lowering = LoweringOptions { card: CardMethod::Diagram, ..LoweringOptions::default() };
        let lowered = lower_to_cnf(UnitPropagator::default(), lowering, formula);
        let mut implied = Vec::new();
        if let Ok(mut known) = lowered {
            while known.propagate() && self.budget.limits().is_ok() {
                let cuts = constraint.implied(&|literal| known.value(literal));
                let mut can_hold = |cut: &Cut| {
                    let Constraint::Clause(literals) = cut.constraint() else { return true };
                    let open = literals.iter().find(|one| known.value(**one) != Some(false));
                    open.is_some_and(|&literal| known.assign(literal))
                };
                let is_last = cuts.is_empty() || !cuts.iter().all(&mut can_hold);
                implied.extend(cuts);
                if is_last {
                    break;
                }
            }
        }
        observer.early_cuts(&implied)?;
        self.cuts.extend(implied);
        self.build_time = TimeSpent::since(start, cpu);
        Ok(())
    }

    /// Adds the formula and the cuts so far to the session, if they are not there. Returns the limit that was reached, if any.
    pub(super) fn build(&mut self) -> Result<Option<String>, Failure> {
        if std::mem::replace(&mut self.started, true) {
            return Ok(None);
        }
        let (start, cpu) = (Instant::now(), thread_cpu());
        let mut sink = LimitedSink::new(&mut *self.session, &self.budget);
        self.encoding.encode(&mut sink);
        let mut built = sink.finish();
        if built.is_ok() {
            if let (Some(model), Some(solver)) =
                (self.suggestion.take(), self.session.incremental())
            {
                solver.suggest(&model);
            }
            let mut sink = LimitedSink::new(&mut *self.session, &self.budget);
            for cut in &self.cuts {
                sink.constraint(cut.constraint(), cut.origin());
            }
            built = sink.finish();
        }
        if let Some(program) = self.program {
            self.session.set_program(program)?;
        }
        self.build_time += TimeSpent::since(start, cpu);
        if let Err(reason) = built {
            return Ok(Some(reason));
        }
        let (mode, encoding) = (self.options.mode, self.encoding);
        let is_preferred =
            || encoding.global_constraint().is_some_and(GlobalConstraint::prefers_propagator);
        if mode == LoopCheckMode::Propagate || (mode == LoopCheckMode::Auto && is_preferred()) {
            let is_attached = match (encoding.propagator(), self.session.incremental()) {
                (Some(propagator), Some(solver)) => solver.attach_propagator(propagator),
                _ => false,
            };
            if !is_attached && mode == LoopCheckMode::Propagate {
                return Err(Failure::NoPropagator);
            }
        }
        Ok(None)
    }

    /// Suggests the values of a model to the solver, as soon as the solver has the formula. The model must satisfy all
    /// cuts so far.
    fn suggest(&mut self, model: &[bool]) {
        if !self.started {
            self.suggestion = Some(model.to_vec());
            return;
        }
        let cpu = thread_cpu();
        if let Some(solver) = self.session.incremental() {
            solver.suggest(model);
        }
        self.budget.spend(thread_cpu().saturating_sub(cpu));
    }

    /// Cuts off fractional points until a point violates no cut of the encoding, or a limit or [`MAX_RELAXATIONS`] is
    /// reached. This runs only before the first solver call because, on the measured puzzles, later relaxations
    /// violated no cuts.
    fn tighten(
        &mut self,
        report: &mut RoundReport,
        observer: &mut dyn Observer,
    ) -> Result<(), Failure> {
        let start = Instant::now();
        let mut spent = Duration::ZERO;
        let mut values: Vec<f64> = Vec::new();
        let most = if self.program.is_some() { MAX_OBJECTIVE_RELAXATIONS } else { MAX_RELAXATIONS };
        while self.options.fractional && report.relaxations < most {
            let Ok(limits) = self.budget.limits() else { break };
            let Some(point) = self.session.relax(&limits)? else { break };
            let cpu = self.session.last_usage().cpu.unwrap_or_default();
            self.budget.spend(cpu);
            let cuts = self.encoding.separate_fractional(&point);
            if let Some(search) = self.incumbents.as_mut().filter(|search| search.best.is_none()) {
                search.offer(&point, &[], false);
            }
            // the point has the Boolean columns only
            let program = self.program.filter(|program| program.columns.is_empty());
            if let Some(objective) = program.and_then(|program| program.objective.as_ref()) {
                let value = objective.value(&point, &[]);
                self.tighten_bound(Some(value), objective.is_maximized);
                values.push(value);
            }
            report.relaxations += 1;
            spent += cpu;
            report.fractional_cuts += cuts.len();
            if cuts.is_empty() || has_stalled(&values) {
                break;
            }
            observer.early_cuts(&cuts)?;
            // `newest` does not change, so the next model is checked against these cuts and the last round's cuts
            self.add(cuts);
        }
        report.solver_time = start.elapsed();
        report.solver_cpu = Some(spent);
        Ok(())
    }

    /// Repairs an invalid model, and adds what follows from the repaired model to the separation of the model: its
    /// solution, or its cuts.
    ///
    /// A repaired model that violates a constraint or a cut is rejected, and no further model is repaired, because such
    /// a model shows a defect of the repair.
    fn repair(&mut self, model: &[bool], separated: &mut Separated) -> Option<WindowModel> {
        self.budget.limits().ok()?;
        let repairer = self.repairer.as_mut()?;
        let repaired = repairer.repair(model, &self.cuts, &mut self.budget);
        if repaired.as_ref().is_some_and(|repaired| !self.permits(&repaired.model)) {
            self.repairer = None;
            return None;
        }
        let after = repaired.as_ref().map(|repaired| self.separate(&repaired.model));
        match (&after, &mut self.repairer) {
            (Some(Separated { solution: Some(_), .. }), _) | (_, None) => {}
            (_, Some(repairer)) => repairer.pause(),
        }
        if let Some(Separated { solution, cuts }) = after {
            separated.solution = solution;
            separated.cuts.extend(cuts);
        }
        repaired
    }

    /// Returns whether a repaired model satisfies all constraints and all cuts, including the blocking clauses of known
    /// solutions.
    fn permits(&self, model: &[bool]) -> bool {
        let mut check = ModelCheck::new(model);
        self.encoding.encode(&mut check);
        for cut in &self.cuts {
            check.constraint(cut.constraint(), cut.origin());
        }
        check.broken().is_none_or(|origin| {
            log::warn!("a repaired model is refused: it violates {origin}");
            false
        })
    }

    /// Builds the first model of the search window by window, if that is worthwhile for the puzzle, and returns it like
    /// the result of a solver call. The session stays empty, because most of these models are repaired without a solver
    /// call.
    ///
    /// A model that violates a constraint or a cut is rejected, and no model is repaired.
    fn sweep(&mut self, assumed: &[Lit], observer: &mut dyn Observer) -> Option<SolverCall> {
        let is_worth = self.repairer.as_ref().is_some_and(|repairer| repairer.is_swept);
        let is_plain = self.options.mode != LoopCheckMode::Propagate && !self.options.fractional;
        let is_first = !self.started && assumed.is_empty();
        if !is_worth || !is_plain || !is_first || !self.session.is_built_in() {
            return None;
        }
        let (start, cpu) = (Instant::now(), thread_cpu());
        let repairer = self.repairer.as_mut()?;
        // a second sweep would build the same model
        repairer.is_swept = false;
        let WindowModel { model, windows, size, .. } =
            repairer.sweep(&self.cuts, &mut self.budget)?;
        repairer.next = 1;
        if !self.permits(&model) {
            self.repairer = None;
            return None;
        }
        observer.call(size);
        let report = RoundReport {
            solver_time: start.elapsed(),
            solver_cpu: thread_cpu().checked_sub(cpu),
            swept: windows,
            variables: size.variables,
            clauses: size.clauses,
            ..RoundReport::default()
        };
        Some(SolverCall::Model(report, model))
    }
}

/// Returns whether the values of the last relaxations are nearly equal, so that further cuts do not pay.
fn has_stalled(values: &[f64]) -> bool {
    const LAST: usize = 12;
    match values.len().checked_sub(LAST) {
        Some(start) => {
            let (then, now) = (values[start], values[values.len() - 1]);
            (now - then).abs() <= 1e-4 * then.abs().max(1e-9)
        }
        None => false,
    }
}
