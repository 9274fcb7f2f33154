//! Races: several attempts in parallel, of which the first decisive result stops the others.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use encycle_solvers::Stop;

/// The result of a race.
#[derive(Debug)]
pub struct Race<T> {
    /// The index of the first attempt with a decisive result.
    pub winner: Option<usize>,
    /// The result of each attempt, by index; `None` for attempts that did not start.
    pub results: Vec<Option<T>>,
}

/// The stack size of a thread in bytes, enough for deep formulas.
pub(super) const STACK_SIZE: usize = 16 << 20;

/// Runs `count` attempts in order, up to `cores` at a time, or fewer if the system creates no further thread. Each
/// attempt receives its index and a stop request, which is set once a result is decisive or `stop` is requested. After
/// that, no attempt except the first starts.
///
/// ```
/// use encycle::solve::race;
/// use encycle::solvers::Stop;
///
/// let race = race(3, 2, &Stop::default(), |number, _stop| number * 10, |&result| result == 10);
/// assert_eq!(race.winner, Some(1));
/// assert_eq!(race.results[1], Some(10));
/// ```
///
/// # Panics
/// Panics if an attempt panics.
pub fn race<T: Send>(
    count: usize,
    cores: usize,
    stop: &Stop,
    attempt: impl Fn(usize, Stop) -> T + Sync,
    decides: impl Fn(&T) -> bool + Sync,
) -> Race<T> {
    let stop = stop.child();
    let next = AtomicUsize::new(0);
    let race = Mutex::new(Race { winner: None, results: (0..count).map(|_| None).collect() });
    let runner = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            // the first attempt runs in any case, so that there is a result
            if number >= count || (number > 0 && stop.is_requested()) {
                break;
            }
            let result = attempt(number, stop.clone());
            let mut race = race.lock().unwrap_or_else(PoisonError::into_inner);
            if race.winner.is_none() && decides(&result) {
                race.winner = Some(number);
                stop.request();
            }
            race.results[number] = Some(result);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..cores.min(count) {
            let thread = std::thread::Builder::new().stack_size(STACK_SIZE);
            if let Err(error) = thread.spawn_scoped(scope, runner) {
                log::debug!("no further thread: {error}");
                break;
            }
        }
        runner();
    });
    race.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_attempt_starts_after_a_decisive_result() {
        let race = race(4, 1, &Stop::default(), |number, _| number, |&number| number == 1);
        assert_eq!(race.winner, Some(1));
        assert_eq!(race.results, [Some(0), Some(1), None, None]);
    }

    #[test]
    fn the_other_attempts_receive_a_stop_request() {
        let wait = |number, stop: Stop| {
            while number == 0 && !stop.is_requested() {
                std::thread::yield_now();
            }
            number
        };
        let race = race(2, 2, &Stop::default(), wait, |&number| number == 1);
        assert_eq!((race.winner, race.results), (Some(1), vec![Some(0), Some(1)]));
    }

    #[test]
    fn a_stop_request_from_outside_ends_the_race() {
        let stop = Stop::default();
        let wait = |number, own: Stop| {
            stop.request();
            while !own.is_requested() {
                std::thread::yield_now();
            }
            number
        };
        let race = race(3, 1, &stop, wait, |_| false);
        assert_eq!((race.winner, race.results), (None, vec![Some(0), None, None]));
    }

    #[test]
    fn without_a_decisive_result_all_attempts_run() {
        let race = race(3, 2, &Stop::default(), |number, _| number, |_| false);
        assert_eq!((race.winner, race.results), (None, vec![Some(0), Some(1), Some(2)]));
    }
}
