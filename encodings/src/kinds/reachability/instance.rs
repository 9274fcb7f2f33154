//! What is given: walls between cells, sources, and what must or must not be reached.

use crate::grid::{Cell, Edge, Graph, Grid};

/// Which cells of a grid can be reached from which, past walls.
///
/// A walk goes from cell to cell, up, down, left and right, where no wall stands between them. For some
/// walls it may be free whether they stand; then a solution says which do. A cell may be a goal, which
/// every source reaches, or shut, so that none does. Without a source, every cell is one.
///
/// Its atoms are the links between neighbours (`right_R_C`, `down_R_C`: no wall stands there), and behind
/// them *this source reaches that cell* (`reach_R_C_R_C`), once for two sources.
///
/// ```
/// use encycle_encodings::grid::Grid;
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::reachability::{Goal, Reachability, Wall};
///
/// // S.|o with a wall that may stand
/// let grid = Grid::new(1, 3).unwrap();
/// let goals = vec![Goal::Source, Goal::Any, Goal::Reached];
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
    /// Source and cell of each atom behind the links.
    pairs: Vec<(usize, usize)>,
}

/// What is between two neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wall {
    /// No wall.
    #[default]
    Open,
    /// A wall.
    Shut,
    /// A wall or none: the solution says.
    Free,
}

/// What is asked of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ReachabilityClue {
    /// Nothing.
    #[default]
    Any,
    /// It is a source.
    Source,
    /// Every source reaches it.
    Reached,
    /// No source reaches it.
    Unreached,
}

/// What is given is no such puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReachabilityError {
    /// There are goals, but nothing that should reach them.
    #[error("the cell at {0} must or must not be reached, but there is no source: mark one")]
    NoSource(Cell),
    /// There are more pairs of a source and a cell than variables can be numbered.
    #[error("{0} pairs of a source and a cell: mark fewer sources, or take a smaller grid")]
    TooLarge(u128),
}

impl Reachability {
    /// The most pairs of a source and a cell.
    pub const MOST_PAIRS: u128 = 1 << 26;

    /// A puzzle from the walls across the edges of [`Graph::of_cells`], and the goal of each cell.
    ///
    /// # Errors
    /// Goals without a source, or more than [`Self::MOST_PAIRS`] pairs of a source and a cell.
    ///
    /// # Panics
    /// If the numbers of walls or goals are not those of links and cells.
    pub fn new(
        grid: Grid,
        walls: Vec<Wall>,
        goals: Vec<ReachabilityClue>,
    ) -> Result<Self, ReachabilityError> {
        let graph = Graph::of_cells(grid);
        assert_eq!(walls.len(), graph.edge_count(), "one wall a link");
        assert_eq!(goals.len(), grid.cell_count(), "one goal a cell");
        let at = |wanted: &dyn Fn(ReachabilityClue) -> bool| -> Vec<usize> {
            (0..goals.len()).filter(|&cell| wanted(goals[cell])).collect()
        };
        let mut sources = at(&|goal| goal == ReachabilityClue::Source);
        if sources.is_empty() {
            let asks =
                at(&|goal| matches!(goal, ReachabilityClue::Reached | ReachabilityClue::Unreached));
            if let Some(&cell) = asks.first() {
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

    /// The grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The links between neighbours, walls or not.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// What is across each link.
    #[must_use]
    pub fn walls(&self) -> &[Wall] {
        &self.walls
    }

    /// What is asked of each cell.
    #[must_use]
    pub fn goals(&self) -> &[ReachabilityClue] {
        &self.goals
    }

    /// The cells of the sources: those that are marked, or all.
    #[must_use]
    pub fn sources(&self) -> &[usize] {
        &self.sources
    }

    /// Source and cell of each atom behind the links.
    #[must_use]
    pub fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }

    /// The wall across a link.
    #[must_use]
    pub fn wall(&self, link: Edge) -> Wall {
        self.walls[link.index()]
    }
}
