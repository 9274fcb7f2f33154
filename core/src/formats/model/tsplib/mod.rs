//! The reader of TSPLIB files of traveling salesman problems, symmetric (`TYPE : TSP`) or asymmetric (`TYPE : ATSP`).
//!
//! Format: G. Reinelt, TSPLIB 95 (<http://comopt.ifi.uni-heidelberg.de/software/TSPLIB95/tsp95.pdf>).
//!
//! ```text
//! NAME : square
//! TYPE : TSP
//! DIMENSION : 4
//! EDGE_WEIGHT_TYPE : EUC_2D
//! NODE_COORD_SECTION
//! 1 0 0
//! 2 0 10
//! 3 10 10
//! 4 10 0
//! EOF
//! ```
//!
//! The model has a variable `x_I_J` for each pair of vertices, where I is less than J and both count from 1, and the rule
//! `hamilton-cycle` of the graph `tsp`. The length of the tour is minimized. Lines may have any order, and the edges of
//! `FIXED_EDGES_SECTION` are required. An asymmetric problem has a full matrix of weights, an arc `x_I_J` for each pair in each
//! order, row by row, and a directed graph. `EDGE_DATA_SECTION` names the edges of a graph that is not complete: the others have no
//! variables. An asymmetric problem with arcs and without weights is that of a directed Hamilton cycle. Several problems may
//! follow one another, each after the `EOF` of the last one.
//!
//! ```
//! use encycle::formats::model::{ModelFormat, read_model};
//!
//! let text = "TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\n\
//!             EDGE_WEIGHT_SECTION\n5 6\n7\nEOF\n";
//! let model = read_model(ModelFormat::Tsplib, text.as_bytes(), "a.tsp")?;
//! assert_eq!(model.variable_names(), ["x_1_2", "x_1_3", "x_2_3"]);
//! assert_eq!(model.objective().map(|length| length.value(&[1.0; 3], &[])), Some(18.0));
//! # Ok::<(), encycle::formats::LoadError>(())
//! ```

mod distances;

use std::collections::HashSet;
use std::ops::{Range, RangeInclusive};

use encycle_encodings::logic::Lit;
use encycle_encodings::model::{GraphGoal, GraphRule, Model, RuleGraph};
use encycle_encodings::text::edge_list::MAX_VERTICES;
use encycle_encodings::text::{Fault, Span, Text, counted};

use crate::formats::graphs::hcp;
use crate::formats::graphs::simple_edges::{NamedDigraph, SimpleEdges};
use crate::formats::model::recognize::is_tsplib_header;
use crate::formats::model::{MAX_VARIABLES, digraph};
use distances::{Metric, Point, Triangle};

/// The keywords whose values are ignored.
const IGNORED: [&str; 4] = ["NAME", "COMMENT", "DISPLAY_DATA_TYPE", "EOF"];

/// The values of `NODE_COORD_TYPE`.
const COORDINATES: [&str; 3] = ["TWOD_COORDS", "THREED_COORDS", "NO_COORDS"];

/// The keywords of the header and the sections that are read.
const KNOWN: &str = "NAME, COMMENT, TYPE, DIMENSION, EDGE_WEIGHT_TYPE, EDGE_WEIGHT_FORMAT, NODE_COORD_TYPE, \
                     DISPLAY_DATA_TYPE, EDGE_DATA_FORMAT, EDGE_DATA_SECTION, NODE_COORD_SECTION, \
                     EDGE_WEIGHT_SECTION, FIXED_EDGES_SECTION, DISPLAY_DATA_SECTION and EOF";

/// The largest absolute value of a coordinate or weight.
const MAX_NUMBER: f64 = 1e9;

/// The parts of a file. A section consists of the words after its keyword.
#[derive(Default)]
struct TsplibParts<'a> {
    /// The value of `TYPE`, and whether it is `ATSP`.
    kind: Option<(Span<'a>, bool)>,
    dimension: Option<Span<'a>>,
    metric: Option<Span<'a>>,
    format: Option<Span<'a>>,
    coordinates: Option<TsplibSection<'a>>,
    weights: Option<TsplibSection<'a>>,
    fixed: Option<TsplibSection<'a>>,
    edge_format: Option<Span<'a>>,
    edges: Option<TsplibSection<'a>>,
}

