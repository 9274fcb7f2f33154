//! Hitori: shade cells so that no number is repeated in a row or column.

mod instance;
mod plain;
mod rules;

pub use instance::Hitori;
