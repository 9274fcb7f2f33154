//! A writer of OPB, the format of the pseudo-Boolean competitions, of linear constraints and an objective.
//!
//! Format: <https://www.cril.univ-artois.fr/PB24/OPBgeneral.pdf>. The only relations are `>=` and `=`, the variables
//! are `x1`, `x2`, ..., and each constraint has its own line.

use std::fmt;
use std::io::{self, Write};

use crate::export::Encode;
use crate::export::chunk::Chunk;
use crate::export::digits::NUMBER_BYTES;
use crate::export::dimacs::ascii;
use crate::logic::{
    Lit, LoweringOptions, ObjectiveCost, Origin, ProgramPart, Relation, Row, RowSink, Var,
    lower_to_rows,
};

/// A revision of the format. The revisions differ in the first line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpbRevision {
    /// The revision of the competitions up to 2016: the first line has the numbers of variables and constraints. Clasp
    /// 3.3 reads only this revision.
    Pb16,
    /// The revision of the competition of 2024: the first line also has the number of equations, and the size of the
    /// largest integer.
    #[default]
    Pb24,
}

/// The size of a pseudo-Boolean formula, or of a part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpbSize {
    /// Number of variables.
    pub variables: usize,
    /// Number of constraints.
    pub constraints: usize,
    /// Number of constraints that are equations.
    pub equations: usize,
    /// The maximum, over all constraints, of the sum of the absolute values of all numbers in a constraint.
    pub greatest_sum: u64,
}

impl OpbSize {
    /// Returns the first line of a file, without the line break. `intsize` is the number of bits of
    /// [`Self::greatest_sum`].
    ///
    /// ```
    /// use encycle_encodings::export::{OpbRevision, OpbSize};
    ///
    /// let size = OpbSize { variables: 3, constraints: 2, equations: 1, greatest_sum: 4 };
    /// let header = "* #variable= 3 #constraint= 2 #equal= 1 intsize= 3";
    /// assert_eq!(size.header(OpbRevision::Pb24), header);
    /// assert_eq!(size.header(OpbRevision::Pb16), "* #variable= 3 #constraint= 2");
    /// ```
    #[must_use]
    pub fn header(&self, revision: OpbRevision) -> String {
        let Self { constraints, equations, greatest_sum, .. } = *self;
        // a constraint without variables has the term 0 x1
        let variables = self.variables.max(constraints.min(1));
        let bits = greatest_sum.checked_ilog2().map_or(1, |bits| bits + 1);
        let first = format!("* #variable= {variables} #constraint= {constraints}");
        match revision {
            OpbRevision::Pb16 => first,
            OpbRevision::Pb24 => format!("{first} #equal= {equations} intsize= {bits}"),
        }
    }
}

impl RowSink for OpbSize {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) {
        self.variables += 1;
    }

    fn row(&mut self, row: Row<'_>, _: Origin) {
        self.constraints += 1;
        self.equations += usize::from(row.relation == Relation::Equal);
        let sum = row.terms.iter().fold(row.right.unsigned_abs(), |sum, (coefficient, _)| {
            sum.saturating_add(coefficient.unsigned_abs())
        });
        self.greatest_sum = self.greatest_sum.max(sum);
    }
}

/// A sink that writes rows as OPB constraints, one per line, and counts them. It keeps the first error for
/// [`Self::out`].
#[derive(Debug)]
pub struct OpbRows<W> {
    size: OpbSize,
    chunk: Chunk<W>,
}

impl<W: Write> OpbRows<W> {
    /// Creates a sink that writes to `out`. It writes no header.
    pub fn new(out: W) -> Self {
        Self { size: OpbSize::default(), chunk: Chunk::new(out) }
    }

    /// Returns the size of the formula written so far.
    pub fn size(&self) -> OpbSize {
        self.size
    }

    /// Writes all buffered constraints and returns the inner writer.
    ///
    /// # Errors
    /// The first error of the writer since the last call.
    pub fn out(&mut self) -> io::Result<&mut W> {
        self.chunk.out()
    }
}

