//! The formats of graphs: random graphs survive a tour through all of them, and a damaged text is read or rejected.

use std::collections::BTreeSet;

use encycle::encodings::grid::Graph;
use encycle::encodings::kinds::hamilton::{Hamilton, HamiltonGoal};
use encycle::formats::{self, PuzzleFormat};
use encycle::puzzle::{Puzzle, PuzzleKind};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::formats::{change, damaged, read};
use crate::support::binary::{code, encycle, stdout, with_input};

/// Returns whether two puzzles are the same, except for the order of the edges of a general graph, which some formats of
/// graphs fix.
pub(crate) fn is_same(a: &Puzzle, b: &Puzzle) -> bool {
    let plain_graph = |puzzle: &Puzzle| match puzzle {
        Puzzle::Hamilton(puzzle) => puzzle.plain_cycle().cloned(),
        _ => None,
    };
    let edges = |graph: &Graph| -> BTreeSet<[usize; 2]> {
        let ends = |edge| graph.ends(edge);
        graph
            .edges()
            .map(|edge| [ends(edge)[0].min(ends(edge)[1]), ends(edge)[0].max(ends(edge)[1])])
            .collect()
    };
    match (plain_graph(a), plain_graph(b)) {
        (Some(a), Some(b)) => a.vertex_count() == b.vertex_count() && edges(&a) == edges(&b),
        _ => a == b,
    }
}

/// The problem of a Hamilton cycle of a random graph.
fn graph(most: usize) -> impl Strategy<Value = Puzzle> {
    (1..=most, vec(any::<(Index, Index)>(), 0..3 * most), any::<bool>()).prop_map(
        |(count, ends, is_cycle)| {
            let around = (0..if is_cycle && count > 2 { count } else { 0 })
                .map(|vertex| [vertex, (vertex + 1) % count]);
            let random = ends.iter().map(|(a, b)| [a.index(count), b.index(count)]);
            let mut seen = BTreeSet::new();
            let edges =
                around.chain(random).filter(|&[a, b]| a != b && seen.insert([a.min(b), a.max(b)]));
            let edges = edges.map(|ends| ends.map(|end| end as u32)).collect();
            let graph = Graph::new(count, edges).expect("a simple graph");
            Hamilton::new(graph, HamiltonGoal::Cycle, &[]).expect("a graph").into()
        },
    )
}

