//! The comparisons of the papers: samples puzzles from a collection, runs `encycle` on them, and writes
//! tables of the result rows between the marks of a document.

mod berschneider;
#[path = "../../cpu/mod.rs"]
mod cpu;
mod document;
mod every;
mod puzzles;
mod runs;
mod table;
mod westreicher;

use std::error::Error;
use std::path::{Path, PathBuf};

pub use document::insert;

use puzzles::Puzzles;
use runs::Runner;

type Fallible<T> = Result<T, Box<dyn Error>>;

/// The options of the command line.
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
    /// The document with the marks.
    pub into: PathBuf,
    /// The commit from which the program was built.
    pub commit: Option<String>,
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
}

impl Group {
    const ALL: [(Self, &str); 6] = [
        (Self::Sat, "sat"),
        (Self::Ip, "ip"),
        (Self::Methods, "methods"),
        (Self::Every, "every"),
        (Self::Configurations, "configurations"),
        (Self::Seven, "seven"),
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
            into: "docs/research/papers.md".into(),
            commit: None,
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
                "--into" => options.into = value("a file")?.into(),
                "--commit" => options.commit = Some(value("a commit")?),
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

/// Runs the groups with the `encycle` executable `program`, and writes their tables into the document. Runs
/// whose results are kept from an earlier call are not repeated.
pub fn run(options: &Options, program: &Path) -> Fallible<()> {
    let puzzles = Puzzles::of(&options.puzzles, options.sample)?;
    let mut document = std::fs::read_to_string(&options.into)
        .map_err(|error| format!("{}: {error}", options.into.display()))?;
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
        }?;
        for (block, text) in blocks {
            document = insert(&document, &block, &text)?;
        }
        // after each group, so that an interruption does not lose the finished tables
        std::fs::write(&options.into, &document)?;
    }
    Ok(())
}
