//! Exact sizes, counted by streaming.

use std::fmt;

use crate::logic::{ClauseSink, Lit, Origin, Row, RowSink};

/// The size of a CNF formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CnfSize {
    /// Number of variables.
    pub variables: usize,
    /// Number of clauses.
    pub clauses: usize,
    /// Number of literals in all clauses together.
    pub literals: usize,
    /// Length of the longest clause, in literals.
    pub longest: usize,
}

impl ClauseSink for CnfSize {
    fn variable(&mut self, _: fmt::Arguments<'_>) {
        self.variables += 1;
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        self.clauses += 1;
        self.literals += clause.len();
        self.longest = self.longest.max(clause.len());
    }
}

/// The size of a linear program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LpSize {
    /// Number of columns, all of them binary.
    pub variables: usize,
    /// Number of rows.
    pub rows: usize,
    /// Number of nonzero coefficients in the rows.
    pub nonzeros: usize,
}

impl RowSink for LpSize {
    fn variable(&mut self, _: fmt::Arguments<'_>) {
        self.variables += 1;
    }

    fn row(&mut self, row: Row<'_>, _: Origin) {
        self.rows += 1;
        self.nonzeros += row.terms.len();
    }
}
