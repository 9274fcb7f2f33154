//! When a sweep and repairs are worth their time.

/// The first round whose model is repaired in a large grid that is not sparse.
const FIRST_REPAIR_LARGE: usize = 8;

/// The first round whose model is repaired in a small grid. No published puzzle needs more rounds than this.
const FIRST_REPAIR_SMALL: usize = 256;

/// The number of cells of a puzzle and of their clues, and the bounds of its kind: the schedule follows from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepairSchedule {
    /// The number of cells.
    pub cells: usize,
    /// The number of cells with a clue.
    pub clues: usize,
    /// The number of cells of a large grid.
    pub large: usize,
    /// A large grid with at most this percentage of clues is sparse: its first model has many stray parts, and it hardly
    /// ever has one solution only. `None` if such puzzles may be unique.
    pub sparse_percent: Option<usize>,
    /// The first model of a large grid with at most this percentage of clues is made by a sweep. With more clues, unit
    /// propagation and a few conflicts find it, and the search for a second solution takes most of the time.
    pub sweep_percent: usize,
}

impl RepairSchedule {
    /// Returns the first round whose model is worth a repair.
    #[must_use]
    pub fn first_repair(self) -> usize {
        match self.cells >= self.large {
            false => FIRST_REPAIR_SMALL,
            true if self.sparse_percent.is_some_and(|percent| self.has_at_most(percent)) => 1,
            true => FIRST_REPAIR_LARGE,
        }
    }

    /// Returns whether the first model is worth a sweep.
    #[must_use]
    pub fn is_worth_sweeping(self) -> bool {
        self.cells >= self.large && self.has_at_most(self.sweep_percent)
    }

    fn has_at_most(self, percent: usize) -> bool {
        self.clues * 100 <= self.cells * percent
    }
}
