//! The reader of GNF, the format of MonoSAT: clauses, and predicates about directed graphs.
//!
//! Format: <https://github.com/sambayless/monosat/blob/master/FORMAT.md>.
//!
//! ```text
//! p cnf 5 1
//! 5 0
//! digraph 3 2 0
//! edge 0 0 1 1
//! edge 0 1 2 2
//! reach 0 0 2 5
//! ```
//!
//! A variable of a predicate is true exactly if the predicate holds. As in MonoSAT, a file may have more variables, clauses
//! and edges than it announces: the examples of the format exceed their headers. MonoSAT also accepts fewer clauses and
//! edges; here this is an error, because such a file is usually truncated. Vertices are counted from 0, graphs have any
//! numbers, and the graph with the number 0 is named `g0`. Weights of edges are ignored, because no predicate that is read
//! depends on them. All other predicates are refused.
//!
//! A file that MonoSAT's library writes has no header, graphs with 0 vertices to which edges add vertices, an objective, and
//! a line `solve` with assumptions, which hold here. Names of variables and hints for the search are ignored:
//!
//! ```text
//! 1 0
//! digraph 0 0 0
//! edge 0 0 1 2 1
//! symbol 2 road
//! priority 2 5
//! minimize lits 2 1 -2
//! solve 3
//! ```
//!
//! ```
//! use encycle::formats::model::{ModelFormat, read_model};
//!
//! let text = "p cnf 3 1\n3 0\ndigraph 3 2 0\nedge 0 0 1 1\nedge 0 1 2 2\nreach 0 0 2 3\n";
//! let model = read_model(ModelFormat::Gnf, text.as_bytes(), "a.gnf")?;
//! assert_eq!((model.graphs()[0].edges().len(), model.rules().count()), (2, 1));
//! # Ok::<(), encycle::formats::LoadError>(())
//! ```

use std::collections::HashMap;
use std::sync::Arc;

use encycle_encodings::logic::Lit;
use encycle_encodings::model::{GraphGoal, GraphRule, Model, RuleGraph};
use encycle_encodings::suggest;
use encycle_encodings::text::edge_list::MAX_VERTICES;
use encycle_encodings::text::{Fault, Span, Text, counted};

use crate::formats::model::clauses::{ClauseFormat, ClausePart, read_parts};
use crate::formats::model::{MAX_VARIABLES, add_plain_variables};

/// The predicates that are read, each with its form.
const PREDICATES: [(&str, &str); 5] = [
    ("reach", "reach GRAPH FROM TO VARIABLE"),
    ("distance_leq", "distance_leq GRAPH FROM TO VARIABLE EDGES"),
    ("distance_lt", "distance_lt GRAPH FROM TO VARIABLE EDGES"),
    ("acyclic", "acyclic GRAPH VARIABLE"),
    ("forest", "forest GRAPH VARIABLE"),
];

/// The other keywords that are read, each with its form.
const OTHERS: [(&str, &str); 10] = [
    ("p", "p cnf VARIABLES CLAUSES"),
    ("digraph", "digraph VERTICES EDGES GRAPH"),
    ("node", "node GRAPH VERTEX [NAME]"),
    ("edge", "edge GRAPH FROM TO VARIABLE [WEIGHT]"),
    ("symbol", "symbol VARIABLE NAME"),
    ("priority", "priority VARIABLE NUMBER"),
    ("decision", "decision VARIABLE NUMBER"),
    ("minimize", "minimize lits COUNT LITERAL ... [WEIGHT ...]"),
    ("maximize", "maximize lits COUNT LITERAL ... [WEIGHT ...]"),
    ("solve", "solve [LITERAL ...]"),
];

/// A predicate that is read: its graph, what it requires, and its literal.
struct Predicate {
    graph: usize,
    goal: GraphGoal,
    literal: Lit,
}

