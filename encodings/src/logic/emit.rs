//! The parts that all CNF lowerings share: the receiver of clauses, and the limits on size.

use std::borrow::Cow;
use std::fmt;

use rustc_hash::FxHashSet;

use crate::logic::{ClauseCounts, Formula, Lit, Origin, Var};

/// A receiver of the clauses of one constraint, which also creates their auxiliary variables.
pub(super) trait Emit {
    /// Returns the number of variables so far.
    fn variables(&self) -> u32;

    /// Creates the next auxiliary variable.
    fn fresh(&mut self) -> Lit;

    /// Creates the next auxiliary variable, defined by this formula.
    fn fresh_for(&mut self, _: &Formula) -> Lit {
        self.fresh()
    }

    /// Receives one clause. `step` describes its role among the constraint's clauses.
    fn clause(&mut self, clause: &[Lit], step: &'static str);

    /// Offers the number of the next clauses, as
    /// [`ClauseSink::count_only`](crate::logic::ClauseSink::count_only) does.
    fn count_only(&mut self, _clauses: usize) -> bool {
        false
    }

    /// Offers the counts of clauses that are too many to be made, as
    /// [`ClauseSink::add_counts`](crate::logic::ClauseSink::add_counts) does.
    fn add_counts(&mut self, _counts: &ClauseCounts) -> bool {
        false
    }
}

/// The maximum number of clauses for one constraint, and of clause products in one distribution step. The largest
/// constraints of all encodings of this crate stay far below it.
pub const CLAUSE_LIMIT: usize = 1 << 16;

/// The maximum number of variables of a formula, because DIMACS readers store literals as signed 32-bit numbers.
pub const VARIABLE_LIMIT: u32 = i32::MAX as u32;

/// The error for a constraint or formula that is too large to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    /// One constraint would become too many clauses. None of them was emitted.
    #[error(
        "{origin}: one constraint would become {}{count} clauses by {}, above the limit of {}\n\
         help: use {}",
        if step.is_exact(count.get()) { "" } else { "at least " },
        step.method(),
        CLAUSE_LIMIT,
        step.instead()
    )]
    Constraint {
        /// The origin of the constraint.
        origin: Origin,
        /// The step that was refused.
        step: RefusedStep,
        /// The number of clauses that the step would produce, or a lower bound of it ([`RefusedStep::is_exact`]).
        count: ClauseTotal,
    },
    /// The formula would have too many variables.
    #[error(
        "{origin}: more than {} variables, the limit of DIMACS files\nhelp: use another encoding \
         or CNF method",
        VARIABLE_LIMIT
    )]
    Variables {
        /// The origin of the constraint that needs one more variable.
        origin: Origin,
    },
}

/// A number of clauses, aligned as a `u64`, because an error with a `u128` would be large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(Rust, packed(8))]
pub struct ClauseTotal(u128);

impl ClauseTotal {
    /// Returns the number; `u128::MAX` if there are more.
    #[must_use]
    pub fn get(self) -> u128 {
        self.0
    }
}

impl fmt::Display for ClauseTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// A step of a lowering that is refused if it would form too many clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusedStep {
    /// A product of distribution.
    Distribution,
    /// All clauses of distribution that are counted but not written.
    CountedDistribution,
    /// The prime clauses of a linear constraint.
    PrimeClauses,
    /// One clause for each subset of the literals of a count.
    Binomial,
    /// One clause for each pair of literals.
    Pairwise,
    /// The nodes of a decision diagram.
    Diagram,
}

impl RefusedStep {
    /// Returns the method that would exceed the limit.
    #[must_use]
    pub fn method(self) -> &'static str {
        match self {
            Self::Distribution | Self::CountedDistribution => "distribution",
            Self::PrimeClauses => "its prime clauses",
            Self::Binomial => "the binomial encoding",
            Self::Pairwise => "the pairwise encoding",
            Self::Diagram => "a decision diagram",
        }
    }

    /// Returns the option that avoids the growth.
    #[must_use]
    pub fn instead(self) -> &'static str {
        match self {
            Self::Distribution => "tseitin or plaisted-greenbaum",
            Self::CountedDistribution => "naive-irredundant, tseitin or plaisted-greenbaum",
            Self::PrimeClauses => "a linear format, or the cardinality `diagram`",
            Self::Binomial | Self::Pairwise => "the cardinality `totalizer`",
            Self::Diagram => "a linear format, or smaller coefficients",
        }
    }

    /// Returns whether `count` clauses of this step are the exact number, and not a lower bound.
    #[must_use]
    pub fn is_exact(self, count: u128) -> bool {
        self == Self::CountedDistribution && count < u128::MAX
    }
}

/// The counter that numbers the variables of a lowering.
#[derive(Debug, Default)]
pub(super) struct VariableCounter {
    /// The number of variables.
    pub count: u32,
    /// Whether a variable was requested beyond [`VARIABLE_LIMIT`]. Such a request returns variable 0, so the formula is
    /// invalid.
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

/// Returns the error of a constraint if its lowering failed or the variables are exhausted.
pub(super) fn refusal(
    origin: Origin,
    numbers: &VariableCounter,
    lowered: Result<(), Refusal>,
) -> Option<TooLarge> {
    match lowered {
        Err((step, count)) => {
            Some(TooLarge::Constraint { origin, step, count: ClauseTotal(count) })
        }
        Ok(()) => numbers.is_exhausted.then_some(TooLarge::Variables { origin }),
    }
}

/// A refused step, and the number of clauses it would produce.
pub(super) type Refusal = (RefusedStep, u128);

/// Returns whether a variable occurs twice in a short list.
pub(super) fn has_repeated_variable(literals: &[Lit]) -> bool {
    (1..literals.len())
        .any(|i| literals[..i].iter().any(|literal| literal.var() == literals[i].var()))
}

/// Returns a clause without repeated literals, or `None` for a tautology.
///
/// A clause without repeated variables is borrowed rather than copied; nearly all clauses are of this kind.
pub(crate) fn tidied(clause: &[Lit]) -> Option<Cow<'_, [Lit]>> {
    let has_doubles = match clause.len() {
        0..=16 => has_repeated_variable(clause),
        _ => true,
    };
    if !has_doubles {
        return Some(Cow::Borrowed(clause));
    }
    let mut seen = FxHashSet::default();
    let tidy: Vec<Lit> = clause.iter().copied().filter(|&literal| seen.insert(literal)).collect();
    tidy.iter().all(|&literal| !seen.contains(&!literal)).then_some(Cow::Owned(tidy))
}
