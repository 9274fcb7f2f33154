//! The subcommands, one module each. A module validates the arguments, calls the library, and prints the result.

pub mod about;
pub mod bench;
pub mod encoding;
pub mod making;
pub mod proving;
pub mod serve;
pub mod solving;
