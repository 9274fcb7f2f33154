//! Simplified formulas.

use std::collections::{BTreeSet, HashSet};

use encycle::encodings::export::list_clauses;
use encycle::encodings::logic::{CnfMethod, Lit, LoweringOptions};
use encycle::puzzle::PuzzleKind;
use encycle::simplify::{Simplified, Simplifier};
use encycle::solvers::Limits;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use crate::support::binary::{code, encycle, stderr};
use crate::support::kinds::sample;

/// Returns all models.
fn models(variables: usize, clauses: &[Vec<Lit>]) -> Vec<Vec<bool>> {
    let assignments = (0..1_u32 << variables)
        .map(|bits| (0..variables).map(|one| bits >> one & 1 == 1).collect::<Vec<bool>>());
    assignments
        .filter(|model| {
            let holds = |literal: &Lit| model[literal.vidx()] == literal.is_pos();
            clauses.iter().all(|clause| clause.iter().any(holds))
        })
        .collect()
}

fn eliminated(variables: usize, clauses: &[Vec<Lit>], frozen: &[bool]) -> Simplified {
    let limits = Limits::default();
    Simplifier::Elimination.simplify(variables, clauses, frozen, &limits).expect("no program")
}

/// Random formulas with ten variables, around the ratio at which half of them have models.
#[test]
fn elimination_keeps_the_models_on_frozen_variables() {
    const VARIABLES: usize = 10;
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let (mut eliminations, mut satisfiable) = (0, 0);
    for _ in 0..3000 {
        let count = random.random_range(5..45);
        let clauses: Vec<Vec<Lit>> = (0..count)
            .map(|_| {
                let length = random.random_range(1..5);
                let mut literal =
                    || Lit::new(random.random_range(0..VARIABLES as u32), random.random_bool(0.5));
                (0..length).map(|_| literal()).collect()
            })
            .collect();
        let frozen: Vec<bool> = (0..VARIABLES).map(|_| random.random_bool(0.4)).collect();
        let simplified = eliminated(VARIABLES, &clauses, &frozen);
        let projected = |models: &[Vec<bool>]| -> BTreeSet<Vec<bool>> {
            let kept = |model: &Vec<bool>| {
                (0..VARIABLES).filter(|&one| frozen[one]).map(|one| model[one]).collect()
            };
            models.iter().map(kept).collect()
        };
        let before = models(VARIABLES, &clauses);
        let after = models(VARIABLES, &simplified.clauses);
        assert_eq!(projected(&before), projected(&after), "{clauses:?}, frozen {frozen:?}");
        for model in &after {
            let extended = simplified.extend(VARIABLES, &clauses, model).expect("a model");
            assert!(before.contains(&extended));
            assert!((0..VARIABLES).all(|one| !frozen[one]
                || !simplified.occurring()[one]
                || model[one] == extended[one]));
        }
        satisfiable += usize::from(!before.is_empty());
        eliminations += simplified.occurring().iter().filter(|&&occurs| !occurs).count();
    }
    assert!((500..2500).contains(&satisfiable), "{satisfiable}");
    assert!(eliminations > 8000, "{eliminations}");
}

#[test]
fn a_wrong_simplifier_is_noticed() {
    let [a, b] = [Lit::positive(0), Lit::positive(1)];
    let original = [vec![a, b], vec![!a, !b]];
    let wrong = Simplified { variables: 2, clauses: vec![vec![a], vec![b]] };
    assert_eq!(wrong.extend(2, &original, &[true, true]), None);
    let right = Simplified { variables: 2, clauses: vec![vec![a]] };
    assert_eq!(right.extend(2, &original, &[true, false]), Some(vec![true, false]));
}

/// Elimination removes definitions of Tseitin's transformation, and a second run finds nothing to do. (It did, when
/// resolvents were not compared with older clauses.)
#[test]
fn a_second_elimination_eliminates_nothing() {
    let mut kinds = 0;
    for &kind in PuzzleKind::ALL {
        let puzzle = sample(kind);
        let encoding = puzzle.encoding(&puzzle.default_encoding()).expect("an encoding");
        let options = LoweringOptions::from(CnfMethod::Tseitin);
        let list = list_clauses(options, &|sink| encoding.encode(sink), usize::MAX, |_, _, _| true);
        let list = list.expect("small");
        let clauses: Vec<Vec<Lit>> = list.clauses.into_iter().map(|one| one.literals).collect();
        let atoms: HashSet<String> =
            (0..puzzle.atom_count()).map(|atom| puzzle.atom_name(atom)).collect();
        let frozen: Vec<bool> = list.names.iter().map(|name| atoms.contains(name)).collect();
        let simplified = eliminated(frozen.len(), &clauses, &frozen);
        assert!(simplified.clauses.len() <= clauses.len(), "{kind}");
        let count = |occurs: Vec<bool>| {
            occurs.iter().zip(&frozen).filter(|&(&occurs, &frozen)| occurs && !frozen).count()
        };
        let before = Simplified { variables: frozen.len(), clauses }.occurring();
        let (before, after) = (count(before), count(simplified.occurring()));
        assert!(after <= before, "{kind}: {before}, {after}");
        kinds += usize::from(after < before);
        let again = eliminated(frozen.len(), &simplified.clauses, &frozen);
        assert_eq!(again.occurring(), simplified.occurring(), "{kind}");
    }
    assert!(kinds >= 3, "{kinds}");
}

#[test]
fn an_unknown_simplifier_is_an_error_with_the_known_names() {
    let puzzle = "examples/slitherlink/first.txt";
    let output = encycle(&["strength", puzzle, "--simplify", "minisat-0"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("installed simplifiers: bve"), "{}", stderr(&output));
}
