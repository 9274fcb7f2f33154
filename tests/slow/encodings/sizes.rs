//! Predicted sizes, families, and the number of models per solution.

use std::collections::BTreeSet;

use encycle::encodings::export::{ByFamily, CnfSize};
use encycle::encodings::kinds::slitherlink::encoding;
use encycle::encodings::logic::{LoweringOptions, lower_to_cnf};
use proptest::prelude::*;
use proptest::test_runner::Config;

use super::common::{Counter, cnf, irredundant_methods};
use super::random::random;
use super::{AllLoops, names};
use crate::support::puzzles::slitherlink;

/// An encoding that claims one model per solution has one. Among those that make no such claim, the ones checked below
/// do have solutions with several models.
#[test]
fn encodings_have_one_model_per_solution_if_they_claim_it() {
    let mut seen_several = BTreeSet::new();
    let mut may_have_several = BTreeSet::new();
    for (rows, cols, cases) in [(1, 3, 12), (2, 2, 12), (2, 3, 12)] {
        let loops = AllLoops::new(rows, cols);
        random(&loops, cases, |puzzle| {
            for name in names() {
                let encoding = encoding(&name, puzzle).expect("a known name");
                for method in irredundant_methods() {
                    let choices = LoweringOptions::from(method);
                    if !encoding.has_one_model_per_solution(choices) {
                        continue;
                    }
                    let formula = cnf(choices, |sink| encoding.encode(sink));
                    let points = Counter::of_formula(&formula).points(encoding.projection_size());
                    let expected = loops.solutions(puzzle, encoding.is_exact()).len();
                    assert_eq!(points.len(), expected, "{name} {choices:?} on {puzzle:?}");
                    assert!(points.values().all(|&models| models == 1), "{name} {choices:?}");
                }
            }
        });
        let free = loops.puzzle(vec![None; loops.grid.cell_count()]);
        for name in names() {
            let encoding = encoding(&name, &free).expect("a known name");
            let shown = encoding.projection_size();
            for method in irredundant_methods() {
                // seen once is enough: `leaf` has a number of models that is exponential in the grid
                if encoding.has_one_model_per_solution(method.into())
                    || seen_several.contains(&name)
                {
                    continue;
                }
                may_have_several.insert(name.clone());
                let formula = cnf(method.into(), |sink| encoding.encode(sink));
                if Counter::of_formula(&formula).points(shown).values().any(|&n| n > 1) {
                    seen_several.insert(name.clone());
                }
            }
        }
    }
    let has_several =
        |name: &&String| ["tree", "elimination", "leaf"].iter().any(|part| name.contains(part));
    for name in may_have_several.iter().filter(has_several) {
        assert!(seen_several.contains(name), "{name}");
    }
    assert!(seen_several.contains("edge+order"), "by plaisted-greenbaum");
}

proptest! {
    #![proptest_config(Config::with_cases(48))]

    /// Every family in a formula is declared by the encoding. On large grids every declared family appears.
    #[test]
    fn declared_families_are_those_of_the_formula(puzzle in slitherlink(6)) {
        for name in names() {
            let encoding = encoding(&name, &puzzle).expect("a known name");
            let sizes = lower_to_cnf(ByFamily::<CnfSize>::default(), LoweringOptions::default(), |sink| {
                encoding.encode(sink);
            });
            let declared: BTreeSet<&str> = encoding.families().iter().map(|family| family.name).collect();
            let seen: BTreeSet<&str> =
                sizes.expect("a small formula").families().iter().map(|(name, _)| *name).collect();
            prop_assert!(seen.is_subset(&declared), "{}: {:?} {:?}", name, seen, declared);
            let grid = puzzle.grid().expect("a grid");
            let large = grid.rows().min(grid.cols()) > 2;
            // `cotree` has no variables for a line that crosses one edge
            let crossed = name.ends_with("cotree") && !seen.contains("root");
            // on small grids, `leaf-hybrid` eliminates all vertices
            let eliminated = name.ends_with("leaf-hybrid") && !seen.contains("time");
            prop_assert!(!large || crossed || eliminated || puzzle.clues().count() == 0 || seen == declared, "{}", name);
        }
    }
}
