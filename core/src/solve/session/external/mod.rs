//! Sessions with external solvers: a file that grows by its cuts, and a new process for each round.
//!
//! An external solver reads a complete file in every round. Writing the whole formula again in every round would be
//! wasteful, because a round adds only a few cuts. Clauses can be appended, but the header at the start of the file
//! contains their number. So the header is padded to a fixed length by a comment and overwritten in place:
//!
//! ```text
//!   c ..........................      the comment fills the header up to a fixed number of bytes
//!   p cnf 1200 5034                   overwritten in every round
//!   1 -2 0                            written once
//!   ...
//!   7 9 0                             the cuts of the round, appended
//!   -3 0                              assumptions, removed after the round
//! ```

mod lp;
mod objective;

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::PathBuf;

use encycle_encodings::export::{
    DimacsClauses, OpbRevision, OpbRows, WcnfClauses, dimacs_header, opb_objective, opb_unit,
};
use encycle_encodings::logic::{
    CnfLowering, Constraint, ConstraintSink, Lit, LoweringOptions, ObjectiveCost, Origin,
    ProgramPart, RowLowering, Var,
};

use crate::solve::session::program::{GivenProgram, ProgramPoint, require_boolean};
use crate::solve::session::{
    CallResult, Failure, FormulaSize, Session, SolverId, SolverUsage, complete,
};
use encycle_solvers::{
    Limits, RunEnd, Solver, SolverKind, SolverRun, SolverStatus, VariableNames, WorkDir,
};

pub use lp::ExternalLp;

/// Returns a session with an external solver. The session writes the format that the solver reads.
///
/// # Errors
/// [`Failure::Io`] if its temporary files cannot be created.
pub fn external_session(
    solver: Solver,
    options: LoweringOptions,
) -> Result<Box<dyn Session>, Failure> {
    Ok(match solver.description.kind {
        SolverKind::Sat => Box::new(ExternalCnf::new(solver, options)?),
        SolverKind::Mip => Box::new(ExternalLp::new(solver, options)?),
        SolverKind::Pb => Box::new(ExternalOpb::new(solver, options)?),
        SolverKind::MaxSat => Box::new(ExternalWcnf::new(solver, options)?),
    })
}

/// The parts that all external sessions share: the solver, its temporary directory and its last run.
#[derive(Debug)]
struct SolverRunner {
    id: SolverId,
    solver: Solver,
    work: WorkDir,
    input: PathBuf,
    last: SolverUsage,
}

impl SolverRunner {
    fn new(solver: Solver, file_name: &str) -> Result<Self, Failure> {
        let work = WorkDir::new().map_err(|error| io_failure(&creating_directory(), error))?;
        let input = work.path().join(file_name);
        let id = SolverId::of_program(solver.description.name.clone(), &solver);
        Ok(Self { id, solver, work, input, last: SolverUsage::default() })
    }

    fn run(&mut self, names: VariableNames<'_>, limits: &Limits) -> Result<CallResult, Failure> {
        let run = self.run_solver(names, limits)?;
        call_result(&self.id, run)
    }

    fn run_solver(
        &mut self,
        names: VariableNames<'_>,
        limits: &Limits,
    ) -> Result<SolverRun, Failure> {
        if !self.input.exists() {
            let error = io::Error::new(io::ErrorKind::NotFound, "the file has been deleted");
            return Err(io_failure(&format!("the formula {}", self.input.display()), error));
        }
        let run = self.solver.run(&self.input, names, limits, self.work.path());
        self.last = SolverUsage { cpu: run.cpu, wall: Some(run.wall), peak_kb: run.peak_kb };
        Ok(run)
    }
}

