//! The class `Model`.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use encycle::encodings::encoding::Encodable as _;
use encycle::encodings::logic::{LinearObjective, LoweringOptions, OtherColumn};
use encycle::encodings::model::{GraphGoal, Model as RustModel};
use encycle::solve::{self, BatSatSession, SearchOptions};
use encycle::solvers::Stop;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple};

use crate::arguments::{duration, lowering, natural};
use crate::certifying::{ProofArguments, certify_model};
use crate::decoding::{Assignment, assignment};
use crate::errors::{SolverError, invalid, rule_error, undecided};
use crate::interrupt::quiet;
use crate::modeling::expression::Expression;
use crate::modeling::graph::{Graph, literal};
use crate::modeling::linear::Sum;
use crate::modeling::result::ModelResult;
use crate::modeling::rows::{LinearProgram, encoding_for_file};
use crate::modeling::state::{Shared, State};
use crate::modeling::values::column_values;
use crate::modeling::{bridges, files};
use crate::solving::RunArguments;
use crate::streams::{SearchArguments, Stream};

/// The built-in solver for models with columns that are not Boolean.
const MIP_SOLVER: &str = "microlp";

/// A problem of your own: constraints over variables, rules about graphs, and an objective.
#[pyclass(module = "encycle", frozen)]
pub struct Model {
    shared: Shared,
    graphs: Mutex<Vec<Py<Graph>>>,
}

impl Model {
    /// Returns a model without graphs of the user's own.
    pub fn of(shared: Shared) -> Self {
        Self { shared, graphs: Mutex::default() }
    }

    /// Wraps a model that a file states, with its graphs.
    fn of_file(py: Python<'_>, model: RustModel) -> PyResult<Self> {
        let shared = Shared::new(model);
        let count = shared.lock().read_graphs;
        let graphs = (0..count).map(|number| Py::new(py, Graph::of_file(py, &shared, number)?));
        let graphs = graphs.collect::<PyResult<_>>()?;
        Ok(Self { shared, graphs: Mutex::new(graphs) })
    }

    fn rule(
        &self,
        graph: &Graph,
        goal: GraphGoal,
        iff: Option<&Bound<'_, Expression>>,
    ) -> PyResult<()> {
        self.shared.require_same(&graph.shared)?;
        let literal = iff.map(|iff| literal(&self.shared, iff)).transpose()?;
        self.shared.lock().rule(graph.number, goal, literal)
    }

    fn pair(
        &self,
        graph: &Graph,
        from: &Bound<'_, PyAny>,
        to: &Bound<'_, PyAny>,
    ) -> PyResult<[usize; 2]> {
        Ok([graph.number_of(from)?, graph.number_of(to)?])
    }

    fn numbers(&self, graph: &Graph, vertices: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<usize>> {
        let Some(vertices) = vertices else { return Ok(Vec::new()) };
        vertices.try_iter()?.map(|vertex| graph.number_of(&vertex?)).collect()
    }

    fn optimize(&self, expression: &Bound<'_, PyAny>, is_maximized: bool) -> PyResult<()> {
        let sum = match expression.cast::<Expression>() {
            Ok(expression) => {
                let expression = expression.get();
                self.shared.require_same(&expression.shared)?;
                expression.sum()?
            }
            Err(_) => match expression.extract::<f64>() {
                Ok(constant) => Sum::constant(constant),
                Err(_) => {
                    return Err(PyTypeError::new_err(format!(
                        "{} is not an objective\nhelp: use a sum, as in m.minimize(2*x + y)",
                        expression.repr()?
                    )));
                }
            },
        };
        let Sum { terms, constant } = sum.merged();
        let mut numbers = terms.iter().map(|&(size, _)| size).chain([constant]);
        if let Some(number) = numbers.find(|number| !number.is_finite()) {
            return Err(invalid(format!(
                "an objective with the number {number}\nhelp: use finite numbers"
            )));
        }
        let objective = LinearObjective { terms, constant, is_maximized };
        self.shared.lock().model.set_objective(Some(objective));
        Ok(())
    }

    /// Returns the model with its rules, and how its constraints become clauses.
    fn built(&self, cnf: Option<&str>) -> PyResult<(RustModel, LoweringOptions)> {
        let state = self.shared.lock();
        let default = state.lowering();
        let lowering = match cnf {
            None => default,
            Some(_) => LoweringOptions { card: default.card, ..lowering(cnf, None)? },
        };
        Ok((state.build()?, lowering))
    }

    fn program(
        &self,
        py: Python<'_>,
        form: Option<&str>,
        cnf: Option<&str>,
    ) -> PyResult<LinearProgram> {
        let (model, lowering) = self.built(cnf)?;
        py.detach(|| LinearProgram::new(&model, &encoding_for_file(&model, form)?, lowering))
    }
}

/// Refuses a model with columns that are not Boolean.
fn require_boolean(model: &RustModel, what: &str) -> PyResult<()> {
    match model.program().needs_mip() {
        false => Ok(()),
        true => Err(invalid(format!(
            "{what} of a model with columns that are not Boolean, or with numbers that are not integers\n\
             help: use Boolean variables and integers only, or m.solve(solver=\"highs\")"
        ))),
    }
}

#[pymethods]
impl Model {
    /// Creates a model without variables.
    #[new]
    fn new() -> Self {
        Self::of(Shared::new(RustModel::new()))
    }

