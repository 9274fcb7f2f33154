//! Sessions with external solvers: a file that grows, and a fresh process for each round.

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::time::Duration;

use encycle_encodings::export::{CnfSize, DimacsClauses, LpRows, dimacs_header, write_lp_around};
use encycle_encodings::logic::{
    Choices, CnfLowering, Constraint, ConstraintSink, Origin, RowLowering, Var,
};

use super::session::{Answer, Failure, FormulaSize, Session, SolverId, complete};
use crate::solvers::{End, Kind, Limits, Names, Reply, Solver, WorkDir};

/// A session with an external solver, by clauses or by rows as it wants them.
///
/// # Errors
/// If its temporary files cannot be made.
pub fn external_session(solver: Solver, choices: Choices) -> Result<Box<dyn Session>, Failure> {
    if solver.description.kind == Kind::Mip {
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
    last_cpu: Option<Duration>,
}

impl Runner {
    fn new(solver: Solver, file_name: &str) -> Result<Self, Failure> {
        let work =
            WorkDir::new().map_err(|error| io_failure("making a temporary directory", error))?;
        let input = work.path().join(file_name);
        let id = SolverId { name: solver.description.name.clone(), version: solver.version() };
        Ok(Self { id, solver, work, input, last_cpu: None })
    }

    fn run(&mut self, names: Names<'_>, limits: &Limits) -> Result<Answer, Failure> {
        let run = self.solver.run(&self.input, names, limits, self.work.path());
        self.last_cpu = run.cpu;
        match (run.reply, run.end) {
            (Some(Reply::Model(values)), _) => Ok(Answer::Model(complete(values))),
            (Some(Reply::Unsatisfiable), _) => Ok(Answer::Unsatisfiable),
            (Some(Reply::Unknown), End::Answered) => {
                Ok(Answer::Unknown(format!("{} gave up at its limit", self.id)))
            }
            (_, end @ (End::Limit(_) | End::Stopped)) => {
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
}

impl ExternalCnf {
    /// A session with an empty formula in a temporary directory of its own.
    ///
    /// # Errors
    /// If the directory or the file cannot be made.
    pub fn new(solver: Solver, choices: Choices) -> Result<Self, Failure> {
        let runner = Runner::new(solver, "formula.cnf")?;
        let open = || {
            let mut out = BufWriter::new(File::create(&runner.input)?);
            out.write_all(header_block(CnfSize::default()).as_bytes())?;
            Ok(out)
        };
        let out = open().map_err(|error| io_failure("writing the formula", error))?;
        Ok(Self { runner, lowering: CnfLowering::new(DimacsClauses::new(out), choices) })
    }

    fn complete_file(&mut self) -> io::Result<()> {
        let clauses = self.lowering.sink().map_err(io::Error::other)?;
        let block = header_block(clauses.size());
        let out = clauses.out()?;
        out.flush()?;
        let file = out.get_mut();
        file.seek(SeekFrom::Start(0))?;
        file.write_all(block.as_bytes())?;
        file.seek(SeekFrom::End(0))?;
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

    fn ask(&mut self, limits: &Limits) -> Result<Answer, Failure> {
        self.complete_file().map_err(|error| io_failure("writing the formula", error))?;
        let variables = self.lowering.sink()?.size().variables;
        self.runner.run(Names::Numbered(variables), limits)
    }

    fn last_cpu(&self) -> Option<Duration> {
        self.runner.last_cpu
    }
}

/// A session with an external MIP solver. The rows are kept as text; each round writes the file.
#[derive(Debug)]
pub struct ExternalLp {
    runner: Runner,
    lowering: RowLowering<LpRows<Vec<u8>>>,
}

impl ExternalLp {
    /// A session with an empty program in a temporary directory of its own.
    ///
    /// # Errors
    /// If the directory cannot be made.
    pub fn new(solver: Solver, choices: Choices) -> Result<Self, Failure> {
        let runner = Runner::new(solver, "program.lp")?;
        Ok(Self { runner, lowering: RowLowering::new(LpRows::new(Vec::new()), choices) })
    }

    fn complete_file(&mut self) -> io::Result<()> {
        let rows = self.lowering.sink().map_err(io::Error::other)?;
        let names = rows.names().clone();
        let text = rows.out()?;
        let mut out = BufWriter::new(File::create(&self.runner.input)?);
        write_lp_around(&mut out, &names, text)
    }
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

    fn ask(&mut self, limits: &Limits) -> Result<Answer, Failure> {
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
        self.runner.run(Names::Columns(&names), limits)
    }

    fn last_cpu(&self) -> Option<Duration> {
        self.runner.last_cpu
    }
}
