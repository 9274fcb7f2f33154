//! The backbone: the literals that hold in all models.

use encycle_encodings::logic::Lit;
use encycle_solvers::{BatSat, Limits, SolverStatus};

use super::clauses::ClauseList;

/// The largest number of variables.
const VARIABLE_LIMIT: usize = 5000;

/// The largest number of steps of the solver, for each call.
const STEP_LIMIT: u64 = 100_000;

/// Returns the literals that hold in all models, in order. Returns `None` if there is no model, or a limit is reached.
///
/// A literal of a model is in the backbone if there is no model with its negation; a model that is found instead removes all
/// of its literals from the candidates (Janota, Lynce and Marques-Silva 2015, Algorithms for computing backbones of
/// propositional formulae, section 3.2).
pub(super) fn backbone(clauses: &ClauseList) -> Option<Vec<Lit>> {
    if clauses.variables() > VARIABLE_LIMIT {
        return None;
    }
    let mut solver = BatSat::of_clauses(clauses.variables(), clauses.iter());
    let SolverStatus::Satisfiable(model) = solver.solve_within(&Limits::default(), STEP_LIMIT)
    else {
        return None;
    };
    let mut candidates: Vec<Option<bool>> = model;
    let mut backbone = Vec::new();
    for variable in 0..clauses.variables() {
        let Some(value) = candidates.get(variable).copied().flatten() else { continue };
        if !clauses.occurs(variable) {
            continue;
        }
        let literal = Lit::new(variable as u32, !value);
        solver.assume(&[!literal]);
        match solver.solve_within(&Limits::default(), STEP_LIMIT) {
            SolverStatus::Unsatisfiable => {
                solver.add_clause(&[literal]);
                backbone.push(literal);
            }
            SolverStatus::Satisfiable(model) => {
                for (candidate, value) in candidates.iter_mut().zip(model) {
                    *candidate = candidate.filter(|_| *candidate == value);
                }
            }
            SolverStatus::Unknown => return None,
        }
    }
    Some(backbone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backbones_are_those_of_all_models() {
        let (mut satisfiable, mut nonempty) = (0, 0);
        for clauses in ClauseList::random(8, 2000, 1) {
            let models = || (0..1_u32 << clauses.variables()).filter(|&model| clauses.holds(model));
            let found = backbone(&clauses);
            assert_eq!(found.is_some(), models().next().is_some(), "{clauses:?}");
            let Some(found) = found else { continue };
            let occurring = (0..clauses.variables()).filter(|&one| clauses.occurs(one));
            let expected: Vec<Lit> = occurring
                .flat_map(|variable| [false, true].map(|sign| Lit::new(variable as u32, sign)))
                .filter(|lit| models().all(|model| (model >> lit.vidx() & 1 == 1) == lit.is_pos()))
                .collect();
            satisfiable += 1;
            nonempty += usize::from(!expected.is_empty());
            assert_eq!(found, expected, "{clauses:?}");
        }
        assert!(satisfiable > 500 && nonempty > 100, "{satisfiable} {nonempty}");
    }
}
