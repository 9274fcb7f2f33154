//! A clue in a cell, or none: what the kinds with marks or numbers in single cells share.

use std::fmt::Debug;
use std::hash::Hash;

use crate::cell_loops::{CellBoard, CellLoop, Visit};
use crate::cell_values::{
    ValueClueError, grid_of_rows, one_for_each_cell, read_cells, read_texts, write_cells,
    write_rows,
};
use crate::grid::{Cell, Grid};
use crate::kinds::Kind;
use crate::kinds::codec::{ClueAlphabet, ClueCodec, ClueError, ClueGrid, ClueSymbol};
use crate::puzzle::{BrokenRule, GridSketch, Ink, Solution};
use crate::text::{EmptyCells, Fault, Span, Text, TextSize};

/// A clue in a cell, of a type of its own.
pub trait CellClue: Copy + Debug + Eq + Hash {
    /// The symbols of the clues.
    const ALPHABET: ClueAlphabet;

    /// Returns the clue with this symbol; `None` if the kind has no such clue.
    fn of_symbol(symbol: ClueSymbol) -> Option<Self>;

    /// Returns the symbol of the clue.
    fn symbol(self) -> ClueSymbol;

    /// Returns whether a bare grid with the clue is likely one of this kind: numbers up to 3 are more likely those of a
    /// Slitherlink.
    fn is_distinctive(self) -> bool {
        !matches!(self.symbol(), ClueSymbol::Number(0..=3))
    }

    /// Reads a clue; `None` if the text is none.
    fn parse(text: &str) -> Option<Self> {
        Self::ALPHABET.parse(text).and_then(Self::of_symbol)
    }

    /// Returns the text of the clue, without blanks.
    fn text(self) -> String {
        Self::ALPHABET.text(self.symbol())
    }

    /// Returns the text of the clue in sketches.
    fn label(self) -> String {
        Self::ALPHABET.picture(self.symbol())
    }
}

/// The clues of a grid: for each cell, row by row, one or none.
///
/// ```
/// use encycle_encodings::grid::Cell;
/// use encycle_encodings::kinds::clues::CellClues;
/// use encycle_encodings::kinds::geradeweg::LineLength;
///
/// let clues = CellClues::<LineLength>::from_rows(&[".3.", "..."])?;
/// assert_eq!(clues.placed().collect::<Vec<_>>(), [(Cell { row: 0, col: 1 }, LineLength(Some(3)))]);
/// assert!(CellClues::<LineLength>::from_rows(&[".3.", "x.."]).is_err());
/// # Ok::<(), encycle_encodings::cell_values::ValueClueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CellClues<C> {
    grid: Grid,
    clues: Vec<Option<C>>,
}

impl<C: CellClue> CellClues<C> {
    /// Creates the clues of a grid.
    ///
    /// # Errors
    /// The number of entries differs from the number of cells.
    pub fn new(grid: Grid, clues: Vec<Option<C>>) -> Result<Self, ValueClueError> {
        one_for_each_cell(grid, &clues)?;
        Ok(Self { grid, clues })
    }

    /// Reads rows for tests and examples: words if a row has blanks, else characters; `.` for a cell without a clue.
    ///
    /// # Errors
    /// The rows differ in length or contain other words, or there are none.
    pub fn from_rows(rows: &[&str]) -> Result<Self, ValueClueError> {
        let words = |row: &&str| -> Vec<String> {
            match row.contains(' ') {
                true => row.split_whitespace().map(str::to_owned).collect(),
                false => row.chars().map(String::from).collect(),
            }
        };
        let rows: Vec<Vec<String>> = rows.iter().map(words).collect();
        let widths: Vec<String> = rows.iter().map(|row| ".".repeat(row.len())).collect();
        let grid = grid_of_rows(&widths.iter().map(String::as_str).collect::<Vec<_>>())?;
        let read = |(cell, text): (Cell, &String)| match text.as_str() {
            "." => Ok(None),
            text => C::parse(text).map(Some).ok_or_else(|| ValueClueError::Value {
                cell,
                message: format!("not a clue: `{text}`\nhelp: {}", C::ALPHABET.help),
            }),
        };
        let clues: Result<Vec<Option<C>>, ValueClueError> =
            grid.cells().zip(rows.iter().flatten()).map(read).collect();
        Self::new(grid, clues?)
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the clue of each cell, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Option<C>] {
        &self.clues
    }

