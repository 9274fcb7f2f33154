//! The clues of a puzzle apart from its text: symbols in cells, and how the plain text, janko and pzpr spell them.
//!
//! A kind says once which symbols its cells may show ([`ClueAlphabet`]) and how sites spell them ([`ClueCodec`]). The
//! plain text, the formats of janko.at and of pzpr, the addresses of puzz.link and the editor of the page follow.
//!
//! For example, the cell `w4` of a Shingoki is the symbol `Letter(0, Some(4))`: the first letter of its alphabet, a
//! white circle, with the number 4. The plain text spells it `w4`, a picture `○4`, and a file of pzpr `0,4`.

use crate::cell_loops::Side;
use crate::cell_values::{ValueClueError, one_for_each_cell};
use crate::grid::{Cell, Grid, Isometry, Regions};
use crate::text::{Fault, number};

/// What a cell shows as its clue, apart from its spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClueSymbol {
    /// A number.
    Number(u32),
    /// A clue whose number is not given: `?`.
    Unknown,
    /// A letter of the alphabet, by its position from 0, with a number or none.
    Letter(usize, Option<u32>),
    /// A number with an arrow.
    Arrow(u32, Side),
    /// A letter with a number and an arrow.
    LetterArrow(usize, u32, Side),
    /// A list of numbers.
    List(CellList),
    /// The numbers of a black cell with a diagonal line: one for the cells below, one for the cells on the right.
    Sums {
        /// The number for the cells below.
        down: Option<u32>,
        /// The number for the cells on the right.
        right: Option<u32>,
    },
}

/// A list of numbers in a cell, in which `None` is any number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellList {
    numbers: [Option<u32>; Self::LONGEST],
    length: usize,
}

impl CellList {
    /// The maximum length of a list.
    pub const LONGEST: usize = 4;

    /// Creates a list; `None` if it is empty or too long.
    #[must_use]
    pub fn new(list: &[Option<u32>]) -> Option<Self> {
        let mut numbers = [None; Self::LONGEST];
        numbers.get_mut(..list.len()).filter(|part| !part.is_empty())?.copy_from_slice(list);
        Some(Self { numbers, length: list.len() })
    }

    /// Returns the numbers.
    #[must_use]
    pub fn numbers(&self) -> &[Option<u32>] {
        &self.numbers[..self.length]
    }
}

/// Returns the plain text of a list of numbers: `3,1`, or `2,?` with an unknown number.
#[must_use]
pub fn list_text(list: &[Option<u32>]) -> String {
    let number =
        |number: &Option<u32>| number.map_or_else(|| "?".to_owned(), |one| one.to_string());
    list.iter().map(number).collect::<Vec<_>>().join(",")
}

/// Reads the plain text of a list of numbers; `None` if it is not one.
pub(crate) fn parse_list(text: &str) -> Option<Vec<Option<u32>>> {
    let part = |part: &str| if part == "?" { Some(None) } else { number(part).map(Some) };
    text.split(',').map(part).collect()
}

impl ClueSymbol {
    /// Returns the number, if there is one alone, with a letter or with an arrow.
    #[must_use]
    pub fn number(self) -> Option<u32> {
        match self {
            Self::Number(number)
            | Self::Arrow(number, _)
            | Self::LetterArrow(_, number, _)
            | Self::Letter(_, Some(number)) => Some(number),
            _ => None,
        }
    }

    /// Returns the symbol with another number in the place of its own; unchanged if it has none.
    #[must_use]
    pub fn with_number(self, number: u32) -> Self {
        match self {
            Self::Number(_) => Self::Number(number),
            Self::Arrow(_, side) => Self::Arrow(number, side),
            Self::LetterArrow(letter, _, side) => Self::LetterArrow(letter, number, side),
            Self::Letter(letter, Some(_)) => Self::Letter(letter, Some(number)),
            other => other,
        }
    }

    /// Returns the image under an isometry of the grid; only an arrow differs from its image.
    #[must_use]
    pub fn image(self, isometry: Isometry) -> Self {
        match self {
            Self::Arrow(number, side) => Self::Arrow(number, side.image(isometry)),
            Self::LetterArrow(letter, number, side) => {
                Self::LetterArrow(letter, number, side.image(isometry))
            }
            other => other,
        }
    }
}

/// A letter that a cell may show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClueLetter {
    /// The letter in the plain text; it is read in either case.
    pub letter: char,
    /// The sign in pictures.
    pub picture: &'static str,
}

