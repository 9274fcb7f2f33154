//! Boards on which the rules of a kind are tried: its symbols at random places, on some boards in each cell.

use crate::cell_loops::Side;
use crate::grid::{Cell, Grid};
use crate::kinds::codec::{CellList, ClueSymbol, OUTSIDE};
use crate::kinds::written::clues::{NumberList, WrittenClues};
use crate::kinds::written::file::KindFile;
use crate::kinds::written::puzzle::WrittenPuzzle;
use crate::kinds::written::terms::{Term, each_term};
use crate::kinds::written::{WrittenKind, file::Rule};

/// The number of boards.
const BOARDS: u64 = 16;

/// The side of a board.
const SIDE: usize = 6;

/// The largest number in a clue: a rule about a larger one may take too many steps.
const LARGEST: u32 = 99;

/// Returns the boards, always the same for a kind.
pub(super) fn boards(kind: WrittenKind) -> Vec<WrittenPuzzle> {
    (0..BOARDS).filter_map(|number| board(kind, number)).collect()
}

/// Returns a board; `None` if the kind refuses its clues.
fn board(kind: WrittenKind, number: u64) -> Option<WrittenPuzzle> {
    let grid = Grid::new(SIDE, SIDE)?;
    let (file, mut draws) = (kind.file(), Draws(number));
    let mut clues = WrittenClues::empty(kind, grid);
    if file.codec.has_rooms {
        clues.cells.rooms = grid.cells().map(|cell| room(cell, number, &mut draws)).collect();
    }
    let share = [100, 60, 30, 10][number as usize % 4];
    let symbols = symbols(file);
    for cell in &mut clues.cells.symbols {
        *cell = draws.of(&symbols).filter(|_| draws.below(100) < share);
    }
    if file.has_room_numbers {
        leave_one_number(&mut clues);
    }
    for corner in &mut clues.corners {
        *corner = Some(draws.below(5) as u32);
    }
    let sides = Side::ALL.into_iter().zip(&mut clues.border);
    let read = sides.filter(|(side, _)| kind.reads_border(*side)).flat_map(|(_, line)| line);
    for clue in read {
        let number = Some(draws.below(SIDE + 1) as u32);
        let list: NumberList = if file.has_lists { vec![number, Some(1)] } else { vec![number] };
        *clue = (draws.below(100) < share).then_some(list);
    }
    WrittenPuzzle::new(kind, clues).ok()
}

/// Returns the name of the room of a cell: rooms are blocks on some boards, and have any shape on others, or leave cells out.
fn room(cell: Cell, number: u64, draws: &mut Draws) -> String {
    let side = match number / 4 {
        0 => 2,
        1 => 3,
        rest => {
            let names: &[&str] = if rest == 2 { &["a", "b", "c"] } else { &["a", "b", OUTSIDE] };
            return draws.of(names).unwrap_or("a").to_owned();
        }
    };
    format!("r{}_{}", cell.row / side, cell.col / side)
}

/// Returns the symbols that a cell may show; of the numbers, small and large ones, and those near the numbers in rules.
fn symbols(file: &KindFile) -> Vec<ClueSymbol> {
    let alphabet = &file.codec.alphabet;
    let (least, greatest) = alphabet.numbers.unwrap_or((0, LARGEST));
    let near = file.rules.iter().flat_map(numbers_in).flat_map(|one| [one - 1, one, one + 1]);
    let near = near.filter_map(|one| u32::try_from(one).ok());
    let mut numbers: Vec<u32> = near.chain(least..least.saturating_add(8)).collect();
    numbers.extend([20, 40, LARGEST, greatest]);
    numbers.retain(|one| (least..=greatest.min(LARGEST)).contains(one));
    numbers.sort_unstable();
    numbers.dedup();
    let mut symbols = Vec::new();
    if alphabet.numbers.is_some() {
        symbols.extend(numbers.iter().copied().map(ClueSymbol::Number));
    }
    if alphabet.has_unknown {
        symbols.push(ClueSymbol::Unknown);
    }
    for &number in &numbers {
        for side in Side::ALL {
            symbols.extend(alphabet.has_arrows.then_some(ClueSymbol::Arrow(number, side)));
        }
    }
    for letter in 0..alphabet.letters.len() {
        symbols.push(ClueSymbol::Letter(letter, None));
        for &number in &numbers {
            if alphabet.has_numbered_letters {
                symbols.push(ClueSymbol::Letter(letter, Some(number)));
            }
            if alphabet.has_letter_arrows {
                let arrow = |side| ClueSymbol::LetterArrow(letter, number, side);
                symbols.extend(Side::ALL.map(arrow));
            }
        }
    }
    if alphabet.has_lists {
        let lists = [&[Some(1)][..], &[Some(3)], &[Some(2), Some(1)], &[None, Some(2)]];
        symbols.extend(lists.into_iter().filter_map(CellList::new).map(ClueSymbol::List));
    }
    if alphabet.has_sums {
        let sums = [(None, None), (Some(3), None), (None, Some(4)), (Some(5), Some(6))];
        symbols.extend(sums.map(|(down, right)| ClueSymbol::Sums { down, right }));
    }
    symbols
}

/// Returns the numbers that a rule names.
fn numbers_in(rule: &Rule) -> Vec<i64> {
    let mut numbers = Vec::new();
    each_term(&rule.binders, &rule.body, &mut |term| {
        if let Term::Number(number) = term {
            numbers.push(*number);
        }
    });
    numbers
}

/// Removes all numbers of a room but the first, and those outside all rooms.
fn leave_one_number(clues: &mut WrittenClues) {
    let grid = clues.grid();
    for room in clues.regions().cells() {
        let mut is_first = !clues.cells.is_outside(grid.cell_index(room[0]));
        for cell in room.into_iter().map(|cell| grid.cell_index(cell)) {
            let symbol = &mut clues.cells.symbols[cell];
            if matches!(symbol, Some(ClueSymbol::Number(_))) && !std::mem::take(&mut is_first) {
                *symbol = None;
            }
        }
    }
}

/// Numbers without a pattern: the generator SplitMix64.
struct Draws(u64);

impl Draws {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit.max(1) as u64) as usize
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        all.get(self.below(all.len())).copied()
    }
}
