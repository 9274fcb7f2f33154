//! The parts `reach` and `reach-all`: bounded reachability between cells (Westreicher 4.1).

use std::collections::BTreeMap;

use crate::encoding::{Encoding, EncodingError, EncodingInfo, Part};
use crate::grid::{Cell, Grid};
use crate::logic::{ConstraintSink, Formula, FormulaPattern, Lit, Origin};
use crate::rules::one_loop::eager::{Drawing, DrawingVariables, EagerPart, LoopField, PartSite};

/// One loop by reachability: the inside is connected, and every outside cell is connected to the border.
///
/// The variable R(s, c, t) of a source s, a cell c and a number of steps t is true exactly if c can be reached from s
/// by at most t steps between neighbors without a line between them:
///
/// > R(s, c, t) ⇔ R(s, c, t-1) ∨ ⋁ over the neighbors d of c: R(s, d, t-1) ∧ no line between d and c
///
/// A cell reaches itself in 0 steps, and t steps reach no cell farther than t, so such R have no variable. By 4.1, "no
/// line between" means "on the same side". The paper does not fix the largest number of steps; see [`steps`].
///
/// | family | constraint |
/// |---|---|
/// | `reach` | the definitions of R |
/// | `connected` | f_a ∧ f_b ⇒ R(a, b), for all pairs of cells (4.2), or for certain cells a (4.3) |
/// | `border` | ¬f_c ⇒ ⋁ over the cells b at the border: R(b, c), for each other cell c (4.4) |
///
/// For 4.3, at least one of the cells a is inside in every solution: they are the cells at the highest clue, and as few
/// as that clue allows ([`Slitherlink::one_inside`](crate::kinds::slitherlink::Slitherlink::one_inside)). Without such
/// a clue, and in `reach-all`, the constraint is 4.2.
struct Reach {
    field: LoopField,
    board: DrawingVariables,
    /// Whether to use 4.2 even where 4.3 is possible.
    all: bool,
    /// The number of the first variable.
    first: u32,
}

const FAMILIES: &[(&str, &str)] = &[
    ("reach", "a cell is reached from another within a number of steps that cross no line"),
    ("connected", "inside cells are reached from each other"),
    ("border", "an outside cell is reached from a cell at the border"),
];

pub(super) const REACH: EagerPart = EagerPart {
    about: EncodingInfo {
        name: "reach",
        meaning: "one loop: inside cells reach certain cells and outside cells the border, within \
                  bounded steps",
        source: "Westreicher 2011, equations 4.3 (4.2 without a suitable clue) and 4.4",
        families: FAMILIES,
    },
    is_one_loop: true,
    is_determined: true,
    drawings: &[Drawing::Edges, Drawing::Cells],
    build: |site, encoding| Reach::part(false, site, encoding),
};

pub(super) const REACH_ALL: EagerPart = EagerPart {
    about: EncodingInfo {
        name: "reach-all",
        meaning: "one loop: inside cells reach all others and outside cells the border, within bounded steps",
        source: "Westreicher 2011, equations 4.2 and 4.4",
        families: FAMILIES,
    },
    is_one_loop: true,
    is_determined: true,
    drawings: &[Drawing::Edges, Drawing::Cells],
    build: |site, encoding| Reach::part(true, site, encoding),
};

/// Returns the largest number of steps of a shortest path within one side of the loop.
///
/// A shortest path has no shortcut, so it visits at most three of the four cells of a 2 x 2 block. A grid consists of
/// such blocks, pieces of two cells at an odd side, and perhaps a corner. So a path has at most 3⌊n/2⌋⌊m/2⌋ + 2⌊n/2⌋ (m
/// odd) + 2⌊m/2⌋ (n odd) + 1 (both odd) cells, and one step fewer than cells.
fn steps(grid: Grid) -> usize {
    let (n, m) = (grid.rows(), grid.cols());
    let (odd_n, odd_m) = (n % 2, m % 2);
    3 * (n / 2) * (m / 2) + 2 * (n / 2) * odd_m + 2 * (m / 2) * odd_n + odd_n * odd_m - 1
}

fn distance(a: Cell, b: Cell) -> usize {
    a.row.abs_diff(b.row) + a.col.abs_diff(b.col)
}

/// The variables R of one source: for each step, the cells within that distance, without the source.
struct ReachSource {
    grid: Grid,
    cell: Cell,
    first: u32,
    /// For each step from 1, the number of variables of earlier steps.
    before: Vec<u32>,
    /// The rank of each cell when the cells are sorted by distance.
    rank: Vec<u32>,
    /// All cells except the source, by distance.
    by_distance: Vec<Cell>,
}

impl ReachSource {
    fn new(grid: Grid, cell: Cell, steps: usize, first: u32) -> Self {
        let mut by_distance: Vec<Cell> = grid.cells().filter(|&other| other != cell).collect();
        by_distance.sort_by_key(|&other| distance(cell, other));
        let mut rank = vec![0; grid.cell_count()];
        for (place, &other) in by_distance.iter().enumerate() {
            rank[grid.cell_index(other)] = place as u32;
        }
        let mut before = vec![0];
        for step in 1..=steps {
            let within = by_distance.partition_point(|&other| distance(cell, other) <= step);
            before.push(before[step - 1] + within as u32);
        }
        Self { grid, cell, first, before, rank, by_distance }
    }

    fn variable_count(&self) -> u32 {
        self.before[self.before.len() - 1]
    }

    /// Returns the cells that have a variable for this step.
    fn within(&self, step: usize) -> &[Cell] {
        &self.by_distance[..(self.before[step] - self.before[step - 1]) as usize]
    }

