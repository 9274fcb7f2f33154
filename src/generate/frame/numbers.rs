//! The frame of Hitori: a grid without numbers. A clue is the number in a cell.

use encycle_encodings::encoding::EncodingError;
use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::hitori::Hitori;
use encycle_encodings::logic::{Constraint, Lit, Origin};
use encycle_encodings::puzzle::Solution;

use crate::generate::clue_set::ClueSet;
use crate::generate::frame::conditional::ConditionalClues;
use crate::generate::frame::{ClueFrame, FrameEncoding, PlacedClue};
use crate::puzzle::Puzzle;

/// The frame of a Hitori.
#[derive(Debug)]
pub struct NumberFrame {
    empty: Puzzle,
}

impl NumberFrame {
    /// Creates the frame of a grid.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        let empty = Hitori::new(grid, vec![0; grid.cell_count()]).expect("no number").into();
        Self { empty }
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
                    sink.constraint(Constraint::Clause(&clause), Origin::new("row", cells.into()));
                },
            );
        }
        conditional.added_to(rules)
    }
}
