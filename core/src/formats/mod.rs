//! The readers and writers of puzzle texts, with one module per format.
//!
//! [`read`] recognizes the format of a text; [`load`] also fetches the text from a file, from standard input or from an
//! address. A size in a text is not trusted: memory is allocated for the cells that the text contains, never for a size
//! that it only announces. For example, a text that announces 1000 x 1000 cells but contains a single row does not
//! allocate a million cells.
//!
//! ```
//! use encycle::formats::{self, PuzzleFormat};
//! let parsed = formats::read("slitherlink 2 3\n3.2\n.0.\n", None)?;
//! assert_eq!(parsed.format, PuzzleFormat::Plain);
//! assert_eq!(formats::write(&parsed.puzzle, PuzzleFormat::Loopy)?, "3x2t0:3a2a0a");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
pub(crate) mod checked;
pub mod dimacs;
mod embedded;
mod error;
mod graph;
mod graphs;
mod janko;
mod kind_file;
mod loopy;
pub mod map;
pub mod model;
mod other;
mod placed;
mod plain;
pub mod program;
mod puzzlink;
mod pzpr_names;
mod pzprv3;
mod solution;
mod source;
mod sudoku;
mod table;
mod weights;

use std::str::FromStr;

use encycle_encodings::puzzle::Solution;

use crate::puzzle::{KindRefusal, Puzzle, PuzzleKind};
use encycle_encodings::text::{Fault, Span, Text};

pub use embedded::{map_with_puzzle, puzzle_comments, read_embedded, solution_with_puzzle};
pub use error::ParseError;
pub use solution::{ModelPoint, load_solution, read_model_solution, read_solution, solution_help};
pub use source::{
    LoadError, NamedPuzzle, SIZE_LIMIT, STDIN, is_puzzle_file, load, load_all, load_saved,
    load_text, one_of_many, read_all,
};
pub use table::PuzzleFormat;
pub use weights::AtomWeights;

use table::FormatRow;

/// A parsed text: the puzzle, the format, and the solution if the text contains one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parsed {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The format of the text.
    pub format: PuzzleFormat,
    /// The solution in the text, if it contains one; it is not checked against the rules.
    pub solution: Option<Solution>,
    /// Whether the kind is a guess, that is, neither the text nor the caller names the kind, and it is the only kind
    /// that fits.
    pub is_guessed: bool,
    /// Notes about how the text is read, such as symbols that stand for other values.
    pub notes: Vec<String>,
    /// The maximum number of lines of a solution, if the text has such a bound. The rules of the puzzle do not contain it.
    pub length_bound: Option<usize>,
}

/// A puzzle that was made, not read: in the plain format, without a solution.
impl From<Puzzle> for Parsed {
    fn from(puzzle: Puzzle) -> Self {
        let format = PuzzleFormat::Plain;
        TextContent::from(puzzle).parsed(format, false)
    }
}

impl FromStr for Puzzle {
    type Err = ParseError;

    /// Reads a puzzle in any of the formats.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        read(text, None).map(|parsed| parsed.puzzle)
    }
}

/// Returns whether a text is like a puzzle, even if [`read`] rejects it. Other texts are, for example, formulas, results of
/// solvers, programs and prose.
///
/// ```
/// use encycle::formats::is_like_puzzle;
///
/// assert!(is_like_puzzle("slitherlnik 2 2\n3.\n.9\n"));
/// assert!(!is_like_puzzle("p cnf 1 1\n1 0\n") && !is_like_puzzle("Read me first.\n"));
/// ```
#[must_use]
pub fn is_like_puzzle(text: &str) -> bool {
    let text = Text(text);
    if other::named(text).is_some() {
        return false;
    }
    match PuzzleFormat::recognize(text, None) {
        PuzzleFormat::Plain => kind_file::is_like_puzzle(text.0) || plain::is_like_puzzle(text),
        PuzzleFormat::Graph => graph::is_like_puzzle(text),
        PuzzleFormat::Col => graphs::col::is_like_puzzle(text),
        _ => true,
    }
}

