//! Shared libraries with the interface IPASIR: the real one, and wrong ones.

#![allow(dead_code, reason = "each test file uses its part")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// CaDiCaL's, which `scripts/install-solvers` makes.
pub fn cadical() -> PathBuf {
    let home = || {
        std::env::var_os("HOME").map(|home| Path::new(&home).join(".local/share/encycle/solvers"))
    };
    let folder = std::env::var_os("ENCYCLE_SOLVER_DIR").map(PathBuf::from).or_else(home);
    let path = folder.expect("a home directory").join("lib/libipasircadical.so");
    assert!(path.exists(), "no {}: run scripts/install-solvers", path.display());
    path
}

/// Compiles one of `tests/misbehaving/*.c` as a library.
pub fn compiled(name: &str, folder: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/misbehaving").join(name);
    let library = folder.join(name).with_extension("so");
    let status = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .args([&library, &source])
        .status()
        .expect("a C compiler");
    assert!(status.success(), "{name} does not compile");
    library
}
