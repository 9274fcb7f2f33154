//! All solutions of a puzzle in one session, how many a second: without output, and by clauses for comparison.
//!
//! ```text
//! cargo bench --bench enumerate -- [FILE [MOST [ENCODING]]]
//! ```
//!
//! Without a file, the puzzle below: a 20x20 Slitherlink of ours with one solution, of whose clues 12 were
//! taken away at random.

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

/// How many are found by clauses: each takes longer than the one before.
const BY_CLAUSES: u64 = 20_000;

/// Counts the calls of the solver.
#[derive(Default)]
struct Counted {
    asked: u64,
    none: u64,
    cuts: usize,
}

impl Observer for Counted {
    fn round(
        &mut self,
        report: &RoundReport,
        model: Option<&Solution>,
        _: &[Cut],
    ) -> Result<(), Failure> {
        self.asked += 1;
        self.none += u64::from(model.is_none());
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
    let report = |way: &str, count: u64, rounds: &Counted, start: Instant| {
        let seconds = start.elapsed().as_secs_f64();
        let rate = count as f64 / seconds;
        let (asked, none, cuts) = (rounds.asked, rounds.none, rounds.cuts);
        println!("{way:<8} {count:>9} solutions {seconds:>8.3} s {rate:>8.0} a second");
        println!("         {asked:>9} rounds, {none} of them without a model; {cuts} cuts");
    };

    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let mut all = Enumerator::new(&*encoding, &mut session, SearchOptions::default());
    let (start, mut count, mut rounds) = (Instant::now(), 0, Counted::default());
    while count < most && matches!(all.next(&mut rounds)?, NextSolution::Solution(_)) {
        count += 1;
    }
    report("cubes", count, &rounds, start);

    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let mut finder = Finder::new(&*encoding, &mut session, SearchOptions::default());
    let (start, mut count, mut rounds) = (Instant::now(), 0, Counted::default());
    while count < most.min(BY_CLAUSES)
        && matches!(finder.next(&mut rounds)?, NextSolution::Solution(_))
    {
        count += 1;
    }
    report("clauses", count, &rounds, start);
    Ok(())
}
