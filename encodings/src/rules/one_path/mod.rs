//! One path: degree constraints of vertices, and contraction of the lines.

pub(crate) mod contraction;
pub(crate) mod counted;
