//! The error of a generator that found no puzzle: what was asked for, and how to ask for less.

use encycle_encodings::grid::Grid;
use encycle_encodings::text::counted;

use crate::generate::error::GenerateError;
use crate::generate::frame::constrains_cells_without_clues;
use crate::generate::options::{Difficulty, GenerateOptions};
use crate::generate::shape::{Mask, Symmetry};
use crate::generate::shapes::LoopSize;
use crate::puzzle::PuzzleKind;

/// What the options require beyond one solution, each with how to require less.
type Wishes = Vec<(String, &'static str)>;

/// Returns the error for options with which no puzzle with one solution was found.
pub(super) fn no_puzzle(options: &GenerateOptions) -> GenerateError {
    let mut wishes = Vec::new();
    let difficulty = options.wanted_difficulty();
    // a puzzle that needs a technique needs no guesses in any case
    let is_implied = options.technique.is_some() && difficulty == Difficulty::NO_GUESSING;
    if difficulty != Difficulty::Any && !is_implied {
        wishes.push((format!("the difficulty {}", difficulty.name()), "use the difficulty any"));
    }
    if let Some(technique) = &options.technique {
        wishes.push((format!("the technique {technique}"), "leave out the technique"));
    }
    if let Some(most) = options.at_most {
        wishes.push((format!("at most {}", counted(most, "clue")), "allow more clues"));
    }
    if options.symmetry != Symmetry::None {
        let name = options.symmetry.name();
        wishes.push((format!("the symmetry {name}"), "leave out the symmetry"));
    }
    error(options, wishes)
}

/// Returns the error for options with which no puzzle with random clues was found.
pub(super) fn no_random_clues(options: &GenerateOptions) -> GenerateError {
    error(options, Vec::new())
}

fn error(options: &GenerateOptions, mut wishes: Wishes) -> GenerateError {
    wishes.extend(wishes_of_all(options));
    let (required, mut ways): (Vec<String>, Vec<&str>) = wishes.into_iter().unzip();
    let required = match required.is_empty() {
        true => String::new(),
        false => format!(" with {}", required.join(", ")),
    };
    let of_kind = requirements_of_kind(options);
    if matches!(options.kind, PuzzleKind::Written(_)) {
        ways.push("use another size");
    }
    let ways = match ways.is_empty() {
        true => String::new(),
        false => format!("{}, or ", ways.join(", ")),
    };
    let attempts = options.attempts;
    GenerateError::Impossible(format!(
        "no puzzle found in {attempts} attempts{required}{of_kind}\nhelp: {ways}increase the number of attempts"
    ))
}

/// Returns what the options require of puzzles with one solution and of random clues.
fn wishes_of_all(options: &GenerateOptions) -> Wishes {
    let mut wishes = Vec::new();
    if options.at_least > 0 {
        let least = counted(options.at_least, "clue");
        wishes.push((format!("at least {least}"), "require fewer clues"));
    }
    if options.mask != Mask::default() {
        wishes.push(("required places of clues".to_owned(), "leave out the mask"));
    }
    if let LoopSize::Length(lines) = options.loop_style.size {
        let lines = counted(lines, "line");
        wishes.push((format!("a loop of at least {lines}"), "allow a shorter loop"));
    }
    wishes
}

/// Returns what a kind file requires of the clues of each puzzle.
fn requirements_of_kind(options: &GenerateOptions) -> String {
    let PuzzleKind::Written(kind) = options.kind else { return String::new() };
    let conditions: Vec<&str> = kind.conditions().collect();
    let mut all = match conditions.is_empty() {
        true => String::new(),
        false => {
            format!(" whose clues meet the conditions of the kind: {}", conditions.join(" "))
        }
    };
    let grid = Grid::new(options.rows, options.cols);
    if grid.is_some_and(|grid| constrains_cells_without_clues(kind, grid)) {
        all += &format!("; the rules of {} are also about cells without a clue", options.kind);
    }
    all
}
