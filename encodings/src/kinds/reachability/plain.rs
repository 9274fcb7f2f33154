//! `reachability ROWS COLS`: `S` is a source, `o` must be reached, `x` must not be reached, `.` is any other
//! cell; a wall `?` may be present or absent.

use crate::grid::Graph;
use crate::kinds::reachability::{Reachability, ReachabilityClue, ReachabilityError, Wall};
use crate::kinds::{Kind, SolutionFamily};
use crate::puzzle::PuzzleSymmetry;
use crate::text::walls::{self, Walled};
use crate::text::{EmptyCells, Fault, Header, Span, Text, TextLayout};

/// The symbol of an optional wall.
const FREE: &str = "?";

impl Kind for Reachability {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::Walls;
    const NAME: &'static str = "reachability";
    const LAYOUT: TextLayout = TextLayout::Walls(&[FREE]);
    const SAMPLE: &'static str = "reachability 2 3\nS . .\n- ?\n. x|o\n";
    const RULES: &'static str = "Choose the walls so that the sources S reach every o and no x.";

    fn image(puzzle: &Self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        let (isometry, grid) = (symmetry.isometry, puzzle.grid());
        let image = Graph::of_cells(isometry.grid(grid));
        let edges = isometry.graph_edges(puzzle.graph(), &image)?;
        let mut walls = vec![Wall::Open; edges.len()];
        edges.iter().zip(puzzle.walls()).for_each(|(edge, &wall)| walls[edge.index()] = wall);
        Self::new(isometry.grid(grid), walls, isometry.cells(grid, puzzle.goals())).ok()
    }

    fn read<'a>(
        text: Text<'a>,
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        let grid = header.grid()?.grid;
        let Walled { cells, walls } = walls::read(text, grid, lines, &[FREE])?;
        let mut empty = EmptyCells::new(false);
        let goal = |cell: &Span<'a>| {
            match cell.text {
            _ if empty.has(*cell)? => Ok(ReachabilityClue::Any),
            "S" | "s" => Ok(ReachabilityClue::Source),
            "o" | "O" => Ok(ReachabilityClue::Reached),
            "x" | "X" => Ok(ReachabilityClue::Unreached),
            _ => Err(cell.wrong("is not a cell\n\
                 help: write 'S' for a source, 'o' for a cell that must be reached, 'x' for one that \
                 must not, '.' for any other")),
        }
        };
        let goals: Result<Vec<ReachabilityClue>, Fault> = cells.iter().map(goal).collect();
        let links = Graph::of_cells(grid);
        let mut across = vec![Wall::Open; links.edge_count()];
        for link in links.edges() {
            if let Some(symbol) = links.border(link).and_then(|border| walls[border.index()]) {
                across[link.index()] = if symbol.text == FREE { Wall::Free } else { Wall::Shut };
            }
        }
        let puzzle = Reachability::new(grid, across, goals?).map_err(|error| {
            let offset = match error {
                ReachabilityError::NoSource(cell) => cells[grid.cell_index(cell)].offset,
                ReachabilityError::TooLarge(_) => header.line.offset,
            };
            Fault { offset, message: error.to_string() }
        })?;
        Ok(puzzle)
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.goals().contains(&ReachabilityClue::Source)
            && puzzle
                .goals()
                .iter()
                .any(|goal| matches!(goal, ReachabilityClue::Reached | ReachabilityClue::Unreached))
    }

    /// Writes the cells and walls of a grid.
    fn write(puzzle: &Self) -> Option<String> {
        let (grid, graph) = (puzzle.grid(), puzzle.graph());
        let mut symbols = vec![None; grid.edge_count()];
        for link in graph.edges() {
            let symbol = match puzzle.wall(link) {
                Wall::Open => None,
                Wall::Shut => Some('|'),
                Wall::Free => Some('?'),
            };
            if let Some(border) = graph.border(link) {
                symbols[border.index()] = symbol;
            }
        }
        let cell = |cell| match puzzle.goals()[grid.cell_index(cell)] {
            ReachabilityClue::Any => '.',
            ReachabilityClue::Source => 'S',
            ReachabilityClue::Reached => 'o',
            ReachabilityClue::Unreached => 'x',
        };
        let head = format!("reachability {} {}\n", grid.rows(), grid.cols());
        Some(head + &walls::write(grid, cell, |edge| symbols[edge.index()]))
    }
}
