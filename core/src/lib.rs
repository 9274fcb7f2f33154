//! The operations on puzzles that Encycle consists of: read, write, draw, encode, solve, count, grade, generate.
//!
//! This crate is the part of [`encycle`](https://docs.rs/encycle) below its reports, its page and its command. The crate
//! `encycle` passes on all modules, so a program depends on `encycle` and not on this crate.

pub mod count;
pub mod decode;
pub mod deduce;
pub mod export;
pub mod formats;
pub mod generate;
pub mod methods;
pub mod problem;
pub mod puzzle;
pub mod render;
pub mod simplify;
pub mod sizes;
pub mod solve;
pub mod strength;
pub mod unsat_core;
