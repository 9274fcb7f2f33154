//! The user's directories. On Unix, including macOS, they are the directories of the XDG Base Directory Specification
//! 0.8 (<https://specifications.freedesktop.org/basedir-spec/0.8/>); on Windows, they are the folders of application
//! data.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Returns the directory of the user's settings, which has `solvers.toml` and the folder `kinds`.
#[must_use]
pub fn config() -> Option<PathBuf> {
    #[cfg(windows)]
    return of_environment("APPDATA", "AppData/Roaming");
    #[cfg(not(windows))]
    of_environment("XDG_CONFIG_HOME", ".config")
}

/// Returns the directory of the user's caches.
#[cfg(feature = "process")]
pub(crate) fn cache() -> Option<PathBuf> {
    #[cfg(windows)]
    return of_environment("LOCALAPPDATA", "AppData/Local");
    #[cfg(not(windows))]
    of_environment("XDG_CACHE_HOME", ".cache")
}

/// Returns the home directory.
pub(crate) fn home() -> Option<PathBuf> {
    let variable = if cfg!(windows) { "USERPROFILE" } else { "HOME" };
    std::env::var_os(variable).filter(|home| !home.is_empty()).map(PathBuf::from)
}

fn of_environment(variable: &str, default: &str) -> Option<PathBuf> {
    choose(std::env::var_os(variable), home().as_deref(), default)
}

/// Chooses between the variable and the default. A relative path in the variable is ignored, as the specification
/// requires.
fn choose(set: Option<OsString>, home: Option<&Path>, default: &str) -> Option<PathBuf> {
    let set = set.map(PathBuf::from).filter(|path| path.is_absolute());
    Some(set.or_else(|| home.map(|home| home.join(default)))?.join("encycle"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_in_the_environment_are_ignored() {
        let chosen = |set: Option<&str>, home: Option<&str>| {
            choose(set.map(OsString::from), home.map(Path::new), ".cache")
        };
        assert_eq!(chosen(Some("/x"), Some("/home/a")), Some("/x/encycle".into()));
        for set in [None, Some(""), Some("x/y")] {
            assert_eq!(chosen(set, Some("/home/a")), Some("/home/a/.cache/encycle".into()));
            assert_eq!(chosen(set, None), None);
        }
    }
}