/// A section: its keyword, and the lines and words after it.
struct TsplibSection<'a> {
    keyword: Span<'a>,
    lines: Vec<Span<'a>>,
    words: Vec<Span<'a>>,
}

impl<'a> TsplibSection<'a> {
    /// Returns a fault at the end of the section.
    fn fault_at_end(&self, message: impl Into<String>) -> Fault {
        self.words.last().copied().unwrap_or(self.keyword).fault_after(message)
    }

    /// Returns the edges of the section up to `-1`, whose ends count from 0.
    fn edges(&self, count: usize, is_adjacency: bool) -> Result<Vec<[usize; 2]>, Fault> {
        let mut edges = Vec::new();
        let mut lines = self.lines.iter().copied().filter(|line| !line.text.is_empty());
        let last = self.words.iter().position(|word| word.text == "-1");
        hcp::edge_data(self.keyword, &mut lines, is_adjacency, |a, b| {
            let ends = [vertex(a, count)?, vertex(b, count)?];
            if ends[0] == ends[1] {
                return Err(b.wrong("is both ends of an edge\nhelp: write two vertices"));
            }
            edges.push(ends);
            Ok(())
        })?;
        let after = last.filter(|_| !is_adjacency).and_then(|last| self.words.get(last + 1));
        match after.copied().or_else(|| lines.next()) {
            Some(more) => Err(more.wrong("after the -1 that ends the edges\nhelp: remove it")),
            None => Ok(edges),
        }
    }
}

/// Returns the ranges of the problems of a text: the next one begins below `EOF`, with a keyword.
pub(super) fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut starts = vec![0];
    let mut is_after_end = false;
    for line in (Span { text, offset: 0 }).split(|c| c == '\n').map(Span::trim) {
        if is_after_end && is_tsplib_header(line) {
            starts.push(line.offset);
            is_after_end = false;
        }
        is_after_end |= line.text == "EOF";
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// Reads a problem.
pub(super) fn read(text: &str) -> Result<Model, Fault> {
    let parts = TsplibParts::read(text)?;
    let end = |what: &str| {
        Text(text).fault_at_end(format!(
            "no {what}\nhelp: add it, or check whether the file is truncated"
        ))
    };
    let (kind, is_directed) = parts.kind.ok_or_else(|| end("line `TYPE : TSP`"))?;
    // a tour of two vertices would use the only edge twice, unless there is one in each direction; a model of weights has a
    // variable for each pair
    let is_weighted = parts.metric.is_some() || !is_directed;
    let fewest = if is_directed { 2 } else { 3 };
    let range = if is_weighted { fewest..=(2 * MAX_VARIABLES).isqrt() } else { 1..=MAX_VERTICES };
    let count = dimension(parts.dimension.ok_or_else(|| end("DIMENSION"))?, range)?;
    let is_adjacency = parts.edge_format.map_or(Ok(false), hcp::is_adjacency)?;
    let edges = parts.edges.map(|section| section.edges(count, is_adjacency)).transpose()?;
    if let Some(edges) = edges.as_ref().filter(|_| parts.metric.is_none()) {
        return match is_directed {
            true => hamilton_cycle(count, edges, kind),
            false => Err(kind.wrong("has no weights\nhelp: write `TYPE : HCP`, or add weights")),
        };
    }
    let edges: Option<HashSet<[usize; 2]>> = edges.map(|edges| match is_directed {
        true => edges.into_iter().collect(),
        false => edges.into_iter().map(|[a, b]| [a.min(b), a.max(b)]).collect(),
    });
    let metric = parts.metric.ok_or_else(|| end("EDGE_WEIGHT_TYPE"))?;
    let lengths = match Metric::of(metric)? {
        Some(_) if is_directed => {
            return Err(metric
                .wrong("is symmetric\nhelp: an asymmetric problem (ATSP) has EXPLICIT weights"));
        }
        Some((metric, axes)) => {
            let section = parts.coordinates.ok_or_else(|| end("NODE_COORD_SECTION"))?;
            let points = coordinates(&section, count, axes)?;
            pairs(count).map(|[a, b]| metric.distance(points[a], points[b])).collect()
        }
        None => {
            let format = parts.format.ok_or_else(|| end("EDGE_WEIGHT_FORMAT"))?;
            let section = parts.weights.ok_or_else(|| end("EDGE_WEIGHT_SECTION"))?;
            let triangle = Triangle::of(format)?;
            if is_directed {
                if triangle != Triangle::Full {
                    return Err(format.wrong(
                        "is symmetric\nhelp: an asymmetric problem (ATSP) has a FULL_MATRIX",
                    ));
                }
                if let Some(section) = parts.fixed {
                    return Err(section
                        .keyword
                        .wrong("is not supported in an asymmetric problem\nhelp: remove it"));
                }
                return asymmetric(count, &section, triangle, edges.as_ref());
            }
            weights(&section, triangle, count)?
        }
    };
    let fixed =
        parts.fixed.map_or_else(|| Ok(Vec::new()), |section| section.edges(count, false))?;
    model(count, &lengths, &fixed, edges.as_ref()).map_err(|message| kind.fault(message))
}

/// Returns the problem of a directed Hamilton cycle.
fn hamilton_cycle(count: usize, ends: &[[usize; 2]], place: Span<'_>) -> Result<Model, Fault> {
    let mut arcs = SimpleEdges::directed();
    ends.iter().try_for_each(|ends| arcs.add(ends.map(|end| end as u32), place))?;
    let graph = NamedDigraph::numbered(count, arcs, place);
    digraph::model(graph, GraphGoal::HamiltonCycle).map_err(|message| place.fault(message))
}

/// Returns all pairs of different vertices, counted from 0, in the order of the variables.
fn pairs(count: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..count).flat_map(move |a| (a + 1..count).map(move |b| [a, b]))
}

