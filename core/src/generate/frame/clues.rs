//! The frames of Slitherlink and Slitherlynx on grids, whose clues are numbers in cells.

use encycle_encodings::encoding::EncodingError;
use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::codec::ClueGrid;
use encycle_encodings::kinds::slitherlink::{self, Slitherlink};
use encycle_encodings::puzzle::Solution;
use encycle_encodings::rules::one_loop::EdgeSet;
use rand_pcg::Pcg64Mcg;

use crate::generate::frame::conditional::ConditionalClues;
use crate::generate::frame::{ClueFrame, FrameEncoding, LoopStyle, PlacedClue};
use crate::generate::random_inside;
use crate::puzzle::{Puzzle, PuzzleKind};

/// The frame of a Slitherlink or Slitherlynx on a grid.
#[derive(Debug)]
pub struct SlitherlinkFrame {
    grid: Grid,
    several: bool,
    empty: Puzzle,
}

impl SlitherlinkFrame {
    /// Creates the frame of this grid: a Slitherlynx if `several` loops are allowed, otherwise a Slitherlink.
    #[must_use]
    pub fn new(grid: Grid, several: bool) -> Self {
        let kind = if several { PuzzleKind::Slitherlynx } else { PuzzleKind::Slitherlink };
        let empty = kind.puzzle_of_clues(&ClueGrid::empty(grid)).expect("one entry per cell");
        Self { grid, several, empty }
    }

    /// Returns the largest clue of a generated puzzle: in a Slitherlink, a clue 4 fixes the whole loop, which is the boundary of
    /// that cell, and the only loop if there is a single cell.
    fn most(&self) -> u32 {
        if self.several || self.grid.cell_count() == 1 { 4 } else { 3 }
    }
}

impl ClueFrame for SlitherlinkFrame {
    fn empty(&self) -> &Puzzle {
        &self.empty
    }

    fn possible(&self) -> Vec<PlacedClue> {
        let places = 0..self.grid.cell_count();
        let most = self.most();
        places.flat_map(|place| (0..=most).map(move |value| PlacedClue { place, value })).collect()
    }

    fn addable(&self) -> Vec<PlacedClue> {
        let mut all = self.possible();
        let others = || self.most() + 1..=4;
        let places = 0..self.grid.cell_count();
        all.extend(places.flat_map(|place| others().map(move |value| PlacedClue { place, value })));
        all
    }

    fn holds(&self, clue: PlacedClue, solution: &Solution) -> bool {
        let edges = self.grid.cell_edges(self.grid.cell_at(clue.place));
        edges.iter().filter(|edge| solution.has(edge.index())).count() == clue.value as usize
    }

    fn name(&self, clue: PlacedClue) -> String {
        format!("{} at {}", clue.value, self.grid.cell_at(clue.place))
    }

    fn encoding(&self) -> String {
        "colour".to_owned()
    }

    /// Supports only the encoding `colour`, because one formula serves all sets of clues, so no cut may depend on the
    /// clues.
    fn formula(
        &self,
        encoding: &str,
        clues: &[PlacedClue],
    ) -> Result<FrameEncoding<'_>, EncodingError> {
        let rules = self.empty.encoding(encoding)?;
        if rules.projection_size() != self.grid.cell_count() {
            let reason = "its variables are not those of `colour`, or its cuts depend on the clues\nhelp: use `colour`";
            return Err(EncodingError::new(encoding, reason));
        }
        let mut conditional = ConditionalClues::new(&rules, clues.len());
        for value in 0..=4 {
            let everywhere = self.grid.cells().map(|_| Some(value)).collect();
            // a Slitherlynx also accepts the clue 4, and both kinds of puzzle have the same clauses for a clue
            let filled = Slitherlink::with_several_loops(self.grid, everywhere);
            let filled = filled.expect("one clue per cell, none above 4");
            let encoding = slitherlink::encoding("colour", &filled)?;
            let is_clue = |family| family == "clue";
            conditional.add(self.grid, clues, value.into(), is_clue, |sink| encoding.encode(sink));
        }
        conditional.added_to(rules)
    }

    fn random_solution(&self, taste: &LoopStyle, random: &mut Pcg64Mcg) -> Option<Solution> {
        let inside = random_inside(self.grid, taste.size, taste.winding, random);
        Some(EdgeSet::around(self.grid, &inside).into())
    }
}
