//! Prime clauses: the lowering of linear constraints over literals to clauses.

use crate::logic::{Constraint, Lit, Relation};

/// Calls `visit` for each prime clause of a linear constraint, until it returns `false`.
///
/// In the form "sum ≥ b" with positive coefficients, a set of literals is a prime clause if the literals outside the
/// set do not reach b, so that at least one literal of the set must be true, and if no proper subset has this property.
/// For example, the prime clauses of 3x + 2y + z ≥ 3 are x ∨ y and x ∨ z. The conjunction of the prime clauses is
/// equivalent to the inequality, and unit propagation on it derives all literals that follow from it. For an equation,
/// the clauses are the prime clauses of its two inequalities.
///
/// The search adds literals in the order of falling coefficients. Therefore the last literal of a set has the smallest
/// coefficient, and only this literal needs a test to show that no smaller set suffices.
pub(in crate::logic) fn for_each_clause(
    terms: &[(i64, Lit)],
    relation: Relation,
    right: i64,
    visit: &mut dyn FnMut(&[Lit]) -> bool,
) {
    for sign in signs(relation) {
        let (terms, bound) = positive(terms, right, *sign);
        let rest: Vec<i128> = suffix_sums(&terms);
        let mut search = ClauseSearch { terms: &terms, rest: &rest, chosen: Vec::new(), visit };
        if !search.from(0, rest[0] - bound) {
            return;
        }
    }
}

/// Returns the factors by which a constraint is multiplied to become "sum ≥ b".
fn signs(relation: Relation) -> &'static [i64] {
    match relation {
        Relation::AtLeast => &[1],
        Relation::AtMost => &[-1],
        Relation::Equal => &[1, -1],
    }
}

/// Returns "sum ≥ b" with positive coefficients, the largest coefficient first.
pub(super) fn positive(terms: &[(i64, Lit)], right: i64, sign: i64) -> (Vec<(i128, Lit)>, i128) {
    let mut bound = i128::from(right) * i128::from(sign);
    let mut positive = Vec::with_capacity(terms.len());
    for &(coefficient, literal) in terms {
        let coefficient = i128::from(coefficient) * i128::from(sign);
        // a·l = a − a·¬l
        if coefficient < 0 {
            bound -= coefficient;
            positive.push((-coefficient, !literal));
        } else if coefficient > 0 {
            positive.push((coefficient, literal));
        }
    }
    positive.sort_by_key(|&(coefficient, _)| std::cmp::Reverse(coefficient));
    (positive, bound)
}

/// Returns, for each position, the sum of the coefficients from this position on.
pub(super) fn suffix_sums(terms: &[(i128, Lit)]) -> Vec<i128> {
    let mut sums = vec![0; terms.len() + 1];
    for (place, (coefficient, _)) in terms.iter().enumerate().rev() {
        sums[place] = sums[place + 1] + coefficient;
    }
    sums
}

struct ClauseSearch<'a> {
    terms: &'a [(i128, Lit)],
    rest: &'a [i128],
    chosen: Vec<Lit>,
    visit: &'a mut dyn FnMut(&[Lit]) -> bool,
}

impl ClauseSearch<'_> {
    /// Visits the prime clauses that consist of the chosen literals and of terms from `place` on. `slack` is the amount
    /// by which the literals that are not chosen exceed the bound. Returns `false` as soon as `visit` does.
    fn from(&mut self, place: usize, slack: i128) -> bool {
        // the last chosen literal has the smallest coefficient; without any one of the chosen literals, the others
        // reach the bound
        if slack < 0 {
            return (self.visit)(&self.chosen);
        }
        for (next, &(coefficient, literal)) in self.terms.iter().enumerate().skip(place) {
            if self.rest[next] <= slack {
                break;
            }
            self.chosen.push(literal);
            let goes_on = self.from(next + 1, slack - coefficient);
            self.chosen.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }
}

