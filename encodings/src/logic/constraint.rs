//! Constraints: the solver-independent form of puzzle rules.

use std::fmt;

use crate::logic::clauses::linear;
use crate::logic::{Formula, FormulaPattern, Lit, Relation, Var, holds};

/// A constraint over literals.
///
/// It borrows its literals, because it exists only during one call of [`ConstraintSink::constraint`].
#[derive(Clone, Copy, Debug)]
pub enum Constraint<'a> {
    /// At least one of the literals is true.
    Clause(&'a [Lit]),
    /// At least `at_least` and at most `at_most` of the literals are true.
    Cardinality {
        /// The literals that are counted.
        literals: &'a [Lit],
        /// The minimum number of true literals.
        at_least: usize,
        /// The maximum number of true literals.
        at_most: usize,
    },
    /// If `when` is true, at least `at_least` and at most `at_most` of the other literals are true.
    Conditional {
        /// The condition.
        when: Lit,
        /// The literals that are counted.
        literals: &'a [Lit],
        /// The minimum number of true literals.
        at_least: usize,
        /// The maximum number of true literals.
        at_most: usize,
    },
    /// Zero or exactly two of the literals are true: the degree of a vertex in a set of disjoint loops
    /// (Berschneider 2.2-2.12).
    ZeroOrTwo(&'a [Lit]),
    /// If `edge` is true, at least two of `boundary` are true: the generalized subtour elimination
    /// constraint x(δ(S)) ≥ 2·x_e.
    ///
    /// Its clause form requires only one literal of `boundary`. The two forms are equivalent if the drawn edges
    /// cross the boundary an even number of times, as disjoint cycles do.
    Crossing {
        /// An edge inside the region S.
        edge: Lit,
        /// The edges that leave the region, δ(S).
        boundary: &'a [Lit],
    },
    /// The sum of the coefficients of the true literals, compared with `right`: a pseudo-Boolean constraint.
    Linear {
        /// Coefficients and literals; each variable occurs at most once.
        terms: &'a [(i64, Lit)],
        /// The comparison.
        relation: Relation,
        /// The right-hand side.
        right: i64,
    },
    /// A propositional formula.
    Formula(&'a Formula),
}

impl Constraint<'_> {
    /// Returns whether an assignment satisfies the constraint.
    ///
    /// The evaluation follows the definition of the constraint and shares no code with the lowerings. A
    /// [`Constraint::Crossing`] is evaluated in its clause form.
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
            Constraint::Linear { terms, relation, right } => {
                let is_true = |(_, literal): &&(i64, Lit)| holds(*literal, assignment);
                let sum: i128 = terms.iter().filter(is_true).map(|(c, _)| i128::from(*c)).sum();
                relation.holds(sum, right.into())
            }
            Constraint::Formula(formula) => formula.is_satisfied(assignment),
        }
    }

    /// Returns the constraint as a propositional formula.
    ///
    /// The formulas follow Westreicher: section 3.3 for cardinalities (equation 3.14 only for exactly two of four),
    /// equation 3.17 for [`Constraint::ZeroOrTwo`]. A [`Constraint::Crossing`] becomes its clause form, and a
    /// [`Constraint::Linear`] becomes the conjunction of its prime clauses.
    ///
    /// ```
    /// use encycle_encodings::logic::{Constraint, Formula, Lit};
    /// let literals = [0, 1, 2, 3].map(Lit::positive);
    /// let expected = Formula::Or(vec![Formula::none(&literals), Formula::exactly_two(&literals)]);
    /// assert_eq!(Constraint::ZeroOrTwo(&literals).to_formula(), expected);
    /// ```
    #[must_use]
    pub fn to_formula(&self) -> Formula {
        // equation 3.14 grows quadratically, so it is used only for the four edges of a cell
        let exactly_two = |literals: &[Lit], range| range == (2, 2) && literals.len() == 4;
        match *self {
            Constraint::Clause(literals) => Formula::at_least_one(literals),
            Constraint::Cardinality { literals, at_least, at_most } => {
                if exactly_two(literals, (at_least, at_most)) {
                    return Formula::exactly_two(literals);
                }
                Formula::And(vec![
                    Formula::at_least(literals, at_least),
                    Formula::at_most(literals, at_most),
                ])
            }
            Constraint::Conditional { when, literals, at_least, at_most } => Formula::implies(
                when.into(),
                Constraint::Cardinality { literals, at_least, at_most }.to_formula(),
            ),
            Constraint::ZeroOrTwo(literals) => {
                Formula::Or(vec![Formula::none(literals), Formula::exactly_two(literals)])
            }
            Constraint::Crossing { edge, boundary } => {
                Formula::implies(edge.into(), Formula::at_least_one(boundary))
            }
            Constraint::Linear { terms, relation, right } => {
                let mut clauses = Vec::new();
                linear::for_each_clause(terms, relation, right, &mut |clause| {
                    clauses.push(Formula::at_least_one(clause));
                    true
                });
                Formula::And(clauses)
            }
            Constraint::Formula(formula) => formula.clone(),
        }
    }

    /// Calls `visit` for each literal.
    pub fn for_each_literal(&self, visit: &mut dyn FnMut(Lit)) {
        match *self {
            Constraint::Clause(literals)
            | Constraint::Cardinality { literals, .. }
            | Constraint::ZeroOrTwo(literals) => literals.iter().copied().for_each(visit),
            Constraint::Conditional { when: first, literals, .. }
            | Constraint::Crossing { edge: first, boundary: literals } => {
                std::iter::once(first).chain(literals.iter().copied()).for_each(visit);
            }
            Constraint::Linear { terms, .. } => terms.iter().map(|&(_, l)| l).for_each(visit),
            Constraint::Formula(formula) => formula.for_each_literal(visit),
        }
    }

    /// Returns the constraint as an English phrase, with literals named by `name`.
    #[must_use]
    pub fn describe(&self, name: &dyn Fn(Lit) -> String) -> String {
        let list = |literals: &[Lit]| {
            literals.iter().map(|&literal| name(literal)).collect::<Vec<_>>().join(", ")
        };
        let count = |at_least: usize, at_most: usize, literals: &[Lit]| {
            let range = match (at_least, at_most) {
                (0, most) if most >= literals.len() => "any number".to_owned(),
                (0, 0) => "none".to_owned(),
                (least, most) if least == most => format!("exactly {least}"),
                (0, most) => format!("at most {most}"),
                (least, most) if most >= literals.len() => format!("at least {least}"),
                (least, most) => format!("{least} to {most}"),
            };
            format!("{range} of {}", list(literals))
        };
        match *self {
            Constraint::Clause(literals) => format!("at least one of {}", list(literals)),
            Constraint::Cardinality { literals, at_least, at_most } => {
                count(at_least, at_most, literals)
            }
            Constraint::Conditional { when, literals, at_least, at_most } => {
                format!("if {} then {}", name(when), count(at_least, at_most, literals))
            }
            Constraint::ZeroOrTwo(literals) => format!("none or exactly two of {}", list(literals)),
            Constraint::Crossing { edge, boundary } => {
                format!("if {} then at least two of {}", name(edge), list(boundary))
            }
            Constraint::Linear { terms, relation, right } => {
                let term = |&(coefficient, literal): &_| format!("{coefficient} {}", name(literal));
                let sum: Vec<String> = terms.iter().map(term).collect();
                format!("{} {relation} {right}", sum.join(" + "))
            }
            Constraint::Formula(formula) => formula.named(name).to_string(),
        }
    }
}

