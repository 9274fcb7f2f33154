//! Loops through cells: every kind against brute force.

mod country_road;
mod masyu;
mod simple_loop;
