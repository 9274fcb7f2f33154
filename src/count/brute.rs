//! Brute-force counting, which tries every assignment of a tiny puzzle.

use encycle_encodings::puzzle::{Solution, SolutionForm};

use crate::puzzle::Puzzle;

/// The largest number of assignments to try.
const MAX_ASSIGNMENTS: u64 = 1 << 16;

/// Returns all solutions by trying every assignment, or `None` if there are more than 65536 assignments.
///
/// ```
/// use encycle::{count::brute_force, formats};
///
/// let puzzle = formats::read("slitherlink 1 2\n..\n", None)?.puzzle;
/// assert_eq!(brute_force(&puzzle).map(|solutions| solutions.len()), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn brute_force(puzzle: &Puzzle) -> Option<Vec<Solution>> {
    // an assignment chooses one of `ways` values in each of `places` places
    let (places, ways) = match puzzle.form() {
        SolutionForm::Values { grid, values } => (grid.cell_count(), u64::from(values) + 1),
        SolutionForm::Edges | SolutionForm::Atoms => (puzzle.atom_count(), 2),
    };
    let all =
        ways.checked_pow(u32::try_from(places).ok()?).filter(|&all| all <= MAX_ASSIGNMENTS)?;
    let assignment = |number: u64| {
        let digits = (0..places as u32).map(|place| number / ways.pow(place) % ways);
        match puzzle.form() {
            SolutionForm::Values { values, .. } => {
                Solution::of_values(&digits.map(|digit| digit as u32).collect::<Vec<_>>(), values)
            }
            _ => Solution::new(digits.map(|digit| digit == 1).collect()),
        }
    };
    let assignments = (0..all).map(assignment);
    Some(assignments.filter(|solution| puzzle.check(solution).is_ok()).collect())
}
