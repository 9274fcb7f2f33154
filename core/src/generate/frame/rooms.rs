//! The frames of Country Road and Heyawake: their rooms. A clue is the number of a room, and its place is the first
//! cell of the room.

use encycle_encodings::encoding::EncodingError;
use encycle_encodings::grid::Cell;
use encycle_encodings::kinds::heyawake::Heyawake;
use encycle_encodings::kinds::rooms::NumberedRooms;
use encycle_encodings::puzzle::Solution;
use encycle_encodings::shading::Shading as _;

use crate::generate::frame::conditional::ConditionalClues;
use crate::generate::frame::loops::LoopClues;
use crate::generate::frame::{ClueFrame, FrameEncoding, PlacedClue, numbers_of, with_numbers};
use crate::puzzle::Puzzle;

/// The possible numbers of rooms.
#[derive(Debug)]
pub(super) struct RoomNumbers {
    rooms: NumberedRooms,
    empty: Puzzle,
}

impl RoomNumbers {
    /// Returns the frame of these rooms, whatever their numbers are; `puzzle` makes a puzzle of rooms.
    pub fn of<P: Into<Puzzle>>(rooms: &NumberedRooms, puzzle: fn(NumberedRooms) -> P) -> Self {
        let none = vec![None; rooms.grid().cell_count()];
        let rooms = rooms.with_numbers(&none).expect("no number");
        Self { empty: puzzle(rooms.clone()).into(), rooms }
    }

    /// Returns, for each room, the index of its first cell and the indices of all of its cells.
    fn cells(&self) -> Vec<(usize, Vec<usize>)> {
        let index = |cell: Cell| self.rooms.grid().cell_index(cell);
        let rooms = self.rooms.rooms().cells().into_iter();
        let rooms = rooms.map(|cells| (index(cells[0]), cells.into_iter().map(index).collect()));
        rooms.filter(|(first, _)| !self.rooms.outside()[*first]).collect()
    }

    fn all(&self) -> Vec<PlacedClue> {
        let numbers = |(place, cells): (usize, Vec<usize>)| {
            (0..=cells.len() as u32).map(move |value| PlacedClue { place, value })
        };
        self.cells().into_iter().flat_map(numbers).collect()
    }

    /// Returns, for each room, the number of its cells that `is_counted` accepts.
    fn counted(&self, is_counted: impl Fn(usize) -> bool) -> Vec<PlacedClue> {
        let number = |(place, cells): (usize, Vec<usize>)| {
            let value = cells.into_iter().filter(|&cell| is_counted(cell)).count() as u32;
            PlacedClue { place, value }
        };
        self.cells().into_iter().map(number).collect()
    }
}

impl LoopClues for RoomNumbers {
    fn with(&self, clues: &[PlacedClue]) -> Puzzle {
        with_numbers(&self.empty, clues)
    }

    fn clues_of(&self, puzzle: &Puzzle) -> Vec<PlacedClue> {
        numbers_of(puzzle)
    }

    fn possible(&self) -> Vec<PlacedClue> {
        self.all()
    }

    fn all_of(&self, solution: &Solution) -> Vec<PlacedClue> {
        let board = self.empty.cell_loop().expect("a loop through cells").board();
        self.counted(|cell| board.lines_at(solution, cell) > 0)
    }

    fn text(&self, clue: PlacedClue) -> String {
        clue.value.to_string()
    }

    /// The rules of the families `once` and `beside` do not depend on the numbers: the loop visits each room once, and
    /// visits one of two adjacent cells in different rooms.
    fn is_of_clue(&self, family: &str) -> bool {
        !["once", "beside"].contains(&family)
    }

    /// A random loop is not a solution, because it may visit a room more than once.
    fn has_random_loops(&self) -> bool {
        false
    }
}

/// The frame of a Heyawake.
#[derive(Debug)]
pub struct ShadedRoomFrame {
    numbers: RoomNumbers,
}

impl ShadedRoomFrame {
    /// Creates the frame of the rooms of a puzzle.
    #[must_use]
    pub fn of(puzzle: &Heyawake) -> Self {
        Self { numbers: RoomNumbers::of(puzzle.clues(), Heyawake::new) }
    }
}

impl ClueFrame for ShadedRoomFrame {
    fn empty(&self) -> &Puzzle {
        &self.numbers.empty
    }

    fn possible(&self) -> Vec<PlacedClue> {
        self.numbers.all()
    }

    fn holds(&self, clue: PlacedClue, solution: &Solution) -> bool {
        self.all_of(solution).contains(&clue)
    }

    fn all_of(&self, solution: &Solution) -> Vec<PlacedClue> {
        self.numbers.counted(|cell| solution.has(cell))
    }

    /// Supports encodings with cuts, because the cuts for connected cells hold whatever the numbers are.
    fn formula(
        &self,
        encoding: &str,
        clues: &[PlacedClue],
    ) -> Result<FrameEncoding<'_>, EncodingError> {
        let rules = self.empty().encoding(encoding)?;
        let mut conditional = ConditionalClues::new(&rules, clues.len());
        for (index, &clue) in clues.iter().enumerate() {
            let counters = match ClueFrame::with(self, &[clue]) {
                Puzzle::Heyawake(puzzle) => puzzle.counters(),
                _ => Vec::new(),
            };
            conditional.add_clue(
                index,
                |sink| counters.iter().for_each(|counter| counter.variables(sink)),
                // the puzzle has a single clue, so it has a single counter
                |first, sink| counters.iter().for_each(|counter| counter.constraints(first, sink)),
            );
        }
        conditional.added_to(rules)
    }
}
