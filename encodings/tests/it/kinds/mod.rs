//! What is asked of every encoding of a puzzle, whatever its kind.

#![allow(dead_code, reason = "each test file uses its part")]

use std::collections::{BTreeSet, HashSet};

use encycle_encodings::encoding::{CutKind, Encoding, PredictedSize};
use encycle_encodings::export::{ByFamily, CnfSize};
use encycle_encodings::logic::{
    CardMethod, CnfMethod, ConstraintSink, LoweringOptions, ModelCheck, lower_to_cnf,
};
use encycle_encodings::puzzle::{Instance, Solution, SolutionForm};

use crate::common::{Counter, cnf, rows};

/// The four CNF methods, and with the first of them each cardinality encoding.
pub fn all_choices() -> Vec<LoweringOptions> {
    let methods =
        [CnfMethod::Direct, CnfMethod::Naive, CnfMethod::Tseitin, CnfMethod::PlaistedGreenbaum];
    let cards =
        CardMethod::ALL.iter().map(|&card| LoweringOptions { card, ..LoweringOptions::default() });
    methods.map(LoweringOptions::from).into_iter().chain(cards.skip(1)).collect()
}

/// All solutions by trying each way to fill the cells: from `smallest` (0 where cells may be empty) to
/// the largest value, given cells as they are given.
pub fn brute_force(puzzle: &dyn Instance, givens: &[u32], smallest: u32) -> BTreeSet<Solution> {
    let SolutionForm::Values { values, .. } = puzzle.form() else { panic!("a value in each cell") };
    let open: Vec<usize> = (0..givens.len()).filter(|&cell| givens[cell] == 0).collect();
    let mut cells = givens.to_vec();
    open.iter().for_each(|&cell| cells[cell] = smallest);
    let mut found = BTreeSet::new();
    loop {
        let solution = Solution::of_values(&cells, values);
        if puzzle.check(&solution).is_ok() {
            found.insert(solution);
        }
        // the next way, as an odometer turns
        let Some(&turned) = open.iter().find(|&&cell| cells[cell] < values) else { return found };
        open.iter().take_while(|&&cell| cell != turned).for_each(|&cell| cells[cell] = smallest);
        cells[turned] += 1;
    }
}

/// All encodings of the puzzle, in clauses by all methods and in rows, have exactly these solutions.
pub fn assert_solutions(puzzle: &dyn Instance, expected: &BTreeSet<Solution>) {
    for name in puzzle.encoding_names() {
        assert_solutions_of(puzzle, &name, &all_choices(), expected);
    }
}

/// One encoding has exactly these solutions, by each of the choices and in rows.
pub fn assert_solutions_of(
    puzzle: &dyn Instance,
    name: &str,
    choices: &[LoweringOptions],
    expected: &BTreeSet<Solution>,
) {
    let encoding = puzzle.encoding(name).expect("a known name");
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    assert!(encoding.is_exact() && encoding.name() == name, "{name}");
    for &choice in choices {
        let formula = cnf(choice, encode);
        assert!(formula.clauses.iter().all(|clause| !clause.is_empty()), "{name}: an empty clause");
        let points = Counter::of_formula(&formula).points(encoding.projection_size());
        if encoding.has_one_model_per_solution(choice) {
            assert!(points.values().all(|&ways| ways == 1), "{name} by {choice:?}: many models");
        }
        assert_points(&*encoding, points.into_keys(), expected, &format!("{choice:?}"));
    }
    let program = rows(LoweringOptions::default(), encode);
    assert!(program.rows.iter().all(|(terms, ..)| !terms.is_empty()), "{name}: an empty row");
    let points = Counter::of_program(&program).points(encoding.projection_size());
    assert!(points.values().all(|&ways| ways == 1), "{name} in rows: many models");
    assert_points(&*encoding, points.into_keys(), expected, "rows");
}

/// The points read as solutions are the expected ones, each of them once, and each is blocked.
fn assert_points(
    encoding: &dyn Encoding,
    points: impl Iterator<Item = Vec<bool>>,
    expected: &BTreeSet<Solution>,
    by: &str,
) {
    let points: Vec<Vec<bool>> = points.collect();
    let found: BTreeSet<Solution> = points.iter().map(|point| encoding.solution(point)).collect();
    let name = encoding.name();
    assert_eq!(found.len(), points.len(), "{name} by {by}: two models of one solution");
    if found != *expected {
        let (less, more) = (expected.difference(&found).next(), found.difference(expected).next());
        let puzzle = encoding.puzzle();
        panic!("{name} by {by} of {puzzle:?}: without {less:?}, with {more:?}");
    }
    for (index, point) in points.iter().enumerate() {
        let separation = encoding.separate(point, CutKind::Loop);
        assert_eq!(separation.solution, Some(encoding.solution(point)));
        let [cut] = &separation.cuts[..] else { panic!("one cut blocks a solution") };
        let blocked = |point: &Vec<bool>| !cut.constraint().is_satisfied(point);
        let expected = |(other, point)| blocked(point) == (other == index);
        // all pairs of some hundreds of solutions are enough
        assert!(points.iter().enumerate().take(300).all(expected), "{name}: the wrong block");
        if index > 300 {
            break;
        }
    }
}

