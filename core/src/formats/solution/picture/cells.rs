//! The cells of a picture: values and shades.
//!
//! A cell shows its value, perhaps behind the clue that the value moves aside, or, if it is empty, its clue. So the reader
//! compares the text of a cell with the texts that a picture of the puzzle shows there, rather than parsing it: the value 12 of
//! a Sudoku is `c`, a value may be a sign such as `╱`, and a clue 0 may be an empty cell.

use encycle_encodings::grid::Cell;
use encycle_encodings::puzzle::{CellSign, GridSketch, Sketch, Solution, mark_before};
use encycle_encodings::text::{Fault, Span};

use super::{GridPicture, SHADES};
use crate::puzzle::Puzzle;
use crate::render::marks_in_ascii;

/// A text that a cell may show, in both character sets, without blanks.
struct CellText {
    unicode: String,
    ascii: String,
    /// Whether the text is repeated up to both sides of the cell, as a bridge is.
    fills: bool,
}

impl CellText {
    fn new(text: &str) -> Self {
        Self {
            unicode: without_blanks(text.chars()),
            ascii: without_blanks(marks_in_ascii(text).chars()),
            fills: CellSign::of(text).is_some_and(CellSign::is_across),
        }
    }

    /// Returns whether a cell with these characters shows this text.
    fn is(&self, shown: &str) -> bool {
        let is_of = |sign: &str| !shown.is_empty() && shown.replace(sign, "").is_empty();
        self.unicode == shown
            || self.ascii == shown
            || self.fills && (is_of(&self.unicode) || is_of(&self.ascii))
    }

    /// Returns whether these characters are what is left of this clue beside a value: the clue without the value if it ends
    /// with it.
    fn is_aside(&self, shown: &str, value: &Self) -> bool {
        let mark = mark_before(&self.unicode, &value.unicode).map(Self::new);
        self.is(shown) || mark.is_some_and(|mark| mark.is(shown))
    }
}

/// Returns characters without blanks, and without the brackets around a text that differs between two solutions.
fn without_blanks(chars: impl IntoIterator<Item = char>) -> String {
    chars.into_iter().filter(|c| !" []".contains(*c)).collect()
}

/// Returns the clue and the value of a cell that shows both, with a blank between them.
fn clue_and_value(chars: &[char]) -> Option<(String, String)> {
    let shown: String = chars.iter().filter(|c| !"[]".contains(**c)).collect();
    let (clue, value) = shown.trim().split_once(' ')?;
    Some((clue.to_owned(), without_blanks(value.chars())))
}

/// Returns the error for a cell that shows neither a value nor the clue of the puzzle.
fn other_clue(cell: Cell, shown: &str, clue: &CellText) -> String {
    let clue = match &*clue.unicode {
        "" => "no clue".to_owned(),
        clue => format!("the clue '{clue}'"),
    };
    format!(
        "the picture has '{shown}' at {cell}, where the puzzle has {clue}\n\
         help: give the solution of this puzzle"
    )
}

/// Returns the text that each cell shows in a picture with a solution.
fn cell_texts(puzzle: &Puzzle, solution: &Solution) -> Vec<String> {
    let Sketch::Grid(sketch) = puzzle.sketch(Some(solution)) else { return Vec::new() };
    let cells = sketch.texts.into_iter().zip(sketch.notes);
    cells.map(|(text, note)| text.map(|label| label.text).or(note).unwrap_or_default()).collect()
}

/// Returns the text of each value from 1.
fn value_texts(puzzle: &Puzzle, values: u32) -> Vec<CellText> {
    let texts: Vec<String> = match values {
        // the usual text of an only value is that of a shaded cell
        1 => {
            let all = Solution::new(vec![true; puzzle.atom_count()]);
            cell_texts(puzzle, &all).into_iter().take(1).collect()
        }
        _ => puzzle.value_texts(),
    };
    texts.iter().map(|text| CellText::new(text)).collect()
}

