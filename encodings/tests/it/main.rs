//! The encodings against brute force, and what is asked of them all.

mod cell_loops;
mod cells;
mod closed_formulas;
mod codec;
mod common;
mod exports;
mod fractional;
mod hamilton;
mod kinds;
mod lowering;
mod models;
mod numberlink;
mod paths;
mod propagation;
mod reachability;
mod sequential;
mod slitherlink;
mod slitherlynx;
mod trace;
