//! The Graph Modelling Language (GML), which many programs for graphs write.
//!
//! ```text
//! graph [
//!   node [ id 1 label "a" ]
//!   node [ id 2 ]
//!   edge [ source 1 target 2 ]
//! ]
//! ```
//!
//! Keys other than these are ignored. Source: M. Himsolt, "GML: A portable Graph File Format", University of Passau, 1997.

use encycle_encodings::kinds::hamilton::Hamilton;
use encycle_encodings::text::{Fault, Span, Text};

use crate::formats::graphs::simple_edges::{NamedDigraph, SimpleEdges};
use crate::formats::graphs::vertex_names::{VertexNames, directed};
use crate::formats::{Reading, expect_kind};
use crate::puzzle::PuzzleKind;

/// The keys that may precede the graph.
const BEFORE: [&str; 3] = ["creator", "version", "comment"];

/// Returns whether a text is a graph in GML.
pub(in crate::formats) fn claims(text: Text<'_>) -> bool {
    let Some(first) = text.lines().next() else { return false };
    let key =
        |line: &str| line.split([' ', '\t', '[']).next().unwrap_or_default().to_ascii_lowercase();
    let begins_graph = |line: Span<'_>, next: Option<Span<'_>>| {
        let rest = line.text.get("graph".len()..).unwrap_or_default().trim_start();
        key(line.text) == "graph"
            && (rest.starts_with('[')
                || rest.is_empty() && next.is_some_and(|next| next.text.starts_with('[')))
    };
    let lines: Vec<Span<'_>> = text.lines().take(20).collect();
    let mut places = 0..lines.len();
    (key(first.text) == "graph" || BEFORE.contains(&&*key(first.text)))
        && (places.any(|line| begins_graph(lines[line], lines.get(line + 1).copied()))
            || GmlTokens::of(text).reach_graph())
}

/// A word, a number or a text of the file, or a bracket.
struct GmlTokens<'a> {
    rest: Span<'a>,
}

impl<'a> Iterator for GmlTokens<'a> {
    type Item = Result<Span<'a>, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.rest = self.rest.from(self.rest.text.len() - self.rest.text.trim_start().len());
            // a comment is a whole line
            match self.rest.text.starts_with('#') {
                true => {
                    self.rest =
                        self.rest.from(self.rest.text.find('\n').unwrap_or(self.rest.text.len()))
                }
                false => break,
            }
        }
        let start = self.rest;
        let length = match start.text.chars().next()? {
            '[' | ']' => 1,
            '"' => match start.text[1..].find('"') {
                Some(end) => end + 2,
                None => {
                    return Some(Err(
                        start.fault(format!("quotation mark without an end: {}", start.shown()))
                    ));
                }
            },
            _ => start
                .text
                .find(|c: char| c.is_whitespace() || "[]\"#".contains(c))
                .unwrap_or(start.text.len()),
        };
        self.rest = start.from(length);
        Some(Ok(Span { text: &start.text[..length], ..start }))
    }
}

impl<'a> GmlTokens<'a> {
    /// Creates the tokens of a whole text.
    fn of(text: Text<'a>) -> Self {
        Self { rest: Span { text: text.0, offset: 0 } }
    }

    /// Skips keys with their values up to the list of the graph, whose `[` is skipped, too. Returns whether there is such a list;
    /// the keys in front of it may be in the same line.
    fn reach_graph(&mut self) -> bool {
        while let Ok(Some(key)) = self.key(None) {
            if key.text.eq_ignore_ascii_case("graph") {
                return self.list(key).is_ok();
            }
            if self.skip_value(key).is_err() {
                return false;
            }
        }
        false
    }

