//! Numberlink: join equal numbers by lines that do not meet.

mod base;
mod crossings;
mod encoding;
mod induced;
mod instance;
mod labels;
mod mates;
mod order;
mod plain;
mod rules;

pub use encoding::NAMES;
pub use instance::{Numberlink, NumberlinkError, NumberlinkRule, TerminalPair};