/// The origin of a constraint: its rule family and the part of the grid that it restricts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The rule family: `clue`, `degree`, `nonempty`, `cut`, ...
    pub family: &'static str,
    /// The part of the grid.
    pub place: Place,
    /// The step of the lowering that emitted the clause or row; empty until the lowering sets it.
    pub step: &'static str,
}

impl Origin {
    /// Creates the origin of a constraint.
    #[must_use]
    pub fn new(family: &'static str, place: Place) -> Self {
        Self { family, place, step: "" }
    }
}

/// A part of the grid or graph. Indices count from 0; [`fmt::Display`] prints them from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// One edge: above the cell at this row and column, or left of it.
    Edge {
        /// Row from 0.
        row: usize,
        /// Column from 0.
        col: usize,
        /// Whether the edge lies above the cell; otherwise it lies left of it.
        horizontal: bool,
    },
    /// A row of cells, from 0.
    Row(usize),
    /// A column of cells, from 0.
    Column(usize),
    /// A box of cells; boxes are numbered row by row, from 0.
    Block(usize),
    /// A face of a general graph, from 0.
    Face(usize),
    /// A vertex of a general graph, from 0.
    Node(usize),
    /// Two vertices of a general graph, or the edge between them.
    Nodes(usize, usize),
    /// A constraint of a user's own model, from 0.
    Constraint(usize),
    /// Two cells.
    Cells {
        /// Row and column of the first cell, from 0.
        from: (usize, usize),
        /// Row and column of the second cell, from 0.
        to: (usize, usize),
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Whole => write!(f, "the whole puzzle"),
            Place::Cell { row, col } => {
                write!(f, "the cell in row {}, column {}", row + 1, col + 1)
            }
            Place::Vertex { row, col } => {
                write!(f, "the vertex in line {}, column {}", row + 1, col + 1)
            }
            // numbered like grid lines, so that the edges of the bottom and right border have names too
            Place::Edge { row, col, horizontal } if *horizontal => {
                write!(f, "the horizontal edge in line {}, column {}", row + 1, col + 1)
            }
            Place::Edge { row, col, .. } => {
                write!(f, "the vertical edge in row {}, line {}", row + 1, col + 1)
            }
            Place::Row(row) => write!(f, "row {}", row + 1),
            Place::Column(col) => write!(f, "column {}", col + 1),
            Place::Block(block) => write!(f, "box {}", block + 1),
            Place::Face(face) => write!(f, "face {}", face + 1),
            Place::Node(vertex) => write!(f, "vertex {}", vertex + 1),
            Place::Nodes(a, b) => write!(f, "the vertices {} and {}", a + 1, b + 1),
            Place::Constraint(number) => write!(f, "constraint {}", number + 1),
            Place::Cells { from, to } => write!(
                f,
                "the cells in row {}, column {} and in row {}, column {}",
                from.0 + 1,
                from.1 + 1,
                to.0 + 1,
                to.1 + 1
            ),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rule `{}` at {}", self.family, self.place)
    }
}

