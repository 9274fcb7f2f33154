//! What is printed: results as text, tables and JSON.

pub mod count;
pub mod decode;
pub mod sizes;
pub mod solution;
pub mod solve;
pub mod table;
