//! Clues that a text lists one after the other, with runs of places without a clue between them.

use encycle_encodings::kinds::codec::ClueSymbol;
use encycle_encodings::text::{Fault, Span};

/// The clues read so far, and where each is in the text.
pub(super) struct PlacedSymbols<'a> {
    /// The whole text, and what messages call it.
    text: (Span<'a>, &'static str),
    /// The number of places, and what messages call them.
    total: (usize, &'static str),
    /// The symbol of each place.
    pub symbols: Vec<Option<ClueSymbol>>,
    /// The offset of each place.
    pub offsets: Vec<usize>,
}

impl<'a> PlacedSymbols<'a> {
    pub fn new(text: (Span<'a>, &'static str), total: (usize, &'static str)) -> Self {
        Self { text, total, symbols: Vec::new(), offsets: Vec::new() }
    }

    /// Returns the number of places that are left.
    pub fn left(&self) -> usize {
        self.total.0 - self.symbols.len()
    }

    /// Checks that a place is left for what begins at `at`.
    pub fn begin(&self, at: Span<'_>) -> Result<(), Fault> {
        self.check(at, 1)
    }

    fn check(&self, at: Span<'_>, count: usize) -> Result<(), Fault> {
        let (total, places) = self.total;
        match count > self.left() {
            true => Err(at.wrong(format!("goes beyond the last of the {total} {places}"))),
            false => Ok(()),
        }
    }

    /// Adds a clue that begins at `at`.
    pub fn clue(&mut self, at: Span<'_>, symbol: ClueSymbol) -> Result<(), Fault> {
        self.add(at, 1, Some(symbol))
    }

    /// Adds places without a clue.
    pub fn skip(&mut self, at: Span<'_>, count: usize) -> Result<(), Fault> {
        self.add(at, count, None)
    }

    fn add(&mut self, at: Span<'_>, count: usize, symbol: Option<ClueSymbol>) -> Result<(), Fault> {
        self.check(at, count)?;
        let length = self.symbols.len() + count;
        self.symbols.resize(length, symbol);
        self.offsets.resize(length, at.offset);
        Ok(())
    }

    /// Checks that no place is left.
    pub fn finish(self) -> Result<Self, Fault> {
        let ((text, name), (total, places)) = (self.text, self.total);
        match self.left() {
            0 => Ok(self),
            _ => Err(text.fault_after(format!(
                "the {name} ends after {} of {total} {places}\nhelp: check whether it is truncated",
                self.symbols.len()
            ))),
        }
    }
}
