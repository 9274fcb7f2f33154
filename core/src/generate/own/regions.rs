//! The generator of written kinds that draw regions around clues.
//!
//! It begins with a grid in which each cell has the same clue, so that each is a region of its own, or in none. Most changes
//! merge regions that touch: the regions are then known, so only the clue is to be found, and one test suffices for many
//! merges. Other changes join cells at random, and a solver finds the regions; so they reach divisions that no merges do. What a
//! solution decides, such as the size of a region, is written when the solution is known: before, the cell has a clue about
//! which no rule says anything. A change is kept if the puzzle then has one solution; the last of these puzzles that the
//! techniques solve is the result.

use std::collections::HashMap;

use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::codec::ClueSymbol;
use encycle_encodings::kinds::written::{WrittenClues, WrittenKind, WrittenPuzzle};
use encycle_encodings::puzzle::Solution;
use rand::RngExt as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand_pcg::Pcg64Mcg;

use crate::generate::error::GenerateError;
use crate::generate::frame::{CluePlace, PlaceClue};
use crate::generate::options::GeneratedPuzzle;
use crate::generate::own::scratch::ScratchTests;
use crate::generate::own::written;
use crate::puzzle::{Puzzle, PuzzleKind};

/// The maximum number of cells that a change joins.
const MOST_JOINED: usize = 6;

/// One of as many changes joins random cells instead of regions.
const JOINED: usize = 4;

/// The number of cells for each change of the first batch.
const BATCH: usize = 2;

/// The number of changes in vain after which the puzzle is finished, and the number of clues for each more.
const IN_VAIN: usize = 6;
const CLUES_IN_VAIN: usize = 4;

/// A number is tried later if it is greater than this and twice the size of the region.
const SMALL: usize = 4;

/// The number of tries to merge two regions, for each pair of a batch.
const TRIES: usize = 4;

/// A kind whose cells may have a clue that is still open.
struct OpenKind {
    kind: WrittenKind,
    /// The kind with the open clue.
    open: WrittenKind,
    clue: ClueSymbol,
}

/// Generates a puzzle. Returns `None` if this attempt fails.
pub(super) fn regions(
    tests: &mut ScratchTests<'_>,
    random: &mut Pcg64Mcg,
) -> Result<Option<GeneratedPuzzle>, GenerateError> {
    let PuzzleKind::Written(kind) = tests.options.kind else { return Ok(None) };
    let grid = tests.grid()?;
    let Some((open, letter)) = kind.with_silent_clue() else {
        return written::written(tests, random);
    };
    let open = OpenKind { kind, open, clue: ClueSymbol::Letter(letter, None) };
    let letters = (0..kind.codec.alphabet.letters.len()).map(|one| ClueSymbol::Letter(one, None));
    let symbols: Vec<ClueSymbol> = letters.chain([open.clue]).collect();
    let mut division = symbols.iter().rev().find_map(|&symbol| open.divided(grid, symbol));
    for &symbol in symbols.iter().rev() {
        if division.is_none() {
            let clues = open.filled(grid, symbol);
            division = open.completed(&clues, tests, random)?;
        }
    }
    let Some(mut division) = division else { return written::written(tests, random) };
    let (mut history, mut shapes) = (vec![division.clone()], Shapes::default());
    // the number of changes at once
    let mut batch = grid.cell_count().div_ceil(BATCH);
    let mut in_vain = 0;
    while in_vain < IN_VAIN + division.clue_count() / CLUES_IN_VAIN {
        let changed = match random.random_range(0..JOINED) {
            0 => open.joined(&division, &symbols, tests, random)?,
            _ => open.merged(&division, batch, &mut shapes, tests, random)?,
        };
        match changed {
            Some(changed) => {
                (division, in_vain) = (changed, 0);
                history.push(division.clone());
            }
            None if batch > 1 => batch /= 2,
            None => in_vain += 1,
        }
    }
    let deduced = last_deduced(kind, &history, tests)?;
    Ok(deduced.and_then(|Division { clues, solution }| {
        let count = written::clue_count(&clues);
        let puzzle = WrittenPuzzle::new(kind, clues).ok()?;
        Some(tests.unique(Puzzle::Written(puzzle), solution, count))
    }))
}

/// Returns the last of some divisions that the required techniques find, by bisection. Each has one solution.
fn last_deduced(
    kind: WrittenKind,
    history: &[Division],
    tests: &mut ScratchTests<'_>,
) -> Result<Option<Division>, GenerateError> {
    let (mut low, mut high) = (0, history.len());
    let mut tried = high - 1;
    while low < high {
        let Division { clues, solution } = &history[tried];
        match written::test(tests, kind, clues, solution)? {
            true => low = tried + 1,
            false => high = tried,
        }
        tried = (low + high) / 2;
    }
    Ok(low.checked_sub(1).map(|last| history[last].clone()))
}

