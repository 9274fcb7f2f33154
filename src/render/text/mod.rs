//! Pictures as text.

mod graph;
mod grid;

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

/// Draws a picture as text.
///
/// A grid has a line of text for each grid line and for each row of cells; every line ends in a line break.
/// Differences from a second solution are marked: lines only in the first are double (`═`, `║`; in ASCII `=`,
/// `#`), lines only in the second are dashed (`╌`, `┆`; in ASCII `~`, `:`), and texts that differ are in
/// brackets. For a general graph, the text lists the walks along the drawn edges.
///
/// ```
/// use encycle::render::{Charset, Picture, text};
/// use encycle::encodings::loops::EdgeSet;
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
/// # Ok::<(), encycle::encodings::kinds::slitherlink::ClueError>(())
/// ```
#[must_use]
pub fn text(picture: &Picture, charset: Charset) -> String {
    match (&picture.sketch, &picture.compare) {
        (Sketch::Grid(sketch), Some(Sketch::Grid(other))) => grid::text(sketch, other, charset),
        (Sketch::Grid(sketch), _) => grid::text(sketch, sketch, charset),
        (Sketch::Graph(sketch), _) => graph::text(sketch),
    }
}
