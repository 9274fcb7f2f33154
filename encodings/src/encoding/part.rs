//! A part of an encoding: some variables, and constraints.

use std::sync::Arc;

use crate::encoding::EncodingInfo;
use crate::logic::ConstraintSink;

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
