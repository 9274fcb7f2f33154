//! The symbols of an empty cell, which are the same in all kinds.

use crate::text::{Fault, Span};

/// The symbols that mark an empty cell in every kind. The last symbol is the empty text, because a cell between two
/// commas may be blank.
const SYMBOLS: [&str; 4] = [".", "-", "_", ""];

/// A recognizer of the empty cells of one grid. All of them must have the same symbol, because if there are two
/// symbols, one of them might be meant as something else.
#[derive(Clone, Copy, Debug)]
pub struct EmptyCells<'a> {
    has_zero: bool,
    others: &'static [&'static str],
    seen: Option<Span<'a>>,
}

impl<'a> EmptyCells<'a> {
    /// Creates the rule for a kind; `has_zero` states whether `0` is a value, so that it does not mark an empty cell.
    #[must_use]
    pub fn new(has_zero: bool) -> Self {
        Self { has_zero, others: &[], seen: None }
    }

    /// Adds further symbols of an empty cell.
    #[must_use]
    pub fn or(self, others: &'static [&'static str]) -> Self {
        Self { others, ..self }
    }

    /// Returns whether this is the symbol of an empty cell.
    #[must_use]
    pub fn is_symbol(&self, text: &str) -> bool {
        SYMBOLS.contains(&text) || self.others.contains(&text) || text == "0" && !self.has_zero
    }

    /// Returns whether a cell is empty.
    ///
    /// # Errors
    /// An earlier empty cell has another symbol.
    pub fn has(&mut self, cell: Span<'a>) -> Result<bool, Fault> {
        if !self.is_symbol(cell.text) {
            return Ok(false);
        }
        let first = *self.seen.get_or_insert(cell);
        match first.text == cell.text {
            true => Ok(true),
            false => Err(Self::two_symbols(first, cell)),
        }
    }

    /// Returns the error for an empty cell whose symbol differs from the symbol of an earlier empty cell.
    #[must_use]
    pub fn two_symbols(one: Span<'a>, cell: Span<'a>) -> Fault {
        // only kinds in which a 0 is not a clue read it as an empty cell
        let zero = match [one.text, cell.text].contains(&"0") {
            true => "a 0 alone is not a clue of this kind",
            false => "if one of the symbols is meant otherwise, rewrite it",
        };
        cell.fault(format!(
            "two symbols for an empty cell: {} and {}\n\
             help: write all empty cells as '.'; {zero}",
            one.shown(),
            cell.shown()
        ))
    }
}
