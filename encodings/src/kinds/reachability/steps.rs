//! The encoding `steps`: reachability within a number of steps, by induction (Westreicher 4.1).

use crate::encoding::{EncodingInfo, Part};
use crate::grid::Cell;
use crate::kinds::reachability::definition::ReachDefinition;
use crate::kinds::reachability::{Reachability, Wall};
use crate::logic::{Constraint, ConstraintSink, Formula, Lit, Origin};
use crate::puzzle::Instance;

/// For each source s, cell c and number of steps k, `step_S_C_K` ⇔ `step_S_C_(K-1)`, or c has a
/// neighbour n with an open link to it and `step_S_N_(K-1)`. k goes up to cells - 1, which suffices
/// for any walk.
///
/// There is no variable for k below the distance of the two cells without walls; it would be false.
/// The last one, k = cells - 1, equals *reach*.
pub(super) const STEPS: ReachDefinition = ReachDefinition {
    info: EncodingInfo {
        name: "steps",
        meaning: "for each source, cell and number of steps: reachable within that many steps",
        source: "Westreicher 2011, section 4.1, from marked sources; both directions of each \
                 definition, so that a solution has one model",
        families: &[
            ("open", "no wall stands across a link"),
            ("reach", "a source reaches a cell: within one step fewer than there are cells"),
            (
                "step",
                "a source reaches a cell within a number of steps: within one step fewer, or a \
                 neighbour with an open link is",
            ),
            ("wall", "a wall stands where the puzzle has one, and elsewhere only if it is free"),
            ("goal", "every source reaches each goal, and no source a shut cell"),
        ],
    },
    build: |puzzle, encoding| {
        let cells = puzzle.grid().cell_count() as u128;
        encoding.refuse_about(puzzle.sources().len() as u128 * cells * cells)?;
        let first = encoding.numbers(variable_count(puzzle))?;
        let part = Part::new(STEPS.info, move |sink| constraints(puzzle, sink));
        Ok(part.with_variables(first, move |sink| variables(puzzle, sink)))
    },
    rule: None,
};

/// The right side of a definition: a disjunction of literals and of conjunctions of two literals.
struct RightSide {
    single: Vec<Lit>,
    both: Vec<(Lit, Lit)>,
}

/// Calls `visit` with the source, cell and number of steps of each definition, in order.
fn each(puzzle: &Reachability, mut visit: impl FnMut(usize, usize, usize)) {
    let grid = puzzle.grid();
    let last = grid.cell_count().saturating_sub(1);
    for &source in puzzle.sources() {
        for cell in (0..grid.cell_count()).filter(|&cell| cell != source) {
            (distance(puzzle, source, cell)..=last).for_each(|k| visit(source, cell, k));
        }
    }
}

/// Returns the distance of two cells, ignoring walls.
fn distance(puzzle: &Reachability, a: usize, b: usize) -> usize {
    let (a, b) = (puzzle.grid().cell_at(a), puzzle.grid().cell_at(b));
    a.row.abs_diff(b.row) + a.col.abs_diff(b.col)
}

/// The numbers of the variables, in the order of [`Steps::each`].
struct StepNumbers<'a> {
    puzzle: &'a Reachability,
    /// For each source in order and each cell, the number of its first `step` variable, counted
    /// from 0.
    starts: Vec<u32>,
    /// The atom of each pair, in the same order.
    pairs: Vec<Option<Lit>>,
    first: u32,
}

impl<'a> StepNumbers<'a> {
    fn new(puzzle: &'a Reachability) -> Self {
        let first = puzzle.atom_count() as u32;
        let cells = puzzle.grid().cell_count();
        let mut starts = Vec::with_capacity(puzzle.sources().len() * cells);
        let mut next = 0;
        let mut place = vec![usize::MAX; cells];
        for (order, &source) in puzzle.sources().iter().enumerate() {
            place[source] = order;
            for cell in 0..cells {
                starts.push(next);
                if cell != source {
                    next += (cells - distance(puzzle, source, cell)) as u32;
                }
            }
        }
        let mut pairs = vec![None; starts.len()];
        for (pair, &(source, cell)) in puzzle.pairs().iter().enumerate() {
            pairs[place[source] * cells + cell] = Some(puzzle.reach(pair));
        }
        Self { puzzle, starts, pairs, first }
    }

