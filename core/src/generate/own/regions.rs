//! The generator of written kinds that draw regions around clues.
//!
//! It begins with a grid in which each cell has the same clue, so that each is a region of its own, or in none, and joins
//! cells at random: several cells lose their clues but one, whose clue is random. A change is kept if the puzzle then has one
//! solution. What a solution decides, such as the size of a region, is written when the solution is known: before, the cell
//! has a clue about which no rule says anything.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::codec::ClueSymbol;
use encycle_encodings::kinds::written::{WrittenClues, WrittenKind, WrittenPuzzle};
use encycle_encodings::puzzle::Solution;
use rand::RngExt as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand_pcg::Pcg64Mcg;

use crate::generate::error::GenerateError;
use crate::generate::frame::{CluePlace, PlaceClue};
use crate::generate::options::GeneratedPuzzle;
use crate::generate::own::scratch::ScratchTests;
use crate::generate::own::written;
use crate::puzzle::{Puzzle, PuzzleKind};

/// The maximum number of cells that a change joins.
const MOST_JOINED: usize = 6;

/// A kind whose cells may have a clue that is still open.
struct OpenKind {
    kind: WrittenKind,
    /// The kind with the open clue.
    open: WrittenKind,
    clue: ClueSymbol,
}

/// Generates a puzzle. Returns `None` if this attempt fails.
pub(super) fn regions(
    tests: &mut ScratchTests<'_>,
    random: &mut Pcg64Mcg,
) -> Result<Option<GeneratedPuzzle>, GenerateError> {
    let PuzzleKind::Written(kind) = tests.options.kind else { return Ok(None) };
    let grid = tests.grid()?;
    let Some((open, letter)) = kind.with_silent_clue() else {
        return written::written(tests, random);
    };
    let open = OpenKind { kind, open, clue: ClueSymbol::Letter(letter, None) };
    let letters = (0..kind.codec.alphabet.letters.len()).map(|one| ClueSymbol::Letter(one, None));
    let symbols: Vec<ClueSymbol> = letters.chain([open.clue]).collect();
    let mut best = None;
    let mut clues = WrittenClues::empty(open.open, grid);
    for &symbol in symbols.iter().rev() {
        clues.cells.symbols = vec![Some(symbol); grid.cell_count()];
        best = open.completed(&clues, tests, random)?;
        if best.is_some() {
            break;
        }
    }
    if best.is_none() {
        return written::written(tests, random);
    }
    let mut in_vain = 0;
    while in_vain < grid.cell_count() {
        in_vain += 1;
        let mut changed = clues.clone();
        let cells = joined_cells(grid, random);
        let had = cells.iter().filter(|&&cell| changed.cells.symbols[cell].is_some()).count();
        cells.iter().for_each(|&cell| changed.cells.symbols[cell] = None);
        changed.cells.symbols[cells[0]] = symbols.choose(random).copied();
        if had > 1
            && let Some(made) = open.completed(&changed, tests, random)?
        {
            (clues, best) = (changed, Some(made));
            in_vain = 0;
        }
    }
    Ok(best.map(|(puzzle, solution)| {
        let count = written::clue_count(puzzle.clues());
        tests.unique(Puzzle::Written(puzzle), solution, count)
    }))
}

/// Returns random connected cells in random order.
fn joined_cells(grid: Grid, random: &mut Pcg64Mcg) -> Vec<usize> {
    let count = random.random_range(2..=MOST_JOINED);
    let mut cells = vec![random.random_range(0..grid.cell_count())];
    while cells.len() < count {
        let beside = cells.iter().flat_map(|&cell| grid.neighbours(grid.cell_at(cell)));
        let beside = beside.map(|cell| grid.cell_index(cell));
        let new: Vec<usize> = beside.filter(|cell| !cells.contains(cell)).collect();
        let Some(&next) = new.choose(random) else { break };
        cells.push(next);
    }
    cells.shuffle(random);
    cells
}

impl OpenKind {
    /// Returns the puzzle with clues in place of the open ones that hold in a random solution, if it is its only solution.
    fn completed(
        &self,
        clues: &WrittenClues,
        tests: &mut ScratchTests<'_>,
        random: &mut Pcg64Mcg,
    ) -> Result<Option<(WrittenPuzzle, Solution)>, GenerateError> {
        let Ok(bare) = WrittenPuzzle::new(self.open, clues.clone()) else { return Ok(None) };
        let seed = random.random_range(0..1 << 32);
        let Some(solution) = tests.any_solution(&Puzzle::Written(bare.clone()), seed)? else {
            return Ok(None);
        };
        let permits = bare.permitted(&solution);
        let mut clues = clues.clone();
        for cell in 0..clues.cells.symbols.len() {
            if clues.cells.symbols[cell] != Some(self.clue) {
                continue;
            }
            let at = clues.grid().cell_at(cell);
            let candidates = CluePlace::Cell(at).candidates(&self.kind.codec.alphabet);
            let symbols = candidates.into_iter().filter_map(|candidate| match candidate {
                PlaceClue::Symbol(symbol) => Some(symbol),
                PlaceClue::List(_) => None,
            });
            let Some(held) = { symbols }.find(|&symbol| permits(at, symbol)) else {
                return Ok(None);
            };
            clues.cells.symbols[cell] = Some(held);
        }
        drop(permits);
        if !bare.holds_with(&clues, &solution) {
            return Ok(None);
        }
        if !written::test(tests, self.kind, &clues, &solution)? {
            return Ok(None);
        }
        Ok(WrittenPuzzle::new(self.kind, clues).ok().map(|puzzle| (puzzle, solution)))
    }
}
