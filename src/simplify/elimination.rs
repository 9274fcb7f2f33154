//! Bounded variable elimination.

use encycle_encodings::logic::Lit;

use super::clause_set::ClauseSet;

/// The largest number of literals of a resolvent.
const LONGEST: usize = 100;

/// The largest number of pairs of clauses that are resolved for one variable.
const MOST_PAIRS: usize = 10_000;

/// Eliminates variables that are not frozen, those with the fewest pairs of clauses first, until no elimination is left
/// that adds no more clauses than it removes.
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
            // a unit clause is in no list of clauses, so it must not wait while its variable is eliminated
            if set.propagate() && !set.is_fixed(variable) {
                has_changed |= eliminate_one(&mut set, variable);
            }
        }
        if !has_changed {
            return set;
        }
    }
}

/// Returns the clauses with a variable, by its sign.
fn sides(set: &mut ClauseSet, variable: usize) -> [Vec<usize>; 2] {
    let literal = Lit::positive(variable as u32);
    [set.with(literal), set.with(!literal)]
}

/// Replaces the clauses with a variable by their resolvents, if these are no more. Returns whether it did.
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

/// Returns the resolvent on a variable; `None` if it is a tautology.
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
