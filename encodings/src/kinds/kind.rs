//! What the registry of kinds needs from a kind.

use std::fmt::Debug;
use std::hash::Hash;

use crate::encoding::Encodable;
use crate::grid::Cell;
use crate::kinds::Relabelling;
use crate::kinds::codec::{ClueCodec, ClueError, ClueGrid, ClueSymbol};
use crate::puzzle::{Instance as _, PuzzleSymmetry, Solution};
use crate::text::{Fault, Header, Span, Text, TextLayout};

/// A kind of puzzle: its name, the variants of its rules, and its plain text.
///
/// In most cases a kind is implemented by the type of its puzzles. A kind's file or folder plus its row in the table of
/// kinds (`core/src/puzzle/mod.rs` of the crate `encycle`) is all that a new kind needs.
pub trait Kind {
    /// The puzzles of this kind.
    type Puzzle: Encodable + Clone + Eq + Hash + Debug;

    /// The name in files and on the command line.
    const NAME: &'static str;

    /// A small puzzle of this kind, in the plain format.
    const SAMPLE: &'static str;

    /// The rules for a player, in a sentence or two.
    const RULES: &'static str;

    /// What the solutions are.
    const FAMILY: SolutionFamily;

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

    /// Returns whether a clue in a cell would hold in a solution of the puzzle without clues, if the clues of the kind are
    /// [separable](ClueCodec::is_separable).
    fn permits(empty: &Self::Puzzle, cell: Cell, symbol: ClueSymbol, solution: &Solution) -> bool {
        let alone = Self::clue_grid(empty).map(|clues| clues.with(cell, symbol));
        let puzzle = alone.and_then(|clues| Self::from_clue_grid(&clues).ok());
        puzzle.is_some_and(|puzzle| puzzle.check(solution).is_ok())
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

/// What the solutions of a kind are: techniques, pictures, files and tests depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SolutionFamily {
    /// One loop along the edges of a graph.
    Loop,
    /// At least one loop along the edges of a graph.
    SeveralLoops,
    /// Paths, or a cycle, through the vertices of a graph.
    Paths,
    /// One loop through the cells of a grid.
    CellLoop,
    /// Shaded cells.
    Shading,
    /// A value in each cell, or none.
    Values,
    /// Walls between cells.
    Walls,
}

/// A puzzle that does not fit a variant of its rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct VariantError(pub String);
