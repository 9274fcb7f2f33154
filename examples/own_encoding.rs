//! An encoding of one's own, measured beside those of Encycle: the base `edge` with redundant constraints of parity.
//!
//! A loop crosses each straight line an even number of times. So of the horizontal edges of a column of cells, an even
//! number is drawn, and likewise of the vertical edges of a row.
//!
//! `cargo run --example own_encoding [CHART.svg]`

use std::error::Error;
use std::fs;

use encycle::encodings::encoding::{EncodingInfo, Part};
use encycle::encodings::logic::{Constraint, Lit, LoweringOptions, Origin, Place};
use encycle::prelude::*;
use encycle::strength::{MeasuredFormula, StrengthOptions, measure_strength, strength_chart};

const PARITY: EncodingInfo = EncodingInfo {
    name: "parity",
    meaning: "each straight line is crossed an even number of times",
    source: "this example",
    families: &[("parity", "a loop crosses a line an even number of times")],
};

/// Returns the edges that cross each straight line between the vertices, as literals of the base.
fn crossed_lines(puzzle: &Puzzle) -> Vec<Vec<Lit>> {
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
    lines.into_iter().map(|(_, literals)| literals).collect()
}

/// Returns the part: every odd set of edges that cross a line is excluded.
fn parity(puzzle: &Puzzle) -> Part<'static> {
    let lines = crossed_lines(puzzle);
    Part::new(PARITY, move |sink| {
        for line in &lines {
            for drawn in (0..1_u64 << line.len()).filter(|set| set.count_ones() % 2 == 1) {
                let literal = |(place, &one): (usize, &Lit)| {
                    if drawn >> place & 1 == 1 { !one } else { one }
                };
                let clause: Vec<Lit> = line.iter().enumerate().map(literal).collect();
                sink.constraint(Constraint::Clause(&clause), Origin::new("parity", Place::Whole));
            }
        }
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle: Puzzle = fs::read_to_string("examples/slitherlink/first.txt")?.parse()?;
    let base = puzzle.encoding("edge")?;
    let own = puzzle.encoding("edge")?.with_part(parity(&puzzle)).with_name("edge+parity");
    let colours = puzzle.encoding("edge+colours")?;

    let lowering = LoweringOptions::default();
    let formulas: Result<Vec<_>, _> = [&base, &own, &colours]
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
