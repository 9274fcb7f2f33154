//! Neighbor Number: closed size formulas, solutions by brute force, redundant parts, and a candidate that
//! breaks each rule.

use std::collections::BTreeSet;
use std::fmt;

use encycle_encodings::encoding::Encodable as _;
use encycle_encodings::kinds::neighbor_number::{NeighborNumber, NeighborNumberClue};
use encycle_encodings::logic::{Constraint, ConstraintSink, LoweringOptions, Origin, Place, Var};
use encycle_encodings::puzzle::{Ink, Instance, Sketch, Solution};
use proptest::prelude::*;

use crate::common::{Counter, cnf};
use crate::kinds::{
    all_choices, assert_described, assert_solutions_of, broken_rule, families, in_rows,
    only_solution, size,
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
        .expect("a puzzle without clues")
}

/// Returns all lines of `side` cells that satisfy the rules, by trying all digits in each three cells.
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

/// Returns all solutions by stacking rows while each column is a prefix of one of the [`lines`].
fn brute_force(puzzle: &NeighborNumber) -> BTreeSet<Solution> {
    let mut found = BTreeSet::new();
    stack(puzzle, &lines(puzzle.side()), &mut |solution| {
        found.insert(solution);
        true
    });
    found
}

/// Calls `more` with each solution, in lexicographic order of `lines`, until it returns `false`.
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
    /// Tries each line as the next row. `columns` lists, for each column, the lines with its prefix.
    fn row(&mut self, columns: &[Vec<usize>]) -> bool {
        let side = self.puzzle.side();
        let row = self.cells.len() / side;
        if row == side {
            let solution = Solution::of_values(&self.cells, 9);
            assert_eq!(self.puzzle.check(&solution), Ok(()));
            return (self.more)(solution);
        }
        let allows = |(clue, &digit): (&NeighborNumberClue, &u32)| match clue {
            NeighborNumberClue::Unknown => true,
            NeighborNumberClue::Empty => digit == 0,
            NeighborNumberClue::Digit(clue) => *clue == digit,
        };
        let clues = &self.puzzle.clues()[row * side..(row + 1) * side];
        for line in self.lines.iter().filter(|line| clues.iter().zip(*line).all(allows)) {
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

/// The formulas sum over the pairs of cells in one line: 2N(N - d) pairs at distance d.
#[test]
fn sizes_agree_with_the_formulas() {
    for side in [3, 4, 5, 6, 9, 12, 20] {
        let puzzle = open(side);
        let pairs = |clauses: &dyn Fn(usize) -> usize| -> usize {
            (1..side).map(|d| 2 * side * (side - d) * clauses(d)).sum()
        };
        let choose_4 = side * (side - 1) * (side - 2) * (side - 3) / 24;
        // exactly one of ten: 1 + C(10, 2); exactly N - 3 of N: C(N, N-2) + C(N, 4)
        let fixed = 46 * side * side + 2 * side * (side * (side - 1) / 2 + choose_4);
        // one clause per digit of either end; at distance 9 or more, one clause, since digits differ by at
        // most 8
        let difference = pairs(&|d| if d < 9 { 2 * 9 } else { 1 });
        let distinct = pairs(&|d| if d % 2 == 0 && d <= 16 { 9 } else { 0 });
        let minimal = fixed + difference + distinct;
        assert_eq!(size(&puzzle, "minimal"), (10 * side * side, minimal));
        // the excluded pairs of digits, counted one by one
        let count = |is_excluded: &dyn Fn(usize, usize) -> bool| {
            (0..81).filter(|digits| is_excluded(digits / 9, digits % 9)).count()
        };
        let minmax = pairs(&|d| count(&|a, b| a.abs_diff(b) > d));
        let oddeven = pairs(&|d| count(&|a, b| (a + b) % 2 != d % 2));
        let notequal = pairs(&|d| 9 * usize::from(d % 2 == 1 || d > 16));
        assert_eq!(size(&puzzle, "minimal+minmax").1, minimal + minmax);
        assert_eq!(size(&puzzle, "minimal+oddeven").1, minimal + oddeven);
        assert_eq!(size(&puzzle, "minimal+notequal").1, minimal + notequal);
        // together, these families require different digits once for each pair of cells
        assert_eq!(distinct + notequal, pairs(&|_| 9));
        let all = COMBINATIONS[7];
        assert_eq!(size(&puzzle, all).1, minimal + minmax + oddeven + notequal);
        assert_described(&puzzle);
    }
    let puzzle = NeighborNumber::from_rows(&["1x.", "...", "..."]).expect("a puzzle");
    assert_eq!(size(&puzzle, "minimal").1, size(&open(3), "minimal").1 + 2);
    // the largest side is still within the limits of the method `direct`
    let largest = open(NeighborNumber::MAX_SIDE);
    let encoding = largest.encoding("minimal").expect("a known encoding");
    let three = families(&encoding, LoweringOptions::default())[3];
    assert_eq!((three.family, three.clauses), ("three", 2 * 36 * (36 * 35 / 2 + 58_905)));
}

/// Also shows that the redundant parts exclude no solution, alone or together.
#[test]
fn every_solution_of_small_grids_is_found_once() {
    let expected = brute_force(&open(3));
    // all rows ascend by 1 or all descend, and so do all columns: 4 cases. The smallest digit is in a corner;
    // the largest is 4 more, so the smallest is 1 to 5
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

/// A sink that drops the constraints of one family.
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

/// Without `distinct`, the paper's minimal constraints allow a digit twice in a line. Two other families
/// are necessary as well.
#[test]
fn distinct_is_necessary_beyond_the_papers_minimal_constraints() {
    let models = |rows: &[&str], family: &'static str| {
        let puzzle = NeighborNumber::from_rows(rows).expect("a puzzle");
        let encoding = puzzle.encoding("minimal").expect("a known encoding");
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

/// Clues of a 5 x 5 grid, most from a solution and some random.
fn clues() -> impl Strategy<Value = Vec<NeighborNumberClue>> {
    let at_random = prop_oneof![1 => Just(NeighborNumberClue::Empty), 2 => (1..=9_u32).prop_map(NeighborNumberClue::Digit)];
    let change = (prop::bool::weighted(0.45), prop::option::weighted(0.02, at_random));
    (any::<u64>(), prop::collection::vec(change, 25)).prop_map(|(seed, changes)| {
        let cells = some_solution(seed).values(9);
        let clue = |(&cell, (is_clue, change)): (&u32, (bool, Option<NeighborNumberClue>))| match (
            change, cell,
        ) {
            (Some(change), _) => change,
            (None, _) if !is_clue => NeighborNumberClue::Unknown,
            (None, 0) => NeighborNumberClue::Empty,
            (None, digit) => NeighborNumberClue::Digit(digit),
        };
        cells.iter().zip(changes).map(clue).collect()
    })
}

/// Returns a solution of the 5 x 5 grid without clues, by stacking rows in an order shuffled by the seed.
fn some_solution(seed: u64) -> Solution {
    let mut lines = lines(5);
    // the high bits of Knuth's MMIX generator
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
    found.expect("the grid without clues has solutions")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn random_puzzles_have_the_solutions_of_brute_force(clues in clues()) {
        let puzzle = NeighborNumber::new(5, clues).expect("valid clues");
        let expected = brute_force(&puzzle);
        prop_assume!(expected.len() < 500);
        for name in COMBINATIONS {
            assert_solutions_of(&puzzle, name, &[LoweringOptions::default()], &expected);
        }
        for name in [COMBINATIONS[0], COMBINATIONS[7]] {
            assert_solutions_of(&puzzle, name, &all_choices(), &expected);
        }
        assert_described(&puzzle);
    }
}

/// Block, figure 1.1.
#[test]
fn the_figure_of_the_paper_has_only_the_printed_solution() {
    let puzzle = NeighborNumber::from_rows(&["1...", "..2.", ".4..", "...3"]).expect("a puzzle");
    for name in COMBINATIONS {
        let cells = only_solution(&puzzle, name);
        assert_eq!(in_rows(&cells, 4), ["123x", "x321", "34x2", "2x43"], "{name}");
    }
}

/// Each candidate breaks one rule, which the checker must report.
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
    // the adjacent digits 4 and 2 do not differ by 1
    assert_eq!(with(&[(15, 2)]), Some("difference"));
    assert_eq!(with(&[(0, 3)]), Some("distinct"));
    // all digits incremented: only the digit clue is violated
    assert_eq!(broken_rule(&puzzle, &good.map(|d| if d == 0 { 0 } else { d + 1 })), Some("given"));
    // the solution has a digit in a cell whose clue is "empty"
    let crossed = NeighborNumber::from_rows(&["x...", "....", "....", "...."]).expect("a puzzle");
    let broken = crossed.check(&Solution::of_values(&good, 9)).unwrap_err();
    assert_eq!((broken.rule, broken.place), ("given", Place::Cell { row: 0, col: 0 }));
    let mut two = Solution::of_values(&good, 9).atoms().to_vec();
    two[5] = true;
    assert_eq!(puzzle.check(&Solution::new(two)).unwrap_err().rule, "cell", "two values");
}

/// Each error contains the cell, the value and the remedy.
#[test]
fn invalid_clues_are_rejected() {
    let message = |rows: &[&str]| NeighborNumber::from_rows(rows).unwrap_err().to_string();
    assert_eq!(
        message(&["1..", ".0.", "..."]),
        "clue at row 2, column 2: digit out of range: 0\nhelp: use 1 to 9"
    );
    assert!(message(&["12", "21"]).contains("side out of range: 2\nhelp: use 3 to 36"));
    assert!(message(&["....", "....", "...."]).contains("12 entries for 9 cells"));
    assert!(message(&["a..", "...", "..."]).contains("`a`"));
    let digit = NeighborNumber::new(3, vec![NeighborNumberClue::Digit(10); 9]).unwrap_err();
    assert!(digit.to_string().contains("digit out of range: 10"));
    assert!(NeighborNumber::new(37, Vec::new()).is_err());
    assert!(NeighborNumber::new(3, Vec::new()).is_err());
    let puzzle = open(3);
    for name in ["", "minmax", "minimal+", "minimal+max", "maximal"] {
        let error = puzzle.encoding(name).err().expect("no encoding").to_string();
        assert!(error.contains("use minimal, minimal+minmax"), "{error}");
    }
    let twice = puzzle.encoding("minimal+minmax+minmax").err().expect("no encoding");
    assert!(twice.to_string().contains("duplicate part: `minmax`"));
    assert!(puzzle.encoding(&puzzle.default_encoding()).is_ok());
}

/// The figures of the paper cross empty cells, too.
#[test]
fn pictures_cross_the_empty_cells_of_a_solution() {
    let puzzle = NeighborNumber::from_rows(&["1..x", "....", "....", "...."]).expect("a puzzle");
    let picture = |solution: Option<&Solution>| {
        let Sketch::Grid(sketch) = puzzle.sketch(solution) else { panic!("cells") };
        let text = |text: &Option<encycle_encodings::puzzle::Label>| {
            text.as_ref().map_or("-".to_owned(), |text| match text.ink {
                Ink::Clue | Ink::Undecided | Ink::Guide => text.text.clone(),
                Ink::Solution => format!("{}'", text.text),
            })
        };
        sketch.texts.iter().map(text).collect::<String>()
    };
    assert_eq!(picture(None), "1--x------------");
    let good = [1, 2, 3, 0, 0, 3, 2, 1, 3, 4, 0, 2, 2, 0, 4, 3];
    let solution = Solution::of_values(&good, 9);
    assert_eq!(picture(Some(&solution)), "12'3'xx'3'2'1'3'4'x'2'2'x'4'3'");
}
