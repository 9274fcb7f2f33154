//! The frames of Hamilton puzzles, whose clues are walls, that is, edges that the line must not use.

use crate::generate::error::UnfitError;
use encycle_encodings::encoding::EncodingError;
use encycle_encodings::grid::{Cell, Edge, Graph, Grid};
use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};
use encycle_encodings::logic::Lit;
use encycle_encodings::puzzle::Solution;
use rand_pcg::Pcg64Mcg;

use crate::generate::frame::{ClueFrame, FrameEncoding, LoopStyle, PlacedClue};
use crate::generate::shapes::random_path;
use crate::puzzle::Puzzle;

/// The frame of a Hamilton path or cycle on a grid.
#[derive(Debug)]
pub struct WallFrame {
    empty: Puzzle,
    graph: Graph,
    grid: Grid,
    goal: HamiltonGoal,
    /// The random path whose ends became the ends of the puzzle, if there is one.
    planned: Option<Solution>,
}

impl WallFrame {
    /// Builds the frame of a goal on a grid.
    fn new(grid: Grid, goal: HamiltonGoal) -> Result<Self, UnfitError> {
        let hamilton = Hamilton::on_cells(grid, goal, &[]).map_err(|error| error.to_string())?;
        let graph = hamilton.graph().clone();
        Ok(Self { empty: hamilton.into(), graph, grid, goal, planned: None })
    }

    /// Returns the frame of a path between these cells; an end that is `None` is free.
    ///
    /// # Errors
    /// Returns an error if the two ends are the same.
    pub fn path(grid: Grid, [start, end]: [Option<usize>; 2]) -> Result<Self, UnfitError> {
        Self::new(grid, HamiltonGoal::Path { start, end })
    }

    /// Returns the frame of a path between the ends of a random path.
    ///
    /// # Errors
    /// Returns an error if the grid has only one cell.
    pub fn between_random_ends(grid: Grid, random: &mut Pcg64Mcg) -> Result<Self, UnfitError> {
        let path = random_path(grid, random);
        let ends = [path.first().copied(), path.last().copied()];
        let mut frame = Self::path(grid, ends)?;
        let mut taken = vec![false; frame.graph.edge_count()];
        for step in path.windows(2) {
            let edge = frame.graph.edge_between(step[0], step[1]);
            taken[edge.ok_or("a path leaves the grid")?.index()] = true;
        }
        frame.planned = Some(Solution::new(taken));
        Ok(frame)
    }

    /// Returns the frame of a cycle.
    ///
    /// # Errors
    /// Never returns an error; the other constructors have the same result type.
    pub fn cycle(grid: Grid) -> Result<Self, UnfitError> {
        Self::new(grid, HamiltonGoal::Cycle)
    }

    /// Returns the frame of a puzzle, which is its goal without its walls.
    ///
    /// # Errors
    /// Returns an error if the puzzle is not on a grid.
    pub fn of(hamilton: &Hamilton) -> Result<Self, UnfitError> {
        let grid =
            hamilton.grid().ok_or("walls on a general graph cannot be removed one by one")?;
        Self::new(grid, hamilton.goal())
    }
}

impl ClueFrame for WallFrame {
    fn empty(&self) -> &Puzzle {
        &self.empty
    }

    fn with(&self, clues: &[PlacedClue]) -> Puzzle {
        let walls: Vec<Edge> = clues.iter().map(|wall| Edge(wall.place as u32)).collect();
        let puzzle = Hamilton::new(self.graph.clone(), self.goal, &walls);
        puzzle.expect("the ends and edges are those of the frame").into()
    }

    fn clues_of(&self, puzzle: &Puzzle) -> Vec<PlacedClue> {
        match puzzle {
            Puzzle::Hamilton(hamilton) => hamilton
                .forbidden()
                .map(|edge| PlacedClue { place: edge.index(), value: 0 })
                .collect(),
            _ => Vec::new(),
        }
    }

    fn possible(&self) -> Vec<PlacedClue> {
        (0..self.graph.edge_count()).map(|place| PlacedClue { place, value: 0 }).collect()
    }

    fn holds(&self, clue: PlacedClue, solution: &Solution) -> bool {
        !solution.has(clue.place)
    }

    fn name(&self, clue: PlacedClue) -> String {
        let cells: Vec<String> = self.cells(clue).iter().map(ToString::to_string).collect();
        format!("the wall between {}", cells.join(" and "))
    }

    fn cells(&self, clue: PlacedClue) -> Vec<Cell> {
        let ends = self.graph.ends(Edge(clue.place as u32));
        ends.into_iter().map(|vertex| self.grid.cell_at(vertex)).collect()
    }

    fn encoding(&self) -> String {
        "degree".to_owned()
    }

    fn formula(
        &self,
        encoding: &str,
        clues: &[PlacedClue],
    ) -> Result<FrameEncoding<'_>, EncodingError> {
        let encoding = self.empty.encoding(encoding)?;
        let literal = |clue: &PlacedClue| !Lit::positive(clue.place as u32);
        Ok(FrameEncoding { literals: clues.iter().map(literal).collect(), encoding })
    }

    fn random_solution(&self, _: &LoopStyle, _: &mut Pcg64Mcg) -> Option<Solution> {
        self.planned.clone()
    }
}
