//! Nurikabe: size formulas, solutions by brute force, the check during the search, and a candidate that breaks each rule.

use std::collections::BTreeSet;

use encycle_encodings::encoding::{CutKind, Encodable};
use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::nurikabe::{IslandClue, Nurikabe};
use encycle_encodings::logic::{ConstraintSink, Lit, LoweringOptions};
use encycle_encodings::puzzle::{Instance, Solution};
use proptest::prelude::*;

use crate::common::{Counter, cnf, irredundant_methods, rows};
use crate::kinds::{
    all_choices, assert_described, assert_solutions_of, broken_rule, brute_force, families, size,
};

fn all_solutions(puzzle: &dyn Encodable) -> BTreeSet<Solution> {
    brute_force(puzzle, &vec![0; puzzle.atom_count()], 0)
}

/// Returns the puzzle with these clues: 0 for none, 1 for `?`, and 2 and more for the number 1 and more.
fn nurikabe(rows: usize, cols: usize, codes: &[u32]) -> Nurikabe {
    let clue = |&code: &u32| match code {
        0 => None,
        1 => Some(IslandClue::Any),
        _ => Some(IslandClue::Cells(code - 1)),
    };
    let grid = Grid::new(rows, cols).expect("a small grid");
    Nurikabe::new(grid, codes.iter().map(clue).collect()).expect("small numbers")
}

/// Asserts that the encoding has exactly the solutions of brute force, by all methods, and predicts sizes.
fn assert_encodings(puzzle: &Nurikabe) {
    for name in ["islands", "shaded"] {
        assert_solutions_of(puzzle, name, &all_choices(), &all_solutions(puzzle));
    }
    assert_described(puzzle);
}

/// Asserts that the models with a tree are exactly the solutions; a solution has many trees.
fn assert_tree(puzzle: &Nurikabe) {
    let expected = all_solutions(puzzle);
    let encoding = puzzle.encoding("islands+tree").expect("a known name");
    let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
    for method in irredundant_methods() {
        let points = Counter::of_formula(&cnf(method.into(), encode)).points(puzzle.atom_count());
        let found: BTreeSet<Solution> = points.into_keys().map(Solution::new).collect();
        assert_eq!(found, expected, "{method:?} of {puzzle:?}");
    }
    let program = rows(LoweringOptions::default(), encode);
    let points = Counter::of_program(&program).points(puzzle.atom_count());
    let found: BTreeSet<Solution> = points.into_keys().map(Solution::new).collect();
    assert_eq!(found, expected, "rows of {puzzle:?}");
}

/// Returns the models of the solutions of a puzzle: all variables of the encoding.
fn models(puzzle: &Nurikabe) -> Vec<Vec<bool>> {
    let encoding = puzzle.encoding("islands").expect("a known name");
    let formula = cnf(LoweringOptions::default(), |sink| encoding.encode(sink));
    let points = Counter::of_formula(&formula).points(formula.names.len()).into_keys();
    points.filter(|model| encoding.separate(model, CutKind::Separator).solution.is_some()).collect()
}

/// Asserts that the clauses of the check hold in every solution, and that the first one is violated, for assignments that
/// `choose` picks for each model.
fn assert_sound(puzzle: &Nurikabe, mut choose: impl FnMut(usize) -> Option<bool>) {
    let encoding = puzzle.encoding("islands").expect("a known name");
    let mut propagator = encoding.propagator().expect("cells that must be connected");
    let models = models(puzzle);
    let Some(count) = models.first().map(Vec::len) else { return };
    for _ in 0..40 {
        let value = |variable: usize| Some((variable, choose(variable)?));
        let assigned: Vec<Lit> = (0..count)
            .filter_map(value)
            .map(|(variable, truth)| Lit::new(variable as u32, !truth))
            .collect();
        let clauses = propagator.conflicts(&mut assigned.iter().copied());
        let violated = |literal: &Lit| assigned.contains(&!*literal);
        assert!(clauses.first().is_none_or(|clause| clause.iter().all(violated)), "{clauses:?}");
        for clause in &clauses {
            let holds = |model: &Vec<bool>| {
                clause.iter().any(|literal| model[literal.vidx()] == literal.is_pos())
            };
            assert!(models.iter().all(holds), "{clause:?} of {puzzle:?} with {assigned:?}");
        }
    }
}

/// All puzzles with up to four cells, and clues up to the number 3.
#[test]
fn tiny_puzzles_have_the_solutions_of_brute_force() {
    for (rows, cols) in [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2)] {
        let cells = (rows * cols) as u32;
        for code in 0..5_u32.pow(cells) {
            let codes: Vec<u32> = (0..cells).map(|cell| code / 5_u32.pow(cell) % 5).collect();
            let puzzle = nurikabe(rows, cols, &codes);
            assert_encodings(&puzzle);
            assert_tree(&puzzle);
        }
    }
}

