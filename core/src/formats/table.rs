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
    claims: fn(&Opening<'_>) -> bool,
    pub read: fn(Text<'_>, Option<PuzzleKind>) -> Reading,
    /// Returns `None` if the format cannot express the puzzle.
    pub write: fn(&Puzzle) -> Option<String>,
}

/// What a format is recognized by.
struct Opening<'a> {
    text: Text<'a>,
    /// The first line that is not a comment.
    line: &'a str,
    /// The expected kind.
    kind: Option<PuzzleKind>,
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

// The formats of nauty are recognized before Boxed, because a graph may contain bars, and Sdk before Janko, in which
// `[Puzzle]` is a keyword with a value.
formats! {
    /// Encycle's own format: a header line, then the grid in digits and dots.
    Plain "plain": |_| true, plain::read, plain::write;
    /// A Hamilton cycle problem as a graph of nauty in one line, with a bit for each pair of vertices (`.g6`).
    Graph6 "graph6" shape: |at| graphs::graph6::claims(at.text, at.kind), graphs::graph6::read, |puzzle| match puzzle {
        Puzzle::Hamilton(puzzle) => graphs::graph6::write(puzzle),
        _ => None,
    };
    /// A Hamilton cycle problem as a sparse graph of nauty in one line (`.s6`).
    Sparse6 "sparse6": |at| graphs::sparse6::claims(at.text, at.kind), graphs::sparse6::read, |puzzle| match puzzle {
        Puzzle::Hamilton(puzzle) => graphs::sparse6::write(puzzle),
        _ => None,
    };
    /// The `.sdk` file of SadMan Software.
    Sdk "sdk": |at| is_sudoku(at.kind) && sudoku::sdk::claims(at.line), sudoku::sdk::read, |puzzle| match puzzle {
        Puzzle::Sudoku(puzzle) => sudoku::sdk::write(puzzle),
        _ => None,
    };
    /// An address of puzz.link, pzv.jp and related sites.
    PuzzLink "puzzlink": |at| puzzlink::claims(at.line) && !loopy::is_page(at.line), puzzlink::read, puzzlink::write;
    /// The file format that pzpr and puzz.link save.
    Pzprv3 "pzprv3": |at| pzprv3::claims(at.line), pzprv3::read, pzprv3::write;
    /// The `begin` ... `end` text of janko.at.
    Janko "janko": |at| janko::claims(at.line), janko::read, janko::write;
    /// A game id of Loopy, from Simon Tatham's puzzle collection.
    Loopy "loopy": |at| loopy::claims(at.line), loopy::read, |puzzle| match puzzle {
        Puzzle::Slitherlink(_) => loopy::write(puzzle),
        _ => None,
    };
    /// A Sudoku in one line of 81, 256, ... characters.
    Line "line" shape: |at| is_sudoku(at.kind) && sudoku::line::claims(at.line), sudoku::line::read, |puzzle| match puzzle {
        Puzzle::Sudoku(puzzle) => sudoku::line::write(puzzle),
        _ => None,
    };
    /// A table of Sudokus with columns, such as the tables of Kaggle.
    Columns "csv" shape: |at| is_sudoku(at.kind) && sudoku::columns::claims(at.line), sudoku::columns::read, |puzzle| match puzzle {
        Puzzle::Sudoku(puzzle) => sudoku::columns::write(puzzle),
        _ => None,
    };
    /// A line of a library of HoDoKu.
    Hodoku "hodoku": |at| is_sudoku(at.kind) && sudoku::hodoku::claims(at.line), sudoku::hodoku::read, |puzzle| match puzzle {
        Puzzle::Sudoku(puzzle) => sudoku::hodoku::write(puzzle),
        _ => None,
    };
    /// The XML file of OpenSudoku.
    OpenSudoku "opensudoku": |at| is_sudoku(at.kind) && sudoku::opensudoku::claims(at.line), sudoku::opensudoku::read, |puzzle| match puzzle {
        Puzzle::Sudoku(puzzle) => sudoku::opensudoku::write(puzzle),
        _ => None,
    };
    /// A Sudoku drawn with vertical bars and horizontal rules between its boxes.
    Boxed "boxed" shape: |at| is_sudoku(at.kind) && sudoku::boxed::claims(at.line), sudoku::boxed::read, |puzzle| match puzzle {
        Puzzle::Sudoku(puzzle) => Some(sudoku::boxed::write(puzzle)),
        _ => None,
    };
    /// A Slitherlink on a general graph, as JSON.
    Graph "graph": |at| graph::claims(at.line), graph::read, |puzzle| match puzzle {
        Puzzle::Slitherlink(loops) => Some(graph::write(loops)),
        _ => None,
    };
    /// A Hamilton cycle problem as an undirected graph of Graphviz (`.dot`, `.gv`).
    Dot "dot": |at| graphs::dot::claims(at.text), graphs::dot::read, |puzzle| match puzzle {
        Puzzle::Hamilton(puzzle) => graphs::dot::write(puzzle),
        _ => None,
    };
    /// A Hamilton cycle problem in the Graph Modelling Language (`.gml`).
    Gml "gml": |at| graphs::gml::claims(at.text), graphs::gml::read, |puzzle| match puzzle {
        Puzzle::Hamilton(puzzle) => graphs::gml::write(puzzle),
        _ => None,
    };
    /// A Hamilton cycle problem as an adjacency matrix of Matrix Market (`.mtx`).
    MatrixMarket "mtx": |at| graphs::matrix_market::claims(at.line), graphs::matrix_market::read, |puzzle| match puzzle {
        Puzzle::Hamilton(puzzle) => graphs::matrix_market::write(puzzle),
        _ => None,
    };
    /// A Hamilton cycle problem as the adjacency lists of METIS (`.graph`).
    Metis "metis": |at| graphs::metis::claims(at.text, at.kind), graphs::metis::read, |puzzle| match puzzle {
        Puzzle::Hamilton(puzzle) => graphs::metis::write(puzzle),
        _ => None,
    };
    /// A Hamilton cycle problem as a bare list of edges.
    Edges "edges": |at| graphs::edges::claims(at.text, at.kind), |text, _| graphs::edges::read_bare(text), |puzzle| match puzzle {
        Puzzle::Hamilton(puzzle) => graphs::edges::write_bare(puzzle),
        _ => None,
    };
    /// A Hamilton cycle problem of TSPLIB (`.hcp`).
    Hcp "hcp": |at| graphs::hcp::claims(at.line), graphs::hcp::read, |puzzle| match puzzle {
        Puzzle::Hamilton(puzzle) => graphs::hcp::write(puzzle),
        _ => None,
    };
    /// A Hamilton cycle problem as a graph of DIMACS (`.col`).
    Col "col": |at| graphs::col::claims(at.line), graphs::col::read, |puzzle| match puzzle {
        Puzzle::Hamilton(puzzle) => graphs::col::write(puzzle),
        _ => None,
    };
    /// The board string `N*x,y,v;...` of a Neighbor Number.
    Board "board": |at| board::claims(at.line), board::read, |puzzle| match puzzle {
        Puzzle::NeighborNumber(puzzle) => Some(board::write(puzzle)),
        _ => None,
    };
}

fn is_sudoku(kind: Option<PuzzleKind>) -> bool {
    kind.is_none_or(|kind| kind == PuzzleKind::Sudoku)
}

impl PuzzleFormat {
    /// Returns the name used on the command line.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// for format in PuzzleFormat::ALL {
    ///     assert_eq!(format.name().parse(), Ok(*format));
    /// }
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the row of the table.
    pub(super) fn row(self) -> &'static FormatRow {
        &FORMATS[self as usize]
    }

    /// Recognizes the format of a text.
    pub(super) fn recognize(text: Text<'_>, kind: Option<PuzzleKind>) -> Self {
        let Some(line) = text.lines().next() else { return Self::Plain };
        let opening = Opening { text, line: line.text, kind };
        let mut others = Self::ALL.iter().filter(|format| **format != Self::Plain);
        others.find(|format| (format.row().claims)(&opening)).copied().unwrap_or(Self::Plain)
    }

    /// Returns the format that files with this ending have, without a dot, and the kind of their puzzles.
    ///
    /// ```
    /// use encycle::formats::PuzzleFormat;
    /// use encycle::puzzle::PuzzleKind;
    ///
    /// let graph = Some((PuzzleFormat::Graph6, PuzzleKind::Hamilton));
    /// assert_eq!(PuzzleFormat::of_ending("g6"), graph);
    /// assert_eq!(PuzzleFormat::of_ending("txt"), None);
    /// ```
    #[must_use]
    pub fn of_ending(ending: &str) -> Option<(Self, PuzzleKind)> {
        let row = ENDINGS.iter().find(|(one, ..)| one.eq_ignore_ascii_case(ending));
        row.map(|&(_, format, kind)| (format, kind))
    }

    /// Returns the usual ending of files in this format, without a dot, if it implies the format.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// assert_eq!(PuzzleFormat::Hcp.ending(), Some("hcp"));
    /// // a `.txt` file may have any format
    /// assert_eq!(PuzzleFormat::Plain.ending(), None);
    /// ```
    #[must_use]
    pub fn ending(self) -> Option<&'static str> {
        ENDINGS.iter().find(|(_, format, _)| *format == self).map(|(ending, ..)| *ending)
    }
}

