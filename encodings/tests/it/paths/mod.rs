//! Assertions on the encodings of puzzles whose atoms are edges, by brute force over all sets of edges.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Arguments;

use encycle_encodings::encoding::Encodable;
use encycle_encodings::encoding::{Completeness, CutKind, CutReason, Encoding};
use encycle_encodings::logic::{
    ClauseSink, CnfMethod, Constraint, ConstraintSink, DegreeRows, Lit, LoweringOptions, Origin,
    Var, lower_to_cnf,
};
use encycle_encodings::puzzle::Solution;

use crate::common::{Counter, cnf, irredundant_methods, rows};

/// Returns all solutions: the sets of edges that the rule checker accepts.
pub fn brute_force(puzzle: &dyn Encodable) -> BTreeSet<Vec<bool>> {
    let count = puzzle.atom_count();
    assert!(count <= 17, "too large for brute force: {count} edges");
    (0..1_u32 << count)
        .map(|bits| (0..count).map(|i| bits >> i & 1 == 1).collect::<Vec<bool>>())
        .filter(|edges| puzzle.check(&Solution::new(edges.clone())).is_ok())
        .collect()
}

/// A sink that collects variable names.
#[derive(Default)]
struct Names(Vec<String>);

impl ConstraintSink for Names {
    fn variable(&mut self, _: &'static str, name: Arguments<'_>) -> Var {
        self.0.push(name.to_string());
        Var::new(self.0.len() as u32 - 1)
    }

