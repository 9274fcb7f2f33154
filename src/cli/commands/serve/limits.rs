//! The limits of the server. The limits of a job's time and memory are arguments of the command instead.

use std::time::Duration;

/// The maximum size of the body of a request, in bytes.
pub const BODY_BYTES: usize = 2 << 20;
/// The maximum size of the head of a request, that is, of its first line and its headers, in bytes.
pub const HEAD_BYTES: usize = 16 << 10;
/// The maximum number of headers of a request.
pub const HEADERS: usize = 64;
/// The time in which a client must send the head of its request.
pub const HEAD_TIME: Duration = Duration::from_secs(10);
/// The time in which a client must send the body of its request.
pub const BODY_TIME: Duration = Duration::from_secs(10);
/// The maximum number of open connections.
pub const CONNECTIONS: usize = 64;
/// The maximum number of jobs that run at once.
pub const JOBS: usize = 6;
/// The maximum number of bytes that a job prints.
pub const OUTPUT_BYTES: u64 = 64 << 20;
/// The maximum size of the puzzle in the start address, in bytes of plain text. In Base64 it is a third longer, and
/// browsers accept redirections of about 256 KB.
pub const START_BYTES: usize = 128 << 10;
/// The time between two heartbeats of a job that prints nothing. The second heartbeat after the client has closed the
/// connection fails, so that every closed connection is found within a second.
pub const HEARTBEAT: Duration = Duration::from_millis(400);
/// The time that a job has to end by itself after its input is closed, before it is killed.
pub const GRACE: Duration = Duration::from_millis(500);
