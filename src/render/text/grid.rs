//! Grids as text: one character for a vertex, three or more for a horizontal edge, one for a vertical edge.

use encycle_encodings::grid::{Cell, Edge, Vertex};
use encycle_encodings::puzzle::{GridSketch, Ink};

use crate::render::Drawn;
use crate::render::text::Charset;

/// Box-drawing characters, indexed by the lines that meet: bit 0 up, bit 1 down, bit 2 left, bit 3 right.
const JUNCTIONS: [char; 16] =
    [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];

/// The heavy forms of [`JUNCTIONS`], for walls.
const HEAVY: [char; 16] =
    [' ', '╹', '╻', '┃', '╸', '┛', '┓', '┫', '╺', '┗', '┏', '┣', '━', '┻', '┳', '╋'];

/// Draws a grid as text, compared with `other`.
pub(super) fn text(sketch: &GridSketch, other: &GridSketch, charset: Charset) -> String {
    let longest = |sketch: &GridSketch| {
        sketch.texts.iter().flatten().map(|text| text.text.chars().count()).max().unwrap_or(1)
    };
    let longest = longest(sketch).max(longest(other));
    // an odd width has a middle column for links
    let width = longest + 2 + usize::from(longest % 2 == 0);
    Canvas { sketch, other, charset, width }.draw()
}

/// The sketches and settings of a text picture.
struct Canvas<'a> {
    sketch: &'a GridSketch,
    other: &'a GridSketch,
    charset: Charset,
    /// The width of a cell in characters.
    width: usize,
}

impl Canvas<'_> {
    /// Draws the whole grid.
    fn draw(&self) -> String {
        let grid = self.sketch.grid;
        let mut out =
            String::with_capacity((grid.rows() * 2 + 1) * (grid.cols() * (self.width + 1) + 2));
        for row in 0..=grid.rows() {
            if self.shows_line(row) {
                for col in 0..=grid.cols() {
                    out.push(self.vertex(Vertex { row, col }));
                    if col < grid.cols() {
                        self.push_horizontal(&mut out, grid.horizontal(row, col));
                    }
                }
                end_line(&mut out);
            }
            if row == grid.rows() {
                break;
            }
            for col in 0..=grid.cols() {
                out.push(self.vertical(grid.vertical(row, col)));
                if col < grid.cols() {
                    self.push_cell(&mut out, Cell { row, col });
                }
            }
            end_line(&mut out);
        }
        out
    }

    /// Returns whether to draw a text line for a grid line. Pictures of values alone omit it where it would
    /// be empty. Links need no check, since sketches with links also have walls.
    fn shows_line(&self, row: usize) -> bool {
        let grid = self.sketch.grid;
        self.sketch.dotted
            || self.sketch.walled
            || (0..grid.cols()).any(|col| {
                let edge = grid.horizontal(row, col);
                [self.sketch, self.other].iter().any(|one| one.borders[edge.index()].is_some())
            })
    }

    /// Returns in which sketches the border on an edge is a line.
    fn border(&self, edge: Edge) -> Drawn {
        let of = |sketch: &GridSketch| is_line(sketch.borders[edge.index()]);
        Drawn::of(of(self.sketch), of(self.other))
    }

    /// Returns the character of a border: `?` for an undecided one, `heavy` for a wall, else `light`.
    fn border_char(&self, edge: Edge, light: char, heavy: char) -> char {
        match (self.sketch.borders[edge.index()], self.charset) {
            (Some(Ink::Undecided), _) => '?',
            (Some(Ink::Clue), Charset::Unicode) if self.sketch.walled => heavy,
            _ => light,
        }
    }

    /// Returns in which sketches the link across an edge is a line.
    fn link(&self, edge: Edge) -> Drawn {
        let of = |sketch: &GridSketch| is_line(sketch.links[edge.index()]);
        Drawn::of(of(self.sketch), of(self.other))
    }

    /// Returns whether the link across an edge is undecided.
    fn is_open_link(&self, edge: Edge) -> bool {
        self.sketch.links[edge.index()] == Some(Ink::Undecided)
    }

    /// Appends a horizontal edge, with the link that crosses it.
    fn push_horizontal(&self, out: &mut String, edge: Edge) {
        let (border, link) = (self.border(edge), self.link(edge));
        let side = match border {
            Drawn::No => ' ',
            border => self.border_char(edge, across(border, self.charset), '━'),
        };
        let middle = match (link, border) {
            _ if self.is_open_link(edge) => '?',
            (Drawn::No, Drawn::No) => self.border_char(edge, ' ', ' '),
            (Drawn::No, _) => side,
            (link, _) => along(link, self.charset),
        };
        let half = self.width / 2;
        out.extend(std::iter::repeat_n(side, half));
        out.push(middle);
        out.extend(std::iter::repeat_n(side, half));
    }

    /// Returns the character of a vertical edge, or of the link that crosses it.
    fn vertical(&self, edge: Edge) -> char {
        match (self.border(edge), self.link(edge)) {
            _ if self.is_open_link(edge) => '?',
            (Drawn::No, Drawn::No) => self.border_char(edge, ' ', ' '),
            (border, Drawn::No) => self.border_char(edge, along(border, self.charset), '┃'),
            (_, link) => across(link, self.charset),
        }
    }

    /// Appends a cell: in the middle its text or the junction of its links, beside it the links.
    fn push_cell(&self, out: &mut String, cell: Cell) {
        let index = self.sketch.grid.cell_index(cell);
        let [top, bottom, left, right] =
            self.sketch.grid.cell_edges(cell).map(|edge| self.link(edge));
        let side = |link: Drawn| match link {
            Drawn::No => ' ',
            link => across(link, self.charset),
        };
        let text = match &self.sketch.texts[index] {
            Some(text) => text.text.clone(),
            None => {
                let here = |link: Drawn| matches!(link, Drawn::Both | Drawn::OnlyHere);
                junction([top, bottom, left, right].map(here), ' ', self.charset).to_string()
            }
        };
        let differs = self.sketch.texts[index] != self.other.texts[index];
        let spare = self.width - text.chars().count();
        let (before, after) = (spare / 2, spare - spare / 2);
        if differs {
            out.extend(std::iter::repeat_n(' ', before - 1));
            out.push_str(&format!("[{text}]"));
            out.extend(std::iter::repeat_n(' ', after - 1));
        } else {
            out.extend(std::iter::repeat_n(side(left), before));
            out.push_str(&text);
            out.extend(std::iter::repeat_n(side(right), after));
        }
    }

    /// Returns the character of a vertex.
    fn vertex(&self, vertex: Vertex) -> char {
        let grid = self.sketch.grid;
        let Vertex { row, col } = vertex;
        let edges = [
            (row > 0).then(|| grid.vertical(row - 1, col)),
            (row < grid.rows()).then(|| grid.vertical(row, col)),
            (col > 0).then(|| grid.horizontal(row, col - 1)),
            (col < grid.cols()).then(|| grid.horizontal(row, col)),
        ];
        let meets = |edge: Option<Edge>| {
            edge.is_some_and(|edge| is_line(self.sketch.borders[edge.index()]))
        };
        let bare = match (self.sketch.dotted, self.charset) {
            (false, _) => ' ',
            (true, Charset::Unicode) => '·',
            (true, Charset::Ascii) => '.',
        };
        let vertex = junction(edges.map(meets), bare, self.charset);
        match self.charset {
            Charset::Ascii if "-|".contains(vertex) => '+',
            Charset::Unicode if self.sketch.walled => {
                let place = JUNCTIONS.iter().position(|&light| light == vertex);
                place.map_or(vertex, |place| HEAVY[place])
            }
            _ => vertex,
        }
    }
}

