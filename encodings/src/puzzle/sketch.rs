//! Sketches: the content of a picture, independent of its rendering as text or SVG.

use crate::grid::{Cell, Edge, Grid, Isometry};

/// The status of an element of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// A clue.
    Clue,
    /// Part of the solution.
    Solution,
    /// Undecided: the solution determines whether it is present.
    Undecided,
    /// A thin line that only guides the eye, such as the border of a box in a puzzle with rooms.
    Guide,
}

/// The sign of a black cell in the text of a [`Label`].
pub const BLACK: &str = "■";

/// The sign of a white circle in the text of a [`Label`].
pub const WHITE_CIRCLE: &str = "○";

/// The sign of a black circle in the text of a [`Label`].
pub const BLACK_CIRCLE: &str = "●";

/// The shape that a clue fills or outlines in its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClueShape {
    /// The whole cell is black; a `\\` in its text is a diagonal line.
    BlackCell,
    /// A circle with an outline only.
    WhiteCircle,
    /// A filled circle.
    BlackCircle,
}

/// A sign in a cell, for its value or as its clue: a text picture writes its character, the others draw its lines.
#[derive(Debug, PartialEq, Eq)]
pub struct CellSign {
    /// The words in kind files.
    pub words: &'static str,
    /// The character.
    pub text: &'static str,
    /// Lines between two points, each with its distances from the left and the upper side of the cell, in 32nds of a side.
    /// A line through more points is the outline of a black area, or of a frame if it visits a point twice.
    pub lines: &'static [&'static [[i8; 2]]],
    /// The center of a small white circle.
    pub circle: Option<[i8; 2]>,
}

impl CellSign {
    /// Returns all signs.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &SIGNS
    }

    /// Returns the sign with a character.
    #[must_use]
    pub fn of(text: &str) -> Option<&'static Self> {
        Self::all().iter().find(|sign| sign.text == text)
    }

    /// Returns the sign at the beginning of a text, and the rest of the text.
    #[must_use]
    pub fn before(text: &str) -> Option<(&'static Self, &str)> {
        Self::all().iter().find_map(|sign| Some((sign, text.strip_prefix(sign.text)?)))
    }

    /// Returns the sign that looks like its image under an isometry, if there is one.
    #[must_use]
    pub(crate) fn image(&self, isometry: Isometry) -> Option<&'static Self> {
        let moved = |&[x, y]: &[i8; 2]| {
            let x = if isometry.flips_cols { 32 - x } else { x };
            let y = if isometry.flips_rows { 32 - y } else { y };
            if isometry.transposes { [y, x] } else { [x, y] }
        };
        let lines = Self::sorted(self.lines, moved);
        let circle = self.circle.as_ref().map(moved);
        let is_image = |sign: &&Self| {
            sign.circle == circle && Self::sorted(sign.lines, |point| *point) == lines
        };
        Self::all().iter().find(is_image)
    }

    /// Returns the images of the points of each line, in a fixed order.
    fn sorted(lines: &[&[[i8; 2]]], moved: impl Fn(&[i8; 2]) -> [i8; 2]) -> Vec<Vec<[i8; 2]>> {
        let points = |line: &&[[i8; 2]]| {
            let mut points: Vec<[i8; 2]> = line.iter().map(&moved).collect();
            points.sort_unstable();
            // the outline of a frame visits two corners twice
            points.dedup();
            points
        };
        let mut lines: Vec<Vec<[i8; 2]>> = lines.iter().map(points).collect();
        lines.sort_unstable();
        lines
    }

    /// Describes a sign.
    const fn new(
        words: &'static str,
        text: &'static str,
        lines: &'static [&'static [[i8; 2]]],
    ) -> Self {
        Self { words, text, lines, circle: None }
    }

    /// Describes a small circle, which may be on a side or a corner of its cell.
    const fn circle(words: &'static str, text: &'static str, center: [i8; 2]) -> Self {
        Self { words, text, lines: &[], circle: Some(center) }
    }

    /// Returns whether an outline is that of a frame: it goes around the outside, and back around the inside.
    #[must_use]
    pub fn is_frame(outline: &[[i8; 2]]) -> bool {
        outline.iter().enumerate().any(|(place, point)| outline[..place].contains(point))
    }

    /// Returns whether the sign has a line or an area in the middle of its cell, where a value is.
    #[must_use]
    pub fn covers_middle(&self) -> bool {
        let is_on_side = |line: &[[i8; 2]], axis: usize| {
            [0, 32].iter().any(|side| line.iter().all(|point| point[axis] == *side))
        };
        let covers = |line: &&[[i8; 2]]| {
            !Self::is_frame(line) && !is_on_side(line, 0) && !is_on_side(line, 1)
        };
        self.lines.iter().any(covers)
    }

    /// Returns whether the sign leads to the cells on its left and right.
    #[must_use]
    pub fn is_across(&self) -> bool {
        self.words.ends_with("bridge across")
    }

    /// Returns whether the sign leads to the cells above and below it.
    #[must_use]
    pub fn is_along(&self) -> bool {
        self.words.ends_with("bridge along")
    }
}

