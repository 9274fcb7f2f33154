//! CNF files that grow by their cuts.

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};

use encycle_encodings::export::{CnfSize, DimacsClauses, dimacs_header};
use encycle_encodings::logic::{
    CnfLowering, Constraint, ConstraintSink, Lit, LoweringOptions, Origin, Var,
};
use encycle_solvers::{Limits, Solver, VariableNames};

use super::{Runner, io_failure};
use crate::solve::session::{CallResult, Failure, FormulaSize, Session, SolverId, SolverUsage};

/// The number of bytes kept for the header, which is rewritten before each round. A comment of dots
/// fills the block, because strict parsers accept only single spaces in the `p` line.
const HEADER: usize = 64;

fn header_block(size: CnfSize) -> String {
    let header = dimacs_header(size);
    let dots = ".".repeat(HEADER.saturating_sub("c \n\n".len() + header.len()));
    format!("c {dots}\n{header}\n")
}

/// A session with an external SAT solver. The clauses are written once. Each round appends its cuts and
/// rewrites only the header.
#[derive(Debug)]
pub struct ExternalCnf {
    lowering: CnfLowering<DimacsClauses<BufWriter<File>>>,
    /// Assumptions: unit clauses of the next round only.
    assumed: Vec<Lit>,
    // the last field, since Windows does not remove a directory with open files
    runner: Runner,
}

impl ExternalCnf {
    /// Returns a session with an empty formula in its own temporary directory.
    ///
    /// # Errors
    /// [`Failure::Io`] if the directory or the file cannot be created.
    pub fn new(solver: Solver, options: LoweringOptions) -> Result<Self, Failure> {
        let runner = Runner::new(solver, "formula.cnf")?;
        let open = || {
            let mut out = BufWriter::new(File::create(&runner.input)?);
            out.write_all(header_block(CnfSize::default()).as_bytes())?;
            Ok(out)
        };
        let out = open().map_err(|error| io_failure("writing the formula", error))?;
        let lowering = CnfLowering::new(DimacsClauses::new(out), options);
        Ok(Self { runner, lowering, assumed: Vec::new() })
    }

    /// Writes the header and appends the assumptions. Returns where the clauses end, if there are
    /// assumptions to remove after the round.
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

    /// Removes everything after the clauses.
    fn truncate_file(&mut self, end: u64) -> io::Result<()> {
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

    fn solve(&mut self, limits: &Limits) -> Result<CallResult, Failure> {
        let writing = |error| io_failure("writing the formula", error);
        let end = self.complete_file().map_err(writing)?;
        let variables = self.lowering.sink()?.size().variables;
        let answer = self.runner.run(VariableNames::Numbered(variables), limits);
        if let Some(end) = end {
            self.truncate_file(end).map_err(writing)?;
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
