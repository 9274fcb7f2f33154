//! Random loops through the cells of a grid, small changes of these loops, and the generator of Simple Loops with exactly
//! one solution.
//!
//! Black cells cannot be chosen one by one: without a black cell, the loop would have to visit that cell, so it is not
//! a clue that holds or fails in a solution of the other black cells. Therefore the loop itself is changed, and every
//! puzzle is solved from scratch.

use encycle_encodings::grid::{Cell, Graph, Grid};
use encycle_encodings::kinds::codec::{ClueGrid, ClueSymbol};
use encycle_encodings::puzzle::Solution;
use encycle_encodings::rules::one_loop::{EdgeSet, walks};
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;

use crate::generate::error::GenerateError;
use crate::generate::options::GeneratedPuzzle;
use crate::generate::own::scratch::{ScratchTests, Tested};
use crate::generate::random_inside;
use crate::generate::shapes::flip_keeps_one_loop;
use crate::puzzle::{Puzzle, PuzzleKind};

/// A random loop, represented as the border of a set of faces. The four corners of a face are cells.
pub(super) struct RandomLoop {
    /// The grid of the cells.
    pub grid: Grid,
    /// The grid of the faces.
    faces: Grid,
    /// Whether each face is inside the loop.
    inside: Vec<bool>,
}

impl RandomLoop {
    /// Returns a random loop in the style of the options.
    ///
    /// # Errors
    /// Returns an error if there are fewer than two rows or columns, or too many.
    pub fn new(tests: &ScratchTests<'_>, random: &mut Pcg64Mcg) -> Result<Self, GenerateError> {
        let grid = tests.grid()?;
        let faces = Grid::new(grid.rows() - 1, grid.cols() - 1).expect("a side of at least two");
        let style = &tests.options.loop_style;
        Ok(Self { grid, faces, inside: random_inside(faces, style.size, style.winding, random) })
    }

    /// Returns the lines of the loop. A link between two cells has the same number as the corresponding line between
    /// faces.
    pub fn solution(&self) -> Solution {
        EdgeSet::around(self.faces, &self.inside).into()
    }

    /// Returns the visited cells, by index, in the order of the loop.
    pub fn walk(&self) -> Vec<usize> {
        let walks = walks(&Graph::of_cells(self.grid), self.solution().atoms());
        let mut walk = walks.into_iter().next().map(|walk| walk.vertices).unwrap_or_default();
        // a cycle ends with its first vertex
        walk.pop();
        walk
    }

    /// Returns, for each cell, whether the loop visits it.
    pub fn visited(&self) -> Vec<bool> {
        let mut visited = vec![false; self.grid.cell_count()];
        self.walk().into_iter().for_each(|cell| visited[cell] = true);
        visited
    }

    /// Returns, for each cell, whether another solution has other lines at the cell.
    pub fn differs(&self, other: &Solution) -> Vec<bool> {
        let (graph, solution) = (Graph::of_cells(self.grid), self.solution());
        let mut differs = vec![false; self.grid.cell_count()];
        for link in graph.edges() {
            if solution.has(link.index()) != other.has(link.index()) {
                graph.ends(link).into_iter().for_each(|end| differs[end] = true);
            }
        }
        differs
    }

    /// Returns the number of lines of the loop around a face.
    fn lines(&self, face: Cell) -> usize {
        let is_inside = |face: Cell| self.inside[self.faces.cell_index(face)];
        let within = self.faces.neighbours(face).filter(|&other| is_inside(other)).count();
        if is_inside(face) { 4 - within } else { within }
    }

    /// Moves a face to the other side of the loop.
    fn flip(&mut self, face: Cell) {
        self.inside[self.faces.cell_index(face)] ^= true;
    }

