//! File access for Encycle: transparent compression, atomic writes, SHA-256 and the hashes of GBD.

pub mod compression;
mod folder;
pub mod gbd;
pub mod sha256;
#[cfg(feature = "unfinished")]
mod unfinished;

pub use compression::{Compression, open, plain_ending, plain_name};
pub use folder::folder_files;
#[cfg(feature = "unfinished")]
pub use unfinished::{UnfinishedFile, remove_unfinished};
