//! The text formats of graphs, which are read as Hamilton problems.

pub(super) mod col;
pub(super) mod edges;
pub(super) mod hcp;
