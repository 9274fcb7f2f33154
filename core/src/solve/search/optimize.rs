//! Optimization: the best solution of a problem with an objective.
//!
//! Cuts only remove what is no solution, so the optimum of a formula and the cuts so far is a bound on the optimum of the
//! problem, and an optimum that violates no rule is the optimum of the problem. That leads to two searches:
//!
//! - a solver that *takes the objective* (MIP, pseudo-Boolean, MaxSAT) returns the optimum of each round. The first one without a
//!   cut ends the search, and the values of the rounds are bounds;
//! - any other solver returns some solution. The search demands a better one, by assumptions over a counter of the
//!   objective, until there is none (solution-improving search).
//!
//! Before the first call, the rules propose a solution and state a bound on the cost of every solution, calculated exactly
//! ([`GlobalConstraint::cost_bound`]). If both are equal, no solver is called. Otherwise what holds in every better solution
//! is fixed; if the solver then finds no better solution, the proposed one is the best.
//!
//! [`GlobalConstraint::cost_bound`]: encycle_encodings::encoding::GlobalConstraint::cost_bound

use encycle_encodings::encoding::{CostBound, Cut, CutReason, Encoding};
use encycle_encodings::logic::{LinearObjective, Lit, ObjectiveCost, ProgramPart};
use encycle_encodings::puzzle::Solution;

use crate::solve::search::finder::{Finder, NextSolution};
use crate::solve::search::incumbent::{Incumbent, IncumbentSearch};
use crate::solve::search::objective::ObjectiveCounter;
use crate::solve::search::options::{RepairMode, SearchOptions};
use crate::solve::search::outcome::{ObjectiveValue, Observer, Outcome, Verdict};
use crate::solve::search::refit::{Refitted, refit};
use crate::solve::search::target::Objective;
use crate::solve::search::unbounded::unbounded_column;
use crate::solve::session::{Failure, ProgramPoint, ReducedSession, Session};

/// Searches the best solution. `takes_objective` tells whether the session takes the objective itself, and `is_recorded`
/// whether each formula is written to a file, which then has to state all that the solver gets.
pub fn optimize(
    encoding: &Encoding<'_>,
    session: &mut dyn Session,
    options: SearchOptions,
    target: &Objective<'_>,
    [takes_objective, is_recorded]: [bool; 2],
    observer: &mut dyn Observer,
) -> Outcome {
    if let Some(column) = unbounded_column(target.program()) {
        return without_objective(encoding, session, options, target, &column, observer);
    }
    let known = KnownCosts::new(encoding, &options, target, !is_recorded);
    if let Some(outcome) = known.decided(target) {
        return outcome;
    }
    let implied = match &known.bound {
        Some(bound) if takes_objective => &bound.implied[..],
        _ => &[],
    };
    let is_reduced = !implied.is_empty();
    let mut reduced;
    let session: &mut dyn Session = if is_reduced {
        log::debug!("{} literals hold in every better solution", implied.len());
        reduced = ReducedSession::new(session, implied, &|sink| encoding.encode(sink));
        &mut reduced
    } else {
        session
    };
    search(encoding, session, options, target, takes_objective, (known, is_reduced), observer)
}

/// Searches the best solution with what is known about costs, and whether the session has only the better solutions.
fn search<'a>(
    encoding: &'a Encoding<'a>,
    session: &mut dyn Session,
    options: SearchOptions,
    target: &'a Objective<'a>,
    takes_objective: bool,
    (known, is_reduced): (KnownCosts<'a>, bool),
    observer: &mut dyn Observer,
) -> Outcome {
    let program = &*target.program;
    let given = (takes_objective || program.needs_mip()).then_some(program);
    let is_maximized = target.is_maximized();
    let (bound, least) = (known.bound_value(), known.least_cost());
    let implied = known.bound.map(|bound| bound.implied).unwrap_or_default();
    let mut finder = Finder::new(encoding, session, options)
        .with_program(given)
        .with_incumbents(known.incumbents);
    finder.tighten_bound(bound, is_maximized);
    let found = match (&program.objective, given) {
        (Some(objective), None) => {
            improve(&mut finder, target, objective, (least, &implied), observer)
        }
        _ => solve_rounds(&mut finder, target, observer)
            .and_then(|outcome| with_incumbent(&finder, target, outcome, is_reduced)),
    };
    finish(&finder, found)
}

fn finish(finder: &Finder<'_>, found: Result<Outcome, Failure>) -> Outcome {
    let mut outcome = found.unwrap_or_else(|failure| Outcome::failed(failure, Vec::new()));
    outcome.rounds = finder.rounds().to_vec();
    outcome.ledger = finder.cuts().to_vec();
    outcome.build_time = finder.build_time();
    outcome
}

