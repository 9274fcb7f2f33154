//! The closed formulas of `docs/encodings/slitherlink.md`, family by family. Those of the other kinds are in their files.

use std::collections::BTreeMap;

use encycle_encodings::grid::Grid;
use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
use encycle_encodings::logic::CnfMethod;

use crate::kinds::families;

/// The quantities of the formulas.
struct Sizes {
    n: usize,
    m: usize,
    /// The edges.
    e: usize,
    /// The vertices.
    v: usize,
    /// The cells.
    cells: usize,
    /// The clauses of all clues over edges.
    clues: usize,
}

/// An encoding, one of its families, and its numbers of variables and clauses.
type FormulaRow = (&'static str, &'static str, fn(&Sizes) -> usize, fn(&Sizes) -> usize);

const NONE: fn(&Sizes) -> usize = |_| 0;
const DEGREE: fn(&Sizes) -> usize = |s| 8 * s.cells;
const DIRECTION: fn(&Sizes) -> usize =
    |s| s.e + 2 * (4 + 6 * (s.n - 1) + 6 * (s.m - 1) + 6 * (s.n - 1) * (s.m - 1));
/// The definitions of the first true of these literals.
const FIRST: fn(&Sizes) -> usize = |s| 2 * s.cells - 3;

/// The number of bits of a register, whose labels are all but zero.
fn register(s: &Sizes) -> usize {
    (s.v as f64 + 1.0).log2().ceil() as usize
}

/// The number of bits of a counter.
fn counter(s: &Sizes) -> usize {
    (s.v as f64).log2().ceil() as usize
}

const TABLE: [FormulaRow; 24] = [
    ("edge", "edge", |s| s.e, NONE),
    ("edge", "nonempty", NONE, |_| 1),
    ("edge", "degree", NONE, DEGREE),
    ("edge", "clue", NONE, |s| s.clues),
    ("two-line", "degree", NONE, DEGREE),
    ("two-line", "clue", NONE, |s| s.clues),
    ("pre-succ", "clue", NONE, |s| s.clues),
    ("colour", "inside", |s| s.cells, NONE),
    ("colour", "degree", NONE, |s| 2 * (s.n - 1) * (s.m - 1)),
    // the clues are not at the border
    ("colour", "clue", NONE, |s| 2 * s.clues),
    ("edge+colours", "channel", NONE, |s| 4 * s.e - 4 * (s.n + s.m)),
    ("edge+order", "direction", |s| s.e, DIRECTION),
    (
        "edge+order",
        "label",
        |s| register(s) * s.v,
        |s| {
            let k = register(s);
            k * s.v + s.e + (2 * s.e - 1) * (2 * k + 2)
        },
    ),
    ("edge+order", "root", FIRST, |s| 3 * FIRST(s) + s.cells * (register(s) + 1)),
    ("edge+binary", "direction", |s| s.e, DIRECTION),
    (
        "edge+binary",
        "label",
        |s| (2 * counter(s) - 2) * s.v,
        |s| {
            let k = counter(s);
            (4 * k - 6) * s.v + (2 * s.e - 1) * (4 * k - 2)
        },
    ),
    ("edge+binary", "root", FIRST, |s| 3 * FIRST(s) + s.cells * (counter(s) + 1)),
    ("edge+elimination", "direction", |s| s.e, DIRECTION),
    ("edge+leaf", "root", FIRST, |s| 3 * FIRST(s) + s.cells),
    ("edge+elimination-natural", "acyclic", natural_edges, |s| {
        let c = s.m + 1;
        let square = |f: usize| f * f;
        let steps = (2..=c).chain([c]).map(square).sum::<usize>() + (s.n - 1) * c * square(c);
        2 * s.e - 1 + steps + (0..c).map(square).sum::<usize>()
    }),
    ("edge+cotree", "use", |s| 4 * s.e - 2 * (s.n + s.m) - 2, |s| 7 * s.e - 6 * (s.n + s.m) - 4),
    ("edge+cotree", "parent", NONE, |s| {
        8 * (s.n + s.m) - 10 + 7 * (s.n - 1) * (s.m - 1) + 7 * s.cells
    }),
    ("edge+cotree", "spanning", NONE, |s| s.e - 1),
    ("edge+reach-all", "connected", NONE, |s| s.cells * (s.cells - 1)),
];

