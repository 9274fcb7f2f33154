//! Masyu: draw one loop through all circles; it turns at the black ones, and beside the white ones.
//!
//! `masyu ROWS COLS`: `w` for a white circle, `b` for a black one, and `.` for a cell without a circle.
//!
//! The constraints of the circles.
//!
//! Let l, r, u, d be the links of a circle to the left, right, up and down, and ll the link beyond l in the same
//! direction. The degree rule makes two of the four lines.
//!
//! | family | constraint | clauses |
//! |---|---|---|
//! | `white` | l ⇔ r and u ⇔ d | 2 for each axis with two links, 1 for an axis with one |
//! | `white-turn` | not all of l, r, ll, rr; with l ⇔ r that is ¬l ∨ ¬ll ∨ ¬rr | 1 for each axis with all four links |
//! | `black` | not both of l, r; one of them; the same for u, d | 2 for each axis with two links, 1 with one |
//! | `black-straight` | l ⇒ ll | 1 for each link |

use crate::cell_loops::{CellBoard, CellLoop, Side, Visit};
use crate::cell_values::{ValueClueError, from_rows, grid_of_rows, one_for_each_cell};
use crate::encoding::EncodingInfo;
use crate::grid::{Cell, Grid};
use crate::kinds::circles::Circle;
use crate::kinds::clues::{CellClue, CellClues, SeparableClues, clue_text, permits};
use crate::kinds::codec::{
    AddressBody, ClueCodec, ClueError, ClueGrid, ClueSymbol, FileDrawing, JankoSpelling,
    PzprSpelling,
};
use crate::kinds::{Kind, SolutionFamily};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin};
use crate::puzzle::{BrokenRule, GridSketch, Ink, Solution};

/// A Masyu puzzle: one loop from cell to orthogonally adjacent cell visits every circle and no cell twice.
///
/// - At a white circle it goes straight, and turns in at least one of the two cells beside it on the loop.
/// - At a black circle it turns, and goes straight through both cells beside it on the loop.
///
/// Cells without a circle may remain unvisited.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::masyu::Masyu;
///
/// let puzzle = Masyu::from_rows(&["b..", "..w", "..."])?;
/// // right_1_1 right_1_2 right_2_1 right_2_2 right_3_1 right_3_2, then down_1_1 to down_2_3
/// let around = [true, true, false, false, true, true, true, false, true, true, false, true];
/// assert!(puzzle.check(&Solution::new(around.to_vec())).is_ok());
/// let puzzle = Masyu::from_rows(&["w..", "..w", "..."])?;
/// assert_eq!(puzzle.check(&Solution::new(around.to_vec())).unwrap_err().rule, "white-straight");
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Masyu {
    board: CellBoard,
    circles: Vec<Option<Circle>>,
}

impl Masyu {
    /// Creates a puzzle from the circle of each cell, row by row. Contradictory circles are legal; the puzzle then has no
    /// solution.
    ///
    /// # Errors
    /// The number of entries differs from the number of cells.
    pub fn new(grid: Grid, circles: Vec<Option<Circle>>) -> Result<Self, ValueClueError> {
        one_for_each_cell(grid, &circles)?;
        let visit = |circle: &Option<Circle>| circle.map_or(Visit::Free, |_| Self::VISIT);
        let board = CellBoard::new(grid, circles.iter().map(visit).collect());
        Ok(Self { board, circles })
    }

    /// Creates a puzzle from rows of `w`, `b` and `.`, for tests and examples.
    ///
    /// # Errors
    /// The rows differ in length, or contain other characters.
    pub fn from_rows(rows: &[&str]) -> Result<Self, ValueClueError> {
        let read = |c: char| match c {
            '.' => Some(None),
            'w' => Some(Some(Circle::White)),
            'b' => Some(Some(Circle::Black)),
            _ => None,
        };
        let circles = from_rows(rows, read)?;
        Self::new(grid_of_rows(rows)?, circles)
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.board.grid()
    }

    /// Returns the circle of each cell, row by row.
    #[must_use]
    pub fn circles(&self) -> &[Option<Circle>] {
        &self.circles
    }

    /// Returns the cells with a circle.
    fn placed(&self) -> impl Iterator<Item = (Cell, Circle)> {
        self.grid().cells().zip(&self.circles).filter_map(|(cell, &circle)| Some((cell, circle?)))
    }
}

impl Masyu {
    /// Returns whether the loop goes straight through a cell that it visits.
    fn is_straight(&self, solution: &Solution, cell: Cell) -> bool {
        let has_line = |side| self.board.has_line(solution, cell, side);
        has_line(Side::Left) == has_line(Side::Right)
    }
}

impl SeparableClues for Masyu {
    type Clue = Circle;

    const VISIT: Visit = Visit::Always;

