//! Which search in a large piece is next.

use std::time::Duration;

use crate::solve::engine::Engine;

/// The CPU time of each search of the first turn.
const FIRST_SEARCH: Duration = Duration::from_secs(2);
/// How many times as long a search must take as the last one that found no model of any kind, while symmetric ones are
/// being searched. The solvers take turns, so the factor lets them take turns here, too: each third search reaches it.
const NO_MODEL_FACTOR: u32 = 3;

/// The models that a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Models {
    /// Those of the symmetric encoding with this number.
    Symmetric(usize),
    Any,
}

/// A search in a large piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceSearch<'e> {
    pub engine: &'e Engine,
    pub seed: Option<u64>,
    /// The CPU time.
    pub time: Duration,
    pub models: Models,
}

/// The searches in a large piece, without end: a restart schedule for one thread, or a portfolio for several.
///
/// The run time of a search has a heavy tail. So the searches end after growing times, and the next ones have another seed and, by
/// default, the other built-in solver. Those for symmetric models take turns with those for any model, most of which are
/// left out if even the first model takes too long.
pub(super) struct SearchPlan<'e> {
    /// The solver of this turn, and that of the next one. A turn has a search for each symmetric encoding, and one for
    /// any model.
    engines: [&'e Engine; 2],
    seed: Option<u64>,
    /// The CPU time of each search of this turn.
    time: Duration,
    /// The next search of this turn.
    next: usize,
    /// Whether each symmetric encoding may have a model.
    open: Vec<bool>,
    /// The smallest CPU time of a search for any model while a symmetric encoding may have a model.
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
    pub fn next(&mut self) -> PieceSearch<'e> {
        loop {
            let models = match self.next < self.open.len() {
                true => Models::Symmetric(self.next),
                false => Models::Any,
            };
            let search =
                PieceSearch { engine: self.engines[0], seed: self.seed, time: self.time, models };
            self.next += 1;
            if models == Models::Any {
                self.engines.reverse();
                self.seed = Some(self.seed.map_or(0, |seed| seed.wrapping_add(1)));
                self.time = self.time * 3 / 2;
                self.next = 0;
            }
            let is_wanted = match models {
                Models::Symmetric(number) => self.open[number],
                Models::Any => search.time >= self.least_time || !self.open.contains(&true),
            };
            if is_wanted {
                return search;
            }
        }
    }

    /// Leaves out a symmetric encoding from now on, since it has no model.
    pub fn close(&mut self, symmetric: usize) {
        self.open[symmetric] = false;
    }

    /// Records that a search for any model has found none within this CPU time.
    pub fn found_no_model(&mut self, time: Duration) {
        self.least_time = self.least_time.max(time * NO_MODEL_FACTOR);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the next searches of a plan: the solver, the seed and the time in seconds.
    fn next(plan: &mut SearchPlan<'_>, count: usize) -> Vec<(String, Option<u64>, f64)> {
        let of = |search: PieceSearch<'_>| {
            (search.engine.name(), search.seed, search.time.as_secs_f64())
        };
        (0..count).map(|_| of(plan.next())).collect()
    }

    /// Returns the models that the next searches of a plan look for.
    fn models(plan: &mut SearchPlan<'_>, count: usize) -> Vec<Models> {
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
        use Models::{Any, Symmetric};
        let mut plan = SearchPlan::new(&Engine::BatSat, None, 2);
        assert_eq!(models(&mut plan, 4), [Symmetric(0), Symmetric(1), Any, Symmetric(0)]);
        plan.close(1);
        assert_eq!(models(&mut plan, 3), [Any, Symmetric(0), Any]);
        plan.close(0);
        assert_eq!(models(&mut plan, 2), [Any, Any]);
    }

    #[test]
    fn after_a_hopeless_search_for_any_model_the_symmetric_ones_go_first() {
        use Models::{Any, Symmetric};
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
