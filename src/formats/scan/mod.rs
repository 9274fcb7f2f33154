//! Tools shared by the readers: text with positions, rows of cells, numbers and walls.

pub mod numbers;
pub mod rows;
pub mod text;
pub mod walls;