/// The arrows in the plain text and in pictures.
pub(crate) const ARROWS: [(Side, char, char); 4] =
    [(Side::Up, 'n', '↑'), (Side::Down, 's', '↓'), (Side::Left, 'w', '←'), (Side::Right, 'e', '→')];

/// The symbols that a cell of a kind may show, and their plain text.
///
/// ```
/// use encycle_encodings::kinds::codec::{ClueAlphabet, ClueLetter, ClueSymbol};
///
/// let circles = ClueAlphabet {
///     letters: &[ClueLetter { letter: 'w', picture: "○" }, ClueLetter { letter: 'b', picture: "●" }],
///     has_numbered_letters: true,
///     help: "write 'w' or 'b'",
///     ..ClueAlphabet::NONE
/// };
/// let four = ClueSymbol::Letter(0, Some(4));
/// assert_eq!(circles.parse("w4"), Some(four));
/// assert_eq!(circles.parse("4○"), Some(four));
/// assert_eq!((circles.text(four), circles.picture(four)), ("w4".to_owned(), "○4".to_owned()));
/// assert_eq!(circles.parse("4"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClueAlphabet {
    /// The least and the greatest number, if a cell may show a bare number.
    pub numbers: Option<(u32, u32)>,
    /// The sign of the shape around a bare number and `?`: a black cell or a circle; empty without one.
    pub number_shape: &'static str,
    /// Whether a cell may show `?`.
    pub has_unknown: bool,
    /// The letters.
    pub letters: &'static [ClueLetter],
    /// Whether a number may stand beside a letter.
    pub has_numbered_letters: bool,
    /// Whether a cell may show a number with an arrow.
    pub has_arrows: bool,
    /// Whether a cell may show a letter with a number and an arrow.
    pub has_letter_arrows: bool,
    /// Whether a cell may show a list of numbers.
    pub has_lists: bool,
    /// Whether a cell may show two numbers beside a diagonal line.
    pub has_sums: bool,
    /// How to write the clues, for error messages.
    pub help: &'static str,
}

impl ClueAlphabet {
    /// An alphabet without symbols, from which others are made.
    pub const NONE: Self = Self {
        numbers: None,
        number_shape: "",
        has_unknown: false,
        letters: &[],
        has_numbered_letters: false,
        has_arrows: false,
        has_letter_arrows: false,
        has_lists: false,
        has_sums: false,
        help: "",
    };

    /// Returns whether `0` is a clue; otherwise it marks an empty cell.
    #[must_use]
    pub fn has_zero(&self) -> bool {
        matches!(self.numbers, Some((0, _)))
    }

    /// Reads the plain text of a symbol, or its picture; `None` if it is not one of the alphabet.
    #[must_use]
    pub fn parse(&self, text: &str) -> Option<ClueSymbol> {
        if self.has_unknown && self.without_shape(text) == "?" {
            return Some(ClueSymbol::Unknown);
        }
        if let Some((least, greatest)) = self.numbers
            && let Some(number) = number(self.without_shape(text))
        {
            return (least..=greatest).contains(&number).then_some(ClueSymbol::Number(number));
        }
        let letter = self.parse_letter(text).filter(|&letter| self.has(letter));
        let letter = letter.or_else(|| self.parse_arrow(text));
        letter.or_else(|| self.parse_numbers(text))
    }

