//! Lowering to CNF by the hand-made clause sets of Berschneider, equations 2.15-2.55.

use std::fmt;

use super::{Constraint, ConstraintSink, Lit, Origin, Var};

/// Receives variables and clauses.
pub trait ClauseSink {
    /// Hears of the next variable, in order from 0.
    fn variable(&mut self, name: fmt::Arguments<'_>);

    /// Takes one clause: no literal twice, none with its opposite.
    fn clause(&mut self, clause: &[Lit], origin: Origin);
}

/// Turns constraints into clauses and hands them to `S`.
///
/// | constraint over k literals | clauses |
/// |---|---|
/// | clause | 1 |
/// | at most a | C(k, a+1), one for each set of a+1 literals (2.35-2.44, 2.49) |
/// | at least a | C(k, k-a+1), one for each set of k-a+1 literals (2.34, 2.45-2.48, 2.50-2.55) |
/// | conditional | as the cardinality, each clause one literal longer |
/// | zero or two | k + C(k, 3) (2.16-2.29) |
/// | crossing | 1 |
#[derive(Debug, Default)]
pub struct CnfLowering<S> {
    sink: S,
    variables: u32,
    buffer: Vec<Lit>,
}

/// Runs an encoder against a CNF sink and gives the sink back.
pub fn lower_to_cnf<S: ClauseSink>(sink: S, encode: impl FnOnce(&mut dyn ConstraintSink)) -> S {
    let mut lowering = CnfLowering::new(sink);
    encode(&mut lowering);
    lowering.into_sink()
}

impl<S: ClauseSink> CnfLowering<S> {
    /// A lowering that hands its clauses to `sink`.
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

    /// At least and at most so many of the literals; with a condition, each clause begins with its
    /// negation.
    fn count(
        &mut self,
        when: Option<Lit>,
        literals: &[Lit],
        (at_least, at_most): (usize, usize),
        origin: Origin,
    ) {
        if at_least > 0 {
            // more than there are: no literal is left in the clause
            let size = (literals.len() + 1).saturating_sub(at_least);
            self.each_subset(when, literals, size, false, origin);
        }
        self.each_subset(when, literals, at_most + 1, true, origin);
    }

    /// One clause for each set of `size` literals, each literal negated if `negate`.
    fn each_subset(
        &mut self,
        when: Option<Lit>,
        literals: &[Lit],
        size: usize,
        negate: bool,
        origin: Origin,
    ) {
        let mut chosen: Vec<usize> = (0..size).collect();
        if size > literals.len() {
            return;
        }
        loop {
            self.buffer.clear();
            self.buffer.extend(when.map(|when| !when));
            let pick = |&i: &usize| if negate { !literals[i] } else { literals[i] };
            self.buffer.extend(chosen.iter().map(pick));
            self.sink.clause(&self.buffer, origin);
            // the next combination in lexicographic order
            let Some(i) = (0..size).rfind(|&i| chosen[i] < literals.len() - size + i) else {
                return;
            };
            chosen[i] += 1;
            for j in i + 1..size {
                chosen[j] = chosen[j - 1] + 1;
            }
        }
    }

    /// `premise` implies one of `others`.
    fn implication(&mut self, premise: Lit, others: impl IntoIterator<Item = Lit>, origin: Origin) {
        self.buffer.clear();
        self.buffer.push(!premise);
        self.buffer.extend(others);
        self.sink.clause(&self.buffer, origin);
    }
}

impl<S: ClauseSink> ConstraintSink for CnfLowering<S> {
    fn variable(&mut self, name: fmt::Arguments<'_>) -> Var {
        let var = Var::new(self.variables);
        self.variables += 1;
        self.sink.variable(name);
        var
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        match constraint {
            Constraint::Clause(literals) => self.sink.clause(literals, origin),
            Constraint::Cardinality { literals, at_least, at_most } => {
                self.count(None, literals, (at_least, at_most), origin);
            }
            Constraint::Conditional { when, literals, at_least, at_most } => {
                self.count(Some(when), literals, (at_least, at_most), origin);
            }
            Constraint::ZeroOrTwo(literals) => {
                self.each_subset(None, literals, 3, true, origin);
                for (i, &literal) in literals.iter().enumerate() {
                    let others = literals.iter().enumerate().filter(|&(j, _)| j != i);
                    self.implication(literal, others.map(|(_, &other)| other), origin);
                }
            }
            Constraint::Crossing { edge, boundary } => {
                self.implication(edge, boundary.iter().copied(), origin);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::Place;

    struct Collected(Vec<Vec<Lit>>);

    impl ClauseSink for Collected {
        fn variable(&mut self, _: fmt::Arguments<'_>) {}
        fn clause(&mut self, clause: &[Lit], _: Origin) {
            self.0.push(clause.to_vec());
        }
    }

    /// On every assignment of up to five variables the clauses say what the constraint says.
    #[test]
    fn clauses_mean_the_constraint() {
        let origin = Origin { family: "test", place: Place::Whole };
        for k in 0..=5_u32 {
            // a negated literal among them, so that signs are not mixed up
            let literals: Vec<Lit> = (0..k).map(|i| Lit::new(i, i == 1)).collect();
            let mut constraints = vec![Constraint::Clause(&literals)];
            constraints.push(Constraint::ZeroOrTwo(&literals));
            for at_least in 0..=k as usize + 1 {
                for at_most in 0..=k as usize + 1 {
                    let literals = &literals;
                    constraints.push(Constraint::Cardinality { literals, at_least, at_most });
                }
            }
            if let [edge, boundary @ ..] = &literals[..] {
                for at_least in 0..=k as usize {
                    for at_most in 0..=k as usize {
                        let (when, literals) = (*edge, boundary);
                        constraints.push(Constraint::Conditional {
                            when,
                            literals,
                            at_least,
                            at_most,
                        });
                    }
                }
                constraints.push(Constraint::Crossing { edge: *edge, boundary });
            }
            for constraint in constraints {
                let clauses = lower_to_cnf(Collected(Vec::new()), |sink| {
                    (0..k).for_each(|i| {
                        sink.variable(format_args!("x_{i}"));
                    });
                    sink.constraint(constraint, origin);
                });
                for bits in 0..1_u32 << k {
                    let assignment: Vec<bool> = (0..k).map(|i| bits >> i & 1 == 1).collect();
                    let all = clauses
                        .0
                        .iter()
                        .all(|clause| Constraint::Clause(clause).is_satisfied(&assignment));
                    let meant = constraint.is_satisfied(&assignment);
                    assert_eq!(all, meant, "{constraint:?} on {assignment:?}");
                }
            }
        }
    }
}
