//! The places of clues: symmetries and masks.

use crate::generate::error::UnfitError;
use std::str::FromStr;

use encycle_encodings::grid::{Cell, Grid, Isometry};
use encycle_encodings::text::counted;

use crate::generate::clue_set::ClueSet;
use crate::generate::frame::{ClueFrame, PlacedClue};

/// A symmetry of the grid that maps the places of the clues onto themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// No symmetry.
    #[default]
    None,
    /// Rotation by 180 degrees.
    Rotate2,
    /// Rotation by 90 degrees, on square grids.
    Rotate4,
    /// Reflection that exchanges left and right.
    Mirror,
    /// Reflection that exchanges top and bottom.
    Flip,
    /// Both of these reflections.
    Both,
    /// Reflection in the main diagonal, on square grids.
    Diagonal,
}

impl Symmetry {
    /// All symmetries.
    pub const ALL: [Self; 7] = [
        Self::None,
        Self::Rotate2,
        Self::Rotate4,
        Self::Mirror,
        Self::Flip,
        Self::Both,
        Self::Diagonal,
    ];

    /// Returns the name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Rotate2 => "rotate2",
            Self::Rotate4 => "rotate4",
            Self::Mirror => "mirror",
            Self::Flip => "flip",
            Self::Both => "both",
            Self::Diagonal => "diagonal",
        }
    }

    /// Returns whether the symmetry requires a square grid.
    #[must_use]
    pub fn wants_square(self) -> bool {
        matches!(self, Self::Rotate4 | Self::Diagonal)
    }

    /// Returns the images of a cell under the generators of the symmetry.
    fn images(self, grid: Grid, cell: Cell) -> Vec<Cell> {
        let isometry = |flips_rows, flips_cols, transposes| {
            Isometry { flips_rows, flips_cols, transposes }.cell(grid, cell)
        };
        match self {
            Self::None => Vec::new(),
            Self::Rotate2 => vec![isometry(true, true, false)],
            Self::Rotate4 => vec![isometry(true, false, true)],
            Self::Mirror => vec![isometry(false, true, false)],
            Self::Flip => vec![isometry(true, false, false)],
            Self::Both => vec![isometry(false, true, false), isometry(true, false, false)],
            Self::Diagonal => vec![isometry(false, false, true)],
        }
    }

    /// Returns the orbits of the clues under the symmetry, as sets of indices. An orbit is omitted if one of its places
    /// has no clue.
    #[must_use]
    pub fn groups(self, frame: &dyn ClueFrame, clues: &[PlacedClue]) -> Vec<ClueSet> {
        let grid = frame.grid();
        let cells = |number: usize| frame.cells(clues[number]);
        let key = |mut cells: Vec<Cell>| {
            cells.sort_unstable_by_key(|&cell| grid.cell_index(cell));
            cells
        };
        let at: std::collections::HashMap<Vec<Cell>, usize> =
            (0..clues.len()).map(|number| (key(cells(number)), number)).collect();
        let mut seen = ClueSet::none(clues.len());
        let mut groups = Vec::new();
        for first in 0..clues.len() {
            if seen.has(first) {
                continue;
            }
            let mut group = vec![first];
            seen.insert(first);
            let mut is_whole = true;
            let mut next = 0;
            while let Some(&number) = group.get(next) {
                next += 1;
                let here = cells(number);
                let moves = here.first().map_or(0, |&cell| self.images(grid, cell).len());
                for turn in 0..moves {
                    let image = here.iter().map(|&cell| self.images(grid, cell)[turn]).collect();
                    match at.get(&key(image)) {
                        Some(&other) if !seen.has(other) => {
                            seen.insert(other);
                            group.push(other);
                        }
                        Some(other) => is_whole &= group.contains(other),
                        None => is_whole = false,
                    }
                }
            }
            if is_whole {
                groups.push(ClueSet::of(clues.len(), group));
            }
        }
        groups
    }
}

/// The cells where clues may, must and must not be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mask {
    /// The mark of each cell; empty if all cells are `May`.
    cells: Vec<MaskCell>,
}

/// The mark of a cell in a mask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MaskCell {
    /// The cell may have a clue.
    #[default]
    May,
    /// The cell has a clue.
    Must,
    /// The cell has no clue.
    MustNot,
}

impl Mask {
    /// Returns the mark of a cell by its number.
    #[must_use]
    pub fn at(&self, cell: usize) -> MaskCell {
        self.cells.get(cell).copied().unwrap_or_default()
    }

    /// Sets the mark of a cell.
    pub fn set(&mut self, grid: Grid, cell: Cell, what: MaskCell) {
        self.cells.resize(grid.cell_count(), MaskCell::May);
        self.cells[grid.cell_index(cell)] = what;
    }

