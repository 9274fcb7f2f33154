//! The result of solving a model.

use encycle::encodings::logic::ProgramColumn;
use encycle::encodings::puzzle::Solution;
use encycle::encodings::suggest;
use encycle::solve::{SolveOutcome, Verdict};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyTuple};

use crate::errors::invalid;
use crate::modeling::expression::{Expression, Kind};
use crate::modeling::graph::Graph;
use crate::modeling::linear::Sum;
use crate::modeling::state::Shared;
use crate::solving::Round;

/// The values of the variables and columns of a model.
#[derive(Clone, Debug)]
pub struct Values {
    pub booleans: Vec<bool>,
    pub others: Vec<f64>,
}

/// The result of `Model.solve`, and each solution of `Model.enumerate`. It is true if there is a solution.
#[pyclass(module = "encycle", frozen)]
pub struct ModelResult {
    shared: Shared,
    values: Option<Values>,
    /// `solved`, `optimal`, `unique`, `several`, `no-solution`, or `unknown`.
    #[pyo3(get)]
    verdict: &'static str,
    /// For `unknown`: the limit that was reached.
    #[pyo3(get)]
    reason: Option<String>,
    /// The value of the objective in the solution.
    #[pyo3(get)]
    value: Option<f64>,
    /// A bound on the value of every solution; the value itself if the solution is the best.
    #[pyo3(get)]
    bound: Option<f64>,
    /// For `several`: another solution.
    #[pyo3(get)]
    second: Option<Py<ModelResult>>,
    /// The solver; in a race, the one that decided.
    #[pyo3(get)]
    solver: Option<String>,
    /// The encoding: `cuts`, or the form that states the rules.
    #[pyo3(get)]
    encoding: Option<String>,
    /// The calls of the solver.
    #[pyo3(get)]
    rounds: Vec<Round>,
    /// The number of cuts in all rounds.
    #[pyo3(get)]
    cuts: usize,
    /// The wall-clock time of the run in seconds.
    #[pyo3(get)]
    seconds: f64,
}

impl ModelResult {
    /// Returns a solution without a run.
    pub fn of_values(shared: &Shared, booleans: Vec<bool>, others: Vec<f64>) -> Self {
        let objective = shared.lock().model.objective().cloned();
        let numbers: Vec<f64> = booleans.iter().map(|&one| f64::from(u8::from(one))).collect();
        Self {
            shared: shared.clone(),
            value: objective.map(|objective| objective.value(&numbers, &others)),
            values: Some(Values { booleans, others }),
            verdict: Verdict::Solved.name(),
            reason: None,
            bound: None,
            second: None,
            solver: None,
            encoding: None,
            rounds: Vec::new(),
            cuts: 0,
            seconds: 0.0,
        }
    }

    /// Returns the result of a run.
    pub fn new(
        py: Python<'_>,
        shared: &Shared,
        outcome: &SolveOutcome,
        seconds: f64,
    ) -> PyResult<Self> {
        let main = &outcome.main;
        let values = |solution: &Solution| Values {
            booleans: solution.atoms().to_vec(),
            others: main.outcome.others.clone(),
        };
        let second = outcome.solutions().get(1);
        let second = second.map(|second| {
            Py::new(py, Self::of_values(shared, second.atoms().to_vec(), Vec::new()))
        });
        let solver = main.solver.to_string();
        let rounds = (1..).zip(&main.outcome.rounds);
        let objective = main.outcome.objective;
        Ok(Self {
            shared: shared.clone(),
            values: outcome.solution().map(values),
            verdict: outcome.verdict().name(),
            reason: main.outcome.reason.clone(),
            value: objective.and_then(|objective| objective.value),
            bound: objective.and_then(|objective| objective.bound),
            second: second.transpose()?,
            rounds: rounds.map(|(number, round)| Round::new(&solver, number, round)).collect(),
            solver: Some(solver),
            encoding: Some(main.encoding.clone()),
            cuts: main.outcome.cuts(),
            seconds,
        })
    }

    fn values(&self) -> PyResult<&Values> {
        self.values.as_ref().ok_or_else(|| {
            invalid(format!(
                "no values: the verdict is {}\nhelp: a result is true if it has values, as in `if r:`",
                self.verdict
            ))
        })
    }

    /// Returns the value of a column as an object: a truth value, an integer, or a real number.
    fn column<'py>(&self, py: Python<'py>, column: ProgramColumn) -> PyResult<Bound<'py, PyAny>> {
        let values = self.values()?;
        match column {
            ProgramColumn::Boolean(variable) => {
                let value = values.booleans.get(variable.idx()).copied().unwrap_or(false);
                Ok(PyBool::new(py, value).to_owned().into_any())
            }
            ProgramColumn::Other(index) => {
                let value = values.others.get(index).copied().unwrap_or(0.0);
                let is_integer = {
                    let state = self.shared.lock();
                    let columns = &state.model.program().columns;
                    columns.get(index).is_some_and(|column| column.is_integer)
                };
                match is_integer {
                    true => Ok(PyInt::new(py, value.round() as i64).into_any()),
                    false => Ok(PyFloat::new(py, value).into_any()),
                }
            }
        }
    }

    fn graph(&self, graph: &Graph) -> PyResult<&Values> {
        self.shared.require_same(&graph.shared)?;
        self.values()
    }
}

