//! Naked and hidden singles, and locked candidates: inferences from one unit, or from two that cross.

use crate::deduce::ladder::{StepLog, Told};
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
    for Crossing { line, block, both, line_rest, block_rest } in &tables.crossings {
        let all = |cells: &[u32]| {
            let sets = cells.iter().map(|&cell| board.candidates[cell as usize]);
            sets.fold(ValueSet::EMPTY, |all, set| all | set)
        };
        let (both, of_line, of_block) = (all(both), all(line_rest), all(block_rest));
        let pointing = (both & of_line).without(of_block);
        let claiming = (both & of_block).without(of_line);
        for (values, from, to, rest) in
            [(pointing, block, line, line_rest), (claiming, line, block, block_rest)]
        {
            if values.is_empty() {
                continue;
            }
            for &cell in rest {
                board.remove(cell, values);
            }
            log.tell(|| {
                let (from, to) = (tables.place(*from), tables.place(*to));
                let values = board.values(values);
                format!("in {from}, {values} can only be in {to}, so {to} has no other cell for {values}")
            });
            return true;
        }
    }
    false
}
