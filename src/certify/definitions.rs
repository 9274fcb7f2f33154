//! The elimination of auxiliary variables, that is, of variables that are not atoms of a solution.

use std::collections::HashSet;

use encycle_proofs::Clause;

/// The maximum number of literals that elimination may add.
const LITERAL_LIMIT: usize = 20_000_000;

/// A clause without auxiliary variables, and the number of a clause of the formula that led to it, from 1.
pub(super) type Resolvent = (usize, Clause);

/// Eliminates the auxiliary variables of a formula, the last one first, by resolution (Davis and Putnam 1960).
///
/// The local arguments read clauses over atoms only, but an encoding may define further variables. This function
/// replaces all clauses with an auxiliary variable by their resolvents on that variable, until no auxiliary variable is
/// left. An assignment of the atoms satisfies the result if and only if auxiliary values extend it to a model of the
/// formula. So if all resolvents hold in a solution, then the formula has a model for this solution, whatever its
/// auxiliary variables mean. The result need not be large: the clauses of a definition (Tseitin 1968) have only
/// tautologies as resolvents among each other.
///
/// Each clause waits in a bucket at its last auxiliary variable. For example, with the atoms 1, 2, 3 and the auxiliary
/// variables 4 and 5:
///
/// ```text
/// bucket 5:  -5 4    5 -3      resolve to  -3 4, which goes to bucket 4
/// bucket 4:  -4 1    -3 4      resolve to  -3 1, which has no auxiliary variable
/// result:    -3 1
/// ```
///
/// # Errors
/// Returns the variable whose elimination takes too many clauses.
pub(super) fn eliminate(
    formula: &[Clause],
    is_auxiliary: impl Fn(usize) -> bool,
) -> Result<Vec<Resolvent>, usize> {
    let variables = formula.iter().flatten().map(|literal| literal.unsigned_abs() as usize).max();
    let variables = variables.unwrap_or(0);
    let auxiliary: Vec<bool> = (0..=variables).map(is_auxiliary).collect();
    // the clauses whose last auxiliary variable is the index; clauses without auxiliary variables have the index 0
    let mut by_last: Vec<Vec<Resolvent>> = vec![Vec::new(); variables + 1];
    let last = |clause: &Clause| {
        let variables = clause.iter().map(|literal| literal.unsigned_abs() as usize);
        variables.filter(|&variable| auxiliary[variable]).max().unwrap_or(0)
    };
    for (number, clause) in (1..).zip(formula) {
        let clause = sorted(clause.clone());
        by_last[last(&clause)].push((number, clause));
    }
    let mut added = 0;
    for variable in (1..=variables).rev() {
        let mut own = std::mem::take(&mut by_last[variable]);
        own.retain(|(_, clause)| !is_tautology(clause));
        let (positive, negative): (Vec<&Resolvent>, Vec<&Resolvent>) =
            own.iter().partition(|(_, clause)| clause.contains(&(variable as i32)));
        let mut known: HashSet<Clause> = HashSet::new();
        for (number, first) in &positive {
            for (_, second) in &negative {
                let clause = resolvent(first, second, variable);
                if is_tautology(&clause) || !known.insert(clause.clone()) {
                    continue;
                }
                added += clause.len() + 1;
                if added > LITERAL_LIMIT {
                    return Err(variable);
                }
                by_last[last(&clause)].push((*number, clause));
            }
        }
    }
    Ok(by_last.swap_remove(0))
}

/// Returns the resolvent of two sorted clauses on a variable, sorted.
fn resolvent(first: &[i32], second: &[i32], variable: usize) -> Clause {
    let others = first.iter().chain(second).copied();
    sorted(others.filter(|literal| literal.unsigned_abs() as usize != variable).collect())
}

/// Sorts the literals of a clause by variable, without repetition.
fn sorted(mut clause: Clause) -> Clause {
    clause.sort_unstable_by_key(|literal| (literal.unsigned_abs(), *literal));
    clause.dedup();
    clause
}

/// Returns whether a sorted clause has a literal and its negation.
fn is_tautology(clause: &[i32]) -> bool {
    clause.windows(2).any(|pair| pair[0] == -pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether the formula has a model that agrees with `values` on the first variables.
    fn extends(formula: &[Clause], values: u32, fixed: u32, variables: u32) -> bool {
        (0..1_u32 << (variables - fixed)).any(|others| {
            let all = values | others << fixed;
            let holds =
                |literal: &i32| (all >> (literal.unsigned_abs() - 1) & 1 == 1) == (*literal > 0);
            formula.iter().all(|clause| clause.iter().any(holds))
        })
    }

    /// Every formula of three clauses over two atoms and two auxiliary variables, from a fixed list of clauses.
    #[test]
    fn the_resolvents_hold_exactly_where_the_formula_can_be_satisfied() {
        let literals = [1, -1, 2, -2, 3, -3, 4, -4];
        let pool: Vec<Clause> = literals
            .iter()
            .flat_map(|&a| literals.iter().map(move |&b| vec![a, b]))
            .chain(literals.iter().map(|&a| vec![a]))
            .chain([vec![-3, 1, 2], vec![3, -4, 2], vec![4, -1, -3]])
            .collect();
        for (i, first) in pool.iter().enumerate() {
            for second in &pool[i..] {
                for third in pool.iter().step_by(7) {
                    let formula = [first.clone(), second.clone(), third.clone()];
                    let left = eliminate(&formula, |variable| variable > 2).expect("small");
                    let left: Vec<Clause> = left.into_iter().map(|(_, clause)| clause).collect();
                    assert!(left.iter().flatten().all(|literal| literal.unsigned_abs() <= 2));
                    for values in 0..4 {
                        assert_eq!(
                            extends(&left, values, 2, 2),
                            extends(&formula, values, 2, 4),
                            "{formula:?} {left:?} {values}"
                        );
                    }
                }
            }
        }
    }
}