/// A number of clauses or edges that a line announces, and its place.
#[derive(Clone, Copy)]
struct Announced<'a> {
    count: usize,
    word: Span<'a>,
}

impl<'a> Announced<'a> {
    fn read(word: Span<'a>, what: &str) -> Result<Self, Fault> {
        Ok(Self { count: integer(word, usize::MAX, what)?, word })
    }

    /// Refuses fewer than announced. `noun` is one of them, and `place` is where they are missing.
    fn check(self, found: usize, noun: &str, place: &str) -> Result<(), Fault> {
        if found >= self.count {
            return Ok(());
        }
        Err(self.word.fault(format!(
            "{} announced, and {place} has {found}\nhelp: check whether the file is truncated, or write {found}",
            counted(self.count, noun)
        )))
    }
}

/// A graph, and the numbers that it is announced with. Only vertices that occur are stored.
struct AnnouncedGraph<'a> {
    graph: RuleGraph,
    /// The number of vertices; 0 if edges add them.
    vertices: usize,
    edges: Announced<'a>,
}

/// The contents of a file.
struct GnfReader<'a> {
    text: &'a str,
    model: Model,
    graphs: Vec<AnnouncedGraph<'a>>,
    /// The places of the graphs by their numbers.
    places: HashMap<u32, usize>,
    predicates: Vec<Predicate>,
    /// The terms of the objective, and whether it is maximized.
    objective: Option<(Vec<(f64, Lit)>, bool)>,
    has_solve: bool,
    /// The number of clauses in the header, if there is one.
    header: Option<Announced<'a>>,
    /// The number of clauses.
    clauses: usize,
    /// The greatest variable that is announced or occurs.
    variables: usize,
}

/// Reads a formula with graphs.
pub(super) fn read(text: &str) -> Result<Model, Fault> {
    let mut reader = GnfReader {
        text,
        model: Model::new(),
        graphs: Vec::new(),
        places: HashMap::new(),
        predicates: Vec::new(),
        objective: None,
        has_solve: false,
        header: None,
        clauses: 0,
        variables: 0,
    };
    let is_keyword = |word: &str| !word.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    let format = ClauseFormat { is_keyword, has_weights: false };
    read_parts(text, format, |part| match part {
        ClausePart::Clause(words) => reader.clause(words),
        ClausePart::Line(line) => match line.words().collect::<Vec<_>>()[..] {
            [] => Ok(()),
            [first, ref words @ ..] => reader.statement(first, words),
        },
    })?;
    reader.finish()
}

/// Returns an integer without a sign that is at most `most`.
fn integer(word: Span<'_>, most: usize, what: &str) -> Result<usize, Fault> {
    let is_digits = word.text.bytes().all(|byte| byte.is_ascii_digit());
    word.text.parse::<usize>().ok().filter(|&value| is_digits && value <= most).ok_or_else(|| {
        word.wrong(format!("is not {what}\nhelp: write an integer from 0 to {most}"))
    })
}

/// Returns an integer that `f64` represents.
fn integral(word: Span<'_>) -> Result<f64, Fault> {
    let weight = word.text.parse::<i64>().ok().filter(|weight| weight.unsigned_abs() < 1 << 53);
    weight.map(|weight| weight as f64).ok_or_else(|| {
        word.wrong("is not a weight\nhelp: write an integer with an absolute value below 2^53")
    })
}

impl<'a> GnfReader<'a> {
    fn literal(&mut self, word: Span<'_>) -> Result<Lit, Fault> {
        let digits = word.text.strip_prefix('-');
        let is_digits = digits.unwrap_or(word.text).bytes().all(|byte| byte.is_ascii_digit());
        match digits.unwrap_or(word.text).parse::<usize>() {
            Ok(number) if is_digits && (1..=MAX_VARIABLES).contains(&number) => {
                self.variables = self.variables.max(number);
                Ok(Lit::new(number as u32 - 1, digits.is_some()))
            }
            _ => Err(word.wrong(format!(
                "is not a literal\nhelp: write the number of a variable from 1 to {MAX_VARIABLES}, with `-` if it is \
                 negated"
            ))),
        }
    }

