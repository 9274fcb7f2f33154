//! Simplified formulas.

use std::collections::{BTreeSet, HashSet};

use encycle::encodings::export::list_clauses;
use encycle::encodings::logic::{CnfMethod, Lit, LoweringOptions};
use encycle::puzzle::PuzzleKind;
use encycle::simplify::{Simplified, Simplifier};
use encycle::solvers::Limits;
use rand::seq::SliceRandom as _;
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

fn simplified(
    simplifier: &Simplifier,
    variables: usize,
    clauses: &[Vec<Lit>],
    frozen: &[bool],
) -> Simplified {
    simplifier.simplify(variables, clauses, frozen, &Limits::default()).expect("no program")
}

fn eliminated(variables: usize, clauses: &[Vec<Lit>], frozen: &[bool]) -> Simplified {
    simplified(&Simplifier::Elimination, variables, clauses, frozen)
}

/// Returns a random clause of this length.
fn random_clause(random: &mut Pcg64Mcg, variables: usize, length: usize) -> Vec<Lit> {
    let mut literal =
        || Lit::new(random.random_range(0..variables as u32), random.random_bool(0.5));
    (0..length).map(|_| literal()).collect()
}

/// Returns the values of the frozen variables in these models.
fn projected(models: &[Vec<bool>], frozen: &[bool]) -> BTreeSet<Vec<bool>> {
    let kept = |model: &Vec<bool>| {
        model.iter().zip(frozen).filter(|one| *one.1).map(|one| *one.0).collect()
    };
    models.iter().map(kept).collect()
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
                random_clause(&mut random, VARIABLES, length)
            })
            .collect();
        let frozen: Vec<bool> = (0..VARIABLES).map(|_| random.random_bool(0.4)).collect();
        let simplified = eliminated(VARIABLES, &clauses, &frozen);
        let before = models(VARIABLES, &clauses);
        let after = models(VARIABLES, &simplified.clauses);
        assert_eq!(
            projected(&before, &frozen),
            projected(&after, &frozen),
            "{clauses:?}, frozen {frozen:?}"
        );
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

/// Random formulas with one or two long clauses, whose literals seldom occur elsewhere or exclude each other.
#[test]
fn reencoding_keeps_the_models_on_frozen_variables() {
    const VARIABLES: usize = 8;
    let mut random = Pcg64Mcg::seed_from_u64(4);
    let (mut unique, mut exclusive, mut satisfiable) = (0, 0, 0);
    for _ in 0..3000 {
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        let mut places: Vec<u32> = (0..VARIABLES as u32).collect();
        for _ in 0..random.random_range(1..3) {
            places.shuffle(&mut random);
            let length = random.random_range(4..7);
            let long: Vec<Lit> = places
                .iter()
                .take(length)
                .map(|&one| Lit::new(one, random.random_bool(0.1)))
                .collect();
            if random.random_bool(0.5) {
                let pairs = (0..length).flat_map(|i| (0..i).map(move |j| [i, j]));
                clauses.extend(pairs.map(|pair| pair.map(|one| !long[one]).to_vec()));
            }
            clauses.push(long);
        }
        for _ in 0..random.random_range(0..4) {
            let length = random.random_range(1..4);
            let clause = random_clause(&mut random, VARIABLES, length);
            // mostly negative literals, so that positive ones stay unique
            clauses.push(
                clause
                    .iter()
                    .map(|one| Lit::new(one.var().idx32(), random.random_bool(0.9)))
                    .collect(),
            );
        }
        let frozen: Vec<bool> = (0..VARIABLES).map(|_| random.random_bool(0.1)).collect();
        let result = simplified(&Simplifier::UniqueLiterals, VARIABLES, &clauses, &frozen);
        let before = models(VARIABLES, &clauses);
        let after = models(result.variables, &result.clauses);
        assert_eq!(
            projected(&before, &frozen),
            projected(&after, &frozen),
            "{clauses:?}, frozen {frozen:?}"
        );
        // every model is one of the formula, without the counters
        assert!(
            after.iter().all(|model| before.contains(&model[..VARIABLES].to_vec())),
            "{clauses:?}"
        );
        if result.variables > VARIABLES {
            let is_fewer = projected(&after, &[true; VARIABLES]).len() < before.len();
            unique += usize::from(is_fewer);
            exclusive += usize::from(!is_fewer);
        }
        satisfiable += usize::from(!before.is_empty());
    }
    assert!(
        unique > 100 && exclusive > 100 && satisfiable > 1000,
        "{unique} {exclusive} {satisfiable}"
    );
}

/// Exactly one of k literals by pairs is 1 + k(k - 1)/2 clauses, and by the counter 4k - 6.
#[test]
fn exactly_one_by_pairs_becomes_a_counter() {
    for k in 2..12 {
        let literals: Vec<Lit> = (0..k).map(Lit::positive).collect();
        let mut clauses = vec![literals.clone()];
        for (i, &a) in literals.iter().enumerate() {
            clauses.extend(literals[..i].iter().map(|&b| vec![!a, !b]));
        }
        let k = k as usize;
        let result = simplified(&Simplifier::UniqueLiterals, k, &clauses, &vec![true; k]);
        let is_long = k >= 5;
        assert_eq!(result.clauses.len(), if is_long { 4 * k - 6 } else { 1 + k * (k - 1) / 2 });
        assert_eq!(result.variables, if is_long { k + (k - 2) } else { k });
    }
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
    for &kind in PuzzleKind::all() {
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
    assert!(stderr(&output).contains("installed simplifiers: bve, ulc"), "{}", stderr(&output));
}
