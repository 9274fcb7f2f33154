//! The part `tree`: a spanning tree of the connected cells.

use crate::encoding::{Encoding, EncodingError, EncodingInfo, Part};
use crate::grid::Grid;
use crate::logic::{Constraint, ConstraintSink, Lit, Origin};
use crate::rules::connected::CellTree;

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
                    sink.constraint(Constraint::Clause(&clause), at(index, "parent"));
                }
                let clause = parents.is_later(index, (to, choice));
                sink.constraint(Constraint::Clause(&clause), at(index, "acyclic"));
            }
            if index > 0 {
                let mut needs = vec![!has_colour(index), root.is_first(index, has_colour)];
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
}
