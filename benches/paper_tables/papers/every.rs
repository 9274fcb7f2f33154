//! The comparison of Berschneider 2024, section 3.4: finding all solutions.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use encycle::bench::{Collection, CollectionEntry, RunStatus};
use encycle::count::{CountMethod, CountOptions, count};
use encycle::encodings::logic::LoweringOptions;
use encycle::formats;
use encycle::puzzle::PuzzleKind;
use encycle::solve::{self, BatSatSession, Finder, NextSolution};
use nix::time::{ClockId, clock_gettime};
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;
use serde_json::json;

use super::puzzles::{Puzzles, stem};
use super::runs::{Run, Runner};
use super::table::{Column, seconds, table};
use super::{Blocks, Fallible};

/// The puzzle that comes with Encycle, so that the comparison does not depend on the collection.
const OPEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/open-20x20.txt");

/// The number of clues that the paper removes from its puzzle.
const TAKEN: usize = 12;
/// The accepted numbers of solutions. The paper's puzzle has 113 100 solutions without the removed clues.
const ORDER: std::ops::Range<u64> = 30_000..400_000;
/// The number of puzzles taken from the collection.
const WANTED: usize = 3;
/// The number of seeds tried for each puzzle of the collection.
const SEEDS: u64 = 40;

/// The memory limit of a decision diagram, in megabytes.
const MEMORY: &[&str] = &["--memory", "6000"];

/// Repeats Figure 3.6.
pub fn every(runner: &mut Runner, puzzles: &Puzzles) -> Fallible<Blocks> {
    let mut files = vec![PathBuf::from(OPEN)];
    files.extend(thinned(puzzles, runner.folder())?);
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let collection = Collection::of(&names, Some(PuzzleKind::Slitherlink), None);
    let chosen: Vec<&CollectionEntry> = collection.entries.iter().collect();
    let limit = runner.limit().to_string();
    let mut columns = Vec::new();
    let mut runs = Vec::new();
    for presolve in ["off", "on"] {
        // only diagrams get a memory limit: the memory of the solver does not grow, and it would poll the
        // limit after each solution
        for (what, method, memory) in [
            ("ZDD", &["zdd", "--sample", "1"][..], MEMORY),
            ("ZDD, number only", &["zdd", "--sample", "0"], MEMORY),
            ("SAT by cubes", &["sat"], &[]),
        ] {
            let name = format!("{what}, presolver {presolve}");
            let limits = ["--presolve", presolve, "--timeout", &limit];
            let words = [&["count", "--method"][..], method, &limits, memory].concat();
            runs.extend(runner.commands(&chosen, &name, &words)?);
            columns.push(Column::new(name.clone(), name));
        }
        if presolve == "off" {
            let name = "SAT by clauses, presolver off";
            for entry in &chosen {
                let seconds = runner.limit();
                runs.push(runner.kept(entry, name, &format!("clauses {seconds}"), || {
                    by_clauses(entry, seconds)
                })?);
            }
            columns.push(Column::new(name, name));
        }
    }
    let note = runner.told(&format!("{} puzzles of 20x20", chosen.len()));
    Ok(vec![(
        "berschneider-every".to_owned(),
        lines(&chosen, &runs, &columns, runner.limit()) + "\n" + &note,
    )])
}

/// Removes [`TAKEN`] random clues from 20x20 puzzles of the collection, and returns the files of [`WANTED`]
/// results whose number of solutions is in [`ORDER`].
///
/// Every attempt leaves a file in `folder`, so that it is not repeated. The file is empty if the number of
/// solutions is not in [`ORDER`].
fn thinned(puzzles: &Puzzles, folder: &Path) -> Fallible<Vec<PathBuf>> {
    let mut files = Vec::new();
    for seed in 0..SEEDS {
        for entry in puzzles.all_of((20, 20)) {
            let folder = folder.join(&entry.sha256[..8]);
            fs::create_dir_all(&folder)?;
            let file = folder.join(format!("{}-seed-{seed}.txt", stem(entry)));
            if !file.exists() {
                let text = without_clues(&entry.text, seed);
                fs::write(&file, if has_wanted_order(&text)? { &*text } else { "" })?;
            }
            if fs::metadata(&file)?.len() > 0 {
                files.push(file);
            }
            if files.len() == WANTED {
                return Ok(files);
            }
        }
    }
    Ok(files)
}

