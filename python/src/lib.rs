//! Encycle as a Python module; `encycle.pyi` has the types and the documentation of its functions.

mod arguments;
mod counting;
mod decoding;
mod errors;
mod formula;
mod generating;
mod interrupt;
mod solution;
mod solving;

use pyo3::prelude::*;

/// Solves, counts, generates and encodes grid puzzles with SAT and MIP solvers.
#[pymodule(name = "encycle")]
mod module {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::counting::count;
    #[pymodule_export]
    use crate::decoding::decode;
    #[pymodule_export]
    use crate::errors::{PuzzleError, RuleError, SolverError};
    #[pymodule_export]
    use crate::formula::{Formula, encode};
    #[pymodule_export]
    use crate::generating::{clue_max_sat, generate, thin_max_sat};
    #[pymodule_export]
    use crate::solution::Solution;
    #[pymodule_export]
    use crate::solving::{Round, SolveResult, solve, unique};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
