//! The part `tree`: a spanning tree of the inside cells, and trees from the border for the outside cells.

use crate::encoding::{EncodingInfo, Part};
use crate::logic::{Constraint, ConstraintSink, Formula, Lit, Origin};
use crate::rules::connected::CellTree;
use crate::rules::one_loop::eager::{Drawing, DrawingVariables, EagerPart};

/// One loop by trees: the inside is connected, and every outside cell is connected to the border.
///
/// Every inside cell except the first, and every outside cell that is not at the border, has a parent: a neighbor of
/// the same color. Vertex elimination makes the parents ([`CellTree`]) acyclic, so following the parents leads to the
/// first inside cell, or to the border.
///
/// There are many spanning trees, so a solution has many models.
pub(super) const TREE: EagerPart = EagerPart {
    about: EncodingInfo {
        name: "tree",
        meaning: "one loop: a spanning tree of the inside, trees from the border for the outside",
        source: "acyclicity by vertex elimination: Rankooh and Rintanen 2022, Propositional \
                 encodings of acyclicity and reachability by using vertex elimination",
        families: &[
            ("root", "the first inside cell"),
            ("parent", "the parent of a cell is a neighbour on the same side of the loop"),
            ("acyclic", "the parents form no cycle"),
        ],
    },
    is_one_loop: true,
    is_determined: false,
    drawings: &[Drawing::Cells],
    build: |site, encoding| {
        let board = site.board;
        let tree = CellTree::build(site.field.grid, encoding)?;
        let constraints =
            move |tree: &CellTree, sink: &mut dyn ConstraintSink| constraints(tree, &board, sink);
        Ok(Part::of(site.about, tree.first, tree, CellTree::variables, constraints))
    },
};

fn constraints(tree: &CellTree, board: &DrawingVariables, sink: &mut dyn ConstraintSink) {
    let CellTree { grid, root, parents, .. } = tree;
    let grid = *grid;
    let cells = grid.cell_count();
    let inside = |index| board.inside(grid.cell_at(index));
    let at = |index: usize, family| Origin::new(family, grid.cell_at(index).into());
    root.constraints(|index| at(index, "root"), inside, sink);

    for index in 0..cells {
        let cell = grid.cell_at(index);
        let choices = parents.choices(index);
        for &(to, choice) in &choices {
            let same = Formula::iff(inside(index).into(), inside(to).into());
            let formula = Formula::implies(choice.into(), same);
            sink.constraint(Constraint::Formula(&formula), at(index, "parent"));
            let clause = parents.is_later(index, (to, choice));
            sink.constraint(Constraint::Clause(&clause), at(index, "acyclic"));
        }
        let choices: Vec<Lit> = choices.into_iter().map(|(_, choice)| choice).collect();
        let one = Constraint::Cardinality { literals: &choices, at_least: 0, at_most: 1 };
        sink.constraint(one, at(index, "parent"));
        let mut needs = vec![!inside(index), root.is_first(index, inside)];
        if index > 0 {
            needs.extend(&choices);
            sink.constraint(Constraint::Clause(&needs), at(index, "parent"));
        }
        if !grid.is_at_border(cell) {
            let mut needs = vec![inside(index)];
            needs.extend(&choices);
            sink.constraint(Constraint::Clause(&needs), at(index, "parent"));
        }
    }
    parents.acyclic(sink);
}
