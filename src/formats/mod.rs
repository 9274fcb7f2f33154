//! Readers and writers of puzzle text, one module per format.
//!
//! [`read`] recognises the format of a text; [`load`] also fetches the text from a file, from standard input
//! or from an address. A size in a text is not trusted: memory is allocated for the cells that the text
//! contains, never for a size that it only announces.
//!
//! ```
//! use encycle::formats::{self, PuzzleFormat};
//! let parsed = formats::read("slitherlink 2 3\n3.2\n.0.\n", None)?;
//! assert_eq!(parsed.format, PuzzleFormat::Plain);
//! assert_eq!(formats::write(&parsed.puzzle, PuzzleFormat::Loopy)?, "3x2t0:3a2a0a");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
pub mod dimacs;
mod edges;
mod error;
mod graph;
mod hcp;
mod janko;
mod load;
mod loopy;
pub mod map;
mod plain;
mod puzzlink;
mod pzprv3;
mod saved;
mod solution;
mod sudoku;

use std::fmt;
use std::str::FromStr;

use encycle_encodings::puzzle::Solution;

use crate::puzzle::{self, Puzzle, PuzzleKind, UnknownName};
use encycle_encodings::kinds::slitherlink::Slitherlink;
use encycle_encodings::text::{Cells, Fault, Span, Text};

pub use error::ParseError;
pub use load::{LoadError, NamedPuzzle, SIZE_LIMIT, load, load_all};
pub use saved::load_saved;
pub use solution::{load_solution, read_solution};

/// A text format for puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PuzzleFormat {
    /// Encycle's own format: a header line, then the grid in digits and dots.
    Plain,
    /// The `begin` ... `end` text of janko.at.
    Janko,
    /// An address of puzz.link, pzv.jp and related sites.
    PuzzLink,
    /// The file format that pzpr and puzz.link save.
    Pzprv3,
    /// A game id of Loopy, from Simon Tatham's puzzle collection.
    Loopy,
    /// A Sudoku in one line of 81, 256, ... characters.
    Line,
    /// A Sudoku drawn with vertical bars and horizontal rules between its boxes.
    Boxed,
    /// The `.sdk` file of SadMan Software.
    Sdk,
    /// The board string `N*x,y,v;...` of a Neighbor Number.
    Board,
    /// A Slitherlink on a general graph, as JSON.
    Graph,
    /// A Hamilton cycle problem of TSPLIB (`.hcp`).
    Hcp,
    /// A Hamilton cycle problem as a bare list of edges.
    Edges,
}

impl PuzzleFormat {
    /// All formats.
    pub const ALL: &[Self] = &[
        Self::Plain,
        Self::Janko,
        Self::PuzzLink,
        Self::Pzprv3,
        Self::Loopy,
        Self::Line,
        Self::Boxed,
        Self::Sdk,
        Self::Board,
        Self::Graph,
        Self::Hcp,
        Self::Edges,
    ];

    /// Returns the name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Janko => "janko",
            Self::PuzzLink => "puzzlink",
            Self::Pzprv3 => "pzprv3",
            Self::Loopy => "loopy",
            Self::Line => "line",
            Self::Boxed => "boxed",
            Self::Sdk => "sdk",
            Self::Board => "board",
            Self::Graph => "graph",
            Self::Hcp => "hcp",
            Self::Edges => "edges",
        }
    }

    /// Recognises the format of a text by its first line that is not a comment.
    fn of(text: Text<'_>, kind: Option<PuzzleKind>) -> Self {
        let Some(line) = text.lines().next() else { return Self::Plain };
        let is_sudoku = kind.is_none_or(|kind| kind == PuzzleKind::Sudoku);
        // before janko, where `[Puzzle]` is a keyword followed by a value
        if is_sudoku && sudoku::sdk::claims(line.text) {
            Self::Sdk
        } else if puzzlink::claims(line.text) {
            Self::PuzzLink
        } else if pzprv3::claims(line.text) {
            Self::Pzprv3
        } else if janko::claims(line.text) {
            Self::Janko
        } else if loopy::claims(line.text) {
            Self::Loopy
        } else if is_sudoku && sudoku::line::claims(line.text) {
            Self::Line
        } else if is_sudoku && sudoku::boxed::claims(line.text) {
            Self::Boxed
        } else if graph::claims(line.text) {
            Self::Graph
        } else if edges::claims(line.text, kind) {
            Self::Edges
        } else if hcp::claims(line.text) {
            Self::Hcp
        } else if board::claims(line.text) {
            Self::Board
        } else {
            Self::Plain
        }
    }
}

