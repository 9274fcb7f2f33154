//! Chaos: fill the grid with the values 1 to 4 so that no three consecutive cells of a line are
//! equal and no two equal values are a knight's move apart.
//!
//! `chaos ROWS COLS`: values 1 to 4, and `.` for an empty cell.
//!
//! The encoding of Labath 2010, section 2.1.

use crate::cell_values::{
    CellValues, ValueClueError, from_rows, grid_of_rows, one_for_each_cell, read_values,
};
use crate::encoding::{Encodable, Encoding, EncodingError, EncodingInfo, Part};
use crate::grid::{Cell, Grid};
use crate::kinds::clues::write_clues;
use crate::kinds::codec::{ClueAlphabet, ClueCodec, ClueError, ClueGrid};
use crate::kinds::{Kind, Relabelling, SolutionFamily};
use crate::logic::{Constraint, ConstraintSink, Lit, Origin, Place};
use crate::puzzle::{
    BrokenRule, Extent, GridSketch, Instance, PuzzleSymmetry, Sketch, Solution, SolutionForm,
};
use crate::text::{Fault, Header, Span, Text};

/// A Chaos puzzle (Labath 2010, definitions 1.3-1.5): each cell of a grid gets a value from 1 to 4.
/// No three consecutive cells of a row, a column or a diagonal have equal values, and no two equal
/// values are a knight's move apart.
///
/// ```
/// use encycle_encodings::puzzle::{Instance, Solution};
/// use encycle_encodings::kinds::chaos::Chaos;
///
/// let puzzle = Chaos::from_rows(&["1.2", "..."])?;
/// let values = |cells: [u32; 6]| Solution::of_values(&cells, 4);
/// assert!(puzzle.check(&values([1, 1, 2, 3, 3, 4])).is_ok());
/// // the 1 in the lower right corner is a knight's move from the 1 of the clue
/// let broken = puzzle.check(&values([1, 1, 2, 3, 3, 1])).unwrap_err();
/// assert_eq!(broken.rule, "knight");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chaos {
    grid: Grid,
    clues: Vec<u32>,
}

impl Chaos {
    /// The largest value.
    pub const VALUES: u32 = 4;

    /// Creates a puzzle from its clues row by row, 0 for a cell without one. Contradictory clues
    /// are legal; the puzzle then has no solution.
    ///
    /// # Errors
    /// The number of entries differs from the number of cells, or a value is above 4.
    pub fn new(grid: Grid, clues: Vec<u32>) -> Result<Self, ValueClueError> {
        one_for_each_cell(grid, &clues)?;
        match clues.iter().position(|&value| value > Self::VALUES) {
            Some(index) => Err(ValueClueError::Value {
                cell: grid.cell_at(index),
                message: format!(
                    "value out of range: {}\nhelp: use 1 to {}",
                    clues[index],
                    Self::VALUES
                ),
            }),
            None => Ok(Self { grid, clues }),
        }
    }

    /// Creates a puzzle from rows of digits and `.`, for tests and examples.
    ///
    /// # Errors
    /// The errors of [`Self::new`]; or the rows differ in length or contain other characters.
    pub fn from_rows(rows: &[&str]) -> Result<Self, ValueClueError> {
        let read = |c: char| if c == '.' { Some(0) } else { c.to_digit(10) };
        let clues = from_rows(rows, read)?;
        Self::new(grid_of_rows(rows)?, clues)
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the clues row by row, 0 for a cell without one.
    #[must_use]
    pub fn clues(&self) -> &[u32] {
        &self.clues
    }

    /// Returns the cells with a clue and their values.
    fn given_cells(&self) -> impl Iterator<Item = (Cell, u32)> {
        let given = self.clues.iter().enumerate().filter(|&(_, &value)| value != 0);
        given.map(|(index, &value)| (self.grid.cell_at(index), value))
    }

    fn values(&self) -> CellValues {
        CellValues { grid: self.grid, values: Self::VALUES }
    }
}

impl Chaos {
    /// Checks all rules on a candidate solution.
    fn check_rules(&self, solution: &Solution) -> Result<(), BrokenRule> {
        let cells = self.values().read(solution, false)?;
        let grid = self.grid();
        let at = |cell: Cell, (down, right): (isize, isize)| {
            let row = cell.row.checked_add_signed(down).filter(|&row| row < grid.rows())?;
            let col = cell.col.checked_add_signed(right).filter(|&col| col < grid.cols())?;
            Some(cells[grid.cell_index(Cell { row, col })])
        };
        for cell in grid.cells() {
            let here = cells[grid.cell_index(cell)];
            // `cell` is the middle of the three, as in 1.2
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                if at(cell, (down, right)) == Some(here) && at(cell, (-down, -right)) == Some(here)
                {
                    let found = format!("the middle of three {here} in a line");
                    return Err(BrokenRule::new("triple", Place::from(cell), found));
                }
            }
            for (down, right) in [(1, 2), (2, 1), (1, -2), (2, -1)] {
                if at(cell, (down, right)) == Some(here) {
                    let found = format!("another {here} is a knight's move below");
                    return Err(BrokenRule::new("knight", Place::from(cell), found));
                }
            }
        }
        self.values().check_givens(self.clues(), &cells)
    }
}

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

