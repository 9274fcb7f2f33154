//! Clues in the cells of loops, for Masyu, Geradeweg, Shingoki, Balance Loop and Linesweeper.

use std::fmt::Debug;
use std::marker::PhantomData;

use encycle_encodings::cell_loops::CellLoop;
use encycle_encodings::cell_values::ValueClueError;
use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::balance_loop::BalanceLoop;
use encycle_encodings::kinds::circles::{Circle, NumberedCircle};
use encycle_encodings::kinds::clues::{CellClue, CellClues};
use encycle_encodings::kinds::geradeweg::{Geradeweg, LineLength};
use encycle_encodings::kinds::linesweeper::{Linesweeper, VisitCount};
use encycle_encodings::kinds::masyu::Masyu;
use encycle_encodings::kinds::shingoki::Shingoki;
use encycle_encodings::puzzle::Solution;
use encycle_encodings::rules::one_loop::EdgeSet;
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;

use crate::generate::frame::PlacedClue;
use crate::generate::frame::loops::LoopClues;
use crate::generate::shapes::flip_keeps_one_loop;
use crate::puzzle::Puzzle;

/// A kind of loop in which each cell may have a clue.
pub(super) trait CluedLoop: CellLoop + Into<Puzzle> + Sync {
    /// The clue of a cell.
    type Clue: CellClue + Sync;

    /// Whether a random loop is changed so that more clues hold in it.
    const IS_IMPROVED: bool = false;

    /// Creates a puzzle.
    fn of(clues: CellClues<Self::Clue>) -> Result<Self, ValueClueError>;

    /// Returns the clue of each cell of a puzzle of this kind.
    fn clues_of(puzzle: &Puzzle) -> Option<Vec<Option<Self::Clue>>>;

    /// Returns all possible clues of a cell in a grid.
    fn values(grid: Grid) -> Vec<Self::Clue>;

    /// Returns whether each clue of a puzzle may hold in some solution, judging by the nearby cells.
    fn is_in_range(&self) -> bool {
        true
    }

    /// Returns the strongest clue of a cell that holds in a loop, or `None` if no clue of the cell holds. `empty` is
    /// the puzzle without clues.
    fn best(empty: &Self, solution: &Solution, cell: Cell) -> Option<Self::Clue>;
}

/// The clues of a kind in a grid. The value of a clue is its position, counted from 1, in the list of
/// [`CluedLoop::values`] and of the other clues of the puzzle.
#[derive(Debug)]
pub(super) struct CluesInCells<P: CluedLoop> {
    grid: Grid,
    values: Vec<P::Clue>,
    /// The number of values that the kind has in this grid. The values after them occur in the puzzle, but hold in no
    /// solution.
    usual: usize,
    empty: P,
    kind: PhantomData<P>,
}

impl<P: CluedLoop> CluesInCells<P> {
    pub fn new(grid: Grid) -> Self {
        let clues = CellClues::new(grid, vec![None; grid.cell_count()]);
        let empty = clues.and_then(P::of).expect("no clue is out of range");
        let values = P::values(grid);
        Self { grid, usual: values.len(), values, empty, kind: PhantomData }
    }

    /// Returns the clues of a puzzle on this grid.
    pub fn of(grid: Grid, puzzle: &Puzzle) -> Self {
        let mut all = Self::new(grid);
        for clue in P::clues_of(puzzle).unwrap_or_default().into_iter().flatten() {
            if !all.values.contains(&clue) {
                all.values.push(clue);
            }
        }
        all
    }

    fn placed(&self, place: usize, clue: P::Clue) -> Option<PlacedClue> {
        let value = self.values.iter().position(|&one| one == clue)?;
        Some(PlacedClue { place, value: value as u32 + 1 })
    }

    fn clue(&self, clue: PlacedClue) -> P::Clue {
        self.values[clue.value as usize - 1]
    }

    /// Returns how many of the cells near a face have a possible clue. These are the cells whose clues the lines around
    /// the face can affect: the corners of the face, and the cells next to them.
    fn clues_near(&self, face: Cell, solution: &Solution) -> usize {
        let range = |from: usize, length: usize| from.saturating_sub(1)..(from + 3).min(length);
        let rows = range(face.row, self.grid.rows());
        let cells = rows
            .flat_map(|row| range(face.col, self.grid.cols()).map(move |col| Cell { row, col }));
        cells.filter(|&cell| P::best(&self.empty, solution, cell).is_some()).count()
    }
}

