//! Loops through cells: every kind against brute force.

mod masyu;
mod simple_loop;
