//! The files in a folder.

use std::io;
use std::path::{Path, PathBuf};

/// Returns the paths of the files in a folder and in the folders in it, sorted by name within each. Hidden files and folders are
/// left out, and so are folders behind symbolic links, which could form a cycle.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// std::fs::create_dir(folder.path().join("a"))?;
/// for name in ["b.cnf", "a/c.cnf", ".hidden"] {
///     std::fs::write(folder.path().join(name), "")?;
/// }
/// let files = encycle_files::folder_files(folder.path())?;
/// assert_eq!(files, ["a/c.cnf", "b.cnf"].map(|name| folder.path().join(name)));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// A folder cannot be read.
pub fn folder_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        if path.file_name().unwrap_or_default().to_string_lossy().starts_with('.') {
            continue;
        }
        if path.is_dir() && !path.is_symlink() {
            files.extend(folder_files(&path)?);
        } else if path.is_file() {
            files.push(path);
        }
    }
    Ok(files)
}
