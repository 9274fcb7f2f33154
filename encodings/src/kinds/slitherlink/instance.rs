//! Slitherlink puzzles: the graph and the clues.

use crate::cell_values::ValueClueError;
use crate::grid::{Cell, Edge, Graph, Grid};
use crate::logic::Place;
use crate::text::counted;

/// A Slitherlink puzzle: a graph, and clues that state how many edges of a set the loop takes (Yoshinaka, definition
/// 4). Usually the graph is a grid and each set holds the four edges around a cell.
///
/// On a grid, a clue is 0 to 4. Four edges around one cell form a closed loop, so a puzzle with a 4 has either this
/// loop as its solution or no solution. Contradictory clues are legal; the puzzle then has no solution.
///
/// ```
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
/// assert!(Slitherlink::from_rows(&["..0", ".42", "..."]).is_ok());
/// let error = Slitherlink::from_rows(&["..0", ".45", "..."]).unwrap_err();
/// assert!(error.to_string().starts_with("clue at row 2, column 3: clue 5 is above 4"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slitherlink {
    graph: Graph,
    hints: Vec<EdgeSetClue>,
    /// The grid and the clue of each cell; `None` for a general graph.
    cells: Option<(Grid, Vec<Option<u8>>)>,
    /// The positions of the vertices of a general graph; empty if unspecified.
    points: Vec<(i32, i32)>,
    several_loops: bool,
}

/// A clue on a set of edges.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EdgeSetClue {
    /// The cell, or the face of a general graph.
    pub place: Place,
    /// The edges.
    pub edges: Vec<Edge>,
    /// The number of these edges that are drawn.
    pub count: usize,
}

impl Slitherlink {
    /// Creates a puzzle from its clues, row by row.
    ///
    /// # Errors
    /// The first clue above 4.
    ///
    /// # Panics
    /// If `clues.len()` differs from the number of cells.
    pub fn new(grid: Grid, clues: Vec<Option<u8>>) -> Result<Self, ValueClueError> {
        Self::unchecked(grid, clues).checked()
    }

    /// Creates a Slitherlynx: the same rules, except that the solution may consist of several loops (at least one), so
    /// that there may be further loops if a clue is 4.
    ///
    /// # Errors
    /// The first clue above 4.
    ///
    /// # Panics
    /// As [`Self::new`].
    pub fn with_several_loops(grid: Grid, clues: Vec<Option<u8>>) -> Result<Self, ValueClueError> {
        Self { several_loops: true, ..Self::unchecked(grid, clues) }.checked()
    }

    /// Returns the puzzle unless a clue is above 4.
    fn checked(self) -> Result<Self, ValueClueError> {
        let wrong = self.clues().find(|&(_, clue)| clue > 4);
        match wrong {
            Some((cell, clue)) => Err(ValueClueError::Value {
                cell,
                message: format!("clue {clue} is above 4: a cell has four edges"),
            }),
            None => Ok(self),
        }
    }

    fn unchecked(grid: Grid, clues: Vec<Option<u8>>) -> Self {
        assert_eq!(clues.len(), grid.cell_count(), "one clue entry per cell");
        let with_clue = grid.cells().zip(&clues).filter_map(|(cell, clue)| Some((cell, (*clue)?)));
        let hints = with_clue
            .map(|(cell, clue)| EdgeSetClue {
                place: cell.into(),
                edges: grid.cell_edges(cell).into(),
                count: usize::from(clue),
            })
            .collect();
        Self {
            graph: Graph::of_lines(grid),
            hints,
            cells: Some((grid, clues)),
            points: Vec::new(),
            several_loops: false,
        }
    }

    /// Creates a puzzle on a general graph with clues on sets of edges. `points` holds the positions of the vertices in
    /// a picture, in hundredths of the usual distance; it may be empty.
    ///
    /// # Errors
    /// The index of the first invalid clue, and a message. A clue is invalid if it lists an unknown edge or the same
    /// edge twice.
    pub fn on_graph(
        graph: Graph,
        points: Vec<(i32, i32)>,
        clues: Vec<(Vec<Edge>, usize)>,
    ) -> Result<Self, (usize, String)> {
        for (index, (edges, _)) in clues.iter().enumerate() {
            let mut sorted = edges.clone();
            sorted.sort_unstable();
            sorted.dedup();
            if sorted.len() < edges.len() {
                return Err((
                    index,
                    "an edge is listed twice\nhelp: list each edge once".to_owned(),
                ));
            }
            if sorted.last().is_some_and(|last| last.index() >= graph.edge_count()) {
                return Err((
                    index,
                    format!(
                        "unknown edge: the graph has only {}",
                        counted(graph.edge_count(), "edge")
                    ),
                ));
            }
        }
        let clue = |(face, (edges, count))| EdgeSetClue { place: Place::Face(face), edges, count };
        let hints = clues.into_iter().enumerate().map(clue).collect();
        Ok(Self { graph, hints, cells: None, points, several_loops: false })
    }

    /// Creates a puzzle from rows of digits and `.`, for tests and examples.
    ///
    /// # Errors
    /// The errors of [`Self::new`].
    ///
    /// # Panics
    /// If the rows do not form a rectangle of digits and dots of a legal size.
    pub fn from_rows(rows: &[&str]) -> Result<Self, ValueClueError> {
        let cols = rows.first().map_or(0, |row| row.len());
        let grid = Grid::new(rows.len(), cols).expect("the rows have a legal size");
        let clues = rows.iter().flat_map(|row| {
            assert_eq!(row.len(), cols, "rows have equal length");
            row.chars().map(|c| {
                assert!(c == '.' || c.is_ascii_digit(), "rows consist of digits and dots");
                c.to_digit(10).map(|digit| digit as u8)
            })
        });
        Self::new(grid, clues.collect())
    }

    /// Returns the graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns all clues as sets of edges.
    #[must_use]
    pub fn edge_clues(&self) -> &[EdgeSetClue] {
        &self.hints
    }

    /// Returns whether several loops are allowed: the puzzle is a Slitherlynx.
    #[must_use]
    pub fn allows_several_loops(&self) -> bool {
        self.several_loops
    }

    /// Returns the positions of the vertices of a general graph; empty if unspecified.
    #[must_use]
    pub fn points(&self) -> &[(i32, i32)] {
        &self.points
    }

    /// Returns the grid; `None` for a puzzle on a general graph.
    #[must_use]
    pub fn grid(&self) -> Option<Grid> {
        self.cells.as_ref().map(|&(grid, _)| grid)
    }

    /// Returns the clue of a cell, if it has one.
    #[must_use]
    pub fn clue(&self, cell: Cell) -> Option<u8> {
        let (grid, clues) = self.cells.as_ref()?;
        clues[grid.cell_index(cell)]
    }

    /// Returns all clues of a grid with their cells, row by row.
    pub fn clues(&self) -> impl Iterator<Item = (Cell, u8)> {
        self.cells.iter().flat_map(|(grid, clues)| {
            grid.cells().zip(clues).filter_map(|(cell, clue)| Some((cell, (*clue)?)))
        })
    }
}
