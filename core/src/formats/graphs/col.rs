//! DIMACS graphs: `.col` files and their relatives (Johnson and Trick 1996, DIMACS volume 26).
//!
//! ```text
//! c a triangle
//! p edge 3 3
//! e 1 2
//! e 2 3
//! e 3 1
//! ```
//!
//! The problem line is `p edge N M`, `p col N M`, or `p N M`. The graph is a Hamilton cycle problem. Some files list
//! every edge in both directions; the reader merges the two entries. It also merges other repeated entries, but with a note,
//! because they may be typing errors.
//!
//! With a line `t START END`, the graph is a problem of the counting challenge ICGCA (2023): the paths between two vertices,
//! with at most as many edges as a line `l EDGES` says. It is a free Numberlink with one pair, which leaves the bound to counting.

use std::collections::HashSet;

use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};
use encycle_encodings::kinds::numberlink::{Numberlink, NumberlinkRule, TerminalPair};
use encycle_encodings::text::edge_list::{self, MergedEdges};
use encycle_encodings::text::{Fault, Span, Text, counted};

use crate::formats::graphs::simple_edges::merged_note;
use crate::formats::{Reading, TextContent, expect_kind};
use crate::puzzle::PuzzleKind;

/// The names of the problem in the problem line.
const PROBLEMS: [&str; 4] = ["edge", "edges", "col", "hcp"];

/// Returns whether `line` is a comment or the problem line of such a file.
pub(in crate::formats) fn claims(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("c" | "p"))
}

/// Returns whether a text that [`claims`] accepts is a graph: it is not a formula.
pub(in crate::formats) fn is_like_puzzle(text: Text<'_>) -> bool {
    let mut problems = text.lines().filter(|line| line.text.starts_with('p'));
    problems.next().is_some_and(|head| !head.words().nth(1).is_some_and(is_formula))
}

/// Returns whether the name of a problem is that of a formula.
fn is_formula(problem: Span<'_>) -> bool {
    matches!(problem.text, "cnf" | "wcnf" | "inccnf")
}

/// Reads a graph.
pub(in crate::formats) fn read(text: Text<'_>, kind: Option<PuzzleKind>) -> Reading {
    let mut lines = text.lines().filter(|line| line.words().next().is_some_and(|w| w.text != "c"));
    let head = lines.next().ok_or_else(|| text.fault_at_end("no line 'p edge VERTICES EDGES'"))?;
    let (count, announced) = problem(head)?;
    let mut edges = MergedEdges::new(count);
    let (mut ends, mut bound) = (None, None);
    let mut listed = 0_usize;
    // the entries, each with its direction
    let mut entries: HashSet<[usize; 2]> = HashSet::new();
    for line in lines {
        let words: Vec<Span<'_>> = line.words().collect();
        let [a, b] = match words[..] {
            [key, a, b] if key.text == "e" => [a, b],
            [key, a, b] if key.text == "t" && ends.is_none() => {
                ends = Some([edge_list::vertex(a, count)?, edge_list::vertex(b, count)?]);
                continue;
            }
            [key, most] if key.text == "l" && bound.is_none() => {
                let number = most.text.parse::<usize>();
                bound = Some((most, number.map_err(|_| most.wrong("is not a number of edges"))?));
                continue;
            }
            [key, ..] if matches!(key.text, "p" | "t" | "l") => {
                let what = if key.text == "p" { "problem line" } else { "line of this kind" };
                return Err(key.fault(format!("second {what}\nhelp: keep one")));
            }
            _ => {
                return Err(line.wrong("is not an edge\nhelp: write 'e' and two vertices"));
            }
        };
        edges.add(a, b)?;
        entries.insert([edge_list::vertex(a, count)?, edge_list::vertex(b, count)?]);
        listed += 1;
    }
    let distinct = edges.len();
    let graph = edges.graph()?;
    // a file that lists both directions may announce either number
    if ![listed, distinct, 2 * distinct].contains(&announced.1) {
        return Err(announced.0.fault(format!(
            "{} announced, {listed} listed\nhelp: complete the file, or correct the number",
            counted(announced.1, "edge")
        )));
    }
    let has_both_directions = entries.len() == listed && listed == 2 * distinct;
    let repeated = if has_both_directions { 0 } else { listed - distinct };
    let notes: Vec<String> = merged_note(repeated).into_iter().collect();
    if let Some(ends) = ends {
        expect_kind(PuzzleKind::Numberlink, kind, head)?;
        let pair = TerminalPair { name: "1".to_owned(), ends };
        let puzzle = Numberlink::new(graph, vec![pair], NumberlinkRule::Free)
            .map_err(|error| head.fault(error.to_string()))?;
        let length_bound = bound.map(|(_, most)| most);
        return Ok(TextContent { notes, length_bound, ..puzzle.into() });
    }
    expect_kind(PuzzleKind::Hamilton, kind, head)?;
    if let Some((place, _)) = bound {
        return Err(place.wrong("bounds paths without ends\nhelp: add a line 't START END'"));
    }
    let puzzle = Hamilton::new(graph, HamiltonGoal::Cycle, &[]);
    let puzzle = puzzle.map_err(|error| head.fault(error.to_string()))?;
    Ok(TextContent { notes, ..puzzle.into() })
}

