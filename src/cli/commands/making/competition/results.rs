//! The results of `encycle competition`: measured candidates, each in a file of its own.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use encycle::bench::slurm::TaskArray;
use encycle::competition::{Candidate, Competition, Measured, TimedSolver, select};
use serde::{Deserialize, Serialize};

use crate::cli::arguments::executor::own_words;
use crate::cli::commands::making::competition::Arguments;
use crate::cli::exit::CliError;
use crate::cli::in_order::each_in_order;
use crate::cli::progress::{self, Progress, set_position};

/// The measured candidates, each in a file of its own.
pub(super) struct Results<'a> {
    pub competition: &'a Competition,
    pub folder: PathBuf,
}

/// A measured candidate, with what its measurement depends on.
#[derive(Serialize, Deserialize)]
struct SavedResult {
    command: Vec<String>,
    /// The name and the limit of the easy and of the hard solver.
    solvers: [(String, f64); 2],
    /// `None` if the candidate gives no instance within the limit, for example because its puzzle has no solution.
    measured: Option<Measured>,
}

/// Removes a folder with its contents, if it exists.
fn remove_folder(folder: &Path) -> Result<(), CliError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(CliError::io(folder.display().to_string())(error))
        }
        _ => Ok(()),
    }
}

impl Results<'_> {
    /// Creates the folder of the results. Results of an earlier run are removed, unless this run continues it.
    pub fn start(&self, is_resumed: bool) -> Result<(), CliError> {
        if !is_resumed {
            remove_folder(&self.folder)?;
        }
        fs::create_dir_all(&self.folder).map_err(CliError::io(self.folder.display().to_string()))
    }

    /// Removes the folders of the tasks of a job array, which have their logs.
    pub fn remove_logs(&self) -> Result<(), CliError> {
        let io = || CliError::io(self.folder.display().to_string());
        for entry in fs::read_dir(&self.folder).map_err(io())? {
            let path = entry.map_err(io())?.path();
            if path.is_dir() {
                remove_folder(&path)?;
            }
        }
        Ok(())
    }

    fn path(&self, candidate: &Candidate<'_>) -> PathBuf {
        self.folder.join(candidate.name() + ".json")
    }

    /// Returns the solvers with their limits.
    fn solvers(&self) -> [(String, f64); 2] {
        let of = |timed: &TimedSolver| (timed.solver.name(), timed.limit.as_secs_f64());
        [of(&self.competition.easy), of(&self.competition.hard)]
    }

    /// Returns the result of an earlier run with the same solvers and limits, if there is one. The inner `None` means
    /// that the candidate gives no instance.
    fn known(&self, candidate: &Candidate<'_>) -> Option<Option<Measured>> {
        let text = fs::read_to_string(self.path(candidate)).ok()?;
        let saved: SavedResult = serde_json::from_str(&text).ok()?;
        let is_same =
            saved.command == candidate.command(self.competition) && saved.solvers == self.solvers();
        is_same.then_some(saved.measured)
    }

    /// Returns the result of a candidate from an earlier run, or measures the candidate and saves the result.
    pub fn measure(&self, candidate: &Candidate<'_>) -> Result<Option<Measured>, CliError> {
        if let Some(known) = self.known(candidate) {
            return Ok(known);
        }
        progress::message(&candidate.name());
        let saved = SavedResult {
            command: candidate.command(self.competition),
            solvers: self.solvers(),
            measured: self.competition.measure(candidate)?,
        };
        let path = self.path(candidate);
        let text = serde_json::to_string(&saved).unwrap_or_default();
        fs::write(&path, text).map_err(CliError::io(path.display().to_string()))?;
        Ok(saved.measured)
    }
}

impl Arguments {
    /// Times candidates in this process until there are enough.
    pub(super) fn run_here(
        &self,
        results: &Results<'_>,
        candidates: &[Candidate<'_>],
    ) -> Result<Vec<Measured>, CliError> {
        let _shown = Progress::count_to(candidates.len() as u64, "timing candidates");
        let mut measured = Vec::new();
        let wanted = self.instances.get();
        let take = |index: u64, one: Result<Option<Measured>, CliError>| {
            set_position(index + 1);
            measured.extend(one?);
            let is_enough = measured.len() >= wanted && select(measured.clone(), wanted).is_ok();
            Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        let make = |index: u64| results.measure(&candidates[index as usize]);
        each_in_order(candidates.len() as u64, self.jobs.get() as u64, make, take)?;
        Ok(measured)
    }

    /// Times all candidates as the tasks of a job array.
    pub(super) fn run_on_slurm(
        &self,
        results: &Results<'_>,
        candidates: &[Candidate<'_>],
    ) -> Result<Vec<Measured>, CliError> {
        let numbered = || (1..).zip(candidates);
        let left: Vec<usize> = numbered()
            .filter(|(_, one)| results.known(one).is_none())
            .map(|(number, _)| number)
            .collect();
        if !left.is_empty() {
            let array = TaskArray {
                subcommand: "competition",
                words: own_words(),
                folder: results.folder.clone(),
                // two runs, and the search of the built-in solver
                timeout: Some(results.competition.easy.limit + 2 * results.competition.hard.limit),
                options: &self.place.sbatch,
            };
            array.run(&left)?;
        }
        let mut measured = Vec::new();
        for (number, candidate) in numbered() {
            let Some(known) = results.known(candidate) else {
                let folder = results.folder.join(number.to_string());
                let words = TaskArray::last_words(&folder).unwrap_or_default();
                return Err(CliError::Usage(format!(
                    "{}: not timed by its task: {words}\nhelp: repeat the command with --resume",
                    candidate.name()
                )));
            };
            measured.extend(known);
        }
        Ok(measured)
    }
}
