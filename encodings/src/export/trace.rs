//! From a clause or row of a file back to the rule that it comes from.

use std::collections::HashMap;
use std::fmt;

use crate::export::Encode;
use crate::export::words::{Namer, clause_text, row_text};
use crate::logic::{
    ClauseSink, CnfLowering, Constraint, ConstraintSink, Lit, LoweringOptions, Origin, Relation,
    Row, RowLowering, RowSink, TooLarge, Var,
};

/// Where a clause or row comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstraintTrace {
    /// Its number in the file, from 1, and how many there are.
    pub number: (usize, usize),
    /// The rule family, the place and the step of the lowering.
    pub origin: Origin,
    /// Which of the clauses or rows of its constraint it is, from 1, and how many those are.
    pub within: (usize, usize),
    /// The constraint in words.
    pub constraint: String,
    /// The clause or row by the names of its variables.
    pub text: String,
    /// The auxiliary variables of a formula in it, by name, with the subformula that each stands for.
    pub auxiliary: Vec<(String, String)>,
    /// Its variables by name; for a row, positive where the coefficient is.
    pub literals: Vec<(String, bool)>,
}

/// There is no clause or row of this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TraceError {
    /// The number is 0, or above how many there are.
    #[error("there are {count} {what}, numbered from 1; {number} is none of them")]
    NoSuch {
        /// `clauses` or `rows`.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// The number asked for.
        number: usize,
    },
    /// A constraint would become too many clauses.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// Traces a clause of the CNF formula by its number, from 1, in two passes of the encoder.
///
/// ```
/// use encycle_encodings::export::trace_clause;
/// use encycle_encodings::logic::LoweringOptions;
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
///
/// let puzzle = Slitherlink::from_rows(&["3"])?;
/// let trace = trace_clause(2, LoweringOptions::default(), &|sink| puzzle.encode(sink))?;
/// assert_eq!(trace.number, (2, 1 + 4 * 2 + 7));
/// assert_eq!(trace.text, "-h_1_1 v v_1_1");
/// assert_eq!(trace.constraint, "none or exactly two of h_1_1, v_1_1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there is no such clause.
pub fn trace_clause(
    number: usize,
    choices: LoweringOptions,
    encode: Encode<'_>,
) -> Result<ConstraintTrace, TraceError> {
    let lowering = CnfLowering::new(Watch::new(number), choices);
    let mut tracer =
        Tracer { lowering, sink: |lowering| lowering.sink().ok(), known: Known::new() };
    encode(&mut tracer);
    let Tracer { lowering, known, .. } = tracer;
    finish(lowering.into_sink()?, known, "clauses", choices, encode)
}

/// Traces a row of the linear program by its number, from 1: the row `cN` of the LP file.
///
/// # Errors
/// If there is no such row.
pub fn trace_row(
    number: usize,
    choices: LoweringOptions,
    encode: Encode<'_>,
) -> Result<ConstraintTrace, TraceError> {
    let lowering = RowLowering::new(Watch::new(number), choices);
    let mut tracer =
        Tracer { lowering, sink: |lowering| lowering.sink().ok(), known: Known::new() };
    encode(&mut tracer);
    let Tracer { lowering, known, .. } = tracer;
    finish(lowering.into_sink()?, known, "rows", choices, encode)
}

/// What was found of the clause or row.
struct Found {
    origin: Origin,
    terms: Vec<(i64, Lit)>,
    /// The comparison and right side of a row.
    right: Option<(Relation, i64)>,
}

/// Counts clauses or rows, keeps the one that is asked for, and the names of the auxiliary variables
/// of its constraint.
struct Watch {
    number: usize,
    count: usize,
    found: Option<Found>,
    variables: usize,
    auxiliary: Vec<(usize, String)>,
    /// Whether constraints have begun, so that further variables are auxiliary.
    begun: bool,
}

impl Watch {
    fn new(number: usize) -> Self {
        Self { number, count: 0, found: None, variables: 0, auxiliary: Vec::new(), begun: false }
    }

