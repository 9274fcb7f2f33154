//! What formulas are worth: their strength, what proofs use of them, and where the search has its conflicts.

mod heat;
mod simplify;
mod strength;
mod unsat_core;
