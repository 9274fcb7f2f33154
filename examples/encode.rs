//! Writes a puzzle as DIMACS CNF with two encodings, and compares their sizes.
//!
//! `cargo run --example encode`

use std::error::Error;
use std::fs::File;
use std::io::BufWriter;

use encycle::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle: Puzzle = include_str!("slitherlink/first.txt").parse()?;
    let folder = std::env::temp_dir();
    for name in ["edge", "edge+order"] {
        let encoding = puzzle.encoding(name)?;
        for cnf in [CnfMethod::Direct, CnfMethod::Tseitin] {
            let path = folder.join(format!("encycle-{name}-{}.cnf", cnf.name()));
            let mut out = BufWriter::new(File::create(&path)?);
            let size = write_cnf(&mut out, &encoding, LoweringOptions::from(cnf))?;
            println!(
                "{}: {} variables, {} clauses, {} literals",
                path.display(),
                size.variables,
                size.clauses,
                size.literals
            );
        }
    }
    Ok(())
}
