//! The loop driver: ask, decode, find the loops, cut the stray ones, ask again.

use std::collections::HashSet;
use std::ops::Range;
use std::time::Duration;

use web_time::Instant;

use encycle_encodings::encoding::{Cut, CutReason, Encoding, Separated};
use encycle_encodings::logic::{
    Assignment, ConstraintSink as _, Lit, ModelCheck, Origin, Place, holds,
};
use encycle_encodings::puzzle::Solution;

use crate::solve::search::budget::{Budget, Building};
use crate::solve::search::options::{LoopCheckMode, SearchOptions};
use crate::solve::search::round::{Observer, RoundReport, TimeSpent};
use crate::solve::search::rules::check;
use crate::solve::session::{Answer, Failure, Session};
use encycle_solvers::thread_cpu;

/// What the next step of a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextSolution {
    /// A solution, checked against all rules, that was not found before.
    Solution(Solution),
    /// There is no further solution.
    Exhausted,
    /// A limit was reached; the text says which.
    Unknown(String),
}

/// How many points of the relaxation are cut off before an integer one is asked for.
const RELAXATIONS: usize = 50;

/// What cutting off points of the relaxation took.
#[derive(Default)]
struct Tightened {
    wall: Duration,
    relaxations: usize,
    cuts: usize,
    cpu: Duration,
}

/// One call of the solver.
pub(super) enum Asked {
    Model(RoundReport, Assignment),
    None(RoundReport),
    /// A limit; without a report it was reached before the call.
    Unknown(Option<RoundReport>, String),
}

/// Finds the solutions of a puzzle one by one in one session. Each is blocked by a clause; for more than some
/// thousand of them, there is [`Enumerator`](crate::solve::Enumerator).
///
/// ```
/// use encycle::solve::{BatSatSession, Finder, NextSolution, SearchOptions};
/// use encycle::encodings::logic::LoweringOptions;
/// use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding};
///
/// let puzzle = Slitherlink::from_rows(&["3.", ".3"])?;
/// let encoding = encoding("edge", &puzzle)?;
/// let mut session = BatSatSession::new(LoweringOptions::default(), None);
/// let mut finder = Finder::new(&*encoding, &mut session, SearchOptions::default());
/// let mut count = 0;
/// while let NextSolution::Solution(_) = finder.next(&mut ())? {
///     count += 1;
/// }
/// // the loop takes three of the four cells: both 3s, and either of the other two
/// assert_eq!(count, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Finder<'a> {
    encoding: &'a dyn Encoding,
    session: &'a mut dyn Session,
    options: SearchOptions,
    budget: Budget,
    started: bool,
    cuts: Vec<Cut>,
    /// How many of the cuts were there from the beginning.
    given: usize,
    /// The number of cuts before the last round's.
    newest: usize,
    /// How often the solver was asked.
    asked: usize,
    known: HashSet<Solution>,
    rounds: Vec<RoundReport>,
    building: TimeSpent,
}

impl<'a> Finder<'a> {
    /// A search in a session that nothing was added to yet. The clock of the time limit starts now.
    pub fn new(
        encoding: &'a dyn Encoding,
        session: &'a mut dyn Session,
        options: SearchOptions,
    ) -> Self {
        let budget = Budget::new(&options);
        Self {
            encoding,
            session,
            options,
            budget,
            started: false,
            cuts: Vec::new(),
            given: 0,
            newest: 0,
            asked: 0,
            known: HashSet::new(),
            rounds: Vec::new(),
            building: TimeSpent::default(),
        }
    }

    /// The rounds so far.
    #[must_use]
    pub fn rounds(&self) -> &[RoundReport] {
        &self.rounds
    }

    /// What it took to build the formula; zeros before anything is asked.
    #[must_use]
    pub fn building(&self) -> TimeSpent {
        self.building
    }

    /// The cuts so far, blocked solutions included.
    #[must_use]
    pub fn cuts(&self) -> &[Cut] {
        &self.cuts
    }

    /// The next solution.
    ///
    /// # Errors
    /// If the solver fails or gives a wrong model.
    pub fn next(&mut self, observer: &mut dyn Observer) -> Result<NextSolution, Failure> {
        self.next_under(&[], observer)
    }