/// Returns the character for lines that meet from above, below, left and right; `bare` without lines.
fn junction(meeting: [bool; 4], bare: char, charset: Charset) -> char {
    let bits =
        meeting.iter().enumerate().fold(0, |bits, (bit, &meets)| bits | usize::from(meets) << bit);
    match (bits, charset) {
        (0, _) => bare,
        (_, Charset::Unicode) => JUNCTIONS[bits],
        (3, Charset::Ascii) => '|',
        (12, Charset::Ascii) => '-',
        (_, Charset::Ascii) => '+',
    }
}

/// Returns whether a border or link is drawn and decided.
fn is_line(ink: Option<Ink>) -> bool {
    matches!(ink, Some(Ink::Clue | Ink::Solution))
}

/// Removes trailing blanks and appends a line break.
fn end_line(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
}

/// Returns the character of a horizontal line.
fn across(drawn: Drawn, charset: Charset) -> char {
    match (drawn, charset) {
        (Drawn::No, _) => ' ',
        (Drawn::Both, Charset::Unicode) => '─',
        (Drawn::OnlyHere, Charset::Unicode) => '═',
        (Drawn::OnlyThere, Charset::Unicode) => '╌',
        (Drawn::Both, Charset::Ascii) => '-',
        (Drawn::OnlyHere, Charset::Ascii) => '=',
        (Drawn::OnlyThere, Charset::Ascii) => '~',
    }
}

/// Returns the character of a vertical line.
fn along(drawn: Drawn, charset: Charset) -> char {
    match (drawn, charset) {
        (Drawn::No, _) => ' ',
        (Drawn::Both, Charset::Unicode) => '│',
        (Drawn::OnlyHere, Charset::Unicode) => '║',
        (Drawn::OnlyThere, Charset::Unicode) => '┆',
        (Drawn::Both, Charset::Ascii) => '|',
        (Drawn::OnlyHere, Charset::Ascii) => '#',
        (Drawn::OnlyThere, Charset::Ascii) => ':',
    }
}
