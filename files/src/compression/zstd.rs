//! A decoder of Zstandard data of several frames, one after the other. The library reads one frame and leaves the
//! checksum to its caller.

use std::io::{self, BufRead, ErrorKind, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// A reader of all frames of the data.
pub(super) struct ZstdFrames<R> {
    input: R,
    decoder: FrameDecoder,
    /// Whether the reader is inside a frame.
    is_inside: bool,
    /// Whether a frame has been found.
    has_frame: bool,
}

impl<R: BufRead> ZstdFrames<R> {
    pub fn new(input: R) -> Self {
        Self { input, decoder: FrameDecoder::new(), is_inside: false, has_frame: false }
    }

    /// Begins the next frame. Returns `false` at the end of the data.
    fn begin(&mut self) -> io::Result<bool> {
        loop {
            if self.has_frame && self.input.fill_buf()?.is_empty() {
                return Ok(false);
            }
            self.has_frame = true;
            match self.decoder.init(&mut self.input) {
                Ok(()) => {
                    self.is_inside = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let length = u64::from(length);
                    let skipped = io::copy(&mut self.input.by_ref().take(length), &mut io::sink())?;
                    if skipped < length {
                        return Err(ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(io::Error::new(ErrorKind::InvalidData, error)),
            }
        }
    }

    /// Ends a frame and verifies its checksum.
    fn end(&mut self) -> io::Result<()> {
        self.is_inside = false;
        let (stored, found) =
            (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum());
        match stored.is_some() && stored != found {
            true => Err(io::Error::new(ErrorKind::InvalidData, "the checksum differs")),
            false => Ok(()),
        }
    }
}

impl<R: BufRead> Read for ZstdFrames<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.is_inside && !self.begin()? {
                return Ok(0);
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let decoded = self
                    .decoder
                    .decode_blocks(&mut self.input, BlockDecodingStrategy::UptoBlocks(1));
                decoded.map_err(|error| io::Error::new(ErrorKind::InvalidData, error))?;
            }
            let count = self.decoder.read(bytes)?;
            if count > 0 || bytes.is_empty() {
                return Ok(count);
            }
            self.end()?;
        }
    }
}
