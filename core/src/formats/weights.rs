//! The reader of weights: what each true atom of a solution costs.
//!
//! ```text
//! # a comment, to the end of the line
//! h_1_1 3
//! v_1_2 -1
//! ```
//!
//! The names are those of the atoms, as in a map of the puzzle. Atoms without a line weigh 0.

use std::collections::HashMap;

use encycle_encodings::puzzle::Solution;
use encycle_encodings::text::{Fault, Span};

use crate::formats::ParseError;
use crate::puzzle::Puzzle;

/// The greatest absolute weight. Sums of weights stay exact in floating point.
const MOST: i64 = 1_000_000_000;

/// The form of a line, for errors.
const FORM: &str = "write `NAME WEIGHT`";

/// Weights of the atoms of a puzzle.
///
/// ```
/// use encycle::formats::AtomWeights;
/// use encycle::prelude::*;
///
/// let puzzle: Puzzle = "slitherlink 1 2\n..\n".parse()?;
/// let weights = AtomWeights::read("h_1_1 3  # the upper left edge\n", "weights.txt", &puzzle)?;
/// let outcome = Solve::new(&puzzle).maximize(weights.clone()).run()?;
/// assert_eq!(weights.total(outcome.solution().expect("a loop")), 3);
///
/// let error = AtomWeights::read("h_9_9 3\n", "weights.txt", &puzzle).unwrap_err();
/// assert!(error.to_string().starts_with("weights.txt:1:1: 'h_9_9' is not the name of an atom"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtomWeights(Vec<i64>);

impl AtomWeights {
    /// Reads weights of the atoms of a puzzle. `origin` is the name of the text, for errors.
    ///
    /// # Errors
    /// Returns the first error of the text: a wrong number of words, an unknown name, a name that occurs twice, or a weight that is
    /// not an integer or is too large.
    pub fn read(text: &str, origin: &str, puzzle: &Puzzle) -> Result<Self, ParseError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        weights_of(text, puzzle).map(Self).map_err(|fault| {
            ParseError::at(text, fault.offset, fault.message).in_origin(origin.to_owned())
        })
    }

    /// Returns the sum of the weights of a solution's true atoms.
    #[must_use]
    pub fn total(&self, solution: &Solution) -> i64 {
        solution.true_atoms().map(|atom| self.weight(atom)).sum()
    }

    /// Returns the weight of an atom.
    pub(crate) fn weight(&self, atom: usize) -> i64 {
        self.0.get(atom).copied().unwrap_or(0)
    }
}

fn weights_of(text: &str, puzzle: &Puzzle) -> Result<Vec<i64>, Fault> {
    let names: Vec<String> = (0..puzzle.atom_count()).map(|atom| puzzle.atom_name(atom)).collect();
    let atoms: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
    let mut weights: Vec<Option<i64>> = vec![None; names.len()];
    for line in (Span { text, offset: 0 }).split(|c| c == '\n') {
        let words: Vec<Span<'_>> =
            line.words().take_while(|word| !word.text.starts_with('#')).collect();
        let (name, weight) = match words[..] {
            [] => continue,
            [name] => {
                let message = format!("missing weight after {}\nhelp: {FORM}", name.shown());
                return Err(name.fault_after(message));
            }
            [name, weight] => (name, weight),
            [_, _, more, ..] => {
                return Err(more.wrong(format!("is one word too many\nhelp: {FORM}")));
            }
        };
        let Some(&atom) = atoms.get(name.text) else {
            let example = names.first().map_or("", String::as_str);
            return Err(name.wrong(format!(
                "is not the name of an atom\nhelp: use a name as in a map of the puzzle, such as {example}"
            )));
        };
        if weights[atom].replace(integer(weight)?).is_some() {
            return Err(name.wrong("already has a weight\nhelp: keep one of the lines"));
        }
    }
    Ok(weights.into_iter().map(Option::unwrap_or_default).collect())
}

fn integer(word: Span<'_>) -> Result<i64, Fault> {
    let value = word.text.parse::<i64>().ok().filter(|value| (-MOST..=MOST).contains(value));
    value.ok_or_else(|| {
        word.wrong(format!("is not a weight\nhelp: write an integer from {} to {MOST}", -MOST))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_text_is_rejected_with_its_position() {
        let puzzle: Puzzle = "slitherlink 1 1\n.\n".parse().expect("a puzzle");
        let table = [
            ("h_1_1\n", 1, 6, "missing weight after 'h_1_1'"),
            ("# x\nh_1_1 # 3\n", 2, 6, "missing weight"),
            ("h_1_1 3 4\n", 1, 9, "'4' is one word too many"),
            ("h_1_1 3\n x_1_1 4\n", 2, 2, "such as h_1_1"),
            ("h_1_1 3.5\n", 1, 7, "'3.5' is not a weight"),
            ("h_1_1 1000000001\n", 1, 7, "from -1000000000 to 1000000000"),
            ("h_1_1 3\nh_1_1 3\n", 2, 1, "already has a weight"),
        ];
        for (text, line, column, words) in table {
            let error = AtomWeights::read(text, "a", &puzzle).expect_err(text);
            assert!(error.message.contains(words), "{text:?} gave {error}");
            assert!(error.message.contains("\nhelp: "), "{text:?} gave {error}");
            assert_eq!((error.line, error.column), (line, column), "{text:?} gave {error}");
        }
        let weights = AtomWeights::read("\u{feff}# x\r\n\r\nv_1_2 -4 # y\r\n", "a", &puzzle);
        let weights = weights.expect("valid");
        assert_eq!(weights.total(&Solution::new(vec![true; 4])), -4);
    }
}
