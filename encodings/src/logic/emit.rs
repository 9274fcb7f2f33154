//! What every way to make clauses has in common: where the clauses go, and when it is too much.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use crate::logic::{Formula, Lit, Origin, Var};

/// Takes the clauses of one constraint, and makes the variables that they need.
pub(super) trait Emit {
    /// Number of variables so far.
    fn variables(&self) -> u32;

    /// The next auxiliary variable.
    fn fresh(&mut self) -> Lit;

    /// The next auxiliary variable, which is to stand for this formula.
    fn fresh_for(&mut self, _: &Formula) -> Lit {
        self.fresh()
    }

    /// One clause; `step` says which of the constraint's clauses it is.
    fn clause(&mut self, clause: &[Lit], step: &'static str);
}

/// The most clauses that one constraint may become, and the most products of clauses that one step
/// of a distribution may form. The largest constraints of all encodings here stay far below it.
pub const CLAUSE_LIMIT: usize = 1 << 16;

/// The most variables of a formula: DIMACS files are read with numbers of 32 bits and a sign.
pub const VARIABLE_LIMIT: u32 = i32::MAX as u32;

/// What is too large to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    /// One constraint would become too many clauses. Nothing of it was written.
    #[error(
        "{origin}: {method} makes {count} clauses and more of one constraint, above the limit of \
         {}; use {instead}",
        CLAUSE_LIMIT
    )]
    Constraint {
        /// The constraint.
        origin: Origin,
        /// The method that gives up.
        method: &'static str,
        /// The number of clauses foreseen at the step that was not taken.
        count: u64,
        /// The choice that stays small.
        instead: &'static str,
    },
    /// The formula would have too many variables.
    #[error(
        "{origin}: more than {} variables, which is all that DIMACS numbers; use another \
             encoding or CNF method",
        VARIABLE_LIMIT
    )]
    Variables {
        /// The constraint that wanted one more.
        origin: Origin,
    },
}

/// Numbers the variables of a lowering.
#[derive(Debug, Default)]
pub(super) struct VariableCounter {
    /// How many there are.
    pub count: u32,
    /// Whether one was wanted beyond the last number; it got the first, and the formula is void.
    pub is_exhausted: bool,
}

impl VariableCounter {
    pub fn next(&mut self) -> Var {
        if self.count == VARIABLE_LIMIT {
            self.is_exhausted = true;
            return Var::new(0);
        }
        self.count += 1;
        Var::new(self.count - 1)
    }
}

/// What a constraint was refused for, if it was: by its lowering, or for want of numbers.
pub(super) fn refusal(
    origin: Origin,
    numbers: &VariableCounter,
    lowered: Result<(), Refusal>,
) -> Option<TooLarge> {
    match lowered {
        Err((method, count, instead)) => {
            Some(TooLarge::Constraint { origin, method, count, instead })
        }
        Ok(()) => numbers.is_exhausted.then_some(TooLarge::Variables { origin }),
    }
}

/// A step that was not taken: the method, the count foreseen, and what to use in its place.
pub(super) type Refusal = (&'static str, u64, &'static str);

/// A clause without repeated literals; `None` if it holds a literal with its opposite and so says
/// nothing. A clause that is tidy already, as nearly all are, is not copied.
pub(super) fn tidied(clause: &[Lit]) -> Option<Cow<'_, [Lit]>> {
    let has_doubles = match clause.len() {
        0..=16 => (1..clause.len())
            .any(|i| clause[..i].iter().any(|literal| literal.var() == clause[i].var())),
        _ => true,
    };
    if !has_doubles {
        return Some(Cow::Borrowed(clause));
    }
    let mut seen = FxHashSet::default();
    let tidy: Vec<Lit> = clause.iter().copied().filter(|&literal| seen.insert(literal)).collect();
    tidy.iter().all(|&literal| !seen.contains(&!literal)).then_some(Cow::Owned(tidy))
}
