//! Sizes together with the hashes of the formula.

use std::fmt;

use encycle_encodings::export::{ByFamily, CnfSize};
use encycle_encodings::logic::{ClauseCounts, ClauseSink, Lit, Origin};
use encycle_files::gbd::GbdHasher;

/// A sink that counts the sizes of a formula and computes its hashes ([`GbdHasher`]), without keeping the formula.
#[derive(Clone, Debug, Default)]
pub struct HashedSizes {
    /// The sizes.
    pub sizes: ByFamily<CnfSize>,
    /// The hashes.
    pub hasher: GbdHasher,
}

impl ClauseSink for HashedSizes {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) {
        self.sizes.variable(family, name);
    }

    fn clause(&mut self, clause: &[Lit], origin: Origin) {
        self.sizes.clause(clause, origin);
        for literal in clause {
            self.hasher.number(literal.to_ipasir());
        }
        self.hasher.number(0);
    }
}

/// A sink that counts the sizes of a formula, and computes its hashes if each clause is made.
#[derive(Debug, Default)]
pub(super) struct CountedSizes {
    pub hashed: HashedSizes,
    /// Whether some clauses were counted without being made.
    pub has_counts: bool,
}

impl ClauseSink for CountedSizes {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) {
        self.hashed.variable(family, name);
    }

    fn clause(&mut self, clause: &[Lit], origin: Origin) {
        self.hashed.clause(clause, origin);
    }

    fn add_counts(&mut self, counts: &ClauseCounts, origin: Origin) -> bool {
        self.has_counts = true;
        self.hashed.sizes.add_counts(counts, origin)
    }
}
