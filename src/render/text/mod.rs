//! Pictures as text.

mod graph;
mod grid;
mod paint;

use encycle_encodings::puzzle::Sketch;

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
        (Sketch::Graph(sketch), _) => graph::text(sketch, style.width),
    }
}
