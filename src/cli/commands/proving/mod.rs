//! Commands about certificates.

pub mod certify;
mod cubes;
pub mod verify;
