//! The reading of both output streams of a program, each in its own thread.

use std::io::{self, Read};
use std::process::{ChildStderr, ChildStdout};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use crate::process::capture::StreamEvent;

/// The maximum number of chunks that wait for the reader.
const WAITING: usize = 16;

/// An event, with its bytes.
enum Message {
    Output(Vec<u8>),
    Messages(Vec<u8>),
    Ended,
}

/// A handle that the caller drops when the program has ended, which [`Streams`] reports as an event.
pub(crate) struct EndMark(SyncSender<Message>);

impl Drop for EndMark {
    fn drop(&mut self) {
        let _ = self.0.send(Message::Ended);
    }
}

/// The other end of the channel of an [`EndMark`], for [`Streams`].
pub(crate) struct ChannelEnd(SyncSender<Message>, Receiver<Message>);

/// Makes an end mark, and the other end of its channel, for [`Streams`].
///
/// # Errors
/// There are no errors on Windows.
pub(crate) fn end_mark() -> io::Result<(EndMark, ChannelEnd)> {
    let (sender, receiver) = sync_channel(WAITING);
    Ok((EndMark(sender.clone()), ChannelEnd(sender, receiver)))
}

/// Both output streams of a program, and its end.
pub(crate) struct Streams {
    receiver: Receiver<Message>,
    /// Whether standard output and standard error are open.
    open: [bool; 2],
    last: Vec<u8>,
}

impl Streams {
    pub fn new(stdout: ChildStdout, stderr: ChildStderr, end: ChannelEnd) -> Self {
        let ChannelEnd(sender, receiver) = end;
        let open = [
            forward(stdout, sender.clone(), Message::Output),
            forward(stderr, sender, Message::Messages),
        ];
        Self { receiver, open, last: Vec::new() }
    }

    /// Returns whether one of the streams is open.
    pub fn is_open(&self) -> bool {
        self.open.contains(&true)
    }

    /// Waits for the next event, for at most `timeout`. Returns `None` at the timeout.
    pub fn next(&mut self, timeout: Option<Duration>) -> Option<StreamEvent<'_>> {
        let message = match timeout {
            Some(timeout) => self.receiver.recv_timeout(timeout).ok(),
            None => self.receiver.recv().ok(),
        };
        match message? {
            Message::Ended => Some(StreamEvent::Ended),
            Message::Output(bytes) => {
                (self.open[0], self.last) = (!bytes.is_empty(), bytes);
                Some(StreamEvent::Output(&self.last))
            }
            Message::Messages(bytes) => {
                (self.open[1], self.last) = (!bytes.is_empty(), bytes);
                Some(StreamEvent::Messages(&self.last))
            }
        }
    }
}

/// Starts a thread that forwards a stream, and returns whether it started. The thread ends at the end of the stream or
/// when the receiver no longer exists.
fn forward(
    mut stream: impl Read + Send + 'static,
    to: SyncSender<Message>,
    message: fn(Vec<u8>) -> Message,
) -> bool {
    let work = move || {
        let mut buffer = vec![0; 64 * 1024];
        loop {
            let length = match stream.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other.unwrap_or(0),
            };
            if to.send(message(buffer[..length].to_vec())).is_err() || length == 0 {
                break;
            }
        }
    };
    std::thread::Builder::new().name("output".to_owned()).spawn(work).is_ok()
}
