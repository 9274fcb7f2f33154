//! The lines that a job prints.

use std::io;

use serde::Deserialize;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, BufReader, Take};

/// The lines of a job's standard output.
pub struct JobLines<R> {
    reader: BufReader<Take<R>>,
    line: Vec<u8>,
}

/// The next line of a job.
#[derive(Debug, PartialEq, Eq)]
pub enum JobLine {
    /// An event, as JSON.
    Event(Vec<u8>),
    /// The last event: `done` or `failed`.
    Last(Vec<u8>),
    /// A line that is not an event.
    Malformed,
    /// The output has ended.
    End,
    /// The output is larger than the limit.
    TooLong,
}

impl<R: AsyncRead + Unpin> JobLines<R> {
    /// Reads lines, at most `limit` bytes in all.
    pub fn new(output: R, limit: u64) -> Self {
        Self { reader: BufReader::new(output.take(limit)), line: Vec::new() }
    }

    /// Reads the next line. The future is cancel-safe: if it is dropped, the next call continues at the same byte.
    ///
    /// # Errors
    /// The output cannot be read.
    pub async fn next(&mut self) -> io::Result<JobLine> {
        loop {
            let chunk = self.reader.fill_buf().await?;
            if chunk.is_empty() {
                let is_full = self.reader.get_ref().limit() == 0;
                return Ok(if is_full { JobLine::TooLong } else { JobLine::End });
            }
            let end = chunk.iter().position(|&byte| byte == b'\n');
            self.line.extend_from_slice(&chunk[..end.unwrap_or(chunk.len())]);
            let used = end.map_or(chunk.len(), |end| end + 1);
            self.reader.consume(used);
            if end.is_some() {
                return Ok(classified(std::mem::take(&mut self.line)));
            }
        }
    }
}

/// Reads the kind of event from a line.
fn classified(line: Vec<u8>) -> JobLine {
    #[derive(Deserialize)]
    struct LineTag<'a> {
        event: &'a str,
    }
    match serde_json::from_slice::<LineTag<'_>>(&line)
        .map(|tag| matches!(tag.event, "done" | "failed"))
    {
        Ok(true) => JobLine::Last(line),
        Ok(false) => JobLine::Event(line),
        Err(_) => JobLine::Malformed,
    }
}

/// Reads a stream to its end, and returns its last bytes.
pub async fn tail(mut stream: impl AsyncRead + Unpin, most: usize) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut chunk = [0; 1024];
    while let Ok(read @ 1..) = stream.read(&mut chunk).await {
        kept.extend_from_slice(&chunk[..read]);
        let surplus = kept.len().saturating_sub(most);
        kept.drain(..surplus);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::{JobLine, JobLines, tail};

    fn run<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
    }

    #[test]
    fn lines_are_read_up_to_the_limit() {
        let (event, last) =
            (r#"{"event":"progress","words":"a"}"#, r#"{"event":"done","seconds":1}"#);
        let text = format!("{event}\nno event\n{last}\n");
        let all = u64::try_from(text.len()).unwrap();
        let mut lines = JobLines::new(text.as_bytes(), all + 1);
        assert_eq!(run(lines.next()).unwrap(), JobLine::Event(event.into()));
        assert_eq!(run(lines.next()).unwrap(), JobLine::Malformed);
        assert_eq!(run(lines.next()).unwrap(), JobLine::Last(last.into()));
        assert_eq!(run(lines.next()).unwrap(), JobLine::End);
        let mut lines = JobLines::new(text.as_bytes(), 40);
        assert_eq!(run(lines.next()).unwrap(), JobLine::Event(event.into()));
        assert_eq!(run(lines.next()).unwrap(), JobLine::TooLong);
    }

    #[test]
    fn a_tail_has_the_last_bytes() {
        let text = format!("{}end", "x".repeat(5000));
        assert_eq!(run(tail(text.as_bytes(), 4)), b"xend");
        assert_eq!(run(tail(&b"ab"[..], 4)), b"ab");
    }
}
