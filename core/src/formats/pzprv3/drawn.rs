//! The solution that is drawn in a file: lines across borders, shaded cells, or values.

use encycle_encodings::grid::{Graph, Grid};
use encycle_encodings::kinds::codec::FileDrawing;
use encycle_encodings::puzzle::{Solution, SolutionForm};
use encycle_encodings::text::{Cells, Fault, Span, counted};

use crate::formats::pzprv3::borders::{inner_borders, marks};
use crate::formats::pzprv3::{Fields, values};
use crate::puzzle::{Puzzle, PuzzleKind};

/// Reads the solution; `None` if nothing is drawn. Either all of its rows are present, or all of them are missing.
pub(super) fn solution(
    puzzle: &Puzzle,
    kind: PuzzleKind,
    version: u32,
    clues: &Cells<Span<'_>>,
    fields: &mut Fields<'_>,
) -> Result<Option<Solution>, Fault> {
    let grid = clues.grid;
    let drawing = kind.pzpr().map(|spelling| spelling.drawing);
    let found = match (puzzle.form(), drawing) {
        (SolutionForm::Values { values, .. }, Some(drawing)) => {
            let found = values::read(puzzle, values, drawing, clues, fields)?;
            found.map(|cells| Solution::of_values(&cells, values))
        }
        (SolutionForm::Edges, _) => {
            let has_cells = |fields: &Fields<'_>| fields.left() >= grid.rows();
            let has_shades = drawing == Some(FileDrawing::CellsAndLines)
                || drawing == Some(FileDrawing::Borders) && version > 0;
            if has_shades && has_cells(fields) {
                fields.cells(grid)?;
            }
            let lines = lines(puzzle, grid, fields)?;
            if drawing == Some(FileDrawing::LinesAndCells) && has_cells(fields) {
                fields.cells(grid)?;
            }
            lines.contains(&true).then(|| Solution::new(lines))
        }
        _ => None,
    };
    check_end(fields)?;
    Ok(found)
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
    for (edge, mark) in marks(rows, fields)? {
        if let Some(edge) = edge {
            drawn[edge] = mark > 0;
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
