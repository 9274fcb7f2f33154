//! Country Road: draw one loop that visits each room once.

mod encoding;
mod instance;
mod plain;
mod rules;

pub use instance::CountryRoad;