    /// Reads a model from a file, and rules about graphs over its variables.
    ///
    /// Args:
    ///     path: a formula or a graph; its content selects the format, not its name. `FILE#N` names the N-th model of a file.
    ///     rules: a file of rules, as `encycle solve --rules` reads it.
    ///
    /// Raises:
    ///     PuzzleError: a file is malformed.
    ///     ValueError: the format is not recognized, or the file has several models.
    ///     OSError: a file cannot be read.
    #[staticmethod]
    #[pyo3(signature = (path, rules=None))]
    fn read(py: Python<'_>, path: PathBuf, rules: Option<PathBuf>) -> PyResult<Self> {
        Self::of_file(py, files::read(py, &path, rules.as_deref())?)
    }

    /// Reads all models of a file, such as a list of directed graphs, each with the rules.
    ///
    /// Args:
    ///     path: formulas or graphs; the content selects the format, not the name.
    ///     rules: a file of rules, as `encycle solve --rules` reads it.
    ///
    /// Raises:
    ///     PuzzleError: a file is malformed.
    ///     ValueError: the format is not recognized.
    ///     OSError: a file cannot be read.
    #[staticmethod]
    #[pyo3(signature = (path, rules=None))]
    fn read_all(py: Python<'_>, path: PathBuf, rules: Option<PathBuf>) -> PyResult<Vec<Self>> {
        let models = files::read_all(py, &path, rules.as_deref())?;
        models.into_iter().map(|model| Self::of_file(py, model)).collect()
    }

    /// Adds a Boolean variable, or returns the variable of this name.
    fn variable(&self, name: &str) -> PyResult<Expression> {
        let literal = self.shared.lock().variable(name)?;
        Ok(Expression::literal(&self.shared, literal))
    }

    /// Adds an integer column. Only MIP solvers solve a model with such a column.
    fn integer(&self, name: String, lower: f64, upper: f64) -> PyResult<Expression> {
        let column = OtherColumn { name, is_integer: true, lower, upper };
        let column = self.shared.lock().column(column)?;
        Ok(Expression::column(&self.shared, column))
    }

    /// Adds a continuous column. Only MIP solvers solve a model with such a column.
    fn continuous(&self, name: String, lower: f64, upper: f64) -> PyResult<Expression> {
        let column = OtherColumn { name, is_integer: false, lower, upper };
        let column = self.shared.lock().column(column)?;
        Ok(Expression::column(&self.shared, column))
    }

    /// The names of the Boolean variables.
    #[getter]
    fn variables(&self) -> Vec<String> {
        self.shared.lock().model.variable_names().to_vec()
    }

    /// The graphs.
    #[getter]
    fn graphs(&self, py: Python<'_>) -> Vec<Py<Graph>> {
        let graphs = self.graphs.lock().unwrap_or_else(PoisonError::into_inner);
        graphs.iter().map(|graph| graph.clone_ref(py)).collect()
    }

