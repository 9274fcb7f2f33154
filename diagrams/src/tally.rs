//! The number of sets of a family, counted without a diagram and with the states of only two levels in memory.
//!
//! Most of the time would go into looking up states, because a table of millions of states does not fit into a cache.
//! So a level is split into *shards* by the hashes of its states. The children of a chunk of states are first listed,
//! a list for each shard of the next level, and then each shard takes its list while its table stays in the cache.
//! Threads share the states of a chunk, and then the shards:
//!
//! ```text
//! chunk of a level        lists of children           shards of the next level
//! thread 0: states  --->  [shard 0] [shard 1] ...     thread 0: shard 0, ...
//! thread 1: states  --->  [shard 0] [shard 1] ...     thread 1: shard 1, ...
//! ```

use std::convert::Infallible;
use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::thread;

use num_bigint::BigUint;

use crate::build::report_level;
use crate::checkpoint::{CheckpointError, CountProgress, LevelStore, fingerprint};
use crate::frontier::{BuildStopped, Frontier, GoOn, Transition};
use crate::levels::{BigCounts, CountedLevel, digit_at};
use crate::states::{StateTable, push_state, state_hash};

/// The number of elements that are decided between two look-ups of states. States that would have merged in between are
/// decided separately, but a look-up costs more than a few decisions.
const STRIDE: usize = 3;

/// The number of states of a level whose children are listed before they are looked up.
const CHUNK: usize = 1 << 19;

/// The number of states of a level for each shard of the next level.
const STATES_PER_SHARD: usize = 1 << 12;

/// The largest number of shards; the ends of more lists do not fit into a cache.
const MOST_SHARDS: usize = 1 << 11;

/// The resources of a count.
pub struct CountResources<'a, 'b> {
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// The place for checkpoints, if any.
    pub store: Option<&'a mut dyn LevelStore>,
    /// The callback that stops the count.
    pub go_on: &'a mut GoOn<'b>,
}

impl<'a, 'b> CountResources<'a, 'b> {
    /// Returns one thread without checkpoints.
    pub fn new(go_on: &'a mut GoOn<'b>) -> Self {
        Self { threads: NonZeroUsize::MIN, store: None, go_on }
    }
}

