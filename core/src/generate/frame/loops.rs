//! The frames of loops through cells.

use std::fmt::Debug;

use encycle_encodings::cell_loops::{CellLoop, Visit};
use encycle_encodings::encoding::EncodingError;
use encycle_encodings::grid::{Cell, Edge, Grid};
use encycle_encodings::logic::{Constraint, ConstraintSink, Lit, Origin, Var};
use encycle_encodings::puzzle::Solution;
use encycle_encodings::rules::one_loop::EdgeSet;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;

use crate::generate::clue_set::ClueSet;
use crate::generate::frame::conditional::ConditionalClues;
use crate::generate::frame::{ClueFrame, FrameEncoding, LoopStyle, PlacedClue};
use crate::generate::random_inside;
use crate::generate::shapes::flip_keeps_one_loop;
use crate::puzzle::Puzzle;

/// The clues of a kind of loop through cells. Each clue either holds or fails in a loop, regardless of the other clues.
pub(super) trait LoopClues: Debug + Sync {
    /// Returns the puzzle with these clues, no two of which have the same place.
    fn with(&self, clues: &[PlacedClue]) -> Puzzle;

    /// Returns the clues of a puzzle.
    fn clues_of(&self, puzzle: &Puzzle) -> Vec<PlacedClue>;

    /// Returns all possible clues.
    fn possible(&self) -> Vec<PlacedClue>;

    /// Returns the clues to choose from for a puzzle with this solution: at most one in each place.
    fn all_of(&self, solution: &Solution) -> Vec<PlacedClue>;

    /// Returns whether each of some clues would hold alone in a solution of the puzzle without clues.
    fn hold(&self, clues: &[PlacedClue], solution: &Solution) -> Vec<bool>;

    /// Returns the text of a clue.
    fn text(&self, clue: PlacedClue) -> String;

    /// Returns whether the rules of a family of [`CellLoop::clue_rules`] depend on the clues; the rules of all other
    /// families hold for all sets of clues.
    fn is_of_clue(&self, _family: &str) -> bool {
        true
    }

    /// Returns whether every loop is a solution of the rules without clues.
    fn has_random_loops(&self) -> bool {
        true
    }

    /// Returns whether some clue holds at nearly every cell of a loop, because clues have numbers.
    fn are_everywhere(&self) -> bool;

    /// Changes the inside of a random loop so that more clues hold in the loop.
    fn improve(&self, _faces: Grid, _inside: &mut [bool], _random: &mut Pcg64Mcg) {}
}

/// The frame of loops through cells.
#[derive(Debug)]
pub struct LoopFrame<C: LoopClues> {
    clues: C,
    empty: Puzzle,
}

impl<C: LoopClues> LoopFrame<C> {
    /// Creates the frame of these clues.
    pub(super) fn new(clues: C) -> Self {
        let empty = clues.with(&[]);
        Self { clues, empty }
    }
}

impl<C: LoopClues> ClueFrame for LoopFrame<C> {
    fn empty(&self) -> &Puzzle {
        &self.empty
    }

    fn with(&self, clues: &[PlacedClue]) -> Puzzle {
        self.clues.with(clues)
    }

    fn clues_of(&self, puzzle: &Puzzle) -> Vec<PlacedClue> {
        self.clues.clues_of(puzzle)
    }

    fn possible(&self) -> Vec<PlacedClue> {
        self.clues.possible()
    }

    fn holds(&self, clue: PlacedClue, solution: &Solution) -> bool {
        self.clues.hold(&[clue], solution) == [true]
    }

    fn violated(&self, clues: &[PlacedClue], solution: &Solution) -> Vec<ClueSet> {
        let hold = self.clues.hold(clues, solution).into_iter().enumerate();
        let failing = hold.filter(|(_, holds)| !holds);
        failing.map(|(number, _)| ClueSet::of(clues.len(), [number])).collect()
    }

    fn all_of(&self, solution: &Solution) -> Vec<PlacedClue> {
        self.clues.all_of(solution)
    }

    fn name(&self, clue: PlacedClue) -> String {
        format!("`{}` at {}", self.clues.text(clue), self.grid().cell_at(clue.place))
    }

    fn grid(&self) -> Grid {
        loop_rules(&self.empty).board().grid()
    }

    fn encoding(&self) -> String {
        self.empty.complete_encoding(format!("{}+tree", loop_rules(&self.empty).base().name))
    }