    fn reached(&self, cell: Cell, step: usize) -> Lit {
        let rank = self.rank[self.grid.cell_index(cell)];
        Lit::positive(self.first + self.before[step - 1] + rank)
    }

    fn definitions(&self, board: &DrawingVariables, sink: &mut dyn ConstraintSink) {
        let grid = self.grid;
        let mut patterns: BTreeMap<Vec<u32>, FormulaPattern> = BTreeMap::new();
        for step in 1..self.before.len() {
            for &cell in self.within(step) {
                let mut literals = vec![self.reached(cell, step)];
                // the lengths of the ways: 1 for a literal, 2 for a conjunction of two
                let mut lengths = Vec::with_capacity(5);
                if step > 1 && distance(self.cell, cell) < step {
                    literals.push(self.reached(cell, step - 1));
                    lengths.push(1);
                }
                for other in grid.neighbours(cell) {
                    let open = !board.edge(grid.edge_between(cell, other));
                    if other == self.cell {
                        literals.push(open);
                        lengths.push(1);
                    } else if distance(self.cell, other) < step {
                        literals.extend([self.reached(other, step - 1), open]);
                        lengths.push(2);
                    }
                }
                let origin = Origin::new("reach", [self.cell, cell].into());
                let pattern =
                    patterns.entry(lengths).or_insert_with_key(|lengths| reached_by(lengths));
                sink.add_instance(pattern, &literals, origin);
            }
        }
    }
}

/// Returns the pattern *the first literal holds exactly if one of the ways does*, for ways of one or two literals.
fn reached_by(lengths: &[u32]) -> FormulaPattern {
    let at = |position: u32| Formula::from(Lit::positive(position));
    let mut next = 1;
    let ways = lengths.iter().map(|&length| {
        let first = next;
        next += length;
        match length {
            1 => at(first),
            _ => Formula::And((first..next).map(at).collect()),
        }
    });
    FormulaPattern::new(Formula::iff(at(0), Formula::Or(ways.collect())))
}

impl Reach {
    fn part(
        all: bool,
        site: &PartSite,
        encoding: &mut Encoding<'_>,
    ) -> Result<Part<'static>, EncodingError> {
        let mut reach = Self { field: site.field.clone(), board: site.board, all, first: 0 };
        encoding.refuse_about(reach.variable_bound())?;
        reach.first = encoding.numbers(reach.variable_count())?;
        Ok(Part::of(site.about, reach.first, reach, Self::variables, Self::constraints))
    }

    /// Returns an upper bound of the number of variables, because on a large grid an exact count would take long.
    fn variable_bound(&self) -> u128 {
        let grid = self.field.grid;
        self.sources().len() as u128 * (grid.cell_count() as u128 - 1) * steps(grid) as u128
    }

    /// Returns the number of variables: for each source and number of steps, the number of other cells within that many
    /// steps.
    fn variable_count(&self) -> u128 {
        let last = steps(self.field.grid);
        let later = |source: Cell| {
            let cells = self.field.grid.cells().filter(move |&cell| cell != source);
            cells.map(move |cell| (last + 1).saturating_sub(distance(source, cell)) as u128)
        };
        self.sources().into_iter().flat_map(later).sum()
    }

    /// Returns the cells from which all inside cells must be reached.
    fn inner(&self) -> Vec<Cell> {
        let certain = if self.all { None } else { self.field.one_inside.clone() };
        certain.unwrap_or_else(|| self.field.grid.cells().collect())
    }

    /// Returns all sources of reachability, each once: [`Self::inner`] and the cells at the border.
    fn sources(&self) -> Vec<Cell> {
        let grid = self.field.grid;
        let inner = self.inner();
        let is_source = |cell: &Cell| grid.is_at_border(*cell) || inner.contains(cell);
        match inner.len() == grid.cell_count() {
            true => inner,
            false => grid.cells().filter(is_source).collect(),
        }
    }

    fn variables(&self, sink: &mut dyn ConstraintSink) {
        let grid = self.field.grid;
        for cell in self.sources() {
            let source = ReachSource::new(grid, cell, steps(grid), 0);
            let (row, col) = (cell.row + 1, cell.col + 1);
            for step in 1..=steps(grid) {
                for to in source.within(step) {
                    let (to_row, to_col) = (to.row + 1, to.col + 1);
                    let name = format_args!("r_{row}_{col}_{to_row}_{to_col}_{step}");
                    sink.variable("reach", name);
                }
            }
        }
    }

    fn constraints(&self, sink: &mut dyn ConstraintSink) {
        let Self { field: LoopField { grid, .. }, board, .. } = self;
        let grid = *grid;
        let (inner, last) = (self.inner(), steps(grid));
        let mut next = self.first;
        let mut border: Vec<ReachSource> = Vec::new();
        for cell in self.sources() {
            if !sink.accepts_more() {
                return;
            }
            let source = ReachSource::new(grid, cell, last, next);
            next += source.variable_count();
            source.definitions(board, sink);
            if inner.len() == grid.cell_count() || inner.contains(&cell) {
                for other in grid.cells().filter(|&other| other != cell) {
                    let clause =
                        [!board.inside(cell), !board.inside(other), source.reached(other, last)];
                    let origin = Origin::new("connected", [cell, other].into());
                    sink.add_clause(&clause, origin);
                }
            }
            if grid.is_at_border(cell) {
                border.push(source);
            }
        }
        for cell in grid.cells().filter(|&cell| !grid.is_at_border(cell)) {
            let mut clause = vec![board.inside(cell)];
            clause.extend(border.iter().map(|source| source.reached(cell, last)));
            sink.add_clause(&clause, Origin::new("border", cell.into()));
        }
    }
}
