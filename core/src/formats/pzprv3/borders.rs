//! The rows of marks on the borders between cells.

use encycle_encodings::grid::{Grid, Regions};
use encycle_encodings::text::{Fault, Span, counted};

use crate::formats::pzprv3::Fields;

/// Returns the pairs of adjacent cells, by index, row by row: first the pairs in a row, then the pairs in a column.
pub(super) fn inner_borders(grid: Grid) -> Vec<Vec<[usize; 2]>> {
    let rows = all_borders(grid).into_iter();
    let pairs = rows.map(|row| row.into_iter().flatten().collect());
    pairs.filter(|pairs: &Vec<[usize; 2]>| !pairs.is_empty()).collect()
}

/// Returns the pairs of [`inner_borders`] with `None` for the borders of the grid.
pub(super) fn all_borders(grid: Grid) -> Vec<Vec<Option<[usize; 2]>>> {
    let (rows, cols) = (grid.rows(), grid.cols());
    let upright = (0..rows).map(|row| {
        let pair = |col: usize| [row * cols + col - 1, row * cols + col];
        (0..=cols).map(|col| (1..cols).contains(&col).then(|| pair(col))).collect()
    });
    let level = (0..=rows).map(|row| {
        let pair = |col: usize| [(row - 1) * cols + col, row * cols + col];
        (0..cols).map(|col| (1..rows).contains(&row).then(|| pair(col))).collect()
    });
    upright.chain(level).collect()
}

/// Reads the number on each of the borders.
pub(super) fn marks<T>(rows: Vec<Vec<T>>, fields: &mut Fields<'_>) -> Result<Vec<(T, u32)>, Fault> {
    let mut found = Vec::new();
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
        for (border, mark) in row.into_iter().zip(marks) {
            found.push((border, number(mark)?));
        }
    }
    Ok(found)
}

/// Returns the number of a mark. Negative numbers, and letters after the number, are auxiliary marks.
fn number(mark: Span<'_>) -> Result<u32, Fault> {
    let number = mark.text.trim_end_matches(['u', 'd', 'l', 'r']);
    match number.parse::<i32>() {
        Ok(number) => Ok(u32::try_from(number).unwrap_or(0)),
        Err(_) if number.is_empty() => Ok(0),
        Err(_) => {
            Err(mark.wrong("among the lines of the solution: only numbers may follow the clues"))
        }
    }
}

/// Returns the regions between these borders.
pub(super) fn divided(grid: Grid, mut borders: Vec<[usize; 2]>) -> Regions {
    borders.sort_unstable();
    let is_border = |a: usize, b: usize| borders.binary_search(&[a.min(b), a.max(b)]).is_ok();
    Regions::divided(grid, is_border)
}
