//! Optimization: the best solution of a problem with an objective.
//!
//! Cuts only remove what is no solution, so the optimum of a formula and the cuts so far is a bound on the optimum of the
//! problem, and an optimum that violates no rule is the optimum of the problem. That leads to two searches:
//!
//! - a solver that *takes the objective* (MIP, pseudo-Boolean, MaxSAT) returns the optimum of each round. The first one without a
//!   cut ends the search, and the values of the rounds are bounds;
//! - any other solver returns some solution. The search demands a better one, by assumptions over a counter of the
//!   objective, until there is none (solution-improving search).

use std::borrow::Cow;

use encycle_encodings::encoding::{AtomLiteral, Completeness, Encoding, atom_literals};
use encycle_encodings::logic::{LinearObjective, Lit, ProgramColumn, ProgramPart};
use encycle_encodings::puzzle::Solution;

use crate::solve::search::finder::{Finder, NextSolution};
use crate::solve::search::objective::ObjectiveCounter;
use crate::solve::search::options::{LengthGoal, SearchOptions};
use crate::solve::search::outcome::{ObjectiveValue, Observer, Outcome, Verdict};
use crate::solve::session::{Failure, ProgramPoint, Session};

/// What is optimized: a program over the variables of an encoding.
pub struct Objective<'a> {
    program: Cow<'a, ProgramPart>,
    /// The literals of the atoms of a puzzle. The atoms of a model are the first variables.
    atoms: Option<Vec<AtomLiteral>>,
}

impl<'a> Objective<'a> {
    /// Returns the objective of a model.
    pub fn of_program(program: &'a ProgramPart) -> Self {
        Self { program: Cow::Borrowed(program), atoms: None }
    }

    /// Returns the number of atoms of a puzzle that are true, such as the length of its loop; `None` if the encoding has no
    /// variable for each atom, or leaves out solutions.
    pub fn of_length(encoding: &Encoding<'_>, goal: LengthGoal) -> Option<Self> {
        let atoms = atom_literals(encoding)
            .filter(|_| encoding.completeness() == Completeness::Complete)?;
        let mut objective = LinearObjective {
            is_maximized: goal == LengthGoal::Longest,
            ..LinearObjective::default()
        };
        for atom in &atoms {
            let (size, constant) = match *atom {
                AtomLiteral::Implied(value) => (None, f64::from(u8::from(value))),
                AtomLiteral::Variable(literal) if literal.is_neg() => (Some((-1.0, literal)), 1.0),
                AtomLiteral::Variable(literal) => (Some((1.0, literal)), 0.0),
            };
            objective.constant += constant;
            let term = |(size, literal): (f64, Lit)| (size, ProgramColumn::Boolean(literal.var()));
            objective.terms.extend(size.map(term));
        }
        let program = ProgramPart { objective: Some(objective), ..ProgramPart::default() };
        Some(Self { program: Cow::Owned(program), atoms: Some(atoms) })
    }

    /// Returns the values of the variables that a solution determines.
    fn values(&self, solution: &Solution) -> Vec<bool> {
        let Some(atoms) = &self.atoms else { return solution.atoms().to_vec() };
        let mut values = Vec::new();
        for (atom, literal) in atoms.iter().enumerate() {
            let AtomLiteral::Variable(literal) = literal else { continue };
            if values.len() <= literal.vidx() {
                values.resize(literal.vidx() + 1, false);
            }
            values[literal.vidx()] = solution.has(atom) == literal.is_pos();
        }
        values
    }

    /// Returns the value of a solution.
    fn value(&self, solution: &Solution, others: &[f64]) -> Option<f64> {
        let numbers = |value: bool| f64::from(u8::from(value));
        let values: Vec<f64> = self.values(solution).into_iter().map(numbers).collect();
        Some(self.program.objective.as_ref()?.value(&values, others))
    }

    /// Returns whether a value is better than another.
    fn is_better(&self, value: f64, other: f64) -> bool {
        match self.program.objective.as_ref().is_some_and(|one| one.is_maximized) {
            true => value > other,
            false => value < other,
        }
    }
}

/// Searches the best solution. `takes_objective` tells whether the session takes the objective itself.
pub fn optimize(
    encoding: &Encoding<'_>,
    session: &mut dyn Session,
    options: SearchOptions,
    target: &Objective<'_>,
    takes_objective: bool,
    observer: &mut dyn Observer,
) -> Outcome {
    let program = &*target.program;
    let given = (takes_objective || program.needs_mip()).then_some(program);
    let mut finder = Finder::new(encoding, session, options).with_program(given);
    let found = match (&program.objective, given) {
        (Some(objective), None) => improve(&mut finder, target, objective, observer),
        _ => solve_rounds(&mut finder, target, observer),
    };
    let mut outcome = found.unwrap_or_else(|failure| Outcome::failed(failure, Vec::new()));
    outcome.rounds = finder.rounds().to_vec();
    outcome.ledger = finder.cuts().to_vec();
    outcome.build_time = finder.build_time();
    outcome
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
    loop {
        let next = finder.next(observer)?;
        let point = finder.point().cloned().unwrap_or_default();
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
            check_point(program, &point)?;
            let value =
                program.objective.as_ref().map(|one| one.value(&point.booleans, &point.others));
            let found = vec![solution];
            let outcome = match (value.is_some(), point.is_optimal) {
                (false, _) => Outcome::new(Verdict::Solved, found),
                (true, true) => Outcome::new(Verdict::Optimal, found),
                (true, false) => {
                    let reason =
                        "the solver stopped before it proved that the solution is the best";
                    Outcome::unknown(reason.to_owned(), found)
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
fn check_point(program: &ProgramPart, point: &ProgramPoint) -> Result<(), Failure> {
    match program.violation(&point.booleans, &point.others) {
        None => Ok(()),
        Some(what) => Err(Failure::WrongPoint(what)),
    }
}

/// Demands better solutions until there is none.
fn improve(
    finder: &mut Finder<'_>,
    target: &Objective<'_>,
    objective: &LinearObjective,
    observer: &mut dyn Observer,
) -> Result<Outcome, Failure> {
    let mut counter = ObjectiveCounter::new(objective).map_err(Failure::Objective)?;
    let mut best: Option<(u64, Solution)> = None;
    loop {
        let assumed: Vec<Lit> = match &best {
            None => Vec::new(),
            Some((0, _)) => break,
            Some((cost, _)) => counter.at_most(cost - 1, finder.session)?,
        };
        let end = match finder.next_under(&assumed, observer)? {
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
        let bound = Some(counter.value(0));
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
