//! What probes have found is remembered, by the content of the program.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::catalogue::Description;
use crate::catalogue::directories;
use crate::probe::{Probe, probe, ways};
use crate::process::Solver;
use encycle_files::UnfinishedFile;

/// Grows with every change of what is asked or kept, so that what an older probe found is found anew.
const PROBE_VERSION: u32 = 1;

/// Nothing is there.
const NONE: [io::ErrorKind; 2] = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];

/// A folder with a file for each program that was probed and works: `HASH.json`, where the hash is
/// the SHA-256 of the program's file. (Libraries that it loads and programs that it calls are not
/// looked at.)
#[derive(Clone, Debug)]
pub struct ProbeCache {
    folder: PathBuf,
}

/// What is remembered of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedProbe {
    /// How it was spoken to.
    pub description: Description,
    /// The version that it told.
    pub version: Option<String>,
    /// What was found.
    pub probe: Probe,
}

/// The file's content.
#[derive(Serialize, Deserialize)]
struct Record {
    probe_version: u32,
    program: String,
    sha256: String,
    version: Option<String>,
    description: Description,
    probe: Probe,
}

/// Why nothing can be remembered or recalled. Never a reason to stop: it is probed anew.
#[derive(Debug, Error)]
pub enum CacheError {
    /// The program cannot be read, so it has no hash.
    #[error("{} cannot be read, so nothing is remembered of it: {error}", program.display())]
    Program {
        /// The program.
        program: PathBuf,
        /// The system's word.
        error: io::Error,
    },
    /// The file is not what was written.
    #[error("what was remembered in {} is damaged and ignored: {reason}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file cannot be written.
    #[error("what was learnt cannot be kept in {}: {error}", folder.display())]
    Write {
        /// The folder.
        folder: PathBuf,
        /// The system's word.
        error: io::Error,
    },
}

impl ProbeCache {
    /// The cache in this folder, which is made when it is needed.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The user's: `$XDG_CACHE_HOME/encycle/probes`, by default `~/.cache/encycle/probes`. `None`
    /// without a home directory.
    #[must_use]
    pub fn of_user() -> Option<Self> {
        directories::cache().map(|cache| Self::new(cache.join("probes")))
    }

    /// What is remembered of the program in this file; nothing if it, or the probe, has changed.
    ///
    /// # Errors
    /// The program cannot be read, or the file in the cache is damaged.
    pub fn get(&self, program: &Path) -> Result<Option<CachedProbe>, CacheError> {
        let hash = hash(program)?;
        let file = self.file(&hash);
        let damaged = |reason: String| CacheError::Damaged { file: file.clone(), reason };
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if NONE.contains(&error.kind()) => return Ok(None),
            Err(error) => return Err(damaged(error.to_string())),
        };
        let value: Value =
            serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
        if value.get("probe_version") != Some(&PROBE_VERSION.into()) {
            return Ok(None);
        }
        let record: Record =
            serde_json::from_value(value).map_err(|error| damaged(error.to_string()))?;
        if record.sha256 != hash {
            return Err(damaged("it is about another program".to_owned()));
        }
        let (description, version) = (record.description, record.version);
        description.validate().map_err(|(field, error)| damaged(format!("`{field}`: {error}")))?;
        Ok(Some(CachedProbe { description, version, probe: record.probe }))
    }

    /// Remembers a program.
    ///
    /// # Errors
    /// The program cannot be read, or the file cannot be written.
    pub fn put(&self, program: &Path, remembered: &CachedProbe) -> Result<(), CacheError> {
        let hash = hash(program)?;
        let write = |error| CacheError::Write { folder: self.folder.clone(), error };
        let record = Record {
            probe_version: PROBE_VERSION,
            program: program.display().to_string(),
            sha256: hash.clone(),
            version: remembered.version.clone(),
            description: remembered.description.clone(),
            probe: remembered.probe.clone(),
        };
        let save = || {
            std::fs::create_dir_all(&self.folder)?;
            let unfinished = UnfinishedFile::new(&self.folder)?;
            let mut out = unfinished.writer()?;
            serde_json::to_writer_pretty(&mut out, &record)?;
            out.write_all(b"\n")?;
            unfinished.finish(&self.file(&hash))
        };
        save().map_err(write)
    }

    fn file(&self, hash: &str) -> PathBuf {
        self.folder.join(format!("{hash}.json"))
    }
}

fn hash(program: &Path) -> Result<String, CacheError> {
    let hash = encycle_files::sha256::of_file(program);
    hash.map_err(|error| CacheError::Program { program: program.to_owned(), error })
}

/// What a probe with memory found.
#[derive(Debug)]
pub struct ProbeOutcome {
    /// The solver; of an unknown program, with the description that was found out.
    pub solver: Solver,
    /// What was found.
    pub probe: Probe,
    /// It was found by an earlier probe.
    pub is_remembered: bool,
    /// Why something could not be remembered.
    pub warnings: Vec<CacheError>,
}

/// Tries a solver out, or recalls what was found before. With `again`, it is tried in any case. Of a
/// program that no description knows ([`Solver::is_guess`]) it first finds out how to speak to it.
/// Only what works is remembered: a failure may have come from outside, and may be gone.
#[must_use]
pub fn probe_cached(solver: &Solver, cache: Option<&ProbeCache>, again: bool) -> ProbeOutcome {
    let mut warnings = Vec::new();
    if let Some(cache) = cache.filter(|_| !again) {
        match cache.get(&solver.path) {
            // by another description, it might behave otherwise
            Ok(Some(known)) if solver.is_guess() || known.description == solver.description => {
                let solver = Solver::new(known.description, &solver.path);
                return ProbeOutcome { solver, probe: known.probe, is_remembered: true, warnings };
            }
            Ok(_) => {}
            Err(error) => warnings.push(error),
        }
    }
    let mut solver = solver.clone();
    // If nothing could be asked, the probe says why.
    if solver.is_guess()
        && let Ok(Some(description)) = ways::find_out(&solver.path)
    {
        solver = Solver::new(description, &solver.path);
    }
    let probe = probe(&solver);
    if let Some(cache) = cache.filter(|_| probe.is_ok() && probe.facts.is_some()) {
        let (description, version) = (solver.description.clone(), solver.version());
        let remembered = CachedProbe { description, version, probe: probe.clone() };
        // one warning about a program that cannot be read is enough
        if let Some(error) = cache
            .put(&solver.path, &remembered)
            .err()
            .filter(|error| !matches!(error, CacheError::Program { .. }) || warnings.is_empty())
        {
            warnings.push(error);
        }
    }
    ProbeOutcome { solver, probe, is_remembered: false, warnings }
}