/// Returns the place of a pair of different vertices in the order of the variables.
fn pair_index(count: usize, a: usize, b: usize) -> usize {
    let (a, b) = (a.min(b), a.max(b));
    a * (2 * count - a - 1) / 2 + b - a - 1
}

fn model(
    count: usize,
    lengths: &[f64],
    fixed: &[[usize; 2]],
    edges: Option<&HashSet<[usize; 2]>>,
) -> Result<Model, String> {
    let mut model = Model::new();
    let mut graph = RuleGraph::undirected("tsp");
    (1..=count).for_each(|vertex| {
        graph.add_vertex(vertex);
    });
    let mut terms: Vec<(f64, Lit)> = Vec::with_capacity(lengths.len());
    for ([a, b], &length) in pairs(count).zip(lengths) {
        if edges.is_some_and(|edges| !edges.contains(&[a, b])) {
            continue;
        }
        let literal = model.variable(&format!("x_{}_{}", a + 1, b + 1));
        graph.edge(a + 1, b + 1, literal);
        terms.push((length, literal));
    }
    for &[a, b] in fixed {
        let name = format!("x_{}_{}", a.min(b) + 1, a.max(b) + 1);
        let literal = model.find(&name).ok_or_else(|| {
            let [a, b] = [a + 1, b + 1];
            format!("the fixed edge {a} {b} is not an edge of the graph\nhelp: add it to the edges")
        })?;
        model.add_clause(&[literal]);
    }
    let rule = GraphRule::new(graph, GraphGoal::HamiltonCycle);
    model.require(rule.map_err(|error| error.to_string())?);
    model.minimize(&terms);
    Ok(model)
}

