//! A writer of DIMACS CNF in the form of the SAT competitions: ASCII comments before the header, an exact header with
//! single spaces, one clause per line, each ending with ` 0`.
//!
//! Format: <https://satcompetition.github.io/2024/output.html> and the rules on the same site.

use std::fmt;
use std::io::{self, Write};

use crate::export::chunk::Chunk;
use crate::export::digits::store_number;
use crate::export::map::write_names;
use crate::export::{CnfSize, Encode, MapTarget};
use crate::logic::{ClauseSink, Lit, LoweringOptions, Origin, lower_to_cnf};

/// A sink that writes clauses as DIMACS lines and counts them. It keeps the first error for [`Self::out`].
#[derive(Debug)]
pub struct DimacsClauses<W> {
    size: CnfSize,
    chunk: Chunk<W>,
}

impl<W: Write> DimacsClauses<W> {
    /// Creates a writer of clauses to `out`. It writes no header.
    pub fn new(out: W) -> Self {
        Self { size: CnfSize::default(), chunk: Chunk::new(out) }
    }

    /// Returns the size of the formula written so far.
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
}

impl<W: Write> ClauseSink for DimacsClauses<W> {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {
        self.size.variables += 1;
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        let line = self.chunk.free(clause.len() * LITERAL_BYTES + END.len());
        let mut length = 0;
        for &literal in clause {
            length += put_literal(&mut line[length..], literal);
        }
        line[length..][..END.len()].copy_from_slice(END);
        length += END.len();
        self.chunk.advance(length);
        self.size.add(clause, length as u64);
        self.chunk.hand_on_if_full();
    }
}

/// The end of each clause.
const END: &[u8] = b"0\n";

/// An upper bound of the length of a literal: a sign, ten digits and a space.
const LITERAL_BYTES: usize = 12;

/// Stores a literal and a space at the start of `line`, and returns their length.
#[inline(always)]
fn put_literal(line: &mut [u8], literal: Lit) -> usize {
    // the number overwrites the sign if it is wrong; this is faster than a branch
    line[0] = b'-';
    let sign = usize::from(literal.is_neg());
    let count = store_number(&mut line[sign..], u64::from(literal.vidx32()) + 1);
    line[sign + count] = b' ';
    sign + count + 1
}

/// Returns the header line of a formula, without the line break.
#[must_use]
pub fn dimacs_header(size: CnfSize) -> String {
    format!("p cnf {} {}", size.variables, size.clauses)
}

/// The optional comment lines before the clauses.
#[derive(Clone, Debug, Default)]
pub struct Preamble {
    /// Comments on the origin of the formula, such as the command line and the puzzle.
    pub comments: Vec<String>,
    /// Whether to write a line with the name of each variable: `c var 1 h_1_1`.
    pub names: bool,
    /// Whether to write the type line `c t mc` of the model counting competitions.
    pub counts_models: bool,
    /// The size of the projection set for model counters. It consists of the first variables, which are listed as `c p
    /// show 1 2 3 0`. If this is set, the type line of the model counting competitions, `c t pmc`, is written too.
    ///
    /// Format: <https://mccompetition.org/assets/files/2021/competition2021.pdf>.
    pub show: Option<usize>,
    /// Cubes of the formula. With cubes, the file is iCNF: the header is `p inccnf`, and a line `a 1 -2 0` for each
    /// cube follows the clauses.
    ///
    /// Format: <https://www.siert.nl/icnf/>.
    pub cubes: Option<Vec<Vec<Lit>>>,
}

/// The number of variables per `c p show` line.
const SHOW_WIDTH: usize = 16;

/// Writes everything before the clauses: the comments, and the header for a formula of this size.
///
/// # Errors
/// The errors of the writer, and [`TooLarge`](crate::logic::TooLarge).
pub fn write_dimacs_head(
    out: &mut dyn Write,
    preamble: &Preamble,
    size: CnfSize,
    choices: LoweringOptions,
    encode: Encode<'_>,
) -> io::Result<()> {
    match (preamble.show, preamble.counts_models) {
        (Some(_), _) => writeln!(out, "c t pmc")?,
        (None, true) => writeln!(out, "c t mc")?,
        (None, false) => {}
    }
    for comment in &preamble.comments {
        writeln!(out, "c {}", ascii(comment))?;
    }
    if preamble.names {
        write_names(&mut *out, "c var ", MapTarget::Cnf, choices, encode)?;
    }
    let projection_set: Vec<usize> = (1..=preamble.show.unwrap_or(0)).collect();
    for line in projection_set.chunks(SHOW_WIDTH) {
        let variables: String = line.iter().map(|variable| format!("{variable} ")).collect();
        writeln!(out, "c p show {variables}0")?;
    }
    match preamble.cubes {
        Some(_) => writeln!(out, "p inccnf"),
        None => writeln!(out, "{}", dimacs_header(size)),
    }
}