/// A linear constraint that counts literals.
pub(super) struct CountBound {
    literals: Vec<Lit>,
    at_least: usize,
    at_most: usize,
}

impl CountBound {
    /// Returns the count as a constraint.
    pub fn constraint(&self) -> Constraint<'_> {
        match *self {
            Self { ref literals, at_least: 1, at_most } if at_most >= literals.len() => {
                Constraint::Clause(literals)
            }
            Self { ref literals, at_least, at_most } => {
                Constraint::Cardinality { literals, at_least, at_most }
            }
        }
    }
}

/// Returns the count that a constraint with coefficients 1 and -1 expresses; `None` if it is not a count, or never
/// holds.
pub(super) fn as_count(terms: &[(i64, Lit)], relation: Relation, right: i64) -> Option<CountBound> {
    let sign = if relation == Relation::AtMost { -1 } else { 1 };
    let (terms, bound) = positive(terms, right, sign);
    if terms.iter().any(|&(coefficient, _)| coefficient != 1) {
        return None;
    }
    let count = terms.len();
    let is_equation = relation == Relation::Equal;
    let at_least = usize::try_from(bound.max(0)).ok().filter(|&least| least <= count)?;
    if is_equation && bound < 0 {
        return None;
    }
    let at_most = if is_equation { at_least } else { count };
    let mut literals: Vec<Lit> = terms.into_iter().map(|(_, literal)| literal).collect();
    // "at most" of the literals of the constraint is "at least" of their negations
    if relation == Relation::AtMost && at_least > 1 {
        literals.iter_mut().for_each(|literal| *literal = !*literal);
        return Some(CountBound { literals, at_least: 0, at_most: count - at_least });
    }
    Some(CountBound { literals, at_least, at_most })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Returns the prime implicates of a constraint over few variables, computed from their definition.
    fn prime_implicates(constraint: Constraint<'_>, variables: u32) -> HashSet<Vec<Lit>> {
        let points = (0..1_u32 << variables)
            .map(|bits| (0..variables).map(|v| bits >> v & 1 == 1).collect::<Vec<bool>>());
        let models: Vec<Vec<bool>> =
            points.filter(|point| constraint.is_satisfied(point)).collect();
        let all = (0..3_u32.pow(variables)).map(|code| {
            let digit = |v: u32| code / 3_u32.pow(v) % 3;
            (0..variables)
                .filter(|&v| digit(v) > 0)
                .map(|v| Lit::new(v, digit(v) == 2))
                .collect::<Vec<Lit>>()
        });
        let holds = |clause: &Vec<Lit>| {
            models.iter().all(|model| clause.iter().any(|&l| crate::logic::holds(l, model)))
        };
        let implied: Vec<Vec<Lit>> = all.filter(holds).collect();
        let is_prime = |clause: &&Vec<Lit>| {
            !implied
                .iter()
                .any(|other| other.len() < clause.len() && other.iter().all(|l| clause.contains(l)))
        };
        implied.iter().filter(is_prime).cloned().collect()
    }

    #[test]
    fn clauses_of_an_inequality_are_its_prime_implicates() {
        for code in 0..6_i64.pow(4) {
            let coefficients = [0, 1, 2, 3].map(|v| code / 6_i64.pow(v) % 6 - 2);
            let count = 4;
            let terms: Vec<(i64, Lit)> =
                (0..count).map(|v| (coefficients[v as usize], Lit::new(v, v == 1))).collect();
            for (right, relation) in
                (-3..=6).flat_map(|right| [(right, Relation::AtLeast), (right, Relation::AtMost)])
            {
                let mut found = HashSet::new();
                for_each_clause(&terms, relation, right, &mut |clause| {
                    let mut clause = clause.to_vec();
                    clause.sort_unstable();
                    assert!(found.insert(clause), "a clause twice");
                    true
                });
                let constraint = Constraint::Linear { terms: &terms, relation, right };
                assert_eq!(found, prime_implicates(constraint, count), "{constraint:?}");
            }
        }
    }
}
