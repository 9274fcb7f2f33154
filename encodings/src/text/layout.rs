//! The layout of the plain text of a kind, from which the size of a bare grid follows.

use crate::grid::Grid;
use crate::text::{Fault, Span, walls};

/// How the lines below the header are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextLayout {
    /// A row of cells in each line.
    Cells,
    /// Rows of clues, then as many rows with the names of rooms.
    Rooms,
    /// Rows of cells with walls in and between them; these are the further symbols of walls.
    Walls(&'static [&'static str]),
}

impl TextLayout {
    /// Returns the size of a bare grid with these lines.
    ///
    /// # Errors
    /// There are no rows or too many, or rows of clues without names of rooms.
    pub fn size<'a>(self, lines: &[Span<'a>]) -> Result<Grid, Fault> {
        let Some(&first) = lines.first() else {
            return Err(Fault { offset: 0, message: "no puzzle: the text has no row".to_owned() });
        };
        // a word that contains an empty cell is not one cell, so the blanks only group the cells
        let is_group = |word: Span<'_>| word.text.len() > 1 && word.text.contains(['.', '_']);
        let is_dense = lines.iter().any(|line| line.words().any(is_group));
        let dense = || first.chars().filter(|cell| !cell.text.trim().is_empty()).count();
        let cells = match first.words().count() {
            _ if is_dense => dense(),
            _ if first.text.contains(',') => first.split(|c| c == ',').count(),
            1 => dense(),
            words => words,
        };
        let (rows, cols) = match self {
            Self::Cells => (lines.len(), cells),
            Self::Rooms if lines.len() % 2 == 1 => {
                return Err(first.fault(format!(
                    "{} lines: below the rows of clues follow as many rows with the names of the rooms",
                    lines.len()
                )));
            }
            Self::Rooms => (lines.len() / 2, cells),
            Self::Walls(others) => {
                walls::count(lines.iter().copied(), others).unwrap_or((lines.len(), cells))
            }
        };
        Grid::new(rows, cols).ok_or_else(|| {
            first.fault(format!(
                "{rows} rows of {cols} cells: a grid has 1 to {} rows and columns",
                Grid::MAX_SIDE
            ))
        })
    }
}
