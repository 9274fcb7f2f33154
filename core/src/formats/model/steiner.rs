//! The reader of Steiner tree problems: SteinLib files (`.stp`) and the graphs of PACE 2018 (`.gr`).
//!
//! Formats: <https://steinlib.zib.de/format.php> and <https://pacechallenge.org/2018/steiner-tree/>. A PACE file has the
//! sections of a SteinLib file, without its first line.
//!
//! ```text
//! 33D32945 STP File, STP Format Version 1.0
//! SECTION Graph
//! Nodes 3
//! Edges 2
//! E 1 2 5
//! E 2 3 1.5
//! END
//! SECTION Terminals
//! Terminals 2
//! T 1
//! T 3
//! END
//! EOF
//! ```
//!
//! The model has two variables `x_A_B` and `x_B_A` for each edge, and one for each arc (`A`). They are the arcs of the
//! directed graph `steiner`, in which the root (the vertex after `Root`, otherwise the first terminal) reaches each other
//! terminal, and without a cycle. The total cost is minimized. Constraints that hold in some best tree only are added ([`balance`]). Of parallel edges, only the cheapest is kept.
//!
//! ```
//! use encycle::formats::model::{ModelFormat, read_model};
//!
//! let text = "SECTION Graph\nNodes 2\nEdges 1\nE 1 2 4\nEND\nSECTION Terminals\nTerminals 2\nT 1\nT 2\nEND\nEOF\n";
//! let model = read_model(ModelFormat::PaceGraph, text.as_bytes(), "a.gr")?;
//! assert_eq!(model.variable_names(), ["x_1_2", "x_2_1"]);
//! assert_eq!(model.rules().count(), 2);
//! # Ok::<(), encycle::formats::LoadError>(())
//! ```

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use encycle_encodings::logic::{LinearObjective, Lit, Relation};
use encycle_encodings::model::{GraphGoal, GraphRule, Model, RuleGraph, at_most, exactly, linear};
use encycle_encodings::text::edge_list::MAX_VERTICES;
use encycle_encodings::text::{Fault, Span, Text, counted};

/// The largest cost of an edge.
const MAX_COST: f64 = 1e12;

/// A section of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SteinerSection {
    /// A section whose lines are skipped.
    Ignored,
    Graph,
    Terminals,
    /// What a program has reduced before it wrote the file; only the cost `Fixed` matters.
    Presolve,
}

