//! A campaign: the jobs in their order, which of them are left, and a pool that runs them.

use std::collections::HashSet;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::collection::Collection;
use super::configuration::Configuration;
use super::log::{Log, LogError};
use super::machine::Machine;
use super::row::{Program, Row};
use super::run::run;
use crate::search::Engine;
use crate::sha256;
use crate::solvers::WorkDir;

/// A configuration with the solver that was found for it.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The configuration.
    pub configuration: Configuration,
    /// Its solver.
    pub program: Program,
    built_in: bool,
}

impl Entrant {
    /// A configuration whose solver is this engine, of which [`Program::of`] has told.
    #[must_use]
    pub fn new(configuration: Configuration, engine: &Engine, program: Program) -> Self {
        Self { configuration, program, built_in: engine.is_embedded_sat() }
    }
}

/// What holds for all jobs.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The limit on the wall clock for each.
    pub timeout: Duration,
    /// How often each puzzle is put to each configuration.
    pub repeats: u32,
    /// The seed of the first repeat; each further one has the next.
    pub seed: Option<u64>,
    /// How many run side by side.
    pub jobs: NonZero<usize>,
    /// Further arguments of `encycle solve`, such as `--unique`. Paths in them must be absolute.
    pub further: Vec<String>,
}

/// One run that is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The hash of the puzzle, the arguments, the repeat and the seed: the same in each process that plans the same.
    pub id: String,
    /// The number of the puzzle in the collection.
    pub puzzle: usize,
    /// The number of the entrant.
    pub entrant: usize,
    /// Which repeat, from 1.
    pub repeat: u32,
    /// The solver's seed.
    pub seed: Option<u64>,
}

/// Every entrant on every puzzle.
#[derive(Debug)]
pub struct Campaign {
    /// The program `encycle`.
    pub program: PathBuf,
    /// The same, as it is told in rows.
    pub encycle: Program,
    /// The puzzles.
    pub collection: Collection,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// What holds for all jobs.
    pub settings: Settings,
    /// Where.
    pub machine: Machine,
    folder: PathBuf,
}

/// Why a campaign does not go on.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// The rows.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A file or folder.
    #[error("{what}: {error}")]
    Io {
        /// Which.
        what: String,
        /// The system's word.
        error: io::Error,
    },
    /// The rows that are there are of something else.
    #[error(
        "{} has rows {of}; they do not go together: name another folder, or go on as before",
        folder.display()
    )]
    Different {
        /// The campaign's folder.
        folder: PathBuf,
        /// What differs.
        of: String,
    },
}