impl Instance for Chaos {
    fn extent(&self) -> Extent {
        Extent::Grid(self.grid())
    }

    fn form(&self) -> SolutionForm {
        self.values().form()
    }

    fn atom_count(&self) -> usize {
        self.values().count()
    }

    fn atom_name(&self, atom: usize) -> String {
        self.values().name(atom)
    }

    fn check(&self, solution: &Solution) -> Result<(), BrokenRule> {
        self.check_rules(solution)
    }

    fn sketch(&self, solution: Option<&Solution>) -> Sketch {
        let mut sketch = GridSketch::new(format!("Chaos {}", self.extent()), self.grid());
        sketch.frame(|_, _| false);
        let found = solution.map(|solution| self.values().shown(solution));
        sketch.write_values(self.clues(), found.as_deref(), |value| value.to_string());
        Sketch::Grid(sketch)
    }
}

impl Encodable for Chaos {
    fn encoding_names(&self) -> Vec<String> {
        vec![ABOUT.name.to_owned()]
    }

    fn encoding<'a>(&'a self, name: &str) -> Result<Encoding<'a>, EncodingError> {
        if name != ABOUT.name {
            return Err(EncodingError::unknown(name, &self.encoding_names()));
        }
        let mut encoding = Encoding::new(self, ABOUT.name, ABOUT.meaning);
        let first = encoding.numbers(self.values().count())?;
        let part = Part::new(ABOUT, move |sink| ChaosRules { puzzle: self }.constraints(sink));
        encoding.push(part.with_variables(first, move |sink| self.values().variables(sink)));
        Ok(encoding)
    }
}

/// The spelling of the values, which no site publishes.
const CODEC: ClueCodec = ClueCodec {
    alphabet: ClueAlphabet {
        numbers: Some((1, Chaos::VALUES)),
        help: "write a value 1 to 4, any other cell as '.'",
        ..ClueAlphabet::NONE
    },
    is_separable: true,
    has_rooms: false,
    janko: None,
    pzpr: None,
};

impl Kind for Chaos {
    type Puzzle = Self;

    const FAMILY: SolutionFamily = SolutionFamily::Values;
    const NAME: &'static str = "chaos";
    const SAMPLE: &'static str = "chaos 2 3\n1.2\n...\n";
    const RULES: &'static str = "Write 1 to 4. Equal values are neither a knight's move apart nor three in a row, column or \
        diagonal.";

    const CODEC: Option<&'static ClueCodec> = Some(&CODEC);

    fn clue_grid(puzzle: &Self) -> Option<ClueGrid> {
        let values = puzzle.clues().iter().map(|&value| (value > 0).then_some(value));
        Some(ClueGrid::of_numbers(puzzle.grid(), values))
    }

    fn from_clue_grid(clues: &ClueGrid) -> Result<Self, ClueError> {
        let values = clues.numbers().into_iter().map(Option::unwrap_or_default);
        Ok(Self::new(clues.grid, values.collect())?)
    }

    fn image(puzzle: &Self, symmetry: &PuzzleSymmetry) -> Option<Self> {
        let (isometry, grid) = (symmetry.isometry, puzzle.grid());
        let clues = isometry.cells(grid, puzzle.clues()).into_iter();
        Self::new(isometry.grid(grid), clues.map(|value| symmetry.value(value)).collect()).ok()
    }

    /// The rules compare values for equality only.
    fn relabelling(puzzle: &Self) -> Relabelling {
        Relabelling::All { clues: puzzle.clues().to_vec() }
    }

    fn read<'a>(
        text: Text<'a>,
        header: &Header<'a>,
        lines: &mut dyn Iterator<Item = Span<'a>>,
    ) -> Result<Self, Fault> {
        let cells = read_values(text, header.grid()?, lines, Chaos::VALUES)?;
        Chaos::new(cells.grid, cells.cells.clone())
            .map_err(|error| error.at(cells.grid.cols(), &cells.offsets))
    }

    fn write(puzzle: &Self) -> Option<String> {
        Some(write_clues(Self::NAME, &CODEC, &Self::clue_grid(puzzle)?))
    }
}
