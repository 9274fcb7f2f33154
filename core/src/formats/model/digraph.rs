//! The reader of directed graphs, as problems of a directed Hamilton cycle or path.
//!
//! | text | content |
//! |---|---|
//! | `hamilton digraph VERTICES [cycle\|path [START [END]]]` | an arc per line, as two vertices counted from 1 |
//! | `&...`, perhaps after `>>digraph6<<` | digraph6: after the number of vertices, one bit for each pair, row by row |
//! | `digraph { a -> b }` | the DOT language of Graphviz |
//! | `graph [ directed 1 ... ]` | GML |
//!
//! Source of digraph6: B. D. McKay, "graph6, sparse6 and digraph6 formats". A model has a variable `x_I_J` for each arc, where I
//! and J are the numbers of its ends from 1, and the rule `hamilton-cycle` or `hamilton-path` of the directed graph `digraph`,
//! whose vertices have the names of the text. A path that starts at START, but may end anywhere, is a path that no arc into START
//! belongs to. Repeated arcs are left out, and so are arcs from a vertex to itself, except in the plain text, in which they are
//! errors, as they are in `hamilton graph`. A text may have several graphs, one after the other, except in GML.
//!
//! ```
//! use encycle::formats::model::{ModelFormat, read_model};
//!
//! let text = "hamilton digraph 3\n1 2\n2 3\n3 1\n1 3\n";
//! let model = read_model(ModelFormat::Digraph, text.as_bytes(), "a.txt")?;
//! assert_eq!(model.variable_names(), ["x_1_2", "x_2_3", "x_3_1", "x_1_3"]);
//! # Ok::<(), encycle::formats::LoadError>(())
//! ```

use encycle_encodings::model::{GraphGoal, GraphRule, Model, RuleGraph};
use encycle_encodings::text::edge_list::{vertex, vertex_count};
use encycle_encodings::text::{Fault, Span, Text, counted};

use crate::formats::graphs::printable_graphs::first_digraph;
use crate::formats::graphs::simple_edges::{NamedDigraph, SimpleEdges};
use crate::formats::graphs::{dot, gml, printable_graphs};
use crate::puzzle::PuzzleKind;

/// The first words of the plain text.
const HEAD: [&str; 2] = ["hamilton", "digraph"];

/// The goal of a text.
#[derive(Clone, Copy)]
enum DigraphGoal {
    Cycle,
    Path,
    /// A path that starts at this vertex.
    PathFrom(usize),
    /// A path from one vertex to another.
    PathBetween([usize; 2]),
}

impl DigraphGoal {
    /// Returns the goal in a variant, with the ends of the path if the text names them.
    fn in_variant(self, name: &str) -> Result<Self, String> {
        PuzzleKind::Hamilton.check_variant(name).map_err(|error| error.to_string())?;
        match (name, self) {
            ("cycle", Self::PathFrom(start) | Self::PathBetween([start, _])) => Err(format!(
                "vertex {} is an end, but a cycle has no ends\nhelp: remove the ends or use the variant `path`",
                start + 1
            )),
            ("cycle", _) => Ok(Self::Cycle),
            (_, Self::Cycle) => Ok(Self::Path),
            (_, path) => Ok(path),
        }
    }

    /// Returns the goal of the rule. No rule names the start alone, so [`start_at`] adds it.
    fn of_rule(self) -> GraphGoal {
        match self {
            Self::Cycle => GraphGoal::HamiltonCycle,
            Self::Path | Self::PathFrom(_) => GraphGoal::HamiltonPath(None),
            Self::PathBetween(ends) => GraphGoal::HamiltonPath(Some(ends)),
        }
    }
}

/// Returns whether a text begins as one of these formats.
pub(in crate::formats) fn claims(text: &str) -> bool {
    let text = Text(text);
    text.lines().next().is_some_and(is_head)
        || printable_graphs::is_digraph(text)
        || dot::is_directed(text)
        || gml::is_directed(text)
}

/// Returns whether a line begins a graph in the plain text.
fn is_head(line: Span<'_>) -> bool {
    let mut words = line.words();
    HEAD.iter().all(|word| words.next().is_some_and(|one| one.text == *word))
}

