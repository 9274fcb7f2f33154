//! The registry of kinds: a puzzle of any kind, and the table of kinds.

mod names;
#[cfg(test)]
mod tests;
mod written;

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use encycle_encodings::cell_loops::CellLoop;
use encycle_encodings::encoding::symmetry::symmetry_breaking;
use encycle_encodings::encoding::{Encodable, Encoding, EncodingError};
use encycle_encodings::grid::{Cell, Grid};
use encycle_encodings::kinds::codec::{ClueCodec, ClueError, ClueGrid, ClueSymbol, PzprSpelling};
use encycle_encodings::kinds::hamilton::Hamilton;
use encycle_encodings::kinds::neighbor_number::NeighborNumber;
use encycle_encodings::kinds::numberlink::Numberlink;
use encycle_encodings::kinds::nurikabe::Nurikabe;
use encycle_encodings::kinds::reachability::Reachability;
use encycle_encodings::kinds::slitherlink::{Slitherlink, Slitherlynx};
use encycle_encodings::kinds::sudoku::Sudoku;
use encycle_encodings::kinds::written::{WrittenClues, WrittenKind, WrittenPuzzle};
use encycle_encodings::kinds::{Kind, SolutionFamily};
use encycle_encodings::kinds::{PuzzleImages, Relabelling, SymmetryGroup, canonical, symmetries};
use encycle_encodings::presolve::{presolve, with_presolved};
use encycle_encodings::puzzle::{BLACK, PuzzleSymmetry, Solution, SolutionForm};
use encycle_encodings::text::{Fault, Header, Span, Text, TextLayout};

pub use names::UnknownName;
pub use names::by_name;
pub use written::KindRefusal;

