//! Views: results as text, tables and CSV. The types of `encycle::report` are the same results as JSON.

use encycle::encodings::puzzle::SolutionForm;
use encycle::formats::Parsed;
use encycle::problem::Problem;
use encycle::render::{Picture, TextStyle, least_width, text};

pub mod count;
pub mod decode;
pub mod model;
pub mod sizes;
pub mod solve;
pub mod strength;
pub mod table;
pub mod unsat_core;

/// Formats the size of a puzzle, and the variant of the rules if the kind has several; or the size of a model.
pub fn head(problem: &dyn Problem) -> String {
    if let Some(model) = problem.as_model() {
        return model::head(model);
    }
    let (variant, extent) = (problem.as_encodable().variant(), problem.as_encodable().extent());
    match variant {
        Some(variant) => format!("{extent}, rule {variant}"),
        None => extent.to_string(),
    }
}

/// Returns a note for the result line if the kind of a puzzle was guessed from the format of its text; otherwise an
/// empty text.
pub fn guess(parsed: &Parsed) -> String {
    match parsed.is_guessed {
        true => format!("{} guessed from the format {}, ", parsed.puzzle.kind(), parsed.format),
        false => String::new(),
    }
}

/// Returns the noun for the atoms of a puzzle, for example `edges`.
pub fn atoms_of(problem: &dyn Problem) -> &'static str {
    match problem.as_encodable().form() {
        _ if problem.as_model().is_some() => "variables",
        SolutionForm::Edges => "edges",
        SolutionForm::Values { .. } => "values of cells",
        SolutionForm::Atoms => "atoms",
    }
}

/// Draws a picture as text. If the picture is wider than the terminal, returns a message about its width instead.
pub fn drawn(picture: &Picture, style: &TextStyle) -> String {
    match (least_width(picture), style.width) {
        (Some(needed), Some(available)) if needed > available => format!(
            "(the picture has {needed} columns, the terminal {available}: write it as SVG, for example with `encycle convert`)\n"
        ),
        _ => text(picture, *style),
    }
}