    /// Adds constraints: formulas that must be true, and comparisons of sums.
    #[pyo3(signature = (*constraints))]
    fn add(&self, constraints: &Bound<'_, PyTuple>) -> PyResult<()> {
        for constraint in constraints {
            if let Ok(expression) = constraint.cast::<Expression>() {
                let expression = expression.get();
                self.shared.require_same(&expression.shared)?;
                expression.require(&mut self.shared.lock())?;
            } else if constraint.is_instance_of::<PyBool>() {
                // Python itself compares the numbers of a sum without variables
                if !constraint.extract::<bool>()? {
                    self.shared.lock().model.add_clause(&[]);
                }
            } else {
                return Err(PyTypeError::new_err(format!(
                    "{} is not a constraint\nhelp: use a formula, or compare a sum, as in m.add(x + y <= 1)",
                    constraint.repr()?
                )));
            }
        }
        Ok(())
    }

    /// Minimizes a sum.
    fn minimize(&self, sum: &Bound<'_, PyAny>) -> PyResult<()> {
        self.optimize(sum, false)
    }

    /// Maximizes a sum.
    fn maximize(&self, sum: &Bound<'_, PyAny>) -> PyResult<()> {
        self.optimize(sum, true)
    }

    /// Adds a graph.
    ///
    /// Args:
    ///     name: the name.
    ///     graph: a graph of networkx, or any object with `nodes`, `edges` and `is_directed()`. Each edge gets a variable
    ///         that is named after the graph and the ends; `g[u, v]` is that variable.
    ///     directed: whether the edges have directions. The default is False, or as in `graph`.
    #[pyo3(signature = (name, graph=None, *, directed=None))]
    fn graph(
        &self,
        py: Python<'_>,
        name: &str,
        graph: Option<&Bound<'_, PyAny>>,
        directed: Option<bool>,
    ) -> PyResult<Py<Graph>> {
        if let Some(graph) = graph {
            for attribute in ["nodes", "edges", "is_directed"] {
                if !graph.hasattr(attribute)? {
                    return Err(PyTypeError::new_err(format!(
                        "`{}` is not a graph: it has no `{attribute}`\nhelp: use a graph of networkx, or add edges by g.edge",
                        graph.get_type().name()?
                    )));
                }
            }
        }
        let is_directed = match (graph, directed) {
            (Some(_), Some(_)) => {
                return Err(invalid("`directed` together with a graph\nhelp: omit `directed`"));
            }
            (Some(graph), None) => graph.call_method0("is_directed")?.extract()?,
            (None, directed) => directed.unwrap_or(false),
        };
        let created = Graph::new(py, &self.shared, name, is_directed)?;
        if let Some(graph) = graph {
            created.extend(graph)?;
        }
        let created = Py::new(py, created)?;
        let mut graphs = self.graphs.lock().unwrap_or_else(PoisonError::into_inner);
        graphs.push(created.clone_ref(py));
        Ok(created)
    }

    /// Requires that the drawn edges are exactly one cycle; vertices may be left out.
    fn one_cycle(&self, graph: &Graph) -> PyResult<()> {
        self.rule(graph, GraphGoal::OneCycle, None)
    }

    /// Requires that the drawn edges are exactly one cycle, through all vertices.
    fn hamilton_cycle(&self, graph: &Graph) -> PyResult<()> {
        self.rule(graph, GraphGoal::HamiltonCycle, None)
    }

    /// Requires that the drawn edges are disjoint cycles, possibly none.
    fn cycles(&self, graph: &Graph) -> PyResult<()> {
        self.rule(graph, GraphGoal::Cycles, None)
    }

    /// Requires that the drawn edges are exactly one path between two vertices.
    fn path(
        &self,
        graph: &Graph,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.rule(graph, GraphGoal::Path(self.pair(graph, start, end)?), None)
    }

    /// Requires that the drawn edges are exactly one path through all vertices, between two vertices if they are given.
    #[pyo3(signature = (graph, start=None, end=None))]
    fn hamilton_path(
        &self,
        graph: &Graph,
        start: Option<&Bound<'_, PyAny>>,
        end: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let ends = match (start, end) {
            (Some(start), Some(end)) => Some(self.pair(graph, start, end)?),
            (None, None) => None,
            _ => return Err(invalid("one end of a path\nhelp: give both ends, or none")),
        };
        self.rule(graph, GraphGoal::HamiltonPath(ends), None)
    }

    /// Requires that the drawn edges connect some vertices; without vertices, all vertices that they touch. With `iff`,
    /// this variable is true exactly if they do.
    #[pyo3(signature = (graph, vertices=None, *, iff=None))]
    fn connected(
        &self,
        graph: &Graph,
        vertices: Option<&Bound<'_, PyAny>>,
        iff: Option<&Bound<'_, Expression>>,
    ) -> PyResult<()> {
        self.rule(graph, GraphGoal::Connected(self.numbers(graph, vertices)?), iff)
    }