    fn clause(&mut self, words: &[Span<'_>]) -> Result<(), Fault> {
        let clause = words.iter().map(|&word| self.literal(word)).collect::<Result<Vec<_>, _>>()?;
        self.model.add_clause(&clause);
        self.clauses += 1;
        Ok(())
    }

    /// Reads a line that begins with a keyword.
    fn statement(&mut self, keyword: Span<'a>, words: &[Span<'a>]) -> Result<(), Fault> {
        let mut known = PREDICATES.iter().chain(&OTHERS);
        let Some((_, form)) = known.find(|(name, _)| *name == keyword.text) else {
            let names = PREDICATES.iter().chain(&OTHERS).map(|(name, _)| *name);
            let known: Vec<&str> = names.filter(|name| *name != "p").collect();
            let help = suggest::help(keyword.text, &known);
            return Err(keyword.wrong(format!("is not supported\nhelp: {help}")));
        };
        let wrong = || {
            let count = counted(words.len(), "word");
            Err(keyword.fault(format!("{count} after `{}`\nhelp: write `{form}`", keyword.text)))
        };
        match (keyword.text, words) {
            ("p", [cnf, variables, clauses]) if cnf.text == "cnf" => {
                let count = integer(*variables, MAX_VARIABLES, "a number of variables")?;
                self.variables = self.variables.max(count);
                let clauses = Announced::read(*clauses, "a number of clauses")?;
                match self.header.replace(clauses) {
                    None => Ok(()),
                    Some(_) => Err(keyword.fault("second header\nhelp: keep one `p` line")),
                }
            }
            ("digraph", [kind, words @ ..]) if kind.text.starts_with(char::is_alphabetic) => {
                match (kind.text, words) {
                    ("int" | "float" | "rational", [vertices, edges, graph]) => {
                        self.digraph(*vertices, *edges, *graph)
                    }
                    ("int" | "float" | "rational", _) => wrong(),
                    _ => {
                        Err(kind
                            .wrong("is not a type of weights\nhelp: write int, float or rational"))
                    }
                }
            }
            // MonoSAT's library adds the width of weights, and the name of the graph
            (
                "digraph",
                [vertices, edges, graph]
                | [vertices, edges, graph, _]
                | [vertices, edges, graph, _, _],
            ) => self.digraph(*vertices, *edges, *graph),
            ("node", [graph, vertex] | [graph, vertex, _]) => self.node(*graph, *vertex),
            ("edge", [graph, from, to, variable]) => self.edge([*graph, *from, *to, *variable]),
            ("edge", [graph, from, to, variable, weight]) => {
                let is_number = |part: &str| part.parse::<f64>().is_ok_and(f64::is_finite);
                if !weight.text.split('/').all(is_number) {
                    return Err(weight.wrong("is not a weight\nhelp: write a number, or remove it"));
                }
                self.edge([*graph, *from, *to, *variable])
            }
            ("reach", [graph, from, to, variable]) => self.reach([*graph, *from, *to], *variable),
            ("distance_leq", [graph, from, to, variable, most]) => {
                let most = integer(*most, u32::MAX as usize, "a number of edges")?;
                self.distance([*graph, *from, *to], *variable, most)
            }
            ("distance_lt", [graph, from, to, variable, limit]) => {
                match integer(*limit, u32::MAX as usize, "a number of edges")?.checked_sub(1) {
                    Some(most) => self.distance([*graph, *from, *to], *variable, most),
                    None => Err(limit
                        .wrong("is less than 1: no path is shorter\nhelp: write a number from 1")),
                }
            }
            ("acyclic", [graph, variable]) => self.predicate(*graph, GraphGoal::Acyclic, *variable),
            ("forest", [graph, variable]) => self.predicate(*graph, GraphGoal::Forest, *variable),
            ("symbol" | "priority" | "decision", [variable, _]) => {
                self.variable(*variable).map(drop)
            }
            ("minimize" | "maximize", [kind, count, terms @ ..]) if kind.text == "lits" => {
                self.objective(keyword, *count, terms)
            }
            ("minimize" | "maximize", [kind, ..]) if kind.text != "lits" => Err(kind.wrong(
                "is not an objective that is supported\nhelp: state the objective by `lits`, a sum of literals",
            )),
            ("solve", assumptions) => self.solve(keyword, assumptions),
            _ => wrong(),
        }
    }