fn clues(cells: usize) -> impl Strategy<Value = Vec<u32>> {
    let clue = prop_oneof![8 => Just(0_u32), 1 => Just(1), 3 => 2..7_u32];
    prop::collection::vec(clue, cells)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn random_puzzles_have_the_solutions_of_brute_force(
        codes in clues(12),
        upright in any::<bool>(),
    ) {
        let (rows, cols) = if upright { (4, 3) } else { (3, 4) };
        assert_encodings(&nurikabe(rows, cols, &codes));
    }

    #[test]
    fn random_trees_connect_both_colours(codes in clues(6), upright in any::<bool>()) {
        let (rows, cols) = if upright { (3, 2) } else { (2, 3) };
        assert_tree(&nurikabe(rows, cols, &codes));
    }

    /// A way to a far cell of an island was bounded by its last cell beside the open region, whose distance may be too large
    /// for ways that leave the region earlier.
    #[test]
    fn the_check_is_sound_for_random_assignments(
        codes in clues(15),
        picks in prop::collection::vec(prop::option::weighted(0.6, 0..8_u8), 400),
    ) {
        let puzzle = nurikabe(3, 5, &codes);
        let solution = models(&puzzle).pop();
        let mut next = 0;
        assert_sound(&puzzle, |variable| {
            next = (next + 1) % picks.len();
            let truth = solution.as_ref().is_some_and(|model| model[variable]);
            // mostly as in a solution
            picks[next].map(|pick| truth ^ (pick == 0))
        });
    }
}

/// One clue with enough room for every size: with and without a counter.
#[test]
fn an_island_of_any_size_has_its_number() {
    for cells in 1..=11 {
        for number in 1..=cells + 1 {
            let mut codes = vec![0; cells];
            codes[cells / 3] = number as u32 + 1;
            assert_encodings(&nurikabe(1, cells, &codes));
        }
    }
}

/// More islands reach a cell than a count without counter allows.
#[test]
fn a_cell_may_belong_to_many_islands() {
    let codes: Vec<u32> =
        ["1...1", ".....", "1...1"].concat().chars().map(|c| u32::from(c == '1')).collect();
    assert_encodings(&nurikabe(3, 5, &codes));
    let wide: Vec<u32> =
        (0..5 * 21).map(|cell| u32::from(cell / 21 % 4 == 0 && cell % 21 % 4 == 0)).collect();
    let puzzle = nurikabe(5, 21, &wide);
    assert_described(&puzzle);
    let one = |name| {
        let encoding = puzzle.encoding("islands").expect("a known name");
        let sizes = families(&encoding, LoweringOptions::default());
        sizes.into_iter().find(|size| size.family == name).map(|size| size.variables)
    };
    assert!(one("one") > Some(0), "no cell has a counter");
}

/// A number 2 in the corner of n x m cells reaches three cells, which have 2, 3 and 3 neighbours. Each of these cells has two
/// choices, two clauses, and each other cell one; of the three, two belong to the island: 1 + 3 clauses.
#[test]
fn the_size_of_a_puzzle_follows_from_the_reach_of_its_clues() {
    for rows in 3..6 {
        for cols in 3..6 {
            let mut codes = vec![0; rows * cols];
            codes[0] = 3;
            let cells = rows * cols;
            let clauses = (3 * 2 + (cells - 3)) + 1 + (2 + 3 + 3) + 3 + (rows - 1) * (cols - 1) + 4;
            assert_eq!(size(&nurikabe(rows, cols, &codes), "islands"), (cells + 3, clauses));
        }
    }
}

#[test]
fn broken_rules_are_named_with_their_place() {
    let puzzle = Nurikabe::from_rows(&["2..", "..?"]).expect("a puzzle");
    assert_eq!(broken_rule(&puzzle, &[0, 1, 1, 0, 1, 0]), None);
    assert_eq!(broken_rule(&puzzle, &[1, 1, 1, 0, 1, 0]), Some("clue"));
    let one = Nurikabe::from_rows(&["1..", "..."]).expect("a puzzle");
    assert_eq!(broken_rule(&one, &[0, 1, 1, 1, 1, 1]), Some("block"));
    assert_eq!(broken_rule(&puzzle, &[0, 1, 0, 0, 1, 1]), Some("clue"));
    assert_eq!(broken_rule(&puzzle, &[0, 0, 0, 0, 0, 0]), Some("island"));
    assert_eq!(broken_rule(&puzzle, &[0, 1, 0, 1, 1, 0]), Some("size"));
    let size = puzzle.check(&Solution::of_values(&[0, 1, 0, 1, 1, 0], 1)).unwrap_err();
    assert_eq!(
        size.to_string(),
        "rule `size` is broken at the cell in row 1, column 1: an island of 1 cell with the number 2"
    );
    let stray = Nurikabe::from_rows(&["1..."]).expect("a puzzle");
    assert_eq!(broken_rule(&stray, &[0, 1, 1, 0]), Some("island"));
    assert_eq!(broken_rule(&stray, &[0, 1, 1, 1]), None);
    let apart = Nurikabe::from_rows(&[".1."]).expect("a puzzle");
    assert_eq!(broken_rule(&apart, &[1, 0, 1]), Some("connected"));
}

#[test]
fn invalid_clues_are_refused() {
    let grid = Grid::new(1, 2).expect("a small grid");
    for number in [0, 1000] {
        let clues = vec![None, Some(IslandClue::Cells(number))];
        let error = Nurikabe::new(grid, clues).unwrap_err().to_string();
        let expected = format!("clue at row 1, column 2: number out of range: {number}");
        assert!(error.contains(&expected), "{error}");
    }
    assert!(Nurikabe::new(grid, vec![None]).is_err());
    assert!(Nurikabe::from_rows(&["1x!"]).is_err());
}

/// The bound is checked before the cells within reach are listed.
#[test]
fn a_puzzle_with_too_many_variables_is_refused() {
    let grid = Grid::new(1000, 1000).expect("the largest grid");
    let clue = |cell| (cell % 1000 < 2).then_some(IslandClue::Any);
    let clues = (0..grid.cell_count()).map(clue).collect();
    let puzzle = Nurikabe::new(grid, clues).expect("clues");
    let error = puzzle.encoding("islands").err().expect("too many variables").to_string();
    assert!(error.contains("variables for this puzzle"), "{error}");
}
