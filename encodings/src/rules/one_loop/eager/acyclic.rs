//! The parts `elimination`, `elimination-natural`, `leaf` and `leaf-hybrid`: the loop is a cycle through its first
//! vertex, and without the line into this vertex there is no cycle.

use crate::encoding::{Encoding, EncodingError, EncodingInfo, Part};
use crate::grid::{Grid, Vertex};
use crate::logic::{Constraint, ConstraintSink, Origin};
use crate::rules::acyclic::{ACYCLIC, Acyclic, AcyclicMethod, TIME};
use crate::rules::one_loop::eager::directed::LoopDirections;
use crate::rules::one_loop::eager::{
    BuildPart, Drawing, DrawingVariables, EagerPart, LoopField, PartSite,
};

/// One loop by acyclicity.
///
/// Every drawn edge has a direction ([`LoopDirections`]), so each loop is a directed cycle. The directed edges that do
/// not end in the root form no cycle ([`Acyclic`]), so the loop through the root is the only loop.
struct AcyclicLoop {
    field: LoopField,
    board: DrawingVariables,
    directed: LoopDirections,
    acyclic: Acyclic,
}

const fn part(
    method: AcyclicMethod,
    build: BuildPart,
    name: &'static str,
    meaning: &'static str,
    families: &'static [(&'static str, &'static str)],
) -> EagerPart {
    EagerPart {
        about: EncodingInfo { name, meaning, source: method.source(), families },
        is_one_loop: true,
        is_determined: false,
        drawings: &[Drawing::Edges],
        build,
    }
}

/// One loop by vertex elimination, fewest neighbors first.
pub(super) const ELIMINATION: EagerPart = part(
    AcyclicMethod::MinimumDegree,
    |site, encoding| AcyclicLoop::part(AcyclicMethod::MinimumDegree, site, encoding),
    "elimination",
    "one loop: no cycle without its first vertex, by vertex elimination",
    &[LoopDirections::ROOT, LoopDirections::DIRECTION, ACYCLIC],
);

/// One loop by vertex elimination, row by row.
pub(super) const NATURAL: EagerPart = part(
    AcyclicMethod::Natural,
    |site, encoding| AcyclicLoop::part(AcyclicMethod::Natural, site, encoding),
    "elimination-natural",
    "one loop: the same, and the vertices are eliminated row by row",
    &[LoopDirections::ROOT, LoopDirections::DIRECTION, ACYCLIC],
);

/// One loop by leaf elimination.
pub(super) const LEAF: EagerPart = part(
    AcyclicMethod::Leaf,
    |site, encoding| AcyclicLoop::part(AcyclicMethod::Leaf, site, encoding),
    "leaf",
    "one loop: no cycle without its first vertex, by leaf elimination",
    &[LoopDirections::ROOT, LoopDirections::DIRECTION, ACYCLIC, TIME],
);

/// One loop by vertex elimination followed by leaf elimination.
pub(super) const HYBRID: EagerPart = part(
    AcyclicMethod::Hybrid,
    |site, encoding| AcyclicLoop::part(AcyclicMethod::Hybrid, site, encoding),
    "leaf-hybrid",
    "one loop: the same, after the elimination of vertices where it pays",
    &[LoopDirections::ROOT, LoopDirections::DIRECTION, ACYCLIC, TIME],
);

/// Returns the relation on the vertices of a grid, with variables that begin at 0.
fn relation(method: AcyclicMethod, grid: Grid) -> Acyclic {
    let ends = grid.edges().map(|edge| grid.edge_ends(edge).map(|end| grid.vertex_index(end)));
    let edges: Vec<(usize, usize)> = ends.map(<(usize, usize)>::from).collect();
    Acyclic::new(method, grid.vertex_count(), edges.into_iter(), 0)
}

fn vertex_at(grid: Grid, index: usize) -> Vertex {
    Vertex { row: index / (grid.cols() + 1), col: index % (grid.cols() + 1) }
}

/// Returns the sum, over all vertices, of the number of neighbors when the vertices are eliminated row by row. In the
/// first row the numbers are 2, 3, ... and finally twice the width of a row, in further rows the width of a row, and in
/// the last row the number of vertices that are left in it.
fn natural_edges(grid: Grid) -> u128 {
    let (rows, cols) = (grid.rows() as u128 + 1, grid.cols() as u128 + 1);
    let (first, last) = (cols * (cols + 1) / 2 - 1 + cols, cols * (cols - 1) / 2);
    first + (rows - 2) * cols * cols + last
}

/// Returns about how many variables the relation has: the exact number in natural order, and an estimate for minimum
/// degree, because the fill has no closed formula. For leaf elimination, the number of variables is at most three times
/// the number of clauses of the relation, and the hybrid has at most as many clauses as leaf elimination alone.
fn estimate(method: AcyclicMethod, grid: Grid) -> u128 {
    let (vertices, edges) = (grid.vertex_count() as u128, grid.edge_count() as u128);
    let log = u128::from(vertices.ilog2() + 1);
    match method {
        AcyclicMethod::Natural => 2 * natural_edges(grid),
        AcyclicMethod::MinimumDegree => 16 * vertices * log,
        AcyclicMethod::Leaf | AcyclicMethod::Hybrid => 18 * edges * log,
    }
}

impl AcyclicLoop {
    fn part(
        method: AcyclicMethod,
        site: &PartSite,
        encoding: &mut Encoding<'_>,
    ) -> Result<Part<'static>, EncodingError> {
        let grid = site.field.grid;
        encoding.refuse_about(estimate(method, grid))?;
        let acyclic = relation(method, grid);
        let own = acyclic.variable_count();
        let first = encoding.numbers(LoopDirections::variable_count(grid) + own)?;
        let directed = LoopDirections::new(grid, first, own);
        let acyclic = acyclic.starting_at(directed.first_own());
        let part = Self { field: site.field.clone(), board: site.board, directed, acyclic };
        Ok(Part::of(site.about, first, part, Self::variables, Self::constraints))
    }

    fn variables(&self, sink: &mut dyn ConstraintSink) {
        let grid = self.field.grid;
        LoopDirections::variables(&self.field, sink, |sink| {
            let name = |index| {
                let Vertex { row, col } = vertex_at(grid, index);
                format!("{}_{}", row + 1, col + 1)
            };
            self.acyclic.variables(name, sink);
        });
    }

    fn constraints(&self, sink: &mut dyn ConstraintSink) {
        let Self { field: LoopField { grid, .. }, board, directed, acyclic } = self;
        directed.constraints(board, sink, |_, _, _| {});
        for edge in grid.edges() {
            for (from, to, when) in directed.arcs(edge, board) {
                let mut clause: Vec<_> = when.into_iter().map(|literal| !literal).collect();
                clause.push(acyclic.before(grid.vertex_index(from), grid.vertex_index(to)));
                let origin = Origin::new(ACYCLIC.0, grid.place(edge));
                sink.constraint(Constraint::Clause(&clause), origin);
            }
        }
        let origin = |family, from, _| Origin::new(family, vertex_at(*grid, from).into());
        acyclic.constraints(origin, sink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn natural_order_has_a_closed_formula() {
        for (rows, cols) in [(1, 1), (1, 5), (5, 1), (2, 2), (3, 7), (7, 3)] {
            let grid = Grid::new(rows, cols).expect("a small grid");
            let variables = relation(AcyclicMethod::Natural, grid).variable_count() as u128;
            assert_eq!(variables, 2 * natural_edges(grid), "{rows} x {cols}");
        }
    }
}
