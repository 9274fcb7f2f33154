//! The parts of a CPLEX LP file that a program with an objective, and with columns and rows of its own, has beyond
//! the rows of its constraints.
//!
//! The subset is the one that CBC, HiGHS, GLPK, SCIP and Z3 read alike: Z3 has neither exponents nor `x free`.

use std::io::{self, Write};

use crate::export::lp::{PLACEHOLDER, WrappedWriter, write_comments, write_lp};
use crate::export::{Encode, LpRows, NameCollector};
use crate::logic::{
    LinearObjective, LoweringOptions, ProgramColumn, ProgramPart, ProgramRow, Relation,
    lower_to_rows,
};

/// The head and the tail of an LP file around the rows of the constraints.
///
/// ```
/// use encycle_encodings::export::{LpProgram, NameCollector};
/// use encycle_encodings::logic::{
///     ConstraintSink, LinearObjective, OtherColumn, ProgramColumn, ProgramPart,
/// };
///
/// let f = OtherColumn { name: "f".to_owned(), is_integer: false, lower: f64::NEG_INFINITY, upper: 2.5 };
/// let terms = vec![(-0.5, ProgramColumn::Other(0))];
/// let objective = Some(LinearObjective { terms, constant: 1.0, is_maximized: true });
/// let program = ProgramPart { columns: vec![f], objective, ..ProgramPart::default() };
/// let mut names = NameCollector::default();
/// names.variable("edge", format_args!("a"));
/// let mut text = Vec::new();
/// LpProgram::new(&names, &program).write_head(&mut text)?;
/// LpProgram::new(&names, &program).write_tail(&mut text, false)?;
/// let expected = "Maximize\n obj: 0 a - 0.5 f\nSubject To\n p0: 0 a >= 0\n\
///                 Bounds\n -inf <= f <= 2.5\nBinary\n a\nEnd\n";
/// assert_eq!(String::from_utf8(text)?, expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LpProgram<'a> {
    names: &'a NameCollector,
    program: &'a ProgramPart,
    is_relaxed: bool,
}

impl<'a> LpProgram<'a> {
    /// Combines the names of the Boolean columns and the rest of the program.
    #[must_use]
    pub fn new(names: &'a NameCollector, program: &'a ProgramPart) -> Self {
        Self { names, program, is_relaxed: false }
    }

    /// Returns the linear relaxation of the program: no column needs integer values, and those of Boolean columns are
    /// from 0 to 1.
    #[must_use]
    pub fn relaxed(self) -> Self {
        Self { is_relaxed: true, ..self }
    }

    /// Writes everything before the rows of the constraints: the objective, which contains every column so that GLPK
    /// keeps their order, `Subject To`, and the rows of the program. The constant of the objective is left out, because
    /// not every solver reads one.
    ///
    /// # Errors
    /// Returns any error of `out`.
    pub fn write_head(&self, out: &mut dyn Write) -> io::Result<()> {
        let default = LinearObjective::default();
        let objective = self.program.objective.as_ref().unwrap_or(&default);
        writeln!(out, "{}", if objective.is_maximized { "Maximize" } else { "Minimize" })?;
        let mut text = WrappedWriter::new(&mut *out);
        text.put(&[" ", self.program.names.objective.as_deref().unwrap_or("obj"), ":"]);
        self.put_terms(&mut text, &self.every_term(objective));
        text.end_line();
        text.put(&["Subject To"]);
        text.end_line();
        let mut number = 0;
        for (place, row) in self.program.rows.iter().enumerate() {
            let name = self.program.names.rows.get(&place).map(String::as_str);
            self.put_row(&mut text, name, row, &mut number);
        }
        text.chunk.out()?;
        Ok(())
    }

