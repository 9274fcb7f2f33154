//! A part of a puzzle with the variables of a clause or row marked on it.

use encycle_encodings::grid::{Cell, Edge, Grid, Vertex};
use encycle_encodings::logic::Place;
use encycle_encodings::puzzles::slitherlink::Slitherlink;

/// What is marked.
#[derive(Clone, Copy, Debug)]
pub struct Marks<'a> {
    /// The puzzle.
    pub puzzle: &'a Slitherlink,
    /// Variables by name, and whether they stand there as they are or negated. Names that are
    /// neither an edge (`h_1_1`, `v_1_1`) nor a cell (`in_1_1`) are passed over.
    pub literals: &'a [(String, bool)],
    /// The place that the rule talks about.
    pub place: Place,
}

/// How far around the marks the picture goes, in cells.
const MARGIN: usize = 1;

/// The most rows or columns of a picture.
const LARGEST: usize = 40;

/// Draws the part of the puzzle around the marks: a marked edge as a line, a negated one as `x`; a
/// marked cell with `+`, a negated one with `-`; the cells of the place in brackets, its vertex as
/// `◆`, its edge doubled. Gives the picture and the first row and column that it shows, from 1;
/// `None` if the marks spread over too large a part.
#[must_use]
pub fn marks(marks: Marks<'_>) -> Option<(String, (usize, usize))> {
    let canvas = Canvas::new(marks);
    let (rows, cols) = canvas.window()?;
    let mut text = String::new();
    for row in rows.start..=rows.end {
        let mut line = String::new();
        for col in cols.start..=cols.end {
            line.push(canvas.vertex(Vertex { row, col }));
            if col < cols.end {
                line.push_str(canvas.horizontal(row, col));
            }
        }
        end_line(&mut text, &line);
        if row == rows.end {
            break;
        }
        let mut line = String::new();
        for col in cols.start..=cols.end {
            line.push(canvas.vertical(row, col));
            if col < cols.end {
                line.push_str(&canvas.cell(Cell { row, col }));
            }
        }
        end_line(&mut text, &line);
    }
    Some((text, (rows.start + 1, cols.start + 1)))
}

fn end_line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

struct Canvas<'a> {
    grid: Grid,
    puzzle: &'a Slitherlink,
    place: Place,
    edges: Vec<(Edge, bool)>,
    cells: Vec<(Cell, bool)>,
}

impl<'a> Canvas<'a> {
    fn new(marks: Marks<'a>) -> Self {
        let grid = marks.puzzle.grid();
        let (mut edges, mut cells) = (Vec::new(), Vec::new());
        for (name, positive) in marks.literals {
            match parse(name) {
                Some(("h", row, col)) if row <= grid.rows() && col < grid.cols() => {
                    edges.push((grid.horizontal(row, col), *positive));
                }
                Some(("v", row, col)) if row < grid.rows() && col <= grid.cols() => {
                    edges.push((grid.vertical(row, col), *positive));
                }
                Some(("in", row, col)) if row < grid.rows() && col < grid.cols() => {
                    cells.push((Cell { row, col }, *positive));
                }
                _ => {}
            }
        }
        Self { grid, puzzle: marks.puzzle, place: marks.place, edges, cells }
    }

    /// The rows and columns of cells to show.
    fn window(&self) -> Option<(std::ops::Range<usize>, std::ops::Range<usize>)> {
        let mut seen: Vec<Cell> = self.cells.iter().map(|&(cell, _)| cell).collect();
        let last = |cell: Cell| Cell {
            row: cell.row.min(self.grid.rows() - 1),
            col: cell.col.min(self.grid.cols() - 1),
        };
        let sides = self.edges.iter().flat_map(|&(edge, _)| self.grid.edge_cells(edge));
        seen.extend(sides.flatten());
        match self.place {
            Place::Whole => {}
            Place::Cell { row, col }
            | Place::Vertex { row, col }
            | Place::Edge { row, col, .. } => seen.push(last(Cell { row, col })),
            Place::Cells { from, to } => {
                seen.extend([from, to].map(|(row, col)| Cell { row, col }));
            }
        }
        let range = |of: fn(&Cell) -> usize, end: usize| {
            let first = seen.iter().map(of).min().unwrap_or(0).saturating_sub(MARGIN);
            let last = seen.iter().map(of).max().unwrap_or(0);
            first..(last + 1 + MARGIN).min(end)
        };
        let rows = range(|cell| cell.row, self.grid.rows());
        let cols = range(|cell| cell.col, self.grid.cols());
        (rows.len() <= LARGEST && cols.len() <= LARGEST).then_some((rows, cols))
    }