    /// Removes the sign of its shape from the picture of a number.
    fn without_shape<'a>(&self, text: &'a str) -> &'a str {
        text.strip_prefix(self.number_shape).unwrap_or(text)
    }

    /// Reads a list of numbers, or the numbers of a cell with a diagonal line.
    fn parse_numbers(&self, text: &str) -> Option<ClueSymbol> {
        if self.has_lists {
            return Some(ClueSymbol::List(CellList::new(&parse_list(text)?)?));
        }
        let (down, right) = text.split_once('\\').filter(|_| self.has_sums)?;
        let part = |part: &str| if part.is_empty() { Some(None) } else { number(part).map(Some) };
        Some(ClueSymbol::Sums { down: part(down)?, right: part(right)? })
    }

    fn parse_letter(&self, text: &str) -> Option<ClueSymbol> {
        let is_digit = |c: char| c.is_ascii_digit();
        let (digits, sign) = (text.trim_matches(|c| !is_digit(c)), text.trim_matches(is_digit));
        // the sign is on one side of the digits
        if text.len() != digits.len() + sign.len() {
            return None;
        }
        let is_sign = |one: &ClueLetter| {
            let mut chars = sign.chars();
            let is_letter = chars.next().is_some_and(|c| c.to_ascii_lowercase() == one.letter);
            sign == one.picture || is_letter && chars.next().is_none()
        };
        let letter = self.letters.iter().position(is_sign)?;
        match digits {
            "" => Some(ClueSymbol::Letter(letter, None)),
            _ if !self.has_numbered_letters && !self.has_letter_arrows => None,
            digits => Some(ClueSymbol::Letter(letter, Some(number(digits)?))),
        }
    }

    fn parse_arrow(&self, text: &str) -> Option<ClueSymbol> {
        let last = text.chars().next_back()?;
        let &(side, ..) =
            ARROWS.iter().find(|(_, letter, sign)| [*letter, *sign].contains(&last))?;
        let rest = text.strip_suffix(last)?;
        match number(rest).filter(|_| self.has_arrows) {
            Some(number) => Some(ClueSymbol::Arrow(number, side)),
            None => match self.parse_letter(rest).filter(|_| self.has_letter_arrows)? {
                ClueSymbol::Letter(letter, number) => {
                    Some(ClueSymbol::LetterArrow(letter, number?, side))
                }
                _ => None,
            },
        }
    }

    /// Returns the plain text of a symbol, without blanks.
    ///
    /// # Panics
    /// If the alphabet does not have the letter.
    #[must_use]
    pub fn text(&self, symbol: ClueSymbol) -> String {
        self.spelled(symbol, |letter| letter.letter.to_string(), |&(_, letter, _)| letter)
    }

    /// Returns the text of a symbol in pictures.
    ///
    /// # Panics
    /// If the alphabet does not have the letter.
    #[must_use]
    pub fn picture(&self, symbol: ClueSymbol) -> String {
        let picture =
            self.spelled(symbol, |letter| letter.picture.to_owned(), |&(_, _, sign)| sign);
        match symbol {
            ClueSymbol::Number(_) | ClueSymbol::Unknown => self.number_shape.to_owned() + &picture,
            _ => picture,
        }
    }

    fn spelled(
        &self,
        symbol: ClueSymbol,
        sign: impl Fn(ClueLetter) -> String,
        arrow: impl Fn(&(Side, char, char)) -> char,
    ) -> String {
        let pointed = |number: u32, side: Side| {
            let sign = ARROWS.iter().find(|(one, ..)| *one == side).map(&arrow);
            format!("{number}{}", sign.unwrap_or_default())
        };
        match symbol {
            ClueSymbol::Number(number) => number.to_string(),
            ClueSymbol::Unknown => "?".to_owned(),
            ClueSymbol::Letter(letter, number) => {
                let number = number.map_or_else(String::new, |number| number.to_string());
                sign(self.letters[letter]) + &number
            }
            ClueSymbol::Arrow(number, side) => pointed(number, side),
            ClueSymbol::LetterArrow(letter, number, side) => {
                sign(self.letters[letter]) + &pointed(number, side)
            }
            ClueSymbol::List(list) => list_text(list.numbers()),
            ClueSymbol::Sums { down, right } => {
                let part = |part: Option<u32>| part.map_or_else(String::new, |one| one.to_string());
                format!("{}\\{}", part(down), part(right))
            }
        }
    }

    /// Returns whether a cell may show such a symbol. Whether its number is too large is a matter of the kind.
    #[must_use]
    pub fn has(&self, symbol: ClueSymbol) -> bool {
        match symbol {
            ClueSymbol::Number(_) => self.numbers.is_some(),
            ClueSymbol::Unknown => self.has_unknown,
            ClueSymbol::Letter(letter, number) => {
                letter < self.letters.len() && (number.is_none() || self.has_numbered_letters)
            }
            ClueSymbol::Arrow(..) => self.has_arrows,
            ClueSymbol::LetterArrow(letter, ..) => {
                letter < self.letters.len() && self.has_letter_arrows
            }
            ClueSymbol::List(_) => self.has_lists,
            ClueSymbol::Sums { .. } => self.has_sums,
        }
    }

    /// Returns the symbols to choose from in an editor; none if they are too many, so that they are typed.
    #[must_use]
    pub fn choices(&self) -> Vec<ClueSymbol> {
        let (least, greatest) = self.numbers.unwrap_or((1, 0));
        let are_typed = self.has_letter_arrows || self.has_lists || self.has_sums;
        if are_typed || greatest > Self::GREATEST_CHOICE {
            return Vec::new();
        }
        let numbers = (least..=greatest).map(ClueSymbol::Number);
        let unknown = self.has_unknown.then_some(ClueSymbol::Unknown);
        let with_number = |letter| {
            let least = if self.has_numbered_letters { 2 } else { Self::GREATEST_CHOICE + 1 };
            let numbers = (least..=Self::GREATEST_CHOICE).map(Some);
            [None].into_iter().chain(numbers).map(move |number| ClueSymbol::Letter(letter, number))
        };
        let arrows = ARROWS.iter().filter(|_| self.has_arrows);
        let arrows =
            arrows.flat_map(|&(side, ..)| (0..=4).map(move |n| ClueSymbol::Arrow(n, side)));
        let letters = (0..self.letters.len()).flat_map(with_number);
        numbers.chain(unknown).chain(arrows).chain(letters).collect()
    }

    /// The greatest number among choices. A greater one is written in the text.
    const GREATEST_CHOICE: u32 = 9;
}