impl<W: Write> RowSink for OpbRows<W> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) {
        self.size.variable(family, name);
    }

    fn row(&mut self, row: Row<'_>, origin: Origin) {
        self.size.row(row, origin);
        let mut line = self.chunk.line(row.terms.len().max(1) * TERM_BYTES + END_BYTES);
        // the format has no `<=`
        let (sign, relation) = match row.relation {
            Relation::AtLeast => (1, b">= ".as_slice()),
            Relation::AtMost => (-1, b">= ".as_slice()),
            Relation::Equal => (1, b"= ".as_slice()),
        };
        if row.terms.is_empty() {
            // a constraint has at least one term
            line.put(b"+0 x1 ");
        }
        for &(coefficient, variable) in row.terms {
            let coefficient = sign * coefficient;
            if coefficient > 0 {
                line.put(b"+");
            }
            line.integer(coefficient);
            line.put(b" x");
            line.number(u64::from(variable.idx32()) + 1);
            line.put(b" ");
        }
        line.put(relation);
        line.integer(sign * row.right);
        line.put(b" ;\n");
        let length = line.length;
        self.chunk.advance(length);
        self.chunk.hand_on_if_full();
    }
}

/// Returns the number of bytes that [`OpbRows`] writes for a row.
pub(super) fn opb_length(row: Row<'_>) -> u64 {
    let digits = |number: u64| u64::from(number.checked_ilog10().unwrap_or(0)) + 1;
    // a sign, the coefficient, ` x`, the number of the variable and a blank
    let term = |&(coefficient, variable): &(i64, Var)| {
        let sign = u64::from(coefficient != 0);
        sign + digits(coefficient.unsigned_abs()) + digits(u64::from(variable.idx32()) + 1) + 3
    };
    let terms = match row.terms {
        [] => "+0 x1 ".len() as u64,
        terms => terms.iter().map(term).sum(),
    };
    let (relation, sign) = match row.relation {
        Relation::AtLeast => (3, row.right < 0),
        Relation::AtMost => (3, row.right > 0),
        Relation::Equal => (2, row.right < 0),
    };
    terms + relation + u64::from(sign) + digits(row.right.unsigned_abs()) + 3
}

/// An upper bound on the length of a term: sign, coefficient, ` x`, number and a space.
const TERM_BYTES: usize = 2 * NUMBER_BYTES + 4;

/// An upper bound on the length of a constraint without its terms: relation, sign, number and ` ;`.
const END_BYTES: usize = NUMBER_BYTES + 7;

/// Returns the constraint that makes a literal true, as a line.
///
/// ```
/// use encycle_encodings::export::opb_unit;
/// use encycle_encodings::logic::Lit;
///
/// assert_eq!(opb_unit(Lit::positive(1)), "+1 x2 >= 1 ;\n");
/// assert_eq!(opb_unit(Lit::negative(1)), "-1 x2 >= 0 ;\n");
/// ```
#[must_use]
pub fn opb_unit(literal: Lit) -> String {
    let (sign, right) = if literal.is_neg() { ('-', 0) } else { ('+', 1) };
    format!("{sign}1 x{} >= {right} ;\n", literal.vidx() + 1)
}

/// Returns the line of an objective that is minimized. It precedes the constraints.
///
/// ```
/// use encycle_encodings::export::opb_objective;
/// use encycle_encodings::logic::Var;
///
/// assert_eq!(opb_objective(&[(2, Var::new(0)), (-1, Var::new(2))]), "min: +2 x1 -1 x3 ;\n");
/// ```
#[must_use]
pub fn opb_objective(terms: &[(i64, Var)]) -> String {
    let term = |&(size, variable): &(i64, Var)| format!(" {size:+} x{}", variable.idx() + 1);
    format!("min:{} ;\n", terms.iter().map(term).collect::<String>())
}

