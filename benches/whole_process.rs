//! The time of the whole process of `solve --unique`, from start to picture, over folders of puzzles.
//!
//! ```text
//! cargo bench --bench whole_process -- [--solver NAME] [FOLDER|FILE]...
//! ```
//!
//! The default folder is `examples/slitherlink`. The table has a row per size: number of puzzles,
//! verdicts, median and maximum CPU time of the process (user and system, children included),
//! rounds, cuts, and the share of the wall time spent outside the solver.
//! Each puzzle is measured once. Compare times within one call only, not across machines.

mod cpu;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

/// The measurements of one puzzle.
struct Sample {
    verdict: String,
    cpu: Duration,
    wall: Duration,
    solver: f64,
    rounds: usize,
    cuts: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo bench` adds `--bench`
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    let mut solver = None;
    let mut files = Vec::new();
    while let Some(word) = words.next() {
        if word == "--solver" {
            solver = words.next();
        } else {
            collect(Path::new(&word), &mut files)?;
        }
    }
    if files.is_empty() {
        collect(Path::new("examples/slitherlink"), &mut files)?;
    }
    let mut sizes: BTreeMap<(u64, u64), Vec<Sample>> = BTreeMap::new();
    for file in &files {
        let (size, sample) = measure(file, solver.as_deref())?;
        sizes.entry(size).or_default().push(sample);
    }
    println!(
        "| size | puzzles | verdicts | CPU ms median | CPU ms max | rounds | cuts | outside |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for ((rows, cols), samples) in sizes {
        let sorted = |of: &dyn Fn(&Sample) -> f64| {
            let mut values: Vec<f64> = samples.iter().map(of).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        let median = |values: &[f64]| values[values.len() / 2];
        let cpu = sorted(&|sample| sample.cpu.as_secs_f64() * 1e3);
        let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
        for sample in &samples {
            *verdicts.entry(&sample.verdict).or_default() += 1;
        }
        let verdicts: Vec<String> =
            verdicts.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
        let wall: f64 = samples.iter().map(|sample| sample.wall.as_secs_f64()).sum();
        let inside: f64 = samples.iter().map(|sample| sample.solver).sum();
        println!(
            "| {rows}x{cols} | {} | {} | {:.1} | {:.1} | {} | {} | {:.1} % |",
            samples.len(),
            verdicts.join(", "),
            median(&cpu),
            cpu[cpu.len() - 1],
            median(&sorted(&|sample| sample.rounds as f64)),
            median(&sorted(&|sample| sample.cuts as f64)),
            (wall - inside) / wall * 100.0,
        );
    }
    Ok(())
}

/// Adds the `.txt` files of a folder in the order of their names, or the file itself.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        let mut found: Vec<PathBuf> = std::fs::read_dir(path)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        found.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
        found.sort();
        files.extend(found);
    } else {
        files.push(path.to_owned());
    }
    Ok(())
}

/// Runs the process twice: first without `--json` for the CPU time, then with `--json` for the wall time and
/// the figures in the report.
fn measure(file: &Path, solver: Option<&str>) -> Result<((u64, u64), Sample), Box<dyn Error>> {
    let command = |json: bool| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_encycle"));
        command.arg("solve").arg(file).arg("--unique");
        if json {
            command.arg("--json");
        }
        if let Some(solver) = solver {
            command.args(["--solver", solver]);
        }
        command
    };
    let before = cpu::of_children()?;
    command(false).output()?;
    let cpu = cpu::of_children()? - before;
    let start = Instant::now();
    let output = command(true).output()?;
    let wall = start.elapsed();
    let report: Value = serde_json::from_slice(&output.stdout)?;
    let number = |value: &Value| value.as_u64().ok_or("missing number in the JSON report");
    let rounds = report["rounds"].as_array().ok_or("missing key in the JSON report: rounds")?;
    let sample = Sample {
        verdict: report["verdict"].as_str().unwrap_or("?").to_owned(),
        cpu,
        wall,
        solver: rounds.iter().filter_map(|round| round["solver_seconds"].as_f64()).sum(),
        rounds: rounds.len(),
        cuts: number(&report["cuts"])?,
    };
    Ok(((number(&report["size"]["rows"])?, number(&report["size"]["cols"])?), sample))
}
