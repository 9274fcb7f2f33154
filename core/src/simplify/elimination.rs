//! Bounded variable elimination.
//!
//! To eliminate a variable, all clauses that contain it are replaced by their resolvents on it, which does not change
//! whether the formula is satisfiable. This is done only if there are at most as many resolvents as there were clauses.
//! For example, eliminating `t` replaces `-t v a`, `-t v b` and `t v c` by `a v c` and `b v c`.

use encycle_encodings::logic::Lit;

use super::clause_set::ClauseSet;

/// The maximum number of literals of a resolvent.
const LONGEST: usize = 100;

/// The maximum number of pairs of clauses that are resolved for one variable.
const MOST_PAIRS: usize = 10_000;

/// Eliminates variables that are not frozen, in the order of their numbers of pairs of clauses, until every further
/// elimination would add more clauses than it removes.
pub(super) fn eliminate(mut set: ClauseSet, frozen: &[bool]) -> ClauseSet {
    loop {
        if !set.subsume() {
            return set;
        }
        let mut candidates: Vec<(usize, usize)> = Vec::new();
        for (variable, &is_frozen) in frozen.iter().enumerate() {
            if !is_frozen && !set.is_fixed(variable) {
                let [positive, negative] = sides(&mut set, variable);
                candidates.push((positive.len() * negative.len(), variable));
            }
        }
        candidates.sort_unstable();
        let mut has_changed = false;
        for (_, variable) in candidates {
            // the lists of clauses do not contain unit clauses, so these must be propagated before their variables are
            // eliminated
            if set.propagate() && !set.is_fixed(variable) {
                has_changed |= eliminate_one(&mut set, variable);
            }
        }
        if !has_changed {
            return set;
        }
    }
}

/// Returns the clauses with a variable: the clauses that contain it positively, and negatively.
fn sides(set: &mut ClauseSet, variable: usize) -> [Vec<usize>; 2] {
    let literal = Lit::positive(variable as u32);
    [set.with(literal), set.with(!literal)]
}

/// Replaces the clauses with a variable by their resolvents, unless there are more resolvents than clauses. Returns
/// whether the clauses were replaced.
fn eliminate_one(set: &mut ClauseSet, variable: usize) -> bool {
    let [positive, negative] = sides(set, variable);
    let removed = positive.len() + negative.len();
    if removed == 0 || positive.len() * negative.len() > MOST_PAIRS {
        return false;
    }
    let mut resolvents: Vec<Vec<Lit>> = Vec::new();
    for &first in &positive {
        for &second in &negative {
            let Some(resolvent) = resolvent(set.literals(first), set.literals(second), variable)
            else {
                continue;
            };
            if resolvent.len() > LONGEST || resolvents.len() == removed {
                return false;
            }
            resolvents.push(resolvent);
        }
    }
    positive.into_iter().chain(negative).for_each(|number| set.remove(number));
    resolvents.into_iter().for_each(|clause| set.add(clause));
    true
}

/// Returns the resolvent of two clauses on a variable, or `None` if it is a tautology.
fn resolvent(first: &[Lit], second: &[Lit], variable: usize) -> Option<Vec<Lit>> {
    let is_other = |literal: &&Lit| literal.vidx() != variable;
    let mut literals: Vec<Lit> = first.iter().filter(is_other).copied().collect();
    for &literal in second.iter().filter(is_other) {
        if first.contains(&!literal) {
            return None;
        }
        if !first.contains(&literal) {
            literals.push(literal);
        }
    }
    Some(literals)
}
