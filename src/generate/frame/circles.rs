//! The frame of Masyu: a clue is a circle, 1 for a white and 2 for a black one.

use encycle_encodings::encoding::{Encodable as _, EncodingError};
use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::masyu::{Circle, Masyu};
use encycle_encodings::logic::{Constraint, Lit, Origin};
use encycle_encodings::loops::EdgeSet;
use encycle_encodings::loops::cells::CellLoop as _;
use encycle_encodings::puzzle::Solution;
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;

use crate::generate::frame::conditional::ConditionalClues;
use crate::generate::frame::{ClueFrame, FrameEncoding, LoopStyle, PlacedClue};
use crate::generate::random_inside;
use crate::generate::shapes::flip_keeps_one_loop;
use crate::puzzle::Puzzle;

/// The number of faces to move in a random loop, for each face.
const FLIPS: usize = 30;

/// The circles, by value.
const CIRCLES: [Circle; 2] = [Circle::White, Circle::Black];

/// The frame of a Masyu.
#[derive(Debug)]
pub struct CircleFrame {
    grid: Grid,
    masyu: Masyu,
    empty: Puzzle,
}

impl CircleFrame {
    /// Creates the frame of this grid.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        let masyu = puzzle(grid, vec![None; grid.cell_count()]);
        let empty = masyu.clone().into();
        Self { grid, masyu, empty }
    }
}

/// Builds a puzzle from one optional circle per cell.
fn puzzle(grid: Grid, circles: Vec<Option<Circle>>) -> Masyu {
    Masyu::new(grid, circles).expect("one entry per cell")
}

/// Returns the value of a circle.
fn value(circle: Circle) -> u32 {
    match circle {
        Circle::White => 1,
        Circle::Black => 2,
    }
}

/// Returns the circle of a clue.
fn circle(clue: PlacedClue) -> Circle {
    CIRCLES[clue.value as usize - 1]
}

impl ClueFrame for CircleFrame {
    fn empty(&self) -> &Puzzle {
        &self.empty
    }

    fn with(&self, clues: &[PlacedClue]) -> Puzzle {
        let mut circles = vec![None; self.grid.cell_count()];
        for &clue in clues {
            circles[clue.place] = Some(circle(clue));
        }
        puzzle(self.grid, circles).into()
    }

    fn clues_of(&self, puzzle: &Puzzle) -> Vec<PlacedClue> {
        let Puzzle::Masyu(puzzle) = puzzle else { return Vec::new() };
        let circles = puzzle.circles().iter().enumerate();
        circles
            .filter_map(|(place, &circle)| Some(PlacedClue { place, value: value(circle?) }))
            .collect()
    }

    fn possible(&self) -> Vec<PlacedClue> {
        let places = 0..self.grid.cell_count();
        places.flat_map(|place| [1, 2].map(|value| PlacedClue { place, value })).collect()
    }

    fn holds(&self, clue: PlacedClue, solution: &Solution) -> bool {
        self.masyu.permits(self.grid.cell_at(clue.place), circle(clue), solution)
    }

    fn name(&self, clue: PlacedClue) -> String {
        let colour = match circle(clue) {
            Circle::White => "white",
            Circle::Black => "black",
        };
        format!("the {colour} circle at {}", self.grid.cell_at(clue.place))
    }

    fn cells(&self, clue: PlacedClue) -> Vec<Cell> {
        vec![self.grid.cell_at(clue.place)]
    }

    fn grid(&self) -> Grid {
        self.grid
    }

    fn encoding(&self) -> String {
        self.empty.complete_encoding("degree+tree".to_owned())
    }

    /// Supports only encodings without cuts: a loop that is a solution of the frame need not satisfy the circles that are
    /// set, so that no cut of it holds for all sets of circles.
    fn formula(
        &self,
        encoding: &str,
        clues: &[PlacedClue],
    ) -> Result<FrameEncoding<'_>, EncodingError> {
        let rules = self.masyu.encoding(encoding)?;
        let has_loops = self.grid.rows() > 1 && self.grid.cols() > 1;
        if has_loops && rules.separation().is_some() {
            let reason = "its cuts depend on the circles\nhelp: use `degree+tree`";
            return Err(EncodingError::new(encoding, reason));
        }
        let mut conditional = ConditionalClues::new(&*rules, clues.len());
        for circle in CIRCLES {
            let filled = puzzle(self.grid, vec![Some(circle); self.grid.cell_count()]);
            conditional.add(
                self.grid,
                clues,
                value(circle),
                |_| true,
                |sink| {
                    filled.clue_rules(0, sink);
                    let graph = filled.board().graph();
                    for (index, cell) in self.grid.cells().enumerate() {
                        let links: Vec<Lit> = graph
                            .incident(index)
                            .iter()
                            .map(|link| Lit::positive(link.0))
                            .collect();
                        let origin = Origin::new("degree", cell.into());
                        sink.constraint(Constraint::Clause(&links), origin);
                    }
                },
            );
        }
        Ok(conditional.added_to(rules))
    }

    /// Returns a random loop that permits many circles: most loops do not, and have further solutions with all circles that
    /// they permit. Random faces move to the other side of the loop while the number of possible circles does not decrease.
    fn random_solution(&self, taste: &LoopStyle, random: &mut Pcg64Mcg) -> Option<Solution> {
        // the links between cells have the numbers of the lines of a grid with a row and a column less
        let faces = Grid::new(self.grid.rows() - 1, self.grid.cols() - 1)?;
        let mut inside = random_inside(faces, taste.size, taste.winding, random);
        let around = |inside: &[bool]| Solution::from(EdgeSet::around(faces, inside));
        let mut solution = around(&inside);
        for _ in 0..FLIPS * faces.cell_count() {
            let index = random.random_range(0..faces.cell_count());
            let face = faces.cell_at(index);
            if !flip_keeps_one_loop(faces, &inside, face) {
                continue;
            }
            inside[index] ^= true;
            let flipped = around(&inside);
            if self.circles_near(face, &flipped) >= self.circles_near(face, &solution) {
                solution = flipped;
            } else {
                inside[index] ^= true;
            }
        }
        Some(solution)
    }
}

impl CircleFrame {
    /// Returns the number of cells with a possible circle, among those that the lines around a face concern: its corners,
    /// and the cells beside them.
    fn circles_near(&self, face: Cell, solution: &Solution) -> usize {
        let range = |from: usize, length: usize| from.saturating_sub(1)..(from + 3).min(length);
        let rows = range(face.row, self.grid.rows());
        let cells = rows
            .flat_map(|row| range(face.col, self.grid.cols()).map(move |col| Cell { row, col }));
        let is_possible =
            |cell: &Cell| CIRCLES.iter().any(|&circle| self.masyu.permits(*cell, circle, solution));
        cells.filter(is_possible).count()
    }
}