    fn name(&mut self, name: fmt::Arguments<'_>) {
        if self.begun {
            self.auxiliary.push((self.variables, name.to_string()));
        }
        self.variables += 1;
    }

    fn next(&mut self, found: impl FnOnce() -> Found) {
        self.count += 1;
        if self.count == self.number {
            self.found = Some(found());
        }
    }
}

impl ClauseSink for Watch {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) {
        self.name(name);
    }

    fn clause(&mut self, clause: &[Lit], origin: Origin) {
        let terms = || clause.iter().map(|&literal| (1, literal)).collect();
        self.next(|| Found { origin, terms: terms(), right: None });
    }
}

impl RowSink for Watch {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) {
        self.name(name);
    }

    fn row(&mut self, row: Row<'_>, origin: Origin) {
        let terms = || row.terms.iter().map(|&(c, var)| (c, var.pos_lit())).collect();
        self.next(|| Found { origin, terms: terms(), right: Some((row.relation, row.right)) });
    }
}

/// Which constraint the clause or row belongs to.
struct Known {
    constraints: usize,
    index: usize,
    within: (usize, usize),
    variables: Vec<Var>,
    auxiliary: Vec<(usize, String)>,
}

impl Known {
    fn new() -> Self {
        let (variables, auxiliary) = (Vec::new(), Vec::new());
        Self { constraints: 0, index: 0, within: (0, 0), variables, auxiliary }
    }
}

/// A lowering, watched constraint by constraint.
struct Tracer<L> {
    lowering: L,
    sink: fn(&mut L) -> Option<&mut Watch>,
    known: Known,
}

impl<L: ConstraintSink> ConstraintSink for Tracer<L> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var {
        self.lowering.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        let mut before = 0;
        if let Some(watch) = (self.sink)(&mut self.lowering) {
            before = watch.count;
            watch.begun = true;
            watch.auxiliary.clear();
        }
        self.lowering.constraint(constraint, origin);
        if let Some(watch) = (self.sink)(&mut self.lowering)
            && (before + 1..=watch.count).contains(&watch.number)
        {
            self.known.index = self.known.constraints;
            self.known.within = (watch.number - before, watch.count - before);
            self.known.auxiliary = std::mem::take(&mut watch.auxiliary);
            constraint.for_each_literal(&mut |literal| self.known.variables.push(literal.var()));
        }
        self.known.constraints += 1;
    }
}

fn finish(
    watch: Watch,
    known: Known,
    what: &'static str,
    choices: LoweringOptions,
    encode: Encode<'_>,
) -> Result<ConstraintTrace, TraceError> {
    let Watch { number, count, found, .. } = watch;
    let found = found.ok_or(TraceError::NoSuch { what, count, number })?;
    let of_clause = found.terms.iter().map(|(_, literal)| literal.vidx());
    let needed = known.variables.iter().map(|var| var.idx()).chain(of_clause);
    let mut names: HashMap<usize, Option<String>> = needed.map(|index| (index, None)).collect();
    let made: Vec<usize> = known.auxiliary.iter().map(|&(index, _)| index).collect();
    names.extend(known.auxiliary.into_iter().map(|(index, name)| (index, Some(name))));
    let mut namer = Namer::new(names, known.index, choices);
    encode(&mut namer);

    let literals = found.terms.iter().map(|&(coefficient, literal)| {
        (namer.name(literal.var().pos_lit()), (coefficient > 0) == literal.is_pos())
    });
    // the lowering makes its variables in the order of the subformulas
    let auxiliary = found.terms.iter().filter_map(|(_, literal)| {
        let place = made.iter().position(|&index| index == literal.vidx())?;
        Some((namer.name(literal.var().pos_lit()), namer.meanings.get(place)?.clone()))
    });
    let auxiliary = auxiliary.collect();
    Ok(ConstraintTrace {
        auxiliary,
        number: (number, count),
        origin: found.origin,
        within: known.within,
        text: match found.right {
            None => clause_text(&found.terms, &namer),
            Some(right) => row_text(&found.terms, right, &namer),
        },
        literals: literals.collect(),
        constraint: namer.words,
    })
}