    /// Supports only encodings without cuts. A loop that is a solution of the frame need not satisfy the clues that are
    /// set, so no cut that excludes the loop holds for all sets of clues.
    fn formula(
        &self,
        encoding: &str,
        clues: &[PlacedClue],
    ) -> Result<FrameEncoding<'_>, EncodingError> {
        let rules = self.empty.encoding(encoding)?;
        let has_loops = self.grid().rows() > 1 && self.grid().cols() > 1;
        if has_loops && rules.global_constraint().is_some() {
            let base = loop_rules(&self.empty).base().name;
            let reason = format!("its cuts depend on the clues\nhelp: use `{base}+tree`");
            return Err(EncodingError::new(encoding, reason));
        }
        let mut conditional = ConditionalClues::new(&rules, clues.len());
        for (index, &clue) in clues.iter().enumerate() {
            let puzzle = self.clues.with(&[clue]);
            let puzzle = loop_rules(&puzzle);
            conditional.add_clue(
                index,
                |sink| puzzle.clue_variables(sink),
                |first, sink| {
                    let is_of_clue = |family: &str| self.clues.is_of_clue(family);
                    puzzle.clue_rules(first, &mut OnlyFamilies { is_of_clue: &is_of_clue, sink });
                    add_visits(puzzle, loop_rules(&self.empty), sink);
                },
            );
        }
        conditional.added_to(rules)
    }

    fn random_solution(&self, taste: &LoopStyle, random: &mut Pcg64Mcg) -> Option<Solution> {
        if !self.clues.has_random_loops() {
            return None;
        }
        // the links between the cells have the numbers of the lines of a grid that has one row and one column less
        let faces = Grid::new(self.grid().rows() - 1, self.grid().cols() - 1)?;
        let mut inside = random_inside(faces, taste.size, taste.winding, random);
        self.clues.improve(faces, &mut inside, random);
        Some(EdgeSet::around(faces, &inside).into())
    }

    fn changed(
        &self,
        solution: &Solution,
        other: Option<&Solution>,
        random: &mut Pcg64Mcg,
    ) -> Option<Solution> {
        if !self.clues.are_everywhere() {
            return None;
        }
        let grid = Grid::new(self.grid().rows() - 1, self.grid().cols() - 1)?;
        let mut inside = grid.inside_cells(|line| solution.has(line.index()));
        let differs = |face: Cell| {
            let lines = grid.cell_edges(face).map(Edge::index);
            other.is_none_or(|other| {
                lines.into_iter().any(|line| other.has(line) != solution.has(line))
            })
        };
        let mut faces: Vec<Cell> = grid.cells().filter(|&face| differs(face)).collect();
        faces.shuffle(random);
        let face = faces.into_iter().find(|&face| flip_keeps_one_loop(grid, &inside, face))?;
        inside[grid.cell_index(face)] ^= true;
        Some(EdgeSet::around(grid, &inside).into())
    }
}

/// Returns the rules of a loop through cells.
fn loop_rules(puzzle: &Puzzle) -> &dyn CellLoop {
    puzzle.cell_loop().expect("a loop through cells")
}

/// Adds the rules of the cells that the loop of a puzzle visits always or never, unless that holds without the clues, too.
fn add_visits(puzzle: &dyn CellLoop, empty: &dyn CellLoop, sink: &mut dyn ConstraintSink) {
    let board = puzzle.board();
    for (cell, visits) in board.visits().iter().zip(empty.board().visits()).enumerate() {
        let (place, links) = (board.graph().vertex_place(cell), board.graph().incident(cell));
        let links: Vec<Lit> = links.iter().map(|link| Lit::positive(link.0)).collect();
        match visits {
            (now, before) if now == before => {}
            (Visit::Always, _) => sink.add_clause(&links, Origin::new("degree", place)),
            (Visit::Never, _) => {
                let origin = Origin::new("unvisited", place);
                links.iter().for_each(|&link| sink.add_clause(&[!link], origin));
            }
            (Visit::Free, _) => {}
        }
    }
}

/// A sink that passes on some families of constraints.
struct OnlyFamilies<'a> {
    is_of_clue: &'a dyn Fn(&str) -> bool,
    sink: &'a mut dyn ConstraintSink,
}

impl ConstraintSink for OnlyFamilies<'_> {
    fn variable(&mut self, family: &'static str, name: std::fmt::Arguments<'_>) -> Var {
        self.sink.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        if (self.is_of_clue)(origin.family) {
            self.sink.constraint(constraint, origin);
        }
    }
}
