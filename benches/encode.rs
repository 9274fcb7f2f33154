//! The speed of writing formulas: MB/s and clauses/s for each encoding and CNF method.
//!
//! `cargo bench --bench encode [-- SIDE [E,...]]` encodes a puzzle of SIDE x SIDE cells (default 100)
//! with random clues and discards the output, so that disk and compression do not count. `write` is
//! the pass that formats the clauses. `whole` includes a first pass, which counts variables and clauses for
//! the DIMACS header, unless closed formulas give their numbers.

use std::io;
use std::time::{Duration, Instant};

use encycle::encodings::export::{CnfSize, DimacsClauses};
use encycle::encodings::grid::Grid;
use encycle::encodings::kinds::slitherlink::{Slitherlink, encoding, encoding_names};
use encycle::encodings::logic::{CnfMethod, ConstraintSink, lower_to_cnf};
use encycle::export::write_cnf;

/// Returns a grid with a random clue in half of its cells, from a linear congruential generator with a fixed
/// seed.
fn puzzle(side: usize) -> Slitherlink {
    let grid = Grid::new(side, side).expect("a side of 1 to 1000");
    let mut state = 1_u64;
    let mut random = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let clues = (0..grid.cell_count()).map(|_| (random(2) == 0).then(|| random(4) as u8)).collect();
    Slitherlink::new(grid, clues).expect("clues 0 to 3")
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

/// Returns the names of all encodings.
fn names() -> Vec<String> {
    encoding_names(&Slitherlink::from_rows(&["."]).expect("a valid puzzle"))
}

fn main() {
    // cargo passes --bench
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let side = words.first().map_or(100, |word| word.parse().expect("SIDE is a number"));
    let names: Vec<String> = match words.get(1) {
        Some(list) => list.split(',').map(str::to_owned).collect(),
        // `reach` grows with the fourth power of SIDE, so it runs only if it is named explicitly
        None => names().into_iter().filter(|name| !name.contains("reach")).collect(),
    };
    let puzzle = puzzle(side);
    println!(
        "{:<18} {:<18} {:>10} {:>12} {:>11} {:>11} {:>12}",
        "encoding", "cnf", "MB", "clauses", "write MB/s", "whole MB/s", "Mclauses/s"
    );
    for name in names {
        let encoding = encoding(&name, &puzzle).expect("a known encoding");
        let encode = |sink: &mut dyn ConstraintSink| encoding.encode(sink);
        for &method in CnfMethod::ALL {
            let ((), whole) = timed(|| {
                write_cnf(&mut io::sink(), &encoding, method.into())
                    .map(drop)
                    .expect("writing to a sink succeeds");
            });
            let (size, write): (CnfSize, Duration) = timed(|| {
                let clauses = lower_to_cnf(DimacsClauses::new(io::sink()), method.into(), encode);
                clauses.expect("no constraint is too large").size()
            });
            let megabytes = size.bytes as f64 / 1e6;
            println!(
                "{name:<18} {:<18} {megabytes:>10.1} {:>12} {:>11.0} {:>11.0} {:>12.1}",
                method.name(),
                size.clauses,
                megabytes / write.as_secs_f64(),
                megabytes / whole.as_secs_f64(),
                size.clauses as f64 / 1e6 / write.as_secs_f64(),
            );
        }
    }
}
