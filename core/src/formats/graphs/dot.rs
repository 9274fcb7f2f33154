//! The DOT language of Graphviz.
//!
//! ```text
//! graph triangle {
//!   // attributes are ignored
//!   a -- b -- c [color=red];
//!   c -- a
//! }
//! ```
//!
//! The whole language is read: quoted names and names in HTML, ports, attributes, subgraphs, and edges
//! between the vertices of subgraphs. A subgraph that is named twice in the same graph is one subgraph. Only the vertices
//! and edges matter for a Hamilton cycle. A `digraph` is a model of a user's own. Source: "DOT Language", the grammar in the
//! documentation of Graphviz.

use std::collections::HashMap;
use std::ops::Range;

use encycle_encodings::kinds::hamilton::Hamilton;
use encycle_encodings::text::{Fault, Span, Text};

use crate::formats::graphs::dot_tokens::{DotTokenKind, Tokens};
use crate::formats::graphs::simple_edges::{NamedDigraph, SimpleEdges};
use crate::formats::graphs::vertex_names::{Name, VertexNames, directed};
use crate::formats::{Reading, expect_kind};
use crate::puzzle::PuzzleKind;

/// The maximum depth of subgraphs within subgraphs.
const MAX_DEPTH: usize = 100;

/// The maximum number of edges that come from joining subgraphs, because `{1 2 3} -- {4 5 6}` describes many edges in a
/// short text.
const MAX_PRODUCT_EDGES: usize = 2_000_000;

/// Returns whether a text begins with a graph: `graph {` or `digraph {`, perhaps after comments, with `strict` or a name.
pub(in crate::formats) fn claims(text: Text<'_>) -> bool {
    let start = text.lines().next();
    start.is_some_and(|line| begins_graph(Span { text: text.0, offset: 0 }.from(line.offset)))
}

/// Returns whether a text begins with a directed graph.
pub(in crate::formats) fn is_directed(text: Text<'_>) -> bool {
    claims(text) && DotGraph::begin(text).is_ok_and(|graph| graph.edge_sign == ARC)
}

/// Returns whether the first tokens of a piece begin a graph.
fn begins_graph(piece: Span<'_>) -> bool {
    Tokens::at(piece).is_ok_and(|mut tokens| tokens.head().0.is_some())
}

/// Returns the ranges of the graphs of a text that begins with one, or `None` for any other text.
///
/// A graph begins wherever `graph {` occurs as tokens, perhaps with `strict` and a name. No statement within a graph has
/// these tokens, so the next graph begins there even if a `}` is missing. Below a malformed token, a graph begins at each
/// line that begins one.
pub(in crate::formats) fn list(text: Text<'_>) -> Option<Vec<Range<usize>>> {
    if !claims(text) {
        return None;
    }
    let whole = Span { text: text.0, offset: 0 };
    let mut starts = Vec::new();
    let begin = text.lines().next()?.offset;
    let mut malformed = None;
    match Tokens::at(whole.from(begin)) {
        Ok(mut tokens) => {
            while tokens.next.kind != DotTokenKind::End && malformed.is_none() {
                let (start, fault) = tokens.head();
                starts.extend(start);
                malformed = fault.map(|fault| fault.offset);
            }
        }
        Err(fault) => malformed = Some(fault.offset),
    }
    if let Some(offset) = malformed {
        let lines: Vec<Span<'_>> = text.lines().filter(|line| line.offset > offset).collect();
        // the name and `{` may be in the line below, but a malformed name must not be read to the end of the text each time
        let piece = |place: usize| {
            let last = lines.get(place + 1).unwrap_or(&lines[place]);
            let range = lines[place].offset..last.offset + last.text.len();
            Span { text: &text.0[range.clone()], offset: range.start }
        };
        let begins = (0..lines.len()).filter(|&place| begins_graph(piece(place)));
        starts.extend(begins.map(|place| lines[place].offset));
    }
    let ends = starts.iter().skip(1).copied().chain([text.0.len()]);
    Some(starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect())
}

/// The sign of a directed edge, and that of an undirected one.
const ARC: &str = "->";
const EDGE: &str = "--";

/// The index of the whole graph in [`DotGraph::subgraphs`].
const WHOLE: usize = 0;

/// A subgraph, or the whole graph.
#[derive(Default)]
struct Subgraph {
    /// The vertices that occur in it, except those of the subgraphs in it.
    vertices: Vec<u32>,
    /// The subgraphs in it.
    inner: Vec<usize>,
}

/// An end of an edge: a vertex, or all vertices of a subgraph.
#[derive(Clone, Copy)]
enum EdgeEnd {
    Vertex(u32),
    Subgraph(usize),
}

