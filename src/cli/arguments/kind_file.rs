//! Kinds of the user's own: `--kind-file`, and the folder `kinds` of the user's settings.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::Args;

use crate::cli::exit::CliError;
use crate::cli::output::eprint_line;
use encycle::formats::register_kind;
use encycle::puzzle::PuzzleKind;
use encycle::solvers::config_directory;

/// The option that names a kind file.
#[derive(Args, Clone, Debug)]
pub struct KindFileArgument {
    /// File with a kind of your own (`encycle help kind-files`); its name may then stand for --kind
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    kind_file: Option<PathBuf>,
}

impl KindFileArgument {
    /// Returns the kind of the file, which [`register`] has read: a pipe cannot be read again.
    pub fn kind(&self) -> Option<PuzzleKind> {
        self.kind_file.as_ref().and(NAMED.get().copied())
    }
}

/// The kind of `--kind-file`.
static NAMED: OnceLock<PuzzleKind> = OnceLock::new();

/// The largest file that may be a kind file, with a margin for an error about its length.
const LARGEST: u64 = 1 << 20;

/// Makes the kind of `--kind-file`, and those of the user's folder, known by their names. The kind of `--kind-file` replaces
/// one of the folder.
///
/// # Errors
/// The file of `--kind-file` cannot be read, or is no kind file. A wrong file in the folder is a warning only.
pub fn register(words: &[OsString]) -> Result<(), CliError> {
    let values = words.iter().enumerate().filter_map(|(at, word)| {
        let word = word.to_str()?;
        match word.strip_prefix("--kind-file=") {
            Some(file) => Some(OsString::from(file)),
            None if word == "--kind-file" => words.get(at + 1).cloned(),
            None => None,
        }
    });
    let mut named = Vec::new();
    for file in values.map(PathBuf::from) {
        let kind = registered(&file, &kind_text(&file)?)?;
        NAMED.get_or_init(|| kind);
        named.push(kind.name());
    }
    for path in files_of_user() {
        if let Err(error) = register_of_user(&path, &named) {
            eprint_line!("warning: {error}");
        }
    }
    Ok(())
}

/// Makes the kind of a file of the user's folder known, unless `--kind-file` names another file of the kind.
fn register_of_user(path: &Path, named: &[&str]) -> Result<(), CliError> {
    let text = kind_text(path)?;
    let kind = PuzzleKind::parse_file(&text);
    if !kind.is_ok_and(|kind| named.contains(&kind.name())) {
        registered(path, &text)?;
    }
    Ok(())
}

/// Makes the kind of a text of a file known.
fn registered(path: &Path, text: &str) -> Result<PuzzleKind, CliError> {
    register_kind(text).map_err(|error| CliError::Usage(format!("{}: {error}", path.display())))
}

/// Reads the text of a kind file.
///
/// # Errors
/// The file cannot be read, or is too long for a kind file.
pub fn kind_text(path: &Path) -> Result<String, CliError> {
    let name = path.display();
    if std::fs::metadata(path).map_err(CliError::io(name.to_string()))?.len() > LARGEST {
        return Err(CliError::Usage(format!("{name}: too long for a kind file")));
    }
    std::fs::read_to_string(path).map_err(CliError::io(name.to_string()))
}

/// Returns the files `*.kind` in the folder `kinds` of the user's settings, sorted by name.
fn files_of_user() -> Vec<PathBuf> {
    let Some(folder) = config_directory().map(|config| config.join("kinds")) else {
        return Vec::new();
    };
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "kind"));
    files.sort();
    files
}
