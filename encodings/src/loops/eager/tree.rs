//! The part `tree`: a spanning tree of the inside cells, and trees from the border for the outside.

use crate::encoding::EncodingInfo;
use crate::logic::{Constraint, ConstraintSink, Formula, Lit, Origin};
use crate::loops::eager::first::FirstTrue;
use crate::loops::eager::parents::Parents;
use crate::loops::eager::{Drawing, DrawingVariables, EagerPart, LoopField};

/// One loop by trees: the inside is connected, and every outside cell is connected with the border.
///
/// Every inside cell except the first, and every outside cell that is not at the border, has a
/// parent: a neighbour of the same colour. Vertex elimination ([`Parents`]) makes the parents
/// acyclic. So following the parents leads to the first inside cell, or to the border.
///
/// There are many spanning trees, so a solution has many models.
pub(super) struct Tree;

impl EagerPart for Tree {
    fn about(&self) -> &'static EncodingInfo {
        &EncodingInfo {
            name: "tree",
            meaning: "one loop: a spanning tree of the inside, trees from the border for the outside",
            source: "acyclicity by vertex elimination: Rankooh and Rintanen 2022, Propositional \
                     encodings of acyclicity and reachability by using vertex elimination",
            families: &[
                ("root", "the first inside cell"),
                ("parent", "the parent of a cell is a neighbour on the same side of the loop"),
                ("acyclic", "the parents form no cycle"),
            ],
        }
    }

    fn is_determined(&self) -> bool {
        false
    }

    fn drawings(&self) -> &'static [Drawing] {
        &[Drawing::Cells]
    }

    fn variable_bound(&self, field: &LoopField) -> u128 {
        Parents::variable_bound(field.grid)
    }

    fn variables(&self, field: &LoopField, sink: &mut dyn ConstraintSink) {
        FirstTrue::variables(&field.grid.cells().collect::<Vec<_>>(), "root", sink);
        Parents::variables(field.grid, sink);
    }

    fn constraints(
        &self,
        field: &LoopField,
        board: &DrawingVariables,
        first: u32,
        sink: &mut dyn ConstraintSink,
    ) {
        let grid = field.grid;
        let cells = grid.cell_count();
        let inside = |index| board.inside(grid.cell_at(index));
        let at = |index: usize, family| Origin::new(family, grid.cell_at(index).into());
        let root = FirstTrue::new(cells, first);
        root.constraints(|index| at(index, "root"), inside, sink);

        let parents = Parents::new(grid, first + FirstTrue::variable_count(cells) as u32);
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
}
