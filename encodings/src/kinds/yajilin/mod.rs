//! Yajilin: shade cells as the arrows say, and draw one loop through all others.

mod clue;
mod encoding;
mod instance;
mod plain;
mod rules;

pub use clue::Arrow;
pub use instance::Yajilin;
