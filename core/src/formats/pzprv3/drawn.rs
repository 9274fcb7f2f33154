//! The solution that is drawn in a file: lines across borders, shaded cells, or values.

use encycle_encodings::grid::{Cell, Graph, Grid};
use encycle_encodings::kinds::codec::FileDrawing;
use encycle_encodings::puzzle::{Solution, SolutionForm};
use encycle_encodings::text::{Cells, Fault, Span, counted};

use crate::formats::pzprv3::Fields;
use crate::puzzle::{Puzzle, PuzzleKind};

/// Returns the pairs of adjacent cells, by index, row by row: first the pairs in a row, then the pairs in a column.
pub(super) fn inner_borders(grid: Grid) -> Vec<Vec<[usize; 2]>> {
    let pair = |row: usize, col: usize, down: usize, right: usize| {
        [Cell { row, col }, Cell { row: row + down, col: col + right }]
            .map(|cell| grid.cell_index(cell))
    };
    let beside = (0..grid.rows())
        .map(|row| (1..grid.cols()).map(|col| pair(row, col - 1, 0, 1)).collect::<Vec<_>>());
    let below = (1..grid.rows())
        .map(|row| (0..grid.cols()).map(|col| pair(row - 1, col, 1, 0)).collect::<Vec<_>>());
    beside.chain(below).filter(|pairs| !pairs.is_empty()).collect()
}

/// Reads the solution; `None` if nothing is drawn. Either all of its rows are present, or all of them are missing.
pub(super) fn solution(
    puzzle: &Puzzle,
    kind: PuzzleKind,
    version: u32,
    clues: &Cells<Span<'_>>,
    fields: &mut Fields<'_>,
) -> Result<Option<Solution>, Fault> {
    let grid = clues.grid;
    let has_cells = |fields: &Fields<'_>| fields.left() >= grid.rows();
    let drawing = kind.pzpr().map(|spelling| spelling.drawing);
    let atoms = match (puzzle.form(), drawing) {
        (_, Some(FileDrawing::Nothing)) => shaded(&clues.cells),
        (SolutionForm::Values { values: 1, .. }, _) if has_cells(fields) => {
            shaded(&fields.cells(grid)?.cells)
        }
        (SolutionForm::Values { values, .. }, _) if has_cells(fields) => {
            let solution = filled(clues, &fields.cells(grid)?, values)?;
            check_end(fields)?;
            return Ok(solution);
        }
        (SolutionForm::Edges, _) => {
            let has_shades = drawing == Some(FileDrawing::CellsAndLines)
                || drawing == Some(FileDrawing::Borders) && version > 0;
            if has_shades && has_cells(fields) {
                fields.cells(grid)?;
            }
            let lines = lines(puzzle, grid, fields)?;
            if drawing == Some(FileDrawing::LinesAndCells) && has_cells(fields) {
                fields.cells(grid)?;
            }
            lines
        }
        _ => Vec::new(),
    };
    check_end(fields)?;
    Ok(atoms.contains(&true).then(|| Solution::new(atoms)))
}

/// Returns which cells are shaded.
fn shaded(cells: &[Span<'_>]) -> Vec<bool> {
    cells.iter().map(|cell| cell.text == "#").collect()
}

/// Reads values. The file does not repeat the values of cells with a clue.
fn filled(
    clues: &Cells<Span<'_>>,
    found: &Cells<Span<'_>>,
    values: u32,
) -> Result<Option<Solution>, Fault> {
    let mut is_begun = false;
    let mut cells = Vec::with_capacity(clues.cells.len());
    for (clue, cell) in clues.cells.iter().zip(&found.cells) {
        // candidates follow in brackets
        let text = cell.text.split('[').next().unwrap_or_default();
        let value = match (clue.text, text) {
            (".", "." | "" | "+" | "-" | "=" | "%") => 0,
            (".", _) => {
                is_begun = true;
                Span { text, ..*cell }.value(values)?
            }
            _ => clue.value(values)?,
        };
        cells.push(value);
    }
    Ok(is_begun.then(|| Solution::of_values(&cells, values)))
}

/// Reads the lines across the borders between cells; for a Slitherlink, the lines along the borders.
fn lines(puzzle: &Puzzle, grid: Grid, fields: &mut Fields<'_>) -> Result<Vec<bool>, Fault> {
    let Some(graph) = puzzle.graph_of_atoms() else { return Ok(Vec::new()) };
    let rows = match puzzle.loop_grid() {
        Some(_) => outer_rows(grid),
        None => inner_rows(grid, graph),
    };
    let mut drawn = vec![false; graph.edge_count()];
    if fields.left() < rows.len() {
        return Ok(drawn);
    }
    for row in rows {
        let field = fields.take("the last row of lines")?;
        let marks: Vec<Span<'_>> = field.words().collect();
        if marks.len() != row.len() {
            return Err(field.fault(format!(
                "a row of {}, but the grid has {} there\nhelp: check whether the file is whole",
                counted(marks.len(), "line"),
                counted(row.len(), "border")
            )));
        }
        for (edge, mark) in row.into_iter().zip(marks) {
            let is_line = is_line(mark)?;
            if let Some(edge) = edge {
                drawn[edge] = is_line;
            }
        }
    }
    Ok(drawn)
}

/// Returns the edges of a Slitherlink in the order of the file.
fn outer_rows(grid: Grid) -> Vec<Vec<Option<usize>>> {
    let upright = (0..grid.rows())
        .map(|row| (0..=grid.cols()).map(|col| Some(grid.vertical(row, col).index())).collect());
    let level = (0..=grid.rows())
        .map(|row| (0..grid.cols()).map(|col| Some(grid.horizontal(row, col).index())).collect());
    upright.chain(level).collect()
}

/// Returns the links between cells in the order of the file; `None` where the puzzle has no link.
fn inner_rows(grid: Grid, graph: &Graph) -> Vec<Vec<Option<usize>>> {
    let link = |[a, b]: [usize; 2]| graph.edge_between(a, b).map(|edge| edge.index());
    inner_borders(grid).into_iter().map(|pairs| pairs.into_iter().map(link).collect()).collect()
}

/// Returns whether the number of a border means a line. Letters after the number are auxiliary marks.
fn is_line(mark: Span<'_>) -> Result<bool, Fault> {
    let number = mark.text.trim_end_matches(['u', 'd', 'l', 'r']);
    match number.parse::<i32>() {
        Ok(number) => Ok(number > 0),
        Err(_) if number.is_empty() => Ok(false),
        Err(_) => {
            Err(mark.wrong("among the lines of the solution: only numbers may follow the clues"))
        }
    }
}

/// Checks that nothing follows the solution.
fn check_end(fields: &mut Fields<'_>) -> Result<(), Fault> {
    let left = fields.left();
    if left == 0 {
        return Ok(());
    }
    let field = fields.take("its end")?;
    Err(field.fault(format!(
        "{} left over: the size of the grid leaves no place for {}\n\
         help: correct the size, or remove what does not belong to the puzzle",
        counted(left, "row"),
        field.shown()
    )))
}
