//! Local arguments for rules about graphs that the values of cells make.
//!
//! A rule becomes facts about the puzzle, which `rules.txt` states for the checker in Python: classes of atoms whose cells
//! are connected, cells beside which groups are counted, slopes, and clues that bridges join. A fact is broken if no
//! completion of a drawing obeys it, which a walk shows: over what is drawn, or over what may still be drawn. For example,
//! two cells of a class are in different components of the cells that may be of the class.

use encycle_encodings::grid::{Cell, DisjointSets, Grid, components, reached};
use encycle_encodings::kinds::codec::ClueSymbol;
use encycle_encodings::kinds::written::WrittenPuzzle;
use encycle_encodings::rules::value_graphs::ValueRule;

/// What a rule says about a part of the drawing.
pub(super) enum GraphFact {
    /// The cells of these true atoms are connected by their sides.
    Joined(Vec<usize>),
    /// The groups of shaded cells beside a cell have so many cells.
    Counted { cell: usize, number: usize },
    /// The slopes have no cycle.
    Slopes,
    /// Bridges connect these cells.
    Bridges(Vec<usize>),
}

/// The values of cells, as far as they are known.
pub(super) struct KnownValues<'a> {
    grid: Grid,
    /// The number of values of a cell.
    values: usize,
    known: &'a [Option<bool>],
}

/// Returns the number of values of a cell.
fn value_count(puzzle: &WrittenPuzzle) -> usize {
    match puzzle {
        WrittenPuzzle::Cells(cells) => cells.values() as usize,
        WrittenPuzzle::Loop(_) => 1,
    }
}

/// Returns what a rule says.
pub(super) fn graph_facts(puzzle: &WrittenPuzzle, rule: ValueRule) -> Vec<GraphFact> {
    let (count, clues) = (value_count(puzzle), &puzzle.clues().cells);
    let cells = 0..puzzle.clues().grid().cell_count();
    let all = |cell: usize| cell * count..(cell + 1) * count;
    match rule {
        ValueRule::ConnectedValues => (0..count)
            .map(|value| {
                GraphFact::Joined(cells.clone().map(|cell| cell * count + value).collect())
            })
            .collect(),
        ValueRule::ConnectedFilled => vec![GraphFact::Joined(cells.flat_map(all).collect())],
        ValueRule::ConnectedInRooms => {
            let rooms = clues.regions().cells().into_iter();
            let grid = puzzle.clues().grid();
            let atoms = |room: Vec<Cell>| {
                room.into_iter().flat_map(|cell| all(grid.cell_index(cell))).collect()
            };
            rooms.map(|room| GraphFact::Joined(atoms(room))).collect()
        }
        ValueRule::CountedGroups => {
            let number = |(cell, symbol): (usize, &Option<ClueSymbol>)| match *symbol {
                Some(ClueSymbol::Number(number) | ClueSymbol::Letter(_, Some(number))) => {
                    Some(GraphFact::Counted { cell, number: number as usize })
                }
                _ => None,
            };
            clues.symbols.iter().enumerate().filter_map(number).collect()
        }
        ValueRule::Slopes => vec![GraphFact::Slopes],
        ValueRule::Bridges => {
            vec![GraphFact::Bridges(cells.filter(|&cell| clues.symbols[cell].is_some()).collect())]
        }
    }
}

impl GraphFact {
    /// Returns the words of the fact in `rules.txt`.
    pub fn text(&self, grid: Grid, name: &dyn Fn(usize) -> String) -> String {
        let place = |cell: &usize| {
            let Cell { row, col } = grid.cell_at(*cell);
            format!(" {}_{}", row + 1, col + 1)
        };
        match self {
            Self::Joined(atoms) => {
                let names: Vec<String> = atoms.iter().map(|&atom| name(atom)).collect();
                format!("joined {}", names.join(" "))
            }
            Self::Counted { cell, number } => format!("counted{} {number}", place(cell)),
            Self::Slopes => "slopes".to_owned(),
            Self::Bridges(clues) => {
                "bridges".to_owned() + &clues.iter().map(place).collect::<String>()
            }
        }
    }

