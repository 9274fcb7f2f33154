//! The reader of directed graphs, as problems of a directed Hamilton cycle or path.
//!
//! | text | content |
//! |---|---|
//! | `hamilton digraph VERTICES [cycle\|path [START END]]` | an arc per line, as two vertices counted from 1 |
//! | `&...`, perhaps after `>>digraph6<<` | digraph6: after the number of vertices, one bit for each pair, row by row |
//! | `digraph { a -> b }` | the DOT language of Graphviz |
//! | `graph [ directed 1 ... ]` | GML |
//!
//! Source of digraph6: B. D. McKay, "graph6, sparse6 and digraph6 formats". A model has a variable `x_I_J` for each arc, where I
//! and J are the numbers of its ends from 1, and the rule `hamilton-cycle` or `hamilton-path` of the directed graph `digraph`,
//! whose vertices have the names of the text. Loops and repeated arcs are left out. A text may have several graphs, one after
//! the other, except in GML.
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
        (digraph6(text)?, GraphGoal::HamiltonCycle)
    } else if !is_claimed {
        return Err(first.wrong(
            "is not a directed graph\nhelp: write undirected graphs to a file of their own",
        ));
    } else if dot::claims(text) {
        (dot::read_directed(text)?, GraphGoal::HamiltonCycle)
    } else if gml::claims(text) {
        (gml::read_directed(text)?, GraphGoal::HamiltonCycle)
    } else {
        plain(text)?
    };
    let place = graph.place;
    let goal = variant.map_or(Ok(goal.clone()), |name| of_variant(goal, name));
    goal.and_then(|goal| model(graph, goal)).map_err(|message| Fault { offset: place, message })
}

/// Returns the goal in a variant, with the ends of the path if the text names them.
fn of_variant(goal: GraphGoal, name: &str) -> Result<GraphGoal, String> {
    PuzzleKind::Hamilton.check_variant(name).map_err(|error| error.to_string())?;
    match (name, goal) {
        ("cycle", GraphGoal::HamiltonPath(Some([start, _]))) => Err(format!(
            "vertex {} is an end, but a cycle has no ends\nhelp: remove the ends or use the variant `path`",
            start + 1
        )),
        ("cycle", _) => Ok(GraphGoal::HamiltonCycle),
        (_, GraphGoal::HamiltonCycle) => Ok(GraphGoal::HamiltonPath(None)),
        (_, path) => Ok(path),
    }
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
        let literal = model.variable(&format!("x_{}_{}", from + 1, to + 1));
        rules.edge(&graph.names[from as usize], &graph.names[to as usize], literal);
    }
    model.require(GraphRule::new(rules, goal).map_err(|error| error.to_string())?);
    Ok(model)
}

/// Reads the plain text.
fn plain(text: Text<'_>) -> Result<(NamedDigraph, GraphGoal), Fault> {
    let mut lines = text.lines();
    let first = lines.next().ok_or_else(|| text.fault_at_end("no graph"))?;
    let words: Vec<Span<'_>> = first.words().skip(HEAD.len()).collect();
    let Some((&count, rest)) = words.split_first() else {
        return Err(first.fault_after(
            "no size\nhelp: write 'hamilton digraph VERTICES [cycle|path [START END]]'",
        ));
    };
    let count = vertex_count(count)?;
    let goal = match *rest {
        [] => GraphGoal::HamiltonCycle,
        [goal] if goal.text == "cycle" => GraphGoal::HamiltonCycle,
        [goal] if goal.text == "path" => GraphGoal::HamiltonPath(None),
        [goal, start, end] if goal.text == "path" => {
            GraphGoal::HamiltonPath(Some([vertex(start, count)?, vertex(end, count)?]))
        }
        [goal, ..] => {
            return Err(goal.wrong(
                "is not the goal\nhelp: write 'cycle', 'path', or 'path START END' with both ends",
            ));
        }
    };
    let mut arcs = SimpleEdges::directed();
    for line in lines.filter(|line| !line.text.is_empty()) {
        let ends: Vec<Span<'_>> = line.words().collect();
        let [from, to] = ends[..] else {
            return Err(line.wrong("is not an arc\nhelp: write two vertices"));
        };
        arcs.add([vertex(from, count)? as u32, vertex(to, count)? as u32], line)?;
    }
    Ok((NamedDigraph::numbered(count, arcs, first), goal))
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
    use crate::formats::model::tests::{assert_refused, read, survives};
    use crate::formats::model::{ModelFormat, model_format, read_all_models};

    /// The same graph in each format: 1 -> 2 -> 3 -> 1 and 1 -> 3.
    const TEXTS: [&str; 6] = [
        "# a comment\nhamilton digraph 3 cycle\n1 2\n1 3\n2 3\n3 1\n3 1\n2 2\n",
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
    fn an_invalid_graph_is_rejected_with_its_position() {
        assert_refused(
            ModelFormat::Digraph,
            &[
                ("hamilton digraph\n", 1, 17, "no size"),
                ("hamilton digraph 3 tour\n", 1, 20, "is not the goal"),
                ("hamilton digraph 3 path 1\n", 1, 20, "is not the goal"),
                ("hamilton digraph 3\n1 2 3\n", 2, 1, "is not an arc"),
                ("&BX\n", 1, 4, "a graph of 3 vertices has 2"),
                ("digraph { a -- b }\n", 1, 13, "'--' is an undirected edge"),
            ],
        );
    }
}
