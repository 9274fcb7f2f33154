//! `sudoku BOXROWS BOXCOLS`: values, and `.` for an empty cell; without a header, boxes are squares.
//!
//! Values above 9 are letters (`a` is 10) or, if blanks separate all cells of a row, numbers. Other symbols are read, too
//! ([`sudoku_values`]).

use crate::grid::Grid;
use crate::kinds::sudoku::{Sudoku, sudoku_values};
use crate::kinds::values::{read_texts, write_cells};
use crate::kinds::{Kind, Relabelling};
use crate::puzzle::PuzzleSymmetry;
use crate::text::{Fault, Header, Span, Text, TextSize};

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
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        let (boxes, size) = sides(header)?;
        let cells = read_texts(text, size, lines, Ok)?;
        let side = size.grid.cols();
        if size.grid.rows() != side {
            let message = format!("{} rows of {side} cells are not a square", size.grid.rows());
            return Err(text.fault_at_end(message));
        }
        let values = sudoku_values(side as u32, &cells.cells, |note| header.note(note))?;
        let (box_rows, box_cols) =
            boxes.or_else(|| crate::text::square_box(side)).ok_or_else(|| {
                text.fault_at_end(format!(
                    "rows of {side} cells do not split into square boxes\n\
                     help: add the header 'sudoku BOXROWS BOXCOLS'"
                ))
            })?;
        Sudoku::new(box_rows, box_cols, values).map_err(|error| error.at(side, &cells.offsets))
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.conflict().is_none()
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

/// Returns the sides of a box, if the header has them, and the size of the grid.
fn sides(header: &Header<'_>) -> Result<(Option<(usize, usize)>, TextSize), Fault> {
    if let Some(size) = header.counted() {
        return Ok((None, size));
    }
    match header.words[..] {
        [rows, cols] => {
            let sides = (rows.side("rows of a box")?, cols.side("columns of a box")?);
            match Grid::new(sides.0 * sides.1, sides.0 * sides.1) {
                Some(grid) if grid.rows() <= Sudoku::MAX_SIDE => Ok((Some(sides), grid.into())),
                _ => {
                    // the error of the constructor explains which boxes are too large
                    let error = Sudoku::new(sides.0, sides.1, Vec::new()).err();
                    Err(rows.fault(error.map_or_else(String::new, |error| error.to_string())))
                }
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
    }
}
