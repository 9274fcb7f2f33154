//! Facts, places and steps in the words of the board: no name of a variable occurs in them.

use std::collections::HashMap;

use encycle_encodings::grid::Edge;
use encycle_encodings::logic::Place;
use encycle_encodings::puzzle::{Sketch, SolutionForm};

use crate::page::board::graph;
use crate::puzzle::Puzzle;

/// The number of facts that a sentence lists; it counts the others.
const MOST_LISTED: usize = 3;

/// Returns the place of an atom.
fn atom_place(puzzle: &Puzzle, atom: usize) -> Option<Place> {
    if let SolutionForm::Values { grid, values } = puzzle.form() {
        return Some(grid.cell_at(atom / values as usize).into());
    }
    let graph = graph(puzzle).filter(|graph| atom < graph.edge_count())?;
    Some(graph.edge_place(Edge(atom as u32)))
}

/// Describes a fact, such as `a line from row 1, column 2 to row 1, column 3`.
pub(super) fn fact_words(puzzle: &Puzzle, atom: usize, value: bool) -> String {
    let place = atom_place(puzzle, atom);
    if let (SolutionForm::Values { values, .. }, Some(cell)) = (puzzle.form(), place) {
        let sign = if value { "is" } else { "is not" };
        return match values {
            1 => format!("{cell} {sign} shaded"),
            _ => {
                let text = puzzle.value_text((atom % values as usize) as u32 + 1);
                format!("{cell} {sign} {text}")
            }
        };
    }
    let (what, is_wall) = match (puzzle, value) {
        (Puzzle::Reachability(_), true) => ("no wall", true),
        (Puzzle::Reachability(_), false) => ("a wall", true),
        (_, true) => ("a line", false),
        (_, false) => ("no line", false),
    };
    match place {
        Some(Place::Cells { from, to }) => {
            let [from, to] =
                [from, to].map(|(row, col)| format!("row {}, column {}", row + 1, col + 1));
            match is_wall {
                true => format!("{what} between {from} and {to}"),
                false => format!("{what} from {from} to {to}"),
            }
        }
        Some(place) => format!("{what} at {place}"),
        // what follows from the other atoms, such as whether a cell is reached
        None => format!("the fact that follows there is {value}"),
    }
}

/// Describes a place to look at: a cell with its clue; or, if a rule is about the whole puzzle, the place of the atom.
pub(super) fn place_words(puzzle: &Puzzle, place: Option<Place>, atom: usize) -> String {
    let place = match place {
        None | Some(Place::Whole) => atom_place(puzzle, atom),
        place => place,
    };
    let Some(place) = place else { return "the whole puzzle".to_owned() };
    if let (Place::Cell { row, col }, Sketch::Grid(sketch)) = (place, puzzle.sketch(None)) {
        let text = sketch.texts.get(row * sketch.grid.cols() + col);
        if let Some(Some(label)) = text {
            return format!("the {} in row {}, column {}", label.text, row + 1, col + 1);
        }
    }
    place.to_string()
}

/// Joins facts; of a long list, the first ones and the number of the others.
pub(super) fn list_words(facts: &[String]) -> String {
    match facts.len() {
        0..=MOST_LISTED => facts.join("; "),
        count => format!("{}; and {} more", facts[..MOST_LISTED].join("; "), count - MOST_LISTED),
    }
}

/// Replaces the names of atoms in the words of a step by facts.
pub(super) fn in_words(puzzle: &Puzzle, text: &str) -> String {
    let atoms: HashMap<String, usize> =
        (0..puzzle.atom_count()).map(|atom| (puzzle.atom_name(atom), atom)).collect();
    let (mut sentence, mut facts): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let mut end = String::new();
    let mut is_negated = false;
    let flush = |sentence: &mut Vec<String>, facts: &mut Vec<String>, end: &mut String| {
        if !facts.is_empty() {
            sentence.push(list_words(facts) + end);
            facts.clear();
        }
        end.clear();
    };
    for word in text.split(' ') {
        let core = word.trim_end_matches([',', ';', ':', '.']);
        if let Some(&atom) = atoms.get(core) {
            facts.push(fact_words(puzzle, atom, !is_negated));
            word[core.len()..].clone_into(&mut end);
            is_negated = false;
            continue;
        }
        if is_negated {
            sentence.push("not".to_owned());
        }
        is_negated = word == "not";
        if !is_negated {
            flush(&mut sentence, &mut facts, &mut end);
            sentence.push(word.to_owned());
        }
    }
    flush(&mut sentence, &mut facts, &mut end);
    if is_negated {
        sentence.push("not".to_owned());
    }
    sentence.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_atoms_become_facts() {
        let puzzle: Puzzle = "hitori 2 2\n11\n12\n".parse().expect("a puzzle");
        let words = in_words(&puzzle, "x_1_1_1 would separate cells, so not x_1_1_1, x_1_2_1");
        assert_eq!(
            words,
            "the cell in row 1, column 1 is shaded would separate cells, so the cell in row 1, column 1 is not \
             shaded; the cell in row 1, column 2 is shaded"
        );
        let many = in_words(&puzzle, "x_1_1_1, x_1_2_1, x_2_1_1, not x_2_2_1");
        assert!(many.ends_with("row 2, column 1 is shaded; and 1 more"), "{many}");
        assert_eq!(in_words(&puzzle, "this is not all"), "this is not all");
    }

    #[test]
    fn a_place_names_its_clue() {
        let puzzle: Puzzle = "masyu 2 2\nw.\n..\n".parse().expect("a puzzle");
        let cell = |col| Some(Place::Cell { row: 0, col });
        assert_eq!(place_words(&puzzle, cell(0), 0), "the ○ in row 1, column 1");
        assert_eq!(place_words(&puzzle, cell(1), 0), "the cell in row 1, column 2");
        let line = "the cells in row 1, column 1 and in row 1, column 2";
        assert_eq!(place_words(&puzzle, Some(Place::Whole), 0), line);
        assert_eq!(
            fact_words(&puzzle, 0, false),
            "no line from row 1, column 1 to row 1, column 2"
        );
    }
}
