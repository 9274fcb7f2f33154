//! Balance Loop: draw one loop through all circles, whose two lines from a white circle are equally long, and those from a black one are not.

mod encoding;
mod instance;
mod plain;
mod rules;

pub use instance::BalanceLoop;