impl fmt::Display for PuzzleFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PuzzleFormat {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        puzzle::by_name("format", Self::ALL, |format| format.name(), name)
    }
}

/// A parsed text: the puzzle, the format, and the solution if the text contains one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parsed {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The format of the text.
    pub format: PuzzleFormat,
    /// The solution in the text, if any, not checked against the rules.
    pub solution: Option<Solution>,
}

impl FromStr for Puzzle {
    type Err = ParseError;

    /// Reads a puzzle in any of the formats; a bare grid is a Slitherlink.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        read(text, None).map(|parsed| parsed.puzzle)
    }
}

/// Reads a puzzle in any of the formats.
///
/// If the text names no kind (a bare grid), `kind` applies, or else Slitherlink. Blank lines, a byte order
/// mark, and lines that start with `#` are skipped before the puzzle begins.
///
/// # Errors
/// Returns an error with line and column if the text is invalid.
pub fn read(text: &str, kind: Option<PuzzleKind>) -> Result<Parsed, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let whole = Text(text);
    let format = PuzzleFormat::of(whole, kind);
    if format == PuzzleFormat::Line && whole.lines().nth(1).is_some() {
        return Err(ParseError::at(text, 0, several(whole.lines().count())));
    }
    let result = match format {
        PuzzleFormat::Plain => plain::read(whole, kind),
        PuzzleFormat::Janko => janko::read(whole, kind),
        PuzzleFormat::PuzzLink => puzzlink::read(whole, kind),
        PuzzleFormat::Pzprv3 => pzprv3::read(whole, kind),
        PuzzleFormat::Loopy => loopy::read(whole, kind),
        PuzzleFormat::Line => sudoku::line::read(whole, kind),
        PuzzleFormat::Boxed => sudoku::boxed::read(whole, kind),
        PuzzleFormat::Sdk => sudoku::sdk::read(whole, kind),
        PuzzleFormat::Board => board::read(whole, kind),
        PuzzleFormat::Graph => graph::read(whole, kind),
        PuzzleFormat::Hcp => hcp::read(whole, kind),
        PuzzleFormat::Edges => edges::read_bare(whole),
    };
    match result {
        Ok((puzzle, solution)) => Ok(Parsed { puzzle, format, solution }),
        Err(Fault { offset, message }) => Err(ParseError::at(text, offset, message)),
    }
}

/// The result of reading a text: the puzzle, and its solution if the text contains one.
type Reading = Result<(Puzzle, Option<Solution>), Fault>;

/// Checks that the kind of a text is the expected one, if any.
pub fn expect_kind(
    found: PuzzleKind,
    expected: Option<PuzzleKind>,
    at: Span<'_>,
) -> Result<(), Fault> {
    match expected {
        Some(expected) if expected != found => {
            Err(at.fault(format!("expected a {expected} puzzle, found a {found} puzzle")))
        }
        _ => Ok(()),
    }
}

/// Checks like [`expect_kind`] that a text can be read as a Slitherlink, but also accepts an expected
/// Slitherlynx: the formats of Slitherlink can hold one too.
pub fn expect_loops(expected: Option<PuzzleKind>, at: Span<'_>) -> Result<(), Fault> {
    match expected {
        Some(PuzzleKind::Slitherlynx) => Ok(()),
        _ => expect_kind(PuzzleKind::Slitherlink, expected, at),
    }
}

