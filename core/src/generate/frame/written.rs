//! The frame of a written kind whose clues each hold or fail alone: symbols in cells, numbers at corners and at the border.

use std::fmt::Debug;

use encycle_encodings::cell_loops::Side;
use encycle_encodings::encoding::EncodingError;
use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::SolutionFamily;
use encycle_encodings::kinds::codec::{CellList, ClueAlphabet, ClueSymbol, list_text};
use encycle_encodings::kinds::written::{NumberList, WrittenClues, WrittenKind, WrittenPuzzle};
use encycle_encodings::puzzle::Solution;

use crate::generate::error::UnfitError;
use crate::generate::frame::conditional::ConditionalClues;
use crate::generate::frame::{ClueFrame, FrameEncoding, PlacedClue};
use crate::puzzle::Puzzle;

/// The greatest number that may be a clue of a generated puzzle.
const GREATEST_NUMBER: u32 = 120;

/// The greatest number beside a diagonal line of a generated puzzle.
const GREATEST_SUM: u32 = 45;

/// A place of a clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::generate) enum CluePlace {
    Cell(Cell),
    Corner(usize),
    /// The direction, by its place in [`WrittenClues::border`], and the line.
    Border(usize, usize),
    /// A number beside the diagonal line of a cell: for the cells below, or on the right.
    Sum {
        cell: Cell,
        is_down: bool,
    },
}

/// A clue at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::generate) enum PlaceClue {
    /// The symbol of a cell, or a number elsewhere.
    Symbol(ClueSymbol),
    /// The numbers at the border.
    List(NumberList),
}

impl PlaceClue {
    pub fn number(&self) -> Option<u32> {
        match self {
            Self::Symbol(ClueSymbol::Number(number)) => Some(*number),
            _ => None,
        }
    }
}

/// Returns all places of clues.
pub(in crate::generate) fn clue_places(clues: &WrittenClues) -> Vec<CluePlace> {
    let mut places: Vec<CluePlace> = clues.grid().cells().map(CluePlace::Cell).collect();
    places.extend((0..clues.corners.len()).map(CluePlace::Corner));
    for (side, line) in clues.border.iter().enumerate() {
        places.extend((0..line.len()).map(|at| CluePlace::Border(side, at)));
    }
    let symbols = clues.grid().cells().zip(&clues.cells.symbols);
    let split = symbols.filter(|(_, symbol)| matches!(symbol, Some(ClueSymbol::Sums { .. })));
    places.extend(
        split.flat_map(|(cell, _)| [false, true].map(|is_down| CluePlace::Sum { cell, is_down })),
    );
    places
}

/// Sets or removes the clue at a place.
pub(in crate::generate) fn set_clue(
    clues: &mut WrittenClues,
    place: CluePlace,
    clue: Option<&PlaceClue>,
) {
    let number = clue.and_then(PlaceClue::number);
    match place {
        CluePlace::Cell(cell) => {
            let index = clues.cells.grid.cell_index(cell);
            clues.cells.symbols[index] = match clue {
                Some(PlaceClue::Symbol(symbol)) => Some(*symbol),
                _ => None,
            };
        }
        CluePlace::Corner(at) => clues.corners[at] = number,
        CluePlace::Border(side, at) => {
            clues.border[side][at] = match clue {
                Some(PlaceClue::List(list)) => Some(list.clone()),
                _ => number.map(|number| vec![Some(number)]),
            };
        }
        CluePlace::Sum { cell, is_down } => {
            let index = clues.cells.grid.cell_index(cell);
            if let Some(ClueSymbol::Sums { down, right }) = &mut clues.cells.symbols[index] {
                *(if is_down { down } else { right }) = number;
            }
        }
    }
}

/// Returns the clue at a place.
pub(in crate::generate) fn clue_at(clues: &WrittenClues, place: CluePlace) -> Option<PlaceClue> {
    let of_number = |number: u32| PlaceClue::Symbol(ClueSymbol::Number(number));
    let symbol = |cell: Cell| clues.cells.symbols[clues.cells.grid.cell_index(cell)];
    match place {
        CluePlace::Cell(cell) => symbol(cell).map(PlaceClue::Symbol),
        CluePlace::Corner(at) => clues.corners[at].map(of_number),
        CluePlace::Border(side, at) => clues.border[side][at].as_ref().map(|list| match list[..] {
            [Some(number)] => of_number(number),
            _ => PlaceClue::List(list.clone()),
        }),
        CluePlace::Sum { cell, is_down } => match symbol(cell)? {
            ClueSymbol::Sums { down, right } => (if is_down { down } else { right }).map(of_number),
            _ => None,
        },
    }
}