    /// Requires that drawn edges between chosen vertices connect the chosen vertices (see `Graph.vertex`).
    fn connected_vertices(&self, graph: &Graph) -> PyResult<()> {
        self.rule(graph, GraphGoal::ConnectedVertices, None)
    }

    /// Requires that the drawn edges are one tree, with these vertices.
    #[pyo3(signature = (graph, vertices=None))]
    fn tree(&self, graph: &Graph, vertices: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        self.rule(graph, GraphGoal::Tree(self.numbers(graph, vertices)?), None)
    }

    /// Requires that the drawn edges contain no cycle, whatever their directions. With `iff`, this variable is true
    /// exactly if they do not.
    #[pyo3(signature = (graph, *, iff=None))]
    fn forest(&self, graph: &Graph, iff: Option<&Bound<'_, Expression>>) -> PyResult<()> {
        self.rule(graph, GraphGoal::Forest, iff)
    }

    /// Requires that the drawn edges contain no cycle; in a directed graph, no directed cycle. With `iff`, this variable
    /// is true exactly if they do not.
    #[pyo3(signature = (graph, *, iff=None))]
    fn acyclic(&self, graph: &Graph, iff: Option<&Bound<'_, Expression>>) -> PyResult<()> {
        self.rule(graph, GraphGoal::Acyclic, iff)
    }

    /// Requires that drawn edges lead from a vertex to another. With `iff`, this variable is true exactly if they do.
    #[pyo3(signature = (graph, start, end, *, iff=None))]
    fn reach(
        &self,
        graph: &Graph,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        iff: Option<&Bound<'_, Expression>>,
    ) -> PyResult<()> {
        self.rule(graph, GraphGoal::Reach(self.pair(graph, start, end)?), iff)
    }

