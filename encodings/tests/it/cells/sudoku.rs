//! Sudoku: sizes of the paper, solutions by brute force, the reduction, and a candidate that breaks each
//! rule.

use std::collections::BTreeSet;

use encycle_encodings::cell_values::ValueClueError;
use encycle_encodings::encoding::Encodable as _;
use encycle_encodings::kinds::sudoku::Sudoku;
use encycle_encodings::logic::{LoweringOptions, Place};
use encycle_encodings::puzzle::{Instance, Sketch, Solution};
use proptest::prelude::*;

use crate::common;
use crate::kinds::{
    assert_accepts, assert_described, assert_solutions, assert_solutions_of, broken_rule,
    brute_force, families, only_solution, size,
};

fn open(box_rows: usize, box_cols: usize) -> Sudoku {
    let side = box_rows * box_cols;
    Sudoku::new(box_rows, box_cols, vec![0; side * side]).expect("a puzzle without clues")
}

const SHAPES: [(usize, usize); 8] =
    [(1, 1), (1, 2), (2, 1), (1, 3), (1, 5), (2, 2), (2, 3), (3, 2)];

/// Labath, table 2.1: w²·C(w, 2) = w⁴/2 - w³/2 clauses per family marked -, w² per family marked +.
#[test]
fn sizes_agree_with_the_table_of_the_paper() {
    for (box_rows, box_cols) in SHAPES.into_iter().chain([(3, 3), (4, 2), (4, 4)]) {
        let puzzle = open(box_rows, box_cols);
        let w = box_rows * box_cols;
        let (w2, w3, w4) = (w.pow(2), w.pow(3), w.pow(4));
        assert_eq!(size(&puzzle, "s1"), (w3, (w4 - w3) / 2 + 3 * w2));
        assert_eq!(size(&puzzle, "s2"), (w3, 2 * w4 - 2 * w3 + w2));
        assert_eq!(size(&puzzle, "s3"), (w3, 2 * w4 - 2 * w3 + 4 * w2));
        assert_described(&puzzle);
        // without clues, the reduction removes nothing
        for set in ["s1", "s2", "s3"] {
            assert_eq!(size(&puzzle, &format!("{set}+reduced")), size(&puzzle, set));
        }
    }
}

/// The table counts clauses twice that two families share: for each value, the pairs of cells that share a
/// box and also a row or a column.
#[test]
fn duplicate_clauses_are_those_shared_by_two_families() {
    for (box_rows, box_cols) in SHAPES {
        let puzzle = open(box_rows, box_cols);
        let encoding = puzzle.encoding("s3").expect("a known encoding");
        let formula = common::cnf(LoweringOptions::default(), |sink| encoding.encode(sink));
        let mut clauses = formula.clauses;
        let written = clauses.len();
        clauses.iter_mut().for_each(|clause| clause.sort_unstable());
        clauses.sort_unstable();
        clauses.dedup();
        let w = box_rows * box_cols;
        let pairs = |k: usize| k * (k - 1) / 2;
        // w values, w boxes, each with box_rows rows of box_cols cells and vice versa
        let mut duplicates = w * w * (box_rows * pairs(box_cols) + box_cols * pairs(box_rows));
        // boxes that are rows or columns share the + clauses, too; for a single cell, all four coincide
        duplicates += match (box_rows, box_cols) {
            (1, 1) => 3,
            (1, _) | (_, 1) => w * w,
            _ => 0,
        };
        assert_eq!(written - clauses.len(), duplicates, "{box_rows} x {box_cols}");
    }
}

/// There are 288 solutions with 2 x 2 boxes (OEIS A107739). If boxes are rows, the solutions are the Latin
/// squares: 2 and 12 (A002860).
#[test]
fn every_solution_of_small_grids_is_found_once() {
    for (box_rows, box_cols, count) in [(1, 1, 1), (1, 2, 2), (2, 1, 2), (1, 3, 12), (3, 1, 12)] {
        let puzzle = open(box_rows, box_cols);
        let expected = brute_force(&puzzle, puzzle.clues(), 1);
        assert_eq!(expected.len(), count);
        assert_solutions(&puzzle, &expected);
    }
    // 4^16 assignments are too many, so the first row is fixed in all ways; the counts sum to 288
    let mut all = 0;
    for first in 0..4_u32.pow(4) {
        let mut clues = vec![0; 16];
        (0..4).for_each(|cell| clues[cell as usize] = 1 + first / 4_u32.pow(cell) % 4);
        let puzzle = Sudoku::new(2, 2, clues).expect("values up to 4");
        let expected = brute_force_below(&puzzle);
        all += expected.len();
        if expected.is_empty() {
            assert_solutions_of(&puzzle, "s3+reduced", &[LoweringOptions::default()], &expected);
        } else {
            assert_solutions(&puzzle, &expected);
        }
    }
    assert_eq!(all, 288);
}

