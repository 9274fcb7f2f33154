//! `sudoku BOXROWS BOXCOLS`: values, and `.` for an empty cell; without a header, boxes are squares.
//!
//! Values above 9 are letters (`a` is 10) or, if blanks separate all cells of a row, numbers.

use crate::grid::Grid;
use crate::kinds::sudoku::Sudoku;
use crate::kinds::values::{read_cells, write_cells};
use crate::kinds::{Kind, Relabelling};
use crate::puzzle::PuzzleSymmetry;
use crate::text::{Fault, Header, Span, Text};

impl Kind for Sudoku {
    type Puzzle = Self;

    const NAME: &'static str = "sudoku";
    const SAMPLE: &'static str = "sudoku 2 2\n1...\n..2.\n.3..\n...4\n";
    const RULES: &'static str = "Write every value once into each row, column and box.";

    fn image(puzzle: &Self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        let clues = symmetry.isometry.cells(puzzle.grid(), puzzle.clues()).into_iter();
        let clues = clues.map(|value| symmetry.value(value)).collect();
        match symmetry.isometry.transposes {
            true => Self::new(puzzle.box_cols(), puzzle.box_rows(), clues).ok(),
            false => Self::new(puzzle.box_rows(), puzzle.box_cols(), clues).ok(),
        }
    }

    /// The rules compare values for equality only.
    fn relabelling(puzzle: &Self) -> Relabelling {
        Relabelling::All { clues: puzzle.clues().to_vec() }
    }

    fn read<'a>(
        text: Text<'a>,
        header: Option<&Header<'a>>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        let boxes = header.map(|header| match header.words[..] {
            [rows, cols] => {
                let sides = (rows.side("rows of a box")?, cols.side("columns of a box")?);
                // the error of the constructor explains which boxes are too large
                let empty = Sudoku::new(sides.0, sides.1, Vec::new()).err();
                match Grid::new(sides.0 * sides.1, sides.0 * sides.1) {
                    Some(grid) if grid.rows() <= Sudoku::MAX_SIDE => Ok((sides, grid)),
                    _ => Err(rows.fault(empty.map_or_else(String::new, |error| error.to_string()))),
                }
            }
            [_, _, more, ..] => {
                let shown = more.shown();
                Err(more.fault(format!("{shown} after 'sudoku BOXROWS BOXCOLS'\nhelp: remove it")))
            }
            _ => {
                let message =
                    "no size\nhelp: write the header 'sudoku BOXROWS BOXCOLS', such as 'sudoku 3 3'";
                Err(header.line.fault_after(message))
            }
        });
        let boxes = boxes.transpose()?;
        let grid = boxes.map(|(_, grid)| grid);
        let largest = grid.map_or(Sudoku::MAX_SIDE, Grid::rows) as u32;
        let cells =
            read_cells(text, grid, lines, |cell| cell.value(largest, &[".", "0", "*", "_"]))?;
        let side = cells.grid.cols();
        let (box_rows, box_cols) = match boxes {
            Some((sides, _)) => sides,
            None => crate::text::square_box(side).ok_or_else(|| {
                text.fault_at_end(format!(
                    "rows of {side} cells do not split into square boxes\n\
                     help: add the header 'sudoku BOXROWS BOXCOLS'"
                ))
            })?,
        };
        Sudoku::new(box_rows, box_cols, cells.cells.clone())
            .map_err(|error| error.at(cells.grid.cols(), &cells.offsets))
    }

    fn write(puzzle: &Self) -> Option<String> {
        let header = format!("sudoku {} {}", puzzle.box_rows(), puzzle.box_cols());
        let symbols = puzzle.clues().iter().map(|&value| match value {
            0 => ".".to_owned(),
            _ => puzzle.symbol(value),
        });
        Some(write_cells(&header, puzzle.side(), symbols))
    }
}