impl<P: CluedLoop> LoopClues for CluesInCells<P> {
    type Loop = P;

    fn with(&self, clues: &[PlacedClue]) -> P {
        let mut cells = vec![None; self.grid.cell_count()];
        for &clue in clues {
            cells[clue.place] = Some(self.clue(clue));
        }
        CellClues::new(self.grid, cells).and_then(P::of).expect("clues in range")
    }

    fn puzzle(made: P) -> Puzzle {
        made.into()
    }

    fn clues_of(&self, puzzle: &Puzzle) -> Vec<PlacedClue> {
        let clues = P::clues_of(puzzle).unwrap_or_default();
        let clues = clues.into_iter().enumerate();
        clues.filter_map(|(place, clue)| self.placed(place, clue?)).collect()
    }

    /// Returns the clues that are possible if no other clue is set.
    fn possible(&self) -> Vec<PlacedClue> {
        let mut all = Vec::new();
        for place in 0..self.grid.cell_count() {
            for &clue in &self.values[..self.usual] {
                let mut cells = vec![None; self.grid.cell_count()];
                cells[place] = Some(clue);
                let alone = CellClues::new(self.grid, cells).and_then(P::of);
                if alone.is_ok_and(|alone| alone.is_in_range()) {
                    all.extend(self.placed(place, clue));
                }
            }
        }
        all
    }

    fn all_of(&self, solution: &Solution) -> Vec<PlacedClue> {
        let clues = self.grid.cells().map(|cell| P::best(&self.empty, solution, cell)).enumerate();
        clues.filter_map(|(place, clue)| self.placed(place, clue?)).collect()
    }

    fn text(&self, clue: PlacedClue) -> String {
        self.clue(clue).text()
    }

