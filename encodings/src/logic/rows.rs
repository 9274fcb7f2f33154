//! The lowering of constraints to linear rows over 0-1 variables: Berschneider, inequalities 2.1-2.13.

use std::fmt;

use crate::logic::clauses::ToClauses;
use crate::logic::emit::{Emit, TooLarge, VariableCounter, refusal};
use crate::logic::{Constraint, ConstraintSink, DegreeRows, Lit, LoweringOptions, Origin, Var};

/// The comparison of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `=`
    Equal,
}

impl Relation {
    /// Returns whether the left side has this relation to the right side.
    #[must_use]
    pub fn holds<T: PartialOrd>(self, left: T, right: T) -> bool {
        match self {
            Self::AtMost => left <= right,
            Self::AtLeast => left >= right,
            Self::Equal => left == right,
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AtMost => "<=",
            Self::AtLeast => ">=",
            Self::Equal => "=",
        })
    }
}

/// A linear constraint: the sum of `coefficient * variable`, compared with `right`.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// Coefficients and variables; each variable occurs at most once.
    pub terms: &'a [(i64, Var)],
    /// The comparison.
    pub relation: Relation,
    /// The right-hand side.
    pub right: i64,
}

/// A receiver of 0-1 variables and rows.
pub trait RowSink {
    /// Receives the next variable. Variables are numbered from 0 in order of these calls.
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>);

    /// Receives one row.
    fn row(&mut self, row: Row<'_>, origin: Origin);

    /// Returns whether the sink needs further variables or rows. If not, a lowering may drop the rest.
    fn accepts_more(&self) -> bool {
        true
    }
}

/// A lowering of constraints to rows, which it passes to the sink `S`.
///
/// | constraint over k literals | rows |
/// |---|---|
/// | clause | 1: sum ≥ 1 (2.1) |
/// | cardinality | 1 if exact (2.13), else 1 per non-trivial bound |
/// | conditional | 1 per non-trivial bound, relaxed (big-M) where the condition is false |
/// | zero or two, [`DegreeRows::Inequalities`] | k rows "sum of the others ≥ this one" (2.3-2.6, 2.8-2.12), and sum ≤ 2 if k > 2 (2.2, 2.7) |
/// | zero or two, [`DegreeRows::Equation`] | 1: sum = 2y |
/// | crossing | 1: boundary − 2·edge ≥ 0 |
/// | linear | 1: the constraint itself |
/// | formula | 1 per clause |
#[derive(Debug)]
pub struct RowLowering<S> {
    out: RowOut<S>,
    to_clauses: ToClauses,
    degree_rows: DegreeRows,
    refused: Option<TooLarge>,
}

/// Runs an encoder, lowers its constraints to rows, and returns the row sink.
///
/// # Errors
/// [`TooLarge`] if a formula would become too many clauses, or the program has too many variables.
pub fn lower_to_rows<S: RowSink>(
    sink: S,
    choices: LoweringOptions,
    encode: impl FnOnce(&mut dyn ConstraintSink),
) -> Result<S, TooLarge> {
    let mut lowering = RowLowering::new(sink, choices);
    encode(&mut lowering);
    lowering.into_sink()
}

impl<S: RowSink> RowLowering<S> {
    /// Creates a lowering that passes its rows to `sink`.
    pub fn new(sink: S, choices: LoweringOptions) -> Self {
        let out = RowOut { sink, numbers: VariableCounter::default(), buffer: Vec::new() };
        let degree_rows = choices.degree_rows;
        // a row of a tautology or of a subsumed clause says nothing
        let cnf = choices.cnf.irredundant();
        let to_clauses = ToClauses::new(LoweringOptions { cnf, ..choices });
        Self { out, to_clauses, degree_rows, refused: None }
    }

    /// Returns the inner sink.
    ///
    /// # Errors
    /// [`TooLarge`] for the first constraint that was refused. The sink then lacks this constraint and all later
    /// constraints.
    pub fn sink(&mut self) -> Result<&mut S, TooLarge> {
        self.refused.map_or(Ok(&mut self.out.sink), Err)
    }

    /// Ends the lowering and returns the inner sink.
    ///
    /// # Errors
    /// The errors of [`Self::sink`].
    pub fn into_sink(self) -> Result<S, TooLarge> {
        self.refused.map_or(Ok(self.out.sink), Err)
    }
}

#[derive(Debug)]
struct RowOut<S> {
    sink: S,
    numbers: VariableCounter,
    buffer: Vec<(i64, Var)>,
}

impl<S: RowSink> RowOut<S> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var {
        let var = self.numbers.next();
        self.sink.variable(family, name);
        var
    }

    /// Emits a row over literals. A negative literal ¬x becomes 1 − x, and the constant moves to the right-hand side.
    fn sum(
        &mut self,
        terms: impl IntoIterator<Item = (i64, Lit)>,
        relation: Relation,
        mut right: i64,
        origin: Origin,
    ) {
        self.buffer.clear();
        for (coefficient, literal) in terms {
            if literal.is_pos() {
                self.buffer.push((coefficient, literal.var()));
            } else {
                self.buffer.push((-coefficient, literal.var()));
                right -= coefficient;
            }
        }
        if has_repeats(&self.buffer) {
            join_repeats(&mut self.buffer);
            if self.buffer.is_empty() && relation.holds(0, right) {
                return;
            }
        }
        self.sink.row(Row { terms: &self.buffer, relation, right }, origin);
    }

    fn count(&mut self, literals: &[Lit], relation: Relation, right: usize, origin: Origin) {
        self.sum(literals.iter().map(|&l| (1, l)), relation, right as i64, origin);
    }
}