/// Reads a graph. `variant` replaces the goal of the text.
pub(super) fn read(text: &str, variant: Option<&str>) -> Result<Model, Fault> {
    let (is_claimed, text) = (claims(text), Text(text));
    let first = text.lines().next().ok_or_else(|| text.fault_at_end("no graph"))?;
    // in a list, the line may be damaged
    let is_digraph6 = printable_graphs::is_digraph(text) || first.text.starts_with('&');
    let (graph, goal) = if is_digraph6 {
        (digraph6(text)?, DigraphGoal::Cycle)
    } else if !is_claimed {
        return Err(undirected(first));
    } else if dot::claims(text) {
        (dot::read_directed(text)?, DigraphGoal::Cycle)
    } else if gml::claims(text) {
        (gml::read_directed(text)?, DigraphGoal::Cycle)
    } else {
        plain(text)?
    };
    let place = graph.place;
    let goal = variant.map_or(Ok(goal), |name| goal.in_variant(name));
    let model = goal.and_then(|goal| model_of(graph, goal));
    model.map_err(|message| Fault { offset: place, message })
}

/// Returns the fault of a graph that is not directed. A line of one word may be one of digraph6 without its first character.
fn undirected(first: Span<'_>) -> Fault {
    let digraph6 = match first.words().count() {
        1 => "begin a line of digraph6 with '&'; ",
        _ => "",
    };
    first.wrong(format!(
        "is not a directed graph\nhelp: {digraph6}write undirected graphs to a file of their own"
    ))
}

/// Returns the model of a graph of a text, which must have a vertex, as an undirected graph must.
fn model_of(graph: NamedDigraph, goal: DigraphGoal) -> Result<Model, String> {
    if graph.names.is_empty() {
        return Err("digraph: no vertices\nhelp: give at least one".to_owned());
    }
    match goal {
        DigraphGoal::PathFrom(start) => start_at(graph, start, goal.of_rule()),
        _ => model(graph, goal.of_rule()),
    }
}

/// Returns the model of a Hamilton path that starts at a vertex: no arc into this vertex is in the path. The other end may be any
/// vertex.
fn start_at(graph: NamedDigraph, start: usize, path: GraphGoal) -> Result<Model, String> {
    let ends = graph.arcs.ends().iter();
    let into: Vec<[u32; 2]> = ends.filter(|[_, to]| *to as usize == start).copied().collect();
    let mut model = model(graph, path)?;
    for arc in into {
        let literal = model.variable(&variable_name(arc));
        model.add_clause(&[!literal]);
    }
    Ok(model)
}

/// Returns the name of the variable of an arc.
fn variable_name([from, to]: [u32; 2]) -> String {
    format!("x_{}_{}", from + 1, to + 1)
}

/// Returns the model of a Hamilton cycle or path of a graph.
pub(super) fn model(graph: NamedDigraph, goal: GraphGoal) -> Result<Model, String> {
    let mut model = Model::new();
    let mut rules = RuleGraph::directed("digraph");
    for name in &graph.names {
        rules.add_vertex(name);
    }
    if rules.vertex_count() < graph.names.len() {
        return Err("two vertices have the same name\nhelp: rename one".to_owned());
    }
    for &[from, to] in graph.arcs.ends() {
        let literal = model.variable(&variable_name([from, to]));
        rules.edge(&graph.names[from as usize], &graph.names[to as usize], literal);
    }
    model.require(GraphRule::new(rules, goal).map_err(|error| error.to_string())?);
    Ok(model)
}

/// Reads the plain text.
fn plain(text: Text<'_>) -> Result<(NamedDigraph, DigraphGoal), Fault> {
    let mut lines = text.lines();
    let first = lines.next().ok_or_else(|| text.fault_at_end("no graph"))?;
    let words: Vec<Span<'_>> = first.words().skip(HEAD.len()).collect();
    let Some((&count, rest)) = words.split_first() else {
        return Err(first.fault_after(
            "no size\nhelp: write 'hamilton digraph VERTICES [cycle|path [START [END]]]'",
        ));
    };
    let count = vertex_count(count)?;
    let goal = plain_goal(rest, count)?;
    let mut arcs = SimpleEdges::directed();
    for line in lines.filter(|line| !line.text.is_empty()) {
        let ends: Vec<Span<'_>> = line.words().collect();
        let [from, to] = ends[..] else {
            return Err(line.wrong("is not an arc\nhelp: write two vertices"));
        };
        let arc = [vertex(from, count)? as u32, vertex(to, count)? as u32];
        if arc[0] == arc[1] {
            return Err(line.fault(format!(
                "arc {} {}: both ends are the same vertex\nhelp: remove the arc",
                from.text, to.text
            )));
        }
        arcs.add(arc, line)?;
    }
    Ok((NamedDigraph::numbered(count, arcs, first), goal))
}

