//! The reader of solutions of a user's own model.

use std::collections::HashMap;

use encycle_encodings::model::{Model, RuleGraph};
use encycle_encodings::text::{Fault, Span, counted};
use encycle_solvers::answers::without_escapes;

use crate::formats::ParseError;
use crate::formats::solution::{json, tsplib_tour, unusable};

/// The values of all columns of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelPoint {
    /// The values of the variables.
    pub booleans: Vec<bool>,
    /// The values of the integer and continuous columns.
    pub others: Vec<f64>,
    /// The names of those columns that the text gives no value, so that they are 0.
    pub missing: Vec<String>,
}

/// Describes how a solution of a model is written.
const HELP: &str = "write the names of the true variables, and NAME=VALUE for other columns; or use the output of \
                    `encycle solve`, as text or JSON";

/// Reads a candidate solution of a model, without checking it. The text is one of the following:
///
/// - The JSON that `encycle solve` prints.
/// - The text that `encycle solve` prints: the drawn edges of each graph as walks, the other true variables after `true:`,
///   and the values of the other columns.
/// - The names of the true variables, separated by blanks. `NAME=VALUE` states the value of any column, and `-NAME` that a
///   variable is false. A variable that is not named is false, and a column 0; a word that begins with `#` starts a comment.
/// - A tour of TSPLIB (`TYPE : TOUR`), for a model with one graph.
///
/// # Errors
/// Returns an error with line and column if the text is invalid, or states two values of a variable or column.
///
/// ```
/// use encycle::formats::model::{ModelFormat, read_model};
/// use encycle::formats::read_model_solution;
///
/// let text = "Minimize\n obj: a + y\nSubject To\n c1: a + b + y >= 1\nBinary\n a b\nEnd\n";
/// let model = read_model(ModelFormat::Lp, text.as_bytes(), "a.lp")?;
/// let point = read_model_solution("b y=0.5", &model)?;
/// assert_eq!((point.booleans, point.others), (vec![false, true], vec![0.5]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_model_solution(text: &str, model: &Model) -> Result<ModelPoint, ParseError> {
    let text = &*without_escapes(text);
    let mut reader = PointReader::new(model);
    let read = match (text.trim_start().starts_with('{'), unusable(text)) {
        (true, _) => reader.json(text),
        (_, Some(fault)) => Err(fault),
        _ if let Some(tour) = tsplib_tour(text) => reader.tour(&tour, text),
        _ => reader.text(text),
    };
    match read {
        Ok(()) => Ok(reader.finish()),
        Err(Fault { offset, message }) if message.contains("\nhelp: ") => {
            Err(ParseError::at(text, offset, message))
        }
        Err(Fault { offset, message }) => {
            Err(ParseError::at(text, offset, format!("{message}\nhelp: {HELP}")))
        }
    }
}

struct PointReader<'a> {
    model: &'a Model,
    booleans: Vec<Option<bool>>,
    /// Whether the text names a variable; otherwise its value follows from the walks.
    is_named: Vec<bool>,
    others: Vec<Option<f64>>,
    columns: HashMap<&'a str, usize>,
}

impl<'a> PointReader<'a> {
    fn new(model: &'a Model) -> Self {
        let names = model.column_names();
        Self {
            model,
            booleans: vec![None; model.variable_names().len()],
            is_named: vec![false; model.variable_names().len()],
            others: vec![None; names.len()],
            columns: names
                .iter()
                .enumerate()
                .map(|(number, name)| (name.as_str(), number))
                .collect(),
        }
    }

    fn finish(self) -> ModelPoint {
        let columns = self.model.column_names().iter().zip(&self.others);
        let missing = columns.filter(|(_, value)| value.is_none()).map(|(name, _)| name.clone());
        ModelPoint {
            missing: missing.collect(),
            booleans: self.model.completed(&self.booleans),
            others: self.others.into_iter().map(Option::unwrap_or_default).collect(),
        }
    }

    /// Sets a variable; returns `false` if there is none of this name.
    ///
    /// # Errors
    /// The text has named it with the other value.
    fn set(&mut self, name: &str, value: bool) -> Result<bool, String> {
        let Some(literal) = self.model.find(name) else { return Ok(false) };
        let variable = literal.vidx();
        let is_named = std::mem::replace(&mut self.is_named[variable], true);
        let before = self.booleans[variable].replace(value);
        match is_named && before == Some(!value) {
            true => Err("is both true and false".to_owned()),
            false => Ok(true),
        }
    }