    /// Returns the next key, or `None` at the end of the list: at `]`, or at the end of the text if the list is the whole
    /// text.
    fn key(&mut self, list: Option<Span<'a>>) -> Result<Option<Span<'a>>, Fault> {
        let Some(token) = self.next().transpose()? else {
            return match list {
                Some(list) => {
                    Err(list.wrong("without its ']'\nhelp: check whether the text is truncated"))
                }
                None => Ok(None),
            };
        };
        match token.text {
            "]" if list.is_some() => Ok(None),
            text if text.starts_with(|c: char| c.is_ascii_alphabetic()) => Ok(Some(token)),
            _ => Err(token.wrong("where a key is expected")),
        }
    }

    /// Returns the value of a key: a token, which is `[` if a list begins.
    fn value(&mut self, key: Span<'a>) -> Result<Span<'a>, Fault> {
        match self.next().transpose()? {
            Some(value) if value.text != "]" => Ok(value),
            _ => Err(key.fault_after(format!("no value after {}", key.shown()))),
        }
    }

    /// Begins the list that is the value of a key.
    fn list(&mut self, key: Span<'a>) -> Result<Span<'a>, Fault> {
        let value = self.value(key)?;
        match value.text {
            "[" => Ok(value),
            _ => Err(value.wrong(format!("where '[' is expected after {}", key.shown()))),
        }
    }

    /// Skips the value of a key.
    fn skip_value(&mut self, key: Span<'a>) -> Result<(), Fault> {
        let value = self.value(key)?;
        let mut open = if value.text == "[" { vec![value] } else { Vec::new() };
        while let Some(&list) = open.last() {
            match self.key(Some(list))? {
                None => {
                    open.pop();
                }
                Some(key) => {
                    let value = self.value(key)?;
                    open.extend(Some(value).filter(|value| value.text == "["));
                }
            }
        }
        Ok(())
    }

    /// Returns the values of these keys in a list, which begins here. Other keys are skipped.
    fn numbers<const N: usize>(
        &mut self,
        list: Span<'a>,
        keys: [&str; N],
    ) -> Result<[Span<'a>; N], Fault> {
        let mut values: [Option<Span<'a>>; N] = [None; N];
        while let Some(key) = self.key(Some(list))? {
            let Some(index) = keys.iter().position(|name| key.text.eq_ignore_ascii_case(name))
            else {
                self.skip_value(key)?;
                continue;
            };
            let value = self.value(key)?;
            if value.text.parse::<i64>().is_err() {
                return Err(
                    value.wrong(format!("is not a number: the {} is an integer", keys[index]))
                );
            }
            if values[index].replace(value).is_some() {
                return Err(key.fault(format!("second {}\nhelp: keep one", key.shown())));
            }
        }
        let missing = keys.iter().zip(&values).find(|(_, value)| value.is_none());
        match missing {
            Some((key, _)) => Err(list.fault(format!("no '{key}' in this list"))),
            None => Ok(values.map(|value| value.unwrap_or(list))),
        }
    }
}

/// A graph read from a text.
struct GmlGraph<'a> {
    names: VertexNames<'a>,
    edges: SimpleEdges,
    /// The value that makes the graph a directed one.
    directed: Option<Span<'a>>,
    start: Span<'a>,
}

/// Returns whether a text is a directed graph.
pub(in crate::formats) fn is_directed(text: Text<'_>) -> bool {
    let mut tokens = GmlTokens::of(text).map_while(Result::ok);
    claims(text)
        && tokens.any(|token| token.text.eq_ignore_ascii_case("directed"))
        && tokens.next().is_some_and(|value| value.text == "1")
}

/// Reads an undirected graph.
pub(in crate::formats) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let first = text.lines().next().ok_or_else(|| text.fault_at_end("no graph"))?;
    expect_kind(PuzzleKind::Hamilton, kind, first)?;
    let graph = only_graph(text)?;
    match graph.directed {
        Some(value) => Err(directed(value)),
        None => graph.names.into_cycle(graph.edges, graph.start),
    }
}

/// Reads a directed graph.
pub(in crate::formats) fn read_directed(text: Text<'_>) -> Result<NamedDigraph, Fault> {
    let graph = only_graph(text)?;
    Ok(graph.names.into_digraph(graph.edges, graph.start))
}

/// Reads the only graph of a text.
fn only_graph(text: Text<'_>) -> Result<GmlGraph<'_>, Fault> {
    let mut tokens = GmlTokens::of(text);
    let mut graph = None;
    while let Some(key) = tokens.key(None)? {
        match key.text.eq_ignore_ascii_case("graph") {
            true if graph.is_some() => {
                return Err(key.fault("second graph\nhelp: write each graph to a file of its own"));
            }
            true => graph = Some(read_graph(&mut tokens, key)?),
            false => tokens.skip_value(key)?,
        }
    }
    graph.ok_or_else(|| text.fault_at_end("no key 'graph'"))
}

/// Reads the graph after its key.
fn read_graph<'a>(tokens: &mut GmlTokens<'a>, start: Span<'a>) -> Result<GmlGraph<'a>, Fault> {
    let list = tokens.list(start)?;
    let mut names = VertexNames::default();
    let mut ends = Vec::new();
    let mut directed = None;
    while let Some(key) = tokens.key(Some(list))? {
        match &*key.text.to_ascii_lowercase() {
            "directed" => directed = direction(tokens.value(key)?)?,
            "node" => {
                let node = tokens.list(key)?;
                let [id] = tokens.numbers(node, ["id"])?;
                if !names.vertex(id.text.into()).1 {
                    return Err(id.fault(format!("second node with the id {}", id.text)));
                }
            }
            "edge" => {
                let edge = tokens.list(key)?;
                ends.push(tokens.numbers(edge, ["source", "target"])?);
            }
            _ => tokens.skip_value(key)?,
        }
    }
    let mut edges =
        if directed.is_some() { SimpleEdges::directed() } else { SimpleEdges::default() };
    for pair in ends {
        let mut vertices = [0; 2];
        for (vertex, id) in vertices.iter_mut().zip(pair) {
            let known = names.known(id.text);
            *vertex = known.ok_or_else(|| id.wrong("is not the id of a node"))?;
        }
        edges.add(vertices, pair[0])?;
    }
    Ok(GmlGraph { names, edges, directed, start })
}

/// Returns the value of the key `directed` if it makes the graph a directed one.
fn direction(value: Span<'_>) -> Result<Option<Span<'_>>, Fault> {
    match value.text {
        "0" => Ok(None),
        "1" => Ok(Some(value)),
        _ => Err(value.wrong(
            "is neither 0 nor 1\nhelp: write 'directed 1' for a directed graph, and 0 for an undirected graph",
        )),
    }
}

/// Writes a graph.
///
/// Returns `None` for a path, a puzzle on a grid or a graph with forbidden edges, because the reader takes every graph as
/// a cycle problem.
pub(in crate::formats) fn write(puzzle: &Hamilton) -> Option<String> {
    let graph = puzzle.plain_cycle()?;
    let nodes: String =
        (1..=graph.vertex_count()).map(|vertex| format!("  node [ id {vertex} ]\n")).collect();
    let edge = |edge| {
        let [a, b] = graph.ends(edge);
        format!("  edge [ source {} target {} ]\n", a + 1, b + 1)
    };
    let edges: String = graph.edges().map(edge).collect();
    Some(format!("graph [\n  directed 0\n{nodes}{edges}]\n"))
}

#[cfg(test)]
mod tests {
    use encycle_encodings::text::Text;

    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn keys_other_than_those_of_the_graph_are_ignored() {
        let plain = read("hamilton graph 3\n1 2\n2 3\n3 1\n", None).unwrap().puzzle;
        let text = write(&plain, PuzzleFormat::Gml).unwrap();
        assert!(text.starts_with("graph [\n  directed 0\n  node [ id 1 ]\n"), "{text}");
        for other in [
            &*text,
            "Creator \"x ] y\"\nVersion 1\n# a comment\nGraph\n[\n label \"t\"\n graphics [ a [ b 1.5 ] ]\n\
             node [ label \"a\" id 2 ] node[id 1] node [ id 3 ]\n edge [ target 2 source 1 w 1 ]\n\
             edge [ source 2 target 3 ] edge [ source 3 target 1 ]\n]\n",
        ] {
            let parsed = read(other, None).unwrap_or_else(|error| panic!("{error}\n{other}"));
            assert_eq!((&parsed.puzzle, parsed.format), (&plain, PuzzleFormat::Gml), "{other}");
        }
        let sparse = "graph [ node [ id -7 ] node [ id 40 ] edge [ source 40 target -7 ] edge [ source 40 target 40 ] ]";
        let notes = read(sparse, None).unwrap().notes;
        assert!(
            notes[0].contains("1 is '-7', 2 is '40'") && notes[1].contains("left out"),
            "{notes:?}"
        );
    }

    #[test]
    fn a_key_in_the_line_of_the_graph_hid_the_graph() {
        let list = "[ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]\n";
        for keys in [
            "Creator \"x\" graph ",
            "Version 1 Creator \"graph [\"\nGraph",
            "comment 1 x [ y 2 ] graph\n\n",
        ] {
            let text = format!("{keys}{list}");
            let parsed = read(&text, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(parsed.format, PuzzleFormat::Gml, "{text}");
            assert_eq!(parsed.puzzle.atom_count(), 1, "{text}");
        }
    }

    #[test]
    fn a_graph_was_directed_by_any_value_and_by_the_text_of_a_label() {
        for (text, is_directed) in [
            ("graph [ directed 1]", true),
            ("graph [ Directed 1 node [ id 1 ] ]", true),
            ("graph [ directed 0 ]", false),
            ("graph [ directed 2 ]", false),
            ("graph [ label \"is directed 1 way\" ]", false),
        ] {
            assert_eq!(super::is_directed(Text(text)), is_directed, "{text}");
        }
        assert_refused(&[
            ("graph [\n directed 2\n]\n", 2, 11, "'2' is neither 0 nor 1"),
            ("graph [\n directed [ x 1 ]\n]\n", 2, 11, "'[' is neither 0 nor 1"),
        ]);
    }

    #[test]
    fn an_invalid_graph_is_rejected_with_its_position() {
        assert_refused(&[
            ("graph [\n directed 1\n]\n", 2, 11, "is a directed graph"),
            ("graph [\n node [ id x ]\n]\n", 2, 12, "'x' is not a number"),
            ("graph [\n node [ label \"a\" ]\n]\n", 2, 7, "no 'id'"),
            ("graph [\n node [ id 1 ]\n node [ id 1 ]\n]\n", 3, 12, "second node with the id 1"),
            ("graph [\n node [ id 1 id 2 ]\n]\n", 2, 14, "second 'id'"),
            (
                "graph [\n node [ id 1 ]\n edge [ source 1 target 2 ]\n]\n",
                3,
                25,
                "'2' is not the id",
            ),
            ("graph [\n node [ id 1 ]\n", 1, 7, "'[' without its ']'"),
            ("graph [\n node 1\n]\n", 2, 7, "'1' where '[' is expected"),
            ("graph [\n x \"a\n]\n", 2, 4, "quotation mark without an end"),
            ("graph [\n 1 2\n]\n", 2, 2, "'1' where a key is expected"),
            ("graph [\n x ]\n", 2, 3, "no value after 'x'"),
            ("graph [\n]\n", 1, 1, "no vertices"),
            ("graph [\n]\ngraph [\n]\n", 3, 1, "second graph"),
            ("Version 1\ngraph [\n node [ id 1 ]\n]\ngraph [\n]\n", 5, 1, "second graph"),
        ]);
    }
}
