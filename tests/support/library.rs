//! Shared libraries with the IPASIR interface: CaDiCaL, and misbehaving ones.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::misbehaving;

/// The folder into which `scripts/install-solvers` installs.
pub fn solver_folder() -> PathBuf {
    let home = || {
        std::env::var_os("HOME").map(|home| Path::new(&home).join(".local/share/encycle/solvers"))
    };
    let folder = std::env::var_os("ENCYCLE_SOLVER_DIR").map(PathBuf::from).or_else(home);
    folder.expect("a home directory")
}

/// The library of CaDiCaL, which `scripts/install-solvers` links.
pub fn cadical() -> PathBuf {
    let path = solver_folder().join("lib/libipasircadical.so");
    assert!(path.exists(), "no {}: run scripts/install-solvers", path.display());
    path
}

/// Compiles one of `tests/misbehaving/libraries/*.c` as a library.
pub fn compiled(name: &str, folder: &Path) -> PathBuf {
    let source = misbehaving::path(name);
    let library = folder.join(name).with_extension("so");
    let status = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .args([&library, &source])
        .status()
        .expect("a C compiler");
    assert!(status.success(), "{name} does not compile");
    library
}

/// The solver name of a library.
pub fn ipasir(path: &Path) -> String {
    format!("ipasir:{}", path.display())
}