/// Returns the result of a run of an external solver.
///
/// # Errors
/// [`Failure::Solver`] if the run has no result.
pub(crate) fn call_result(id: &SolverId, run: SolverRun) -> Result<CallResult, Failure> {
    match (run.status, run.end) {
        (Some(SolverStatus::Satisfiable(values)), _) => Ok(CallResult::Model(complete(values))),
        (Some(SolverStatus::Unsatisfiable), _) => Ok(CallResult::Unsatisfiable),
        (Some(SolverStatus::Unknown), RunEnd::Answered) => Ok(CallResult::Unknown(
            match run.reason.filter(|reason| reason.contains("unbounded")) {
                Some(reason) => format!("{id}: {reason}"),
                None => format!("{id} stopped at its own limit"),
            },
        )),
        (_, end @ (RunEnd::Limit(_) | RunEnd::Stopped)) => {
            Ok(CallResult::Unknown(format!("{id}: {end}")))
        }
        (_, end) => Err(Failure::Solver {
            solver: id.to_string(),
            reason: end.to_string(),
            last_lines: run.last_lines,
        }),
    }
}

pub(crate) fn creating_directory() -> String {
    let place = std::env::temp_dir();
    format!("creating a temporary directory in {} (set TMPDIR to use another)", place.display())
}

pub(crate) fn io_failure(what: &str, error: io::Error) -> Failure {
    Failure::Io { what: what.to_owned(), error }
}

/// A format in which the lines of new constraints can be appended to a file. Only the header at the start depends on
/// all lines.
pub trait GrowingFormat: ConstraintSink + fmt::Debug + Sized {
    /// The name of the file.
    const FILE: &'static str;

    /// Creates a lowering that writes lines to a file.
    fn lowering(out: BufWriter<File>, options: LoweringOptions) -> Self;

    /// Writes all buffered lines and returns the file.
    ///
    /// # Errors
    /// A constraint that was rejected, and the errors of the file.
    fn out(&mut self) -> io::Result<&mut BufWriter<File>>;

    /// Returns the size of the formula.
    ///
    /// # Errors
    /// A constraint was rejected.
    fn size(&mut self) -> Result<FormulaSize, Failure>;

    /// Returns the header of the formula with this number of unit lines after it: a text of the same length for all
    /// sizes.
    ///
    /// # Errors
    /// A constraint was rejected.
    fn header(&mut self, units: usize) -> io::Result<String>;

    /// Returns the line that makes a literal true.
    fn unit(literal: Lit) -> String;

    /// Returns the lines of an objective, which come after the header; `None` if the format has no objective.
    fn objective(_: &[(i64, Var)]) -> Option<String> {
        None
    }

    /// Returns the names of this number of variables.
    fn names(variables: usize) -> VariableNames<'static>;
}

/// A session with an external solver. The lines are written once. Each round appends its cuts and rewrites only the
/// header.
#[derive(Debug)]
pub struct ExternalFile<F> {
    lowering: F,
    /// Assumptions, which become unit lines of the next round only.
    assumed: Vec<Lit>,
    /// The program, if the session was given one.
    program: Option<GivenProgram>,
    /// Its objective, to be minimized.
    objective: Option<ObjectiveCost>,
    // the last field, because Windows does not remove a directory with open files
    runner: SolverRunner,
}

impl<F: GrowingFormat> ExternalFile<F> {
    /// Returns a session with an empty formula in its own temporary directory.
    ///
    /// # Errors
    /// [`Failure::Io`] if the directory or the file cannot be created.
    pub fn new(solver: Solver, options: LoweringOptions) -> Result<Self, Failure> {
        let runner = SolverRunner::new(solver, F::FILE)?;
        let open = || {
            let mut lowering = F::lowering(BufWriter::new(File::create(&runner.input)?), options);
            let header = lowering.header(0)?;
            lowering.out()?.write_all(header.as_bytes())?;
            Ok(lowering)
        };
        let lowering = open().map_err(|error| io_failure("writing the formula", error))?;
        Ok(Self { runner, lowering, assumed: Vec::new(), program: None, objective: None })
    }

    /// Writes the header and appends the assumptions. Returns the position where the lines of the formula end, if there
    /// are assumptions to remove after the round.
    fn complete_file(&mut self) -> io::Result<Option<u64>> {
        let header = self.lowering.header(self.assumed.len())?;
        let out = self.lowering.out()?;
        out.flush()?;
        let file = out.get_mut();
        file.seek(SeekFrom::Start(0))?;
        file.write_all(header.as_bytes())?;
        let end = file.seek(SeekFrom::End(0))?;
        let units: String = self.assumed.drain(..).map(F::unit).collect();
        file.write_all(units.as_bytes())?;
        Ok((!units.is_empty()).then_some(end))
    }

