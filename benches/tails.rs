//! The tails of the built-in solver: the CPU time of `solve` with many seeds.
//!
//! ```text
//! cargo bench --bench tails -- [--seeds N] [--unique] [--timeout SECONDS] [FILE]...
//! ```
//!
//! Without files, the puzzles are random 36x36 Sudokus with 40 % of their values. Each puzzle is solved without a seed
//! and with the seeds from 1 to N (default 20). The table has a row per puzzle: the number of runs that ended within
//! the time limit (default 60 s), the CPU seconds of the process without a seed, and the median and the maximum over
//! all runs. Compare times within one call only, not across machines.

mod cpu;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use encycle::formats;
use encycle::generate::{GenerateOptions, random_clues};
use encycle::puzzle::PuzzleKind;

/// The generated puzzles.
const SUDOKUS: u64 = 6;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut seeds, mut timeout, mut is_unique) = (20, "60".to_owned(), false);
    let mut files = Vec::new();
    // `cargo bench` adds `--bench`
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seeds" => seeds = words.next().ok_or("--seeds requires a number")?.parse()?,
            "--timeout" => timeout = words.next().ok_or("--timeout requires a number")?,
            "--unique" => is_unique = true,
            file => files.push(PathBuf::from(file)),
        }
    }
    let folder = tempfile::tempdir()?;
    if files.is_empty() {
        files = sudokus(folder.path())?;
    }
    println!("| puzzle | runs | ended | no seed | median | worst | worst / median |");
    println!("|---|---|---|---|---|---|---|");
    for file in files {
        let (mut times, mut ended) = (Vec::new(), 0);
        for seed in 0..=seeds {
            let mut command = Command::new(env!("CARGO_BIN_EXE_encycle"));
            command.arg("solve").arg(&file).args(["--timeout", &timeout]);
            command.args(is_unique.then_some("--unique"));
            if seed > 0 {
                command.args(["--seed", &seed.to_string()]);
            }
            let before = cpu::of_children()?;
            let output = command.output()?;
            times.push((cpu::of_children()? - before).as_secs_f64());
            // 0: solved; 1: no solution, or several
            ended += usize::from(output.status.code().is_some_and(|code| code < 2));
        }
        let first = times[0];
        times.sort_by(f64::total_cmp);
        let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
        println!(
            "| {} | {} | {ended} | {first:.2} | {median:.2} | {worst:.2} | {:.1} |",
            file.file_stem().unwrap_or_default().display(),
            times.len(),
            worst / median,
        );
    }
    Ok(())
}

/// Writes random Sudokus to a folder.
fn sudokus(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let options = GenerateOptions {
        at_least: 36 * 36 * 2 / 5,
        ..GenerateOptions::new(PuzzleKind::Sudoku, 36, 36)
    };
    let write = |seed| {
        let file = folder.join(format!("sudoku-{seed}.txt"));
        std::fs::write(&file, formats::write_default(&random_clues(&options, seed)?.puzzle)?)?;
        Ok(file)
    };
    (1..=SUDOKUS).map(write).collect()
}
