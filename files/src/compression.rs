//! Compressed files: what a file's name says about its bytes, on the way in and on the way out.
//!
//! Names decide and not contents, so that a file is read as it was written. A `.gz` of several
//! members and an `.xz` of several streams are read to their end.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;

/// How much is read and unpacked at a time.
const BUFFER: usize = 1 << 16;

/// How the bytes of a file are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// Not at all.
    None,
    /// `.gz`.
    Gzip,
    /// `.xz`.
    Xz,
}

impl Compression {
    /// What the file's name says, in capitals or not.
    ///
    /// ```
    /// use encycle_files::Compression;
    /// assert_eq!(Compression::of("a.cnf.XZ".as_ref()), Compression::Xz);
    /// assert_eq!(Compression::of("gz".as_ref()), Compression::None);
    /// ```
    #[must_use]
    pub fn of(path: &Path) -> Self {
        let is = |ending| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending));
        if is("gz") {
            Self::Gzip
        } else if is("xz") {
            Self::Xz
        } else {
            Self::None
        }
    }

    /// The plain bytes behind `input`. Reading fails at torn or damaged data, and where an `.xz`
    /// asks for more than a gigabyte of memory.
    pub fn reader<'a>(self, input: impl BufRead + 'a) -> Box<dyn BufRead + 'a> {
        match self {
            Self::None => Box::new(input),
            Self::Gzip => unpacked(".gz", MultiGzDecoder::new(input)),
            Self::Xz => match xz::decoder(input) {
                Ok(decoder) => unpacked(".xz", decoder),
                Err(error) => unpacked(".xz", Broken(Some(error))),
            },
        }
    }

    /// Hands a writer of plain bytes to `write`, and puts them into `out` as they are to be.
    ///
    /// # Errors
    /// Those of `write` and of `out`.
    pub fn write(
        self,
        mut out: impl Write,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        match self {
            Self::None => {
                write(&mut out)?;
                out.flush()
            }
            Self::Gzip => {
                let mut packed = GzEncoder::new(out, flate2::Compression::default());
                write(&mut packed)?;
                packed.finish()?.flush()
            }
            Self::Xz => xz::write(out, write),
        }
    }
}

#[cfg(feature = "xz")]
mod xz {
    use std::io::{self, BufRead, Read, Write};

    use liblzma::bufread::XzDecoder;
    use liblzma::stream::{CONCATENATED, Stream};
    use liblzma::write::XzEncoder;

    /// Bytes of memory that a decoder may take: `xz -9` needs 65 MiB, a hostile file requests 4 GiB.
    const MEMORY: u64 = 1 << 30;

    /// The compression level. On formulas, level 1 is twenty times as fast as the default 6, and the files
    /// are a seventh larger (docs/measurements.md).
    const LEVEL: u32 = 1;

    pub fn decoder(input: impl BufRead) -> io::Result<impl Read> {
        let stream = Stream::new_stream_decoder(MEMORY, CONCATENATED)?;
        Ok(XzDecoder::new_stream(input, stream))
    }

    pub fn write(
        out: impl Write,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut packed = XzEncoder::new(out, LEVEL);
        write(&mut packed)?;
        packed.finish()?.flush()
    }
}

/// Without the feature, an `.xz` file is an error that names the feature.
#[cfg(not(feature = "xz"))]
mod xz {
    use std::io::{self, BufRead, Write};

    fn unsupported() -> io::Error {
        let message = "this build cannot read or write .xz files: enable the cargo feature `xz`";
        io::Error::new(io::ErrorKind::Unsupported, message)
    }

    pub fn decoder(_: impl BufRead) -> io::Result<io::Empty> {
        Err(unsupported())
    }

    pub fn write(
        _: impl Write,
        _: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        Err(unsupported())
    }
}

/// Opens a file and unpacks it as its name says.
///
/// # Errors
/// The file cannot be opened.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let file = BufReader::with_capacity(BUFFER, File::open(path)?);
    Ok(Compression::of(path).reader(file))
}

/// The name without the ending of its compression: what the file would be called unpacked.
#[must_use]
pub fn plain_name(path: &Path) -> PathBuf {
    match Compression::of(path) {
        Compression::None => path.to_owned(),
        Compression::Gzip | Compression::Xz => path.with_extension(""),
    }
}

