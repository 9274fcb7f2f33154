//! Nurikabe: the known parts of islands, and the cells to which they can grow.

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::nurikabe::{IslandClue, Nurikabe};

use crate::deduce::clauses::named::{Known, TechniqueFinding};

/// The mark of a cell that is in no part.
const NONE: usize = usize::MAX;

/// A connected part of the cells that are known to be unshaded.
pub(super) struct IslandPart {
    pub cells: Vec<usize>,
    /// The cell of the clue, if the part has one.
    pub clue: Option<usize>,
    /// The number of the clue; `None` for `?` and without a clue.
    pub size: Option<usize>,
}

impl IslandPart {
    /// Returns whether the island certainly has further cells: the part has no clue, or fewer cells than its clue says.
    fn is_incomplete(&self) -> bool {
        self.clue.is_none() || self.size.is_some_and(|size| self.cells.len() < size)
    }

    /// Returns the maximum number of cells that the island can have.
    fn limit(&self) -> usize {
        self.size.unwrap_or(usize::MAX)
    }
}

/// The parts of a puzzle. Cells with a clue count as unshaded, even if the known atoms do not say so yet.
pub(super) struct KnownIslands<'a> {
    pub grid: Grid,
    pub known: Known<'a>,
    /// The neighbors of each cell.
    pub neighbours: Vec<Vec<usize>>,
    pub parts: Vec<IslandPart>,
    /// The part of each cell, or `NONE`.
    part_of: Vec<usize>,
    clues: &'a [Option<IslandClue>],
}

impl<'a> KnownIslands<'a> {
    /// Finds the parts.
    pub fn new(nurikabe: &'a Nurikabe, known: Known<'a>) -> Self {
        let grid = nurikabe.grid();
        let neighbours = |cell| grid.neighbours(cell).map(|beside| grid.cell_index(beside));
        let mut islands = Self {
            grid,
            known,
            neighbours: grid.cells().map(|cell| neighbours(cell).collect()).collect(),
            parts: Vec::new(),
            part_of: vec![NONE; grid.cell_count()],
            clues: nurikabe.clues(),
        };
        for start in 0..grid.cell_count() {
            if islands.part_of[start] == NONE && islands.is_unshaded(start) {
                let part = islands.part(start);
                islands.parts.push(part);
            }
        }
        islands
    }

    /// Collects the part of a cell.
    fn part(&mut self, start: usize) -> IslandPart {
        let number = self.parts.len();
        let (mut cells, mut from) = (vec![start], 0);
        self.part_of[start] = number;
        while let Some(&cell) = cells.get(from) {
            from += 1;
            for &next in &self.neighbours[cell] {
                if self.part_of[next] == NONE && self.is_unshaded(next) {
                    self.part_of[next] = number;
                    cells.push(next);
                }
            }
        }
        let clue = cells.iter().copied().find(|&cell| self.clues[cell].is_some());
        let size = match clue.and_then(|clue| self.clues[clue]) {
            Some(IslandClue::Cells(size)) => Some(size as usize),
            _ => None,
        };
        IslandPart { cells, clue, size }
    }

    fn is_unshaded(&self, cell: usize) -> bool {
        self.known[cell] == Some(false) || self.clues[cell].is_some()
    }

    /// Returns the part of a cell, if it is known to be unshaded.
    pub fn part_at(&self, cell: usize) -> Option<&IslandPart> {
        self.parts.get(self.part_of[cell])
    }

    pub fn is_open(&self, cell: usize) -> bool {
        self.known[cell].is_none() && self.part_of[cell] == NONE
    }

    /// Returns the open cells next to a part, without duplicates.
    fn exits(&self, part: &IslandPart) -> Vec<usize> {
        let beside = part.cells.iter().flat_map(|&cell| &self.neighbours[cell]);
        let mut exits: Vec<usize> = beside.copied().filter(|&cell| self.is_open(cell)).collect();
        exits.sort_unstable();
        exits.dedup();
        exits
    }

    /// Returns whether an island with this clue may contain the cell: the cell is not shaded, and neither the cell nor
    /// a neighbor belongs to the part of another clue.
    pub fn may_contain(&self, clue: usize, cell: usize) -> bool {
        let is_own = |cell: usize| {
            self.part_at(cell).is_none_or(|part| part.clue.is_none_or(|other| other == clue))
        };
        self.known[cell] != Some(true)
            && is_own(cell)
            && self.neighbours[cell].iter().all(|&beside| is_own(beside))
    }

    /// Returns the cells that the island of a part with a clue can reach without the cell `without`. The path to each
    /// of these cells is short enough that part and path together have no more cells than the clue says.
    pub fn reach(&self, part: &IslandPart, without: Option<usize>) -> Vec<usize> {
        let Some(clue) = part.clue else { return Vec::new() };
        let mut seen = vec![false; self.part_of.len()];
        let mut reached = part.cells.clone();
        reached.iter().for_each(|&cell| seen[cell] = true);
        let (mut from, mut count) = (0, part.cells.len());
        while count < part.limit() && from < reached.len() {
            let layer = from..reached.len();
            from = reached.len();
            for place in layer {
                for &next in &self.neighbours[reached[place]] {
                    let is_new = !seen[next] && Some(next) != without;
                    if is_new && self.may_contain(clue, next) {
                        seen[next] = true;
                        reached.push(next);
                    }
                }
            }
            count += 1;
        }
        reached
    }

