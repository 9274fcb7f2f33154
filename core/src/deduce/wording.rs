//! Facts, places and steps in the words of the board: no name of a variable occurs in them.

use std::collections::HashMap;

use encycle_encodings::grid::Edge;
use encycle_encodings::logic::Place;
use encycle_encodings::puzzle::{Sketch, SolutionForm};

use crate::puzzle::Puzzle;

/// Returns the place of an atom.
fn atom_place(puzzle: &Puzzle, atom: usize) -> Option<Place> {
    if let SolutionForm::Values { grid, values } = puzzle.form() {
        return Some(grid.cell_at(atom / values as usize).into());
    }
    let graph = puzzle.graph_of_atoms().filter(|graph| atom < graph.edge_count())?;
    Some(graph.edge_place(Edge(atom as u32)))
}

/// Describes a fact, the value of an atom.
///
/// ```
/// use encycle::deduce::fact_words;
///
/// let puzzle = encycle::formats::read("masyu 2 2\nw.\n..\n", None)?.puzzle;
/// assert_eq!(fact_words(&puzzle, 0, true), "a line from row 1, column 1 to row 1, column 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn fact_words(puzzle: &Puzzle, atom: usize, value: bool) -> String {
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
        Some(Place::Nodes(a, b)) => format!("{what} from vertex {} to vertex {}", a + 1, b + 1),
        Some(place) => format!("{what} at {place}"),
        // what follows from the other atoms, such as whether a cell is reached
        None => format!("the fact that follows there is {value}"),
    }
}

/// Describes a place to look at: a cell with its clue; or, if a rule is about the whole puzzle, the place of the atom.
///
/// ```
/// use encycle::deduce::place_words;
///
/// let puzzle = encycle::formats::read("masyu 2 2\nw.\n..\n", None)?.puzzle;
/// assert_eq!(place_words(&puzzle, None, 0), "the cells in row 1, column 1 and in row 1, column 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn place_words(puzzle: &Puzzle, place: Option<Place>, atom: usize) -> String {
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

/// Joins facts; of a long list, the first `most` facts and the number of the others.
///
/// ```
/// let facts = ["a", "b", "c"].map(str::to_owned);
/// assert_eq!(encycle::deduce::list_words(&facts, 2), "a; b; and 1 more");
/// ```
#[must_use]
pub fn list_words(facts: &[String], most: usize) -> String {
    match facts.get(most..) {
        None | Some([]) => facts.join("; "),
        Some(others) => format!("{}; and {} more", facts[..most].join("; "), others.len()),
    }
}

/// The wording of the steps of a puzzle.
///
/// ```
/// use encycle::deduce::StepWording;
///
/// let puzzle = encycle::formats::read("hitori 2 2\n11\n12\n", None)?.puzzle;
/// let wording = StepWording::new(&puzzle, 3);
/// assert_eq!(wording.sentence("so not x_1_1_1"), "so the cell in row 1, column 1 is not shaded");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StepWording<'a> {
    puzzle: &'a Puzzle,
    /// The atoms by their names.
    atoms: HashMap<String, usize>,
    most: usize,
}

impl<'a> StepWording<'a> {
    /// Returns the wording of the steps of a puzzle, with lists of at most this many facts.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, most: usize) -> Self {
        let atoms = (0..puzzle.atom_count()).map(|atom| (puzzle.atom_name(atom), atom)).collect();
        Self { puzzle, atoms, most }
    }

    /// Replaces the names of atoms in the words of a step by facts.
    #[must_use]
    pub fn sentence(&self, text: &str) -> String {
        let (mut sentence, mut facts): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        let mut end = String::new();
        let mut is_negated = false;
        let flush = |sentence: &mut Vec<String>, facts: &mut Vec<String>, end: &mut String| {
            if !facts.is_empty() {
                sentence.push(list_words(facts, self.most) + end);
                facts.clear();
            }
            end.clear();
        };
        for word in text.split(' ') {
            let core = word.trim_end_matches([',', ';', ':', '.']);
            if let Some(&atom) = self.atoms.get(core) {
                facts.push(fact_words(self.puzzle, atom, !is_negated));
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_atoms_become_facts() {
        let puzzle: Puzzle = "hitori 2 2\n11\n12\n".parse().expect("a puzzle");
        let wording = StepWording::new(&puzzle, 3);
        let words = wording.sentence("assuming x_1_1_1 separates cells, so not x_1_1_1, x_1_2_1");
        assert_eq!(
            words,
            "assuming the cell in row 1, column 1 is shaded separates cells, so the cell in row 1, column 1 is not \
             shaded; the cell in row 1, column 2 is shaded"
        );
        let many = wording.sentence("x_1_1_1, x_1_2_1, x_2_1_1, not x_2_2_1");
        assert!(many.ends_with("row 2, column 1 is shaded; and 1 more"), "{many}");
        assert_eq!(wording.sentence("this is not all"), "this is not all");
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
