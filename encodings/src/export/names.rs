//! Variable names, which are stored in one string.

use std::fmt::{self, Write};

use crate::export::Encode;
use crate::logic::{ClauseSink, Constraint, ConstraintSink, Lit, Origin, Row, RowSink, Var};

/// A list of variable names, in order of the variables.
///
/// It is a sink that ignores constraints, clauses and rows. As the sink of an encoder, it collects the encoder's
/// variables; as the sink of a lowering, it collects the auxiliary variables too.
#[derive(Clone, Debug, Default)]
pub struct NameCollector {
    text: String,
    ends: Vec<usize>,
}

impl NameCollector {
    /// Returns the number of names.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the name of a variable.
    ///
    /// # Panics
    /// `index` is out of range.
    #[must_use]
    pub fn get(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start..self.ends[index]]
    }

    /// Returns all names in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
    }

    pub(super) fn push(&mut self, name: fmt::Arguments<'_>) {
        // writing to a String cannot fail
        let _ = self.text.write_fmt(name);
        self.ends.push(self.text.len());
    }
}

impl ConstraintSink for NameCollector {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) -> Var {
        self.push(name);
        Var::new(self.ends.len() as u32 - 1)
    }

    fn constraint(&mut self, _: Constraint<'_>, _: Origin) {}

    fn accepts_more(&self) -> bool {
        false
    }
}

impl ClauseSink for NameCollector {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) {
        self.push(name);
    }

    fn clause(&mut self, _: &[Lit], _: Origin) {}
}

impl RowSink for NameCollector {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) {
        self.push(name);
    }

    fn row(&mut self, _: Row<'_>, _: Origin) {}
}

/// Returns the names of an encoder's variables, without the auxiliary variables of a lowering.
#[must_use]
pub fn variable_names(encode: Encode<'_>) -> Vec<String> {
    let mut names = NameCollector::default();
    encode(&mut names);
    names.iter().map(str::to_owned).collect()
}
