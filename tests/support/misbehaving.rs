//! The programs in `tests/misbehaving`, each of which fails as a solver in its own way.

use std::fs;
use std::path::{Path, PathBuf};

/// The path of a program, whatever group it is in. A name that does not exist stays a path to nothing.
pub fn path(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/misbehaving");
    let groups = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let found = groups.map(|group| group.path().join(name)).find(|path| path.exists());
    found.unwrap_or_else(|| folder.join(name))
}

/// The same path as text, for a command line.
pub fn text(name: &str) -> String {
    path(name).to_str().expect("text").to_owned()
}