/// How formats spell the clues of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClueCodec {
    /// The symbols and their plain text.
    pub alphabet: ClueAlphabet,
    /// Whether each clue holds or fails in a drawing, whatever the other clues are, and a puzzle without clues has
    /// solutions. Such clues are added and removed one by one: to make a puzzle, to thin or to repair it.
    pub is_separable: bool,
    /// Whether the cells belong to rooms, whose names follow the clues.
    pub has_rooms: bool,
    /// The spelling in the texts of janko.at, if the site has the kind.
    pub janko: Option<JankoSpelling>,
    /// The spelling in addresses and files of pzpr, if it has the kind.
    pub pzpr: Option<PzprSpelling>,
}

/// The spelling of clues in the texts of janko.at, where it differs from the plain text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JankoSpelling {
    /// For each letter of the alphabet, the characters that stand for it. The first is written, in lower case.
    pub letters: &'static [&'static str],
    /// The text of [`ClueSymbol::Unknown`].
    pub unknown: &'static str,
}

impl JankoSpelling {
    /// The spelling of alphabets without letters.
    pub const PLAIN: Self = Self { letters: &[], unknown: "?" };
}

/// The spelling of clues in pzpr: the addresses of puzz.link and kanpen.net, and the files `pzprv3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PzprSpelling {
    /// The names of the kind; the first is written.
    pub names: &'static [&'static str],
    /// The cells in an address.
    pub body: AddressBody,
    /// What follows the clues in a file.
    pub drawing: FileDrawing,
    /// The sign of the first letter of the alphabet in a file, if it is not its number.
    pub letter: Option<&'static str>,
}

/// How an address spells the clues of cells. The borders of rooms, if any, precede them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressBody {
    /// A digit 0 to 4 together with up to two empty cells behind it in one character, as in Slitherlink.
    ShortRuns,
    /// Hexadecimal numbers with marks for longer ones, and letters for runs of cells without a number. With rooms,
    /// there is one number a room.
    Numbers,
    /// As [`Self::Numbers`]: twice the number of a letter, plus its position; 0 and 1 for letters without a number.
    NumberedLetters,
    /// Several cells in a character, whose digits in base `base` are the letters, from 1.
    PackedLetters {
        /// The number of letters plus one.
        base: u32,
        /// The number of cells in a character.
        cells: u32,
    },
    /// A digit in base 36 for each cell, or `-` and two digits.
    Base36,
    /// A digit for the arrow, then its number, as in Yajilin.
    Arrows,
    /// A digit for each number, and letters for runs of cells without a clue.
    Digits,
}

/// The solution that is drawn in a file of pzpr: what follows the clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileDrawing {
    /// Nothing, because the solution is drawn among the clues.
    Nothing,
    /// Cells.
    Cells,
    /// Lines across the inner borders.
    Lines,
    /// Cells, then lines.
    CellsAndLines,
    /// Lines, then cells.
    LinesAndCells,
    /// Cells, then lines along all borders.
    Borders,
    /// Cells with a sign for each value: 1, 2 and so on. For shaded cells, the signs of unshaded and of shaded cells.
    Signs(&'static [&'static str]),
    /// The number of bridges across each inner border.
    Bridges,
    /// The borders of regions.
    Regions,
}

/// The name of cells outside all rooms, for kinds that have such cells.
pub const OUTSIDE: &str = "@";

/// The clues of a puzzle on a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClueGrid {
    /// The grid.
    pub grid: Grid,
    /// The symbol of each cell, row by row.
    pub symbols: Vec<Option<ClueSymbol>>,
    /// The name of the room of each cell, [`OUTSIDE`] for a cell in no room; empty if the kind has no rooms.
    pub rooms: Vec<String>,
}

