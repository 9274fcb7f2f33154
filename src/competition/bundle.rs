//! The files of a bundle.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use encycle_files::compression;
use encycle_files::sha256;
use encycle_lint::LintRule;

use crate::competition::description::{bibliography, description};
use crate::competition::measure::BundleReport;
use crate::competition::measure::status;
use crate::competition::{Competition, Measured, Selection, is_forbidden};

/// The file that describes the contents of a bundle.
pub(super) const REPORT: &str = "bundle.json";
/// The table of the instances.
pub(super) const TABLE: &str = "instances.csv";
/// The description, and the PDF file that a TeX program makes from it.
pub(super) const DESCRIPTION: [&str; 2] = ["description.tex", "description.pdf"];
pub(super) const BIBLIOGRAPHY: &str = "references.bib";
pub(super) const LICENCE: &str = "LICENSE.txt";
pub(super) const LINT: &str = "lint.txt";
/// The file with the checksums of all other files.
pub(super) const CHECKSUMS: &str = "SHA256SUMS";
/// The folder of the times of all candidates, with which a later run continues. It is not part of the bundle, so it has
/// no checksums.
pub const MEASURED: &str = "measured";

/// A bundle that cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// A file cannot be written.
    #[error("{}: {error}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The command that writes an instance failed.
    #[error("`encycle {}`: {message}", command.join(" "))]
    Command {
        /// The arguments of the command.
        command: Vec<String>,
        /// The output of the command.
        message: String,
    },
    /// The linter finds problems in an instance.
    #[error("{file}: the linter finds errors: {count}")]
    Unclean {
        /// The instance.
        file: String,
        /// The number of findings.
        count: u64,
    },
}

impl Competition {
    /// Writes the bundle: instances, table, description, license, lint report and checksums. The instances and puzzles
    /// of a bundle that was in this folder before are removed. Returns whether a TeX program made the PDF of the
    /// description.
    ///
    /// # Errors
    /// Returns a [`BundleError`] if a file cannot be written, a command fails, or an instance is not clean.
    pub fn write(&self, selection: Selection) -> Result<bool, BundleError> {
        let Selection { mut instances, twins } = selection;
        self.remove_previous(&instances)?;
        for instance in &mut instances {
            self.write_instance(&instance.command)?;
            let file = self.folder.join(&instance.file);
            instance.sha256 = Some(sha256::of_file(&file).map_err(|error| io_at(&file, error))?);
        }
        let report = BundleReport {
            schema: BundleReport::SCHEMA.to_owned(),
            track: self.track.name().to_owned(),
            encycle: env!("CARGO_PKG_VERSION").to_owned(),
            authors: self.authors.clone(),
            comments: self.comments,
            twins,
            instances,
        };
        let json = serde_json::to_string_pretty(&report)
            .map_err(|error| io_at(Path::new(REPORT), io::Error::other(error)))?;
        self.put(REPORT, &(json + "\n"))?;
        self.put(TABLE, &table(&report))?;
        self.remove(DESCRIPTION[1])?;
        self.put(DESCRIPTION[0], &description(&report))?;
        self.put(BIBLIOGRAPHY, bibliography())?;
        self.put(LICENCE, LICENCE_TEXT)?;
        let lint: Result<Vec<String>, BundleError> =
            report.instances.iter().map(|one| self.lint(one)).collect();
        self.put(LINT, &lint?.concat())?;
        let has_pdf = make_pdf(&self.folder);
        let sums = checksums(&self.folder).map_err(|error| io_at(&self.folder, error))?;
        self.put(CHECKSUMS, &sums)?;
        Ok(has_pdf)
    }

    fn put(&self, name: &str, text: &str) -> Result<(), BundleError> {
        let file = self.folder.join(name);
        fs::write(&file, text).map_err(|error| io_at(&file, error))
    }

    /// Removes a file, if it exists.
    fn remove(&self, name: &str) -> Result<(), BundleError> {
        let file = self.folder.join(name);
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(io_at(&file, error)),
            _ => Ok(()),
        }
    }

    /// Removes the instances and puzzles of the previous bundle in this folder that do not belong to the new one.
    fn remove_previous(&self, instances: &[Measured]) -> Result<(), BundleError> {
        let Ok(previous) = read_report(&self.folder) else { return Ok(()) };
        let names = |one: &Measured| [one.file.clone(), one.puzzle.clone()];
        let kept: HashSet<String> = instances.iter().flat_map(names).collect();
        let previous: HashSet<String> = previous.instances.iter().flat_map(names).collect();
        let mut stale = previous.difference(&kept).filter(|name| is_inside(name));
        stale.try_for_each(|name| self.remove(name))
    }

    /// Runs the command of an instance, in the folder of the bundle.
    fn write_instance(&self, command: &[String]) -> Result<(), BundleError> {
        let folder = self.folder.join("instances");
        fs::create_dir_all(&folder).map_err(|error| io_at(&folder, error))?;
        run(&self.program, command, &self.folder)
    }

    /// Returns what the linter finds in an instance: the numbers of errors and warnings, and each violated rule with its text.
    fn lint(&self, instance: &Measured) -> Result<String, BundleError> {
        let file = self.folder.join(&instance.file);
        let report = compression::open(&file)
            .and_then(|input| encycle_lint::check(self.track.format(), input))
            .map_err(|error| io_at(&file, error))?;
        let count = |is_wanted: &dyn Fn(&LintRule) -> bool| -> u64 {
            report.counts().iter().filter(|(rule, _)| is_wanted(rule)).map(|(_, count)| count).sum()
        };
        let (errors, warnings) = (count(&is_forbidden), count(&|rule| !is_forbidden(rule)));
        if errors > 0 {
            return Err(BundleError::Unclean { file: instance.file.clone(), count: errors });
        }
        let rule = |(rule, count): &(&LintRule, u64)| {
            format!("  {count} [{}]: {}\n", rule.name, rule.about)
        };
        let rules: String = report.counts().iter().map(rule).collect();
        Ok(format!("{}: errors: 0, warnings: {warnings}\n{rules}", instance.file))
    }
}

