//! The rule check of a solution before anything is concluded from it.

use encycle_encodings::encoding::Encoding;
use encycle_encodings::puzzle::Solution;

use crate::solve::session::Failure;

/// Checks a solution against all rules. A broken rule is a defect of Encycle: of an encoding that claims to be exact,
/// or of the cuts.
pub(super) fn check(encoding: &dyn Encoding, solution: &Solution) -> Result<(), Failure> {
    encoding.puzzle().check(solution).map_err(|broken| match encoding.is_exact() {
        true => Failure::Inexact { encoding: encoding.name().to_owned(), broken },
        false => Failure::Disagreement(broken.to_string()),
    })
}