    /// Reads a mask: one line per row, with `?` for a cell that may have a clue, `x` for a cell that has a clue and `.`
    /// for a cell that has no clue. Blanks, blank lines and text after a `#` are ignored.
    ///
    /// # Errors
    /// Returns an error with line and column if the text is invalid.
    pub fn read(text: &str, grid: Grid) -> Result<Self, UnfitError> {
        let mut cells = Vec::with_capacity(grid.cell_count());
        let mut rows = 0;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            if line.trim().is_empty() {
                continue;
            }
            let before = cells.len();
            for (column, letter) in line.chars().enumerate().filter(|(_, c)| !c.is_whitespace()) {
                cells.push(match letter {
                    '?' => MaskCell::May,
                    'x' | 'X' => MaskCell::Must,
                    '.' => MaskCell::MustNot,
                    _ => {
                        let (line, column) = (number + 1, column + 1);
                        return Err(format!(
                            "{line}:{column}: unknown symbol `{letter}`\nhelp: use `?`, `x` or `.`"
                        )
                        .into());
                    }
                });
            }
            rows += 1;
            let (found, expected) = (cells.len() - before, grid.cols());
            if found != expected {
                return Err(format!(
                    "{}: {} in a row, expected {expected}",
                    number + 1,
                    counted(found, "cell")
                )
                .into());
            }
        }
        match rows == grid.rows() {
            true => Ok(Self { cells }),
            false => {
                let lines = text.lines().count();
                Err(format!(
                    "{lines}: the mask has {}, but the puzzle has {}",
                    counted(rows, "row"),
                    grid.rows()
                )
                .into())
            }
        }
    }
}

/// A cell written as `ROW,COLUMN`, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellName(pub Cell);

impl FromStr for CellName {
    type Err = UnfitError;

    fn from_str(text: &str) -> Result<Self, UnfitError> {
        let wrong = || format!("`{text}` is not a cell\nhelp: write ROW,COLUMN, counted from 1");
        let (row, col) = text.split_once(',').ok_or_else(wrong)?;
        let number = |word: &str| word.trim().parse::<usize>().ok()?.checked_sub(1);
        match (number(row), number(col)) {
            (Some(row), Some(col)) => Ok(Self(Cell { row, col })),
            _ => Err(wrong().into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::frame::frame;
    use crate::puzzle::PuzzleKind;

    fn sizes(symmetry: Symmetry, rows: usize, cols: usize) -> Vec<usize> {
        let frame = frame(PuzzleKind::Slitherlink, rows, cols).expect("a frame");
        let clues: Vec<PlacedClue> =
            frame.possible().into_iter().filter(|clue| clue.value == 0).collect();
        let mut sizes: Vec<usize> =
            symmetry.groups(&*frame, &clues).iter().map(ClueSet::len).collect();
        sizes.sort_unstable();
        sizes
    }

    #[test]
    fn groups_are_orbits() {
        assert_eq!(sizes(Symmetry::None, 3, 3), [1; 9]);
        assert_eq!(sizes(Symmetry::Rotate2, 3, 3), [1, 2, 2, 2, 2]);
        assert_eq!(sizes(Symmetry::Rotate4, 3, 3), [1, 4, 4]);
        assert_eq!(sizes(Symmetry::Mirror, 2, 3), [1, 1, 2, 2]);
        assert_eq!(sizes(Symmetry::Both, 3, 3), [1, 2, 2, 4]);
        assert_eq!(sizes(Symmetry::Diagonal, 3, 3), [1, 1, 1, 2, 2, 2]);
    }

    #[test]
    fn an_incomplete_orbit_is_omitted() {
        let frame = frame(PuzzleKind::Slitherlink, 2, 2).expect("a frame");
        let clues = [0, 1, 3].map(|place| PlacedClue { place, value: 1 });
        let groups = Symmetry::Rotate2.groups(&*frame, &clues);
        assert_eq!(groups, [ClueSet::of(3, [0, 2])]);
        // three of the four corners form no orbit: their orbit lacks the fourth corner, and no corner is an orbit of
        // its own
        let clues = [0, 1, 2].map(|place| PlacedClue { place, value: 1 });
        assert_eq!(Symmetry::Rotate4.groups(&*frame, &clues), []);
    }

    #[test]
    fn an_invalid_mask_is_rejected_with_its_position() {
        let grid = Grid::new(2, 2).expect("a size");
        let mask = Mask::read("? x\n\n.? # a comment\n", grid).expect("a mask");
        use MaskCell::{May, Must, MustNot};
        assert_eq!([0, 1, 2, 3].map(|cell| mask.at(cell)), [May, Must, MustNot, May]);
        for (text, wrong) in [
            ("?x\n.a\n", "2:2: unknown symbol `a`"),
            ("?x\n.\n", "2: 1 cell"),
            ("?x\n", "1: the mask has 1 row,"),
        ] {
            assert!(Mask::read(text, grid).expect_err(text).to_string().contains(wrong));
        }
    }
}
