//! Loops through cells: every kind against brute force.

mod country_road;
mod masyu;
mod simple_loop;

use encycle_encodings::puzzle::Instance;

/// The links of two loops around four cells each, on 2 x 4 cells.
const TWO_SQUARES: [&str; 8] = [
    "right_1_1",
    "right_2_1",
    "down_1_1",
    "down_1_2",
    "right_1_3",
    "right_2_3",
    "down_1_3",
    "down_1_4",
];

/// Returns the values of the atoms of a puzzle, of which those with these names are true.
fn atoms_with(puzzle: &dyn Instance, names: &[&str]) -> Vec<bool> {
    (0..puzzle.atom_count()).map(|atom| names.contains(&&*puzzle.atom_name(atom))).collect()
}