/// Bridges reach a little into the next cells, so that they touch the circles of islands.
static SIGNS: [CellSign; 25] = [
    CellSign::new("rising slope", "╱", &[&[[0, 32], [32, 0]]]),
    CellSign::new("falling slope", "╲", &[&[[0, 0], [32, 32]]]),
    CellSign::new("bridge across", "─", &[&[[-5, 16], [37, 16]]]),
    CellSign::new("double bridge across", "═", &[&[[-5, 12], [37, 12]], &[[-5, 20], [37, 20]]]),
    CellSign::new("bridge along", "│", &[&[[16, -5], [16, 37]]]),
    CellSign::new("double bridge along", "║", &[&[[12, -5], [12, 37]], &[[20, -5], [20, 37]]]),
    CellSign::new("upper left triangle", "◤", &[&[[0, 0], [32, 0], [0, 32]]]),
    CellSign::new("upper right triangle", "◥", &[&[[0, 0], [32, 0], [32, 32]]]),
    CellSign::new("lower right triangle", "◢", &[&[[32, 0], [32, 32], [0, 32]]]),
    CellSign::new("lower left triangle", "◣", &[&[[0, 0], [0, 32], [32, 32]]]),
    CellSign::circle("circle on the right side", "◨", [32, 16]),
    CellSign::circle("circle on the lower side", "⬓", [16, 32]),
    CellSign::circle("circle on the lower right corner", "◪", [32, 32]),
    CellSign::new("cross", "╋", &[&[[16, 7], [16, 25]], &[[7, 16], [25, 16]]]),
    CellSign::new("dash across", "━", &[&[[6, 16], [26, 16]]]),
    CellSign::new("dash along", "┃", &[&[[16, 6], [16, 26]]]),
    CellSign::new("bar on the right side", "▕", &[&[[32, 3], [32, 29]]]),
    CellSign::new("bar on the lower side", "▁", &[&[[3, 32], [29, 32]]]),
    CellSign::new("bars on both sides", "▟", &[&[[32, 3], [32, 29]], &[[3, 32], [29, 32]]]),
    CellSign::new(
        "square",
        "□",
        // as wide as the outline of a circle, with sharp corners: around the outside, and back around the inside
        &[&[
            [5, 5],
            [27, 5],
            [27, 27],
            [5, 27],
            [5, 5],
            [7, 7],
            [7, 25],
            [25, 25],
            [25, 7],
            [7, 7],
        ]],
    ),
    CellSign::new("tree", "♣", &[&[[16, 4], [26, 23], [6, 23]], &[[16, 22], [16, 29]]]),
    CellSign::new(
        "upper ship end",
        "◠",
        &[&[[5, 29], [5, 14], [9, 7], [16, 4], [23, 7], [27, 14], [27, 29]]],
    ),
    CellSign::new(
        "lower ship end",
        "◡",
        &[&[[5, 3], [5, 18], [9, 25], [16, 28], [23, 25], [27, 18], [27, 3]]],
    ),
    CellSign::new(
        "left ship end",
        "◖",
        &[&[[29, 5], [14, 5], [7, 9], [4, 16], [7, 23], [14, 27], [29, 27]]],
    ),
    CellSign::new(
        "right ship end",
        "◗",
        &[&[[3, 5], [18, 5], [25, 9], [28, 16], [25, 23], [18, 27], [3, 27]]],
    ),
];

/// A short text with its status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// A few characters.
    pub text: String,
    /// Its status: clue or part of the solution.
    pub ink: Ink,
}

impl Label {
    /// Returns the shape that a drawn picture shows, and the text inside the shape. A text picture writes both as
    /// characters.
    ///
    /// ```
    /// use encycle_encodings::puzzle::{ClueShape, Ink, Label};
    ///
    /// let label = Label { text: "○3".to_owned(), ink: Ink::Clue };
    /// assert_eq!(label.shape_and_text(), (Some(ClueShape::WhiteCircle), "3"));
    /// ```
    #[must_use]
    pub fn shape_and_text(&self) -> (Option<ClueShape>, &str) {
        ClueShape::before(&self.text)
    }
}

