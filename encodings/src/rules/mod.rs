//! Global constraints: one loop, one path, connected cells, acyclic arcs.
//!
//! A global constraint speaks about all variables of an encoding, so that stating it takes many clauses. Each folder has two
//! ways to enforce one:
//!
//! - *lazily*: a [`GlobalConstraint`](crate::encoding::GlobalConstraint) finds what a model violates and returns cuts;
//! - *eagerly*: [parts](crate::encoding::Part) state it with variables of their own, such as the parents of a spanning tree.
//!
//! | folder | constraint |
//! |---|---|
//! | `acyclic/` | arcs form no cycle: vertex and leaf elimination, labels that increase along the arcs |
//! | `connected/` | the cells of one colour are connected: separators, a propagator, a spanning tree |
//! | `one_path/` | lines join what they must, by contraction of the graph |
//! | `one_loop/` | the drawn edges are one loop: subtour cuts, fractional cuts, local repair, and the table of eager parts |
//!
//! A kind chooses a constraint and a part; it does not implement either.

pub(crate) mod acyclic;
pub mod connected;
pub mod one_loop;
pub(crate) mod one_path;
