//! Results as text and tables, and sizes as CSV. The types of `encycle::report` are their JSON.

use encycle::encodings::puzzle::SolutionForm;
use encycle::formats::Parsed;
use encycle::puzzle::Puzzle;
use encycle::render::{Picture, TextStyle, least_width, text};

pub mod count;
pub mod decode;
pub mod sizes;
pub mod solve;
pub mod strength;
pub mod table;
pub mod unsat_core;

/// Formats the size of a puzzle, and the variant of the rules if the kind has several.
pub fn head(puzzle: &Puzzle) -> String {
    match puzzle.variant() {
        Some(variant) => format!("{}, rule {variant}", puzzle.extent()),
        None => puzzle.extent().to_string(),
    }
}

/// Returns where the kind of a puzzle was guessed: the kind and the format, for a line of results.
pub fn guess(parsed: &Parsed) -> String {
    match parsed.is_guessed {
        true => format!("{} guessed from the format {}, ", parsed.puzzle.kind(), parsed.format),
        false => String::new(),
    }
}

/// Names what the atoms of a puzzle are.
pub fn atoms_of(puzzle: &Puzzle) -> &'static str {
    match puzzle.form() {
        SolutionForm::Edges => "edges",
        SolutionForm::Values { .. } => "values of cells",
        SolutionForm::Atoms => "atoms",
    }
}

/// Draws a picture as text, or returns a line that it does not fit the width.
pub fn drawn(picture: &Picture, style: &TextStyle) -> String {
    match (least_width(picture), style.width) {
        (Some(needed), Some(available)) if needed > available => format!(
            "(the picture has {needed} columns, the terminal {available}: write it as SVG, for example with `encycle convert`)\n"
        ),
        _ => text(picture, *style),
    }
}