    /// Requires that at most `most` drawn edges lead from a vertex to another. With `iff`, this variable is true exactly
    /// if they do.
    #[pyo3(signature = (graph, start, end, most, *, iff=None))]
    fn distance(
        &self,
        graph: &Graph,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = natural)] most: usize,
        iff: Option<&Bound<'_, Expression>>,
    ) -> PyResult<()> {
        self.rule(graph, GraphGoal::Distance(self.pair(graph, start, end)?, most), iff)
    }

    /// Solves the model. Every solution is checked against all constraints and rules.
    ///
    /// Args:
    ///     solver: names of built-in or installed solvers, or paths of programs, separated by commas; several race. The
    ///         default is the built-in SAT solver; or the built-in MIP solver `microlp` for a model that only a MIP solver
    ///         takes, and for one with rules about graphs and an objective whose weights differ.
    ///     unique: whether to look for a second solution; only without an objective.
    ///     timeout: the limit on the wall-clock time in seconds; the verdict is then `unknown`.
    ///     encoding: `cuts` (the default: rules are enforced by cuts), or a form that states the rules: `order`,
    ///         `elimination`, `leaf`, `hybrid`, `labels`, `tree`, `cotree` (planar graphs), or `flow`. Several, separated by commas, race.
    ///     cnf: how formulas become clauses, as in `encycle.encode`.
    ///     progress: a callable that gets a `Round` after each call of the solver.
    ///
    /// Raises:
    ///     ValueError: an argument is invalid, or a graph does not fit its rule.
    ///     SolverError: the solver failed, or cannot solve such a model.
    #[pyo3(signature = (*, solver=None, unique=false, timeout=None, encoding=None, cnf=None, progress=None))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments in Python")]
    fn solve(
        &self,
        py: Python<'_>,
        solver: Option<&str>,
        unique: bool,
        timeout: Option<f64>,
        encoding: Option<&str>,
        cnf: Option<&str>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<ModelResult> {
        let (model, lowering) = self.built(cnf)?;
        if unique && model.objective().is_some() {
            return Err(invalid(
                "`unique` asks for a second solution, and this model has an objective\nhelp: omit `unique`",
            ));
        }
        if unique {
            require_boolean(&model, "uniqueness")?;
        }
        let solver = solver.or(model.program().needs_mip().then_some(MIP_SOLVER));
        let lowering = Some(lowering);
        let start = Instant::now();
        let arguments = RunArguments { encoding, solver, timeout, unique, progress, lowering };
        let outcome = arguments.solve(py, &model)?;
        ModelResult::new(py, &self.shared, &outcome, start.elapsed().as_secs_f64())
    }

    /// Returns an iterator over all solutions, each a `ModelResult`. An objective is ignored.
    ///
    /// Args:
    ///     limit: the maximum number of solutions; the default is all.
    ///     solver, encoding, cnf: as in `solve`; one of each.
    ///     timeout: the limit on the wall-clock time in seconds; the iterator then raises `TimeoutError`.
    #[pyo3(signature = (limit=None, *, solver=None, encoding=None, cnf=None, timeout=None))]
    fn enumerate(
        &self,
        #[pyo3(from_py_with = natural)] limit: Option<u64>,
        solver: Option<&str>,
        encoding: Option<String>,
        cnf: Option<&str>,
        timeout: Option<f64>,
    ) -> PyResult<ModelSolutions> {
        let (model, lowering) = self.built(cnf)?;
        require_boolean(&model, "the solutions")?;
        let arguments = SearchArguments { limit, solver, encoding, timeout, lowering };
        Ok(ModelSolutions { shared: self.shared.clone(), stream: Stream::start(model, arguments)? })
    }

    /// Proves the number of solutions to others: writes a certificate for VeriPB into a folder, and returns the number.
    ///
    /// Args:
    ///     folder: the folder, which is created.
    ///     limit: the maximum number of solutions that are listed.
    ///     encoding: the form of the rules about graphs.
    ///     solver: the solver that finds the solutions.
    ///     prover: the solver that proves; it must write proofs.
    ///     timeout: the limit on the wall-clock time in seconds.
    ///
    /// Raises:
    ///     CertificateError: there are more solutions.
    ///     ValueError: the model has an objective, columns that are not Boolean, or sums over many variables.
    ///     TimeoutError: the time limit was reached.
    ///     SolverError: the solver failed.
    ///     OSError: the folder cannot be written.
    #[pyo3(signature = (folder, *, limit=1, encoding=None, solver=None, prover=None, timeout=None))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments in Python")]
    fn certify(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        #[pyo3(from_py_with = natural)] limit: usize,
        encoding: Option<String>,
        solver: Option<&str>,
        prover: Option<&str>,
        timeout: Option<f64>,
    ) -> PyResult<usize> {
        let (model, _) = self.built(None)?;
        let arguments = ProofArguments { limit, encoding, solver, prover, timeout };
        certify_model(py, &model, &folder, arguments)
    }

    /// Counts the solutions. An objective is ignored.
    ///
    /// Raises:
    ///     ValueError: the model has columns that are not Boolean.
    ///     TimeoutError: the time limit was reached.
    #[pyo3(signature = (*, timeout=None))]
    fn count(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<u64> {
        let (model, lowering) = self.built(None)?;
        require_boolean(&model, "the number of solutions")?;
        let stop = Stop::default();
        let options = SearchOptions {
            timeout: duration(timeout)?,
            stop: stop.clone(),
            ..SearchOptions::default()
        };
        let counted = quiet(py, &stop, || {
            let encoding = model.encoding(RustModel::CUTS).map_err(invalid)?;
            let mut session = BatSatSession::new(lowering, None);
            let counted = solve::count(&encoding, &mut session, options, &mut ());
            counted.map_err(|failure| SolverError::new_err(failure.to_string()))
        })??;
        match counted.reason {
            None => Ok(counted.solutions),
            Some(reason) => Err(undecided(Some(&reason), timeout.is_some())),
        }
    }

    /// Checks values of the variables, such as the model of another solver, against all constraints and rules.
    ///
    /// Args:
    ///     values: a dictionary from names to values, or a list of literals (variables count from 1, and a negative
    ///         literal is a negative number). Names are those of the model, or those of the columns in what `write`,
    ///         `to_highspy` and `to_pulp` make of it. Variables without a value are false, and columns without a value are 0.
    ///
    /// Raises:
    ///     RuleError: a constraint or a rule is violated.
    ///     ValueError: the values are malformed, or name a variable that neither the model nor a form of it has.
    fn decode(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = assignment)] values: Assignment,
    ) -> PyResult<ModelResult> {
        let (model, _) = self.built(None)?;
        let (booleans, others) = column_values(&model, &values)?;
        let checked = model.check_point(&booleans, &others);
        checked.map_err(|broken| rule_error(py, &broken))?;
        Ok(ModelResult::of_values(&self.shared, booleans, others))
    }

    /// Writes the model to a file. The ending of the name selects the format: `.cnf`, `.wcnf`, `.opb`, `.lp` or
    /// `.mps`.
    ///
    /// Args:
    ///     path: the file.
    ///     form: the form that states the rules, as `encoding` of `solve`; or `cuts`, which leaves
    ///         them out. The default is the smallest that states all rules.
    ///     cnf: how formulas become clauses, as in `encycle.encode`.
    ///
    /// Raises:
    ///     ValueError: the format cannot express the model, or an argument is invalid.
    ///     OSError: the file cannot be written.
    #[pyo3(signature = (path, *, form=None, cnf=None))]
    fn write(
        &self,
        py: Python<'_>,
        path: PathBuf,
        form: Option<&str>,
        cnf: Option<&str>,
    ) -> PyResult<()> {
        let (model, lowering) = self.built(cnf)?;
        files::write(py, &path, &model, &encoding_for_file(&model, form)?, lowering)
    }

    /// Returns the clauses as a `CNF` of PySAT; for a model with an objective, as a `WCNF`. The first variables are those
    /// of the model. `form` and `cnf` are as in `write`.
    ///
    /// Raises:
    ///     ImportError: PySAT is not installed.
    ///     ValueError: clauses cannot express the model, or an argument is invalid.
    #[pyo3(signature = (*, form=None, cnf=None))]
    fn to_pysat<'py>(
        &self,
        py: Python<'py>,
        form: Option<&str>,
        cnf: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (model, lowering) = self.built(cnf)?;
        bridges::to_pysat(py, &model, &encoding_for_file(&model, form)?, lowering)
    }

    /// Returns the model as an object `Highs` of highspy. `form` and `cnf` are as in `write`.
    ///
    /// Raises:
    ///     ImportError: highspy is not installed.
    ///     ValueError: an argument is invalid.
    #[pyo3(signature = (*, form=None, cnf=None))]
    fn to_highspy<'py>(
        &self,
        py: Python<'py>,
        form: Option<&str>,
        cnf: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        bridges::to_highspy(py, &self.program(py, form, cnf)?)
    }

    /// Returns the model as an `LpProblem` of PuLP. `form` and `cnf` are as in `write`.
    ///
    /// Raises:
    ///     ImportError: PuLP is not installed.
    ///     ValueError: an argument is invalid.
    #[pyo3(signature = (*, form=None, cnf=None))]
    fn to_pulp<'py>(
        &self,
        py: Python<'py>,
        form: Option<&str>,
        cnf: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        bridges::to_pulp(py, &self.program(py, form, cnf)?)
    }

    fn __repr__(&self) -> String {
        let state: &State = &self.shared.lock();
        let variables = state.model.variable_names().len();
        let constraints = state.model.constraint_count() + state.model.program().rows.len();
        let rules = state.rule_count();
        format!("<encycle.Model: {variables} variables, {constraints} constraints, {rules} rules>")
    }
}

/// The solutions of a model, one by one. The search goes on in another thread until all solutions are found, or until
/// `close`.
#[pyclass(module = "encycle", frozen)]
pub struct ModelSolutions {
    shared: Shared,
    stream: Stream,
}

#[pymethods]
impl ModelSolutions {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<ModelResult>> {
        let next = self.stream.next(py)?;
        Ok(next.map(|solution| {
            ModelResult::of_values(&self.shared, solution.atoms().to_vec(), Vec::new())
        }))
    }

    /// Ends the search.
    fn close(&self) {
        self.stream.close();
    }

    fn __enter__(this: Py<Self>) -> Py<Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyTuple>) {
        self.close();
    }
}

/// Creates a model of a formula of PySAT: of any object with the attributes `clauses` and `nv`, or `hard`, `soft`, `wght`
/// and `nv`.
///
/// The variables are named `x1`, `x2`, ... For a `WCNF`, the model minimizes the weight of the soft clauses that are false.
///
/// Raises:
///     TypeError: the object does not have these attributes.
///     ValueError: a literal is invalid.
#[pyfunction]
pub fn from_pysat(formula: &Bound<'_, PyAny>) -> PyResult<Model> {
    Ok(Model::of(Shared::new(bridges::from_pysat(formula)?)))
}
