//! Lowering to linear rows over 0-1 variables: Berschneider, inequalities 2.1-2.13.

use std::fmt;

use super::{Constraint, ConstraintSink, Lit, Origin, Var};

/// How a row compares with its right side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `=`
    Equal,
}

/// A linear constraint: the sum of `coefficient * variable` compared with `right`.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// Coefficients and variables; no variable twice.
    pub terms: &'a [(i64, Var)],
    /// The comparison.
    pub relation: Relation,
    /// The right side.
    pub right: i64,
}

/// Receives 0-1 variables and rows.
pub trait RowSink {
    /// Hears of the next variable, in order from 0.
    fn variable(&mut self, name: fmt::Arguments<'_>);

    /// Takes one row.
    fn row(&mut self, row: Row<'_>, origin: Origin);
}

/// Turns constraints into rows and hands them to `S`.
///
/// | constraint over k literals | rows |
/// |---|---|
/// | clause | 1: sum ≥ 1 (2.1) |
/// | cardinality | 1 if exact (2.13), else one a bound that says something |
/// | conditional | one a bound that says something, with the condition as a switch |
/// | zero or two | k rows "the others ≥ this one" (2.3-2.6, 2.8-2.12), and sum ≤ 2 if k > 2 (2.2, 2.7) |
/// | crossing | 1: boundary − 2·edge ≥ 0 |
#[derive(Debug, Default)]
pub struct RowLowering<S> {
    sink: S,
    variables: u32,
    buffer: Vec<(i64, Var)>,
}

/// Runs an encoder against a row sink and gives the sink back.
pub fn lower_to_rows<S: RowSink>(sink: S, encode: impl FnOnce(&mut dyn ConstraintSink)) -> S {
    let mut lowering = RowLowering::new(sink);
    encode(&mut lowering);
    lowering.into_sink()
}

impl<S: RowSink> RowLowering<S> {
    /// A lowering that hands its rows to `sink`.
    pub fn new(sink: S) -> Self {
        Self { sink, variables: 0, buffer: Vec::new() }
    }

    /// The sink behind.
    pub fn sink(&mut self) -> &mut S {
        &mut self.sink
    }

    /// Number of variables made.
    pub fn variable_count(&self) -> usize {
        self.variables as usize
    }

    /// Ends the lowering.
    pub fn into_sink(self) -> S {
        self.sink
    }

    /// A row over literals: a negative literal ¬x counts as 1 − x, its constant moves to the right.
    fn sum(
        &mut self,
        terms: impl IntoIterator<Item = (i64, Lit)>,
        relation: Relation,
        mut right: i64,
        origin: Origin,
    ) {
        self.buffer.clear();
        for (coefficient, literal) in terms {
            if literal.is_pos() {
                self.buffer.push((coefficient, literal.var()));
            } else {
                self.buffer.push((-coefficient, literal.var()));
                right -= coefficient;
            }
        }
        self.sink.row(Row { terms: &self.buffer, relation, right }, origin);
    }

    fn count(&mut self, literals: &[Lit], relation: Relation, right: usize, origin: Origin) {
        self.sum(literals.iter().map(|&l| (1, l)), relation, right as i64, origin);
    }
}

impl<S: RowSink> ConstraintSink for RowLowering<S> {
    fn variable(&mut self, name: fmt::Arguments<'_>) -> Var {
        let var = Var::new(self.variables);
        self.variables += 1;
        self.sink.variable(name);
        var
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        match constraint {
            Constraint::Clause(literals) => self.count(literals, Relation::AtLeast, 1, origin),
            Constraint::Cardinality { literals, at_least, at_most } => {
                if at_least == at_most {
                    return self.count(literals, Relation::Equal, at_least, origin);
                }
                if at_least > 0 {
                    self.count(literals, Relation::AtLeast, at_least, origin);
                }
                if at_most < literals.len() {
                    self.count(literals, Relation::AtMost, at_most, origin);
                }
            }
            Constraint::Conditional { when, literals, at_least, at_most } => {
                // sum ≥ a·w, and sum ≤ b + (k − b)(1 − w)
                let (all, a, b) = (literals.len() as i64, at_least as i64, at_most as i64);
                let sum = || literals.iter().map(|&l| (1, l));
                if a > 0 {
                    self.sum(sum().chain([(-a, when)]), Relation::AtLeast, 0, origin);
                }
                if b < all {
                    self.sum(sum().chain([(all - b, when)]), Relation::AtMost, all, origin);
                }
            }
            Constraint::ZeroOrTwo(literals) => {
                if literals.len() > 2 {
                    self.count(literals, Relation::AtMost, 2, origin);
                }
                for i in 0..literals.len() {
                    let sign = |(j, &l): (usize, &Lit)| (if i == j { -1 } else { 1 }, l);
                    let terms = literals.iter().enumerate().map(sign);
                    self.sum(terms, Relation::AtLeast, 0, origin);
                }
            }
            Constraint::Crossing { edge, boundary } => {
                let terms = boundary.iter().map(|&l| (1, l)).chain([(-2, edge)]);
                self.sum(terms, Relation::AtLeast, 0, origin);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::Place;

    type Owned = (Vec<(i64, Var)>, Relation, i64);

    struct Collected(Vec<Owned>);

    impl RowSink for Collected {
        fn variable(&mut self, _: fmt::Arguments<'_>) {}
        fn row(&mut self, row: Row<'_>, _: Origin) {
            self.0.push((row.terms.to_vec(), row.relation, row.right));
        }
    }

    fn satisfied((terms, relation, right): &Owned, assignment: &[bool]) -> bool {
        let sum: i64 = terms.iter().map(|&(c, v)| c * i64::from(assignment[v.idx()])).sum();
        match relation {
            Relation::AtMost => sum <= *right,
            Relation::AtLeast => sum >= *right,
            Relation::Equal => sum == *right,
        }
    }

    /// On every 0-1 point of up to five variables the rows say what the constraint says.
    #[test]
    fn rows_mean_the_constraint() {
        let origin = Origin { family: "test", place: Place::Whole };
        for k in 1..=5_u32 {
            let literals: Vec<Lit> = (0..k).map(|i| Lit::new(i, i == 1)).collect();
            let mut constraints = vec![Constraint::Clause(&literals)];
            constraints.push(Constraint::ZeroOrTwo(&literals));
            for at_least in 0..=k as usize + 1 {
                for at_most in at_least..=k as usize + 1 {
                    let literals = &literals;
                    constraints.push(Constraint::Cardinality { literals, at_least, at_most });
                }
            }
            let (when, rest) = (literals[0], &literals[1..]);
            for at_least in 0..=k as usize {
                for at_most in at_least..=k as usize {
                    let literals = rest;
                    constraints.push(Constraint::Conditional { when, literals, at_least, at_most });
                }
            }
            for constraint in constraints {
                let rows = lower_to_rows(Collected(Vec::new()), |sink| {
                    (0..k).for_each(|i| {
                        sink.variable(format_args!("x_{i}"));
                    });
                    sink.constraint(constraint, origin);
                });
                for bits in 0..1_u32 << k {
                    let assignment: Vec<bool> = (0..k).map(|i| bits >> i & 1 == 1).collect();
                    let all = rows.0.iter().all(|row| satisfied(row, &assignment));
                    let meant = constraint.is_satisfied(&assignment);
                    assert_eq!(all, meant, "{constraint:?} on {assignment:?}");
                }
            }
        }
    }

    /// A crossing asks for two boundary edges: one alone is an odd crossing, which no loop makes.
    #[test]
    fn crossing_row_asks_for_two() {
        let literals: Vec<Lit> = (0..3).map(Lit::positive).collect();
        let rows = lower_to_rows(Collected(Vec::new()), |sink| {
            let crossing = Constraint::Crossing { edge: literals[0], boundary: &literals[1..] };
            sink.constraint(crossing, Origin { family: "cut", place: Place::Whole });
        });
        assert!(satisfied(&rows.0[0], &[true, true, true]));
        assert!(satisfied(&rows.0[0], &[false, false, false]));
        assert!(!satisfied(&rows.0[0], &[true, true, false]));
    }
}
