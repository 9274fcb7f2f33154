//! The encodings against brute force, and what is asked of them all.

mod cell_loops;
mod chaos;
mod common;
mod exports;
mod fractional;
mod hamilton;
mod kinds;
mod lowering;
mod neighbor_number;
mod numberlink;
mod paths;
mod propagation;
mod reachability;
mod sequential;
mod shading;
mod slitherlink;
mod slitherlynx;
mod sudoku;
mod trace;
