//! `hamilton ROWS COLS [cycle|path]`: cells `S`, `E` and `.`, and walls (see `walls.rs`). Unless the header
//! names the goal, a grid with `S` or `E` is a path, and any other grid a cycle.
//!
//! `hamilton graph VERTICES [cycle|path [START [END]]]`: one edge per line, as two vertices counted from 1.

use encycle_encodings::grid::{Edge, Grid};
use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};

use crate::formats::edges;
use crate::formats::plain::Header;
use crate::formats::scan::text::{self, Fault, Span, Text};
use crate::formats::scan::walls::{self, Walled};
use crate::puzzle::Puzzle;

/// Reads a puzzle on a grid or on a graph.
pub(super) fn read<'a>(
    text: Text<'a>,
    header: Option<&Header<'a>>,
    lines: impl Iterator<Item = Span<'a>>,
) -> Result<Puzzle, Fault> {
    let header = Header::needed(header, "'hamilton ROWS COLS' or 'hamilton graph VERTICES'")?;
    match header.words[..] {
        [graph, vertices, ref rest @ ..] if graph.text == "graph" => {
            let count = edges::vertex_count(vertices)?;
            let graph = edges::read(lines, count)?;
            let goal = graph_goal(rest, count)?;
            let puzzle = Hamilton::new(graph, goal, &[]);
            Ok(puzzle.map_err(|error| header.line.fault(error.to_string()))?.into())
        }
        [rows, cols, ref rest @ ..] => {
            let grid = text::size(rows, cols)?;
            let declared = match rest {
                [] => None,
                [goal] => Some(is_cycle(*goal)?),
                [_, more, ..] => {
                    return Err(
                        more.fault(format!("{} after the header\nhelp: remove it", more.shown()))
                    );
                }
            };
            on_cells(text, grid, declared, header, lines)
        }
        _ => Err(header.line.fault_behind(
            "no size\nhelp: write 'hamilton ROWS COLS [cycle|path]' or 'hamilton graph VERTICES \
             [cycle|path [START [END]]]'",
        )),
    }
}

/// Parses the goal: whether it is a cycle.
fn is_cycle(word: Span<'_>) -> Result<bool, Fault> {
    match word.text {
        "cycle" => Ok(true),
        "path" => Ok(false),
        _ => Err(word.fault(format!("{} is neither 'cycle' nor 'path'", word.shown()))),
    }
}

