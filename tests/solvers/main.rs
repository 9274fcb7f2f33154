//! Tests that run the programs installed by `scripts/install-solvers` and `scripts/install-tools`. They are built
//! with the feature `installed-solvers`. A program that is not installed fails its tests.

#[path = "../support/mod.rs"]
mod support;

mod browser;
mod competition;
mod conformance;
mod decode;
mod documentation;
mod formats;
mod generate;
mod kinds;
mod models;
mod page;
mod programs;
mod provers;
mod races;
mod replay;
mod simplify;
mod slurm;
mod solutions;
mod terminal;
mod windows;
