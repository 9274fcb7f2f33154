//! Pictures in text: one character a vertex, three a horizontal edge, one a vertical edge.

use encycle_encodings::grid::{Cell, Edge, Vertex};

use super::Picture;

/// The characters of a text picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// Box-drawing characters.
    #[default]
    Unicode,
    /// `+`, `-`, `|` and `.` alone.
    Ascii,
}

/// Box-drawing characters by the lines that meet: bit 0 up, bit 1 down, bit 2 left, bit 3 right.
const JUNCTIONS: [char; 16] =
    ['·', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];

/// Draws a picture, a text line a grid line and a text line a row of cells, each ending in a line
/// break. An edge that differs from `compare` is drawn double (`═`, `║`; `=`, `#` in ASCII), and
/// one that only the other solution has is dashed (`╌`, `┆`; `~`, `:`).
///
/// ```
/// use encycle::render::{Charset, Picture, text};
/// use encycle_encodings::connectivity::Lines;
/// use encycle_encodings::puzzles::slitherlink::Slitherlink;
///
/// let puzzle = Slitherlink::from_rows(&["3."])?;
/// let lines = Lines::around(puzzle.grid(), &[true, true]);
/// assert_eq!(
///     text(Picture::solved(&puzzle, &lines), Charset::Unicode),
///     "┌───────┐\n\
///      │ 3     │\n\
///      └───────┘\n",
/// );
/// # Ok::<(), encycle_encodings::puzzles::slitherlink::ClueError>(())
/// ```
#[must_use]
pub fn text(picture: Picture<'_>, charset: Charset) -> String {
    let grid = picture.puzzle.grid();
    let mut out = String::with_capacity((grid.rows() * 2 + 1) * (grid.cols() * 4 + 2));
    for row in 0..=grid.rows() {
        for col in 0..=grid.cols() {
            out.push(junction(picture, charset, Vertex { row, col }));
            if col < grid.cols() {
                let edge = horizontal(picture, charset, grid.horizontal(row, col));
                out.extend([edge; 3]);
            }
        }
        end_line(&mut out);
        if row == grid.rows() {
            break;
        }
        for col in 0..=grid.cols() {
            out.push(vertical(picture, charset, grid.vertical(row, col)));
            if col < grid.cols() {
                let clue = picture.puzzle.clue(Cell { row, col });
                out.push(' ');
                out.push(clue.map_or(' ', |clue| char::from(b'0' + clue)));
                out.push(' ');
            }
        }
        end_line(&mut out);
    }
    out
}

fn end_line(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
}

/// How an edge stands in the two sets of lines.
enum Drawn {
    No,
    Both,
    OnlyHere,
    OnlyThere,
}

fn drawn(picture: Picture<'_>, edge: Edge) -> Drawn {
    let here = picture.lines.is_some_and(|lines| lines.has(edge));
    let there = picture.compare.map_or(here, |lines| lines.has(edge));
    match (here, there) {
        (false, false) => Drawn::No,
        (true, true) => Drawn::Both,
        (true, false) => Drawn::OnlyHere,
        (false, true) => Drawn::OnlyThere,
    }
}

fn horizontal(picture: Picture<'_>, charset: Charset, edge: Edge) -> char {
    match (drawn(picture, edge), charset) {
        (Drawn::No, _) => ' ',
        (Drawn::Both, Charset::Unicode) => '─',
        (Drawn::OnlyHere, Charset::Unicode) => '═',
        (Drawn::OnlyThere, Charset::Unicode) => '╌',
        (Drawn::Both, Charset::Ascii) => '-',
        (Drawn::OnlyHere, Charset::Ascii) => '=',
        (Drawn::OnlyThere, Charset::Ascii) => '~',
    }
}

fn vertical(picture: Picture<'_>, charset: Charset, edge: Edge) -> char {
    match (drawn(picture, edge), charset) {
        (Drawn::No, _) => ' ',
        (Drawn::Both, Charset::Unicode) => '│',
        (Drawn::OnlyHere, Charset::Unicode) => '║',
        (Drawn::OnlyThere, Charset::Unicode) => '┆',
        (Drawn::Both, Charset::Ascii) => '|',
        (Drawn::OnlyHere, Charset::Ascii) => '#',
        (Drawn::OnlyThere, Charset::Ascii) => ':',
    }
}

fn junction(picture: Picture<'_>, charset: Charset, vertex: Vertex) -> char {
    let grid = picture.puzzle.grid();
    let Vertex { row, col } = vertex;
    let neighbours = [
        (row > 0).then(|| grid.vertical(row - 1, col)),
        (row < grid.rows()).then(|| grid.vertical(row, col)),
        (col > 0).then(|| grid.horizontal(row, col - 1)),
        (col < grid.cols()).then(|| grid.horizontal(row, col)),
    ];
    let lines = |edge: Edge| picture.lines.is_some_and(|lines| lines.has(edge));
    let meeting = neighbours
        .iter()
        .enumerate()
        .filter(|(_, edge)| edge.is_some_and(lines))
        .fold(0, |bits, (bit, _)| bits | 1 << bit);
    match charset {
        Charset::Unicode => JUNCTIONS[meeting],
        Charset::Ascii if meeting == 0 => '.',
        Charset::Ascii => '+',
    }
}
