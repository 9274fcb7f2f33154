//! Hamilton: draw one closed or open line through all vertices of a graph, or all cells of a grid.

mod base;
mod contraction;
mod degree;
mod directed;
mod encoding;
mod instance;
mod merge;
mod parity;
mod pieces;
mod plain;
mod positions;
mod rules;

pub use encoding::NAMES;
pub use instance::{Hamilton, HamiltonError, HamiltonGoal};
pub use pieces::{Decomposition, Piece, PieceEdge};