/// The contents of a file.
#[derive(Default)]
struct SteinerParts<'a> {
    nodes: Option<usize>,
    /// The announced number of edges or arcs, with the line.
    edges: Option<(usize, Span<'a>)>,
    edge_count: usize,
    /// The costs of the arcs.
    arcs: Vec<([usize; 2], f64)>,
    /// The places of the arcs by their ends.
    places: HashMap<[usize; 2], usize>,
    terminal_count: Option<(usize, Span<'a>)>,
    terminals: Vec<usize>,
    /// The terminals, for the search of a terminal that occurs twice.
    terminal_set: HashSet<usize>,
    root: Option<usize>,
    /// The cost of the edges that were removed, because they are in a best tree.
    fixed: f64,
}

/// Reads a problem.
pub(super) fn read(text: &str) -> Result<Model, Fault> {
    let mut parts = SteinerParts::default();
    let mut section: Option<(SteinerSection, Span<'_>)> = None;
    for (number, line) in Text(text).lines().enumerate() {
        let words: Vec<Span<'_>> = line.words().collect();
        let Some((&first, rest)) = words.split_first() else { continue };
        let keyword = first.text.to_ascii_lowercase();
        section = match (&*keyword, section) {
            (word, None) if number == 0 && word.starts_with("33d32945") => None,
            ("eof", None) => break,
            ("section", None) => Some((begin(first, rest)?, line)),
            ("section" | "eof", Some((_, start))) => return Err(unfinished(start)),
            ("end", Some(_)) => None,
            (_, None) => {
                return Err(line.wrong("is outside of a section\nhelp: begin with `SECTION Graph`"));
            }
            (_, Some((SteinerSection::Ignored, _))) => section,
            (word, Some((SteinerSection::Graph, _))) => {
                parts.graph_line(word, first, rest)?;
                section
            }
            (word, Some((SteinerSection::Terminals, _))) => {
                parts.terminals_line(word, first, rest)?;
                section
            }
            ("fixed", Some((SteinerSection::Presolve, _))) => {
                let [cost] = rest[..] else {
                    return Err(first.fault("not one cost after `Fixed`\nhelp: write `Fixed COST`"));
                };
                parts.fixed += read_cost(cost)?;
                section
            }
            (_, Some((SteinerSection::Presolve, _))) => section,
        };
    }
    match section {
        Some((_, start)) => Err(unfinished(start)),
        None => parts.finish(text),
    }
}

fn unfinished(start: Span<'_>) -> Fault {
    start.wrong("has no END\nhelp: check whether the file is truncated")
}

/// Returns the section that a line begins.
fn begin(keyword: Span<'_>, rest: &[Span<'_>]) -> Result<SteinerSection, Fault> {
    let Some(&name) = rest.first() else {
        return Err(keyword.fault_after("no name of the section\nhelp: write `SECTION Graph`"));
    };
    match &*name.text.to_ascii_lowercase() {
        "graph" => Ok(SteinerSection::Graph),
        "terminals" => Ok(SteinerSection::Terminals),
        "presolve" => Ok(SteinerSection::Presolve),
        "comment" | "coordinates" | "tree" => Ok(SteinerSection::Ignored),
        _ => Err(name.wrong(
            "is a section that is not supported\nhelp: use Comment, Presolve, Graph, Terminals and Coordinates",
        )),
    }
}

/// Returns a cost.
fn read_cost(word: Span<'_>) -> Result<f64, Fault> {
    match word.text.parse::<f64>() {
        Ok(cost) if (0.0..=MAX_COST).contains(&cost) => Ok(cost),
        _ => Err(word.wrong(format!("is not a cost\nhelp: write a number from 0 to {MAX_COST}"))),
    }
}

/// Returns the only number of a line, which counts something.
fn count(first: Span<'_>, rest: &[Span<'_>]) -> Result<usize, Fault> {
    let [word] = rest[..] else {
        return Err(first.fault(format!(
            "{} after `{}`\nhelp: write one number",
            counted(rest.len(), "word"),
            first.text
        )));
    };
    word.text.parse::<u32>().map(|count| count as usize).map_err(|_| {
        word.wrong(format!("is not a number\nhelp: write an integer from 0 to {}", u32::MAX))
    })
}