    /// Finds an incomplete part with a single open neighbor. The island must grow through this cell, so it is unshaded.
    pub fn expansion(&self) -> Option<TechniqueFinding> {
        self.parts.iter().filter(|part| part.is_incomplete()).find_map(|part| {
            let start = self.grid.cell_at(part.cells[0]);
            match self.exits(part)[..] {
                [] => Some(TechniqueFinding::contradiction(
                    start,
                    "an island without a way out".to_owned(),
                )),
                [only] => TechniqueFinding::new(self.known, start, [(only, false)], || {
                    format!("the island at {start} has only one way out")
                }),
                _ => None,
            }
        })
    }

    /// Finds an island that lacks one cell and has two open neighbors a and b. Whichever of them is the last cell, a
    /// common neighbor of both is next to the complete island, so it is shaded:
    ///
    /// ```text
    /// . # .
    /// # 2 a
    /// . b ?      `?` is shaded
    /// ```
    pub fn two_ways_out(&self) -> Option<TechniqueFinding> {
        let lacks_one = |part: &&IslandPart| part.size == Some(part.cells.len() + 1);
        self.parts.iter().filter(lacks_one).find_map(|part| {
            let [one, other] = self.exits(part)[..] else { return None };
            let is_common = |cell: &&usize| self.neighbours[other].contains(cell);
            let common = self.neighbours[one].iter().filter(is_common);
            let facts = common.filter(|&&cell| self.is_open(cell)).map(|&cell| (cell, true));
            let start = self.grid.cell_at(part.cells[0]);
            TechniqueFinding::new(self.known, start, facts, || {
                let [one, other] = [one, other].map(|cell| self.grid.cell_at(cell));
                format!("the last cell of the island at {start} is {one} or {other}")
            })
        })
    }

    /// Finds a cell that no island can reach. Such a cell is shaded.
    pub fn unreachable(&self) -> Option<TechniqueFinding> {
        let mut reached = vec![false; self.part_of.len()];
        for part in &self.parts {
            self.reach(part, None).into_iter().for_each(|cell| reached[cell] = true);
        }
        let is_lost = |&cell: &usize| !reached[cell] && self.known[cell] != Some(true);
        (0..reached.len()).filter(is_lost).find_map(|cell| {
            let place = self.grid.cell_at(cell);
            TechniqueFinding::new(self.known, place, [(cell, true)], || {
                format!("no island reaches {place}")
            })
        })
    }

    /// Finds unshaded cells: cells without which an island cannot have enough cells, or without which no clue reaches
    /// the known unshaded cells of some part.
    pub fn continuity(&self) -> Option<TechniqueFinding> {
        let with_clue = self.parts.iter().filter(|part| part.clue.is_some());
        let mut small = with_clue.clone().filter(|part| part.is_incomplete());
        let of_island = small.find_map(|part| {
            let size = part.size?;
            let start = self.grid.cell_at(part.cells[0]);
            let reach = self.reach(part, None);
            if reach.len() < size {
                let why = format!("the island at {start} has no room");
                return Some(TechniqueFinding::contradiction(start, why));
            }
            let is_needed =
                |cell: &usize| self.is_open(*cell) && self.reach(part, Some(*cell)).len() < size;
            let facts = reach.into_iter().filter(is_needed).map(|cell| (cell, false));
            TechniqueFinding::new(self.known, start, facts, || {
                format!("the island at {start} would have no room otherwise")
            })
        });
        of_island.or_else(|| {
            self.parts.iter().filter(|part| part.clue.is_none()).find_map(|part| {
                let cell = part.cells[0];
                let start = self.grid.cell_at(cell);
                let reaching: Vec<(&IslandPart, Vec<usize>)> = with_clue
                    .clone()
                    .map(|island| (island, self.reach(island, None)))
                    .filter(|(_, reach)| reach.contains(&cell))
                    .collect();
                let ways = reaching.iter().flat_map(|(_, reach)| reach);
                let mut open: Vec<usize> =
                    ways.copied().filter(|&cell| self.is_open(cell)).collect();
                open.sort_unstable();
                open.dedup();
                let is_needed = |without: &usize| {
                    let mut islands = reaching.iter();
                    !islands.any(|(island, _)| self.reach(island, Some(*without)).contains(&cell))
                };
                let facts = open.into_iter().filter(is_needed).map(|cell| (cell, false));
                TechniqueFinding::new(self.known, start, facts, || {
                    format!("no clue would reach the unshaded cells at {start} otherwise")
                })
            })
        })
    }
}