impl CluePlace {
    /// Returns where the place is.
    fn name(self, grid: Grid) -> String {
        match self {
            Self::Cell(cell) => format!("at {cell}"),
            Self::Corner(at) => {
                let vertex = grid.vertices().nth(at).expect("a vertex of the grid");
                format!("at {vertex}")
            }
            Self::Border(side, at) => WrittenClues::border_place(Side::ALL[side], at),
            Self::Sum { cell, is_down } => {
                format!(
                    "at {cell}, {}",
                    if is_down { "for the cells below" } else { "for the cells on the right" }
                )
            }
        }
    }

    /// Returns the clues that may be there, other than lists at the border.
    pub fn candidates(self, alphabet: &ClueAlphabet) -> Vec<PlaceClue> {
        let numbers = |range| -> Vec<PlaceClue> {
            let symbols = Iterator::map(range, ClueSymbol::Number);
            symbols.map(PlaceClue::Symbol).collect()
        };
        match self {
            Self::Cell(_) => symbols(alphabet).into_iter().map(PlaceClue::Symbol).collect(),
            Self::Corner(_) => numbers(0..=4),
            Self::Border(..) => numbers(0..=GREATEST_NUMBER),
            Self::Sum { .. } => numbers(1..=GREATEST_SUM),
        }
    }
}

/// Returns the symbols of an alphabet that a cell may get.
fn symbols(alphabet: &ClueAlphabet) -> Vec<ClueSymbol> {
    let numbers = alphabet.numbers.map(|(least, greatest)| least..=greatest.min(GREATEST_NUMBER));
    let plain = numbers.into_iter().flatten().map(ClueSymbol::Number);
    let letters = (0..alphabet.letters.len()).flat_map(|letter| {
        let most = if alphabet.has_numbered_letters { 30 } else { 0 };
        let numbered = (0..most).map(move |number| ClueSymbol::Letter(letter, Some(number)));
        [ClueSymbol::Letter(letter, None)].into_iter().chain(numbered)
    });
    let sides = Side::ALL.into_iter().filter(|_| alphabet.has_arrows);
    let arrows = sides.flat_map(|side| (0..=9).map(move |number| ClueSymbol::Arrow(number, side)));
    let lists = cell_lists().into_iter().filter(|_| alphabet.has_lists).map(ClueSymbol::List);
    let pointed = (0..alphabet.letters.len()).filter(|_| alphabet.has_letter_arrows);
    let pointed = pointed.flat_map(|letter| {
        Side::ALL.into_iter().flat_map(move |side| {
            (0..=9).map(move |number| ClueSymbol::LetterArrow(letter, number, side))
        })
    });
    plain.chain(letters).chain(arrows).chain(lists).chain(pointed).collect()
}

/// Returns the lists of the groups that the eight cells around a cell may have.
fn cell_lists() -> Vec<CellList> {
    let mut lists: Vec<Vec<Option<u32>>> = (0..=8).map(|size| vec![Some(size)]).collect();
    let mut next = 0;
    while let Some(list) = lists.get(next).cloned() {
        next += 1;
        let total: u32 = list.iter().flatten().map(|size| size + 1).sum();
        let last = list.last().copied().flatten().unwrap_or_default();
        // a gap is between two groups, on both sides of each
        let longer = (last.max(1)..8).filter(|size| last > 0 && total + size < 8);
        lists.extend(longer.map(|size| [&list[..], &[Some(size)]].concat()));
    }
    lists.iter().filter_map(|list| CellList::new(list)).collect()
}

/// The frame of a puzzle.
#[derive(Debug)]
pub(super) struct WrittenFrame {
    bare: WrittenPuzzle,
    empty: Puzzle,
    places: Vec<CluePlace>,
    /// All clues without their places; the value of a clue is its position, from 1.
    symbols: Vec<PlaceClue>,
}

