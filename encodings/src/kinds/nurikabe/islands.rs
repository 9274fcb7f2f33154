//! The cells that the island of each clue may have, and their variables; and the rule that the island of a `?` has a given
//! number of cells, in the variables of a puzzle in which it may have any.

use crate::grid::{Cell, Grid};
use crate::kinds::nurikabe::{IslandClue, Nurikabe};
use crate::logic::{ConstraintSink, Counter, Lit, Origin};
use crate::rules::one_path::counted::{Counted, TrueCount};

/// A clue and the cells that its island may have.
pub(super) struct Island {
    /// The cell of the clue.
    pub clue: usize,
    /// The number of cells, if it is given.
    pub size: Option<usize>,
    /// The cells within reach, in ascending order.
    pub cells: Vec<usize>,
    /// The number of the first variable, which is that of the first cell.
    pub first: u32,
}

impl Island {
    /// Returns the literal *the cell belongs to this island*, or `None` if the cell is out of reach.
    pub fn literal(&self, cell: usize) -> Option<Lit> {
        let place = self.cells.binary_search(&cell).ok()?;
        Some(Lit::positive(self.first + place as u32))
    }

    /// Returns whether the cell, if it belongs to the island, has a neighbour in it: unless the island is only this cell.
    pub fn has_neighbour(&self, cell: usize) -> bool {
        match self.size {
            Some(size) => size > 1,
            None => cell != self.clue,
        }
    }

    /// Returns whether there are fewer cells within reach than the island has.
    pub fn lacks_room(&self) -> bool {
        self.size.is_some_and(|size| self.cells.len() < size)
    }
}

/// The islands of all clues.
pub(super) struct Islands {
    grid: Grid,
    pub all: Vec<Island>,
}

impl Islands {
    /// Finds the cells within reach of each clue: those at a distance of less than the number, by a way through cells that
    /// are not clues and not beside another clue.
    pub fn of(puzzle: &Nurikabe) -> Self {
        let grid = puzzle.grid();
        // the clue in or beside each cell, and whether there is more than one
        let mut near: Vec<(Option<usize>, bool)> = vec![(None, false); grid.cell_count()];
        let clues: Vec<usize> =
            (0..grid.cell_count()).filter(|&cell| puzzle.clues()[cell].is_some()).collect();
        for &clue in &clues {
            let cell = grid.cell_at(clue);
            for beside in grid.neighbours(cell).chain([cell]) {
                let entry = &mut near[grid.cell_index(beside)];
                *entry = (Some(clue), entry.0.is_some());
            }
        }
        let mut first = grid.cell_count() as u32;
        let mut seen = vec![usize::MAX; grid.cell_count()];
        let mut all = Vec::with_capacity(clues.len());
        for clue in clues {
            let size = match puzzle.clue(grid.cell_at(clue)) {
                Some(IslandClue::Cells(number)) => Some(number as usize),
                _ => None,
            };
            let is_open = |cell: usize| match near[cell] {
                (None, _) => true,
                (Some(beside), several) => beside == clue && !several,
            };
            let mut cells = vec![clue];
            seen[clue] = clue;
            let (mut from, mut distance) = (0, 1);
            while from < cells.len() && size.is_none_or(|size| distance < size) {
                let layer = from..cells.len();
                from = cells.len();
                for place in layer {
                    for next in grid.neighbours(grid.cell_at(cells[place])) {
                        let next = grid.cell_index(next);
                        if seen[next] != clue && is_open(next) {
                            seen[next] = clue;
                            cells.push(next);
                        }
                    }
                }
                distance += 1;
            }
            cells.sort_unstable();
            let count = cells.len() as u32;
            all.push(Island { clue, size, cells, first });
            first += count;
        }
        Self { grid, all }
    }

    /// Returns the number of variables *a cell belongs to an island*.
    pub fn variable_count(&self) -> usize {
        self.all.iter().map(|island| island.cells.len()).sum()
    }

    /// Returns the number of the first variable of the counts of [`Self::choices`].
    pub fn first_of_choices(&self) -> u32 {
        (self.grid.cell_count() + self.variable_count()) as u32
    }

    /// Creates the variables *a cell belongs to an island*.
    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        for (number, island) in self.all.iter().enumerate() {
            for &cell in &island.cells {
                let Cell { row, col } = self.grid.cell_at(cell);
                let name = format_args!("island_{}_{}_{}", number + 1, row + 1, col + 1);
                sink.variable("island", name);
            }
        }
    }

    /// Returns for each cell the count *it is shaded or in one island*.
    pub fn choices(&self) -> Vec<Counted> {
        let choice = |cell: usize| {
            let Cell { row, col } = self.grid.cell_at(cell);
            Counted {
                literals: vec![Lit::positive(cell as u32)],
                count: TrueCount::One,
                origin: Origin::new("one", Cell { row, col }.into()),
                name: format!("one_{}_{}", row + 1, col + 1),
            }
        };
        let mut choices: Vec<Counted> = (0..self.grid.cell_count()).map(choice).collect();
        for island in &self.all {
            for (place, &cell) in island.cells.iter().enumerate() {
                choices[cell].literals.push(Lit::positive(island.first + place as u32));
            }
        }
        choices
    }

    /// Returns the counts of the cells of the islands with a number.
    pub fn counters(&self) -> Vec<Counter> {
        let counter = |(number, island): (usize, &Island)| {
            let count = island.size.filter(|_| !island.lacks_room())?;
            Some(Counter {
                literals: (0..island.cells.len() as u32)
                    .map(|place| Lit::positive(island.first + place))
                    .collect(),
                count,
                origin: Origin::new("size", self.grid.cell_at(island.clue).into()),
                name: format!("size_{}", number + 1),
            })
        };
        self.all.iter().enumerate().filter_map(counter).collect()
    }
}

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
            sink.add_clause(&[!cell], self.origin);
        }
        match &self.counter {
            Some(counter) => counter.constraints(first, sink),
            None => sink.add_clause(&[], self.origin),
        }
    }
}