    fn digraph(
        &mut self,
        vertices: Span<'_>,
        edges: Span<'a>,
        number: Span<'_>,
    ) -> Result<(), Fault> {
        let vertices = integer(vertices, MAX_VERTICES, "a number of vertices")?;
        let edges = Announced::read(edges, "a number of edges")?;
        let id = integer(number, i32::MAX as usize, "the number of a graph")? as u32;
        if self.places.insert(id, self.graphs.len()).is_some() {
            return Err(
                number.wrong("is already the number of a graph\nhelp: choose another number")
            );
        }
        let graph = RuleGraph::directed(&format!("g{id}"));
        self.graphs.push(AnnouncedGraph { graph, vertices, edges });
        Ok(())
    }

    fn node(&mut self, graph: Span<'_>, vertex: Span<'_>) -> Result<(), Fault> {
        let graph = self.graph(graph)?;
        let vertex = integer(vertex, MAX_VERTICES - 1, "a vertex")?;
        let AnnouncedGraph { graph, vertices, .. } = &mut self.graphs[graph];
        if *vertices > 0 {
            *vertices = (*vertices).max(vertex + 1);
        }
        graph.add_vertex(vertex);
        Ok(())
    }

    fn objective(
        &mut self,
        keyword: Span<'_>,
        count: Span<'_>,
        words: &[Span<'_>],
    ) -> Result<(), Fault> {
        let literals = integer(count, MAX_VARIABLES, "a number of literals")?;
        // the library ends a list with weights by 0
        let words = match words {
            [start @ .., end] if end.text == "0" && words.len() == 2 * literals + 1 => start,
            words => words,
        };
        if words.len() != literals && words.len() != 2 * literals {
            return Err(count.fault(format!(
                "{} announced, and {} in the line\nhelp: write as many literals, and then as many weights or none",
                counted(literals, "literal"),
                counted(words.len(), "word")
            )));
        }
        let (words, weights) = words.split_at(literals);
        let weight = |place: usize| weights.get(place).map_or(Ok(1.0), |&word| integral(word));
        let mut terms = Vec::with_capacity(literals);
        for (place, &word) in words.iter().enumerate() {
            terms.push((weight(place)?, self.literal(word)?));
        }
        match self.objective.replace((terms, keyword.text == "maximize")) {
            None => Ok(()),
            Some(_) => Err(keyword.fault("second objective\nhelp: keep one objective")),
        }
    }

    /// Reads the line for which the file was written: its literals must hold.
    fn solve(&mut self, keyword: Span<'_>, assumptions: &[Span<'_>]) -> Result<(), Fault> {
        if std::mem::replace(&mut self.has_solve, true) {
            return Err(keyword.fault(
                "second `solve`, so there are several problems\nhelp: keep the lines of one of them",
            ));
        }
        for &word in assumptions {
            let literal = self.literal(word)?;
            self.model.add_clause(&[literal]);
        }
        Ok(())
    }

    fn graph(&self, word: Span<'_>) -> Result<usize, Fault> {
        let place = word.text.parse::<u32>().ok().and_then(|id| self.places.get(&id));
        place.copied().ok_or_else(|| {
            word.wrong("is not the number of a graph\nhelp: declare it above by `digraph VERTICES EDGES GRAPH`")
        })
    }