/// Writes a complete pseudo-Boolean formula. Variable `xN` is the N-th variable of the linear program.
///
/// Runs `encode` twice: first to count, then to write. Keeps nothing in memory.
///
/// # Errors
/// Returns any error of `out`. If the program is [`TooLarge`](crate::logic::TooLarge), the error is returned before
/// anything is written.
pub fn write_opb(
    out: &mut dyn Write,
    comments: &[String],
    revision: OpbRevision,
    choices: LoweringOptions,
    encode: Encode<'_>,
) -> io::Result<OpbSize> {
    write_opb_program(out, comments, revision, choices, encode, &ProgramPart::default())
}

/// Writes a complete pseudo-Boolean formula with an objective, like [`write_opb`]. The objective is multiplied by a power
/// of ten if it has decimals, and by -1 if it is maximized; a comment then states its value.
///
/// # Errors
/// Those of [`write_opb`], and [`ObjectiveError`](crate::logic::ObjectiveError) for a program that has other columns or
/// rows, or an objective without integer coefficients.
pub fn write_opb_program(
    out: &mut dyn Write,
    comments: &[String],
    revision: OpbRevision,
    choices: LoweringOptions,
    encode: Encode<'_>,
    program: &ProgramPart,
) -> io::Result<OpbSize> {
    let cost = program.cost().map_err(io::Error::other)?;
    let mut size = lower_to_rows(OpbSize::default(), choices, encode).map_err(io::Error::other)?;
    let terms = cost.as_ref().map(ObjectiveCost::terms).unwrap_or_default();
    let sum = terms.iter().map(|(size, _)| size.unsigned_abs()).sum();
    size.greatest_sum = size.greatest_sum.max(sum);
    writeln!(out, "{}", size.header(revision))?;
    let meaning = cost.and_then(|cost| cost.meaning_of_terms());
    for comment in comments.iter().chain(&meaning) {
        writeln!(out, "* {}", ascii(comment))?;
    }
    if !terms.is_empty() {
        out.write_all(opb_objective(&terms).as_bytes())?;
    }
    let rows = lower_to_rows(OpbRows::new(&mut *out), choices, encode);
    rows.map_err(io::Error::other)?.out()?.flush()?;
    Ok(size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::Place;

    #[test]
    fn relations_and_signs_are_those_of_the_format() {
        let [a, b, c] = [0, 1, 1_234_567_890].map(Var::new);
        let rows: [(&[_], _, _); 5] = [
            (&[(1, a), (-2, b)], Relation::AtLeast, -1),
            (&[(1, a), (1, b)], Relation::AtMost, 1),
            (&[(2, b)], Relation::Equal, 0),
            (&[], Relation::AtLeast, 1),
            (&[(i64::MIN + 1, c)], Relation::AtMost, i64::MAX),
        ];
        let expected = [
            "+1 x1 -2 x2 >= -1 ;\n",
            "-1 x1 -1 x2 >= -1 ;\n",
            "+2 x2 = 0 ;\n",
            "+0 x1 >= 1 ;\n",
            "+9223372036854775807 x1234567891 >= -9223372036854775807 ;\n",
        ];
        let mut sink = OpbRows::new(Vec::new());
        for ((terms, relation, right), expected) in rows.into_iter().zip(expected) {
            let row = Row { terms, relation, right };
            sink.row(row, Origin::new("test", Place::Whole));
            assert_eq!(opb_length(row), expected.len() as u64, "{expected}");
            let text = std::mem::take(sink.out().expect("memory"));
            assert_eq!(str::from_utf8(&text), Ok(expected));
        }
        let size = sink.size();
        assert_eq!((size.constraints, size.equations), (5, 1));
        assert_eq!(size.greatest_sum, 2 * i64::MAX.unsigned_abs());
    }

    #[test]
    fn a_false_formula_without_variables_has_one_in_its_header() {
        let size = OpbSize { constraints: 1, greatest_sum: 1, ..OpbSize::default() };
        let header = |size: OpbSize| size.header(OpbRevision::Pb24);
        assert_eq!(header(size), "* #variable= 1 #constraint= 1 #equal= 0 intsize= 1");
        let none = "* #variable= 0 #constraint= 0 #equal= 0 intsize= 1";
        assert_eq!(header(OpbSize::default()), none);
    }
}
