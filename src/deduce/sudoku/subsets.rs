//! Subsets: k sets with only k elements in all. One search finds all three kinds:
//!
//! | technique | the sets | their elements |
//! |---|---|---|
//! | naked subset | cells of a unit | their candidates |
//! | hidden subset | values | their possible cells in a unit |
//! | fish | rows (or columns) | the possible columns (or rows) of one value |
//!
//! Each of the k sets takes one of its elements, and no two sets take the same one. So the k sets use up all k
//! elements, and nothing else can take one of them. For example, two cells of a row with the candidates 1 and 2 take
//! both values, so no other cell of the row has one of them.

use crate::deduce::ladder::StepLog;
use crate::deduce::sudoku::bits::ValueSet;
use crate::deduce::sudoku::board::SudokuBoard;

/// Sets with their indices.
type Sets<const N: usize> = Vec<(usize, ValueSet<N>)>;

/// Replaces `sets` with the sets of `all` that can belong to a subset of `size` sets: they have 2 to `size` elements. A
/// set of one element is a single, which has been propagated already.
fn fill<const N: usize>(sets: &mut Sets<N>, all: impl Iterator<Item = ValueSet<N>>, size: usize) {
    let fits = |&(_, set): &(usize, ValueSet<N>)| set.has_more_than(1) && !set.has_more_than(size);
    sets.clear();
    sets.extend(all.enumerate().filter(fits));
}

/// Calls `visit` with the indices and the union of each choice of `size` sets whose union has at most `size` elements,
/// until `visit` returns that it changed something.
fn each_subset<const N: usize>(
    sets: &Sets<N>,
    size: usize,
    visit: &mut dyn FnMut(ValueSet<N>, ValueSet<N>) -> bool,
) -> bool {
    fn choose<const N: usize>(
        sets: &[(usize, ValueSet<N>)],
        size: usize,
        left: usize,
        chosen: [ValueSet<N>; 2],
        visit: &mut dyn FnMut(ValueSet<N>, ValueSet<N>) -> bool,
    ) -> bool {
        let [names, union] = chosen;
        if left == 0 {
            return visit(names, union);
        }
        sets.iter().enumerate().any(|(at, &(name, set))| {
            let union = union | set;
            !union.has_more_than(size)
                && choose(
                    &sets[at + 1..],
                    size,
                    left - 1,
                    [names | ValueSet::only(name), union],
                    visit,
                )
        })
    }
    sets.len() >= size && choose(sets, size, size, [ValueSet::EMPTY; 2], visit)
}

/// Returns the number of cells of a unit with more than one candidate.
fn open_cells<const N: usize>(board: &SudokuBoard<N>, cells: &[u32]) -> usize {
    cells.iter().filter(|&&cell| board.candidates[cell as usize].has_more_than(1)).count()
}

/// Applies naked subsets: k cells of a unit with k candidates in all exclude these from the rest of the unit.
///
/// In a unit with m open cells, the other m - k cells form a hidden subset with the same consequences. So there is
/// nothing to find if m - k < k, because the smaller subsets were tried before.
pub fn naked<const N: usize>(board: &mut SudokuBoard<N>, size: usize, log: &mut StepLog) -> bool {
    let tables = board.tables;
    let mut sets = Sets::with_capacity(tables.side());
    tables.units.iter().enumerate().any(|(unit, cells)| {
        if open_cells(board, cells) < 2 * size {
            return false;
        }
        fill(&mut sets, cells.iter().map(|&cell| board.candidates[cell as usize]), size);
        each_subset(&sets, size, &mut |chosen, values| {
            let is_chosen = |cell: u32| chosen.iter().any(|at| cells[at] == cell);
            let changed = board.remove_elsewhere(unit, values, is_chosen);
            if changed {
                log.tell(|| {
                    let (values, place) = (board.values(values), tables.place(unit));
                    let chosen = board.cells(chosen.iter().map(|at| cells[at]));
                    format!("{chosen} share {values}, so the rest of {place} excludes these")
                });
            }
            changed
        })
    })
}