/// Writes cubes, each as a line `a 1 -2 0`.
///
/// # Errors
/// The errors of the writer.
pub fn write_cubes(out: &mut dyn Write, cubes: &[Vec<Lit>]) -> io::Result<()> {
    for cube in cubes {
        write!(out, "a ")?;
        cube.iter().try_for_each(|literal| write!(out, "{} ", literal.to_ipasir()))?;
        writeln!(out, "0")?;
    }
    out.flush()
}

/// The maximum length, in bytes, of the clauses that are kept in memory until their number is known.
const KEPT_BYTES: u64 = 1 << 27;

/// Writes a whole formula: comments, an exact header, clauses.
///
/// The header needs the number of clauses, which is known only after a run of the encoder. Up to 128 MiB of clauses are
/// kept until then; of a larger formula the other clauses are counted, and made in a second run.
///
/// # Errors
/// The errors of the writer, and [`TooLarge`](crate::logic::TooLarge) before anything is written.
pub fn write_dimacs(
    out: &mut dyn Write,
    preamble: &Preamble,
    choices: LoweringOptions,
    encode: Encode<'_>,
) -> io::Result<CnfSize> {
    write_keeping(KEPT_BYTES, out, preamble, choices, encode)
}

fn write_keeping(
    limit: u64,
    out: &mut dyn Write,
    preamble: &Preamble,
    choices: LoweringOptions,
    encode: Encode<'_>,
) -> io::Result<CnfSize> {
    let kept = ClauseRange { first: 0, limit, seen: 0, lines: DimacsClauses::new(Vec::new()) };
    let mut kept = lower_to_cnf(kept, choices, encode).map_err(io::Error::other)?;
    let mut size = kept.lines.size();
    let first = size.clauses;
    size.clauses = kept.seen;
    write_dimacs_head(out, preamble, size, choices, encode)?;
    out.write_all(kept.lines.out()?)?;
    drop(kept);
    if first < size.clauses {
        let rest = DimacsClauses::new(&mut *out);
        let rest = ClauseRange { first, limit: u64::MAX, seen: 0, lines: rest };
        let mut rest = lower_to_cnf(rest, choices, encode).map_err(io::Error::other)?;
        rest.lines.out()?;
        let CnfSize { variables, literals, longest, bytes, .. } = rest.lines.size();
        if (variables, rest.seen) != (size.variables, size.clauses) {
            return Err(io::Error::other(format!(
                "the formula has {variables} variables and {} clauses, but its header has {} and {}",
                rest.seen, size.variables, size.clauses
            )));
        }
        size.literals += literals;
        size.longest = size.longest.max(longest);
        size.bytes += bytes;
    }
    write_cubes(out, preamble.cubes.as_deref().unwrap_or_default())?;
    Ok(size)
}

/// A sink that counts all clauses and writes some of them: those from number `first` on, until it has written `limit`
/// bytes.
struct ClauseRange<W> {
    first: usize,
    limit: u64,
    /// The number of clauses so far.
    seen: usize,
    lines: DimacsClauses<W>,
}

impl<W: Write> ClauseSink for ClauseRange<W> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) {
        self.lines.variable(family, name);
    }

    fn clause(&mut self, clause: &[Lit], origin: Origin) {
        self.seen += 1;
        if self.seen > self.first && self.lines.size.bytes < self.limit {
            self.lines.clause(clause, origin);
        }
    }

    fn count_only(&mut self, clauses: usize) -> bool {
        let is_outside = self.seen + clauses <= self.first || self.lines.size.bytes >= self.limit;
        if is_outside {
            self.seen += clauses;
        }
        is_outside
    }
}