/// Returns the model of an asymmetric problem.
fn asymmetric(
    count: usize,
    section: &TsplibSection<'_>,
    matrix: Triangle,
    arcs: Option<&HashSet<[usize; 2]>>,
) -> Result<Model, Fault> {
    if count * count > MAX_VARIABLES {
        let most = MAX_VARIABLES.isqrt();
        return Err(section.keyword.fault(format!(
            "{count} vertices: an asymmetric problem has at most {most}, because each pair has two variables"
        )));
    }
    has_size(section, matrix.size(count), count)?;
    let mut model = Model::new();
    let mut graph = RuleGraph::directed("tsp");
    (1..=count).for_each(|vertex| {
        graph.add_vertex(vertex);
    });
    let mut terms: Vec<(f64, Lit)> = Vec::with_capacity(section.words.len());
    for (&word, [from, to]) in section.words.iter().zip(matrix.cells(count)) {
        let length = number(word)?;
        if from != to && arcs.is_none_or(|arcs| arcs.contains(&[from, to])) {
            let literal = model.variable(&format!("x_{}_{}", from + 1, to + 1));
            graph.edge(from + 1, to + 1, literal);
            terms.push((length, literal));
        }
    }
    let rule = GraphRule::new(graph, GraphGoal::HamiltonCycle);
    model.require(rule.map_err(|error| section.keyword.fault(error.to_string()))?);
    model.minimize(&terms);
    Ok(model)
}

/// Checks the number of weights.
fn has_size(section: &TsplibSection<'_>, size: usize, count: usize) -> Result<(), Fault> {
    if section.words.len() == size {
        return Ok(());
    }
    Err(section.fault_at_end(format!(
        "{}: a problem with {} has {size} in this format\nhelp: check whether the file is truncated",
        counted(section.words.len(), "weight"),
        counted(count, "vertex")
    )))
}

impl<'a> TsplibParts<'a> {
    fn read(text: &'a str) -> Result<Self, Fault> {
        let mut parts = Self::default();
        let mut lines = (Span { text, offset: 0 }).split(|c| c == '\n').map(Span::trim).peekable();
        while let Some(line) = lines.next() {
            let (key, value) = line.cut(|c| c == ':' || c.is_whitespace());
            let value = value.unwrap_or(line.from(line.text.len())).trim();
            let value = if value.text.starts_with(':') { value.from(1).trim() } else { value };
            if key.text.is_empty() && value.text.is_empty() {
                continue;
            }
            if key.text == "EOF" {
                break;
            }
            let mut content: Vec<Span<'a>> = Vec::new();
            if key.text.ends_with("_SECTION") {
                let is_keyword =
                    |line: &Span<'_>| line.text.starts_with(|c: char| c.is_ascii_alphabetic());
                while let Some(line) = lines.next_if(|line| !is_keyword(line)) {
                    content.push(line);
                }
            }
            parts.set(key, value, content)?;
        }
        Ok(parts)
    }

    /// Stores a line of the header or a section.
    fn set(&mut self, key: Span<'a>, value: Span<'a>, lines: Vec<Span<'a>>) -> Result<(), Fault> {
        let section = || {
            let words = lines.iter().flat_map(|line| line.words()).collect();
            TsplibSection { keyword: key, lines, words }
        };
        let is_repeated = match key.text {
            "TYPE" => {
                // some files name the author after the type
                let is_directed = match value.text.split_whitespace().next() {
                    Some("TSP") => false,
                    Some("ATSP") => true,
                    _ => {
                        return Err(value.wrong(
                            "is not a type that can be read\nhelp: TSP and ATSP are; `encycle solve` reads HCP as a puzzle, from a file of its own",
                        ));
                    }
                };
                self.kind.replace((value, is_directed)).is_some()
            }
            "DIMENSION" => self.dimension.replace(value).is_some(),
            "EDGE_WEIGHT_TYPE" => self.metric.replace(value).is_some(),
            "EDGE_WEIGHT_FORMAT" => self.format.replace(value).is_some(),
            // EDGE_WEIGHT_TYPE names the number of coordinates, too
            "NODE_COORD_TYPE" if COORDINATES.contains(&value.text) => false,
            "NODE_COORD_TYPE" => {
                let help = COORDINATES.join(", ");
                return Err(value.wrong(format!("is not supported\nhelp: use {help}")));
            }
            "NODE_COORD_SECTION" => self.coordinates.replace(section()).is_some(),
            "EDGE_WEIGHT_SECTION" => self.weights.replace(section()).is_some(),
            "FIXED_EDGES_SECTION" => self.fixed.replace(section()).is_some(),
            "EDGE_DATA_FORMAT" => self.edge_format.replace(value).is_some(),
            "EDGE_DATA_SECTION" => self.edges.replace(section()).is_some(),
            "DISPLAY_DATA_SECTION" => false,
            word if IGNORED.contains(&word) => false,
            _ => {
                return Err(key.wrong(format!(
                    "is not supported in a traveling salesman problem\nhelp: use {KNOWN}"
                )));
            }
        };
        match is_repeated {
            true => Err(key.wrong("occurs for the second time\nhelp: keep one")),
            false => Ok(()),
        }
    }
}