    /// Returns the clue of a cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<C> {
        self.clues[self.grid.cell_index(cell)]
    }

    /// Returns the cells with a clue.
    pub fn placed(&self) -> impl Iterator<Item = (Cell, C)> {
        self.grid.cells().zip(&self.clues).filter_map(|(cell, &clue)| Some((cell, clue?)))
    }

    /// Returns the board on which cells with a clue are visited in this way, and the others freely.
    pub(crate) fn board(&self, of_clues: Visit) -> CellBoard {
        let visit = |clue: &Option<C>| clue.map_or(Visit::Free, |_| of_clues);
        CellBoard::new(self.grid, self.clues.iter().map(visit).collect())
    }

    /// Draws the clues.
    pub(crate) fn draw(&self, sketch: &mut GridSketch) {
        self.placed().for_each(|(cell, clue)| sketch.write(cell, clue.label(), Ink::Clue));
    }

    /// Returns the symbols of the clues.
    #[must_use]
    pub fn symbols(&self) -> ClueGrid {
        let symbols = self.clues.iter().map(|clue| clue.map(C::symbol)).collect();
        ClueGrid::new(self.grid, symbols)
    }

    /// Returns the clues with these symbols.
    ///
    /// # Errors
    /// The number of symbols differs from the number of cells, or a clue has no such symbol.
    pub fn of_symbols(clues: &ClueGrid) -> Result<Self, ClueError> {
        let cells = clues.grid.cells().zip(&clues.symbols);
        let clue = |(cell, symbol): (Cell, &Option<ClueSymbol>)| match *symbol {
            None => Ok(None),
            Some(symbol) => {
                let clue = C::of_symbol(symbol).map(Some);
                clue.ok_or_else(|| ClueError::foreign(cell, &C::ALPHABET))
            }
        };
        let found = cells.map(clue).collect::<Result<Vec<Option<C>>, ClueError>>()?;
        Ok(Self::new(clues.grid, found)?)
    }
}

/// Reads the rows of clues below a header, and the names of the rooms below them, if the kind has rooms.
///
/// # Errors
/// The text is malformed, or the kind refuses the clues.
pub(crate) fn read_clues<'a, K: Kind>(
    codec: &ClueCodec,
    text: Text<'a>,
    size: TextSize,
    lines: &mut dyn Iterator<Item = Span<'a>>,
) -> Result<K::Puzzle, Fault> {
    let (grid, alphabet) = (size.grid, &codec.alphabet);
    let read = |cell: Span<'a>| {
        alphabet.parse(cell.text).ok_or_else(|| {
            cell.fault(format!("{} is not a cell\nhelp: {}", cell.shown(), alphabet.help))
        })
    };
    let empty = EmptyCells::new(alphabet.has_zero());
    let (cells, rooms) = match codec.has_rooms {
        false => (read_cells(text, size, lines, empty, read)?, Vec::new()),
        true => {
            let cells = read_cells(text, size, &mut lines.take(grid.rows()), empty, read)?;
            (cells, read_texts(text, size, lines, |cell| Ok(cell.text.to_owned()))?.cells)
        }
    };
    K::from_clue_grid(&ClueGrid { grid, symbols: cells.cells, rooms })
        .map_err(|error| error.at(grid, &cells.offsets, cells.offsets[0]))
}

/// Writes a header, the rows of clues, and the names of the rooms.
pub(crate) fn write_clues(name: &str, codec: &ClueCodec, clues: &ClueGrid) -> String {
    let (rows, cols) = (clues.grid.rows(), clues.grid.cols());
    let text = |symbol: &Option<ClueSymbol>| {
        symbol.map_or_else(|| ".".to_owned(), |symbol| codec.alphabet.text(symbol))
    };
    let cells = clues.symbols.iter().map(text);
    write_cells(&format!("{name} {rows} {cols}"), cols, cells)
        + &write_rows(cols, clues.rooms.iter().cloned())
}

/// A kind of loop through cells whose clues each hold or fail in a loop, whatever the other clues are.
pub(crate) trait SeparableClues: CellLoop {
    /// The clue of a cell.
    type Clue: CellClue;

    /// Whether the loop visits the cells with a clue: always or never.
    const VISIT: Visit;

    /// Checks the rules of a clue in a cell that the loop visits, or not, as [`Self::VISIT`] says. The puzzle need not have
    /// the clue.
    ///
    /// # Errors
    /// The broken rule.
    fn check_clue(
        &self,
        cell: Cell,
        clue: Self::Clue,
        solution: &Solution,
    ) -> Result<(), BrokenRule>;
}

/// Returns whether a clue in a cell would hold in a loop.
pub(crate) fn permits<P: SeparableClues>(
    puzzle: &P,
    cell: Cell,
    symbol: ClueSymbol,
    solution: &Solution,
) -> bool {
    let board = puzzle.board();
    let is_visited = board.lines_at(solution, board.grid().cell_index(cell)) > 0;
    is_visited == (P::VISIT == Visit::Always)
        && P::Clue::of_symbol(symbol)
            .is_some_and(|clue| puzzle.check_clue(cell, clue, solution).is_ok())
}