/// Makes the enums [`Puzzle`] and [`PuzzleKind`] from the table of kinds. A row is a variant and the implementation of
/// [`Kind`]; `converted elsewhere` omits `From` for a puzzle type that two kinds share.
macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident = $kind:ty $(, $mode:ident elsewhere)?;)*) => {
        /// A puzzle of any supported kind.
        ///
        /// It dereferences to [`Encodable`], the interface that all kinds implement.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Puzzle {
            $($(#[$doc])* $variant(<$kind as Kind>::Puzzle),)*
            /// A puzzle of a kind that a text file describes.
            Written(WrittenPuzzle),
        }

        /// A kind of puzzle.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum PuzzleKind {
            $($(#[$doc])* $variant,)*
            /// A kind that a text file describes.
            Written(WrittenKind),
        }

        impl Puzzle {
            /// Returns the kind.
            ///
            /// ```
            /// use encycle::prelude::*;
            ///
            /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
            /// assert_eq!(puzzle.kind(), PuzzleKind::Slitherlink);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn kind(&self) -> PuzzleKind {
                match self {
                    $(Self::$variant(_) => PuzzleKind::$variant,)*
                    Self::Written(puzzle) => PuzzleKind::Written(puzzle.kind()),
                }
            }

            /// Returns the same puzzle under another variant of its rules.
            ///
            /// ```
            /// use encycle::prelude::*;
            ///
            /// let puzzle: Puzzle = PuzzleKind::Numberlink.sample().parse()?;
            /// // every cell is on a path
            /// assert_eq!(puzzle.with_variant("cover")?.variant(), Some("cover"));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            ///
            /// # Errors
            /// The kind has no such variant, or the puzzle does not fit it (a Hamilton puzzle with a fixed
            /// end cannot become a cycle).
            pub fn with_variant(self, name: &str) -> Result<Self, VariantError> {
                self.kind().check_variant(name)?;
                Ok(match self {
                    $(Self::$variant(puzzle) => {
                        Self::$variant(<$kind as Kind>::with_variant(puzzle, name)?)
                    })*
                    Self::Written(puzzle) => Self::Written(puzzle),
                })
            }

            /// Returns the symmetries: those that map the puzzle to itself.
            ///
            /// ```
            /// use encycle::prelude::*;
            ///
            /// let puzzle: Puzzle = "slitherlink 2 3\n3..\n.2.\n".parse()?;
            /// // only the identity
            /// assert_eq!(puzzle.symmetries().order(), Some(1));
            /// let open: Puzzle = "slitherlink 2 3\n...\n...\n".parse()?;
            /// assert_eq!(open.symmetries().order(), Some(4));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn symmetries(&self) -> SymmetryGroup {
                symmetries(self)
            }

            /// Returns the image that represents all images of the puzzle under isometries and relabellings. Two puzzles
            /// have equal canonical forms if and only if one is an image of the other.
            ///
            /// ```
            /// use encycle::puzzle::Puzzle;
            ///
            /// let puzzle: Puzzle = "slitherlink 2 3\n3..\n.2.\n".parse()?;
            /// let turned: Puzzle = "slitherlink 3 2\n.3\n2.\n..\n".parse()?;
            /// assert_eq!(puzzle.canonical(), turned.canonical());
            /// assert_eq!(puzzle.canonical(), "slitherlink 2 3\n..3\n.2.\n".parse()?);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn canonical(&self) -> Self {
                canonical(self)
            }

            /// Returns whether a bare grid that reads as this puzzle is likely meant as one of its kind.
            pub(crate) fn is_likely(&self) -> bool {
                match self {
                    $(Self::$variant(puzzle) => <$kind as Kind>::is_likely(puzzle),)*
                    Self::Written(puzzle) => puzzle.is_likely(),
                }
            }

            /// Returns the image under a symmetry; `None` if the puzzle is on no grid.
            ///
            /// ```
            /// use encycle::prelude::*;
            ///
            /// let puzzle: Puzzle = "slitherlink 2 3\n3..\n.2.\n".parse()?;
            /// let symmetries = puzzle.symmetries().generators();
            /// assert!(symmetries.iter().all(|one| puzzle.image(one) == Some(puzzle.clone())));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn image(&self, symmetry: &PuzzleSymmetry) -> Option<Self> {
                Some(match self {
                    $(Self::$variant(puzzle) => {
                        Self::$variant(<$kind as Kind>::image(puzzle, symmetry)?)
                    })*
                    Self::Written(puzzle) => Self::Written(puzzle.image(symmetry)?),
                })
            }

            /// Returns the permutations of the values that keep the rules.
            ///
            /// ```
            /// use encycle::encodings::kinds::Relabelling;
            /// use encycle::prelude::*;
            ///
            /// // any exchange of digits gives another Sudoku, but not of the clues of a Slitherlink
            /// let sudoku: Puzzle = "sudoku 2 2\n1...\n..2.\n.3..\n...4\n".parse()?;
            /// assert!(matches!(sudoku.relabelling(), Relabelling::All { .. }));
            /// let loops: Puzzle = "slitherlink 1 1\n4\n".parse()?;
            /// assert!(matches!(loops.relabelling(), Relabelling::None));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn relabelling(&self) -> Relabelling {
                match self {
                    $(Self::$variant(puzzle) => <$kind as Kind>::relabelling(puzzle),)*
                    Self::Written(puzzle) => puzzle.relabelling(),
                }
            }

            /// Returns the clues; `None` if they are not symbols in the cells of a grid.
            ///
            /// ```
            /// use encycle::prelude::*;
            ///
            /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
            /// let clues = puzzle.clue_grid().expect("clues in cells");
            /// assert_eq!(clues.numbers(), [Some(3), Some(1), None, None]);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn clue_grid(&self) -> Option<ClueGrid> {
                match self {
                    $(Self::$variant(puzzle) => <$kind as Kind>::clue_grid(puzzle),)*
                    Self::Written(puzzle) => puzzle.kind().codec().map(|_| puzzle.clues().cells.clone()),
                }
            }

            /// Returns which clues in cells would hold in a solution of this puzzle without clues, if the clues of the kind
            /// are [separable](ClueCodec::is_separable).
            ///
            /// ```
            /// use encycle::encodings::grid::Cell;
            /// use encycle::encodings::kinds::codec::ClueSymbol;
            /// use encycle::prelude::*;
            ///
            /// let puzzle: Puzzle = "slitherlink 1 1\n.\n".parse()?;
            /// let solution = Solution::new(vec![true; 4]);
            /// let holds = puzzle.permitted(&solution);
            /// let cell = puzzle.clue_grid().expect("clues in cells").grid.cell_at(0);
            /// assert!(holds(cell, ClueSymbol::Number(4)) && !holds(cell, ClueSymbol::Number(3)));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn permitted<'a>(
                &'a self,
                solution: &'a Solution,
            ) -> Box<dyn Fn(Cell, ClueSymbol) -> bool + 'a> {
                match self {
                    $(Self::$variant(puzzle) => Box::new(move |cell, symbol| {
                        <$kind as Kind>::permits(puzzle, cell, symbol, solution)
                    }),)*
                    Self::Written(puzzle) => Box::new(puzzle.permitted(solution)),
                }
            }

            /// Returns the rules as those of a loop through cells, if the solution is one.
            ///
            /// ```
            /// use encycle::prelude::*;
            ///
            /// let masyu: Puzzle = "masyu".parse::<PuzzleKind>()?.sample().parse()?;
            /// assert!(masyu.cell_loop().is_some());
            /// // its loop runs along the grid lines, not through cells
            /// let slitherlink: Puzzle = PuzzleKind::Slitherlink.sample().parse()?;
            /// assert!(slitherlink.cell_loop().is_none());
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn cell_loop(&self) -> Option<&dyn CellLoop> {
                match self {
                    Self::Written(puzzle) => puzzle.cell_loop(),
                    _ => None,
                }
            }

            /// Writes the plain text; `None` if the plain format cannot express the puzzle.
            pub(crate) fn write_plain(&self) -> Option<String> {
                match self {
                    $(Self::$variant(puzzle) => <$kind as Kind>::write(puzzle),)*
                    Self::Written(puzzle) => Some(written::write(puzzle)),
                }
            }
        }

        impl Deref for Puzzle {
            type Target = dyn Encodable;

            fn deref(&self) -> &Self::Target {
                match self {
                    $(Self::$variant(puzzle) => puzzle,)*
                    Self::Written(puzzle) => puzzle.as_encodable(),
                }
            }
        }

        impl PuzzleKind {
            /// The kinds that are programs; [`PuzzleKind::all`] has those that text files describe, too.
            pub const PROGRAMMED: &[Self] = &[$(Self::$variant,)*];

            /// Returns the name in files and on the command line.
            ///
            /// ```
            /// use encycle::prelude::*;
            ///
            /// assert_eq!(PuzzleKind::NeighborNumber.name(), "neighbor-number");
            /// assert_eq!("neighbor-number".parse(), Ok(PuzzleKind::NeighborNumber));
            /// ```
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => <$kind as Kind>::NAME,)*
                    Self::Written(kind) => &kind.file().name,
                }
            }

            /// Returns the names of the variants of its rules; none if the rules have no variants.
            ///
            /// ```
            /// use encycle::prelude::*;
            ///
            /// assert_eq!(PuzzleKind::Numberlink.variants(), ["free", "cover"]);
            /// assert!(PuzzleKind::Sudoku.variants().is_empty());
            /// ```
            #[must_use]
            pub fn variants(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => <$kind as Kind>::VARIANTS,)*
                    Self::Written(_) => &[],
                }
            }

            /// Returns the rules for a player, in a sentence or two.
            ///
            /// ```
            /// use encycle::prelude::*;
            ///
            /// for kind in PuzzleKind::all() {
            ///     println!("{kind}: {}", kind.rules());
            /// }
            /// ```
            #[must_use]
            pub fn rules(self) -> &'static str {
                match self {
                    $(Self::$variant => <$kind as Kind>::RULES,)*
                    Self::Written(kind) => &kind.file().about,
                }
            }

            /// Returns how texts spell what players see in pictures; empty for kinds whose texts look like their pictures.
            ///
            /// ```
            /// use encycle::prelude::*;
            ///
            /// assert!("hashi".parse::<PuzzleKind>()?.text_form().contains("double bridge"));
            /// assert_eq!(PuzzleKind::Sudoku.text_form(), "");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn text_form(self) -> &'static str {
                match self {
                    Self::Written(kind) => &kind.file().text_form,
                    _ => "",
                }
            }

            /// Returns a small puzzle of this kind, in the plain format.
            ///
            /// ```
            /// use encycle::prelude::*;
            ///
            /// let puzzle: Puzzle = PuzzleKind::Nurikabe.sample().parse()?;
            /// assert_eq!(Solve::new(&puzzle).unique().run()?.verdict(), Verdict::Unique);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn sample(self) -> &'static str {
                match self {
                    $(Self::$variant => <$kind as Kind>::SAMPLE,)*
                    Self::Written(kind) => &kind.file().example,
                }
            }

            /// Returns what the solutions are.
            ///
            /// ```
            /// use encycle::encodings::kinds::SolutionFamily;
            /// use encycle::prelude::*;
            ///
            /// let loops = PuzzleKind::all().iter().filter(|kind| kind.family() == SolutionFamily::CellLoop);
            /// assert!(loops.map(|kind| kind.name()).any(|name| name == "masyu"));
            /// ```
            #[must_use]
            pub fn family(self) -> SolutionFamily {
                match self {
                    $(Self::$variant => <$kind as Kind>::FAMILY,)*
                    Self::Written(kind) => kind.family(),
                }
            }

            /// Returns how formats spell the clues; `None` if the clues are not symbols in cells.
            ///
            /// ```
            /// use encycle::prelude::*;
            ///
            /// assert!(PuzzleKind::Slitherlink.codec().is_some_and(|codec| codec.pzpr.is_some()));
            /// // pairs of numbers are not symbols that each stand for themselves
            /// assert!(PuzzleKind::Reachability.codec().is_none());
            /// ```
            #[must_use]
            pub fn codec(self) -> Option<&'static ClueCodec> {
                match self {
                    $(Self::$variant => <$kind as Kind>::CODEC,)*
                    Self::Written(kind) => kind.codec(),
                }
            }

            /// Returns the puzzle of this kind with these clues.
            ///
            /// ```
            /// use encycle::prelude::*;
            ///
            /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
            /// let mut clues = puzzle.clue_grid().expect("clues in cells");
            /// clues.symbols[1] = None;
            /// let fewer = puzzle.kind().puzzle_of_clues(&clues)?;
            /// assert_eq!(write_default(&fewer)?, "slitherlink 2 2\n3.\n..\n");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            ///
            /// # Errors
            /// The kind refuses the clues, or has none in cells.
            pub fn puzzle_of_clues(self, clues: &ClueGrid) -> Result<Puzzle, ClueError> {
                if let Some(codec) = self.codec() {
                    clues.check(codec)?;
                }
                Ok(match self {
                    $(Self::$variant => {
                        Puzzle::$variant(<$kind as Kind>::from_clue_grid(clues)?)
                    })*
                    Self::Written(kind) => {
                        Puzzle::Written(WrittenPuzzle::new(kind, WrittenClues::of_cells(clues.clone()))?)
                    }
                })
            }

            /// Returns the layout of the plain text of a grid.
            ///
            /// ```
            /// use encycle::encodings::text::TextLayout;
            /// use encycle::prelude::*;
            ///
            /// assert!(matches!(PuzzleKind::Slitherlink.layout(), TextLayout::Cells { .. }));
            /// ```
            #[must_use]
            pub fn layout(self) -> TextLayout {
                match self {
                    $(Self::$variant => <$kind as Kind>::LAYOUT,)*
                    Self::Written(kind) => kind.layout(),
                }
            }

            /// Reads the plain text below the header.
            pub(crate) fn read_plain<'a>(
                self,
                text: Text<'a>,
                header: &Header<'a>,
                lines: &mut dyn Iterator<Item = Span<'a>>,
            ) -> Result<Puzzle, Fault> {
                Ok(match self {
                    $(Self::$variant => {
                        Puzzle::$variant(<$kind as Kind>::read(text, header, lines)?)
                    })*
                    Self::Written(kind) => Puzzle::Written(WrittenPuzzle::read(kind, text, header, lines)?),
                })
            }
        }

        $(kinds!(@from $variant $kind $(, $mode)?);)*
    };
    (@from $variant:ident $kind:ty) => {
        impl From<$kind> for Puzzle {
            fn from(puzzle: $kind) -> Self {
                Self::$variant(puzzle)
            }
        }
    };
    (@from $variant:ident $kind:ty, $mode:ident) => {};
}

