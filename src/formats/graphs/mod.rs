//! The text formats of graphs, which are Hamilton problems.

pub(super) mod col;
pub(super) mod edges;
pub(super) mod hcp;