    /// Returns the variable of a source (by its order), a cell, and a number of steps that is at
    /// least their distance.
    fn step(&self, order: usize, cell: usize, k: usize) -> Lit {
        let cells = self.puzzle.grid().cell_count();
        let source = self.puzzle.sources()[order];
        let start = self.starts[order * cells + cell];
        Lit::positive(self.first + start + (k - distance(self.puzzle, source, cell)) as u32)
    }

    /// Returns the right side of the definition of a variable.
    fn right(&self, order: usize, cell: usize, k: usize) -> RightSide {
        let puzzle = self.puzzle;
        let source = puzzle.sources()[order];
        let mut right = RightSide { single: Vec::new(), both: Vec::new() };
        if k > distance(puzzle, source, cell) {
            right.single.push(self.step(order, cell, k - 1));
        }
        for &link in puzzle.graph().incident(cell) {
            let next = puzzle.graph().other_end(link, cell);
            match (puzzle.wall(link), distance(puzzle, source, next) < k) {
                (Wall::Shut, _) | (_, false) => {}
                _ if next == source => right.single.push(puzzle.open(link)),
                _ => right.both.push((puzzle.open(link), self.step(order, next, k - 1))),
            }
        }
        right
    }
}

/// Returns the number of variables: for each source and other cell, a number of steps from their distance on.
fn variable_count(puzzle: &Reachability) -> usize {
    let cells = puzzle.grid().cell_count();
    let of_source = |&source: &usize| -> usize {
        let others = (0..cells).filter(|&cell| cell != source);
        others.map(|cell| cells - distance(puzzle, source, cell)).sum()
    };
    puzzle.sources().iter().map(of_source).sum()
}

fn variables(puzzle: &Reachability, sink: &mut dyn ConstraintSink) {
    let grid = puzzle.grid();
    each(puzzle, |source, cell, k| {
        let (a, b): (Cell, Cell) = (grid.cell_at(source), grid.cell_at(cell));
        let name = format_args!("step_{}_{}_{}_{}_{k}", a.row + 1, a.col + 1, b.row + 1, b.col + 1);
        sink.variable("step", name);
    });
}

fn constraints(puzzle: &Reachability, sink: &mut dyn ConstraintSink) {
    let numbers = StepNumbers::new(puzzle);
    let grid = puzzle.grid();
    let cells = grid.cell_count();
    let last = cells - 1;
    for (order, &source) in puzzle.sources().iter().enumerate() {
        for cell in (0..cells).filter(|&cell| cell != source) {
            if !sink.accepts_more() {
                return;
            }
            let place = [grid.cell_at(source), grid.cell_at(cell)];
            for k in distance(puzzle, source, cell)..=last {
                let RightSide { single, both } = numbers.right(order, cell, k);
                let single = single.into_iter().map(Formula::from);
                let both = both.into_iter().map(|(a, b)| Formula::And(vec![a.into(), b.into()]));
                let left = numbers.step(order, cell, k);
                let formula = Formula::iff(left.into(), Formula::Or(single.chain(both).collect()));
                let origin = Origin::new("step", place.into());
                sink.constraint(Constraint::Formula(&formula), origin);
            }
            if let Some(reach) = numbers.pairs[order * cells + cell] {
                let formula = Formula::iff(reach.into(), numbers.step(order, cell, last).into());
                let origin = Origin::new("reach", place.into());
                sink.constraint(Constraint::Formula(&formula), origin);
            }
        }
    }
}