/// Builds the puzzle with these clues: a Slitherlynx if `expected` is that kind, else a Slitherlink.
fn loops(cells: Cells<Option<u8>>, expected: Option<PuzzleKind>) -> Result<Puzzle, Fault> {
    let several = expected == Some(PuzzleKind::Slitherlynx);
    Ok(Slitherlink::from_cells(cells, several)?.into())
}

/// Returns the error message for a text of `count` puzzles where one is expected.
fn several(count: usize) -> String {
    format!("{count} puzzles, one per line\nhelp: name one of them as FILE#1 to FILE#{count}")
}

/// Reads all puzzles of a text, which may hold many, one per line.
///
/// Each puzzle of several comes with its number, counted from 1; a single one comes with `None`.
#[must_use]
pub fn read_all(
    text: &str,
    kind: Option<PuzzleKind>,
) -> Vec<(Option<usize>, Result<Parsed, ParseError>)> {
    let whole = Text(text.strip_prefix('\u{feff}').unwrap_or(text));
    if PuzzleFormat::of(whole, kind) != PuzzleFormat::Line || whole.lines().nth(1).is_none() {
        return vec![(None, read(text, kind))];
    }
    let one = |(index, line): (usize, Span<'_>)| {
        let parsed = match sudoku::line::read(Text(line.text), kind) {
            Ok((puzzle, solution)) => Ok(Parsed { puzzle, format: PuzzleFormat::Line, solution }),
            Err(Fault { offset, message }) => {
                Err(ParseError::at(whole.0, line.offset + offset, message))
            }
        };
        (Some(index + 1), parsed)
    };
    whole.lines().enumerate().map(one).collect()
}

/// Reads a puzzle from bytes, which must be UTF-8.
///
/// # Errors
/// Returns the errors of [`read`], and an error with the position of the first byte that is not UTF-8.
pub fn read_bytes(bytes: &[u8], kind: Option<PuzzleKind>) -> Result<Parsed, ParseError> {
    read(text_in(bytes)?, kind)
}

/// Returns bytes as text, which must be UTF-8.
fn text_in(bytes: &[u8]) -> Result<&str, ParseError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let (good, bad) = bytes.split_at(error.valid_up_to());
        let good = std::str::from_utf8(good).unwrap_or_default();
        let good = good.strip_prefix('\u{feff}').unwrap_or(good);
        let byte = bad.first().copied().unwrap_or_default();
        let message = format!(
            "byte 0x{byte:02x} is not UTF-8 text\n\
             help: save the puzzle as UTF-8; name a compressed file .gz or .xz"
        );
        ParseError::at(good, good.len(), message)
    })
}

/// Writes a puzzle in a format. Formats of several lines end in a newline; an address or a game id is
/// one line without it.
///
/// # Errors
/// Returns an error that lists the formats of this puzzle if it has no form in `format`.
pub fn write(puzzle: &Puzzle, format: PuzzleFormat) -> Result<String, WriteError> {
    written(puzzle, format).ok_or_else(|| {
        let writes = |other: &&PuzzleFormat| written(puzzle, **other).is_some();
        let known: Vec<&str> =
            PuzzleFormat::ALL.iter().filter(writes).map(|one| one.name()).collect();
        WriteError { kind: puzzle.kind(), format, known: known.join(", ") }
    })
}

