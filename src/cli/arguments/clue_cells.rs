//! The options `--require` and `--forbid`: cells that have a clue, and cells that have none.

use encycle::encodings::grid::Grid;
use encycle::generate::{CellName, Mask, MaskCell};

use crate::cli::exit::CliError;

/// Marks the cells of `--require` and `--forbid` in a mask. `options` names the options that may mark a cell,
/// and `origin` precedes the messages: it is empty, or names the puzzle.
///
/// # Errors
/// A cell is outside the grid, or both required and forbidden.
pub fn mark_cells(
    mask: &mut Mask,
    grid: Grid,
    require: &[CellName],
    forbid: &[CellName],
    options: &str,
    origin: &str,
) -> Result<(), CliError> {
    let wrong = |message: String| Err(CliError::Usage(format!("{origin}{message}")));
    let required = require.iter().map(|cell| (cell, MaskCell::Must));
    let forbidden = forbid.iter().map(|cell| (cell, MaskCell::MustNot));
    for (&CellName(cell), what) in required.chain(forbidden) {
        if cell.row >= grid.rows() || cell.col >= grid.cols() {
            let (rows, cols) = (grid.rows(), grid.cols());
            return wrong(format!(
                "cell out of range: {cell}: the puzzle has {rows} x {cols} cells"
            ));
        }
        let before = mask.at(grid.cell_index(cell));
        if before != MaskCell::May && before != what {
            return wrong(format!(
                "contradictory options for {cell}: a clue is both required and forbidden\nhelp: name the \
                 cell in only one of {options}"
            ));
        }
        mask.set(grid, cell, what);
    }
    Ok(())
}
