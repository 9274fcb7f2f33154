//! `encycle.Model`: a problem of the user's own, stated in Python.
//!
//! | file | content |
//! |---|---|
//! | `state.rs` | what a model, its expressions and its graphs share |
//! | `expression.rs` | variables, formulas, sums and constraints, with Python's operators |
//! | `linear.rs` | sums, and the constraint that a comparison becomes |
//! | `graph.rs` | graphs, and what of networkx they read |
//! | `model.rs` | the class `Model` |
//! | `result.rs` | results and values |
//! | `files.rs` | reading and writing files |
//! | `rows.rs` | a model as rows of a linear program |
//! | `values.rs` | the values that a program passes for the columns |
//! | `bridges.rs` | PySAT, highspy and PuLP |

mod bridges;
mod expression;
mod files;
mod graph;
mod linear;
mod model;
mod result;
mod rows;
mod state;
mod values;

pub use expression::Expression;
pub use graph::Graph;
pub use model::{Model, ModelSolutions, from_pysat};
pub use result::ModelResult;
