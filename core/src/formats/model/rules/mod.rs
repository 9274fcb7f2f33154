//! The rules language: graphs over the variables of a model, and rules about them.
//!
//! ```text
//! # a comment, to the end of the line
//! graph g undirected          # or directed
//! edge g a b x_1_2            # drawn exactly if the literal is true; `true` for an edge that is always drawn
//! vertex g a y_1              # chosen exactly if the literal is true; without a literal, always
//! one-cycle g
//! reach g a b -x_3
//! connected g a b c iff x_4
//! ```
//!
//! Each line is a statement, and the order of the lines does not matter. A vertex is any word except `iff`. A literal is
//! the name of a variable, a name of the map, or the number of a Boolean variable (1 is the first), with `-` or `~` in
//! front if it is negated. A name wins over a negation or a number that is written in the same way. A number without a variable
//! adds one if the model [allows it](Model::allow_further_variables).

mod literals;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use encycle_encodings::model::{GraphGoal, GraphRule, Model, RuleError, RuleGraph};
use encycle_encodings::suggest;
use encycle_encodings::text::{Fault, Span};

use crate::formats::ParseError;
use crate::formats::map::VariableMap;
use literals::Literals;

/// Reads rules and adds them to a model. `origin` is the name of the text, for errors; `map` adds names of variables.
/// If there is an error, the model is not changed.
///
/// # Errors
/// Returns the first error of the text: an unknown word, graph, vertex or variable, a wrong number of words, a graph that
/// is declared twice, a column that is not Boolean, or a graph or literal that does not fit a rule.
///
/// ```
/// use encycle::encodings::model::Model;
/// use encycle::formats::model::read_rules;
///
/// let mut model = Model::new();
/// let _ = ["ab", "bc", "ca"].map(|name| model.variable(name));
/// let text = "graph g undirected\nedge g a b ab\nedge g b c bc\nedge g c a ca\none-cycle g\n";
/// read_rules(text, "triangle.rules", &mut model, None)?;
/// assert_eq!(model.rules().count(), 1);
///
/// let error = read_rules("graph g\n", "short.rules", &mut model, None).unwrap_err();
/// assert!(error.to_string().starts_with("short.rules:1:8: missing word after 'g'"));
/// # Ok::<(), encycle::formats::ParseError>(())
/// ```
pub fn read_rules(
    text: &str,
    origin: &str,
    model: &mut Model,
    map: Option<&VariableMap>,
) -> Result<(), ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let literals = Literals::new(model, map);
    let rules = rules_of(text, &literals).map_err(|fault| {
        ParseError::at(text, fault.offset, fault.message).in_origin(origin.to_owned())
    })?;
    for name in literals.into_added() {
        model.variable(&name);
    }
    rules.into_iter().for_each(|rule| model.require(rule));
    Ok(())
}

/// A word that begins a statement.
struct Keyword {
    name: &'static str,
    /// The form of the statement, for errors.
    form: &'static str,
    /// The least and the greatest number of words after the keyword, without the literal of a rule.
    counts: (usize, usize),
}

const fn keyword(name: &'static str, form: &'static str, counts: (usize, usize)) -> Keyword {
    Keyword { name, form, counts }
}

