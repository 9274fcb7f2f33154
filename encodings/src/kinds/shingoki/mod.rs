//! Shingoki: draw one loop through all circles, straight at white ones and turning at black ones, with lines as long as their numbers.

mod encoding;
mod instance;
mod plain;
mod rules;

pub use instance::Shingoki;