/// An error of a count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountFailure {
    /// The callback stopped the count, or a level has more than 2^32 - 3 states.
    #[error(transparent)]
    Stopped(#[from] BuildStopped),
    /// The checkpoint cannot be read or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

/// Counts the sets of a family, with the states of only two levels in memory. The debug text of `frontier` tells checkpoints of
/// different families apart.
///
/// # Errors
/// See [`CountFailure`]. A count that was stopped is saved before.
pub fn count(
    frontier: &(impl Frontier + Debug + Sync),
    resources: CountResources<'_, '_>,
) -> Result<BigUint, CountFailure> {
    let CountResources { threads, mut store, go_on } = resources;
    let fingerprint = store.as_ref().map_or(0, |_| fingerprint(&format!("{frontier:?}")));
    let saved = store.as_mut().map(|store| store.load()).transpose();
    let mut progress = match saved.map_err(CheckpointError::from)?.flatten() {
        Some(mut saved) => CountProgress::read(fingerprint, frontier.state_size(), &mut saved)?,
        None => first_progress(frontier)?,
    };
    let mut lists: Vec<ChildLists> = (0..threads.get()).map(|_| ChildLists::new()).collect();
    let mut below = CountedLevel::new(frontier.state_size());
    while progress.level < frontier.levels() {
        let finished = decide_levels(frontier, &mut progress, &mut below, &mut lists, go_on);
        if let Some(store) = &mut store
            && (finished.is_err() || store.is_due())
        {
            let saved = store.save(&|out| progress.write(fingerprint, out));
            saved.map_err(CheckpointError::from)?;
        }
        finished?;
    }
    Ok(progress.total.to_big(0))
}

/// Returns the progress before the first decision.
fn first_progress(frontier: &impl Frontier) -> Result<CountProgress, BuildStopped> {
    let size = frontier.state_size();
    let (mut states, mut total) = (CountedLevel::new(size), BigCounts::new());
    let mut root = vec![0; size];
    total.push(&[0]);
    match frontier.root(&mut root) {
        Transition::Reject => {}
        Transition::Accept => total.add(0, &[1]),
        Transition::Open => states.add_first(&root, &[1])?,
    }
    states.end();
    Ok(CountProgress { level: 0, states, total })
}

/// Decides the next few levels. After an error, the progress is as before.
fn decide_levels(
    frontier: &(impl Frontier + Sync),
    progress: &mut CountProgress,
    below: &mut CountedLevel,
    lists: &mut [ChildLists],
    go_on: &mut GoOn<'_>,
) -> Result<(), BuildStopped> {
    let (level, here) = (progress.level, &progress.states);
    let levels = level..frontier.levels().min(level + STRIDE);
    report_level(level, frontier.levels(), here.len(), here.memory());
    below.begin((here.len() / STATES_PER_SHARD).next_power_of_two().min(MOST_SHARDS));
    let mut total = progress.total.clone();
    for first in (0..here.len()).step_by(CHUNK) {
        let listed: usize = lists.iter().map(ChildLists::memory).sum();
        if !go_on(here.memory() + below.memory() + listed) {
            return Err(BuildStopped);
        }
        let chunk = first..here.len().min(first + CHUNK);
        // to start a thread takes as long as to decide some hundreds of states
        let used = lists.len().min(1 + chunk.len() / STATES_PER_SHARD);
        let lists = &mut lists[..used];
        list_children(frontier, &levels, here, chunk, below.shards.len(), lists);
        take_children(below, lists)?;
        for lists in &*lists {
            total.add(0, lists.accepted.get(0));
        }
    }
    below.end();
    std::mem::swap(&mut progress.states, below);
    (progress.level, progress.total) = (levels.end, total);
    Ok(())
}

/// The children of some states of a level.
struct ChildLists {
    /// The children of each shard of the next level.
    open: Vec<ChildList>,
    /// The ways to all accepted sets together.
    accepted: BigCounts,
    /// The number of digits of a number of ways.
    width: usize,
}

/// Children in one shard of the next level.
#[derive(Default)]
struct ChildList {
    /// The states, one after the other.
    states: Vec<u8>,
    /// The ways to the parent of each state, one after the other.
    ways: Vec<u64>,
}

impl ChildLists {
    fn new() -> Self {
        Self { open: Vec::new(), accepted: BigCounts::new(), width: 1 }
    }

    fn memory(&self) -> usize {
        let bytes =
            |list: &ChildList| list.states.capacity() + list.ways.capacity() * size_of::<u64>();
        self.open.iter().map(bytes).sum()
    }

    /// Empties the lists, and keeps their memory.
    fn clear(&mut self, shards: usize, width: usize) {
        self.open.resize_with(shards, ChildList::default);
        for list in &mut self.open {
            list.states.clear();
            list.ways.clear();
        }
        self.accepted.clear();
        self.accepted.push(&[0]);
        self.width = width;
    }
}

/// Lists what the decisions on `levels` make of a chunk of states, on as many threads as there are lists.
fn list_children(
    frontier: &(impl Frontier + Sync),
    levels: &Range<usize>,
    here: &CountedLevel,
    chunk: Range<usize>,
    shards: usize,
    lists: &mut [ChildLists],
) {
    let share = chunk.len().div_ceil(lists.len());
    let width = here.width();
    in_parallel(lists.iter_mut().enumerate(), |(number, lists)| {
        lists.clear(shards, width);
        let first = (chunk.start + number * share).min(chunk.end);
        let mut scratch = vec![0; here.size * STRIDE];
        let Ok(()) = here.try_each(first..(first + share).min(chunk.end), |state, ways| {
            descend(frontier, levels.clone(), state, &mut scratch, &mut |child| match child {
                None => lists.accepted.add(0, ways),
                Some(state) => {
                    // the lowest bits choose the place in the table of the shard
                    let list = &mut lists.open[(state_hash(state) >> 14) as usize & (shards - 1)];
                    push_state(&mut list.states, state);
                    (0..width).for_each(|place| list.ways.push(digit_at(ways, place)));
                }
            });
            Ok::<(), Infallible>(())
        });
    });
}

/// Adds the listed children to a level, on as many threads as there are lists.
fn take_children(below: &mut CountedLevel, lists: &[ChildLists]) -> Result<(), BuildStopped> {
    let size = below.size;
    let share = below.shards.len().div_ceil(lists.len());
    let shares = below.shards.chunks_mut(share).enumerate();
    let ends = in_parallel(shares, |(number, shards)| {
        for (shard, number) in shards.iter_mut().zip(number * share..) {
            for lists in lists {
                let list = &lists.open[number];
                let ways = list.ways.chunks_exact(lists.width);
                for (state, ways) in list.states.chunks_exact(size).zip(ways) {
                    shard.add(state, ways)?;
                }
            }
        }
        Ok(())
    });
    ends.into_iter().collect()
}

/// Calls `work` with each item, each on a thread of its own; on this thread if there is only one.
fn in_parallel<T: Send, R: Send>(
    items: impl ExactSizeIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    if items.len() <= 1 {
        return items.map(work).collect();
    }
    let work = &work;
    thread::scope(|scope| {
        let threads: Vec<_> = items.map(|item| scope.spawn(move || work(item))).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, R>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().map(join).collect()
    })
}

/// Counts the states of all levels; `None` if there are more than `most`.
pub(crate) fn count_states(frontier: &impl Frontier, most: usize) -> Option<usize> {
    let size = frontier.state_size();
    let (mut states, mut below) = (StateTable::new(size), StateTable::new(size));
    let mut next = vec![0; size];
    if frontier.root(&mut next) == Transition::Open {
        states.insert(&next)?;
    }
    let mut total = 0;
    for level in 0..frontier.levels() {
        total += states.len();
        if total > most {
            return None;
        }
        for index in 0..states.len() {
            for taken in [false, true] {
                if frontier.child(level, states.get(index), taken, &mut next) == Transition::Open {
                    below.insert(&next)?;
                }
            }
        }
        std::mem::swap(&mut states, &mut below);
        below.clear();
    }
    Some(total)
}

/// Calls `reach` with each state after the decisions on `levels`, and with `None` for each accepted set. `scratch` has
/// room for one state per level.
fn descend(
    frontier: &impl Frontier,
    levels: Range<usize>,
    state: &[u8],
    scratch: &mut [u8],
    reach: &mut impl FnMut(Option<&[u8]>),
) {
    if levels.is_empty() {
        return reach(Some(state));
    }
    let (next, scratch) = scratch.split_at_mut(state.len());
    for taken in [false, true] {
        match frontier.child(levels.start, state, taken, next) {
            Transition::Reject => {}
            Transition::Accept => reach(None),
            Transition::Open => {
                descend(frontier, levels.start + 1..levels.end, next, scratch, reach);
            }
        }
    }
}