    /// Returns whether no completion of a drawing obeys the fact.
    pub fn is_broken(&self, drawing: &KnownValues<'_>) -> bool {
        match self {
            Self::Joined(atoms) => drawing.is_apart(atoms),
            Self::Counted { cell, number } => {
                let group = |may: fn(Option<bool>) -> bool| drawing.group(*cell, may);
                group(|known| known == Some(true)) > *number
                    || group(|known| known != Some(false)) < *number
            }
            Self::Slopes => drawing.has_cycle(),
            Self::Bridges(clues) => drawing.has_islands(clues),
        }
    }
}

impl<'a> KnownValues<'a> {
    pub fn new(puzzle: &WrittenPuzzle, known: &'a [Option<bool>]) -> Self {
        Self { grid: puzzle.clues().grid(), values: value_count(puzzle), known }
    }

    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> {
        let grid = self.grid;
        grid.neighbours(grid.cell_at(cell)).map(move |next| grid.cell_index(next))
    }

    fn is_apart(&self, atoms: &[usize]) -> bool {
        let cell = |atom: &usize| atom / self.values;
        let mut used: Vec<usize> =
            atoms.iter().filter(|&&atom| self.known[atom] == Some(true)).map(cell).collect();
        used.dedup();
        if used.len() < 2 {
            return false;
        }
        let mut is_open = vec![false; self.grid.cell_count()];
        let open = atoms.iter().filter(|&&atom| self.known[atom] != Some(false)).map(cell);
        open.for_each(|cell| is_open[cell] = true);
        let parts =
            components(is_open.len(), |cell| is_open[cell], |cell| self.beside(cell)).numbers;
        used.iter().any(|&cell| parts[cell] != parts[used[0]])
    }

    /// Returns the number of cells in the groups of shaded cells beside a cell, without this cell.
    fn group(&self, cell: usize, may_be_shaded: fn(Option<bool>) -> bool) -> usize {
        let beside = |from: usize| {
            self.beside(from).filter(|&next| next != cell && may_be_shaded(self.known[next]))
        };
        reached(self.grid.cell_count(), beside(cell), beside).iter().filter(|&&is_in| is_in).count()
    }

    /// Returns whether two ends of a slope are connected by the slopes before it.
    fn has_cycle(&self) -> bool {
        let width = self.grid.cols() + 1;
        let mut joined = DisjointSets::new(width * (self.grid.rows() + 1));
        (0..self.known.len()).filter(|&atom| self.known[atom] == Some(true)).any(|atom| {
            let Cell { row, col } = self.grid.cell_at(atom / self.values);
            let corner = row * width + col;
            let ends = match atom % self.values {
                0 => [corner + 1, corner + width],
                _ => [corner, corner + width + 1],
            };
            let [first, second] = ends.map(|end| joined.find(end as u32));
            joined.join(first, second);
            first == second
        })
    }

    /// Returns whether the bridges that may be drawn leave some clues apart.
    fn has_islands(&self, clues: &[usize]) -> bool {
        let mut beside: Vec<Vec<usize>> = vec![Vec::new(); self.grid.cell_count()];
        for &clue in clues {
            let Cell { row, col } = self.grid.cell_at(clue);
            let right = (col + 1..self.grid.cols()).map(|col| Cell { row, col });
            let down = (row + 1..self.grid.rows()).map(|row| Cell { row, col });
            self.add_bridge(clue, right, 0, clues, &mut beside);
            self.add_bridge(clue, down, 2, clues, &mut beside);
        }
        let is_clue = |cell: usize| clues.binary_search(&cell).is_ok();
        components(beside.len(), is_clue, |cell| beside[cell].iter().copied()).count > 1
    }

    /// Adds the bridge from a clue along some cells, whose values are the two from `least`, if it may be drawn.
    fn add_bridge(
        &self,
        clue: usize,
        cells: impl Iterator<Item = Cell>,
        least: usize,
        clues: &[usize],
        beside: &mut [Vec<usize>],
    ) {
        let cells: Vec<usize> = cells.map(|cell| self.grid.cell_index(cell)).collect();
        let Some(length) = cells.iter().position(|cell| clues.binary_search(cell).is_ok()) else {
            return;
        };
        let may_carry = |cell: &usize| {
            let atoms = (least..self.values.min(least + 2)).map(|value| cell * self.values + value);
            atoms.into_iter().any(|atom| self.known[atom] != Some(false))
        };
        if length > 0 && cells[..length].iter().all(may_carry) {
            beside[clue].push(cells[length]);
            beside[cells[length]].push(clue);
        }
    }
}
