//! A cache of probe results that identifies programs by their SHA-256.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use encycle_files::UnfinishedFile;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::catalogue::{Description, directories};
use crate::external::Solver;
use crate::probe::{Probe, discovery, probe};

/// The version of the cases and of the cache format. A change of it invalidates the results of older probes.
const PROBE_VERSION: u32 = 1;

/// The errors of a missing file.
const MISSING: [io::ErrorKind; 2] = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];

/// A folder with files for each working program that was probed: `HASH.json` with a description that was discovered, and
/// `HASH-described.json` with a description of a list, where the hash is the SHA-256 of the program's file. The libraries
/// and other programs that it uses are not part of the hash.
#[derive(Clone, Debug)]
pub struct ProbeCache {
    folder: PathBuf,
}

/// The cached results for a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedProbe {
    /// The description with which the program was probed.
    pub description: Description,
    /// The version that the program printed.
    pub version: Option<String>,
    /// The results of the probe.
    pub probe: Probe,
}

/// The content of a cache file.
#[derive(Serialize, Deserialize)]
struct CacheRecord {
    probe_version: u32,
    program: String,
    sha256: String,
    version: Option<String>,
    description: Description,
    probe: Probe,
}

/// A failure of the cache. It is never fatal, since the program can be probed again.
#[derive(Debug, Error)]
pub enum CacheError {
    /// The program's file cannot be read, so it has no hash.
    #[error("cannot read {}, so its probe is not cached: {error}", program.display())]
    Program {
        /// The program.
        program: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The cache file is damaged.
    #[error("ignoring the damaged probe cache {}: {reason}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The cache file cannot be written.
    #[error("cannot write the probe cache in {}: {error}", folder.display())]
    Write {
        /// The folder.
        folder: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
}

impl ProbeCache {
    /// Makes a cache in this folder, which is created on the first write.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// Returns the user's cache: `$XDG_CACHE_HOME/encycle/probes`, by default `~/.cache/encycle/probes`;
    /// `None` without a home directory.
    #[must_use]
    pub fn of_user() -> Option<Self> {
        directories::cache().map(|cache| Self::new(cache.join("probes")))
    }

    /// Returns the cached results for the program of a solver; `None` if there are no results, or if the program or
    /// the probe has changed. A solver without a description gets those of a discovered description only.
    ///
    /// # Errors
    /// The program cannot be read, or the file in the cache is damaged.
    pub fn get(&self, solver: &Solver) -> Result<Option<CachedProbe>, CacheError> {
        let hash = hash(&solver.path)?;
        let file = self.file(&hash, solver);
        let damaged = |reason: String| CacheError::Damaged { file: file.clone(), reason };
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if MISSING.contains(&error.kind()) => return Ok(None),
            Err(error) => return Err(damaged(error.to_string())),
        };
        let value: Value =
            serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
        if value.get("probe_version") != Some(&PROBE_VERSION.into()) {
            return Ok(None);
        }
        let record: CacheRecord =
            serde_json::from_value(value).map_err(|error| damaged(error.to_string()))?;
        if record.sha256 != hash {
            return Err(damaged("the hash belongs to another program".to_owned()));
        }
        let (description, version) = (record.description, record.version);
        description.validate().map_err(|(field, error)| damaged(format!("`{field}`: {error}")))?;
        Ok(Some(CachedProbe { description, version, probe: record.probe }))
    }

    /// Stores the results for the program of a solver, which has no description if the one in the results was discovered.
    ///
    /// # Errors
    /// The program cannot be read, or the file cannot be written.
    pub fn put(&self, solver: &Solver, results: &CachedProbe) -> Result<(), CacheError> {
        let hash = hash(&solver.path)?;
        let write = |error| CacheError::Write { folder: self.folder.clone(), error };
        let record = CacheRecord {
            probe_version: PROBE_VERSION,
            program: solver.path.display().to_string(),
            sha256: hash.clone(),
            version: results.version.clone(),
            description: results.description.clone(),
            probe: results.probe.clone(),
        };
        let save = || {
            std::fs::create_dir_all(&self.folder)?;
            let unfinished = UnfinishedFile::new(&self.folder)?;
            let mut out = unfinished.writer()?;
            serde_json::to_writer_pretty(&mut out, &record)?;
            out.write_all(b"\n")?;
            unfinished.finish(&self.file(&hash, solver))
        };
        save().map_err(write)
    }

    fn file(&self, hash: &str, solver: &Solver) -> PathBuf {
        let ending = if solver.is_fallback() { "" } else { "-described" };
        self.folder.join(format!("{hash}{ending}.json"))
    }
}

fn hash(program: &Path) -> Result<String, CacheError> {
    let hash = encycle_files::sha256::of_file(program);
    hash.map_err(|error| CacheError::Program { program: program.to_owned(), error })
}

/// The outcome of a probe with a cache.
#[derive(Debug)]
pub struct ProbeOutcome {
    /// The solver. An unknown program has the discovered description.
    pub solver: Solver,
    /// The results.
    pub probe: Probe,
    /// Whether the results come from an earlier probe.
    pub is_remembered: bool,
    /// The failures of the cache.
    pub warnings: Vec<CacheError>,
}

/// Probes a solver, or returns the cached results unless `again` is set. For an unknown program
/// ([`Solver::is_fallback`]) it discovers a description first. It caches only the results of working solvers, because
/// the cause of a failure may lie outside the solver.
#[must_use]
pub fn probe_cached(solver: &Solver, cache: Option<&ProbeCache>, again: bool) -> ProbeOutcome {
    let mut warnings = Vec::new();
    if let Some(cache) = cache.filter(|_| !again) {
        match cache.get(solver) {
            // with another description, the solver may behave differently
            Ok(Some(known)) if solver.is_fallback() || known.description == solver.description => {
                let solver = Solver::new(known.description, &solver.path);
                return ProbeOutcome { solver, probe: known.probe, is_remembered: true, warnings };
            }
            Ok(_) => {}
            Err(error) => warnings.push(error),
        }
    }
    let (given, mut solver) = (solver, solver.clone());
    // if no case can be run, the probe reports the reason
    if solver.is_fallback()
        && let Ok(Some(description)) = discovery::discover(&solver.path)
    {
        solver = Solver::new(description, &solver.path);
    }
    let probe = probe(&solver);
    if let Some(cache) = cache.filter(|_| probe.is_ok() && probe.facts.is_some()) {
        let (description, version) = (solver.description.clone(), solver.version());
        let results = CachedProbe { description, version, probe: probe.clone() };
        // a program that cannot be read gives only one warning
        if let Some(error) = cache
            .put(given, &results)
            .err()
            .filter(|error| !matches!(error, CacheError::Program { .. }) || warnings.is_empty())
        {
            warnings.push(error);
        }
    }
    ProbeOutcome { solver, probe, is_remembered: false, warnings }
}
