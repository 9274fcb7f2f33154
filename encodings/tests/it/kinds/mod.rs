//! Assertions on the encodings of any kind of puzzle.

#![allow(dead_code, reason = "no test file uses all of it")]

use std::collections::{BTreeMap, BTreeSet, HashSet};

use encycle_encodings::encoding::Encodable;
use encycle_encodings::encoding::{CutKind, Encoding};
use encycle_encodings::export::{ByFamily, CnfSize};
use encycle_encodings::logic::{
    CardMethod, CnfMethod, ConstraintSink, LoweringOptions, ModelCheck, lower_to_cnf,
};
use encycle_encodings::puzzle::{Solution, SolutionForm};

use crate::common::{Counter, cnf, rows};

/// Returns the options to test: each CNF method, and `direct` with each cardinality encoding.
pub fn all_choices() -> Vec<LoweringOptions> {
    let methods = [
        CnfMethod::Direct,
        CnfMethod::NaiveIrredundant,
        CnfMethod::Tseitin,
        CnfMethod::PlaistedGreenbaum,
    ];
    let cards =
        CardMethod::ALL.iter().map(|&card| LoweringOptions { card, ..LoweringOptions::default() });
    methods.map(LoweringOptions::from).into_iter().chain(cards.skip(1)).collect()
}

/// Returns all solutions by trying every assignment of values to the cells without a clue, from `smallest`
/// (0 if cells may be empty) to the largest value.
pub fn brute_force(puzzle: &dyn Encodable, clues: &[u32], smallest: u32) -> BTreeSet<Solution> {
    let SolutionForm::Values { values, .. } = puzzle.form() else { panic!("a value in each cell") };
    let free: Vec<usize> = (0..clues.len()).filter(|&cell| clues[cell] == 0).collect();
    let mut cells = clues.to_vec();
    free.iter().for_each(|&cell| cells[cell] = smallest);
    let mut found = BTreeSet::new();
    loop {
        let solution = Solution::of_values(&cells, values);
        if puzzle.check(&solution).is_ok() {
            found.insert(solution);
        }
        // the next assignment, like an odometer
        let Some(&turned) = free.iter().find(|&&cell| cells[cell] < values) else { return found };
        free.iter().take_while(|&&cell| cell != turned).for_each(|&cell| cells[cell] = smallest);
        cells[turned] += 1;
    }
}

/// Asserts that all encodings have exactly these solutions, as clauses by all methods and as rows.
pub fn assert_solutions(puzzle: &dyn Encodable, expected: &BTreeSet<Solution>) {
    for name in puzzle.encoding_names() {
        assert_solutions_of(puzzle, &name, &all_choices(), expected);
    }
}

/// Asserts that one encoding has exactly these solutions, as clauses with each of the options and as rows.
pub fn assert_solutions_of(
    puzzle: &dyn Encodable,
    name: &str,
    choices: &[LoweringOptions],
    expected: &BTreeSet<Solution>,
) {
    let encoding = puzzle.encoding(name).expect("a known encoding");
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    assert_eq!(encoding.name(), name);
    for &choice in choices {
        let formula = cnf(choice, encode);
        assert!(formula.clauses.iter().all(|clause| !clause.is_empty()), "{name}: an empty clause");
        let points = Counter::of_formula(&formula).points(encoding.projection_size());
        if encoding.has_one_model_per_solution(choice) {
            assert_one_model(&encoding, &points, &format!("{choice:?}"));
        }
        assert_points(&encoding, points.into_keys(), expected, &format!("{choice:?}"));
    }
    let program = rows(LoweringOptions::default(), encode);
    assert!(program.rows.iter().all(|(terms, ..)| !terms.is_empty()), "{name}: an empty row");
    let points = Counter::of_program(&program).points(encoding.projection_size());
    assert_one_model(&encoding, &points, "rows");
    assert_points(&encoding, points.into_keys(), expected, "rows");
}

/// Asserts that each point that violates no cut has one model.
fn assert_one_model(encoding: &Encoding<'_>, points: &BTreeMap<Vec<bool>, usize>, by: &str) {
    let is_solution = |point: &Vec<bool>| {
        encoding.is_exact() || encoding.separate(point, CutKind::Leave).solution.is_some()
    };
    let several = points.iter().find(|&(point, &count)| count > 1 && is_solution(point));
    assert_eq!(several, None, "{} by {by}: many models", encoding.name());
}

/// Asserts that the points map to the expected solutions, one point each, and that blocking cuts exclude
/// exactly one solution. Of an encoding with cuts, points that violate cuts are left out; no solution violates one.
fn assert_points(
    encoding: &Encoding<'_>,
    points: impl Iterator<Item = Vec<bool>>,
    expected: &BTreeSet<Solution>,
    by: &str,
) {
    let separate = |point: &Vec<bool>| encoding.separate(point, CutKind::Leave);
    let (points, wrong): (Vec<Vec<bool>>, Vec<Vec<bool>>) =
        points.partition(|point| encoding.is_exact() || separate(point).solution.is_some());
    for point in wrong.iter().take(300) {
        let cuts = separate(point).cuts;
        assert!(!cuts.is_empty(), "{} by {by}: no cut", encoding.name());
        for cut in cuts {
            let holds = |point: &Vec<bool>| cut.constraint().is_satisfied(point);
            assert!(!holds(point) && points.iter().all(holds), "{cut:?}");
        }
    }
    let found: BTreeSet<Solution> = points.iter().map(|point| encoding.solution(point)).collect();
    let name = encoding.name();
    assert_eq!(found.len(), points.len(), "{name} by {by}: two models of one solution");
    if found != *expected {
        let (less, more) = (expected.difference(&found).next(), found.difference(expected).next());
        let puzzle = encoding.puzzle();
        panic!("{name} by {by} of {puzzle:?}: missing {less:?}, extra {more:?}");
    }
    for (index, point) in points.iter().enumerate() {
        let separation = encoding.separate(point, CutKind::Loop);
        assert_eq!(separation.solution, Some(encoding.solution(point)));
        let [cut] = &separation.cuts[..] else {
            panic!("expected one cut that blocks the solution")
        };
        let blocked = |point: &Vec<bool>| !cut.constraint().is_satisfied(point);
        let expected = |(other, point)| blocked(point) == (other == index);
        // limits the pairs to the first 300 solutions
        assert!(points.iter().enumerate().take(300).all(expected), "{name}: wrong blocking cut");
        if index > 300 {
            break;
        }
    }
}

