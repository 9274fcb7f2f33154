//! The limits of the server. Those of a job's time and memory are arguments of the command.

use std::time::Duration;

/// The largest body of a request.
pub const BODY_BYTES: usize = 2 << 20;
/// The largest head of a request: its first line and its headers.
pub const HEAD_BYTES: usize = 16 << 10;
/// The most headers of a request.
pub const HEADERS: usize = 64;
/// The time in which a client sends the head of its request.
pub const HEAD_TIME: Duration = Duration::from_secs(10);
/// The time in which a client sends the body of its request.
pub const BODY_TIME: Duration = Duration::from_secs(10);
/// The most open connections.
pub const CONNECTIONS: usize = 64;
/// The most jobs at once.
pub const JOBS: usize = 6;
/// The most bytes that a job prints.
pub const OUTPUT_BYTES: u64 = 64 << 20;
/// The largest puzzle in the start address, as plain text. Browsers accept redirections of about 256 KB.
pub const START_BYTES: usize = 128 << 10;
/// The time between two heartbeats of a job that prints nothing. The second heartbeat after the client has closed the
/// connection fails, so that every closed connection is found within a second.
pub const HEARTBEAT: Duration = Duration::from_millis(400);
/// The time that a job has to end by itself after its input is closed, before it is killed.
pub const GRACE: Duration = Duration::from_millis(500);
