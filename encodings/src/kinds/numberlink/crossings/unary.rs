//! Unary numbers as variables, and clauses over literals of which some are known.

use crate::grid::{Cell, Graph, Grid};
use crate::kinds::numberlink::crossings::triangulation::{Point, Triangulation};
use crate::kinds::numberlink::labels::PairLabel;
use crate::logic::{ConstraintSink, Lit, Origin, Place};

/// A number from 0 to `most`: variable I - 1 is true if the number is at least I (*order encoding*).
#[derive(Clone, Copy, Debug)]
pub(super) struct UnaryNumber {
    /// The first variable.
    pub first: u32,
    pub most: usize,
}

impl UnaryNumber {
    /// Returns the literal *the number is at least `least`*.
    pub fn at_least(self, least: usize) -> PairLabel {
        match least {
            0 => PairLabel::Known(true),
            _ if least > self.most => PairLabel::Known(false),
            _ => PairLabel::Literal(Lit::positive(self.first + least as u32 - 1)),
        }
    }

    /// Returns the literal *the number is at most `most`*.
    pub fn at_most(self, most: usize) -> PairLabel {
        !self.at_least(most + 1)
    }

    /// Returns two literals that are both true if the number is `value`.
    pub fn is(self, value: usize) -> [PairLabel; 2] {
        [self.at_least(value), self.at_most(value)]
    }
}

/// A receiver of clauses, each with its family and origin.
pub(super) struct CrossingClauses<'v> {
    sink: &'v mut dyn ConstraintSink,
    graph: &'v Graph,
    grid: Grid,
    origin: Origin,
    buffer: Vec<Lit>,
}

impl<'v> CrossingClauses<'v> {
    pub fn new(sink: &'v mut dyn ConstraintSink, graph: &'v Graph, grid: Grid) -> Self {
        Self { sink, graph, grid, origin: Origin::new("", Place::Whole), buffer: Vec::new() }
    }

    /// Sets the origin of the next clauses to a terminal.
    pub fn at_point(&mut self, family: &'static str, mesh: &Triangulation, point: usize) {
        let (Point { row, col }, _) = mesh.points[point];
        let (rows, cols) = (self.grid.rows() as i64, self.grid.cols() as i64);
        let cell =
            Cell { row: row.clamp(0, rows - 1) as usize, col: col.clamp(0, cols - 1) as usize };
        let place = self.graph.vertex_place(self.grid.cell_index(cell));
        self.origin = Origin::new(family, place);
    }

    /// Sets the origin of the next clauses to a cut.
    pub fn at_cut(&mut self, family: &'static str, mesh: &Triangulation, cut: usize) {
        self.at_point(family, mesh, mesh.cuts[cut].ends[0]);
    }

    /// Sets the origin of the next clauses to a triangle.
    pub fn at_triangle(&mut self, family: &'static str, mesh: &Triangulation, triangle: usize) {
        self.at_point(family, mesh, mesh.triangles[triangle].corners[0]);
    }

    /// Adds the rule that two numbers have the same bits if all conditions are true.
    pub fn equal(
        &mut self,
        conditions: &[PairLabel],
        one: impl Iterator<Item = PairLabel>,
        other: impl Iterator<Item = PairLabel>,
    ) {
        for (one, other) in one.zip(other) {
            for (one, other) in [(one, other), (other, one)] {
                self.imply(conditions.iter().copied().chain([one]), [other]);
            }
        }
    }

    /// Adds the rule that at least one of `conclusions` is true if all `conditions` are.
    pub fn imply(
        &mut self,
        conditions: impl IntoIterator<Item = PairLabel>,
        conclusions: impl IntoIterator<Item = PairLabel>,
    ) {
        self.buffer.clear();
        let conditions = conditions.into_iter().map(|condition| !condition);
        for term in conditions.chain(conclusions) {
            match term {
                PairLabel::Known(true) => return,
                PairLabel::Known(false) => {}
                PairLabel::Literal(literal) => self.buffer.push(literal),
            }
        }
        self.sink.add_clause(&self.buffer, self.origin);
    }

    /// Adds the rule that at most one literal is true.
    pub fn at_most_one(&mut self, literals: &[PairLabel]) {
        for (place, &one) in literals.iter().enumerate() {
            for &other in &literals[place + 1..] {
                self.imply([one, other], []);
            }
        }
    }

    /// Adds the rule that the sum of numbers is at most `most`: one clause for each combination that exceeds it by one.
    pub fn at_most(&mut self, numbers: &[Vec<PairLabel>], most: usize) {
        let mut chosen = Vec::new();
        self.exceed(numbers, most + 1, &mut chosen);
    }

    /// Excludes that the numbers add at least `missing` to the values `chosen` before. A number is a list of literals,
    /// the I-th of which is true if the number is at least I.
    fn exceed(&mut self, numbers: &[Vec<PairLabel>], missing: usize, chosen: &mut Vec<PairLabel>) {
        let Some((first, rest)) = numbers.split_first() else {
            if missing == 0 {
                self.imply(chosen.iter().copied(), []);
            }
            return;
        };
        let possible: usize = rest.iter().map(Vec::len).sum();
        for value in missing.saturating_sub(possible)..=first.len().min(missing) {
            let depth = chosen.len();
            chosen.extend(value.checked_sub(1).map(|last| first[last]));
            self.exceed(rest, missing - value, chosen);
            chosen.truncate(depth);
        }
    }
}
