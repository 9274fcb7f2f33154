//! Yajilin: shade cells as the arrows say, and draw one loop through all others.
//!
//! `yajilin ROWS COLS`: numbers with an arrow (`2n`, `2e`, `2s`, `2w`), `x` for a cell without both, and `.` for other cells.
//!
//! The constraints of the shaded cells.
//!
//! | family | constraint | size |
//! |---|---|---|
//! | `adjacent` | of two adjacent cells without a clue, one is visited | 1 clause for each pair |
//! | `visit` | a cell in the direction of an arrow is visited if and only if a line is at it | 1 variable and d + 1 clauses for d links |
//! | `arrow` | as many cells in the direction of an arrow are not visited as its number says | [`Counter`] |

use crate::cell_loops::{
    CellBoard, CellLoop, CertainSet, LineCounts, Side, Visit, VisitVariables, visited,
};
use crate::cell_values::ValueClueError;
use crate::encoding::EncodingInfo;
use crate::grid::Cell;
use crate::kinds::clues::{CellClue, CellClues, clued_kind};
use crate::kinds::codec::{
    AddressBody, BLACK_CELL, ClueAlphabet, ClueSymbol, FileDrawing, JankoSpelling, PzprSpelling,
};
use crate::logic::{Constraint, ConstraintSink, Counter, Lit, Origin};
use crate::puzzle::{BrokenRule, GridSketch, Ink, Solution};

/// A cell that is neither shaded nor visited, with a number and an arrow or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arrow {
    /// A cell without a number.
    Blank,
    /// The number of shaded cells in the direction of the arrow, up to the border.
    Count(u32, Side),
}

/// `2n`, `2e`, `2s`, `2w` for arrows to the north (up), east (right), south (down) and west (left).
impl CellClue for Arrow {
    const ALPHABET: ClueAlphabet = ClueAlphabet {
        has_arrows: true,
        letters: &[BLACK_CELL],
        help: "write a number and its arrow as in '2n', '2e', '2s', '2w', a cell without both as 'x', any other cell as '.'",
        ..ClueAlphabet::NONE
    };

    fn of_symbol(symbol: ClueSymbol) -> Option<Self> {
        match symbol {
            ClueSymbol::Arrow(number, side) => Some(Self::Count(number, side)),
            ClueSymbol::Letter(0, None) => Some(Self::Blank),
            _ => None,
        }
    }

    fn symbol(self) -> ClueSymbol {
        match self {
            Self::Blank => ClueSymbol::Letter(0, None),
            Self::Count(number, side) => ClueSymbol::Arrow(number, side),
        }
    }
}

/// A Yajilin puzzle: some cells without a clue are shaded, no two of them adjacent. One loop from cell to orthogonally adjacent
/// cell visits all other cells without a clue, each once. A number is how many cells are shaded in the direction of its arrow,
/// up to the border of the grid.
///
/// A solution consists of the lines of the loop: the shaded cells are those without a clue that the loop does not visit.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::yajilin::Yajilin;
///
/// // right_1_1 right_1_2 right_2_1 right_2_2 down_1_1 down_1_2 down_1_3
/// let left = Solution::new(vec![true, false, true, false, true, true, false]);
/// assert!(Yajilin::from_rows(&[". . 1s", ". . ."])?.check(&left).is_ok());
/// assert_eq!(Yajilin::from_rows(&[". . 0s", ". . ."])?.check(&left).unwrap_err().rule, "arrow");
/// assert_eq!(Yajilin::from_rows(&["...", "..."])?.check(&left).unwrap_err().rule, "adjacent");
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Yajilin {
    board: CellBoard,
    clues: CellClues<Arrow>,
    /// The pairs of adjacent cells without a clue, one of which is visited.
    pairs: Vec<CertainSet>,
}

impl Yajilin {
    /// Creates a puzzle. Contradictory numbers are legal; the puzzle then has no solution.
    ///
    /// # Errors
    /// None.
    pub fn new(clues: CellClues<Arrow>) -> Result<Self, ValueClueError> {
        let is_free = |&cell: &usize| clues.cells()[cell].is_none();
        let board = clues.board(Visit::Never);
        let ends = board.graph().edges().map(|link| board.graph().ends(link));
        let pairs = ends.filter(|ends| ends.iter().all(is_free));
        let pairs = pairs.map(|ends| CertainSet::new(&board, ends.to_vec())).collect();
        Ok(Self { board, clues, pairs })
    }

    /// Returns whether each number is at most that of the cells that it counts.
    #[must_use]
    pub fn has_counts_in_range(&self) -> bool {
        self.counted().all(|(_, cells, number)| number as usize <= cells.len())
    }

    /// Returns the cells without a clue in the direction of each arrow, by index, with the number.
    fn counted(&self) -> impl Iterator<Item = (Cell, Vec<usize>, u32)> {
        self.clues.placed().filter_map(|(cell, arrow)| {
            let Arrow::Count(number, side) = arrow else { return None };
            let next = |&cell: &Cell| self.board.neighbour(cell, side);
            let cells = std::iter::successors(next(&cell), next);
            let free = cells.filter(|&cell| self.clues.at(cell).is_none());
            Some((cell, free.map(|cell| self.grid().cell_index(cell)).collect(), number))
        })
    }
}

