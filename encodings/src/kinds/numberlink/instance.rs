//! Numberlink puzzles: a graph and the pairs of vertices to join.

use std::collections::HashMap;

use crate::grid::{Graph, GraphLayout, Grid};
use crate::text::counted;

/// A Numberlink puzzle (Yoshinaka et al. 2012, definition 2): a graph and pairs of its vertices, the terminals. A
/// solution is a set of vertex-disjoint paths, one from each terminal to the other terminal of its pair, and no further
/// lines.
///
/// Since the paths are vertex-disjoint, no path goes through a terminal. A path may touch itself and other paths: two
/// adjacent vertices of a path need not be joined, and four cells in a square may all lie on it. Some collections
/// forbid that; definition 2 does not, and neither do the rules here.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::numberlink::{Numberlink, NumberlinkRule};
///
/// let puzzle = Numberlink::from_rows(&["1.1", "2.2"], NumberlinkRule::Free)?;
/// // right_1_1 right_1_2 right_2_1 right_2_2 down_1_1 down_1_2 down_1_3
/// let solution = Solution::new(vec![true, true, true, true, false, false, false]);
/// assert!(puzzle.check(&solution).is_ok());
/// assert_eq!(puzzle.variant(), Some("free"));
/// # Ok::<(), encycle_encodings::kinds::numberlink::NumberlinkError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Numberlink {
    graph: Graph,
    pairs: Vec<TerminalPair>,
    rule: NumberlinkRule,
    /// The pair of each terminal, by vertex.
    terminals: Vec<Option<usize>>,
}

/// Two vertices to join. If the second vertex is missing, both are the same vertex, and there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TerminalPair {
    /// The number or letter of the pair.
    pub name: String,
    /// The two vertices, counted from 0.
    pub ends: [usize; 2],
}

impl TerminalPair {
    /// Returns the distinct vertices.
    #[must_use]
    pub fn terminals(&self) -> &[usize] {
        &self.ends[..1 + usize::from(self.ends[0] != self.ends[1])]
    }

    /// Returns whether the second vertex is missing.
    #[must_use]
    pub fn is_lone(&self) -> bool {
        self.terminals().len() == 1
    }
}

/// The vertices that the paths must visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberlinkRule {
    /// Vertices may remain unvisited (Yoshinaka, definition 2).
    Free,
    /// The paths visit all vertices (Yoshinaka, remark 7).
    Cover,
}

/// An invalid pair of terminals.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct NumberlinkError {
    /// The vertex, cell or pair, counted from 1.
    pub place: String,
    /// The fault, and how to fix it.
    pub message: String,
    /// The vertex, if the error concerns the text of a cell.
    pub vertex: Option<usize>,
    /// The index of the pair, if the error concerns a pair.
    pub pair: Option<usize>,
}

impl Numberlink {
    /// Creates a puzzle on a graph.
    ///
    /// # Errors
    /// A terminal is not a vertex of the graph, a vertex is a terminal twice, or two pairs have the same name.
    pub fn new(
        graph: Graph,
        pairs: Vec<TerminalPair>,
        rule: NumberlinkRule,
    ) -> Result<Self, NumberlinkError> {
        let vertices = graph.vertex_count();
        let mut terminals: Vec<Option<usize>> = vec![None; vertices];
        let mut names = HashMap::with_capacity(pairs.len());
        for (index, pair) in pairs.iter().enumerate() {
            let name = &pair.name;
            let error = |place: String, message| {
                Err(NumberlinkError { place, message, vertex: None, pair: Some(index) })
            };
            if names.insert(name.as_str(), index).is_some() {
                let message = format!(
                    "duplicate name of a pair: `{name}`\nhelp: give this pair another name"
                );
                return error(format!("pair {}", index + 1), message);
            }
            for &end in pair.terminals() {
                if end >= vertices {
                    let message = format!(
                        "the graph has only {}\nhelp: use 1 to {vertices}",
                        counted(vertices, "vertex")
                    );
                    return error(format!("vertex {}", end.saturating_add(1)), message);
                }
                if let Some(known) = terminals[end].replace(index) {
                    let known = &pairs[known].name;
                    let message = format!(
                        "terminal of `{name}` is already one of `{known}`\n\
                         help: use each vertex once"
                    );
                    return error(graph.vertex_place(end).to_string(), message);
                }
            }
        }
        Ok(Self { graph, pairs, rule, terminals })
    }

    /// Creates a puzzle on the cells of a grid from the text of each cell, row by row. Two cells with the same text
    /// form a pair; a text that occurs once contradicts the rules.
    ///
    /// # Errors
    /// A text occurs in more than two cells.
    ///
    /// # Panics
    /// If the number of texts differs from the number of cells.
    pub fn on_cells(
        grid: Grid,
        texts: &[Option<String>],
        rule: NumberlinkRule,
    ) -> Result<Self, NumberlinkError> {
        assert_eq!(texts.len(), grid.cell_count(), "one text entry per cell");
        let error = |cell, message| {
            let place = grid.cell_at(cell).to_string();
            Err(NumberlinkError { place, message, vertex: Some(cell), pair: None })
        };
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        let mut names = Vec::new();
        for (cell, text) in texts.iter().enumerate() {
            let Some(text) = text.as_deref() else { continue };
            let known = places.entry(text).or_default();
            match known.len() {
                0 => names.push(text),
                1 => {}
                _ => return error(cell, format!("a third `{text}`: two cells form a pair")),
            }
            known.push(cell);
        }
        let pair = |name: &str| {
            let cells = &places[name];
            let ends = [cells[0], cells[cells.len() - 1]];
            TerminalPair { name: name.to_owned(), ends }
        };
        let pairs = names.into_iter().map(pair).collect();
        Self::new(Graph::of_cells(grid), pairs, rule)
    }

    /// Creates a puzzle on cells from rows of single characters and `.`, for tests and examples.
    ///
    /// # Errors
    /// The errors of [`Self::on_cells`].
    ///
    /// # Panics
    /// If the rows do not form a rectangle of a legal size.
    pub fn from_rows(rows: &[&str], rule: NumberlinkRule) -> Result<Self, NumberlinkError> {
        let cols = rows.first().map_or(0, |row| row.chars().count());
        let grid = Grid::new(rows.len(), cols).expect("the rows have a legal size");
        let text = |letter: char| (letter != '.').then(|| letter.to_string());
        let texts: Vec<Option<String>> =
            rows.iter().flat_map(|row| row.chars().map(text)).collect();
        Self::on_cells(grid, &texts, rule)
    }

    /// Returns the same pairs under another rule.
    #[must_use]
    pub fn with_rule(self, rule: NumberlinkRule) -> Self {
        Self { rule, ..self }
    }

    /// Returns the graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the pairs.
    #[must_use]
    pub fn pairs(&self) -> &[TerminalPair] {
        &self.pairs
    }

    /// Returns the rule: which vertices the paths must visit.
    #[must_use]
    pub fn rule(&self) -> NumberlinkRule {
        self.rule
    }

    /// Returns the index of the pair of a terminal; `None` for any other vertex.
    #[must_use]
    pub fn terminal(&self, vertex: usize) -> Option<usize> {
        self.terminals.get(vertex).copied().flatten()
    }

    /// Returns the grid; `None` for a puzzle on a general graph.
    #[must_use]
    pub fn grid(&self) -> Option<Grid> {
        match self.graph.layout() {
            GraphLayout::Cells(grid) => Some(grid),
            _ => None,
        }
    }
}
