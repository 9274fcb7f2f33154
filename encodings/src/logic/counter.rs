//! Counters: exactly k of n literals, with auxiliary variables that the literals determine.

use crate::logic::{Constraint, ConstraintSink, Lit, Origin, binomial};

/// The constraint that exactly `count` of some literals are true.
///
/// Up to [`Self::DIRECT`] literals make one cardinality constraint. For more literals, this would need too many
/// clauses, one for each set of k + 1 literals, so they get a sequential counter (Sinz 2005). Its variables are
/// `c{j}_NAME_i`, "at least j of the first i literals", for 2 ≤ i ≤ n and 1 ≤ j ≤ min(i, m) with m = min(k + 1, n).
/// They are defined in both directions, so the literals determine them.
///
/// The counter has these clauses for each of these i and j: two clauses that contain literal i; the clause c{j}_{i-1} ⇒
/// c{j}_i, if j < i; and the clause c{j}_i ⇒ c{j}_{i-1} ∨ c{j-1}_{i-1}, if j > 1. One or two unit clauses fix the
/// number.
///
/// ```
/// use encycle_encodings::logic::{Counter, Lit, Origin, Place};
///
/// let literals = (0..7).map(Lit::positive).collect();
/// let (origin, name) = (Origin::new("room", Place::Whole), "1_1".to_owned());
/// let counter = Counter { literals, count: 1, origin, name };
/// // two levels for each of 2 to 7; all but one have j < i, and half of them j > 1
/// assert_eq!((counter.variable_count(), counter.clause_count()), (12, 12 * 2 + 11 + 6 + 2));
/// ```
#[derive(Clone, Debug)]
pub struct Counter {
    /// The literals.
    pub literals: Vec<Lit>,
    /// The number of literals that are true.
    pub count: usize,
    /// The origin of the constraints.
    pub origin: Origin,
    /// The name of the counter, unique among the counters of an encoding.
    pub name: String,
}

impl Counter {
    /// The maximum number of literals without a counter.
    pub const DIRECT: usize = 6;

    /// Returns whether the count exceeds the number of literals. The only constraint is then an empty clause.
    fn is_impossible(&self) -> bool {
        self.count > self.literals.len()
    }

    fn has_counter(&self) -> bool {
        self.literals.len() > Self::DIRECT && !self.is_impossible()
    }

    /// Returns the number of levels, m.
    fn levels(&self) -> usize {
        (self.count + 1).min(self.literals.len())
    }

    /// Returns the pairs i, j of the variables.
    fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        let (levels, last) =
            (self.levels(), if self.has_counter() { self.literals.len() } else { 0 });
        (2..=last).flat_map(move |i| (1..=i.min(levels)).map(move |j| (i, j)))
    }

    /// Returns the number of variables: the sum of min(i, m) for 2 ≤ i ≤ n, m(m + 1)/2 - 1 + (n - m)m.
    #[must_use]
    pub fn variable_count(&self) -> usize {
        let (n, m) = (self.literals.len(), self.levels());
        if self.has_counter() { m * (m + 1) / 2 - 1 + (n - m) * m } else { 0 }
    }

    /// Returns the number of clauses with the CNF method `direct`.
    #[must_use]
    pub fn clause_count(&self) -> u64 {
        let (n, k) = (self.literals.len(), self.count);
        if self.is_impossible() {
            return 1;
        }
        if !self.has_counter() {
            // each set of k + 1 literals contains a false literal, and each set of n - k + 1 literals a true literal
            return binomial(n, k + 1) + if k > 0 { binomial(n, n - k + 1) } else { 0 };
        }
        // the pairs i, j with j > 1, and the pairs with j < i, which are all except 2, 2 to m, m
        let (pairs, m) = (self.variable_count(), self.levels());
        let (upper, before) = (pairs - (n - 1), pairs - (m - 1));
        (2 * pairs + upper + before) as u64 + u64::from(k > 0) + u64::from(k < n)
    }

    /// Creates the variables.
    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        for (i, j) in self.places() {
            let name = format_args!("c{j}_{}_{i}", self.name);
            sink.variable(self.origin.family, name);
        }
    }

    /// Adds the constraints; `first` is the number of the first variable.
    pub fn constraints(&self, first: u32, sink: &mut dyn ConstraintSink) {
        let (x, count, n) = (&self.literals[..], self.count, self.literals.len());
        if self.is_impossible() {
            return sink.add_clause(&[], self.origin);
        }
        if !self.has_counter() {
            let exactly = Constraint::Cardinality { literals: x, at_least: count, at_most: count };
            return sink.constraint(exactly, self.origin);
        }
        let levels = self.levels();
        // the variables of i start after the variables of 2 to i - 1
        let starts: Vec<u32> = (0..=n)
            .scan(first, |next, i| {
                let start = *next;
                *next += if i >= 2 { i.min(levels) as u32 } else { 0 };
                Some(start)
            })
            .collect();
        let level = |i: usize, j: usize| match i {
            1 => x[0],
            _ => Lit::positive(starts[i] + j as u32 - 1),
        };
        let mut clause = |literals: &[Lit]| sink.add_clause(literals, self.origin);
        for (i, j) in self.places() {
            let (here, one) = (level(i, j), x[i - 1]);
            let before = (j < i).then(|| level(i - 1, j));
            let lower = (j > 1).then(|| level(i - 1, j - 1));
            let with = |literals: &[Option<Lit>]| -> Vec<Lit> {
                literals.iter().flatten().copied().collect()
            };
            if let Some(before) = before {
                clause(&[!before, here]);
            }
            clause(&with(&[Some(!one), lower.map(|lower| !lower), Some(here)]));
            clause(&with(&[Some(!here), before, Some(one)]));
            if lower.is_some() {
                clause(&with(&[Some(!here), before, lower]));
            }
        }
        if count > 0 {
            clause(&[level(n, count)]);
        }
        if count < n {
            clause(&[!level(n, count + 1)]);
        }
    }
}
