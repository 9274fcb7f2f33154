//! Where puzzle text comes from: a file, standard input, or an address itself.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::{ParseError, Parsed, loopy, puzzlink, read, read_bytes};
use crate::puzzle::Kind;

/// The most bytes that a puzzle may have, after decompression.
pub const SIZE_LIMIT: u64 = 64 << 20;

/// Why there is no puzzle.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The text could not be got.
    #[error("{name}: {cause}")]
    Io {
        /// The file.
        name: String,
        /// What the system said.
        #[source]
        cause: io::Error,
    },
    /// The text is too long to be a puzzle.
    #[error("{name}: more than {} MiB of text: no puzzle is that large", SIZE_LIMIT >> 20)]
    TooLarge {
        /// The file.
        name: String,
    },
    /// The file is compressed in a way that is not read.
    #[error("{name}: .xz is not read: decompress it, or compress it with gzip to .gz")]
    Compression {
        /// The file.
        name: String,
    },
    /// The text is wrong.
    #[error(transparent)]
    Parse(#[from] ParseError),
}

/// Reads the puzzle that `source` names: a file (a name in `.gz` is decompressed), `-` for
/// standard input, an address like that of puzz.link, or a Loopy id. Addresses are never fetched,
/// since they hold the puzzle.
///
/// An id or a bare `slither/...` that is also the path of a file is that file.
///
/// # Errors
/// What is wrong with the source or with its text.
pub fn load(source: &str, kind: Option<Kind>) -> Result<Parsed, LoadError> {
    if source == "-" {
        return parse(&limited(io::stdin().lock(), "<stdin>")?, "<stdin>", kind);
    }
    if is_address(source) {
        return Ok(read(source, kind).map_err(|error| error.in_origin("<address>"))?);
    }
    parse(&bytes_of(Path::new(source))?, source, kind)
}

/// Whether the source is the puzzle itself and not the name of a file.
fn is_address(source: &str) -> bool {
    let scheme = |scheme: &str| {
        source.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    let sure = scheme("http://") || scheme("https://") || source.contains("?slither");
    sure || ((puzzlink::claims(source) || loopy::claims(source)) && !Path::new(source).exists())
}

fn parse(bytes: &[u8], name: &str, kind: Option<Kind>) -> Result<Parsed, LoadError> {
    Ok(read_bytes(bytes, kind).map_err(|error| error.in_origin(name))?)
}

/// The text of a file, decompressed if its name says so; what is not UTF-8 becomes `\u{fffd}`.
pub(super) fn text_of(path: &Path) -> Result<String, LoadError> {
    Ok(String::from_utf8_lossy(&bytes_of(path)?).into_owned())
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, LoadError> {
    let name = path.display().to_string();
    let failed = |cause| LoadError::Io { name: name.clone(), cause };
    let has_extension =
        |wanted: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(wanted));
    if has_extension("xz") {
        return Err(LoadError::Compression { name });
    }
    let file = File::open(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.len() > SIZE_LIMIT {
        return Err(LoadError::TooLarge { name });
    }
    if has_extension("gz") {
        limited(flate2::read::MultiGzDecoder::new(file), &name)
    } else {
        limited(file, &name)
    }
}

fn limited(reader: impl Read, name: &str) -> Result<Vec<u8>, LoadError> {
    let mut bytes = Vec::new();
    let failed = |cause| LoadError::Io { name: name.to_owned(), cause };
    reader.take(SIZE_LIMIT + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > SIZE_LIMIT {
        return Err(LoadError::TooLarge { name: name.to_owned() });
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    /// A file of this name and content, and its directory, which goes away with it.
    fn file(name: &str, content: &[u8]) -> (tempfile::TempDir, String) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(name);
        std::fs::write(&path, content).unwrap();
        let path = path.to_str().unwrap().to_owned();
        (dir, path)
    }

    fn gzipped(content: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(content).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn a_file_an_address_and_an_id_hold_the_same_puzzle() {
        let (_dir, plain) = file("a.txt", b"3.2\n.0.\n");
        let (_dir, packed) = file("a.txt.gz", &gzipped(b"3.2\n.0.\n"));
        let puzzle = load(&plain, None).unwrap().puzzle;
        for source in
            [&packed, "https://puzz.link/p?slither/3/2/87a", "slither/3/2/87a", "3x2:3a2a0a"]
        {
            assert_eq!(load(source, None).unwrap().puzzle, puzzle, "{source}");
        }
    }

    #[test]
    fn errors_name_the_file_or_the_address() {
        let (_dir, wrong) = file("a.txt", b"..\n.x\n");
        let error = load(&wrong, None).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{wrong}:2:2: ")), "{error}");
        let error = load("slither/3/2/87", None).unwrap_err().to_string();
        assert!(error.starts_with("<address>:1:15: "), "{error}");
        let error = load("no/such/file", None).unwrap_err().to_string();
        assert!(error.starts_with("no/such/file: "), "{error}");
    }

    #[test]
    fn compressed_files_that_cannot_be_read_are_refused() {
        let (_dir, xz) = file("a.xz", b"");
        assert!(matches!(load(&xz, None), Err(LoadError::Compression { .. })));
        let (_dir, torn) = file("a.gz", &gzipped(b"3.2\n.0.\n")[..15]);
        assert!(matches!(load(&torn, None), Err(LoadError::Io { .. })));
    }

    #[test]
    fn a_small_file_that_unpacks_to_a_huge_one_is_refused() {
        let huge = vec![b' '; usize::try_from(SIZE_LIMIT).unwrap() + 1];
        let (_dir, bomb) = file("a.gz", &gzipped(&huge));
        assert!(matches!(load(&bomb, None), Err(LoadError::TooLarge { .. })));
    }
}
