//! Sessions with LP files that grow by their cuts.

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use encycle_encodings::export::{LpRows, NameCollector, write_lp_head, write_lp_tail};
use encycle_encodings::logic::{
    Constraint, ConstraintSink, Lit, LoweringOptions, Origin, RowLowering, Var,
};
use encycle_solvers::{Limits, Solver, VariableNames};

use super::{SolverRunner, io_failure};
use crate::solve::session::{
    CallResult, Failure, FormulaSize, Session, SolverId, SolverUsage, complete,
};

/// A session with an external MIP solver. The rows are written once. The format ends with the list of columns, so each
/// round overwrites that list with its cuts and writes the list again after them.
#[derive(Debug)]
pub struct ExternalLp {
    /// The lowering, which buffers the rows that are not in the file yet.
    lowering: RowLowering<LpRows<Vec<u8>>>,
    file: Option<LpFile>,
    /// Assumptions, which become rows of the next round only.
    assumed: Vec<Lit>,
    // the last field, because Windows does not remove a directory with open files
    runner: SolverRunner,
}

/// The growing LP file.
#[derive(Debug)]
struct LpFile {
    out: File,
    /// The byte range of the rows.
    rows: Range<u64>,
    /// The number of columns in the objective, which precedes the rows.
    columns: usize,
    /// Whether text of the previous write may remain after the end of the next write.
    has_leftover: bool,
}

impl LpFile {
    /// Creates a file without rows.
    fn create(path: &Path, names: &NameCollector) -> io::Result<Self> {
        let file = File::options().read(true).write(true).create(true).truncate(true).open(path)?;
        let mut out = BufWriter::new(file);
        write_lp_head(&mut out, names)?;
        let mut out = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        let start = out.stream_position()?;
        Ok(Self { out, rows: start..start, columns: names.len(), has_leftover: false })
    }

    /// Reads back the rows so far.
    fn read_rows(&mut self) -> io::Result<Vec<u8>> {
        self.out.seek(SeekFrom::Start(self.rows.start))?;
        let mut rows = Vec::new();
        let length = self.rows.end - self.rows.start;
        Read::by_ref(&mut self.out).take(length).read_to_end(&mut rows)?;
        Ok(rows)
    }

    /// Appends rows and writes the rest of the file after them.
    fn add(&mut self, rows: &[u8], names: &NameCollector) -> io::Result<()> {
        self.out.seek(SeekFrom::Start(self.rows.end))?;
        self.out.write_all(rows)?;
        self.rows.end += rows.len() as u64;
        if std::mem::take(&mut self.has_leftover) {
            self.out.set_len(self.rows.end)?;
        }
        let mut tail = BufWriter::new(&self.out);
        write_lp_tail(&mut tail, names)
    }
}

impl ExternalLp {
    /// Returns a session with an empty program in its own temporary directory.
    ///
    /// # Errors
    /// [`Failure::Io`] if the directory cannot be created.
    pub fn new(solver: Solver, options: LoweringOptions) -> Result<Self, Failure> {
        let runner = SolverRunner::new(solver, "program.lp")?;
        let lowering = RowLowering::new(LpRows::new(Vec::new()), options);
        Ok(Self { runner, lowering, file: None, assumed: Vec::new() })
    }

    fn complete_file(&mut self) -> io::Result<()> {
        let rows = self.lowering.sink().map_err(io::Error::other)?;
        let names = rows.names().clone();
        let mut file = match self.file.take() {
            None => LpFile::create(&self.runner.input, &names)?,
            Some(file) if file.columns == names.len() => file,
            // new columns belong in the objective, before the rows, so the file is rewritten
            Some(mut old) => {
                let rows = old.read_rows()?;
                let mut file = LpFile::create(&self.runner.input, &names)?;
                file.add(&rows, &names)?;
                file
            }
        };
        let text = std::mem::take(rows.out()?);
        file.add(&text, &names)?;
        if !self.assumed.is_empty() {
            // the next rows overwrite the rows of the assumptions
            let end = file.rows.end;
            file.add(fixed_rows(&std::mem::take(&mut self.assumed), &names).as_bytes(), &names)?;
            file.rows.end = end;
            file.has_leftover = true;
        }
        self.file = Some(file);
        Ok(())
    }
}

