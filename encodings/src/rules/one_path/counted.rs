//! Counting to two over any number of literals: degree constraints for the vertices of any graph.

use crate::logic::{Constraint, ConstraintSink, Lit, Origin, sequential};

/// The number of literals that are true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TrueCount {
    /// Zero or one.
    AtMostOne,
    /// Exactly one.
    One,
    /// Exactly two.
    Two,
    /// Zero or two.
    ZeroOrTwo,
}

/// Literals, with a condition on how many of them are true.
///
/// Up to [`Self::DIRECT`] literals make one constraint without further variables. With more literals, a clause for each
/// set of three would make the size cubic, so they get a sequential counter (Sinz 2005): `c1_i`, "at least one of the
/// first i literals", and for counts of two `c2_i`, "at least two of the first i", for each i except the first and the
/// last. The counter is defined in both directions, so the literals determine its variables.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    /// The literals.
    pub literals: Vec<Lit>,
    /// The number of true literals.
    pub count: TrueCount,
    /// The origin of the constraint.
    pub origin: Origin,
    /// The name of the counter, unique among the counters of an encoding.
    pub name: String,
}

impl Counted {
    /// The largest number of literals without a counter. At this number a count of two takes some 60 clauses either
    /// way.
    pub const DIRECT: usize = 8;

    fn has_counter(&self) -> bool {
        self.literals.len() > Self::DIRECT
    }

    /// Returns the number of levels of the counter: the largest value that it counts to.
    fn levels(&self) -> usize {
        match (self.has_counter(), self.count) {
            (false, _) => 0,
            (_, TrueCount::AtMostOne | TrueCount::One) => 1,
            (_, TrueCount::Two | TrueCount::ZeroOrTwo) => 2,
        }
    }

    /// Returns the number of variables of the counter.
    pub fn variable_count(&self) -> usize {
        self.levels() * self.literals.len().saturating_sub(2)
    }

    /// Creates the variables of the counter.
    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        for level in 1..=self.levels() {
            for i in 2..self.literals.len() {
                let name = format_args!("c{level}_{}_{i}", self.name);
                sink.variable(self.origin.family, name);
            }
        }
    }

    /// Returns literals, one of which is true exactly if at least one of the first `count` literals is true. `first` is
    /// the number of the counter's first variable.
    pub fn one_of_first(&self, count: usize, first: u32) -> Vec<Lit> {
        if self.has_counter() && (2..self.literals.len()).contains(&count) {
            vec![self.level(1, count, first)]
        } else {
            self.literals[..count.min(self.literals.len())].to_vec()
        }
    }

    /// Returns the literal "at least `level` of the first `i` literals", for 2 ≤ i < number of literals.
    fn level(&self, level: usize, i: usize, first: u32) -> Lit {
        let of_level = self.literals.len() - 2;
        Lit::positive(first + ((level - 1) * of_level + i - 2) as u32)
    }

    /// Adds the constraints to `sink`; `first` is the number of the counter's first variable.
    pub fn constraints(&self, first: u32, sink: &mut dyn ConstraintSink) {
        let literals = &self.literals[..];
        if self.has_counter() {
            return self.counter(first, |clause| {
                sink.add_clause(clause, self.origin);
            });
        }
        let (at_least, at_most) = match self.count {
            TrueCount::AtMostOne => (0, 1),
            TrueCount::One => (1, 1),
            TrueCount::Two => (2, 2),
            TrueCount::ZeroOrTwo => {
                return sink.constraint(Constraint::ZeroOrTwo(literals), self.origin);
            }
        };
        sink.constraint(Constraint::Cardinality { literals, at_least, at_most }, self.origin);
    }

    fn counter(&self, first: u32, mut clause: impl FnMut(&[Lit])) {
        let x = &self.literals[..];
        let last = x.len() - 1;
        // `one(i)` is "at least one of the first i literals"; literal i, counted from 1, is x[i - 1]
        let one = |i| if i == 1 { x[0] } else { self.level(1, i, first) };
        let two = |i| self.level(2, i, first);
        if self.levels() == 1 {
            return sequential::count_to_one(x, self.count == TrueCount::One, one, clause);
        }
        sequential::define(x, one, &mut clause);
        clause(&[!x[0], !x[1], two(2)]);
        clause(&[!two(2), x[0]]);
        clause(&[!two(2), x[1]]);
        for i in 3..=last {
            let (now, before, one, here) = (two(i), two(i - 1), one(i - 1), x[i - 1]);
            clause(&[!before, now]);
            clause(&[!one, !here, now]);
            clause(&[!now, before, one]);
            clause(&[!now, before, here]);
        }
        (3..=last + 1).for_each(|i| clause(&[!two(i - 1), !x[i - 1]]));
        if self.count == TrueCount::Two {
            clause(&[two(last), one(last)]);
            clause(&[two(last), x[last]]);
        } else {
            clause(&[!one(last), two(last), x[last]]);
            clause(&[!x[last], one(last)]);
        }
    }
}