/// Returns the text with every character that is not printable ASCII replaced by `?`. This is needed because
/// cryptominisat5 treats the byte 0xFF in a comment as the end of the file.
pub(super) fn ascii(text: &str) -> String {
    text.chars().map(|c| if c == ' ' || c.is_ascii_graphic() { c } else { '?' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{
        Constraint, ConstraintSink, Formula, FormulaPattern, Place, VARIABLE_LIMIT,
    };

    #[test]
    fn literals_of_every_length_are_written() {
        let powers = (0..10).map(|exponent| 10_u32.pow(exponent));
        let numbers = powers
            .flat_map(|power| {
                [power - 1, power, power + 1, power / 10 * 12, power.saturating_mul(9)]
            })
            .chain([12_345_678, 87_654_321, 1_234_567_890, VARIABLE_LIMIT])
            .chain((1..400).map(|step| step * 1_234_567 % 100_000_000))
            .filter(|number| (1..=VARIABLE_LIMIT).contains(number));
        for number in numbers {
            for is_negated in [false, true] {
                let mut clauses = DimacsClauses::new(Vec::new());
                let literal = Lit::new(number - 1, is_negated);
                let origin = Origin::new("test", Place::Whole);
                clauses.clause(&[literal, Lit::positive(0)], origin);
                let sign = if is_negated { "-" } else { "" };
                let expected = format!("{sign}{number} 1 0\n");
                assert_eq!(clauses.size().bytes, expected.len() as u64);
                assert_eq!(clauses.out().unwrap(), expected.as_bytes());
            }
        }
    }

    #[test]
    fn a_clause_longer_than_the_buffer_is_written() {
        let literals: Vec<Lit> = (0..50_000).map(Lit::positive).collect();
        let mut file = Vec::new();
        let encode = |sink: &mut dyn ConstraintSink| {
            for _ in 0..3 {
                sink.constraint(Constraint::Clause(&literals), Origin::new("test", Place::Whole));
            }
        };
        write_dimacs(&mut file, &Preamble::default(), LoweringOptions::default(), &encode).unwrap();
        let line: String = (1..=50_000).map(|number| format!("{number} ")).collect();
        assert!(file == format!("p cnf 0 3\n{line}0\n{line}0\n{line}0\n").into_bytes());
    }

    /// Clauses of every form, some or all of which are kept until they are counted. Those of a cardinality or of a pattern
    /// are counted without being made.
    #[test]
    fn a_formula_of_any_length_has_an_exact_header() {
        let [a, b, c] = [0, 1, 2].map(Lit::positive);
        let equal = FormulaPattern::new(Formula::iff(a.into(), b.into()));
        let encode = |sink: &mut dyn ConstraintSink| {
            let origin = Origin::new("test", Place::Whole);
            for name in ["a", "b", "c"] {
                sink.variable("x", format_args!("{name}"));
            }
            sink.add_clause(&[a], origin);
            let literals = &[a, b, c];
            sink.constraint(Constraint::Cardinality { literals, at_least: 2, at_most: 2 }, origin);
            sink.add_instance(&equal, &[!b, c], origin);
            sink.add_clause(&[b], origin);
        };
        let clauses = "1 0\n1 2 0\n1 3 0\n2 3 0\n-1 -2 -3 0\n2 3 0\n-2 -3 0\n2 0\n";
        let bytes = clauses.len() as u64;
        for limit in 0..=bytes + 1 {
            let mut file = Vec::new();
            let (preamble, choices) = (Preamble::default(), LoweringOptions::default());
            let size = write_keeping(limit, &mut file, &preamble, choices, &encode).unwrap();
            let expected = CnfSize { variables: 3, clauses: 8, literals: 15, longest: 3, bytes };
            assert_eq!(size, expected, "{limit}");
            let written = String::from_utf8(file).unwrap();
            assert_eq!(written, format!("p cnf 3 8\n{clauses}"), "{limit}");
        }
    }

    /// The second run of this encoder emits one clause less.
    #[test]
    fn an_encoder_whose_runs_differ_is_an_error() {
        let runs = std::cell::Cell::new(0);
        let encode = |sink: &mut dyn ConstraintSink| {
            if runs.replace(runs.get() + 1) == 0 {
                sink.constraint(Constraint::Clause(&[]), Origin::new("test", Place::Whole));
            }
        };
        let (preamble, choices) = (Preamble::default(), LoweringOptions::default());
        let written = write_keeping(0, &mut Vec::new(), &preamble, choices, &encode);
        let error = written.unwrap_err().to_string();
        assert!(
            error.contains("has 0 variables and 0 clauses, but its header has 0 and 1"),
            "{error}"
        );
    }
}
