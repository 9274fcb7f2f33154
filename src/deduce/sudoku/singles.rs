//! Naked and hidden singles, and locked candidates: inferences from one unit, or from two that cross.

use crate::deduce::ladder::{StepLog, Told};
use crate::deduce::sudoku::bits::ValueSet;
use crate::deduce::sudoku::board::SudokuBoard;

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
        log.tell(|| Told {
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
        let (mut once, mut twice) = (ValueSet::EMPTY, ValueSet::EMPTY);
        for &cell in cells {
            let candidates = board.candidates[cell as usize];
            twice |= once & candidates;
            once |= candidates;
        }
        if once.count() < cells.len() {
            board.dead = true;
            return true;
        }
        let hidden = once.without(twice);
        if hidden.is_empty() {
            continue;
        }
        for &cell in cells {
            let value = board.candidates[cell as usize] & hidden;
            if !value.is_empty() && board.candidates[cell as usize] != value {
                if value.count() > 1 {
                    board.dead = true;
                    return true;
                }
                board.keep(cell, value);
                changed = true;
                log.tell(|| {
                    let (name, place) = (board.values(value), tables.place(unit));
                    Told {
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

/// Removes candidates by locked candidates: if a value is confined to the crossing of a line and a box
/// within one of the two, it is in no other cell of the other. From box to line this is pointing, from
/// line to box claiming.
pub fn locked_candidates<const N: usize>(board: &mut SudokuBoard<N>, log: &mut StepLog) -> bool {
    let tables = board.tables;
    for &[line, block] in &tables.crossings {
        let [line, block] = [line as usize, block as usize];
        let in_block = |cell: u32| tables.units_of[cell as usize][2] as usize == block;
        let in_line = |cell: u32| {
            let [row, column, _] = tables.units_of[cell as usize];
            row as usize == line || column as usize == line
        };
        let (mut both, mut line_rest, mut block_rest) =
            (ValueSet::EMPTY, ValueSet::EMPTY, ValueSet::EMPTY);
        for &cell in &tables.units[line] {
            let all = if in_block(cell) { &mut both } else { &mut line_rest };
            *all |= board.candidates[cell as usize];
        }
        for &cell in tables.units[block].iter().filter(|&&cell| !in_line(cell)) {
            block_rest |= board.candidates[cell as usize];
        }
        let pointing = (both & line_rest).without(block_rest);
        let claiming = (both & block_rest).without(line_rest);
        for (values, from, to, is_common) in [
            (pointing, block, line, &in_block as &dyn Fn(u32) -> bool),
            (claiming, line, block, &in_line),
        ] {
            if !values.is_empty() && board.remove_elsewhere(to, values, is_common) {
                log.tell(|| {
                    let (from, to) = (tables.place(from), tables.place(to));
                    let values = board.values(values);
                    format!("in {from}, {values} can only be in {to}, so {to} has no other cell for {values}")
                });
                return true;
            }
        }
    }
    false
}
