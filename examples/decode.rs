//! Maps the saved output of a SAT solver back to the puzzle, and checks the solution.
//!
//! `cargo run --example decode`

use std::error::Error;

use encycle::prelude::*;

/// What a solver in competition format printed for the encoding `edge` of this puzzle.
const OUTPUT: &str = "s SATISFIABLE\nv 1 2 3 4 0\n";

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle: Puzzle = "slitherlink 1 1\n4\n".parse()?;
    // the map is written with the formula
    let mut map = Vec::new();
    let (encoding, lowering) = (puzzle.encoding("edge")?, LoweringOptions::default());
    write_variable_map(&mut map, &puzzle, &encoding, lowering, MapTarget::Cnf)?;
    match decode_output(&puzzle, std::str::from_utf8(&map)?, OUTPUT)? {
        Decoded::Model(model) => match model.broken {
            None => print!("{}", puzzle.picture(&model.solution)),
            Some(broken) => println!("{broken}"),
        },
        other => println!("no model: {other:?}"),
    }
    Ok(())
}