fn unpacked<'a>(ending: &'static str, packed: impl Read + 'a) -> Box<dyn BufRead + 'a> {
    Box::new(BufReader::with_capacity(BUFFER, Explained { ending, packed }))
}

/// A decoder whose errors say which data is at fault.
struct Explained<R> {
    ending: &'static str,
    packed: R,
}

impl<R: Read> Read for Explained<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.packed.read(bytes).map_err(|error| {
            if error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            let message = format!(
                "the {} data cannot be unpacked ({error}): get the file again, or rename it if it \
                 is not compressed",
                self.ending
            );
            io::Error::new(error.kind(), message)
        })
    }
}

/// A decoder that could not be set up.
struct Broken(Option<io::Error>);

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

#[cfg(all(test, feature = "xz"))]
mod tests {
    use super::*;

    const ALL: [Compression; 3] = [Compression::None, Compression::Gzip, Compression::Xz];

    fn packed(compression: Compression, content: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        compression.write(&mut bytes, |out| out.write_all(content)).unwrap();
        bytes
    }

    fn unpacked(compression: Compression, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        compression.reader(bytes).read_to_end(&mut content).map(|_| content)
    }

    /// Larger than every buffer, and not all alike.
    fn content() -> Vec<u8> {
        (0..300_000_u32).flat_map(u32::to_le_bytes).collect()
    }

    #[test]
    fn what_is_written_is_read_again() {
        for compression in ALL {
            for content in [content(), b"p cnf 0 0\n".to_vec(), Vec::new()] {
                let bytes = packed(compression, &content);
                assert!(unpacked(compression, &bytes).unwrap() == content, "{compression:?}");
            }
        }
    }

    /// A flush in the middle, as writers of several parts do, must not end the data.
    #[test]
    fn a_flush_in_the_middle_loses_nothing() {
        for compression in ALL {
            let mut bytes = Vec::new();
            let parts = |out: &mut dyn Write| {
                out.write_all(b"one ")?;
                out.flush()?;
                out.flush()?;
                out.write_all(b"two")
            };
            compression.write(&mut bytes, parts).unwrap();
            assert_eq!(unpacked(compression, &bytes).unwrap(), b"one two", "{compression:?}");
        }
    }

    /// `cat a.gz b.gz` is a `.gz`, and so is it with `.xz`.
    #[test]
    fn joined_files_are_read_to_the_end() {
        for compression in ALL {
            let bytes = [packed(compression, b"one "), packed(compression, b"two")].concat();
            assert_eq!(unpacked(compression, &bytes).unwrap(), b"one two", "{compression:?}");
        }
    }

    /// A solver that gets half a formula answers wrongly: a torn file must never pass for a whole.
    #[test]
    fn a_file_torn_anywhere_is_an_error() {
        for compression in [Compression::Gzip, Compression::Xz] {
            let bytes = packed(compression, b"p cnf 1 1\n1 0\n");
            for end in 0..bytes.len() {
                let error = unpacked(compression, &bytes[..end]).expect_err("torn");
                assert!(error.to_string().contains("cannot be unpacked"), "{end}: {error}");
            }
        }
    }

    /// An `.xz` may ask for a dictionary of 4 GiB before its first byte comes out.
    #[test]
    fn an_xz_that_asks_for_all_memory_is_refused() {
        let mut bytes = packed(Compression::Xz, b"text");
        // stream header 12 bytes, block header: size, flags, filter id, property size, property
        let (start, length) = (12, (usize::from(bytes[12]) + 1) * 4);
        assert_eq!(bytes[start + 2..start + 4], [0x21, 1], "one LZMA2 filter with one property");
        bytes[start + 4] = 40; // 4 GiB - 1
        let end = start + length - 4;
        let crc = crc32(&bytes[start..end]);
        bytes[end..end + 4].copy_from_slice(&crc.to_le_bytes());
        let error = unpacked(Compression::Xz, &bytes).unwrap_err();
        assert!(error.to_string().contains("memory"), "{error}");
    }

    fn crc32(bytes: &[u8]) -> u32 {
        let mut crc = flate2::Crc::new();
        crc.update(bytes);
        crc.sum()
    }
}