    /// Inserts lines after the header.
    fn insert_after_header(&mut self, inserted: &str) -> io::Result<()> {
        let header = self.lowering.header(0)?;
        let out = self.lowering.out()?;
        out.flush()?;
        let text = std::fs::read(&self.runner.input)?;
        let lines = text.get(header.len()..).unwrap_or_default();
        let file = out.get_mut();
        file.seek(SeekFrom::Start(header.len() as u64))?;
        file.write_all(inserted.as_bytes())?;
        file.write_all(lines)
    }

    /// Removes everything after the lines of the formula.
    fn truncate_file(&mut self, end: u64) -> io::Result<()> {
        let file = self.lowering.out()?.get_mut();
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(())
    }
}

/// Returns a header with a comment of dots that makes it `length` bytes long. Strict parsers accept neither a header
/// further down nor additional blanks in it.
fn padded(start: &str, comment: char, end: &str, length: usize) -> String {
    let dots = length.saturating_sub(start.len() + end.len() + "c \n".len());
    format!("{start}{comment} {}\n{end}", ".".repeat(dots))
}

impl<F: GrowingFormat> ConstraintSink for ExternalFile<F> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var {
        self.lowering.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        self.lowering.constraint(constraint, origin);
    }
}

impl<F: GrowingFormat> Session for ExternalFile<F> {
    fn solver(&self) -> &SolverId {
        &self.runner.id
    }

    fn size(&mut self) -> Result<FormulaSize, Failure> {
        self.lowering.size()
    }

    fn solve(&mut self, limits: &Limits) -> Result<CallResult, Failure> {
        let writing = |error| io_failure("writing the formula", error);
        let end = self.complete_file().map_err(writing)?;
        let variables = self.lowering.size()?.variables;
        let run = self.runner.run_solver(F::names(variables), limits);
        if let Some(end) = end {
            self.truncate_file(end).map_err(writing)?;
        }
        let run = run?;
        if let Some(program) = &mut self.program {
            objective::read_model(&self.runner.id, program, self.objective.as_ref(), &run)?;
        }
        call_result(&self.runner.id, run)
    }

    fn set_program(&mut self, program: &ProgramPart) -> Result<(), Failure> {
        self.objective = objective::integer_objective(&self.runner.id, program)?;
        if let Some(objective) = &self.objective {
            let Some(lines) = F::objective(&objective.terms()) else {
                return require_boolean(&self.runner.id, program);
            };
            self.insert_after_header(&lines)
                .map_err(|error| io_failure("writing the formula", error))?;
        }
        self.program = Some(GivenProgram::new(program.clone()));
        Ok(())
    }

    fn point(&self) -> Option<&ProgramPoint> {
        self.program.as_ref()?.point.as_ref()
    }

    fn assume(&mut self, literals: &[Lit]) -> bool {
        self.assumed = literals.to_vec();
        true
    }

    fn last_usage(&self) -> SolverUsage {
        self.runner.last
    }
}

/// The number of bytes of the header and the comment in front of it.
const CNF_HEADER: usize = 64;

/// A session with an external SAT solver.
pub type ExternalCnf = ExternalFile<CnfLowering<DimacsClauses<BufWriter<File>>>>;

impl GrowingFormat for CnfLowering<DimacsClauses<BufWriter<File>>> {
    const FILE: &'static str = "formula.cnf";

    fn lowering(out: BufWriter<File>, options: LoweringOptions) -> Self {
        Self::new(DimacsClauses::new(out), options)
    }

    fn out(&mut self) -> io::Result<&mut BufWriter<File>> {
        self.sink().map_err(io::Error::other)?.out()
    }

    fn size(&mut self) -> Result<FormulaSize, Failure> {
        let size = self.sink()?.size();
        Ok(FormulaSize { variables: size.variables, clauses: size.clauses })
    }

    fn header(&mut self, units: usize) -> io::Result<String> {
        let mut size = self.sink().map_err(io::Error::other)?.size();
        size.clauses += units;
        Ok(padded("", 'c', &format!("{}\n", dimacs_header(size)), CNF_HEADER))
    }

