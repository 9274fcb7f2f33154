//! The diagrams against brute force.

mod algebra;
mod brute_force;
mod graphs;
mod instances;
mod pairs;
mod paths;
