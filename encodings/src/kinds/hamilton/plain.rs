//! The text form of Hamilton, on a grid or on a graph.
//!
//! `hamilton ROWS COLS [cycle|path]`: cells `S`, `E` and `.`, and walls (see `walls.rs`). Unless the header names the
//! goal, a grid with `S` or `E` is a path, and any other grid is a cycle.
//!
//! `hamilton graph VERTICES [cycle|path [START [END]]]`: one edge per line, as two vertices counted from 1.

use crate::grid::{Edge, Graph, Grid};
use crate::kinds::hamilton::{Hamilton, HamiltonGoal};
use crate::kinds::{Kind, SolutionFamily, VariantError};
use crate::puzzle::PuzzleSymmetry;
use crate::text::walls::{self, Walled};
use crate::text::{EmptyCells, Fault, Header, Span, Text, TextLayout, edge_list};

impl Kind for Hamilton {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::Paths;
    const NAME: &'static str = "hamilton";
    const LAYOUT: TextLayout = TextLayout::Walls(&[]);
    const SAMPLE: &'static str = "hamilton 3 3\nS . .\n-\n. . .\n. . E\n";
    const RULES: &'static str =
        "Draw one line through every cell, past the walls: a loop, or a path between two ends.";
    const VARIANTS: &'static [&'static str] = &["cycle", "path"];

    fn with_variant(puzzle: Self, name: &str) -> Result<Self, VariantError> {
        let end = puzzle.goal().given_ends().into_iter().flatten().next();
        if let ("cycle", Some(end)) = (name, end) {
            let place = puzzle.graph().vertex_place(end);
            return Err(VariantError(format!(
                "{place} is an end, but a cycle has no ends\n\
                 help: remove the ends or use the variant `path`"
            )));
        }
        let goal = match (name, puzzle.goal()) {
            ("cycle", _) => HamiltonGoal::Cycle,
            (_, HamiltonGoal::Cycle) => HamiltonGoal::PATH,
            (_, path) => path,
        };
        let forbidden: Vec<Edge> = puzzle.forbidden().collect();
        Self::new(puzzle.graph().clone(), goal, &forbidden)
            .map_err(|error| VariantError(error.to_string()))
    }

    /// Returns the image under a symmetry. Of two fixed ends, the one with the smaller number becomes the start; a
    /// single fixed end is the start.
    fn image(puzzle: &Self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        let (isometry, graph) = (symmetry.isometry, puzzle.graph());
        let image = Graph::of_cells(isometry.grid(puzzle.grid()?));
        let edges = isometry.graph_edges(graph, &image)?;
        let forbidden: Vec<Edge> = puzzle.forbidden().map(|edge| edges[edge.index()]).collect();
        let goal = match puzzle.goal() {
            HamiltonGoal::Cycle => HamiltonGoal::Cycle,
            HamiltonGoal::Path { start, end } => {
                let ends = [start, end].into_iter().flatten();
                let mut ends: Vec<usize> =
                    ends.filter_map(|end| isometry.graph_vertex(graph.layout(), end)).collect();
                ends.sort_unstable();
                HamiltonGoal::Path { start: ends.first().copied(), end: ends.get(1).copied() }
            }
        };
        Self::new(image, goal, &forbidden).ok()
    }

    fn read<'a>(
        text: Text<'a>,
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        match header.words[..] {
            [graph, vertices, ref rest @ ..] if graph.text == "graph" => {
                let count = edge_list::vertex_count(vertices)?;
                let graph = edge_list::read(lines, count)?;
                let goal = graph_goal(rest, count)?;
                let puzzle = Hamilton::new(graph, goal, &[]);
                Ok(puzzle.map_err(|error| header.line.fault(error.to_string()))?)
            }
            [] if let Some(size) = header.counted() => {
                on_cells(text, size.grid, None, header, lines)
            }
            [rows, cols, ref rest @ ..] => {
                let grid = crate::text::size(rows, cols)?;
                let declared = match rest {
                    [] => None,
                    [goal] => Some(is_cycle(*goal)?),
                    [_, more, ..] => {
                        return Err(
                            more.wrong("after the header\nhelp: remove it")
                        );
                    }
                };
                on_cells(text, grid, declared, header, lines)
            }
            _ => Err(header.line.fault_after(
                "no size\nhelp: write 'hamilton ROWS COLS [cycle|path]' or 'hamilton graph VERTICES \
                 [cycle|path [START [END]]]'",
            )),
        }
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.grid().is_some() && puzzle.goal().given_ends().iter().any(Option::is_some)
    }

    /// Writes a puzzle on a grid or on a graph.
    ///
    /// Returns `None` for a general graph with forbidden edges, or with a fixed end but no fixed start, because the
    /// header and the edge list cannot express them.
    fn write(puzzle: &Self) -> Option<String> {
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
            let head =
                format!("hamilton graph {vertices} {goal}{}{}\n", number(start), number(end));
            return Some(head + &edge_list::write(puzzle.graph()));
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
}

/// Parses the goal, and returns whether it is a cycle.
fn is_cycle(word: Span<'_>) -> Result<bool, Fault> {
    match word.text {
        "cycle" => Ok(true),
        "path" => Ok(false),
        _ => Err(word.wrong("is neither 'cycle' nor 'path'")),
    }
}

/// Parses the goal and the ends in the header of a graph.
fn graph_goal(words: &[Span<'_>], vertices: usize) -> Result<HamiltonGoal, Fault> {
    let vertex = |word: &Span<'_>| edge_list::vertex(*word, vertices);
    match words {
        [] => Ok(HamiltonGoal::Cycle),
        [goal, ends @ ..] if !is_cycle(*goal)? => match ends {
            [] => Ok(HamiltonGoal::PATH),
            [start] => Ok(HamiltonGoal::Path { start: Some(vertex(start)?), end: None }),
            [start, end] => {
                Ok(HamiltonGoal::Path { start: Some(vertex(start)?), end: Some(vertex(end)?) })
            }
            [_, _, more, ..] => Err(more.wrong("after both ends\nhelp: remove it")),
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
    lines: &mut dyn Iterator<Item = Span<'a>>,
) -> Result<Hamilton, Fault> {
    let Walled { cells, walls } = walls::read(text, grid, lines, &[])?;
    let mut ends: [Option<(usize, Span<'a>)>; 2] = [None; 2];
    let mut empty = EmptyCells::new(false);
    for (index, cell) in cells.into_iter().enumerate() {
        let which = match cell.text {
            _ if empty.has(cell)? => continue,
            "S" | "s" => 0,
            "E" | "e" => 1,
            _ => {
                return Err(cell.wrong(
                    "is not a cell\nhelp: write 'S' for the start, 'E' for the end, '.' for any other cell",
                ));
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
    puzzle.map_err(|error| header.line.fault(error.to_string()))
}
