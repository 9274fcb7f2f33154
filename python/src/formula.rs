//! `encycle.encode`, and the formula that it returns.

use std::fmt;

use encycle::encodings::encoding::{Encoding, EncodingError};
use encycle::encodings::export::{NameCollector, variable_names};
use encycle::encodings::logic::{
    ClauseSink, ConstraintSink, Lit, LoweringOptions, ModelCheck, Origin, lower_to_cnf,
};
use encycle::export::write_linear_program;
use encycle::files::gbd::GbdHashes;
use encycle::problem::Problem as _;
use encycle::puzzle::Puzzle;
use encycle::sizes::{HashedSizes, base_features};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict as _, PyDict, PyList, PyString};

use crate::arguments::{lowering, puzzle};
use crate::decoding::{self, Assignment, SolverOutput, assignment, solver_output};
use crate::errors::{invalid, rule_error};
use crate::solution::Solution;

/// A clause as integers: variables count from 1, and negative literals are negative numbers.
type Clause = Vec<i32>;

/// The formula of a puzzle.
#[pyclass(module = "encycle", frozen)]
pub struct Formula {
    puzzle: Puzzle,
    /// The name of the encoding.
    #[pyo3(get)]
    encoding: String,
    lowering: LoweringOptions,
    /// Whether each model is a solution; otherwise a model may contain stray loops (see `separate`).
    #[pyo3(get)]
    is_exact: bool,
    /// The clauses, each a list of literals: variables count from 1, and a negative literal is a negative number.
    #[pyo3(get)]
    clauses: Py<PyList>,
    /// The name of each variable.
    #[pyo3(get)]
    names: Py<PyDict>,
    lp: PyOnceLock<Py<PyString>>,
}

#[pymethods]
impl Formula {
    /// The formula as a 0-1 linear program in the CPLEX LP format. Columns have the names of the variables.
    #[getter]
    fn lp(&self, py: Python<'_>) -> PyResult<Py<PyString>> {
        let text = self.lp.get_or_try_init(py, || {
            let text = py.detach(|| {
                let encoding = self.encoding().map_err(invalid)?;
                let mut text = Vec::new();
                write_linear_program(&mut text, &encoding, self.lowering).map_err(invalid)?;
                Ok::<_, PyErr>(text)
            })?;
            Ok::<_, PyErr>(PyString::from_bytes(py, &text)?.unbind())
        });
        text.map(|text| text.clone_ref(py))
    }

    /// The MD5 hash of the clauses that identifies the formula in the Global Benchmark Database.
    #[getter]
    fn gbdhash(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.hashes(py)?.gbdhash)
    }

    /// The MD5 hash of the degrees of the variables, the same for formulas that differ in names, signs and order only.
    #[getter]
    fn isohash(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.hashes(py)?.isohash)
    }

    /// The base features of the Global Benchmark Database: clause lengths, degrees, entropies and more, by their names.
    #[getter]
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let features = py.detach(|| {
            let encoding = self.encoding().map_err(invalid)?;
            base_features(&encoding, self.lowering).map_err(invalid)
        })?;
        features.iter().collect::<Vec<_>>().into_py_dict(py)
    }

    /// Maps a model of this formula, or the saved output of a solver, to the puzzle; see `encycle.decode`.
    fn decode(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = solver_output)] model: SolverOutput,
    ) -> PyResult<Option<Solution>> {
        decoding::decoded(py, &self.puzzle, &self.encoding, self.lowering, &model)
    }

    /// Separates a model of this formula and of the clauses that earlier calls returned.
    ///
    /// Returns the solution that the model contains, or None, and clauses that the model violates. The clauses are cuts
    /// against stray loops, which every solution satisfies, or they exclude the returned solution and no other. With
    /// the clauses added, a solver finds the next model.
    ///
    /// Raises:
    ///     ValueError: the model violates a constraint of the formula.
    ///     RuleError: the encoding is exact, but the model is not a solution.
    fn separate(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = assignment)] model: Assignment,
    ) -> PyResult<(Option<Solution>, Vec<Clause>)> {
        let separated = py.detach(|| {
            let encoding = self.encoding().map_err(invalid)?;
            let values = model.values(&variable_names(&|sink| encoding.encode(sink)))?;
            let values: Vec<bool> = values.into_iter().map(|one| one.unwrap_or(false)).collect();
            let mut check = ModelCheck::new(&values);
            encoding.encode(&mut check);
            if let Some(origin) = check.broken() {
                return Err(invalid(format!("the model violates a constraint: {origin}")));
            }
            let kind = encoding.cut_kinds().first().copied().unwrap_or_default();
            Ok(encoding.separate(&values, kind))
        })?;
        if let Some(solution) = &separated.solution {
            self.puzzle.check(solution).map_err(|broken| rule_error(py, &broken))?;
        }
        let lowered = lower_to_cnf(NamedClauses::default(), LoweringOptions::default(), |sink| {
            for cut in &separated.cuts {
                sink.constraint(cut.constraint(), cut.origin());
            }
        });
        let clauses = lowered.map_err(invalid)?.iter().map(<[i32]>::to_vec).collect();
        Ok((separated.solution.map(|one| Solution::new(&self.puzzle, one)), clauses))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (variables, clauses) = (self.names.bind(py).len(), self.clauses.bind(py).len());
        let kind = self.puzzle.kind();
        format!(
            "<encycle.Formula of kind {kind}: {}, {variables} variables, {clauses} clauses>",
            self.encoding
        )
    }
}