/// Returns one row per literal that makes it true.
fn fixed_rows(literals: &[Lit], names: &NameCollector) -> String {
    let row = |(number, literal): (usize, &Lit)| {
        let value = u8::from(literal.is_pos());
        format!(" a{}: {} = {value}\n", number + 1, names.get(literal.vidx()))
    };
    literals.iter().enumerate().map(row).collect()
}

impl ConstraintSink for ExternalLp {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var {
        self.lowering.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        self.lowering.constraint(constraint, origin);
    }
}

impl Session for ExternalLp {
    fn solver(&self) -> &SolverId {
        &self.runner.id
    }

    fn size(&mut self) -> Result<FormulaSize, Failure> {
        let size = self.lowering.sink()?.size();
        Ok(FormulaSize { variables: size.variables, clauses: size.rows })
    }

    fn solve(&mut self, limits: &Limits) -> Result<CallResult, Failure> {
        let size = self.lowering.sink()?.size();
        if size.variables == 0 {
            // a row without terms is written only if it is false
            let is_false = size.rows > 0;
            return Ok(if is_false {
                CallResult::Unsatisfiable
            } else {
                CallResult::Model(complete(Vec::new()))
            });
        }
        self.complete_file().map_err(|error| io_failure("writing the program", error))?;
        let names: Vec<String> = self.lowering.sink()?.names().iter().map(str::to_owned).collect();
        self.runner.run(VariableNames::Columns(&names), limits)
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.assumed = literals.to_vec();
        true
    }

    fn last_usage(&self) -> SolverUsage {
        self.runner.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encycle_encodings::export::write_lp;

    /// Adds this many columns.
    fn columns(sink: &mut dyn ConstraintSink, columns: usize) {
        for column in 0..columns {
            sink.variable("edge", format_args!("x_{column}"));
        }
    }

    /// Adds one clause per number: this column is true, or the next column is false.
    fn rows(sink: &mut dyn ConstraintSink, columns: usize, rows: &[usize]) {
        let origin = Origin::new("clue", encycle_encodings::logic::Place::Whole);
        let lit = |column: usize| Lit::positive(column as u32);
        for &row in rows {
            sink.constraint(Constraint::Clause(&[lit(row), !lit((row + 1) % columns)]), origin);
        }
    }

    fn whole(count: usize, numbers: &[usize]) -> String {
        let mut text = Vec::new();
        let encode = |sink: &mut dyn ConstraintSink| {
            columns(sink, count);
            rows(sink, count, numbers);
        };
        write_lp(&mut text, &[], LoweringOptions::default(), &encode).expect("it fits in memory");
        String::from_utf8(text).expect("text")
    }

    /// Returns the names, and the text of the rows after the first `from`.
    fn part(count: usize, numbers: &[usize], from: usize) -> (NameCollector, Vec<u8>) {
        let mut lowering = RowLowering::new(LpRows::new(Vec::new()), LoweringOptions::default());
        let text = |lowering: &mut RowLowering<LpRows<Vec<u8>>>| {
            std::mem::take(lowering.sink().expect("small").out().expect("memory"))
        };
        columns(&mut lowering, count);
        rows(&mut lowering, count, &numbers[..from]);
        text(&mut lowering);
        rows(&mut lowering, count, &numbers[from..]);
        let more = text(&mut lowering);
        (lowering.sink().expect("small").names().clone(), more)
    }

    /// The second part is shorter than the list of columns that it overwrites, the third part is longer.
    #[test]
    fn a_program_that_grows_in_place_is_the_program_written_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("program.lp");
        let numbers: Vec<usize> = (0..300).map(|row| row * 7 % 40).collect();
        let (names, first) = part(40, &numbers[..10], 0);
        let mut file = LpFile::create(&path, &names).expect("a file");
        file.add(&first, &names).expect("rows");
        for (from, to) in [(10, 11), (11, 300)] {
            let (names, more) = part(40, &numbers[..to], from);
            file.add(&more, &names).expect("rows");
            let text = std::fs::read_to_string(&path).expect("the file");
            assert_eq!(text, whole(40, &numbers[..to]));
        }
        assert_eq!(file.read_rows().expect("the rows"), part(40, &numbers, 0).1);
    }
}
