//! A part of a puzzle with the variables of a clause or row marked on it.

use encycle_encodings::grid::{Cell, Edge, Grid, Vertex};
use encycle_encodings::logic::Place;
use encycle_encodings::puzzle::GridSketch;

/// What is marked.
#[derive(Clone, Copy, Debug)]
pub struct ClauseMarks<'a> {
    /// The puzzle.
    pub sketch: &'a GridSketch,
    /// Variables by name, and whether they stand there as they are or negated.
    pub literals: &'a [(String, bool)],
    /// The place that the rule talks about.
    pub place: Place,
}

/// How far around the marks the picture goes, in cells.
const MARGIN: usize = 1;

/// The most rows or columns of a picture.
const LARGEST: usize = 40;

/// Draws the part of the puzzle around the marks: a marked edge or link as a line, a negated one as
/// `x`, its direction (`d_h_1_1`) as an arrow; a marked cell with `+`, a negated one with `-`, and a
/// value of it behind the sign; other variables of a cell (`r_`, `p_`, ...) as `*` in it, those of a
/// vertex (`l_`) as `●`; the cells of the place in brackets, its vertex as `◆`, its edge doubled.
/// Auxiliary variables have no place. Gives the picture and the first row and column that it shows, from 1;
/// `None` if the marks spread over too large a part.
#[must_use]
pub fn marks(marks: ClauseMarks<'_>) -> Option<(String, (usize, usize))> {
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
    sketch: &'a GridSketch,
    place: Place,
    edges: Vec<(Edge, bool)>,
    /// Links, by the edges that they cross.
    links: Vec<(Edge, bool)>,
    values: Vec<(Cell, usize, bool)>,
    cells: Vec<(Cell, bool)>,
    directions: Vec<(Edge, bool)>,
    vertices: Vec<Vertex>,
    others: Vec<Cell>,
}

impl<'a> Canvas<'a> {
    fn new(marks: ClauseMarks<'a>) -> Self {
        let mut canvas = Self {
            grid: marks.sketch.grid,
            sketch: marks.sketch,
            place: marks.place,
            edges: Vec::new(),
            links: Vec::new(),
            values: Vec::new(),
            cells: Vec::new(),
            directions: Vec::new(),
            vertices: Vec::new(),
            others: Vec::new(),
        };
        for (name, positive) in marks.literals {
            canvas.mark_variable(name, *positive);
        }
        canvas
    }

    /// Marks a variable where its name says.
    fn mark_variable(&mut self, name: &str, positive: bool) {
        let mut words: Vec<&str> = name.split('_').collect();
        let is_direction = words.first() == Some(&"d");
        // a direction of an edge or link, by different letters
        let of_link = words.len() > 1 && ["right", "down"].contains(&words[1]);
        if is_direction || of_link {
            words.remove(0);
        }
        let Some((&letters, numbers)) = words.split_first() else { return };
        let number = |word: &&str| word.parse::<usize>().ok()?.checked_sub(1);
        let numbers: Vec<usize> = numbers.iter().map_while(number).collect();
        let grid = self.grid;
        let cell = |row: usize, col: usize| {
            (row < grid.rows() && col < grid.cols()).then_some(Cell { row, col })
        };
        let edge = match (letters, &numbers[..]) {
            ("h", &[row, col]) if row <= grid.rows() && col < grid.cols() => {
                Some(grid.horizontal(row, col))
            }
            ("v", &[row, col]) if row < grid.rows() && col <= grid.cols() => {
                Some(grid.vertical(row, col))
            }
            _ => None,
        };
        let link = match (letters, &numbers[..]) {
            ("right", &[row, col]) if row < grid.rows() && col + 1 < grid.cols() => {
                Some(grid.vertical(row, col + 1))
            }
            ("down", &[row, col]) if row + 1 < grid.rows() && col < grid.cols() => {
                Some(grid.horizontal(row + 1, col))
            }
            _ => None,
        };
        match (letters, &numbers[..]) {
            ("right" | "down", _) => self.links.extend(link.map(|link| (link, positive))),
            ("x", &[row, col, value]) => {
                self.values.extend(cell(row, col).map(|cell| (cell, value + 1, positive)));
            }
            ("h" | "v", _) if is_direction => {
                self.directions.extend(edge.map(|edge| (edge, positive)));
            }
            ("h" | "v", _) => self.edges.extend(edge.map(|edge| (edge, positive))),
            ("in", &[row, col]) => self.cells.extend(cell(row, col).map(|cell| (cell, positive))),
            ("l", &[row, col, _])
                if self.sketch.dotted && row <= grid.rows() && col <= grid.cols() =>
            {
                self.vertices.push(Vertex { row, col });
            }
            ("p", &[row, col, ..]) if !self.sketch.dotted => self.others.extend(cell(row, col)),
            (
                "r" | "p" | "o" | "reach" | "step" | "joined" | "both" | "way",
                &[row, col, to_row, to_col, ..],
            ) => {
                self.others.extend([cell(row, col), cell(to_row, to_col)].into_iter().flatten());
            }
            (_, &[row, col, ..]) => self.others.extend(cell(row, col)),
            _ => {}
        }
    }

