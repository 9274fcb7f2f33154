//! Pictures in text.

mod graph;
mod grid;

use encycle_encodings::puzzle::Sketch;

use crate::render::Picture;

/// The characters of a text picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// Box-drawing characters.
    #[default]
    Unicode,
    /// `+`, `-`, `|` and `.` alone.
    Ascii,
}

/// Draws a picture. On a grid: a text line a grid line and a text line a row of cells, each ending in
/// a line break; what differs from another solution is drawn double (`═`, `║`; `=`, `#` in ASCII) or
/// in brackets, and what only the other one has is dashed (`╌`, `┆`; `~`, `:`). A general graph is
/// told as the walks along its drawn edges.
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
