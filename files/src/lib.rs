//! File access for Encycle: transparent compression, atomic writes, SHA-256 and the hashes of GBD.

pub mod compression;
pub mod gbd;
pub mod sha256;
#[cfg(feature = "unfinished")]
mod unfinished;

pub use compression::{Compression, open, plain_name};
#[cfg(feature = "unfinished")]
pub use unfinished::{UnfinishedFile, remove_unfinished};
