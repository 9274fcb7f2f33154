//! Enumeration of all models of small formulas, for tests.

use encycle_encodings::logic::Lit;

pub(super) fn holds(clause: &[Lit], model: &[bool]) -> bool {
    clause.iter().any(|literal| model[literal.vidx()] == literal.is_pos())
}

/// Returns all assignments of this number of variables that satisfy the clauses.
pub(super) fn models(variables: usize, clauses: &[Vec<Lit>]) -> Vec<Vec<bool>> {
    let all = (0..1_usize << variables)
        .map(|number| (0..variables).map(|place| number >> place & 1 == 1).collect::<Vec<_>>());
    all.filter(|model| clauses.iter().all(|clause| holds(clause, model))).collect()
}
