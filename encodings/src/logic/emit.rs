//! What every way to make clauses has in common: where the clauses go, and when it is too much.

use super::{Lit, Origin};

/// Takes the clauses of one constraint, and makes the variables that they need.
pub(super) trait Emit {
    /// Number of variables so far.
    fn variables(&self) -> u32;

    /// The next auxiliary variable.
    fn fresh(&mut self) -> Lit;

    /// One clause; `step` says which of the constraint's clauses it is.
    fn clause(&mut self, clause: &[Lit], step: &'static str);
}

/// The most clauses that one constraint may become, and the most products of clauses that one step
/// of a distribution may form. The largest constraints of all encodings here stay far below it.
pub const CLAUSE_LIMIT: usize = 1 << 16;

/// One constraint would become too many clauses. Nothing of it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{origin}: {method} makes {count} clauses and more of one constraint, above the limit of {}; \
     use {instead}",
    CLAUSE_LIMIT
)]
pub struct TooLarge {
    /// The constraint.
    pub origin: Origin,
    /// The method that gives up.
    pub method: &'static str,
    /// The number of clauses foreseen at the step that was not taken.
    pub count: u64,
    /// The choice that stays small.
    pub instead: &'static str,
}

/// A step that was not taken: the method, the count foreseen, and what to use in its place.
pub(super) type Refusal = (&'static str, u64, &'static str);

/// Removes repeated literals; `false` if the clause holds a literal with its opposite and so says
/// nothing.
pub(super) fn tidy(clause: &mut Vec<Lit>) -> bool {
    // clauses are short nearly always, and the order of the literals is worth keeping
    if clause.len() > 32 {
        clause.sort_unstable();
        clause.dedup();
        return clause.windows(2).all(|pair| pair[0].var() != pair[1].var());
    }
    let mut i = 0;
    while i < clause.len() {
        let literal = clause[i];
        if clause[..i].contains(&!literal) {
            return false;
        }
        if clause[..i].contains(&literal) {
            clause.remove(i);
        } else {
            i += 1;
        }
    }
    true
}
