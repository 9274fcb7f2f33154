//! Formats of graphs, each of which holds a Hamilton cycle problem.

pub(super) mod col;
pub(super) mod dot;
mod dot_tokens;
pub(super) mod edges;
pub(super) mod gml;
pub(super) mod graph6;
pub(super) mod graph_lists;
pub(super) mod hcp;
pub(super) mod matrix_market;
pub(super) mod metis;
pub(super) mod printable_graphs;
pub(super) mod simple_edges;
pub(super) mod sparse6;
pub(super) mod vertex_names;
