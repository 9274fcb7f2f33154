//! Parent literals of the cells of a grid, without a cycle.

use crate::encoding::{Encoding, EncodingError};
use crate::grid::{Cell, Grid};
use crate::logic::{ConstraintSink, Lit, Origin};
use crate::rules::acyclic::{Acyclic, AcyclicMethod};
use crate::rules::connected::FirstTrue;

/// The variables *the parent of this cell is that neighbor*, and the variables of a relation ([`Acyclic`]) that
/// contains the parents and has no cycle.
pub(crate) struct Parents {
    grid: Grid,
    first: u32,
    /// The number of the first variable of the relation.
    orders: u32,
    acyclic: Acyclic,
}

/// Returns the indices of the two cells of each inner edge.
fn pairs(grid: Grid) -> Vec<(usize, usize)> {
    let pair = |edge| match grid.edge_cells(edge) {
        [Some(a), Some(b)] => Some((grid.cell_index(a), grid.cell_index(b))),
        _ => None,
    };
    grid.edges().filter_map(pair).collect()
}

impl Parents {
    /// Creates the parents of all cells; their variables begin at 0.
    pub fn new(grid: Grid) -> Self {
        let pairs = pairs(grid);
        let orders = 2 * pairs.len() as u32;
        let method = AcyclicMethod::MinimumDegree;
        let acyclic = Acyclic::new(method, grid.cell_count(), pairs.iter().copied(), orders);
        Self { grid, first: 0, orders, acyclic }
    }

    /// Moves the variables so that they begin at `first`.
    pub fn starting_at(self, first: u32) -> Self {
        let orders = self.orders - self.first + first;
        Self { first, orders, acyclic: self.acyclic.starting_at(orders), ..self }
    }

    /// Returns the number of variables.
    pub fn variable_count(&self) -> usize {
        (self.orders - self.first) as usize + self.acyclic.variable_count()
    }

    /// Returns an estimate of the number of variables, because the fill has no closed formula. Measured: 200 x 200
    /// cells have 2.7 million variables, a quarter of the estimate.
    pub fn variable_bound(grid: Grid) -> u128 {
        let cells = grid.cell_count() as u128;
        16 * cells * u128::from(cells.ilog2() + 1) + 8 * cells
    }

    /// Creates the variables.
    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        let grid = self.grid;
        let name = |index| {
            let Cell { row, col } = grid.cell_at(index);
            format!("{}_{}", row + 1, col + 1)
        };
        for (a, b) in pairs(grid) {
            sink.variable("parent", format_args!("p_{}_{}", name(a), name(b)));
            sink.variable("parent", format_args!("p_{}_{}", name(b), name(a)));
        }
        self.acyclic.variables(name, sink);
    }

    /// Returns the neighbors of a cell, each with the literal *this neighbor is the parent*.
    pub fn choices(&self, cell: usize) -> Vec<(usize, Lit)> {
        let neighbours = self.grid.neighbours(self.grid.cell_at(cell));
        // the edges of the grid are the first edges of the elimination graph
        let choice = |to| {
            let place = self.acyclic.before(cell, to).vidx32() - self.orders;
            (to, Lit::positive(self.first + place))
        };
        neighbours.map(|to| choice(self.grid.cell_index(to))).collect()
    }

    /// Returns the clause *a parent is a later cell of the relation*.
    pub fn is_later(&self, cell: usize, (to, choice): (usize, Lit)) -> [Lit; 2] {
        [!choice, self.acyclic.before(cell, to)]
    }

    /// Adds the constraints of the relation.
    pub fn acyclic(&self, sink: &mut dyn ConstraintSink) {
        let cell = |index| self.grid.cell_at(index);
        let origin = |family, a, b| Origin::new(family, [cell(a), cell(b)].into());
        self.acyclic.constraints(origin, sink);
    }
}

/// A tree of cells: its root is the first cell whose literal is true, and all other cells of the tree have parents.
pub(crate) struct CellTree {
    pub grid: Grid,
    pub root: FirstTrue,
    pub parents: Parents,
    /// The number of the first variable.
    pub first: u32,
}

impl CellTree {
    /// Reserves the tree's variables in an encoding.
    pub fn build(grid: Grid, encoding: &mut Encoding<'_>) -> Result<Self, EncodingError> {
        let cells = grid.cell_count();
        encoding.refuse_about(Parents::variable_bound(grid))?;
        let first = encoding.numbers(FirstTrue::variable_count(cells))?;
        let parents = Parents::new(grid);
        let numbers = encoding.numbers(parents.variable_count())?;
        let root = FirstTrue::new(cells, first);
        Ok(Self { grid, root, parents: parents.starting_at(numbers), first })
    }

    /// Creates the variables.
    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        FirstTrue::variables(&self.grid.cells().collect::<Vec<_>>(), "root", sink);
        self.parents.variables(sink);
    }
}
