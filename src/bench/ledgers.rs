//! The cut ledgers of a campaign with `--replay`. A ledger completes the formula of a puzzle, so that all solvers solve
//! the same formula.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::bench::campaign::{Campaign, CampaignError, CampaignJob};
use crate::bench::entry::keep;
use crate::bench::run::kill_after;
use crate::report::{ResultLine, SolveReport};
use crate::solve::Verdict;
use encycle_files::sha256;
use encycle_solvers::{WorkDir, measure};

/// A ledger that a campaign has recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedLedger {
    /// The puzzle as named by the user.
    pub puzzle: String,
    /// The configuration that recorded the cuts.
    pub configuration: String,
    /// The number of entries: cuts, and blocking clauses of solutions.
    pub entries: usize,
    /// Whether the configuration decided the puzzle. Otherwise cuts may be missing.
    pub is_complete: bool,
}

impl Campaign {
    /// Returns the ledger of a job. Jobs with the same puzzle, encoding, cuts and presolving share a ledger, regardless
    /// of the solver and the CNF method.
    pub(super) fn ledger(&self, job: &CampaignJob) -> PathBuf {
        let entry = &self.entries[job.puzzle];
        let configuration = &self.entrants[job.entrant].configuration;
        let parts = [
            self.encoding(job),
            configuration.cuts.map(|cuts| cuts.name().to_owned()),
            configuration.presolve.map(|on| on.to_string()),
        ];
        let options = sha256::of_text(&parts.map(Option::unwrap_or_default).join("\0"));
        let short = |hash: &str| hash.get(..16).unwrap_or(hash).to_owned();
        let name = format!("{}-{}.jsonl", short(&entry.sha256), short(&options));
        self.folder().join("ledgers").join(name)
    }

    /// Records the ledgers that these jobs need and that do not exist yet. The first configuration that uses a ledger
    /// solves the puzzle and searches for a second solution. Does nothing in a campaign without `--replay`.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or written.
    pub fn record_ledgers(
        &self,
        jobs: &[CampaignJob],
        on_ledger: &mut dyn FnMut(RecordedLedger),
    ) -> Result<(), CampaignError> {
        for job in jobs.iter().filter(|_| self.settings.replay) {
            let path = self.ledger(job);
            if !path.is_file() {
                let first = self.first_with(&path, job);
                let ledger = self.record(first, &path).map_err(|error| CampaignError::Io {
                    what: path.display().to_string(),
                    error,
                })?;
                on_ledger(ledger);
            }
        }
        Ok(())
    }

    /// Returns the first job of the campaign that uses this ledger.
    fn first_with<'a>(&'a self, path: &Path, job: &'a CampaignJob) -> &'a CampaignJob {
        let of_puzzle = self.jobs().iter().filter(|one| one.puzzle == job.puzzle);
        { of_puzzle }.find(|one| self.ledger(one) == path).unwrap_or(job)
    }

    fn record(&self, job: &CampaignJob, path: &Path) -> std::io::Result<RecordedLedger> {
        let entry = &self.entries[job.puzzle];
        let folder = WorkDir::new()?;
        let rounds = folder.path().join("rounds");
        let mut words: Vec<OsString> = vec!["solve".into()];
        words.extend(entry.file_words(self.folder()).into_iter().map(Into::into));
        words.extend(["--json".into(), "--rounds".into(), rounds.clone().into_os_string()]);
        words.extend(self.options(job).into_iter().map(Into::into));
        if !words.iter().any(|word| word == "--unique") {
            // with this option, the final formula has no model besides the solution
            words.push("--unique".into());
        }
        let limit = kill_after(self.settings.timeout);
        let run = measure(&self.program, &words, folder.path(), limit)?;
        let ledger = match std::fs::read_to_string(rounds.join("cuts.jsonl")) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            // a killed run may leave an incomplete line
            ledger => {
                ledger.map(|text| text[..text.rfind('\n').map_or(0, |end| end + 1)].to_owned())?
            }
        };
        keep(path, &ledger)?;
        let report = serde_json::from_slice::<ResultLine<SolveReport>>(&run.stdout);
        let verdict = match report {
            Ok(ResultLine::Result(report)) => report.verdict,
            _ => Verdict::Failed,
        };
        Ok(RecordedLedger {
            puzzle: entry.name.clone(),
            configuration: self.entrants[job.entrant].configuration.label(),
            entries: ledger.lines().count(),
            is_complete: verdict.is_decided(),
        })
    }
}
