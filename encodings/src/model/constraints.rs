//! Constraints that a model owns, and the functions that create them.

use crate::logic::{Constraint, ConstraintSink, Formula, Lit, Origin, Place, Relation, tidied};

/// A constraint over the variables of a [`Model`](crate::model::Model).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelConstraint {
    /// At least one literal is true.
    Clause(Vec<Lit>),
    /// At least `at_least` and at most `at_most` of the literals are true. No variable occurs twice.
    Count {
        /// The literals that are counted.
        literals: Vec<Lit>,
        /// The minimum number of true literals.
        at_least: usize,
        /// The maximum number of true literals.
        at_most: usize,
    },
    /// The sum of the coefficients of the true literals is compared with `right`. No variable occurs twice.
    Linear {
        /// Coefficients and literals.
        terms: Vec<(i64, Lit)>,
        /// The comparison.
        relation: Relation,
        /// The right-hand side.
        right: i64,
    },
    /// A propositional formula.
    Formula(Formula),
}

/// At least one of the literals is true.
#[must_use]
pub fn clause(literals: &[Lit]) -> ModelConstraint {
    ModelConstraint::Clause(literals.to_vec())
}

/// Exactly `count` of the literals are true.
#[must_use]
pub fn exactly(count: usize, literals: &[Lit]) -> ModelConstraint {
    counted(literals, count, count)
}

/// At least `count` of the literals are true.
#[must_use]
pub fn at_least(count: usize, literals: &[Lit]) -> ModelConstraint {
    counted(literals, count, literals.len())
}

/// At most `count` of the literals are true.
#[must_use]
pub fn at_most(count: usize, literals: &[Lit]) -> ModelConstraint {
    counted(literals, 0, count)
}

/// If the first literal is true, the second is true.
#[must_use]
pub fn implies(condition: Lit, conclusion: Lit) -> ModelConstraint {
    clause(&[!condition, conclusion])
}

/// The sum of the coefficients of the true literals is compared with `right`.
#[must_use]
pub fn linear(terms: &[(i64, Lit)], relation: Relation, right: i64) -> ModelConstraint {
    normal(terms, relation, right)
}

fn counted(literals: &[Lit], at_least: usize, at_most: usize) -> ModelConstraint {
    let mut variables: Vec<usize> = literals.iter().map(|literal| literal.vidx()).collect();
    variables.sort_unstable();
    if variables.windows(2).all(|pair| pair[0] != pair[1]) {
        return ModelConstraint::Count { literals: literals.to_vec(), at_least, at_most };
    }
    // a variable that occurs twice: the range is stated by a conjunction of sums
    let terms: Vec<(i64, Lit)> = literals.iter().map(|&literal| (1, literal)).collect();
    let bounds = [(Relation::AtLeast, at_least), (Relation::AtMost, at_most)];
    let both = bounds.map(|(relation, right)| match normal(&terms, relation, right as i64) {
        ModelConstraint::Linear { terms, relation, right } => {
            Constraint::Linear { terms: &terms, relation, right }.to_formula()
        }
        _ => Formula::And(Vec::new()),
    });
    ModelConstraint::Formula(Formula::And(both.to_vec()))
}

/// Returns a sum in which no variable occurs twice and no coefficient is 0.
fn normal(terms: &[(i64, Lit)], relation: Relation, mut right: i64) -> ModelConstraint {
    let mut sums: Vec<(i64, Lit)> = Vec::with_capacity(terms.len());
    let mut places = std::collections::HashMap::new();
    for &(size, literal) in terms {
        let place = *places.entry(literal.vidx()).or_insert(sums.len());
        match sums.get_mut(place) {
            None => sums.push((size, literal)),
            Some((sum, known)) if *known == literal => *sum = sum.saturating_add(size),
            Some((sum, _)) => {
                // the coefficient of a negation is a constant less the coefficient of the literal
                *sum = sum.saturating_sub(size);
                right = right.saturating_sub(size);
            }
        }
    }
    sums.retain(|&(size, _)| size != 0);
    ModelConstraint::Linear { terms: sums, relation, right }
}

/// A list of constraints, stored without a vector for each.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ConstraintList {
    stored: Vec<(StoredForm, usize)>,
    terms: Vec<(i64, Lit)>,
}

#[derive(Clone, Debug, PartialEq)]
enum StoredForm {
    Clause,
    Count(usize, usize),
    Linear(Relation, i64),
    Formula(Box<Formula>),
}

impl ConstraintList {
    /// Returns the number of constraints.
    pub fn len(&self) -> usize {
        self.stored.len()
    }

    /// Adds a constraint.
    pub fn push(&mut self, constraint: ModelConstraint) {
        let form = match constraint {
            ModelConstraint::Clause(literals) => return self.push_clause(&literals),
            ModelConstraint::Count { literals, at_least, at_most } => {
                self.terms.extend(literals.into_iter().map(|literal| (1, literal)));
                StoredForm::Count(at_least, at_most)
            }
            ModelConstraint::Linear { terms, relation, right } => {
                self.terms.extend(terms);
                StoredForm::Linear(relation, right)
            }
            ModelConstraint::Formula(formula) => StoredForm::Formula(Box::new(formula)),
        };
        self.stored.push((form, self.terms.len()));
    }

    /// Adds a clause; equal literals are joined, and a clause with a literal and its negation is left out.
    pub fn push_clause(&mut self, literals: &[Lit]) {
        let Some(clause) = tidied(literals) else { return };
        self.terms.extend(clause.iter().map(|&literal| (1, literal)));
        self.stored.push((StoredForm::Clause, self.terms.len()));
    }

    /// Calls `visit` for each constraint until it returns `false`. Returns the number of the constraint at which it
    /// ended.
    pub fn visit(&self, visit: &mut dyn FnMut(Constraint<'_>) -> bool) -> Option<usize> {
        let mut start = 0;
        let mut literals: Vec<Lit> = Vec::new();
        for (number, (form, end)) in self.stored.iter().enumerate() {
            let terms = &self.terms[start..*end];
            start = *end;
            literals.clear();
            if !matches!(form, StoredForm::Linear(..)) {
                literals.extend(terms.iter().map(|&(_, literal)| literal));
            }
            let goes_on = match form {
                StoredForm::Clause => visit(Constraint::Clause(&literals)),
                &StoredForm::Count(at_least, at_most) => {
                    visit(Constraint::Cardinality { literals: &literals, at_least, at_most })
                }
                &StoredForm::Linear(relation, right) => {
                    visit(Constraint::Linear { terms, relation, right })
                }
                StoredForm::Formula(formula) => visit(Constraint::Formula(formula)),
            };
            if !goes_on {
                return Some(number);
            }
        }
        None
    }

    /// Passes the constraints to a sink.
    pub fn encode(&self, sink: &mut dyn ConstraintSink) {
        let mut number = 0;
        self.visit(&mut |constraint| {
            sink.constraint(constraint, Origin::new("constraint", Place::Constraint(number)));
            number += 1;
            sink.accepts_more()
        });
    }
}
