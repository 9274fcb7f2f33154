//! Checks of all output files before a command starts.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::cli::exit::CliError;
use encycle::files::plain_ending;

/// An output file of a command.
#[derive(Clone, Copy, Debug)]
pub struct Output<'a> {
    path: &'a Path,
    endings: &'static [&'static str],
}

/// The extensions of file names that stand for a format.
const FORMATS: [&str; 16] = [
    "cnf", "dimacs", "icnf", "lp", "mps", "wcnf", "opb", "svg", "png", "pdf", "jpg", "gif", "csv",
    "json", "html", "md",
];
/// The extensions of formulas.
const FORMULAS: [&str; 6] = ["cnf", "dimacs", "lp", "mps", "opb", "wcnf"];
/// The extensions of compressed files that Encycle cannot write.
const COMPRESSED: [&str; 5] = ["bz2", "zst", "zip", "7z", "lz4"];

impl<'a> Output<'a> {
    /// A file of any format.
    pub fn any(path: &'a Path) -> Self {
        Self { path, endings: &FORMATS }
    }

    /// A formula in the format of its extension.
    pub fn formula(path: &'a Path) -> Self {
        Self { path, endings: &FORMULAS }
    }

    /// A picture or chart.
    pub fn svg(path: &'a Path) -> Self {
        Self { path, endings: &["svg"] }
    }

    /// A sheet of puzzles to print.
    pub fn sheet(path: &'a Path) -> Self {
        Self { path, endings: &["pdf", "html"] }
    }

    /// A picture as PDF.
    pub fn pdf(path: &'a Path) -> Self {
        Self { path, endings: &["pdf"] }
    }

    /// A picture as PNG.
    pub fn png(path: &'a Path) -> Self {
        Self { path, endings: &["png"] }
    }

    /// A formula in DIMACS CNF.
    pub fn dimacs(path: &'a Path) -> Self {
        Self { path, endings: &["cnf", "dimacs"] }
    }

    /// A formula with its cubes in iCNF.
    pub fn icnf(path: &'a Path) -> Self {
        Self { path, endings: &["icnf"] }
    }

    /// A formula of MaxSAT.
    pub fn wcnf(path: &'a Path) -> Self {
        Self { path, endings: &["wcnf"] }
    }

    /// A linear program in CPLEX LP format.
    pub fn lp(path: &'a Path) -> Self {
        Self { path, endings: &["lp"] }
    }

    /// A linear program in MPS format.
    pub fn mps(path: &'a Path) -> Self {
        Self { path, endings: &["mps"] }
    }

    /// A pseudo-Boolean formula in OPB.
    pub fn opb(path: &'a Path) -> Self {
        Self { path, endings: &["opb"] }
    }