/// Returns all solutions of a 4 x 4 grid whose first row is fixed, by trying all values in the next two
/// rows. The last row completes the sum of each column.
fn brute_force_below(puzzle: &Sudoku) -> BTreeSet<Solution> {
    let mut cells = puzzle.clues().to_vec();
    let mut row = cells[..4].to_vec();
    row.sort_unstable();
    if row != [1, 2, 3, 4] {
        return BTreeSet::new();
    }
    let fillings = (0..4_u32.pow(8)).filter_map(|way| {
        (4..12).for_each(|cell| cells[cell] = 1 + way / 4_u32.pow(cell as u32 - 4) % 4);
        for col in 0..4 {
            let sum: u32 = (0..3).map(|row| cells[4 * row + col]).sum();
            cells[12 + col] = 10_u32.saturating_sub(sum).clamp(1, 4);
        }
        let solution = Solution::of_values(&cells, 4);
        puzzle.check(&solution).is_ok().then_some(solution)
    });
    fillings.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Many of the random clues contradict each other.
    #[test]
    fn random_puzzles_have_the_solutions_of_brute_force(
        (box_rows, box_cols, clues) in prop::sample::select(vec![(2, 2), (1, 3), (1, 4)])
            .prop_flat_map(|(box_rows, box_cols): (usize, usize)| {
                let side = box_rows * box_cols;
                let clue = prop::option::weighted(0.6, 1..=side as u32);
                let clues = prop::collection::vec(clue, side * side);
                clues.prop_map(move |clues| (box_rows, box_cols, clues))
            }),
    ) {
        let mut clues: Vec<u32> = clues.into_iter().map(Option::unwrap_or_default).collect();
        // brute force allows at most eight free cells
        let free: Vec<usize> = (0..clues.len()).filter(|&cell| clues[cell] == 0).collect();
        free.iter().skip(8).for_each(|&cell| clues[cell] = 1);
        let puzzle = Sudoku::new(box_rows, box_cols, clues).expect("values up to w");
        let expected = brute_force(&puzzle, puzzle.clues(), 1);
        assert_solutions(&puzzle, &expected);
        assert_described(&puzzle);
    }

    /// The clues come from a solution, so there is at least one.
    #[test]
    fn puzzles_with_a_solution_have_those_of_brute_force(
        shift in 0..4_u32,
        is_clue in prop::collection::vec(prop::bool::weighted(0.6), 16),
    ) {
        let square = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        let value = |(&value, is_clue): (&u32, bool)| if is_clue { 1 + (value + shift) % 4 } else { 0 };
        let mut clues: Vec<u32> = square.iter().zip(is_clue).map(value).collect();
        let free: Vec<usize> = (0..16).filter(|&cell| clues[cell] == 0).collect();
        free.iter().skip(8).for_each(|&cell| clues[cell] = 1 + (square[cell] + shift) % 4);
        let puzzle = Sudoku::new(2, 2, clues).expect("values up to 4");
        let expected = brute_force(&puzzle, puzzle.clues(), 1);
        prop_assert!(!expected.is_empty());
        assert_solutions(&puzzle, &expected);
        assert_described(&puzzle);
    }
}

/// The reduction has variables exactly for the values that the clues leave possible.
#[test]
fn the_reduction_omits_variables_fixed_by_the_clues() {
    let puzzle = Sudoku::from_rows(2, 2, &["1...", "....", "..2.", "...."]).expect("a puzzle");
    // 14 free cells; each clue excludes its value from 3 + 3 + 1 of them
    let peers = 3 + 3 + 1;
    let open = |set: &str| size(&puzzle, set).0;
    assert_eq!(open("s3"), 4 * 4 * 4);
    assert_eq!(open("s3+reduced"), 14 * 4 - 2 * peers);
    assert_described(&puzzle);
    // computed by hand: only the last cell is free
    let puzzle = Sudoku::from_rows(1, 2, &["12", "2."]).expect("a puzzle");
    assert_eq!(size(&puzzle, "s3+reduced"), (1, 4));
    // the formula of a full grid keeps one variable
    let full = Sudoku::from_rows(1, 2, &["12", "21"]).expect("a puzzle");
    for set in ["s1+reduced", "s2+reduced", "s3+reduced", "s3+singles"] {
        assert_eq!(size(&full, set), (1, 1));
        let encoding = full.encoding(set).expect("a known encoding");
        let solution = encoding.solution(&[true]);
        assert_eq!(full.check(&solution), Ok(()));
        assert_accepts(&full, set, &[true]);
    }
    assert_solutions(&full, &brute_force(&full, full.clues(), 1));
}

