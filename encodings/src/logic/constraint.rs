//! What a rule says, before any choice of file format.

use std::fmt;

use super::{Lit, Var, holds};

/// A constraint over literals. It borrows them: a constraint lives only while it is handed on.
#[derive(Clone, Copy, Debug)]
pub enum Constraint<'a> {
    /// At least one of these.
    Clause(&'a [Lit]),
    /// At least `at_least` and at most `at_most` of these.
    Cardinality {
        /// The literals that are counted.
        literals: &'a [Lit],
        /// The smallest number of true ones.
        at_least: usize,
        /// The largest number of true ones.
        at_most: usize,
    },
    /// If `when` is true, then at least `at_least` and at most `at_most` of the others.
    Conditional {
        /// The condition.
        when: Lit,
        /// The literals that are counted.
        literals: &'a [Lit],
        /// The smallest number of true ones.
        at_least: usize,
        /// The largest number of true ones.
        at_most: usize,
    },
    /// None or exactly two of these: the degree of a vertex in a set of loops
    /// (Berschneider 2.2-2.12).
    ZeroOrTwo(&'a [Lit]),
    /// If `edge` is true, then at least two of `boundary`: the generalized subtour elimination
    /// x(δ(S)) ≥ 2·x_e. As a clause it says "at least one", which is as strong wherever the
    /// boundary is crossed an even number of times.
    Crossing {
        /// An edge within the region S.
        edge: Lit,
        /// The edges that leave the region, δ(S).
        boundary: &'a [Lit],
    },
}

impl Constraint<'_> {
    /// Whether an assignment satisfies the constraint, straight from its meaning and independent
    /// of every lowering. A [`Constraint::Crossing`] counts as its clause.
    #[must_use]
    pub fn is_satisfied(&self, assignment: &[bool]) -> bool {
        let count = |literals: &[Lit]| literals.iter().filter(|&&l| holds(l, assignment)).count();
        match *self {
            Constraint::Clause(literals) => count(literals) > 0,
            Constraint::Cardinality { literals, at_least, at_most } => {
                (at_least..=at_most).contains(&count(literals))
            }
            Constraint::Conditional { when, literals, at_least, at_most } => {
                !holds(when, assignment) || (at_least..=at_most).contains(&count(literals))
            }
            Constraint::ZeroOrTwo(literals) => matches!(count(literals), 0 | 2),
            Constraint::Crossing { edge, boundary } => {
                !holds(edge, assignment) || count(boundary) > 0
            }
        }
    }
}

/// Which rule a constraint belongs to, and which part of the grid it talks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The rule family: `clue`, `degree`, `nonempty`, `cut`, ...
    pub family: &'static str,
    /// The part of the grid.
    pub place: Place,
}

/// A part of the grid; rows and columns from 0, shown from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The puzzle as a whole.
    Whole,
    /// One cell.
    Cell {
        /// Row from 0.
        row: usize,
        /// Column from 0.
        col: usize,
    },
    /// One vertex.
    Vertex {
        /// Row from 0.
        row: usize,
        /// Column from 0.
        col: usize,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Whole => write!(f, "the whole grid"),
            Place::Cell { row, col } => {
                write!(f, "the cell in row {}, column {}", row + 1, col + 1)
            }
            Place::Vertex { row, col } => {
                write!(f, "the vertex in line {}, column {}", row + 1, col + 1)
            }
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rule `{}` at {}", self.family, self.place)
    }
}

/// Receives variables and constraints: a file writer, a counter, a solver.
///
/// Nothing here fails: a sink that writes keeps its first error and reports it when it is closed.
pub trait ConstraintSink {
    /// Makes the next variable. `name` is written only by sinks that need names; it must be
    /// unique, and safe as an LP column name (letters, digits and `_`, at most 60 of them).
    fn variable(&mut self, name: fmt::Arguments<'_>) -> Var;

    /// Takes one constraint over the variables made so far.
    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin);
}