    /// The next solution among those in whose models these literals are true. There may be others when it says
    /// [`NextSolution::Exhausted`]. It is not found again, whatever is assumed.
    ///
    /// A solution that is only a part of a model (a loop beside others) counts as well, and the literals need
    /// not be true of it.
    ///
    /// # Errors
    /// As [`Self::next`]; and if the solver takes no assumptions.
    pub fn next_under(
        &mut self,
        assumed: &[Lit],
        observer: &mut dyn Observer,
    ) -> Result<NextSolution, Failure> {
        loop {
            let (mut report, model) = match self.ask(assumed, observer)? {
                Asked::Model(report, model) => (report, model),
                Asked::None(report) => {
                    observer.round(&report, None, &[])?;
                    self.rounds.push(report);
                    return Ok(NextSolution::Exhausted);
                }
                Asked::Unknown(report, reason) => {
                    if let Some(report) = report {
                        observer.round(&report, None, &[])?;
                        self.rounds.push(report);
                    }
                    return Ok(NextSolution::Unknown(reason));
                }
            };
            self.check_model(&model)?;
            self.check_assumed(assumed, &model)?;
            let told = self.encoding.solution(&model);
            let Separated { solution, cuts } = self.separate(&model);
            report.count(&cuts);
            observer.round(&report, Some(&told), &cuts)?;
            self.rounds.push(report);
            self.check_old_cuts(&model, solution.is_some() || cuts.is_empty())?;
            self.cut(cuts)?;
            if let Some(solution) = solution {
                check(self.encoding, &solution)?;
                self.note(&solution)?;
                return Ok(NextSolution::Solution(solution));
            }
        }
    }

    /// Literals among the assumed ones that no model has together, as far as the solver tells, after
    /// [`Self::next_under`] found nothing more.
    pub fn core(&mut self) -> Option<Vec<Lit>> {
        self.session.core()
    }

    /// Notes a solution.
    ///
    /// # Errors
    /// If it has been found before: the model breaks its block.
    pub(super) fn note(&mut self, solution: &Solution) -> Result<(), Failure> {
        match self.known.insert(solution.clone()) {
            true => Ok(()),
            false => Err(self.wrong_model("block")),
        }
    }

    /// The model of the last round breaks a constraint of this family.
    pub(super) fn wrong_model(&self, family: &'static str) -> Failure {
        self.wrong(Origin::new(family, Place::Whole))
    }

    fn wrong(&self, origin: Origin) -> Failure {
        Failure::WrongModel { solver: self.session.solver().to_string(), origin }
    }

    /// Asks once, for a model in which these literals are true. The first time, the formula is built before.
    pub(super) fn ask(
        &mut self,
        cube: &[Lit],
        observer: &mut dyn Observer,
    ) -> Result<Asked, Failure> {
        let mut tightened = Tightened::default();
        if !self.started {
            self.started = true;
            if let Err(reason) = self.build()? {
                return Ok(Asked::Unknown(None, reason));
            }
            tightened = self.tighten(observer)?;
        }
        let limits = match self.budget.limits() {
            Ok(limits) => limits,
            Err(reason) => return Ok(Asked::Unknown(None, reason)),
        };
        self.asked += 1;
        if !cube.is_empty() && !self.session.assume(cube) {
            return Err(Failure::NoAssumptions { solver: self.session.solver().to_string() });
        }
        let size = self.session.size()?;
        let (start, cpu) = (Instant::now(), thread_cpu());
        let answer = self.session.solve(&limits)?;
        let used = self.session.last_usage();
        let whole = start.elapsed();
        let files = used.wall.map(|wall| TimeSpent {
            wall: whole.saturating_sub(wall),
            cpu: thread_cpu().saturating_sub(cpu),
        });
        self.budget.spend(used.cpu.unwrap_or_default());
        let report = RoundReport {
            variables: size.variables,
            clauses: size.clauses,
            solver_time: used.wall.unwrap_or(whole) + tightened.wall,
            files: files.unwrap_or_default(),
            solver_cpu: used.cpu.map(|cpu| cpu + tightened.cpu),
            solver_peak_kb: used.peak_kb,
            relaxations: tightened.relaxations,
            fractional_cuts: tightened.cuts,
            loops: 0,
            cuts: 0,
        };
        Ok(match answer {
            Answer::Model(model) => Asked::Model(report, model),
            Answer::Unsatisfiable => Asked::None(report),
            Answer::Unknown(reason) => Asked::Unknown(Some(report), reason),
        })
    }

    /// Cuts off points of the linear relaxation, until none of the encoding's cuts is broken any more, or a limit
    /// or [`RELAXATIONS`] is reached. Once the solver has been asked for integer points, relaxations broke no cuts any
    /// more on the puzzles that were watched, so this comes first and never again.
    fn tighten(&mut self, observer: &mut dyn Observer) -> Result<Tightened, Failure> {
        let start = Instant::now();
        let mut done = Tightened::default();
        while self.options.fractional && done.relaxations < RELAXATIONS {
            let Ok(limits) = self.budget.limits() else { break };
            let Some(point) = self.session.relax(&limits)? else { break };
            let cpu = self.session.last_usage().cpu.unwrap_or_default();
            self.budget.spend(cpu);
            let cuts = self.encoding.separate_fractional(&point);
            done.relaxations += 1;
            done.cpu += cpu;
            done.cuts += cuts.len();
            if cuts.is_empty() {
                break;
            }
            observer.tightened(&cuts)?;
            // the newest cuts of a model stay the newest: the next model is checked against both
            self.add(cuts);
        }
        done.wall = start.elapsed();
        Ok(done)
    }