/// All keywords.
const KEYWORDS: [Keyword; 15] = [
    keyword("graph", "graph NAME undirected` or `graph NAME directed", (2, 2)),
    keyword("edge", "edge GRAPH VERTEX VERTEX LITERAL", (4, 4)),
    keyword("vertex", "vertex GRAPH VERTEX [LITERAL]", (2, 3)),
    keyword("one-cycle", "one-cycle GRAPH", (1, 1)),
    keyword("hamilton-cycle", "hamilton-cycle GRAPH", (1, 1)),
    keyword("cycles", "cycles GRAPH", (1, 1)),
    keyword("path", "path GRAPH FROM TO", (3, 3)),
    keyword("hamilton-path", "hamilton-path GRAPH [FROM TO]", (1, 3)),
    keyword("connected", "connected GRAPH [VERTEX ...] [iff LITERAL]", (1, usize::MAX)),
    keyword("connected-vertices", "connected-vertices GRAPH", (1, 1)),
    keyword("tree", "tree GRAPH [VERTEX ...]", (1, usize::MAX)),
    keyword("forest", "forest GRAPH [iff LITERAL]", (1, 1)),
    keyword("acyclic", "acyclic GRAPH [iff LITERAL]", (1, 1)),
    keyword("reach", "reach GRAPH FROM TO [LITERAL]", (3, 3)),
    keyword("distance", "distance GRAPH FROM TO EDGES [LITERAL]", (4, 4)),
];

/// The word before the literal of a rule.
const IFF: &str = "iff";

/// A line: its keyword, the words after it, and the literal of a rule.
struct RuleLine<'a> {
    keyword: &'static Keyword,
    first: Span<'a>,
    words: Vec<Span<'a>>,
    /// The word `iff`, or the literal if that word is left out; and the literal.
    literal: Option<[Span<'a>; 2]>,
}

impl<'a> RuleLine<'a> {
    /// Reads a line; `None` if it is empty or a comment. A `#` within a word is a part of a name.
    fn read(line: Span<'a>) -> Result<Option<Self>, Fault> {
        let mut words = line.words().take_while(|word| !word.text.starts_with('#'));
        let Some(first) = words.next() else { return Ok(None) };
        let Some(keyword) = KEYWORDS.iter().find(|keyword| keyword.name == first.text) else {
            let known = KEYWORDS.map(|keyword| keyword.name);
            let help = suggest::help(first.text, &known);
            return Err(first.wrong(format!("does not begin a rule\nhelp: {help}")));
        };
        let mut statement = Self { keyword, first, words: words.collect(), literal: None };
        statement.split_literal()?;
        statement.check_count()?;
        Ok(Some(statement))
    }

    /// Removes the literal of a rule from the words.
    fn split_literal(&mut self) -> Result<(), Fault> {
        let is_about_rule = !["graph", "edge", "vertex"].contains(&self.keyword.name);
        if let Some(place) = self.words.iter().position(|word| word.text == IFF) {
            let rest = self.words.split_off(place);
            match rest[..] {
                [iff, _] if !is_about_rule => {
                    return Err(iff.wrong("has a meaning of its own\nhelp: rename the vertex"));
                }
                [iff, literal] => self.literal = Some([iff, literal]),
                [iff] => return Err(self.missing(iff)),
                [_, _, more, ..] => return Err(self.extra(more)),
                [] => {}
            }
        } else if ["reach", "distance"].contains(&self.keyword.name)
            && self.words.len() > self.keyword.counts.1
        {
            let literal = self.words.remove(self.keyword.counts.1);
            self.literal = Some([literal, literal]);
        }
        Ok(())
    }

    fn check_count(&self) -> Result<(), Fault> {
        let (least, most) = self.keyword.counts;
        match self.words.get(most) {
            Some(&more) => Err(self.extra(more)),
            None if self.words.len() < least => {
                Err(self.missing(self.words.last().copied().unwrap_or(self.first)))
            }
            None => Ok(()),
        }
    }

    fn missing(&self, last: Span<'_>) -> Fault {
        let message =
            format!("missing word after {}\nhelp: write `{}`", last.shown(), self.keyword.form);
        last.fault_after(message)
    }

    fn extra(&self, word: Span<'_>) -> Fault {
        word.wrong(format!("is one word too many\nhelp: write `{}`", self.keyword.form))
    }
}

/// A graph while its edges are collected.
struct GraphDraft<'a> {
    name: Span<'a>,
    graph: RuleGraph,
    /// The vertices that have a literal.
    chosen: HashSet<&'a str>,
    /// The second end of the first edge from a vertex to itself.
    self_loop: Option<Span<'a>>,
}

