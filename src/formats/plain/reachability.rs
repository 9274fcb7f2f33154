//! `reachability ROWS COLS`: `S` is a source, `o` must be reached, `x` must not be reached, `.` is any other
//! cell; a wall `?` may be present or absent.

use encycle_encodings::grid::Graph;
use encycle_encodings::kinds::reachability::{
    Reachability, ReachabilityClue, ReachabilityError, Wall,
};

use crate::formats::plain::Header;
use crate::formats::scan::text::{Fault, Span, Text};
use crate::formats::scan::walls::{self, Walled};
use crate::puzzle::Puzzle;

/// The symbol of an optional wall.
const FREE: &str = "?";

/// Reads the cells and walls of a grid.
pub(super) fn read<'a>(
    text: Text<'a>,
    header: Option<&Header<'a>>,
    lines: impl Iterator<Item = Span<'a>>,
) -> Result<Puzzle, Fault> {
    let header = Header::needed(header, "'reachability ROWS COLS'")?;
    let grid = header.grid()?;
    let Walled { cells, walls } = walls::read(text, grid, lines, &[FREE])?;
    let goal = |cell: &Span<'a>| match cell.text {
        "." => Ok(ReachabilityClue::Any),
        "S" | "s" => Ok(ReachabilityClue::Source),
        "o" | "O" => Ok(ReachabilityClue::Reached),
        "x" | "X" => Ok(ReachabilityClue::Unreached),
        _ => Err(cell.fault(format!(
            "{} is not a cell\n\
             help: write 'S' for a source, 'o' for a cell that must be reached, 'x' for one that \
             must not, '.' for any other",
            cell.shown()
        ))),
    };
    let goals: Result<Vec<ReachabilityClue>, Fault> = cells.iter().map(goal).collect();
    let links = Graph::of_cells(grid);
    let mut across = vec![Wall::Open; links.edge_count()];
    for link in links.edges() {
        if let Some(symbol) = links.border(link).and_then(|border| walls[border.index()]) {
            across[link.index()] = if symbol.text == FREE { Wall::Free } else { Wall::Shut };
        }
    }
    let puzzle = Reachability::new(grid, across, goals?).map_err(|error| {
        let offset = match error {
            ReachabilityError::NoSource(cell) => cells[grid.cell_index(cell)].offset,
            ReachabilityError::TooLarge(_) => header.line.offset,
        };
        Fault { offset, message: error.to_string() }
    })?;
    Ok(puzzle.into())
}

/// Writes the cells and walls of a grid.
pub(super) fn write(puzzle: &Reachability) -> String {
    let (grid, graph) = (puzzle.grid(), puzzle.graph());
    let mut symbols = vec![None; grid.edge_count()];
    for link in graph.edges() {
        let symbol = match puzzle.wall(link) {
            Wall::Open => None,
            Wall::Shut => Some('|'),
            Wall::Free => Some('?'),
        };
        if let Some(border) = graph.border(link) {
            symbols[border.index()] = symbol;
        }
    }
    let cell = |cell| match puzzle.goals()[grid.cell_index(cell)] {
        ReachabilityClue::Any => '.',
        ReachabilityClue::Source => 'S',
        ReachabilityClue::Reached => 'o',
        ReachabilityClue::Unreached => 'x',
    };
    let head = format!("reachability {} {}\n", grid.rows(), grid.cols());
    head + &walls::write(grid, cell, |edge| symbols[edge.index()])
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn walls_are_read_and_written() {
        let text = "reachability 3 3\nS .|.\n  -\n. .?o\n?   -\nx . .\n";
        let puzzle = read(text, None).unwrap().puzzle;
        assert_eq!(write(&puzzle, PuzzleFormat::Plain).unwrap(), text);
        // indented, and with crosses where walls meet
        let drawn = "reachability 3 3 # three\n  S .|.\n   +-\n  . .?o\n  ?   -\n  x . .\n";
        assert_eq!(read(drawn, None).unwrap().puzzle, puzzle);
        let dense = read("reachability 2 3\nS..\n - \n..o\n", None).unwrap().puzzle;
        assert_eq!(dense, read("reachability 2 3\nS . .\n  -\n. . o\n", None).unwrap().puzzle);
    }

    #[test]
    fn an_invalid_text_is_rejected_with_its_position() {
        assert_refused(&[
            ("reachability 2 2\nS .\n", 2, 4, "only 1 of the announced 2 rows"),
            ("reachability 2 2\nS .\n. .\n. .\n", 4, 1, "row 3"),
            ("reachability 2 2\nS . .\n. .\n", 2, 1, "row 1 has 5 characters"),
            ("reachability 2 2\nS/.\n. .\n", 2, 2, "'/' between two cells"),
            ("reachability 2 2\nS .\n -\n. .\n", 3, 2, "not below a cell"),
            ("reachability 2 2\n-\nS .\n. .\n", 2, 1, "above the first row"),
            ("reachability 2 2\nS .\n. .\n-\n", 4, 1, "below the last row"),
            ("reachability 2 2\nS .\n. 7\n", 3, 3, "'7' is not a cell"),
            ("reachability 2 2\n. .\n. o\n", 3, 3, "clue without a source"),
        ]);
    }
}