    /// The rows and columns of cells to show.
    fn window(&self) -> Option<(std::ops::Range<usize>, std::ops::Range<usize>)> {
        let mut seen: Vec<Cell> = self.cells.iter().map(|&(cell, _)| cell).collect();
        let last = |cell: Cell| Cell {
            row: cell.row.min(self.grid.rows() - 1),
            col: cell.col.min(self.grid.cols() - 1),
        };
        seen.extend(self.values.iter().map(|&(cell, ..)| cell));
        let edges = self.edges.iter().chain(&self.directions).chain(&self.links);
        seen.extend(edges.flat_map(|&(edge, _)| self.grid.edge_cells(edge)).flatten());
        seen.extend(self.vertices.iter().map(|&Vertex { row, col }| last(Cell { row, col })));
        seen.extend(&self.others);
        match self.place {
            Place::Row(row) => {
                seen.extend((0..self.grid.cols()).map(|col| last(Cell { row, col })));
            }
            Place::Column(col) => {
                seen.extend((0..self.grid.rows()).map(|row| last(Cell { row, col })));
            }
            // its cells are those of the literals
            Place::Whole | Place::Block(_) => {}
            Place::Face(_) | Place::Node(_) | Place::Nodes(..) => {}
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

    fn link(&self, edge: Edge) -> Option<bool> {
        self.links.iter().find(|(marked, _)| *marked == edge).map(|&(_, positive)| positive)
    }

    fn direction(&self, edge: Edge) -> Option<bool> {
        self.directions.iter().find(|(marked, _)| *marked == edge).map(|&(_, forward)| forward)
    }

    fn is_place(&self, edge: Edge) -> bool {
        let (row, col, horizontal) = self.grid.edge_place(edge);
        self.place == Place::Edge { row, col, horizontal }
    }

    fn vertex(&self, vertex: Vertex) -> char {
        let Vertex { row, col } = vertex;
        if self.place == (Place::Vertex { row, col }) {
            '◆'
        } else if self.vertices.contains(&vertex) {
            '●'
        } else {
            '·'
        }
    }

    fn horizontal(&self, row: usize, col: usize) -> &'static str {
        let edge = self.grid.horizontal(row, col);
        match self.link(edge) {
            Some(true) => return " │  ",
            Some(false) => return " x  ",
            None => {}
        }
        match (self.direction(edge), self.mark(edge), self.is_place(edge)) {
            (Some(true), ..) => "──► ",
            (Some(false), ..) => " ◄──",
            (None, Some(true), false) => "────",
            (None, Some(true), true) => "════",
            (None, Some(false), _) => " xx ",
            (None, None, true) => " -- ",
            (None, None, false) => "    ",
        }
    }

    fn vertical(&self, row: usize, col: usize) -> char {
        let edge = self.grid.vertical(row, col);
        match self.link(edge) {
            Some(true) => return '─',
            Some(false) => return 'x',
            None => {}
        }
        match (self.direction(edge), self.mark(edge), self.is_place(edge)) {
            (Some(true), ..) => '▼',
            (Some(false), ..) => '▲',
            (None, Some(true), false) => '│',
            (None, Some(true), true) => '║',
            (None, Some(false), _) => 'x',
            (None, None, true) => '¦',
            (None, None, false) => ' ',
        }
    }

    fn cell(&self, cell: Cell) -> String {
        let sign = |positive: bool| if positive { '+' } else { '-' };
        let mut values = self.values.iter().filter(|(marked, ..)| *marked == cell);
        let text = match (values.next(), values.next()) {
            (Some(&(_, value, positive)), None) => format!("{}{value}", sign(positive)),
            (Some(_), Some(_)) => format!("{}*", self.text(cell)),
            _ => {
                let marked = self.cells.iter().find(|(marked, _)| *marked == cell);
                let sign = match marked {
                    Some(&(_, positive)) => sign(positive),
                    None if self.others.contains(&cell) => '*',
                    None => ' ',
                };
                format!("{}{sign}", self.text(cell))
            }
        };
        let at = (cell.row, cell.col);
        let is_place = match self.place {
            Place::Cell { row, col } => at == (row, col),
            Place::Cells { from, to } => at == from || at == to,
            Place::Row(row) => row == cell.row,
            Place::Column(col) => col == cell.col,
            _ => false,
        };
        if is_place { format!("[{text}]") } else { format!(" {text} ") }
    }

    /// The last character of a cell's text: what a mark leaves room for.
    fn text(&self, cell: Cell) -> char {
        let text = self.sketch.texts[self.grid.cell_index(cell)].as_ref();
        text.and_then(|text| text.text.chars().last()).unwrap_or(' ')
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encycle_encodings::kinds::slitherlink::Slitherlink;
    use encycle_encodings::puzzle::{Instance, Sketch};

    fn sketch(puzzle: &Slitherlink) -> GridSketch {
        match puzzle.sketch(None) {
            Sketch::Grid(sketch) => sketch,
            Sketch::Graph(_) => unreachable!("a grid"),
        }
    }

    #[test]
    fn a_vertex_and_its_edges_are_marked() {
        let puzzle = Slitherlink::from_rows(&["3..", ".2.", "..."]).expect("a puzzle");
        let literals = [("v_1_2".to_owned(), true), ("h_2_1".to_owned(), false)];
        let place = Place::Vertex { row: 1, col: 1 };
        let (picture, corner) =
            marks(ClauseMarks { sketch: &sketch(&puzzle), literals: &literals, place })
                .expect("a small part");
        let expected = "\
·    ·    ·    ·
  3  │
· xx ◆    ·    ·
       2
·    ·    ·    ·

·    ·    ·    ·
";
        assert_eq!((picture.as_str(), corner), (expected, (1, 1)));
    }

    #[test]
    fn variables_of_parts_are_marked() {
        let puzzle = Slitherlink::from_rows(&["3.", "..", ".1"]).expect("a puzzle");
        let literals = ["d_h_1_1", "d_v_1_2", "l_2_2_1", "in_3_1", "r_3_2_1_2_7", "t_99"]
            .map(|name| (name.to_owned(), name != "d_v_1_2"));
        let place = Place::Cells { from: (2, 1), to: (0, 1) };
        let (picture, _) =
            marks(ClauseMarks { sketch: &sketch(&puzzle), literals: &literals, place })
                .expect("a small part");
        let expected = "\
·──► ·    ·
  3  ▲[ *]
·    ●    ·

·    ·    ·
   +  [1*]
·    ·    ·
";
        assert_eq!(picture, expected);
    }

    #[test]
    fn a_part_that_is_too_large_is_not_drawn() {
        let grid = Grid::new(100, 2).expect("a grid");
        let puzzle = Slitherlink::new(grid, vec![None; 200]).expect("a puzzle");
        let literals = [("in_1_1".to_owned(), true), ("in_100_1".to_owned(), true)];
        let place = Place::Whole;
        assert_eq!(
            marks(ClauseMarks { sketch: &sketch(&puzzle), literals: &literals, place }),
            None
        );
    }
}
