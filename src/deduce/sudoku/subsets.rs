//! Sets of k items that cover only k elements in all: cells and their candidates (naked subsets), values
//! and their cells (hidden subsets), rows and the columns of a value (fish). One search finds all three.

use crate::deduce::ladder::StepLog;
use crate::deduce::sudoku::bits::ValueSet;
use crate::deduce::sudoku::board::SudokuBoard;

/// Sets with their indices.
type Sets<const N: usize> = Vec<(usize, ValueSet<N>)>;

/// Calls `visit` with the indices and the union of every `size` sets whose union has at most `size` elements,
/// until `visit` returns that it changed something.
fn each_subset<const N: usize>(
    sets: &mut Sets<N>,
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
            union.count() <= size
                && choose(
                    &sets[at + 1..],
                    size,
                    left - 1,
                    [names | ValueSet::only(name), union],
                    visit,
                )
        })
    }
    // a set of one element is a single and has been propagated already
    let fits = |&(_, set): &(usize, ValueSet<N>)| (2..=size).contains(&set.count());
    sets.retain(fits);
    sets.len() >= size && choose(sets, size, size, [ValueSet::EMPTY; 2], visit)
}

/// Returns the number of cells of a unit with more than one candidate.
fn open_cells<const N: usize>(board: &SudokuBoard<N>, cells: &[u32]) -> usize {
    cells.iter().filter(|&&cell| board.candidates[cell as usize].count() > 1).count()
}

/// Applies naked subsets: k cells of a unit with k candidates in all exclude these from the rest of the unit.
///
/// In a unit with m open cells they leave a hidden subset of m - k cells. So there is nothing to find if m - k < k, since the
/// smaller subsets were tried before.
pub fn naked<const N: usize>(board: &mut SudokuBoard<N>, size: usize, log: &mut StepLog) -> bool {
    let tables = board.tables;
    let mut sets = Sets::with_capacity(tables.side());
    tables.units.iter().enumerate().any(|(unit, cells)| {
        if open_cells(board, cells) < 2 * size {
            return false;
        }
        sets.clear();
        let set = |(at, &cell): (usize, &u32)| (at, board.candidates[cell as usize]);
        sets.extend(cells.iter().enumerate().map(set));
        each_subset(&mut sets, size, &mut |chosen, values| {
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

/// Applies hidden subsets: k values with k possible cells in a unit exclude all other values from these
/// cells. There is nothing to find if m - k ≤ k, since a naked subset of m - k cells was tried before.
pub fn hidden<const N: usize>(board: &mut SudokuBoard<N>, size: usize, log: &mut StepLog) -> bool {
    let tables = board.tables;
    let mut sets = Sets::with_capacity(tables.side());
    tables.units.iter().enumerate().any(|(unit, cells)| {
        if open_cells(board, cells) <= 2 * size {
            return false;
        }
        sets.clear();
        sets.extend((0..tables.side()).map(|value| (value, ValueSet::EMPTY)));
        for (at, &cell) in cells.iter().enumerate() {
            board.candidates[cell as usize].iter().for_each(|value| sets[value].1.insert(at));
        }
        each_subset(&mut sets, size, &mut |values, places| {
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

/// Applies fish: if a value has only k possible columns in k rows, it is in no other row of these
/// columns. The same with rows and columns exchanged.
pub fn fish<const N: usize>(board: &mut SudokuBoard<N>, size: usize, log: &mut StepLog) -> bool {
    let tables = board.tables;
    let side = tables.side();
    // for each value the places in which each row and each column may have it
    let mut places = vec![ValueSet::EMPTY; side * 2 * side];
    for (cell, candidates) in board.candidates.iter().enumerate() {
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
            sets.clear();
            sets.extend(of_lines.iter().copied().enumerate());
            each_subset(&mut sets, size, &mut |lines, covers| {
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
