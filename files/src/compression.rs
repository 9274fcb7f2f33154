//! Transparent compression of files.
//!
//! The extension of a file's name determines its compression, for reading and for writing; the content does not
//! matter. A `.gz` file of several members and an `.xz` file of several streams are read to the end.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use lzma_rust2::{XzOptions, XzReader, XzWriter};

/// The size of the buffers for compressed and for decompressed data, in bytes.
const BUFFER: usize = 1 << 16;

/// The compression of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// No compression.
    None,
    /// gzip, extension `.gz`.
    Gzip,
    /// xz, extension `.xz`.
    Xz,
}

impl Compression {
    /// Returns the compression for a file name's extension, ignoring case.
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

    /// Returns a reader of the decompressed bytes of `input`.
    ///
    /// Reading fails on truncated or damaged data, and on `.xz` data that needs more than a gibibyte of
    /// memory.
    pub fn reader<'a>(self, input: impl BufRead + 'a) -> Box<dyn BufRead + 'a> {
        match self {
            Self::None => Box::new(input),
            Self::Gzip => unpacked(".gz", MultiGzDecoder::new(input)),
            Self::Xz => unpacked(".xz", XzReader::new_mem_limit(input, true, XZ_MEMORY_KIB)),
        }
    }

    /// Calls `write` with a writer that compresses its bytes into `out`.
    ///
    /// # Errors
    /// Returns the errors of `write` and of `out`.
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
                let mut packed = GzEncoder::new(out, flate2::Compression::new(GZIP_LEVEL));
                write(&mut packed)?;
                packed.finish()?.flush()
            }
            Self::Xz => {
                let mut packed = XzWriter::new(out, XzOptions::with_preset(XZ_LEVEL))?;
                write(&mut packed)?;
                packed.finish()?.flush()
            }
        }
    }
}

/// The memory limit of a decoder of `.xz` data, in KiB. Files of `xz -9` need 65 MiB; a hostile file can request 4 GiB.
const XZ_MEMORY_KIB: u32 = 1 << 20;

/// The compression level of `.gz` files. On formulas, level 2 is twice as fast as `gzip -1` and ten times as fast as the
/// default level 6, and the files are at most one eighth larger (docs/research/measurements.md).
const GZIP_LEVEL: u32 = 2;

/// The compression level of `.xz` files. On formulas, level 1 is twenty times as fast as the default level 6, and the
/// files are one seventh larger (docs/research/measurements.md).
const XZ_LEVEL: u32 = 1;

/// Opens a file and decompresses it according to its extension.
///
/// # Errors
/// The file cannot be opened.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let file = BufReader::with_capacity(BUFFER, File::open(path)?);
    Ok(Compression::of(path).reader(file))
}

/// Returns the name without the extension of its compression: the name of the decompressed file.
#[must_use]
pub fn plain_name(path: &Path) -> PathBuf {
    match Compression::of(path) {
        Compression::None => path.to_owned(),
        Compression::Gzip | Compression::Xz => path.with_extension(""),
    }
}

fn unpacked<'a>(ending: &'static str, packed: impl Read + 'a) -> Box<dyn BufRead + 'a> {
    Box::new(BufReader::with_capacity(BUFFER, Decoder { ending, packed }))
}

/// A decoder whose errors name the compression and suggest a fix.
struct Decoder<R> {
    ending: &'static str,
    packed: R,
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.packed.read(bytes).map_err(|error| {
            if error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            let message = format!(
                "cannot decompress {} data: {error}\n\
                 help: get the file again, or rename it if it is not compressed",
                self.ending
            );
            io::Error::new(error.kind(), message)
        })
    }
}

#[cfg(test)]
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

    /// Returns content that is larger than every buffer.
    fn content() -> Vec<u8> {
        (0..300_000_u32).flat_map(u32::to_le_bytes).collect()
    }

    #[test]
    fn content_survives_a_round_trip() {
        for compression in ALL {
            for content in [content(), b"p cnf 0 0\n".to_vec(), Vec::new()] {
                let bytes = packed(compression, &content);
                assert!(unpacked(compression, &bytes).unwrap() == content, "{compression:?}");
            }
        }
    }

    /// Writers of several parts flush between them.
    #[test]
    fn a_flush_does_not_end_the_data() {
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

    /// The output of `cat a.gz b.gz` is a valid `.gz` file; the same holds for `.xz`.
    #[test]
    fn concatenated_files_are_read_to_the_end() {
        for compression in ALL {
            let bytes = [packed(compression, b"one "), packed(compression, b"two")].concat();
            assert_eq!(unpacked(compression, &bytes).unwrap(), b"one two", "{compression:?}");
        }
    }

    /// A solver would return a wrong result for a truncated formula.
    #[test]
    fn a_file_truncated_anywhere_is_an_error() {
        for compression in [Compression::Gzip, Compression::Xz] {
            let bytes = packed(compression, b"p cnf 1 1\n1 0\n");
            for end in 0..bytes.len() {
                let error = unpacked(compression, &bytes[..end]).expect_err("truncated");
                assert!(error.to_string().contains("cannot decompress"), "{end}: {error}");
            }
        }
    }

    /// A damaged byte must neither change the content nor crash the decoder.
    #[test]
    fn a_damaged_byte_is_an_error() {
        for compression in [Compression::Gzip, Compression::Xz] {
            let bytes = packed(compression, b"p cnf 1 1\n1 0\n");
            for place in 0..bytes.len() {
                let mut damaged = bytes.clone();
                damaged[place] ^= 0x55;
                match unpacked(compression, &damaged) {
                    Err(error) => assert!(error.to_string().contains("cannot decompress")),
                    // the time and the system in a gzip header are not checked
                    Ok(content) => assert_eq!(content, b"p cnf 1 1\n1 0\n", "{place}"),
                }
            }
        }
    }

    /// An `.xz` file can request a dictionary of 4 GiB before it yields its first byte.
    #[test]
    fn an_xz_file_over_the_memory_limit_is_rejected() {
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
