//! The values of cells that are drawn in a file; 1 is the value of a shaded cell.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::codec::FileDrawing;
use encycle_encodings::logic::Place;
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
    if !is_begun {
        return Ok(None);
    }
    let values: Vec<Option<u32>> = drawn.into_iter().zip(&clues.cells).map(of_cell).collect();
    if let Some(open) = values.iter().position(Option::is_none) {
        let place = Place::from(clues.grid.cell_at(open));
        fields.note(&format!("{place} is neither shaded nor unshaded"));
    }
    Ok(values.into_iter().collect())
}

/// Reads bridges: 1 and 2 are bridges across, 3 and 4 bridges along. A cell between numbers has the same lines on opposite sides.
fn bridges(clues: &Cells<Span<'_>>, fields: &mut Fields<'_>) -> Found {
    let grid = clues.grid;
    let mut sides = vec![[[0; 2]; 2]; grid.cell_count()];
    for ([first, second], count) in marks(inner_borders(grid), fields)? {
        let direction = usize::from(grid.cell_at(first).row != grid.cell_at(second).row);
        sides[first][direction][1] = count;
        sides[second][direction][0] = count;
    }
    if sides.iter().flatten().flatten().all(|&count| count == 0) {
        return Ok(None);
    }
    let mut values = Vec::with_capacity(sides.len());
    for ((cell, sides), clue) in grid.cells().zip(sides).zip(&clues.cells) {
        let value = if clue.text == "." { bridge(sides) } else { Ok(0) };
        match value {
            Ok(value) => values.push(value),
            Err(reason) => {
                fields.note(&format!("{reason} in {}", Place::from(cell)));
                return Ok(None);
            }
        }
    }
    Ok(Some(values))
}

/// Returns the value of a cell without a number, given the lines at its sides.
fn bridge([[left, right], [up, down]]: [[u32; 2]; 2]) -> Result<u32, &'static str> {
    match (left, up) {
        _ if left != right || up != down => Err("a bridge ends"),
        (across @ 0..=2, 0) => Ok(across),
        (0, along @ 1..=2) => Ok(along + 2),
        (0, _) | (_, 0) => Err("there are more than two bridges"),
        _ => Err("two bridges cross"),
    }
}

/// Reads the borders of regions, among which some programs have the borders of the grid. The value of a region is the number
/// of the first clue in it; 0 if it has none. A border has two regions.
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
    let regions = divided(grid, borders.clone());
    let is_inside =
        |[one, other]: &&[usize; 2]| regions.numbers()[*one] == regions.numbers()[*other];
    if let Some(&[one, other]) = borders.iter().find(is_inside) {
        let [one, other] = [one, other].map(|cell| Place::from(grid.cell_at(cell)));
        fields.note(&format!("the border between {one} and {other} ends nowhere"));
        return Ok(None);
    }
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
    if outline(grid, &values).zip(&marks).any(|(is_drawn, (_, mark))| is_drawn != (*mark > 0)) {
        fields.note("the outline of the cave is not closed");
        return Ok(None);
    }
    Ok(Some(values))
}

/// Returns whether each border has shaded cells, or the outside of the grid, on one side only, in the order of [`all_borders`].
fn outline(grid: Grid, values: &[u32]) -> impl Iterator<Item = bool> {
    let (rows, cols) = (grid.rows(), grid.cols());
    // the outside of the grid surrounds the cells
    let is_shaded = move |row: usize, col: usize| {
        let is_cell = (1..=rows).contains(&row) && (1..=cols).contains(&col);
        !is_cell || values[(row - 1) * cols + col - 1] == 1
    };
    let upright = (1..=rows).flat_map(move |row| (0..=cols).map(move |col| (row, col, 0, 1)));
    let level = (0..=rows).flat_map(move |row| (1..=cols).map(move |col| (row, col, 1, 0)));
    let differ = move |(row, col, down, right): (usize, usize, usize, usize)| {
        is_shaded(row, col) != is_shaded(row + down, col + right)
    };
    upright.chain(level).map(differ)
}