/// Asserts that a model satisfies the constraints of an encoding.
pub fn assert_accepts(puzzle: &dyn Encodable, name: &str, model: &[bool]) {
    let encoding = puzzle.encoding(name).expect("a known encoding");
    let mut check = ModelCheck::new(model);
    encoding.encode(&mut check);
    assert_eq!(check.broken(), None, "{name}");
}

/// Asserts that each family has a description; and that names are unique and valid, and equal to the atom names in the
/// projection set.
pub fn assert_described(puzzle: &dyn Encodable) {
    let atoms: HashSet<String> =
        (0..puzzle.atom_count()).map(|atom| puzzle.atom_name(atom)).collect();
    assert_eq!(atoms.len(), puzzle.atom_count(), "two atoms with the same name");
    for name in puzzle.encoding_names() {
        let encoding = puzzle.encoding(&name).expect("a known encoding");
        let counted = families(&encoding, LoweringOptions::default());
        let described = encoding.families();
        let is_described = |size: &FamilySize| described.iter().any(|one| one.name == size.family);
        assert!(counted.iter().all(is_described), "{name}: {counted:?}");
        let names = cnf(LoweringOptions::default(), |sink| encoding.encode(sink)).names;
        assert_eq!(
            names.len(),
            encoding.variable_count() as usize,
            "{name}: the numbers handed out"
        );
        let projected = &names[..encoding.projection_size()];
        assert!(projected.iter().all(|name| atoms.contains(name)), "{name}: not an atom name");
        let unique: HashSet<&String> = names.iter().collect();
        assert_eq!(unique.len(), names.len(), "{name}: two variables with the same name");
        let safe = |name: &String| {
            let letters = name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
            letters
                && name.len() <= 60
                && !["e", "t_", "y_"].iter().any(|start| name.starts_with(start))
        };
        assert!(names.iter().all(safe), "{name}");
    }
}

/// The size of a family of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FamilySize {
    pub family: &'static str,
    pub variables: usize,
    pub clauses: usize,
}

/// Returns the size of each family.
pub fn families(encoding: &Encoding<'_>, choices: LoweringOptions) -> Vec<FamilySize> {
    let sizes = lower_to_cnf(ByFamily::<CnfSize>::default(), choices, |sink| encoding.encode(sink));
    let sizes = sizes.expect("a small formula");
    let size = |&(family, size): &(&'static str, CnfSize)| FamilySize {
        family,
        variables: size.variables,
        clauses: size.clauses,
    };
    sizes.families().iter().map(size).collect()
}

/// Returns the total number of variables and clauses with the method `direct`.
pub fn size(puzzle: &dyn Encodable, name: &str) -> (usize, usize) {
    let encoding = puzzle.encoding(name).expect("a known encoding");
    let size =
        lower_to_cnf(CnfSize::default(), LoweringOptions::default(), |sink| encoding.encode(sink));
    let size = size.expect("a small formula");
    (size.variables, size.clauses)
}

/// Returns the name of the rule that these cells break.
pub fn broken_rule(puzzle: &dyn Encodable, cells: &[u32]) -> Option<&'static str> {
    let SolutionForm::Values { values, .. } = puzzle.form() else { panic!("a value in each cell") };
    puzzle.check(&Solution::of_values(cells, values)).err().map(|broken| broken.rule)
}

/// Returns the cells of the only solution, found with this encoding.
pub fn only_solution(puzzle: &dyn Encodable, name: &str) -> Vec<u32> {
    let SolutionForm::Values { values, .. } = puzzle.form() else { panic!("a value in each cell") };
    let encoding = puzzle.encoding(name).expect("a known encoding");
    let formula = cnf(LoweringOptions::default(), |sink| encoding.encode(sink));
    let points: Vec<Vec<bool>> =
        Counter::of_formula(&formula).points(encoding.projection_size()).into_keys().collect();
    let [point] = &points[..] else { panic!("{} solutions", points.len()) };
    let solution = encoding.solution(point);
    assert_eq!(puzzle.check(&solution), Ok(()));
    solution.values(values)
}

/// Returns cells as rows of characters, with `x` for 0.
pub fn in_rows(cells: &[u32], cols: usize) -> Vec<String> {
    let symbol = |&cell: &u32| match cell {
        0 => 'x',
        _ => char::from_digit(cell, 36).expect("up to 35 values"),
    };
    cells.chunks(cols).map(|row| row.iter().map(symbol).collect()).collect()
}