impl<S: RowSink> ConstraintSink for RowLowering<S> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var {
        self.out.variable(family, name)
    }

    fn accepts_more(&self) -> bool {
        self.refused.is_none() && self.out.sink.accepts_more()
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        // after a refusal the program is incomplete, so nothing more is emitted
        if !self.accepts_more() {
            return;
        }
        let mut lowered = Ok(());
        match constraint {
            Constraint::Formula(_) => {
                let mut out = RowEmit { out: &mut self.out, origin };
                lowered = self.to_clauses.lower(constraint, &mut out);
            }
            Constraint::ZeroOrTwo(literals) if self.degree_rows == DegreeRows::Equation => {
                let number = self.out.numbers.count + 1;
                let half = self.out.variable(origin.family, format_args!("y_{number}")).pos_lit();
                let terms = literals.iter().map(|&l| (1, l)).chain([(-2, half)]);
                self.out.sum(terms, Relation::Equal, 0, step(origin, EQUATION));
            }
            _ => self.out.rows(constraint, origin),
        }
        self.refused = self.refused.or(refusal(origin, &self.out.numbers, lowered));
    }
}

/// Returns whether a variable occurs repeatedly, as where the literal of a rule is that of an edge.
fn has_repeats(terms: &[(i64, Var)]) -> bool {
    // most rows are so short that sorting takes longer
    if terms.len() <= 16 {
        let is_later = |(place, term): (usize, &(i64, Var))| {
            terms[..place].iter().any(|earlier| earlier.1 == term.1)
        };
        return terms.iter().enumerate().any(is_later);
    }
    let mut variables: Vec<Var> = terms.iter().map(|term| term.1).collect();
    variables.sort_unstable();
    variables.windows(2).any(|pair| pair[0] == pair[1])
}

/// Adds up the coefficients of each variable, and removes the variables whose coefficients cancel out.
fn join_repeats(terms: &mut Vec<(i64, Var)>) {
    terms.sort_by_key(|term| term.1);
    terms.dedup_by(|later, kept| {
        let is_same = later.1 == kept.1;
        kept.0 += if is_same { later.0 } else { 0 };
        is_same
    });
    terms.retain(|term| term.0 != 0);
}

/// A receiver of the clauses of a formula. It turns each clause into a row, which states that the sum of the literals
/// is at least 1.
struct RowEmit<'a, S> {
    out: &'a mut RowOut<S>,
    origin: Origin,
}

impl<S: RowSink> Emit for RowEmit<'_, S> {
    fn variables(&self) -> u32 {
        self.out.numbers.count
    }

    fn fresh(&mut self) -> Lit {
        let number = self.out.numbers.count + 1;
        self.out.variable(self.origin.family, format_args!("t_{number}")).pos_lit()
    }

    fn clause(&mut self, clause: &[Lit], name: &'static str) {
        self.out.count(clause, Relation::AtLeast, 1, step(self.origin, name));
    }
}

fn step(origin: Origin, step: &'static str) -> Origin {
    Origin { step, ..origin }
}

const EQUATION: &str = "the sum is twice an auxiliary variable";
const CLAUSE: &str = "the clause: sum at least 1";
const EXACTLY: &str = "exact count";
const AT_LEAST: &str = "lower bound";
const AT_MOST: &str = "upper bound";
const NOT_ALONE: &str = "a true literal requires a second one";
const LINEAR: &str = "the constraint itself";
const CROSSING: &str = "the edge requires two edges that leave the region";

impl<S: RowSink> RowOut<S> {
    /// Emits the rows of a constraint that needs no auxiliary variables.
    fn rows(&mut self, constraint: Constraint<'_>, origin: Origin) {
        match constraint {
            Constraint::Clause(literals) => {
                self.count(literals, Relation::AtLeast, 1, step(origin, CLAUSE));
            }
            Constraint::Cardinality { literals, at_least, at_most } => {
                if at_least == at_most {
                    return self.count(literals, Relation::Equal, at_least, step(origin, EXACTLY));
                }
                if at_least > 0 {
                    self.count(literals, Relation::AtLeast, at_least, step(origin, AT_LEAST));
                }
                if at_most < literals.len() {
                    self.count(literals, Relation::AtMost, at_most, step(origin, AT_MOST));
                }
            }
            Constraint::Conditional { when, literals, at_least, at_most } => {
                // sum ≥ a·w, and sum ≤ b + (k − b)(1 − w)
                let (all, a, b) = (literals.len() as i64, at_least as i64, at_most as i64);
                let sum = || literals.iter().map(|&l| (1, l));
                if a > 0 {
                    let terms = sum().chain([(-a, when)]);
                    self.sum(terms, Relation::AtLeast, 0, step(origin, AT_LEAST));
                }
                if b < all {
                    let terms = sum().chain([(all - b, when)]);
                    self.sum(terms, Relation::AtMost, all, step(origin, AT_MOST));
                }
            }
            Constraint::ZeroOrTwo(literals) => {
                if literals.len() > 2 {
                    self.count(literals, Relation::AtMost, 2, step(origin, AT_MOST));
                }
                for i in 0..literals.len() {
                    let sign = |(j, &l): (usize, &Lit)| (if i == j { -1 } else { 1 }, l);
                    let terms = literals.iter().enumerate().map(sign);
                    self.sum(terms, Relation::AtLeast, 0, step(origin, NOT_ALONE));
                }
            }
            Constraint::Crossing { edge, boundary } => {
                let terms = boundary.iter().map(|&l| (1, l)).chain([(-2, edge)]);
                self.sum(terms, Relation::AtLeast, 0, step(origin, CROSSING));
            }
            Constraint::Linear { terms, relation, right } => {
                self.sum(terms.iter().copied(), relation, right, step(origin, LINEAR));
            }
            Constraint::Formula(_) => unreachable!("formulas are lowered through their clauses"),
        }
    }
}