/// Reads all rules of a text.
fn rules_of(text: &str, literals: &Literals<'_>) -> Result<Vec<GraphRule>, Fault> {
    let lines = Span { text, offset: 0 }.split(|c| c == '\n');
    let mut statements: Vec<RuleLine<'_>> = Vec::new();
    for line in lines {
        statements.extend(RuleLine::read(line)?);
    }
    let mut drafts = Drafts::default();
    let of = |name: &'static str| statements.iter().filter(move |one| one.keyword.name == name);
    of("graph").try_for_each(|statement| drafts.declare(statement))?;
    of("edge").try_for_each(|statement| drafts.edge(statement, literals))?;
    of("vertex").try_for_each(|statement| drafts.vertex(statement, literals))?;
    let graphs = drafts.drafts.into_iter().map(FinishedGraph::new).collect();
    let finished = Finished { graphs, numbers: drafts.numbers };
    let rules = statements
        .iter()
        .filter(|statement| !["graph", "edge", "vertex"].contains(&statement.keyword.name));
    rules.map(|statement| finished.rule(statement, literals)).collect()
}

/// The graphs while their edges are collected.
#[derive(Default)]
struct Drafts<'a> {
    drafts: Vec<GraphDraft<'a>>,
    numbers: HashMap<&'a str, usize>,
}

impl<'a> Drafts<'a> {
    fn declare(&mut self, statement: &RuleLine<'a>) -> Result<(), Fault> {
        let (name, form) = (statement.words[0], statement.words[1]);
        let graph = match form.text {
            "undirected" => RuleGraph::undirected(name.text),
            "directed" => RuleGraph::directed(name.text),
            _ => {
                let help = suggest::help(form.text, &["undirected", "directed"]);
                return Err(form.wrong(format!("is not a form of a graph\nhelp: {help}")));
            }
        };
        if let Some(&known) = self.numbers.get(name.text) {
            let before = self.drafts[known].graph.is_directed();
            let before = if before { "a directed" } else { "an undirected" };
            return Err(name.wrong(format!(
                "is already the name of {before} graph\nhelp: remove the line, or choose another name"
            )));
        }
        self.numbers.insert(name.text, self.drafts.len());
        self.drafts.push(GraphDraft { name, graph, chosen: HashSet::new(), self_loop: None });
        Ok(())
    }

    fn edge(&mut self, statement: &RuleLine<'a>, literals: &Literals<'_>) -> Result<(), Fault> {
        let [name, from, to, literal] = statement.words[..] else { return Ok(()) };
        let draft = &mut self.drafts[number(&self.numbers, name)?];
        draft.graph.edge(from.text, to.text, literals.condition(literal)?);
        if from.text == to.text {
            draft.self_loop.get_or_insert(to);
        }
        Ok(())
    }

    fn vertex(&mut self, statement: &RuleLine<'a>, literals: &Literals<'_>) -> Result<(), Fault> {
        let [name, vertex, ref literal @ ..] = statement.words[..] else { return Ok(()) };
        let draft = &mut self.drafts[number(&self.numbers, name)?];
        let Some(&literal) = literal.first() else {
            draft.graph.add_vertex(vertex.text);
            return Ok(());
        };
        draft.graph.choose_vertex(vertex.text, literals.condition(literal)?);
        match draft.chosen.insert(vertex.text) {
            true => Ok(()),
            false => Err(vertex.wrong("already has a literal\nhelp: keep one of the lines")),
        }
    }
}

/// Returns the number of a graph.
fn number(numbers: &HashMap<&str, usize>, name: Span<'_>) -> Result<usize, Fault> {
    numbers.get(name.text).copied().ok_or_else(|| {
        let mut known: Vec<&str> = numbers.keys().copied().collect();
        known.sort_unstable();
        let question = suggest::question(name.text, known);
        name.wrong(format!(
            "is not the name of a graph\nhelp: {question}declare a graph by `graph NAME undirected` or \
             `graph NAME directed`"
        ))
    })
}

