//! Tests that take long: exhaustive comparisons, damaged outputs, random kills. None needs an external solver; with the
//! feature `installed-solvers`, `kills` and `oracle` also run those that `scripts/install-solvers` installs.

#[path = "../support/mod.rs"]
mod support;

mod encodings;
mod kills;
mod mutated;
mod oracle;
mod paper_tables;
