//! Sessions with external solvers: a file that grows, and a fresh process for each round.

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use encycle_encodings::export::{
    CnfSize, DimacsClauses, LpRows, NameCollector as LpNames, dimacs_header, write_lp_head,
    write_lp_tail,
};
use encycle_encodings::logic::{
    CnfLowering, Constraint, ConstraintSink, Lit, LoweringOptions, Origin, RowLowering, Var,
};

use crate::solve::session::{
    Answer, Failure, FormulaSize, Session, SolverId, SolverUsage, complete,
};
use encycle_solvers::{Limits, RunEnd, Solver, SolverKind, SolverStatus, VariableNames, WorkDir};

/// A session with an external solver, by clauses or by rows as it wants them.
///
/// # Errors
/// If its temporary files cannot be made.
pub fn external_session(
    solver: Solver,
    choices: LoweringOptions,
) -> Result<Box<dyn Session>, Failure> {
    if solver.description.kind == SolverKind::Mip {
        Ok(Box::new(ExternalLp::new(solver, choices)?))
    } else {
        Ok(Box::new(ExternalCnf::new(solver, choices)?))
    }
}

/// What both external sessions share: the solver, its folder, its last run.
#[derive(Debug)]
struct Runner {
    id: SolverId,
    solver: Solver,
    work: WorkDir,
    input: PathBuf,
    last: SolverUsage,
}

impl Runner {
    fn new(solver: Solver, file_name: &str) -> Result<Self, Failure> {
        let work = WorkDir::new().map_err(|error| io_failure(&no_directory(), error))?;
        let input = work.path().join(file_name);
        let id = SolverId { name: solver.description.name.clone(), version: solver.version() };
        Ok(Self { id, solver, work, input, last: SolverUsage::default() })
    }

    fn run(&mut self, names: VariableNames<'_>, limits: &Limits) -> Result<Answer, Failure> {
        if !self.input.exists() {
            let error = io::Error::new(io::ErrorKind::NotFound, "somebody has removed it");
            return Err(io_failure(&format!("the formula {}", self.input.display()), error));
        }
        let run = self.solver.run(&self.input, names, limits, self.work.path());
        self.last = SolverUsage { cpu: run.cpu, wall: Some(run.wall), peak_kb: run.peak_kb };
        match (run.reply, run.end) {
            (Some(SolverStatus::Satisfiable(values)), _) => Ok(Answer::Model(complete(values))),
            (Some(SolverStatus::Unsatisfiable), _) => Ok(Answer::Unsatisfiable),
            (Some(SolverStatus::Unknown), RunEnd::Answered) => {
                Ok(Answer::Unknown(format!("{} gave up at its limit", self.id)))
            }
            (_, end @ (RunEnd::Limit(_) | RunEnd::Stopped)) => {
                Ok(Answer::Unknown(format!("{}: {end}", self.id)))
            }
            (_, end) => Err(Failure::Solver {
                solver: self.id.to_string(),
                reason: end.to_string(),
                last_lines: run.last_lines,
            }),
        }
    }
}

fn no_directory() -> String {
    let place = std::env::temp_dir();
    format!("making a temporary directory in {} (TMPDIR says where)", place.display())
}

fn io_failure(what: &str, error: io::Error) -> Failure {
    Failure::Io { what: what.to_owned(), error }
}

/// The header of a growing file is written anew before each round, in a block of this many bytes: a
/// comment filled up with dots, so that the `p` line has single spaces as the strict parsers want.
const HEADER: usize = 64;

fn header_block(size: CnfSize) -> String {
    let header = dimacs_header(size);
    let dots = ".".repeat(HEADER.saturating_sub("c \n\n".len() + header.len()));
    format!("c {dots}\n{header}\n")
}

/// A session with an external SAT solver. The clauses are written once; a round adds its cuts at
/// the end and rewrites only the header.
#[derive(Debug)]
pub struct ExternalCnf {
    runner: Runner,
    lowering: CnfLowering<DimacsClauses<BufWriter<File>>>,
    /// Literals that are clauses of the next round alone.
    assumed: Vec<Lit>,
}

impl ExternalCnf {
    /// A session with an empty formula in a temporary directory of its own.
    ///
    /// # Errors
    /// If the directory or the file cannot be made.
    pub fn new(solver: Solver, choices: LoweringOptions) -> Result<Self, Failure> {
        let runner = Runner::new(solver, "formula.cnf")?;
        let open = || {
            let mut out = BufWriter::new(File::create(&runner.input)?);
            out.write_all(header_block(CnfSize::default()).as_bytes())?;
            Ok(out)
        };
        let out = open().map_err(|error| io_failure("writing the formula", error))?;
        let lowering = CnfLowering::new(DimacsClauses::new(out), choices);
        Ok(Self { runner, lowering, assumed: Vec::new() })
    }

    /// Writes the header, and the assumed literals at the end. Where the clauses end, if there are any of
    /// these.
    fn complete_file(&mut self) -> io::Result<Option<u64>> {
        let clauses = self.lowering.sink().map_err(io::Error::other)?;
        let mut size = clauses.size();
        size.clauses += self.assumed.len();
        let block = header_block(size);
        let out = clauses.out()?;
        out.flush()?;
        let file = out.get_mut();
        file.seek(SeekFrom::Start(0))?;
        file.write_all(block.as_bytes())?;
        let end = file.seek(SeekFrom::End(0))?;
        let units: String =
            self.assumed.drain(..).map(|literal| format!("{} 0\n", literal.to_ipasir())).collect();
        file.write_all(units.as_bytes())?;
        Ok((!units.is_empty()).then_some(end))
    }

