//! Jobs: one child process per job, whose output the server relays as server-sent events.

use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use encycle::page::Event;
use hyper::StatusCode;
use hyper::body::Bytes;
use tokio::io::AsyncWriteExt as _;
use tokio::process::{Child, ChildStderr, Command};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::answer::Refusal;
use super::limits::{GRACE, HEARTBEAT, JOBS, OUTPUT_BYTES};
use super::output::{JobLine, JobLines, tail};
use super::server::first;

/// The number of bytes at the end of standard error that are reported after a crash.
const TAIL_BYTES: usize = 2048;
/// The maximum number of events that wait for a slow client.
const WAITING: usize = 4;

/// The limits of a job that the user chooses.
#[derive(Clone, Copy, Debug)]
pub struct ChosenLimits {
    /// Wall-clock time.
    pub time: Duration,
    /// Memory of each process, in MiB.
    pub memory_mb: u64,
}

/// The jobs of a server.
pub struct Jobs {
    program: PathBuf,
    limits: ChosenLimits,
    places: Arc<Semaphore>,
    is_ending: watch::Sender<bool>,
}

impl Jobs {
    /// Creates the jobs of a server, which run this program.
    pub fn new(program: PathBuf, limits: ChosenLimits) -> Self {
        let places = Arc::new(Semaphore::new(JOBS));
        Self { program, limits, places, is_ending: watch::Sender::new(false) }
    }

    /// Returns the time limit of a job.
    pub fn longest(&self) -> Duration {
        self.limits.time
    }

    /// Starts a job, and returns its frames. Dropping them cancels the job.
    ///
    /// # Errors
    /// Too many jobs run, or the process cannot be started.
    pub fn start(&self, request: Vec<u8>) -> Result<mpsc::Receiver<Bytes>, Refusal> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| {
            Refusal::new(
                StatusCode::TOO_MANY_REQUESTS,
                format!("At most {JOBS} jobs run at once. Cancel one, or wait for one."),
            )
        })?;
        let child = Command::new(&self.program)
            .args(["page-job", "--end-with-input", "--quiet", "--memory"])
            .arg(self.limits.memory_mb.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn();
        let mut child = child.map_err(|error| {
            let text = format!("A job cannot be started: {error}.");
            Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, text)
        })?;
        let (frames, receiver) = mpsc::channel(WAITING);
        let errors = child.stderr.take().map(|stream| tokio::spawn(tail_of(stream)));
        let job = RunningJob { child, errors, frames, limits: self.limits };
        tokio::spawn(job.run(request, self.is_ending.subscribe(), place));
        Ok(receiver)
    }

    /// Ends all jobs, and waits until their processes have ended.
    pub async fn end_all(&self) {
        self.is_ending.send_replace(true);
        // a job that does not end in time is killed when the runtime is dropped
        let all = u32::try_from(JOBS).unwrap_or(u32::MAX);
        let _ = timeout(4 * GRACE, self.places.acquire_many(all)).await;
    }
}

async fn tail_of(stream: ChildStderr) -> Vec<u8> {
    tail(stream, TAIL_BYTES).await
}

/// A running job.
struct RunningJob {
    child: Child,
    errors: Option<JoinHandle<Vec<u8>>>,
    frames: mpsc::Sender<Bytes>,
    limits: ChosenLimits,
}

/// How a job ended.
enum JobEnding {
    /// It sent its last event, or the client has closed the connection.
    Complete,
    /// It must be stopped, for this reason.
    Stopped(String),
    /// Its output ended without a last event.
    Silent,
}

impl RunningJob {
    /// Runs the job to its end, and frees its place afterwards.
    async fn run(
        mut self,
        request: Vec<u8>,
        mut is_ending: watch::Receiver<bool>,
        _place: OwnedSemaphorePermit,
    ) {
        let frames = self.frames.clone();
        let cancelled = first(frames.closed(), async {
            // an error means that the server has ended
            let _ = is_ending.wait_for(|&is_ending| is_ending).await;
        });
        let cancelled = async {
            cancelled.await;
            JobEnding::Complete
        };
        let time = self.limits.time;
        let relayed = async {
            let limited = timeout(time, self.relay(request)).await;
            limited.unwrap_or_else(|_| {
                JobEnding::Stopped(format!(
                    "the job reached its time limit of {} seconds\n\
                     help: `encycle serve --timeout S` sets the limit",
                    time.as_secs_f64()
                ))
            })
        };
        let ending = first(relayed, cancelled).await;
        let status = self.end().await;
        let error = match ending {
            JobEnding::Complete => return,
            JobEnding::Stopped(reason) => reason,
            JobEnding::Silent => self.crash(status).await,
        };
        let event = Event::Failed { error, line: None, column: None };
        let event = serde_json::to_vec(&event).unwrap_or_default();
        let _ = self.frames.send_timeout(frame(&event), HEARTBEAT).await;
    }

