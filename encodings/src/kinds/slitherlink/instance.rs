//! What is given in a Slitherlink: the graph and the clues.

use crate::grid::{Cell, Edge, Graph, Grid};
use crate::logic::Place;

/// A Slitherlink puzzle: a graph, and for some sets of its edges how many of them the loop takes
/// (Yoshinaka, definition 4). Usually the graph is a grid, and the sets are the edges around a cell.
///
/// On a grid, a clue is 0 to 3, or 4. Four edges around one cell are a closed loop already, so a 4 is legal
/// only where the whole solution is that loop: every other clue must be 1 in the four neighbours
/// of the 4 and 0 elsewhere. The constructor refuses any other 4; hence a puzzle with a 4 always
/// has exactly one solution.
///
/// ```
/// use encycle_encodings::kinds::slitherlink::Slitherlink;
/// assert!(Slitherlink::from_rows(&["..0", ".41", "..."]).is_ok());
/// let error = Slitherlink::from_rows(&["..0", ".42", "..."]).unwrap_err();
/// assert_eq!((error.cell.row, error.cell.col), (1, 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slitherlink {
    graph: Graph,
    hints: Vec<EdgeSetClue>,
    /// For a grid: it, and the clue of each cell.
    cells: Option<(Grid, Vec<Option<u8>>)>,
    /// For a general graph: where its vertices lie, if that was said.
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
    /// How many of them are drawn.
    pub count: usize,
}

/// A clue that cannot stand where it does.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} (clue at {cell})")]
pub struct ClueError {
    /// The cell of the offending clue.
    pub cell: Cell,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl Slitherlink {
    /// A puzzle from its clues, row by row; `clues.len()` must be the number of cells.
    ///
    /// # Errors
    /// The first clue above 4, or the first clue that does not fit a 4 (see the type).
    ///
    /// # Panics
    /// If the number of clues is not the number of cells.
    pub fn new(grid: Grid, clues: Vec<Option<u8>>) -> Result<Self, ClueError> {
        let puzzle = Self::unchecked(grid, clues);
        puzzle.validate()?;
        Ok(puzzle)
    }

    /// A Slitherlynx: the same, but there may be several loops, one at least, and a 4 is a loop beside
    /// others.
    ///
    /// # Errors
    /// The first clue above 4.
    ///
    /// # Panics
    /// As [`Self::new`].
    pub fn with_several_loops(grid: Grid, clues: Vec<Option<u8>>) -> Result<Self, ClueError> {
        let puzzle = Self { several_loops: true, ..Self::unchecked(grid, clues) };
        let wrong = puzzle.clues().find(|&(_, clue)| clue > 4);
        match wrong {
            Some((cell, clue)) => Err(ClueError {
                cell,
                message: format!("clue {clue}: a cell has four edges; use 0 to 4"),
            }),
            None => Ok(puzzle),
        }
    }

    fn unchecked(grid: Grid, clues: Vec<Option<u8>>) -> Self {
        assert_eq!(clues.len(), grid.cell_count(), "one entry per cell");
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

    /// A puzzle on a general graph, with clues on sets of edges. `points` says where the vertices lie
    /// in a picture, in hundredths of the usual distance; it may be empty.
    ///
    /// # Errors
    /// The index of the first clue with a count above the number of its edges, or with an edge that
    /// there is not or that is there twice; with the words for it.
    pub fn on_graph(
        graph: Graph,
        points: Vec<(i32, i32)>,
        clues: Vec<(Vec<Edge>, usize)>,
    ) -> Result<Self, (usize, String)> {
        for (index, (edges, count)) in clues.iter().enumerate() {
            let mut sorted = edges.clone();
            sorted.sort_unstable();
            sorted.dedup();
            if sorted.len() < edges.len() {
                return Err((index, "an edge is there twice; name each once".to_owned()));
            }
            if sorted.last().is_some_and(|last| last.index() >= graph.edge_count()) {
                return Err((index, format!("there are only {} edges", graph.edge_count())));
            }
            if *count > edges.len() {
                let message = format!("{count} of {} edges; lower the clue", edges.len());
                return Err((index, message));
            }
        }
        let hint = |(face, (edges, count))| EdgeSetClue { place: Place::Face(face), edges, count };
        let hints = clues.into_iter().enumerate().map(hint).collect();
        Ok(Self { graph, hints, cells: None, points, several_loops: false })
    }

    /// A puzzle from rows of digits and `.`, for tests and examples.
    ///
    /// # Errors
    /// As [`Self::new`].
    ///
    /// # Panics
    /// If the rows are not a rectangle of digits and dots of a legal size.
    pub fn from_rows(rows: &[&str]) -> Result<Self, ClueError> {
        let cols = rows.first().map_or(0, |row| row.len());
        let grid = Grid::new(rows.len(), cols).expect("a legal size");
        let clues = rows.iter().flat_map(|row| {
            assert_eq!(row.len(), cols, "rows of equal length");
            row.chars().map(|c| {
                assert!(c == '.' || c.is_ascii_digit(), "digits and dots");
                c.to_digit(10).map(|digit| digit as u8)
            })
        });
        Self::new(grid, clues.collect())
    }

    fn validate(&self) -> Result<(), ClueError> {
        let mut four = None;
        for (cell, clue) in self.clues() {
            let error = |message| Err(ClueError { cell, message });
            match clue {
                0..=3 => {}
                4 => match four {
                    None => four = Some(cell),
                    Some(first) => {
                        return error(format!(
                            "a second 4: the 4 at {first} is the whole loop already; use 0 to 3"
                        ));
                    }
                },
                _ => return error(format!("clue {clue}: a cell has four edges; use 0 to 3")),
            }
        }
        let Some(four) = four else { return Ok(()) };
        for (cell, clue) in self.clues() {
            let wanted = match cell.row.abs_diff(four.row) + cell.col.abs_diff(four.col) {
                0 => 4,
                1 => 1,
                _ => 0,
            };
            if clue != wanted {
                let message = format!(
                    "clue {clue} beside the 4 at {four}: a 4 is a loop around one cell and the \
                     whole solution, so this clue could only be {wanted}"
                );
                return Err(ClueError { cell, message });
            }
        }
        Ok(())
    }

    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// All clues, as sets of edges.
    #[must_use]
    pub fn hints(&self) -> &[EdgeSetClue] {
        &self.hints
    }

    /// Whether it is a Slitherlynx: several loops are allowed.
    #[must_use]
    pub fn allows_several_loops(&self) -> bool {
        self.several_loops
    }

    /// Where the vertices of a general graph lie; empty if nobody said.
    #[must_use]
    pub fn points(&self) -> &[(i32, i32)] {
        &self.points
    }

    /// The grid; `None` for a puzzle on a general graph.
    #[must_use]
    pub fn grid(&self) -> Option<Grid> {
        self.cells.as_ref().map(|&(grid, _)| grid)
    }

    /// The grid of a puzzle that is known to have one.
    pub(super) fn board(&self) -> Grid {
        self.grid().expect("a puzzle on a grid")
    }

    /// The clue of a cell, if it has one.
    #[must_use]
    pub fn clue(&self, cell: Cell) -> Option<u8> {
        let (grid, clues) = self.cells.as_ref()?;
        clues[grid.cell_index(cell)]
    }

    /// All clues of a grid with their cells, row by row.
    pub fn clues(&self) -> impl Iterator<Item = (Cell, u8)> {
        self.cells.iter().flat_map(|(grid, clues)| {
            grid.cells().zip(clues).filter_map(|(cell, clue)| Some((cell, (*clue)?)))
        })
    }
}