impl ClueShape {
    /// Returns the shape at the beginning of a text, and the text inside it.
    #[must_use]
    pub fn before(text: &str) -> (Option<Self>, &str) {
        let shapes = [
            (BLACK, ClueShape::BlackCell),
            (WHITE_CIRCLE, ClueShape::WhiteCircle),
            (BLACK_CIRCLE, ClueShape::BlackCircle),
        ];
        if text.contains('\\') {
            return (Some(ClueShape::BlackCell), text);
        }
        let shaped = |(sign, shape)| Some((Some(shape), text.strip_prefix(sign)?));
        shapes.into_iter().find_map(shaped).unwrap_or((None, text))
    }
}

/// Returns what precedes a value in a clue that ends with it: `X` for the value 1 of `X1`, and `None` for the value 2 of `12`.
#[must_use]
pub fn mark_before<'a>(clue: &'a str, value: &str) -> Option<&'a str> {
    let mark = clue.strip_suffix(value)?;
    (!mark.ends_with(|c: char| c.is_ascii_digit())).then_some(mark)
}

/// The content of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sketch {
    /// A puzzle on cells.
    Grid(GridSketch),
    /// A puzzle on a general graph.
    Graph(GraphSketch),
}

/// A picture of cells.
///
/// Each edge of the grid can carry two lines: a border along the edge, and a link across it, which joins the centers of
/// the two cells on its sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridSketch {
    /// The title, such as `Slitherlink 5 x 5`.
    pub title: String,
    /// The grid of cells.
    pub grid: Grid,
    /// Whether vertices are drawn as dots, to be joined by lines.
    pub dotted: bool,
    /// Whether borders that are clues are walls, drawn with heavy lines. All sketches with links set this.
    pub walled: bool,
    /// Whether the kind has black circles, from which white circles differ by their fill in a dark picture, too.
    pub has_black_circles: bool,
    /// The text of each cell, row by row.
    pub texts: Vec<Option<Label>>,
    /// The border along each edge.
    pub borders: Vec<Option<Ink>>,
    /// The link across each edge.
    pub links: Vec<Option<Ink>>,
    /// The pair of each cell, from 0: the pair of the terminal in the cell, or at the end of the line through the cell.
    pub pairs: Vec<Option<u32>>,
    /// Whether each cell is shaded; `None` for a cell that is not shaded.
    pub shaded: Vec<Option<Ink>>,
    /// Whether each cell is inside the loop; `None` unless there is a closed loop around cells.
    pub inside: Vec<Option<bool>>,
    /// A small text in a corner of each cell, such as the sum of a room, which leaves the cell to a value.
    pub notes: Vec<Option<String>>,
    /// The number at each vertex, row by row; empty if the kind has no such clues.
    pub corners: Vec<Option<u32>>,
    /// The numbers of each line outside the grid: above it, below it, on its left and on its right; empty if the kind has no
    /// such clues.
    pub margins: [Vec<Vec<String>>; 4],
}

impl GridSketch {
    /// Returns whether the clue of a cell is a black cell.
    #[must_use]
    pub fn is_black(&self, cell: Cell) -> bool {
        let index = self.grid.cell_index(cell);
        let texts = [self.texts[index].as_ref().map(|clue| &clue.text), self.notes[index].as_ref()];
        let is_black = |text: &String| ClueShape::before(text).0 == Some(ClueShape::BlackCell);
        texts.into_iter().flatten().any(is_black)
    }

    /// Writes a value into a cell, over a clue, which becomes a note unless it is the value.
    pub fn write_value(&mut self, cell: usize, text: String) {
        let clue = self.texts[cell].take();
        let before = clue.as_ref().and_then(|label| mark_before(&label.text, &text));
        let ink = if before.is_some() { Ink::Clue } else { Ink::Solution };
        let mark = before.map(str::to_owned).or_else(|| clue.map(|label| label.text));
        if let Some(mark) = mark.filter(|mark| !mark.is_empty()) {
            self.notes[cell] = Some(mark);
        }
        self.texts[cell] = Some(Label { text, ink });
    }

    /// Creates a picture of empty cells.
    #[must_use]
    pub fn new(title: String, grid: Grid) -> Self {
        let (cells, edges) = (grid.cell_count(), grid.edge_count());
        Self {
            title,
            grid,
            dotted: false,
            walled: false,
            has_black_circles: false,
            texts: vec![None; cells],
            borders: vec![None; edges],
            links: vec![None; edges],
            pairs: vec![None; cells],
            shaded: vec![None; cells],
            inside: vec![None; cells],
            notes: vec![None; cells],
            corners: Vec::new(),
            margins: Default::default(),
        }
    }