    fn add(&mut self, cuts: Vec<Cut>) {
        for cut in &cuts {
            self.session.constraint(cut.constraint(), cut.origin());
        }
        self.cuts.extend(cuts);
    }

    /// Hands on the formula and the blocked cubes, or tells which limit was reached.
    fn build(&mut self) -> Result<Result<(), String>, Failure> {
        let (start, cpu) = (Instant::now(), thread_cpu());
        let mut building = Building::new(&mut *self.session, &self.budget);
        self.encoding.encode(&mut building);
        for cut in &self.cuts {
            building.constraint(cut.constraint(), cut.origin());
        }
        let built = building.finish();
        self.building = TimeSpent { wall: start.elapsed(), cpu: thread_cpu().saturating_sub(cpu) };
        if let Err(reason) = built {
            return Ok(Err(reason));
        }
        if self.options.mode == LoopCheckMode::Propagate {
            let propagator = self.encoding.propagator();
            if !propagator.is_some_and(|propagator| self.session.attach_propagator(propagator)) {
                return Err(Failure::NoPropagator);
            }
        }
        Ok(Ok(()))
    }

    /// The solution in a model, and the cuts that it breaks.
    pub(super) fn separate(&self, model: &[bool]) -> Separated {
        let kind = self.options.cuts.or(self.encoding.cut_kinds().first().copied());
        self.encoding.separate(model, kind.unwrap_or_default())
    }

    /// Adds cuts; there must be some, or the next round would be like the last.
    pub(super) fn cut(&mut self, cuts: Vec<Cut>) -> Result<(), Failure> {
        if cuts.is_empty() {
            let what = "a model satisfies every constraint, and neither is it a solution nor is there a cut";
            return Err(Failure::Disagreement(what.to_owned()));
        }
        self.newest = self.cuts.len();
        self.add(cuts);
        Ok(())
    }

    /// Cuts that are there from the beginning. To be called before anything is asked.
    pub(super) fn begin_with(&mut self, cuts: Vec<Cut>) {
        (self.given, self.newest) = (cuts.len(), cuts.len());
        self.cuts = cuts;
    }

    pub(super) fn encoding(&self) -> &'a dyn Encoding {
        self.encoding
    }

    pub(super) fn session(&mut self) -> &mut dyn Session {
        self.session
    }

    /// The model against every constraint and the newest cuts, whatever the solver promised.
    pub(super) fn check_model(&self, model: &[bool]) -> Result<(), Failure> {
        let mut check = ModelCheck::new(model);
        self.encoding.encode(&mut check);
        self.told(check.broken())?;
        self.check_cuts(model, self.newest..self.cuts.len())
    }

    /// A model of what was assumed.
    pub(super) fn check_assumed(&self, assumed: &[Lit], model: &[bool]) -> Result<(), Failure> {
        match assumed.iter().all(|&literal| holds(literal, model)) {
            true => Ok(()),
            false => Err(self.wrong_model("assumption")),
        }
    }

    /// The model against the older cuts. One that it breaks does no harm, for new ones are sound all the same:
    /// it is looked for where something is `concluded`, and now and then, lest a forgetful solver go on
    /// forever. Each time would be quadratic in the rounds.
    pub(super) fn check_old_cuts(&self, model: &[bool], concluded: bool) -> Result<(), Failure> {
        if concluded || self.asked.is_power_of_two() {
            self.check_cuts(model, 0..self.newest)?;
        }
        Ok(())
    }

    /// The model against some of the cuts. Who breaks the block of a solution finds that solution again, and
    /// that is seen ([`Self::note`]); but not who breaks one that was there from the beginning.
    fn check_cuts(&self, model: &[bool], which: Range<usize>) -> Result<(), Failure> {
        let mut check = ModelCheck::new(model);
        for (number, cut) in which.clone().zip(&self.cuts[which]) {
            if number < self.given || cut.reason != CutReason::KnownSolution {
                check.constraint(cut.constraint(), cut.origin());
            }
        }
        self.told(check.broken())
    }

    fn told(&self, broken: Option<Origin>) -> Result<(), Failure> {
        broken.map_or(Ok(()), |origin| Err(self.wrong(origin)))
    }
}
