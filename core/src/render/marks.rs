//! Text pictures of a part of a puzzle in which the variables of a clause or row are marked.

use encycle_encodings::grid::{Cell, Edge, Grid, Vertex};
use encycle_encodings::logic::Place;
use encycle_encodings::puzzle::GridSketch;

use crate::render::places::VariablePlace;

/// The clause or row to mark on a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct ClauseMarks<'a> {
    /// The sketch of the puzzle.
    pub sketch: &'a GridSketch,
    /// The literals: names of variables, each with `true` for a positive and `false` for a negated literal.
    pub literals: &'a [(String, bool)],
    /// The place that the rule is about.
    pub place: Place,
}

/// The width of the margin around the marks, in cells.
const MARGIN: usize = 1;

/// The maximum number of rows and of columns of a picture.
const LARGEST: usize = 40;

/// Draws the part of a puzzle around the marks.
///
/// - A positive literal of an edge or link is a line, and a negated literal is `x`. The direction of an edge
///   (`d_h_1_1`) is an arrow to the right or down, and its negation an arrow to the left or up.
/// - A positive literal of a cell is `+`, and a negated literal is `-`. If the literal is about a value of the cell,
///   the value follows the sign.
/// - Other variables of a cell (`r_`, `p_`, ...) are `*` in the cell; other variables of a vertex (`l_`) are `●`.
/// - The place of the rule is marked, too: its cells are in brackets, its vertex is `◆`, and its edge is doubled.
///
/// Auxiliary variables are not drawn, and [`unmarked`] returns all literals whose sign is not visible. Returns the picture
/// with its first row and column, from 1; `None` if the picture would have more than 40 rows or columns of cells.
#[must_use]
pub fn marks(marks: ClauseMarks<'_>) -> Option<(String, (usize, usize))> {
    let canvas = MarkCanvas::new(marks);
    let (rows, cols) = canvas.window()?;
    let mut text = String::new();
    for row in rows.start..=rows.end {
        let mut line = String::new();
        for col in cols.start..=cols.end {
            line.push(canvas.vertex(Vertex { row, col }));
            if col < cols.end {
                line.push_str(&canvas.horizontal(row, col));
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

/// Returns the literals whose sign [`marks`] does not show: of auxiliary variables, of variables that are only `*` or `●`, and
/// of variables that share their place with another literal, such as an edge whose direction is drawn.
#[must_use]
pub fn unmarked(marks: ClauseMarks<'_>) -> Vec<&(String, bool)> {
    let canvas = MarkCanvas::new(marks);
    let is_hidden = |(name, _): &&(String, bool)| {
        VariablePlace::of(name, marks.sketch).is_none_or(|place| !canvas.has_sign(&place))
    };
    marks.literals.iter().filter(is_hidden).collect()
}

/// Appends a line without its trailing blanks.
fn end_line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

/// The marks on a grid.
struct MarkCanvas<'a> {
    grid: Grid,
    sketch: &'a GridSketch,
    place: Place,
    /// The place of each variable, with the sign of its literal.
    literals: Vec<(VariablePlace, bool)>,
}

impl<'a> MarkCanvas<'a> {
    /// Marks all literals.
    fn new(marks: ClauseMarks<'a>) -> Self {
        let place = |(name, positive): &(String, bool)| {
            Some((VariablePlace::of(name, marks.sketch)?, *positive))
        };
        Self {
            grid: marks.sketch.grid,
            sketch: marks.sketch,
            place: marks.place,
            literals: marks.literals.iter().filter_map(place).collect(),
        }
    }

    /// Returns the rows and columns of cells to show; `None` if there are too many.
    fn window(&self) -> Option<(std::ops::Range<usize>, std::ops::Range<usize>)> {
        let mut seen: Vec<Cell> = Vec::new();
        let last = |cell: Cell| Cell {
            row: cell.row.min(self.grid.rows() - 1),
            col: cell.col.min(self.grid.cols() - 1),
        };
        for (place, _) in &self.literals {
            match place {
                VariablePlace::Edge(edge)
                | VariablePlace::Link(edge)
                | VariablePlace::Direction(edge) => {
                    seen.extend(self.grid.edge_cells(*edge).into_iter().flatten());
                }
                VariablePlace::Value(cell, _) | VariablePlace::Inside(cell) => seen.push(*cell),
                &VariablePlace::Vertex(Vertex { row, col }) => seen.push(last(Cell { row, col })),
                VariablePlace::Cells(cells) => seen.extend(cells),
            }
        }
        match self.place {
            Place::Row(row) => {
                seen.extend((0..self.grid.cols()).map(|col| last(Cell { row, col })));
            }
            Place::Column(col) => {
                seen.extend((0..self.grid.rows()).map(|row| last(Cell { row, col })));
            }
            // the cells of the literals suffice
            Place::Whole | Place::Block(_) => {}
            Place::Face(_) | Place::Node(_) | Place::Nodes(..) | Place::Constraint(_) => {}
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

    /// Returns the sign of the literal at a place.
    fn sign(&self, place: &VariablePlace) -> Option<bool> {
        self.literals.iter().find(|(marked, _)| marked == place).map(|&(_, positive)| positive)
    }

    /// Returns whether the picture shows the sign of the literal at a place.
    fn has_sign(&self, place: &VariablePlace) -> bool {
        let values_in = |cell: Cell| {
            let is_there = |marked: &VariablePlace| matches!(marked, VariablePlace::Value(at, _) if *at == cell);
            self.literals.iter().filter(|(marked, _)| is_there(marked)).count()
        };
        let is_absent = |other| self.sign(&other).is_none();
        let is_free = match *place {
            VariablePlace::Link(_) => true,
            VariablePlace::Direction(edge) => is_absent(VariablePlace::Link(edge)),
            VariablePlace::Edge(edge) => {
                is_absent(VariablePlace::Link(edge)) && is_absent(VariablePlace::Direction(edge))
            }
            VariablePlace::Value(cell, _) => values_in(cell) == 1,
            VariablePlace::Inside(cell) => values_in(cell) == 0,
            VariablePlace::Vertex(_) | VariablePlace::Cells(_) => false,
        };
        // variables with other names may have the same place
        is_free && self.literals.iter().filter(|(marked, _)| marked == place).count() == 1
    }

    /// Returns the signs of the direction and of the variable of an edge, and whether the rule is about the edge.
    fn edge(&self, edge: Edge) -> (Option<bool>, Option<bool>, bool) {
        let [direction, mark] =
            [VariablePlace::Direction(edge), VariablePlace::Edge(edge)].map(|one| self.sign(&one));
        (direction, mark, self.is_place(edge))
    }

    /// Returns whether the rule is about an edge.
    fn is_place(&self, edge: Edge) -> bool {
        let (row, col, horizontal) = self.grid.edge_place(edge);
        self.place == Place::Edge { row, col, horizontal }
    }

    /// Returns the character of a vertex.
    fn vertex(&self, vertex: Vertex) -> char {
        let Vertex { row, col } = vertex;
        if self.place == (Place::Vertex { row, col }) {
            '◆'
        } else if self.sign(&VariablePlace::Vertex(vertex)).is_some() {
            '●'
        } else {
            '·'
        }
    }

    /// Returns the number of characters of the longest clue, or of the longest value of a literal.
    fn text_width(&self) -> usize {
        let texts = self.sketch.texts.iter().flatten().map(|label| label.text.chars().count());
        let values = self.literals.iter().filter_map(|(place, _)| match place {
            VariablePlace::Value(_, value) => Some(value.to_string().len()),
            _ => None,
        });
        texts.chain(values).max().unwrap_or(1).max(1)
    }

    /// Returns the characters of a horizontal edge: four, and more for long texts in cells.
    fn horizontal(&self, row: usize, col: usize) -> String {
        let edge = self.grid.horizontal(row, col);
        let (text, fill) = match (self.sign(&VariablePlace::Link(edge)), self.edge(edge)) {
            (Some(true), _) => (" │  ", ' '),
            (Some(false), _) => (" x  ", ' '),
            (None, (Some(true), ..)) => ("──► ", ' '),
            (None, (Some(false), ..)) => (" ◄──", '─'),
            (None, (None, Some(true), false)) => ("────", '─'),
            (None, (None, Some(true), true)) => ("════", '═'),
            (None, (None, Some(false), _)) => (" xx ", ' '),
            (None, (None, None, true)) => (" -- ", ' '),
            (None, (None, None, false)) => ("    ", ' '),
        };
        text.chars().chain(std::iter::repeat_n(fill, self.text_width() - 1)).collect()
    }

    /// Returns the character of a vertical edge.
    fn vertical(&self, row: usize, col: usize) -> char {
        let edge = self.grid.vertical(row, col);
        match self.sign(&VariablePlace::Link(edge)) {
            Some(true) => return '─',
            Some(false) => return 'x',
            None => {}
        }
        match self.edge(edge) {
            (Some(true), ..) => '▼',
            (Some(false), ..) => '▲',
            (None, Some(true), false) => '│',
            (None, Some(true), true) => '║',
            (None, Some(false), _) => 'x',
            (None, None, true) => '¦',
            (None, None, false) => ' ',
        }
    }

    /// Returns the characters of a cell: four, and more for long texts.
    fn cell(&self, cell: Cell) -> String {
        let sign = |positive: bool| if positive { '+' } else { '-' };
        let mut values = self.literals.iter().filter_map(|(place, positive)| match place {
            VariablePlace::Value(marked, value) if *marked == cell => Some((value, *positive)),
            _ => None,
        });
        let text = match (values.next(), values.next()) {
            (Some((value, positive)), None) => format!("{}{value}", sign(positive)),
            (Some(_), Some(_)) => format!("{}*", self.text(cell)),
            _ => {
                let is_other = |(place, _): &(VariablePlace, bool)| matches!(place, VariablePlace::Cells(cells) if cells.contains(&cell));
                let sign = match self.sign(&VariablePlace::Inside(cell)) {
                    Some(positive) => sign(positive),
                    None if self.literals.iter().any(is_other) => '*',
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
        let text = format!("{text:<width$}", width = self.text_width() + 1);
        if is_place { format!("[{text}]") } else { format!(" {text} ") }
    }

    /// Returns a cell's text, padded to the width of the longest.
    fn text(&self, cell: Cell) -> String {
        let text = self.sketch.texts[self.grid.cell_index(cell)].as_ref();
        let text = text.map_or("", |text| &*text.text);
        format!("{text:<width$}", width = self.text_width())
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
    fn a_clue_of_two_digits_was_cut_to_one() {
        let texts = [Some("16"), None, Some("5"), Some("12")];
        let mut sketch = GridSketch::new("big".to_owned(), Grid::new(2, 2).expect("a grid"));
        let label = |text: &str| encycle_encodings::puzzle::Label {
            text: text.to_owned(),
            ink: encycle_encodings::puzzle::Ink::Clue,
        };
        sketch.texts = texts.map(|text| text.map(label)).to_vec();
        let literals = [("x_1_2_11".to_owned(), false)];
        let place = Place::Cell { row: 0, col: 1 };
        let marks = ClauseMarks { sketch: &sketch, literals: &literals, place };
        let (picture, _) = super::marks(marks).expect("a small part");
        let expected = "\
·     ·     ·
  16   [-11]
·     ·     ·
  5     12
·     ·     ·
";
        assert_eq!(picture, expected);
    }

    #[test]
    fn directions_cells_and_other_variables_are_marked() {
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

    /// Edges with a direction, and labels of vertices, were in the clause but not in the picture.
    #[test]
    fn literals_without_a_sign_in_the_picture_are_named() {
        let puzzle = Slitherlink::from_rows(&["3.2", ".1."]).expect("a puzzle");
        let sketch = sketch(&puzzle);
        let place = Place::Vertex { row: 0, col: 0 };
        type Case = (&'static [(&'static str, bool)], &'static [&'static str]);
        let cases: [Case; 6] = [
            (&[("h_1_1", false), ("d_h_1_1", true)], &["h_1_1"]),
            (&[("d_h_1_1", false), ("h_1_1", true)], &["h_1_1"]),
            (&[("h_1_1", false), ("l_1_1_2", false)], &["l_1_1_2"]),
            (&[("h_1_1", false), ("d_v_1_1", true), ("in_1_1", true)], &[]),
            (&[("x_1_1_1", true), ("x_1_1_2", false), ("x_1_2_1", true)], &["x_1_1_1", "x_1_1_2"]),
            (&[("t_9", true), ("r_1_1_1_2_1", true), ("v_1_2", false)], &["t_9", "r_1_1_1_2_1"]),
        ];
        for (clause, expected) in cases {
            let literals: Vec<(String, bool)> =
                clause.iter().map(|&(name, sign)| (name.to_owned(), sign)).collect();
            let marks = ClauseMarks { sketch: &sketch, literals: &literals, place };
            let names: Vec<&str> =
                unmarked(marks).into_iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(names, expected, "{clause:?}");
        }
    }

    #[test]
    fn marks_too_far_apart_are_not_drawn() {
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