    /// Moves random faces to the other side of the loop, as long as the number of possible clues does not decrease.
    fn improve(&self, faces: Grid, inside: &mut [bool], random: &mut Pcg64Mcg) {
        let around = |inside: &[bool]| Solution::from(EdgeSet::around(faces, inside));
        let mut solution = around(inside);
        let flips = if P::IS_IMPROVED { FLIPS * faces.cell_count() } else { 0 };
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

/// Returns the lengths of the two straight lines from a cell, and whether they lie on one line; `None` if the loop does
/// not visit the cell.
fn arms(puzzle: &impl CellLoop, solution: &Solution, cell: Cell) -> Option<([u32; 2], bool)> {
    let board = puzzle.board();
    let arms = board.arm_lengths(solution, cell);
    let is_straight = (arms[0] > 0) == (arms[1] > 0);
    let mut lengths = arms.into_iter().filter(|&length| length > 0).map(|length| length as u32);
    Some(([lengths.next()?, lengths.next()?], is_straight))
}

/// Returns all circles, with and without a number.
fn circles(grid: Grid) -> Vec<NumberedCircle> {
    let most = (grid.rows() + grid.cols()).max(4) as u32 - 2;
    let numbers = || std::iter::once(None).chain((2..=most).map(Some));
    let with = |circle| numbers().map(move |number| NumberedCircle { circle, number });
    [Circle::White, Circle::Black].into_iter().flat_map(with).collect()
}

/// Most random loops permit few circles and, even with all these circles, have further solutions; therefore the loops
/// are improved.
impl CluedLoop for Masyu {
    type Clue = Circle;

    const IS_IMPROVED: bool = true;

    fn of(clues: CellClues<Circle>) -> Result<Self, ValueClueError> {
        Self::new(clues.grid(), clues.cells().to_vec())
    }

    fn clues_of(puzzle: &Puzzle) -> Option<Vec<Option<Circle>>> {
        let Puzzle::Masyu(puzzle) = puzzle else { return None };
        Some(puzzle.circles().to_vec())
    }

    fn values(_: Grid) -> Vec<Circle> {
        vec![Circle::White, Circle::Black]
    }

    fn best(empty: &Self, solution: &Solution, cell: Cell) -> Option<Circle> {
        let mut circles = [Circle::White, Circle::Black].into_iter();
        circles.find(|&circle| empty.permits(cell, circle, solution))
    }
}

impl CluedLoop for Geradeweg {
    type Clue = LineLength;

    fn of(clues: CellClues<LineLength>) -> Result<Self, ValueClueError> {
        Self::new(clues)
    }

    fn clues_of(puzzle: &Puzzle) -> Option<Vec<Option<LineLength>>> {
        let Puzzle::Geradeweg(puzzle) = puzzle else { return None };
        Some(puzzle.clues().cells().to_vec())
    }

    fn values(grid: Grid) -> Vec<LineLength> {
        let most = grid.rows().max(grid.cols()).max(2) as u32 - 1;
        (1..=most).map(|length| LineLength(Some(length))).chain([LineLength(None)]).collect()
    }

    fn best(empty: &Self, solution: &Solution, cell: Cell) -> Option<LineLength> {
        let ([one, other], is_straight) = arms(empty, solution, cell)?;
        let length =
            if is_straight { Some(one + other) } else { Some(one).filter(|_| one == other) };
        Some(LineLength(Some(length?)))
    }
}

impl CluedLoop for Shingoki {
    type Clue = NumberedCircle;

    fn of(clues: CellClues<NumberedCircle>) -> Result<Self, ValueClueError> {
        Self::new(clues)
    }

    fn clues_of(puzzle: &Puzzle) -> Option<Vec<Option<NumberedCircle>>> {
        let Puzzle::Shingoki(puzzle) = puzzle else { return None };
        Some(puzzle.clues().cells().to_vec())
    }

    fn values(grid: Grid) -> Vec<NumberedCircle> {
        circles(grid)
    }

    fn best(empty: &Self, solution: &Solution, cell: Cell) -> Option<NumberedCircle> {
        let ([one, other], is_straight) = arms(empty, solution, cell)?;
        let circle = if is_straight { Circle::White } else { Circle::Black };
        Some(NumberedCircle { circle, number: Some(one + other) })
    }
}

impl CluedLoop for BalanceLoop {
    type Clue = NumberedCircle;

    fn of(clues: CellClues<NumberedCircle>) -> Result<Self, ValueClueError> {
        Self::new(clues)
    }

    fn clues_of(puzzle: &Puzzle) -> Option<Vec<Option<NumberedCircle>>> {
        let Puzzle::BalanceLoop(puzzle) = puzzle else { return None };
        Some(puzzle.clues().cells().to_vec())
    }

    fn values(grid: Grid) -> Vec<NumberedCircle> {
        circles(grid)
    }

    fn best(empty: &Self, solution: &Solution, cell: Cell) -> Option<NumberedCircle> {
        let ([one, other], _) = arms(empty, solution, cell)?;
        let circle = if one == other { Circle::White } else { Circle::Black };
        Some(NumberedCircle { circle, number: Some(one + other) })
    }
}

impl CluedLoop for Linesweeper {
    type Clue = VisitCount;

    fn of(clues: CellClues<VisitCount>) -> Result<Self, ValueClueError> {
        Self::new(clues)
    }

    fn clues_of(puzzle: &Puzzle) -> Option<Vec<Option<VisitCount>>> {
        let Puzzle::Linesweeper(puzzle) = puzzle else { return None };
        Some(puzzle.clues().cells().to_vec())
    }

    fn values(_: Grid) -> Vec<VisitCount> {
        (0..=8).map(VisitCount).collect()
    }

    fn is_in_range(&self) -> bool {
        self.has_counts_in_range()
    }

    fn best(empty: &Self, solution: &Solution, cell: Cell) -> Option<VisitCount> {
        let (board, grid) = (empty.board(), empty.grid());
        let is_visited = |index: usize| board.lines_at(solution, index) > 0;
        let index = grid.cell_index(cell);
        let near = |at: usize, length: usize| at.saturating_sub(1)..(at + 2).min(length);
        let around = near(cell.row, grid.rows()).flat_map(|row| {
            near(cell.col, grid.cols()).map(move |col| grid.cell_index(Cell { row, col }))
        });
        (!is_visited(index))
            .then(|| VisitCount(around.filter(|&index| is_visited(index)).count() as u32))
    }
}