    /// Returns the faces that can move to the other side of the loop, in random order, with the numbers of lines around
    /// them.
    fn flips(&self, random: &mut Pcg64Mcg) -> Vec<(Cell, usize)> {
        let keeps = |face: &Cell| flip_keeps_one_loop(self.faces, &self.inside, *face);
        let faces = self.faces.cells().filter(keeps);
        let mut flips: Vec<(Cell, usize)> = faces.map(|face| (face, self.lines(face))).collect();
        flips.shuffle(random);
        flips
    }

    /// Moves a random face to the other side of the loop so that the loop loses two cells, or so that it keeps its
    /// length and the inside loses a face. Faces at a line that differs from `other` are preferred; among them, faces
    /// that shorten the loop. Returns `false` if there is no such face.
    pub fn shorten(&mut self, other: Option<&Solution>, random: &mut Pcg64Mcg) -> bool {
        let lines = self.solution();
        let differs = |face: Cell| {
            let around = self.faces.cell_edges(face);
            other.is_some_and(|other| {
                around.iter().any(|line| lines.has(line.index()) != other.has(line.index()))
            })
        };
        let mut flips = self.flips(random);
        flips.retain(|&(face, lines)| {
            lines == 3 || (lines == 2 && self.inside[self.faces.cell_index(face)])
        });
        let best = flips.into_iter().min_by_key(|&(face, lines)| (!differs(face), lines != 3));
        best.inspect(|&(face, _)| self.flip(face)).is_some()
    }

    /// Extends the loop by two adjacent cells at a time, in random order, until no extension is possible. An extension
    /// is undone if `test` rejects it.
    ///
    /// # Errors
    /// Returns the errors of `test`.
    pub fn extend(
        &mut self,
        random: &mut Pcg64Mcg,
        mut test: impl FnMut(&Self) -> Result<bool, GenerateError>,
    ) -> Result<(), GenerateError> {
        loop {
            let mut is_longer = false;
            for (face, lines) in self.flips(random) {
                // an earlier extension may have changed the lines around the face
                let is_extension = lines == 1 && self.lines(face) == 1;
                if !is_extension || !flip_keeps_one_loop(self.faces, &self.inside, face) {
                    continue;
                }
                self.flip(face);
                if test(self)? {
                    is_longer = true;
                } else {
                    self.flip(face);
                }
            }
            if !is_longer {
                return Ok(());
            }
        }
    }
}

/// Generates a Simple Loop. Returns `None` if this attempt fails.
///
/// The cells that a random loop does not visit are black. While the puzzle has another solution, the loop is shortened
/// where it differs from that solution, if possible by two cells. Then the loop is extended by two adjacent black cells
/// at a time, as long as exactly one solution is left. In the end, no two black cells can be added to the loop in this
/// way.
pub(super) fn simple_loop(
    tests: &mut ScratchTests<'_>,
    random: &mut Pcg64Mcg,
) -> Result<Option<GeneratedPuzzle>, GenerateError> {
    let kind = tests.options.kind;
    let mut found = RandomLoop::new(tests, random)?;
    loop {
        let is_shorter = match tests.test(&puzzle(kind, &found), &found.solution())? {
            Tested::Sufficient => break,
            Tested::Other(other) => found.shorten(Some(&other), random),
            Tested::TooHard => found.shorten(None, random),
        };
        if !is_shorter {
            return Ok(None);
        }
    }
    found.extend(random, |found| tests.is_sufficient(&puzzle(kind, found), &found.solution()))?;
    let clues = found.visited().into_iter().filter(|visited| !visited).count();
    Ok(Some(tests.unique(puzzle(kind, &found), found.solution(), clues)))
}

/// Returns the puzzle whose black cells are the cells that the loop does not visit.
fn puzzle(kind: PuzzleKind, found: &RandomLoop) -> Puzzle {
    let black = |visited: bool| (!visited).then_some(ClueSymbol::Letter(0, None));
    let symbols = found.visited().into_iter().map(black).collect();
    kind.puzzle_of_clues(&ClueGrid::new(found.grid, symbols)).expect("one entry per cell")
}