/// Returns random connected cells in random order.
fn joined_cells(grid: Grid, random: &mut Pcg64Mcg) -> Vec<usize> {
    let count = random.random_range(2..=MOST_JOINED);
    let mut cells = vec![random.random_range(0..grid.cell_count())];
    while cells.len() < count {
        let beside = cells.iter().flat_map(|&cell| grid.neighbours(grid.cell_at(cell)));
        let beside = beside.map(|cell| grid.cell_index(cell));
        let new: Vec<usize> = beside.filter(|cell| !cells.contains(cell)).collect();
        let Some(&next) = new.choose(random) else { break };
        cells.push(next);
    }
    cells.shuffle(random);
    cells
}

/// Clues and the regions around them, which are the only solution.
#[derive(Clone)]
struct Division {
    clues: WrittenClues,
    solution: Solution,
}

impl Division {
    fn clue_count(&self) -> usize {
        self.clues.cells.symbols.iter().flatten().count()
    }

    /// Returns the division after some cells have become a region with this clue at one of them.
    fn with_region(
        &self,
        owners: &[Option<usize>],
        cells: &[usize],
        at: usize,
        clue: ClueSymbol,
    ) -> Self {
        let (mut clues, mut owners) = (self.clues.clone(), owners.to_vec());
        for &cell in cells {
            (clues.cells.symbols[cell], owners[cell]) = (None, Some(at));
        }
        clues.cells.symbols[at] = Some(clue);
        let solution = solution_of(&clues, &owners);
        Self { clues, solution }
    }

    /// Returns the cell with the clue of the region of each cell, if it is in one.
    fn owners(&self) -> Vec<Option<usize>> {
        let symbols = self.clues.cells.symbols.iter().enumerate();
        let owners: Vec<usize> =
            symbols.filter(|(_, symbol)| symbol.is_some()).map(|(cell, _)| cell).collect();
        let count = owners.len().max(1);
        let of_cell = |values: &[bool]| Some(owners[values.iter().position(|&value| value)?]);
        self.solution.atoms().chunks(count).map(of_cell).collect()
    }
}

/// What is known of regions of a shape.
#[derive(Default)]
struct KnownShape {
    /// How often a region of the shape broke a rule.
    broken: u32,
    /// Clues that held: the place of the cell in the region, row by row, and the symbol.
    clues: Vec<(usize, ClueSymbol)>,
}

/// The known shapes, each by its cells.
#[derive(Default)]
struct Shapes {
    known: HashMap<Vec<(usize, usize)>, KnownShape>,
    /// How often a region that is not a rectangle broke a rule, and how often it broke none.
    irregular: (u32, u32),
}

/// The number of regions that are no rectangles and must break a rule before only rectangles are tried.
const FAILED_IRREGULAR: u32 = 6;

impl Shapes {
    /// Returns what is known of a shape, or `None` if it is given up.
    fn promising(&mut self, shape: &[(usize, usize)]) -> Option<&mut KnownShape> {
        if !is_rectangle(shape) && self.irregular.0 >= FAILED_IRREGULAR && self.irregular.1 == 0 {
            return None;
        }
        let known = self.known.entry(shape.to_vec()).or_default();
        (!known.clues.is_empty() || known.broken < FAILED_SHAPES).then_some(known)
    }

    /// Notes whether a region of a shape with a clue at a place broke no rule.
    fn note(&mut self, shape: &[(usize, usize)], clue: Option<(usize, ClueSymbol)>) {
        let (broken, solved) = &mut self.irregular;
        if !is_rectangle(shape) {
            *(if clue.is_some() { solved } else { broken }) += 1;
        }
        let known = self.known.entry(shape.to_vec()).or_default();
        match clue {
            Some(clue) => known.clues.push(clue),
            None => known.broken += 1,
        }
    }
}

fn is_rectangle(shape: &[(usize, usize)]) -> bool {
    let rows = shape.iter().map(|cell| cell.0).max().map_or(0, |last| last + 1);
    let cols = shape.iter().map(|cell| cell.1).max().map_or(0, |last| last + 1);
    shape.len() == rows * cols
}

/// The number of regions of a shape that must break a rule before the shape is given up.
const FAILED_SHAPES: u32 = 2;

/// The number of clues of a shape that are found before they are used again.
const KNOWN_CLUES: usize = 3;

