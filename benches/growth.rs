//! The growth of solving time with the size of a Slitherlink.
//!
//! ```text
//! cargo bench --bench growth -- [--seeds N] [--svg FILE] [SIDE]...
//! ```
//!
//! The puzzles are random loops with all, half, or a fifth of their clues, N of each size (default 5), with
//! fixed seeds. Each row has two CPU times:
//!
//! - `process`: the whole process of `solve --unique`, from start to picture;
//! - `final formula`: a new solver that receives all constraints and all cuts at once, and searches for a
//!   solution and for a second one.
//!
//! The difference is the cost of generating the cuts lazily. The exponent of the number of cells is fitted by
//! least squares to the medians from 20x20 on.

mod cpu;

use std::error::Error;
use std::process::Command;
use std::time::Duration;

use encycle::encodings::encoding::Encodable as _;
use encycle::encodings::encoding::{Cut, CutReason};
use encycle::encodings::grid::Grid;
use encycle::encodings::kinds::slitherlink::Slitherlink;
use encycle::encodings::logic::{ConstraintSink as _, LoweringOptions};
use encycle::encodings::presolve::{presolve, with_presolved};
use encycle::encodings::rules::one_loop::EdgeSet;
use encycle::formats;
use encycle::generate::{LoopSize, random_inside};
use encycle::render::chart::{Chart, Scale, Series, svg};
use encycle::solve::{BatSatSession, Finder, NextSolution, SearchOptions, Session};
use encycle::solvers::Limits;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

const SIDES: [usize; 10] = [5, 7, 10, 14, 20, 28, 40, 57, 80, 100];
const SHARES: [(&str, f64); 3] = [("all clues", 1.0), ("half", 0.5), ("a fifth", 0.2)];

fn main() -> Result<(), Box<dyn Error>> {
    let (mut seeds, mut file, mut sides) = (5, None, Vec::new());
    // `cargo bench` adds `--bench`
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seeds" => seeds = words.next().ok_or("--seeds requires a number")?.parse()?,
            "--svg" => file = words.next(),
            side => sides.push(side.parse()?),
        }
    }
    if sides.is_empty() {
        sides = SIDES.to_vec();
    }
    let mut series = Vec::new();
    println!("| clues | side | process, ms | final formula, ms | rounds | cuts |");
    println!("|---|---|---|---|---|---|");
    for (name, share) in SHARES {
        let [mut whole, mut pure] = [Vec::new(), Vec::new()];
        for &side in &sides {
            let samples: Vec<Sample> =
                (0..seeds).map(|seed| measure(side, share, seed)).collect::<Result<_, _>>()?;
            let median = |of: &dyn Fn(&Sample) -> f64| {
                let mut values: Vec<f64> = samples.iter().map(of).collect();
                values.sort_by(f64::total_cmp);
                values[values.len() / 2]
            };
            let process = median(&|sample| sample.process.as_secs_f64() * 1e3);
            let formula = median(&|sample| sample.formula.as_secs_f64() * 1e3);
            let (rounds, cuts) =
                (median(&|sample| sample.rounds as f64), median(&|sample| sample.cuts as f64));
            println!("| {name} | {side} | {process:.1} | {formula:.2} | {rounds} | {cuts} |");
            let cells = (side * side) as f64;
            whole.push((cells, process));
            pure.push((cells, formula));
        }
        for (what, points) in [("", whole), (", final formula", pure)] {
            let exponent = exponent(&points);
            println!("{name}{what}: time grows as cells^{exponent:.2}");
            let name = format!("{name}{what} (exponent {exponent:.2})");
            series.push(Series { name, points, ..Series::default() });
        }
    }
    if let Some(file) = file {
        let chart = Chart {
            title: "Solving Slitherlinks and proving uniqueness".to_owned(),
            x_label: "cells".to_owned(),
            y_label: "CPU, ms".to_owned(),
            x_scale: Scale::Log,
            y_scale: Scale::Log,
            series,
            ..Chart::default()
        };
        std::fs::write(file, svg(&[chart]))?;
    }
    Ok(())
}

struct Sample {
    process: Duration,
    formula: Duration,
    rounds: usize,
    cuts: usize,
}

/// Returns the puzzle of a random loop in which each clue is kept with probability `share`.
fn puzzle(side: usize, share: f64, seed: u64) -> Result<Slitherlink, Box<dyn Error>> {
    let grid = Grid::new(side, side).ok_or("SIDE must be between 1 and 1000")?;
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let lines =
        EdgeSet::around(grid, &random_inside(grid, LoopSize::Inside(0.45), 0.8, &mut random));
    let clue = |cell| random.random_bool(share).then(|| lines.count(&grid.cell_edges(cell)) as u8);
    Ok(Slitherlink::new(grid, grid.cells().map(clue).collect())?)
}

fn measure(side: usize, share: f64, seed: u64) -> Result<Sample, Box<dyn Error>> {
    let puzzle = puzzle(side, share, seed)?;
    let file = tempfile::NamedTempFile::with_suffix(".txt")?;
    std::fs::write(&file, formats::write_default(&puzzle.clone().into())?)?;
    let before = cpu::of_children()?;
    Command::new(env!("CARGO_BIN_EXE_encycle"))
        .args(["solve", "--unique"])
        .arg(file.path())
        .output()?;
    let process = cpu::of_children()? - before;

    let name = encycle::puzzle::Puzzle::from(puzzle.clone()).builtin_encoding();
    let encoding = with_presolved(puzzle.encoding(&name)?, presolve(&puzzle));
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let mut finder = Finder::new(&encoding, &mut session, SearchOptions::default());
    for _ in 0..2 {
        if !matches!(finder.next(&mut ())?, NextSolution::Solution(_)) {
            break;
        }
    }
    let (rounds, cuts) = (finder.rounds().len(), finder.cuts().to_vec());
    let mut alone = BatSatSession::new(LoweringOptions::default(), None);
    encoding.encode(&mut alone);
    let mut formula = Duration::ZERO;
    let is_block = |cut: &&Cut| cut.reason == CutReason::KnownSolution;
    let (blocks, others): (Vec<&Cut>, Vec<&Cut>) = cuts.iter().partition(is_block);
    for cuts in [others, blocks.into_iter().take(1).collect()] {
        cuts.iter().for_each(|cut| alone.constraint(cut.constraint(), cut.origin()));
        alone.solve(&Limits::default())?;
        formula += alone.last_usage().cpu.unwrap_or_default();
    }
    Ok(Sample { process, formula, rounds, cuts: cuts.len() })
}

/// Returns the slope of the regression line through the logarithms of cells and times, from 20x20 (400 cells)
/// on.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let large = points.iter().filter(|(cells, time)| *cells >= 400.0 && *time > 0.0);
    let logs: Vec<(f64, f64)> = large.map(|(cells, time)| (cells.ln(), time.ln())).collect();
    let count = logs.len() as f64;
    let (x, y) = logs.iter().fold((0.0, 0.0), |(x, y), log| (x + log.0 / count, y + log.1 / count));
    let [across, square] = logs.iter().fold([0.0; 2], |[across, square], log| {
        [across + (log.0 - x) * (log.1 - y), square + (log.0 - x).powi(2)]
    });
    across / square
}