/// Returns the number of vertices.
fn dimension(word: Span<'_>, range: RangeInclusive<usize>) -> Result<usize, Fault> {
    match word.text.parse::<usize>() {
        Ok(count) if range.contains(&count) => Ok(count),
        _ => Err(word.wrong(format!(
            "is not a number of vertices\nhelp: write an integer from {} to {}",
            range.start(),
            range.end()
        ))),
    }
}

/// Parses a vertex, counted from 1 in the text and from 0 in the result.
fn vertex(word: Span<'_>, count: usize) -> Result<usize, Fault> {
    match word.text.parse::<usize>() {
        Ok(vertex) if (1..=count).contains(&vertex) => Ok(vertex - 1),
        _ => Err(word.wrong(format!("is not a vertex\nhelp: write an integer from 1 to {count}"))),
    }
}

fn number(word: Span<'_>) -> Result<f64, Fault> {
    match word.text.parse::<f64>() {
        Ok(value) if value.abs() <= MAX_NUMBER => Ok(value),
        _ => Err(word.wrong(format!(
            "is not a coordinate or weight\nhelp: write a number from -{MAX_NUMBER} to {MAX_NUMBER}"
        ))),
    }
}

/// Reads the points: the number of a vertex and its coordinates, in any order.
fn coordinates(
    section: &TsplibSection<'_>,
    count: usize,
    axes: usize,
) -> Result<Vec<Point>, Fault> {
    let mut points: Vec<Option<Point>> = vec![None; count];
    let lines = section.words.chunks_exact(axes + 1);
    let is_whole = lines.remainder().is_empty();
    for line in lines {
        let mut point = Point::default();
        for (value, &word) in point.iter_mut().zip(&line[1..]) {
            *value = number(word)?;
        }
        if points[vertex(line[0], count)?].replace(point).is_some() {
            return Err(line[0].wrong("already has coordinates\nhelp: keep one of the lines"));
        }
    }
    let points: Option<Vec<Point>> = points.into_iter().collect();
    points.filter(|_| is_whole).ok_or_else(|| {
        section.fault_at_end(format!(
            "{}: a problem with {} has {} for each\nhelp: check whether the file is truncated",
            counted(section.words.len(), "number"),
            counted(count, "vertex"),
            axes + 1
        ))
    })
}

/// Reads the lengths of all pairs from a matrix.
fn weights(section: &TsplibSection<'_>, form: Triangle, count: usize) -> Result<Vec<f64>, Fault> {
    has_size(section, form.size(count), count)?;
    let mut lengths: Vec<Option<f64>> = vec![None; count * (count - 1) / 2];
    for (&word, [a, b]) in section.words.iter().zip(form.cells(count)) {
        let length = number(word)?;
        if a == b {
            continue;
        }
        let known = lengths[pair_index(count, a, b)].replace(length);
        if known.is_some_and(|known| known != length) {
            return Err(word.wrong(format!(
                "is not the weight from {} to {}\nhelp: a problem of the type TSP is symmetric",
                b + 1,
                a + 1
            )));
        }
    }
    Ok(lengths.into_iter().map(Option::unwrap_or_default).collect())
}

#[cfg(test)]
mod tests {
    use encycle_encodings::logic::ProgramColumn;

    use super::*;
    use crate::formats::model::tests::{assert_refused, read, survives};
    use crate::formats::model::{ModelFormat, read_all_models};

    const SQUARE: &str = "NAME : square\nTYPE : TSP\nCOMMENT : x : y\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\n\
                          NODE_COORD_SECTION\n1 0 0\n3 10 10\n2 0 10.0\n4 1.0e1 0\nFIXED_EDGES_SECTION\n3 1\n-1\nEOF\n";