/// Returns whether a path of `bundle.json` names a file in the folder of the instances or of the puzzles.
fn is_inside(name: &str) -> bool {
    let file = name.strip_prefix("instances/").or_else(|| name.strip_prefix("puzzles/"));
    file.is_some_and(|file| !file.starts_with('.') && !file.contains(['/', '\\']))
}

/// Reads the contents of the bundle in a folder.
pub(super) fn read_report(folder: &Path) -> Result<BundleReport, String> {
    let text = fs::read_to_string(folder.join(REPORT)).map_err(|error| error.to_string())?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

pub(super) fn io_at(file: &Path, error: io::Error) -> BundleError {
    BundleError::Io { file: file.to_owned(), error }
}

/// Runs `encycle` with these arguments in a folder.
pub(super) fn run(program: &Path, command: &[String], folder: &Path) -> Result<(), BundleError> {
    let ended = Command::new(program).args(command).arg("--force").current_dir(folder).output();
    let failed = |message: String| BundleError::Command { command: command.to_vec(), message };
    let ended = ended.map_err(|error| failed(error.to_string()))?;
    match ended.status.success() {
        true => Ok(()),
        false => Err(failed(String::from_utf8_lossy(&ended.stderr).trim().to_owned())),
    }
}

const LICENCE_TEXT: &str = "\
The instances, their puzzles and their description are licensed under the Creative Commons Attribution 4.0
International license (CC BY 4.0): https://creativecommons.org/licenses/by/4.0/
";

/// Returns the table of the instances as comma-separated values.
pub(super) fn table(report: &BundleReport) -> String {
    let mut out = csv::Writer::from_writer(Vec::new());
    let head = [
        "file",
        "sha256",
        "gbdhash",
        "isohash",
        "variables",
        "clauses",
        "expected",
        "known_by",
        "models",
        "easy_solver",
        "easy_limit",
        "easy_answer",
        "easy_cpu_seconds",
        "hard_solver",
        "hard_limit",
        "hard_answer",
        "hard_cpu_seconds",
        "command",
    ];
    // writing to a vector cannot fail
    let _ = out.write_record(head);
    for one in &report.instances {
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        let mut row = vec![
            one.file.clone(),
            text(&one.sha256),
            text(&one.gbdhash),
            text(&one.isohash),
            one.variables.to_string(),
            one.clauses.to_string(),
            status(one.satisfiable).to_owned(),
            one.known_by.clone(),
            text(&one.models),
        ];
        for run in [&one.easy, &one.hard] {
            let answer = status(run.satisfiable).to_owned();
            let cpu = format!("{:.2}", run.cpu_seconds);
            row.extend([run.solver.clone(), run.limit.to_string(), answer, cpu]);
        }
        row.push(format!("encycle {}", one.command.join(" ")));
        let _ = out.write_record(row);
    }
    out.into_inner().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

/// Returns the files of a bundle except the checksums and what is in [`MEASURED`], sorted, with `/` between folder and
/// name.
pub(super) fn files(folder: &Path) -> io::Result<Vec<String>> {
    let mut all = Vec::new();
    let mut waiting = vec![PathBuf::new()];
    while let Some(below) = waiting.pop() {
        for entry in fs::read_dir(folder.join(&below))? {
            let entry = entry?;
            let path = below.join(entry.file_name());
            if path == Path::new(MEASURED) {
                continue;
            }
            if entry.file_type()?.is_dir() {
                waiting.push(path);
            } else {
                all.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    all.retain(|name| name != CHECKSUMS);
    all.sort();
    Ok(all)
}

fn checksums(folder: &Path) -> io::Result<String> {
    let line = |name: &String| Ok(format!("{}  {name}\n", sha256::of_file(&folder.join(name))?));
    files(folder)?.iter().map(line).collect()
}

/// Makes the PDF of the description with tectonic or pdflatex, and returns whether this worked. TeX leaves auxiliary
/// files next to its output, so it runs in a temporary folder.
fn make_pdf(folder: &Path) -> bool {
    let Ok(work) = tempfile::tempdir() else { return false };
    for name in [DESCRIPTION[0], BIBLIOGRAPHY] {
        if fs::copy(folder.join(name), work.path().join(name)).is_err() {
            return false;
        }
    }
    let run = |program: &str, arguments: &[&str]| {
        which::which(program).is_ok_and(|path| {
            let ended = Command::new(path).args(arguments).current_dir(work.path()).output();
            ended.is_ok_and(|ended| ended.status.success())
        })
    };
    let latex = || run("pdflatex", &["-interaction=nonstopmode", "-halt-on-error", DESCRIPTION[0]]);
    let made = run("tectonic", &[DESCRIPTION[0]])
        || (latex() && run("bibtex", &["description"]) && latex() && latex());
    made && fs::copy(work.path().join(DESCRIPTION[1]), folder.join(DESCRIPTION[1])).is_ok()
}
