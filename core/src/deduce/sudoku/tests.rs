//! Each technique alone: a case where it applies, and the closest case where it must not.

use crate::deduce::ladder::Rung;
use crate::deduce::sudoku::*;

/// Removes values from the cells of a 9x9 Sudoku without clues, applies one technique as long as it has
/// an effect, and returns what it removed as (row, column, value). Rows and columns are counted from 1.
fn taken(before: impl Fn(usize, usize) -> Vec<usize>, name: &str) -> Vec<(usize, usize, usize)> {
    let puzzle = Sudoku::new(3, 3, vec![0; 81]).expect("a puzzle");
    let mut ladder = SudokuLadder::<1>::new(&puzzle);
    let mut board = ladder.board(&puzzle);
    for cell in 0..81 {
        for value in before(cell / 9 + 1, cell % 9 + 1) {
            board.remove(cell as u32, ValueSet::only(value - 1));
        }
    }
    let initial = board.candidates.to_vec();
    let rungs: Vec<Rung<SudokuBoard<1>>> =
        SudokuBoard::RUNGS.into_iter().filter(|rung| rung.about.name == name).collect();
    assert_eq!(rungs.len(), 1, "{name} is one technique");
    while !board.dead && (rungs[0].act)(&mut board, &mut StepLog::silent()) {}
    assert!(!board.dead, "{name}");
    let mut taken = Vec::new();
    for (cell, (before, after)) in initial.iter().zip(board.candidates.iter()).enumerate() {
        taken.extend(before.without(*after).iter().map(|v| (cell / 9 + 1, cell % 9 + 1, v + 1)));
    }
    taken
}

/// Returns all values except these.
fn but(values: &[usize]) -> Vec<usize> {
    (1..=9).filter(|value| !values.contains(value)).collect()
}

/// Restricts only these cells to these values.
fn cells<'a>(
    left: &'a [((usize, usize), &'a [usize])],
) -> impl Fn(usize, usize) -> Vec<usize> + 'a {
    move |row, col| {
        let found = left.iter().find(|(cell, _)| *cell == (row, col));
        found.map_or(Vec::new(), |(_, values)| but(values))
    }
}

/// Restricts these values in row 1 to these columns.
fn only_at<'a>(
    values: &'a [usize],
    columns: &'a [usize],
) -> impl Fn(usize, usize) -> Vec<usize> + 'a {
    move |row, col| match row == 1 && !columns.contains(&col) {
        true => values.to_vec(),
        false => Vec::new(),
    }
}

/// A cell sees 8 others in its row, 8 in its column, and 4 more in its box.
#[test]
fn naked_single() {
    let after = taken(cells(&[((5, 5), &[3])]), "naked-single");
    assert_eq!((after.len(), after.iter().all(|&(.., value)| value == 3)), (20, true));
    assert!(taken(cells(&[((5, 5), &[3, 4])]), "naked-single").is_empty());
}

#[test]
fn hidden_single() {
    let after = taken(only_at(&[3], &[4]), "hidden-single");
    assert_eq!(after, but(&[3]).into_iter().map(|value| (1, 4, value)).collect::<Vec<_>>());
    assert!(taken(only_at(&[3], &[4, 5]), "hidden-single").is_empty());
}

#[test]
fn locked_candidates() {
    // in the first box, 5 is possible only in row 1: pointing
    let pointing = |row: usize, col: usize| match (row, col) {
        (2..=3, 1..=3) => vec![5],
        _ => vec![],
    };
    let taken_there: Vec<_> = (4..=9).map(|col| (1, col, 5)).collect();
    assert_eq!(taken(pointing, "locked-candidates"), taken_there);
    // in row 1, 5 is possible only in the first box: claiming
    let after = taken(only_at(&[5], &[1, 2, 3]), "locked-candidates");
    let others: Vec<_> = (2..=3).flat_map(|row| (1..=3).map(move |col| (row, col, 5))).collect();
    assert_eq!(after, others);
    // two rows of the box are left
    let two = |row: usize, col: usize| if (row, col) == (1, 1) { vec![5] } else { vec![] };
    assert!(taken(two, "locked-candidates").is_empty());
    assert!(taken(only_at(&[5], &[3, 4]), "locked-candidates").is_empty());
}

/// The cells are in row 1 in three boxes, so that no box is a common unit.
#[test]
fn naked_subsets() {
    let pair: &[((usize, usize), &[usize])] = &[((1, 1), &[1, 2]), ((1, 5), &[1, 2])];
    assert_eq!(taken(cells(pair), "naked-pair").len(), 2 * 7);
    let no_pair: &[((usize, usize), &[usize])] = &[((1, 1), &[1, 2]), ((1, 5), &[1, 3])];
    assert!(taken(cells(no_pair), "naked-pair").is_empty());
    let cycle = |values: &'static [[usize; 2]]| {
        move |row: usize, col: usize| match values.get(col / 2) {
            Some(values) if row == 1 && col % 2 == 1 => but(values),
            _ => vec![],
        }
    };
    let triple = taken(cycle(&[[1, 2], [2, 3], [1, 3]]), "naked-triple");
    // columns 1, 3 and 5: two of them are in the first box
    assert_eq!(triple.len(), 3 * 6);
    assert!(taken(cycle(&[[1, 2], [2, 3], [3, 4]]), "naked-triple").is_empty());
    assert_eq!(taken(cycle(&[[1, 2], [2, 3], [3, 4], [1, 4]]), "naked-quad").len(), 4 * 5);
    assert!(taken(cycle(&[[1, 2], [2, 3], [3, 4], [4, 5]]), "naked-quad").is_empty());
}

