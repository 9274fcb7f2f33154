//! The option `--method`: a solver, or a method without a formula.

use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use encycle::methods::DirectMethod;
use encycle::puzzle::UnknownName;

/// The name of the method that encodes a puzzle and runs a solver.
const SOLVER: &str = "solver";

/// The value of `--method`; `None` for a formula and a solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MethodChoice(pub Option<DirectMethod>);

impl FromStr for MethodChoice {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        if name == SOLVER { Ok(Self(None)) } else { Ok(Self(Some(name.parse()?))) }
    }
}

/// Returns the parser of the names of all methods.
pub fn method_choice() -> impl TypedValueParser<Value = MethodChoice> {
    let names = DirectMethod::ALL.iter().map(|method| method.name());
    let names = std::iter::once(SOLVER).chain(names);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<MethodChoice>())
}
