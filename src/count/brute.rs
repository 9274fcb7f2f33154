//! Counting by trying everything.

use encycle_encodings::puzzle::{Solution, SolutionForm};

use crate::puzzle::Puzzle;

/// How much is tried at most.
const MOST: u64 = 1 << 16;

/// All solutions, by trying everything that can be said of the atoms; `None` where that is too much.
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
    // each place has so many ways
    let (places, ways) = match puzzle.form() {
        SolutionForm::Values { grid, values } => (grid.cell_count(), u64::from(values) + 1),
        SolutionForm::Edges | SolutionForm::Atoms => (puzzle.atom_count(), 2),
    };
    let all = ways.checked_pow(u32::try_from(places).ok()?).filter(|&all| all <= MOST)?;
    let way = |number: u64| {
        let digits = (0..places as u32).map(|place| number / ways.pow(place) % ways);
        match puzzle.form() {
            SolutionForm::Values { values, .. } => {
                Solution::of_values(&digits.map(|digit| digit as u32).collect::<Vec<_>>(), values)
            }
            _ => Solution::new(digits.map(|digit| digit == 1).collect()),
        }
    };
    Some((0..all).map(way).filter(|solution| puzzle.check(solution).is_ok()).collect())
}