    /// Checks that the extension does not stand for another format, for example `.svg` for a formula.
    fn check_ending(&self) -> Result<(), CliError> {
        let refuse = |ending: &str, help: String| {
            let path = self.path.display();
            let message = format!("{path}: cannot write `.{ending}` files here\nhelp: {help}");
            Err(CliError::Usage(message))
        };
        if let Some(ending) = ending(self.path).filter(|one| COMPRESSED.contains(&&**one)) {
            return refuse(&ending, "use `.gz` or `.xz` for compressed files".to_owned());
        }
        match plain_ending(self.path).filter(|one| FORMATS.contains(&&**one)) {
            Some(ending) if !self.endings.contains(&&*ending) => {
                let (last, first) = self.endings.split_last().unwrap_or((&"", &[]));
                let first: Vec<String> =
                    first.iter().map(|ending| format!("`.{ending}`")).collect();
                let others = if first.is_empty() { "" } else { " or " };
                refuse(&ending, format!("use a name in {}{others}`.{last}`", first.join(", ")))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the extension of a file name, in lower case.
fn ending(path: &Path) -> Option<String> {
    Some(path.extension()?.to_string_lossy().to_ascii_lowercase())
}

static FORCE: AtomicBool = AtomicBool::new(false);

/// Lets outputs replace existing files (`--force`).
pub fn set_force(force: bool) {
    FORCE.store(force, Ordering::Relaxed);
}

/// Returns whether outputs may replace existing files.
pub fn is_forced() -> bool {
    FORCE.load(Ordering::Relaxed)
}

/// Checks the output files of a command: each has a suitable extension, its folder exists, it does not exist yet
/// (without `--force`), and it is neither an input nor another output. Standard output, `-`, needs no check.
///
/// # Errors
/// [`CliError::Usage`] with the path.
pub fn check<'a>(
    inputs: &[&str],
    outputs: impl IntoIterator<Item = Output<'a>>,
) -> Result<(), CliError> {
    let mut taken: Vec<PathBuf> =
        inputs.iter().filter_map(|input| Path::new(input).canonicalize().ok()).collect();
    for output in outputs.into_iter().filter(|output| output.path != Path::new("-")) {
        output.check_ending()?;
        let path = output.path;
        let folder = existing_folder(path).map_err(|error| {
            CliError::Usage(format!("{}: {error}\nhelp: create it first", path.display()))
        })?;
        // a file that does not exist yet is identified by its folder and its name
        let known = path
            .canonicalize()
            .ok()
            .filter(|path| path.is_file())
            .or_else(|| Some(folder.canonicalize().ok()?.join(path.file_name()?)));
        if let Some(known) = known {
            if taken.contains(&known) {
                let message = format!(
                    "{} is also an input or another output; choose another file",
                    path.display()
                );
                return Err(CliError::Usage(message));
            }
            taken.push(known);
        }
        if path.is_dir() {
            let message = format!("{} is a folder\nhelp: name a file", path.display());
            return Err(CliError::Usage(message));
        }
        // devices and pipes are written to, not replaced
        if path.is_file() {
            refuse_existing(path)?;
        }
    }
    Ok(())
}

/// Checks a folder for output files, and creates it if it does not exist. Without `--force`, it must be empty or
/// absent.
///
/// # Errors
/// [`CliError::Usage`] with the path, or an error if the folder cannot be created.
pub fn check_folder(folder: &Path) -> Result<(), CliError> {
    if is_filled(folder) {
        refuse_existing(folder)?;
    }
    create_folder(folder)
}

/// Returns whether a folder exists and contains something.
fn is_filled(folder: &Path) -> bool {
    folder.read_dir().is_ok_and(|mut entries| entries.next().is_some())
}

/// Creates a folder for output files if it does not exist. It may contain files.
///
/// # Errors
/// The folder cannot be created.
pub fn create_folder(folder: &Path) -> Result<(), CliError> {
    let absent = folder.ancestors().filter(|one| !one.as_os_str().is_empty() && !one.exists());
    let absent: Vec<PathBuf> = absent.map(Path::to_owned).collect();
    std::fs::create_dir_all(folder).map_err(CliError::io(folder.display().to_string()))?;
    lock(&CREATED).extend(absent);
    lock(&FOLDERS).push(folder.to_owned());
    Ok(())
}

/// The folders that this process has created for its output, the innermost first.
static CREATED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The folders for the output of this process.
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a short name for the outputs of a puzzle: the stem of its file, or `puzzle` if the stem is too long or
/// contains special characters, as in a URL.
pub fn stem(name: &str) -> String {
    let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    stem.filter(|stem| stem.len() <= 60 && stem.chars().all(is_plain) && stem != "-")
        .unwrap_or_else(|| "puzzle".to_owned())
}

/// Returns the folder of a file.
///
/// # Errors
/// If the folder does not exist.
pub fn existing_folder(path: &Path) -> io::Result<&Path> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    match folder.is_dir() {
        true => Ok(folder),
        false => {
            let message = format!("the folder {} does not exist", folder.display());
            Err(io::Error::new(io::ErrorKind::NotFound, message))
        }
    }
}

/// Returns the folders for the output of this process that contain something.
pub fn filled_folders() -> Vec<PathBuf> {
    lock(&FOLDERS).iter().filter(|folder| is_filled(folder)).cloned().collect()
}

/// Removes the folders that this process has created and left empty, such as those of a command that failed.
pub fn remove_empty_folders() {
    for folder in std::mem::take(&mut *lock(&CREATED)) {
        // fails for a folder that is not empty, which therefore stays
        let _ = std::fs::remove_dir(folder);
    }
}

/// Returns an error for a file or folder that exists, unless `--force` is set.
fn refuse_existing(path: &Path) -> Result<(), CliError> {
    match is_forced() {
        true => Ok(()),
        false => {
            let what = if path.is_dir() { "is not empty" } else { "exists" };
            let path = path.display();
            let help = "choose another name, or write into it with --force";
            Err(CliError::Usage(format!("{path} {what}\nhelp: {help}")))
        }
    }
}
