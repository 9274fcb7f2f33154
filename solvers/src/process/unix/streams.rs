//! The reading of both output streams of a program, by `poll`.

use std::io::{self, PipeReader, PipeWriter, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::{ChildStderr, ChildStdout};
use std::time::Duration;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use crate::process::capture::StreamEvent;

/// A handle that the caller drops when the program has ended, which [`Streams`] reports as an event.
pub(crate) type EndMark = PipeWriter;

/// Makes an end mark, and the other end of its pipe, for [`Streams`].
///
/// # Errors
/// The pipe cannot be made.
pub(crate) fn end_mark() -> io::Result<(EndMark, PipeReader)> {
    let (reader, writer) = io::pipe()?;
    Ok((writer, reader))
}

/// Both output streams of a program, and its end.
pub(crate) struct Streams {
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    end: Option<PipeReader>,
    /// Whether standard output, standard error and the end mark were ready at the last poll and have not been read yet.
    ready: [bool; 3],
    buffer: Vec<u8>,
}

impl Streams {
    pub fn new(stdout: ChildStdout, stderr: ChildStderr, end: PipeReader) -> Self {
        let (stdout, stderr, end) = (Some(stdout), Some(stderr), Some(end));
        Self { stdout, stderr, end, ready: [false; 3], buffer: vec![0; 64 * 1024] }
    }

    /// Returns whether one of the streams is open.
    pub fn is_open(&self) -> bool {
        self.stdout.is_some() || self.stderr.is_some()
    }

    /// Waits for the next event, for at most `timeout`. Returns `None` at the timeout or on an error.
    pub fn next(&mut self, timeout: Option<Duration>) -> Option<StreamEvent<'_>> {
        while self.ready == [false; 3] {
            self.ready = self.poll(timeout)?;
        }
        let [out, err, end] = &mut self.ready;
        if std::mem::take(end) {
            self.end = None;
            return Some(StreamEvent::Ended);
        }
        if std::mem::take(out) {
            return Some(StreamEvent::Output(read(&mut self.stdout, &mut self.buffer)));
        }
        *err = false;
        Some(StreamEvent::Messages(read(&mut self.stderr, &mut self.buffer)))
    }

    /// Waits until a stream is readable or closed, and returns which streams are.
    fn poll(&self, timeout: Option<Duration>) -> Option<[bool; 3]> {
        let streams: [Option<BorrowedFd>; 3] = [
            self.stdout.as_ref().map(AsFd::as_fd),
            self.stderr.as_ref().map(AsFd::as_fd),
            self.end.as_ref().map(AsFd::as_fd),
        ];
        let timeout = match timeout {
            Some(timeout) => PollTimeout::try_from(timeout).unwrap_or(PollTimeout::MAX),
            None => PollTimeout::NONE,
        };
        let mut places = Vec::with_capacity(3);
        let mut fds = Vec::with_capacity(3);
        for (place, stream) in streams.into_iter().enumerate() {
            if let Some(stream) = stream {
                places.push(place);
                fds.push(PollFd::new(stream, PollFlags::POLLIN));
            }
        }
        loop {
            match poll(&mut fds, timeout) {
                Err(Errno::EINTR) => {}
                Err(_) | Ok(0) => return None,
                Ok(_) => break,
            }
        }
        let mut result = [false; 3];
        for (place, fd) in places.into_iter().zip(fds) {
            result[place] = fd.any().unwrap_or(false);
        }
        Some(result)
    }
}

/// Reads once. At the end of the stream or on an error, returns nothing and closes the stream.
fn read<'a>(stream: &mut Option<impl Read>, buffer: &'a mut [u8]) -> &'a [u8] {
    let length = loop {
        match stream.as_mut().map(|stream| stream.read(buffer)) {
            Some(Err(error)) if error.kind() == io::ErrorKind::Interrupted => {}
            Some(Ok(length)) => break length,
            Some(Err(_)) | None => break 0,
        }
    };
    if length == 0 {
        *stream = None;
    }
    &buffer[..length]
}
