//! Transparent compression of files.
//!
//! For reading, the first bytes of the data determine the compression. Only if they identify none, the extension of the
//! name decides; so compressed data can be read under any name and from standard input. For writing, the extension
//! determines the compression. A file of several members or streams, such as the output of `cat a.gz b.gz`, is read to
//! the end.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Once;

#[cfg(feature = "unpack")]
mod zstd;

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
    /// bzip2, extension `.bz2`; for reading only.
    Bzip2,
    /// Zstandard, extension `.zst`; for reading only.
    Zstd,
}

/// The number of first bytes that are needed to identify a compression.
const MAGIC: usize = 10;

/// The first bytes of data that Encycle cannot unpack, each with a description of the data.
const ARCHIVES: [(&[u8], &str); 6] = [
    (b"\x5D\0\0", "`.lzma` data"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"7z\xBC\xAF\x27\x1C", "a 7z archive"),
    (b"\x1F\x9D", "data of `compress` (`.Z`)"),
    (b"\x04\x22\x4D\x18", "LZ4 data"),
    (b"LZIP", "lzip data"),
];

impl Compression {
    /// Returns the compression that belongs to the extension of a file name, ignoring case.
    ///
    /// ```
    /// use encycle_files::Compression;
    /// assert_eq!(Compression::of("a.cnf.XZ".as_ref()), Compression::Xz);
    /// assert_eq!(Compression::of("gz".as_ref()), Compression::None);
    /// ```
    #[must_use]
    pub fn of(path: &Path) -> Self {
        let is = |ending| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending));
        let found = Self::PACKED.into_iter().find(|one| is(&one.extension()[1..]));
        found.unwrap_or(Self::None)
    }

    /// The compressions, without [`Self::None`].
    const PACKED: [Self; 4] = [Self::Gzip, Self::Xz, Self::Bzip2, Self::Zstd];

    /// Returns the compression of data, determined by its first bytes.
    ///
    /// ```
    /// use encycle_files::Compression;
    /// assert_eq!(Compression::of_content(b"\x1F\x8B\x08"), Compression::Gzip);
    /// assert_eq!(Compression::of_content(b"p cnf 1 1"), Compression::None);
    /// ```
    #[must_use]
    pub fn of_content(start: &[u8]) -> Self {
        match start {
            [0x1F, 0x8B, ..] => Self::Gzip,
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Self::Xz,
            // the first block, or the end of empty data
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..]
            | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, 0x45, 0x38, 0x50, 0x90, ..] => {
                Self::Bzip2
            }
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Self::Zstd,
            _ => Self::None,
        }
    }

    /// Returns the extension with its dot; for no compression, an empty string.
    fn extension(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Gzip => ".gz",
            Self::Xz => ".xz",
            Self::Bzip2 => ".bz2",
            Self::Zstd => ".zst",
        }
    }

    /// Returns a reader of the decompressed bytes of `input`.
    ///
    /// Reading fails on truncated or damaged data, and on `.xz` data that needs more than a gibibyte of memory.
    pub fn reader<'a>(self, input: impl BufRead + 'a) -> Box<dyn BufRead + 'a> {
        let ending = self.extension();
        match self {
            Self::None => Box::new(input),
            Self::Gzip => unpacked(ending, MultiGzDecoder::new(input)),
            Self::Xz => unpacked(ending, XzReader::new_mem_limit(input, true, XZ_MEMORY_KIB)),
            #[cfg(feature = "unpack")]
            Self::Bzip2 => unpacked(ending, bzip2::bufread::MultiBzDecoder::new(input)),
            #[cfg(feature = "unpack")]
            Self::Zstd => unpacked(ending, zstd::ZstdFrames::new(input)),
            #[cfg(not(feature = "unpack"))]
            Self::Bzip2 | Self::Zstd => unpacked(ending, UnsupportedReader),
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
            Self::Bzip2 | Self::Zstd => {
                let ending = self.extension();
                let message =
                    format!("cannot write `{ending}` files\nhelp: end the name in .gz or .xz");
                Err(io::Error::new(ErrorKind::Unsupported, message))
            }
        }
    }
}

/// The memory limit of a decoder of `.xz` data, in KiB. Files of `xz -9` need 65 MiB, but a hostile file can request 4
/// GiB.
const XZ_MEMORY_KIB: u32 = 1 << 20;

/// The compression level of `.gz` files. On formulas, level 2 is twice as fast as `gzip -1` and ten times as fast as
/// the default level 6, and the files are at most one eighth larger (docs/research/measurements.md).
const GZIP_LEVEL: u32 = 2;

/// The compression level of `.xz` files. On formulas, level 1 is twenty times as fast as the default level 6, and the
/// files are one seventh larger (docs/research/measurements.md).
const XZ_LEVEL: u32 = 1;

