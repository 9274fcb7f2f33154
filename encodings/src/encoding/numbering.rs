//! The numbers of the variables of an encoding.

use std::fmt;

use crate::encoding::EncodingError;
use crate::logic::{Constraint, ConstraintSink, Origin, VARIABLE_LIMIT, Var};

/// Hands out the numbers of variables, range after range.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Numbering {
    /// The number of variables so far. It may exceed what files can number, until [`Self::refuse_above_limit`].
    count: u128,
}

impl Numbering {
    /// Hands out the next `count` numbers and returns the first of them.
    pub fn range(&mut self, count: impl TryInto<u128>) -> u32 {
        let first = self.count;
        self.count += count.try_into().unwrap_or(u128::MAX >> 1);
        // beyond the limit the encoding is refused, whatever the number
        u32::try_from(first).unwrap_or(u32::MAX)
    }

    /// Refuses an encoding with more variables than files can number.
    pub fn refuse_above_limit(self, name: &str) -> Result<(), EncodingError> {
        if self.count <= u128::from(VARIABLE_LIMIT) {
            return Ok(());
        }
        let reason = format!(
            "up to {} variables for this puzzle; files number at most {VARIABLE_LIMIT}\n\
             help: use a smaller encoding, or cuts",
            self.count
        );
        Err(EncodingError::new(name, reason))
    }
}

/// Returns the number of variables that a function creates.
pub(crate) fn count_variables(create: impl FnOnce(&mut dyn ConstraintSink)) -> u32 {
    let mut counted = VariableCount::default();
    create(&mut counted);
    counted.0
}

/// A sink that counts variables.
#[derive(Default)]
struct VariableCount(u32);

impl ConstraintSink for VariableCount {
    fn variable(&mut self, _: &'static str, _: fmt::Arguments<'_>) -> Var {
        self.0 += 1;
        Var::new(self.0 - 1)
    }

    fn constraint(&mut self, _: Constraint<'_>, _: Origin) {}

    fn accepts_more(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_follow_each_other_and_the_last_number_is_in_a_file() {
        let mut numbering = Numbering::default();
        assert_eq!(
            [numbering.range(3_usize), numbering.range(0_usize), numbering.range(2_usize)],
            [0, 3, 3]
        );
        numbering.range(VARIABLE_LIMIT as usize - 5);
        assert!(numbering.refuse_above_limit("edge").is_ok());
        numbering.range(1_usize);
        let error = numbering.refuse_above_limit("edge").expect_err("too many").to_string();
        assert!(error.contains("up to 2147483648 variables"), "{error}");
    }
}