/// Parses the problem line: the number of vertices, and the number of edges together with its position.
fn problem(head: Span<'_>) -> Result<(usize, (Span<'_>, usize)), Fault> {
    let words: Vec<Span<'_>> = head.words().collect();
    let [vertices, edges] = match words[..] {
        [key, ..] if key.text != "p" => {
            return Err(
                key.wrong("before the problem line\nhelp: write 'p edge VERTICES EDGES' first")
            );
        }
        [_, problem, ..] if is_formula(problem) => {
            return Err(problem.fault(format!(
                "this is a formula, not a puzzle: {}\nhelp: solve it with 'encycle sat'",
                problem.shown()
            )));
        }
        [_, problem, _, _] if !PROBLEMS.contains(&problem.text) => {
            return Err(problem.wrong(format!(
                "is not a graph problem\nhelp: use one of {}",
                PROBLEMS.join(", ")
            )));
        }
        [_, _, vertices, edges] | [_, vertices, edges] => [vertices, edges],
        _ => {
            return Err(head.wrong("is not a problem line\nhelp: write 'p edge VERTICES EDGES'"));
        }
    };
    let count = edge_list::vertex_count(vertices)?;
    match edges.text.parse() {
        Ok(number) => Ok((count, (edges, number))),
        Err(_) => Err(edges.wrong("is not a number of edges")),
    }
}