    fn lengths(model: &Model) -> Vec<f64> {
        let objective = model.objective().expect("an objective");
        let columns = objective.terms.iter().map(|term| term.1);
        let expected = (0..objective.terms.len() as u32)
            .map(|one| ProgramColumn::Boolean(Lit::positive(one).var()));
        assert!(columns.eq(expected));
        objective.terms.iter().map(|term| term.0).collect()
    }

    #[test]
    fn a_problem_is_a_cycle_through_all_vertices() {
        let model = read(ModelFormat::Tsplib, SQUARE);
        assert_eq!(model.variable_names(), ["x_1_2", "x_1_3", "x_1_4", "x_2_3", "x_2_4", "x_3_4"]);
        assert_eq!(lengths(&model), [10.0, 14.0, 10.0, 10.0, 14.0, 10.0]);
        let rules: Vec<String> = model
            .rules()
            .filter_map(|rule| rule.graph_rule())
            .map(|rule| rule.to_string())
            .collect();
        assert_eq!((rules, model.constraint_count()), (vec!["hamilton-cycle tsp".to_owned()], 1));
        assert_eq!(model.graphs()[0].vertex_names(), ["1", "2", "3", "4"]);
    }

    #[test]
    fn all_forms_of_a_matrix_give_the_same_lengths() {
        let table = [
            ("FULL_MATRIX", "0 1 2 3\n1 0 4 5\n2 4 0 6\n3 5 6 0\n"),
            ("UPPER_ROW", "1 2 3\n4 5 6\n"),
            ("LOWER_ROW", "1 2 4 3 5 6\n"),
            ("UPPER_DIAG_ROW", "0 1 2 3 0 4 5 0 6 0\n"),
            ("LOWER_DIAG_ROW", "0 1 0 2 4 0 3 5 6 0\n"),
            ("UPPER_COL", "1 2 4 3 5 6\n"),
            ("LOWER_COL", "1 2 3 4 5 6\n"),
            ("UPPER_DIAG_COL", "0 1 0 2 4 0 3 5 6 0\n"),
            ("LOWER_DIAG_COL", "0 1 2 3 0 4 5 0 6 0\n"),
        ];
        for (form, numbers) in table {
            let text = format!(
                "EDGE_WEIGHT_SECTION\n{numbers}DISPLAY_DATA_SECTION\n1 2 3\nTYPE: TSP (M.~Me)\nDIMENSION 4\n\
                 EDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: {form} \n"
            );
            let model = read(ModelFormat::Tsplib, &text);
            assert_eq!(lengths(&model), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "{form}");
            survives(ModelFormat::Tsplib, &text);
        }
    }