    /// Sets the value of a column that is not Boolean, by its number.
    ///
    /// # Errors
    /// The text has given it another value, or the value is infinite.
    fn set_other(&mut self, column: usize, value: f64) -> Result<(), String> {
        match self.others[column].replace(value) {
            _ if !value.is_finite() => Err("is not a finite number".to_owned()),
            Some(before) if before != value => Err(format!("is a second value, after {before}")),
            _ => Ok(()),
        }
    }

    /// Sets a variable or another column.
    fn set_value(&mut self, name: Span<'_>, value: Span<'_>) -> Result<(), Fault> {
        let number: f64 = value.text.parse().map_err(|_| value.wrong("is not a number"))?;
        if let Some(&column) = self.columns.get(name.text) {
            return self.set_other(column, number).map_err(|what| value.wrong(what));
        }
        match number {
            0.0 | 1.0 if self.set(name.text, number == 1.0).map_err(|what| name.wrong(what))? => {
                Ok(())
            }
            _ if self.model.find(name.text).is_some() => {
                Err(value.wrong("is not the value of a 0-1 variable"))
            }
            _ => Err(name.wrong("is not a name in this model")),
        }
    }

    fn json(&mut self, text: &str) -> Result<(), Fault> {
        let value = json(text)?;
        let fault = |message: String| Fault { offset: 0, message };
        let atoms = value["atoms"].as_array().ok_or_else(|| {
            fault("the JSON has no `atoms`: only the result of a solved model has it".to_owned())
        })?;
        for atom in atoms {
            if !self.set(atom.as_str().unwrap_or_default(), true).map_err(&fault)? {
                return Err(fault(format!("{atom} is not a name in this model")));
            }
        }
        for (name, value) in value["columns"].as_object().into_iter().flatten() {
            match (self.columns.get(name.as_str()), value.as_f64()) {
                (Some(&column), Some(value)) => self
                    .set_other(column, value)
                    .map_err(|what| fault(format!("`{name}`: {value} {what}")))?,
                _ => return Err(fault(format!("`{name}` is not a column with a number"))),
            }
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Fault> {
        let (mut walks, mut names): (Vec<(&RuleGraph, Vec<Span<'_>>)>, _) =
            (Vec::new(), Vec::new());
        let (mut is_walk, mut is_head) = (false, false);
        for raw in (Span { text, offset: 0 }).split(|c| c == '\n') {
            let line = raw.without_comment_words();
            let mut words: Vec<Span<'_>> = line.words().collect();
            let graph = words.first().and_then(|first| self.graph_of(*first));
            is_head |= is_result(line);
            // the sentences after the verdict, such as the limit that was reached
            if is_head && graph.is_none() && !is_value_line(&words) {
                continue;
            }
            is_head = false;
            match graph {
                Some(graph) => {
                    is_walk = true;
                    words.remove(0);
                    walks.push((graph, words));
                }
                // a long line continues in indented lines
                None if is_walk && raw.text.starts_with(' ') => {
                    walks.extend(walks.last().map(|&(graph, _)| (graph, words)));
                }
                None => {
                    is_walk = false;
                    names.push(words);
                }
            }
        }
        if is_head {
            return Err(Fault { offset: 0, message: "the result has no solution".to_owned() });
        }
        walks.iter().for_each(|(graph, _)| self.clear(graph));
        names.into_iter().try_for_each(|words| self.names(words))?;
        for (graph, words) in walks {
            let walks = words.into_iter().map(|word| {
                let walk = split(graph, word.text).map(|walk| (word, walk));
                walk.ok_or_else(|| word.wrong(format!("is not a walk in {}", graph.name())))
            });
            self.draw(graph, &walks.collect::<Result<Vec<_>, Fault>>()?)?;
        }
        Ok(())
    }

    /// Reads the vertices of a closed tour of the only graph.
    fn tour(&mut self, tour: &[Span<'_>], text: &str) -> Result<(), Fault> {
        let [graph] = self.model.graphs()[..] else {
            let graphs = counted(self.model.graphs().len(), "graph");
            let message = format!("a tour is a solution of a model with one graph, not {graphs}");
            return Err((Span { text, offset: 0 }).fault(message));
        };
        let vertex = |word: &Span<'_>| {
            let found = graph.vertex(word.text);
            found.ok_or_else(|| word.wrong(format!("is not a vertex of {}", graph.name())))
        };
        let vertices = tour.iter().map(vertex).collect::<Result<Vec<usize>, Fault>>()?;
        self.clear(graph);
        let steps = tour.iter().skip(1).zip(vertices.windows(2));
        self.draw(graph, &steps.map(|(&to, step)| (to, step.to_vec())).collect::<Vec<_>>())
    }

    /// Leaves out the edges of a graph that are not drawn.
    fn clear(&mut self, graph: &RuleGraph) {
        // the names of variables say which of several edges between two vertices is drawn
        let named = graph.edges().iter().zip(graph.parallel_edges()).filter(|(_, many)| !many);
        let literals = named.filter_map(|(edge, _)| edge.when.literal());
        literals.for_each(|literal| self.booleans[literal.vidx()] = Some(literal.is_neg()));
    }

    /// Returns the graph that a word names, before a colon.
    fn graph_of(&self, word: Span<'_>) -> Option<&'a RuleGraph> {
        let name = word.text.strip_suffix(':')?;
        self.model.graphs().into_iter().find(|graph| graph.name() == name)
    }

    /// Draws the edges of walks, each with the word that states it.
    fn draw(&mut self, graph: &RuleGraph, walks: &[(Span<'_>, Vec<usize>)]) -> Result<(), Fault> {
        let mut is_left = vec![true; graph.edges().len()];
        let is_parallel = graph.parallel_edges();
        let is_drawn = |edge: usize, booleans: &[Option<bool>]| {
            let literal = graph.edges()[edge].when.literal();
            literal.is_none_or(|one| booleans[one.vidx()].unwrap_or(false) == one.is_pos())
        };
        for (word, vertices) in walks {
            for pair in vertices.windows(2) {
                let may_be_meant = |edge: usize| {
                    is_left[edge] && (!is_parallel[edge] || is_drawn(edge, &self.booleans))
                };
                let step = graph.steps_out(pair[0], may_be_meant);
                let Some((edge, _)) = step.into_iter().find(|&(_, next)| next == pair[1]) else {
                    let [from, to] = [pair[0], pair[1]].map(|vertex| graph.vertex_name(vertex));
                    return Err(word
                        .fault(format!("no edge, or no further one, leads from {from} to {to}; of several edges, that of a true variable does")));
                };
                is_left[edge] = false;
                if let Some(literal) = graph.edges()[edge].when.literal() {
                    let value = Some(literal.is_pos());
                    if self.is_named[literal.vidx()] && self.booleans[literal.vidx()] != value {
                        let name = self.model.literal_text(literal);
                        return Err(word.fault(format!("{name} is both true and false")));
                    }
                    self.booleans[literal.vidx()] = value;
                }
            }
        }
        Ok(())
    }

    /// Reads names and values.
    fn names(&mut self, words: Vec<Span<'_>>) -> Result<(), Fault> {
        let mut words = words.into_iter().peekable();
        words.next_if(|word| word.text == "true:");
        while let Some(word) = words.next() {
            if words.next_if(|next| next.text == "=").is_some() {
                let value = words.next().ok_or_else(|| word.fault("no value after `=`"))?;
                self.set_value(word, value)?;
                continue;
            }
            let negated = word.text.strip_prefix('-').unwrap_or_default();
            let wrong = |what: String| word.wrong(what);
            let is_set = self.set(word.text, true).map_err(wrong)?
                || self.set(negated, false).map_err(wrong)?;
            match word.cut(|c| c == '=') {
                _ if is_set => {}
                (name, Some(value)) => self.set_value(name, value)?,
                _ => return Err(word.wrong("is not a name in this model")),
            }
        }
        Ok(())
    }
}

/// Returns whether a line is the verdict of `encycle solve`.
fn is_result(line: Span<'_>) -> bool {
    line.text.contains(": ") && line.text.ends_with(')')
}

/// Returns whether a line of `encycle solve` has values, if it is not that of a graph.
fn is_value_line(words: &[Span<'_>]) -> bool {
    match words {
        [label, ..] if label.text == "true:" => true,
        [_, sign, ..] => sign.text == "=",
        _ => false,
    }
}

/// Returns the vertices of a walk such as `a-b-c`, or `a->b` in a directed graph. A name of a vertex may contain the
/// characters between two names; the longest name is read.
fn split(graph: &RuleGraph, word: &str) -> Option<Vec<usize>> {
    let between = if graph.is_directed() { "->" } else { "-" };
    let mut vertices = Vec::new();
    let mut rest = word;
    loop {
        if let Some(vertex) = graph.vertex(rest) {
            vertices.push(vertex);
            return Some(vertices);
        }
        let ends = rest.rmatch_indices(between).map(|(end, _)| end);
        let (end, vertex) =
            ends.into_iter().find_map(|end| Some((end, graph.vertex(&rest[..end])?)))?;
        vertices.push(vertex);
        rest = &rest[end + between.len()..];
    }
}