/// Reads a kind file and makes its kind known by its name in this process ([`PuzzleKind::register`]), unless another format
/// has the name.
///
/// # Errors
/// The text is no kind file, another kind has the name, or its puzzles would be read in another format.
pub fn register_kind(text: &str) -> Result<PuzzleKind, KindRefusal> {
    check_kind_name(PuzzleKind::parse_file(text)?)?;
    PuzzleKind::register(text)
}

/// Checks that no other kind of Encycle has the name, and that no other format begins with it.
///
/// ```
/// use encycle::formats::check_kind_name;
/// use encycle::prelude::*;
///
/// let kuromasu = "kuromasu".parse::<PuzzleKind>()?.file_text().expect("a text file");
/// // a text that begins with `begin` is in the format of janko.at
/// for name in ["slitherlink", "begin"] {
///     let text = kuromasu.replace("kind kuromasu", &format!("kind {name}"));
///     assert!(check_kind_name(PuzzleKind::parse_file(&text)?).is_err());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The refusal of the name.
pub fn check_kind_name(kind: PuzzleKind) -> Result<(), KindRefusal> {
    kind.check_name()?;
    let name = kind.name().to_owned();
    match other_use(&name).filter(|_| !kind.is_builtin()) {
        Some(format) => Err(KindRefusal::Reserved { name, format }),
        None => Ok(()),
    }
}

/// Returns what a text is that begins with a word and a size, as a puzzle of a kind with this name does; `None` if it is such a
/// puzzle.
fn other_use(name: &str) -> Option<String> {
    let sizes = ["4 4", "1 1", "3 4 5"];
    sizes.into_iter().find_map(|size| {
        let text = format!("{name} {size}\n....\n....\n");
        if kind_file::begins(&text) {
            return Some("kind files".to_owned());
        }
        if let Some(format) = model::model_format(&text, None) {
            return Some(format!("problems in the format {}", format.name()));
        }
        match PuzzleFormat::recognize(Text(&text), None) {
            PuzzleFormat::Plain => None,
            format => Some(format!("puzzles in the format {format}")),
        }
    })
}

/// Reads a puzzle in any of the formats.
///
/// If the text names no kind (a bare grid), `kind` applies; without `kind`, the text is read as the only kind that
/// fits. Blank lines, a byte order mark, and lines that start with `#` are skipped before the puzzle begins.
///
/// ```
/// use encycle::formats;
/// let bare = formats::read("4 . .\n. 2 .\n", None);
/// assert!(bare.is_err(), "a Nurikabe and other kinds fit");
/// assert!(formats::read("3 . .\n. 0 .\n", None)?.is_guessed);
/// # Ok::<(), encycle::formats::ParseError>(())
/// ```
///
/// # Errors
/// Returns an error with line and column if the text is invalid, if it is in no known format, or if it is a bare grid
/// that fits several kinds.
pub fn read(text: &str, kind: Option<PuzzleKind>) -> Result<Parsed, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if kind_file::sections(text).is_some() {
        let count = read_all(text, kind).len();
        let help = format!("help: name one of them as FILE#1 to FILE#{count}");
        return Err(ParseError::at(text, 0, format!("{count} puzzles\n{help}")));
    }
    let is_below = kind_file::begins(text);
    let (text, kind) = kind_file::split(text, kind)?;
    read_whole(&text, kind, is_below)
}

/// Reads a puzzle like [`read`], but its clues may break the conditions of its kind, as while a puzzle is made.
///
/// ```
/// use encycle::formats;
///
/// let text = "hashi 2 2\n11\n..\n";
/// assert!(formats::read(text, None).is_err(), "two numbers share a side");
/// let unfinished = formats::read_unfinished(text, None)?;
/// assert_eq!(formats::write_default(&unfinished.puzzle)?, text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of [`read`], except for broken conditions.
pub fn read_unfinished(text: &str, kind: Option<PuzzleKind>) -> Result<Parsed, ParseError> {
    read(text, kind).or_else(|error| unfinished(text, kind).map(Parsed::from).ok_or(error))
}