/// The graph read so far.
struct DotGraph<'a> {
    tokens: Tokens<'a>,
    /// The sign between the ends of an edge.
    edge_sign: &'static str,
    /// The first token.
    start: Span<'a>,
    names: VertexNames<'a>,
    edges: SimpleEdges,
    /// The whole graph, and its subgraphs.
    subgraphs: Vec<Subgraph>,
    /// The subgraphs with a name. As in Graphviz, a name means another subgraph in another subgraph.
    named: HashMap<(usize, Name<'a>), usize>,
    /// The number of edges that come from joining subgraphs.
    product_edges: usize,
}

/// Reads an undirected graph.
pub(in crate::formats) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let graph = DotGraph::begin(text)?;
    expect_kind(PuzzleKind::Hamilton, kind, graph.start)?;
    if graph.edge_sign == ARC {
        return Err(directed(graph.start));
    }
    let graph = graph.whole()?;
    graph.names.into_cycle(graph.edges, graph.start)
}

/// Reads a directed graph.
pub(in crate::formats) fn read_directed(text: Text<'_>) -> Result<NamedDigraph, Fault> {
    let graph = DotGraph::begin(text)?.whole()?;
    Ok(graph.names.into_digraph(graph.edges, graph.start))
}

impl<'a> DotGraph<'a> {
    /// Reads the first token but `strict`, which tells whether the graph is directed.
    fn begin(text: Text<'a>) -> Result<Self, Fault> {
        let mut tokens = Tokens::new(text)?;
        tokens.skip_keyword("strict")?;
        let start = tokens.next.place;
        let (edge_sign, edges) = match tokens.is_at_keyword("digraph") {
            true => (ARC, SimpleEdges::directed()),
            false => (EDGE, SimpleEdges::default()),
        };
        Ok(Self {
            tokens,
            edge_sign,
            start,
            names: VertexNames::default(),
            edges,
            subgraphs: vec![Subgraph::default()],
            named: HashMap::new(),
            product_edges: 0,
        })
    }

    /// Reads the graph.
    fn whole(mut self) -> Result<Self, Fault> {
        if !self.tokens.skip_keyword("graph")? && !self.tokens.skip_keyword("digraph")? {
            return Err(self.tokens.unexpected("'graph'"));
        }
        if !self.tokens.is_at("{") {
            self.tokens.name("a name or '{'")?;
        }
        self.tokens.expect("{")?;
        self.statements(WHOLE, 0)?;
        match self.tokens.next.kind {
            DotTokenKind::End => Ok(self),
            _ => Err(self.tokens.next.place.wrong("after the graph\nhelp: remove it")),
        }
    }

    /// Reads the statements of a subgraph up to `}`.
    fn statements(&mut self, graph: usize, depth: usize) -> Result<(), Fault> {
        while !self.tokens.skip("}")? {
            if self.tokens.next.kind == DotTokenKind::End {
                return Err(self.tokens.unexpected("'}'"));
            }
            if !self.tokens.skip(";")? {
                self.statement(graph, depth)?;
            }
        }
        Ok(())
    }

    /// Reads a statement of a subgraph.
    fn statement(&mut self, graph: usize, depth: usize) -> Result<(), Fault> {
        let is_default =
            ["graph", "node", "edge"].iter().any(|word| self.tokens.is_at_keyword(word));
        if is_default {
            self.tokens.advance()?;
            return self.attributes();
        }
        let first = match self.is_at_subgraph() {
            true => EdgeEnd::Subgraph(self.subgraph(graph, depth)?),
            false => {
                let name = self.tokens.name("a vertex")?;
                if self.tokens.skip("=")? {
                    self.tokens.name("a value")?;
                    return Ok(());
                }
                EdgeEnd::Vertex(self.vertex(name, graph)?)
            }
        };
        let mut others = Vec::new();
        loop {
            let place = self.tokens.next.place;
            let (other, what) = match self.edge_sign {
                ARC => (EDGE, "is an undirected edge\nhelp: write '->' in a digraph"),
                _ => {
                    (ARC, "is a directed edge\nhelp: write '--', or 'digraph' for a directed graph")
                }
            };
            if self.tokens.is_at(other) {
                return Err(place.wrong(what));
            }
            if !self.tokens.skip(self.edge_sign)? {
                break;
            }
            others.push((self.end_of_edge(graph, depth)?, place));
        }
        // a later end may add vertices to a subgraph, so that the edges come last
        self.join(first, &others)?;
        self.attributes()
    }

