//! Generates Simple Loops with exactly one solution.
//!
//! A black cell is not a clue that holds or fails in a solution of the other black cells, since the loop visits every cell
//! that is not black. So the loop itself is changed, and every puzzle is solved from scratch.

use encycle_encodings::grid::{Cell, Edge, Graph, Grid};
use encycle_encodings::kinds::simple_loop::SimpleLoop;
use encycle_encodings::loops::EdgeSet;
use encycle_encodings::puzzle::Solution;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;

use crate::deduce::Deducer;
use crate::generate::error::GenerateError;
use crate::generate::options::{GenerateOptions, GeneratedPuzzle};
use crate::generate::own::scratch::other_solution;
use crate::generate::random_inside;
use crate::generate::shapes::flip_keeps_one_loop;
use crate::puzzle::Puzzle;
use crate::solve::JobLimits;

/// Generates a Simple Loop; `tested_sets` counts the puzzles solved. Returns `None` if this attempt fails.
///
/// The cells that a random loop does not visit are black. While the puzzle has another solution, the loop is shortened
/// where that solution differs, if possible by two cells. Then the loop is extended by two adjacent black cells while
/// exactly one solution is left; in the end no two black cells can be added to the loop in this way.
pub(super) fn simple_loop(
    options: &GenerateOptions,
    limits: &JobLimits,
    random: &mut Pcg64Mcg,
) -> Result<Option<GeneratedPuzzle>, GenerateError> {
    let (rows, cols) = (options.rows, options.cols);
    let grids =
        Grid::new(rows, cols).zip(Grid::new(rows.saturating_sub(1), cols.saturating_sub(1)));
    let (grid, faces) = grids.ok_or_else(|| {
        GenerateError::Impossible(format!(
            "invalid grid size: {rows} x {cols}\nhelp: use 2 to {} rows and columns",
            Grid::MAX_SIDE
        ))
    })?;
    let style = &options.loop_style;
    let mut inside = random_inside(faces, style.size, style.winding, random);
    let mut attempt =
        Attempt { options, limits, graph: Graph::of_cells(grid), grid, faces, solved: 0 };
    loop {
        match attempt.test(&inside)? {
            Tested::Sufficient => break,
            Tested::Other(other) => {
                if !attempt.shorten(&mut inside, Some(&other), random) {
                    return Ok(None);
                }
            }
            Tested::TooHard => {
                if !attempt.shorten(&mut inside, None, random) {
                    return Ok(None);
                }
            }
        }
    }
    attempt.extend(&mut inside, random)?;
    let puzzle = attempt.puzzle(&inside);
    Ok(Some(GeneratedPuzzle {
        is_unique: true,
        clues: puzzle.black().filter(|&black| black).count(),
        puzzle: puzzle.into(),
        solution: attempt.solution(&inside),
        attempts: 1,
        tested_sets: attempt.solved,
    }))
}

/// The result of a test of a puzzle.
enum Tested {
    /// It has exactly one solution, and the required techniques find it.
    Sufficient,
    /// It has this other solution.
    Other(Solution),
    /// It has exactly one solution, which the required techniques do not find.
    TooHard,
}

/// The state of one attempt. A loop is the border of a set of faces; a face has four cells as its corners.
struct Attempt<'a> {
    options: &'a GenerateOptions,
    limits: &'a JobLimits,
    graph: Graph,
    grid: Grid,
    faces: Grid,
    /// The number of puzzles solved so far.
    solved: u64,
}

impl Attempt<'_> {
    /// Returns the loop around these faces. The links between cells have the numbers of the lines between faces.
    fn solution(&self, inside: &[bool]) -> Solution {
        EdgeSet::around(self.faces, inside).into()
    }

    /// Returns the puzzle whose black cells are those that the loop does not visit.
    fn puzzle(&self, inside: &[bool]) -> SimpleLoop {
        let mut black = vec![true; self.grid.cell_count()];
        for atom in self.solution(inside).true_atoms() {
            for end in self.graph.ends(Edge(atom as u32)) {
                black[end] = false;
            }
        }
        SimpleLoop::new(self.grid, &black).expect("one entry per cell")
    }

    /// Tests the puzzle of a loop.
    fn test(&mut self, inside: &[bool]) -> Result<Tested, GenerateError> {
        self.solved += 1;
        let puzzle = Puzzle::from(self.puzzle(inside));
        if let Some(level) = self.options.difficulty.solver()
            && Deducer::new(&puzzle, level).solve(&puzzle).is_some()
        {
            return Ok(Tested::Sufficient);
        }
        let other = other_solution(&puzzle, &self.solution(inside), self.options, self.limits)?;
        Ok(match (other, self.options.difficulty.solver()) {
            (Some(other), _) => Tested::Other(other),
            (None, None) => Tested::Sufficient,
            (None, Some(_)) => Tested::TooHard,
        })
    }

    /// Returns the number of lines of the loop around a face.
    fn lines(&self, inside: &[bool], face: Cell) -> usize {
        let is_inside = |face: Cell| inside[self.faces.cell_index(face)];
        let within = self.faces.neighbours(face).filter(|&other| is_inside(other)).count();
        if is_inside(face) { 4 - within } else { within }
    }

    /// Returns the faces that can move to the other side of the loop, with the number of their lines.
    fn flips(&self, inside: &[bool]) -> Vec<(Cell, usize)> {
        let keeps = |face: &Cell| flip_keeps_one_loop(self.faces, inside, *face);
        let faces = self.faces.cells().filter(keeps);
        faces.map(|face| (face, self.lines(inside, face))).collect()
    }

    /// Moves a face to the other side of the loop, so that the loop loses two cells, or else its inside a face: a random
    /// one, preferably at a line that `other` does not have. Returns `false` if there is no such face.
    fn shorten(
        &self,
        inside: &mut [bool],
        other: Option<&Solution>,
        random: &mut Pcg64Mcg,
    ) -> bool {
        let lines = self.solution(inside);
        let differs = |face: Cell| {
            let around = self.faces.cell_edges(face);
            other.is_some_and(|other| {
                around.iter().any(|line| lines.has(line.index()) != other.has(line.index()))
            })
        };
        let mut flips = self.flips(inside);
        flips.retain(|&(face, lines)| {
            lines == 3 || (lines == 2 && inside[self.faces.cell_index(face)])
        });
        flips.shuffle(random);
        let best = flips.into_iter().min_by_key(|&(face, lines)| (!differs(face), lines != 3));
        match best {
            Some((face, _)) => {
                inside[self.faces.cell_index(face)] ^= true;
                true
            }
            None => false,
        }
    }

    /// Extends the loop by two black cells at a time, in random order, while the puzzle stays sufficient.
    fn extend(&mut self, inside: &mut [bool], random: &mut Pcg64Mcg) -> Result<(), GenerateError> {
        loop {
            let mut flips = self.flips(inside);
            flips.retain(|&(_, lines)| lines == 1);
            flips.shuffle(random);
            let mut is_longer = false;
            for (face, _) in flips {
                // an earlier extension may have changed the lines around the face
                if !flip_keeps_one_loop(self.faces, inside, face) || self.lines(inside, face) != 1 {
                    continue;
                }
                let index = self.faces.cell_index(face);
                inside[index] ^= true;
                if matches!(self.test(inside)?, Tested::Sufficient) {
                    is_longer = true;
                } else {
                    inside[index] ^= true;
                }
            }
            if !is_longer {
                return Ok(());
            }
        }
    }
}
