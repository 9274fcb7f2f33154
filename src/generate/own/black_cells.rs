//! The generator of Simple Loops with exactly one solution.
//!
//! Black cells cannot be chosen one by one: without a black cell, the loop would have to visit that cell, so it is not
//! a clue that holds or fails in a solution of the other black cells. Therefore the loop itself is changed, and every
//! puzzle is solved from scratch.

use encycle_encodings::kinds::simple_loop::SimpleLoop;
use rand_pcg::Pcg64Mcg;

use crate::generate::error::GenerateError;
use crate::generate::options::GeneratedPuzzle;
use crate::generate::own::random_loop::RandomLoop;
use crate::generate::own::scratch::{ScratchTests, Tested};

/// Generates a Simple Loop. Returns `None` if this attempt fails.
///
/// The cells that a random loop does not visit are black. While the puzzle has another solution, the loop is shortened
/// where it differs from that solution, if possible by two cells. Then the loop is extended by two adjacent black cells
/// at a time, as long as exactly one solution is left. In the end, no two black cells can be added to the loop in this
/// way.
pub(super) fn simple_loop(
    tests: &mut ScratchTests<'_>,
    random: &mut Pcg64Mcg,
) -> Result<Option<GeneratedPuzzle>, GenerateError> {
    let mut found = RandomLoop::new(tests, random)?;
    let mut test = |found: &RandomLoop| tests.test(&puzzle(found).into(), &found.solution());
    loop {
        let is_shorter = match test(&found)? {
            Tested::Sufficient => break,
            Tested::Other(other) => found.shorten(Some(&other), random),
            Tested::TooHard => found.shorten(None, random),
        };
        if !is_shorter {
            return Ok(None);
        }
    }
    found.extend(random, |found| Ok(matches!(test(found)?, Tested::Sufficient)))?;
    let puzzle = puzzle(&found);
    let clues = puzzle.black().filter(|&black| black).count();
    Ok(Some(tests.unique(puzzle.into(), found.solution(), clues)))
}

/// Returns the puzzle whose black cells are the cells that the loop does not visit.
fn puzzle(found: &RandomLoop) -> SimpleLoop {
    let black: Vec<bool> = found.visited().into_iter().map(|visited| !visited).collect();
    SimpleLoop::new(found.grid, &black).expect("one entry per cell")
}
