//! File access for Encycle: transparent compression, atomic writes and SHA-256.

pub mod compression;
pub mod sha256;
#[cfg(feature = "unfinished")]
mod unfinished;

pub use compression::{Compression, open, plain_name};
#[cfg(feature = "unfinished")]
pub use unfinished::{UnfinishedFile, remove_unfinished};