/// Returns the cells of a region, counted from its first row and column.
fn shape(grid: Grid, cells: &[usize]) -> Vec<(usize, usize)> {
    let mut cells: Vec<Cell> = cells.iter().map(|&cell| grid.cell_at(cell)).collect();
    cells.sort_unstable_by_key(|&cell| grid.cell_index(cell));
    let row = cells.iter().map(|cell| cell.row).min().unwrap_or_default();
    let col = cells.iter().map(|cell| cell.col).min().unwrap_or_default();
    cells.into_iter().map(|cell| (cell.row - row, cell.col - col)).collect()
}

/// Returns the solution with these regions, each named by the cell with its clue.
fn solution_of(clues: &WrittenClues, owners: &[Option<usize>]) -> Solution {
    let symbols = clues.cells.symbols.iter().enumerate();
    let numbers: Vec<usize> =
        symbols.filter(|(_, symbol)| symbol.is_some()).map(|(cell, _)| cell).collect();
    let number = |owner: &Option<usize>| numbers.binary_search(owner.as_ref()?).ok();
    let atoms = owners.iter().flat_map(|owner| {
        let number = number(owner);
        (0..numbers.len().max(1)).map(move |one| Some(one) == number)
    });
    Solution::new(atoms.collect())
}

impl OpenKind {
    /// Returns the clues with this symbol in each cell.
    fn filled(&self, grid: Grid, symbol: ClueSymbol) -> WrittenClues {
        let mut clues = WrittenClues::empty(self.open, grid);
        clues.cells.symbols = vec![Some(symbol); grid.cell_count()];
        clues
    }

    /// Returns the division in which each cell is a region with this clue, if the rules allow that. An open clue becomes one that
    /// holds in each cell.
    fn divided(&self, grid: Grid, symbol: ClueSymbol) -> Option<Division> {
        let clues = self.filled(grid, symbol);
        let owners: Vec<Option<usize>> = (0..grid.cell_count()).map(Some).collect();
        let solution = solution_of(&clues, &owners);
        let bare = WrittenPuzzle::without_conditions(self.open, clues.clone()).ok()?;
        let symbols = match symbol == self.clue {
            true => self.held(&bare, &solution, 0, 1),
            false => vec![symbol],
        };
        symbols.into_iter().find_map(|symbol| {
            let mut clues = clues.clone();
            clues.cells.symbols.fill(Some(symbol));
            let puzzle = WrittenPuzzle::new(self.kind, clues.clone()).ok()?;
            let solution = solution.clone();
            puzzle.check(&solution).is_ok().then_some(Division { clues, solution })
        })
    }

    /// Returns the division after some pairs of regions that touch have become one, each with one of the clues that hold then,
    /// if it is the only solution.
    fn merged(
        &self,
        division: &Division,
        pairs: usize,
        shapes: &mut Shapes,
        tests: &mut ScratchTests<'_>,
        random: &mut Pcg64Mcg,
    ) -> Result<Option<Division>, GenerateError> {
        let mut merged = division.clone();
        let mut count = 0;
        for _ in 0..TRIES * pairs {
            if count < pairs
                && let Some(made) = self.merged_once(&merged, shapes, random)
            {
                merged = made;
                count += 1;
            }
        }
        let is_unique =
            count > 0 && written::is_unique(tests, self.kind, &merged.clues, &merged.solution)?;
        Ok(is_unique.then_some(merged))
    }

    /// Returns whether the regions break no rule that does not read clues.
    fn is_regular(&self, division: &Division) -> bool {
        WrittenPuzzle::new(self.kind, division.clues.clone())
            .is_ok_and(|puzzle| puzzle.holds_without_clues(&division.solution))
    }

