//! Descriptions of encodings and rule families.

/// The description of an encoding or of a part of one.
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

/// The size of one family, predicted by a closed formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PredictedSize {
    /// The rule family.
    pub family: &'static str,
    /// Number of variables.
    pub variables: u128,
    /// Number of clauses.
    pub clauses: u128,
}

/// What an encoding consists of, and how large it is.
pub trait SizeReport {
    /// Returns the rule families, including those of variables.
    fn families(&self) -> Vec<RuleFamily>;

    /// Returns the size by closed formulas, family by family, with
    /// [`CnfMethod::Direct`](crate::logic::CnfMethod::Direct) and
    /// [`CnfMethod::Naive`](crate::logic::CnfMethod::Naive); `None` if there is no formula.
    fn predicted_sizes(&self) -> Option<Vec<PredictedSize>>;
}
