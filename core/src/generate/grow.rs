//! Growth: puzzles with exactly one solution that are built by adding clues (Labath 2010, sections 3.1 and 3.2).

use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;

use crate::generate::clue_set::ClueSet;
use crate::generate::error::GenerateError;
use crate::generate::pool::SolutionPool;

/// A heuristic for the next clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Growth {
    /// Any clue that was not tried yet.
    Random,
    /// A clue that holds in the fewest solutions of a sample, but in at least one.
    Least,
    /// A clue that holds in the last solution of the sample, and in as few other solutions as possible.
    Last,
    /// A clue that holds in the first solution of the sample, and in as few other solutions as possible.
    First,
}

impl Growth {
    /// All heuristics.
    pub const ALL: [Self; 4] = [Self::Random, Self::Least, Self::Last, Self::First];

    /// Returns the name from the paper, which is used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Least => "least",
            Self::Last => "last",
            Self::First => "first",
        }
    }
}

/// The size of the paper's sample of solutions (its footnote 2).
pub const SAMPLE: usize = 47;

/// The heuristic of a growth, and its numbers.
#[derive(Clone, Copy, Debug)]
pub struct ClueGrowth {
    /// The heuristic.
    pub heuristic: Growth,
    /// The number of solutions that the heuristic compares.
    pub sample: usize,
    /// The number of clues that are added at random before the heuristic chooses. Algorithm 3.3 begins with "several random
    /// constraints"; without them, `first` would find the same solution with every seed. With many, the heuristic only
    /// finishes the puzzle, the combination that section 3.2 recommends.
    pub random_clues: usize,
}

/// Returns the default of [`ClueGrowth::random_clues`], a twentieth of the places.
pub fn few_clues(pool: &SolutionPool<'_>) -> usize {
    let places: std::collections::HashSet<usize> =
        pool.clues().iter().map(|clue| clue.place).collect();
    places.len().div_ceil(20)
}

/// Adds clues until exactly one solution is left (Algorithm 3.3 with `good` set to the number of clues after each clue that
/// leaves several solutions; as printed, `good` never changes), and returns the clues and the number of the solution
/// in the pool.
///
/// Returns `None` if no clues leave exactly one solution. The clues need not be minimal; for minimal clues, apply
/// [`Strategy::MultiBranch`](crate::generate::Strategy::MultiBranch) to them, which is Algorithm 3.2.
///
/// A clue that leaves no solution is removed and not tried again. As long as enough known solutions are left for the
/// sample, the solver does not search for more. This extends the second optimization of the paper, because the pool
/// keeps all solutions found so far.
///
/// # Errors
/// Returns an error if a limit is reached or the solver fails.
pub fn grow(
    pool: &mut SolutionPool<'_>,
    begin: &ClueSet,
    growth: ClueGrowth,
    random: &mut Pcg64Mcg,
) -> Result<Option<(ClueSet, usize)>, GenerateError> {
    let mut chosen = begin.clone();
    let mut untried: Vec<usize> = (0..pool.clues().len()).collect();
    untried.shuffle(random);
    loop {
        let heuristic =
            if chosen.len() < growth.random_clues { Growth::Random } else { growth.heuristic };
        let needed = if heuristic == Growth::Random { 2 } else { growth.sample.max(2) };
        let mut left: Vec<usize> = pool.with(&chosen).collect();
        while left.len() < needed {
            let Some(found) = pool.another(&chosen)? else { break };
            left.push(found);
        }
        match left[..] {
            // the initial clues exclude all solutions
            [] => return Ok(None),
            [only] => return Ok(Some((chosen, only))),
            _ => {}
        }
        let places: Vec<usize> = chosen.iter().map(|number| pool.clues()[number].place).collect();
        untried.retain(|&number| !places.contains(&pool.clues()[number].place));
        log::debug!("{} clues so far", chosen.len());
        loop {
            let Some(next) = pick(pool, &untried, &left, heuristic, random) else {
                return Ok(None);
            };
            untried.retain(|&number| number != next);
            let more = chosen.clone().with(next);
            if pool.any(&more)?.is_some() {
                chosen = more;
                break;
            }
        }
    }
}

/// Chooses the next clue to try.
fn pick(
    pool: &SolutionPool<'_>,
    untried: &[usize],
    left: &[usize],
    growth: Growth,
    random: &mut Pcg64Mcg,
) -> Option<usize> {
    let target = match growth {
        Growth::Random => return untried.last().copied(),
        Growth::Least => None,
        Growth::Last => left.last().copied(),
        Growth::First => left.first().copied(),
    };
    let holds_in = |clue: usize| left.iter().filter(|&&one| pool.holding(one).has(clue)).count();
    let holds_in_target =
        |&clue: &usize| target.is_none_or(|target| pool.holding(target).has(clue));
    // a clue that holds in all solutions of the sample excludes none of them
    let counted: Vec<(usize, usize)> = untried
        .iter()
        .filter(|clue| holds_in_target(clue))
        .map(|&clue| (holds_in(clue), clue))
        .filter(|&(count, _)| (1..left.len()).contains(&count))
        .collect();
    let least = counted.iter().map(|&(count, _)| count).min();
    let best: Vec<usize> =
        counted.iter().filter(|(count, _)| Some(*count) == least).map(|&(_, clue)| clue).collect();
    match best.len() {
        // no untried clue separates the solutions of the sample
        0 => untried.last().copied(),
        count => Some(best[random.random_range(0..count)]),
    }
}

/// Draws a random solution: adds random clues, at most one per place, and keeps each clue that leaves a solution.
///
/// Returns `None` if there is no solution.
///
/// # Errors
/// Returns the errors of [`grow`].
pub fn draw(
    pool: &mut SolutionPool<'_>,
    begin: &ClueSet,
    random: &mut Pcg64Mcg,
) -> Result<Option<usize>, GenerateError> {
    let mut order: Vec<usize> = (0..pool.clues().len()).collect();
    order.shuffle(random);
    let mut chosen = begin.clone();
    let Some(mut found) = pool.any(&chosen)? else { return Ok(None) };
    let mut decided = std::collections::HashSet::new();
    for number in order {
        if decided.contains(&pool.clues()[number].place) {
            continue;
        }
        let more = chosen.clone().with(number);
        let solution =
            if more.is_within(pool.holding(found)) { Some(found) } else { pool.any(&more)? };
        if let Some(solution) = solution {
            decided.insert(pool.clues()[number].place);
            (chosen, found) = (more, solution);
        }
    }
    Ok(Some(found))
}
