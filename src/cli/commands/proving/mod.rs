//! Commands about certificates.

pub mod certify;
pub mod verify;
