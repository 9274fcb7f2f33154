//! Several attempts at the same question side by side: the first that decides it ends the others.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use encycle_solvers::Stop;

/// How a race ended.
#[derive(Debug)]
pub struct Race<T> {
    /// Which attempt decided the question first.
    pub winner: Option<usize>,
    /// What became of each attempt, in their order; `None` for those that were not begun any more.
    pub results: Vec<Option<T>>,
}

/// What a thread may need for a deep formula; the main thread has as much.
const STACK: usize = 16 << 20;

/// Makes `count` attempts, `cores` of them at a time, in order. Each gets its number and the request to
/// stop that ends all of them once the result of one decides the question.
///
/// ```
/// use encycle::solve::race;
///
/// let race = race(3, 2, |number, _stop| number * 10, |&result| result == 10);
/// assert_eq!(race.winner, Some(1));
/// assert_eq!(race.results[1], Some(10));
/// ```
///
/// # Panics
/// If an attempt does, or no thread can be made.
pub fn race<T: Send>(
    count: usize,
    cores: usize,
    attempt: impl Fn(usize, Stop) -> T + Sync,
    decides: impl Fn(&T) -> bool + Sync,
) -> Race<T> {
    let stop = Stop::default();
    let next = AtomicUsize::new(0);
    let ended = Mutex::new(Race { winner: None, results: (0..count).map(|_| None).collect() });
    let runner = || {
        while !stop.is_requested() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            let result = attempt(number, stop.clone());
            let mut ended = ended.lock().unwrap_or_else(PoisonError::into_inner);
            if ended.winner.is_none() && decides(&result) {
                ended.winner = Some(number);
                stop.request();
            }
            ended.results[number] = Some(result);
        }
    };
    match cores.min(count) {
        0 | 1 => runner(),
        threads => std::thread::scope(|scope| {
            for _ in 0..threads {
                let thread = std::thread::Builder::new().stack_size(STACK);
                thread.spawn_scoped(scope, runner).expect("the system makes a thread");
            }
        }),
    }
    ended.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_begun_when_the_question_was_decided_is_not_begun_any_more() {
        let race = race(4, 1, |number, _| number, |&number| number == 1);
        assert_eq!(race.winner, Some(1));
        assert_eq!(race.results, [Some(0), Some(1), None, None]);
    }

    #[test]
    fn the_losers_are_asked_to_stop() {
        let wait = |number, stop: Stop| {
            while number == 0 && !stop.is_requested() {
                std::thread::yield_now();
            }
            number
        };
        let race = race(2, 2, wait, |&number| number == 1);
        assert_eq!((race.winner, race.results), (Some(1), vec![Some(0), Some(1)]));
    }

    #[test]
    fn without_a_decision_all_are_tried() {
        let race = race(3, 2, |number, _| number, |_| false);
        assert_eq!((race.winner, race.results), (None, vec![Some(0), Some(1), Some(2)]));
    }
}