    /// Passes the request to the process and its events to the client.
    async fn relay(&mut self, mut request: Vec<u8>) -> JobEnding {
        // the process reads one line, so line breaks become blanks; in JSON, both are white space between tokens
        request
            .iter_mut()
            .filter(|byte| matches!(byte, b'\n' | b'\r'))
            .for_each(|byte| *byte = b' ');
        request.push(b'\n');
        if let Some(input) = &mut self.child.stdin {
            // a process that has ended does not read; the reason is in its output
            let _ = input.write_all(&request).await;
        }
        drop(request);
        let Some(output) = self.child.stdout.take() else { return JobEnding::Silent };
        let mut lines = JobLines::new(output, OUTPUT_BYTES);
        loop {
            let (bytes, is_last) = match timeout(HEARTBEAT, lines.next()).await {
                Err(_) => (Bytes::from_static(b": ping\n\n"), false),
                Ok(Ok(JobLine::Event(event))) => (frame(&event), false),
                Ok(Ok(JobLine::Last(event))) => (frame(&event), true),
                Ok(Ok(JobLine::End) | Err(_)) => return JobEnding::Silent,
                Ok(Ok(JobLine::Malformed)) => {
                    return JobEnding::Stopped(
                        "the job printed something else than events".to_owned(),
                    );
                }
                Ok(Ok(JobLine::TooLong)) => {
                    return JobEnding::Stopped(format!(
                        "the result is larger than the limit of {} MiB",
                        OUTPUT_BYTES >> 20
                    ));
                }
            };
            if self.frames.send(bytes).await.is_err() || is_last {
                return JobEnding::Complete;
            }
        }
    }

    /// Ends the process. Waiting for it closes its input; then the process ends its solvers and itself. If it does not
    /// end in time, it is killed.
    async fn end(&mut self) -> Option<ExitStatus> {
        if let Ok(status) = timeout(GRACE, self.child.wait()).await {
            return status.ok();
        }
        // the process is killed before it could end its solvers, so the watchdog ends them
        let _ = self.child.kill().await;
        None
    }

    /// Describes a process that ended without a last event.
    async fn crash(&mut self, status: Option<ExitStatus>) -> String {
        let errors = match self.errors.take() {
            Some(errors) => timeout(GRACE, errors).await.ok().and_then(Result::ok),
            None => None,
        };
        let errors = errors.unwrap_or_default();
        let errors = String::from_utf8_lossy(&errors);
        let is_memory =
            ["memory allocation of", "bad_alloc"].iter().any(|one| errors.contains(one));
        if is_memory {
            return format!(
                "the job reached its memory limit of {} MiB\n\
                 help: `encycle serve --memory MB` sets the limit",
                self.limits.memory_mb
            );
        }
        let status = status.map_or_else(|| "killed".to_owned(), |status| status.to_string());
        format!("the job ended unexpectedly ({status})\n{}", errors.trim_end())
    }
}

/// Writes an event as a frame of a stream of server-sent events.
fn frame(event: &[u8]) -> Bytes {
    [b"data: ", event, b"\n\n"].concat().into()
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;
    use std::time::{Duration, Instant};

    use super::{ChosenLimits, Jobs};

    /// Runs a shell script as a job, and returns the number of bytes of its frames and the last frame.
    fn run(script: &str) -> (usize, String) {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("job");
        std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let jobs =
            Jobs::new(program, ChosenLimits { time: Duration::from_secs(60), memory_mb: 99 });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            // a process that another test has just forked may still hold the script open for writing
            let started = Instant::now();
            let mut frames = loop {
                match jobs.start(b"{\n}".to_vec()) {
                    Ok(frames) => break frames,
                    Err(refusal) if refusal.text.contains("Text file busy") => {
                        assert!(started.elapsed() < Duration::from_secs(10), "{refusal:?}");
                        tokio::time::sleep(Duration::from_millis(10)).await;
                    }
                    Err(refusal) => panic!("{refusal:?}"),
                }
            };
            let (mut bytes, mut last) = (0, String::new());
            while let Some(frame) = frames.recv().await {
                bytes += frame.len();
                last = String::from_utf8_lossy(&frame).into_owned();
            }
            // the process has ended when the frames end
            let start = Instant::now();
            jobs.end_all().await;
            assert!(start.elapsed() < Duration::from_secs(2), "{script}");
            (bytes, last)
        })
    }

    #[test]
    fn a_job_has_one_last_event() {
        let done = r#"echo '{"event":"done","seconds":1}'"#;
        for (script, end) in [
            (done, r#"{"event":"done","seconds":1}"#),
            (
                r#"read -r line; echo "{\"event\":\"failed\",\"error\":\"$line\"}""#,
                r#""error":"{ }"}"#,
            ),
            ("", "the job ended unexpectedly (exit status: 0)"),
            (
                "echo a panic >&2; exit 101",
                "the job ended unexpectedly (exit status: 101)\\na panic",
            ),
            ("kill -ABRT $$", "the job ended unexpectedly (signal: 6 (SIGABRT)"),
            ("echo memory allocation of 9 bytes failed >&2", "its memory limit of 99 MiB"),
            ("echo terminate: std::bad_alloc >&2; kill -ABRT $$", "its memory limit of 99 MiB"),
            ("echo no event", "something else than events"),
            // the end of a line is missing
            ("printf '{\"event\":'", "the job ended unexpectedly (exit status: 0)"),
            // more than the pipe holds
            (&format!("yes error | head -n 99999 >&2; {done}"), r#"{"event":"done""#),
            // it neither reads its input nor ends
            (&format!("{done}; exec sleep 600"), r#"{"event":"done""#),
            ("trap '' TERM INT HUP; echo x; exec sleep 600", "something else than events"),
        ] {
            let (_, last) = run(script);
            assert!(last.starts_with("data: {") && last.ends_with("}\n\n"), "{script}: {last}");
            assert!(last.contains(end), "{script}: {last}");
        }
    }

    #[test]
    fn the_output_of_a_job_is_limited() {
        let endless =
            r#"exec yes '{"event":"progress","words":"................................"}'"#;
        let one = r#"head -c 99999999 /dev/zero | tr '\0' x"#;
        for (script, is_shown) in [(endless, true), (one, false)] {
            let (bytes, last) = run(script);
            assert!(last.contains("larger than the limit of 64 MiB"), "{last}");
            assert_eq!(bytes > 64 << 20, is_shown, "{bytes}");
        }
    }
}
