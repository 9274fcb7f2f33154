//! Hamilton puzzles: the graph, the goal, and forbidden edges.

use crate::grid::{Cell, Edge, Graph, GraphLayout, Grid};
use crate::text::counted;

/// A Hamilton puzzle: a cycle or a path through all vertices of a graph, each once.
///
/// On the cells of a grid it is the *Hamilton snake* of Labath 2010 (definitions 1.10-1.15), where a forbidden edge is
/// a wall between two cells. Labath's puzzles fix both ends; Rubin 1974 and the FHCP challenge ask for a cycle.
///
/// A path may be a single vertex without an edge; a cycle has at least three vertices.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::hamilton::{HamiltonGoal, Hamilton};
///
/// let puzzle = Hamilton::from_rows(&["S.", "E."], &[], HamiltonGoal::PATH)?;
/// assert_eq!(puzzle.goal(), HamiltonGoal::Path { start: Some(0), end: Some(2) });
/// // right_1_1, right_2_1, down_1_1, down_1_2: the line avoids down_1_1
/// assert!(puzzle.check(&Solution::new(vec![true, true, false, true])).is_ok());
/// # Ok::<(), encycle_encodings::kinds::hamilton::HamiltonError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hamilton {
    graph: Graph,
    goal: HamiltonGoal,
    forbidden: Vec<bool>,
}

/// The line to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HamiltonGoal {
    /// A closed line.
    Cycle,
    /// An open line between these vertices, counted from 0; an end that is `None` is free.
    Path {
        /// The fixed start.
        start: Option<usize>,
        /// The fixed end.
        end: Option<usize>,
    },
}

impl HamiltonGoal {
    /// An open line with two free ends.
    pub const PATH: Self = Self::Path { start: None, end: None };

    /// Returns the fixed ends.
    #[must_use]
    pub fn given_ends(self) -> [Option<usize>; 2] {
        match self {
            Self::Cycle => [None; 2],
            Self::Path { start, end } => [start, end],
        }
    }
}

/// An invalid goal or forbidden edge.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct HamiltonError {
    /// The vertex, cell or edge, counted from 1.
    pub place: String,
    /// The fault, and how to fix it.
    pub message: String,
}

impl HamiltonError {
    fn new(place: impl ToString, message: impl Into<String>) -> Self {
        Self { place: place.to_string(), message: message.into() }
    }
}

impl Hamilton {
    /// Creates a puzzle on a graph; the line may not take the edges in `forbidden`.
    ///
    /// # Errors
    /// The graph has no vertices; an end or a forbidden edge is not in the graph; or both ends are the same vertex of a
    /// graph with several.
    pub fn new(
        graph: Graph,
        goal: HamiltonGoal,
        forbidden: &[Edge],
    ) -> Result<Self, HamiltonError> {
        let vertices = graph.vertex_count();
        if vertices == 0 {
            return Err(HamiltonError::new("graph", "no vertices\nhelp: give at least one"));
        }
        let ends = goal.given_ends();
        if let Some(&end) = ends.iter().flatten().find(|&&end| end >= vertices) {
            let message = format!(
                "the graph has only {}\nhelp: use 1 to {vertices}",
                counted(vertices, "vertex")
            );
            return Err(HamiltonError::new(format!("end {}", end.saturating_add(1)), message));
        }
        if let [Some(start), Some(end)] = ends
            && start == end
            && vertices > 1
        {
            let message =
                "start and end are the same\nhelp: use different vertices, or ask for a cycle";
            return Err(HamiltonError::new(graph.vertex_place(start), message));
        }
        let mut walls = vec![false; graph.edge_count()];
        for edge in forbidden {
            match walls.get_mut(edge.index()) {
                Some(wall) => *wall = true,
                None => {
                    let message =
                        format!("the graph has only {}", counted(graph.edge_count(), "edge"));
                    let place = format!("edge {}", edge.index() + 1);
                    return Err(HamiltonError::new(place, message));
                }
            }
        }
        Ok(Self { graph, goal, forbidden: walls })
    }