/// Returns the puzzle of a text, whose clues may break the conditions of its kind.
fn unfinished(text: &str, kind: Option<PuzzleKind>) -> Option<Puzzle> {
    let (text, kind) = kind_file::split(text, kind).ok()?;
    plain::read_unfinished(Text(&text), kind)
}

/// Reads the only puzzle of a text in which no kind is in front; `is_below` says that one was.
fn read_whole(text: &str, kind: Option<PuzzleKind>, is_below: bool) -> Result<Parsed, ParseError> {
    let text = &*source::stream::without_titles(text, kind);
    let whole = Text(text);
    let pieces = source::stream::pieces(whole, kind);
    if pieces.len() > 1 {
        let fault = plain::two_readings(whole, kind, &pieces).unwrap_or_else(|| Fault {
            offset: 0,
            message: source::stream::several(whole, &pieces),
        });
        return Err(ParseError::at(text, fault.offset, fault.message));
    }
    read_alone(whole, kind, is_below)
        .map_err(|Fault { offset, message }| ParseError::at(text, offset, message))
}

/// Reads the only puzzle of a text. Below a kind in front, it is of this kind unless it names another one.
fn read_alone(text: Text<'_>, kind: Option<PuzzleKind>, is_below: bool) -> Result<Parsed, Fault> {
    let Some(kind) = kind.filter(|_| is_below) else { return read_one(text, kind) };
    let format = PuzzleFormat::recognize(text, Some(kind));
    if format == PuzzleFormat::Plain {
        return read_one(text, (!plain::names_other(text, kind)).then_some(kind));
    }
    match read_one(text, Some(kind)) {
        Err(fault) if !format.row().is_shape => read_one(text, None).map_err(|_| fault),
        read => read,
    }
}

/// Reads the only puzzle of a text.
fn read_one(text: Text<'_>, kind: Option<PuzzleKind>) -> Result<Parsed, Fault> {
    if let Some(fault) = other::named(text) {
        return Err(fault);
    }
    let format = PuzzleFormat::recognize(text, kind);
    if format == PuzzleFormat::Plain
        && let Some(first) = text.lines().next()
        && model::digraph::claims(text.0)
    {
        return Err(graphs::vertex_names::directed(first));
    }
    if format == PuzzleFormat::Plain && kind.is_none() && plain::is_bare(text, None) {
        return plain::guess(text);
    }
    read_in(text, format, kind)
}

/// Reads the only puzzle of a text in a format.
fn read_in(
    text: Text<'_>,
    format: PuzzleFormat,
    kind: Option<PuzzleKind>,
) -> Result<Parsed, Fault> {
    let FormatRow { read, is_shape, .. } = format.row();
    Ok(read(text, kind)?.parsed(format, *is_shape && kind.is_none()))
}

/// The contents of a text: the puzzle, its solution if any, notes about how it is read, and a bound.
struct TextContent {
    puzzle: Puzzle,
    solution: Option<Solution>,
    notes: Vec<String>,
    length_bound: Option<usize>,
}

impl TextContent {
    fn parsed(self, format: PuzzleFormat, is_guessed: bool) -> Parsed {
        let Self { puzzle, solution, notes, length_bound } = self;
        Parsed { puzzle, format, solution, is_guessed, notes, length_bound }
    }
}

impl<P: Into<Puzzle>> From<P> for TextContent {
    fn from(puzzle: P) -> Self {
        Self { puzzle: puzzle.into(), solution: None, notes: Vec::new(), length_bound: None }
    }
}

/// The result of reading a text.
type Reading = Result<TextContent, Fault>;

/// Checks that the kind of a text is the expected one, if any.
pub fn expect_kind(
    found: PuzzleKind,
    expected: Option<PuzzleKind>,
    at: Span<'_>,
) -> Result<(), Fault> {
    match expected {
        Some(expected) if expected != found => Err(at.fault(format!(
            "expected a puzzle of the kind {expected}, found one of the kind {found}"
        ))),
        _ => Ok(()),
    }
}

