//! What the registry of kinds needs from a kind.

use std::fmt::Debug;
use std::hash::Hash;

use crate::encoding::Encodable;
use crate::kinds::Relabelling;
use crate::kinds::codec::{ClueCodec, ClueError, ClueGrid};
use crate::puzzle::PuzzleSymmetry;
use crate::text::{Fault, Header, Span, Text, TextLayout};

/// A kind of puzzle: its name, the variants of its rules, and its plain text.
///
/// In most cases a kind is implemented by the type of its puzzles. A kind's folder plus its row in the table of
/// kinds (`src/puzzle/mod.rs` of the crate `encycle`) is all that a new kind needs.
pub trait Kind {
    /// The puzzles of this kind.
    type Puzzle: Encodable + Clone + Eq + Hash + Debug;

    /// The name in files and on the command line.
    const NAME: &'static str;

    /// A small puzzle of this kind, in the plain format.
    const SAMPLE: &'static str;

    /// The rules for a player, in a sentence or two.
    const RULES: &'static str;

    /// The layout of the plain text of a grid.
    const LAYOUT: TextLayout = TextLayout::Cells;

    /// The names of the variants of its rules; none if the rules have no variants.
    const VARIANTS: &'static [&'static str] = &[];

    /// Returns the same puzzle under another variant of [`Self::VARIANTS`].
    ///
    /// # Errors
    /// The puzzle does not fit the variant.
    fn with_variant(puzzle: Self::Puzzle, name: &str) -> Result<Self::Puzzle, VariantError> {
        let _ = name;
        Ok(puzzle)
    }

    /// The spelling of the clues in all formats, if the clues are symbols in cells.
    const CODEC: Option<&'static ClueCodec> = None;

    /// Returns the clues of a puzzle; `None` if they are not symbols in the cells of a grid.
    fn clue_grid(puzzle: &Self::Puzzle) -> Option<ClueGrid> {
        let _ = puzzle;
        None
    }

    /// Returns the puzzle with these clues.
    ///
    /// # Errors
    /// The kind refuses the clues, or has none in cells.
    fn from_clue_grid(clues: &ClueGrid) -> Result<Self::Puzzle, ClueError> {
        let _ = clues;
        Err(ClueError { cell: None, message: format!("{} has no clues in cells", Self::NAME) })
    }

    /// Returns the image of a puzzle under an isometry of its grid and a permutation of its values, or `None` if it is on no
    /// grid or the kind has no images. Names of pairs and the like are replaced by those that the image determines.
    fn image(puzzle: &Self::Puzzle, symmetry: &PuzzleSymmetry) -> Option<Self::Puzzle> {
        let _ = (puzzle, symmetry);
        None
    }

    /// Returns the permutations of the values that keep the rules.
    fn relabelling(puzzle: &Self::Puzzle) -> Relabelling {
        let _ = puzzle;
        Relabelling::None
    }

    /// Reads the plain text below a header. `text` is the whole text, for errors at its end; `lines` are the lines below
    /// the header, without comments.
    ///
    /// # Errors
    /// The text is malformed, or describes no puzzle of this kind.
    fn read<'a>(
        text: Text<'a>,
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self::Puzzle, Fault>;

    /// Returns whether a bare grid that reads as this puzzle is likely meant as one of this kind. Where this holds for no
    /// other kind, the kind need not be named. Kinds whose grids look like those of others return `false`.
    fn is_likely(puzzle: &Self::Puzzle) -> bool {
        let _ = puzzle;
        false
    }

    /// Writes a puzzle as plain text, header included; `None` if the plain format cannot express it.
    fn write(puzzle: &Self::Puzzle) -> Option<String>;
}

/// A puzzle that does not fit a variant of its rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct VariantError(pub String);
