//! `sudoku BOXROWS BOXCOLS`: values, and `.` for an empty cell; without a header, boxes are squares.
//!
//! Values above 9 are letters (`a` is 10) or, if blanks separate all cells of a row, numbers. Other symbols are read, too
//! ([`sudoku_values`]).

use crate::cell_values::{read_texts, write_cells};
use crate::grid::Grid;
use crate::kinds::codec::{
    AddressBody, ClueAlphabet, ClueCodec, ClueError, ClueGrid, FileDrawing, PzprSpelling,
};
use crate::kinds::sudoku::{Sudoku, sudoku_values, usual_box};
use crate::kinds::{Kind, Relabelling, SolutionFamily};
use crate::puzzle::PuzzleSymmetry;
use crate::text::{Fault, Header, Span, Text, TextSize, counted};

impl Kind for Sudoku {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::Values;
    const NAME: &'static str = "sudoku";
    const SAMPLE: &'static str = "sudoku 2 2\n1...\n..2.\n.3..\n...4\n";
    const RULES: &'static str = "Write every value once into each row, column and box.";

    const CODEC: Option<&'static ClueCodec> = Some(&ClueCodec {
        alphabet: ClueAlphabet {
            numbers: Some((1, Sudoku::MAX_SIDE as u32)),
            help: "write a value, an empty cell as '.'",
            ..ClueAlphabet::NONE
        },
        is_separable: true,
        has_rooms: false,
        janko: None,
        pzpr: Some(PzprSpelling {
            names: &["sudoku"],
            body: AddressBody::Numbers,
            drawing: FileDrawing::Cells,
            letter: None,
        }),
    });

    /// Returns the values; `None` if the boxes are not those that follow from the side.
    fn clue_grid(puzzle: &Self) -> Option<ClueGrid> {
        let boxes = implied_box(puzzle.side());
        boxes.filter(|&sides| sides == (puzzle.box_rows(), puzzle.box_cols()))?;
        let values = puzzle.clues().iter().map(|&value| (value > 0).then_some(value));
        Some(ClueGrid::of_numbers(puzzle.grid(), values))
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Self, ClueError> {
        let (rows, cols) = (clues.grid.rows(), clues.grid.cols());
        let error = |message| ClueError { cell: None, message };
        if rows != cols {
            return Err(error(format!(
                "{} and {}: a Sudoku is a square",
                counted(rows, "row"),
                counted(cols, "column")
            )));
        }
        let (box_rows, box_cols) = implied_box(rows).ok_or_else(|| {
            error(format!("a side of {rows}: the boxes of a Sudoku have 4, 6, 9, 16 or 25 cells"))
        })?;
        let values = clues.numbers().into_iter().map(Option::unwrap_or_default);
        Ok(Self::new(box_rows, box_cols, values.collect())?)
    }

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
        let lines: Vec<Span<'a>> = lines.collect();
        check_boxes(header, &lines)?;
        let (boxes, size) = sides(header)?;
        let lines = &mut lines.into_iter();
        let cells = read_texts(text, size, lines, Ok)?;
        let side = size.grid.cols();
        if size.grid.rows() != side {
            let (rows, cells) = (counted(size.grid.rows(), "row"), counted(side, "cell"));
            let message = format!("{rows} of {cells}: a Sudoku is a square");
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

/// Returns the rows and columns of a box in formats that name only the side: a square box, or 2 x 3 for a side of 6.
fn implied_box(side: usize) -> Option<(usize, usize)> {
    if side == 6 { Some((2, 3)) } else { crate::text::square_box(side) }
}

/// Rejects a header that names the rows and columns of the grid below it instead of those of a box.
fn check_boxes(header: &Header<'_>, lines: &[Span<'_>]) -> Result<(), Fault> {
    let ([rows, cols], Some(first)) = (&header.words[..], lines.first()) else { return Ok(()) };
    let side = lines.len();
    let is_side = |word: &Span<'_>| word.text.parse() == Ok(side);
    let is_row = first.words().count() == side || first.text.trim().chars().count() == side;
    match usual_box(side).filter(|_| is_row && is_side(rows) && is_side(cols)) {
        None => Ok(()),
        Some((box_rows, box_cols)) => Err(rows.fault(format!(
            "boxes of {side} x {side} cells above a grid of {side} rows\nhelp: the header of a Sudoku names the rows and \
             columns of a box: write 'sudoku {box_rows} {box_cols}'"
        ))),
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
        [_, _, more, ..] => Err(more.wrong("after 'sudoku BOXROWS BOXCOLS'\nhelp: remove it")),
        _ => {
            let message =
                "no size\nhelp: write the header 'sudoku BOXROWS BOXCOLS', such as 'sudoku 3 3'";
            Err(header.line.fault_after(message))
        }
    }
}
