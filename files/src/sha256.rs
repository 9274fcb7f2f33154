//! SHA-256 hashes in lower-case hexadecimal, which identify programs, puzzles and runs in Encycle.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};

/// Returns the hash of a text.
pub fn of_text(text: &str) -> String {
    let mut hasher = Sha256::new();
    hasher.update(text);
    hex(hasher)
}

/// Returns the hash of a file's bytes.
///
/// # Errors
/// The file cannot be read.
pub fn of_file(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    let mut input = BufReader::with_capacity(1 << 16, File::open(path)?);
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            return Ok(hex(hasher));
        }
        hasher.update(bytes);
        let length = bytes.len();
        input.consume(length);
    }
}

/// Returns the hash of a program's file. The hash is cached by path for the life of this process, because one program
/// can contain several solvers.
///
/// # Errors
/// The file cannot be read.
pub fn of_program(path: &Path) -> io::Result<String> {
    static KNOWN: Mutex<BTreeMap<PathBuf, String>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(hash) = known.get(path) {
        return Ok(hash.clone());
    }
    let hash = of_file(path)?;
    known.insert(path.to_owned(), hash.clone());
    Ok(hash)
}

fn hex(hasher: Sha256) -> String {
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
