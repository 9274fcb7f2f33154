//! What formulas are worth: their strength, and what proofs use of them.

mod strength;
mod unsat_core;