kinds! {
    /// One loop along the grid lines; clues count its edges around a cell.
    Slitherlink = Slitherlink, converted elsewhere;
    /// Slitherlink with at least one loop instead of exactly one.
    Slitherlynx = Slitherlynx, converted elsewhere;
    /// A line through all cells of a grid, or through all vertices of a graph.
    Hamilton = Hamilton;
    /// Disjoint paths that join pairs of cells or vertices.
    Numberlink = Numberlink;
    /// Which cells can be reached from which, past walls.
    Reachability = Reachability;
    /// Each value once in each row, column and box.
    Sudoku = Sudoku;
    /// Three digits in each row and column that differ by their distances.
    NeighborNumber = NeighborNumber;
    /// Connected shaded cells, and islands of other cells with one number each, their size.
    Nurikabe = Nurikabe;
}

impl Puzzle {
    /// Returns the encoding with this name. After the name of any encoding, `+symmetry` adds constraints that keep the
    /// least of symmetric solutions: see [`symmetry_breaking`].
    ///
    /// If the puzzle has more symmetries than [`Self::SYMMETRY_LIMIT`], the constraints use one for each isometry, and the
    /// exchanges of two values.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n..\n..\n".parse()?;
    /// let encoding = puzzle.encoding("edge+symmetry")?;
    /// assert_eq!(encoding.name(), "edge+symmetry");
    /// assert_eq!(encoding.families().last().map(|family| family.name), Some("symmetry"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The name is unknown, the encoding is too large for this puzzle, or symmetries cannot be added to it.
    pub fn encoding<'a>(&'a self, name: &str) -> Result<Encoding<'a>, EncodingError> {
        let last = name.strip_suffix(Self::SYMMETRY_PART);
        let inner = last.unwrap_or(name);
        if inner.contains(Self::SYMMETRY_PART) {
            let reason = format!("`{}` must be the last part", Self::SYMMETRY_PART);
            return Err(EncodingError::new(name, reason));
        }
        if last.is_none() {
            return (**self).encoding(name);
        }
        let group = self.symmetries();
        let symmetries = group.elements(Self::SYMMETRY_LIMIT).unwrap_or_else(|| group.generators());
        let images = symmetries.iter().filter_map(|one| self.atom_images(one)).collect();
        symmetry_breaking((**self).encoding(inner)?, name, images)
    }

    /// The end of the name of an encoding with constraints that break symmetries.
    const SYMMETRY_PART: &str = "+symmetry";

    /// The largest number of symmetries that an encoding breaks completely.
    pub const SYMMETRY_LIMIT: usize = 200;

    /// Wraps `encoding` so that it also fixes what the presolver derives, in the rule family
    /// [`PRESOLVED`](encycle_encodings::encoding::PRESOLVED).
    ///
    /// Kinds without a presolver get `encoding` back unchanged.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse()?;
    /// let encoding = puzzle.presolved(puzzle.encoding("edge")?);
    /// // what follows without search is fixed by clauses of their own
    /// assert!(encoding.families().iter().any(|family| family.name == "presolved"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn presolved<'a>(&self, encoding: Encoding<'a>) -> Encoding<'a> {
        match self {
            Self::Slitherlink(slitherlink) if slitherlink.grid().is_some() => {
                with_presolved(encoding, presolve(slitherlink))
            }
            _ => encoding,
        }
    }

    /// Returns the texts of the values from 1, if a solution is a value in each cell.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let sudoku: Puzzle = "sudoku 2 2\n1...\n..2.\n.3..\n...4\n".parse()?;
    /// assert_eq!(sudoku.value_texts(), ["1", "2", "3", "4"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn value_texts(&self) -> Vec<String> {
        match self.form() {
            SolutionForm::Values { values, .. } => {
                (1..=values).map(|value| self.value_text(value)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the text of a value; the only value is that of a shaded cell.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let options = GenerateOptions::new(PuzzleKind::Sudoku, 16, 16);
    /// let large = options.clue_frame()?;
    /// // the 16 values are 1 to 9 and letters
    /// assert_eq!(large.empty().value_text(10), "a");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn value_text(&self, value: u32) -> String {
        match (self, self.form()) {
            (_, SolutionForm::Values { values: 1, .. }) => BLACK.to_owned(),
            (Self::Sudoku(sudoku), _) => sudoku.symbol(value),
            (Self::Written(puzzle), _) => puzzle.value_text(value),
            _ => value.to_string(),
        }
    }

    /// Returns the grid if every solution is the border between inside and outside cells of a grid.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// let puzzle: Puzzle = "slitherlink 2 3\n3..\n.2.\n".parse()?;
    /// assert_eq!(puzzle.loop_grid().map(|grid| (grid.rows(), grid.cols())), Some((2, 3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn loop_grid(&self) -> Option<Grid> {
        match self {
            Self::Slitherlink(puzzle) | Self::Slitherlynx(puzzle) => puzzle.grid(),
            _ => None,
        }
    }
}

