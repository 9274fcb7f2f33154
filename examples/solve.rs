//! Reads a puzzle, solves it with the built-in solver, and prints the picture.
//!
//! `cargo run --example solve -- examples/slitherlink/heron.txt`

use std::error::Error;
use std::time::Duration;

use encycle::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).unwrap_or("examples/slitherlink/first.txt".to_owned());
    let puzzle: Puzzle = std::fs::read_to_string(&path)?.parse()?;
    let outcome = Solve::new(&puzzle).unique().timeout(Duration::from_secs(60)).run()?;
    println!("{path}: {} by {}", outcome.verdict(), outcome.main.solver);
    for solution in outcome.solutions() {
        print!("{}", puzzle.picture(solution));
    }
    Ok(())
}
