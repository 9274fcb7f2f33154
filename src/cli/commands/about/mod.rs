//! Commands about Encycle itself: reference pages, JSON Schemas, shell completions, manual pages.

pub mod completions;
pub mod help;
pub mod kinds;
mod lookup;
pub mod man;
mod page;
pub mod schema;
pub mod subcommands;
mod topics;
