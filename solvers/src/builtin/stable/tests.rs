use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::*;
use crate::BatSat;
use crate::builtin::brute_force::{holds, models};

const VARIABLES: usize = 6;

fn literal() -> impl Strategy<Value = Lit> {
    (0..VARIABLES as u32, any::<bool>()).prop_map(|(variable, sign)| Lit::new(variable, sign))
}

/// Returns up to this number of clauses of one to three literals.
fn clauses(most: usize) -> impl Strategy<Value = Vec<Vec<Lit>>> {
    vec(vec(literal(), 1..=3), 0..=most)
}

/// Returns a solver that restarts and reduces its clauses as often as possible.
fn hasty(seed: Option<u64>, variables: usize) -> StableSat {
    let mut solver = StableSat::new(seed);
    solver.declare_variables(variables);
    (solver.restart_interval, solver.learnt_limit) = (1, 1);
    solver
}

/// Solves, and returns the model without checking it; `None` if the solver finds none.
fn model(solver: &mut StableSat) -> Option<Vec<bool>> {
    match solver.solve(&Limits::default()) {
        SolverStatus::Satisfiable(values) => {
            Some(values.into_iter().map(|value| value.expect("all are assigned")).collect())
        }
        SolverStatus::Unsatisfiable => None,
        SolverStatus::Unknown => panic!("unknown without a limit"),
    }
}

/// Returns random clauses of three different variables.
fn random_clauses(variables: u32, count: usize, seed: u64) -> Vec<Vec<Lit>> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut clause = || {
        let mut chosen = Vec::new();
        while chosen.len() < 3 {
            let variable = random.random_range(0..variables);
            if chosen.iter().all(|literal: &Lit| literal.vidx32() != variable) {
                chosen.push(Lit::new(variable, random.random_bool(0.5)));
            }
        }
        chosen
    };
    (0..count).map(|_| clause()).collect()
}

/// Returns the clauses that put one pigeon more than there are holes into the holes: hard for every solver based on
/// resolution.
fn pigeons(holes: u32) -> StableSat {
    let sits = |pigeon: u32, hole: u32| Lit::positive(pigeon * holes + hole);
    let mut solver = StableSat::new(None);
    for pigeon in 0..=holes {
        solver.add_clause(&(0..holes).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>());
        for other in 0..pigeon {
            (0..holes)
                .for_each(|hole| solver.add_clause(&[!sits(pigeon, hole), !sits(other, hole)]));
        }
    }
    solver
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn all_models_are_enumerated(clauses in clauses(12), seed in any::<Option<u64>>()) {
        let mut solver = hasty(seed, VARIABLES);
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        let mut found = Vec::new();
        while let Some(model) = model(&mut solver) {
            let block = |(at, &value): (usize, &bool)| Lit::new(at as u32, value);
            solver.add_clause(&model.iter().enumerate().map(block).collect::<Vec<_>>());
            found.push(model);
            prop_assert!(found.len() <= 1 << VARIABLES, "a blocked model was returned again");
        }
        let mut expected = models(VARIABLES, &clauses);
        expected.sort();
        found.sort();
        prop_assert_eq!(found, expected);
    }

    /// Assumptions may be repeated, contradict each other, or outnumber the variables.
    #[test]
    fn assumptions_hold_for_one_call(
        parts in vec((clauses(8), vec(literal(), 0..=10)), 1..=4),
        seed in any::<Option<u64>>(),
    ) {
        let mut solver = hasty(seed, VARIABLES);
        let mut known: Vec<Vec<Lit>> = Vec::new();
        for (clauses, assumed) in parts {
            clauses.iter().for_each(|clause| solver.add_clause(clause));
            known.extend(clauses);
            let under = |literals: &[Lit]| {
                let units = literals.iter().map(|&literal| vec![literal]);
                models(VARIABLES, &known.iter().cloned().chain(units).collect::<Vec<_>>())
            };
            solver.assume(&assumed);
            match model(&mut solver) {
                Some(model) => prop_assert!(under(&assumed).contains(&model)),
                None => {
                    let core = solver.core().expect("a core");
                    prop_assert!(core.iter().all(|literal| assumed.contains(literal)));
                    prop_assert_eq!(under(&core), Vec::<Vec<bool>>::new());
                }
            }
            prop_assert_eq!(model(&mut solver).is_some(), !under(&[]).is_empty());
        }
    }
}

/// Formulas near the threshold of 4.26 clauses per variable, with and without a model.
#[test]
fn random_formulas_have_the_status_that_batsat_reports() {
    let mut counts = [0, 0];
    for seed in 0..60 {
        let variables = 60 + seed as u32 % 60;
        let clauses = random_clauses(variables, variables as usize * 43 / 10, seed);
        let mut solver = hasty(Some(seed), variables as usize);
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        let mut other =
            BatSat::of_clauses(variables as usize, clauses.iter().map(|clause| &clause[..]));
        let found = model(&mut solver);
        let expected = other.solve(&Limits::default());
        assert_eq!(found.is_none(), expected == SolverStatus::Unsatisfiable, "seed {seed}");
        if let Some(model) = &found {
            assert!(clauses.iter().all(|clause| holds(clause, model)), "seed {seed}");
        }
        counts[usize::from(found.is_some())] += 1;
    }
    assert!(counts.iter().all(|&count| count >= 10), "{counts:?}");
}

