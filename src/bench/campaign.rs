//! Campaigns: the ordered list of jobs, and the selection of the jobs without a row.

use std::collections::{HashMap, HashSet};
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use encycle_encodings::encoding::CutKind;

use crate::bench::configuration::Configuration;
use crate::bench::entry::{CampaignEntry, CampaignProblem};
use crate::bench::hashes::FormulaHashes;
use crate::bench::log::LogError;
use crate::bench::row::Machine;
use crate::bench::row::{ResultRow, UsedProgram};
use crate::problem::Problem;
use crate::solve::{Engine, SearchOptions};
use encycle_files::sha256;

/// A configuration together with the solver resolved for it.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The configuration.
    pub configuration: Configuration,
    /// The solver.
    pub engine: Engine,
    /// The solver as recorded in result rows: the value of [`UsedProgram::of`].
    pub program: UsedProgram,
}

/// The settings shared by all jobs.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The wall-clock limit of each run.
    pub timeout: Duration,
    /// The number of times that each configuration solves each puzzle.
    pub repeats: u32,
    /// The seed of the first repeat. Each further repeat uses the next integer.
    pub seed: Option<u64>,
    /// The number of runs executed in parallel.
    pub jobs: NonZero<usize>,
    /// Whether each run starts from the recorded cuts of its puzzle (`encycle solve --replay`), so that all solvers get the same
    /// formula. [`Campaign::record_ledgers`] records them.
    pub replay: bool,
    /// Additional arguments of `encycle solve`, such as `--unique`. Paths in them must be absolute.
    pub further: Vec<String>,
}

/// One planned run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignJob {
    /// The hash of the puzzle, the arguments, the repeat and the seed. Therefore every process that plans the same
    /// campaign computes the same id.
    pub id: String,
    /// The index of the puzzle in the collection.
    pub puzzle: usize,
    /// The index of the entrant.
    pub entrant: usize,
    /// The repeat, counted from 1.
    pub repeat: u32,
    /// The solver's seed.
    pub seed: Option<u64>,
}

/// A campaign: every entrant on every puzzle.
#[derive(Debug)]
pub struct Campaign {
    pub(super) program: PathBuf,
    pub(super) encycle: UsedProgram,
    pub(super) entries: Vec<CampaignEntry>,
    pub(super) entrants: Vec<Entrant>,
    pub(super) settings: Settings,
    pub(super) machine: Machine,
    pub(super) hashes: FormulaHashes,
    folder: PathBuf,
    jobs: Vec<CampaignJob>,
}

/// An error that stops a campaign.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// The result rows cannot be read or written.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A file or folder cannot be read or written.
    #[error("{what}: {error}")]
    Io {
        /// The path, or a description of the file.
        what: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The existing result rows are not comparable with the rows of this campaign.
    #[error(
        "{}: the existing rows were measured {of}\nhelp: use another folder, or repeat the options and programs \
         of the existing rows",
        folder.display()
    )]
    Different {
        /// The folder of the rows.
        folder: PathBuf,
        /// The difference, as the end of "the existing rows were measured ...".
        of: String,
    },
}

impl Campaign {
    /// Plans a campaign that runs `program` (an `encycle` executable) and keeps its files in `folder`. Nothing is
    /// written.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or written.
    pub fn new(
        program: PathBuf,
        folder: &Path,
        entries: Vec<CampaignEntry>,
        entrants: Vec<Entrant>,
        settings: Settings,
    ) -> Result<Self, CampaignError> {
        let failed =
            |path: &Path, error| CampaignError::Io { what: path.display().to_string(), error };
        let sha256 = sha256::of_program(&program).map_err(|error| failed(&program, error))?;
        let version = Some(env!("CARGO_PKG_VERSION").to_owned());
        let encycle = UsedProgram { name: "encycle".to_owned(), version, sha256 };
        let folder = std::path::absolute(folder).map_err(|error| failed(folder, error))?;
        let machine = Machine::this();
        let (jobs, hashes) = (Vec::new(), FormulaHashes::default());
        let mut campaign =
            Self { program, encycle, entries, entrants, settings, machine, hashes, folder, jobs };
        campaign.jobs = campaign.plan();
        Ok(campaign)
    }