/// A graph whose edges are complete.
struct FinishedGraph<'a> {
    name: Span<'a>,
    graph: Arc<RuleGraph>,
    self_loop: Option<Span<'a>>,
}

impl<'a> FinishedGraph<'a> {
    fn new(draft: GraphDraft<'a>) -> Self {
        Self { name: draft.name, graph: Arc::new(draft.graph), self_loop: draft.self_loop }
    }

    fn vertex(&self, word: Span<'_>) -> Result<usize, Fault> {
        self.graph.vertex(word.text).ok_or_else(|| {
            let names = self.graph.vertex_names().iter().map(String::as_str);
            let question = suggest::question(word.text, names);
            let graph = self.name.text;
            word.wrong(format!(
                "is not a vertex of the graph `{graph}`\nhelp: {question}add an edge, or `vertex {graph} {}`",
                word.text
            ))
        })
    }
}

/// The graphs for which rules are read.
struct Finished<'a> {
    graphs: Vec<FinishedGraph<'a>>,
    numbers: HashMap<&'a str, usize>,
}

impl Finished<'_> {
    fn rule(&self, statement: &RuleLine<'_>, literals: &Literals<'_>) -> Result<GraphRule, Fault> {
        let graph = &self.graphs[number(&self.numbers, statement.words[0])?];
        let goal = goal(statement, graph)?;
        let rule = GraphRule::new(Arc::clone(&graph.graph), goal).map_err(|error| {
            let place = match error {
                RuleError::SelfLoop { .. } => graph.self_loop,
                _ => statement.words.last().copied(),
            };
            place.unwrap_or(statement.first).fault(error.to_string())
        })?;
        let Some([place, literal]) = statement.literal else { return Ok(rule) };
        let literal = literals.literal(literal)?;
        rule.iff(literal).map_err(|error| place.fault(error.to_string()))
    }
}

/// Returns what a statement requires.
fn goal(statement: &RuleLine<'_>, graph: &FinishedGraph<'_>) -> Result<GraphGoal, Fault> {
    let words = &statement.words[1..];
    let vertices = |words: &[Span<'_>]| -> Result<Vec<usize>, Fault> {
        words.iter().map(|&word| graph.vertex(word)).collect()
    };
    let ends = || Ok::<_, Fault>([graph.vertex(words[0])?, graph.vertex(words[1])?]);
    Ok(match statement.keyword.name {
        "one-cycle" => GraphGoal::OneCycle,
        "hamilton-cycle" => GraphGoal::HamiltonCycle,
        "cycles" => GraphGoal::Cycles,
        "path" => GraphGoal::Path(ends()?),
        "hamilton-path" => match words {
            [] => GraphGoal::HamiltonPath(None),
            [one] => return Err(statement.missing(*one)),
            _ => GraphGoal::HamiltonPath(Some(ends()?)),
        },
        "connected" => GraphGoal::Connected(vertices(words)?),
        "connected-vertices" => GraphGoal::ConnectedVertices,
        "tree" => GraphGoal::Tree(vertices(words)?),
        "forest" => GraphGoal::Forest,
        "acyclic" => GraphGoal::Acyclic,
        "reach" => GraphGoal::Reach(ends()?),
        _ => GraphGoal::Distance(ends()?, edge_count(words[2])?),
    })
}

/// Returns the greatest number of edges of a path.
fn edge_count(word: Span<'_>) -> Result<usize, Fault> {
    let is_digits = word.text.bytes().all(|byte| byte.is_ascii_digit());
    word.text.parse::<u32>().ok().filter(|_| is_digits).map(|count| count as usize).ok_or_else(
        || {
            word.wrong(format!(
                "is not a number of edges\nhelp: write an integer from 0 to {}",
                u32::MAX
            ))
        },
    )
}