impl PuzzleImages for Puzzle {
    fn image_under(&self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        self.image(symmetry)
    }

    fn relabelled(&self) -> Relabelling {
        self.relabelling()
    }

    fn plain_text(&self) -> Option<String> {
        self.write_plain()
    }

    fn solution_form(&self) -> SolutionForm {
        self.form()
    }
}

impl From<Slitherlink> for Puzzle {
    fn from(puzzle: Slitherlink) -> Self {
        match puzzle.allows_several_loops() {
            true => Self::Slitherlynx(puzzle),
            false => Self::Slitherlink(puzzle),
        }
    }
}

/// A variant that a kind does not have, or that a puzzle does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariantError {
    /// The rules of the kind have no variants.
    #[error("unknown variant: `{name}`: the rules of {kind} have no variants")]
    NoVariants {
        /// The requested name.
        name: String,
        /// The kind.
        kind: PuzzleKind,
    },
    /// The kind has other variants.
    #[error("unknown variant of {kind}: `{name}`\nhelp: use {}", kind.variants().join(", "))]
    Unknown {
        /// The requested name.
        name: String,
        /// The kind.
        kind: PuzzleKind,
    },
    /// The puzzle does not fit the variant.
    #[error(transparent)]
    Misfit(#[from] encycle_encodings::kinds::VariantError),
}