impl Campaign {
    /// A campaign with this program `encycle` and this folder, into which the puzzles are written: it has all that is
    /// needed to run a job again, and to draw it.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn new(
        program: PathBuf,
        folder: &Path,
        collection: Collection,
        entrants: Vec<Entrant>,
        settings: Settings,
    ) -> Result<Self, CampaignError> {
        let failed =
            |path: &Path, error| CampaignError::Io { what: path.display().to_string(), error };
        let sha256 = sha256::of_file(&program).map_err(|error| failed(&program, error))?;
        let version = Some(env!("CARGO_PKG_VERSION").to_owned());
        let encycle = Program { name: "encycle".to_owned(), version, sha256 };
        let folder = std::path::absolute(folder).map_err(|error| failed(folder, error))?;
        let machine = Machine::this();
        let campaign = Self { program, encycle, collection, entrants, settings, machine, folder };
        for entry in &campaign.collection.entries {
            let path = puzzle_file(&campaign.folder, &entry.sha256);
            let parent = path.parent().unwrap_or(&path);
            std::fs::create_dir_all(parent).map_err(|error| failed(parent, error))?;
            std::fs::write(&path, &entry.text).map_err(|error| failed(&path, error))?;
        }
        Ok(campaign)
    }

    /// All jobs. What is to be compared comes close together: within a repeat all entrants follow each other on one
    /// puzzle, so that a machine that grows warm or busy is so for all. Configurations that do not fit a puzzle
    /// (an encoding that its kind does not have) are left out.
    #[must_use]
    pub fn jobs(&self) -> Vec<Job> {
        let mut jobs = Vec::new();
        for repeat in 1..=self.settings.repeats {
            let seed = self.seed(repeat);
            for (puzzle, entry) in self.collection.entries.iter().enumerate() {
                for (entrant, one) in self.entrants.iter().enumerate() {
                    let default = match one.built_in {
                        true => entry.puzzle.embedded_encoding(),
                        false => entry.puzzle.default_encoding(),
                    };
                    if one.configuration.fits(&entry.puzzle, &default) {
                        let mut job = Job { id: String::new(), puzzle, entrant, repeat, seed };
                        let words = self.options(&job).join("\0");
                        job.id = sha256::of_text(&format!("{}\0{words}\0{repeat}", entry.sha256));
                        jobs.push(job);
                    }
                }
            }
        }
        jobs
    }

    /// The seed of a repeat.
    fn seed(&self, repeat: u32) -> Option<u64> {
        self.settings.seed.map(|seed| seed.wrapping_add(u64::from(repeat).saturating_sub(1)))
    }

    /// The words behind `encycle` for a job.
    #[must_use]
    pub fn arguments(&self, job: &Job) -> Vec<String> {
        let file = puzzle_file(&self.folder, &self.collection.entries[job.puzzle].sha256);
        let mut words = vec!["solve".to_owned(), file.display().to_string(), "--json".to_owned()];
        words.extend(self.options(job));
        words
    }

    /// Those of them that do not depend on where the folder is.
    fn options(&self, job: &Job) -> Vec<String> {
        let mut words = self.entrants[job.entrant].configuration.arguments();
        let mut add = |option: &str, value: String| words.extend([option.to_owned(), value]);
        let puzzle = &self.collection.entries[job.puzzle].puzzle;
        // not every text says them
        add("--kind", puzzle.kind().name().to_owned());
        if let Some(variant) = puzzle.variant() {
            add("--variant", variant.to_owned());
        }
        add("--timeout", self.settings.timeout.as_secs_f64().to_string());
        if let Some(seed) = job.seed {
            add("--seed", seed.to_string());
        }
        words.extend(self.settings.further.iter().cloned());
        words
    }

    /// The jobs that have no row yet.
    ///
    /// # Errors
    /// If the rows were measured with other limits, or by other programs.
    pub fn left(&self, rows: &[Row]) -> Result<Vec<Job>, CampaignError> {
        for row in rows {
            let timeout = self.settings.timeout.as_secs_f64();
            let entrant =
                self.entrants.iter().find(|one| one.configuration.label() == row.configuration);
            let (further, seed) = (further_of(row), self.seed(row.repeat));
            let of = if row.timeout_seconds != timeout {
                format!("with --timeout {}, not {timeout}", row.timeout_seconds)
            } else if further != self.settings.further {
                let words = |words: &[String]| format!("[{}]", words.join(" "));
                format!("with {}, not {}", words(further), words(&self.settings.further))
            } else if row.seed != seed {
                let words = |seed: Option<u64>| {
                    seed.map_or("no seed".to_owned(), |it| format!("seed {it}"))
                };
                format!("with {}, not {}, in repeat {}", words(row.seed), words(seed), row.repeat)
            } else if row.encycle.sha256 != self.encycle.sha256 {
                "of another build of encycle".to_owned()
            } else if entrant.is_some_and(|one| one.program.sha256 != row.solver.sha256) {
                format!("of another build of {}", row.solver.name)
            } else {
                continue;
            };
            return Err(CampaignError::Different { folder: self.folder.clone(), of });
        }
        let done: HashSet<&str> = rows.iter().map(|row| &*row.id).collect();
        Ok(self.jobs().into_iter().filter(|job| !done.contains(&*job.id)).collect())
    }

    /// Runs jobs, so many at a time as the settings say, in their order. Each row is in the log before `told` hears
    /// of it.
    ///
    /// # Errors
    /// If a row cannot be kept; then nothing more is begun.
    pub fn run(
        &self,
        jobs: &[Job],
        log: &Log,
        told: &(dyn Fn(Row) + Sync),
    ) -> Result<(), CampaignError> {
        let next = AtomicUsize::new(0);
        let failure: Mutex<Option<CampaignError>> = Mutex::new(None);
        let work = || -> Result<(), CampaignError> {
            let directory =
                |error| CampaignError::Io { what: "a temporary directory".to_owned(), error };
            let work = WorkDir::new().map_err(directory)?;
            while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                let row = run(self, job, work.path());
                log.append(&row)?;
                told(row);
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            for _ in 0..self.settings.jobs.get().min(jobs.len()) {
                scope.spawn(|| {
                    if let Err(error) = work() {
                        next.store(jobs.len(), Ordering::Relaxed);
                        let mut first = failure.lock().unwrap_or_else(|lock| lock.into_inner());
                        first.get_or_insert(error);
                    }
                });
            }
        });
        let failure = failure.into_inner().unwrap_or_else(|lock| lock.into_inner());
        failure.map_or(Ok(()), Err)
    }
}

/// Where a puzzle is kept in a campaign's folder.
pub(super) fn puzzle_file(folder: &Path, sha256: &str) -> PathBuf {
    folder.join("puzzles").join(format!("{}.txt", sha256.get(..16).unwrap_or(sha256)))
}

/// The words of [`Settings::further`] in a row's command: those after the limit and the seed, which come before them.
fn further_of(row: &Row) -> &[String] {
    let limit = row.command.iter().position(|word| word == "--timeout");
    let words = limit.and_then(|limit| row.command.get(limit + 2..)).unwrap_or(&[]);
    match words {
        [option, _, rest @ ..] if option == "--seed" => rest,
        words => words,
    }
}
