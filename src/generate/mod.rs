//! Puzzles made by chance, the same ones for the same seed.

mod random_loop;

pub use random_loop::random_inside;
