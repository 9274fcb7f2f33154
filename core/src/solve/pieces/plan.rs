//! The plan of searches in a large piece: a restart schedule with symmetric and unrestricted searches.
//!
//! Whether a search finds a cycle soon depends on luck: with one seed it may take many times as long as with another (a
//! heavy tail). A schedule with growing times bounds the loss. Two kinds of search compete. A search for *symmetric*
//! models has about half as many variables and can be faster, but such models may not exist. A search for *any* model
//! is complete. Without knowledge of the piece, neither should be neglected, so they take turns:
//!
//! ```text
//!   turn 1 (2 s each)      symmetric 1, symmetric 2, any      BatSat
//!   turn 2 (3 s each)      symmetric 1, symmetric 2, any      Stable, another seed
//!   turn 3 (4.5 s each)    symmetric 1,       -,     any      BatSat        (symmetric 2 has no model)
//!   ...
//! ```
//!
//! If a search for any model does not even find its first model within its time, more searches of about that time would
//! be wasted, so the search for any model pauses until its time is three times as long, as long as a symmetric encoding
//! is open.

use std::time::Duration;

use crate::solve::engine::Engine;

/// The CPU time of each search of the first turn.
const FIRST_SEARCH: Duration = Duration::from_secs(2);
/// While symmetric encodings are still open, the search for any model is skipped until its time is this many times the
/// time of the last such search that found no model. The solvers take turns, and the factor preserves that: times grow
/// by half, so every third search reaches it.
const NO_MODEL_FACTOR: u32 = 3;

/// The models that a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceModels {
    /// The models of the symmetric encoding with this number.
    Symmetric(usize),
    Any,
}

/// A search in a large piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlannedSearch<'e> {
    pub engine: &'e Engine,
    pub seed: Option<u64>,
    /// The CPU time of the search.
    pub time: Duration,
    pub models: PieceModels,
}

/// The endless sequence of searches in a large piece: a restart schedule for one thread, or a portfolio for several.
///
/// The run time of a search has a heavy tail. So the searches end after growing times, and the next search has another
/// seed and, by default, the other built-in solver. Searches for symmetric models take turns with searches for any
/// model, most of which are skipped if even the first model takes too long.
pub(super) struct SearchPlan<'e> {
    /// The solver of this turn, and the solver of the next. A turn has a search for each symmetric encoding, and one
    /// for any model.
    engines: [&'e Engine; 2],
    seed: Option<u64>,
    /// The CPU time of each search of this turn.
    time: Duration,
    /// The index of the next search of this turn.
    next: usize,
    /// Whether each symmetric encoding may have a model.
    open: Vec<bool>,
    /// The shortest CPU time of a search for any model while a symmetric encoding may have a model.
    least_time: Duration,
}

impl<'e> SearchPlan<'e> {
    /// Creates the plan for a piece with this number of symmetric encodings.
    pub fn new(engine: &'e Engine, seed: Option<u64>, symmetric: usize) -> Self {
        let engines = match engine {
            Engine::Default => [&Engine::BatSat, &Engine::Stable],
            chosen => [chosen; 2],
        };
        let (open, least_time) = (vec![true; symmetric], Duration::ZERO);
        Self { engines, seed, time: FIRST_SEARCH, next: 0, open, least_time }
    }

    /// Returns the next search.
    pub fn next(&mut self) -> PlannedSearch<'e> {
        loop {
            let models = match self.next < self.open.len() {
                true => PieceModels::Symmetric(self.next),
                false => PieceModels::Any,
            };
            let search =
                PlannedSearch { engine: self.engines[0], seed: self.seed, time: self.time, models };
            self.next += 1;
            if models == PieceModels::Any {
                self.engines.reverse();
                self.seed = Some(self.seed.map_or(0, |seed| seed.wrapping_add(1)));
                self.time = self.time * 3 / 2;
                self.next = 0;
            }
            let is_wanted = match models {
                PieceModels::Symmetric(number) => self.open[number],
                PieceModels::Any => search.time >= self.least_time || !self.open.contains(&true),
            };
            if is_wanted {
                return search;
            }
        }
    }

    /// Skips a symmetric encoding from then on, because it has no model.
    pub fn close(&mut self, symmetric: usize) {
        self.open[symmetric] = false;
    }

    /// Records that a search for any model found no model within this CPU time.
    pub fn found_no_model(&mut self, time: Duration) {
        self.least_time = self.least_time.max(time * NO_MODEL_FACTOR);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the next searches of a plan: the solver, the seed and the time in seconds.
    fn next(plan: &mut SearchPlan<'_>, count: usize) -> Vec<(String, Option<u64>, f64)> {
        let of = |search: PlannedSearch<'_>| {
            (search.engine.name(), search.seed, search.time.as_secs_f64())
        };
        (0..count).map(|_| of(plan.next())).collect()
    }

    /// Returns the models that the next searches of a plan look for.
    fn models(plan: &mut SearchPlan<'_>, count: usize) -> Vec<PieceModels> {
        (0..count).map(|_| plan.next().models).collect()
    }

    #[test]
    fn the_built_in_solvers_take_turns_unless_one_is_chosen() {
        let of = |name: &str, seed: Option<u64>, time: f64| (name.to_owned(), seed, time);
        let turns = [
            of("batsat", None, 2.0),
            of("stable", Some(0), 3.0),
            of("batsat", Some(1), 4.5),
            of("stable", Some(2), 6.75),
        ];
        assert_eq!(next(&mut SearchPlan::new(&Engine::Default, None, 0), 4), turns);
        let seeds = next(&mut SearchPlan::new(&Engine::Stable, Some(u64::MAX), 0), 2);
        assert_eq!(seeds, [of("stable", Some(u64::MAX), 2.0), of("stable", Some(0), 3.0)]);
    }

    #[test]
    fn an_encoding_without_a_model_is_left_out() {
        use PieceModels::{Any, Symmetric};
        let mut plan = SearchPlan::new(&Engine::BatSat, None, 2);
        assert_eq!(models(&mut plan, 4), [Symmetric(0), Symmetric(1), Any, Symmetric(0)]);
        plan.close(1);
        assert_eq!(models(&mut plan, 3), [Any, Symmetric(0), Any]);
        plan.close(0);
        assert_eq!(models(&mut plan, 2), [Any, Any]);
    }

    #[test]
    fn after_a_hopeless_search_for_any_model_the_symmetric_ones_go_first() {
        use PieceModels::{Any, Symmetric};
        let mut plan = SearchPlan::new(&Engine::BatSat, None, 1);
        assert_eq!(models(&mut plan, 2), [Symmetric(0), Any]);
        plan.found_no_model(FIRST_SEARCH);
        // 3 and 4.5 s are less than 3 * 2 s, 6.75 s are more
        assert_eq!(models(&mut plan, 4), [Symmetric(0), Symmetric(0), Symmetric(0), Any]);
        plan.found_no_model(Duration::MAX / NO_MODEL_FACTOR);
        assert_eq!(models(&mut plan, 2), [Symmetric(0), Symmetric(0)]);
        plan.close(0);
        assert_eq!(models(&mut plan, 2), [Any, Any]);
    }
}