impl Yajilin {
    /// Returns whether a solution shades a cell.
    fn is_shaded(&self, solution: &Solution, cell: Cell) -> bool {
        self.clues().at(cell).is_none()
            && self.board.lines_at(solution, self.grid().cell_index(cell)) == 0
    }

    /// Checks the rules `adjacent` and `arrow` on a loop that visits no clue.
    fn check_shades(&self, solution: &Solution) -> Result<(), BrokenRule> {
        let grid = self.grid();
        let is_shaded = |cell: &Cell| self.is_shaded(solution, *cell);
        for cell in grid.cells().filter(is_shaded) {
            if let Some(other) = grid.neighbours(cell).find(is_shaded) {
                let found = "two adjacent cells that are neither clues nor visited";
                return Err(BrokenRule::new("adjacent", [cell, other], found));
            }
        }
        for (cell, arrow) in self.clues().placed() {
            let Arrow::Count(number, side) = arrow else { continue };
            let is_beyond = |other: &Cell| match side {
                Side::Up => other.col == cell.col && other.row < cell.row,
                Side::Down => other.col == cell.col && other.row > cell.row,
                Side::Left => other.row == cell.row && other.col < cell.col,
                Side::Right => other.row == cell.row && other.col > cell.col,
            };
            let count = grid.cells().filter(|other| is_beyond(other) && is_shaded(other)).count();
            if count != number as usize {
                let found = format!("{count} shaded cells in the direction of the number {number}");
                return Err(BrokenRule::new("arrow", cell, found));
            }
        }
        Ok(())
    }
}

/// The families of the shaded cells.
const FAMILIES: [(&str, &str); 3] = [
    ("visit", "whether the loop visits a cell in the direction of an arrow"),
    ("arrow", "as many cells are shaded in the direction of an arrow as its number says"),
    ("adjacent", "of two adjacent cells without a clue, the loop visits at least one"),
];

impl Yajilin {
    /// Returns the variables of the cells in the direction of arrows.
    fn visits(&self) -> VisitVariables<'_> {
        VisitVariables::of_counted(&self.board, self.counted())
    }

    /// Returns the counters of shaded cells; the variables of the cells begin at `first`.
    fn counters(&self, first: u32) -> Vec<Counter> {
        self.visits().counters(self.counted(), "arrow", false, first)
    }
}

impl CellLoop for Yajilin {
    fn title(&self) -> &'static str {
        "Yajilin"
    }

    fn base(&self) -> EncodingInfo {
        EncodingInfo {
            name: "degree",
            meaning: "a variable for each link; zero or two lines at each cell; counters for the arrows",
            source: "the rules of Yajilin (Nikoli); our own clauses; counters: Sinz 2005",
            families: &FAMILIES,
        }
    }

    fn board(&self) -> &CellBoard {
        &self.board
    }

    fn certain_sets(&self) -> &[CertainSet] {
        &self.pairs
    }

    fn check_clues(&self, solution: &Solution) -> Result<(), BrokenRule> {
        self.check_shades(solution)
    }

    fn clue_variables(&self, sink: &mut dyn ConstraintSink) {
        self.visits().variables(sink);
        self.counters(0).iter().for_each(|counter| counter.variables(sink));
    }

    fn clue_rules(&self, first: u32, sink: &mut dyn ConstraintSink) {
        let visits = self.visits();
        visits.constraints(first, sink);
        Counter::all(&self.counters(first), first + visits.count() as u32, sink);
        for pair in &self.pairs {
            let lines: Vec<Lit> = pair.links.iter().map(|link| Lit::positive(link.0)).collect();
            sink.constraint(Constraint::Clause(&lines), Origin::new("adjacent", pair.place));
        }
    }

    fn line_counts(&self) -> LineCounts {
        // a number greater than that of the cells is a contradiction, also for the lines
        let count = |(_, cells, number): (_, Vec<usize>, u32)| {
            let others = cells.len().checked_sub(number as usize);
            visited(&self.board, &cells, others.unwrap_or(usize::MAX / 2))
        };
        LineCounts { families: &["visit", "arrow"], counts: self.counted().map(count).collect() }
    }

    fn draw_clues(&self, sketch: &mut GridSketch) {
        self.clues.draw(sketch);
    }

    fn draw_solution(&self, solution: &Solution, sketch: &mut GridSketch) {
        for (index, cell) in self.grid().cells().enumerate() {
            if self.is_shaded(solution, cell) {
                sketch.shaded[index] = Some(Ink::Solution);
            }
        }
    }
}

clued_kind!(
    Yajilin,
    Arrow,
    "yajilin",
    "yajilin 3 3\n. . .\n. 0n .\n. . .\n",
    "Shade some of the cells without a clue, no two of them adjacent, and draw one loop through all others. A number is how \
        many cells are shaded in the direction of its arrow.",
    joint,
    Some(JankoSpelling { letters: &["x@"], unknown: "?" }),
    Some(PzprSpelling {
        names: &["yajilin", "yajirin"],
        body: AddressBody::Arrows,
        drawing: FileDrawing::CellsAndLines,
        letter: None,
    })
);
