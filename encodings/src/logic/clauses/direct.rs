//! The hand-made clause sets of Berschneider, equations 2.15-2.55.

use crate::logic::clauses::linear;
use crate::logic::emit::{CLAUSE_LIMIT, Emit, Refusal, RefusedStep};
use crate::logic::subsets::{binomial, each_subset};
use crate::logic::{Constraint, Lit};

const AT_LEAST: &str =
    "lower bound: the literals of the constraint in this clause are not all false";
const AT_MOST: &str =
    "upper bound: the literals of the constraint that this clause negates are not all true";
const NOT_THREE: &str =
    "at most two: the three literals of the constraint that this clause negates are not all true";
const NOT_ALONE: &str = "a true literal requires a second one";
const CROSSING: &str = "the edge requires an edge that leaves the region";
pub(super) const CLAUSE: &str = "the clause itself";
const LINEAR: &str = "prime clause: the other literals do not reach the bound";

/// Emits the clauses of a constraint other than a formula. `buffer` is scratch space for one clause.
pub(super) fn lower(
    constraint: Constraint<'_>,
    buffer: &mut Vec<Lit>,
    out: &mut dyn Emit,
) -> Result<(), Refusal> {
    check_size(constraint)?;
    match constraint {
        Constraint::Clause(literals) => out.clause(literals, CLAUSE),
        Constraint::Cardinality { literals, at_least, at_most } => {
            count(None, literals, (at_least, at_most), buffer, out);
        }
        Constraint::Conditional { when, literals, at_least, at_most } => {
            count(Some(when), literals, (at_least, at_most), buffer, out);
        }
        Constraint::ZeroOrTwo(literals) => {
            for_each_set(None, literals, 3, true, NOT_THREE, buffer, out);
            not_alone(literals, buffer, out);
        }
        Constraint::Crossing { edge, boundary } => {
            buffer.clear();
            buffer.push(!edge);
            buffer.extend_from_slice(boundary);
            out.clause(buffer, CROSSING);
        }
        Constraint::Linear { terms, relation, right } => {
            linear::for_each_clause(terms, relation, right, &mut |clause| {
                out.clause(clause, LINEAR);
                true
            });
        }
        Constraint::Formula(_) => unreachable!("formulas are lowered by distribution or Tseitin"),
    }
    Ok(())
}

/// Emits the clauses "a true literal requires a second one".
pub(super) fn not_alone(literals: &[Lit], buffer: &mut Vec<Lit>, out: &mut dyn Emit) {
    for (i, &literal) in literals.iter().enumerate() {
        buffer.clear();
        buffer.push(!literal);
        let others = literals.iter().enumerate().filter(|&(j, _)| j != i);
        buffer.extend(others.map(|(_, &other)| other));
        out.clause(buffer, NOT_ALONE);
    }
}

/// Emits the clauses of "at least `at_least` and at most `at_most` of the literals". With a condition
/// `when`, each clause begins with its negation.
fn count(
    when: Option<Lit>,
    literals: &[Lit],
    (at_least, at_most): (usize, usize),
    buffer: &mut Vec<Lit>,
    out: &mut dyn Emit,
) {
    if at_least > 0 {
        // if `at_least` exceeds the number of literals, the subsets have size 0, which gives the empty clause
        let size = (literals.len() + 1).saturating_sub(at_least);
        for_each_set(when, literals, size, false, AT_LEAST, buffer, out);
    }
    for_each_set(when, literals, at_most.saturating_add(1), true, AT_MOST, buffer, out);
}

/// Emits one clause per subset of `size` literals, negated if `negate` is set.
fn for_each_set(
    when: Option<Lit>,
    literals: &[Lit],
    size: usize,
    negate: bool,
    step: &'static str,
    buffer: &mut Vec<Lit>,
    out: &mut dyn Emit,
) {
    // the number is below the limit of `check_size`
    if out.count_only(binomial(literals.len(), size) as usize) {
        return;
    }
    each_subset(literals.len(), size, |chosen| {
        buffer.clear();
        buffer.extend(when.map(|when| !when));
        let pick = |&i: &usize| if negate { !literals[i] } else { literals[i] };
        buffer.extend(chosen.iter().map(pick));
        out.clause(buffer, step);
    });
}

/// The largest number of clauses of one constraint for which a decision diagram does not pay.
const SMALL: u64 = 64;

/// Returns whether a count or a linear sum becomes more than [`SMALL`] clauses.
pub(super) fn is_large(constraint: Constraint<'_>) -> bool {
    if !matches!(constraint, Constraint::Linear { .. }) {
        return clause_count(constraint, SMALL).is_ok_and(|count| count > SMALL);
    }
    clause_count(constraint, SMALL).map_or(true, |count| count > SMALL)
}

/// Refuses a constraint with more than [`CLAUSE_LIMIT`] subsets, because each of them would become a clause or a
/// subformula.
pub(super) fn check_size(constraint: Constraint<'_>) -> Result<(), Refusal> {
    let sets = clause_count(constraint, CLAUSE_LIMIT as u64)?;
    if sets > CLAUSE_LIMIT as u64 {
        return Err((RefusedStep::Binomial, sets.into()));
    }
    Ok(())
}

/// Returns the number of clauses of a constraint.
///
/// # Errors
/// A linear sum has more than `most` prime clauses, which are then not counted to the end.
fn clause_count(constraint: Constraint<'_>, most: u64) -> Result<u64, Refusal> {
    Ok(match constraint {
        Constraint::Cardinality { literals, at_least, at_most }
        | Constraint::Conditional { literals, at_least, at_most, .. } => {
            let k = literals.len();
            binomial(k, at_most.saturating_add(1))
                .saturating_add(binomial(k, (k + 1).saturating_sub(at_least)))
        }
        Constraint::ZeroOrTwo(literals) => binomial(literals.len(), 3),
        Constraint::Linear { terms, relation, right } => {
            let mut clauses = 0;
            linear::for_each_clause(terms, relation, right, &mut |_| {
                clauses += 1;
                clauses <= most
            });
            if clauses > most {
                return Err((RefusedStep::PrimeClauses, clauses.into()));
            }
            clauses
        }
        Constraint::Clause(_) | Constraint::Crossing { .. } | Constraint::Formula(_) => 1,
    })
}
