//! Kinds of the user's own: text files that describe them.

use encycle::encodings::kinds::written::WrittenKind;
use encycle::formats::register_kind;
use encycle::puzzle::{KindRefusal, PuzzleKind};
use pyo3::prelude::*;

use crate::errors::{invalid, kind_error};

/// A kind of puzzle that a text describes; see `encycle help kind-files`.
///
/// From then on, the name of the kind is known in this process: to `generate`, and in front of the puzzles that other
/// functions read.
///
/// Args:
///     text: the text of the kind file.
///
/// Raises:
///     PuzzleError: the text is not a kind file.
///     ValueError: another kind has the name.
#[pyclass(module = "encycle", frozen)]
pub struct Kind {
    kind: WrittenKind,
}

#[pymethods]
impl Kind {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Self> {
        match register_kind(text) {
            Ok(PuzzleKind::Written(kind)) => Ok(Self { kind }),
            Ok(other) => Err(invalid(format!("{other} is not a kind file"))),
            Err(KindRefusal::Text(error)) => Err(kind_error(py, &error)),
            Err(error) => Err(invalid(error)),
        }
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.kind.file().name
    }

    /// The text of the kind file.
    #[getter]
    fn text(&self) -> &str {
        &self.kind.file().text
    }

    /// The names of the rules.
    #[getter]
    fn rules(&self) -> Vec<&'static str> {
        self.kind.rule_names().collect()
    }

    /// What is suspicious in the file, as `encycle kinds --check` reports it.
    fn remarks(&self) -> Vec<String> {
        self.kind.remarks()
    }

    fn __repr__(&self) -> String {
        format!("Kind({})", self.kind.file().name)
    }
}