/// Two, three or four values in as many cells of row 1, each with seven, six or five other values.
#[test]
fn hidden_subsets() {
    for (name, size) in [("hidden-pair", 2), ("hidden-triple", 3), ("hidden-quad", 4)] {
        let values: Vec<usize> = (1..=size).collect();
        let columns: Vec<usize> = [1, 4, 7, 9, 2][..size].to_vec();
        assert_eq!(taken(only_at(&values, &columns), name).len(), size * (9 - size), "{name}");
        let more: Vec<usize> = [1, 4, 7, 9, 2][..=size].to_vec();
        assert!(taken(only_at(&values, &more), name).is_empty(), "{name}");
    }
}

/// 1 is possible only in these columns of some rows; the same with rows and columns exchanged.
#[test]
fn fish() {
    let in_rows = |rows: &'static [(usize, &'static [usize])], turned: bool| {
        move |row: usize, col: usize| {
            let (row, col) = if turned { (col, row) } else { (row, col) };
            let columns = rows.iter().find(|(one, _)| *one == row);
            match columns.is_some_and(|(_, columns)| !columns.contains(&col)) {
                true => vec![1],
                false => vec![],
            }
        }
    };
    for turned in [false, true] {
        let wing = taken(in_rows(&[(1, &[2, 7]), (5, &[2, 7])], turned), "x-wing");
        assert_eq!(wing.len(), 2 * 7);
        assert!(wing.iter().all(|&(row, col, value)| {
            let col = if turned { row } else { col };
            [2, 7].contains(&col) && value == 1
        }));
        assert!(taken(in_rows(&[(1, &[2, 7]), (5, &[2, 8])], turned), "x-wing").is_empty());
        let three = in_rows(&[(1, &[2, 5]), (4, &[5, 8]), (7, &[2, 8])], turned);
        assert_eq!(taken(three, "swordfish").len(), 3 * 6);
        let four = in_rows(&[(1, &[2, 5]), (4, &[5, 8]), (7, &[2, 9])], turned);
        assert!(taken(four, "swordfish").is_empty());
    }
}

#[test]
fn xy_wing() {
    let wing: &[((usize, usize), &[usize])] =
        &[((1, 1), &[1, 2]), ((1, 5), &[1, 3]), ((5, 1), &[2, 3])];
    assert_eq!(taken(cells(wing), "xy-wing"), [(5, 5, 3)]);
    let other: &[((usize, usize), &[usize])] =
        &[((1, 1), &[1, 2]), ((1, 5), &[1, 3]), ((5, 1), &[2, 4])];
    assert!(taken(cells(other), "xy-wing").is_empty());
    // the second wing does not see the pivot
    let apart: &[((usize, usize), &[usize])] =
        &[((1, 1), &[1, 2]), ((1, 5), &[1, 3]), ((5, 6), &[2, 3])];
    assert!(taken(cells(apart), "xy-wing").is_empty());
}

/// Sets of more than one word: a Sudoku with 65 values, where all cells but one row and one column are clues.
#[test]
fn more_than_64_values() {
    let side = 65;
    let solved = |row: usize, col: usize| ((row % 5 * 13 + row / 5 + col) % side) as u32 + 1;
    let mut clues: Vec<u32> =
        (0..side * side).map(|cell| solved(cell / side, cell % side)).collect();
    for at in 0..side {
        clues[7 * side + at] = 0;
        clues[at * side + 64] = 0;
    }
    let puzzle = Sudoku::new(5, 13, clues).expect("a puzzle").into();
    let solution = crate::deduce::Deducer::new(&puzzle, Level::Easy).solve(&puzzle).expect("easy");
    let values = solution.values(65);
    assert!((0..side * side).all(|cell| values[cell] == solved(cell / side, cell % side)));
}

/// A value that a hidden single placed was found again as a naked single.
#[test]
fn a_placement_was_two_steps() {
    let text = "sudoku 3 3\n53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";
    let puzzle: crate::puzzle::Puzzle = text.parse().expect("a puzzle");
    let grade = crate::deduce::grade(&puzzle).expect("a grade");
    let placed: Vec<(usize, bool)> = grade
        .deduced
        .steps
        .iter()
        .flat_map(|step| step.facts.clone())
        .filter(|fact| fact.1)
        .collect();
    let mut once = placed.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!((placed.len(), once.len()), (81 - 30, 81 - 30));
}
