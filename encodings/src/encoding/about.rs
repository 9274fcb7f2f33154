//! Descriptions of encodings and rule families.

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
