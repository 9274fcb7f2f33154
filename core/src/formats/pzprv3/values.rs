//! The values of cells that are drawn in a file; 1 is the value of a shaded cell.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::codec::FileDrawing;
use encycle_encodings::text::{Cells, Fault, Span};

use crate::formats::pzprv3::Fields;
use crate::formats::pzprv3::borders::{all_borders, divided, inner_borders, marks};
use crate::puzzle::Puzzle;

/// The values that were found; `None` if nothing is drawn, or what is drawn has no values.
type Found = Result<Option<Vec<u32>>, Fault>;

/// Reads the values of a puzzle whose cells have at most the value `most`.
pub(super) fn read(
    puzzle: &Puzzle,
    most: u32,
    drawing: FileDrawing,
    clues: &Cells<Span<'_>>,
    fields: &mut Fields<'_>,
) -> Found {
    let grid = clues.grid;
    let has_cells = fields.left() >= grid.rows();
    match drawing {
        FileDrawing::Nothing if most == 1 => Ok(shaded(&clues.cells)),
        FileDrawing::Signs(signs) if has_cells => signed(puzzle, most, signs, clues, fields),
        FileDrawing::Bridges if fields.left() > 0 => bridges(clues, fields),
        FileDrawing::Regions if fields.left() > 0 => regions(puzzle, grid, fields),
        FileDrawing::Cells if most == 1 && has_outline(grid, fields) => outside(grid, fields),
        FileDrawing::Cells if has_cells && most == 1 => Ok(shaded(&fields.cells(grid)?.cells)),
        FileDrawing::Cells if has_cells => filled(clues, &fields.cells(grid)?, most),
        _ => Ok(None),
    }
}

/// Returns which cells are shaded.
fn shaded(cells: &[Span<'_>]) -> Option<Vec<u32>> {
    let values: Vec<u32> = cells.iter().map(|cell| u32::from(cell.text == "#")).collect();
    values.contains(&1).then_some(values)
}

/// Reads values. The file does not repeat the values of cells with a clue.
fn filled(clues: &Cells<Span<'_>>, found: &Cells<Span<'_>>, most: u32) -> Found {
    let mut is_begun = false;
    let mut cells = Vec::with_capacity(clues.cells.len());
    for (clue, cell) in clues.cells.iter().zip(&found.cells) {
        // candidates follow in brackets
        let text = cell.text.split('[').next().unwrap_or_default();
        let value = match (clue.text, text) {
            (".", "." | "" | "+" | "-" | "=" | "%") => 0,
            (".", _) => {
                is_begun = true;
                Span { text, ..*cell }.value(most)?
            }
            _ => clue.value(most)?,
        };
        cells.push(value);
    }
    Ok(is_begun.then_some(cells))
}

/// Reads signs. Any other text of a cell is an auxiliary mark. Where the first sign means an unshaded cell, a cell without a
/// sign is neither shaded nor unshaded, so there is no solution.
fn signed(
    puzzle: &Puzzle,
    most: u32,
    signs: &[&str],
    clues: &Cells<Span<'_>>,
    fields: &mut Fields<'_>,
) -> Found {
    let least = u32::from(most > 1);
    let value = |text: &str| {
        let found = (least..).zip(signs).find(|(_, sign)| **sign == text);
        found.map(|(value, _)| value)
    };
    // a clue that is a letter has a sign, which the file does not repeat
    let has_letters = puzzle.kind().codec().is_some_and(|codec| !codec.alphabet.letters.is_empty());
    let found = fields.cells(clues.grid)?.cells;
    let drawn: Vec<Option<u32>> = found.iter().map(|cell| value(cell.text)).collect();
    let is_begun = drawn.iter().any(Option::is_some);
    let of_cell = |(drawn, clue): (Option<u32>, &Span<'_>)| {
        let drawn = drawn.or_else(|| value(clue.text).filter(|_| has_letters));
        if least == 0 { drawn } else { Some(drawn.unwrap_or(0)) }
    };
    let values: Option<Vec<u32>> = drawn.into_iter().zip(&clues.cells).map(of_cell).collect();
    Ok(values.filter(|_| is_begun))
}

/// Reads bridges: 1 and 2 are bridges across, 3 and 4 bridges along. Bridges that cross have no values.
fn bridges(clues: &Cells<Span<'_>>, fields: &mut Fields<'_>) -> Found {
    let grid = clues.grid;
    let mut counts = vec![[0; 2]; grid.cell_count()];
    for (ends, count) in marks(inner_borders(grid), fields)? {
        let [first, second] = ends.map(|end| grid.cell_at(end).row);
        for end in ends {
            let known = &mut counts[end][usize::from(first != second)];
            *known = count.max(*known);
        }
    }
    let is_begun = counts.iter().any(|counts| *counts != [0; 2]);
    let of_cell = |(counts, clue): ([u32; 2], &Span<'_>)| match counts {
        _ if clue.text != "." => Some(0),
        [across @ 0..=2, 0] => Some(across),
        [0, along @ 1..=2] => Some(along + 2),
        _ => None,
    };
    let values: Option<Vec<u32>> = counts.into_iter().zip(&clues.cells).map(of_cell).collect();
    Ok(values.filter(|_| is_begun))
}

/// Reads the borders of regions, among which some programs have the borders of the grid. The value of a region is the number
/// of the first clue in it; 0 if it has none.
fn regions(puzzle: &Puzzle, grid: Grid, fields: &mut Fields<'_>) -> Found {
    let all = all_borders(grid);
    let rows = if fields.left() == all.len() {
        all
    } else {
        let inner = inner_borders(grid).into_iter();
        inner.map(|row| row.into_iter().map(Some).collect()).collect()
    };
    let marks = marks(rows, fields)?.into_iter().filter(|(_, mark)| *mark > 0);
    let borders: Vec<[usize; 2]> = marks.filter_map(|(border, _)| border).collect();
    let clues = match puzzle {
        Puzzle::Written(puzzle) => puzzle.region_clues(),
        _ => None,
    };
    let Some(clues) = clues.filter(|_| !borders.is_empty()) else { return Ok(None) };
    let regions = divided(grid, borders);
    let mut values = vec![0; regions.count()];
    for (value, clue) in (1..).zip(clues) {
        let known = &mut values[regions.of(clue)];
        if *known == 0 {
            *known = value;
        }
    }
    Ok(Some(regions.numbers().iter().map(|&region| values[region]).collect()))
}

/// Returns whether cells follow, and then lines along all borders.
fn has_outline(grid: Grid, fields: &Fields<'_>) -> bool {
    fields.left() == 3 * grid.rows() + 1
}

/// Reads an outline along the borders, as pzpr draws it for the kind `bag`. The cells outside are shaded.
fn outside(grid: Grid, fields: &mut Fields<'_>) -> Found {
    fields.cells(grid)?;
    let marks = marks(all_borders(grid), fields)?;
    if marks.iter().all(|(_, mark)| *mark == 0) {
        return Ok(None);
    }
    let mut values = Vec::with_capacity(grid.cell_count());
    for row in marks.chunks(grid.cols() + 1).take(grid.rows()) {
        let mut is_outside = true;
        for (_, mark) in &row[..grid.cols()] {
            is_outside ^= *mark > 0;
            values.push(u32::from(is_outside));
        }
    }
    Ok(Some(values))
}