    /// Writes everything after the rows: bounds, the lists of Boolean and integer columns, and `End`. `has_rows` tells whether
    /// a row of the constraints was written after the head.
    ///
    /// # Errors
    /// Returns any error of `out`.
    pub fn write_tail(&self, out: &mut dyn Write, has_rows: bool) -> io::Result<()> {
        let others = &self.program.columns;
        if !has_rows && self.program.rows.iter().all(|row| row.sides().next().is_none()) {
            // readers reject a program without rows
            let mut text = WrappedWriter::new(&mut *out);
            text.put(&[" p0:"]);
            self.put_terms(&mut text, &[]);
            text.put(&[" >= 0"]);
            text.end_line();
            text.chunk.out()?;
        }
        if !others.is_empty() || self.is_relaxed {
            writeln!(out, "Bounds")?;
        }
        if self.is_relaxed {
            self.names.iter().try_for_each(|name| writeln!(out, " 0 <= {name} <= 1"))?;
        }
        for column in others {
            let (lower, upper) = column.whole_bounds();
            let (lower, upper) = (decimal(lower), decimal(upper));
            writeln!(out, " {lower} <= {} <= {upper}", column.name)?;
        }
        let integers = others.iter().filter(|column| column.is_integer);
        let integers: Vec<&str> = integers.map(|column| column.name.as_str()).collect();
        let mut binaries: Vec<&str> = self.names.iter().collect();
        if binaries.is_empty() && others.is_empty() {
            binaries.push(PLACEHOLDER);
        }
        let sections = [("Binary", binaries), ("General", integers)];
        for (title, names) in
            sections.iter().filter(|(_, names)| !self.is_relaxed && !names.is_empty())
        {
            writeln!(out, "{title}")?;
            names.iter().try_for_each(|name| writeln!(out, " {name}"))?;
        }
        writeln!(out, "End")?;
        out.flush()
    }

    /// Returns the terms of the objective with a term for every column, in the order of the columns.
    fn every_term(&self, objective: &LinearObjective) -> Vec<(f64, ProgramColumn)> {
        let booleans = (0..self.names.len()).map(|index| crate::logic::Var::new(index as u32));
        let booleans = booleans.map(ProgramColumn::Boolean);
        let others = (0..self.program.columns.len()).map(ProgramColumn::Other);
        let mut terms: Vec<_> = booleans.chain(others).map(|column| (0.0, column)).collect();
        for &(size, column) in &objective.terms {
            let place = match column {
                ProgramColumn::Boolean(variable) => variable.idx(),
                ProgramColumn::Other(index) => self.names.len() + index,
            };
            if let Some(term) = terms.get_mut(place) {
                term.0 += size;
            }
        }
        terms
    }

    /// Writes a row, as two rows if it has two different bounds. Numbers the rows, which are the names of those without one
    /// and of second rows.
    fn put_row<W: Write>(
        &self,
        text: &mut WrappedWriter<W>,
        mut name: Option<&str>,
        row: &ProgramRow,
        number: &mut usize,
    ) {
        for (relation, right) in row.sides() {
            let relation = match relation {
                Relation::Equal => " = ",
                Relation::AtLeast => " >= ",
                Relation::AtMost => " <= ",
            };
            *number += 1;
            match name.take() {
                Some(name) => text.put(&[" ", name, ":"]),
                None => text.put(&[" p", &number.to_string(), ":"]),
            }
            self.put_terms(text, &row.terms);
            text.put(&[relation, &decimal(right)]);
            text.end_line();
        }
    }

    fn put_terms<W: Write>(&self, text: &mut WrappedWriter<W>, terms: &[(f64, ProgramColumn)]) {
        for (i, &(size, column)) in terms.iter().enumerate() {
            let sign = match (i, size < 0.0) {
                (0, false) => " ",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            text.put(&[sign, &decimal(size.abs()), " ", self.name(column)]);
        }
        if terms.is_empty() {
            // readers reject a row without terms
            let other = || self.program.columns.first().map_or(PLACEHOLDER, |column| &column.name);
            text.put(&[" 0 ", self.names.iter().next().unwrap_or_else(other)]);
        }
    }

    fn name(&self, column: ProgramColumn) -> &'a str {
        match column {
            ProgramColumn::Boolean(variable) => self.names.get(variable.idx()),
            ProgramColumn::Other(index) => &self.program.columns[index].name,
        }
    }
}

/// The maximum length of a number without exponent. GLPK reads words of up to 255 characters.
pub(super) const LONGEST: usize = 60;

/// Returns the shortest text that denotes a number, without exponent unless the number is very large or very small.
pub(super) fn decimal(value: f64) -> String {
    match value {
        f64::INFINITY => "+inf".to_owned(),
        f64::NEG_INFINITY => "-inf".to_owned(),
        _ => {
            let text = format!("{}", value + 0.0);
            if text.len() <= LONGEST { text } else { format!("{value:e}") }
        }
    }
}