impl ClueGrid {
    /// Creates the clues of a kind without rooms from the symbol of each cell.
    #[must_use]
    pub fn new(grid: Grid, symbols: Vec<Option<ClueSymbol>>) -> Self {
        Self { grid, symbols, rooms: Vec::new() }
    }

    /// Returns a grid without clues, of a kind without rooms.
    #[must_use]
    pub fn empty(grid: Grid) -> Self {
        Self::new(grid, vec![None; grid.cell_count()])
    }

    /// Checks that all symbols are of an alphabet, and that there is one entry for each cell.
    ///
    /// # Errors
    /// The first cell with another symbol, or the wrong number of symbols or rooms.
    pub fn check(&self, codec: &ClueCodec) -> Result<(), ClueError> {
        one_for_each_cell(self.grid, &self.symbols)?;
        if codec.has_rooms {
            one_for_each_cell(self.grid, &self.rooms)?;
        }
        let is_other =
            |symbol: &Option<ClueSymbol>| symbol.is_some_and(|one| !codec.alphabet.has(one));
        let Some(index) = self.symbols.iter().position(is_other) else { return Ok(()) };
        Err(ClueError::foreign(self.grid.cell_at(index), &codec.alphabet))
    }

    /// Returns the numbers of the cells; none for a cell with another symbol.
    #[must_use]
    pub fn numbers(&self) -> Vec<Option<u32>> {
        let number = |symbol: &Option<ClueSymbol>| match symbol {
            Some(ClueSymbol::Number(number)) => Some(*number),
            _ => None,
        };
        self.symbols.iter().map(number).collect()
    }

    /// Returns the clues with these numbers.
    #[must_use]
    pub fn of_numbers(grid: Grid, numbers: impl IntoIterator<Item = Option<u32>>) -> Self {
        let symbols = numbers.into_iter().map(|number| number.map(ClueSymbol::Number)).collect();
        Self::new(grid, symbols)
    }

    /// Returns the clues with a symbol in a cell.
    #[must_use]
    pub fn with(mut self, cell: Cell, symbol: ClueSymbol) -> Self {
        self.symbols[self.grid.cell_index(cell)] = Some(symbol);
        self
    }

    /// Returns the rooms, in which cells outside all rooms form regions, too.
    #[must_use]
    pub fn regions(&self) -> Regions {
        Regions::new(self.grid, &self.rooms)
    }

    /// Returns the image under an isometry.
    #[must_use]
    pub fn image(&self, isometry: Isometry) -> Self {
        let symbols: Vec<Option<ClueSymbol>> =
            self.symbols.iter().map(|symbol| symbol.map(|one| one.image(isometry))).collect();
        let rooms = match self.rooms.is_empty() {
            true => Vec::new(),
            false => isometry.cells(self.grid, &self.rooms),
        };
        let grid = isometry.grid(self.grid);
        Self { grid, symbols: isometry.cells(self.grid, &symbols), rooms }
    }

    /// Returns whether a cell is outside all rooms.
    #[must_use]
    pub fn is_outside(&self, cell: usize) -> bool {
        self.rooms.get(cell).is_some_and(|name| name == OUTSIDE)
    }
}

/// Clues that a kind refuses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ClueError {
    /// The cell of the clue; `None` if the grid as a whole is wrong.
    pub cell: Option<Cell>,
    /// What is wrong, and how to fix it.
    pub message: String,
}

impl ClueError {
    /// Returns the error of a symbol that is not of the alphabet.
    pub(crate) fn foreign(cell: Cell, alphabet: &ClueAlphabet) -> Self {
        let message = format!("no such clue at {cell}\nhelp: {}", alphabet.help);
        Self { cell: Some(cell), message }
    }

    /// Returns the error at the position of its cell, given the position of each cell in the text, or at `whole` if the grid
    /// as a whole is wrong.
    #[must_use]
    pub fn at(self, grid: Grid, offsets: &[usize], whole: usize) -> Fault {
        let offset = self.cell.and_then(|cell| offsets.get(grid.cell_index(cell)).copied());
        Fault { offset: offset.unwrap_or(whole), message: self.message }
    }
}

impl From<ValueClueError> for ClueError {
    fn from(error: ValueClueError) -> Self {
        let cell = match error {
            ValueClueError::Size(_) => None,
            ValueClueError::Value { cell, .. } => Some(cell),
        };
        Self { cell, message: error.to_string() }
    }
}
