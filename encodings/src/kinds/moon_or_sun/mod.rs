//! Moon-or-Sun: draw one loop that visits each room once, alternately by all of its suns or all of its moons.

mod clue;
mod encoding;
mod instance;
mod plain;
mod rules;

pub use clue::Mark;
pub use instance::MoonOrSun;