/// Writes a complete program with an objective, with columns and rows of its own, or with names of rows: [`write_lp`] without any of
/// these. Runs `encode` twice.
///
/// # Errors
/// Those of `out`, and [`TooLarge`](crate::logic::TooLarge) before anything is written.
pub fn write_lp_program(
    out: &mut dyn Write,
    comments: &[String],
    choices: LoweringOptions,
    encode: Encode<'_>,
    program: &ProgramPart,
) -> io::Result<()> {
    if *program == ProgramPart::default() {
        return write_lp(out, comments, choices, encode).map(drop);
    }
    let names =
        lower_to_rows(NameCollector::default(), choices, encode).map_err(io::Error::other)?;
    write_comments(out, comments)?;
    let meaning = program.objective.as_ref().and_then(|objective| objective.meaning_of_sum());
    write_comments(out, meaning.as_slice())?;
    LpProgram::new(&names, program).write_head(out)?;
    let rows = LpRows::with_names(&mut *out, names.clone()).named(&program.names);
    let mut rows = lower_to_rows(rows, choices, encode).map_err(io::Error::other)?;
    rows.out()?;
    let has_rows = rows.size().rows > 0;
    LpProgram::new(&names, program).write_tail(out, has_rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{OtherColumn, ProgramNames, Var};

    #[test]
    fn numbers_are_the_shortest_decimal_texts() {
        for (value, text) in [
            (0.1, "0.1"),
            (-0.0, "0"),
            (1e21, "1000000000000000000000"),
            (1e-7, "0.0000001"),
            (1.5e-300, "1.5e-300"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(decimal(value), text);
            assert_eq!(text.parse::<f64>(), Ok(value));
        }
    }

    #[test]
    fn every_part_of_a_program_is_written() {
        let mut names = NameCollector::default();
        ["a", "b"].iter().for_each(|name| names.push(format_args!("{name}")));
        let column = |name: &str, is_integer, lower, upper| OtherColumn {
            name: name.to_owned(),
            is_integer,
            lower,
            upper,
        };
        let b = ProgramColumn::Boolean(Var::new(1));
        let [y, f] = [0, 1].map(ProgramColumn::Other);
        let row = |terms, lower, upper| ProgramRow { terms, lower, upper };
        let infinity = f64::INFINITY;
        let objective = LinearObjective {
            terms: vec![(-2.5, f), (1.0, b)],
            constant: 7.0,
            is_maximized: false,
        };
        let program = ProgramPart {
            columns: vec![column("y", true, -3.5, 4.0), column("f", false, -infinity, infinity)],
            rows: vec![
                row(vec![(1.5, y), (-1.0, f)], -3.0, 7.25),
                row(vec![(1.0, b)], -infinity, 0.5),
                row(vec![(-1.0, y)], 2.0, 2.0),
                row(vec![], 1.0, infinity),
                row(vec![(1.0, y)], -infinity, infinity),
            ],
            objective: Some(objective),
            names: ProgramNames {
                rows: [(1, "half".to_owned())].into(),
                ..ProgramNames::default()
            },
        };
        let mut text = Vec::new();
        let parts = LpProgram::new(&names, &program);
        parts.write_head(&mut text).unwrap();
        parts.write_tail(&mut text, false).unwrap();
        let expected = "Minimize\n obj: 0 a + 1 b + 0 y - 2.5 f\nSubject To\n p1: 1.5 y - 1 f >= -3\n \
             p2: 1.5 y - 1 f <= 7.25\n half: 1 b <= 0.5\n p4: - 1 y = 2\n p5: 0 a >= 1\n\
             Bounds\n -3 <= y <= 4\n -inf <= f <= +inf\nBinary\n a\n b\nGeneral\n y\nEnd\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
        let mut text = Vec::new();
        parts.relaxed().write_tail(&mut text, true).unwrap();
        let expected =
            "Bounds\n 0 <= a <= 1\n 0 <= b <= 1\n -3 <= y <= 4\n -inf <= f <= +inf\nEnd\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}