impl<'a> SteinerParts<'a> {
    fn graph_line(
        &mut self,
        keyword: &str,
        first: Span<'a>,
        rest: &[Span<'a>],
    ) -> Result<(), Fault> {
        match keyword {
            "nodes" => {
                let nodes = count(first, rest)?;
                if nodes > MAX_VERTICES {
                    return Err(rest[0].wrong(format!(
                        "exceeds the limit of {MAX_VERTICES} vertices\nhelp: remove vertices without edges"
                    )));
                }
                self.once(first, self.nodes.is_some())?;
                self.nodes = Some(nodes);
            }
            "edges" | "arcs" => {
                self.once(first, self.edges.is_some())?;
                self.edges = Some((count(first, rest)?, first));
            }
            "e" | "a" => {
                let [from, to, cost] = rest[..] else {
                    return Err(first.fault(format!(
                        "{} after `{}`\nhelp: write `{} FROM TO COST`",
                        counted(rest.len(), "word"),
                        first.text,
                        first.text
                    )));
                };
                self.edge(keyword == "e", from, to, cost)?;
            }
            _ => {
                return Err(first.wrong(
                    "is not supported in the section Graph\nhelp: use Nodes, Edges, Arcs, E and A",
                ));
            }
        }
        Ok(())
    }

    /// Checks that a line occurs once.
    fn once(&self, first: Span<'_>, is_known: bool) -> Result<(), Fault> {
        match is_known {
            true => Err(first.wrong("occurs for the second time\nhelp: keep one")),
            false => Ok(()),
        }
    }

    fn edge(
        &mut self,
        is_edge: bool,
        from: Span<'_>,
        to: Span<'_>,
        cost: Span<'_>,
    ) -> Result<(), Fault> {
        let ends = [self.vertex(from)?, self.vertex(to)?];
        if ends[0] == ends[1] {
            return Err(to.wrong("is both ends of the edge\nhelp: remove the line"));
        }
        let size = read_cost(cost)?;
        self.edge_count += 1;
        self.arc(ends, size);
        if is_edge {
            self.arc([ends[1], ends[0]], size);
        }
        Ok(())
    }

    fn arc(&mut self, ends: [usize; 2], cost: f64) {
        let place = *self.places.entry(ends).or_insert(self.arcs.len());
        match self.arcs.get_mut(place) {
            Some((_, known)) => *known = known.min(cost),
            None => self.arcs.push((ends, cost)),
        }
    }

    fn vertex(&self, word: Span<'_>) -> Result<usize, Fault> {
        let Some(nodes) = self.nodes else {
            return Err(word.fault(
                "a vertex before `Nodes`\nhelp: begin the section Graph with `Nodes NUMBER`",
            ));
        };
        match word.text.parse::<usize>() {
            Ok(vertex) if (1..=nodes).contains(&vertex) => Ok(vertex),
            _ => {
                Err(word
                    .wrong(format!("is not a vertex\nhelp: write an integer from 1 to {nodes}")))
            }
        }
    }

    fn terminals_line(
        &mut self,
        keyword: &str,
        first: Span<'a>,
        rest: &[Span<'a>],
    ) -> Result<(), Fault> {
        let only = || match rest[..] {
            [word] => Ok(word),
            _ => Err(first.fault(format!(
                "{} after `{}`\nhelp: write `{} VERTEX`",
                counted(rest.len(), "word"),
                first.text,
                first.text
            ))),
        };
        match keyword {
            "terminals" => {
                self.once(first, self.terminal_count.is_some())?;
                self.terminal_count = Some((count(first, rest)?, first));
            }
            "t" => {
                let word = only()?;
                let vertex = self.vertex(word)?;
                if !self.terminal_set.insert(vertex) {
                    return Err(word.wrong("is already a terminal\nhelp: remove the line"));
                }
                self.terminals.push(vertex);
            }
            "root" => {
                self.once(first, self.root.is_some())?;
                self.root = Some(self.vertex(only()?)?);
            }
            _ => {
                return Err(first.wrong(
                    "is not supported in the section Terminals\nhelp: use Terminals, T and Root",
                ));
            }
        }
        Ok(())
    }

    fn finish(self, text: &str) -> Result<Model, Fault> {
        let end = |what: &str| {
            Text(text).fault_at_end(format!("no {what}\nhelp: check whether the file is truncated"))
        };
        let counts = [
            (self.edges.ok_or_else(|| end("line `Edges` in a section Graph"))?, self.edge_count),
            (
                self.terminal_count
                    .ok_or_else(|| end("line `Terminals` in a section Terminals"))?,
                self.terminals.len(),
            ),
        ];
        for ((announced, line), found) in counts {
            if announced != found {
                return Err(line.wrong(format!(
                    "announces {announced}, the file has {found}\nhelp: correct the number, or check whether the file is \
                     truncated"
                )));
            }
        }
        self.model().map_err(|error| Fault { offset: 0, message: error.to_string() })
    }

    fn model(self) -> Result<Model, encycle_encodings::model::RuleError> {
        let mut model = Model::new();
        let mut graph = RuleGraph::directed("steiner");
        let mut terms: Vec<(f64, Lit)> = Vec::with_capacity(self.arcs.len());
        for ([from, to], cost) in self.arcs {
            let literal = model.variable(&format!("x_{from}_{to}"));
            graph.edge(from, to, literal);
            terms.push((cost, literal));
        }
        model.minimize(&terms);
        let objective = model.objective().cloned();
        model.set_objective(objective.map(|one| LinearObjective { constant: self.fixed, ..one }));
        let Some(root) = self.root.or(self.terminals.first().copied()) else { return Ok(model) };
        let start = graph.add_vertex(root);
        let others = self.terminals.iter().filter(|&&terminal| terminal != root);
        let ends: Vec<usize> = others.map(|terminal| graph.add_vertex(terminal)).collect();
        let graph = Arc::new(graph);
        let is_end: HashSet<usize> = ends.iter().copied().collect();
        for vertex in 0..graph.vertex_count() {
            balance(&mut model, &graph, vertex, vertex == start, is_end.contains(&vertex));
        }
        // a solution on the way to the best one is a tree, too: no cycle lies beside it
        model.require(GraphRule::new(Arc::clone(&graph), GraphGoal::Acyclic)?);
        for end in ends {
            model.require(GraphRule::new(Arc::clone(&graph), GraphGoal::Reach([start, end]))?);
        }
        Ok(model)
    }
}

/// Adds what holds in some best tree: no arc enters the root, one arc enters each other terminal, at most one enters any
/// other vertex, and a vertex that no terminal needs is no end. These rows raise the bound of the linear relaxation (Koch and
/// Martin 1998, *Solving Steiner tree problems in graphs to optimality*).
fn balance(model: &mut Model, graph: &RuleGraph, vertex: usize, is_root: bool, is_terminal: bool) {
    let literals = |edges: Vec<(usize, usize)>| -> Vec<(Lit, usize)> {
        let when = |edge: usize| graph.edges()[edge].when.literal();
        edges.into_iter().filter_map(|(edge, other)| Some((when(edge)?, other))).collect()
    };
    let into = literals(graph.steps_into(vertex, |_| true).collect());
    let out = literals(graph.steps_out(vertex, |_| true).collect());
    let entering: Vec<Lit> = into.iter().map(|&(arc, _)| arc).collect();
    match (is_root, is_terminal) {
        (true, _) => return entering.iter().for_each(|&arc| model.add_clause(&[!arc])),
        (_, true) => model.add(exactly(1, &entering)),
        _ if entering.is_empty() => {}
        _ => model.add(at_most(1, &entering)),
    }
    for &(arc, other) in &out {
        let before = into.iter().filter(|&&(_, from)| from != other).map(|&(arc, _)| arc);
        let clause: Vec<Lit> = before.chain([!arc]).collect();
        model.add_clause(&clause);
    }
    if !is_terminal {
        let leaving = out.iter().map(|&(arc, _)| (1, arc));
        let terms: Vec<(i64, Lit)> = leaving.chain(entering.iter().map(|&arc| (-1, arc))).collect();
        model.add(linear(&terms, Relation::AtLeast, 0));
    }
}

#[cfg(test)]
mod tests {
    use encycle_encodings::encoding::Encodable as _;

    use crate::formats::model::ModelFormat;
    use crate::formats::model::tests::{assert_refused, read, survives};

    const STEINLIB: &str = "33D32945 STP File, STP Format Version 1.0\n\nSECTION Comment\nName \"x\"\nEND\n\nSECTION Graph\n\
                            Nodes 4\nEdges 4\nE 1 2 5\nE 2 3 1.5\nE 2 1 4\nA 3 4 1\nEND\nSECTION Coordinates\nDD 1 0 0\n\
                            END\nSECTION Terminals\nTerminals 3\nT 3\nT 1\nT 4\nEND\nEOF\n";

    const PACE: &str = "SECTION Graph\nNodes 3\nEdges 1\nE 1 2 7\nEND\n\nSECTION Terminals\nTerminals 1\nT 2\nEND\n\nEOF\n";

    #[test]
    fn the_root_reaches_each_other_terminal() {
        let model = read(ModelFormat::SteinLib, STEINLIB);
        assert_eq!(model.variable_names(), ["x_1_2", "x_2_1", "x_2_3", "x_3_2", "x_3_4"]);
        let costs: Vec<f64> =
            model.objective().expect("one").terms.iter().map(|term| term.0).collect();
        assert_eq!(costs, [4.0, 4.0, 1.5, 1.5, 1.0]);
        let rules = |text: &str| -> Vec<String> {
            let model = read(ModelFormat::SteinLib, text);
            let rules = model.rules().filter_map(|rule| rule.graph_rule());
            rules.map(|rule| rule.to_string()).collect()
        };
        assert_eq!(rules(STEINLIB), ["acyclic steiner", "reach steiner 3 1", "reach steiner 3 4"]);
        let with_root = STEINLIB.replace("T 3\n", "Root 1\nT 3\n");
        assert_eq!(
            rules(&with_root),
            ["acyclic steiner", "reach steiner 1 3", "reach steiner 1 4"]
        );
        assert!(model.graphs()[0].is_directed());
    }

    /// The cost of edges that were removed is part of the cost of the tree.
    #[test]
    fn fixed_costs_of_the_section_presolve_are_added() {
        let section = "SECTION Presolve\nFixed 2.5\nLower 9\nEA 1 2 3 4\nEND\nSECTION Coordinates";
        let model = read(ModelFormat::SteinLib, &STEINLIB.replace("SECTION Coordinates", section));
        assert_eq!(model.value(&[true, false, false, false, true], &[]), Some(4.0 + 1.0 + 2.5));
    }

    #[test]
    fn one_terminal_has_the_forms_of_several() {
        let model = read(ModelFormat::PaceGraph, PACE);
        assert_eq!((model.rules().count(), model.variable_names().len()), (1, 2));
        // forms of an encoding need a rule
        assert!(model.encoding("order").is_ok());
        let text = PACE.replace("Terminals 1\nT 2\n", "Terminals 0\n");
        assert_eq!(read(ModelFormat::PaceGraph, &text).rules().count(), 0);
    }

    #[test]
    fn an_invalid_file_is_rejected_with_its_position() {
        let table = [
            ("E 1 2 7", "E 1 4 7", 4, 5, "'4' is not a vertex"),
            ("E 1 2 7", "E 1 1 7", 4, 5, "both ends"),
            ("E 1 2 7", "E 1 2 -7", 4, 7, "'-7' is not a cost"),
            ("E 1 2 7", "E 1 2", 4, 1, "2 words after `E`"),
            ("E 1 2 7", "O 1 2", 4, 1, "'O' is not supported"),
            ("Edges 1", "Edges 2", 3, 1, "announces 2, the file has 1"),
            ("Edges 1", "Nodes 2", 3, 1, "second time"),
            ("Edges 1\n", "", 11, 4, "no line `Edges`"),
            ("Nodes 3", "Nodes x", 2, 7, "'x' is not a number"),
            ("Nodes 3", "Nodes 99999999", 2, 7, "exceeds the limit"),
            ("Nodes 3\n", "", 3, 3, "before `Nodes`"),
            ("END\n\nSECTION T", "SECTION T", 1, 1, "has no END"),
            ("SECTION Graph", "Graph", 1, 1, "outside of a section"),
            ("SECTION Terminals", "SECTION Degrees", 7, 9, "'Degrees' is a section that is not"),
            ("SECTION T", "SECTION Presolve\nFixed x\nEND\nSECTION T", 8, 7, "'x' is not a cost"),
            ("SECTION T", "SECTION Presolve\nFixed\nEND\nSECTION T", 8, 1, "not one cost"),
            ("SECTION Terminals", "SECTION", 7, 8, "no name of the section"),
            ("Terminals 1\n", "Terminals 2\n", 8, 1, "announces 2, the file has 1"),
            ("T 2", "TP 2 3", 9, 1, "'TP' is not supported"),
            ("T 2", "T 2\nT 2", 10, 3, "already a terminal"),
            ("T 2", "T", 9, 1, "0 words after `T`"),
        ];
        for (from, to, line, column, words) in table {
            let text = PACE.replace(from, to);
            assert_refused(ModelFormat::PaceGraph, &[(&text, line, column, words)]);
        }
        survives(ModelFormat::PaceGraph, PACE);
        survives(ModelFormat::SteinLib, STEINLIB);
    }
}
