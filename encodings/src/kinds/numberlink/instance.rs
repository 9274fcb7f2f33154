//! What is given: a graph and the pairs of vertices to be joined.

use std::collections::HashMap;

use crate::grid::{Graph, GraphLayout, Grid};

/// A Numberlink puzzle (Yoshinaka et al. 2012, definition 2): a graph and pairs of its vertices, the
/// terminals. A solution is a set of paths without a common vertex, one from each terminal to the
/// other of its pair, and nothing else.
///
/// Since the paths have no vertex in common, none goes through a terminal. A path may touch itself and
/// others: two vertices side by side on one path need not be joined, and four cells in a square may all
/// be on it. Some collections forbid that; the definition does not, and so we do not either.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::numberlink::{Numberlink, Rule};
///
/// let puzzle = Numberlink::from_rows(&["1.1", "2.2"], Rule::Free)?;
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
    /// For each vertex the pair whose terminal it is.
    terminals: Vec<Option<usize>>,
}

/// Two vertices to be joined.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TerminalPair {
    /// Its number or letter.
    pub name: String,
    /// The two vertices, from 0.
    pub ends: [usize; 2],
}

/// Which vertices the paths take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberlinkRule {
    /// Any: some may be left (Yoshinaka, definition 2).
    Free,
    /// All of them (Yoshinaka, remark 7).
    Cover,
}

/// What cannot stand in a Numberlink.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} ({place})")]
pub struct NumberlinkError {
    /// The vertex or cell, counted from 1.
    pub place: String,
    /// What is wrong, and what would be right.
    pub message: String,
    /// The vertex, where the error is about the text of a cell.
    pub vertex: Option<usize>,
    /// The index of the pair, where it is about one.
    pub pair: Option<usize>,
}

impl Numberlink {
    /// A puzzle on a graph.
    ///
    /// # Errors
    /// A terminal that there is not, or that is one already; a name that two pairs have.
    pub fn new(
        graph: Graph,
        pairs: Vec<TerminalPair>,
        rule: NumberlinkRule,
    ) -> Result<Self, NumberlinkError> {
        let vertices = graph.vertex_count();
        let mut terminals: Vec<Option<usize>> = vec![None; vertices];
        let mut names = HashMap::with_capacity(pairs.len());
        for (index, TerminalPair { name, ends }) in pairs.iter().enumerate() {
            let error = |place: String, message| {
                Err(NumberlinkError { place, message, vertex: None, pair: Some(index) })
            };
            if names.insert(name.as_str(), index).is_some() {
                let message =
                    format!("there is a pair `{name}` already; give this one another name");
                return error(format!("pair {}", index + 1), message);
            }
            for &end in ends {
                if end >= vertices {
                    let message =
                        format!("there are only {vertices} vertices; use 1 to {vertices}");
                    return error(format!("vertex {}", end.saturating_add(1)), message);
                }
                if let Some(known) = terminals[end].replace(index) {
                    let known = &pairs[known].name;
                    let message = format!(
                        "a terminal of `{name}`, but it is one of `{known}` already; use each \
                         vertex once"
                    );
                    return error(graph.vertex_place(end).to_string(), message);
                }
            }
        }
        Ok(Self { graph, pairs, rule, terminals })
    }

    /// A puzzle on the cells of a grid, from the text of each cell, row by row; two cells with the same
    /// text are a pair.
    ///
    /// # Errors
    /// A text that stands in one cell, or in more than two.
    ///
    /// # Panics
    /// If the number of texts is not the number of cells.
    pub fn on_cells(
        grid: Grid,
        texts: &[Option<String>],
        rule: NumberlinkRule,
    ) -> Result<Self, NumberlinkError> {
        assert_eq!(texts.len(), grid.cell_count(), "one entry per cell");
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
                _ => return error(cell, format!("a third `{text}`; two cells make a pair")),
            }
            known.push(cell);
        }
        let mut pairs = Vec::with_capacity(names.len());
        for name in names {
            match places[name][..] {
                [a, b] => pairs.push(TerminalPair { name: name.to_owned(), ends: [a, b] }),
                [one, ..] => {
                    return error(one, format!("there is only one `{name}`; add the second"));
                }
                [] => {}
            }
        }
        Self::new(Graph::of_cells(grid), pairs, rule)
    }

    /// A puzzle on cells from rows of single characters and `.`, for tests and examples.
    ///
    /// # Errors
    /// As [`Self::on_cells`].
    ///
    /// # Panics
    /// If the rows are not a rectangle of a legal size.
    pub fn from_rows(rows: &[&str], rule: NumberlinkRule) -> Result<Self, NumberlinkError> {
        let cols = rows.first().map_or(0, |row| row.chars().count());
        let grid = Grid::new(rows.len(), cols).expect("a legal size");
        let text = |letter: char| (letter != '.').then(|| letter.to_string());
        let texts: Vec<Option<String>> =
            rows.iter().flat_map(|row| row.chars().map(text)).collect();
        Self::on_cells(grid, &texts, rule)
    }

    /// The same pairs by another rule.
    #[must_use]
    pub fn with_rule(self, rule: NumberlinkRule) -> Self {
        Self { rule, ..self }
    }

    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The pairs.
    #[must_use]
    pub fn pairs(&self) -> &[TerminalPair] {
        &self.pairs
    }

    /// Which vertices the paths take.
    #[must_use]
    pub fn rule(&self) -> NumberlinkRule {
        self.rule
    }

    /// The index of the pair whose terminal a vertex is.
    #[must_use]
    pub fn terminal(&self, vertex: usize) -> Option<usize> {
        self.terminals.get(vertex).copied().flatten()
    }

    /// The grid; `None` for a puzzle that is not on cells.
    #[must_use]
    pub fn grid(&self) -> Option<Grid> {
        match self.graph.layout() {
            GraphLayout::Cells(grid) => Some(grid),
            _ => None,
        }
    }
}
