//! Clues in the cells of loops, for the kinds of loops whose clues are separable, such as Masyu and Linesweeper.

use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::codec::{ClueAlphabet, ClueGrid, ClueSymbol};
use encycle_encodings::puzzle::Solution;
use encycle_encodings::rules::one_loop::EdgeSet;
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;

use crate::generate::frame::PlacedClue;
use crate::generate::frame::loops::LoopClues;
use crate::generate::shapes::flip_keeps_one_loop;
use crate::puzzle::{Puzzle, PuzzleKind};

/// The clues of a kind in a grid. The value of a clue is its position, counted from 1, in the list of the symbols of the
/// kind and of the other clues of the puzzle.
#[derive(Debug)]
pub(super) struct CluesInCells {
    kind: PuzzleKind,
    alphabet: &'static ClueAlphabet,
    empty: Puzzle,
    grid: Grid,
    symbols: Vec<ClueSymbol>,
    /// The number of symbols that may hold in this grid. The symbols after them occur in the puzzle, but hold in no
    /// solution.
    usual: usize,
}

impl CluesInCells {
    /// Returns the clues of a kind of loop; `None` if its clues are not separable, or must meet conditions together.
    pub fn new(kind: PuzzleKind, grid: Grid) -> Option<Self> {
        let codec = kind.codec().filter(|codec| codec.is_separable)?;
        if matches!(kind, PuzzleKind::Written(kind) if kind.conditions().next().is_some()) {
            return None;
        }
        let empty = kind
            .puzzle_of_clues(&ClueGrid::empty(grid))
            .ok()
            .filter(|empty| empty.cell_loop().is_some() && has_all_loops(empty))?;
        let symbols = symbols(&codec.alphabet, grid);
        Some(Self { kind, alphabet: &codec.alphabet, empty, grid, usual: symbols.len(), symbols })
    }

    /// Returns the clues of a puzzle, including those that hold in no solution.
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        let clues = puzzle.clue_grid()?;
        let mut all = Self::new(puzzle.kind(), clues.grid)?;
        for symbol in clues.symbols.into_iter().flatten() {
            if !all.symbols.contains(&symbol) {
                all.symbols.push(symbol);
            }
        }
        Some(all)
    }

    fn placed(&self, place: usize, symbol: ClueSymbol) -> Option<PlacedClue> {
        let value = self.symbols.iter().position(|&one| one == symbol)?;
        Some(PlacedClue { place, value: value as u32 + 1 })
    }

    fn symbol(&self, clue: PlacedClue) -> ClueSymbol {
        self.symbols[clue.value as usize - 1]
    }

    /// Returns the strongest clue of a cell that holds in a loop, or `None` if no clue of the cell holds.
    fn best(&self, permits: &dyn Fn(Cell, ClueSymbol) -> bool, cell: Cell) -> Option<ClueSymbol> {
        let mut symbols = self.symbols[..self.usual].iter().copied();
        symbols.find(|&symbol| permits(cell, symbol))
    }

    /// Returns how many of the cells near a face have a possible clue. These are the cells whose clues the lines around
    /// the face can affect: the corners of the face, and the cells next to them.
    fn clues_near(&self, face: Cell, solution: &Solution) -> usize {
        let range = |from: usize, length: usize| from.saturating_sub(1)..(from + 3).min(length);
        let rows = range(face.row, self.grid.rows());
        let cells = rows
            .flat_map(|row| range(face.col, self.grid.cols()).map(move |col| Cell { row, col }));
        let permits = self.empty.permitted(solution);
        cells.filter(|&cell| self.best(&permits, cell).is_some()).count()
    }
}

/// Returns whether every loop is a solution of a puzzle without clues.
fn has_all_loops(empty: &Puzzle) -> bool {
    match empty {
        Puzzle::Written(puzzle) => puzzle.has_no_rules(),
        _ => true,
    }
}

/// Returns the symbols that may hold in a grid, those with a number first, since they exclude more loops.
fn symbols(alphabet: &ClueAlphabet, grid: Grid) -> Vec<ClueSymbol> {
    // the longest straight lines at a cell, together
    let most = (grid.rows() + grid.cols()).max(4) as u32 - 2;
    let (least, greatest) = alphabet.numbers.unwrap_or((1, 0));
    let bare = (least..=greatest.min(most.max(8))).map(ClueSymbol::Number);
    let with = |number: Option<u32>| {
        (0..alphabet.letters.len()).map(move |letter| ClueSymbol::Letter(letter, number))
    };
    let most = if alphabet.has_numbered_letters { most } else { 0 };
    let numbered = (1..=most).flat_map(|number| with(Some(number)));
    let unknown = alphabet.has_unknown.then_some(ClueSymbol::Unknown);
    bare.chain(numbered).chain(with(None)).chain(unknown).collect()
}

impl LoopClues for CluesInCells {
    fn with(&self, clues: &[PlacedClue]) -> Puzzle {
        let mut all = ClueGrid::empty(self.grid);
        for &clue in clues {
            all.symbols[clue.place] = Some(self.symbol(clue));
        }
        self.kind.puzzle_of_clues(&all).expect("symbols of the kind")
    }

    fn clues_of(&self, puzzle: &Puzzle) -> Vec<PlacedClue> {
        let symbols = puzzle.clue_grid().map_or_else(Vec::new, |clues| clues.symbols);
        let symbols = symbols.into_iter().enumerate();
        symbols.filter_map(|(place, symbol)| self.placed(place, symbol?)).collect()
    }

    fn possible(&self) -> Vec<PlacedClue> {
        let values = 1..=self.usual as u32;
        let places = 0..self.grid.cell_count();
        let clues = |place| values.clone().map(move |value| PlacedClue { place, value });
        places.flat_map(clues).collect()
    }

    fn all_of(&self, solution: &Solution) -> Vec<PlacedClue> {
        let permits = self.empty.permitted(solution);
        let clues = self.grid.cells().map(|cell| self.best(&permits, cell)).enumerate();
        clues.filter_map(|(place, symbol)| self.placed(place, symbol?)).collect()
    }

    fn hold(&self, clues: &[PlacedClue], solution: &Solution) -> Vec<bool> {
        let permits = self.empty.permitted(solution);
        let holds = |&clue: &PlacedClue| permits(self.grid.cell_at(clue.place), self.symbol(clue));
        clues.iter().map(holds).collect()
    }

    fn text(&self, clue: PlacedClue) -> String {
        self.alphabet.text(self.symbol(clue))
    }

    fn are_everywhere(&self) -> bool {
        self.alphabet.numbers.is_some() || self.alphabet.has_numbered_letters
    }

    /// Moves random faces to the other side of the loop, as long as the number of possible clues does not decrease.
    ///
    /// Most random loops permit few clues without a number and, even with all of them, have further solutions.
    fn improve(&self, faces: Grid, inside: &mut [bool], random: &mut Pcg64Mcg) {
        let around = |inside: &[bool]| Solution::from(EdgeSet::around(faces, inside));
        let mut solution = around(inside);
        let flips = if self.are_everywhere() { 0 } else { FLIPS * faces.cell_count() };
        for _ in 0..flips {
            let index = random.random_range(0..faces.cell_count());
            let face = faces.cell_at(index);
            if !flip_keeps_one_loop(faces, inside, face) {
                continue;
            }
            inside[index] ^= true;
            let flipped = around(inside);
            if self.clues_near(face, &flipped) >= self.clues_near(face, &solution) {
                solution = flipped;
            } else {
                inside[index] ^= true;
            }
        }
    }
}

/// The number of attempts to move a face of a random loop, per face.
const FLIPS: usize = 30;
