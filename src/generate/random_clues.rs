//! Puzzles with random clues of a random solution, without regard to uniqueness.

use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;

use crate::generate::error::GenerateError;
use crate::generate::frame::{ClueFrame, PlacedClue};
use crate::generate::generator::{StartSource, no_puzzle};
use crate::generate::generator::{is_long_enough, is_marked, message_solution, solution_of};
use crate::generate::options::{GenerateOptions, GeneratedPuzzle};
use crate::generate::own::origin_of_clues;
use crate::generate::shape::MaskCell;
use crate::solve::{Failure, JobLimits};

/// Generates a puzzle from [`GenerateOptions::at_least`] random clues of a random solution. The puzzle may have further
/// solutions, and nothing is proven about them, so the puzzle can be large. Its purpose is to measure solvers.
///
/// The mask is respected, even if it requires more clues; the route, the symmetry and the difficulty have no effect.
/// The result is deterministic for given options, seed and engine.
///
/// ```
/// use encycle::generate::{GenerateOptions, random_clues};
/// use encycle::puzzle::PuzzleKind;
///
/// let options = GenerateOptions {
///     at_least: 20,
///     ..GenerateOptions::new(PuzzleKind::Slitherlink, 10, 10)
/// };
/// let made = random_clues(&options, 7)?;
/// assert_eq!(made.clues, 20);
/// assert!(made.puzzle.check(&made.solution).is_ok());
/// # Ok::<(), encycle::generate::GenerateError>(())
/// ```
///
/// # Errors
/// Returns the errors of [`generate`](crate::generate::generate), and an error for a kind with a generator of
/// its own, such as Numberlink.
pub fn random_clues(
    options: &GenerateOptions,
    seed: u64,
) -> Result<GeneratedPuzzle, GenerateError> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let limits = JobLimits::starting_now(options.timeout, options.stop.clone());
    let source = StartSource::of(options)?;
    for attempts in 1..=options.attempts {
        let made = source
            .with_frame(&mut random, |frame, random| attempt(options, frame, &limits, random))?;
        match made {
            Some(Some(made)) => return Ok(GeneratedPuzzle { attempts, ..made }),
            Some(None) => {}
            None => {
                let origin = origin_of_clues(options.kind).unwrap_or("the kind has no frame");
                return Err(GenerateError::Unfit(format!("{origin}: no clues are chosen")));
            }
        }
    }
    Err(no_puzzle(options.attempts))
}

/// Chooses clues of one solution; returns `None` if the solution does not fit the options.
fn attempt(
    options: &GenerateOptions,
    frame: &dyn ClueFrame,
    limits: &JobLimits,
    random: &mut Pcg64Mcg,
) -> Result<Option<GeneratedPuzzle>, GenerateError> {
    let planned = match &options.message {
        Some(text) => Some(message_solution(text, frame)?),
        None => frame.random_solution(&options.loop_style, random),
    };
    let solution = match planned {
        Some(solution) => solution,
        None => solution_of(options, frame, limits, random)?,
    };
    if !is_long_enough(&options.loop_style, &solution) {
        return Ok(None);
    }
    let is_at = |clue: &PlacedClue, what| is_marked(options, frame, *clue, what);
    let mut clues = frame.all_of(&solution);
    clues.retain(|clue| !is_at(clue, MaskCell::MustNot));
    let (mut chosen, mut free): (Vec<_>, Vec<_>) =
        clues.into_iter().partition(|clue| is_at(clue, MaskCell::Must));
    free.shuffle(random);
    chosen.extend(free.into_iter().take(options.at_least.saturating_sub(chosen.len())));
    if chosen.len() < options.at_least {
        return Ok(None);
    }
    let (puzzle, clues) = (frame.with(&chosen), chosen.len());
    puzzle.check(&solution).map_err(|broken| {
        Failure::Internal(format!("the solution of the generated puzzle is wrong: {broken}"))
    })?;
    let is_unique = false;
    Ok(Some(GeneratedPuzzle { puzzle, solution, is_unique, clues, attempts: 1, tested_sets: 0 }))
}
