//! The cardinality method `sequential`: its size, and that a model determines its variables.

use encycle_encodings::logic::{CardMethod, Constraint, Lit, LoweringOptions, Origin, Place};

use crate::common::{Counter, cnf};

/// The sequential counter takes k - 2 variables and 4k - 6 clauses for "exactly one", one clause less
/// for "at most one". A model determines its variables.
#[test]
fn the_sequential_counter_has_linear_size_and_one_model_for_each_assignment() {
    let choices = LoweringOptions { card: CardMethod::Sequential, ..LoweringOptions::default() };
    for k in 2..=9_usize {
        let literals: Vec<Lit> = (0..k as u32).map(|i| Lit::new(i, i == 1)).collect();
        for at_least in [0, 1] {
            let one = Constraint::Cardinality { literals: &literals, at_least, at_most: 1 };
            let formula = cnf(choices, |sink| {
                for i in 0..k {
                    sink.variable("x", format_args!("x_{i}"));
                }
                sink.constraint(one, Origin::new("test", Place::Whole));
            });
            let size = (formula.names.len() - k, formula.clauses.len());
            assert_eq!(size, (k - 2, 4 * k - 7 + at_least));
            let points = Counter::of_formula(&formula).points(k);
            assert_eq!(points.len(), k + 1 - at_least);
            assert!(points.values().all(|&models| models == 1));
        }
    }
}
