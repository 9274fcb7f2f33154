//! The part `tree`: a spanning tree of the connected cells.

use crate::encoding::EncodingInfo;
use crate::grid::Grid;
use crate::logic::{Constraint, ConstraintSink, Lit, Origin};
use crate::loops::eager::{FirstTrue, Parents};

/// Connected cells by a tree: every cell of the colour except the first has a parent, a neighbour of the same colour. Vertex
/// elimination ([`Parents`]) makes the parents acyclic. So following the parents leads to the first cell. If each cell of the
/// other colour must be connected to a goal, every cell of that colour that is no goal has a parent, too.
///
/// There are many spanning trees, so a solution has many models.
pub(super) const TREE: EncodingInfo = EncodingInfo {
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

/// Returns an upper bound of the number of variables.
pub(super) fn variable_bound(grid: Grid) -> u128 {
    FirstTrue::variable_count(grid.cell_count()) as u128 + Parents::variable_bound(grid)
}

/// Creates the variables.
pub(super) fn variables(grid: Grid, sink: &mut dyn ConstraintSink) {
    FirstTrue::variables(&grid.cells().collect::<Vec<_>>(), "root", sink);
    Parents::variables(grid, sink);
}

/// Adds the constraints. `first` is the number of the first variable; `has_colour` returns the literal that is true if the
/// cell with this index has the colour. `goals` are those of the other colour, if it has any.
pub(super) fn constraints(
    grid: Grid,
    first: u32,
    has_colour: impl Fn(usize) -> Lit,
    goals: Option<Vec<bool>>,
    sink: &mut dyn ConstraintSink,
) {
    let cells = grid.cell_count();
    let at = |index: usize, family| Origin::new(family, grid.cell_at(index).into());
    let root = FirstTrue::new(cells, first);
    root.constraints(|index| at(index, "root"), &has_colour, sink);
    let parents = Parents::new(grid, first + FirstTrue::variable_count(cells) as u32);
    for index in 0..cells {
        let choices = parents.choices(index);
        for &(to, choice) in &choices {
            let (here, there) = (has_colour(index), has_colour(to));
            let of_colour = [vec![!choice, here], vec![!choice, there]];
            let alike = [vec![!choice, !here, there], vec![!choice, here, !there]];
            for clause in if goals.is_some() { alike } else { of_colour } {
                sink.constraint(Constraint::Clause(&clause), at(index, "parent"));
            }
            let clause = parents.is_later(index, (to, choice));
            sink.constraint(Constraint::Clause(&clause), at(index, "acyclic"));
        }
        if index > 0 {
            let mut needs = vec![!has_colour(index), root.is_first(index, &has_colour)];
            needs.extend(choices.iter().map(|&(_, choice)| choice));
            sink.constraint(Constraint::Clause(&needs), at(index, "parent"));
        }
        if goals.as_ref().is_some_and(|goals| !goals[index]) {
            let mut needs = vec![has_colour(index)];
            needs.extend(choices.iter().map(|&(_, choice)| choice));
            sink.constraint(Constraint::Clause(&needs), at(index, "parent"));
        }
    }
    parents.acyclic(sink);
}
