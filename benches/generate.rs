//! The speed of puzzle generation, in the tables of the papers.
//!
//! ```text
//! cargo bench --bench generate -- [--seeds N] [--limit SECONDS] [labath|strategies|block|iterations|slitherlink]...
//! ```
//!
//! Prints Markdown tables with CPU times, next to the figures of the papers, which are wall times on other
//! machines. Each row is measured with the seeds 0 to N-1 (default 10). A row in which a puzzle takes longer
//! than the limit (default 60 s) shows `-`.

use std::error::Error;
use std::time::Duration;

use encycle::deduce::{Level, level_of};
use encycle::generate::{
    Difficulty, GenerateError, GenerateOptions, GeneratedPuzzle, GenerationRoute, Growth, Strategy,
    generate,
};
use encycle::puzzle::PuzzleKind;
use nix::time::{ClockId, clock_gettime};

fn main() -> Result<(), Box<dyn Error>> {
    let mut run = Run { seeds: 10, limit: Duration::from_secs(60) };
    let mut tables = Vec::new();
    // `cargo bench` adds `--bench`
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seeds" => run.seeds = words.next().ok_or("--seeds requires a number")?.parse()?,
            "--limit" => {
                let seconds: u64 = words.next().ok_or("--limit requires seconds")?.parse()?;
                run.limit = Duration::from_secs(seconds);
            }
            _ => tables.push(word),
        }
    }
    if tables.is_empty() {
        tables = ["labath", "slitherlink", "strategies", "block", "iterations"]
            .map(str::to_owned)
            .to_vec();
    }
    for table in &tables {
        match table.as_str() {
            "labath" => run.labath()?,
            "slitherlink" => run.slitherlink()?,
            "strategies" => run.strategies()?,
            "block" => run.block()?,
            "iterations" => run.iterations()?,
            other => return Err(format!("unknown table: `{other}`").into()),
        }
        println!();
    }
    Ok(())
}

struct Run {
    seeds: u64,
    limit: Duration,
}

struct Sample {
    generated: GeneratedPuzzle,
    seconds: f64,
}