/// Singles give every value that unit propagation gives in the formula of `s3`.
#[test]
fn singles_omit_variables_fixed_by_unit_propagation() {
    // computed by hand: the clues leave the last cell free, and it is a naked single
    let naked = Sudoku::from_rows(1, 2, &["12", "2."]).expect("a puzzle");
    assert_eq!(size(&naked, "s3+singles"), (1, 1));
    // the 1 of the last row is a hidden single; it leaves the values 2, 3 and 4 alike
    let hidden = Sudoku::from_rows(2, 2, &["1...", "..1.", ".1..", "...."]).expect("a puzzle");
    let values = 3;
    assert_eq!(size(&hidden, "s3+singles").0, (4 * 4 - 4) * values);
    // it also decides its box and its column, where the clues alone leave three other places
    assert!(size(&hidden, "s3+reduced").0 > (4 * 4 - 4) * values);
    // a puzzle that singles solve
    let solved = Sudoku::from_rows(2, 2, &["123.", "341.", "2...", ".3.."]).expect("a puzzle");
    assert_eq!(size(&solved, "s3+singles"), (1, 1));
    // without clues, nothing follows
    for set in ["s1", "s2", "s3"] {
        assert_eq!(size(&open(2, 2), &format!("{set}+singles")), size(&open(2, 2), set));
    }
}

/// Holds for each encoding and method.
#[test]
fn contradictory_clues_have_no_solution() {
    for rows in [
        ["11..", "....", "....", "...."],
        ["1...", "....", "....", "1..."],
        ["1...", ".1..", "....", "...."],
        // no value is possible in the last cell of the first row
        ["123.", "....", "....", "...4"],
        // the first row has no cell for a 1, although each cell has a possible value
        ["2...", "..1.", "....", ".1.."],
        ["1234", "3412", "2143", "4322"],
        ["1234", "3412", "2143", "4312"],
    ] {
        let puzzle = Sudoku::from_rows(2, 2, &rows).expect("a valid puzzle");
        assert_described(&puzzle);
        assert_solutions(&puzzle, &BTreeSet::new());
        let encoding = puzzle.encoding("s3+reduced").expect("a known encoding");
        let sizes = families(&encoding, LoweringOptions::default());
        let wrong = sizes.iter().find(|size| size.family == "contradiction");
        assert_eq!(wrong.map(|size| (size.variables, size.clauses)), Some((1, 1)), "{rows:?}");
    }
}

/// Labath, figure 1.3, with its solution.
const FIGURE: [&str; 9] = [
    "319258647",
    "268471935",
    "754963182",
    "831625479",
    "592714368",
    "647389251",
    "985136724",
    "123547896",
    "476892513",
];

/// Labath, figure 1.4 (boxes of two rows and four columns) and figure 6 (right), with and without reduction.
#[test]
fn the_figures_of_the_paper_have_one_solution() {
    let wide = [
        "..2.....", "..57.6..", "..81..7.", "....3...", "...5.24.", "3...5..6", ".8..45..",
        "..6.7..2",
    ];
    let square = [
        "..321...6",
        ".....7..5",
        "8...6..2.",
        ".8..2...4",
        "6...8...7",
        "..7...9..",
        ".1.......",
        "9......58",
        ".....4.93",
    ];
    for puzzle in [Sudoku::from_rows(2, 4, &wide), Sudoku::from_rows(3, 3, &square)] {
        let puzzle = puzzle.expect("a puzzle");
        let plain = only_solution(&puzzle, "s3");
        for name in ["s2", "s2+reduced", "s3+reduced"] {
            assert_eq!(only_solution(&puzzle, name), plain, "{name}");
        }
    }
}

