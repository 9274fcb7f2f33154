//! The programs in `tests/misbehaving`, each of which fails as a solver in one way.

use std::fs;
use std::path::{Path, PathBuf};

/// The path of a program in any of the groups. An unknown name gives a path that does not exist.
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