    /// Checks the rules `white-straight`, `white-turn`, `black-turn` and `black-straight`.
    fn check_clue(
        &self,
        cell: Cell,
        circle: Circle,
        solution: &Solution,
    ) -> Result<(), BrokenRule> {
        let broken = |rule, found: &str| Err(BrokenRule::new(rule, cell, found));
        let beside: Vec<Cell> = Side::ALL
            .into_iter()
            .filter(|&side| self.board.has_line(solution, cell, side))
            .filter_map(|side| self.board.neighbour(cell, side))
            .collect();
        let straight = beside.iter().filter(|&&cell| self.is_straight(solution, cell)).count();
        match (circle, self.is_straight(solution, cell)) {
            (Circle::White, false) => broken("white-straight", "the loop turns at a white circle"),
            (Circle::White, true) if straight == 2 => {
                broken("white-turn", "the loop goes straight before and after")
            }
            (Circle::Black, true) => {
                broken("black-turn", "the loop goes straight at a black circle")
            }
            (Circle::Black, false) if straight < 2 => {
                broken("black-straight", "the loop turns before or after")
            }
            _ => Ok(()),
        }
    }
}

/// The families of the circles.
const FAMILIES: [(&str, &str); 4] = [
    ("white", "the loop goes straight at a white circle"),
    ("white-turn", "the loop turns before or after a white circle"),
    ("black", "the loop turns at a black circle"),
    ("black-straight", "the loop goes straight before and after a black circle"),
];

impl Masyu {
    /// Returns the literal of the link from a cell across a side.
    fn link(&self, cell: Cell, side: Side) -> Option<Lit> {
        self.board.link(cell, side).map(|link| Lit::positive(link.0))
    }

    /// Returns the literal of the link beyond that across a side, in the same direction.
    fn beyond(&self, cell: Cell, side: Side) -> Option<Lit> {
        self.link(self.board.neighbour(cell, side)?, side)
    }
}

impl CellLoop for Masyu {
    fn title(&self) -> &'static str {
        "Masyu"
    }

    fn base(&self) -> EncodingInfo {
        EncodingInfo {
            name: "degree",
            meaning: "a variable for each link; zero or two lines at each cell; straight or not at circles",
            source: "the rules of Masyu (Nikoli); our own clauses",
            families: &FAMILIES,
        }
    }

    fn board(&self) -> &CellBoard {
        &self.board
    }

    fn check_clues(&self, solution: &Solution) -> Result<(), BrokenRule> {
        self.placed().try_for_each(|(cell, circle)| self.check_clue(cell, circle, solution))
    }

    fn clue_rules(&self, _: u32, sink: &mut dyn ConstraintSink) {
        for (cell, circle) in self.placed() {
            let mut add = |family, clause: &[Lit]| {
                sink.constraint(Constraint::Clause(clause), Origin::new(family, cell.into()));
            };
            for axis in Side::AXES {
                let links = axis.map(|side| self.link(cell, side));
                match (circle, links) {
                    (Circle::White, [Some(a), Some(b)]) => {
                        add("white", &[!a, b]);
                        add("white", &[a, !b]);
                        if let [Some(before), Some(after)] =
                            axis.map(|side| self.beyond(cell, side))
                        {
                            add("white-turn", &[!a, !before, !after]);
                        }
                    }
                    (Circle::Black, [Some(a), Some(b)]) => {
                        add("black", &[!a, !b]);
                        add("black", &[a, b]);
                    }
                    (Circle::White, [Some(only), None] | [None, Some(only)]) => {
                        add("white", &[!only])
                    }
                    (Circle::Black, [Some(only), None] | [None, Some(only)]) => {
                        add("black", &[only])
                    }
                    (_, [None, None]) => {}
                }
            }
            for side in Side::ALL.into_iter().filter(|_| circle == Circle::Black) {
                if let Some(link) = self.link(cell, side) {
                    let clause: Vec<Lit> =
                        [!link].into_iter().chain(self.beyond(cell, side)).collect();
                    add("black-straight", &clause);
                }
            }
        }
    }

    fn draw_clues(&self, sketch: &mut GridSketch) {
        for (cell, circle) in self.placed() {
            sketch.write(cell, circle.label(), Ink::Clue);
        }
    }
}

impl Kind for Masyu {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::CellLoop;
    const NAME: &'static str = "masyu";
    const SAMPLE: &'static str = "masyu 3 4\nb...\n...w\n....\n";
    const RULES: &'static str = "Draw one loop through all circles. It goes straight at a white circle and turns in a cell beside it; \
        it turns at a black circle and goes straight through the cells beside it.";

    clue_text!(ClueCodec {
        alphabet: Circle::ALPHABET,
        is_separable: true,
        has_rooms: false,
        janko: Some(JankoSpelling { letters: &["w1", "b2"], unknown: "?" }),
        pzpr: Some(PzprSpelling {
            names: &["mashu", "masyu", "pearl"],
            body: AddressBody::PackedLetters { base: 3, cells: 3 },
            drawing: FileDrawing::Lines,
            letter: None,
        }),
    });

    fn clue_grid(puzzle: &Self) -> Option<ClueGrid> {
        let symbols = puzzle.circles().iter().map(|circle| circle.map(Circle::symbol)).collect();
        Some(ClueGrid::new(puzzle.grid(), symbols))
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Self, ClueError> {
        let circles = CellClues::of_symbols(clues)?;
        Ok(Self::new(circles.grid(), circles.cells().to_vec())?)
    }

    fn permits(empty: &Self, cell: Cell, symbol: ClueSymbol, solution: &Solution) -> bool {
        permits(empty, cell, symbol, solution)
    }

    fn cell_loop(puzzle: &Self) -> Option<&dyn CellLoop> {
        Some(puzzle)
    }

    fn is_likely(puzzle: &Self) -> bool {
        puzzle.circles().iter().any(Option::is_some)
    }
}