impl WrittenFrame {
    /// Returns the frame of a puzzle.
    ///
    /// # Errors
    /// The clues of the kind do not each hold or fail alone, or a rule constrains cells without clues, so that a clue also
    /// permits something.
    pub fn of(puzzle: &WrittenPuzzle) -> Result<Self, UnfitError> {
        let kind = puzzle.kind();
        let unfit = || {
            let name = &kind.file().name;
            format!(
                "{name} has no clues that can be removed one by one: its rules read several clues together, or cells without one"
            )
        };
        let mut clues = puzzle.clues().clone();
        let all = clue_places(&clues);
        let found: Vec<PlaceClue> =
            all.iter().filter_map(|&place| clue_at(&clues, place)).collect();
        let blank = kind.file().blank.map(|letter| ClueSymbol::Letter(letter, None));
        let blank = blank.map(PlaceClue::Symbol);
        let places = match (kind.file().has_room_numbers, &blank) {
            (true, _) => room_places(&clues),
            // only cells with a clue have another one
            (false, Some(_)) => {
                all.iter().copied().filter(|&place| clue_at(&clues, place).is_some()).collect()
            }
            (false, None) => all.clone(),
        };
        for place in all {
            let is_kept = clue_at(&clues, place).and(blank.as_ref());
            set_clue(&mut clues, place, is_kept);
        }
        let bare =
            WrittenPuzzle::without_conditions(kind, clues).map_err(|error| error.to_string())?;
        let says_nothing = bare.clue_rules().is_ok_and(|rules| rules.is_empty());
        if !kind.file().is_separable || !says_nothing {
            return Err(unfit().into());
        }
        let mut symbols: Vec<PlaceClue> = Vec::new();
        let usual = places.iter().take(1).chain(places.last());
        let usual = usual.flat_map(|place| place.candidates(&kind.file().codec.alphabet));
        for symbol in usual.chain(found) {
            if !symbols.contains(&symbol) && Some(&symbol) != blank.as_ref() {
                symbols.push(symbol);
            }
        }
        Ok(Self { empty: Puzzle::Written(bare.clone()), bare, places, symbols })
    }

    fn symbol(&self, clue: PlacedClue) -> &PlaceClue {
        &self.symbols[clue.value as usize - 1]
    }

    fn placed(&self, place: usize, symbol: &PlaceClue) -> Option<PlacedClue> {
        let value = self.symbols.iter().position(|one| one == symbol)?;
        Some(PlacedClue { place, value: value as u32 + 1 })
    }

    fn clues(&self, clues: &[PlacedClue]) -> WrittenClues {
        let mut all = self.bare.clues().clone();
        for &clue in clues {
            set_clue(&mut all, self.places[clue.place], Some(self.symbol(clue)));
        }
        all
    }
}

/// Returns whether the rules of a kind that read clues are about an empty grid of this size, too.
pub(in crate::generate) fn constrains_cells_without_clues(kind: WrittenKind, grid: Grid) -> bool {
    let empty = WrittenPuzzle::without_conditions(kind, WrittenClues::empty(kind, grid));
    empty.is_ok_and(|empty| empty.clue_rules().is_ok_and(|rules| !rules.is_empty()))
}

/// Returns the encoding of the built-in solver. It has no cuts if two rules are about connected cells, because these take many cuts,
/// and each is a call of the solver; for one rule, cuts are faster.
pub(in crate::generate) fn encoding_with_few_cuts(puzzle: &Puzzle) -> String {
    let name = puzzle.complete_encoding(puzzle.builtin_encoding());
    let is_exact = |name: &String| {
        puzzle.encoding(name).is_ok_and(|encoding| encoding.global_constraint().is_none())
    };
    match puzzle {
        Puzzle::Written(written)
            if written.kind().family() == SolutionFamily::Shading
                && written.connected_colour().is_none()
                && !written.whole_rules().is_empty() =>
        {
            puzzle.encoding_names().into_iter().find(is_exact).unwrap_or(name)
        }
        _ => name,
    }
}

/// Returns the first cell of each room, in which its number is, and all places outside the cells.
pub(in crate::generate) fn room_places(clues: &WrittenClues) -> Vec<CluePlace> {
    let rooms = clues.cells.regions();
    let first = rooms.cells().into_iter().map(|cells| CluePlace::Cell(cells[0]));
    let outside =
        clue_places(clues).into_iter().filter(|place| !matches!(place, CluePlace::Cell(_)));
    first.chain(outside).collect()
}

