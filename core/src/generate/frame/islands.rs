//! The frames of Nurikabe and Hitori. A clue of Nurikabe is the number of an island; without its number, the cell has a
//! `?`. A Hitori without clues is a grid without numbers, and a clue is the number in a cell.

use encycle_encodings::encoding::{Encodable as _, EncodingError};
use encycle_encodings::grid::{Cell, Grid, Regions};
use encycle_encodings::kinds::codec::ClueGrid;
use encycle_encodings::kinds::nurikabe::{IslandClue, IslandSize, Nurikabe};
use encycle_encodings::logic::{Lit, Origin};
use encycle_encodings::puzzle::Solution;

use crate::generate::clue_set::ClueSet;
use crate::generate::frame::conditional::ConditionalClues;
use crate::generate::frame::{ClueFrame, FrameEncoding, PlacedClue};
use crate::puzzle::Puzzle;

/// The frame of a Nurikabe.
#[derive(Debug)]
pub struct IslandFrame {
    bare: Nurikabe,
    empty: Puzzle,
    /// The cells whose number may be added, that is, the cells with a `?`.
    open: Vec<usize>,
}

impl IslandFrame {
    /// The largest number that is added to a cell with a `?`.
    const LARGEST_ADDED: u32 = 20;

    /// The maximum number of variables that count the cells of islands.
    const MOST_VARIABLES: usize = 10_000_000;

    /// Creates the frame of the islands of a puzzle.
    #[must_use]
    pub fn of(puzzle: &Nurikabe) -> Self {
        let any: Vec<_> = puzzle.clues().iter().map(|clue| clue.map(|_| IslandClue::Any)).collect();
        let is_any = |cell: &usize| puzzle.clues()[*cell] == Some(IslandClue::Any);
        let open = (0..any.len()).filter(is_any).collect();
        let bare = Nurikabe::new(puzzle.grid(), any).expect("no number");
        Self { empty: bare.clone().into(), bare, open }
    }
}

impl ClueFrame for IslandFrame {
    fn empty(&self) -> &Puzzle {
        &self.empty
    }

    /// Returns the numbers that may replace a `?`.
    fn possible(&self) -> Vec<PlacedClue> {
        let numbers = |&place: &usize| {
            (1..=Self::LARGEST_ADDED).map(move |value| PlacedClue { place, value })
        };
        self.open.iter().flat_map(numbers).collect()
    }

    /// Returns, for each cell with a clue, the number of cells of its island.
    fn all_of(&self, solution: &Solution) -> Vec<PlacedClue> {
        let is_shaded: Vec<bool> =
            self.bare.clues().iter().enumerate().map(|(cell, _)| solution.has(cell)).collect();
        let islands = Regions::new(self.grid(), &is_shaded);
        let sizes: Vec<usize> = islands.cells().iter().map(Vec::len).collect();
        let has_clue = |&place: &usize| self.bare.clues()[place].is_some();
        let places = (0..is_shaded.len()).filter(has_clue);
        let number = |place| PlacedClue { place, value: sizes[islands.numbers()[place]] as u32 };
        places.map(number).collect()
    }

    fn holds(&self, clue: PlacedClue, solution: &Solution) -> bool {
        self.with(&[clue]).check(solution).is_ok()
    }

    /// Supports encodings with cuts, because the cuts for connected cells hold whatever the numbers are.
    fn formula(
        &self,
        encoding: &str,
        clues: &[PlacedClue],
    ) -> Result<FrameEncoding<'_>, EncodingError> {
        let rules = self.bare.encoding(encoding)?;
        let size = |clue: &PlacedClue| {
            let size = self.bare.island_size(self.grid().cell_at(clue.place), clue.value);
            size.expect("a clue is in place of a `?`")
        };
        let sizes: Vec<IslandSize> = clues.iter().map(size).collect();
        let variables: usize = sizes.iter().map(IslandSize::variable_count).sum();
        if variables > Self::MOST_VARIABLES {
            let most = Self::MOST_VARIABLES;
            let reason =
                format!("the counters of islands have {variables} variables, more than {most}");
            return Err(EncodingError::new(encoding, reason));
        }
        let mut conditional = ConditionalClues::new(&rules, clues.len());
        for (index, size) in sizes.iter().enumerate() {
            conditional.add_clue(
                index,
                |sink| size.variables(sink),
                |first, sink| size.constraints(first, sink),
            );
        }
        conditional.added_to(rules)
    }
}

/// The frame of a Hitori.
#[derive(Debug)]
pub struct NumberFrame {
    empty: Puzzle,
}

impl NumberFrame {
    /// Creates the frame of a puzzle on this grid.
    #[must_use]
    pub fn of(puzzle: &Puzzle, grid: Grid) -> Self {
        let empty = puzzle.kind().puzzle_of_clues(&ClueGrid::empty(grid));
        Self { empty: empty.expect("no number") }
    }

    /// Returns the pairs of equal numbers in a row or column, as pairs of indices into `clues`.
    fn pairs(&self, clues: &[PlacedClue]) -> Vec<[usize; 2]> {
        let cell = |clue: &PlacedClue| self.grid().cell_at(clue.place);
        let mut pairs = Vec::new();
        for (number, one) in clues.iter().enumerate() {
            for (other, earlier) in clues[..number].iter().enumerate() {
                let [a, b] = [one, earlier].map(cell);
                let is_pair = one.value == earlier.value && one.place != earlier.place;
                if is_pair && (a.row == b.row || a.col == b.col) {
                    pairs.push([number, other]);
                }
            }
        }
        pairs
    }
}

impl ClueFrame for NumberFrame {
    fn empty(&self) -> &Puzzle {
        &self.empty
    }

    /// Returns no clue, because no number can be added: every cell of a Hitori has a number.
    fn possible(&self) -> Vec<PlacedClue> {
        Vec::new()
    }

    /// Returns `true`: a single number holds in every solution, because only two equal numbers exclude solutions.
    fn holds(&self, _: PlacedClue, _: &Solution) -> bool {
        true
    }

    fn violated(&self, clues: &[PlacedClue], solution: &Solution) -> Vec<ClueSet> {
        let is_unshaded = |&number: &usize| !solution.has(clues[number].place);
        let pairs = self.pairs(clues).into_iter().filter(|pair| pair.iter().all(is_unshaded));
        pairs.map(|pair| ClueSet::of(clues.len(), pair)).collect()
    }

    /// Supports encodings with cuts, because the cuts for connected cells hold whatever the numbers are.
    fn formula(
        &self,
        encoding: &str,
        clues: &[PlacedClue],
    ) -> Result<FrameEncoding<'_>, EncodingError> {
        let rules = self.empty.encoding(encoding)?;
        let mut conditional = ConditionalClues::new(&rules, clues.len());
        for [one, other] in self.pairs(clues) {
            let shaded = [one, other].map(|number| Lit::positive(clues[number].place as u32));
            let clause = [!conditional.indicator(other), shaded[0], shaded[1]];
            let cells: [Cell; 2] =
                [other, one].map(|number| self.grid().cell_at(clues[number].place));
            conditional.add_clue(
                one,
                |_| {},
                |_, sink| {
                    sink.add_clause(&clause, Origin::new("row", cells.into()));
                },
            );
        }
        conditional.added_to(rules)
    }
}
