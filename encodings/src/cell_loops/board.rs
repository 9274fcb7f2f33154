//! The board of a loop through cells: the cells, the links between them, and the rules that all such puzzles share.

use crate::grid::{Cell, Edge, Graph, Grid, Side, reached};
use crate::logic::{ConstraintSink, Lit, Origin, Place};
use crate::puzzle::{BrokenRule, Solution, VertexDegree};
use crate::rules::one_loop::eager::{DrawingVariables, LoopField, faces};
use crate::rules::one_path::counted::{self, Counted, TrueCount};

/// Whether the loop visits a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Visit {
    /// The loop visits the cell in every solution.
    Always,
    /// The loop may visit the cell.
    Free,
    /// The loop does not visit the cell.
    Never,
}

/// The cells of a grid, the links between adjacent cells, and which cells the loop visits.
///
/// ```
/// use encycle_encodings::grid::{Cell, Grid};
/// use encycle_encodings::cell_loops::{CellBoard, Side, Visit};
///
/// let board = CellBoard::new(Grid::new(2, 3).unwrap(), vec![Visit::Free; 6]);
/// let link = board.link(Cell { row: 0, col: 1 }, Side::Right).unwrap();
/// assert_eq!(board.graph().edge_name(link), "right_1_2");
/// assert_eq!(board.link(Cell { row: 0, col: 1 }, Side::Up), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CellBoard {
    grid: Grid,
    graph: Graph,
    visits: Vec<Visit>,
}

impl CellBoard {
    /// The families of the shared rules.
    pub(super) const FAMILIES: [(&'static str, &'static str); 4] = [
        ("edge", "whether the loop takes a link between two cells"),
        ("nonempty", "the loop takes at least one link"),
        ("degree", "zero or two lines at a cell; two where the loop must pass"),
        ("unvisited", "no line at a cell that the loop does not visit"),
    ];

    /// Creates a board.
    ///
    /// # Panics
    /// If `visits` does not have exactly one entry per cell.
    #[must_use]
    pub fn new(grid: Grid, visits: Vec<Visit>) -> Self {
        assert_eq!(visits.len(), grid.cell_count(), "one entry per cell");
        Self { grid, graph: Graph::of_cells(grid), visits }
    }

    /// Returns the same board with other entries, one per cell.
    pub(crate) fn with_visits(self, visits: Vec<Visit>) -> Self {
        assert_eq!(visits.len(), self.visits.len(), "one entry per cell");
        Self { visits, ..self }
    }

    /// Returns the grid of the cells.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the graph whose vertices are the cells and whose edges are the links.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns for each cell, row by row, whether the loop visits it.
    #[must_use]
    pub fn visits(&self) -> &[Visit] {
        &self.visits
    }

    /// Returns the cells with this entry, by index.
    pub fn cells_with(&self, visit: Visit) -> impl Iterator<Item = usize> {
        (0..self.visits.len()).filter(move |&cell| self.visits[cell] == visit)
    }

    /// Returns the cell next to a cell, if there is one on this side.
    #[must_use]
    pub fn neighbour(&self, cell: Cell, side: Side) -> Option<Cell> {
        let Cell { row, col } = cell;
        let next = match side {
            Side::Up => Cell { row: row.checked_sub(1)?, col },
            Side::Down => Cell { row: row + 1, col },
            Side::Left => Cell { row, col: col.checked_sub(1)? },
            Side::Right => Cell { row, col: col + 1 },
        };
        (next.row < self.grid.rows() && next.col < self.grid.cols()).then_some(next)
    }

    /// Returns the link from a cell across one of its sides, if there is a cell beyond.
    #[must_use]
    pub fn link(&self, cell: Cell, side: Side) -> Option<Edge> {
        let ends = [cell, self.neighbour(cell, side)?].map(|cell| self.grid.cell_index(cell));
        self.graph.edge_between(ends[0], ends[1])
    }

    /// Returns the literal of a link; `None` if the loop does not visit one of its cells.
    pub(crate) fn usable(&self, link: Edge) -> Option<Lit> {
        let ends = self.graph.ends(link);
        let is_usable = ends.iter().all(|&end| self.visits[end] != Visit::Never);
        is_usable.then(|| Lit::positive(link.0))
    }

    /// Returns the literals of the links of a cell to cells that the loop may visit.
    pub(crate) fn usable_at(&self, cell: usize) -> impl Iterator<Item = Lit> {
        self.graph.incident(cell).iter().filter_map(|&link| self.usable(link))
    }

