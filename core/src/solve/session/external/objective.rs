//! Objectives of pseudo-Boolean and MaxSAT formulas: integer coefficients of Boolean variables, to be minimized.

use encycle_encodings::logic::{ObjectiveCost, ProgramPart};
use encycle_solvers::{SolverRun, SolverStatus};

use crate::solve::session::program::GivenProgram;
use crate::solve::session::{Failure, SolverId};

/// Returns the objective as a sum of integers, to be minimized; none if there is no objective, or if it is constant.
///
/// # Errors
/// [`Failure::NoProgram`] if the program has columns or rows, and [`Failure::Objective`] if the coefficients have too many
/// decimals or are too large.
pub(super) fn integer_objective(
    solver: &SolverId,
    program: &ProgramPart,
) -> Result<Option<ObjectiveCost>, Failure> {
    if let Some(reason) = program.mip_reason() {
        return Err(Failure::NoProgram { solver: solver.to_string(), reason });
    }
    let cost = program.objective.as_ref().map(ObjectiveCost::new);
    Ok(cost.transpose().map_err(Failure::Objective)?.filter(|cost| !cost.weights().is_empty()))
}

/// Sets the point to the model of a run, if it has one. Variables without a value are 0. `objective` is what the solver was
/// given.
///
/// # Errors
/// [`Failure::Solver`] if a MaxSAT solver claims a cost that is not that of its model.
pub(super) fn read_model(
    solver: &SolverId,
    program: &mut GivenProgram,
    objective: Option<&ObjectiveCost>,
    run: &SolverRun,
) -> Result<(), Failure> {
    program.point = None;
    let Some(SolverStatus::Satisfiable(values)) = &run.status else { return Ok(()) };
    if let Some(claimed) = run.cost {
        let values: Vec<bool> = values.iter().map(|value| value.unwrap_or(false)).collect();
        let cost = objective.map_or(0, |objective| objective.of(&values));
        if claimed != cost {
            let reason = format!("it claims cost {claimed}, but the cost of its model is {cost}");
            return Err(Failure::solver(&solver.to_string(), &reason));
        }
    }
    let value = |value: &Option<bool>| f64::from(value.unwrap_or(false));
    let bound = run.bound.zip(objective).map(|(bound, objective)| objective.value_of_sum(bound));
    program.set_point(values.iter().map(value).collect(), run.is_optimal, bound);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use encycle_encodings::logic::{LinearObjective, ProgramColumn, Var};

    #[test]
    fn objectives_have_few_decimals() {
        let solver = SolverId { name: "clasp".to_owned(), version: None.into() };
        let [a, b] = [0, 1].map(Var::new);
        let terms = |sizes: [f64; 2], is_maximized| {
            let terms = [(sizes[0], a), (sizes[1], b)];
            let terms = terms.map(|(size, variable)| (size, ProgramColumn::Boolean(variable)));
            let objective = LinearObjective { terms: terms.to_vec(), constant: 0.5, is_maximized };
            let program = ProgramPart { objective: Some(objective), ..ProgramPart::default() };
            let cost = integer_objective(&solver, &program)?;
            Ok(cost.map_or_else(Vec::new, |cost| cost.terms()))
        };
        let integers = |sizes, is_maximized| terms(sizes, is_maximized).expect("few decimals");
        assert_eq!(integers([3.0, -2.0], false), vec![(3, a), (-2, b)]);
        assert_eq!(integers([3.0, 0.0], true), vec![(-3, a)]);
        assert_eq!(integers([0.0, 0.0], true), []);
        // were refused, although files with such objectives were written
        assert_eq!(integers([0.5, -1.25], false), vec![(50, a), (-125, b)]);
        for sizes in [[0.123_456_78, 1.0], [1e16, 1.0], [f64::NAN, 1.0]] {
            let failure: Failure = terms(sizes, false).expect_err("no integers");
            assert_eq!(failure.name(), "unsupported");
        }
    }

    #[test]
    fn a_bound_has_the_unit_of_the_objective() {
        let terms = vec![(0.5, ProgramColumn::Boolean(Var::new(0)))];
        for (is_maximized, bound) in [(false, -1.5), (true, 1.5)] {
            let objective = LinearObjective { terms: terms.clone(), constant: 7.0, is_maximized };
            let cost = ObjectiveCost::new(&objective).expect("few decimals");
            assert_eq!(cost.value_of_sum(-15.0), bound);
        }
    }
}
