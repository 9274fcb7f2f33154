//! Simple Loop: draw one loop through all cells that are not black.

mod instance;
mod plain;
mod rules;

pub use instance::SimpleLoop;
