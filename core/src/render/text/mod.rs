//! Pictures as text.

mod grid;
mod paint;

pub(crate) use grid::margin_width;

use encycle_encodings::puzzle::{GraphSketch, Sketch};

use crate::render::Picture;

/// The character set of a text picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// Box-drawing characters.
    #[default]
    Unicode,
    /// ASCII characters only.
    Ascii,
}

/// The style of a text picture. A [`Charset`] converts to a style without colors and with unlimited width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextStyle {
    /// The character set.
    pub charset: Charset,
    /// The number of columns available. If the picture does not fit, its cells are narrow, with one column for the cell
    /// and one column for the line next to it.
    pub width: Option<usize>,
    /// Whether to use the colors of a terminal for the loop, for clues and values, and for each pair of a Numberlink.
    pub colour: bool,
    /// Whether the cells inside the loop have a shaded background; only applies with colors.
    pub shade: bool,
}

impl From<Charset> for TextStyle {
    fn from(charset: Charset) -> Self {
        Self { charset, ..Self::default() }
    }
}

/// Returns the number of columns of the narrowest drawing of a picture, or `None` for a general graph, whose lines are
/// wrapped.
#[must_use]
pub fn least_width(picture: &Picture) -> Option<usize> {
    match (&picture.sketch, &picture.compare) {
        (Sketch::Grid(sketch), Some(Sketch::Grid(other))) => {
            Some(grid::least_columns(sketch, other))
        }
        (Sketch::Grid(sketch), _) => Some(grid::least_columns(sketch, sketch)),
        (Sketch::Graph(_), _) => None,
    }
}

/// Draws a picture as text.
///
/// A grid has a line of text for each grid line and for each row of cells; every line ends in a line break. Differences
/// from a second solution are marked: lines only in the first solution are double (`═`, `║`; in ASCII `=`, `#`), lines
/// only in the second are dashed (`╌`, `┆`; in ASCII `~`, `:`), and texts that differ are in brackets. For a general
/// graph, the text lists the walks along the drawn edges.
///
/// ```
/// use encycle::render::{Charset, Picture, text};
/// use encycle::encodings::rules::one_loop::EdgeSet;
/// use encycle::encodings::grid::Grid;
/// use encycle::encodings::kinds::slitherlink::Slitherlink;
///
/// let puzzle = Slitherlink::from_rows(&["3."])?;
/// let lines = EdgeSet::around(Grid::new(1, 2).unwrap(), &[true, true]);
/// assert_eq!(
///     text(&Picture::solved(&puzzle, &lines.into()), Charset::Unicode),
///     "┌───────┐\n\
///      │ 3     │\n\
///      └───────┘\n",
/// );
/// # Ok::<(), encycle::encodings::cell_values::ValueClueError>(())
/// ```
#[must_use]
pub fn text(picture: &Picture, style: impl Into<TextStyle>) -> String {
    let style = style.into();
    match (&picture.sketch, &picture.compare) {
        (Sketch::Grid(sketch), Some(Sketch::Grid(other))) => grid::text(sketch, other, &style),
        (Sketch::Grid(sketch), _) => grid::text(sketch, sketch, &style),
        (Sketch::Graph(sketch), _) => graph_text(sketch, style.width),
    }
}

// Pictures of general graphs as text: the clues, and the walks along drawn edges.

/// The usual length of a line, in bytes.
const WIDTH: usize = 78;

/// Draws a general graph as text, in lines of at most this width.
fn graph_text(sketch: &GraphSketch, width: Option<usize>) -> String {
    let width = width.unwrap_or(WIDTH);
    let mut out = format!("{}\n", sketch.title);
    for given in &sketch.clues {
        push_wrapped(&mut out, width, given.split(' '));
    }
    if sketch.drawn.is_none() {
        return out;
    }
    for walk in &sketch.walks {
        let is_cycle = walk.len() > 1 && walk.first() == walk.last();
        let name = if is_cycle { "cycle:" } else { "path:" };
        let vertices = walk.iter().filter_map(|&vertex| sketch.vertices.get(vertex as usize));
        push_wrapped(&mut out, width, std::iter::once(name).chain(vertices.map(String::as_str)));
    }
    out
}

