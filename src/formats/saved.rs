//! Text that a program saved: maps and solver outputs. Larger than any puzzle.

use std::io::{self, Read};
use std::path::Path;

use crate::formats::load::LoadError;
use encycle_files::compression;

/// The most bytes that are read, after decompression: it bounds the memory that is taken.
const LIMIT: u64 = 1 << 30;

/// The text of a file, or of standard input for `-`. A name that ends in `.gz` or `.xz` is
/// decompressed. What is not UTF-8 becomes `\u{fffd}`: solvers write names of files into their comments.
///
/// # Errors
/// What the system says of the file, and a text that is too long.
pub fn load_saved(source: &str) -> Result<String, LoadError> {
    let failed = |cause| LoadError::Io { name: source.to_owned(), cause };
    let mut bytes = Vec::new();
    let read = if source == "-" {
        io::stdin().lock().take(LIMIT + 1).read_to_end(&mut bytes)
    } else {
        let file = compression::open(Path::new(source)).map_err(failed)?;
        file.take(LIMIT + 1).read_to_end(&mut bytes)
    };
    read.map_err(failed)?;
    if bytes.len() as u64 > LIMIT {
        return Err(failed(io::Error::other("more than 1 GiB of text, which is not read")));
    }
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use encycle_files::compression::Compression;

    #[test]
    fn a_compressed_output_is_the_same_text_and_odd_bytes_are_no_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let bytes = b"c read \xff.cnf\ns SATISFIABLE\n";
        for name in ["out", "out.gz", "out.xz"] {
            let path = folder.path().join(name);
            let file = std::fs::File::create(&path).expect("a file");
            Compression::of(&path).write(file, |out| out.write_all(bytes)).expect("written");
            let text = load_saved(path.to_str().expect("text")).expect("a text");
            assert_eq!(text, "c read \u{fffd}.cnf\ns SATISFIABLE\n", "{name}");
        }
        let error = load_saved("no/such/file").expect_err("no file").to_string();
        assert!(error.starts_with("no/such/file: "), "{error}");
    }
}
