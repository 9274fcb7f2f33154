//! The encoding of Labath 2010, section 2.1.

use crate::encoding::{Encoding, EncodingError, EncodingInfo, Part};
use crate::grid::{Cell, Grid};
use crate::kinds::chaos::Chaos;
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, Place};

/// The encoding `value`, with one variable per cell and value (2.1-2.3).
///
/// Number of clauses for n rows and m columns, where (k)+ is max(k, 0):
///
/// | family | clauses |
/// |---|---|
/// | `cell` (Pl+, Pl-) | 7nm |
/// | `triple` (Tr1-Tr4) | 4(n(m-2)+ + (n-2)+m + 2(n-2)+(m-2)+) |
/// | `knight` (Kn1-Kn4) | 8((n-1)(m-2)+ + (n-2)+(m-1)) |
/// | `given` (Zd) | 1 per clue |
const ABOUT: EncodingInfo = EncodingInfo {
    name: "value",
    meaning: "a variable for each value of each cell",
    source: "Labath 2010, section 2.1, definition 2.5",
    families: &[
        ("value", "whether a cell has a value (2.3)"),
        ("cell", "each cell has exactly one value (Pl+, Pl-)"),
        ("triple", "no three consecutive cells of a line have equal values (Tr1-Tr4)"),
        ("knight", "no two equal values are a knight's move apart (Kn1-Kn4)"),
        ("given", "a cell with a clue has the clue's value (Zd)"),
    ],
};

pub(super) fn names() -> Vec<String> {
    vec![ABOUT.name.to_owned()]
}

pub(super) fn encoding<'a>(name: &str, puzzle: &'a Chaos) -> Result<Encoding<'a>, EncodingError> {
    if name != ABOUT.name {
        return Err(EncodingError::unknown(name, &names()));
    }
    let mut encoding = Encoding::new(puzzle, ABOUT.name, ABOUT.meaning);
    let first = encoding.numbers(puzzle.values().count())?;
    let part = Part::new(ABOUT, move |sink| ChaosRules { puzzle }.constraints(sink));
    encoding.push(part.with_variables(first, move |sink| puzzle.values().variables(sink)));
    Ok(encoding)
}

struct ChaosRules<'a> {
    puzzle: &'a Chaos,
}

/// Calls `visit` with the cells of `pattern` at each position where the pattern fits into the grid. The pattern is
/// a list of offsets (down, right) from that position.
fn each_pattern<const K: usize>(
    grid: Grid,
    pattern: [(usize, usize); K],
    mut visit: impl FnMut([Cell; K]),
) {
    let height = pattern.iter().map(|&(down, _)| down).max().unwrap_or(0);
    let width = pattern.iter().map(|&(_, right)| right).max().unwrap_or(0);
    for row in 0..grid.rows().saturating_sub(height) {
        for col in 0..grid.cols().saturating_sub(width) {
            visit(pattern.map(|(down, right)| Cell { row: row + down, col: col + right }));
        }
    }
}

/// The patterns of three consecutive cells: in a row, in a column and on both diagonals.
const TRIPLES: [[(usize, usize); 3]; 4] = [
    [(0, 0), (0, 1), (0, 2)],
    [(0, 0), (1, 0), (2, 0)],
    [(0, 0), (1, 1), (2, 2)],
    [(0, 2), (1, 1), (2, 0)],
];

/// The patterns of two cells a knight's move apart.
const KNIGHTS: [[(usize, usize); 2]; 4] =
    [[(0, 0), (1, 2)], [(0, 0), (2, 1)], [(0, 2), (1, 0)], [(0, 1), (2, 0)]];

impl ChaosRules<'_> {
    /// Adds clauses: at each position of the pattern, its cells do not all have the same value.
    fn not_all_equal<const K: usize>(
        &self,
        family: &'static str,
        pattern: [(usize, usize); K],
        sink: &mut dyn ConstraintSink,
    ) {
        let (grid, values) = (self.puzzle.grid(), self.puzzle.values());
        each_pattern(grid, pattern, |cells: [Cell; K]| {
            let ends = Place::from([cells[0], cells[K - 1]]);
            for value in 1..=Chaos::VALUES {
                let clause = cells.map(|cell| !values.literal(grid.cell_index(cell), value));
                sink.constraint(Constraint::Clause(&clause), Origin::new(family, ends));
            }
        });
    }

    fn constraints(&self, sink: &mut dyn ConstraintSink) {
        let (grid, values) = (self.puzzle.grid(), self.puzzle.values());
        for cell in grid.cells() {
            let literals: [Lit; Chaos::VALUES as usize] =
                [1, 2, 3, 4].map(|value| values.literal(grid.cell_index(cell), value));
            let constraint =
                Constraint::Cardinality { literals: &literals, at_least: 1, at_most: 1 };
            sink.constraint(constraint, Origin::new("cell", cell.into()));
        }
        for pattern in TRIPLES {
            self.not_all_equal("triple", pattern, sink);
        }
        for pattern in KNIGHTS {
            self.not_all_equal("knight", pattern, sink);
        }
        for (cell, value) in self.puzzle.given_cells() {
            let literal = values.literal(grid.cell_index(cell), value);
            sink.constraint(Constraint::Clause(&[literal]), Origin::new("given", cell.into()));
        }
    }
}
