//! The frames of Slitherlink and Slitherlynx on grids, whose clues are numbers in cells.

use encycle_encodings::encoding::EncodingError;
use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::slitherlink::{self, Slitherlink};
use encycle_encodings::puzzle::Solution;
use encycle_encodings::rules::one_loop::EdgeSet;
use rand_pcg::Pcg64Mcg;

use crate::generate::frame::conditional::ConditionalClues;
use crate::generate::frame::{ClueFrame, FrameEncoding, LoopStyle, PlacedClue};
use crate::generate::random_inside;
use crate::puzzle::Puzzle;

/// The frame of a Slitherlink or Slitherlynx on a grid.
#[derive(Debug)]
pub struct SlitherlinkFrame {
    grid: Grid,
    several: bool,
    slitherlink: Slitherlink,
    empty: Puzzle,
}

impl SlitherlinkFrame {
    /// Creates the frame of this grid: a Slitherlynx if `several` loops are allowed, otherwise a Slitherlink.
    #[must_use]
    pub fn new(grid: Grid, several: bool) -> Self {
        let slitherlink = puzzle(grid, several, vec![None; grid.cell_count()]);
        let empty = slitherlink.clone().into();
        Self { grid, several, slitherlink, empty }
    }
}

/// Builds a puzzle from one optional clue per cell.
fn puzzle(grid: Grid, several: bool, clues: Vec<Option<u8>>) -> Slitherlink {
    let puzzle = match several {
        true => Slitherlink::with_several_loops(grid, clues),
        false => Slitherlink::new(grid, clues),
    };
    puzzle.expect("one clue per cell, none above 4")
}

impl ClueFrame for SlitherlinkFrame {
    fn empty(&self) -> &Puzzle {
        &self.empty
    }

    fn with(&self, clues: &[PlacedClue]) -> Puzzle {
        let mut cells = vec![None; self.grid.cell_count()];
        for clue in clues {
            cells[clue.place] = Some(clue.value as u8);
        }
        puzzle(self.grid, self.several, cells).into()
    }

    fn clues_of(&self, puzzle: &Puzzle) -> Vec<PlacedClue> {
        let (Puzzle::Slitherlink(puzzle) | Puzzle::Slitherlynx(puzzle)) = puzzle else {
            return Vec::new();
        };
        let placed =
            |(cell, clue)| PlacedClue { place: self.grid.cell_index(cell), value: u32::from(clue) };
        puzzle.clues().map(placed).collect()
    }

    fn possible(&self) -> Vec<PlacedClue> {
        let places = 0..self.grid.cell_count();
        // in a Slitherlink, a clue 4 fixes the whole loop, which is the boundary of that cell
        let max_value = if self.several { 4 } else { 3 };
        places
            .flat_map(|place| (0..=max_value).map(move |value| PlacedClue { place, value }))
            .collect()
    }

    fn holds(&self, clue: PlacedClue, solution: &Solution) -> bool {
        let edges = self.grid.cell_edges(self.grid.cell_at(clue.place));
        edges.iter().filter(|edge| solution.has(edge.index())).count() == clue.value as usize
    }

    fn name(&self, clue: PlacedClue) -> String {
        format!("{} at {}", clue.value, self.grid.cell_at(clue.place))
    }

    fn grid(&self) -> Grid {
        self.grid
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
        let rules = slitherlink::encoding(encoding, &self.slitherlink)?;
        if rules.projection_size() != self.grid.cell_count() {
            let reason = "its variables are not those of `colour`, or its cuts depend on the clues\nhelp: use `colour`";
            return Err(EncodingError::new(encoding, reason));
        }
        let mut conditional = ConditionalClues::new(&rules, clues.len());
        for value in 0..=4 {
            let everywhere = self.grid.cells().map(|_| Some(value)).collect();
            // a Slitherlynx also accepts the clue 4, and both kinds of puzzle have the same clauses for a clue
            let filled = puzzle(self.grid, true, everywhere);
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
