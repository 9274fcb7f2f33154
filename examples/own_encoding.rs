//! An encoding of one's own, measured beside those of Encycle: the base `edge` with redundant constraints of parity.
//!
//! A loop crosses each straight line an even number of times. So of the horizontal edges of a column of cells, an even
//! number is drawn, and likewise of the vertical edges of a row.
//!
//! `cargo run --example own_encoding [CHART.svg]`

use std::error::Error;
use std::fs;

use encycle::encodings::encoding::{Addition, Encoding, Extended, RuleFamily};
use encycle::encodings::logic::{Constraint, ConstraintSink, Lit, LoweringOptions, Origin, Place};
use encycle::prelude::*;
use encycle::strength::{MeasuredFormula, StrengthOptions, measure_strength, strength_chart};

/// The edges that cross each straight line between the vertices, as literals of the base.
struct Parity {
    name: String,
    lines: Vec<Vec<Lit>>,
}

impl Parity {
    fn new(puzzle: &Puzzle, base: &dyn Encoding) -> Self {
        let mut lines: Vec<(String, Vec<Lit>)> = Vec::new();
        for atom in 0..puzzle.atom_count() {
            // h_R_C crosses the line through column C, v_R_C the one through row R
            let name = puzzle.atom_name(atom);
            let words: Vec<&str> = name.split('_').collect();
            let line = match words[..] {
                ["h", _, column] => format!("column {column}"),
                ["v", row, _] => format!("row {row}"),
                _ => continue,
            };
            // the first variables of `edge` are the atoms
            let literal = Lit::positive(atom as u32);
            match lines.iter_mut().find(|(known, _)| *known == line) {
                Some((_, literals)) => literals.push(literal),
                None => lines.push((line, vec![literal])),
            }
        }
        let lines = lines.into_iter().map(|(_, literals)| literals).collect();
        Self { name: format!("{}+parity", base.name()), lines }
    }

    /// Calls `emit` with each clause: every odd set of crossing edges is excluded.
    fn each_clause(&self, mut emit: impl FnMut(&[Lit])) {
        for line in &self.lines {
            for drawn in (0..1_u64 << line.len()).filter(|set| set.count_ones() % 2 == 1) {
                let literal = |(place, &one): (usize, &Lit)| {
                    if drawn >> place & 1 == 1 { !one } else { one }
                };
                emit(&line.iter().enumerate().map(literal).collect::<Vec<Lit>>());
            }
        }
    }
}

impl Addition for Parity {
    fn name<'b>(&'b self, _inner: &'b str) -> &'b str {
        &self.name
    }

    fn meaning(&self) -> &str {
        "each straight line is crossed an even number of times"
    }

    fn encode(&self, inner: &dyn Encoding, sink: &mut dyn ConstraintSink) {
        inner.encode(sink);
        let origin = Origin::new("parity", Place::Whole);
        self.each_clause(|clause| sink.constraint(Constraint::Clause(clause), origin));
    }

    fn families(&self) -> Vec<RuleFamily> {
        vec![RuleFamily {
            name: "parity",
            meaning: "a loop crosses a line an even number of times",
            source: "this example",
        }]
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle: Puzzle = fs::read_to_string("examples/slitherlink/first.txt")?.parse()?;
    let base = puzzle.encoding("edge")?;
    let parity = Parity::new(&puzzle, &*base);
    let own = Extended::new(puzzle.encoding("edge")?, parity);
    let colours = puzzle.encoding("edge+colours")?;

    let lowering = LoweringOptions::default();
    let formulas: Result<Vec<_>, _> = [&*base, &own, &*colours]
        .into_iter()
        .map(|encoding| MeasuredFormula::of_encoding(encoding, lowering))
        .collect();
    let table = measure_strength(&puzzle, formulas?, StrengthOptions { cases: 200, seed: 1 })?;
    for row in &table.rows {
        let strength = row.strength();
        println!(
            "{:<13} {:>4} clauses, derives {:.1} % of the implied literals, finds {:.1} % of the contradictions",
            row.encoding,
            row.clauses,
            strength.derived.percent(),
            strength.caught.percent()
        );
    }
    if let Some(file) = std::env::args().nth(1) {
        fs::write(file, strength_chart(&[table]))?;
    }
    Ok(())
}
