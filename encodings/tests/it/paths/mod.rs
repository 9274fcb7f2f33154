//! What is asked of every encoding of a puzzle whose atoms are edges, on cases small enough for brute
//! force over all sets of edges.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Arguments;

use encycle_encodings::encoding::{Completeness, CutKind, CutReason, Encoding};
use encycle_encodings::logic::{
    ClauseSink, CnfMethod, Constraint, ConstraintSink, DegreeRows, Lit, LoweringOptions, Origin,
    Var, lower_to_cnf,
};
use encycle_encodings::puzzle::{Instance, Solution};

use crate::common::{Counter, cnf, rows};

/// All solutions, by the independent checker, on all sets of edges.
pub fn brute_force(puzzle: &dyn Instance) -> BTreeSet<Vec<bool>> {
    let count = puzzle.atom_count();
    assert!(count <= 17, "too large for brute force: {count} edges");
    (0..1_u32 << count)
        .map(|bits| (0..count).map(|i| bits >> i & 1 == 1).collect::<Vec<bool>>())
        .filter(|edges| puzzle.check(&Solution::new(edges.clone())).is_ok())
        .collect()
}

/// Counts the variables and keeps their names.
#[derive(Default)]
struct Names(Vec<String>);

impl ConstraintSink for Names {
    fn variable(&mut self, _: &'static str, name: Arguments<'_>) -> Var {
        self.0.push(name.to_string());
        Var::new(self.0.len() as u32 - 1)
    }

    fn constraint(&mut self, _: Constraint<'_>, _: Origin) {}
}

fn names(encoding: &dyn Encoding) -> Vec<String> {
    let mut names = Names::default();
    encoding.encode(&mut names);
    names.0
}

/// Variables and clauses of each family.
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
        assert_eq!(variables.len(), clause.len(), "a variable twice in {clause:?}");
    }
}

/// Names, families and sizes of an encoding: predicted = counted, by `direct` and by `naive`.
pub fn assert_described(encoding: &dyn Encoding) {
    let all = names(encoding);
    let unique: BTreeSet<&String> = all.iter().collect();
    assert_eq!(unique.len(), all.len(), "a name twice in {}", encoding.name());
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
    assert_eq!(families.len(), encoding.families().len(), "a family twice");
    for cnf in [CnfMethod::Direct, CnfMethod::Naive] {
        let choices = LoweringOptions { cnf, ..LoweringOptions::default() };
        let counted = lower_to_cnf(Sizes::default(), choices, |sink| encoding.encode(sink))
            .expect("a small formula");
        for family in counted.0.keys() {
            assert!(families.contains(family), "{family} of {} is not told", encoding.name());
        }
        let Some(predicted) = encoding.predicted() else { continue };
        let mut expected = BTreeMap::new();
        for size in predicted {
            assert!(families.contains(size.family), "{} is not told", size.family);
            let known = expected.insert(size.family, (size.variables, size.clauses));
            assert!(known.is_none(), "{} is predicted twice", size.family);
        }
        expected.retain(|_, size| *size != (0, 0));
        assert_eq!(counted.0, expected, "{} by {cnf:?}", encoding.name());
    }
}

/// Every encoding, by every CNF method and as rows, against brute force; gives the number of solutions.
pub fn assert_exact(puzzle: &dyn Instance) -> usize {
    let oracle = brute_force(puzzle);
    for name in puzzle.encoding_names() {
        let encoding = puzzle.encoding(&name).expect("an encoding of this name");
        assert_eq!(encoding.name(), name);
        assert_described(&*encoding);
        let own = names(&*encoding).len();
        let oracle = &match encoding.completeness() {
            Completeness::Complete => oracle.clone(),
            _ => not_left_out(&*encoding, own, &oracle),
        };
        for cnf_method in CnfMethod::ALL {
            let choices = LoweringOptions { cnf: *cnf_method, ..LoweringOptions::default() };
            let formula = cnf(choices, |sink| encoding.encode(sink));
            let models = Counter::of_formula(&formula).points(own);
            assert_models(&*encoding, choices, &models, oracle);
        }
        for degree_rows in [DegreeRows::Inequalities, DegreeRows::Equation] {
            let choices = LoweringOptions { degree_rows, ..LoweringOptions::default() };
            let program = rows(choices, |sink| encoding.encode(sink));
            let models = Counter::of_program(&program).points(own);
            assert_models(&*encoding, choices, &models, oracle);
        }
    }
    oracle.len()
}

/// The solutions that are models of an encoding which leaves some out: at least one, if there is any; and
/// of a single one it is told whether there are others.
fn not_left_out(
    encoding: &dyn Encoding,
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
        // what it keeps, its kind's own test says
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
    encoding: &dyn Encoding,
    choices: LoweringOptions,
    models: &BTreeMap<Vec<bool>, usize>,
    oracle: &BTreeSet<Vec<bool>>,
) {
    let puzzle = encoding.puzzle();
    let told = format!("{} by {choices:?} on {puzzle:?}", encoding.name());
    let atoms = |model: &Vec<bool>| model[..puzzle.atom_count()].to_vec();
    let found: BTreeSet<Vec<bool>> = models.keys().map(atoms).collect();
    let solutions: Vec<&Vec<bool>> =
        models.keys().filter(|model| oracle.contains(&atoms(model))).collect();
    let solved: BTreeSet<Vec<bool>> = solutions.iter().map(|model| atoms(model)).collect();
    assert_eq!(&solved, oracle, "solutions of {told}");
    if encoding.is_exact() {
        assert_eq!(&found, oracle, "models of {told}");
    }
    if encoding.is_determined() {
        assert_eq!(found.len(), models.len(), "own variables are not determined in {told}");
    }
    if encoding.has_one_model_per_solution(choices) {
        assert!(models.values().all(|&ways| ways == 1), "several models each in {told}");
    }
    let kinds = match encoding.cut_kinds() {
        [] => &[CutKind::Loop][..],
        kinds => kinds,
    };
    for &kind in kinds {
        for model in models.keys() {
            assert_separated(encoding, kind, model, &solutions, oracle, &told);
        }
    }
}

/// A model breaks each cut made of it, and no solution does, but for the one that was found.
fn assert_separated(
    encoding: &dyn Encoding,
    kind: CutKind,
    model: &[bool],
    solutions: &[&Vec<bool>],
    oracle: &BTreeSet<Vec<bool>>,
    told: &str,
) {
    let separation = encoding.separate(model, kind);
    assert!(!separation.cuts.is_empty(), "no cut in {told}");
    if let Some(solution) = &separation.solution {
        // it may be one that the encoding leaves out
        assert!(encoding.puzzle().check(solution).is_ok(), "no solution in {told}");
        let blocks = separation.cuts.iter().filter(|cut| cut.reason == CutReason::KnownSolution);
        assert_eq!(blocks.count(), 1, "the solution is blocked in {told}");
    } else {
        assert!(!oracle.contains(&model[..encoding.puzzle().atom_count()]), "missed in {told}");
    }
    for cut in &separation.cuts {
        assert!(!cut.constraint().is_satisfied(model), "{cut:?} is no cut of {model:?} in {told}");
        for other in solutions {
            let is_found = separation.solution.as_ref().is_some_and(|solution| {
                cut.reason == CutReason::KnownSolution && other.starts_with(solution.atoms())
            });
            assert_eq!(cut.constraint().is_satisfied(other), !is_found, "{cut:?} in {told}");
        }
    }
}