    fn unit(literal: Lit) -> String {
        format!("{} 0\n", literal.to_ipasir())
    }

    fn names(variables: usize) -> VariableNames<'static> {
        VariableNames::Numbered(variables)
    }
}

/// The number of bytes of the first clause and the comment in front of it.
const WCNF_HEADER: usize = 64;

/// A session with an external MaxSAT solver.
pub type ExternalWcnf = ExternalFile<CnfLowering<WcnfClauses<BufWriter<File>>>>;

impl GrowingFormat for CnfLowering<WcnfClauses<BufWriter<File>>> {
    const FILE: &'static str = "formula.wcnf";

    fn lowering(out: BufWriter<File>, options: LoweringOptions) -> Self {
        Self::new(WcnfClauses::new(out), options)
    }

    fn out(&mut self) -> io::Result<&mut BufWriter<File>> {
        self.sink().map_err(io::Error::other)?.out()
    }

    fn size(&mut self) -> Result<FormulaSize, Failure> {
        let size = self.sink()?.size();
        Ok(FormulaSize { variables: size.variables, clauses: size.clauses })
    }

    /// The format has no header. A first clause, which is always true, tells the number of variables: a model may be a
    /// word with a digit for each.
    fn header(&mut self, _: usize) -> io::Result<String> {
        let last = self.sink().map_err(io::Error::other)?.size().variables;
        let clause = if last > 0 { format!("h {last} -{last} 0\n") } else { String::new() };
        Ok(padded("", 'c', &clause, WCNF_HEADER))
    }

    fn unit(literal: Lit) -> String {
        format!("h {} 0\n", literal.to_ipasir())
    }

    /// A term costs its size where its variable is true; if the size is negative, where it is false.
    fn objective(terms: &[(i64, Var)]) -> Option<String> {
        let soft = |&(size, variable): &(i64, Var)| {
            let literal = if size > 0 { variable.neg_lit() } else { variable.pos_lit() };
            format!("{} {} 0\n", size.unsigned_abs(), literal.to_ipasir())
        };
        Some(terms.iter().map(soft).collect())
    }

    fn names(variables: usize) -> VariableNames<'static> {
        VariableNames::Numbered(variables)
    }
}

/// The number of bytes of the header and the comment after it.
const OPB_HEADER: usize = 96;

/// The revision that every solver reads.
const OPB_REVISION: OpbRevision = OpbRevision::Pb16;

/// A session with an external pseudo-Boolean solver.
pub type ExternalOpb = ExternalFile<RowLowering<OpbRows<BufWriter<File>>>>;

impl GrowingFormat for RowLowering<OpbRows<BufWriter<File>>> {
    const FILE: &'static str = "formula.opb";

    fn lowering(out: BufWriter<File>, options: LoweringOptions) -> Self {
        Self::new(OpbRows::new(out), options)
    }

    fn out(&mut self) -> io::Result<&mut BufWriter<File>> {
        self.sink().map_err(io::Error::other)?.out()
    }

    fn size(&mut self) -> Result<FormulaSize, Failure> {
        let size = self.sink()?.size();
        Ok(FormulaSize { variables: size.variables, clauses: size.constraints })
    }

    fn header(&mut self, units: usize) -> io::Result<String> {
        let mut size = self.sink().map_err(io::Error::other)?.size();
        size.constraints += units;
        Ok(padded(&format!("{}\n", size.header(OPB_REVISION)), '*', "", OPB_HEADER))
    }

    fn unit(literal: Lit) -> String {
        opb_unit(literal)
    }

    fn objective(terms: &[(i64, Var)]) -> Option<String> {
        Some(opb_objective(terms))
    }

    fn names(variables: usize) -> VariableNames<'static> {
        VariableNames::Opb(variables)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encycle_encodings::export::OpbSize;

    #[test]
    fn every_header_of_an_opb_file_fits() {
        let most = usize::MAX;
        let size =
            OpbSize { variables: most, constraints: most, equations: most, greatest_sum: u64::MAX };
        for header in [size.header(OPB_REVISION), OpbSize::default().header(OPB_REVISION)] {
            assert_eq!(padded(&format!("{header}\n"), '*', "", OPB_HEADER).len(), OPB_HEADER);
        }
    }
}
