//! A writer of WCNF: formulas of partial MaxSAT, in the format of the MaxSAT evaluations since 2022.
//!
//! Format: <https://maxsat-evaluations.github.io/2022/rules.html#input>. A hard clause is a line `h 1 -2 0`, and a soft
//! clause begins with its weight. There is no header, so a file needs only one pass.

use std::fmt;
use std::io::{self, Write};

use crate::export::chunk::Chunk;
use crate::export::digits::NUMBER_BYTES;
use crate::export::dimacs::ascii;
use crate::export::{CnfSize, Encode};
use crate::logic::{
    ClauseSink, Lit, LoweringOptions, ObjectiveCost, Origin, ProgramPart, lower_to_cnf,
};

/// The size of a formula of partial MaxSAT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WcnfSize {
    /// The size of the hard clauses.
    pub hard: CnfSize,
    /// The number of the last variable that occurs in a clause, which is the number of digits of a model in the format
    /// of the MaxSAT evaluations.
    pub last_variable: usize,
}

/// A sink that writes hard clauses, and counts them. It keeps the first error for [`Self::out`].
#[derive(Debug)]
pub struct WcnfClauses<W> {
    size: CnfSize,
    last_variable: usize,
    chunk: Chunk<W>,
}

impl<W: Write> WcnfClauses<W> {
    /// Creates a writer of hard clauses to `out`.
    pub fn new(out: W) -> Self {
        Self { size: CnfSize::default(), last_variable: 0, chunk: Chunk::new(out) }
    }

    /// Returns the size of the hard clauses written so far.
    pub fn size(&self) -> CnfSize {
        self.size
    }

    /// Writes all buffered clauses and returns the inner writer.
    ///
    /// # Errors
    /// The first error of the writer since the last call.
    pub fn out(&mut self) -> io::Result<&mut W> {
        self.chunk.out()
    }

    /// Writes a clause after a word that marks it as hard or gives its weight.
    fn put(&mut self, word: &[u8], clause: &[Lit]) -> u64 {
        let mut line = self.chunk.line(word.len() + clause.len() * (NUMBER_BYTES + 2) + 2);
        line.put(word);
        for literal in clause {
            self.last_variable = self.last_variable.max(literal.vidx() + 1);
            if literal.is_neg() {
                line.put(b"-");
            }
            line.number(u64::from(literal.vidx32()) + 1);
            line.put(b" ");
        }
        line.put(b"0\n");
        let length = line.length;
        self.chunk.advance(length);
        self.chunk.hand_on_if_full();
        length as u64
    }

    /// Writes a clause that is always true for the last variable, if no clause contains it: the format has no header.
    fn name_last_variable(&mut self) {
        if let Some(last) =
            self.size.variables.checked_sub(1).filter(|&last| last >= self.last_variable)
        {
            let [positive, negative] = [Lit::positive(last as u32), Lit::negative(last as u32)];
            self.put(b"h ", &[positive, negative]);
        }
    }
}

impl<W: Write> ClauseSink for WcnfClauses<W> {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {
        self.size.variables += 1;
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        let bytes = self.put(b"h ", clause);
        self.size.add(clause, bytes);
    }
}

/// Writes a formula of partial MaxSAT. The clauses of an encoding are hard, and each literal of `soft` is a soft clause
/// with a weight, so an optimum makes the total weight of the false literals as small as possible. Returns the size.
///
/// ```
/// use encycle_encodings::export::write_wcnf;
/// use encycle_encodings::logic::{Constraint, ConstraintSink, Lit, LoweringOptions, Origin, Place};
///
/// let not_both = |sink: &mut dyn ConstraintSink| {
///     for name in ["a", "b"] {
///         sink.variable("example", format_args!("{name}"));
///     }
///     let literals = [0, 1].map(Lit::negative);
///     sink.add_clause(&literals, Origin::new("example", Place::Whole));
/// };
/// let mut file = Vec::new();
/// let soft = [(Lit::positive(0), 1), (Lit::positive(1), 3)];
/// let comments = ["not both".to_owned()];
/// let size = write_wcnf(&mut file, &comments, LoweringOptions::default(), &not_both, &soft)?;
/// assert_eq!(file, b"c not both\nh -1 -2 0\n1 1 0\n3 2 0\n");
/// assert_eq!((size.hard.clauses, size.last_variable), (1, 2));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// The errors of the writer, and [`TooLarge`](crate::logic::TooLarge).
pub fn write_wcnf(
    out: &mut dyn Write,
    comments: &[String],
    choices: LoweringOptions,
    encode: Encode<'_>,
    soft: &[(Lit, u64)],
) -> io::Result<WcnfSize> {
    write(out, comments, choices, encode, soft, false)
}

/// Writes a formula; with `keeps_all`, the last variable occurs in a clause, so a reader finds the number of variables.
fn write(
    out: &mut dyn Write,
    comments: &[String],
    choices: LoweringOptions,
    encode: Encode<'_>,
    soft: &[(Lit, u64)],
    keeps_all: bool,
) -> io::Result<WcnfSize> {
    for comment in comments {
        writeln!(out, "c {}", ascii(comment))?;
    }
    let mut clauses =
        lower_to_cnf(WcnfClauses::new(out), choices, encode).map_err(io::Error::other)?;
    keeps_all.then(|| clauses.name_last_variable());
    for &(literal, weight) in soft {
        clauses.put(format!("{weight} ").as_bytes(), &[literal]);
    }
    clauses.out()?.flush()?;
    Ok(WcnfSize { hard: clauses.size, last_variable: clauses.last_variable })
}

/// Writes a formula of partial MaxSAT whose optimum is that of an objective. Its last variable occurs in a clause, so that a
/// reader finds the number of variables. A comment states the value of the objective
/// if it is not the cost.
///
/// # Errors
/// Those of [`write_wcnf`], and [`ObjectiveError`](crate::logic::ObjectiveError) for a program that has other columns or
/// rows, or an objective that is not a cost.
pub fn write_wcnf_program(
    out: &mut dyn Write,
    comments: &[String],
    choices: LoweringOptions,
    encode: Encode<'_>,
    program: &ProgramPart,
) -> io::Result<WcnfSize> {
    let cost = program.cost().map_err(io::Error::other)?;
    let meaning = cost.as_ref().and_then(ObjectiveCost::meaning_of_cost);
    let comments: Vec<String> = comments.iter().cloned().chain(meaning).collect();
    let weights = cost.as_ref().map_or(&[][..], ObjectiveCost::weights);
    let soft: Vec<(Lit, u64)> =
        weights.iter().map(|&(literal, weight)| (!literal, weight)).collect();
    write(out, &comments, choices, encode, &soft, true)
}