/// Parses the words after the number of vertices: the goal, and the ends of a path.
fn plain_goal(words: &[Span<'_>], count: usize) -> Result<DigraphGoal, Fault> {
    let Some((goal, ends)) = words.split_first() else { return Ok(DigraphGoal::Cycle) };
    match (goal.text, ends) {
        ("cycle", []) => Ok(DigraphGoal::Cycle),
        ("cycle", [end, ..]) => Err(end.wrong(
            "after 'cycle', but a cycle has no ends\nhelp: remove the ends, or write 'path'",
        )),
        ("path", []) => Ok(DigraphGoal::Path),
        ("path", [start]) => Ok(DigraphGoal::PathFrom(vertex(*start, count)?)),
        ("path", [start, end]) => {
            Ok(DigraphGoal::PathBetween([vertex(*start, count)?, vertex(*end, count)?]))
        }
        ("path", [_, _, more, ..]) => {
            Err(more.wrong("after the two ends of the path\nhelp: remove it"))
        }
        _ => Err(goal.wrong(
            "is not the goal\nhelp: write 'cycle', 'path', 'path START' or 'path START END'",
        )),
    }
}

/// Reads digraph6.
fn digraph6(text: Text<'_>) -> Result<NamedDigraph, Fault> {
    let line = first_digraph(text)?;
    let (count, bits) = printable_graphs::vertex_count(line)?;
    let pairs = (count as u64).pow(2);
    if bits.text.len() as u64 != pairs.div_ceil(6) {
        return Err(bits.fault_after(format!(
            "{} after the number of vertices: a graph of {} has {}\n\
             help: check whether the line is truncated or damaged",
            counted(bits.text.len(), "character"),
            counted(count, "vertex"),
            pairs.div_ceil(6)
        )));
    }
    let mut arcs = SimpleEdges::directed();
    let mut pair = 0;
    for (byte, place) in bits.text.bytes().zip(bits.chars()) {
        for bit in (0..6).rev() {
            let is_set = (byte - printable_graphs::ZERO) >> bit & 1 == 1;
            if is_set && pair >= pairs {
                return Err(
                    place.wrong("has bits after the last pair of vertices, which are not 0")
                );
            }
            if is_set {
                let count = count as u64;
                arcs.add([(pair / count) as u32, (pair % count) as u32], place)?;
            }
            pair += 1;
        }
    }
    Ok(NamedDigraph::numbered(count, arcs, line))
}

#[cfg(test)]
mod tests {
    use encycle_encodings::puzzle::{Instance as _, Solution};

    use crate::formats::model::tests::{assert_refused, read, survives};
    use crate::formats::model::{ModelFormat, model_format, read_all_models};

    /// The same graph in each format: 1 -> 2 -> 3 -> 1 and 1 -> 3.
    const TEXTS: [&str; 6] = [
        "# a comment\nhamilton digraph 3 cycle\n1 2\n1 3\n2 3\n3 1\n3 1\n",
        "&BX_\n",
        ">>digraph6<<&BX_\n",
        "// a comment\nstrict digraph g { 1 -> 2 -> 3 -> 1; 1 -> 3 [color=red] }\n",
        "digraph {\n{1} -> {2 3}\n2 -> 3 -> 1\n}\n",
        "graph [\n directed 1\n node [ id 1 ] node [ id 2 ] node [ id 3 ]\n edge [ source 1 target 2 ]\n\
         edge [ source 1 target 3 ] edge [ source 2 target 3 ] edge [ source 3 target 1 ]\n]\n",
    ];

    #[test]
    fn every_format_has_the_same_arcs() {
        for text in TEXTS {
            assert_eq!(model_format(text, None), Some(ModelFormat::Digraph), "{text}");
            let model = read(ModelFormat::Digraph, text);
            let mut names = model.variable_names().to_vec();
            names.sort();
            assert_eq!(names, ["x_1_2", "x_1_3", "x_2_3", "x_3_1"], "{text}");
            assert!(model.graphs()[0].is_directed());
            survives(ModelFormat::Digraph, text);
        }
    }

    /// Several graphs were refused, except in the formats of undirected graphs.
    #[test]
    fn directed_graphs_follow_one_another() {
        for (separator, texts) in [("", &TEXTS[..1]), ("", &TEXTS[1..3]), ("\n", &TEXTS[3..5])] {
            let broken = texts[0].replace("digraph", "graph").replace("&BX_", "&BX");
            let undirected = if broken.contains('&') { "Bw\n" } else { &broken };
            for pieces in
                [&[texts[0]][..], &texts.repeat(3), &[texts[0], &*broken, undirected, texts[0]]]
            {
                let text = pieces.join(separator);
                let all =
                    read_all_models(text.as_bytes(), "a", None).expect("memory").expect("graphs");
                assert_eq!(all.len(), pieces.len(), "{text}");
                let mut line = 1;
                for (index, ((number, model), piece)) in all.iter().zip(pieces).enumerate() {
                    assert_eq!(*number, (pieces.len() > 1).then_some(index + 1));
                    match model {
                        Ok(model) => assert_eq!(model.variable_names().len(), 4, "{text}"),
                        Err(error) => {
                            let at = line + usize::from(piece.starts_with(['#', '/']));
                            assert!(error.to_string().starts_with(&format!("a:{at}:")), "{error}");
                        }
                    }
                    let is_valid = texts.contains(piece);
                    assert_eq!(model.is_ok(), is_valid, "{text}");
                    line += piece.lines().count() + separator.len();
                }
            }
        }
    }

    #[test]
    fn vertices_keep_their_names() {
        let model = read(ModelFormat::Digraph, "digraph { \"a b\" -> c; c -> \"a b\" }");
        assert_eq!(model.graphs()[0].edge_text(0), "a b->c");
        assert_eq!(model.variable_names(), ["x_1_2", "x_2_1"]);
    }

    #[test]
    fn the_ends_of_a_cycle_made_cycle_no_goal() {
        let text = "hamilton digraph 2 cycle 1 2\n1 2\n2 1\n";
        assert_refused(ModelFormat::Digraph, &[(text, 1, 26, "'1' after 'cycle', but a cycle")]);
    }

    /// Only `hamilton graph` knew a path with a start and any end.
    #[test]
    fn a_path_had_both_ends_or_none() {
        let arcs = "1 2\n2 1\n2 3\n3 2\n";
        let model = read(ModelFormat::Digraph, &format!("hamilton digraph 3 path 1\n{arcs}"));
        let chosen = |arcs: &[&str]| {
            let names = model.variable_names().iter();
            Solution::new(names.map(|name| arcs.contains(&&**name)).collect())
        };
        assert_eq!(model.variable_names(), ["x_1_2", "x_2_1", "x_2_3", "x_3_2"]);
        assert!(model.check(&chosen(&["x_1_2", "x_2_3"])).is_ok());
        assert!(model.check(&chosen(&["x_3_2", "x_2_1"])).is_err());
        assert!(model.check(&chosen(&["x_1_2"])).is_err());
        let text = "hamilton digraph 1 path 1\n";
        assert!(read(ModelFormat::Digraph, text).variable_names().is_empty());
    }

    #[test]
    fn a_digraph_without_vertices_had_no_solution() {
        for (text, column) in [("&?\n", 2), ("digraph {\n}\n", 1), ("graph [ directed 1 ]\n", 1)] {
            assert_refused(ModelFormat::Digraph, &[(text, 1, column, "digraph: no vertices")]);
        }
    }

    /// In the plain text of undirected graphs, it was an error.
    #[test]
    fn an_arc_from_a_vertex_to_itself_vanished_from_the_plain_text() {
        let text = "hamilton digraph 2\n1 2\n2 2\n2 1\n";
        let words = "arc 2 2: both ends are the same vertex";
        assert_refused(ModelFormat::Digraph, &[(text, 3, 1, words)]);
    }

    #[test]
    fn an_invalid_graph_is_rejected_with_its_position() {
        assert_refused(
            ModelFormat::Digraph,
            &[
                ("hamilton digraph\n", 1, 17, "no size"),
                ("hamilton digraph 3 tour\n", 1, 20, "is not the goal"),
                ("AO\n", 1, 1, "'AO' is not a directed graph"),
                ("&\n", 1, 2, "number of vertices is incomplete"),
                ("hamilton digraph 3 path 1 2 3\n", 1, 29, "'3' after the two ends"),
                ("hamilton digraph 3\n1 2 3\n", 2, 1, "is not an arc"),
                ("&BX\n", 1, 4, "a graph of 3 vertices has 2"),
                ("digraph { a -- b }\n", 1, 13, "'--' is an undirected edge"),
            ],
        );
    }
}
