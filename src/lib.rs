//! Encycle drives SAT and MIP solvers over grid puzzles.

pub mod formats;
pub mod puzzle;
pub mod solvers;
