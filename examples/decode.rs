//! Maps the saved output of a SAT solver back to the puzzle, and checks the solution.
//!
//! `cargo run --example decode`

use std::error::Error;

use encycle::prelude::*;

/// What a solver in competition format printed for the encoding `edge` of this puzzle.
const OUTPUT: &str = "s SATISFIABLE\nv 1 2 3 4 0\n";

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle: Puzzle = "slitherlink 1 1\n4\n".parse()?;
    let encoding = puzzle.encoding("edge")?;
    let size = write_cnf(&mut std::io::sink(), &encoding, LoweringOptions::default())?;
    let parsed = Dialect::Competition.read(OUTPUT, VariableNames::Numbered(size.variables))?;
    let Some(SolverStatus::Satisfiable(values)) = parsed.status else {
        return Err("the output contains no model".into());
    };
    // a variable without a value may have either
    let model: Vec<bool> = values.into_iter().map(|value| value.unwrap_or(false)).collect();
    let solution = encoding.solution(&model);
    match puzzle.check(&solution) {
        Ok(()) => print!("{}", puzzle.picture(&solution)),
        Err(broken) => println!("{broken}"),
    }
    Ok(())
}