impl GridPicture<'_> {
    /// Reads the values in all cells.
    ///
    /// A number in a cell may be its value, or the clue of an empty cell. The values of clues are tried first, because a clue
    /// of most kinds is the value of its cell.
    pub(super) fn values(&self, puzzle: &Puzzle, values: u32) -> Result<Solution, Fault> {
        let texts = value_texts(puzzle, values);
        let empty = cell_texts(puzzle, &Solution::new(vec![false; puzzle.atom_count()]));
        let empty: Vec<CellText> = empty.iter().map(|text| CellText::new(text)).collect();
        let read = |prefers_empty: bool| -> Result<Solution, Fault> {
            let cells = self.grid.cells().zip(&empty);
            let cells = cells.map(|(cell, empty)| self.value(cell, &texts, empty, prefers_empty));
            let cells: Vec<u32> = cells.collect::<Result<_, Fault>>()?;
            Ok(Solution::of_values(&cells, values))
        };
        let is_right =
            |read: &Result<Solution, Fault>| matches!(read, Ok(one) if puzzle.check(one).is_ok());
        let filled = read(false);
        if is_right(&filled) {
            return filled;
        }
        let sparse = read(true);
        if is_right(&sparse) { sparse } else { filled }
    }

    /// Returns the value in a cell, or 0 for an empty cell. `prefers_empty` decides if the cell would look the same with a value
    /// and without one.
    fn value(
        &self,
        cell: Cell,
        texts: &[CellText],
        empty: &CellText,
        prefers_empty: bool,
    ) -> Result<u32, Fault> {
        let (line, chars) = self.cell(cell);
        if let Some((clue, shown)) = clue_and_value(&chars) {
            let is_value = |text: &CellText| text.is(&shown) && empty.is_aside(&clue, text);
            let value = texts.iter().position(is_value).map(|place| place as u32 + 1);
            let other = || line.fault(other_clue(cell, &format!("{clue} {shown}"), empty));
            return value.ok_or_else(other);
        }
        let shown = &*without_blanks(chars);
        if prefers_empty && empty.is(shown) {
            return Ok(0);
        }
        if let Some(place) = texts.iter().position(|text| text.is(shown)) {
            return Ok(place as u32 + 1);
        }
        // a black cell may show a clue
        let is_black = shown.starts_with(['■', '%']);
        if empty.is(shown) || is_black || ["", "x", "."].contains(&shown) {
            return Ok(0);
        }
        // the value lies within the line, so an error can name its position
        let value = Span { text: shown, offset: line.offset }.value(texts.len() as u32);
        let is_sign = !shown.chars().all(char::is_alphanumeric);
        value.map_err(|fault| match is_sign || !empty.unicode.is_empty() {
            true => line.fault(other_clue(cell, shown, empty)),
            false => fault,
        })
    }

    /// Reads which cells are shaded.
    pub(super) fn shades(&self, puzzle: &Puzzle, sketch: &GridSketch) -> Result<Vec<bool>, Fault> {
        let shades: Vec<Option<bool>> =
            self.grid.cells().map(|cell| self.shade(cell, sketch)).collect();
        if shades.iter().all(Option::is_some) {
            return Ok(shades.into_iter().flatten().collect());
        }
        let shadable = match puzzle {
            Puzzle::Written(puzzle) => puzzle.shadable_cells(),
            _ => None,
        };
        let may_be_shaded =
            |cell: usize| shadable.as_ref().is_none_or(|cells| cells.contains(&cell));
        let known = |(index, shade): (usize, Option<bool>)| match shade {
            Some(is_shaded) => Ok(is_shaded),
            None if may_be_shaded(index) => Err(self.hidden_shade(self.grid.cell_at(index))),
            None => Ok(false),
        };
        shades.into_iter().enumerate().map(known).collect()
    }

    /// Returns whether a cell is shaded; `None` if its clue leaves no room for the shade.
    fn shade(&self, cell: Cell, sketch: &GridSketch) -> Option<bool> {
        let clue = sketch.texts[self.grid.cell_index(cell)].as_ref();
        let length = clue.map_or(0, |clue| clue.text.chars().count());
        let (_, chars) = self.cell(cell);
        let is_shade = |c: &char| SHADES.contains(c);
        match length {
            0 => Some(chars.iter().any(is_shade)),
            // in a cell with brackets, only blanks surround the clue
            _ if length >= self.width || chars.contains(&'[') => None,
            // the clue may be further to the left than to the right
            _ => Some(chars.last().is_some_and(is_shade)),
        }
    }

    /// Returns the error for a cell whose clue leaves no room for the shade.
    fn hidden_shade(&self, cell: Cell) -> Fault {
        let (line, chars) = self.cell(cell);
        let (picture, help) = match chars.contains(&'[') {
            true => ("a picture of two solutions", ""),
            false => ("a narrow picture", ", or a wider terminal"),
        };
        line.fault(format!(
            "{picture} does not show whether {cell} is shaded\n\
             help: use the JSON of `encycle solve`{help}"
        ))
    }

    /// Checks that a cell of a picture without marks is empty or shows its clue: another text is the mark of another kind.
    pub(super) fn check_unmarked(&self, cell: Cell, sketch: &GridSketch) -> Result<(), Fault> {
        let (line, chars) = self.cell(cell);
        let shown = &*without_blanks(chars);
        let clue = sketch.texts[self.grid.cell_index(cell)].as_ref().map_or("", |clue| &clue.text);
        if ["", "x", "."].contains(&shown) || CellText::new(clue).is(shown) {
            return Ok(());
        }
        Err(line.fault(format!(
            "no mark of a solution of this puzzle, but {cell} shows '{shown}'\n\
             help: give the solution of this puzzle"
        )))
    }
}