/// Writes a puzzle in a format, or returns `None` if the format cannot express it.
fn written(puzzle: &Puzzle, format: PuzzleFormat) -> Option<String> {
    match (puzzle, format) {
        (_, PuzzleFormat::Plain) => plain::write(puzzle),
        (Puzzle::Slitherlynx(loops), PuzzleFormat::Janko) => {
            loops.grid().map(|grid| janko::write(loops, grid))
        }
        (Puzzle::Slitherlink(loops), PuzzleFormat::Graph) => Some(graph::write(loops)),
        (Puzzle::Slitherlink(loops), _) => loops.grid().and_then(|grid| match format {
            PuzzleFormat::Janko => Some(janko::write(loops, grid)),
            PuzzleFormat::PuzzLink => Some(puzzlink::slither::write(loops, grid)),
            PuzzleFormat::Pzprv3 => Some(pzprv3::write(loops, grid)),
            PuzzleFormat::Loopy => Some(loopy::write(loops, grid)),
            _ => None,
        }),
        (Puzzle::Numberlink(puzzle), PuzzleFormat::PuzzLink) => {
            puzzle.grid().and_then(|grid| puzzlink::numlin::write(puzzle, grid))
        }
        (Puzzle::Hamilton(puzzle), PuzzleFormat::Hcp) => hcp::write(puzzle),
        (Puzzle::Hamilton(puzzle), PuzzleFormat::Edges) => edges::write_bare(puzzle),
        (Puzzle::Sudoku(puzzle), PuzzleFormat::Line) => sudoku::line::write(puzzle),
        (Puzzle::Sudoku(puzzle), PuzzleFormat::Boxed) => Some(sudoku::boxed::write(puzzle)),
        (Puzzle::Sudoku(puzzle), PuzzleFormat::Sdk) => sudoku::sdk::write(puzzle),
        (Puzzle::NeighborNumber(puzzle), PuzzleFormat::Board) => Some(board::write(puzzle)),
        _ => None,
    }
}

/// Writes a puzzle in the first format that can express it.
///
/// # Errors
/// Returns an error if no format can express it.
pub fn write_default(puzzle: &Puzzle) -> Result<String, WriteError> {
    let mut texts = PuzzleFormat::ALL.iter().map(|&format| write(puzzle, format));
    texts.find_map(Result::ok).map_or_else(|| write(puzzle, PuzzleFormat::Plain), Ok)
}

/// An error for a puzzle that a format cannot express.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this {kind} puzzle has no {format} form\nhelp: use {known}")]
pub struct WriteError {
    /// The kind of the puzzle.
    pub kind: PuzzleKind,
    /// The format.
    pub format: PuzzleFormat,
    /// The names of the formats that can express the puzzle, separated by commas.
    pub known: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that each text is rejected at this line and column with a message that contains these words.
    pub(super) fn assert_refused(table: &[(&str, usize, usize, &str)]) {
        for &(text, line, column, words) in table {
            let error = read(text, None).expect_err(text);
            assert!(error.message.contains(words), "{text:?} gave {error}, not {words:?}");
            assert_eq!((error.line, error.column), (line, column), "{text:?} gave {error}");
        }
    }

    #[test]
    fn every_format_parses_from_its_name() {
        for &format in PuzzleFormat::ALL {
            assert_eq!(format.name().parse(), Ok(format));
        }
        assert!("xml".parse::<PuzzleFormat>().unwrap_err().to_string().contains("plain, janko"));
    }

    #[test]
    fn bytes_that_are_not_utf8_are_rejected_with_their_position() {
        let error = read_bytes(b"\xef\xbb\xbf..\n.\xff\n", None).unwrap_err();
        assert_eq!((error.line, error.column), (2, 2));
        assert!(error.message.contains("0xff"));
    }

    #[test]
    fn a_byte_order_mark_and_crlf_do_not_change_the_result() {
        let plain = read("slitherlink 2 2\n3.\n.1\n", None).unwrap();
        let odd = read_bytes(b"\xef\xbb\xbfslitherlink 2 2\r\n3.\r\n.1\r\n", None).unwrap();
        assert_eq!(plain, odd);
        let error = read_bytes(b"\xef\xbb\xbf3.\r\n.x\r\n", None).unwrap_err();
        assert_eq!((error.line, error.column), (2, 2));
    }

    #[test]
    fn columns_count_characters_instead_of_bytes() {
        assert_refused(&[("# ä\n.é.\n", 2, 2, "'é'"), ("äö\n", 1, 1, "'äö'")]);
    }

    #[test]
    fn an_error_names_its_origin() {
        let error = read("..\n.\n", None).unwrap_err().in_origin("two.txt");
        assert_eq!(
            error.to_string(),
            "two.txt:2:2: row 2 has 1 cell: every row needs 2, like row 1"
        );
    }
}