/// The functions `image`, `read` and `write` of [`Kind`](crate::kinds::Kind), which follow from its clues.
macro_rules! clue_text {
    ($codec:expr) => {
        const CODEC: Option<&'static crate::kinds::codec::ClueCodec> = Some(&$codec);

        fn image(
            puzzle: &Self::Puzzle,
            symmetry: &crate::puzzle::PuzzleSymmetry,
        ) -> Option<Self::Puzzle> {
            Self::from_clue_grid(&Self::clue_grid(puzzle)?.image(symmetry.isometry)).ok()
        }

        fn read<'a>(
            text: crate::text::Text<'a>,
            header: &crate::text::Header<'a>,
            lines: &mut dyn Iterator<Item = crate::text::Span<'a>>,
        ) -> Result<Self::Puzzle, crate::text::Fault> {
            crate::kinds::clues::read_clues::<Self>(&$codec, text, header.grid()?, lines)
        }

        fn write(puzzle: &Self::Puzzle) -> Option<String> {
            let clues = Self::clue_grid(puzzle)?;
            Some(crate::kinds::clues::write_clues(Self::NAME, &$codec, &clues))
        }
    };
}
pub(crate) use clue_text;

/// Implements [`Kind`](crate::kinds::Kind) for a kind with a clue or none in each cell, whose type has the fields `board` and
/// `clues`; and its `from_rows`, `grid` and `clues`. The clues are `separable` if the kind implements [`SeparableClues`], from
/// which its constructor `new` follows, or else `joint`.
macro_rules! clued_kind {
    (@is separable) => { true };
    (@is joint) => { false };
    (@new joint $clue:ty) => {};
    (@new separable $clue:ty) => {
        /// Creates a puzzle. Contradictory clues are legal; the puzzle then has no solution.
        ///
        /// # Errors
        /// None.
        pub fn new(
            clues: crate::kinds::clues::CellClues<$clue>,
        ) -> Result<Self, crate::cell_values::ValueClueError> {
            let board = clues.board(<Self as crate::kinds::clues::SeparableClues>::VISIT);
            Ok(Self { board, clues })
        }
    };
    (@permits joint) => {};
    (@permits separable) => {
        fn permits(
            empty: &Self,
            cell: crate::grid::Cell,
            symbol: crate::kinds::codec::ClueSymbol,
            solution: &crate::puzzle::Solution,
        ) -> bool {
            crate::kinds::clues::permits(empty, cell, symbol, solution)
        }
    };
    ($kind:ident, $clue:ty, $name:literal, $sample:literal, $rules:literal, $separable:ident, $janko:expr, $pzpr:expr) => {
        impl $kind {
            crate::kinds::clues::clued_kind!(@new $separable $clue);

            /// Creates a puzzle from rows of clues and `.`, for tests and examples: words if a row has blanks, else characters.
            ///
            /// # Errors
            /// The errors of [`CellClues::from_rows`](crate::kinds::clues::CellClues::from_rows) and [`Self::new`].
            pub fn from_rows(rows: &[&str]) -> Result<Self, crate::cell_values::ValueClueError> {
                Self::new(crate::kinds::clues::CellClues::from_rows(rows)?)
            }

            /// Returns the grid.
            #[must_use]
            pub fn grid(&self) -> crate::grid::Grid {
                self.board.grid()
            }

            /// Returns the clues.
            #[must_use]
            pub fn clues(&self) -> &crate::kinds::clues::CellClues<$clue> {
                &self.clues
            }
        }

        impl crate::kinds::Kind for $kind {
            type Puzzle = Self;

            const FAMILY: crate::kinds::SolutionFamily = crate::kinds::SolutionFamily::CellLoop;
            const NAME: &'static str = $name;
            const SAMPLE: &'static str = $sample;
            const RULES: &'static str = $rules;

            crate::kinds::clues::clue_text!(crate::kinds::codec::ClueCodec {
                alphabet: <$clue as crate::kinds::clues::CellClue>::ALPHABET,
                is_separable: crate::kinds::clues::clued_kind!(@is $separable),
                has_rooms: false,
                janko: $janko,
                pzpr: $pzpr,
            });

            fn clue_grid(puzzle: &Self) -> Option<crate::kinds::codec::ClueGrid> {
                Some(puzzle.clues.symbols())
            }

            fn from_clue_grid(
                clues: &crate::kinds::codec::ClueGrid,
            ) -> Result<Self, crate::kinds::codec::ClueError> {
                Ok(Self::new(crate::kinds::clues::CellClues::of_symbols(clues)?)?)
            }

            fn cell_loop(puzzle: &Self) -> Option<&dyn crate::cell_loops::CellLoop> {
                Some(puzzle)
            }

            crate::kinds::clues::clued_kind!(@permits $separable);

            fn is_likely(puzzle: &Self) -> bool {
                let is_distinctive = crate::kinds::clues::CellClue::is_distinctive;
                puzzle.clues().cells().contains(&None)
                    && puzzle.clues().placed().any(|(_, clue)| is_distinctive(clue))
            }
        }
    };
}
pub(crate) use clued_kind;
