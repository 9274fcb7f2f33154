//! The programs in `tests/misbehaving`, each of which fails as a solver in one way.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
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

/// Writes a solver that solves small formulas, such as that of the trial before a campaign, and fails for all others.
pub fn fails_on_large_formulas(folder: &Path) -> String {
    misbehaves_on_large_formulas(folder, "fails", "echo 'parse error in line 3' >&2\nexit 20")
}

/// Writes a solver that solves small formulas, and returns a wrong model for all others.
pub fn lies_on_large_formulas(folder: &Path) -> String {
    let lies = format!("exec {} \"$1\"", text("lies-with-a-wrong-model"));
    misbehaves_on_large_formulas(folder, "lies-with-a-wrong-model", &lies)
}

/// Writes a solver of this name that solves small formulas, and runs these lines of a shell for all others.
pub fn misbehaves_on_large_formulas(folder: &Path, name: &str, lines: &str) -> String {
    let path = folder.join(name);
    let program = super::binary::own_binary();
    let script = format!(
        "#!/bin/sh\n[ \"$(wc -c <\"$1\")\" -lt 3000 ] && exec {program} sat \"$1\"\n{lines}\n"
    );
    fs::write(&path, script).expect("a script");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a script");
    path.to_str().expect("text").to_owned()
}
