//! What the readers share: text with positions, rows of symbols, numbers, walls.

pub mod numbers;
pub mod rows;
pub mod text;
pub mod walls;
