//! The part `tree`: a spanning tree of the inside cells, and trees from the border for the outside.

use crate::encoding::{EncodingInfo, PredictedSize};
use crate::grid::{Cell, Grid};
use crate::logic::{Constraint, ConstraintSink, Formula, Lit, Origin};
use crate::loops::acyclic::{Acyclic, AcyclicMethod};
use crate::loops::eager::first::First;
use crate::loops::eager::{Drawing, DrawingVariables, EagerPart, LoopField};

/// One loop by trees: the inside is connected, and every outside cell is connected with the border.
///
/// Every inside cell except the first, and every outside cell that is not at the border, has a
/// parent: a neighbour of the same colour. Vertex elimination ([`Acyclic`]) makes the parents
/// acyclic. So following the parents leads to the first inside cell, or to the border.
///
/// There are many spanning trees, so a solution has many models.
pub(super) struct Tree;

/// Returns the two cells of each inner edge.
fn pairs(grid: Grid) -> impl Iterator<Item = (Cell, Cell)> {
    grid.edges().filter_map(move |edge| match grid.edge_cells(edge) {
        [Some(a), Some(b)] => Some((a, b)),
        _ => None,
    })
}

/// Returns the relation of the parents, whose variables begin at `first`.
fn acyclic(grid: Grid, first: u32) -> Acyclic {
    let cells = pairs(grid).map(|(a, b)| (grid.cell_index(a), grid.cell_index(b)));
    let cells: Vec<(usize, usize)> = cells.collect();
    Acyclic::new(AcyclicMethod::MinimumDegree, grid.cell_count(), cells.into_iter(), first)
}

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

    /// Returns an estimate, since the fill has no closed formula. As measured, 200 x 200 cells have
    /// 2.7 million variables, a quarter of it.
    fn variable_bound(&self, field: &LoopField) -> u128 {
        let cells = field.grid.cell_count() as u128;
        16 * cells * u128::from(cells.ilog2() + 1) + 8 * cells
    }

    fn variables(&self, field: &LoopField, sink: &mut dyn ConstraintSink) {
        let grid = field.grid;
        First::variables(&grid.cells().collect::<Vec<_>>(), "root", sink);
        let name = |index| {
            let Cell { row, col } = grid.cell_at(index);
            format!("{}_{}", row + 1, col + 1)
        };
        for (a, b) in pairs(grid).map(|(a, b)| (grid.cell_index(a), grid.cell_index(b))) {
            sink.variable("parent", format_args!("p_{}_{}", name(a), name(b)));
            sink.variable("parent", format_args!("p_{}_{}", name(b), name(a)));
        }
        acyclic(grid, 0).variables(name, sink);
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
        let root = First::new(cells, first);
        root.constraints(|index| at(index, "root"), inside, sink);

        let parents = first + First::variable_count(cells) as u32;
        let orders = parents + 2 * pairs(grid).count() as u32;
        let acyclic = acyclic(grid, orders);
        // the edges of the grid are the first edges of the elimination graph
        let parent = |from, to| Lit::positive(parents + acyclic.before(from, to).vidx32() - orders);

        for index in 0..cells {
            let cell = grid.cell_at(index);
            let neighbours: Vec<usize> =
                grid.neighbours(cell).map(|other| grid.cell_index(other)).collect();
            let choices: Vec<Lit> = neighbours.iter().map(|&to| parent(index, to)).collect();
            for (&to, &choice) in neighbours.iter().zip(&choices) {
                let same = Formula::iff(inside(index).into(), inside(to).into());
                let formula = Formula::implies(choice.into(), same);
                sink.constraint(Constraint::Formula(&formula), at(index, "parent"));
                let clause = [!choice, acyclic.before(index, to)];
                sink.constraint(Constraint::Clause(&clause), at(index, "acyclic"));
            }
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
        let origin = |family, a, b| Origin::new(family, [grid.cell_at(a), grid.cell_at(b)].into());
        acyclic.constraints(origin, sink);
    }

    /// Returns `None`: the fill of the elimination has no closed formula.
    fn predicted_sizes(&self, _: &LoopField) -> Option<Vec<PredictedSize>> {
        None
    }
}