    /// Creates a puzzle on the cells of a grid. `walls` are edges of the *grid* that the line may not cross; edges of
    /// the frame have no effect.
    ///
    /// # Errors
    /// The errors of [`Self::new`], or a wall that is not in the grid.
    pub fn on_cells(grid: Grid, goal: HamiltonGoal, walls: &[Edge]) -> Result<Self, HamiltonError> {
        let graph = Graph::of_cells(grid);
        if let Some(wall) = walls.iter().find(|wall| wall.index() >= grid.edge_count()) {
            let message = format!("the grid has only {}", counted(grid.edge_count(), "edge"));
            return Err(HamiltonError::new(format!("wall {}", wall.index() + 1), message));
        }
        let mut is_wall = vec![false; grid.edge_count()];
        walls.iter().for_each(|wall| is_wall[wall.index()] = true);
        let crosses = |edge: &Edge| graph.border(*edge).is_some_and(|wall| is_wall[wall.index()]);
        let forbidden: Vec<Edge> = graph.edges().filter(crosses).collect();
        Self::new(graph, goal, &forbidden)
    }

    /// Creates a puzzle on cells from rows of `.`, and at most one `S` and one `E`, which fix the ends of a path; for
    /// tests and examples.
    ///
    /// # Errors
    /// The errors of [`Self::new`]; a second `S` or `E`; or an `S` or `E` in a puzzle that asks for a cycle.
    ///
    /// # Panics
    /// If the rows do not form a rectangle of these characters of a legal size.
    pub fn from_rows(
        rows: &[&str],
        walls: &[Edge],
        goal: HamiltonGoal,
    ) -> Result<Self, HamiltonError> {
        let cols = rows.first().map_or(0, |row| row.len());
        let grid = Grid::new(rows.len(), cols).expect("the rows have a legal size");
        let mut ends = goal.given_ends();
        for (row, text) in rows.iter().enumerate() {
            assert_eq!(text.len(), cols, "rows have equal length");
            for (col, letter) in text.chars().enumerate() {
                let index = match letter {
                    '.' => continue,
                    'S' => 0,
                    'E' => 1,
                    _ => panic!("invalid character `{letter}`: rows consist of `.`, `S` and `E`"),
                };
                let cell = Cell { row, col };
                if goal == HamiltonGoal::Cycle {
                    let message =
                        format!("`{letter}` in a cycle, which has no ends\nhelp: ask for a path");
                    return Err(HamiltonError::new(cell, message));
                }
                if ends[index].replace(grid.cell_index(cell)).is_some() {
                    let message = format!("a second `{letter}`\nhelp: keep only one");
                    return Err(HamiltonError::new(cell, message));
                }
            }
        }
        let goal = match goal {
            HamiltonGoal::Cycle => HamiltonGoal::Cycle,
            HamiltonGoal::Path { .. } => HamiltonGoal::Path { start: ends[0], end: ends[1] },
        };
        Self::on_cells(grid, goal, walls)
    }

    /// Returns the graph, including the forbidden edges.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the goal.
    #[must_use]
    pub fn goal(&self) -> HamiltonGoal {
        self.goal
    }

    /// Returns the graph if the puzzle is a cycle through a general graph without forbidden edges, because graph
    /// formats express nothing else.
    #[must_use]
    pub fn plain_cycle(&self) -> Option<&Graph> {
        let is_plain = self.goal == HamiltonGoal::Cycle
            && self.grid().is_none()
            && self.forbidden().next().is_none();
        is_plain.then_some(&self.graph)
    }

    /// Returns whether the line may not take this edge.
    #[must_use]
    pub fn is_forbidden(&self, edge: Edge) -> bool {
        self.forbidden.get(edge.index()).copied().unwrap_or(false)
    }

    /// Returns the edges that the line may not take.
    pub fn forbidden(&self) -> impl Iterator<Item = Edge> {
        self.graph.edges().filter(|&edge| self.is_forbidden(edge))
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