/// Creates the variables of all counters.
pub(crate) fn variables(counted: &[Counted], sink: &mut dyn ConstraintSink) {
    counted.iter().for_each(|one| one.variables(sink));
}

/// Adds the constraints of all counts; `first` is the number of the first counter's first variable.
pub(crate) fn constraints(counted: &[Counted], mut first: u32, sink: &mut dyn ConstraintSink) {
    for one in counted {
        one.constraints(first, sink);
        first += one.variable_count() as u32;
    }
}

/// Returns the number of variables of all counters.
pub(crate) fn variable_count(counted: &[Counted]) -> usize {
    counted.iter().map(Counted::variable_count).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{
        ClauseSink, CnfMethod, LoweringOptions, ModelCheck, Place, binomial, lower_to_cnf,
    };
    use std::fmt::Arguments;

    #[derive(Default)]
    struct Size {
        variables: usize,
        clauses: usize,
    }

    impl ClauseSink for Size {
        fn variable(&mut self, _: &'static str, _: Arguments<'_>) {
            self.variables += 1;
        }

        fn clause(&mut self, _: &[Lit], _: Origin) {
            self.clauses += 1;
        }
    }

    const COUNTS: [TrueCount; 4] =
        [TrueCount::AtMostOne, TrueCount::One, TrueCount::Two, TrueCount::ZeroOrTwo];

    fn counted(d: usize, count: TrueCount) -> Counted {
        Counted {
            literals: (0..d as u32).map(Lit::positive).collect(),
            count,
            origin: Origin::new("degree", Place::Whole),
            name: "1".to_owned(),
        }
    }

    fn encode(one: &Counted, sink: &mut dyn ConstraintSink) {
        for i in 0..one.literals.len() {
            sink.variable("x", format_args!("x_{i}"));
        }
        one.variables(sink);
        one.constraints(one.literals.len() as u32, sink);
    }

    /// Returns the number of clauses with the CNF method `direct`.
    fn clause_count(one: &Counted) -> usize {
        let d = one.literals.len();
        let sets = |size| binomial(d, size) as usize;
        match (one.has_counter(), one.count) {
            (false, TrueCount::AtMostOne) => sets(2),
            (false, TrueCount::One) => 1 + sets(2),
            (false, TrueCount::Two) if d < 2 => 1,
            (false, TrueCount::Two | TrueCount::ZeroOrTwo) => d + sets(3),
            (true, TrueCount::AtMostOne) => 4 * d - 7,
            (true, TrueCount::One) => 4 * d - 6,
            (true, TrueCount::Two | TrueCount::ZeroOrTwo) => 8 * d - 15,
        }
    }

    /// Checks the sizes with and without a counter, for all CNF methods without auxiliary variables.
    #[test]
    fn the_size_has_a_closed_formula() {
        for d in 0..=2 * Counted::DIRECT {
            for one in COUNTS.map(|count| counted(d, count)) {
                for cnf in [CnfMethod::Direct, CnfMethod::NaiveIrredundant] {
                    let choices = LoweringOptions { cnf, ..LoweringOptions::default() };
                    let size = lower_to_cnf(Size::default(), choices, |sink| encode(&one, sink))
                        .expect("a small formula");
                    let expected = (d + one.variable_count(), clause_count(&one));
                    assert_eq!((size.variables, size.clauses), expected, "{one:?} {cnf:?}");
                }
            }
        }
    }

    /// Tries every assignment of 9 and 10 literals. With the counter's variables set by their definition, the
    /// constraints hold exactly if the count is right. Any other value of a counter's variable violates its definition.
    #[test]
    fn counters_count_and_follow_from_the_literals() {
        for d in Counted::DIRECT + 1..=Counted::DIRECT + 2 {
            for one in COUNTS.map(|count| counted(d, count)) {
                for bits in 0..1_u32 << d {
                    let mut model: Vec<bool> = (0..d).map(|i| bits >> i & 1 == 1).collect();
                    let truths: Vec<usize> =
                        (0..=d).map(|i| (bits & ((1 << i) - 1)).count_ones() as usize).collect();
                    for level in 1..=one.levels() {
                        model.extend((2..d).map(|i| truths[i] >= level));
                    }
                    let holds = |model: &[bool]| {
                        let mut check = ModelCheck::new(model);
                        encode(&one, &mut check);
                        check.broken().is_none()
                    };
                    let right = match one.count {
                        TrueCount::AtMostOne => truths[d] <= 1,
                        TrueCount::One => truths[d] == 1,
                        TrueCount::Two => truths[d] == 2,
                        TrueCount::ZeroOrTwo => matches!(truths[d], 0 | 2),
                    };
                    assert_eq!(holds(&model), right, "{:?} {bits:b}", one.count);
                    for other in d..model.len() {
                        model[other] ^= true;
                        assert!(!holds(&model), "{:?} {bits:b}", one.count);
                        model[other] ^= true;
                    }
                }
            }
        }
    }
}
