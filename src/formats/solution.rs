//! Reading a solution of a loop puzzle: a grid of inside cells, or the JSON of `encycle solve`.

use std::path::Path;

use encycle_encodings::connectivity::Lines;
use encycle_encodings::grid::Grid;
use serde_json::Value;

use super::ParseError;
use super::load::{LoadError, text_of};
use super::text::{Fault, Text};

/// Reads the lines of a solution of the given size from a file.
///
/// Either a row of characters for each row of cells, `x` (or `1`) inside the loop and `.`
/// (or `-`, `0`) outside; `#` starts a comment. Or the JSON of `encycle solve --json`, of which
/// `edges` is read.
///
/// # Errors
/// A file that cannot be read, and what is wrong in it, with line and column.
pub fn load_solution(path: &Path, grid: Grid) -> Result<Lines, LoadError> {
    let name = path.display().to_string();
    let text = text_of(path)?;
    let lines = if text.trim_start().starts_with('{') {
        from_json(&text, grid)
    } else {
        from_cells(&text, grid)
    };
    let located = |Fault { offset, message }| ParseError::at(&text, offset, message);
    Ok(lines.map_err(|fault| located(fault).in_origin(name))?)
}

fn from_cells(text: &str, grid: Grid) -> Result<Lines, Fault> {
    let mut inside = Vec::with_capacity(grid.cell_count());
    let mut rows = 0;
    for line in Text(text).lines() {
        let line = line.trim();
        if line.text.is_empty() || line.text.starts_with('#') {
            continue;
        }
        rows += 1;
        let before = inside.len();
        for cell in line.chars().filter(|cell| !cell.text.trim().is_empty()) {
            inside.push(match cell.text {
                "x" | "X" | "1" => true,
                "." | "-" | "0" => false,
                _ => {
                    let message =
                        format!("{} is no cell: write `x` inside and `.` outside", cell.shown());
                    return Err(cell.fault(message));
                }
            });
        }
        let cells = inside.len() - before;
        if rows > grid.rows() || cells != grid.cols() {
            let message = format!(
                "row {rows} has {cells} cells: the puzzle has {} rows of {}",
                grid.rows(),
                grid.cols()
            );
            return Err(line.fault(message));
        }
    }
    if rows < grid.rows() {
        let message = format!("{rows} rows: the puzzle has {}", grid.rows());
        return Err(Text(text).fault_at_end(message));
    }
    Ok(Lines::around(grid, &inside))
}

fn from_json(text: &str, grid: Grid) -> Result<Lines, Fault> {
    let first_line = text.trim_start().lines().next().unwrap_or_default();
    let value: Value = serde_json::from_str(first_line).map_err(|error| Fault {
        offset: 0,
        message: format!("not the JSON of `encycle solve --json`: {error}"),
    })?;
    let fault = |message: String| Fault { offset: 0, message };
    let edges = value["edges"].as_array().ok_or_else(|| {
        fault("the JSON has no `edges`: only a puzzle that was solved has a solution".to_owned())
    })?;
    let names: std::collections::HashMap<String, _> =
        grid.edges().map(|edge| (grid.edge_name(edge).to_string(), edge)).collect();
    let mut lines = Lines::none(grid);
    for name in edges {
        let edge = name.as_str().and_then(|name| names.get(name)).ok_or_else(|| {
            let size = format!("{} x {}", grid.rows(), grid.cols());
            fault(format!("{name} is no edge of a {size} grid: names are `h_R_C` and `v_R_C`"))
        })?;
        lines.set(*edge, true);
    }
    Ok(lines)
}
