//! Capture of the output of a running process, without blocking on pipes that stay open.
//!
//! One thread reads both output streams and an end mark, which the caller drops when the process has ended. From then
//! on, the thread still reads the remaining output but does not wait for the end of the streams, because a descendant
//! that escaped may hold them open indefinitely.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::answers::without_escapes;
use crate::process::system::Streams;

/// An event on the output streams of a process.
pub(crate) enum StreamEvent<'a> {
    /// Bytes on standard output; no bytes when it is closed.
    Output(&'a [u8]),
    /// Bytes on standard error; no bytes when it is closed.
    Messages(&'a [u8]),
    /// The process has ended.
    Ended,
}

/// The longest pause in the output after the end of the process.
const IDLE: Duration = Duration::from_millis(100);
/// The maximum time of reading after the end of the process.
const LATE: Duration = Duration::from_secs(2);
/// The number of last lines that are kept.
const LAST_LINES: usize = 20;
/// The maximum number of bytes that are kept of each last line.
const LINE_SHOWN: usize = 300;

/// The captured output.
pub(crate) struct CapturedOutput {
    /// The last lines of both streams, without `v` lines.
    pub last_lines: Vec<String>,
    /// Whether standard output exceeded its limit and was not read to its end.
    pub overflow: bool,
}

/// Reads both streams to their end and passes each line of standard output to `on_line`. After more than
/// `max_bytes` of standard output, it calls `on_overflow` and stops.
pub(crate) fn capture(
    mut streams: Streams,
    max_bytes: u64,
    on_overflow: impl FnOnce(),
    on_line: &mut dyn FnMut(&[u8]),
) -> CapturedOutput {
    let mut tail = OutputTail::default();
    let (mut out_lines, mut err_lines) =
        (StreamSplitter::new(usize::MAX), StreamSplitter::new(LINE_SHOWN));
    let mut ended: Option<Instant> = None;
    let mut bytes = 0_u64;
    let mut overflow = false;
    while streams.is_open() {
        if ended.is_some_and(|since| since.elapsed() > LATE) {
            break;
        }
        match streams.next(ended.map(|_| IDLE)) {
            None => break,
            Some(StreamEvent::Ended) => ended = Some(Instant::now()),
            Some(StreamEvent::Output(chunk)) => {
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
            Some(StreamEvent::Messages(chunk)) => err_lines.feed(chunk, |line| tail.push(line)),
        }
    }
    out_lines.finish(|line| {
        on_line(line);
        tail.push(line);
    });
    err_lines.finish(|line| tail.push(line));
    CapturedOutput { last_lines: tail.into_strings(), overflow }
}

/// A splitter of a stream into lines. It keeps at most `keep` bytes of a line that spans several chunks.
struct StreamSplitter {
    partial: Vec<u8>,
    keep: usize,
}

impl StreamSplitter {
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
struct OutputTail(VecDeque<Vec<u8>>);

impl OutputTail {
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
        let text = |line: &Vec<u8>| {
            let line = String::from_utf8_lossy(line);
            without_escapes(&line).trim_end().to_owned()
        };
        self.0.iter().map(text).collect()
    }
}