/// Parses the goal and the ends in the header of a graph.
fn graph_goal(words: &[Span<'_>], vertices: usize) -> Result<HamiltonGoal, Fault> {
    let vertex = |word: &Span<'_>| edges::vertex(*word, vertices);
    match words {
        [] => Ok(HamiltonGoal::Cycle),
        [goal, ends @ ..] if !is_cycle(*goal)? => match ends {
            [] => Ok(HamiltonGoal::PATH),
            [start] => Ok(HamiltonGoal::Path { start: Some(vertex(start)?), end: None }),
            [start, end] => {
                Ok(HamiltonGoal::Path { start: Some(vertex(start)?), end: Some(vertex(end)?) })
            }
            [_, _, more, ..] => {
                Err(more.fault(format!("{} after both ends\nhelp: remove it", more.shown())))
            }
        },
        [_] => Ok(HamiltonGoal::Cycle),
        [_, more, ..] => Err(more.fault(format!("{}: a cycle has no ends", more.shown()))),
    }
}

/// Reads the cells and walls of a puzzle on a grid; `declared` is the goal in the header.
fn on_cells<'a>(
    text: Text<'a>,
    grid: Grid,
    declared: Option<bool>,
    header: &Header<'a>,
    lines: impl Iterator<Item = Span<'a>>,
) -> Result<Puzzle, Fault> {
    let Walled { cells, walls } = walls::read(text, grid, lines, &[])?;
    let mut ends: [Option<(usize, Span<'a>)>; 2] = [None; 2];
    for (index, cell) in cells.into_iter().enumerate() {
        let which = match cell.text {
            "." => continue,
            "S" | "s" => 0,
            "E" | "e" => 1,
            _ => {
                return Err(cell.fault(format!(
                    "{} is not a cell\nhelp: write 'S' for the start, 'E' for the end, '.' for any other cell",
                    cell.shown()
                )));
            }
        };
        if ends[which].replace((index, cell)).is_some() {
            return Err(cell.fault(format!("second {}\nhelp: keep one", cell.shown())));
        }
    }
    let first = ends.iter().flatten().next();
    let goal = match (declared, first) {
        (Some(true), Some((_, cell))) => {
            return Err(cell.fault(format!("{}: a cycle has no ends", cell.shown())));
        }
        (Some(true), None) | (None, None) => HamiltonGoal::Cycle,
        _ => {
            let [start, end] = ends.map(|end| end.map(|(index, _)| index));
            HamiltonGoal::Path { start, end }
        }
    };
    let walls: Vec<Edge> = grid.edges().filter(|edge| walls[edge.index()].is_some()).collect();
    let puzzle = Hamilton::on_cells(grid, goal, &walls);
    Ok(puzzle.map_err(|error| header.line.fault(error.to_string()))?.into())
}

/// Writes a puzzle on a grid or on a graph.
///
/// Returns `None` for a general graph with forbidden edges or with an end but no start: the header and
/// the edge list cannot express them.
pub(super) fn write(puzzle: &Hamilton) -> Option<String> {
    let goal = match puzzle.goal() {
        HamiltonGoal::Cycle => "cycle",
        HamiltonGoal::Path { .. } => "path",
    };
    let [start, end] = puzzle.goal().given_ends();
    let Some(grid) = puzzle.grid() else {
        let number =
            |end: Option<usize>| end.map_or_else(String::new, |end| format!(" {}", end + 1));
        if puzzle.forbidden().next().is_some() || (start.is_none() && end.is_some()) {
            return None;
        }
        let vertices = puzzle.graph().vertex_count();
        let head = format!("hamilton graph {vertices} {goal}{}{}\n", number(start), number(end));
        return Some(head + &edges::write(puzzle.graph()));
    };
    let mut is_wall = vec![false; grid.edge_count()];
    for edge in puzzle.forbidden() {
        if let Some(border) = puzzle.graph().border(edge) {
            is_wall[border.index()] = true;
        }
    }
    let cell = |cell| match Some(grid.cell_index(cell)) {
        index if index == start => 'S',
        index if index == end => 'E',
        _ => '.',
    };
    let head = format!("hamilton {} {} {goal}\n", grid.rows(), grid.cols());
    Some(head + &walls::write(grid, cell, |edge| is_wall[edge.index()].then_some('|')))
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn grids_and_graphs_are_read_and_written() {
        for text in [
            "hamilton 3 3 path\nS .|.\n  -\n. . .\n    -\n.|. E\n",
            "hamilton 2 2 cycle\n. .\n. .\n",
            "hamilton 2 2 path\n. .\n. S\n",
            "hamilton graph 3 cycle\n1 2\n2 3\n3 1\n",
            "hamilton graph 3 path 2\n1 2\n2 3\n",
            "hamilton graph 3 path 1 3\n1 2\n2 3\n",
        ] {
            let parsed = read(text, None).unwrap();
            assert_eq!(write(&parsed.puzzle, PuzzleFormat::Plain).unwrap(), text);
        }
        let bare = read("hamilton 2 2\n..\n..\n", None).unwrap().puzzle;
        assert_eq!(bare, read("hamilton 2 2 cycle\n..\n..\n", None).unwrap().puzzle);
        let path = read("hamilton 2 2\nS.\nE.\n", None).unwrap().puzzle;
        assert_eq!(path, read("hamilton 2 2 path\nS.\nE.\n", None).unwrap().puzzle);
        assert!(path.clone().with_variant("cycle").unwrap_err().contains("is an end"));
        let free = bare.clone().with_variant("path").unwrap();
        assert_eq!(free.clone().with_variant("cycle").unwrap(), bare);
        assert_eq!(path.clone().with_variant("path").unwrap(), path);
        assert!(path.with_variant("loop").unwrap_err().contains("cycle, path"));
    }

    #[test]
    fn an_invalid_text_is_rejected_with_its_position() {
        assert_refused(&[
            ("hamilton\n", 1, 9, "no size"),
            ("hamilton 2 2 ring\n..\n..\n", 1, 14, "neither 'cycle' nor 'path'"),
            ("hamilton 2 2 cycle 3\n..\n..\n", 1, 20, "remove it"),
            ("hamilton 2 2\nSS\n..\n", 2, 2, "second 'S'"),
            ("hamilton 2 2 cycle\nS.\n..\n", 2, 1, "a cycle has no ends"),
            ("hamilton 2 2\nS.\n.7\n", 3, 2, "'7' is not a cell"),
            ("hamilton graph\n1 2\n", 1, 15, "no size"),
            ("hamilton graph x\n1 2\n", 1, 16, "'x' is not a number of vertices"),
            ("hamilton graph 3\n1 2\n2 4\n", 3, 3, "'4' is not a vertex"),
            ("hamilton graph 3\n1 2 3\n", 2, 1, "two vertices"),
            ("hamilton graph 3\n1 2\n2 1\n", 3, 1, "duplicate edge"),
            ("hamilton graph 3 path 4\n1 2\n", 1, 23, "'4' is not a vertex"),
            ("hamilton graph 3 cycle 1\n1 2\n", 1, 24, "a cycle has no ends"),
            ("hamilton graph 3 path 1 1\n1 2\n", 1, 1, "start and end are the same"),
        ]);
    }
}
