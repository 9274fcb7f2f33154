//! The clauses of a formula, kept in memory up to a limit.

use std::fmt;

use encycle_encodings::logic::{ClauseSink, Lit, Origin};

/// The largest number of literals that are kept.
const LITERAL_LIMIT: usize = 4_000_000;

/// A sink that keeps the clauses while they are few, and counts them in any case.
#[derive(Clone, Debug, Default)]
pub(super) struct ClauseList {
    literals: Vec<Lit>,
    /// For each clause, the end of its literals; it starts at the end of the clause before.
    ends: Vec<usize>,
    /// For each variable, whether it occurs.
    occurs: Vec<bool>,
    clauses: usize,
}

impl ClauseList {
    /// Returns the number of clauses.
    pub fn len(&self) -> usize {
        self.clauses
    }

    /// Returns the number of variables, those that do not occur included.
    pub fn variables(&self) -> usize {
        self.occurs.len()
    }

    /// Returns the number of variables that occur.
    pub fn occurring(&self) -> usize {
        self.occurs.iter().filter(|&&occurs| occurs).count()
    }

    /// Returns whether a variable occurs.
    pub fn occurs(&self, variable: usize) -> bool {
        self.occurs[variable]
    }

    /// Returns whether all clauses are kept.
    pub fn is_kept(&self) -> bool {
        self.ends.len() == self.clauses
    }

    /// Returns the clauses that are kept.
    pub fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start..end])
    }
}

impl ClauseSink for ClauseList {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {
        self.occurs.push(false);
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        clause.iter().for_each(|literal| self.occurs[literal.vidx()] = true);
        if self.is_kept() && self.literals.len() + clause.len() <= LITERAL_LIMIT {
            self.literals.extend(clause);
            self.ends.push(self.literals.len());
        }
        self.clauses += 1;
    }
}

#[cfg(test)]
impl ClauseList {
    /// Makes a formula from clauses of numbers, as in DIMACS.
    pub fn of(variables: usize, clauses: &[Vec<i32>]) -> Self {
        use encycle_encodings::logic::Place;
        let mut list = Self::default();
        (0..variables).for_each(|_| list.variable("", format_args!("")));
        for clause in clauses {
            let literal = |&one: &i32| Lit::new(one.unsigned_abs() - 1, one < 0);
            let literals: Vec<Lit> = clause.iter().map(literal).collect();
            list.clause(&literals, Origin::new("", Place::Whole));
        }
        list
    }

    /// Returns whether an assignment, a bit for each variable, satisfies all clauses.
    pub fn holds(&self, assignment: u32) -> bool {
        let is_true = |literal: &Lit| (assignment >> literal.vidx() & 1 == 1) == literal.is_pos();
        self.iter().all(|clause| clause.iter().any(is_true))
    }

    /// Makes random formulas of up to `variables` variables.
    pub fn random(variables: u32, count: usize, seed: u64) -> impl Iterator<Item = Self> {
        use rand::{RngExt as _, SeedableRng as _};
        let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(seed);
        (0..count).map(move |_| {
            let variables = random.random_range(1..=variables);
            let clauses = random.random_range(0..=4 * variables as usize);
            let mut clause = || -> Vec<i32> {
                let length = random.random_range(1..=3.min(variables));
                let chosen =
                    rand::seq::index::sample(&mut random, variables as usize, length as usize);
                let mut sign = |number: usize| match random.random_bool(0.5) {
                    true => number as i32 + 1,
                    false => -(number as i32) - 1,
                };
                chosen.into_iter().map(&mut sign).collect()
            };
            let clauses: Vec<Vec<i32>> = (0..clauses).map(|_| clause()).collect();
            Self::of(variables as usize, &clauses)
        })
    }
}