/// Searches any solution of a problem whose objective improves without end in this column: if there is one, there is none
/// that is the best.
fn without_objective(
    encoding: &Encoding<'_>,
    session: &mut dyn Session,
    options: SearchOptions,
    target: &Objective<'_>,
    column: &str,
    observer: &mut dyn Observer,
) -> Outcome {
    let program = ProgramPart { objective: None, ..target.program().clone() };
    let mut finder = Finder::new(encoding, session, options).with_program(Some(&program));
    let target = Objective::of_program(&program);
    let found = solve_rounds(&mut finder, &target, observer);
    let mut outcome = finish(&finder, found);
    if outcome.verdict == Verdict::Solved {
        outcome.verdict = Verdict::Unbounded;
        outcome.reason =
            Some(format!("the objective is unbounded: it improves with {column} without end"));
    }
    outcome
}

/// What is known about the costs of solutions before the first call of a solver.
struct KnownCosts<'a> {
    incumbents: Option<IncumbentSearch<'a>>,
    cost: Option<ObjectiveCost>,
    /// The bound on the sum of [`ObjectiveCost::terms`], and what holds in every better solution.
    bound: Option<CostBound>,
}

impl<'a> KnownCosts<'a> {
    /// Lets the rules propose a solution and, if `is_bounded`, state a bound.
    fn new(
        encoding: &'a Encoding<'a>,
        options: &SearchOptions,
        target: &'a Objective<'a>,
        is_bounded: bool,
    ) -> Self {
        let mut known = Self { incumbents: None, cost: None, bound: None };
        let (Some(objective), None) = (&target.program.objective, &target.atoms) else {
            return known;
        };
        let mut search = IncumbentSearch::new(encoding, target);
        if let Some(solution) = &options.start.incumbent {
            search.offer_solution(solution.clone(), &[]);
        }
        if options.repair == RepairMode::Never {
            known.incumbents = search.best.is_some().then_some(search);
            return known;
        }
        search.offer(&vec![0.0; encoding.projection_size()], &[], true);
        known.cost = ObjectiveCost::new(objective).ok().filter(|_| is_bounded);
        if let (Some(best), Some(cost), Some(rules)) =
            (&search.best, &known.cost, encoding.global_constraint())
        {
            let mut costs = vec![0; encoding.projection_size()];
            for (size, variable) in cost.terms() {
                costs[variable.idx()] += size;
            }
            let atoms = best.solution.true_atoms();
            let found: i64 = atoms.map(|atom| costs[atom]).sum();
            known.bound = rules.cost_bound(&costs, found - cost.step());
        }
        known.incumbents = Some(search);
        known
    }

    /// Returns the least cost that a solution can have.
    fn least_cost(&self) -> u64 {
        let of =
            |bound: &CostBound, cost: &ObjectiveCost| bound.least.saturating_add(cost.constant());
        let least =
            self.bound.as_ref().zip(self.cost.as_ref()).map(|(bound, cost)| of(bound, cost));
        least.and_then(|least| u64::try_from(least).ok()).unwrap_or_default()
    }

    /// Returns the value that no solution beats.
    fn bound_value(&self) -> Option<f64> {
        self.bound.as_ref()?;
        self.cost.as_ref().map(|cost| cost.value(self.least_cost()))
    }

    /// Returns the outcome if the incumbent attains the bound.
    fn decided(&self, target: &Objective<'_>) -> Option<Outcome> {
        let (best, bound) = (self.incumbents.as_ref()?.best.as_ref()?, self.bound_value()?);
        let cost = self.cost.as_ref()?.of(&target.values(&best.solution));
        (cost <= self.least_cost()).then(|| optimal(best, bound))
    }
}

/// Returns the outcome that an incumbent is the best solution.
fn optimal(best: &Incumbent, bound: f64) -> Outcome {
    Outcome {
        objective: Some(ObjectiveValue { value: Some(best.value), bound: Some(bound) }),
        others: best.others.clone(),
        ..Outcome::new(Verdict::Optimal, vec![best.solution.clone()])
    }
}

/// The relative difference of two values that rounding may explain.
const TOLERANCE: f64 = 1e-6;

/// Returns whether a value is better than another by more than rounding errors.
pub(in crate::solve) fn is_clearly_better(value: f64, other: f64, is_maximized: bool) -> bool {
    let slack = TOLERANCE * value.abs().max(other.abs()).max(1.0);
    if is_maximized { value > other + slack } else { value < other - slack }
}