/// Two variables for each edge and each edge of the fill in natural order.
fn natural_edges(s: &Sizes) -> usize {
    let c = s.m + 1;
    c * (c + 1) + 2 * c - 2 + 2 * (s.n - 1) * c * c + c * (c - 1)
}

#[test]
fn the_sizes_of_slitherlink_have_closed_formulas() {
    for (n, m) in [(2, 2), (3, 3), (3, 6), (6, 3), (5, 4)] {
        let grid = Grid::new(n, m).expect("a small grid");
        // inside the border, the clues 0 to 4 in turn
        let inner = |row, col| (1..n - 1).contains(&row) && (1..m - 1).contains(&col);
        let clue = |cell: usize| {
            let (row, col) = (cell / m, cell % m);
            inner(row, col).then_some(((row + col) % 5) as u8)
        };
        let clues: Vec<Option<u8>> = (0..n * m).map(clue).collect();
        let clauses = |clue: u8| [4, 7, 8, 7, 4][usize::from(clue)];
        let sizes = Sizes {
            n,
            m,
            e: grid.edge_count(),
            v: grid.vertex_count(),
            cells: n * m,
            clues: clues.iter().flatten().map(|&clue| clauses(clue)).sum(),
        };
        let puzzle = Slitherlink::new(grid, clues).expect("a puzzle");
        for (name, family, variables, clauses) in TABLE {
            let encoding = encoding(name, &puzzle).expect("a known name");
            for method in [CnfMethod::Direct, CnfMethod::NaiveIrredundant] {
                let counted: BTreeMap<_, _> = families(&encoding, method.into())
                    .into_iter()
                    .map(|size| (size.family, (size.variables, size.clauses)))
                    .collect();
                let found = counted.get(family).copied().unwrap_or_default();
                let expected = (variables(&sizes), clauses(&sizes));
                assert_eq!(found, expected, "{family} of {name}, {n} x {m}, {method:?}");
            }
        }
    }
}

/// The number of clauses was documented as e - 1 for these puzzles, too.
#[test]
fn a_root_of_cotree_without_edges_has_another_size() {
    // the number of edges between certain cells and the border: a clue 2 or 1 in a corner may leave none
    for (n, m, text, k) in [
        (1, 1, "2", 0_usize),
        (1, 2, "21", 0),
        (1, 1, ".", 1),
        (1, 3, "141", 1),
        (3, 3, "2222.2222", 3),
        (2, 2, "....", 4),
    ] {
        let grid = Grid::new(n, m).expect("a small grid");
        let clues = text.chars().map(|clue| clue.to_digit(10).map(|clue| clue as u8)).collect();
        let puzzle = Slitherlink::new(grid, clues).expect("a puzzle");
        let encoding = encoding("edge+cotree", &puzzle).expect("a known name");
        let counted: BTreeMap<_, _> = families(&encoding, CnfMethod::Direct.into())
            .into_iter()
            .map(|size| (size.family, (size.variables, size.clauses)))
            .collect();
        let root = (2 * k).saturating_sub(3);
        let found = ["root", "spanning"].map(|name| counted.get(name).copied().unwrap_or_default());
        assert_eq!(
            found,
            [(root, 3 * root), (0, grid.edge_count() - k.min(1))],
            "{n} x {m}: {text}"
        );
    }
}

/// The variables were counted first, which took minutes.
#[test]
fn a_large_grid_was_counted_before_reach_was_refused() {
    let grid = Grid::new(1000, 1000).expect("the largest grid");
    let puzzle = Slitherlink::new(grid, vec![None; grid.cell_count()]).expect("a puzzle");
    for name in ["edge+reach", "edge+reach-all", "colour+reach"] {
        let error = encoding(name, &puzzle).err().expect("too many variables").to_string();
        assert!(error.contains("variables for this puzzle"), "{error}");
    }
}
