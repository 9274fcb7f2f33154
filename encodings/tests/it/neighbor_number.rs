//! Neighbor Number: sizes by formula, solutions by brute force, the redundant parts, and a board for
//! each rule.

use std::collections::BTreeSet;
use std::fmt;

use encycle_encodings::kinds::neighbor_number::{NeighborNumber, NeighborNumberClue};
use encycle_encodings::logic::{Constraint, ConstraintSink, LoweringOptions, Origin, Var};
use encycle_encodings::puzzle::{Ink, Instance, Sketch, Solution};
use proptest::prelude::*;

use crate::common::{Counter, cnf};
use crate::kinds::{
    all_choices, assert_sizes, assert_solutions_of, broken_rule, families, in_rows, only_solution,
    size,
};

/// Every combination of parts.
const COMBINATIONS: [&str; 8] = [
    "minimal",
    "minimal+minmax",
    "minimal+oddeven",
    "minimal+notequal",
    "minimal+minmax+oddeven",
    "minimal+minmax+notequal",
    "minimal+oddeven+notequal",
    "minimal+minmax+oddeven+notequal",
];

fn open(side: usize) -> NeighborNumber {
    NeighborNumber::new(side, vec![NeighborNumberClue::Unknown; side * side])
        .expect("nothing is given")
}

/// All lines of so many cells that keep the rules, by trying each way to fill three cells.
fn lines(side: usize) -> Vec<Vec<u32>> {
    let mut lines = Vec::new();
    for a in 0..side {
        for b in a + 1..side {
            for c in b + 1..side {
                for digits in 0..9_u32.pow(3) {
                    let digits = [digits / 81 + 1, digits / 9 % 9 + 1, digits % 9 + 1];
                    let [x, y, z] = digits;
                    let differ = x.abs_diff(y) as usize == b - a && y.abs_diff(z) as usize == c - b;
                    if differ && x != z {
                        let mut line = vec![0; side];
                        [a, b, c].into_iter().zip(digits).for_each(|(at, digit)| line[at] = digit);
                        lines.push(line);
                    }
                }
            }
        }
    }
    lines
}

/// All solutions by trying each way to stack rows, as long as each column can still be one of [`lines`].
fn brute_force(puzzle: &NeighborNumber) -> BTreeSet<Solution> {
    let mut found = BTreeSet::new();
    stack(puzzle, &lines(puzzle.side()), &mut |solution| {
        found.insert(solution);
        true
    });
    found
}

/// Hands on solutions in an order that follows that of the lines, as long as more are wanted.
fn stack(puzzle: &NeighborNumber, lines: &[Vec<u32>], more: &mut dyn FnMut(Solution) -> bool) {
    let mut stack = Stack { puzzle, lines, cells: Vec::new(), more };
    stack.row(&vec![(0..lines.len()).collect(); puzzle.side()]);
}

struct Stack<'a> {
    puzzle: &'a NeighborNumber,
    lines: &'a [Vec<u32>],
    cells: Vec<u32>,
    more: &'a mut dyn FnMut(Solution) -> bool,
}

impl Stack<'_> {
    /// Tries each line as the next row; `columns` are the lines that each column can still be.
    fn row(&mut self, columns: &[Vec<usize>]) -> bool {
        let side = self.puzzle.side();
        let row = self.cells.len() / side;
        if row == side {
            let solution = Solution::of_values(&self.cells, 9);
            assert_eq!(self.puzzle.check(&solution), Ok(()));
            return (self.more)(solution);
        }
        let allows = |(given, &digit): (&NeighborNumberClue, &u32)| match given {
            NeighborNumberClue::Unknown => true,
            NeighborNumberClue::Empty => digit == 0,
            NeighborNumberClue::Digit(given) => *given == digit,
        };
        let givens = &self.puzzle.givens()[row * side..(row + 1) * side];
        for line in self.lines.iter().filter(|line| givens.iter().zip(*line).all(allows)) {
            let mut left = columns.to_vec();
            for (column, &digit) in left.iter_mut().zip(line) {
                column.retain(|&column| self.lines[column][row] == digit);
            }
            if left.iter().all(|column| !column.is_empty()) {
                self.cells.extend(line);
                let more = self.row(&left);
                self.cells.truncate(row * side);
                if !more {
                    return false;
                }
            }
        }
        true
    }
}

