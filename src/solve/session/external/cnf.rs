//! Sessions with DIMACS files that grow.

use std::fs::File;
use std::io::{self, BufWriter};

use encycle_encodings::export::{DimacsClauses, dimacs_header};
use encycle_encodings::logic::{CnfLowering, Lit, LoweringOptions};
use encycle_solvers::VariableNames;

use super::growing::{ExternalFile, GrowingFormat, padded};
use crate::solve::session::{Failure, FormulaSize};

/// The number of bytes of the header and the comment in front of it.
const HEADER: usize = 64;

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
        Ok(padded("", 'c', &format!("{}\n", dimacs_header(size)), HEADER))
    }

    fn unit(literal: Lit) -> String {
        format!("{} 0\n", literal.to_ipasir())
    }

    fn names(variables: usize) -> VariableNames<'static> {
        VariableNames::Numbered(variables)
    }
}
