//! The ledger of `encycle solve --replay`: recorded cuts from which a search starts.

use std::path::{Path, PathBuf};

use encycle::certify::{RecordedCuts, read_ledger};
use encycle::formats::map::{self, VariableMap};
use encycle::problem::Problem;

use crate::cli::exit::CliError;
use crate::cli::output::eprint_line;

/// The maximum number of rejected entries that are printed.
const LISTED: usize = 10;

/// A ledger, and the encoding whose variables it names.
pub struct Ledger {
    file: PathBuf,
    text: String,
    encoding: Option<String>,
    map: Option<VariableMap>,
}

impl Ledger {
    /// Reads a ledger: the file `cuts.jsonl` itself, or the folder that contains it. If `encoding` is `None`, the map
    /// next to the ledger names the encoding.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn read(path: &Path, encoding: Option<String>) -> Result<Self, CliError> {
        let file = if path.is_dir() { path.join("cuts.jsonl") } else { path.to_owned() };
        let text =
            std::fs::read_to_string(&file).map_err(CliError::io(file.display().to_string()))?;
        let mut ledger = Self { file, text, encoding, map: None };
        if let (None, Some(path)) = (&ledger.encoding, ledger.beside("formula.map")) {
            ledger.map = Some(map::load(&path)?);
        }
        Ok(ledger)
    }

    /// Returns the path of the puzzle next to the ledger.
    ///
    /// # Errors
    /// There is no puzzle next to the ledger.
    pub fn puzzle(&self) -> Result<String, CliError> {
        self.beside("puzzle.txt").ok_or_else(|| {
            let file = self.file.display();
            let message =
                format!("no puzzle: {file} has no `puzzle.txt` beside it\nhelp: name the puzzle");
            CliError::Usage(message)
        })
    }

    fn beside(&self, name: &str) -> Option<String> {
        let path = self.file.with_file_name(name);
        path.is_file().then(|| path.display().to_string())
    }

    /// Returns the encoding whose variables the ledger names.
    ///
    /// # Errors
    /// The map next to the ledger belongs to another puzzle.
    pub fn encoding(&self, problem: &dyn Problem) -> Result<String, CliError> {
        let puzzle = problem.as_encodable();
        let Some(map) = &self.map else {
            return Ok(self.encoding.clone().unwrap_or_else(|| puzzle.default_encoding()));
        };
        let kind = problem.kind_name();
        let is_other = |fact: &str, value: &str| map.fact(fact).is_some_and(|one| one != value);
        if is_other("kind", kind) || map.extent().is_some_and(|one| one != puzzle.extent()) {
            let message = format!(
                "{}: the map beside it is that of another puzzle than this {kind} of {}",
                self.file.display(),
                puzzle.extent()
            );
            return Err(CliError::Usage(message));
        }
        Ok(map.fact("encoding").map_or_else(|| puzzle.default_encoding(), str::to_owned))
    }

    /// Returns the cuts that the rules of the puzzle justify, and prints a warning for each of the other entries.
    ///
    /// # Errors
    /// A line is malformed, or names something that is not a variable of the encoding.
    pub fn cuts(
        &self,
        problem: &dyn Problem,
        encoding: &str,
        unique: bool,
    ) -> Result<RecordedCuts, CliError> {
        let file = self.file.display();
        let recorded = read_ledger(&self.text, problem, &problem.encoding(encoding)?, unique)
            .map_err(|error| CliError::Usage(format!("{file}:{error}")))?;
        for one in recorded.refused.iter().take(LISTED) {
            eprint_line!("warning: {file}:{}: not used: {}", one.line, one.reason);
        }
        let more = recorded.refused.len().saturating_sub(LISTED);
        if more > 0 {
            eprint_line!("warning: {file}: {more} more entries are not used");
        }
        Ok(recorded)
    }
}