/// Sums over all pairs of cells of one line, at each distance: 2N(N - d) of them.
#[test]
fn the_clauses_are_as_many_as_the_formulas_say() {
    for side in [3, 4, 5, 6, 9, 12, 20] {
        let puzzle = open(side);
        let pairs = |clauses: &dyn Fn(usize) -> usize| -> usize {
            (1..side).map(|d| 2 * side * (side - d) * clauses(d)).sum()
        };
        let choose_4 = side * (side - 1) * (side - 2) * (side - 3) / 24;
        // exactly one of ten: 1 + C(10, 2); exactly N - 3 of N: C(N, N-2) + C(N, 4)
        let fixed = 46 * side * side + 2 * side * (side * (side - 1) / 2 + choose_4);
        // for each digit of either end; digits do not differ by 9 and more
        let difference = pairs(&|d| if d < 9 { 2 * 9 } else { 1 });
        let distinct = pairs(&|d| if d % 2 == 0 && d <= 16 { 9 } else { 0 });
        let minimal = fixed + difference + distinct;
        assert_eq!(size(&puzzle, "minimal"), (10 * side * side, minimal));
        // the pairs of digits that are out, counted one by one
        let out = |is_out: &dyn Fn(usize, usize) -> bool| {
            (0..81).filter(|digits| is_out(digits / 9, digits % 9)).count()
        };
        let minmax = pairs(&|d| out(&|a, b| a.abs_diff(b) > d));
        let oddeven = pairs(&|d| out(&|a, b| (a + b) % 2 != d % 2));
        let notequal = pairs(&|d| 9 * usize::from(d % 2 == 1 || d > 16));
        assert_eq!(size(&puzzle, "minimal+minmax").1, minimal + minmax);
        assert_eq!(size(&puzzle, "minimal+oddeven").1, minimal + oddeven);
        assert_eq!(size(&puzzle, "minimal+notequal").1, minimal + notequal);
        // all pairs of cells have different digits then, each said once
        assert_eq!(distinct + notequal, pairs(&|_| 9));
        let all = COMBINATIONS[7];
        assert_eq!(size(&puzzle, all).1, minimal + minmax + oddeven + notequal);
        assert_sizes(&puzzle);
    }
    let puzzle = NeighborNumber::from_rows(&["1x.", "...", "..."]).expect("a puzzle");
    assert_eq!(size(&puzzle, "minimal").1, size(&open(3), "minimal").1 + 2);
    // the largest side is one that the method `direct` can do
    let largest = open(NeighborNumber::MAX_SIDE);
    let encoding = largest.encoding("minimal").expect("a known name");
    let three = families(&*encoding, LoweringOptions::default())[3];
    assert_eq!((three.family, three.clauses), ("three", 2 * 36 * (36 * 35 / 2 + 58_905)));
}

/// Redundant means: the parts take no solution away, alone or together.
#[test]
fn every_solution_of_small_grids_is_found_once() {
    let expected = brute_force(&open(3));
    // all rows rise by 1, or all fall, and so do the columns: four ways. The least digit is in a corner,
    // the greatest is 4 more: 1 to 5
    assert_eq!(expected.len(), 4 * 5);
    for name in COMBINATIONS {
        assert_solutions_of(&open(3), name, &all_choices(), &expected);
    }
    let expected = brute_force(&open(4));
    assert_eq!(expected.len(), 1752);
    for name in COMBINATIONS {
        assert_solutions_of(&open(4), name, &[LoweringOptions::default()], &expected);
    }
}

/// Hands on all constraints but those of one family.
struct Without<'a> {
    family: &'static str,
    sink: &'a mut dyn ConstraintSink,
}

