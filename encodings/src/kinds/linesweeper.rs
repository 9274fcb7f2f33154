//! Linesweeper: draw one loop around the numbers, each of which counts the cells beside it that the loop visits.
//!
//! `linesweeper ROWS COLS`: the numbers, and `.` for cells without one.
//!
//! The constraints of the numbers.
//!
//! | family | constraint | size |
//! |---|---|---|
//! | `visit` | a cell beside a number is visited if and only if a line is at it | 1 variable and d + 1 clauses for d links |
//! | `count` | as many of the cells around a number are visited as it says | [`Counter`] |

use crate::cell_loops::{CellBoard, CellLoop, LineCounts, Visit, VisitVariables, visited};
use crate::encoding::EncodingInfo;
use crate::grid::Cell;
use crate::kinds::clues::{CellClue, CellClues, SeparableClues, clued_kind};
use crate::kinds::codec::{ClueAlphabet, ClueSymbol, JankoSpelling};
use crate::logic::{ConstraintSink, Counter};
use crate::puzzle::{BrokenRule, GridSketch, Solution};

/// The number of cells around a cell, horizontally, vertically and diagonally, that the loop visits: 0 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VisitCount(pub u32);

impl CellClue for VisitCount {
    const ALPHABET: ClueAlphabet = ClueAlphabet {
        numbers: Some((0, 8)),
        help: "write a number 0 to 8, any other cell as '.'",
        ..ClueAlphabet::NONE
    };

    fn of_symbol(symbol: ClueSymbol) -> Option<Self> {
        match symbol {
            ClueSymbol::Number(number @ 0..=8) => Some(Self(number)),
            _ => None,
        }
    }

    fn symbol(self) -> ClueSymbol {
        ClueSymbol::Number(self.0)
    }
}

/// A Linesweeper puzzle: one loop from cell to orthogonally adjacent cell visits no cell twice, and no cell with a number. A number
/// is how many of the cells around it, at most eight, the loop visits.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::linesweeper::Linesweeper;
///
/// // right_1_1 right_1_2 right_2_1 right_2_2 down_1_1 down_1_2 down_1_3
/// let left = Solution::new(vec![true, false, true, false, true, true, false]);
/// assert!(Linesweeper::from_rows(&["..2", "..."])?.check(&left).is_ok());
/// assert_eq!(Linesweeper::from_rows(&["..1", "..."])?.check(&left).unwrap_err().rule, "count");
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Linesweeper {
    board: CellBoard,
    clues: CellClues<VisitCount>,
}

impl Linesweeper {
    /// Returns whether each number is at most that of the cells that it counts.
    #[must_use]
    pub fn has_counts_in_range(&self) -> bool {
        self.counted().all(|(_, cells, number)| number as usize <= cells.len())
    }

    /// Returns the cells around each number, by index, with the number.
    fn counted(&self) -> impl Iterator<Item = (Cell, Vec<usize>, u32)> {
        self.clues.placed().map(|(cell, count)| (cell, self.around(cell).collect(), count.0))
    }

    /// Returns the cells around a cell, by index, that have no number.
    fn around(&self, cell: Cell) -> impl Iterator<Item = usize> {
        let grid = self.grid();
        let range = |at: usize, length: usize| at.saturating_sub(1)..(at + 2).min(length);
        let rows = range(cell.row, grid.rows());
        let all = rows.flat_map(move |row| {
            range(cell.col, grid.cols()).map(move |col| grid.cell_index(Cell { row, col }))
        });
        all.filter(|&index| self.clues.cells()[index].is_none())
    }
}

impl SeparableClues for Linesweeper {
    type Clue = VisitCount;

    const VISIT: Visit = Visit::Never;

    /// Checks the rule `count`.
    fn check_clue(
        &self,
        cell: Cell,
        VisitCount(number): VisitCount,
        solution: &Solution,
    ) -> Result<(), BrokenRule> {
        let grid = self.grid();
        let is_near =
            |other: Cell| other.row.abs_diff(cell.row) <= 1 && other.col.abs_diff(cell.col) <= 1;
        let is_visited = |other| self.board.lines_at(solution, grid.cell_index(other)) > 0;
        let count = grid.cells().filter(|&other| is_near(other) && is_visited(other)).count();
        if count == number as usize {
            return Ok(());
        }
        let found = format!("{count} visited cells around the number {number}");
        Err(BrokenRule::new("count", cell, found))
    }
}

/// The families of the numbers.
const FAMILIES: [(&str, &str); 2] = [
    ("visit", "whether the loop visits a cell beside a number"),
    ("count", "the loop visits as many cells around a number as it says"),
];

impl Linesweeper {
    /// Returns the variables of the cells beside numbers.
    fn visits(&self) -> VisitVariables<'_> {
        VisitVariables::of_counted(&self.board, self.counted())
    }

    /// Returns the counters of visited cells; the variables of the cells begin at `first`.
    fn counters(&self, first: u32) -> Vec<Counter> {
        self.visits().counters(self.counted(), "count", true, first)
    }
}

impl CellLoop for Linesweeper {
    fn title(&self) -> &'static str {
        "Linesweeper"
    }

    fn base(&self) -> EncodingInfo {
        EncodingInfo {
            name: "degree",
            meaning: "a variable for each link; zero or two lines at each cell; counters around the numbers",
            source: "the rules of Linesweeper (R. Friedman); our own clauses; counters: Sinz 2005",
            families: &FAMILIES,
        }
    }

    fn board(&self) -> &CellBoard {
        &self.board
    }

    fn check_clues(&self, solution: &Solution) -> Result<(), BrokenRule> {
        self.clues().placed().try_for_each(|(cell, clue)| self.check_clue(cell, clue, solution))
    }

    fn clue_variables(&self, sink: &mut dyn ConstraintSink) {
        self.visits().variables(sink);
        self.counters(0).iter().for_each(|counter| counter.variables(sink));
    }

    fn clue_rules(&self, first: u32, sink: &mut dyn ConstraintSink) {
        let visits = self.visits();
        visits.constraints(first, sink);
        Counter::all(&self.counters(first), first + visits.count() as u32, sink);
    }

    fn line_counts(&self) -> LineCounts {
        let count = |(_, cells, number): (_, Vec<usize>, u32)| {
            visited(&self.board, &cells, number as usize)
        };
        LineCounts { families: &["visit", "count"], counts: self.counted().map(count).collect() }
    }

    fn draw_clues(&self, sketch: &mut GridSketch) {
        self.clues.draw(sketch);
    }
}

clued_kind!(
    Linesweeper,
    VisitCount,
    "linesweeper",
    "linesweeper 3 4\n....\n.8..\n....\n",
    "Draw one loop through cells without a number. A number is how many of the eight cells around it the loop \
        visits.",
    separable,
    Some(JankoSpelling::PLAIN),
    None
);
