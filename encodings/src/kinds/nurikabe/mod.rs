//! Nurikabe: shade cells so that the others are islands with one number each, and the shaded cells are connected.

mod check;
mod instance;
mod islands;
mod plain;
mod rules;
mod shaded;
mod steps;

pub use instance::{IslandClue, Nurikabe};
pub use islands::IslandSize;