/// A receiver of variables and constraints: a file writer, a size counter, a solver.
///
/// The methods are infallible. A sink that writes keeps its first error and returns it when it is closed.
pub trait ConstraintSink {
    /// Creates the next variable. `family` is the family of variables, such as `edge` or `inside`.
    ///
    /// An encoder creates all its variables before its first constraint, so the auxiliary variables of a lowering come
    /// after them.
    ///
    /// `name` is formatted only by sinks that need names. It must be unique and valid as an LP column
    /// name (at most 60 letters, digits and `_`). The prefixes `t_` and `y_` are reserved for
    /// auxiliary variables.
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var;

    /// Receives one constraint over the variables created so far.
    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin);

    /// Receives a clause, which is the most frequent constraint.
    fn add_clause(&mut self, literals: &[Lit], origin: Origin) {
        self.constraint(Constraint::Clause(literals), origin);
    }

    /// Receives a formula that occurs many times with other literals: [`FormulaPattern::formula`] of these literals.
    ///
    /// A sink that remembers what it did with the pattern is faster than with a new formula each time.
    fn add_instance(&mut self, pattern: &FormulaPattern, literals: &[Lit], origin: Origin) {
        self.constraint(Constraint::Formula(&pattern.formula(literals)), origin);
    }

    /// Returns whether the sink still processes constraints. Once this is `false`, the sink ignores all further
    /// constraints, so an encoder may stop early.
    fn accepts_more(&self) -> bool {
        true
    }
}
