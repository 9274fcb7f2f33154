//! A reachability puzzle: walls between cells, sources, and cells that must or must not be reached.

use crate::grid::{Cell, Edge, Graph, Grid};

/// The question which cells of a grid can be reached from which, past walls.
///
/// A walk goes from cell to cell, up, down, left and right, where no wall stands between them. A
/// wall may be free; then the solution decides whether it stands. A cell may be a goal, which every
/// source reaches, or shut, so that no source does. Without a marked source, every cell is a
/// source.
///
/// The atoms are the links between neighbours (`right_R_C`, `down_R_C`: no wall stands there),
/// followed by *this source reaches that cell* (`reach_R_C_R_C`). A pair of two sources has one
/// atom.
///
/// ```
/// use encycle_encodings::grid::Grid;
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::reachability::{ReachabilityClue, Reachability, Wall};
///
/// // a source, a cell, a free wall, and a goal: `S.|o`
/// let grid = Grid::new(1, 3).unwrap();
/// let goals = vec![ReachabilityClue::Source, ReachabilityClue::Any, ReachabilityClue::Reached];
/// let puzzle = Reachability::new(grid, vec![Wall::Open, Wall::Free], goals)?;
/// let names: Vec<String> = (0..puzzle.atom_count()).map(|atom| puzzle.atom_name(atom)).collect();
/// assert_eq!(names, ["right_1_1", "right_1_2", "reach_1_1_1_2", "reach_1_1_1_3"]);
/// assert!(puzzle.check(&Solution::new(vec![true; 4])).is_ok());
/// let shut = puzzle.check(&Solution::new(vec![true, false, true, false])).unwrap_err();
/// assert_eq!(shut.rule, "goal");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reachability {
    grid: Grid,
    graph: Graph,
    walls: Vec<Wall>,
    goals: Vec<ReachabilityClue>,
    /// The cells of the sources, in order.
    sources: Vec<usize>,
    /// The source and the cell of each `reach` atom, in order.
    pairs: Vec<(usize, usize)>,
}

/// What stands between two neighbouring cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wall {
    /// No wall.
    #[default]
    Open,
    /// A wall.
    Shut,
    /// A wall or none; the solution decides.
    Free,
}

/// The clue of one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ReachabilityClue {
    /// No clue.
    #[default]
    Any,
    /// It is a source.
    Source,
    /// Every source reaches it.
    Reached,
    /// No source reaches it.
    Unreached,
}

/// An invalid reachability puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReachabilityError {
    /// A cell must or must not be reached, but there is no source.
    #[error("clue without a source: {0}\nhelp: mark a source")]
    NoSource(Cell),
    /// The number of pairs of a source and a cell exceeds [`Reachability::MOST_PAIRS`].
    #[error(
        "too many pairs of a source and a cell: {0}\n\
         help: mark fewer sources, or use a smaller grid"
    )]
    TooLarge(u128),
}

impl Reachability {
    /// The largest number of pairs of a source and a cell.
    pub const MOST_PAIRS: u128 = 1 << 26;

    /// Creates a puzzle from the walls across the edges of [`Graph::of_cells`] and the clue of each
    /// cell.
    ///
    /// # Errors
    /// Goals or shut cells without a source, or more than [`Self::MOST_PAIRS`] pairs of a source
    /// and a cell.
    ///
    /// # Panics
    /// If the number of walls differs from the number of links, or the number of clues from that of
    /// cells.
    pub fn new(
        grid: Grid,
        walls: Vec<Wall>,
        goals: Vec<ReachabilityClue>,
    ) -> Result<Self, ReachabilityError> {
        let graph = Graph::of_cells(grid);
        assert_eq!(walls.len(), graph.edge_count(), "one wall per link");
        assert_eq!(goals.len(), grid.cell_count(), "one clue per cell");
        let at = |wanted: &dyn Fn(ReachabilityClue) -> bool| -> Vec<usize> {
            (0..goals.len()).filter(|&cell| wanted(goals[cell])).collect()
        };
        let mut sources = at(&|goal| goal == ReachabilityClue::Source);
        if sources.is_empty() {
            let goal_cells =
                at(&|goal| matches!(goal, ReachabilityClue::Reached | ReachabilityClue::Unreached));
            if let Some(&cell) = goal_cells.first() {
                return Err(ReachabilityError::NoSource(grid.cell_at(cell)));
            }
            sources = (0..grid.cell_count()).collect();
        }
        let count = sources.len() as u128 * grid.cell_count() as u128;
        if count > Self::MOST_PAIRS {
            return Err(ReachabilityError::TooLarge(count));
        }
        let mut is_source = vec![false; grid.cell_count()];
        sources.iter().for_each(|&source| is_source[source] = true);
        let others = |&source: &usize| {
            let is_source = &is_source;
            let cells = (0..grid.cell_count())
                .filter(move |&cell| cell > source || (cell < source && !is_source[cell]));
            cells.map(move |cell| (source, cell))
        };
        let pairs = sources.iter().flat_map(others).collect();
        Ok(Self { grid, graph, walls, goals, sources, pairs })
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the links between neighbouring cells, including those across walls.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the wall across each link.
    #[must_use]
    pub fn walls(&self) -> &[Wall] {
        &self.walls
    }

    /// Returns the clue of each cell.
    #[must_use]
    pub fn goals(&self) -> &[ReachabilityClue] {
        &self.goals
    }

    /// Returns the cells of the sources: the marked ones, or all cells.
    #[must_use]
    pub fn sources(&self) -> &[usize] {
        &self.sources
    }

    /// Returns the source and the cell of each `reach` atom, in order.
    #[must_use]
    pub fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }

    /// Returns the wall across a link.
    #[must_use]
    pub fn wall(&self, link: Edge) -> Wall {
        self.walls[link.index()]
    }
}
