//! The sides of a cell.

use crate::grid::Isometry;

/// A side of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side toward the row above.
    Up,
    /// The side toward the row below.
    Down,
    /// The side toward the column to the left.
    Left,
    /// The side toward the column to the right.
    Right,
}

impl Side {
    /// The two axes, each as its two sides.
    pub const AXES: [[Self; 2]; 2] = [[Self::Left, Self::Right], [Self::Up, Self::Down]];

    /// All sides.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// Returns the name of the side, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// Returns the image of the side under an isometry of a grid.
    #[must_use]
    pub fn image(self, isometry: Isometry) -> Self {
        let flipped = match self {
            Self::Up if isometry.flips_rows => Self::Down,
            Self::Down if isometry.flips_rows => Self::Up,
            Self::Left if isometry.flips_cols => Self::Right,
            Self::Right if isometry.flips_cols => Self::Left,
            side => side,
        };
        match flipped {
            side if !isometry.transposes => side,
            Self::Up => Self::Left,
            Self::Left => Self::Up,
            Self::Down => Self::Right,
            Self::Right => Self::Down,
        }
    }
}