    fn constraint(&mut self, _: Constraint<'_>, _: Origin) {}
}

fn names(encoding: &Encoding<'_>) -> Vec<String> {
    let mut names = Names::default();
    encoding.encode(&mut names);
    names.0
}

/// A sink that counts the variables and clauses of each family.
#[derive(Default)]
struct Sizes(BTreeMap<&'static str, (u128, u128)>);

impl ClauseSink for Sizes {
    fn variable(&mut self, family: &'static str, _: Arguments<'_>) {
        self.0.entry(family).or_default().0 += 1;
    }

    fn clause(&mut self, clause: &[Lit], origin: Origin) {
        self.0.entry(origin.family).or_default().1 += 1;
        let mut variables: Vec<Var> = clause.iter().map(|literal| literal.var()).collect();
        variables.sort_unstable();
        variables.dedup();
        assert_eq!(variables.len(), clause.len(), "repeated variable in {clause:?}");
    }
}

/// Asserts that names are unique and valid, that there are as many as numbers were handed out, and that families are
/// described.
pub fn assert_described(encoding: &Encoding<'_>) {
    let all = names(encoding);
    let unique: BTreeSet<&String> = all.iter().collect();
    assert_eq!(unique.len(), all.len(), "repeated name in {}", encoding.name());
    assert_eq!(all.len(), encoding.variable_count() as usize, "the numbers handed out");
    for name in &all {
        let safe = |c: char| c.is_ascii_alphanumeric() || c == '_';
        assert!(
            name.chars().all(safe) && name.len() <= 60 && !name.starts_with(['e', 'E']),
            "{name}"
        );
        assert!(!name.starts_with("t_") && !name.starts_with("y_"), "{name}");
    }
    for (atom, name) in all.iter().enumerate().take(encoding.puzzle().atom_count()) {
        assert_eq!(&encoding.puzzle().atom_name(atom), name);
    }
    let families: BTreeSet<&str> = encoding.families().iter().map(|family| family.name).collect();
    assert_eq!(families.len(), encoding.families().len(), "repeated family");
    for cnf in [CnfMethod::Direct, CnfMethod::NaiveIrredundant] {
        let choices = LoweringOptions { cnf, ..LoweringOptions::default() };
        let counted = lower_to_cnf(Sizes::default(), choices, |sink| encoding.encode(sink))
            .expect("a small formula");
        for family in counted.0.keys() {
            assert!(families.contains(family), "{family} of {} is not described", encoding.name());
        }
    }
}

/// Compares every encoding, with every CNF method and as rows, with brute force. Returns the number of
/// solutions.
pub fn assert_exact(puzzle: &dyn Encodable) -> usize {
    let oracle = brute_force(puzzle);
    for name in puzzle.encoding_names() {
        let encoding = puzzle.encoding(&name).expect("a known encoding");
        assert_eq!(encoding.name(), name);
        assert_described(&encoding);
        // without learning, the search for orders that do not exist takes too long on larger graphs
        if !encoding.is_determined() && puzzle.atom_count() > 7 {
            continue;
        }
        let own = if encoding.is_determined() {
            names(&encoding).len()
        } else {
            encoding.projection_size()
        };
        let oracle = &match encoding.completeness() {
            Completeness::Complete => oracle.clone(),
            _ => kept_solutions(&encoding, own, &oracle),
        };
        for cnf_method in irredundant_methods() {
            let choices = LoweringOptions::from(cnf_method);
            let formula = cnf(choices, |sink| encoding.encode(sink));
            let models = Counter::of_formula(&formula).points(own);
            assert_models(&encoding, choices, &models, oracle);
        }
        for degree_rows in [DegreeRows::Inequalities, DegreeRows::Equation] {
            let choices = LoweringOptions { degree_rows, ..LoweringOptions::default() };
            let program = rows(choices, |sink| encoding.encode(sink));
            let models = Counter::of_program(&program).points(own);
            assert_models(&encoding, choices, &models, oracle);
        }
    }
    oracle.len()
}

/// Returns the solutions that an incomplete encoding keeps.
///
/// For an equisatisfiable encoding, asserts that it keeps at least one if there is any, and that
/// `missed_solution` is correct if it keeps exactly one.
fn kept_solutions(
    encoding: &Encoding<'_>,
    own: usize,
    oracle: &BTreeSet<Vec<bool>>,
) -> BTreeSet<Vec<bool>> {
    let formula = cnf(LoweringOptions::default(), |sink| encoding.encode(sink));
    let atoms = encoding.puzzle().atom_count();
    let models = Counter::of_formula(&formula).points(own).into_keys();
    let kept: BTreeSet<Vec<bool>> = models
        .map(|model| model[..atoms].to_vec())
        .filter(|atoms| oracle.contains(atoms))
        .collect();
    if encoding.completeness() == Completeness::Underapproximation {
        // the test of the kind checks which solutions are kept
        return kept;
    }
    assert_eq!(kept.is_empty(), oracle.is_empty(), "{:?}", encoding.puzzle());
    if let (1, Some(only)) = (kept.len(), kept.first()) {
        let other = encoding.missed_solution(&Solution::new(only.clone()));
        assert_eq!(other.is_some(), oracle.len() > 1, "{:?}", encoding.puzzle());
        let is_other =
            |other: &Solution| other.atoms() != only.as_slice() && oracle.contains(other.atoms());
        assert!(other.as_ref().is_none_or(is_other), "{other:?}");
    }
    kept
}

fn assert_models(
    encoding: &Encoding<'_>,
    choices: LoweringOptions,
    models: &BTreeMap<Vec<bool>, usize>,
    oracle: &BTreeSet<Vec<bool>>,
) {
    let puzzle = encoding.puzzle();
    let context = format!("{} by {choices:?} on {puzzle:?}", encoding.name());
    let atoms = |model: &Vec<bool>| model[..puzzle.atom_count()].to_vec();
    let found: BTreeSet<Vec<bool>> = models.keys().map(atoms).collect();
    let solutions: Vec<&Vec<bool>> =
        models.keys().filter(|model| oracle.contains(&atoms(model))).collect();
    let solved: BTreeSet<Vec<bool>> = solutions.iter().map(|model| atoms(model)).collect();
    assert_eq!(&solved, oracle, "solutions of {context}");
    if encoding.is_exact() {
        assert_eq!(&found, oracle, "models of {context}");
    }
    if encoding.is_determined() {
        assert_eq!(found.len(), models.len(), "undetermined variables in {context}");
    }
    if encoding.has_one_model_per_solution(choices) {
        assert!(models.values().all(|&count| count == 1), "several models each in {context}");
    }
    let kinds = match encoding.cut_kinds() {
        [] => &[CutKind::Loop][..],
        kinds => kinds,
    };
    for &kind in kinds {
        for model in models.keys() {
            assert_separated(encoding, kind, model, &solutions, oracle, &context);
        }
    }
}

/// Asserts that the model violates each of its cuts, and that every solution satisfies them, except for a
/// found solution and its blocking cut.
fn assert_separated(
    encoding: &Encoding<'_>,
    kind: CutKind,
    model: &[bool],
    solutions: &[&Vec<bool>],
    oracle: &BTreeSet<Vec<bool>>,
    context: &str,
) {
    let separation = encoding.separate(model, kind);
    assert!(!separation.cuts.is_empty(), "no cut in {context}");
    if let Some(solution) = &separation.solution {
        // an incomplete encoding may find a solution outside `oracle`
        assert!(encoding.puzzle().check(solution).is_ok(), "not a solution in {context}");
        let blocks = separation.cuts.iter().filter(|cut| cut.reason == CutReason::KnownSolution);
        assert_eq!(blocks.count(), 1, "blocking cuts in {context}");
    } else {
        assert!(!oracle.contains(&model[..encoding.puzzle().atom_count()]), "missed in {context}");
    }
    for cut in &separation.cuts {
        assert!(
            !cut.constraint().is_satisfied(model),
            "{cut:?} does not cut {model:?} in {context}"
        );
        for other in solutions {
            let is_found = separation.solution.as_ref().is_some_and(|solution| {
                cut.reason == CutReason::KnownSolution && other.starts_with(solution.atoms())
            });
            assert_eq!(cut.constraint().is_satisfied(other), !is_found, "{cut:?} in {context}");
        }
    }
}