impl Formula {
    fn hashes(&self, py: Python<'_>) -> PyResult<GbdHashes> {
        py.detach(|| {
            let encoding = self.encoding().map_err(invalid)?;
            let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
            let sizes = lower_to_cnf(HashedSizes::default(), self.lowering, encode);
            Ok(sizes.map_err(invalid)?.hasher.finish())
        })
    }

    fn encoding(&self) -> Result<Encoding<'_>, EncodingError> {
        self.puzzle.encoding(&self.encoding)
    }
}

/// Encodes a puzzle as a formula in conjunctive normal form, and as a linear program.
///
/// Args:
///     text: the puzzle in any format.
///     encoding: the name of the encoding; the default is the smallest whose models are the solutions.
///     cnf: how constraints become clauses: `direct` (the default), `naive`, `naive-nontautological`,
///         `naive-distinct`, `naive-irredundant`, `tseitin`, or `plaisted-greenbaum`.
///     card: how "at most N of these" becomes clauses: `binomial` (the default), `pairwise`, `ladder`, `bitwise`,
///         `bimander`, `commander`, `sequential`, `totalizer`, or `diagram`.
///
/// Raises:
///     PuzzleError: the text is not a valid puzzle.
///     ValueError: an argument is invalid, or the formula is too large.
#[pyfunction]
#[pyo3(signature = (text, *, encoding=None, cnf=None, card=None))]
pub fn encode(
    py: Python<'_>,
    text: &str,
    encoding: Option<&str>,
    cnf: Option<&str>,
    card: Option<&str>,
) -> PyResult<Formula> {
    let (puzzle, lowering) = (puzzle(py, text)?, lowering(cnf, card)?);
    let name = encoding.map_or_else(|| puzzle.exported_encoding(), str::to_owned);
    let (is_exact, found) = py.detach(|| {
        let encoding = puzzle.encoding(&name).map_err(invalid)?;
        let found = lower_to_cnf(NamedClauses::default(), lowering, |sink| encoding.encode(sink));
        Ok::<_, PyErr>((encoding.is_exact(), found.map_err(invalid)?))
    })?;
    let clauses = PyList::empty(py);
    for clause in found.iter() {
        clauses.append(PyList::new(py, clause)?)?;
    }
    let names = PyDict::new(py);
    for (index, variable) in found.names.iter().enumerate() {
        names.set_item(index + 1, variable)?;
    }
    Ok(Formula {
        encoding: name,
        lowering,
        is_exact,
        clauses: clauses.unbind(),
        names: names.unbind(),
        lp: PyOnceLock::new(),
        puzzle,
    })
}

/// A sink that keeps the clauses and the names of the variables.
#[derive(Default)]
pub struct NamedClauses {
    literals: Clause,
    ends: Vec<usize>,
    names: NameCollector,
}

impl NamedClauses {
    /// Returns the number of variables.
    pub fn variables(&self) -> usize {
        self.names.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = &[i32]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.literals[start..end])
    }
}

impl ClauseSink for NamedClauses {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) {
        ClauseSink::variable(&mut self.names, family, name);
    }

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        self.literals.extend(clause.iter().map(|literal| literal.to_ipasir()));
        self.ends.push(self.literals.len());
    }
}
