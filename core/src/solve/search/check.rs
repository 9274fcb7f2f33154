//! The check of each solution that a search finds.

use encycle_encodings::encoding::Encoding;
use encycle_encodings::puzzle::Solution;

use crate::solve::session::Failure;

/// Checks a solution against all rules.
///
/// # Errors
/// Returns an error if the solution violates a rule. That is a defect of Encycle: of the encoding if it is exact,
/// otherwise of the cuts.
pub(in crate::solve) fn check(encoding: &Encoding<'_>, solution: &Solution) -> Result<(), Failure> {
    encoding.puzzle().check(solution).map_err(|broken| match encoding.is_exact() {
        true => Failure::Inexact { encoding: encoding.name().to_owned(), broken },
        false => Failure::Internal(broken.to_string()),
    })
}