    /// Returns the links from a cell in one direction, up to the border of the grid, nearest first.
    pub fn links_towards(&self, cell: Cell, side: Side) -> impl Iterator<Item = Edge> {
        let cells = std::iter::successors(Some(cell), move |&cell| self.neighbour(cell, side));
        cells.map_while(move |cell| self.link(cell, side))
    }

    /// Returns the number of lines at a cell.
    #[must_use]
    pub fn lines_at(&self, solution: &Solution, cell: usize) -> usize {
        let links = self.graph.incident(cell).iter();
        links.filter(|link| solution.has(link.index())).count()
    }

    /// Checks the rules `degree`, `nonempty` and `single-loop`.
    ///
    /// # Errors
    /// The first broken rule.
    pub fn check_lines(&self, solution: &Solution) -> Result<(), BrokenRule> {
        let place = |cell| self.graph.vertex_place(cell);
        for cell in 0..self.visits.len() {
            let lines = self.lines_at(solution, cell);
            if ![0, 2].contains(&lines) {
                let found = format!("{lines} lines in place of two");
                return Err(BrokenRule::new("degree", place(cell), found));
            }
        }
        let Some(first) = solution.true_atoms().next() else {
            return Err(BrokenRule::new("nonempty", Place::Whole, "no line"));
        };
        let start = self.graph.ends(Edge(first as u32))[0];
        let along = |cell| self.graph.neighbours_along(cell, |line| solution.has(line.index()));
        let reached = reached(self.visits.len(), [start], along);
        let is_apart = |cell: &usize| !reached[*cell] && self.lines_at(solution, *cell) > 0;
        match (0..reached.len()).find(is_apart) {
            Some(cell) => Err(BrokenRule::new("single-loop", place(cell), "a second loop")),
            None => Ok(()),
        }
    }

    /// Returns, for each cell, how many lines it may have.
    pub(super) fn degrees(&self) -> Vec<VertexDegree> {
        let degree = |visit: &Visit| match visit {
            Visit::Always => VertexDegree::Two,
            Visit::Free => VertexDegree::NoneOrTwo,
            Visit::Never => VertexDegree::None,
        };
        self.visits.iter().map(degree).collect()
    }

    /// Returns the grid of the eager parts; `None` for a single row or column, in which there is no loop.
    pub(super) fn field(&self) -> Option<LoopField> {
        let grid = faces(&self.graph)?;
        // around a visited cell, the loop passes between two faces, so one is inside; the outer face is never inside
        let around = |cell: usize| -> Vec<Cell> {
            let Cell { row, col } = self.grid.cell_at(cell);
            let rows = row.saturating_sub(1)..(row + 1).min(grid.rows());
            let cols = col.saturating_sub(1)..(col + 1).min(grid.cols());
            rows.flat_map(|row| cols.clone().map(move |col| Cell { row, col })).collect()
        };
        let one_inside = self.cells_with(Visit::Always).map(around).min_by_key(Vec::len);
        Some(LoopField { grid, one_inside, is_through_cells: true })
    }

    fn counted(&self) -> Vec<Counted> {
        let at_cell = |(cell, visit): (usize, &Visit)| {
            let count = match visit {
                Visit::Always => TrueCount::Two,
                Visit::Free => TrueCount::ZeroOrTwo,
                Visit::Never => return None,
            };
            let links = self.graph.incident(cell).iter();
            Some(Counted {
                literals: links.map(|link| Lit::positive(link.0)).collect(),
                count,
                origin: Origin::new("degree", self.graph.vertex_place(cell)),
                name: self.graph.vertex_name(cell),
            })
        };
        self.visits.iter().enumerate().filter_map(at_cell).collect()
    }

    /// Returns whether no visited cell implies that the loop has a line.
    fn may_be_empty(&self) -> bool {
        !self.visits.contains(&Visit::Always)
    }

    /// Adds the shared rules. The first variables are the links.
    pub(super) fn rules(&self, variables: &DrawingVariables, sink: &mut dyn ConstraintSink) {
        if self.may_be_empty() {
            let links: Vec<Lit> = self.graph.edges().map(|link| variables.edge(link)).collect();
            sink.add_clause(&links, Origin::new("nonempty", Place::Whole));
        }
        // a cell has at most four links, so no count has variables of its own
        counted::constraints(&self.counted(), 0, sink);
        for cell in self.cells_with(Visit::Never) {
            for &link in self.graph.incident(cell) {
                let origin = Origin::new("unvisited", self.graph.edge_place(link));
                sink.add_clause(&[!variables.edge(link)], origin);
            }
        }
    }
}
