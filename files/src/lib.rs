//! Files as Encycle reads and writes them: compressed by name, whole or not at all, known by their SHA-256.

pub mod compression;
pub mod sha256;
mod unfinished;

pub use compression::{Compression, open, plain_name};
pub use unfinished::{UnfinishedFile, remove_unfinished};
