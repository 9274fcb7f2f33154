//! Commands about formulas and puzzle texts.

pub mod convert;
pub mod encode;
pub mod explain;
pub mod lint;
pub mod sizes;
pub mod strength;
pub mod unsat_core;
