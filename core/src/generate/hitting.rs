//! Minimum hitting sets.

use encycle_encodings::logic::{
    CardMethod, Constraint, ConstraintSink as _, Lit, LoweringOptions, Origin, Place,
};

use crate::generate::error::GenerateError;
use crate::solve::{BatSatSession, CallResult, Deadline, JobLimits, Session as _};
use encycle_solvers::Limits;

/// Finds a hitting set of minimum total weight: a set of numbers that contains an element of each set in `to_hit`.
///
/// For example, the sets {1, 2}, {2, 3} and {1, 3} have the minimum hitting set {1, 2} if all weights are equal.
///
/// The built-in solver finds the set with a cardinality constraint over the weights. The bound of the constraint starts
/// at a lower bound, and increases until the formula is satisfiable.
///
/// # Errors
/// Returns an error if a limit is reached, the solver fails, or a set in `to_hit` is empty.
pub(super) fn minimum_hitting_set(
    weights: &[usize],
    to_hit: &[Vec<usize>],
    limits: &JobLimits,
) -> Result<Vec<usize>, GenerateError> {
    // lower bound: sets that are pairwise disjoint need one element each
    let mut covered = vec![false; weights.len()];
    let mut least = 0;
    for set in to_hit {
        if set.iter().all(|&number| !covered[number]) {
            set.iter().for_each(|&number| covered[number] = true);
            least += set.iter().map(|&number| weights[number]).min().unwrap_or(0);
        }
    }
    let total: usize = weights.iter().sum();
    for weight in least..=total {
        let choices = LoweringOptions { card: CardMethod::Totalizer, ..LoweringOptions::default() };
        let mut session = BatSatSession::new(choices, None);
        let origin = Origin::new("hit", Place::Whole);
        for number in 0..weights.len() {
            session.variable("chosen", format_args!("chosen_{}", number + 1));
        }
        let chosen = |number: usize| Lit::positive(number as u32);
        for set in to_hit {
            let clause: Vec<Lit> = set.iter().map(|&number| chosen(number)).collect();
            session.constraint(Constraint::Clause(&clause), origin);
        }
        let counted: Vec<Lit> = (0..weights.len())
            .flat_map(|number| std::iter::repeat_n(chosen(number), weights[number]))
            .collect();
        if weight < counted.len() {
            let literals = &counted[..];
            let at_most = Constraint::Cardinality { literals, at_least: 0, at_most: weight };
            session.constraint(at_most, origin);
        }
        let wall = limits.deadline.map(Deadline::left);
        let rest = Limits { wall, stop: limits.stop.clone(), ..Limits::default() };
        match session.solve(&rest)? {
            CallResult::Model(model) => {
                return Ok((0..weights.len()).filter(|&number| model[number]).collect());
            }
            CallResult::Unsatisfiable => {}
            CallResult::Unknown(reason) => {
                return Err(GenerateError::Limit(limits.reached().unwrap_or(reason)));
            }
        }
    }
    Err(GenerateError::Impossible("no hitting set exists: one of the sets is empty".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_hits_all_sets_and_is_minimum() {
        // two corners hit all sides of a triangle; if one corner is heavy, the solver chooses the two light corners
        let triangle = vec![vec![0, 1], vec![1, 2], vec![0, 2]];
        let found =
            minimum_hitting_set(&[1, 1, 1], &triangle, &JobLimits::default()).expect("no limit");
        assert_eq!(found.len(), 2);
        let found =
            minimum_hitting_set(&[1, 5, 1], &triangle, &JobLimits::default()).expect("no limit");
        assert_eq!(found, [0, 2]);
        assert_eq!(
            minimum_hitting_set(&[1, 1], &[], &JobLimits::default()).expect("no limit"),
            [0; 0]
        );
    }

    #[test]
    fn no_set_hits_the_empty_set() {
        assert!(minimum_hitting_set(&[1], &[vec![]], &JobLimits::default()).is_err());
    }
}