    /// Writes every puzzle and model into the folder, so that the folder alone suffices to repeat each job and to draw each
    /// puzzle.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn keep_puzzles(&self) -> Result<(), CampaignError> {
        for entry in &self.entries {
            entry.keep(&self.folder).map_err(|(path, error)| CampaignError::Io {
                what: path.display().to_string(),
                error,
            })?;
        }
        Ok(())
    }

    /// Returns the entrants.
    #[must_use]
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// Returns all jobs in the order in which they run.
    ///
    /// Within a repeat, all entrants run on one puzzle before the next puzzle starts, so that thermal
    /// throttling and background load affect all of them alike. Configurations that do not apply to a puzzle
    /// (for example an encoding of another kind) are omitted.
    #[must_use]
    pub fn jobs(&self) -> &[CampaignJob] {
        &self.jobs
    }

    /// Returns the puzzles and models.
    pub fn problems(&self) -> impl Iterator<Item = &CampaignProblem> {
        self.entries.iter().map(|entry| &entry.problem)
    }

    fn plan(&self) -> Vec<CampaignJob> {
        let fitting: Vec<_> = self.problems().map(|problem| self.fitting(&**problem)).collect();
        let mut jobs = Vec::new();
        for repeat in 1..=self.settings.repeats {
            let seed = self.seed(repeat);
            for (puzzle, entrants) in fitting.iter().enumerate() {
                for &entrant in entrants {
                    let mut job = CampaignJob { id: String::new(), puzzle, entrant, repeat, seed };
                    let words = self.options(&job).join("\0");
                    let sha256 = &self.entries[puzzle].sha256;
                    let command = if self.settings.replay { "replay\0" } else { "" };
                    job.id = sha256::of_text(&format!("{command}{sha256}\0{words}\0{repeat}"));
                    jobs.push(job);
                }
            }
        }
        jobs
    }

    /// Returns the indices of the entrants that `encycle solve` accepts for this puzzle.
    ///
    /// Columns that are not 0-1 need a MIP solver. The size limit of an encoding and the cuts that it supports are known only when the encoding is constructed.
    /// Each encoding is therefore constructed once for all entrants that use it.
    fn fitting(&self, problem: &dyn Problem) -> Vec<usize> {
        let mut cut_kinds: HashMap<String, Option<&'static [CutKind]>> = HashMap::new();
        let mut fits = |entrant: &Entrant| {
            let Configuration { method, encoding, cuts, .. } = &entrant.configuration;
            if let Some(method) = method {
                return problem.as_puzzle().is_some_and(|puzzle| method.accepts(puzzle));
            }
            if !entrant.engine.takes(problem) {
                return false;
            }
            let default = || match self.settings.replay {
                true => problem.as_encodable().default_encoding(),
                false => {
                    let options = SearchOptions { cuts: *cuts, ..SearchOptions::default() };
                    options.default_encoding(problem, &entrant.engine)
                }
            };
            let name = encoding.clone().unwrap_or_else(default);
            let kinds = cut_kinds.entry(name).or_insert_with_key(|name| {
                problem.encoding(name).ok().map(|encoding| encoding.cut_kinds())
            });
            kinds.is_some_and(|kinds| cuts.is_none_or(|cuts| kinds.contains(&cuts)))
        };
        (0..self.entrants.len()).filter(|&number| fits(&self.entrants[number])).collect()
    }

    /// Returns the seed of a repeat.
    fn seed(&self, repeat: u32) -> Option<u64> {
        self.settings.seed.map(|seed| seed.wrapping_add(u64::from(repeat).saturating_sub(1)))
    }

    /// Returns the command-line arguments of `encycle` for a job.
    #[must_use]
    pub fn arguments(&self, job: &CampaignJob) -> Vec<String> {
        let mut words = vec!["solve".to_owned()];
        words.extend(self.entries[job.puzzle].file_words(&self.folder));
        words.push("--json".to_owned());
        if self.settings.replay {
            words.extend(["--replay".to_owned(), self.ledger(job).display().to_string()]);
        }
        words.extend(self.options(job));
        words
    }

    /// Returns the encoding of a job; `None` for the default of the solver. With `--replay`, all solvers use that of the kind.
    pub(super) fn encoding(&self, job: &CampaignJob) -> Option<String> {
        let problem = &self.entries[job.puzzle].problem;
        let chosen = self.entrants[job.entrant].configuration.encoding.clone();
        chosen.or_else(|| self.settings.replay.then(|| problem.as_encodable().default_encoding()))
    }

    /// Returns the arguments that do not depend on the location of the campaign's folder.
    pub(super) fn options(&self, job: &CampaignJob) -> Vec<String> {
        let Entrant { configuration, engine, .. } = &self.entrants[job.entrant];
        let encoding = self.encoding(job);
        let mut words = Configuration { encoding, ..configuration.clone() }.arguments();
        if engine.is_floating_point() {
            // a confirmation would count as time of the solver
            words.push("--no-confirm".to_owned());
        }
        words.extend(self.entries[job.puzzle].kind_words());
        let mut add = |option: &str, value: String| words.extend([option.to_owned(), value]);
        add("--timeout", self.settings.timeout.as_secs_f64().to_string());
        if let Some(seed) = job.seed {
            add("--seed", seed.to_string());
        }
        words.extend(self.settings.further.iter().cloned());
        words
    }

    /// Returns the folder of the campaign.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the puzzles that no configuration accepts.
    pub fn idle(&self) -> impl Iterator<Item = &CampaignEntry> {
        let busy: HashSet<usize> = self.jobs.iter().map(|job| job.puzzle).collect();
        let numbered = self.entries.iter().enumerate();
        numbered.filter(move |(number, _)| !busy.contains(number)).map(|(_, entry)| entry)
    }

    /// Returns the jobs without a result row.
    ///
    /// # Errors
    /// Returns an error if the rows were measured with other options, limits or seeds, or by other programs.
    pub fn left(&self, rows: &[ResultRow]) -> Result<Vec<CampaignJob>, CampaignError> {
        self.accept(rows, &self.folder)?;
        let done: HashSet<&str> = rows.iter().map(|row| &*row.id).collect();
        Ok(self.jobs.iter().filter(|job| !done.contains(&*job.id)).cloned().collect())
    }

    /// Checks that `rows`, which were read from `folder`, are comparable with the rows of this campaign.
    pub(super) fn accept(&self, rows: &[ResultRow], folder: &Path) -> Result<(), CampaignError> {
        match rows.iter().find_map(|row| self.difference(row)) {
            Some(of) => Err(CampaignError::Different { folder: folder.to_owned(), of }),
            None => Ok(()),
        }
    }

    /// Returns the first difference between the conditions of a row and the conditions of this campaign, worded as the
    /// end of "the existing rows were measured ...".
    fn difference(&self, row: &ResultRow) -> Option<String> {
        let timeout = self.settings.timeout.as_secs_f64();
        let entrant =
            self.entrants.iter().find(|one| one.configuration.label() == row.configuration);
        let (further, seed) = (further_of(row), self.seed(row.repeat));
        if row.command.iter().any(|word| word == "--replay") != self.settings.replay {
            Some(format!("with{} --replay", if self.settings.replay { "out" } else { "" }))
        } else if row.timeout_seconds != timeout {
            Some(format!("with --timeout {}, not {timeout}", row.timeout_seconds))
        } else if further != self.settings.further {
            let words = |words: &[String]| match words {
                [] => "without further options".to_owned(),
                words => format!("with {}", words.join(" ")),
            };
            Some(format!("{}, not {}", words(further), words(&self.settings.further)))
        } else if row.seed != seed {
            let words = |seed: Option<u64>| {
                seed.map_or("without a seed".to_owned(), |it| format!("with seed {it}"))
            };
            Some(format!("{}, not {}, in repeat {}", words(row.seed), words(seed), row.repeat))
        } else if row.encycle.sha256 != self.encycle.sha256 {
            Some("by another build of encycle".to_owned())
        } else if entrant.is_some_and(|one| one.program.sha256 != row.solver.sha256) {
            Some(format!("by another build of {}", row.solver.name))
        } else {
            None
        }
    }
}

/// Returns the [`Settings::further`] arguments in a row's command, which follow `--timeout` and `--seed`.
fn further_of(row: &ResultRow) -> &[String] {
    let limit = row.command.iter().position(|word| word == "--timeout");
    let words = limit.and_then(|limit| row.command.get(limit + 2..)).unwrap_or(&[]);
    match words {
        [option, _, rest @ ..] if option == "--seed" => rest,
        words => words,
    }
}
