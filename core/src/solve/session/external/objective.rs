//! Objectives of pseudo-Boolean and MaxSAT formulas: integer coefficients of Boolean variables, to be minimized.

use encycle_encodings::logic::{ProgramColumn, ProgramPart, Var};
use encycle_solvers::{SolverRun, SolverStatus};

use crate::solve::session::program::GivenProgram;
use crate::solve::session::{Failure, SolverId};

/// The maximum size of a coefficient: the integers up to 2^53 are exact.
const MAX_SIZE: f64 = 9_007_199_254_740_992.0;

/// Returns the terms of the objective, to be minimized, as integers; none if there is no objective, or if it is constant.
///
/// # Errors
/// [`Failure::NoProgram`] if the program has columns or rows, or the objective has other coefficients.
pub(super) fn integer_objective(
    solver: &SolverId,
    program: &ProgramPart,
) -> Result<Vec<(i64, Var)>, Failure> {
    let unsupported = |reason| Failure::NoProgram { solver: solver.to_string(), reason };
    if program.needs_mip() {
        return Err(unsupported("it takes constraints over Boolean variables only"));
    }
    let Some(objective) = &program.objective else { return Ok(Vec::new()) };
    let term = |&(size, column): &(f64, ProgramColumn)| match column {
        ProgramColumn::Boolean(variable) if size.fract() == 0.0 && size.abs() <= MAX_SIZE => {
            Some((if objective.is_maximized { -size } else { size } as i64, variable))
        }
        _ => None,
    };
    let terms: Option<Vec<_>> = objective.terms.iter().map(term).collect();
    let reason = "it takes objectives with integer coefficients up to 2^53 only";
    let mut terms = terms.ok_or_else(|| unsupported(reason))?;
    terms.retain(|&(size, _)| size != 0);
    Ok(terms)
}

/// Sets the point to the model of a run, if it has one. Variables without a value are 0. `terms` is the objective that the
/// solver was given.
///
/// # Errors
/// [`Failure::Solver`] if a MaxSAT solver claims a cost that is not that of its model.
pub(super) fn read_model(
    solver: &SolverId,
    program: &mut GivenProgram,
    terms: &[(i64, Var)],
    run: &SolverRun,
) -> Result<(), Failure> {
    program.point = None;
    let Some(SolverStatus::Satisfiable(values)) = &run.status else { return Ok(()) };
    if let Some(claimed) = run.cost {
        let is_true = |variable: &Var| values.get(variable.idx()) == Some(&Some(true));
        let costs = terms.iter().filter(|(size, variable)| (*size > 0) == is_true(variable));
        let cost: u128 = costs.map(|(size, _)| u128::from(size.unsigned_abs())).sum();
        if u128::from(claimed) != cost {
            let reason = format!("it claims cost {claimed}, but the cost of its model is {cost}");
            return Err(Failure::solver(&solver.to_string(), &reason));
        }
    }
    let value = |value: &Option<bool>| f64::from(value.unwrap_or(false));
    let is_maximized = program.part.objective.as_ref().is_some_and(|it| it.is_maximized);
    let bound = run.bound.map(|bound| if is_maximized { -bound } else { bound });
    program.set_point(values.iter().map(value).collect(), run.is_optimal, bound);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use encycle_encodings::logic::LinearObjective;

    #[test]
    fn only_integer_objectives_are_accepted() {
        let solver = SolverId { name: "clasp".to_owned(), version: None.into() };
        let [a, b] = [0, 1].map(Var::new);
        let terms = |sizes: [f64; 2], is_maximized| {
            let terms = [(sizes[0], a), (sizes[1], b)];
            let terms = terms.map(|(size, variable)| (size, ProgramColumn::Boolean(variable)));
            let objective = LinearObjective { terms: terms.to_vec(), constant: 0.5, is_maximized };
            let program = ProgramPart { objective: Some(objective), ..ProgramPart::default() };
            integer_objective(&solver, &program)
        };
        assert_eq!(terms([3.0, -2.0], false).expect("integers"), vec![(3, a), (-2, b)]);
        assert_eq!(terms([3.0, 0.0], true).expect("integers"), vec![(-3, a)]);
        assert_eq!(terms([0.0, 0.0], true).expect("integers"), []);
        for sizes in [[0.5, 1.0], [1e16, 1.0], [f64::NAN, 1.0]] {
            let failure = terms(sizes, false).expect_err("no integers");
            assert_eq!(failure.name(), "unsupported");
            assert!(failure.to_string().contains("integer coefficients"), "{failure}");
        }
    }
}
