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
use crate::logic::{ClauseSink, Lit, LoweringOptions, Origin, lower_to_cnf};

/// The size of a formula of partial MaxSAT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WcnfSize {
    /// The size of the hard clauses.
    pub hard: CnfSize,
    /// The number of the last variable that occurs in a clause, which is the number of digits of a model in the format
    /// of the MaxSAT evaluations.
    pub last_variable: usize,
}

/// A sink that writes hard clauses, and counts them.
struct HardClauses<W> {
    size: CnfSize,
    last_variable: usize,
    chunk: Chunk<W>,
}

impl<W: Write> HardClauses<W> {
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
}

impl<W: Write> ClauseSink for HardClauses<W> {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {
        self.size.variables += 1;
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        let bytes = self.put(b"h ", clause);
        self.size.add(clause, bytes);
    }
}

/// Writes a formula of partial MaxSAT. The clauses of an encoding are hard, and each literal of `soft` is a soft clause
/// of weight 1, so an optimum makes as few of these literals false as possible. Returns the size.
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
/// let soft = [0, 1].map(Lit::positive);
/// let comments = ["not both".to_owned()];
/// let size = write_wcnf(&mut file, &comments, LoweringOptions::default(), &not_both, &soft)?;
/// assert_eq!(file, b"c not both\nh -1 -2 0\n1 1 0\n1 2 0\n");
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
    soft: &[Lit],
) -> io::Result<WcnfSize> {
    for comment in comments {
        writeln!(out, "c {}", ascii(comment))?;
    }
    let sink = HardClauses { size: CnfSize::default(), last_variable: 0, chunk: Chunk::new(out) };
    let mut clauses = lower_to_cnf(sink, choices, encode).map_err(io::Error::other)?;
    for literal in soft {
        clauses.put(b"1 ", std::slice::from_ref(literal));
    }
    clauses.chunk.out()?.flush()?;
    Ok(WcnfSize { hard: clauses.size, last_variable: clauses.last_variable })
}
