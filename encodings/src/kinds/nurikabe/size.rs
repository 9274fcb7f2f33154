//! The rule that the island of a `?` has a given number of cells, in the variables of a puzzle in which it may have any.

use crate::grid::Cell;
use crate::kinds::nurikabe::islands::Islands;
use crate::kinds::nurikabe::{IslandClue, Nurikabe};
use crate::logic::{Constraint, ConstraintSink, Counter, Lit, Origin};

/// The rule that an island has a given number of cells. Generators add it to the encoding of a puzzle on a condition.
#[derive(Clone, Debug)]
pub struct IslandSize {
    /// The cells out of reach for an island of this size.
    far: Vec<Lit>,
    /// The count; `None` if too few cells are within reach.
    counter: Option<Counter>,
    origin: Origin,
}

impl Nurikabe {
    /// Returns the rule that the island of a `?` has this number of cells, in the variables of the encodings of this puzzle.
    /// Returns `None` for a cell without a `?`.
    #[must_use]
    pub fn island_size(&self, cell: Cell, number: u32) -> Option<IslandSize> {
        let index = self.grid().cell_index(cell);
        let islands = Islands::of(self);
        let island = islands.all.iter().find(|one| one.clue == index && one.size.is_none())?;
        let mut clues = self.clues().to_vec();
        clues[index] = Some(IslandClue::Cells(number));
        let numbered = Islands::of(&Self::new(self.grid(), clues).ok()?);
        let within = numbered.all.into_iter().find(|one| one.clue == index)?;
        let origin = Origin::new("size", cell.into());
        let literals =
            |cells: &[usize]| cells.iter().filter_map(|&cell| island.literal(cell)).collect();
        let far: Vec<usize> =
            island.cells.iter().copied().filter(|&cell| within.literal(cell).is_none()).collect();
        let counter = Counter {
            literals: literals(&within.cells),
            count: number as usize,
            origin,
            name: format!("size_{}_{}", cell.row + 1, cell.col + 1),
        };
        let counter = (!within.lacks_room()).then_some(counter);
        Some(IslandSize { far: literals(&far), counter, origin })
    }
}

impl IslandSize {
    /// Returns the number of variables.
    #[must_use]
    pub fn variable_count(&self) -> usize {
        self.counter.as_ref().map_or(0, Counter::variable_count)
    }

    /// Creates the variables.
    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        self.counter.iter().for_each(|counter| counter.variables(sink));
    }

    /// Adds the constraints; `first` is the number of the first variable.
    pub fn constraints(&self, first: u32, sink: &mut dyn ConstraintSink) {
        for &cell in &self.far {
            sink.constraint(Constraint::Clause(&[!cell]), self.origin);
        }
        match &self.counter {
            Some(counter) => counter.constraints(first, sink),
            None => sink.constraint(Constraint::Clause(&[]), self.origin),
        }
    }
}