    fn vertex(&self, graph: usize, word: Span<'_>) -> Result<usize, Fault> {
        let count = match self.graphs[graph].vertices {
            0 => return integer(word, MAX_VERTICES - 1, "a vertex"),
            count => count,
        };
        match word.text.parse::<usize>() {
            Ok(vertex) if vertex < count => Ok(vertex),
            _ => Err(word.wrong(format!(
                "is not a vertex\nhelp: the graph has {}, counted from 0",
                counted(count, "vertex")
            ))),
        }
    }

    /// Returns the literal of an edge or a predicate, which is a variable.
    fn variable(&mut self, word: Span<'_>) -> Result<Lit, Fault> {
        let literal = self.literal(word)?;
        match literal.is_pos() {
            true => Ok(literal),
            false => Err(word.wrong(
                "is negated\nhelp: an edge or a predicate has a variable; add clauses for its negation",
            )),
        }
    }

    fn edge(&mut self, [graph, from, to, variable]: [Span<'_>; 4]) -> Result<(), Fault> {
        let graph = self.graph(graph)?;
        let (from, to) = (self.vertex(graph, from)?, self.vertex(graph, to)?);
        let variable = self.variable(variable)?;
        self.graphs[graph].graph.edge(from, to, variable);
        Ok(())
    }

    fn reach(&mut self, words: [Span<'_>; 3], variable: Span<'_>) -> Result<(), Fault> {
        let ends = self.ends(words)?;
        self.predicate(words[0], GraphGoal::Reach(ends), variable)
    }

    fn distance(
        &mut self,
        words: [Span<'_>; 3],
        variable: Span<'_>,
        most: usize,
    ) -> Result<(), Fault> {
        let ends = self.ends(words)?;
        self.predicate(words[0], GraphGoal::Distance(ends, most), variable)
    }

    /// Returns the indices of two vertices.
    fn ends(&mut self, [graph, from, to]: [Span<'_>; 3]) -> Result<[usize; 2], Fault> {
        let graph = self.graph(graph)?;
        let ends = [self.vertex(graph, from)?, self.vertex(graph, to)?];
        Ok(ends.map(|vertex| self.graphs[graph].graph.add_vertex(vertex)))
    }

    fn predicate(
        &mut self,
        graph: Span<'_>,
        goal: GraphGoal,
        variable: Span<'_>,
    ) -> Result<(), Fault> {
        let (graph, literal) = (self.graph(graph)?, self.variable(variable)?);
        self.predicates.push(Predicate { graph, goal, literal });
        Ok(())
    }

    fn finish(mut self) -> Result<Model, Fault> {
        match self.header {
            Some(clauses) => clauses.check(self.clauses, "clause", "the file")?,
            None => self.model.allow_further_variables(),
        }
        for AnnouncedGraph { graph, edges, .. } in &self.graphs {
            edges.check(graph.edges().len(), "edge", "the graph")?;
        }
        let added = add_plain_variables(&mut self.model, self.variables);
        added.map_err(|error| Text(self.text).fault_at_end(error.to_string()))?;
        let graphs: Vec<Arc<RuleGraph>> =
            self.graphs.into_iter().map(|draft| Arc::new(draft.graph)).collect();
        for Predicate { graph, goal, literal } in self.predicates {
            let rule = GraphRule::new(Arc::clone(&graphs[graph]), goal);
            let rule = rule.and_then(|rule| rule.iff(literal));
            // the predicates that are read accept a literal, and edges from a vertex to itself
            let rule = rule.map_err(|error| Fault { offset: 0, message: error.to_string() })?;
            self.model.require(rule);
        }
        match self.objective {
            Some((terms, true)) => self.model.maximize(&terms),
            Some((terms, false)) => self.model.minimize(&terms),
            None => {}
        }
        Ok(self.model)
    }
}

#[cfg(test)]
mod tests {
    use encycle_encodings::logic::Lit;

    use crate::formats::model::ModelFormat;
    use crate::formats::model::tests::{assert_refused, read, survives};

    const TEXT: &str = "c x\np cnf 4 2\n1 3 -4 0\n4 0 -2 0\ndigraph int 3 3 7\nedge 7 0 1 1\nedge 7 1 0 2 2/3\n\
                        edge 7 1 2 3 4\ndigraph 2 0 0\nreach 7 0 2 5\ndistance_leq 7 0 2 6 2\n\
                        distance_lt 7 1 0 8 2\nacyclic 7 7\nforest 0 9\n";

    #[test]
    fn predicates_become_rules_with_literals() {
        let model = read(ModelFormat::Gnf, TEXT);
        let names: Vec<String> = (1..=9).map(|number| format!("x{number}")).collect();
        assert_eq!((model.variable_names(), model.constraint_count()), (&*names, 3));
        let rules: Vec<(String, Option<Lit>)> = model
            .rules()
            .filter_map(|rule| rule.graph_rule())
            .map(|rule| (rule.to_string(), rule.literal()))
            .collect();
        let literal = |number: u32| Some(Lit::positive(number - 1));
        let expected = [
            ("reach g7 0 2".to_owned(), literal(5)),
            ("distance g7 0 2 2".to_owned(), literal(6)),
            ("distance g7 1 0 1".to_owned(), literal(8)),
            ("acyclic g7".to_owned(), literal(7)),
            ("forest g0".to_owned(), literal(9)),
        ];
        assert_eq!(rules, expected);
        let graph = model.graphs()[0];
        assert_eq!((graph.is_directed(), graph.vertex_count(), graph.edges().len()), (true, 3, 3));
    }

    #[test]
    fn an_invalid_file_is_rejected_with_its_position() {
        let head = "p cnf 2 0\ndigraph 2 1 0\nedge 0 0 1 1\n";
        let table = [
            ("distance_less 0 0 1 2 3", 4, 1, "did you mean `distance_leq`?"),
            ("bv 0 1 2", 4, 1, "'bv' is not supported"),
            ("maximum_flow_geq 0 0 1 2 3", 4, 1, "'maximum_flow_geq' is not supported"),
            ("weighted_distance_leq 0 0 1 2 3", 4, 1, "is not supported"),
            ("edge 1 0 1 2", 4, 6, "'1' is not the number of a graph"),
            ("edge 0 0 2 2", 4, 10, "'2' is not a vertex"),
            ("edge 0 0 1 -2", 4, 12, "'-2' is negated"),
            ("edge 0 0 1 2 x", 4, 14, "'x' is not a weight"),
            ("edge 0 0 1", 4, 1, "3 words after `edge`"),
            ("digraph 2 1 0", 4, 13, "already the number"),
            ("digraph real 2 1 1", 4, 9, "not a type of weights"),
            ("digraph 999999999 1 1", 4, 9, "not a number of vertices"),
            ("reach 0 0 1 x", 4, 13, "'x' is not a literal"),
            ("reach 0 0 1 0", 4, 13, "'0' is not a literal"),
            ("distance_leq 0 0 1 2 -1", 4, 22, "not a number of edges"),
            ("distance_lt 0 0 1 2 0", 4, 21, "less than 1"),
            ("1 2", 4, 1, "no 0 at its end"),
            ("1 x 0", 4, 3, "'x' is not a literal"),
            ("p cnf x 3", 4, 7, "not a number of variables"),
            ("node 0 x", 4, 8, "'x' is not a vertex"),
            ("symbol -1 a", 4, 8, "'-1' is negated"),
            ("decision 1", 4, 1, "1 word after `decision`"),
            ("minimize bv 3", 4, 10, "'bv' is not an objective"),
            ("minimize lits 3 1 2", 4, 15, "3 literals announced, and 2 words in the line"),
            ("maximize lits 2 1 2 x 3", 4, 21, "'x' is not a weight"),
            ("minimize lits 1 0", 4, 17, "'0' is not a literal"),
            ("minimize lits 1 1\nmaximize lits 1 1", 5, 1, "second objective"),
            ("solve 1\nsolve 2", 5, 1, "second `solve`"),
            ("solve x", 4, 7, "'x' is not a literal"),
            ("p cnf 2 0", 4, 1, "second header"),
        ];
        let texts = table.map(|(line, ..)| format!("{head}{line}\n"));
        let table = texts
            .iter()
            .zip(table)
            .map(|(text, (_, at, column, words))| (&**text, at, column, words));
        assert_refused(ModelFormat::Gnf, &table.collect::<Vec<_>>());
        survives(ModelFormat::Gnf, TEXT);
    }

    #[test]
    fn a_truncated_file_was_read_as_another_problem() {
        let graph = "p cnf 3 0\ndigraph int 3 3 0\nedge 0 0 1 1\nedge 0 1 2 2\n";
        let words = "3 edges announced, and the graph has 2";
        let table = [
            (format!("{graph}acyclic 0 1\n"), 2, 15, words),
            (format!("{graph}digraph 2 0 1\n"), 2, 15, words),
            ("digraph 2 1 0\n".to_owned(), 1, 11, "1 edge announced, and the graph has 0"),
            ("p cnf 2 3\n1 0\n2 0\n".to_owned(), 1, 9, "3 clauses announced, and the file has 2"),
        ];
        let table: Vec<(&str, usize, usize, &str)> = table
            .iter()
            .map(|(text, line, column, words)| (&**text, *line, *column, *words))
            .collect();
        assert_refused(ModelFormat::Gnf, &table);
    }

    /// Such files have no header, and edges add vertices.
    #[test]
    fn a_file_of_the_library_of_monosat_is_read() {
        let text = "c monosat\n1 0\ndigraph 0 0 0\nedge 0 0 1 2 1\nedge 0 1 0 3 1\nacyclic 0 4\n4 0\n2 3 0\nsolve\n";
        let model = read(ModelFormat::Gnf, text);
        assert_eq!((model.variable_names().len(), model.constraint_count()), (4, 3));
        assert_eq!((model.graphs()[0].vertex_count(), model.rules().count()), (2, 1));
        assert!(model.check_point(&[true, true, false, true], &[]).is_ok());
        assert!(model.check_point(&[true, true, true, true], &[]).is_err());

        let text = "symbol 6 spare\ndigraph 0 0 3 -1 roads\nnode 3 0 home\nnode 3 1\nedge 3 0 1 1 5\npriority 1 2\ndecision 1 0\nmaximize lits 2 1 -2 3 -4 0\nsolve 1 -5\n";
        let model = read(ModelFormat::Gnf, text);
        assert_eq!((model.variable_names().len(), model.constraint_count()), (6, 2));
        let value = |second: bool| model.value(&[true, second, false, false, false, false], &[]);
        assert_eq!((value(true), value(false)), (Some(3.0), Some(-1.0)));
        assert!(model.objective().is_some_and(|objective| objective.is_maximized));
        survives(ModelFormat::Gnf, text);
    }

    #[test]
    fn an_objective_without_weights_counts_literals() {
        for end in ["", " 1 1", " 1 1 0"] {
            let model = read(ModelFormat::Gnf, &format!("1 2 0\nminimize lits 2 1 2{end}\n"));
            assert_eq!(model.value(&[true, true], &[]), Some(2.0), "{end}");
        }
    }

    /// So do examples of the format's description.
    #[test]
    fn a_file_may_have_more_than_it_announces() {
        let text = "p cnf 1 1\n1 3 0\n3 0\ndigraph 2 1 0\nedge 0 0 1 1\nedge 0 1 0 2\n";
        let model = read(ModelFormat::Gnf, text);
        assert_eq!((model.variable_names().len(), model.constraint_count()), (3, 2));
    }
}
