//! Global constraints: one loop, one path, connected cells, acyclic arcs.
//!
//! A global constraint involves all variables of an encoding, so stating it in clauses takes many of them. Each folder or
//! file has one or two ways to enforce its constraint:
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
//! | `groups.rs` | each connected group of cells with equal values has as many cells as the value: cuts, first cells of groups |
//! | `matching.rs` | each cell with a letter has a shaded neighbor of its own: Hall sets, a variable for each pair |
//! | `value_graphs/` | connected values, counted groups, slopes without cycles, bridges between clues: cuts, and a part for each |
//! | `one_path/` | drawn edges join the vertices that they must, by contraction of the graph |
//! | `one_loop/` | the drawn edges are one loop: subtour cuts, fractional cuts, local repair, and the eager parts |
//!
//! A kind chooses a constraint or a part from here; it does not implement one.

/// The global constraints that an encoding may leave to cuts, by the name that a kind gives them, with their meaning.
pub const GLOBAL_CONSTRAINTS: &[(&str, &str)] = &[
    ("one loop", "the drawn lines are one loop"),
    ("one cycle", "the drawn lines are one cycle through all vertices"),
    ("one path", "the drawn lines are one path through all vertices"),
    ("paths between pairs", "each drawn line joins the two ends of a pair, and there is no loop"),
    ("connected shaded", "the shaded cells are connected"),
    ("connected unshaded", "the cells without shade are connected"),
    (
        "sized islands",
        "each island has one clue, which is its number of cells, and the shaded cells are connected",
    ),
    ("connected colours", "the shaded cells are connected, and so are the others"),
    ("reachable", "what is said to be reachable is reached"),
    (
        "shaded matched",
        "each cell with a letter has a shaded neighbour of its own, and each shaded cell is one of these",
    ),
    (
        "groups sized by value",
        "each connected group of cells with equal values has as many cells as the value",
    ),
    ("values connected", "cells with equal values are connected"),
    ("filled connected", "the cells with values are connected"),
    ("shaded connected in rooms", "the shaded cells of each room are connected within the room"),
    (
        "groups counted by numbers",
        "the groups of shaded cells beside a number have as many cells as the number",
    ),
    ("slopes without cycles", "the slopes in the cells have no cycle"),
    ("bridges connect clues", "the bridges connect all clues"),
    ("rules of a model", "each rule of a user's own model"),
];

pub(crate) mod acyclic;
pub mod connected;
pub(crate) mod groups;
pub(crate) mod matching;
pub mod one_loop;
pub(crate) mod one_path;
pub mod value_graphs;
