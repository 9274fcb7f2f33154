//! Text that a program saved: maps and solver outputs. Larger than any puzzle.

use std::fs::File;
use std::io::{self, Read};

use flate2::read::MultiGzDecoder;

use super::load::LoadError;

/// The most bytes that are read, after decompression: it bounds the memory that is taken.
const LIMIT: u64 = 1 << 30;

/// The text of a file, or of standard input for `-`. A name that ends in `.gz` is decompressed. What
/// is not UTF-8 becomes `\u{fffd}`: solvers write names of files into their comments.
///
/// # Errors
/// What the system says of the file, and a text that is too long.
pub fn load_saved(source: &str) -> Result<String, LoadError> {
    let failed = |cause| LoadError::Io { name: source.to_owned(), cause };
    let mut bytes = Vec::new();
    let read = if source == "-" {
        io::stdin().lock().take(LIMIT + 1).read_to_end(&mut bytes)
    } else {
        let file = File::open(source).map_err(failed)?;
        if source.ends_with(".gz") {
            MultiGzDecoder::new(file).take(LIMIT + 1).read_to_end(&mut bytes)
        } else {
            file.take(LIMIT + 1).read_to_end(&mut bytes)
        }
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
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    #[test]
    fn a_compressed_output_is_the_same_text_and_odd_bytes_are_no_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let (plain, packed) = (folder.path().join("out"), folder.path().join("out.gz"));
        let bytes = b"c read \xff.cnf\ns SATISFIABLE\n";
        std::fs::write(&plain, bytes).expect("a file");
        let mut encoder =
            GzEncoder::new(File::create(&packed).expect("a file"), Compression::fast());
        encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("a file");
        for path in [&plain, &packed] {
            let text = load_saved(path.to_str().expect("text")).expect("a text");
            assert_eq!(text, "c read \u{fffd}.cnf\ns SATISFIABLE\n");
        }
        let error = load_saved("no/such/file").expect_err("no file").to_string();
        assert!(error.starts_with("no/such/file: "), "{error}");
    }
}
