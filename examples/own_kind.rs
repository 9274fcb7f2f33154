//! A kind of puzzle outside the crate: a Latin square, with rules, an encoding, and everything that follows from them.
//!
//! `cargo run --example own_kind`

use std::error::Error;

use encycle::encodings::encoding::{Encodable, Encoding, EncodingError, EncodingInfo, Part};
use encycle::encodings::grid::{Cell, Grid};
use encycle::encodings::logic::{Constraint, ConstraintSink, Lit, Origin};
use encycle::encodings::puzzle::{
    BrokenRule, GridSketch, Ink, Instance, Sketch, Solution, SolutionForm,
};
use encycle::prelude::*;
use encycle::render::{Charset, Picture, text};
use encycle::solve::{BatSatSession, solve};

/// A square of `side` x `side` cells; each value stands once in each row and column.
#[derive(Debug)]
struct LatinSquare {
    grid: Grid,
    /// The clues row by row, 0 for an empty cell.
    clues: Vec<u32>,
}

impl LatinSquare {
    fn new(side: usize, clues: Vec<u32>) -> Option<Self> {
        let grid = Grid::new(side, side)?;
        (clues.len() == side * side).then_some(Self { grid, clues })
    }

    fn side(&self) -> u32 {
        self.grid.rows() as u32
    }

    fn literal(&self, cell: Cell, value: u32) -> Lit {
        let index = self.grid.cell_index(cell) as u32 * self.side();
        Lit::positive(index + value - 1)
    }

    /// The cells of each row and column.
    fn units(&self) -> impl Iterator<Item = (&'static str, Vec<Cell>)> {
        let side = self.grid.rows();
        let row = move |row| ("row", (0..side).map(|col| Cell { row, col }).collect());
        let column = move |col| ("column", (0..side).map(|row| Cell { row, col }).collect());
        (0..side).map(row).chain((0..side).map(column))
    }
}

/// Atoms, the independent rule check, and the picture.
impl Instance for LatinSquare {
    fn form(&self) -> SolutionForm {
        SolutionForm::Values { grid: self.grid, values: self.side() }
    }

    fn check(&self, solution: &Solution) -> Result<(), BrokenRule> {
        let values = solution.values(self.side());
        for (rule, cells) in self.units() {
            let mut found: Vec<u32> =
                cells.iter().map(|&cell| values[self.grid.cell_index(cell)]).collect();
            found.sort_unstable();
            if !found.iter().copied().eq(1..=self.side()) {
                return Err(BrokenRule::new(rule, cells[0], format!("values {found:?}")));
            }
        }
        match (0..values.len()).find(|&at| self.clues[at] != 0 && self.clues[at] != values[at]) {
            Some(at) => Err(BrokenRule::new("clue", self.grid.cell_at(at), values[at].to_string())),
            None => Ok(()),
        }
    }

    fn sketch(&self, solution: Option<&Solution>) -> Sketch {
        let mut sketch = GridSketch::new(format!("Latin square {}", self.extent()), self.grid);
        sketch.frame(|_, _| false);
        let values = solution.map(|solution| solution.values(self.side()));
        for cell in self.grid.cells() {
            let index = self.grid.cell_index(cell);
            match (self.clues[index], &values) {
                (0, Some(values)) => sketch.write(cell, values[index].to_string(), Ink::Solution),
                (0, None) => {}
                (clue, _) => sketch.write(cell, clue.to_string(), Ink::Clue),
            }
        }
        Sketch::Grid(sketch)
    }
}

impl Encodable for LatinSquare {
    fn encoding_names(&self) -> Vec<String> {
        vec![VALUE.name.to_owned()]
    }

    fn encoding<'a>(&'a self, name: &str) -> Result<Encoding<'a>, EncodingError> {
        match name {
            "value" => {
                let mut encoding = Encoding::new(self, VALUE.name, VALUE.meaning);
                let first = encoding.numbers(self.atom_count())?;
                let part = Part::new(VALUE, |sink| rules(self, sink));
                encoding.push(part.with_variables(first, |sink| {
                    for atom in 0..self.atom_count() {
                        sink.variable("value", format_args!("{}", self.atom_name(atom)));
                    }
                }));
                Ok(encoding)
            }
            _ => Err(EncodingError::unknown(name, &self.encoding_names())),
        }
    }
}

const VALUE: EncodingInfo = EncodingInfo {
    name: "value",
    meaning: "a variable for each value of each cell",
    source: "this example",
    families: &[
        ("value", "whether a cell has a value"),
        ("cell", "each cell has exactly one value"),
        ("unit", "each value stands once in each row and column"),
        ("clue", "a clue stands in its cell"),
    ],
};

/// Adds the rules: exactly one value in each cell, and each value once in a unit.
fn rules(puzzle: &LatinSquare, sink: &mut dyn ConstraintSink) {
    let one_of = |sink: &mut dyn ConstraintSink, literals: &[Lit], family, cell: Cell| {
        let constraint = Constraint::Cardinality { literals, at_least: 1, at_most: 1 };
        sink.constraint(constraint, Origin::new(family, cell.into()));
    };
    for cell in puzzle.grid.cells() {
        let values: Vec<Lit> =
            (1..=puzzle.side()).map(|value| puzzle.literal(cell, value)).collect();
        one_of(sink, &values, "cell", cell);
        let clue = puzzle.clues[puzzle.grid.cell_index(cell)];
        if clue != 0 {
            let unit = [puzzle.literal(cell, clue)];
            sink.constraint(Constraint::Clause(&unit), Origin::new("clue", cell.into()));
        }
    }
    for (_, cells) in puzzle.units() {
        for value in 1..=puzzle.side() {
            let literals: Vec<Lit> =
                cells.iter().map(|&cell| puzzle.literal(cell, value)).collect();
            one_of(sink, &literals, "unit", cells[0]);
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let clues = vec![1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2];
    let puzzle = LatinSquare::new(4, clues).ok_or("a square needs a clue entry for each cell")?;
    let encoding = puzzle.encoding("value")?;
    let size = write_cnf(&mut std::io::sink(), &encoding, LoweringOptions::default())?;
    println!("{} variables, {} clauses", size.variables, size.clauses);
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let outcome = solve(&encoding, &mut session, SearchOptions::default(), true, &mut ());
    println!("{}", outcome.verdict);
    for solution in outcome.solutions.iter().take(1) {
        print!("{}", text(&Picture::solved(&puzzle, solution), Charset::Unicode));
    }
    Ok(())
}
