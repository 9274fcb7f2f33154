//! The numbers of the variables of an encoding.

use std::fmt;

use crate::encoding::EncodingError;
use crate::logic::{Constraint, ConstraintSink, Origin, VARIABLE_LIMIT, Var};

/// An allocator of variable numbers, range after range.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Numbering {
    /// The number of variables that have been allocated.
    pub count: u32,
}

impl Numbering {
    /// Allocates the next `count` numbers and returns the first of them. Refuses a number that does not fit into a
    /// file.
    pub fn range(&mut self, name: &str, count: u128) -> Result<u32, EncodingError> {
        let first = self.count;
        let all = u128::from(first) + count;
        match u32::try_from(all).ok().filter(|&all| all <= VARIABLE_LIMIT) {
            Some(all) => {
                self.count = all;
                Ok(first)
            }
            None => {
                let reason = format!(
                    "up to {all} variables for this puzzle; files number at most {VARIABLE_LIMIT}\n\
                     help: use a smaller encoding, or cuts"
                );
                Err(EncodingError::new(name, reason))
            }
        }
    }
}

/// Returns the number of variables that a function creates.
pub(crate) fn count_variables(create: impl FnOnce(&mut dyn ConstraintSink)) -> usize {
    let mut counted = VariableCount::default();
    create(&mut counted);
    counted.0 as usize
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
        let mut range = |count: u32| numbering.range("edge", count.into());
        assert_eq!([range(3), range(0), range(2)], [Ok(0), Ok(3), Ok(3)]);
        assert_eq!(range(VARIABLE_LIMIT - 5), Ok(5));
        let error = range(1).expect_err("too many").to_string();
        assert!(error.contains("up to 2147483648 variables"), "{error}");
    }
}
