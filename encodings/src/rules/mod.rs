//! Global constraints: one loop, one path, connected cells, acyclic arcs.
//!
//! A global constraint involves all variables of an encoding, so stating it in clauses takes many of them. Each folder
//! has two ways to enforce its constraint:
//!
//! - *lazily*: a [`GlobalConstraint`](crate::encoding::GlobalConstraint) checks each model and returns cuts that the
//!   model violates;
//! - *eagerly*: a [part](crate::encoding::Part) states the constraint with variables of its own, for example the
//!   parents of a spanning tree.
//!
//! | folder | constraint |
//! |---|---|
//! | `acyclic/` | arcs form no cycle: vertex and leaf elimination, labels that increase along the arcs |
//! | `connected/` | the cells of one color are connected: separators, a propagator, a spanning tree |
//! | `one_path/` | drawn edges join the vertices that they must, by contraction of the graph |
//! | `one_loop/` | the drawn edges are one loop: subtour cuts, fractional cuts, local repair, and the eager parts |
//!
//! A kind chooses a constraint or a part from here; it does not implement one.

pub(crate) mod acyclic;
pub mod connected;
pub mod one_loop;
pub(crate) mod one_path;