    /// Returns the division after two random regions that touch have become one. Reading rules takes long, so they are read
    /// only while few clues of a region of its shape are known.
    fn merged_once(
        &self,
        division: &Division,
        shapes: &mut Shapes,
        random: &mut Pcg64Mcg,
    ) -> Option<Division> {
        let grid = division.clues.grid();
        let owners = division.owners();
        let cell = grid.cell_at(random.random_range(0..grid.cell_count()));
        let one = owners[grid.cell_index(cell)]?;
        let beside = grid.neighbours(cell).filter_map(|next| owners[grid.cell_index(next)]);
        let others: Vec<usize> = beside.filter(|&other| other != one).collect();
        let &other = others.choose(random)?;
        let is_joined = |owner: Option<usize>| owner == Some(one) || owner == Some(other);
        let cells: Vec<usize> = (0..owners.len()).filter(|&cell| is_joined(owners[cell])).collect();
        let shape = shape(grid, &cells);
        let known = shapes.promising(&shape)?;
        if known.clues.len() >= KNOWN_CLUES {
            let &(place, symbol) = known.clues.choose(random)?;
            return Some(division.with_region(&owners, &cells, cells[place], symbol));
        }
        let mut order: Vec<usize> = (0..cells.len()).collect();
        order.shuffle(random);
        let found = order.into_iter().find_map(|place| {
            let open = division.with_region(&owners, &cells, cells[place], self.clue);
            let bare = WrittenPuzzle::without_conditions(self.open, open.clues).ok()?;
            let held = self.held(&bare, &open.solution, cells[place], cells.len());
            Some((place, *held.choose(random)?))
        });
        let merged = found
            .map(|(place, symbol)| division.with_region(&owners, &cells, cells[place], symbol));
        let is_known = !known.clues.is_empty();
        let merged = merged.filter(|merged| is_known || self.is_regular(merged));
        shapes.note(&shape, found.filter(|_| merged.is_some()));
        merged
    }

    /// Returns the division after several random cells have lost their clues but one, if it has one solution.
    fn joined(
        &self,
        division: &Division,
        symbols: &[ClueSymbol],
        tests: &mut ScratchTests<'_>,
        random: &mut Pcg64Mcg,
    ) -> Result<Option<Division>, GenerateError> {
        let mut clues = division.clues.clone();
        let cells = joined_cells(clues.grid(), random);
        let had = cells.iter().filter(|&&cell| clues.cells.symbols[cell].is_some()).count();
        cells.iter().for_each(|&cell| clues.cells.symbols[cell] = None);
        clues.cells.symbols[cells[0]] = symbols.choose(random).copied();
        if had > 1 { self.completed(&clues, tests, random) } else { Ok(None) }
    }

    /// Returns the clues after each open one has become the first one that holds in a solution of the puzzle with the open clues.
    fn with_held(
        &self,
        mut clues: WrittenClues,
        bare: &WrittenPuzzle,
        solution: &Solution,
    ) -> Option<WrittenClues> {
        for cell in 0..clues.cells.symbols.len() {
            if clues.cells.symbols[cell] == Some(self.clue) {
                clues.cells.symbols[cell] = Some(*self.held(bare, solution, cell, 1).first()?);
            }
        }
        Some(clues)
    }

    /// Returns the clues that hold at a cell, in a region of this size, in a solution of a puzzle that has an open clue there. They
    /// are small numbers, if such ones hold.
    fn held(
        &self,
        bare: &WrittenPuzzle,
        solution: &Solution,
        cell: usize,
        size: usize,
    ) -> Vec<ClueSymbol> {
        let (at, permits) = (bare.clues().grid().cell_at(cell), bare.permitted(solution));
        let candidates = CluePlace::Cell(at).candidates(&self.kind.codec.alphabet).into_iter();
        let symbols = candidates.filter_map(|candidate| match candidate {
            PlaceClue::Symbol(symbol) => Some(symbol),
            PlaceClue::List(_) => None,
        });
        let is_large = |symbol: &ClueSymbol| matches!(symbol, ClueSymbol::Number(number) if *number as usize > 2 * size + SMALL);
        let (large, small): (Vec<_>, Vec<_>) = symbols.partition(is_large);
        let holding = |symbols: Vec<ClueSymbol>| -> Vec<ClueSymbol> {
            symbols.into_iter().filter(|&symbol| permits(at, symbol)).collect()
        };
        let held = holding(small);
        if held.is_empty() { holding(large) } else { held }
    }

    /// Returns the division with clues in place of the open ones that hold in a random solution, if it is the only solution.
    fn completed(
        &self,
        clues: &WrittenClues,
        tests: &mut ScratchTests<'_>,
        random: &mut Pcg64Mcg,
    ) -> Result<Option<Division>, GenerateError> {
        let bare = WrittenPuzzle::without_conditions(self.open, clues.clone());
        let Ok(bare) = bare else { return Ok(None) };
        let seed = random.random_range(0..1 << 32);
        let Some(solution) = tests.any_solution(&Puzzle::Written(bare.clone()), seed)? else {
            return Ok(None);
        };
        let Some(clues) = self.with_held(clues.clone(), &bare, &solution) else { return Ok(None) };
        let is_made = bare.holds_with(&clues, &solution)
            && written::is_unique(tests, self.kind, &clues, &solution)?;
        Ok(is_made.then_some(Division { clues, solution }))
    }
}
