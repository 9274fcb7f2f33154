//! The order in which a decision diagram decides the edges.

use std::collections::HashMap;

use encycle_diagrams::lines::{breadth_first, scan};
use encycle_encodings::grid::{Edge, Graph};
use encycle_encodings::suggest;
use encycle_encodings::text::counted;

use crate::formats::ParseError;
use crate::puzzle::Puzzle;

/// An order of the edges of a puzzle about lines. The order has no influence on the count, but the number of states, and
/// with it time and memory, may differ by orders of magnitude.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EdgeOrder {
    /// Vertices row by row; in a general graph, by their numbers.
    Rows,
    /// Vertices column by column; in a general graph, by their numbers.
    Columns,
    /// Vertices by their distance from the first vertex, so the frontier is a diagonal of a grid (Berschneider 2024,
    /// 2.3.2).
    Diagonal,
    /// These edges, each once.
    Listed(Vec<Edge>),
}

impl EdgeOrder {
    /// The orders with a name.
    pub const NAMED: [(&str, Self); 3] =
        [("rows", Self::Rows), ("columns", Self::Columns), ("diagonal", Self::Diagonal)];

    /// Returns the order of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|(known, _)| *known == name).map(|(_, order)| order)
    }

    /// Reads a list of all edges of a puzzle, by their names, separated by white space. The rest of a line after `#` is
    /// a comment.
    ///
    /// ```
    /// use encycle::count::EdgeOrder;
    ///
    /// let puzzle = encycle::formats::read("slitherlink 1 1\n.\n", None)?.puzzle;
    /// let order = EdgeOrder::read("h_1_1 v_1_1 # top, left\nv_1_2 h_2_1\n", &puzzle)?;
    /// assert!(matches!(order, EdgeOrder::Listed(edges) if edges.len() == 4));
    /// let error = EdgeOrder::read("h_1_1\nv_1_1 v_1_3\n", &puzzle).unwrap_err();
    /// assert_eq!((error.line, error.column), (2, 7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error with line and column if a name is unknown or listed twice, or an edge is missing.
    pub fn read(text: &str, puzzle: &Puzzle) -> Result<Self, ParseError> {
        let names: Vec<String> =
            (0..puzzle.atom_count()).map(|edge| puzzle.atom_name(edge)).collect();
        let numbers: HashMap<&str, usize> =
            names.iter().enumerate().map(|(edge, name)| (name.as_str(), edge)).collect();
        let mut edges: Vec<Edge> = Vec::with_capacity(names.len());
        let mut is_listed = vec![false; names.len()];
        for (offset, name) in words(text) {
            let at = |message| ParseError::at(text, offset, message);
            let Some(&index) = numbers.get(name) else {
                let question = suggest::question(name, names.iter().map(String::as_str));
                let first = names.first().map_or("", |first| first);
                let message = format!(
                    "`{name}` is not an edge of the puzzle\nhelp: {question}edges are named as in a map of the puzzle, \
                     for example `{first}`"
                );
                return Err(at(message));
            };
            if std::mem::replace(&mut is_listed[index], true) {
                return Err(at(format!("`{name}` is listed twice\nhelp: list each edge once")));
            }
            edges.push(Edge(index as u32));
        }
        match is_listed.iter().position(|listed| !listed) {
            None => Ok(Self::Listed(edges)),
            Some(missing) => {
                let message = format!(
                    "the list ends after {} of {}: `{}` is missing\nhelp: list each edge once",
                    edges.len(),
                    counted(names.len(), "edge"),
                    names[missing]
                );
                Err(ParseError::at(text, text.len(), message))
            }
        }
    }

    /// Returns all edges of the puzzle's graph in this order.
    #[must_use]
    pub fn edges(&self, graph: &Graph) -> Vec<Edge> {
        match self {
            Self::Rows => scan(graph, true),
            Self::Columns => scan(graph, false),
            Self::Diagonal => breadth_first(graph, 0),
            Self::Listed(edges) => edges.clone(),
        }
    }
}

/// Returns the words of a text with their byte offsets, without comments.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
    lines.flat_map(str::split_whitespace).map(move |word| (word.as_ptr() as usize - start, word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::{CountMethod, CountOptions, Diagram, count};

    fn read(text: &str) -> Puzzle {
        crate::formats::read(text, None).expect("a puzzle").puzzle
    }

    #[test]
    fn every_order_gives_the_same_count() {
        let puzzle = read("slitherlink 3 3\n...\n.2.\n..3\n");
        let options = CountOptions::default();
        let expected = count(&puzzle, CountMethod::All, &options).expect("a count").solutions;
        let mut list: Vec<String> =
            (0..puzzle.atom_count()).map(|edge| puzzle.atom_name(edge)).collect();
        list.reverse();
        let listed = EdgeOrder::read(&list.join("\n"), &puzzle).expect("all edges");
        let named = EdgeOrder::NAMED.map(|(_, order)| order);
        for order in named.into_iter().chain([listed]) {
            let options = CountOptions { order: Some(order.clone()), ..options.clone() };
            let counted = count(&puzzle, CountMethod::Zdd, &options).expect("a count").solutions;
            assert_eq!(counted, expected, "{order:?}");
            let diagram = Diagram::build(&puzzle, &options).expect("a diagram");
            assert_eq!(diagram.solutions().count(), expected, "{order:?}");
        }
    }

    #[test]
    fn errors_name_the_place_of_a_wrong_list() {
        let puzzle = read("slitherlink 1 1\n.\n");
        let cases = [
            ("h_1_1\nv_1_1 v_1_3", (2, 7), "`v_1_3` is not an edge"),
            ("h_1_1 # h\n h_1_1", (2, 2), "`h_1_1` is listed twice"),
            ("h_1_1 v_1_1\nv_1_2", (2, 6), "after 3 of 4 edges: `h_2_1`"),
            ("", (1, 1), "after 0 of 4 edges"),
        ];
        for (text, place, expected) in cases {
            let error = EdgeOrder::read(text, &puzzle).expect_err(text);
            assert_eq!((error.line, error.column), place, "{text}");
            assert!(error.message.contains(expected), "{text}: {}", error.message);
        }
    }
}
