//! Sessions with LP files that grow by their cuts.

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use encycle_encodings::export::{LpProgram, LpRows, NameCollector, write_lp_head};
use encycle_encodings::logic::{
    Constraint, ConstraintSink, Lit, LoweringOptions, Origin, ProgramPart, RowLowering, Var,
};
use encycle_solvers::{Dialect, Limits, RunEnd, Solver, SolverRun, SolverStatus, VariableNames};

use super::{SolverRunner, call_result, io_failure};
use crate::solve::session::program::{GivenProgram, ProgramPoint};
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
    /// The part of the program beyond its constraints.
    program: Option<GivenProgram>,
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
    /// Creates a file without rows of constraints.
    fn create(path: &Path, frame: &Frame<'_>) -> io::Result<Self> {
        let file = File::options().read(true).write(true).create(true).truncate(true).open(path)?;
        let mut out = BufWriter::new(file);
        frame.write_head(&mut out)?;
        let mut out = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        let start = out.stream_position()?;
        Ok(Self { out, rows: start..start, columns: frame.names.len(), has_leftover: false })
    }

    fn has_rows(&self) -> bool {
        !self.rows.is_empty()
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
    fn add(&mut self, rows: &[u8], frame: &Frame<'_>) -> io::Result<()> {
        self.out.seek(SeekFrom::Start(self.rows.end))?;
        self.out.write_all(rows)?;
        self.rows.end += rows.len() as u64;
        if std::mem::take(&mut self.has_leftover) {
            self.out.set_len(self.rows.end)?;
        }
        // the tail of a file without rows is longer than that of the next
        self.has_leftover = !self.has_rows();
        let mut tail = BufWriter::new(&self.out);
        frame.write_tail(&mut tail, self.has_rows())
    }
}

/// The text around the rows of the constraints.
struct Frame<'a> {
    names: &'a NameCollector,
    program: Option<&'a ProgramPart>,
}

