//! Naked and hidden singles, and locked candidates: inferences from one unit, or from two that cross.

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
    // clues are propagated silently
    let is_clue = board.puzzle.clues()[cell as usize] != 0;
    if !is_clue {
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
