//! Files that grow by their cuts, for external solvers.
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

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};

use encycle_encodings::logic::{Constraint, ConstraintSink, Lit, LoweringOptions, Origin, Var};
use encycle_solvers::{Limits, Solver, VariableNames};

use super::{SolverRunner, io_failure};
use crate::solve::session::{CallResult, Failure, FormulaSize, Session, SolverId, SolverUsage};

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
        Ok(Self { runner, lowering, assumed: Vec::new() })
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
pub(super) fn padded(start: &str, comment: char, end: &str, length: usize) -> String {
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
        let answer = self.runner.run(F::names(variables), limits);
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
