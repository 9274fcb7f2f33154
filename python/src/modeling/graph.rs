//! Graphs of a model, whose vertices are any Python objects, and the part of networkx's interface that they read.

use encycle::encodings::logic::Lit;
use encycle::encodings::model::{Condition, RuleGraph};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyTuple};

use crate::errors::invalid;
use crate::modeling::expression::{Expression, Kind};
use crate::modeling::state::Shared;

/// A graph of a model, whose edges are drawn exactly if a variable is true.
///
/// Vertices are any hashable objects whose texts (`str(vertex)`) differ: a graph cannot have both `1` and `"1"`.
#[pyclass(module = "encycle", frozen)]
pub struct Graph {
    pub shared: Shared,
    /// The number of the graph in the model.
    pub number: usize,
    /// The vertices as the user names them, by their numbers.
    objects: Py<PyList>,
    /// The number of each of them.
    numbers: Py<PyDict>,
    is_read: bool,
}

/// Both ends of an edge, and its variable or True.
type EdgeObjects<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// A condition as a Python object: a variable or its negation, or True.
pub fn condition(shared: &Shared, value: &Bound<'_, PyAny>) -> PyResult<Condition> {
    if let Ok(expression) = value.cast::<Expression>() {
        return literal(shared, expression).map(Condition::If);
    }
    if value.is_instance_of::<PyBool>() && value.extract()? {
        return Ok(Condition::Always);
    }
    Err(PyTypeError::new_err(format!(
        "{} is not a variable\nhelp: use a variable, its negation, or True; leave out an edge that is never drawn",
        value.repr()?
    )))
}

/// Returns the literal of a variable or its negation.
pub fn literal(shared: &Shared, expression: &Bound<'_, Expression>) -> PyResult<Lit> {
    let expression = expression.get();
    shared.require_same(&expression.shared)?;
    match expression.kind {
        Kind::Literal(literal) => Ok(literal),
        _ => Err(PyTypeError::new_err(
            "a formula, where a variable is needed\nhelp: name it: v = m.variable(\"v\"), m.add(v == formula)",
        )),
    }
}

impl Graph {
    /// Creates a graph without vertices.
    pub fn new(py: Python<'_>, shared: &Shared, name: &str, is_directed: bool) -> PyResult<Self> {
        let graph = match is_directed {
            true => RuleGraph::directed(name),
            false => RuleGraph::undirected(name),
        };
        let number = shared.lock().graph(graph)?;
        let (objects, numbers) = (PyList::empty(py).unbind(), PyDict::new(py).unbind());
        Ok(Self { shared: shared.clone(), number, objects, numbers, is_read: false })
    }

    /// Returns a graph that was read from a file.
    pub fn of_file(py: Python<'_>, shared: &Shared, number: usize) -> PyResult<Self> {
        let names = shared.lock().graphs[number].vertex_names().to_vec();
        let (objects, numbers) = (PyList::empty(py), PyDict::new(py));
        for (number, name) in names.iter().enumerate() {
            objects.append(name)?;
            numbers.set_item(name, number)?;
        }
        let (objects, numbers) = (objects.unbind(), numbers.unbind());
        Ok(Self { shared: shared.clone(), number, objects, numbers, is_read: true })
    }

    /// Adds the vertices and edges of a graph of networkx, with a variable for each edge.
    pub fn extend(&self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = other.py();
        for vertex in other.getattr("nodes")?.try_iter()? {
            self.add_vertex(&vertex?)?;
        }
        for edge in other.getattr("edges")?.try_iter()? {
            let edge = edge?;
            let ends = edge.cast::<PyTuple>()?;
            let mut name = self.name();
            for part in ends {
                name += &format!("_{}", part.str()?);
            }
            if self.shared.lock().model.find(&name).is_some() {
                return Err(invalid(format!(
                    "variable `{name}` of the edge {} is already in the model\nhelp: name the graph differently, or \
                     add its edges by g.edge(u, v, x)",
                    edge.repr()?
                )));
            }
            let literal = self.shared.lock().variable(&name)?;
            let literal = Bound::new(py, Expression::literal(&self.shared, literal))?;
            self.edge(&ends.get_item(0)?, &ends.get_item(1)?, literal.as_any())?;
        }
        Ok(())
    }

    /// Returns the number of a vertex, which is added if it is new.
    fn add_vertex(&self, vertex: &Bound<'_, PyAny>) -> PyResult<usize> {
        let py = vertex.py();
        let numbers = self.numbers.bind(py);
        if let Some(known) = numbers.get_item(vertex)? {
            return known.extract();
        }
        if self.is_read {
            return Err(invalid(format!(
                "graph `{}` was read from a file\nhelp: add a graph of your own: m.graph(\"h\")",
                self.name()
            )));
        }
        let text = vertex.str()?.to_string();
        let mut state = self.shared.lock();
        let graph = &mut state.graphs[self.number];
        if graph.vertex(&text).is_some() {
            let message = format!(
                "two vertices of graph `{}` are named `{text}`\nhelp: name one of them differently",
                graph.name()
            );
            return Err(invalid(message));
        }
        let number = graph.add_vertex(text);
        drop(state);
        self.objects.bind(py).append(vertex)?;
        numbers.set_item(vertex, number)?;
        Ok(number)
    }

