//! The comparisons of Berschneider 2024 (chapter 3) and Westreicher 2011 (chapter 6), repeated with Encycle.
//!
//! Start it with `scripts/paper-tables`; `scripts/paper-tables --help` lists the options.

mod papers;

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo bench` adds `--bench`
    let words = std::env::args().skip(1).filter(|word| word != "--bench");
    let options = papers::Options::of(words)?;
    papers::run(&options, Path::new(env!("CARGO_BIN_EXE_encycle")))
}
