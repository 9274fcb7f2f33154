//! The options that say how rules become a formula, shared by all commands that make one.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use encycle_encodings::logic::{CardMethod, Choices, CnfMethod, DegreeRows};

/// How constraints become clauses and rows.
#[derive(Args, Clone, Copy, Debug)]
pub struct ChoiceArguments {
    /// How constraints become clauses (in an LP file: how formulas do)
    #[arg(long, value_name = "METHOD", default_value = "direct",
        value_parser = named(CnfMethod::ALL, CnfMethod::name))]
    cnf: CnfMethod,
    /// How "at most so many of these" becomes clauses
    #[arg(long, value_name = "METHOD", default_value = "direct",
        value_parser = named(CardMethod::ALL, CardMethod::name))]
    card: CardMethod,
    /// How "none or two of these" becomes rows: inequalities, or sum = 2y with a variable y
    #[arg(long, value_name = "FORM", default_value = "inequalities",
        value_parser = named(DegreeRows::ALL, DegreeRows::name))]
    degree_rows: DegreeRows,
}

impl ChoiceArguments {
    /// The choices.
    pub fn choices(self) -> Choices {
        Choices { cnf: self.cnf, card: self.card, degree_rows: self.degree_rows }
    }
}

/// A parser of the names of `all`.
pub fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|&one| name(one)))
        .map(move |text| all.iter().copied().find(|&one| name(one) == text).unwrap_or(all[0]))
}