impl ConstraintSink for Without<'_> {
    fn variable(&mut self, family: &'static str, name: fmt::Arguments<'_>) -> Var {
        self.sink.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        if origin.family != self.family {
            self.sink.constraint(constraint, origin);
        }
    }
}

/// Without `distinct`, the paper's minimal constraints let a digit stand twice in a line. Each other
/// family is needed as well.
#[test]
fn the_papers_minimal_constraints_lack_a_rule() {
    let models = |rows: &[&str], family: &'static str| {
        let puzzle = NeighborNumber::from_rows(rows).expect("a puzzle");
        let encoding = puzzle.encoding("minimal").expect("a known name");
        let formula =
            cnf(LoweringOptions::default(), |sink| encoding.encode(&mut Without { family, sink }));
        Counter::of_formula(&formula).points(encoding.projection_size()).len()
    };
    for (rows, family) in [
        (["121", "232", "121"], "distinct"),
        (["124", "235", "346"], "difference"),
        (["12x", "23x", "xxx"], "three"),
    ] {
        assert_eq!((models(&rows, ""), models(&rows, family)), (0, 1), "{family}");
    }
}

/// Givens of a 5 x 5 grid, some out of a solution and some at random.
fn givens() -> impl Strategy<Value = Vec<NeighborNumberClue>> {
    let at_random = prop_oneof![1 => Just(NeighborNumberClue::Empty), 2 => (1..=9_u32).prop_map(NeighborNumberClue::Digit)];
    let change = (prop::bool::weighted(0.45), prop::option::weighted(0.02, at_random));
    (any::<u64>(), prop::collection::vec(change, 25)).prop_map(|(seed, changes)| {
        let cells = some_solution(seed).values(9);
        let given = |(&cell, (shown, change)): (&u32, (bool, Option<NeighborNumberClue>))| match (
            change, cell,
        ) {
            (Some(change), _) => change,
            (None, _) if !shown => NeighborNumberClue::Unknown,
            (None, 0) => NeighborNumberClue::Empty,
            (None, digit) => NeighborNumberClue::Digit(digit),
        };
        cells.iter().zip(changes).map(given).collect()
    })
}

/// A solution of the open 5 x 5 grid, by stacking rows in an order that the seed shuffles.
fn some_solution(seed: u64) -> Solution {
    let mut lines = lines(5);
    // Knuth's MMIX generator, its high bits
    let mut state = seed;
    for i in (1..lines.len()).rev() {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        lines.swap(i, (state >> 33) as usize % (i + 1));
    }
    let mut found = None;
    stack(&open(5), &lines, &mut |solution| {
        found = Some(solution);
        false
    });
    found.expect("there are solutions")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn random_puzzles_have_the_solutions_of_brute_force(givens in givens()) {
        let puzzle = NeighborNumber::new(5, givens).expect("legal givens");
        let expected = brute_force(&puzzle);
        prop_assume!(expected.len() < 500);
        for name in COMBINATIONS {
            assert_solutions_of(&puzzle, name, &[LoweringOptions::default()], &expected);
        }
        for name in [COMBINATIONS[0], COMBINATIONS[7]] {
            assert_solutions_of(&puzzle, name, &all_choices(), &expected);
        }
        assert_sizes(&puzzle);
    }
}

/// Block, figure 1.1: the printed solution is the only one.
#[test]
fn the_papers_figure_has_the_printed_solution() {
    let puzzle = NeighborNumber::from_rows(&["1...", "..2.", ".4..", "...3"]).expect("a puzzle");
    for name in COMBINATIONS {
        let cells = only_solution(&puzzle, name);
        assert_eq!(in_rows(&cells, 4), ["123x", "x321", "34x2", "2x43"], "{name}");
    }
}

