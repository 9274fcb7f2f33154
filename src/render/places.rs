//! The places of variables on a grid, by their names.

use encycle_encodings::grid::{Cell, Edge, Vertex};
use encycle_encodings::puzzle::GridSketch;

/// The place of a variable on a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum VariablePlace {
    /// An edge (`h_1_1`, `v_1_1`).
    Edge(Edge),
    /// A link between two cells (`right_1_1`, `down_1_1`), as the edge that it crosses.
    Link(Edge),
    /// The direction of an edge (`d_h_1_1`).
    Direction(Edge),
    /// A value of a cell, from 1 (`x_1_1_5`).
    Value(Cell, usize),
    /// Whether a cell is inside the loop (`in_1_1`).
    Inside(Cell),
    /// A vertex (`l_1_1_3`).
    Vertex(Vertex),
    /// One cell or more.
    Cells(Vec<Cell>),
}

impl VariablePlace {
    /// Returns the place that a name encodes; `None` for an auxiliary variable.
    pub fn of(name: &str, sketch: &GridSketch) -> Option<Self> {
        let mut words: Vec<&str> = name.split('_').collect();
        let is_direction = words.first() == Some(&"d");
        // the prefix of a variable about a link depends on the encoding
        let of_link = words.len() > 1 && ["right", "down"].contains(&words[1]);
        if is_direction || of_link {
            words.remove(0);
        }
        let (&letters, numbers) = words.split_first()?;
        let number = |word: &&str| word.parse::<usize>().ok()?.checked_sub(1);
        let numbers: Vec<usize> = numbers.iter().map_while(number).collect();
        let grid = sketch.grid;
        let (rows, cols) = (grid.rows(), grid.cols());
        let cell = |row: usize, col: usize| (row < rows && col < cols).then_some(Cell { row, col });
        let cells = |cells: &[Option<Cell>]| {
            let cells: Vec<Cell> = cells.iter().copied().flatten().collect();
            (!cells.is_empty()).then_some(Self::Cells(cells))
        };
        let of_edge = if is_direction { Self::Direction } else { Self::Edge };
        match (letters, &numbers[..]) {
            ("right", &[row, col]) if row < rows && col + 1 < cols => {
                Some(Self::Link(grid.vertical(row, col + 1)))
            }
            ("down", &[row, col]) if row + 1 < rows && col < cols => {
                Some(Self::Link(grid.horizontal(row + 1, col)))
            }
            ("right" | "down", _) => None,
            ("x", &[row, col, value]) => Some(Self::Value(cell(row, col)?, value + 1)),
            ("h", &[row, col]) if row <= rows && col < cols => {
                Some(of_edge(grid.horizontal(row, col)))
            }
            ("v", &[row, col]) if row < rows && col <= cols => {
                Some(of_edge(grid.vertical(row, col)))
            }
            ("h" | "v", _) => None,
            ("in", &[row, col]) => Some(Self::Inside(cell(row, col)?)),
            ("l", &[row, col, _]) if sketch.dotted && row <= rows && col <= cols => {
                Some(Self::Vertex(Vertex { row, col }))
            }
            ("p", &[row, col, ..]) if !sketch.dotted => cells(&[cell(row, col)]),
            (
                "r" | "p" | "o" | "reach" | "step" | "joined" | "both" | "way",
                &[row, col, to_row, to_col, ..],
            ) => cells(&[cell(row, col), cell(to_row, to_col)]),
            (_, &[row, col, ..]) => cells(&[cell(row, col)]),
            _ => None,
        }
    }
}
