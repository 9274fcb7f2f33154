//! The sources of texts that programs saved, such as maps and solver output, which may be larger than any puzzle.

use std::io::{self, Read};
use std::path::Path;

use crate::formats::other::text_in;
use crate::formats::source::LoadError;
use encycle_files::compression;

/// The maximum size in bytes, after decompression, which bounds the memory use.
const LIMIT: u64 = 1 << 30;

/// Reads the text of a file, or of standard input for `-`.
///
/// Compressed data are decompressed. Bytes that are not UTF-8 become `\u{fffd}`,
/// because solvers write file names into their comments.
///
/// # Errors
/// Returns an error if the file cannot be read, or if the text is too long.
pub fn load_saved(source: &str) -> Result<String, LoadError> {
    Ok(String::from_utf8(load_bytes(Path::new(source))?)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// Reads the text of a file, or of standard input for `-`, as [`load_saved`] does. It must be UTF-8, or UTF-16 with a
/// byte order mark.
///
/// # Errors
/// Returns an error if the file cannot be read, if it is not text, or if it is too long.
pub fn load_text(source: &Path) -> Result<String, LoadError> {
    let bytes = load_bytes(source)?;
    let text = text_in(&bytes).map_err(|error| error.in_origin(source.display().to_string()))?;
    Ok(text.into_owned())
}

fn load_bytes(source: &Path) -> Result<Vec<u8>, LoadError> {
    let failed = |cause| LoadError::Io { name: source.display().to_string(), cause };
    let mut bytes = Vec::new();
    let input = compression::open_source(source).map_err(failed)?;
    let read = input.take(LIMIT + 1).read_to_end(&mut bytes);
    read.map_err(failed)?;
    if bytes.len() as u64 > LIMIT {
        return Err(failed(io::Error::other("the text exceeds the limit of 1 GiB")));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use encycle_files::compression::Compression;

    #[test]
    fn compressed_output_is_the_same_text_and_invalid_utf8_is_accepted() {
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