/// Returns whether the number of solutions is in [`ORDER`]. A puzzle that takes more than ten seconds has
/// many more solutions.
fn has_wanted_order(text: &str) -> Fallible<bool> {
    let options =
        CountOptions { timeout: Some(Duration::from_secs(10)), ..CountOptions::default() };
    let puzzle = formats::read(text, Some(PuzzleKind::Slitherlink))?.puzzle;
    let count = count(&puzzle, CountMethod::Zdd, &options);
    Ok(count.is_ok_and(|count| {
        u64::try_from(&count.solutions).is_ok_and(|count| ORDER.contains(&count))
    }))
}

/// Removes [`TAKEN`] random clues from the text of a puzzle.
fn without_clues(text: &str, seed: u64) -> String {
    let body = text.find('\n').map_or(0, |end| end + 1);
    let mut places: Vec<usize> = text
        .char_indices()
        .filter(|&(place, c)| place >= body && c.is_ascii_digit())
        .map(|(place, _)| place)
        .collect();
    places.shuffle(&mut Pcg64Mcg::seed_from_u64(seed));
    let taken = &places[..places.len().min(TAKEN)];
    text.char_indices().map(|(place, c)| if taken.contains(&place) { '.' } else { c }).collect()
}

/// Enumerates the solutions like the paper: one after the other, each blocked by a clause, in one session of
/// the solver.
fn by_clauses(entry: &CollectionEntry, limit: u64) -> Fallible<(Duration, serde_json::Value)> {
    let own_cpu = || clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map(Duration::from);
    let encoding = entry.puzzle.encoding("edge")?;
    let before = own_cpu()?;
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let limits = solve::SearchOptions {
        timeout: Some(Duration::from_secs(limit)),
        ..solve::SearchOptions::default()
    };
    let mut finder = Finder::new(&encoding, &mut session, limits);
    let mut found = 0_u64;
    let verdict = loop {
        match finder.next(&mut ())? {
            NextSolution::Solution(_) => found += 1,
            NextSolution::Exhausted => break "counted",
            NextSolution::Unknown(_) => break "unknown",
        }
    };
    Ok((own_cpu()? - before, json!({ "verdict": verdict, "count": found.to_string() })))
}

fn lines(puzzles: &[&CollectionEntry], runs: &[Run], columns: &[Column], limit: u64) -> String {
    let mut heading = vec!["puzzle".to_owned(), "solutions".to_owned()];
    heading.extend(columns.iter().map(|column| column.heading.clone()));
    let line = |entry: &&CollectionEntry| {
        let of = |column: &Column| {
            runs.iter().find(|run| run.name == column.name && run.puzzle == entry.sha256)
        };
        let counts: Vec<u64> = columns
            .iter()
            .filter_map(of)
            .filter(|run| run.is_answered())
            .filter_map(|run| run.count)
            .collect();
        let agreed = counts.windows(2).all(|pair| pair[0] == pair[1]);
        let count = match counts.first() {
            Some(count) if agreed => count.to_string(),
            Some(_) => format!("**the counts differ: {counts:?}**"),
            None => "–".to_owned(),
        };
        let name = stem(entry);
        let time = |column: &Column| match of(column) {
            Some(run) if run.is_answered() => seconds(run.cpu),
            Some(run) => match run.count.filter(|_| run.status == RunStatus::Limit) {
                Some(found) => format!("over {limit}, {found} found"),
                None => format!("{}, {limit}", run.status.name()),
            },
            None => "–".to_owned(),
        };
        [name, count].into_iter().chain(columns.iter().map(time)).collect()
    };
    table(&heading, puzzles.iter().map(line))
}
