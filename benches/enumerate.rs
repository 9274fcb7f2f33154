//! The speed of enumeration in solutions per second, without output: by cubes, and by blocking clauses for
//! comparison.
//!
//! ```text
//! cargo bench --bench enumerate -- [FILE [MOST [ENCODING]]]
//! ```
//!
//! The default puzzle is `open-20x20.txt`: our own 20x20 Slitherlink with one solution, from which 12 random
//! clues were removed. MOST limits the number of solutions.

use std::error::Error;
use std::time::Instant;

use encycle::encodings::encoding::Cut;
use encycle::encodings::logic::LoweringOptions;
use encycle::encodings::puzzle::Solution;
use encycle::formats;
use encycle::solve::{
    BatSatSession, Enumerator, Failure, Finder, NextSolution, Observer, RoundReport, SearchOptions,
};

const OPEN: &str = include_str!("open-20x20.txt");

/// The maximal number of solutions found with blocking clauses, where each solution takes longer than the one
/// before.
const BY_CLAUSES: u64 = 20_000;

/// Counters of solver calls and cuts.
#[derive(Default)]
struct RoundCounts {
    rounds: u64,
    without_model: u64,
    cuts: usize,
}

impl Observer for RoundCounts {
    fn round(
        &mut self,
        report: &RoundReport,
        model: Option<&Solution>,
        _: &[Cut],
    ) -> Result<(), Failure> {
        self.rounds += 1;
        self.without_model += u64::from(model.is_none());
        self.cuts += report.cuts;
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo bench` adds `--bench`
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let parsed = match words.first() {
        Some(file) => formats::load(file, None)?,
        None => formats::read(OPEN, None)?,
    };
    let most = words.get(1).map_or(Ok(u64::MAX), |word| word.parse())?;
    let name = words.get(2).map_or_else(|| parsed.puzzle.builtin_encoding(), Clone::clone);
    let encoding = parsed.puzzle.presolved(parsed.puzzle.encoding(&name)?);
    let report = |method: &str, count: u64, counts: &RoundCounts, start: Instant| {
        let seconds = start.elapsed().as_secs_f64();
        let rate = count as f64 / seconds;
        let RoundCounts { rounds, without_model, cuts } = counts;
        println!("{method:<8} {count:>9} solutions {seconds:>8.3} s {rate:>8.0} per second");
        println!(
            "         {rounds:>9} rounds, {without_model} of them without a model; {cuts} cuts"
        );
    };

    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let mut all = Enumerator::new(&encoding, &mut session, SearchOptions::default());
    let (start, mut count, mut rounds) = (Instant::now(), 0, RoundCounts::default());
    while count < most && matches!(all.next_solution(&mut rounds)?, NextSolution::Solution(_)) {
        count += 1;
    }
    report("cubes", count, &rounds, start);

    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let mut finder = Finder::new(&encoding, &mut session, SearchOptions::default());
    let (start, mut count, mut rounds) = (Instant::now(), 0, RoundCounts::default());
    while count < most.min(BY_CLAUSES)
        && matches!(finder.next(&mut rounds)?, NextSolution::Solution(_))
    {
        count += 1;
    }
    report("clauses", count, &rounds, start);
    Ok(())
}
