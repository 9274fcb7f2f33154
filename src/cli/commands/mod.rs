//! The subcommands, one file each: it validates, calls the library, and prints.

pub mod about;
pub mod bench;
pub mod encoding;
pub mod making;
pub mod proving;
pub mod serve;
pub mod solving;