impl ClueFrame for WrittenFrame {
    fn empty(&self) -> &Puzzle {
        &self.empty
    }

    fn with(&self, clues: &[PlacedClue]) -> Puzzle {
        let puzzle = WrittenPuzzle::without_conditions(self.bare.kind(), self.clues(clues));
        Puzzle::Written(puzzle.expect("clues of the kind"))
    }

    fn meets_conditions(&self, clues: &[PlacedClue]) -> Option<bool> {
        let kind = self.bare.kind();
        kind.conditions().next()?;
        Some(kind.broken_conditions(&self.clues(clues)).is_empty())
    }

    fn clues_of(&self, puzzle: &Puzzle) -> Vec<PlacedClue> {
        let Puzzle::Written(puzzle) = puzzle else { return Vec::new() };
        let clues = puzzle.clues();
        let in_room = |place: CluePlace| match place {
            // the number of a room may be in any of its cells
            CluePlace::Cell(cell) if self.bare.kind().file().has_room_numbers => {
                let rooms = clues.cells.regions();
                let room = rooms
                    .cells()
                    .into_iter()
                    .find(|cells| cells.contains(&cell))
                    .unwrap_or_default();
                room.into_iter().find_map(|cell| clue_at(clues, CluePlace::Cell(cell)))
            }
            place => clue_at(clues, place),
        };
        let places = self.places.iter().enumerate();
        places.filter_map(|(at, &place)| self.placed(at, &in_room(place)?)).collect()
    }

    fn possible(&self) -> Vec<PlacedClue> {
        let alphabet = &self.bare.kind().file().codec.alphabet;
        let places = self.places.iter().enumerate();
        let clues = places.flat_map(|(at, place)| {
            place
                .candidates(alphabet)
                .into_iter()
                .filter_map(move |symbol| self.placed(at, &symbol))
        });
        clues.filter(|&clue| self.clues(&[clue]).check(self.bare.kind()).is_ok()).collect()
    }

    fn holds(&self, clue: PlacedClue, solution: &Solution) -> bool {
        self.bare.holds_with(&self.clues(&[clue]), solution)
    }

    fn name(&self, clue: PlacedClue) -> String {
        let text = match self.symbol(clue) {
            PlaceClue::Symbol(symbol) => self.bare.kind().file().codec.alphabet.text(*symbol),
            PlaceClue::List(list) => list_text(list),
        };
        format!("`{text}` {}", self.places[clue.place].name(self.grid()))
    }

    fn cells(&self, clue: PlacedClue) -> Vec<Cell> {
        match self.places[clue.place] {
            CluePlace::Cell(cell) | CluePlace::Sum { cell, .. } => vec![cell],
            CluePlace::Corner(_) | CluePlace::Border(..) => Vec::new(),
        }
    }

    fn grid(&self) -> Grid {
        self.bare.clues().grid()
    }

    fn encoding(&self) -> String {
        match self.empty.cell_loop() {
            Some(rules) => self.empty.complete_encoding(format!("{}+tree", rules.base().name)),
            None => encoding_with_few_cuts(&self.empty),
        }
    }

    fn formula(
        &self,
        encoding: &str,
        clues: &[PlacedClue],
    ) -> Result<FrameEncoding<'_>, EncodingError> {
        let rules = self.empty().encoding(encoding)?;
        // a loop that is a solution of the frame need not satisfy the clues that are set, so no cut that excludes the loop
        // holds for all sets of clues
        let has_eager = self.empty.cell_loop().is_some() && self.empty.encoding_names().len() > 1;
        if has_eager && rules.global_constraint().is_some() {
            let reason = "its cuts depend on the clues\nhelp: use `degree+tree`";
            return Err(EncodingError::new(encoding, reason));
        }
        let mut conditional = ConditionalClues::new(&rules, clues.len());
        for (index, &clue) in clues.iter().enumerate() {
            let Puzzle::Written(puzzle) = self.with(&[clue]) else { continue };
            let of_clue = puzzle.clue_rules()?;
            conditional.add_clue(
                index,
                |sink| of_clue.variables(sink),
                |first, sink| of_clue.constraints(first, sink),
            );
        }
        conditional.added_to(rules)
    }
}
