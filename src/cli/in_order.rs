//! Jobs on several threads, with the results in the order of the jobs.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use crate::cli::exit::CliError;

/// Calls `make` with each number from 0 to `count` - 1 on `threads` threads, and passes the results to `hand_on` in the
/// order of their numbers. For example, if job 1 finishes before job 0, its result waits for that of job 0.
///
/// `hand_on` runs on the calling thread. After it returns an error or a break, no further job starts. If `threads` is
/// 1, `make` runs on the calling thread, too.
///
/// # Errors
/// Returns the first error of `hand_on`.
pub(super) fn each_in_order<T: Send>(
    count: u64,
    threads: u64,
    make: impl Fn(u64) -> T + Sync,
    mut hand_on: impl FnMut(u64, T) -> Result<ControlFlow<()>, CliError>,
) -> Result<(), CliError> {
    if threads == 1 {
        for number in 0..count {
            if hand_on(number, make(number))?.is_break() {
                break;
            }
        }
        return Ok(());
    }
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::sync_channel(64);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let (next, stop, make) = (&next, &stop, &make);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || sender.send((number, make(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut turn = 0;
        let mut result = Ok(ControlFlow::Continue(()));
        for (number, made) in receiver {
            waiting.insert(number, made);
            while let Some(made) = waiting.remove(&turn) {
                if matches!(result, Ok(ControlFlow::Continue(()))) {
                    result = hand_on(turn, made);
                    let goes_on = matches!(result, Ok(ControlFlow::Continue(())));
                    stop.store(!goes_on, Ordering::Relaxed);
                }
                turn += 1;
            }
        }
        result.map(|_| ())
    })
}
