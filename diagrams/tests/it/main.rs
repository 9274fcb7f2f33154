//! The diagrams against brute force.

mod algebra;
mod brute_force;
mod cell_loops;
mod graphs;
mod instances;
mod pairs;
mod paths;
