//! Sessions with OPB files that grow.

use std::fs::File;
use std::io::{self, BufWriter};

use encycle_encodings::export::{OpbRevision, OpbRows, opb_unit};
use encycle_encodings::logic::{Lit, LoweringOptions, RowLowering};
use encycle_solvers::VariableNames;

use super::growing::{ExternalFile, GrowingFormat, padded};
use crate::solve::session::{Failure, FormulaSize};

/// The number of bytes of the header and the comment after it.
const HEADER: usize = 96;

/// The revision that every solver reads.
const REVISION: OpbRevision = OpbRevision::Pb16;

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
        Ok(padded(&format!("{}\n", size.header(REVISION)), '*', "", HEADER))
    }

    fn unit(literal: Lit) -> String {
        opb_unit(literal)
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
    fn every_header_fits() {
        let most = usize::MAX;
        let size =
            OpbSize { variables: most, constraints: most, equations: most, greatest_sum: u64::MAX };
        for header in [size.header(REVISION), OpbSize::default().header(REVISION)] {
            assert_eq!(padded(&format!("{header}\n"), '*', "", HEADER).len(), HEADER);
        }
    }
}
