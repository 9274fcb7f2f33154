//! Tests that take long: exhaustive comparisons, damaged outputs, random kills. They need no external solver. With the
//! feature `installed-solvers`, `kills` and `oracle` run the solvers that `scripts/install-solvers` installs.

#[path = "../support/mod.rs"]
mod support;

mod encodings;
mod kills;
mod mutated;
mod oracle;
mod paper_tables;
mod texts;