    fn mark(&self, edge: Edge) -> Option<bool> {
        self.edges.iter().find(|(marked, _)| *marked == edge).map(|&(_, positive)| positive)
    }

    fn is_place(&self, edge: Edge) -> bool {
        let (row, col, horizontal) = self.grid.edge_place(edge);
        self.place == Place::Edge { row, col, horizontal }
    }

    fn vertex(&self, vertex: Vertex) -> char {
        let Vertex { row, col } = vertex;
        if self.place == (Place::Vertex { row, col }) { '◆' } else { '·' }
    }

    fn horizontal(&self, row: usize, col: usize) -> &'static str {
        let edge = self.grid.horizontal(row, col);
        match (self.mark(edge), self.is_place(edge)) {
            (Some(true), false) => "───",
            (Some(true), true) => "═══",
            (Some(false), _) => " x ",
            (None, true) => "- -",
            (None, false) => "   ",
        }
    }

    fn vertical(&self, row: usize, col: usize) -> char {
        let edge = self.grid.vertical(row, col);
        match (self.mark(edge), self.is_place(edge)) {
            (Some(true), false) => '│',
            (Some(true), true) => '║',
            (Some(false), _) => 'x',
            (None, true) => '¦',
            (None, false) => ' ',
        }
    }

    fn cell(&self, cell: Cell) -> String {
        let clue = self.puzzle.clue(cell).map_or(' ', |clue| char::from(b'0' + clue));
        let sign = self.cells.iter().find(|(marked, _)| *marked == cell);
        let sign = sign.map(|&(_, positive)| if positive { '+' } else { '-' });
        let at = (cell.row, cell.col);
        let is_place = match self.place {
            Place::Cell { row, col } => at == (row, col),
            Place::Cells { from, to } => at == from || at == to,
            Place::Whole | Place::Vertex { .. } | Place::Edge { .. } => false,
        };
        match (is_place, sign) {
            (true, Some(sign)) if clue == ' ' => format!("[{sign}]"),
            (true, Some(sign)) => format!("[{clue}{sign}"),
            (true, None) => format!("[{clue}]"),
            (false, Some(sign)) => format!(" {clue}{sign}"),
            (false, None) => format!(" {clue} "),
        }
    }
}

/// The letter, row and column (from 0) of a variable's name.
fn parse(name: &str) -> Option<(&str, usize, usize)> {
    let mut words = name.split('_');
    let letter = words.next()?;
    let mut number = || words.next()?.parse::<usize>().ok()?.checked_sub(1);
    let (row, col) = (number()?, number()?);
    words.next().is_none().then_some((letter, row, col))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vertex_and_its_edges_are_marked() {
        let puzzle = Slitherlink::from_rows(&["3..", ".2.", "..."]).expect("a puzzle");
        let literals = [("v_1_2".to_owned(), true), ("h_2_1".to_owned(), false)];
        let place = Place::Vertex { row: 1, col: 1 };
        let (picture, corner) =
            marks(Marks { puzzle: &puzzle, literals: &literals, place }).expect("a small part");
        let expected = "\
·   ·   ·   ·
  3 │
· x ◆   ·   ·
      2
·   ·   ·   ·

·   ·   ·   ·
";
        assert_eq!((picture.as_str(), corner), (expected, (1, 1)));
    }

    #[test]
    fn a_part_that_is_too_large_is_not_drawn() {
        let grid = Grid::new(100, 2).expect("a grid");
        let puzzle = Slitherlink::new(grid, vec![None; 200]).expect("a puzzle");
        let literals = [("in_1_1".to_owned(), true), ("in_100_1".to_owned(), true)];
        let place = Place::Whole;
        assert_eq!(marks(Marks { puzzle: &puzzle, literals: &literals, place }), None);
    }
}