#[pymethods]
impl ModelResult {
    fn __bool__(&self) -> bool {
        self.values.is_some()
    }

    /// Returns the value of a variable, of an expression, or of the variable of this name.
    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = key.py();
        if let Ok(expression) = key.cast::<Expression>() {
            let expression = expression.get();
            self.shared.require_same(&expression.shared)?;
            if let Kind::Sum(Sum { terms, constant: 0.0 }) = &expression.kind
                && let [(1.0, column)] = terms[..]
            {
                return self.column(py, column);
            }
            let Values { booleans, others } = self.values()?;
            let value = expression.value(booleans, others);
            return Ok(match &expression.kind {
                Kind::Sum(_)
                    if value.fract() == 0.0 && value.abs() <= crate::modeling::linear::MAX_SIZE =>
                {
                    PyInt::new(py, value as i64).into_any()
                }
                Kind::Sum(_) => PyFloat::new(py, value).into_any(),
                _ => PyBool::new(py, value != 0.0).to_owned().into_any(),
            });
        }
        let Ok(name) = key.extract::<String>() else {
            return Err(PyTypeError::new_err(format!(
                "{} is not a variable\nhelp: use a variable, an expression, or the name of a variable",
                key.repr()?
            )));
        };
        let found = {
            let state = self.shared.lock();
            let literal = state.model.find(&name).map(|one| ProgramColumn::Boolean(one.var()));
            literal.or_else(|| state.find_column(&name).map(ProgramColumn::Other)).ok_or_else(
                || {
                    let known = state.model.variable_names().iter().map(String::as_str);
                    format!(
                        "no variable `{name}` in the model. {}",
                        suggest::question(&name, known)
                    )
                },
            )
        };
        self.column(py, found.map_err(|message| PyKeyError::new_err(message.trim().to_owned()))?)
    }

    /// Returns the names of the true variables.
    fn true_names(&self) -> PyResult<Vec<String>> {
        let values = self.values()?;
        let state = self.shared.lock();
        let names = state.model.variable_names().iter().zip(&values.booleans);
        Ok(names.filter(|&(_, &value)| value).map(|(name, _)| name.clone()).collect())
    }

    /// Returns the values of all variables and columns, by name.
    fn values_by_name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let values = self.values()?;
        let (names, others) = {
            let state = self.shared.lock();
            (state.model.variable_names().to_vec(), state.model.column_names().to_vec())
        };
        let dict = PyDict::new(py);
        for (name, &value) in names.iter().zip(&values.booleans) {
            dict.set_item(name, value)?;
        }
        for (index, name) in others.iter().enumerate().take(values.others.len()) {
            dict.set_item(name, self.column(py, ProgramColumn::Other(index))?)?;
        }
        Ok(dict)
    }

    /// Returns the drawn edges of a graph, each with both ends.
    fn edges<'py>(&self, py: Python<'py>, graph: &Graph) -> PyResult<Bound<'py, PyList>> {
        let values = self.graph(graph)?;
        let found = PyList::empty(py);
        for edge in graph.copied().edges() {
            if edge.when.holds(&values.booleans) {
                let [from, to] = edge.ends;
                let ends = [graph.object(py, from)?, graph.object(py, to)?];
                found.append(PyTuple::new(py, ends)?)?;
            }
        }
        Ok(found)
    }

    /// Returns the chosen vertices of a graph.
    fn vertices<'py>(&self, py: Python<'py>, graph: &Graph) -> PyResult<Bound<'py, PyList>> {
        let values = self.graph(graph)?;
        let found = PyList::empty(py);
        let copied = graph.copied();
        for vertex in 0..copied.vertex_count() {
            if copied.chosen(vertex).holds(&values.booleans) {
                found.append(graph.object(py, vertex)?)?;
            }
        }
        Ok(found)
    }

    /// The relative distance of value and bound; None if one of them is unknown.
    #[getter]
    fn gap(&self) -> Option<f64> {
        let (value, bound) = (self.value, self.bound);
        encycle::solve::ObjectiveValue { value, bound }.gap()
    }

    fn __repr__(&self) -> String {
        let value = self.value.map_or_else(String::new, |value| format!(" {value}"));
        let solver = self.solver.as_deref().map_or_else(String::new, |name| format!(" by {name}"));
        format!("<encycle.ModelResult: {}{value}{solver}>", self.verdict)
    }
}
