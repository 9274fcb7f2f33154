//! The second encoding pass of a trace, which collects variable names and formats a constraint, clause or row.

use std::collections::HashMap;
use std::fmt;

use crate::logic::{
    Constraint, ConstraintSink, Lit, LoweringOptions, Origin, Relation, Var, auxiliary_formulas,
};

/// A sink that collects the names of selected variables and the text of one constraint.
pub(super) struct Namer {
    names: HashMap<usize, Option<String>>,
    variables: usize,
    constraints: usize,
    index: usize,
    /// The constraint as an English phrase.
    pub words: String,
    choices: LoweringOptions,
    /// The subformulas that define the auxiliary variables of the constraint.
    pub meanings: Vec<String>,
}

impl Namer {
    /// Creates a sink for the constraint at `index`. The keys of `names` are the indices of the variables to
    /// name; a value is `Some` if the name is already known.
    pub fn new(
        names: HashMap<usize, Option<String>>,
        index: usize,
        choices: LoweringOptions,
    ) -> Self {
        let (words, meanings) = (String::new(), Vec::new());
        Self { names, variables: 0, constraints: 0, index, words, choices, meanings }
    }

    pub fn name(&self, literal: Lit) -> String {
        let name = self.names.get(&literal.vidx()).cloned().flatten().unwrap_or_default();
        if literal.is_neg() { format!("-{name}") } else { name }
    }
}

impl ConstraintSink for Namer {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) -> Var {
        if let Some(slot) = self.names.get_mut(&self.variables) {
            *slot = Some(name.to_string());
        }
        self.variables += 1;
        Var::new(self.variables as u32 - 1)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, _: Origin) {
        if self.constraints == self.index {
            let name = |literal| self.name(literal);
            let words = constraint.describe(&name);
            let formulas = auxiliary_formulas(constraint, self.choices);
            let meanings = formulas.iter().map(|formula| formula.named(&name).to_string());
            (self.meanings, self.words) = (meanings.collect(), words);
        }
        self.constraints += 1;
    }
}

pub(super) fn clause_text(terms: &[(i64, Lit)], namer: &Namer) -> String {
    terms.iter().map(|&(_, literal)| namer.name(literal)).collect::<Vec<_>>().join(" v ")
}

pub(super) fn row_text(
    terms: &[(i64, Lit)],
    (relation, right): (Relation, i64),
    namer: &Namer,
) -> String {
    let mut text = String::new();
    for (i, &(coefficient, literal)) in terms.iter().enumerate() {
        text.push_str(match (i, coefficient < 0) {
            (0, false) => "",
            (0, true) => "- ",
            (_, false) => " + ",
            (_, true) => " - ",
        });
        if coefficient.unsigned_abs() != 1 {
            text.push_str(&format!("{} ", coefficient.unsigned_abs()));
        }
        text.push_str(&namer.name(literal));
    }
    format!("{text} {relation} {right}")
}
