//! Puzzle text: pieces with positions, grids of cells, walls, edge lists, and the header of the plain format.
//!
//! Each kind reads and writes its plain form with these modules ([`Kind`](crate::kinds::Kind)).

pub mod edge_list;
mod empty;
mod header;
mod layout;
mod piece;
mod rows;
pub mod walls;

pub use empty::EmptyCells;
pub use header::Header;
pub use layout::{TextLayout, is_table};
pub use piece::{Fault, Span, Text, number, size, square_box};
pub use rows::{Cells, Rows, TextSize};

pub use crate::suggest::counted;
