//! The XY-wing technique.

use crate::deduce::ladder::StepLog;
use crate::deduce::sudoku::bits::ValueSet;
use crate::deduce::sudoku::board::SudokuBoard;

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
