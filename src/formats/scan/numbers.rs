//! Builds a Numberlink from the texts in the cells of a grid.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::numberlink::{Numberlink, NumberlinkRule};

use crate::formats::scan::text::Fault;
use crate::puzzle::Puzzle;

/// Builds the Numberlink with these texts, one per cell; `offset` returns the position of a cell in the text.
pub(crate) fn on_cells(
    grid: Grid,
    texts: &[Option<String>],
    rule: Option<NumberlinkRule>,
    offset: impl Fn(usize) -> usize,
) -> Result<Puzzle, Fault> {
    let puzzle = Numberlink::on_cells(grid, texts, rule.unwrap_or(NumberlinkRule::Free));
    puzzle.map(Puzzle::from).map_err(|error| Fault {
        offset: offset(error.vertex.unwrap_or(0)),
        message: error.to_string(),
    })
}