/// Writes a graph.
///
/// Returns `None` for a path, a puzzle on a grid or a graph with forbidden edges, because the format cannot express
/// them.
pub(in crate::formats) fn write(puzzle: &Hamilton) -> Option<String> {
    let graph = puzzle.plain_cycle()?;
    let head = format!("p edge {} {}\n", graph.vertex_count(), graph.edge_count());
    let line = |edge| {
        let [a, b] = graph.ends(edge);
        format!("e {} {}\n", a + 1, b + 1)
    };
    Some(head + &graph.edges().map(line).collect::<String>())
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn problem_lines_and_both_directions_are_read() {
        let plain = read("hamilton graph 3 cycle\n1 2\n2 3\n3 1\n", None).unwrap().puzzle;
        let text = write(&plain, PuzzleFormat::Col).unwrap();
        assert_eq!(text, "p edge 3 3\ne 1 2\ne 2 3\ne 3 1\n");
        for other in [
            "c a comment\np col 3 3\nc\ne 1 2\ne 2 3\ne 3 1\n",
            "p 3 3\nc NAME : x\ne 1 2\n\ne 2 3\ne 3 1\n",
            "p edge 3 6\ne 1 2\ne 2 1\ne 2 3\ne 3 2\ne 3 1\ne 1 3\n",
            "p edge 3 3\ne 1 2\ne 2 1\ne 2 3\ne 3 2\ne 3 1\ne 1 3\n",
        ] {
            let parsed = read(other, None).unwrap();
            assert_eq!((&parsed.puzzle, parsed.format), (&plain, PuzzleFormat::Col), "{other}");
        }
    }

    #[test]
    fn a_repeated_edge_was_merged_without_a_note() {
        for (edges, merged) in [
            ("e 1 2\ne 1 2\ne 2 3\ne 3 1\n", "merged: 1 edge "),
            ("e 1 2\ne 2 1\ne 2 3\ne 3 1\n", "merged: 1 edge "),
            ("e 1 2\ne 1 2\ne 2 3\ne 2 3\ne 3 1\ne 3 1\n", "merged: 3 edges "),
        ] {
            let parsed = read(&format!("p edge 3 3\n{edges}"), None).unwrap();
            assert_eq!(parsed.notes.len(), 1, "{edges}");
            assert!(parsed.notes[0].starts_with(merged), "{:?}", parsed.notes);
        }
        let both = "p edge 3 3\ne 1 2\ne 2 1\ne 2 3\ne 3 2\ne 3 1\ne 1 3\n";
        assert!(read(both, None).unwrap().notes.is_empty());
        let paths = read("p edge 2 1\ne 1 2\ne 1 2\nt 1 2\n", None).unwrap();
        assert_eq!(paths.notes.len(), 1);
    }

    #[test]
    fn a_problem_of_the_counting_challenge_is_a_path_between_two_vertices() {
        let text = "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 1 3\ne 2 4\nl 2\nt 1 4\n";
        let parsed = read(text, None).unwrap();
        let plain = "numberlink graph 4 free\npair 1 4\n1 2\n2 3\n3 4\n1 3\n2 4\n";
        assert_eq!(parsed.puzzle, read(plain, None).unwrap().puzzle);
        assert_eq!(parsed.length_bound, Some(2));
    }

    #[test]
    fn an_invalid_graph_is_rejected_with_its_position() {
        assert_refused(&[
            ("c only a comment\n", 1, 17, "no line 'p edge"),
            ("c x\ne 1 2\n", 2, 1, "before the problem line"),
            ("p cnf 3 3\n", 1, 3, "this is a formula, not a puzzle"),
            ("p 3\n", 1, 1, "not a problem line"),
            ("p edge x 3\n", 1, 8, "'x' is not a number of vertices"),
            ("p edge 3 x\n", 1, 10, "'x' is not a number of edges"),
            ("p edge 3 2\ne 1 2\ne 2 4\n", 3, 5, "'4' is not a vertex"),
            ("p edge 3 2\ne 1 2\ne 2 2\n", 3, 3, "same vertex"),
            ("p edge 3 2\ne 1 2\nn 2 3\n", 3, 1, "not an edge"),
            ("p edge 3 2\ne 1 2\ne 2\n", 3, 1, "not an edge"),
            ("p edge 3 2\ne 1 2\np edge 3 2\n", 3, 1, "second problem line"),
            ("p edge 3 3\ne 1 2\ne 2 3\n", 1, 10, "3 edges announced, 2 listed"),
            ("p edge 3 1\ne 1 2\ne 2 3\n", 1, 10, "1 edge announced, 2 listed"),
            ("p edge 3 1\ne 1 2\nt 1 4\n", 3, 5, "'4' is not a vertex"),
            ("p edge 3 1\ne 1 2\nl 3\n", 3, 3, "bounds paths without ends"),
            ("p edge 3 1\ne 1 2\nl x\n", 3, 3, "'x' is not a number of edges"),
            ("p edge 3 1\ne 1 2\nt 1 2\nt 1 2\n", 4, 1, "second line of this kind"),
        ]);
    }
}