/// Combines the outcome of the rounds with the best solution near their points. A solver that was given all solutions
/// and denies a better one is wrong.
fn with_incumbent(
    finder: &Finder<'_>,
    target: &Objective<'_>,
    outcome: Outcome,
    is_reduced: bool,
) -> Result<Outcome, Failure> {
    let Some(best) = finder.incumbent() else { return Ok(outcome) };
    let found = outcome.objective.and_then(|one| one.value);
    let is_best = found.is_none_or(|found| target.is_better(best.value, found));
    let is_clear =
        found.is_none_or(|found| is_clearly_better(best.value, found, target.is_maximized()));
    match outcome.verdict {
        Verdict::Unknown if is_best => {
            let bound = outcome.objective.and_then(|one| one.bound).or(finder.bound());
            // the bound of a reduced session is one on better solutions
            let bound = bound.map(|bound| match target.is_better(best.value, bound) {
                true => best.value,
                false => bound,
            });
            let objective = Some(ObjectiveValue { value: Some(best.value), bound });
            let (solutions, others) = (vec![best.solution.clone()], best.others.clone());
            Ok(Outcome { solutions, objective, others, ..outcome })
        }
        Verdict::NoSolution | Verdict::Optimal if is_best && is_reduced => {
            Ok(optimal(best, best.value))
        }
        Verdict::NoSolution | Verdict::Optimal if is_clear => Err(Failure::Refuted {
            solver: finder.session.solver().to_string(),
            verdict: outcome.verdict.name(),
            other_solver: "the local search of Encycle".to_owned(),
            counterexample: "a better solution, checked against the rules",
        }),
        _ => Ok(outcome),
    }
}

/// Solves rounds with a solver that takes the whole program.
///
/// A solution may be a part of a model of a puzzle (one loop of several), whose value is another. It is then blocked, and
/// the search goes on: the best of all parts and of the optimum of the others is the optimum.
fn solve_rounds(
    finder: &mut Finder<'_>,
    target: &Objective<'_>,
    observer: &mut dyn Observer,
) -> Result<Outcome, Failure> {
    let mut best: Option<(f64, Solution)> = None;
    let mut conflicts = 0;
    loop {
        let next = finder.next(observer)?;
        let mut point = finder.point().cloned().unwrap_or_default();
        if matches!(next, NextSolution::Solution(_)) && conflicts < MOST_CONFLICTS {
            match refitted(finder, &target.program, point) {
                Ok(sound) => point = sound,
                Err(conflict) => {
                    conflicts += 1;
                    let cuts = vec![Cut::clause(conflict, CutReason::Rows)];
                    observer.early_cuts(&cuts)?;
                    finder.cut(cuts)?;
                    continue;
                }
            }
        }
        if let NextSolution::Solution(solution) = &next
            && let Some(value) = target.value(solution, &point.others)
            && target.atoms.is_some()
            && target
                .program
                .objective
                .as_ref()
                .is_some_and(|one| (one.value(&point.booleans, &point.others) - value).abs() > 0.5)
        {
            if best.as_ref().is_none_or(|(known, _)| target.is_better(value, *known)) {
                best = Some((value, solution.clone()));
            }
            continue;
        }
        let outcome = of_round(finder, target, next, point)?;
        return Ok(match best {
            None => outcome,
            Some(best) => with_part(target, outcome, best),
        });
    }
}

/// The most points of one search that are excluded because their rounded values violate a row.
const MOST_CONFLICTS: usize = 200;

/// Returns a point, or a better one in its place if its rounded values violate a row.
///
/// # Errors
/// A clause that the point violates and every solution satisfies.
fn refitted(
    finder: &Finder<'_>,
    program: &ProgramPart,
    point: ProgramPoint,
) -> Result<ProgramPoint, Vec<Lit>> {
    let (Some(violation), Some(limits)) =
        (program.violation(&point.booleans, &point.others), finder.limits())
    else {
        return Ok(point);
    };
    log::debug!("after rounding, {violation}");
    let Some(objective) = &program.objective else { return Ok(point) };
    let value = |point: &ProgramPoint| objective.value(&point.booleans, &point.others);
    match refit(program, &point, &limits) {
        Refitted::Point(sound) => {
            let is_worse = is_clearly_better(value(&point), value(&sound), objective.is_maximized);
            let (is_optimal, bound) = (point.is_optimal && !is_worse, point.bound);
            let bound = if point.is_optimal { Some(value(&point)) } else { bound };
            Ok(ProgramPoint { is_optimal, bound, ..sound })
        }
        Refitted::Conflict(clause) => Err(clause),
        Refitted::Open => Ok(point),
    }
}

/// Combines the outcome of the last round with the best solution that was a part of a model.
fn with_part(target: &Objective<'_>, outcome: Outcome, (value, part): (f64, Solution)) -> Outcome {
    let found = outcome.objective.and_then(|one| one.value);
    let is_best = found.is_none_or(|found| target.is_better(value, found));
    let best = if is_best { value } else { found.unwrap_or(value) };
    match outcome.verdict {
        Verdict::NoSolution | Verdict::Optimal => Outcome {
            verdict: Verdict::Optimal,
            solutions: if is_best { vec![part] } else { outcome.solutions },
            objective: Some(ObjectiveValue { value: Some(best), bound: Some(best) }),
            ..outcome
        },
        // the bound is one on the other solutions
        Verdict::Unknown => Outcome {
            solutions: if is_best { vec![part] } else { outcome.solutions },
            objective: Some(ObjectiveValue { value: Some(best), bound: None }),
            ..outcome
        },
        _ => outcome,
    }
}