/// Boards that break exactly one rule, with the name of the rule that must be reported.
#[test]
fn the_checker_names_the_broken_rule() {
    let puzzle = NeighborNumber::from_rows(&["1..x", "....", "....", "...."]).expect("a puzzle");
    // the paper's figure 1.1
    let good = [1, 2, 3, 0, 0, 3, 2, 1, 3, 4, 0, 2, 2, 0, 4, 3];
    assert_eq!(broken_rule(&puzzle, &good), None);
    let with = |changes: &[(usize, u32)]| {
        let mut cells = good;
        changes.iter().for_each(|&(cell, digit)| cells[cell] = digit);
        broken_rule(&puzzle, &cells)
    };
    assert_eq!(with(&[(3, 4)]), Some("three"), "four digits");
    assert_eq!(with(&[(0, 0)]), Some("three"), "two digits");
    assert_eq!(with(&[(0, 5)]), Some("difference"));
    // across an empty cell: 4 and 1 are not two apart
    assert_eq!(with(&[(15, 2)]), Some("difference"));
    assert_eq!(with(&[(0, 3)]), Some("distinct"));
    // one more everywhere: only the given digit is missed
    assert_eq!(broken_rule(&puzzle, &good.map(|d| if d == 0 { 0 } else { d + 1 })), Some("given"));
    // mirrored: the given digit would be right, the given empty cell is not
    let crossed = NeighborNumber::from_rows(&["x...", "....", "....", "...."]).expect("a puzzle");
    let broken = crossed.check(&Solution::of_values(&good, 9)).unwrap_err();
    assert_eq!((broken.rule, broken.place.as_str()), ("given", "row 1, column 1"));
    let mut two = Solution::of_values(&good, 9).atoms().to_vec();
    two[5] = true;
    assert_eq!(puzzle.check(&Solution::new(two)).unwrap_err().rule, "cell", "two values");
}

/// Each error says which cell, the value, and the way out.
#[test]
fn wrong_givens_are_refused() {
    let message = |rows: &[&str]| NeighborNumber::from_rows(rows).unwrap_err().to_string();
    assert_eq!(message(&["1..", ".0.", "..."]), "digit 0: use 1 to 9 (given at row 2, column 2)");
    assert!(message(&["12", "21"]).contains("side 2: each row holds three digits; use 3 to 36"));
    assert!(message(&["....", "....", "...."]).contains("12 entries for 9 cells"));
    assert!(message(&["a..", "...", "..."]).contains("`a`"));
    let digit = NeighborNumber::new(3, vec![NeighborNumberClue::Digit(10); 9]).unwrap_err();
    assert!(digit.to_string().starts_with("digit 10: use 1 to 9"));
    assert!(NeighborNumber::new(37, Vec::new()).is_err());
    assert!(NeighborNumber::new(3, Vec::new()).is_err());
    let puzzle = open(3);
    for name in ["", "minmax", "minimal+", "minimal+max", "maximal"] {
        let error = puzzle.encoding(name).err().expect("no encoding").to_string();
        assert!(error.contains("use minimal, minimal+minmax"), "{error}");
    }
    let twice = puzzle.encoding("minimal+minmax+minmax").err().expect("no encoding");
    assert!(twice.to_string().contains("`minmax` twice"));
    assert!(puzzle.encoding(&puzzle.embedded_encoding()).is_ok());
}

/// As in the paper's figures, empty cells of a solution are crossed.
#[test]
fn pictures_show_crosses() {
    let puzzle = NeighborNumber::from_rows(&["1..x", "....", "....", "...."]).expect("a puzzle");
    let picture = |solution: Option<&Solution>| {
        let Sketch::Grid(sketch) = puzzle.sketch(solution) else { panic!("cells") };
        let text = |text: &Option<encycle_encodings::puzzle::Label>| {
            text.as_ref().map_or("-".to_owned(), |text| match text.ink {
                Ink::Given | Ink::Open => text.text.clone(),
                Ink::Found => format!("{}'", text.text),
            })
        };
        sketch.texts.iter().map(text).collect::<String>()
    };
    assert_eq!(picture(None), "1--x------------");
    let good = [1, 2, 3, 0, 0, 3, 2, 1, 3, 4, 0, 2, 2, 0, 4, 3];
    let solution = Solution::of_values(&good, 9);
    assert_eq!(picture(Some(&solution)), "12'3'xx'3'2'1'3'4'x'2'2'x'4'3'");
}
