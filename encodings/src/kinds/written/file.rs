//! A kind file, read: what its statements say.

use crate::kinds::codec::ClueCodec;
use crate::kinds::written::guards::ClueUse;
use crate::kinds::written::terms::{Binder, Term};
use crate::puzzle::CellSign;
use crate::rules::value_graphs::ValueRule;

/// The maximum number of values of a cell.
pub(super) const MOST_VALUES: u32 = 400;

/// A kind of puzzle that a text file describes.
#[derive(Debug)]
pub struct KindFile {
    /// The text.
    pub text: String,
    /// The name in files and on the command line.
    pub name: String,
    /// The name in titles.
    pub title: String,
    /// The rules for a player.
    pub about: String,
    /// Whether these are those of the file, rather than the sentences of its rules.
    pub has_about: bool,
    /// How the plain text spells puzzles and solutions where players see pictures; may be empty.
    pub text_form: String,
    /// A small puzzle with exactly one solution, in the plain format; a grid without clues if the file has no example.
    pub example: String,
    /// Whether the example is that of the file.
    pub has_example: bool,
    /// The symbols of the cells, and their spelling in formats.
    pub codec: ClueCodec,
    pub(super) has_cells: bool,
    pub(super) has_border: bool,
    /// Whether the numbers at the border are lists.
    pub has_lists: bool,
    pub(super) has_corners: bool,
    pub(super) parameters: Vec<ParameterInfo>,
    pub(super) drawing: Drawing,
    pub(super) globals: Globals,
    pub(super) requirements: Vec<Requirement>,
    pub(super) rules: Vec<Rule>,
    pub(super) base_name: &'static str,
    /// Whether each clue holds or fails in a drawing, whatever the other clues are; if there is a [blank](Self::blank) clue,
    /// as long as the same cells have clues.
    pub is_separable: bool,
    /// The letter that stands for a clue that says nothing, for example in the cell of a Yajilin without an arrow.
    pub blank: Option<usize>,
    /// Which grids without a header may be puzzles of this kind.
    pub bare: Option<BareGrid>,
    pub(super) generation: Option<Generation>,
    /// Whether a rule reads the number of a room.
    pub has_room_numbers: bool,
    /// Whether the form of the rules shows that every isometry of the grid keeps them.
    pub(super) is_symmetric: bool,
    /// Whether the form of the rules shows that every permutation of the values keeps them.
    pub(super) has_equal_values: bool,
}

/// A grid without a header that is likely a puzzle of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BareGrid {
    /// Some cells have clues, or there are several rooms.
    Sparse,
    /// Each cell has a number, not greater than the longer side, and one is twice in a row or column.
    Full,
}

/// What the generator needs to know about the boards of a kind.
#[derive(Clone, Debug)]
pub(super) enum Generation {
    /// Random letters, numbers and rooms do not give a board, for this reason.
    Nothing(String),
    /// All rooms have this number of cells; 0 stands for any number.
    RoomsOf(Term),
}

/// A further number of the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterInfo {
    /// Its name in rules.
    pub name: String,
    /// The least value.
    pub least: u32,
    /// The greatest value.
    pub greatest: u32,
    /// The value if the header does not give it, a number that may depend on the size of the grid.
    pub(super) default: Option<Term>,
}

/// What a solution is.
#[derive(Clone, Debug)]
pub(super) enum Drawing {
    /// Shaded cells.
    Shaded,
    /// Lines between adjacent cells; a picture may shade the cells that have neither a line nor a clue.
    Lines { shades_others: bool },
    /// Values from 1 to `largest`.
    Values {
        largest: Term,
        may_be_empty: bool,
        /// Whether a value is the number of a clue whose region contains the cell, so that a picture shows borders.
        are_regions: bool,
        /// The signs of the values in pictures; empty if they are numbers.
        signs: Vec<&'static CellSign>,
    },
}

/// The rules about the drawing as a whole.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Globals {
    pub connected_shaded: bool,
    pub connected_unshaded: bool,
    pub one_loop: bool,
    /// The color of which each cell is connected to the border by cells of the color: true for shaded cells.
    pub reaching: Option<bool>,
    /// The letter of the cells that are matched with shaded cells.
    pub matched: Option<usize>,
    /// Whether groups of equal values have as many cells as the value.
    pub sized_groups: bool,
    /// A rule about a graph that the values make.
    pub value_rule: Option<ValueRule>,
}

/// A condition on the clues: for all values of its binders, its statement is true. Puzzles that break it are refused.
#[derive(Clone, Debug)]
pub(super) struct Requirement {
    /// What is required, in a sentence.
    pub sentence: String,
    pub binders: Vec<Binder>,
    pub body: Term,
}

/// A rule: for all values of its binders, its statement is true.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub name: String,
    /// A sentence for a player, or the text of the rule.
    pub meaning: String,
    pub binders: Vec<Binder>,
    pub body: Term,
    pub clue_use: ClueUse,
    /// Whether it is about the length of a run.
    pub has_run: bool,
}
