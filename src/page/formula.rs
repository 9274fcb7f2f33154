//! The formula of a request: encoding and lowering.

use encycle_encodings::encoding::Encoding;
use encycle_encodings::logic::{CardMethod, CnfMethod, LoweringOptions};

use crate::page::FormulaChoice;
use crate::page::job::JobError;
use crate::puzzle::{Puzzle, by_name};

/// Returns the options of the lowering.
pub(super) fn lowering(choice: &FormulaChoice) -> Result<LoweringOptions, JobError> {
    let mut options = LoweringOptions::default();
    if let Some(name) = &choice.cnf {
        options.cnf = cnf_method(name)?;
    }
    if let Some(name) = &choice.card {
        options.card = by_name("cardinality method", CardMethod::ALL, |method| method.name(), name)
            .map_err(JobError::new)?;
    }
    Ok(options)
}

/// Returns the CNF method with this name.
pub(super) fn cnf_method(name: &str) -> Result<CnfMethod, JobError> {
    by_name("CNF method", CnfMethod::ALL, |method| method.name(), name).map_err(JobError::new)
}

/// Returns the chosen encoding, or the default encoding of the puzzle.
pub(super) fn encoding<'a>(
    puzzle: &'a Puzzle,
    choice: &FormulaChoice,
) -> Result<Encoding<'a>, JobError> {
    let name = choice.encoding.clone().unwrap_or_else(|| puzzle.default_encoding());
    puzzle.encoding(&name).map_err(JobError::new)
}