    /// Returns the number of a vertex of the graph.
    ///
    /// # Errors
    /// The graph does not have this vertex.
    pub fn number_of(&self, vertex: &Bound<'_, PyAny>) -> PyResult<usize> {
        match self.numbers.bind(vertex.py()).get_item(vertex)? {
            Some(number) => number.extract(),
            None => Err(PyValueError::new_err(format!(
                "graph `{}` has no vertex {}\nhelp: add it by g.vertex or g.edge",
                self.name(),
                vertex.repr()?
            ))),
        }
    }

    /// Returns a vertex as the user names it.
    pub fn object<'py>(&self, py: Python<'py>, number: usize) -> PyResult<Bound<'py, PyAny>> {
        self.objects.bind(py).get_item(number)
    }

    /// Returns a copy of the graph.
    pub fn copied(&self) -> RuleGraph {
        self.shared.lock().graphs[self.number].clone()
    }

    fn edge_object<'py>(&self, py: Python<'py>, when: Condition) -> PyResult<Bound<'py, PyAny>> {
        Ok(match when {
            Condition::Always => PyBool::new(py, true).to_owned().into_any(),
            Condition::If(literal) => {
                Bound::new(py, Expression::literal(&self.shared, literal))?.into_any()
            }
        })
    }

    fn refuse_read(&self) -> PyResult<()> {
        match self.is_read {
            false => Ok(()),
            true => Err(invalid(format!(
                "graph `{}` was read from a file, so its rules are complete\nhelp: add a graph of your own: m.graph(\"h\")",
                self.name()
            ))),
        }
    }
}

#[pymethods]
impl Graph {
    /// The name.
    #[getter]
    pub fn name(&self) -> String {
        self.shared.lock().graphs[self.number].name().to_owned()
    }

    /// Whether the edges have directions.
    #[getter]
    fn directed(&self) -> bool {
        self.shared.lock().graphs[self.number].is_directed()
    }

    /// The vertices.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> Bound<'py, PyList> {
        self.objects.bind(py).get_slice(0, usize::MAX)
    }

    /// The edges: both ends, and the variable or True.
    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Vec<EdgeObjects<'py>>> {
        let graph = self.copied();
        let edge = |edge: &encycle::encodings::model::RuleEdge| {
            let [from, to] = edge.ends;
            Ok((self.object(py, from)?, self.object(py, to)?, self.edge_object(py, edge.when)?))
        };
        graph.edges().iter().map(edge).collect()
    }

    /// Adds an edge, which is drawn exactly if `when` is true: a variable, its negation, or True. Vertices that are new
    /// are added.
    fn edge(
        &self,
        from: &Bound<'_, PyAny>,
        to: &Bound<'_, PyAny>,
        when: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.refuse_read()?;
        let when = condition(&self.shared, when)?;
        let [from, to] = [self.add_vertex(from)?, self.add_vertex(to)?];
        let mut state = self.shared.lock();
        let graph = &mut state.graphs[self.number];
        let [from, to] = [from, to].map(|end| graph.vertex_name(end).to_owned());
        graph.edge(from, to, when);
        Ok(())
    }

    /// Adds a vertex. For the rule `connected_vertices`, it is chosen exactly if `when` is true.
    #[pyo3(signature = (vertex, when=None))]
    fn vertex(&self, vertex: &Bound<'_, PyAny>, when: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        self.refuse_read()?;
        let when = when.map(|when| condition(&self.shared, when)).transpose()?;
        let number = self.add_vertex(vertex)?;
        if let Some(when) = when {
            let mut state = self.shared.lock();
            let graph = &mut state.graphs[self.number];
            let name = graph.vertex_name(number).to_owned();
            graph.choose_vertex(name, when);
        }
        Ok(())
    }

    /// Returns the variable of the edge between two vertices, or True: `g[u, v]`.
    fn __getitem__<'py>(
        &self,
        ends: (Bound<'py, PyAny>, Bound<'py, PyAny>),
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = ends.0.py();
        let (from, to) = (self.number_of(&ends.0)?, self.number_of(&ends.1)?);
        let graph = self.copied();
        let is_between = |&[a, b]: &[usize; 2]| {
            [a, b] == [from, to] || !graph.is_directed() && [b, a] == [from, to]
        };
        let mut found = graph.edges().iter().filter(|edge| is_between(&edge.ends));
        let (Some(edge), other) = (found.next(), found.next()) else {
            return Err(PyKeyError::new_err(format!(
                "graph `{}` has no edge from {} to {}",
                graph.name(),
                ends.0.repr()?,
                ends.1.repr()?
            )));
        };
        match other {
            None => self.edge_object(py, edge.when),
            Some(_) => Err(invalid(format!(
                "graph `{}` has several edges from {} to {}\nhelp: g.edges lists all edges",
                graph.name(),
                ends.0.repr()?,
                ends.1.repr()?
            ))),
        }
    }

    fn __repr__(&self) -> String {
        let graph = self.copied();
        let direction = if graph.is_directed() { "directed" } else { "undirected" };
        let (vertices, edges) = (graph.vertex_count(), graph.edges().len());
        let name = graph.name();
        format!("<encycle.Graph {name}: {direction}, {vertices} vertices, {edges} edges>")
    }
}
