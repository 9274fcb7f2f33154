//! The techniques of Sudoku.
//!
//! Naked and hidden singles, and locked candidates, are inferences from one unit, or from two that cross. The XY-wing
//! joins three cells. Subsets are k sets with only k elements in all; one search finds all three kinds:
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

use crate::deduce::ladder::{StepLog, ToldStep};
use crate::deduce::sudoku::bits::ValueSet;
use crate::deduce::sudoku::board::{Crossing, SudokuBoard};

/// Propagates a cell with a single candidate: no other cell in its row, column and box has this value.
pub fn naked_single<const N: usize>(board: &mut SudokuBoard<N>, log: &mut StepLog) -> bool {
    let Some(cell) = board.singles.pop() else { return false };
    let value = board.candidates[cell as usize];
    let tables = board.tables;
    for &other in &tables.seen_from[cell as usize] {
        board.remove(other, value);
    }
    // clues are propagated silently, and so are values that another technique has placed
    let is_known = board.puzzle.clues()[cell as usize] != 0
        || log.is_told() && log.has_any(&board.atom(cell, value));
    if !is_known {
        log.tell(|| ToldStep {
            words: format!("only {} is left in {}", board.values(value), board.cells([cell])),
            place: Some(board.place(cell)),
            facts: board.atom(cell, value),
            from: Vec::new(),
        });
    }
    true
}

/// Places values that have only one possible cell in a unit.
pub fn hidden_single<const N: usize>(board: &mut SudokuBoard<N>, log: &mut StepLog) -> bool {
    let tables = board.tables;
    let mut changed = false;
    for (unit, cells) in tables.units.iter().enumerate() {
        let (mut once, mut twice, mut placed) = (ValueSet::EMPTY, ValueSet::EMPTY, ValueSet::EMPTY);
        for &cell in cells {
            let candidates = board.candidates[cell as usize];
            twice |= once & candidates;
            once |= candidates;
            if !candidates.has_more_than(1) {
                placed |= candidates;
            }
        }
        if once != board.all {
            board.dead = true;
            return true;
        }
        let hidden = once.without(twice).without(placed);
        if hidden.is_empty() {
            continue;
        }
        for &cell in cells {
            let value = board.candidates[cell as usize] & hidden;
            if !value.is_empty() && board.candidates[cell as usize] != value {
                if value.has_more_than(1) {
                    board.dead = true;
                    return true;
                }
                board.keep(cell, value);
                changed = true;
                log.tell(|| {
                    let (name, place) = (board.values(value), tables.place(unit));
                    ToldStep {
                        words: format!("in {place}, {name} fits only in {}", board.cells([cell])),
                        place: Some(place),
                        facts: board.atom(cell, value),
                        from: Vec::new(),
                    }
                });
            }
        }
    }
    changed
}

/// Removes candidates by locked candidates. If all candidates of a value in a box are in one line, no other cell of
/// this line has the value (pointing). If all candidates of a value in a line are in one box, no other cell of this box
/// has the value (claiming). For example, if 5 is possible only in row 1 of the first box, columns 4 to 9 of row 1
/// exclude 5.
///
/// If the log records steps, one inference is applied, which becomes one step. Otherwise all inferences are applied at
/// once, which is faster.
pub fn locked_candidates<const N: usize>(board: &mut SudokuBoard<N>, log: &mut StepLog) -> bool {
    let tables = board.tables;
    // `crossed`: the values possible in each crossing; `twice`: the values possible in several crossings of a group
    let mut crossed = Vec::with_capacity(tables.crossings.len());
    let mut once = vec![ValueSet::EMPTY; 2 * tables.crossed];
    let (once, twice) = once.split_at_mut(tables.crossed);
    for crossing in &tables.crossings {
        let sets = crossing.both.iter().map(|&cell| board.candidates[cell as usize]);
        let both = sets.fold(ValueSet::EMPTY, |all, set| all | set);
        for part in [crossing.in_line, crossing.in_block] {
            twice[part] |= once[part] & both;
            once[part] |= both;
        }
        crossed.push(both);
    }
    let mut changed = false;
    for (crossing, both) in tables.crossings.iter().zip(crossed) {
        let Crossing { line, block, line_rest, block_rest, .. } = crossing;
        let (of_line, of_block) = (twice[crossing.in_line], twice[crossing.in_block]);
        let pointing = (both & of_line).without(of_block);
        let claiming = (both & of_block).without(of_line);
        for (values, from, to, rest) in
            [(pointing, block, line, line_rest), (claiming, line, block, block_rest)]
        {
            if values.is_empty() {
                continue;
            }
            for &cell in rest {
                changed |= board.remove(cell, values);
            }
            if changed && log.is_told() {
                log.tell(|| {
                    let (from, to) = (tables.place(*from), tables.place(*to));
                    let values = board.values(values);
                    format!("in {from}, {values} can only be in {to}, so {to} has no other cell for {values}")
                });
                return true;
            }
        }
    }
    changed
}

/// Applies the XY-wing. A pivot cell with the candidates x and y sees a cell with x and z, and another cell with y and
/// z. Whatever the value of the pivot, one of these two wings is z, so a cell that sees both wings is not z:
///
/// ```text
/// xy  .  xz
///  .  .  .
/// yz  .  ?      `?` is not z
/// ```
pub fn xy_wing<const N: usize>(board: &mut SudokuBoard<N>, log: &mut StepLog) -> bool {
    let tables = board.tables;
    let mut wings = Vec::new();
    for pivot in 0..board.candidates.len() as u32 {
        let own = board.candidates[pivot as usize];
        if !own.is_pair() {
            continue;
        }
        // a wing shares exactly one of its two candidates with the pivot
        let is_wing = |&cell: &u32| {
            let candidates = board.candidates[cell as usize];
            candidates.is_pair() && candidates != own && !(candidates & own).is_empty()
        };
        let seen = &tables.seen_from[pivot as usize];
        wings.clear();
        wings.extend(seen.iter().copied().filter(is_wing));
        for (at, &one) in wings.iter().enumerate() {
            for &other in &wings[at + 1..] {
                let [first, second] = [one, other].map(|cell| board.candidates[cell as usize]);
                let shared: ValueSet<N> = first & second;
                // the wings share z, and z is not a candidate of the pivot
                if shared.count() != 1 || !(shared & own).is_empty() {
                    continue;
                }
                let mut changed = false;
                for &cell in &tables.seen_from[one as usize] {
                    if cell != other && tables.sees(cell, other) {
                        changed |= board.remove(cell, shared);
                    }
                }
                if changed {
                    log.tell(|| {
                        let value = board.values(shared);
                        let [pivot, wings] = [board.cells([pivot]), board.cells([one, other])];
                        format!(
                            "with the pivot {pivot}, one of {wings} is {value}, so no cell that sees both is {value}"
                        )
                    });
                    return true;
                }
            }
        }
    }
    false
}

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
