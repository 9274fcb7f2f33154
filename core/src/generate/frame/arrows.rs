//! The frame of Yajilin: the cells that have a clue. A clue is the number and the direction in such a cell; without its
//! clue, the cell is blank.

use encycle_encodings::cell_loops::{CellLoop as _, Side};
use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::clues::{CellClue as _, CellClues};
use encycle_encodings::kinds::yajilin::{Arrow, Yajilin};
use encycle_encodings::puzzle::Solution;

use crate::generate::frame::PlacedClue;
use crate::generate::frame::loops::LoopClues;
use crate::puzzle::Puzzle;

/// The numbers in the cells that have a clue. The value 4n + s stands for the number n in the direction of side s of
/// [`Side::ALL`].
#[derive(Debug)]
pub(super) struct ArrowNumbers {
    grid: Grid,
    /// The cells that have a clue, by index.
    cells: Vec<usize>,
    /// The cells among them that are blank in the puzzle, so that a number may be added.
    blank: Vec<usize>,
}

impl ArrowNumbers {
    /// Returns the frame of a puzzle, which consists of its cells with a clue, whatever their numbers are.
    pub fn of(puzzle: &Yajilin) -> Self {
        let clues = puzzle.clues().cells();
        let cells: Vec<usize> = (0..clues.len()).filter(|&cell| clues[cell].is_some()).collect();
        let is_blank = |cell: &usize| clues[*cell] == Some(Arrow::Blank);
        let blank = cells.iter().copied().filter(is_blank).collect();
        Self { grid: puzzle.grid(), cells, blank }
    }

    fn arrow(clue: PlacedClue) -> Arrow {
        Arrow::Count(clue.value / 4, Side::ALL[clue.value as usize % 4])
    }

    fn placed(place: usize, arrow: Arrow) -> Option<PlacedClue> {
        let Arrow::Count(number, side) = arrow else { return None };
        // a number larger than every grid is as impossible as the largest number that fits
        let number = number.min(u32::MAX / 4 - 1);
        let side = Side::ALL.iter().position(|&one| one == side)?;
        Some(PlacedClue { place, value: 4 * number + side as u32 })
    }

    /// Returns whether the number of a clue is possible, that is, whether the clue counts at least that many cells.
    fn is_in_range(&self, clue: PlacedClue) -> bool {
        self.puzzle(&[clue]).has_counts_in_range()
    }

    fn puzzle(&self, clues: &[PlacedClue]) -> Yajilin {
        let mut arrows = vec![None; self.grid.cell_count()];
        self.cells.iter().for_each(|&cell| arrows[cell] = Some(Arrow::Blank));
        clues.iter().for_each(|&clue| arrows[clue.place] = Some(Self::arrow(clue)));
        CellClues::new(self.grid, arrows).and_then(Yajilin::new).expect("one clue for each cell")
    }
}

impl LoopClues for ArrowNumbers {
    fn with(&self, clues: &[PlacedClue]) -> Puzzle {
        self.puzzle(clues).into()
    }

    fn clues_of(&self, puzzle: &Puzzle) -> Vec<PlacedClue> {
        let Puzzle::Yajilin(puzzle) = puzzle else { return Vec::new() };
        let arrow = |(place, arrow): (usize, &Option<Arrow>)| Self::placed(place, (*arrow)?);
        puzzle.clues().cells().iter().enumerate().filter_map(arrow).collect()
    }

    /// Returns every possible number and direction of each blank cell.
    fn possible(&self) -> Vec<PlacedClue> {
        let mut all = Vec::new();
        for &place in &self.blank {
            for side in 0..4 {
                let numbers = (0..).map(|number| PlacedClue { place, value: 4 * number + side });
                all.extend(numbers.take_while(|&clue| self.is_in_range(clue)));
            }
        }
        all
    }

    /// Returns, for each cell, the clue in the direction with the most shaded cells.
    fn all_of(&self, solution: &Solution) -> Vec<PlacedClue> {
        let bare = self.puzzle(&[]);
        let holds = |&clue: &PlacedClue| self.puzzle(&[clue]).check_clues(solution).is_ok();
        let numbers = |&place: &usize| {
            let possible = (0..4).filter_map(move |side| {
                let clue = |number: u32| PlacedClue { place, value: 4 * number + side };
                let mut all = (0..).map(clue).take_while(|&clue| self.is_in_range(clue));
                all.find(holds)
            });
            possible.max_by_key(|clue| clue.value / 4)
        };
        match bare.check_clues(solution) {
            Ok(()) => self.cells.iter().filter_map(numbers).collect(),
            Err(_) => Vec::new(),
        }
    }

    fn text(&self, clue: PlacedClue) -> String {
        Self::arrow(clue).label()
    }

    /// The rules of the family `adjacent` do not depend on the numbers: of two adjacent cells, one is visited.
    fn is_of_clue(&self, family: &str) -> bool {
        family != "adjacent"
    }

    /// A random loop is not a solution, because it may leave two adjacent cells unvisited.
    fn has_random_loops(&self) -> bool {
        false
    }
}
