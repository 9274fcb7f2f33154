//! Verdicts by counting lines, before any search: puzzles whose degrees have no solution, or that a few vertices separate into
//! too many components.
//!
//! If every vertex has a given number of lines, then the lines are a factor of the graph. Whether there is a factor is
//! decided in polynomial time ([`FactorProblem`](encycle_encodings::grid::FactorProblem)), in a fraction of a second even
//! for thousands of vertices, while clauses without counting may take a solver hours.

use std::time::Duration;

use web_time::Instant;

use encycle_encodings::grid::{FactorBarrier, separating_set};
use encycle_encodings::puzzle::LineProblem;

use crate::solve::deadline::{Deadline, JobLimits};
use crate::solve::engine::Engine;
use crate::solve::result::Attempt;
use crate::solve::search::{Outcome, Verdict};
use crate::solve::settings::RunSettings;

/// The time limit of the test.
const COUNTING_TIME: Duration = Duration::from_secs(2);
/// The maximum number of edges, each of which takes some hundred bytes.
const MOST_EDGES: usize = 1_000_000;

/// The name that an attempt reports in place of an encoding.
const NAME: &str = "counting";

/// Returns the attempt with the verdict `no-solution` if counting lines shows that there is no solution, and no option asks
/// for an encoding or for what only a search has.
pub(super) fn attempt_by_counting(run: &RunSettings<'_>, engine: &Engine) -> Option<Attempt> {
    let is_plain = run.presolve
        && !run.heat
        && run.encodings.is_none()
        && run.rounds.is_none()
        && run.length.is_none()
        && engine.is_builtin_sat();
    let puzzle = run.problem.as_puzzle().filter(|_| is_plain)?;
    let start = Instant::now();
    let lines = puzzle.line_rules().filter(|lines| lines.graph.edge_count() <= MOST_EDGES)?;
    let limits = JobLimits { deadline: run.options.deadline(), stop: run.options.stop.clone() };
    let end = Deadline::starting_now(Some(COUNTING_TIME));
    let mut go_on = || !end.is_some_and(Deadline::has_passed) && limits.reached().is_none();
    if !is_excluded(&lines, &mut go_on) {
        return None;
    }
    let engine = engine.suited_to(run.problem, false).clone();
    Some(Attempt {
        outcome: Outcome::new(Verdict::NoSolution, Vec::new()),
        solver: engine.unversioned_id(),
        engine,
        encoding: NAME.to_owned(),
        cuts: None,
        presolve: start.elapsed(),
        heat: None,
    })
}

/// Returns whether the degrees, or the components that are left without some vertices, exclude every solution.
fn is_excluded(lines: &LineProblem<'_>, go_on: &mut dyn FnMut() -> bool) -> bool {
    if let Some(barrier) = lines.factor_problem().and_then(|factors| factors.barrier(go_on)) {
        let FactorBarrier { upper, lower, odd } = barrier;
        let [upper, lower, odd] = [upper.len(), lower.len(), odd.len()];
        log::debug!("no factor: {upper} vertices supply {lower}, {odd} odd components");
        return true;
    }
    let set = lines.contracted_graph().and_then(|graph| separating_set(&graph.neighbours));
    if let Some(set) = &set {
        log::debug!("more components than the {} removed vertices", set.len());
    }
    set.is_some()
}