/// Returns the outcome of a round that ends the search.
fn of_round(
    finder: &Finder<'_>,
    target: &Objective<'_>,
    next: NextSolution,
    point: ProgramPoint,
) -> Result<Outcome, Failure> {
    let (program, bound) = (&*target.program, finder.bound());
    let outcome = match next {
        NextSolution::Exhausted => Outcome::new(Verdict::NoSolution, Vec::new()),
        NextSolution::Unknown(reason) => Outcome {
            objective: Some(ObjectiveValue { value: None, bound }),
            ..Outcome::unknown(reason, Vec::new())
        },
        NextSolution::Solution(solution) => {
            check_point(finder, program, &point)?;
            let value =
                program.objective.as_ref().map(|one| one.value(&point.booleans, &point.others));
            let found = vec![solution];
            let outcome = match (value.is_some(), point.is_optimal) {
                (false, _) => Outcome::new(Verdict::Solved, found),
                (true, true) => Outcome::new(Verdict::Optimal, found),
                (true, false) => {
                    let unproven =
                        "the solver stopped before it proved that the solution is the best";
                    let reason = finder.reached().unwrap_or_else(|| unproven.to_owned());
                    Outcome::unknown(reason, found)
                }
            };
            let bound = if point.is_optimal { value } else { point.bound.or(bound) };
            let objective = value.map(|value| ObjectiveValue { value: Some(value), bound });
            Outcome { objective, others: point.others, ..outcome }
        }
    };
    Ok(outcome)
}

/// Checks the rows and the bounds of the columns that are not Boolean, within the tolerance of MIP solvers.
///
/// # Errors
/// The point violates one of them.
fn check_point(
    finder: &Finder<'_>,
    program: &ProgramPart,
    point: &ProgramPoint,
) -> Result<(), Failure> {
    match program.violation(&point.booleans, &point.others) {
        None => Ok(()),
        Some(violation) => Err(finder.wrong_point(violation)),
    }
}

/// Demands better solutions until there is none. `least` is the least cost of a solution, and `implied` holds in every solution
/// that is better than the incumbent.
fn improve(
    finder: &mut Finder<'_>,
    target: &Objective<'_>,
    objective: &LinearObjective,
    (least, implied): (u64, &[Lit]),
    observer: &mut dyn Observer,
) -> Result<Outcome, Failure> {
    let mut counter = ObjectiveCounter::new(objective).map_err(Failure::Objective)?;
    let known = finder.incumbent().map(|best| best.solution.clone());
    let mut best = known.map(|solution| (counter.cost(&target.values(&solution)), solution));
    // the variables of the counter come after those of the formula
    let mut limit = finder.build()?;
    counter.fix(implied, finder.session);
    loop {
        let assumed: Vec<Lit> = match &best {
            Some((cost, _)) if *cost <= least => break,
            Some((cost, _)) if limit.is_none() => counter.at_most(cost - 1, finder.session)?,
            _ => Vec::new(),
        };
        let next = match limit.take() {
            Some(reason) => NextSolution::Unknown(reason),
            None => finder.next_under(&assumed, observer)?,
        };
        let end = match next {
            NextSolution::Solution(solution) => {
                let cost = counter.cost(&target.values(&solution));
                if best.as_ref().is_some_and(|(known, _)| *known <= cost) {
                    // a part of a model of a puzzle may cost more than the model, and is blocked; a model has no parts
                    match target.atoms {
                        Some(_) => continue,
                        None => return Err(finder.wrong_model("objective")),
                    }
                }
                log::debug!("a solution of value {}", counter.value(cost));
                best = Some((cost, solution));
                continue;
            }
            NextSolution::Exhausted => None,
            NextSolution::Unknown(reason) => Some(reason),
        };
        let Some(reason) = end else { break };
        let bound = Some(counter.value(least));
        let value = best.as_ref().map(|(cost, _)| counter.value(*cost));
        let found = best.into_iter().map(|(_, solution)| solution).collect();
        let objective = Some(ObjectiveValue { value, bound });
        return Ok(Outcome { objective, ..Outcome::unknown(reason, found) });
    }
    Ok(match best {
        None => Outcome::new(Verdict::NoSolution, Vec::new()),
        Some((cost, solution)) => {
            let value = counter.value(cost);
            let objective = Some(ObjectiveValue { value: Some(value), bound: Some(value) });
            Outcome { objective, ..Outcome::new(Verdict::Optimal, vec![solution]) }
        }
    })
}
