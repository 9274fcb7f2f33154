//! The parts of an encoding: some variables and constraints each, a description of them and of their rule families, and
//! the numbers of the variables.

use std::fmt;
use std::sync::Arc;

use crate::encoding::EncodingError;
use crate::logic::{Constraint, ConstraintSink, Origin, VARIABLE_LIMIT, Var};

/// The description of an encoding, or of a part of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodingInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// Its idea, in one sentence.
    pub meaning: &'static str,
    /// Its source, such as a paper and equations.
    pub source: &'static str,
    /// Its rule families and families of variables, each with its meaning.
    pub families: &'static [(&'static str, &'static str)],
}

impl EncodingInfo {
    /// Describes a part, by its families, that cannot be selected by a name on the command line.
    #[must_use]
    pub const fn of_families(
        name: &'static str,
        source: &'static str,
        families: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self { name, meaning: "", source, families }
    }

    /// Returns the families, with the source of this encoding or part.
    pub fn families(&self) -> impl Iterator<Item = RuleFamily> + use<> {
        let Self { source, families, .. } = *self;
        families.iter().map(move |&(name, meaning)| RuleFamily { name, meaning, source })
    }
}

/// A rule family, or a family of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleFamily {
    /// Its name.
    pub name: &'static str,
    /// Its meaning.
    pub meaning: &'static str,
    /// Its source, such as a paper and equations.
    pub source: &'static str,
}

/// A function that passes variables or constraints to a sink. Every call passes the same variables or constraints.
type Emit<'a> = Box<dyn Fn(&mut dyn ConstraintSink) + Sync + 'a>;

/// A part of an [`Encoding`](crate::encoding::Encoding): some variables, and constraints over its own variables and the
/// variables of other parts, with their families.
///
/// A part knows the numbers of its variables, because [`Encoding::numbers`](crate::encoding::Encoding::numbers)
/// allocates them before the part is built.
pub struct Part<'a> {
    /// Its name, meaning, source and families.
    pub about: EncodingInfo,
    /// The number of its first variable, and the function that creates all of them, if it has any.
    pub(super) variables: Option<(u32, Emit<'a>)>,
    pub(super) constraints: Emit<'a>,
}

impl<'a> Part<'a> {
    /// Creates a part without variables of its own.
    #[must_use]
    pub fn new(
        about: EncodingInfo,
        constraints: impl Fn(&mut dyn ConstraintSink) + Sync + 'a,
    ) -> Self {
        Self { about, variables: None, constraints: Box::new(constraints) }
    }

    /// Adds variables. The first of them has the number `first`.
    #[must_use]
    pub fn with_variables(
        mut self,
        first: u32,
        variables: impl Fn(&mut dyn ConstraintSink) + Sync + 'a,
    ) -> Self {
        self.variables = Some((first, Box::new(variables)));
        self
    }

    /// Creates a part from a value that knows its numbers, the smallest of which is `first`.
    #[must_use]
    pub fn of<T: Send + Sync + 'a>(
        about: EncodingInfo,
        first: u32,
        value: T,
        variables: impl Fn(&T, &mut dyn ConstraintSink) + Sync + 'a,
        constraints: impl Fn(&T, &mut dyn ConstraintSink) + Sync + 'a,
    ) -> Self {
        let value = Arc::new(value);
        let named = value.clone();
        Self::new(about, move |sink| constraints(&value, sink))
            .with_variables(first, move |sink| variables(&named, sink))
    }

    /// Replaces the sink of the constraints by a sink that `adapt` derives from it.
    #[must_use]
    pub fn with_sink(
        self,
        adapt: impl Fn(&dyn Fn(&mut dyn ConstraintSink), &mut dyn ConstraintSink) + Sync + 'a,
    ) -> Self {
        let constraints = self.constraints;
        Self { constraints: Box::new(move |sink| adapt(&*constraints, sink)), ..self }
    }
}

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