impl PuzzleKind {
    /// Returns how addresses and files of pzpr spell the clues, if it has the kind.
    pub(crate) fn pzpr(self) -> Option<&'static PzprSpelling> {
        self.codec().and_then(|codec| codec.pzpr.as_ref())
    }

    /// Checks that the kind has this variant.
    ///
    /// ```
    /// use encycle::prelude::*;
    ///
    /// assert!(PuzzleKind::Hamilton.check_variant("cycle").is_ok());
    /// let error = PuzzleKind::Hamilton.check_variant("tour").unwrap_err();
    /// assert_eq!(error.help().as_deref(), Some("use cycle, path"));
    /// ```
    ///
    /// # Errors
    /// It does not.
    pub fn check_variant(self, name: &str) -> Result<(), VariantError> {
        let (known, kind, name) = (self.variants(), self, name.to_owned());
        match known {
            _ if known.contains(&&*name) => Ok(()),
            [] => Err(VariantError::NoVariants { name, kind }),
            _ => Err(VariantError::Unknown { name, kind }),
        }
    }
}

impl fmt::Display for PuzzleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PuzzleKind {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        match written::named(name) {
            Some(kind) => Ok(kind),
            None => {
                let known = [Self::all(), &Self::registered()[..]].concat();
                by_name("kind of puzzle", &known, |kind| kind.name(), name)
            }
        }
    }
}
