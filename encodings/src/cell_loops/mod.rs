//! Loops through the cells of a grid: the shared basis of Simple Loop, Masyu and similar kinds.
//!
//! The loop is drawn along links between orthogonally adjacent cells, so a visited cell has two lines. A kind
//! of the shared rules, sketches, encodings with cuts and eager parts, and their sizes.
//!
//! The links of n × m cells are the lines of a grid of (n - 1) × (m - 1) cells whose vertices are the cells of the
//! puzzle, with the same numbers. Therefore the parts of [`eager`](crate::rules::one_loop::eager) apply to these loops,
//! too.

mod board;
mod demands;
mod kind;

pub use crate::grid::Side;
pub use board::{CellBoard, Visit};
pub use demands::LineCounts;
pub use kind::{CellLoop, CertainSet};
