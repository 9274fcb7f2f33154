//! The part `tree`: a spanning tree of the connected cells. It is made of the first true literal of a sequence
//! ([`FirstTrue`]) and of parent literals of the cells, without a cycle ([`CellTree`]).

use crate::encoding::{Encoding, EncodingError, EncodingInfo, Part};
use crate::grid::{Cell, Grid};
use crate::logic::{ConstraintSink, Formula, FormulaPattern, Lit, Origin};
use crate::rules::acyclic::{Acyclic, AcyclicMethod};

/// Variables that find the first true literal among x_0 ... x_{N-1}: f_i, "x_i is the first true literal", and s_i, "at
/// least one of x_0 ... x_i is true". Their definitions are f_i ⇔ x_i ∧ ¬s_{i-1} and s_i ⇔ s_{i-1} ∨ x_i. The first and
/// the last position need fewer variables, because f_0 = s_0 = x_0 and s_{N-1} is not used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstTrue {
    count: usize,
    first_variable: u32,
}

impl FirstTrue {
    /// Creates the definitions for `count` literals, with variables numbered from `first_variable`.
    pub fn new(count: usize, first_variable: u32) -> Self {
        Self { count, first_variable }
    }

    /// Returns the number of variables: N - 1 for f, N - 2 for s.
    pub fn variable_count(count: usize) -> usize {
        count.saturating_sub(1) + count.saturating_sub(2)
    }

    /// Creates the variables for one literal per cell.
    pub fn variables(cells: &[Cell], family: &'static str, sink: &mut dyn ConstraintSink) {
        let count = cells.len();
        for (letter, range) in [("first", 1..count), ("seen", 1..count.saturating_sub(1))] {
            for Cell { row, col } in range.map(|index| cells[index]) {
                sink.variable(family, format_args!("{letter}_{}_{}", row + 1, col + 1));
            }
        }
    }

    /// Returns the literal "x_i is the first true literal"; `literal` returns x_i.
    pub fn is_first(self, i: usize, literal: impl Fn(usize) -> Lit) -> Lit {
        match i {
            0 => literal(0),
            _ => Lit::positive(self.first_variable + i as u32 - 1),
        }
    }

    fn seen(self, i: usize, literal: impl Fn(usize) -> Lit) -> Lit {
        match i {
            0 => literal(0),
            _ => Lit::positive(self.first_variable + (self.count + i) as u32 - 2),
        }
    }

    /// Adds the definitions to `sink`.
    pub fn constraints(
        self,
        origin: impl Fn(usize) -> Origin,
        literal: impl Fn(usize) -> Lit,
        sink: &mut dyn ConstraintSink,
    ) {
        let [defined, here, before] = [0, 1, 2].map(Lit::positive);
        let both = Formula::And(vec![here.into(), (!before).into()]);
        let first = FormulaPattern::new(Formula::iff(defined.into(), both));
        let either = Formula::at_least_one(&[before, here]);
        let seen = FormulaPattern::new(Formula::iff(defined.into(), either));
        for i in 1..self.count {
            let [before, here] = [self.seen(i - 1, &literal), literal(i)];
            sink.add_instance(&first, &[self.is_first(i, &literal), here, before], origin(i));
            if i + 1 < self.count {
                sink.add_instance(&seen, &[self.seen(i, &literal), here, before], origin(i));
            }
        }
    }
}

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

/// The part `tree`: every cell of the color except the first has a parent, a neighbor of the same color. Vertex
/// elimination makes the parents ([`CellTree`]) acyclic, so following the parents leads to the first cell. If each cell
/// of the other color must be connected to a goal, every cell of that color that is not a goal has a parent, too.
///
/// There are many spanning trees, so a solution has many models.
pub(crate) const TREE: EncodingInfo = EncodingInfo {
    name: "tree",
    meaning: "the connected cells have a spanning tree",
    source: "acyclicity by vertex elimination: Rankooh and Rintanen 2022, Propositional encodings of acyclicity and \
             reachability by using vertex elimination",
    families: &[
        ("root", "the first cell of the connected colour"),
        ("parent", "the parent of a cell is a neighbour of the same colour"),
        ("acyclic", "the parents form no cycle"),
    ],
};

/// The first cell of the connected color and the parents of all others.
struct ColourTree {
    tree: CellTree,
    /// Returns the literal that is true if the cell with this index has the color.
    has_colour: fn(usize) -> Lit,
    /// The goals of the other color, if it has any.
    goals: Option<Vec<bool>>,
}

/// Reserves the variables in an encoding and returns the part.
pub(crate) fn part(
    grid: Grid,
    has_colour: fn(usize) -> Lit,
    goals: Option<Vec<bool>>,
    encoding: &mut Encoding<'_>,
) -> Result<Part<'static>, EncodingError> {
    let tree = ColourTree { tree: CellTree::build(grid, encoding)?, has_colour, goals };
    let variables = |tree: &ColourTree, sink: &mut dyn ConstraintSink| tree.tree.variables(sink);
    Ok(Part::of(TREE, tree.tree.first, tree, variables, ColourTree::constraints))
}

impl ColourTree {
    fn constraints(&self, sink: &mut dyn ConstraintSink) {
        let Self { tree: CellTree { grid, root, parents, .. }, has_colour, goals } = self;
        let at = |index: usize, family| Origin::new(family, grid.cell_at(index).into());
        root.constraints(|index| at(index, "root"), has_colour, sink);
        for index in 0..grid.cell_count() {
            let choices = parents.choices(index);
            for &(to, choice) in &choices {
                let (here, there) = (has_colour(index), has_colour(to));
                let of_colour = [vec![!choice, here], vec![!choice, there]];
                let alike = [vec![!choice, !here, there], vec![!choice, here, !there]];
                for clause in if goals.is_some() { alike } else { of_colour } {
                    sink.add_clause(&clause, at(index, "parent"));
                }
                let clause = parents.is_later(index, (to, choice));
                sink.add_clause(&clause, at(index, "acyclic"));
            }
            if index > 0 {
                let mut needs = vec![!has_colour(index), root.is_first(index, has_colour)];
                needs.extend(choices.iter().map(|&(_, choice)| choice));
                sink.add_clause(&needs, at(index, "parent"));
            }
            if goals.as_ref().is_some_and(|goals| !goals[index]) {
                let mut needs = vec![has_colour(index)];
                needs.extend(choices.iter().map(|&(_, choice)| choice));
                sink.add_clause(&needs, at(index, "parent"));
            }
        }
        parents.acyclic(sink);
    }
}