/// Opens a file and decompresses it.
///
/// # Errors
/// The file cannot be opened, or is an archive.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let file = BufReader::with_capacity(BUFFER, File::open(path)?);
    decompressed(file, Compression::of(path))
}

/// The target of the log record for standard input, which [`open_source`] makes before it reads.
pub const STDIN_TARGET: &str = "encycle_files::stdin";

/// Makes the log record for standard input once.
fn announce_stdin() {
    static ANNOUNCED: Once = Once::new();
    // a user who sees nothing may not know that the program waits
    ANNOUNCED.call_once(|| log::info!(target: STDIN_TARGET, "reading standard input"));
}

/// Returns the first bytes of standard input, decompressed, which are read again by [`open_source`]; none at its end.
///
/// # Errors
/// Standard input cannot be read, or is an archive.
pub fn stdin_start() -> io::Result<Vec<u8>> {
    announce_stdin();
    decompressed_start(io::stdin().lock().fill_buf()?)
}

/// Returns as many decompressed bytes as the first bytes of data yield, at most [`BUFFER`].
fn decompressed_start(start: &[u8]) -> io::Result<Vec<u8>> {
    let mut plain = Vec::new();
    let input = decompressed(start, Compression::None)?;
    // compressed data ends in the middle here, so an error at its end means nothing
    let _ = input.take(BUFFER as u64).read_to_end(&mut plain);
    Ok(plain)
}

/// Opens a file, or standard input for `-`, and decompresses it.
///
/// # Errors
/// The source cannot be opened, or is an archive.
pub fn open_source(source: &Path) -> io::Result<Box<dyn BufRead>> {
    match source == Path::new("-") {
        true => {
            announce_stdin();
            decompressed(io::stdin().lock(), Compression::None)
        }
        false => open(source),
    }
}

/// Returns a reader of the decompressed bytes of `input`. The first bytes determine the compression; if they identify
/// none, it is `named`.
///
/// # Errors
/// The input cannot be read, or is an archive.
pub fn decompressed<'a>(
    mut input: impl BufRead + 'a,
    named: Compression,
) -> io::Result<Box<dyn BufRead + 'a>> {
    let start = loop {
        match input.fill_buf() {
            Ok(bytes) => break bytes,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    };
    if start.is_empty() || start.len() >= MAGIC {
        let compression = recognized(start, named)?;
        return Ok(compression.reader(input));
    }
    // a pipe may return only a few bytes at a time
    let mut start = Vec::new();
    input.by_ref().take(MAGIC as u64).read_to_end(&mut start)?;
    let compression = recognized(&start, named)?;
    Ok(compression.reader(Cursor::new(start).chain(input)))
}

/// Returns the compression of data with these first bytes.
fn recognized(start: &[u8], named: Compression) -> io::Result<Compression> {
    if let Some((_, what)) = ARCHIVES.iter().find(|(magic, _)| start.starts_with(magic)) {
        let message = format!("cannot read this: {what}\nhelp: unpack it first");
        return Err(io::Error::new(ErrorKind::InvalidData, message));
    }
    Ok(match Compression::of_content(start) {
        Compression::None => named,
        found => found,
    })
}

/// Returns the name without the extension of its compression, which is the name of the decompressed file.
#[must_use]
pub fn plain_name(path: &Path) -> PathBuf {
    match Compression::of(path) {
        Compression::None => path.to_owned(),
        _ => path.with_extension(""),
    }
}

/// Returns the extension of the decompressed file, in lower case; `None` if it has none.
///
/// ```
/// use encycle_files::plain_ending;
/// use std::path::Path;
/// assert_eq!(plain_ending(Path::new("a.CNF.gz")).as_deref(), Some("cnf"));
/// ```
#[must_use]
pub fn plain_ending(path: &Path) -> Option<String> {
    Some(plain_name(path).extension()?.to_string_lossy().to_ascii_lowercase())
}

fn unpacked<'a>(ending: &'static str, packed: impl Read + 'a) -> Box<dyn BufRead + 'a> {
    Box::new(BufReader::with_capacity(BUFFER, NamedDecoder { ending, packed }))
}

/// A decoder whose errors name the compression and suggest a fix.
struct NamedDecoder<R> {
    ending: &'static str,
    packed: R,
}

impl<R: Read> Read for NamedDecoder<R> {
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

/// A reader of data whose decoder this build does not contain.
#[cfg(not(feature = "unpack"))]
struct UnsupportedReader;

#[cfg(not(feature = "unpack"))]
impl Read for UnsupportedReader {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::new(ErrorKind::Unsupported, "this build has no decoder"))
    }
}

#[cfg(test)]
mod tests;