    #[test]
    fn an_asymmetric_problem_has_a_variable_for_each_direction() {
        let text = "TYPE: ATSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\n\
                    EDGE_WEIGHT_SECTION\n9999 1 2\n3 9999 4\n5 6 9999\nEOF\n";
        let model = read(ModelFormat::Tsplib, text);
        let names = ["x_1_2", "x_1_3", "x_2_1", "x_2_3", "x_3_1", "x_3_2"];
        assert_eq!(model.variable_names(), names);
        assert_eq!(lengths(&model), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert!(model.graphs()[0].is_directed());
        survives(ModelFormat::Tsplib, text);
        let fixed = text.replace("EOF", "FIXED_EDGES_SECTION\n1 2\n-1\nEOF");
        assert_refused(
            ModelFormat::Tsplib,
            &[
                (&text.replace("EXPLICIT", "EUC_2D"), 3, 19, "'EUC_2D' is symmetric"),
                (&text.replace("FULL_MATRIX", "UPPER_ROW"), 4, 21, "'UPPER_ROW' is symmetric"),
                (&text.replace("5 6 9999", "5 6"), 8, 4, "8 weights"),
                (&fixed, 9, 1, "'FIXED_EDGES_SECTION' is not supported in an asymmetric"),
            ],
        );
    }

    #[test]
    fn tours_of_two_cities_with_both_directions_were_refused() {
        let text = "TYPE: ATSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\n\
                    EDGE_WEIGHT_SECTION\n0 1\n2 0\nEOF\n";
        let model = read(ModelFormat::Tsplib, text);
        assert_eq!(model.variable_names(), ["x_1_2", "x_2_1"]);
        assert_eq!(lengths(&model), [1.0, 2.0]);
        let undirected = text.replace("ATSP", "TSP");
        let message = "'2' is not a number of vertices\nhelp: write an integer from 3";
        assert_refused(ModelFormat::Tsplib, &[(&undirected, 2, 12, message)]);
    }

    #[test]
    fn the_edges_of_a_graph_that_is_not_complete_have_variables() {
        let text =
            SQUARE.replace("EOF", "EDGE_DATA_SECTION\n2 1\n2 3\n4 3\n1 4\n1 3\n1 2\n-1\nEOF");
        let model = read(ModelFormat::Tsplib, &text);
        assert_eq!(model.variable_names(), ["x_1_2", "x_1_3", "x_1_4", "x_2_3", "x_3_4"]);
        assert_eq!(lengths(&model), [10.0, 14.0, 10.0, 10.0, 10.0]);
        assert_eq!(model.constraint_count(), 1);
        let lists = "1 2 3 4 -1\n2 3 -1\n3 4 -1\n-1";
        let lists = SQUARE.replace(
            "EOF",
            &format!("EDGE_DATA_FORMAT : ADJ_LIST\nEDGE_DATA_SECTION\n{lists}\nEOF"),
        );
        assert_eq!(read(ModelFormat::Tsplib, &lists).variable_names(), model.variable_names());
        survives(ModelFormat::Tsplib, &lists);
        assert_refused(
            ModelFormat::Tsplib,
            &[
                (&text.replace("\n1 3\n1 2", "\n1 2"), 2, 8, "the fixed edge 3 1 is not an edge"),
                (&text.replace("2 3\n4 3", "2 5\n4 3"), 16, 3, "'5' is not a vertex"),
                (&text.replace("2 3\n4 3", "2 2\n4 3"), 16, 3, "both ends"),
                (&text.replace("1 2\n-1", "1 2\n-1\n3"), 22, 1, "after the -1"),
                (&text.replace("1 2\n-1", "1\n-1"), 20, 1, "only one vertex"),
                (&lists.replace("2 3 -1", "2 3"), 17, 4, "no -1 after"),
                (&lists.replace("-1\nEOF", "-1\n2 3 -1\nEOF"), 20, 1, "after the -1"),
            ],
        );
    }

    #[test]
    fn an_asymmetric_problem_without_weights_is_a_directed_hamilton_cycle() {
        let text = "TYPE : ATSP\nDIMENSION : 3\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n2 3\n3 1\n2 1\n\
                    -1\nEOF\n";
        let model = read(ModelFormat::Tsplib, text);
        assert_eq!(model.variable_names(), ["x_1_2", "x_2_3", "x_3_1", "x_2_1"]);
        assert!(model.graphs()[0].is_directed() && model.objective().is_none());
        survives(ModelFormat::Tsplib, text);
        let weights = "EDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1 2\n3 0 4\n5 6 0\n";
        let model = read(ModelFormat::Tsplib, &text.replace("EOF\n", weights));
        assert_eq!(model.variable_names(), ["x_1_2", "x_2_1", "x_2_3", "x_3_1"]);
        assert_eq!(lengths(&model), [1.0, 3.0, 4.0, 5.0]);
        assert_refused(
            ModelFormat::Tsplib,
            &[
                ("TYPE : ATSP\nDIMENSION : 0\n", 2, 13, "'0' is not a number of vertices"),
                (&text.replace("3 1\n", "3 0\n"), 7, 3, "'0' is not a vertex"),
                ("TYPE : ATSP\nDIMENSION : 2\n", 2, 14, "no EDGE_WEIGHT_TYPE"),
            ],
        );
    }

    #[test]
    fn the_problems_after_the_first_one_were_ignored() {
        let arcs = "TYPE : ATSP\nDIMENSION : 2\nEDGE_DATA_SECTION\n1 2\n2 1\n-1\nEOF\n";
        let hcp = arcs.replace("ATSP", "HCP");
        let text = format!("{arcs}\n{SQUARE}NAME : x\n{hcp}the end\n");
        let all = read_all_models(text.as_bytes(), "a", None).expect("memory").expect("TSPLIB");
        let sizes: Vec<Option<usize>> = all
            .iter()
            .map(|(_, model)| Some(model.as_ref().ok()?.variable_names().len()))
            .collect();
        assert_eq!(sizes, [Some(2), Some(6), None]);
        let error = all[2].1.as_ref().expect_err("HCP").to_string();
        assert!(error.starts_with("a:24:8: 'HCP' is not a type"), "{error}");
    }

    #[test]
    fn an_invalid_file_is_rejected_with_its_position() {
        let head = "TYPE : TSP\nDIMENSION : 3\n";
        let table = [
            ("TYPE : SOP\n", 3, 8, "'SOP' is not a type"),
            ("TYPE : TSP\n", 3, 1, "second time"),
            ("CAPACITY : 3\n", 3, 1, "'CAPACITY' is not supported"),
            ("EDGE_DATA_SECTION\n1 2\n-1\n", 1, 8, "'TSP' has no weights"),
            ("EDGE_DATA_FORMAT : X\n", 3, 20, "use EDGE_LIST or ADJ_LIST"),
            ("NODE_COORD_TYPE : POLAR\n", 3, 19, "is not supported"),
            ("EDGE_WEIGHT_TYPE : XRAY1\nEOF\n", 3, 20, "'XRAY1' is not supported"),
            ("EDGE_WEIGHT_TYPE : MAN_3D\nNODE_COORD_SECTION\n1 0 0 0\n2 0 0\n", 6, 6, "has 4"),
            ("EDGE_WEIGHT_TYPE : EUC_2D\n", 3, 26, "no NODE_COORD_SECTION"),
            ("EDGE_WEIGHT_TYPE : GEO\nNODE_COORD_SECTION\n1 0 0\n2 0 0\n", 6, 6, "6 numbers"),
            ("EDGE_WEIGHT_TYPE : GEO\nNODE_COORD_SECTION\n1 0 0\n1 0 0\n", 6, 1, "already has"),
            (
                "EDGE_WEIGHT_TYPE : GEO\nNODE_COORD_SECTION\n1 0 x\n",
                5,
                5,
                "'x' is not a coordinate",
            ),
            ("EDGE_WEIGHT_TYPE : GEO\nNODE_COORD_SECTION\n4 0 0\n", 5, 1, "'4' is not a vertex"),
            ("EDGE_WEIGHT_TYPE : EXPLICIT\n", 3, 28, "no EDGE_WEIGHT_FORMAT"),
            (
                "EDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : FUNCTION\nEDGE_WEIGHT_SECTION\n",
                4,
                22,
                "'FUNCTION' is not supported",
            ),
            (
                "EDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 2\n",
                6,
                4,
                "2 weights",
            ),
            (
                "EDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1 2\n1 0 3\n2 4 0\n",
                8,
                3,
                "'4' is not the weight from 2 to 3",
            ),
        ];
        let texts = table.map(|(rest, ..)| format!("{head}{rest}"));
        let table = texts
            .iter()
            .zip(table)
            .map(|(text, (_, at, column, words))| (&**text, at, column, words));
        assert_refused(ModelFormat::Tsplib, &table.collect::<Vec<_>>());
        let fixed = |edges: &str| SQUARE.replace("3 1\n", edges);
        assert_refused(
            ModelFormat::Tsplib,
            &[
                ("", 1, 1, "no line `TYPE : TSP`"),
                ("TYPE : TSP\nDIMENSION : 2\n", 2, 13, "'2' is not a number of vertices"),
                ("TYPE : TSP\nDIMENSION : 99999\n", 2, 13, "'99999' is not a number of vertices"),
                (&fixed("1 1\n"), 12, 3, "both ends"),
                (&fixed("1\n"), 12, 1, "only one vertex"),
                (&fixed("1 5\n"), 12, 3, "'5' is not a vertex"),
                (&fixed("1 2 -1\n"), 13, 1, "after the -1"),
            ],
        );
        survives(ModelFormat::Tsplib, SQUARE);
    }
}
