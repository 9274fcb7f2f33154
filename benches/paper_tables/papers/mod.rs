//! The papers' comparisons: puzzles are drawn from a collection, `encycle` solves them, and tables of its rows go between the marks
//! of a document.

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

/// What is wanted.
pub struct Options {
    /// The groups, all if none is named.
    pub groups: Vec<Group>,
    /// How many puzzles of each size.
    pub sample: usize,
    /// The limit for each run, in seconds.
    pub limit: u64,
    /// The collection.
    pub puzzles: PathBuf,
    /// Where rows are kept.
    pub out: PathBuf,
    /// The document with the marks.
    pub into: PathBuf,
    /// What the program was built from.
    pub commit: Option<String>,
}

/// What belongs together: the runs of some tables and figures.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Berschneider's Figure 3.2.
    Sat,
    /// His Table 3.1 and Figure 3.1.
    Ip,
    /// His Tables 3.2 and 3.3, Figures 3.3 to 3.5 and 3.7 to 3.10.
    Methods,
    /// His Figure 3.6.
    Every,
    /// Westreicher's Figures 6.1, 6.2, 6.4 and 6.5.
    Configurations,
    /// His Figure 6.3.
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
        Ok(found.ok_or_else(|| format!("there is no group `{name}`; they are {names}"))?.0)
    }
}

impl Options {
    /// Of the words of a command line.
    pub fn of(words: impl Iterator<Item = String>) -> Fallible<Self> {
        let mut options = Self {
            groups: Vec::new(),
            sample: 5,
            limit: 20,
            puzzles: "examples/slitherlink".into(),
            out: "target/paper-tables".into(),
            into: "docs/papers.md".into(),
            commit: None,
        };
        let mut words = words;
        while let Some(word) = words.next() {
            let mut value =
                |what: &str| words.next().ok_or_else(|| format!("{word} wants {what} behind it"));
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
    Ok(number.ok_or_else(|| format!("{option} {word}: this is no positive whole number"))?)
}

/// Runs what is wanted with this program `encycle`, as far as there are no rows of it yet, and writes the tables into the document.
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
        // after each group, so that an end before the last one loses no table
        std::fs::write(&options.into, &document)?;
    }
    Ok(())
}
