//! Traces: a clause or row of a file is traced back to its rule. A second pass of the encoding collects variable names and
//! formats the constraint, clause or row.

use std::collections::HashMap;
use std::fmt;

use crate::export::{Encode, RowNames};
use crate::logic::{
    ClauseSink, CnfLowering, Constraint, ConstraintSink, Lit, LoweringOptions, Origin, Relation,
    Row, RowLowering, RowSink, TooLarge, Var, auxiliary_formulas, lower_to_rows,
};

/// The origin of a clause or row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstraintTrace {
    /// Its number in the file, from 1, and the number of clauses or rows in the file.
    pub number: (usize, usize),
    /// The rule family, the place and the step of the lowering.
    pub origin: Origin,
    /// Its number among the clauses or rows of its constraint, from 1, and their number.
    pub within: (usize, usize),
    /// The constraint as an English phrase.
    pub constraint: String,
    /// The clause or row with variable names.
    pub text: String,
    /// The names of its auxiliary variables, each with the subformula that defines it.
    pub auxiliary: Vec<(String, String)>,
    /// The names of its variables. Each comes with `true` for a positive literal or, in a row, for a positive
    /// coefficient.
    pub literals: Vec<(String, bool)>,
}

/// The error of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TraceError {
    /// The number is 0 or too large.
    #[error("number out of range: {number}\nhelp: use 1 to {count}, the number of {what}")]
    NoSuch {
        /// `clauses` or `rows`.
        what: &'static str,
        /// The number of clauses or rows.
        count: usize,
        /// The requested number.
        number: usize,
    },
    /// The formula or program is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// Traces a clause of the CNF formula, given its number from 1. Runs the encoder twice.
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
/// [`TraceError`] if there is no such clause, or the formula is too large.
pub fn trace_clause(
    number: usize,
    choices: LoweringOptions,
    encode: Encode<'_>,
) -> Result<ConstraintTrace, TraceError> {
    let lowering = CnfLowering::new(TraceWatch::new(number), choices);
    let mut tracer = ConstraintTracer {
        lowering,
        sink: |lowering| lowering.sink().ok(),
        known: KnownConstraint::new(),
    };
    encode(&mut tracer);
    let ConstraintTracer { lowering, known, .. } = tracer;
    finish(lowering.into_sink()?, known, "clauses", choices, encode)
}

/// Returns the number, from 1, of the row with this name in an LP or MPS file ([`RowNames`]), or of `cN`; `None` if there is
/// none.
///
/// # Errors
/// The program is too large.
pub fn row_number(
    name: &str,
    choices: LoweringOptions,
    encode: Encode<'_>,
) -> Result<Option<usize>, TooLarge> {
    struct Search<'a> {
        name: &'a str,
        names: RowNames,
        rows: usize,
        found: Option<usize>,
    }
    impl RowSink for Search<'_> {
        fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {}

        fn row(&mut self, _: Row<'_>, origin: Origin) {
            self.rows += 1;
            if self.names.next(origin) == self.name {
                self.found = Some(self.rows);
            }
        }
    }
    if let Ok(number) = name.strip_prefix('c').unwrap_or(name).parse() {
        return Ok(Some(number));
    }
    let search = Search { name, names: RowNames::default(), rows: 0, found: None };
    Ok(lower_to_rows(search, choices, encode)?.found)
}

/// Traces a row of the linear program, given its number from 1. Runs the encoder twice.
///
/// # Errors
/// [`TraceError`] if there is no such row, or the program is too large.
pub fn trace_row(
    number: usize,
    choices: LoweringOptions,
    encode: Encode<'_>,
) -> Result<ConstraintTrace, TraceError> {
    let lowering = RowLowering::new(TraceWatch::new(number), choices);
    let mut tracer = ConstraintTracer {
        lowering,
        sink: |lowering| lowering.sink().ok(),
        known: KnownConstraint::new(),
    };
    encode(&mut tracer);
    let ConstraintTracer { lowering, known, .. } = tracer;
    finish(lowering.into_sink()?, known, "rows", choices, encode)
}

/// The requested clause or row, found in the first pass.
struct FoundItem {
    origin: Origin,
    terms: Vec<(i64, Lit)>,
    /// The comparison and right-hand side; `None` for a clause.
    right: Option<(Relation, i64)>,
}

/// The sink of the first pass. It counts clauses or rows, keeps the requested clause or row, and collects the names of
/// the auxiliary variables of the current constraint.
struct TraceWatch {
    number: usize,
    count: usize,
    found: Option<FoundItem>,
    variables: usize,
    auxiliary: Vec<(usize, String)>,
    /// Whether a constraint has been received, so that all later variables are auxiliary.
    begun: bool,
}

impl TraceWatch {
    fn new(number: usize) -> Self {
        Self { number, count: 0, found: None, variables: 0, auxiliary: Vec::new(), begun: false }
    }

    fn name(&mut self, name: fmt::Arguments<'_>) {
        if self.begun {
            self.auxiliary.push((self.variables, name.to_string()));
        }
        self.variables += 1;
    }

    fn next(&mut self, found: impl FnOnce() -> FoundItem) {
        self.count += 1;
        if self.count == self.number {
            self.found = Some(found());
        }
    }
}

impl ClauseSink for TraceWatch {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) {
        self.name(name);
    }

    fn clause(&mut self, clause: &[Lit], origin: Origin) {
        let terms = || clause.iter().map(|&literal| (1, literal)).collect();
        self.next(|| FoundItem { origin, terms: terms(), right: None });
    }
}

impl RowSink for TraceWatch {
    fn variable(&mut self, _: &'static str, name: fmt::Arguments<'_>) {
        self.name(name);
    }

    fn row(&mut self, row: Row<'_>, origin: Origin) {
        let terms = || row.terms.iter().map(|&(c, var)| (c, var.pos_lit())).collect();
        self.next(|| FoundItem { origin, terms: terms(), right: Some((row.relation, row.right)) });
    }
}

/// The constraint that the requested clause or row belongs to.
struct KnownConstraint {
    constraints: usize,
    index: usize,
    within: (usize, usize),
    variables: Vec<Var>,
    auxiliary: Vec<(usize, String)>,
}

impl KnownConstraint {
    fn new() -> Self {
        let (variables, auxiliary) = (Vec::new(), Vec::new());
        Self { constraints: 0, index: 0, within: (0, 0), variables, auxiliary }
    }
}

/// A wrapper of a lowering that assigns clauses or rows to constraints.
struct ConstraintTracer<L> {
    lowering: L,
    sink: fn(&mut L) -> Option<&mut TraceWatch>,
    known: KnownConstraint,
}

impl<L: ConstraintSink> ConstraintSink for ConstraintTracer<L> {
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
    watch: TraceWatch,
    known: KnownConstraint,
    what: &'static str,
    choices: LoweringOptions,
    encode: Encode<'_>,
) -> Result<ConstraintTrace, TraceError> {
    let TraceWatch { number, count, found, .. } = watch;
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
    // the auxiliary variables are in the order of their subformulas
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
