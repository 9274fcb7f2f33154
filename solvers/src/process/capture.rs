//! Capture of the output of a running process, without blocking on pipes that stay open.
//!
//! One thread polls both output pipes and a third pipe, `stop`, which the caller closes when the process
//! has ended. After that, the thread reads the remaining output but does not wait for the end of the pipes,
//! since a descendant that escaped may hold them open indefinitely.

use std::collections::VecDeque;
use std::io::{PipeReader, Read};
use std::os::fd::AsFd;
use std::process::{ChildStderr, ChildStdout};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

/// The longest pause in the output after the end of the process.
const IDLE_MS: u16 = 100;
/// The longest time of reading after the end of the process.
const LATE: Duration = Duration::from_secs(2);
/// The number of last lines that are kept.
const LAST_LINES: usize = 20;
/// The bytes of each last line that are kept.
const LINE_SHOWN: usize = 300;

/// The captured output.
pub(crate) struct Captured {
    /// The last lines of both streams, without `v` lines.
    pub last_lines: Vec<String>,
    /// Whether standard output exceeded its limit and was not read to its end.
    pub overflow: bool,
}

/// Reads both streams to their end and passes each line of standard output to `on_line`. After more than
/// `max_bytes` of standard output, it calls `on_overflow` and stops.
pub(crate) fn capture(
    mut stdout: ChildStdout,
    mut stderr: ChildStderr,
    stop: PipeReader,
    max_bytes: u64,
    on_overflow: impl FnOnce(),
    on_line: &mut dyn FnMut(&[u8]),
) -> Captured {
    let mut tail = Tail::default();
    let (mut out_lines, mut err_lines) = (Lines::new(usize::MAX), Lines::new(LINE_SHOWN));
    let (mut out_open, mut err_open) = (true, true);
    let mut ended: Option<Instant> = None;
    let mut bytes = 0_u64;
    let mut overflow = false;
    let mut buffer = vec![0; 64 * 1024];
    while out_open || err_open {
        if ended.is_some_and(|since| since.elapsed() > LATE) {
            break;
        }
        let Some([out_ready, err_ready, stopped]) = ready(
            [
                out_open.then_some(stdout.as_fd()),
                err_open.then_some(stderr.as_fd()),
                ended.is_none().then_some(stop.as_fd()),
            ],
            ended.map_or(PollTimeout::NONE, |_| PollTimeout::from(IDLE_MS)),
        ) else {
            break;
        };
        if stopped {
            ended = Some(Instant::now());
        }
        if out_ready {
            let chunk = read(&mut stdout, &mut buffer);
            out_open = !chunk.is_empty();
            bytes += chunk.len() as u64;
            if bytes > max_bytes {
                overflow = true;
                on_overflow();
                break;
            }
            out_lines.feed(chunk, |line| {
                on_line(line);
                tail.push(line);
            });
        }
        if err_ready {
            let chunk = read(&mut stderr, &mut buffer);
            err_open = !chunk.is_empty();
            err_lines.feed(chunk, |line| tail.push(line));
        }
    }
    out_lines.finish(|line| {
        on_line(line);
        tail.push(line);
    });
    err_lines.finish(|line| tail.push(line));
    Captured { last_lines: tail.into_strings(), overflow }
}

/// Waits until a stream is readable or closed, and returns which ones are; `None` at the timeout or on an
/// error.
fn ready(streams: [Option<std::os::fd::BorrowedFd>; 3], timeout: PollTimeout) -> Option<[bool; 3]> {
    let mut places = Vec::with_capacity(3);
    let mut fds = Vec::with_capacity(3);
    for (place, stream) in streams.into_iter().enumerate() {
        if let Some(stream) = stream {
            places.push(place);
            fds.push(PollFd::new(stream, PollFlags::POLLIN));
        }
    }
    let count = loop {
        match poll(&mut fds, timeout) {
            Err(Errno::EINTR) => {}
            other => break other.ok()?,
        }
    };
    let mut result = [false; 3];
    for (place, fd) in places.into_iter().zip(fds) {
        result[place] = fd.any().unwrap_or(false);
    }
    (count > 0).then_some(result)
}

/// Reads once. An error is treated as the end of the stream.
fn read<'a>(stream: &mut impl Read, buffer: &'a mut [u8]) -> &'a [u8] {
    loop {
        match stream.read(buffer) {
            Ok(length) => return &buffer[..length],
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return &[],
        }
    }
}

/// A splitter of a stream into lines. It keeps at most `keep` bytes of a line that spans several chunks.
struct Lines {
    partial: Vec<u8>,
    keep: usize,
}

impl Lines {
    fn new(keep: usize) -> Self {
        Self { partial: Vec::new(), keep }
    }

    fn feed(&mut self, mut chunk: &[u8], mut line: impl FnMut(&[u8])) {
        while let Some(end) = chunk.iter().position(|&byte| byte == b'\n') {
            if self.partial.is_empty() {
                line(&chunk[..end]);
            } else {
                self.append(&chunk[..end]);
                line(&self.partial);
                self.partial.clear();
            }
            chunk = &chunk[end + 1..];
        }
        self.append(chunk);
    }

    fn append(&mut self, bytes: &[u8]) {
        let room = self.keep.saturating_sub(self.partial.len());
        self.partial.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    fn finish(self, mut line: impl FnMut(&[u8])) {
        if !self.partial.is_empty() {
            line(&self.partial);
        }
    }
}

/// The last lines of the output.
#[derive(Default)]
struct Tail(VecDeque<Vec<u8>>);

impl Tail {
    fn push(&mut self, line: &[u8]) {
        if line.starts_with(b"v ") || line.trim_ascii().is_empty() {
            return;
        }
        let mut kept =
            if self.0.len() < LAST_LINES { None } else { self.0.pop_front() }.unwrap_or_default();
        kept.clear();
        kept.extend_from_slice(&line[..line.len().min(LINE_SHOWN)]);
        self.0.push_back(kept);
    }

    fn into_strings(self) -> Vec<String> {
        let text = |line: &Vec<u8>| String::from_utf8_lossy(line).trim_end().to_owned();
        self.0.iter().map(text).collect()
    }
}
