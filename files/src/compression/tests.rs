//! Round trips, damaged data, and data under another name.

use super::*;

const ALL: [Compression; 3] = [Compression::None, Compression::Gzip, Compression::Xz];

fn packed(compression: Compression, content: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    compression.write(&mut bytes, |out| out.write_all(content)).unwrap();
    bytes
}

fn unpacked(compression: Compression, bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    decompressed(bytes, compression)?.read_to_end(&mut content).map(|_| content)
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

/// A writer of several parts flushes between them.
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
    // stream header of 12 bytes, then the block header: size, flags, filter id, property size, property
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

/// A reader that returns a few bytes at a time, like a pipe.
struct Trickle<'a>(&'a [u8]);

impl Read for Trickle<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let length = bytes.len().min(3);
        self.0.read(&mut bytes[..length])
    }
}

/// Downloads may lose the extension, and standard input never has an extension.
#[test]
fn the_first_bytes_determine_the_compression_under_any_name() {
    for compression in [Compression::Gzip, Compression::Xz] {
        let bytes = packed(compression, b"p cnf 1 1\n1 0\n");
        for named in ALL {
            assert_eq!(unpacked(named, &bytes).unwrap(), b"p cnf 1 1\n1 0\n", "{named:?}");
        }
        let mut content = Vec::new();
        let pipe = BufReader::with_capacity(3, Trickle(&bytes));
        decompressed(pipe, Compression::None).unwrap().read_to_end(&mut content).unwrap();
        assert_eq!(content, b"p cnf 1 1\n1 0\n");
    }
    for short in [&b""[..], b"\n", b"1 0\n"] {
        assert_eq!(unpacked(Compression::None, short).unwrap(), short);
    }
}

/// `printf 'p cnf 1 1\n1 0\n' | bzip2`
#[cfg(feature = "unpack")]
const BZIP2: &[u8] = &[
    0x42, 0x5A, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0xC7, 0x69, 0x06, 0x2C, 0x00, 0x00,
    0x06, 0xD9, 0x80, 0x00, 0x10, 0x40, 0x00, 0x60, 0x00, 0x09, 0x01, 0x40, 0x00, 0x20, 0x00, 0x31,
    0x0C, 0x08, 0x1A, 0x69, 0x89, 0xA2, 0x44, 0x4B, 0x04, 0x22, 0xD5, 0xE2, 0xEE, 0x48, 0xA7, 0x0A,
    0x12, 0x18, 0xED, 0x20, 0xC5, 0x80,
];

/// `printf 'p cnf 1 1\n1 0\n' | zstd`
#[cfg(feature = "unpack")]
const ZSTD: &[u8] = &[
    0x28, 0xB5, 0x2F, 0xFD, 0x04, 0x58, 0x71, 0x00, 0x00, 0x70, 0x20, 0x63, 0x6E, 0x66, 0x20, 0x31,
    0x20, 0x31, 0x0A, 0x31, 0x20, 0x30, 0x0A, 0x58, 0xD2, 0xC5, 0x46,
];

#[cfg(feature = "unpack")]
#[test]
fn bzip2_and_zstandard_are_read_damaged_or_not() {
    for bytes in [BZIP2, ZSTD] {
        assert_eq!(unpacked(Compression::None, bytes).unwrap(), b"p cnf 1 1\n1 0\n");
        let twice = [bytes, bytes].concat();
        let content = unpacked(Compression::None, &twice).unwrap();
        assert_eq!(content, b"p cnf 1 1\n1 0\np cnf 1 1\n1 0\n");
        let named = Compression::of_content(bytes);
        for end in 0..bytes.len() {
            let error = unpacked(named, &bytes[..end]).expect_err("truncated").to_string();
            assert!(error.contains("cannot decompress"), "{end}: {error}");
        }
        for place in 0..bytes.len() {
            let mut damaged = bytes.to_vec();
            damaged[place] ^= 0x55;
            if let Ok(content) = unpacked(named, &damaged) {
                // the header of a frame specifies which of its fields are absent
                assert_eq!(content, b"p cnf 1 1\n1 0\n", "{place}");
            }
        }
    }
}

#[test]
fn archives_are_named() {
    for (bytes, what) in
        [(&b"PK\x03\x04 and so on"[..], "ZIP"), (b"\x5D\0\0\x80\0\xFF\xFF\xFF\xFF\xFF", "lzma")]
    {
        let error = unpacked(Compression::None, bytes).expect_err("an archive").to_string();
        assert!(error.contains(what) && error.contains("\nhelp: unpack it first"), "{error}");
    }
    for name in ["a.bz2", "a.zst"] {
        let error = Compression::of(name.as_ref()).write(Vec::new(), |_| Ok(())).expect_err(name);
        assert!(error.to_string().contains("help: end the name in .gz or .xz"), "{error}");
    }
}