/// The constraints themselves accept a solution.
pub fn assert_accepts(puzzle: &dyn Instance, name: &str, model: &[bool]) {
    let encoding = puzzle.encoding(name).expect("a known name");
    let mut check = ModelCheck::new(model);
    encoding.encode(&mut check);
    assert_eq!(check.broken(), None, "{name}");
}

/// The formula has the predicted size, family by family, by both methods that make no variables; each
/// family is told of; names are unique and safe, and atoms have their own.
pub fn assert_sizes(puzzle: &dyn Instance) {
    assert_sizes_but(puzzle, &[]);
}

/// The same, where the sizes of some encodings have no formula.
pub fn assert_sizes_but(puzzle: &dyn Instance, without: &[&str]) {
    let atoms: HashSet<String> =
        (0..puzzle.atom_count()).map(|atom| puzzle.atom_name(atom)).collect();
    assert_eq!(atoms.len(), puzzle.atom_count(), "two atoms of one name");
    for name in puzzle.encoding_names() {
        let encoding = puzzle.encoding(&name).expect("a known name");
        let sorted = |mut sizes: Vec<PredictedSize>| {
            // a family without variables and clauses does not appear when counted
            sizes.retain(|size| size.variables + size.clauses > 0);
            sizes.sort_by_key(|size| size.family);
            sizes
        };
        for method in [CnfMethod::Direct, CnfMethod::Naive] {
            let counted = families(&*encoding, method.into());
            let predicted = encoding.predicted();
            assert_eq!(predicted.is_none(), without.contains(&&*name), "{name}");
            let predicted = predicted.unwrap_or_else(|| counted.clone());
            assert_eq!(sorted(predicted), sorted(counted.clone()), "{name}");
            let told = encoding.families();
            let is_told =
                |size: &PredictedSize| told.iter().any(|family| family.name == size.family);
            assert!(counted.iter().all(is_told), "{name}: {counted:?}");
        }
        let names = cnf(LoweringOptions::default(), |sink| encoding.encode(sink)).names;
        let shown = &names[..encoding.projection_size()];
        assert!(shown.iter().all(|name| atoms.contains(name)), "{name}: a strange name is shown");
        let unique: HashSet<&String> = names.iter().collect();
        assert_eq!(unique.len(), names.len(), "{name}: one name for two variables");
        let safe = |name: &String| {
            let letters = name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
            letters
                && name.len() <= 60
                && !["e", "t_", "y_"].iter().any(|start| name.starts_with(start))
        };
        assert!(names.iter().all(safe), "{name}");
    }
}

/// The size of each family.
pub fn families(encoding: &dyn Encoding, choices: LoweringOptions) -> Vec<PredictedSize> {
    let sizes = lower_to_cnf(ByFamily::<CnfSize>::default(), choices, |sink| encoding.encode(sink));
    let sizes = sizes.expect("a small formula");
    let size = |&(family, size): &(&'static str, CnfSize)| PredictedSize {
        family,
        variables: size.variables as u128,
        clauses: size.clauses as u128,
    };
    sizes.families().iter().map(size).collect()
}

/// Variables and clauses of the whole by the method `direct`.
pub fn size(puzzle: &dyn Instance, name: &str) -> (usize, usize) {
    let encoding = puzzle.encoding(name).expect("a known name");
    let size =
        lower_to_cnf(CnfSize::default(), LoweringOptions::default(), |sink| encoding.encode(sink));
    let size = size.expect("a small formula");
    (size.variables, size.clauses)
}

/// The name of the rule that these cells break.
pub fn broken_rule(puzzle: &dyn Instance, cells: &[u32]) -> Option<&'static str> {
    let SolutionForm::Values { values, .. } = puzzle.form() else { panic!("a value in each cell") };
    puzzle.check(&Solution::of_values(cells, values)).err().map(|broken| broken.rule)
}

/// The cells of the only solution, by the encoding of this name.
pub fn only_solution(puzzle: &dyn Instance, name: &str) -> Vec<u32> {
    let SolutionForm::Values { values, .. } = puzzle.form() else { panic!("a value in each cell") };
    let encoding = puzzle.encoding(name).expect("a known name");
    let formula = cnf(LoweringOptions::default(), |sink| encoding.encode(sink));
    let points: Vec<Vec<bool>> =
        Counter::of_formula(&formula).points(encoding.projection_size()).into_keys().collect();
    let [point] = &points[..] else { panic!("{} solutions", points.len()) };
    let solution = encoding.solution(point);
    assert_eq!(puzzle.check(&solution), Ok(()));
    solution.values(values)
}

/// Cells as rows of characters, 0 as `x`.
pub fn in_rows(cells: &[u32], cols: usize) -> Vec<String> {
    let symbol = |&cell: &u32| match cell {
        0 => 'x',
        _ => char::from_digit(cell, 36).expect("up to 35 values"),
    };
    cells.chunks(cols).map(|row| row.iter().map(symbol).collect()).collect()
}