impl Frame<'_> {
    fn write_head(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.program {
            Some(program) => LpProgram::new(self.names, program).write_head(out),
            None => write_lp_head(out, self.names),
        }
    }

    fn write_tail(&self, out: &mut dyn Write, has_rows: bool) -> io::Result<()> {
        match self.program {
            Some(program) => LpProgram::new(self.names, program).write_tail(out, has_rows),
            None => LpProgram::new(self.names, &ProgramPart::default()).write_tail(out, has_rows),
        }
    }

    /// Writes the tail of the linear relaxation.
    fn write_relaxed_tail(&self, out: &mut dyn Write, has_rows: bool) -> io::Result<()> {
        let none = ProgramPart::default();
        let program = LpProgram::new(self.names, self.program.unwrap_or(&none));
        program.relaxed().write_tail(out, has_rows)
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
        Ok(Self { runner, lowering, file: None, assumed: Vec::new(), program: None })
    }

    fn complete_file(&mut self) -> io::Result<()> {
        let rows = self.lowering.sink().map_err(io::Error::other)?;
        let names = rows.names().clone();
        let program = self.program.as_ref().map(|program| &program.part);
        let frame = Frame { names: &names, program };
        let mut file = match self.file.take() {
            None => LpFile::create(&self.runner.input, &frame)?,
            Some(file) if file.columns == names.len() => file,
            // new columns belong in the objective, before the rows, so the file is rewritten
            Some(mut old) => {
                let rows = old.read_rows()?;
                let mut file = LpFile::create(&self.runner.input, &frame)?;
                file.add(&rows, &frame)?;
                file
            }
        };
        let text = std::mem::take(rows.out()?);
        file.add(&text, &frame)?;
        if !self.assumed.is_empty() {
            // the next rows overwrite the rows of the assumptions
            let end = file.rows.end;
            file.add(fixed_rows(&std::mem::take(&mut self.assumed), &names).as_bytes(), &frame)?;
            file.rows.end = end;
            file.has_leftover = true;
        }
        self.file = Some(file);
        Ok(())
    }

    /// Replaces the end of a complete file, so that it is the linear relaxation of the program. The next round writes
    /// the end again.
    fn relax_file(&mut self) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let names = self.lowering.sink().map_err(io::Error::other)?.names();
        let program = self.program.as_ref().map(|program| &program.part);
        file.out.set_len(file.rows.end)?;
        file.out.seek(SeekFrom::Start(file.rows.end))?;
        file.has_leftover = true;
        let has_rows = file.has_rows();
        Frame { names, program }.write_relaxed_tail(&mut BufWriter::new(&file.out), has_rows)
    }

    /// Returns the names of all columns, in the order of the file.
    fn names(&mut self) -> Result<Vec<String>, Failure> {
        let others = self.program.iter().flat_map(|program| &program.part.columns);
        let others = others.map(|column| column.name.clone());
        Ok(self.lowering.sink()?.names().iter().map(str::to_owned).chain(others).collect())
    }

    /// Returns the result of a program without columns, or without values of its columns and rows; `None` if a solver
    /// is needed.
    fn result_without_solver(&mut self) -> Result<Option<CallResult>, Failure> {
        if self.program.as_ref().is_some_and(|program| program.has_empty_range()) {
            return Ok(Some(CallResult::Unsatisfiable));
        }
        // such a row has a column of its own in the file if there is no Boolean variable
        if self.lowering.sink()?.has_false_row() {
            return Ok(Some(CallResult::Unsatisfiable));
        }
        let size = self.lowering.sink()?.size();
        let others = self.program.as_ref().map_or(0, |program| program.part.columns.len());
        if size.variables + others > 0 {
            return Ok(None);
        }
        // a row without terms is written only if it is false
        let is_false = size.rows > 0;
        if let Some(program) = &mut self.program {
            program.set_point(Vec::new(), true, None);
        }
        Ok(Some(if is_false {
            CallResult::Unsatisfiable
        } else {
            CallResult::Model(complete(Vec::new()))
        }))
    }

    /// Reads the values of a program. A solver that stopped at a limit may leave values of Boolean columns that are
    /// neither 0 nor 1; then there is no result.
    fn read_program(&mut self, mut run: SolverRun) -> Result<CallResult, Failure> {
        let booleans = self.lowering.sink()?.size().variables;
        let Some(program) = &mut self.program else { return call_result(&self.runner.id, run) };
        program.point = None;
        if let Some(SolverStatus::Satisfiable(values)) = &mut run.status {
            values.truncate(booleans);
            let is_integral = values.iter().all(Option::is_some);
            match run.point.take() {
                Some(point) if is_integral => program.set_point(point, run.is_optimal, run.bound),
                _ if run.is_optimal => {
                    let reason = "its optimum has a Boolean column that is neither 0 nor 1";
                    return Err(Failure::solver(&self.runner.id, &reason));
                }
                _ => (run.status, run.end) = (Some(SolverStatus::Unknown), RunEnd::Answered),
            }
        }
        call_result(&self.runner.id, run)
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
        let [columns, rows] = self.program.as_ref().map_or([0; 2], |program| program.part.size());
        Ok(FormulaSize { variables: size.variables + columns, clauses: size.rows + rows })
    }

    fn solve(&mut self, limits: &Limits) -> Result<CallResult, Failure> {
        if let Some(result) = self.result_without_solver()? {
            return Ok(result);
        }
        self.complete_file().map_err(|error| io_failure("writing the program", error))?;
        let names = self.names()?;
        if self.program.is_none() {
            return self.runner.run(VariableNames::Columns(&names), limits);
        }
        let run = self.runner.run_solver(VariableNames::Program(&names), limits)?;
        self.read_program(run)
    }

    fn set_program(&mut self, program: &ProgramPart) -> Result<(), Failure> {
        let has_endless = program.columns.iter().any(|column| column.lower == f64::NEG_INFINITY);
        if has_endless && self.runner.solver.description.answer == Dialect::Z3Lp {
            // Z3 4.8.12 rejects `x free`, and reads the lower bound -inf as 0
            let reason = "it cannot read columns without a lower bound";
            return Err(Failure::NoProgram { solver: self.runner.id.to_string(), reason });
        }
        self.program = Some(GivenProgram::new(program.clone()));
        if let Some(file) = &mut self.file {
            // the next round writes the file again
            file.columns = usize::MAX;
        }
        Ok(())
    }

    fn point(&self) -> Option<&ProgramPoint> {
        self.program.as_ref()?.point.as_ref()
    }

    fn relax(&mut self, limits: &Limits) -> Result<Option<Vec<f64>>, Failure> {
        if let Some(result) = self.result_without_solver()? {
            return Ok(matches!(result, CallResult::Model(_)).then(Vec::new));
        }
        // assumptions are for the next call of the solver only
        let assumed = std::mem::take(&mut self.assumed);
        let written = self.complete_file().and_then(|()| self.relax_file());
        self.assumed = assumed;
        written.map_err(|error| io_failure("writing the relaxation", error))?;
        let names = self.names()?;
        let mut run = self.runner.run_solver(VariableNames::Program(&names), limits)?;
        let booleans = self.lowering.sink()?.size().variables;
        let point = run.point.take();
        call_result(&self.runner.id, run)?;
        Ok(point.map(|mut point| {
            point.truncate(booleans);
            point.into_iter().map(|value| value.clamp(0.0, 1.0)).collect()
        }))
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
        let mut file =
            LpFile::create(&path, &Frame { names: &names, program: None }).expect("a file");
        file.add(&first, &Frame { names: &names, program: None }).expect("rows");
        for (from, to) in [(10, 11), (11, 300)] {
            let (names, more) = part(40, &numbers[..to], from);
            file.add(&more, &Frame { names: &names, program: None }).expect("rows");
            let text = std::fs::read_to_string(&path).expect("the file");
            assert_eq!(text, whole(40, &numbers[..to]));
        }
        assert_eq!(file.read_rows().expect("the rows"), part(40, &numbers, 0).1);
    }
}
