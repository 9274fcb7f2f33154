//! The tables of the papers: samples puzzles from a collection or generates them, runs `encycle` on them, and writes
//! tables of the results between the marks of the pages of the papers.

mod berschneider;
mod block;
#[path = "../../cpu/mod.rs"]
mod cpu;
mod document;
mod every;
mod generated;
mod labath;
mod puzzles;
mod runs;
mod table;
mod westreicher;
mod yoshinaka;

use std::error::Error;
use std::path::{Path, PathBuf};

pub use document::Pages;

use puzzles::Puzzles;
use runs::Runner;
use table::Column;

type Fallible<T> = Result<T, Box<dyn Error>>;
/// Texts, each with the name of its mark.
type Blocks = Vec<(String, String)>;

/// The options of the command line.
#[derive(Clone)]
pub struct Options {
    /// The groups to run; all groups if the command line names none.
    pub groups: Vec<Group>,
    /// The number of puzzles of each size.
    pub sample: usize,
    /// The wall-clock limit of each run, in seconds.
    pub limit: u64,
    /// The folder of the collection.
    pub puzzles: PathBuf,
    /// The folder of the result rows.
    pub out: PathBuf,
    /// The folder of the pages with the marks.
    pub into: PathBuf,
    /// The number of generated puzzles of a row, or of Numberlinks of a size.
    pub seeds: u64,
    /// The folder of the Numberlinks.
    pub numberlinks: PathBuf,
}

/// A group of tables and figures that share their runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Berschneider 2024: Figure 3.2.
    Sat,
    /// Berschneider 2024: Table 3.1 and Figure 3.1.
    Ip,
    /// Berschneider 2024: Tables 3.2 and 3.3, Figures 3.3 to 3.5 and 3.7 to 3.10.
    Methods,
    /// Berschneider 2024: Figure 3.6.
    Every,
    /// Westreicher 2011: Figures 6.1, 6.2, 6.4 and 6.5.
    Configurations,
    /// Westreicher 2011: Figure 6.3.
    Seven,
    /// The single rules of the presolver (the future work of Berschneider 2024).
    Rules,
    /// Labath 2010: sections 2.1 to 2.3.
    Sizes,
    /// Labath 2010: Table 3.1.
    Strategies,
    /// Block 2024: Tables 3.1 to 3.5.
    Algorithms,
    /// Block 2024: Table 3.6.
    Iterations,
    /// Yoshinaka et al. 2012: Tables 1 and 2.
    Numberlinks,
    /// Yoshinaka et al. 2012: Tables 4 to 7.
    Pairs,
}

impl Group {
    const ALL: [(Self, &str); 13] = [
        (Self::Sat, "sat"),
        (Self::Ip, "ip"),
        (Self::Methods, "methods"),
        (Self::Every, "every"),
        (Self::Configurations, "configurations"),
        (Self::Seven, "seven"),
        (Self::Rules, "rules"),
        (Self::Sizes, "sizes"),
        (Self::Strategies, "strategies"),
        (Self::Algorithms, "algorithms"),
        (Self::Iterations, "iterations"),
        (Self::Numberlinks, "numberlinks"),
        (Self::Pairs, "pairs"),
    ];

    fn named(name: &str) -> Fallible<Self> {
        let found = Self::ALL.into_iter().find(|(_, known)| *known == name);
        let names = Self::ALL.map(|(_, name)| name).join(", ");
        Ok(found.ok_or_else(|| format!("unknown group: `{name}`; the groups are {names}"))?.0)
    }
}

impl Options {
    /// Parses the arguments of a command line.
    ///
    /// # Errors
    /// If a group is unknown, or the value of an option is missing or invalid.
    pub fn of(words: impl Iterator<Item = String>) -> Fallible<Self> {
        let mut options = Self {
            groups: Vec::new(),
            sample: 5,
            limit: 20,
            puzzles: "examples/slitherlink".into(),
            out: "target/paper-tables".into(),
            into: "docs/research/papers".into(),
            seeds: 10,
            numberlinks: "examples/numberlink".into(),
        };
        let mut words = words;
        while let Some(word) = words.next() {
            let mut value =
                |what: &str| words.next().ok_or_else(|| format!("{word} requires {what}"));
            match word.as_str() {
                "--sample" => options.sample = sample(&value("a number, or `all`")?)?,
                "--limit" => options.limit = positive("--limit", &value("seconds")?)?,
                "--puzzles" => options.puzzles = value("a folder")?.into(),
                "--out" => options.out = value("a folder")?.into(),
                "--into" => options.into = value("a folder")?.into(),
                "--seeds" => options.seeds = positive("--seeds", &value("a number")?)?,
                "--numberlinks" => options.numberlinks = value("a folder")?.into(),
                group => options.groups.push(Group::named(group)?),
            }
        }
        if options.groups.is_empty() {
            options.groups = Group::ALL.map(|(group, _)| group).to_vec();
        }
        Ok(options)
    }
}

fn sample(word: &str) -> Fallible<usize> {
    if word == "all" { Ok(usize::MAX) } else { Ok(positive("--sample", word)? as usize) }
}

fn positive(option: &str, word: &str) -> Fallible<u64> {
    let number = word.parse().ok().filter(|&number| number > 0);
    Ok(number.ok_or_else(|| format!("{option} {word}: not a positive integer"))?)
}

/// Runs the groups with the `encycle` executable `program`, and writes their tables into the pages. Runs
/// whose results are kept from an earlier call are not repeated.
pub fn run(options: &Options, program: &Path) -> Fallible<()> {
    let puzzles = Puzzles::of(&options.puzzles, options.sample)?;
    let mut pages = Pages::read(&options.into)?;
    for &group in &options.groups {
        let name =
            Group::ALL.into_iter().find(|(one, _)| *one == group).map_or("", |(_, name)| name);
        eprintln!("{name}: running");
        let mut runner = Runner::new(options, program, name)?;
        let blocks = match group {
            Group::Sat => berschneider::sat(&mut runner, &puzzles),
            Group::Ip => berschneider::ip(&mut runner, &puzzles),
            Group::Methods => berschneider::methods(&mut runner, &puzzles),
            Group::Every => every::every(&mut runner, &puzzles),
            Group::Configurations => westreicher::configurations(&mut runner, &puzzles),
            Group::Seven => westreicher::seven(&mut runner, &puzzles),
            Group::Rules => berschneider::rules(&mut runner, &puzzles),
            Group::Sizes => labath::sizes(&runner),
            Group::Strategies => labath::strategies(&mut runner),
            Group::Algorithms => block::algorithms(&runner),
            Group::Iterations => block::iterations(&runner),
            Group::Numberlinks => yoshinaka::solvers(&mut runner),
            Group::Pairs => yoshinaka::pair_sets(&mut runner),
        }?;
        // after each group, so that an interruption does not lose the finished tables
        pages.insert(blocks)?;
    }
    Ok(())
}
