//! The option `--method`: a solver, or a method without a formula.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use encycle::methods::DirectMethod;

/// The name of the method that encodes a puzzle and runs a solver.
const SOLVER: &str = "solver";

/// The value of `--method`; `None` for a formula and a solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MethodChoice(pub Option<DirectMethod>);

/// Returns the parser of the names of all methods.
pub fn method_choice() -> impl TypedValueParser<Value = MethodChoice> {
    let names = DirectMethod::ALL.iter().map(|method| method.name());
    let names = std::iter::once(SOLVER).chain(names);
    // only `solver` is not the name of a direct method
    PossibleValuesParser::new(names).map(|name| MethodChoice(name.parse().ok()))
}