    /// Adds the edges of a statement: between the first end and the next one, and so on. Each end comes with the place of
    /// the `--` in front of it.
    fn join(&mut self, first: EdgeEnd, others: &[(EdgeEnd, Span<'a>)]) -> Result<(), Fault> {
        if others.is_empty() {
            return Ok(());
        }
        let (mut from, mut from_cost) = self.vertices_of(first);
        for &(end, place) in others {
            let (to, to_cost) = self.vertices_of(end);
            // a subgraph without edges costs time, too
            let cost = from.len().saturating_mul(to.len()).max(from_cost).max(to_cost);
            if cost > 1 {
                self.product_edges = self.product_edges.saturating_add(cost);
            }
            if self.product_edges > MAX_PRODUCT_EDGES {
                return Err(place.fault(format!(
                    "too many edges between subgraphs: the limit is {MAX_PRODUCT_EDGES}\nhelp: write the edges one by one"
                )));
            }
            for &a in &from {
                to.iter().try_for_each(|&b| self.edges.add([a, b], place))?;
            }
            (from, from_cost) = (to, to_cost);
        }
        Ok(())
    }

    /// Returns the vertices of an end of an edge, and how many vertices and subgraphs had to be visited.
    fn vertices_of(&self, end: EdgeEnd) -> (Vec<u32>, usize) {
        let mut open = match end {
            EdgeEnd::Vertex(vertex) => return (vec![vertex], 1),
            EdgeEnd::Subgraph(subgraph) => vec![subgraph],
        };
        let (mut vertices, mut visited) = (Vec::new(), 0);
        while let Some(subgraph) = open.pop() {
            let Subgraph { vertices: own, inner } = &self.subgraphs[subgraph];
            vertices.extend(own);
            open.extend(inner);
            visited += own.len() + inner.len();
        }
        vertices.sort_unstable();
        vertices.dedup();
        (vertices, visited)
    }

    /// Returns whether the next token begins a subgraph.
    fn is_at_subgraph(&self) -> bool {
        self.tokens.is_at("{") || self.tokens.is_at_keyword("subgraph")
    }

    /// Reads the vertex or the subgraph after `--`.
    fn end_of_edge(&mut self, graph: usize, depth: usize) -> Result<EdgeEnd, Fault> {
        if self.is_at_subgraph() {
            return Ok(EdgeEnd::Subgraph(self.subgraph(graph, depth)?));
        }
        let name = self.tokens.name("a vertex")?;
        Ok(EdgeEnd::Vertex(self.vertex(name, graph)?))
    }

    /// Returns the vertex of a name, after which there may be a port, and adds it to a subgraph.
    fn vertex(&mut self, name: Name<'a>, graph: usize) -> Result<u32, Fault> {
        for _ in 0..2 {
            if self.tokens.skip(":")? {
                self.tokens.name("a port")?;
            }
        }
        let (vertex, _) = self.names.vertex(name);
        // the vertices of the whole graph are the names
        if graph != WHOLE {
            self.subgraphs[graph].vertices.push(vertex);
        }
        Ok(vertex)
    }

    /// Reads a subgraph of a subgraph, which continues the subgraph of the same name, if any. Returns its index.
    fn subgraph(&mut self, outer: usize, depth: usize) -> Result<usize, Fault> {
        if depth == MAX_DEPTH {
            return Err(self
                .tokens
                .next
                .place
                .fault(format!("subgraph in more than {MAX_DEPTH} subgraphs")));
        }
        let name = match self.tokens.skip_keyword("subgraph")? && !self.tokens.is_at("{") {
            true => Some(self.tokens.name("a name or '{'")?),
            false => None,
        };
        self.tokens.expect("{")?;
        let next = self.subgraphs.len();
        let subgraph = match name {
            Some(name) => *self.named.entry((outer, name)).or_insert(next),
            None => next,
        };
        if subgraph == next {
            self.subgraphs.push(Subgraph::default());
            self.subgraphs[outer].inner.push(subgraph);
        }
        self.statements(subgraph, depth + 1)?;
        Ok(subgraph)
    }

    /// Skips lists of attributes.
    fn attributes(&mut self) -> Result<(), Fault> {
        while self.tokens.skip("[")? {
            while !self.tokens.skip("]")? {
                self.tokens.name("an attribute or ']'")?;
                if self.tokens.skip("=")? {
                    self.tokens.name("a value")?;
                }
                if !self.tokens.skip(";")? {
                    self.tokens.skip(",")?;
                }
            }
        }
        Ok(())
    }
}

/// Writes a graph whose vertices are named by their numbers.
///
/// Returns `None` for a path, a puzzle on a grid or a graph with forbidden edges, because the reader takes every graph as
/// a cycle problem.
pub(in crate::formats) fn write(puzzle: &Hamilton) -> Option<String> {
    let graph = puzzle.plain_cycle()?;
    let isolated = (0..graph.vertex_count()).filter(|&vertex| graph.incident(vertex).is_empty());
    let vertices: String = isolated.map(|vertex| format!("  {};\n", vertex + 1)).collect();
    let edge = |edge| {
        let [a, b] = graph.ends(edge);
        format!("  {} -- {};\n", a + 1, b + 1)
    };
    Some(format!("graph {{\n{vertices}{}}}\n", graph.edges().map(edge).collect::<String>()))
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, read_all, write};

    #[test]
    fn the_language_of_undirected_graphs_is_read() {
        let plain = read("hamilton graph 4\n1 2\n2 3\n3 4\n4 1\n", None).unwrap().puzzle;
        let text = write(&plain, PuzzleFormat::Dot).unwrap();
        assert_eq!(text, "graph {\n  1 -- 2;\n  2 -- 3;\n  3 -- 4;\n  4 -- 1;\n}\n");
        for other in [
            "graph { 1 -- 2 -- 3 -- 4 -- 1 }",
            "STRICT Graph \"a \\\" b\" {\n# a comment\n1--2--3;3--4/* c */;4--1[color=red,w=2][x=y]\n}\n",
            "graph g{a--b:n--c:p:sw; \"c\"--<d<i>>; <d<i>>--a // end\n}",
            "graph\n{\n node [shape=box]; rankdir=LR\n a; {b d} -- a; subgraph s { b; d } -- c }",
            "graph { \"a\" + \"b\" -- ü; ü -- -1.5; -1.5 -- 0; 0 -- ab }",
            "graph { a -- b; b -- a; b -- b; b -- c; c -- d; d -- a }",
        ] {
            let parsed = read(other, None).unwrap_or_else(|error| panic!("{error}\n{other}"));
            assert_eq!(parsed.format, PuzzleFormat::Dot, "{other}");
            assert_eq!(parsed.puzzle.extent(), plain.extent(), "{other}");
        }
        let named = read("graph { a -- b; b -- a; b -- b }", None).unwrap();
        assert_eq!(named.notes.len(), 3, "{:?}", named.notes);
        assert!(named.notes[0].contains("1 is 'a', 2 is 'b'"), "{:?}", named.notes);
        let product = read("graph { {1 2 3} -- {4 5} }", None).unwrap().puzzle;
        assert_eq!(product.atom_count(), 6);
    }

    #[test]
    fn several_graphs_in_a_file_are_several_puzzles() {
        let text = "graph a {\n  graph [label=x]\n  1 -- 2\n}\nstrict graph {\n1 -- 2 -- 3\n}\n";
        let all = read_all(text, None);
        let atoms: Vec<usize> =
            all.into_iter().map(|one| one.1.unwrap().puzzle.atom_count()).collect();
        assert_eq!(atoms, [1, 2]);
    }

    #[test]
    fn a_name_with_a_dot_was_split_into_several_vertices() {
        assert_refused(&[
            ("graph { a.b -- c.d; c.d -- e.f; e.f -- a.b }", 1, 9, "'a.b' is neither a word nor"),
            ("graph {\n  1a -- 2\n}\n", 2, 3, "'1a' is neither a word nor a number"),
            ("graph {\n  1 -- 1.2.3\n}\n", 2, 8, "'1.2.3' is neither"),
            ("graph {\n  1 -- 2_\n}\n", 2, 8, "'2_' is neither"),
            ("graph {\n  1 -- .\n}\n", 2, 8, "'.' is not part of a graph"),
            ("graph {\n  1 -- -.\n}\n", 2, 8, "'-' is not part of a graph"),
            ("graph { $ }\n", 1, 9, "'$' is not part of a graph"),
            ("graph a.b { 1 -- 2 }\n", 1, 7, "'a.b' is neither"),
        ]);
        let numbers = read("graph { -.5 -- 1. -- -2.25 -- 07 -- -.5 -- \"a.b\" }", None).unwrap();
        assert_eq!(numbers.puzzle.atom_count(), 5);
    }

    #[test]
    fn a_brace_in_an_attribute_of_the_graph_was_the_start_of_another_graph() {
        let text = "graph {\ngraph [label=\"{a|b}\"];\n1 -- 2 -- 3 -- 1\n}\n";
        assert_eq!(read(text, None).unwrap().puzzle.atom_count(), 3);
        // lines of a label and of a comment are not graphs, either
        let label = "graph {\na [label=\"\ngraph {\n\"]\n/*\ngraph {\n*/\na -- b\n}\n";
        assert_eq!(read(label, None).unwrap().puzzle.atom_count(), 1);
        let twice =
            format!("{text}{label}strict graph\n\"}}\" {{ 1 -- 2 }} graph {{ 1 -- 2 -- 3 }}\n");
        let all = read_all(&twice, None).into_iter();
        let atoms: Vec<usize> = all.map(|one| one.1.unwrap().puzzle.atom_count()).collect();
        assert_eq!(atoms, [3, 1, 1, 2]);
    }

    #[test]
    fn a_malformed_graph_of_a_list_leaves_the_others_unchanged() {
        for wrong in
            ["graph {\n1 -- \"2\n}", "graph {\n1 -- a.b\n}", "graph {\n1 -- 2\n", "graph {}}"]
        {
            let text = format!("graph {{ 1 -- 2 }}\n{wrong}\ngraph\n{{ 1 -- 2 -- 3 }}\n");
            let all = read_all(&text, None).into_iter();
            let read: Vec<bool> = all.map(|one| one.1.is_ok()).collect();
            assert_eq!(read, [true, false, true], "{text}");
        }
    }

    #[test]
    fn gml_without_a_creator_was_read_as_dot() {
        for text in ["graph\n[\nnode [ id 1 ]\n]\n", "graph [\nnode [ id 1 ]\n]\n"] {
            assert_eq!(read(text, None).unwrap().format, PuzzleFormat::Gml, "{text}");
        }
        let commented = read("// made by a program\n/* of\nus */ graph {\n1 -- 2\n}\n", None);
        assert_eq!(commented.unwrap().format, PuzzleFormat::Dot);
    }

    #[test]
    fn a_subgraph_named_twice_was_two_subgraphs() {
        let count = |text: &str| read(text, None).unwrap().puzzle.atom_count();
        assert_eq!(count("graph { subgraph s {a b} subgraph s {c} -- d }"), 3);
        assert_eq!(count("graph { subgraph s {a b}; d -- subgraph \"s\" {{c} e} }"), 4);
        // a later end of the same statement also counts
        assert_eq!(count("graph { subgraph s {a} -- x -- subgraph s {b} }"), 2);
        // in another subgraph, and without a name, it is another subgraph
        assert_eq!(count("graph { {subgraph s {a b}} subgraph s {c} -- d }"), 1);
        assert_eq!(count("graph { subgraph {a b} subgraph {c} -- d }"), 1);
    }

    #[test]
    fn a_name_in_html_was_the_name_in_quotation_marks() {
        let parsed = read("graph { <a> -- \"<a>\" -- b -- <a> }", None).unwrap();
        assert_eq!(parsed.puzzle.atom_count(), 3);
    }

    #[test]
    fn a_short_text_described_millions_of_edges() {
        let numbers = |range: std::ops::Range<usize>| {
            range.map(|number| format!("{number} ")).collect::<String>()
        };
        let text = format!("graph {{{{{}}} --\n{{{}}}}}", numbers(1..4401), numbers(5001..9401));
        let error = read(&text, None).unwrap_err();
        assert!(error.message.contains("too many edges between subgraphs"), "{error}");
        let again = format!("graph {{ subgraph s {{{}}}", numbers(1..10_001))
            + &"subgraph s {} -- {}\n".repeat(1000)
            + "}";
        let error = read(&again, None).unwrap_err();
        assert!(error.message.contains("too many edges between subgraphs"), "{error}");
    }

    #[test]
    fn an_invalid_graph_is_rejected_with_its_position() {
        assert_refused(&[
            ("digraph { a -> b }\n", 1, 1, "'digraph' is a directed graph"),
            ("graph {\n  a -> b\n}\n", 2, 5, "'->' is a directed edge"),
            ("graph {\n  a -- b\n", 2, 9, "ends without '}'"),
            ("graph {\n  a -- ;\n}\n", 2, 8, "';' where a vertex is expected"),
            ("graph {\n  a -- \"b\n}\n", 2, 8, "quotation mark without an end"),
            ("graph {\n  a -- <b\n}\n", 2, 8, "'<' without its '>'"),
            ("graph {\n  a [x=]\n}\n", 2, 8, "']' where a value is expected"),
            ("graph {\n  a ! b\n}\n", 2, 5, "'!' is not part of a graph"),
            ("graph {\n  /* a\n}\n", 2, 3, "comment without an end"),
            ("graph {\n}\n}\n", 3, 1, "'}' after the graph"),
            ("graph {\n}\n", 1, 1, "no vertices"),
            (&format!("graph {{{}", "{".repeat(1000)), 1, 108, "in more than 100 subgraphs"),
        ]);
    }
}
