//! Paths: degree constraints of vertices, and lines that are followed by contraction.

pub(crate) mod contraction;
pub(crate) mod counted;
