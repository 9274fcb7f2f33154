//! Counting with zero-suppressed decision diagrams.

use encycle_diagrams::lines::{BuildError, LineSolutions, TallyOptions, count_solutions};
use encycle_diagrams::{CountResources, GoOn, LevelStore};
use encycle_encodings::grid::Edge;
use encycle_encodings::presolve::{PresolveVerdict, presolve};
use encycle_encodings::puzzle::{LineProblem, Solution};
use num_bigint::BigUint;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::count::{CountError, CountMethod, CountOptions, CountWatch, SolutionCount};
use crate::deduce::{Deducer, Level};
use crate::puzzle::Puzzle;

/// Counts the solutions without keeping a diagram, with checkpoints in a store.
pub(super) fn count(
    puzzle: &Puzzle,
    options: &CountOptions,
    store: Option<&mut dyn LevelStore>,
) -> Result<BigUint, CountError> {
    let Some(problem) = presolved(puzzle, options)? else { return Ok(BigUint::ZERO) };
    let order = order(&problem, options);
    let tally = TallyOptions { order: order.as_deref(), lengths: options.lengths.clone() };
    let threads = options.threads;
    watched(options, |go_on| {
        let store = store.map(|store| store as &mut dyn LevelStore);
        count_solutions(&problem, &tally, CountResources { threads, store, go_on })
    })
}

/// All solutions of a puzzle whose solutions are lines, as a diagram.
///
/// ```
/// use encycle::count::{Diagram, CountOptions};
/// use encycle::formats;
///
/// let puzzle = formats::read("slitherlink 3 3\n..0\n.11\n...\n", None)?.puzzle;
/// let diagram = Diagram::build(&puzzle, &CountOptions::default())?;
/// assert_eq!(diagram.solutions().count(), 2_u32.into());
/// // the edges around the 0 are in no solution
/// let known = diagram.solutions().common().expect("a solution");
/// assert!(known.contains(&None) && known[2] == Some(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Diagram<'a> {
    puzzle: &'a Puzzle,
    solutions: LineSolutions,
}

impl<'a> Diagram<'a> {
    /// Builds the diagram.
    ///
    /// # Errors
    /// Returns an error if the solutions of the puzzle are not lines, or a limit is reached.
    pub fn build(puzzle: &'a Puzzle, options: &CountOptions) -> Result<Self, CountError> {
        let solutions = match presolved(puzzle, options)? {
            Some(problem) => {
                let order = order(&problem, options);
                watched(options, |go_on| LineSolutions::build(&problem, order.as_deref(), go_on))?
            }
            None => LineSolutions::none(&line_problem(puzzle)?),
        };
        Ok(Self { puzzle, solutions })
    }

    /// Returns the solutions, which are not checked against the rules.
    #[must_use]
    pub fn solutions(&self) -> &LineSolutions {
        &self.solutions
    }

    /// Counts like [`count`](crate::count::count), but uses this diagram instead of building one.
    ///
    /// # Errors
    /// Returns an error if a limit is reached, the solver fails, or the methods disagree.
    pub fn count(
        &self,
        method: CountMethod,
        options: &CountOptions,
    ) -> Result<SolutionCount, CountError> {
        crate::count::count_by(self.puzzle, method, options, || Ok(self.solutions.count()))
    }

    /// Finds common values like [`common`](crate::count::common), but uses this diagram instead of
    /// building one.
    ///
    /// # Errors
    /// Returns the errors of [`Self::count`].
    pub fn common(
        &self,
        method: CountMethod,
        options: &CountOptions,
    ) -> Result<Option<Vec<Option<bool>>>, CountError> {
        crate::count::common_by(self.puzzle, method, options, || Ok(self.solutions.common()))
    }

    /// Draws `number` solutions uniformly at random, with replacement. Returns no samples if there is no solution.
    ///
    /// The result depends only on the diagram and the seed.
    ///
    /// # Errors
    /// Returns an error if a sampled solution breaks a rule.
    pub fn samples(&self, number: usize, seed: u64) -> Result<Vec<Solution>, CountError> {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let drawn = (0..number).map_while(|_| self.solutions.sample(&mut random));
        drawn
            .map(|solution| {
                self.puzzle.check(&solution)?;
                Ok(solution)
            })
            .collect()
    }
}

/// Returns the edges in the order that the options name.
fn order(problem: &LineProblem<'_>, options: &CountOptions) -> Option<Vec<Edge>> {
    options.order.as_ref().map(|order| order.edges(problem.graph))
}

/// Returns the line problem of a puzzle, or an error if its solutions are not lines.
fn line_problem(puzzle: &Puzzle) -> Result<LineProblem<'_>, CountError> {
    puzzle.line_problem().ok_or(CountError::Kind(puzzle.kind().name()))
}

/// Returns the line problem with the edges that the presolver fixes, or `None` if it finds a contradiction.
pub(super) fn presolved<'a>(
    puzzle: &'a Puzzle,
    options: &CountOptions,
) -> Result<Option<LineProblem<'a>>, CountError> {
    let mut problem = line_problem(puzzle)?;
    let (verdict, lines) = match puzzle {
        _ if !options.presolve => return Ok(Some(problem)),
        Puzzle::Slitherlink(slitherlink) => {
            let presolved = presolve(slitherlink);
            (presolved.verdict, presolved.edges)
        }
        // a diagram has many states for clauses, so it is worth fixing edges first
        _ if !problem.clauses.is_empty() => {
            let deduced = Deducer::new(puzzle, Level::Medium).deduce(puzzle);
            let deduced = deduced.map_err(|error| CountError::Encoding(error.to_string()))?;
            (deduced.verdict, deduced.atoms)
        }
        _ => return Ok(Some(problem)),
    };
    if verdict == PresolveVerdict::Contradiction {
        return Ok(None);
    }
    for (known, fixed) in problem.fixed.iter_mut().zip(lines) {
        *known = known.or(fixed);
    }
    Ok(Some(problem))
}

/// Builds a diagram within the limits.
pub(super) fn watched<T>(
    options: &CountOptions,
    build: impl FnOnce(&mut GoOn<'_>) -> Result<T, BuildError>,
) -> Result<T, CountError> {
    let mut watch = CountWatch::new(options);
    build(&mut |bytes| watch.go_on(bytes)).map_err(|error| match (error, watch.reached) {
        (BuildError::Checkpoint(error), _) => CountError::Checkpoint(error),
        (_, Some(limit)) => CountError::Limit(limit),
        (error, None) => CountError::Limit(error.to_string()),
    })
}
