//! Work that Ctrl-C interrupts.

use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use encycle::solvers::Stop;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The time between two checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// The number of events that wait for the callback before the work waits.
const EVENT_BUFFER: usize = 16;

/// The stack size of the working thread in bytes, enough for deep formulas.
const STACK_SIZE: usize = 16 << 20;

/// Runs `work` in another thread, with Python's global lock released, and returns its result.
///
/// The calling thread passes the events of the work to `on_event` and checks for signals. If either fails (Ctrl-C
/// raises `KeyboardInterrupt`), it requests `stop`, waits for the work to end, and returns the exception.
pub fn interruptible<T: Send, E: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce(SyncSender<E>) -> T + Send,
    on_event: impl Fn(Python<'_>, E) -> PyResult<()> + Send + Sync,
) -> PyResult<T> {
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = sync_channel(EVENT_BUFFER);
            let thread = std::thread::Builder::new().stack_size(STACK_SIZE);
            let worker = thread
                .spawn_scoped(scope, move || work(sender))
                .map_err(|error| PyRuntimeError::new_err(format!("no thread: {error}")))?;
            let mut interrupted = Ok(());
            while interrupted.is_ok() {
                let event = match receiver.recv_timeout(SIGNAL_INTERVAL) {
                    Ok(event) => Some(event),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                interrupted = Python::attach(|py| {
                    event.map_or(Ok(()), |event| on_event(py, event))?;
                    py.check_signals()
                });
            }
            if interrupted.is_err() {
                stop.request();
            }
            // a worker that waits for a place in the channel goes on
            drop(receiver);
            let result = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            interrupted.map(|()| result)
        })
    })
}

/// Runs `work` without events; see [`interruptible`].
pub fn quiet<T: Send>(py: Python<'_>, stop: &Stop, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    // the sender lives as long as the work
    let work = |events: SyncSender<()>| {
        let result = work();
        drop(events);
        result
    };
    interruptible(py, stop, work, |_, ()| Ok(()))
}