    /// Takes away what stands behind the clauses.
    fn shorten_file(&mut self, end: u64) -> io::Result<()> {
        let file = self.lowering.sink().map_err(io::Error::other)?.out()?.get_mut();
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(())
    }
}

impl ConstraintSink for ExternalCnf {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var {
        self.lowering.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        self.lowering.constraint(constraint, origin);
    }
}

impl Session for ExternalCnf {
    fn solver(&self) -> &SolverId {
        &self.runner.id
    }

    fn size(&mut self) -> Result<FormulaSize, Failure> {
        let size = self.lowering.sink()?.size();
        Ok(FormulaSize { variables: size.variables, clauses: size.clauses })
    }

    fn solve(&mut self, limits: &Limits) -> Result<Answer, Failure> {
        let writing = |error| io_failure("writing the formula", error);
        let end = self.complete_file().map_err(writing)?;
        let variables = self.lowering.sink()?.size().variables;
        let answer = self.runner.run(VariableNames::Numbered(variables), limits);
        if let Some(end) = end {
            self.shorten_file(end).map_err(writing)?;
        }
        answer
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.assumed = literals.to_vec();
        true
    }

    fn last_usage(&self) -> SolverUsage {
        self.runner.last
    }
}

/// A session with an external MIP solver. The rows are written once; a round adds its cuts in the place
/// of the list of columns, which the format wants last, and writes that list behind them again.
#[derive(Debug)]
pub struct ExternalLp {
    runner: Runner,
    /// Writes to a buffer the rows that are not in the file yet.
    lowering: RowLowering<LpRows<Vec<u8>>>,
    file: Option<LpFile>,
    /// Literals that are rows of the next round alone.
    assumed: Vec<Lit>,
}

/// The file of a growing program.
#[derive(Debug)]
struct LpFile {
    out: File,
    /// Where the rows begin and end.
    rows: Range<u64>,
    /// The number of columns in the objective, which stands before the rows.
    columns: usize,
    /// Whether something may be left behind what is written next.
    is_longer: bool,
}

impl LpFile {
    /// A file that has no rows yet.
    fn create(path: &Path, names: &LpNames) -> io::Result<Self> {
        let file = File::options().read(true).write(true).create(true).truncate(true).open(path)?;
        let mut out = BufWriter::new(file);
        write_lp_head(&mut out, names)?;
        let mut out = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        let start = out.stream_position()?;
        Ok(Self { out, rows: start..start, columns: names.len(), is_longer: false })
    }

    /// The rows so far.
    fn read_rows(&mut self) -> io::Result<Vec<u8>> {
        self.out.seek(SeekFrom::Start(self.rows.start))?;
        let mut rows = Vec::new();
        let length = self.rows.end - self.rows.start;
        Read::by_ref(&mut self.out).take(length).read_to_end(&mut rows)?;
        Ok(rows)
    }

    /// Adds rows, and completes the file.
    fn add(&mut self, rows: &[u8], names: &LpNames) -> io::Result<()> {
        self.out.seek(SeekFrom::Start(self.rows.end))?;
        self.out.write_all(rows)?;
        self.rows.end += rows.len() as u64;
        if std::mem::take(&mut self.is_longer) {
            self.out.set_len(self.rows.end)?;
        }
        let mut tail = BufWriter::new(&self.out);
        write_lp_tail(&mut tail, names)
    }
}

impl ExternalLp {
    /// A session with an empty program in a temporary directory of its own.
    ///
    /// # Errors
    /// If the directory cannot be made.
    pub fn new(solver: Solver, choices: LoweringOptions) -> Result<Self, Failure> {
        let runner = Runner::new(solver, "program.lp")?;
        let lowering = RowLowering::new(LpRows::new(Vec::new()), choices);
        Ok(Self { runner, lowering, file: None, assumed: Vec::new() })
    }

    fn complete_file(&mut self) -> io::Result<()> {
        let rows = self.lowering.sink().map_err(io::Error::other)?;
        let names = rows.names().clone();
        let mut file = match self.file.take() {
            None => LpFile::create(&self.runner.input, &names)?,
            Some(file) if file.columns == names.len() => file,
            // new columns go into the objective, before the rows
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
            // the next rows are written over these
            let end = file.rows.end;
            file.add(fixed_rows(&std::mem::take(&mut self.assumed), &names).as_bytes(), &names)?;
            file.rows.end = end;
            file.is_longer = true;
        }
        self.file = Some(file);
        Ok(())
    }
}

/// A row for each literal, which says that it is true.
fn fixed_rows(literals: &[Lit], names: &LpNames) -> String {
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

    fn solve(&mut self, limits: &Limits) -> Result<Answer, Failure> {
        let size = self.lowering.sink()?.size();
        if size.variables == 0 {
            // a row without terms is there because it is false
            let is_false = size.rows > 0;
            return Ok(if is_false {
                Answer::Unsatisfiable
            } else {
                Answer::Model(complete(Vec::new()))
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

    /// A program of these columns.
    fn columns(sink: &mut dyn ConstraintSink, columns: usize) {
        for column in 0..columns {
            sink.variable("edge", format_args!("x_{column}"));
        }
    }

    /// A row for each number: this column, or not the next.
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

    /// The names, and the text of the rows behind the first `from`.
    fn part(count: usize, numbers: &[usize], from: usize) -> (LpNames, Vec<u8>) {
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

    /// Whatever was added when, the file is the one that would be written at once. The second piece is
    /// shorter than the list of columns that it takes the place of, the third is longer.
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
