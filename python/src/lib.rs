//! Encycle as a Python module; `encycle.pyi` has the types and the documentation of its functions.

mod arguments;
mod certifying;
mod counting;
mod decoding;
mod errors;
mod formula;
mod generating;
mod interrupt;
mod kinds;
mod modeling;
mod puzzles;
mod solution;
mod solving;
mod streams;

use pyo3::prelude::*;

/// Solves, counts, generates and encodes grid puzzles with SAT and MIP solvers.
#[pymodule(name = "encycle")]
mod module {
    use encycle::formats::PuzzleFormat;
    use encycle::puzzle::PuzzleKind;
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    #[pymodule_export]
    use crate::certifying::{Certificate, certify_puzzle, verify};
    #[pymodule_export]
    use crate::counting::count;
    #[pymodule_export]
    use crate::decoding::decode;
    #[pymodule_export]
    use crate::errors::{CertificateError, PuzzleError, RuleError, SolverError};
    #[pymodule_export]
    use crate::formula::{Formula, encode};
    #[pymodule_export]
    use crate::generating::{clue_max_sat, generate, thin_max_sat};
    #[pymodule_export]
    use crate::kinds::Kind;
    #[pymodule_export]
    use crate::modeling::{Expression, Graph, Model, ModelResult, ModelSolutions, from_pysat};
    #[pymodule_export]
    use crate::puzzles::{
        Grade, RepairResult, Step, ThinResult, check, convert, encodings, grade, render, repair,
        thin,
    };
    #[pymodule_export]
    use crate::solution::Solution;
    #[pymodule_export]
    use crate::solving::{Round, SolveResult, solve, unique};
    #[pymodule_export]
    use crate::streams::{Solutions, enumerate};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let names = |names: Vec<&'static str>| PyTuple::new(module.py(), names);
        let kinds = PuzzleKind::all().iter().map(|kind| kind.name());
        module.add("KINDS", names(kinds.collect())?)?;
        let formats = PuzzleFormat::ALL.iter().map(|format| format.name());
        module.add("FORMATS", names(formats.collect())?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
