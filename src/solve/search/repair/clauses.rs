//! The clause index: the clauses of a formula, found by variable.
//!
//! A window needs the clauses that contain its variables, out of a formula with possibly millions of clauses. The index
//! is a linked list of clauses for each variable, stored in one vector; cuts are added at the front of the lists
//! without moving anything.

use std::collections::HashSet;
use std::fmt;

use encycle_encodings::encoding::{Cut, Encoding};
use encycle_encodings::logic::{
    ClauseSink, CnfLowering, ConstraintSink as _, Lit, LoweringOptions, Origin, TooLarge, Var,
};

/// The clauses of an encoding and of cuts, with the clauses of each variable.
pub(super) struct ClauseIndex {
    lowering: CnfLowering<IndexedClauses>,
}

/// The mark for the end of a list.
const END: u32 = u32::MAX;

#[derive(Default)]
struct IndexedClauses {
    literals: Vec<Lit>,
    /// For each clause, the end of its literals, which start at the end of the previous clause.
    ends: Vec<u32>,
    /// For each variable, the first entry of its list.
    first: Vec<u32>,
    /// Entries of the lists: a clause, and the next entry of the list.
    entries: Vec<(u32, u32)>,
    is_fixed: Vec<bool>,
}

impl ClauseSink for IndexedClauses {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {
        self.first.push(END);
        self.is_fixed.push(false);
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        let number = self.ends.len() as u32;
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len() as u32);
        if let [unit] = clause {
            self.is_fixed[unit.vidx()] = true;
        }
        for literal in clause {
            let first =
                std::mem::replace(&mut self.first[literal.vidx()], self.entries.len() as u32);
            self.entries.push((number, first));
        }
    }
}

impl ClauseIndex {
    /// Lowers an encoding without auxiliary variables.
    pub fn new(encoding: &Encoding<'_>) -> Self {
        let mut lowering = CnfLowering::new(IndexedClauses::default(), LoweringOptions::default());
        encoding.encode(&mut lowering);
        Self { lowering }
    }

    /// Adds cuts.
    pub fn add(&mut self, cuts: &[Cut]) {
        for cut in cuts {
            self.lowering.constraint(cut.constraint(), cut.origin());
        }
    }

    /// Returns the variables that unit clauses fix, by index.
    ///
    /// # Errors
    /// A constraint would become too many clauses.
    pub fn is_fixed(&mut self) -> Result<&[bool], TooLarge> {
        Ok(&self.lowering.sink()?.is_fixed)
    }

    /// Calls `visit` with each clause that contains the variable with this index, and its number.
    pub fn visit(&mut self, variable: usize, mut visit: impl FnMut(u32, &[Lit])) {
        let Ok(clauses) = self.lowering.sink() else { return };
        let mut entry = clauses.first.get(variable).copied().unwrap_or(END);
        while entry != END {
            let (number, next) = clauses.entries[entry as usize];
            let start = match number {
                0 => 0,
                _ => clauses.ends[number as usize - 1] as usize,
            };
            visit(number, &clauses.literals[start..clauses.ends[number as usize] as usize]);
            entry = next;
        }
    }

    /// Returns the variables of a window, followed by the nearest auxiliary variables, which share clauses with the
    /// window directly or through other auxiliary variables: at most as many as the window has. Variables from `drawn`
    /// on are auxiliary.
    pub fn with_auxiliary(&mut self, window: &[Var], drawn: usize) -> Vec<Var> {
        let mut variables = window.to_vec();
        let count = self.is_fixed().map_or(0, <[_]>::len);
        if count == drawn {
            return variables;
        }
        let mut is_added = HashSet::new();
        let mut next = 0;
        while let Some(&variable) = variables.get(next) {
            next += 1;
            self.visit(variable.idx(), |_, clause| {
                for other in clause.iter().map(|literal| literal.var()) {
                    let is_new = other.idx() >= drawn && variables.len() < 2 * window.len();
                    if is_new && is_added.insert(other) {
                        variables.push(other);
                    }
                }
            });
        }
        variables
    }

    /// Returns the number of clauses.
    pub fn len(&mut self) -> usize {
        self.lowering.sink().map_or(0, |clauses| clauses.ends.len())
    }
}