#[test]
fn learnt_clauses_follow_from_the_formula() {
    const COUNT: u32 = 14;
    let mut learnt = 0;
    for seed in 0..100 {
        let clauses = random_clauses(COUNT, 62, seed);
        let models = models(COUNT as usize, &clauses);
        let mut solver = StableSat::new(Some(seed));
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        assert_eq!(model(&mut solver).is_some(), !models.is_empty());
        // a formula without a model implies every clause
        for (clause, glue) in solver.clauses.iter().filter(|_| !models.is_empty()) {
            let Some(glue) = glue else { continue };
            assert!(models.iter().all(|model| holds(clause, model)), "seed {seed}: {clause:?}");
            assert!((1..=clause.len() as u32).contains(&glue));
            learnt += 1;
        }
    }
    assert!(learnt > 100, "{learnt}");
}

#[test]
fn learnt_clauses_are_minimized() {
    let [a, b, c, d] = [0, 1, 2, 3].map(Lit::positive);
    let mut solver = StableSat::new(None);
    let clauses = [&[!a, b][..], &[!a, !b, !c, d], &[!a, !b, !c, !d]];
    clauses.into_iter().for_each(|clause| solver.add_clause(clause));
    // decides `a`, which implies `b`, and then `c`
    solver.suggest(&[true; 4]);
    assert!(model(&mut solver).is_some());
    let learnt: Vec<_> = solver.clauses.iter().filter(|(_, glue)| glue.is_some()).collect();
    assert_eq!(learnt, [(&[!c, !a][..], Some(2))]);
}

#[test]
fn a_reduction_keeps_clauses_of_the_formula_and_short_or_used_ones() {
    let literal = |number: u32| Lit::positive(number);
    let mut clauses = WatchedClauses::default();
    clauses.declare_variables(40);
    let formula: Vec<Lit> = (0..5).map(literal).collect();
    clauses.add(&formula, None);
    clauses.add(&[literal(5), literal(6)], Some(2));
    // all clauses were just learnt, which counts as used
    let long: Vec<Vec<Lit>> =
        (0..8).map(|number| (0..3 + number).map(|place| literal(10 + place)).collect()).collect();
    let refs: Vec<_> = long.iter().map(|clause| clauses.add(clause, Some(3))).collect();
    clauses.reduce(|_| false);
    assert_eq!(clauses.learnt(), 9);
    clauses.mark_used(refs[7], |literals| literals.len() as u32);
    clauses.reduce(|clause| clause == long[0]);
    // of the eight learnt clauses besides the binary clause, the four longest except `long[7]` are removed, and the
    // satisfied clause
    let left: Vec<Vec<Lit>> = clauses.iter().map(|(clause, _)| clause.to_vec()).collect();
    let kept = [1, 2, 7].map(|at: usize| long[at].clone());
    let first = [formula, vec![literal(5), literal(6)]];
    assert_eq!(left, first.into_iter().chain(kept).collect::<Vec<_>>());
}

#[test]
fn a_seed_determines_the_search() {
    let clauses = random_clauses(150, 620, 1);
    let run = |seed: Option<u64>| {
        let mut solver = StableSat::new(seed);
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        (model(&mut solver).expect("few clauses"), solver.conflicts())
    };
    assert_eq!(run(None), run(None));
    assert_eq!(run(Some(1)), run(Some(1)));
    let results: Vec<_> = (0..5).map(|seed| run(Some(seed))).collect();
    assert!(results.iter().any(|result| *result != results[0]));
}

#[test]
fn the_search_tries_suggested_values_first() {
    let [a, b, c] = [0, 1, 2].map(Lit::positive);
    let mut solver = StableSat::new(None);
    solver.add_clause(&[a, b, c]);
    solver.suggest(&[true, false, true]);
    assert_eq!(model(&mut solver), Some(vec![true, false, true]));
    // a suggestion that the clauses exclude does not constrain the search
    solver.add_clause(&[!a]);
    solver.suggest(&[true, true, true]);
    assert_eq!(model(&mut solver), Some(vec![false, true, true]));
}

#[test]
fn clauses_without_a_literal_or_with_all_have_their_meaning() {
    let a = Lit::positive(0);
    let mut solver = StableSat::new(None);
    assert_eq!(model(&mut solver), Some(vec![]));
    solver.add_clause(&[a, !a]);
    assert!(model(&mut solver).is_some());
    solver.add_clause(&[a, a]);
    assert_eq!(model(&mut solver), Some(vec![true]));
    solver.assume(&[!a]);
    assert_eq!((model(&mut solver), solver.core()), (None, Some(vec![!a])));
    solver.add_clause(&[]);
    assert_eq!((model(&mut solver), solver.core()), (None, Some(vec![])));
}

#[test]
fn limits_hold_and_the_solver_can_be_called_again() {
    let brief = Some(Duration::from_millis(50));
    let mut hard = pigeons(14);
    assert_eq!(hard.solve(&Limits { wall: brief, ..Limits::default() }), SolverStatus::Unknown);
    assert_eq!(hard.solve(&Limits { cpu: brief, ..Limits::default() }), SolverStatus::Unknown);
    let stopped = Limits::default();
    stopped.stop.request();
    assert_eq!(hard.solve(&stopped), SolverStatus::Unknown);
    // all pigeons but the last have their holes
    let last: Vec<Lit> = (0..14).map(|hole| Lit::positive(14 * 14 + hole)).collect();
    let mut easy = pigeons(14);
    easy.assume(&last.iter().map(|&literal| !literal).collect::<Vec<_>>());
    assert_eq!(model(&mut easy), None);
    assert_eq!(easy.core().expect("a core").len(), 14);
    assert_eq!(model(&mut pigeons(5)), None);
}

#[test]
fn the_luby_sequence_is_that_of_the_paper() {
    let expected = [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1];
    assert!(luby().take(16).eq(expected));
}
