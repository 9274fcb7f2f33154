//! The table of all text formats.

use std::fmt;
use std::str::FromStr;

use encycle_encodings::text::Text;

use crate::formats::{
    Reading, board, graph, graphs, janko, loopy, plain, puzzlink, pzprv3, sudoku,
};
use crate::puzzle::{self, Puzzle, PuzzleKind, UnknownName};

/// A format: how it is recognized, read and written.
pub(super) struct FormatRow {
    name: &'static str,
    /// Whether the format is recognized by its shape alone, so that the kind of the puzzle is a guess.
    pub is_shape: bool,
    /// Returns whether a text has this format, given its first line that is not a comment, and the expected kind.
    claims: fn(&str, Option<PuzzleKind>) -> bool,
    pub read: fn(Text<'_>, Option<PuzzleKind>) -> Reading,
    /// Returns `None` if the format cannot express the puzzle.
    pub write: fn(&Puzzle) -> Option<String>,
}

/// Makes [`PuzzleFormat`] from the table of formats.
macro_rules! formats {
    ($($(#[$doc:meta])* $variant:ident $name:literal $($shape:ident)?: $claims:expr, $read:expr, $write:expr;)*) => {
        /// A text format for puzzles.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum PuzzleFormat {
            $($(#[$doc])* $variant,)*
        }

        impl PuzzleFormat {
            /// All formats: [`Self::Plain`], then the others in the order in which they are recognized.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];
        }

        const FORMATS: &[FormatRow] =
            &[$(FormatRow {
                name: $name,
                is_shape: formats!(@shape $($shape)?),
                claims: $claims,
                read: $read,
                write: $write,
            },)*];
    };
    (@shape shape) => { true };
    (@shape) => { false };
}

// Sdk is recognized before Janko, in which `[Puzzle]` is a keyword with a value.
formats! {
    /// Encycle's own format: a header line, then the grid in digits and dots.
    Plain "plain": |_, _| true, plain::read, plain::write;
    /// The `.sdk` file of SadMan Software.
    Sdk "sdk": |line, kind| is_sudoku(kind) && sudoku::sdk::claims(line), sudoku::sdk::read, |puzzle| match puzzle {
        Puzzle::Sudoku(puzzle) => sudoku::sdk::write(puzzle),
        _ => None,
    };
    /// An address of puzz.link, pzv.jp and related sites.
    PuzzLink "puzzlink": |line, _| puzzlink::claims(line) && !loopy::is_page(line), puzzlink::read, puzzlink::write;
    /// The file format that pzpr and puzz.link save.
    Pzprv3 "pzprv3": |line, _| pzprv3::claims(line), pzprv3::read, pzprv3::write;
    /// The `begin` ... `end` text of janko.at.
    Janko "janko": |line, _| janko::claims(line), janko::read, janko::write;
    /// A game id of Loopy, from Simon Tatham's puzzle collection.
    Loopy "loopy": |line, _| loopy::claims(line), loopy::read, |puzzle| match puzzle {
        Puzzle::Slitherlink(_) => loopy::write(puzzle),
        _ => None,
    };
    /// A Sudoku in one line of 81, 256, ... characters.
    Line "line" shape: |line, kind| is_sudoku(kind) && sudoku::line::claims(line), sudoku::line::read, |puzzle| match puzzle {
        Puzzle::Sudoku(puzzle) => sudoku::line::write(puzzle),
        _ => None,
    };
    /// A table of Sudokus with columns, such as the tables of Kaggle.
    Columns "csv" shape: |line, kind| is_sudoku(kind) && sudoku::columns::claims(line), sudoku::columns::read, |puzzle| match puzzle {
        Puzzle::Sudoku(puzzle) => sudoku::columns::write(puzzle),
        _ => None,
    };
    /// A line of a library of HoDoKu.
    Hodoku "hodoku": |line, kind| is_sudoku(kind) && sudoku::hodoku::claims(line), sudoku::hodoku::read, |puzzle| match puzzle {
        Puzzle::Sudoku(puzzle) => sudoku::hodoku::write(puzzle),
        _ => None,
    };
    /// The XML file of OpenSudoku.
    OpenSudoku "opensudoku": |line, kind| is_sudoku(kind) && sudoku::opensudoku::claims(line), sudoku::opensudoku::read, |puzzle| match puzzle {
        Puzzle::Sudoku(puzzle) => sudoku::opensudoku::write(puzzle),
        _ => None,
    };
    /// A Sudoku drawn with vertical bars and horizontal rules between its boxes.
    Boxed "boxed" shape: |line, kind| is_sudoku(kind) && sudoku::boxed::claims(line), sudoku::boxed::read, |puzzle| match puzzle {
        Puzzle::Sudoku(puzzle) => Some(sudoku::boxed::write(puzzle)),
        _ => None,
    };
    /// A Slitherlink on a general graph, as JSON.
    Graph "graph": |line, _| graph::claims(line), graph::read, |puzzle| match puzzle {
        Puzzle::Slitherlink(loops) => Some(graph::write(loops)),
        _ => None,
    };
    /// A Hamilton cycle problem as a bare list of edges.
    Edges "edges": graphs::edges::claims, |text, _| graphs::edges::read_bare(text), |puzzle| match puzzle {
        Puzzle::Hamilton(puzzle) => graphs::edges::write_bare(puzzle),
        _ => None,
    };
    /// A Hamilton cycle problem of TSPLIB (`.hcp`).
    Hcp "hcp": |line, _| graphs::hcp::claims(line), graphs::hcp::read, |puzzle| match puzzle {
        Puzzle::Hamilton(puzzle) => graphs::hcp::write(puzzle),
        _ => None,
    };
    /// A Hamilton cycle problem as a graph of DIMACS (`.col`).
    Col "col": |line, _| graphs::col::claims(line), graphs::col::read, |puzzle| match puzzle {
        Puzzle::Hamilton(puzzle) => graphs::col::write(puzzle),
        _ => None,
    };
    /// The board string `N*x,y,v;...` of a Neighbor Number.
    Board "board": |line, _| board::claims(line), board::read, |puzzle| match puzzle {
        Puzzle::NeighborNumber(puzzle) => Some(board::write(puzzle)),
        _ => None,
    };
}

fn is_sudoku(kind: Option<PuzzleKind>) -> bool {
    kind.is_none_or(|kind| kind == PuzzleKind::Sudoku)
}

impl PuzzleFormat {
    /// Returns the name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the row of the table.
    pub(super) fn row(self) -> &'static FormatRow {
        &FORMATS[self as usize]
    }

    /// Recognizes the format of a text by its first line that is not a comment.
    pub(super) fn recognize(text: Text<'_>, kind: Option<PuzzleKind>) -> Self {
        let Some(line) = text.lines().next() else { return Self::Plain };
        let mut others = Self::ALL.iter().filter(|format| **format != Self::Plain);
        let found = others.find(|format| (format.row().claims)(line.text, kind)).copied();
        // the first line of a bare grid may be its size
        found
            .filter(|&format| format != Self::Edges || !graphs::edges::is_size_of_grid(text))
            .unwrap_or(Self::Plain)
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
