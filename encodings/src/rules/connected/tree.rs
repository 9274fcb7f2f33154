//! The part `tree`: a spanning tree of the connected cells. It is made of the first true literal of a sequence
//! ([`FirstTrue`]) and of parent literals of the cells, without a cycle ([`CellTree`]).

use crate::encoding::{Encoding, EncodingError, EncodingInfo, Part};
use crate::grid::{Cell, Grid};
use crate::logic::{Constraint, ConstraintSink, Formula, FormulaPattern, Lit, Origin};
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

    /// Creates the variables for one literal per cell, whose names end with `suffix`.
    pub fn variables(
        cells: &[Cell],
        suffix: &str,
        family: &'static str,
        sink: &mut dyn ConstraintSink,
    ) {
        let count = cells.len();
        for (letter, range) in [("first", 1..count), ("seen", 1..count.saturating_sub(1))] {
            for Cell { row, col } in range.map(|index| cells[index]) {
                sink.variable(family, format_args!("{letter}_{}_{}{suffix}", row + 1, col + 1));
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
    /// The room of each cell; a parent is in the room of its cell.
    rooms: Option<Vec<usize>>,
    first: u32,
    /// The number of the first variable of the relation.
    orders: u32,
    acyclic: Acyclic,
}

/// Returns the indices of the two cells of each inner edge, without those that lead from a room to another.
pub(crate) fn cell_pairs(grid: Grid, rooms: Option<&[usize]>) -> Vec<(usize, usize)> {
    let pair = |edge| match grid.edge_cells(edge) {
        [Some(a), Some(b)] => Some((grid.cell_index(a), grid.cell_index(b))),
        _ => None,
    };
    let pairs = grid.edges().filter_map(pair);
    pairs.filter(|&(a, b)| rooms.is_none_or(|rooms| rooms[a] == rooms[b])).collect()
}

impl Parents {
    /// Creates the parents of all cells, within rooms if there are any; their variables begin at 0.
    pub fn new(grid: Grid, rooms: Option<Vec<usize>>) -> Self {
        let pairs = cell_pairs(grid, rooms.as_deref());
        let orders = 2 * pairs.len() as u32;
        let method = AcyclicMethod::MinimumDegree;
        let acyclic = Acyclic::new(method, grid.cell_count(), pairs.iter().copied(), orders);
        Self { grid, rooms, first: 0, orders, acyclic }
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
        for (a, b) in cell_pairs(grid, self.rooms.as_deref()) {
            sink.variable("parent", format_args!("p_{}_{}", name(a), name(b)));
            sink.variable("parent", format_args!("p_{}_{}", name(b), name(a)));
        }
        self.acyclic.variables(name, sink);
    }

    /// Returns the neighbors of a cell, each with the literal *this neighbor is the parent*.
    pub fn choices(&self, cell: usize) -> Vec<(usize, Lit)> {
        let rooms = self.rooms.as_ref();
        let neighbours = self.grid.neighbours(self.grid.cell_at(cell));
        let neighbours = neighbours.map(|to| self.grid.cell_index(to));
        let neighbours =
            neighbours.filter(|&to| rooms.is_none_or(|rooms| rooms[to] == rooms[cell]));
        // the edges of the grid are the first edges of the elimination graph
        let choice = |to| {
            let place = self.acyclic.before(cell, to).vidx32() - self.orders;
            (to, Lit::positive(self.first + place))
        };
        neighbours.map(choice).collect()
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
        let parents = Parents::new(grid, None);
        let numbers = encoding.numbers(parents.variable_count())?;
        let root = FirstTrue::new(cells, first);
        Ok(Self { grid, root, parents: parents.starting_at(numbers), first })
    }

    /// Creates the variables.
    pub fn variables(&self, sink: &mut dyn ConstraintSink) {
        FirstTrue::variables(&self.grid.cells().collect::<Vec<_>>(), "", "root", sink);
        self.parents.variables(sink);
    }
}

/// The part `tree`: every member of a class of cells except the first has a parent, a neighbor of the same class. Vertex
/// elimination makes the parents ([`Parents`]) acyclic, so following the parents leads to the first member. In a class with
/// goals, such as the cells that must be connected to the border, every member that is not a goal has a parent.
///
/// There are many spanning trees, so a solution has many models.
pub(crate) const TREE: EncodingInfo = EncodingInfo {
    name: "tree",
    meaning: "the connected cells have a spanning tree",
    source: "acyclicity by vertex elimination: Rankooh and Rintanen 2022, Propositional encodings of acyclicity and \
             reachability by using vertex elimination",
    families: &[
        ("root", "the first of the cells that are connected"),
        ("parent", "the parent of a cell is a neighbour of the same colour, value or room"),
        ("acyclic", "the parents form no cycle"),
        ("member", "whether a cell has any value"),
    ],
};

/// Cells of which the members, those with a color or a value, are connected by their sides.
pub(crate) struct CellClass {
    /// The cells that may be members, and the literals of which one is true for a member.
    pub cells: Vec<(usize, Vec<Lit>)>,
    /// Whether each cell of the grid is a goal, if each member is connected to a goal instead of all others.
    pub goals: Option<Vec<bool>>,
}

impl CellClass {
    /// Returns the cells of a color, whose literals are numbered like the cells.
    pub fn of_colour(grid: Grid, colour: bool, goals: Option<Vec<bool>>) -> Self {
        let member = |cell| (cell, vec![Lit::new(cell as u32, !colour)]);
        Self { cells: (0..grid.cell_count()).map(member).collect(), goals }
    }
}

/// Reserves the variables in an encoding and returns the part. If there are rooms, cells are connected within their room.
pub(crate) fn part(
    grid: Grid,
    rooms: Option<Vec<usize>>,
    classes: Vec<CellClass>,
    encoding: &mut Encoding<'_>,
) -> Result<Part<'static>, EncodingError> {
    encoding.refuse_about(Parents::variable_bound(grid))?;
    let first = encoding.variable_count();
    let mut members = Vec::new();
    let mut rooted = Vec::new();
    for (number, CellClass { cells, goals }) in classes.into_iter().enumerate() {
        let mut class = RootedClass::new(grid, number, goals);
        for (cell, literals) in cells {
            let literal = match literals[..] {
                [literal] => literal,
                _ => {
                    let literal = Lit::positive(encoding.numbers(1)?);
                    members.push((cell, literal, literals));
                    literal
                }
            };
            class.push(grid.cell_at(cell), cell, literal);
        }
        rooted.push(class);
    }
    for class in rooted.iter_mut().filter(|class| class.goals.is_none()) {
        let count = class.cells.len();
        class.root =
            Some(FirstTrue::new(count, encoding.numbers(FirstTrue::variable_count(count))?));
    }
    let parents = Parents::new(grid, rooms);
    let numbers = encoding.numbers(parents.variable_count())?;
    let parents = parents.starting_at(numbers);
    let trees = ClassTrees { grid, members, classes: rooted, parents };
    Ok(Part::of(TREE, first, trees, ClassTrees::variables, ClassTrees::constraints))
}

/// A class with its root.
struct RootedClass {
    /// The end of the names of its variables.
    suffix: String,
    cells: Vec<Cell>,
    literals: Vec<Lit>,
    /// The place of each cell of the grid among the cells of the class.
    places: Vec<Option<usize>>,
    goals: Option<Vec<bool>>,
    root: Option<FirstTrue>,
}

impl RootedClass {
    fn new(grid: Grid, number: usize, goals: Option<Vec<bool>>) -> Self {
        let suffix = if number == 0 { String::new() } else { format!("_{}", number + 1) };
        let places = vec![None; grid.cell_count()];
        Self { suffix, cells: Vec::new(), literals: Vec::new(), places, goals, root: None }
    }

    fn push(&mut self, cell: Cell, index: usize, literal: Lit) {
        self.places[index] = Some(self.cells.len());
        self.cells.push(cell);
        self.literals.push(literal);
    }

    /// Returns the literal that a cell is a member; `None` if it cannot be.
    fn literal(&self, cell: usize) -> Option<Lit> {
        self.places[cell].map(|place| self.literals[place])
    }

    /// Returns the literals of which one is true if a member has no parent; `None` if it may always be without.
    fn is_root(&self, cell: usize) -> Option<Vec<Lit>> {
        match (&self.goals, self.root, self.places[cell]) {
            (Some(goals), ..) => (!goals[cell]).then(Vec::new),
            (None, Some(root), Some(place)) if place > 0 => {
                Some(vec![root.is_first(place, |place| self.literals[place])])
            }
            _ => None,
        }
    }
}

/// Parents of the members of all classes: each cell is in one of them at a time.
struct ClassTrees {
    grid: Grid,
    /// Cells with the literal that they have any value, and the literals of the values.
    members: Vec<(usize, Lit, Vec<Lit>)>,
    classes: Vec<RootedClass>,
    parents: Parents,
}

impl ClassTrees {
    fn variables(&self, sink: &mut dyn ConstraintSink) {
        for &(cell, ..) in &self.members {
            let Cell { row, col } = self.grid.cell_at(cell);
            sink.variable("member", format_args!("member_{}_{}", row + 1, col + 1));
        }
        for class in self.classes.iter().filter(|class| class.root.is_some()) {
            FirstTrue::variables(&class.cells, &class.suffix, "root", sink);
        }
        self.parents.variables(sink);
    }

    fn constraints(&self, sink: &mut dyn ConstraintSink) {
        let Self { grid, members, classes, parents } = self;
        let at = |index: usize, family| Origin::new(family, grid.cell_at(index).into());
        for (cell, member, literals) in members {
            let defined = Formula::iff((*member).into(), Formula::at_least_one(literals));
            sink.constraint(Constraint::Formula(&defined), at(*cell, "member"));
        }
        for class in classes {
            let Some(root) = class.root else { continue };
            let origin = |place: usize| Origin::new("root", class.cells[place].into());
            root.constraints(origin, |place| class.literals[place], sink);
        }
        for cell in 0..grid.cell_count() {
            let choices = parents.choices(cell);
            let of_cell: Vec<&RootedClass> =
                classes.iter().filter(|class| class.places[cell].is_some()).collect();
            for &(to, choice) in &choices {
                for class in &of_cell {
                    let [here, there] = [cell, to].map(|cell| class.literal(cell));
                    // in its only class, a cell with a parent is a member
                    let condition = here.filter(|_| of_cell.len() > 1);
                    let mut clause = vec![!choice];
                    clause.extend(condition.map(|here| !here));
                    if let ([_], Some(here)) = (&of_cell[..], here) {
                        sink.add_clause(&[!choice, here], at(cell, "parent"));
                    }
                    clause.extend(there);
                    sink.add_clause(&clause, at(cell, "parent"));
                }
                let clause = parents.is_later(cell, (to, choice));
                sink.add_clause(&clause, at(cell, "acyclic"));
            }
            for class in of_cell {
                let (Some(literal), Some(root)) = (class.literal(cell), class.is_root(cell)) else {
                    continue;
                };
                let parents = choices.iter().map(|&(_, choice)| choice);
                let needs: Vec<Lit> =
                    std::iter::once(!literal).chain(root).chain(parents).collect();
                sink.add_clause(&needs, at(cell, "parent"));
            }
        }
        parents.acyclic(sink);
    }
}