/// Appends words separated by blanks; wraps long lines and indents the continuation lines.
pub(crate) fn push_wrapped<'a>(
    out: &mut String,
    width: usize,
    words: impl Iterator<Item = &'a str>,
) {
    let mut length = 0;
    for word in words {
        if length > 0 && length + 1 + word.len() > width {
            out.push_str("\n ");
            length = 1;
        }
        if length > 0 {
            out.push(' ');
            length += 1;
        }
        out.push_str(word);
        length += word.len();
    }
    out.push('\n');
}

// ASCII substitutes for the characters in pictures of clauses, for terminals without Unicode.

/// The characters of the pictures that are not in ASCII, each with its substitute.
const ASCII_SIGNS: [(char, char); 44] = [
    ('·', '.'),
    ('●', 'O'),
    // a white circle and a black cell in a loop through cells
    ('○', 'o'),
    ('■', '%'),
    ('◆', '@'),
    ('─', '-'),
    ('│', '|'),
    ('═', '='),
    ('║', '#'),
    ('¦', ':'),
    ('►', '>'),
    ('◄', '<'),
    ('▼', 'v'),
    ('▲', '^'),
    ('←', '<'),
    ('→', '>'),
    ('↑', '^'),
    ('↓', 'v'),
    // a moon and a sun
    ('☾', 'C'),
    ('☼', '*'),
    // slopes, and triangles by their right angles, which are at the same places in these letters
    ('╱', '/'),
    ('╲', '\\'),
    ('◤', 'F'),
    ('◥', '7'),
    ('◢', 'J'),
    ('◣', 'L'),
    // clues of Spiral Galaxies, Tatamibari, consecutive Sudokus, Tents and Battleship
    ('◨', '>'),
    ('⬓', 'v'),
    ('◪', '\\'),
    ('╋', '+'),
    ('━', '-'),
    ('┃', '|'),
    ('▕', '|'),
    ('▁', '_'),
    ('▟', 'd'),
    ('□', 'D'),
    ('♣', 'T'),
    ('◠', 'n'),
    ('◡', 'u'),
    ('◖', '('),
    ('◗', ')'),
    ('×', 'x'),
    ('–', '-'),
    // a letter in the descriptions of Sudoku's rule families
    ('Š', 'S'),
];

/// Replaces the characters of a picture of [`marks`](crate::render::marks), and of the text around the picture, by
/// ASCII characters. A character without a substitute becomes `?`.
#[must_use]
pub fn marks_in_ascii(text: &str) -> String {
    let sign = |character: char| match ASCII_SIGNS.iter().find(|&&(from, _)| from == character) {
        Some(&(_, sign)) => sign,
        None if character.is_ascii() => character,
        None => '?',
    };
    text.chars().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use encycle_encodings::kinds::slitherlink::Slitherlink;
    use encycle_encodings::logic::Place;
    use encycle_encodings::puzzle::{Instance as _, Sketch};

    use super::*;
    use crate::render::{ClauseMarks, marks};

    /// Arrows of directions and doubled lines were printed as `?` on terminals without Unicode.
    #[test]
    fn every_sign_has_an_ascii_sign() {
        let puzzle = Slitherlink::from_rows(&["3..", "...", "..1"]).expect("a puzzle");
        let names = ["d_h_1_1", "d_h_2_1", "d_v_1_2", "d_v_1_3", "h_3_1", "v_2_1", "l_2_2_1"];
        let negative = ["d_h_2_1", "d_v_1_2"];
        let literals = names.map(|name| (name.to_owned(), !negative.contains(&name)));
        let Sketch::Grid(sketch) = puzzle.sketch(None) else { unreachable!("a grid") };
        let edge = |row, col, horizontal| Place::Edge { row, col, horizontal };
        let places = [
            Place::Vertex { row: 1, col: 1 },
            edge(2, 0, true),
            edge(1, 0, false),
            edge(0, 0, false),
        ];
        let pictures = places.map(|place| {
            let marks = marks(ClauseMarks { sketch: &sketch, literals: &literals, place });
            marks.expect("a small part").0
        });
        let drawn = pictures.concat();
        for sign in "·●◆─│═║¦►◄▼▲".chars() {
            assert!(drawn.contains(sign), "{sign} is not drawn in\n{drawn}");
        }
        let ascii = marks_in_ascii(&drawn);
        assert!(ascii.is_ascii() && !ascii.contains('?'), "{ascii}");
    }
}