/// The formats of graphs that can hold a graph without edges.
fn graph_formats() -> Vec<PuzzleFormat> {
    let puzzle = formats::read("hamilton graph 3\n", None).expect("a graph").puzzle;
    let formats = PuzzleFormat::ALL.iter().copied();
    formats.filter(|&format| formats::write(&puzzle, format).is_ok()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_graph_survives_a_tour_through_all_formats(
        puzzle in graph(20),
        tour in vec(select(PuzzleFormat::ALL), 1..6),
    ) {
        let mut current = puzzle.clone();
        for format in tour {
            let Ok(text) = formats::write(&current, format) else { continue };
            let parsed = formats::read(&text, Some(PuzzleKind::Hamilton));
            let parsed = parsed.map_err(|error| TestCaseError::fail(format!("{format}: {error}")))?;
            prop_assert_eq!(parsed.format, format);
            prop_assert!(is_same(&parsed.puzzle, &puzzle), "{}:\n{}", format, text);
            prop_assert_eq!(formats::write(&parsed.puzzle, format), Ok(text));
            current = parsed.puzzle;
        }
    }

    /// Without a kind, a bare text may be another puzzle, but is never another graph.
    #[test]
    fn a_graph_without_a_kind_is_the_same_graph(puzzle in graph(20), format in select(graph_formats())) {
        let text = formats::write(&puzzle, format).expect("a format of graphs");
        match formats::read(&text, None) {
            Ok(parsed) if parsed.puzzle.kind() == PuzzleKind::Hamilton => {
                prop_assert!(is_same(&parsed.puzzle, &puzzle), "{}:\n{}", format, text);
            }
            other => prop_assert!(matches!(format, PuzzleFormat::Graph6), "{format}: {other:?}\n{text}"),
        }
    }

    #[test]
    fn a_damaged_graph_is_read_or_refused(
        puzzle in graph(8),
        format in select(graph_formats()),
        changes in vec(change(), 1..4),
    ) {
        let text = formats::write(&puzzle, format).expect("a format of graphs");
        read(&damaged(text, changes));
    }

    #[test]
    fn a_truncated_graph_is_read_or_refused(
        puzzle in graph(8),
        format in select(graph_formats()),
        end in any::<Index>(),
    ) {
        let text = formats::write(&puzzle, format).expect("a format of graphs");
        read(&text.as_bytes()[..end.index(text.len() + 1)]);
    }

    #[test]
    fn a_list_of_graphs_is_as_many_puzzles(
        puzzles in vec(graph(12), 2..20),
        header in select(&["", ">>graph6<<", ">>sparse6<<\n"]),
        sparse in any::<u32>(),
    ) {
        let format = |index: usize| match sparse >> index & 1 {
            1 => PuzzleFormat::Sparse6,
            _ => PuzzleFormat::Graph6,
        };
        let line = |(index, puzzle)| formats::write(puzzle, format(index)).expect("a graph") + "\n";
        let text = header.to_owned() + &puzzles.iter().enumerate().map(line).collect::<String>();
        let all = formats::read_all(&text, Some(PuzzleKind::Hamilton));
        prop_assert_eq!(all.len(), puzzles.len());
        for ((_, parsed), (index, puzzle)) in all.into_iter().zip(puzzles.iter().enumerate()) {
            let parsed = parsed.map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(parsed.format, format(index));
            prop_assert!(is_same(&parsed.puzzle, puzzle), "{}", text);
        }
    }
}

#[test]
fn the_ending_of_a_file_name_selects_the_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let source = path("square.txt");
    std::fs::write(&source, "hamilton graph 5\n1 2\n2 3\n3 4\n4 5\n5 1\n1 3\n").expect("a file");
    let puzzle = formats::load(&source, None).expect("a graph").puzzle;
    for ending in ["hcp", "col", "g6", "s6", "dot", "gv", "gml", "graph", "metis", "mtx", "g6.gz"] {
        let out = path(&format!("square.{ending}"));
        let run = encycle(&["convert", &source, "-o", &out]);
        assert_eq!(code(&run), 0, "{run:?}");
        let parsed = formats::load(&out, None).unwrap_or_else(|error| panic!("{error}"));
        let (format, _) = PuzzleFormat::of_ending(ending.trim_end_matches(".gz")).expect("known");
        assert_eq!(parsed.format, format);
        assert!(is_same(&parsed.puzzle, &puzzle), "{ending}");
    }
    // two numbers in every line are also edges, which the ending excludes
    let triangle = path("triangle.metis");
    std::fs::write(&triangle, "3 3\n2 3\n1 3\n1 2\n").expect("a file");
    assert_eq!(formats::load(&triangle, None).expect("a graph").format, PuzzleFormat::Metis);
    assert!(formats::load(&triangle, Some(PuzzleKind::Numberlink)).is_err());
}

/// Returns whether a graph of five vertices has a Hamilton cycle, tried in all orders.
fn has_cycle(edges: &BTreeSet<[usize; 2]>) -> bool {
    let are_joined = |a: usize, b: usize| edges.contains(&[a.min(b), a.max(b)]);
    let orders =
        (0..5_usize.pow(4)).map(|code| [0, code % 5, code / 5 % 5, code / 25 % 5, code / 125]);
    let mut cycles = orders.filter(|order| order.iter().collect::<BTreeSet<_>>().len() == 5);
    cycles.any(|order| (0..5).all(|place| are_joined(order[place], order[(place + 1) % 5])))
}

/// All graphs of five vertices, as a filter in a pipe: a verdict a line, in the order of the graphs.
#[test]
fn a_list_of_graphs_is_solved_line_by_line() {
    let pairs: Vec<[usize; 2]> = (0..5).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
    let all: Vec<BTreeSet<[usize; 2]>> = (0..1_usize << pairs.len())
        .map(|chosen| {
            let is_chosen = |&place: &usize| chosen >> place & 1 == 1;
            (0..pairs.len()).filter(is_chosen).map(|place| pairs[place]).collect()
        })
        .collect();
    let line = |edges: &BTreeSet<[usize; 2]>| {
        let edges = edges.iter().map(|ends| ends.map(|end| end as u32)).collect();
        let graph = Graph::new(5, edges).expect("a simple graph");
        let puzzle = Hamilton::new(graph, HamiltonGoal::Cycle, &[]).expect("a graph");
        formats::write(&puzzle.into(), PuzzleFormat::Graph6).expect("a small graph") + "\n"
    };
    let text: String = all.iter().map(line).collect();
    for jobs in ["1", "2"] {
        let run = with_input(&["solve", "-", "--json", "--jobs", jobs], &text);
        let lines = stdout(&run);
        let verdicts: Vec<serde_json::Value> =
            lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(verdicts.len(), all.len());
        for (number, (edges, report)) in (1..).zip(all.iter().zip(&verdicts)) {
            let expected = if has_cycle(edges) { "solved" } else { "no-solution" };
            assert_eq!(report["verdict"], expected, "{edges:?}");
            assert_eq!(report["puzzle"], format!("-#{number}"));
        }
    }
}
