//! Heyawake: shade cells so that rooms have their numbers, and no line of unshaded cells crosses two borders.

mod instance;
mod plain;
mod rules;

pub use instance::Heyawake;