/// The endings of file names that imply a format and a kind; of several for a format, the usual one first.
const ENDINGS: &[(&str, PuzzleFormat, PuzzleKind)] = &[
    ("sdk", PuzzleFormat::Sdk, PuzzleKind::Sudoku),
    ("sdm", PuzzleFormat::Line, PuzzleKind::Sudoku),
    ("ss", PuzzleFormat::Boxed, PuzzleKind::Sudoku),
    ("hcp", PuzzleFormat::Hcp, PuzzleKind::Hamilton),
    ("col", PuzzleFormat::Col, PuzzleKind::Hamilton),
    ("g6", PuzzleFormat::Graph6, PuzzleKind::Hamilton),
    ("s6", PuzzleFormat::Sparse6, PuzzleKind::Hamilton),
    ("dot", PuzzleFormat::Dot, PuzzleKind::Hamilton),
    ("gv", PuzzleFormat::Dot, PuzzleKind::Hamilton),
    ("gml", PuzzleFormat::Gml, PuzzleKind::Hamilton),
    ("graph", PuzzleFormat::Metis, PuzzleKind::Hamilton),
    ("metis", PuzzleFormat::Metis, PuzzleKind::Hamilton),
    ("mtx", PuzzleFormat::MatrixMarket, PuzzleKind::Hamilton),
];

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
