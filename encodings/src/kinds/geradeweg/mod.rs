//! Geradeweg: draw one loop through all numbers, whose straight lines through a number are as long as it.

mod clue;
mod encoding;
mod instance;
mod plain;
mod rules;

pub use clue::LineLength;
pub use instance::Geradeweg;