/// Each candidate breaks one rule, which the checker must report.
#[test]
fn the_checker_names_the_broken_rule() {
    let full = Sudoku::from_rows(3, 3, &FIGURE).expect("a puzzle");
    let mut clues = vec![0; 81];
    clues[0] = 3;
    let puzzle = Sudoku::new(3, 3, clues).expect("a puzzle");
    let good = full.clues().to_vec();
    assert_eq!(broken_rule(&puzzle, &good), None);
    let swapped = |a: usize, b: usize| {
        let mut cells = good.clone();
        cells.swap(a, b);
        cells
    };
    // swaps within a row and box, and within a column and box
    assert_eq!(broken_rule(&puzzle, &swapped(1, 2)), Some("column"));
    assert_eq!(broken_rule(&puzzle, &swapped(1, 10)), Some("row"));
    // swapping rows of different bands breaks only the boxes
    let mut bands = good.clone();
    (0..9).for_each(|col| bands.swap(9 + col, 27 + col));
    assert_eq!(broken_rule(&puzzle, &bands), Some("box"));
    // all values replaced: only the clue is violated
    let other: Vec<u32> = good.iter().map(|value| value % 9 + 1).collect();
    assert_eq!(broken_rule(&puzzle, &other), Some("given"));
    let mut hole = good.clone();
    hole[40] = 0;
    assert_eq!(broken_rule(&puzzle, &hole), Some("cell"), "no value");
    let mut two = Solution::of_values(&good, 9).atoms().to_vec();
    two[0] = true;
    let broken = puzzle.check(&Solution::new(two)).unwrap_err();
    assert_eq!(
        broken.to_string(),
        "rule `cell` is broken at the cell in row 1, column 1: values 1 and 3",
    );
    let broken = puzzle.check(&Solution::of_values(&swapped(1, 2), 9)).unwrap_err();
    assert_eq!(broken.place, Place::Column(2));
    assert!(puzzle.check(&Solution::new(vec![true; 800])).is_err(), "too many atoms");
    assert!(puzzle.check(&Solution::new(Vec::new())).is_err());
}

/// Each error contains the cell, the value and the remedy.
#[test]
fn invalid_clues_are_rejected() {
    let message = |result: Result<Sudoku, ValueClueError>| result.unwrap_err().to_string();
    let error = message(Sudoku::from_rows(2, 2, &["....", "..5.", "....", "...."]));
    assert_eq!(
        error,
        "clue at row 2, column 3: value out of range: 5\n\
         help: use 1 to 4 with boxes of 2 x 2 cells"
    );
    assert!(message(Sudoku::new(2, 2, vec![0; 15])).contains("15 entries for 4 x 4 = 16 cells"));
    for (rows, cols) in [(0, 3), (3, 0), (1, 257), (usize::MAX, 2)] {
        assert!(message(Sudoku::new(rows, cols, Vec::new())).contains("use sides from 1"));
    }
    assert!(message(Sudoku::from_rows(1, 2, &["A.", ".."])).contains("`A`"));
    assert!(message(Sudoku::from_rows(1, 2, &["0.", ".."])).contains("`0`"));
    let puzzle = open(2, 2);
    for name in ["s4", "", "reduced", "s3+", "s3+reduced+reduced", "+reduced"] {
        let error = puzzle.encoding(name).err().expect("no encoding").to_string();
        assert!(error.contains("s3, s1, s2, s3+reduced"), "{error}");
    }
    assert!(puzzle.encoding(&puzzle.default_encoding()).is_ok());
}

/// Values above 9 are letters, and above 35 numbers.
#[test]
fn pictures_show_boxes_and_values() {
    let mut clues = vec![0; 36 * 36];
    (clues[0], clues[1]) = (36, 9);
    let puzzle = Sudoku::new(6, 6, clues).expect("a puzzle");
    let Sketch::Grid(sketch) = puzzle.sketch(None) else { panic!("cells") };
    let text = |cell: usize| sketch.texts[cell].as_ref().map(|text| text.text.as_str());
    assert_eq!([text(0), text(1), text(2)], [Some("36"), Some("9"), None]);
    // 7 lines of 36 edges in each direction
    assert_eq!(sketch.borders.iter().flatten().count(), 2 * 7 * 36);
    let tall = open(4, 2);
    let Sketch::Grid(sketch) = tall.sketch(Some(&Solution::new(Vec::new()))) else {
        panic!("cells")
    };
    assert_eq!(sketch.borders.iter().flatten().count(), (3 + 5) * 8);
    // 36 x 36: 2w⁴ - 2w³ + 4w² clauses and two clues, counted by streaming
    let clauses = 2 * 36_usize.pow(4) - 2 * 36_usize.pow(3) + 4 * 36_usize.pow(2);
    assert_eq!(size(&puzzle, "s3"), (36_usize.pow(3), clauses + 2));
}