/// Applies hidden subsets: k values with k possible cells in a unit exclude all other values from these cells. In a
/// unit with m open cells, there is nothing to find if m - k ≤ k, because the naked subset of the other m - k cells was
/// tried before.
pub fn hidden<const N: usize>(board: &mut SudokuBoard<N>, size: usize, log: &mut StepLog) -> bool {
    let tables = board.tables;
    let mut sets = Sets::with_capacity(tables.side());
    let mut places_of = Vec::with_capacity(tables.side());
    tables.units.iter().enumerate().any(|(unit, cells)| {
        if open_cells(board, cells) <= 2 * size {
            return false;
        }
        places_of.clear();
        places_of.resize(tables.side(), ValueSet::EMPTY);
        // singles have been propagated, so that no other cell has their values
        for (at, &cell) in cells.iter().enumerate() {
            let candidates = board.candidates[cell as usize];
            if candidates.has_more_than(1) {
                candidates.iter().for_each(|value| places_of[value].insert(at));
            }
        }
        fill(&mut sets, places_of.iter().copied(), size);
        each_subset(&sets, size, &mut |values, places| {
            let mut changed = false;
            for at in places.iter() {
                changed |= board.keep(cells[at], values);
            }
            if changed {
                log.tell(|| {
                    let (values, place) = (board.values(values), tables.place(unit));
                    let chosen = board.cells(places.iter().map(|at| cells[at]));
                    format!("in {place}, {values} fit only in {chosen}, so these hold nothing else")
                });
            }
            changed
        })
    })
}

/// Applies fish: if a value has only k possible columns in k rows, it is in no other row of these columns. The same
/// holds with rows and columns exchanged. An X-wing is the case k = 2:
///
/// ```text
/// . 5 . . 5 .      In these two rows, 5 is possible only in the columns 2 and 5.
/// . . . . . .      One row has its 5 in column 2, the other in column 5, so no
/// . 5 . . 5 .      other row has 5 in one of these columns.
/// ```
pub fn fish<const N: usize>(board: &mut SudokuBoard<N>, size: usize, log: &mut StepLog) -> bool {
    let tables = board.tables;
    let side = tables.side();
    // for each value, the positions at which each row, then each column, may have it
    let mut places = vec![ValueSet::EMPTY; side * 2 * side];
    let open = |(_, candidates): &(usize, &ValueSet<N>)| candidates.has_more_than(1);
    for (cell, candidates) in board.candidates.iter().enumerate().filter(open) {
        let [row, col] = [cell / side, cell % side];
        for value in candidates.iter() {
            places[value * 2 * side + row].insert(col);
            places[value * 2 * side + side + col].insert(row);
        }
    }
    let mut sets = Sets::with_capacity(side);
    (0..side).any(|value| {
        [[0, side], [side, 0]].into_iter().any(|[base, cover]| {
            let of_lines = &places[value * 2 * side + base..][..side];
            fill(&mut sets, of_lines.iter().copied(), size);
            each_subset(&sets, size, &mut |lines, covers| {
                let mut changed = false;
                for line in covers.iter() {
                    // the position of a cell in a column is its row, and vice versa
                    for (at, &cell) in tables.units[cover + line].iter().enumerate() {
                        if !lines.has(at) {
                            changed |= board.remove(cell, ValueSet::only(value));
                        }
                    }
                }
                if changed {
                    log.tell(|| {
                        let value = board.puzzle.symbol(value as u32 + 1);
                        let named = |first: usize, all: ValueSet<N>| {
                            let names =
                                all.iter().map(|line| tables.place(first + line).to_string());
                            names.collect::<Vec<_>>().join(", ")
                        };
                        let (lines, covers) = (named(base, lines), named(cover, covers));
                        format!("in {lines}, {value} fits only in {covers}, so their other cells exclude it")
                    });
                }
                changed
            })
        })
    })
}
