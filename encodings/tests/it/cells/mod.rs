//! Kinds whose solutions are values or shades of cells.

mod chaos;
mod neighbor_number;
mod nurikabe;
mod shading;
mod sudoku;