    /// Returns the pair of the link across an edge: the pair of both cells, or `None` if their pairs differ.
    #[must_use]
    pub fn link_pair(&self, edge: Edge) -> Option<u32> {
        let [Some(a), Some(b)] = self.grid.edge_cells(edge) else { return None };
        let [a, b] = [a, b].map(|cell| self.pairs[self.grid.cell_index(cell)]);
        a.filter(|_| a == b)
    }

    /// Sets `inside` from the borders. Does nothing if the borders are not closed loops.
    pub fn mark_inside(&mut self) {
        let grid = self.grid;
        let borders = &self.borders;
        let drawn = |edge: &Edge| borders[edge.index()].is_some();
        let is_closed =
            |vertex| grid.vertex_edges(vertex).iter().filter(|edge| drawn(edge)).count() % 2 == 0;
        if !grid.edges().any(|edge| drawn(&edge)) || !grid.vertices().all(is_closed) {
            return;
        }
        self.inside = grid.inside_cells(|edge| drawn(&edge)).into_iter().map(Some).collect();
    }

    /// Draws, as clues, the frame of the grid and the borders between cells for which `differ` is true.
    pub fn frame(&mut self, differ: impl Fn(Cell, Cell) -> bool) {
        for edge in self.grid.edges() {
            let border = match self.grid.edge_cells(edge) {
                [Some(a), Some(b)] => differ(a, b),
                _ => true,
            };
            if border {
                self.borders[edge.index()] = Some(Ink::Clue);
            }
        }
    }

    /// Draws thin lines between the cells for which `differ` is true, where there is no border.
    pub fn guide(&mut self, differ: impl Fn(Cell, Cell) -> bool) {
        for edge in self.grid.edges() {
            if let [Some(a), Some(b)] = self.grid.edge_cells(edge)
                && self.borders[edge.index()].is_none()
                && differ(a, b)
            {
                self.borders[edge.index()] = Some(Ink::Guide);
            }
        }
    }

    /// Writes a text into a cell.
    pub fn write(&mut self, cell: Cell, text: impl Into<String>, ink: Ink) {
        let index = self.grid.cell_index(cell);
        self.texts[index] = Some(Label { text: text.into(), ink });
    }

    /// Writes the values of all cells that have a value: fixed values as clues, all other values as solution.
    pub fn write_values(
        &mut self,
        clues: &[u32],
        solution: Option<&[u32]>,
        symbol: impl Fn(u32) -> String,
    ) {
        for index in 0..self.texts.len() {
            let (clue, value) = (clues[index], solution.map_or(0, |values| values[index]));
            let shown = match (clue, value) {
                (0, 0) => None,
                (0, value) => Some((value, Ink::Solution)),
                (clue, 0) => Some((clue, Ink::Clue)),
                // an incorrect solution may contradict a clue; in this case, its own value is shown
                (clue, value) if clue != value => Some((value, Ink::Solution)),
                (clue, _) => Some((clue, Ink::Clue)),
            };
            self.texts[index] = shown.map(|(value, ink)| Label { text: symbol(value), ink });
        }
    }

    /// Draws a border.
    pub fn border(&mut self, edge: Edge, ink: Ink) {
        self.borders[edge.index()] = Some(ink);
    }

    /// Draws a link.
    pub fn link(&mut self, edge: Edge, ink: Ink) {
        self.links[edge.index()] = Some(ink);
    }
}

/// A picture of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphSketch {
    /// The title.
    pub title: String,
    /// The name of each vertex.
    pub vertices: Vec<String>,
    /// The position of each vertex: x to the right and y down, in hundredths of the usual distance between neighbors.
    /// Empty if the positions are unknown.
    pub points: Vec<(i32, i32)>,
    /// The two vertices of each edge.
    pub edges: Vec<(u32, u32)>,
    /// The pair of each vertex, from 0: the pair of the terminal at the vertex, or at the end of the line through the
    /// vertex.
    pub pairs: Vec<Option<u32>>,
    /// Whether each edge is drawn; `None` if the picture shows no solution.
    pub drawn: Option<Vec<bool>>,
    /// Walks along the drawn edges, as lists of vertices, for the text picture. A cycle ends with its first vertex.
    pub walks: Vec<Vec<u32>>,
    /// Texts at a position, such as the clue of a face.
    pub notes: Vec<((i32, i32), String)>,
    /// Vertices that are clues, with their text, such as the name of a pair.
    pub terminals: Vec<(u32, String)>,
    /// The clues as text, one line each.
    pub clues: Vec<String>,
}