/// Checks like [`expect_kind`] that a text can be read as a Slitherlink, but also accepts an expected Slitherlynx,
/// because the formats of Slitherlink can hold a Slitherlynx, too.
pub fn expect_loops(expected: Option<PuzzleKind>, at: Span<'_>) -> Result<(), Fault> {
    match expected {
        Some(PuzzleKind::Slitherlynx) => Ok(()),
        _ => expect_kind(PuzzleKind::Slitherlink, expected, at),
    }
}

/// Reads a puzzle from bytes, which must be UTF-8, or UTF-16 with a byte order mark.
///
/// # Errors
/// Returns the errors of [`read`], and an error with the position of the first byte that is not text.
pub fn read_bytes(bytes: &[u8], kind: Option<PuzzleKind>) -> Result<Parsed, ParseError> {
    read(&other::text_in(bytes)?, kind)
}

/// Writes a puzzle in a format. Formats of several lines end in a newline; an address or a game id is one line without
/// a newline.
///
/// # Errors
/// Returns an error that lists the formats of this puzzle if `format` cannot express it.
pub fn write(puzzle: &Puzzle, format: PuzzleFormat) -> Result<String, WriteError> {
    written_as(puzzle, format).ok_or_else(|| {
        let writes = |other: &&PuzzleFormat| written_as(puzzle, **other).is_some();
        let known: Vec<&str> =
            PuzzleFormat::ALL.iter().filter(writes).map(|one| one.name()).collect();
        WriteError { kind: puzzle.kind(), format, known: known.join(", ") }
    })
}

/// Writes a puzzle in a format, or returns `None` if the format cannot express it. The error of [`write()`] names the formats that
/// can, for which it writes them all.
///
/// ```
/// use encycle::formats::{PuzzleFormat, written_as};
///
/// let puzzle = encycle::formats::read("slitherlink 1 1\n4\n", None)?.puzzle;
/// assert_eq!(written_as(&puzzle, PuzzleFormat::Plain).as_deref(), Some("slitherlink 1 1\n4\n"));
/// assert_eq!(written_as(&puzzle, PuzzleFormat::Graph6), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn written_as(puzzle: &Puzzle, format: PuzzleFormat) -> Option<String> {
    (format.row().write)(puzzle)
}

/// Writes a puzzle in the first format that can express it.
///
/// ```
/// use encycle::prelude::*;
///
/// let puzzle: Puzzle = "https://puzz.link/p?slither/2/2/33h".parse()?;
/// assert_eq!(write_default(&puzzle)?, "slitherlink 2 2\n33\n..\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if no format can express it.
pub fn write_default(puzzle: &Puzzle) -> Result<String, WriteError> {
    let mut texts = PuzzleFormat::ALL.iter().map(|&format| write(puzzle, format));
    texts.find_map(Result::ok).map_or_else(|| write(puzzle, PuzzleFormat::Plain), Ok)
}

/// Returns the kinds that a bare grid or list fits, if [`read`] rejects it because several kinds fit.
///
/// ```
/// use encycle::formats;
/// use encycle::puzzle::PuzzleKind;
///
/// let kinds = formats::likely_kinds("1.\n");
/// assert_eq!(kinds, [PuzzleKind::Slitherlink, PuzzleKind::Nurikabe]);
/// ```
#[must_use]
pub fn likely_kinds(text: &str) -> Vec<PuzzleKind> {
    plain::likely_kinds(Text(text))
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
        let unknown = "xml".parse::<PuzzleFormat>().unwrap_err().to_string();
        assert!(unknown.contains("plain, graph6, sparse6, sdk"), "{unknown}");
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
        assert_refused(&[("# ä\n3.\n.é\n", 3, 2, "'é'"), ("äö\n", 1, 1, "'äö'")]);
    }

    #[test]
    fn an_error_names_its_origin() {
        let error = read("slitherlink 2 2\n..\n.\n", None).unwrap_err().in_origin("two.txt");
        assert_eq!(
            error.to_string(),
            "two.txt:3:2: row 2 has 1 cell: every row needs 2, the announced columns"
        );
    }
}