impl Run {
    /// Generates a puzzle for each seed. Returns `None` if one of them exceeds the time limit.
    fn make(
        &self,
        options: &GenerateOptions,
        seeds: u64,
    ) -> Result<Option<Vec<Sample>>, GenerateError> {
        let options =
            GenerateOptions { timeout: Some(self.limit), attempts: u64::MAX, ..options.clone() };
        let mut samples = Vec::new();
        for seed in 0..seeds {
            let before = cpu();
            match generate(&options, seed) {
                Ok(generated) => samples.push(Sample { generated, seconds: cpu() - before }),
                Err(GenerateError::Limit(_)) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        Ok(Some(samples))
    }

    /// Prints the sizes of Labath 2010 (sections 2.1 to 2.3) with his times and ours.
    fn labath(&self) -> Result<(), GenerateError> {
        println!(
            "| kind | size | paper, s | random (the paper's algorithm), s | multi-branch, s | speedup |"
        );
        println!("|---|---|---|---|---|---|");
        let lines = [
            (PuzzleKind::Sudoku, 3, 3, Some(2.0)),
            (PuzzleKind::Sudoku, 4, 4, Some(60.0)),
            (PuzzleKind::Hamilton, 6, 6, Some(1.0)),
            (PuzzleKind::Hamilton, 8, 8, Some(10.0)),
            (PuzzleKind::Hamilton, 10, 10, Some(300.0)),
            (PuzzleKind::Hamilton, 12, 12, Some(7200.0)),
            (PuzzleKind::Chaos, 22, 22, None),
        ];
        for (kind, rows, cols, paper) in lines {
            let by = |way| {
                let samples = self.make(
                    &GenerateOptions { route: way, ..GenerateOptions::new(kind, rows, cols) },
                    self.seeds,
                )?;
                Ok::<_, GenerateError>(
                    samples.map(|samples| median(samples.iter().map(|one| one.seconds))),
                )
            };
            let (grown, down) = (
                by(GenerationRoute::Grow(Growth::Random))?,
                by(GenerationRoute::TopDown(Strategy::MultiBranch))?,
            );
            let faster = match (paper, grown) {
                (Some(paper), Some(grown)) => format!("{:.0}", paper / grown),
                _ => "-".to_owned(),
            };
            let paper = paper.map_or_else(|| "-".to_owned(), |paper: f64| paper.to_string());
            println!(
                "| {kind} | {rows}x{cols} | {paper} | {} | {} | {faster} |",
                shown(grown),
                shown(down)
            );
        }
        Ok(())
    }

    /// Prints the times of Slitherlinks by size.
    fn slitherlink(&self) -> Result<(), GenerateError> {
        println!("| size | strategy | median, s | max, s | clues |");
        println!("|---|---|---|---|---|");
        for (rows, cols) in [(5, 5), (10, 10), (12, 16), (20, 36), (30, 40)] {
            for way in [
                GenerationRoute::TopDown(Strategy::MultiBranch),
                GenerationRoute::Grow(Growth::Random),
            ] {
                let options = GenerateOptions {
                    route: way,
                    ..GenerateOptions::new(PuzzleKind::Slitherlink, rows, cols)
                };
                let Some(samples) = self.make(&options, self.seeds)? else {
                    println!("| {rows}x{cols} | {} | - | - | - |", name(way));
                    continue;
                };
                let max = samples.iter().map(|one| one.seconds).fold(0.0, f64::max);
                let clues = mean(samples.iter().map(|one| one.generated.clues as f64));
                println!(
                    "| {rows}x{cols} | {} | {} | {max:.3} | {clues:.1} |",
                    name(way),
                    shown(Some(median(samples.iter().map(|one| one.seconds)))),
                );
            }
        }
        Ok(())
    }

    /// Prints the difficulty of the Sudokus of each strategy: table 3.1 of Labath 2010, with our levels.
    fn strategies(&self) -> Result<(), GenerateError> {
        println!("| strategy | easy | medium | hard | guessing | clues | median, s |");
        println!("|---|---|---|---|---|---|---|");
        let ways = Growth::ALL.map(GenerationRoute::Grow).into_iter();
        for way in ways.chain([GenerationRoute::TopDown(Strategy::MultiBranch)]) {
            let options =
                GenerateOptions { route: way, ..GenerateOptions::new(PuzzleKind::Sudoku, 3, 3) };
            let Some(samples) = self.make(&options, 10 * self.seeds)? else { continue };
            let levels: Vec<Option<Level>> =
                samples.iter().map(|one| level_of(&one.generated.puzzle)).collect();
            let count = |level| levels.iter().filter(|&&one| one == level).count();
            let counts = Level::ALL.map(|level| count(Some(level)));
            println!(
                "| {} | {} | {} | {} | {} | {:.1} | {} |",
                name(way),
                counts[0],
                counts[1],
                counts[2],
                count(None),
                mean(samples.iter().map(|one| one.generated.clues as f64)),
                shown(Some(median(samples.iter().map(|one| one.seconds)))),
            );
        }
        Ok(())
    }

    /// Prints tables 3.1 to 3.5 of Block 2024: mean number of clues, mean time, clue sets tested.
    fn block(&self) -> Result<(), GenerateError> {
        println!(
            "| size | level | algorithm | clues | paper | s | paper | sets | sets per s | paper |"
        );
        println!("|---|---|---|---|---|---|---|---|---|---|");
        for (side, puzzles, figures) in [(5, 25, BLOCK_5), (6, 10, BLOCK_6), (7, 2, BLOCK_7)] {
            for (level, lines) in Level::ALL.into_iter().zip(figures) {
                for (strategy, (clues, seconds, rate)) in SEARCHES.into_iter().zip(lines) {
                    let options = neighbor_number(side, level, strategy, 50);
                    let head = format!("| {side}x{side} | {level} | {}", strategy.name());
                    match self.make(&options, puzzles.min(self.seeds))? {
                        None => {
                            println!("{head} | - | {clues} | - | {seconds} | - | - | {rate} |")
                        }
                        Some(samples) => {
                            let spent: f64 = samples.iter().map(|one| one.seconds).sum();
                            let sets: u64 =
                                samples.iter().map(|one| one.generated.tested_sets).sum();
                            println!(
                                "{head} | {:.1} | {clues} | {:.4} | {seconds} | {} | {:.0} | {rate} |",
                                mean(samples.iter().map(|one| one.generated.clues as f64)),
                                spent / samples.len() as f64,
                                sets / samples.len() as u64,
                                sets as f64 / spent,
                            );
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Prints table 3.6 of Block 2024: the number of clues by iterations. The paper does not state the size
    /// for this table; its figures are close to those of 6x6.
    fn iterations(&self) -> Result<(), GenerateError> {
        println!("| iterations | level | algorithm | clues | s | sets |");
        println!("|---|---|---|---|---|---|");
        for iterations in [1, 10, 50, 100] {
            for level in [Level::Easy, Level::Hard] {
                for strategy in &SEARCHES[2..] {
                    let options = neighbor_number(6, level, *strategy, iterations);
                    let Some(samples) = self.make(&options, self.seeds)? else { continue };
                    println!(
                        "| {iterations} | {level} | {} | {:.1} | {:.4} | {:.0} |",
                        strategy.name(),
                        mean(samples.iter().map(|one| one.generated.clues as f64)),
                        mean(samples.iter().map(|one| one.seconds)),
                        mean(samples.iter().map(|one| one.generated.tested_sets as f64)),
                    );
                }
            }
        }
        Ok(())
    }
}

fn neighbor_number(
    side: usize,
    level: Level,
    strategy: Strategy,
    iterations: usize,
) -> GenerateOptions {
    GenerateOptions {
        route: GenerationRoute::TopDown(strategy),
        iterations,
        difficulty: Difficulty::Level(level),
        ..GenerateOptions::new(PuzzleKind::NeighborNumber, side, side)
    }
}

/// The five algorithms of Block 2024, in the order of the paper.
const SEARCHES: [Strategy; 5] = [
    Strategy::ExploreTopDown,
    Strategy::ExploreBottomUp,
    Strategy::SingleBranch,
    Strategy::MultiBranch,
    Strategy::BottomUp,
];

/// Mean number of clues, mean time in seconds and sets per second, as printed in the paper, by level and
/// algorithm.
type Figures = [[(&'static str, &'static str, &'static str); 5]; 3];

/// Block 2024, tables 3.1 and 3.4.
const BLOCK_5: Figures = [
    [
        ("8.9", "3.6", "899"),
        ("8.6", "33.3", "645"),
        ("10.3", "0.1", "1497"),
        ("8.8", "2.2", "718"),
        ("10", "0.9", "711"),
    ],
    [
        ("6.1", "133.9", "102"),
        ("6.0", "91.3", "86"),
        ("7.9", "1.3", "171"),
        ("6.0", "17.0", "90"),
        ("7.9", "5.2", "111"),
    ],
    [
        ("6.0", "178.9", "76"),
        ("5.9", "106.5", "62"),
        ("7.2", "1.9", "124"),
        ("6.0", "16.9", "91"),
        ("7.6", "8.1", "71"),
    ],
];

/// Block 2024, tables 3.2 and 3.4.
const BLOCK_6: Figures = [
    [
        ("11.0", "11.1", "582"),
        ("11.2", "582.7", "364"),
        ("13.7", "0.2", "625"),
        ("11.1", "3.8", "521"),
        ("13.7", "2.0", "421"),
    ],
    [
        ("7.7", "1501.5", "49"),
        ("6.5", "739.0", "47"),
        ("10.2", "2.3", "102"),
        ("7.1", "39.9", "47"),
        ("9.5", "12.9", "53"),
    ],
    [
        ("6.4", "4071.1", "36"),
        ("6.4", "1801.7", "33"),
        ("7.6", "1073", "34"),
        ("6.3", "45.4", "43"),
        ("9.6", "19.7", "34"),
    ],
];

/// Block 2024, tables 3.3 and 3.4.
const BLOCK_7: Figures = [
    [
        ("14.0", "26.6", "394"),
        ("15.0", "9910.0", "204"),
        ("16.8", "221.8", "588"),
        ("14.0", "9.3", "241"),
        ("17.1", "5.8", "169"),
    ],
    [
        ("-", ">5h", "-"),
        ("-", ">5h", "-"),
        ("13.4", "3.8", "61"),
        ("11.7", "68.1", "41"),
        ("12.2", "35.2", "24"),
    ],
    [
        ("-", ">5h", "-"),
        ("-", ">5h", "-"),
        ("10.5", "8.0", "39"),
        ("8", "103.6", "21"),
        ("9.9", "45.6", "17"),
    ],
];

fn name(way: GenerationRoute) -> &'static str {
    match way {
        GenerationRoute::TopDown(strategy) => strategy.name(),
        GenerationRoute::Grow(growth) => growth.name(),
    }
}

fn shown(seconds: Option<f64>) -> String {
    seconds.map_or_else(|| "-".to_owned(), |seconds| format!("{seconds:.4}"))
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns the CPU time of this thread, in seconds.
fn cpu() -> f64 {
    let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("Linux has this clock");
    Duration::from(time).as_secs_f64()
}
