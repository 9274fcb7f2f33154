//! The number of sets of a family, counted without a diagram and with the states of only two levels in memory.
//!
//! A level is a hash table of states, and the number of ways to reach each. Nearly all the time is spent waiting for the
//! memory of these tables, so a state and its number lie side by side. With several threads, each owns a part of the
//! next level, selected by the hash value:
//!
//! ```text
//!   level       states of thread 0        states of thread 1
//!                 |            \           /           |
//!   block         |             buffers, exchanged      |     each thread decides a block of its states,
//!                 |            /           \           |     then adds what the buffers hold for it
//!   next level  states of thread 0        states of thread 1
//! ```

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex, PoisonError};

use num_bigint::BigUint;

use crate::build::report_level;
use crate::frontier::{BudgetCheck, BuildStopped, Frontier, GoOn, Transition};
use crate::states::StateTable;

/// The number of elements that are decided between two look-ups of states. States that would have merged in between are
/// decided separately, but a look-up in a large table costs more than a few decisions.
const STRIDE: usize = 3;

/// The least number of states of a level that several threads share.
const LEAST_SHARED: usize = 1 << 14;

/// The number of places in a table that a thread decides before the buffers are exchanged.
const BLOCK: usize = 1 << 15;

/// Counts the sets of a family, with the states of only two levels in memory and up to `threads` threads.
///
/// # Errors
/// [`BuildStopped`] if `go_on` returns `false`.
pub fn count<F: Frontier + Sync>(
    frontier: &F,
    threads: usize,
    go_on: &mut GoOn<'_>,
) -> Result<BigUint, BuildStopped> {
    count_sharing(frontier, threads, LEAST_SHARED, go_on)
}

/// Counts; levels of at least this number of states are shared by the threads.
fn count_sharing<F: Frontier + Sync>(
    frontier: &F,
    threads: usize,
    least: usize,
    go_on: &mut GoOn<'_>,
) -> Result<BigUint, BuildStopped> {
    let mut watch = BudgetCheck::new(go_on);
    let size = frontier.state_size();
    let tables = || (0..threads.max(1)).map(|_| CountTable::new(size)).collect::<Vec<_>>();
    let (mut here, mut below) = (tables(), tables());
    let mut total = CountTable::new(0);
    let mut root = vec![0; size];
    match frontier.root(&mut root) {
        Transition::Reject => {}
        Transition::Accept => total.add(&[], &[1]),
        Transition::Open => {
            let mut state = Vec::new();
            pack(&root, &mut state);
            let owner = owner(&state, here.len());
            here[owner].add(&state, &[1]);
        }
    }
    for level in (0..frontier.levels()).step_by(STRIDE) {
        let step = LevelStep { frontier, levels: level..frontier.levels().min(level + STRIDE) };
        let states: usize = here.iter().map(|table| table.filled).sum();
        let memory = memory(&here) + memory(&below);
        report_level(level, frontier.levels(), states, memory);
        // the next level has about as many states
        below.iter_mut().zip(&here).for_each(|(table, above)| table.reset(above.filled));
        match here.len() > 1 && states >= least {
            true => step.share(&here, &mut below, &mut total, &mut watch)?,
            false => step.alone(&here, &mut below, &mut total, &mut watch)?,
        }
        std::mem::swap(&mut here, &mut below);
    }
    Ok(total.sum())
}

fn memory(tables: &[CountTable]) -> usize {
    tables.iter().map(CountTable::memory).sum()
}

/// The decisions that lead from one level of tables to the next.
struct LevelStep<'a, F> {
    frontier: &'a F,
    levels: Range<usize>,
}

impl<F: Frontier + Sync> LevelStep<'_, F> {
    /// Takes the step in one thread.
    fn alone(
        &self,
        here: &[CountTable],
        below: &mut [CountTable],
        total: &mut CountTable,
        watch: &mut BudgetCheck<'_, '_>,
    ) -> Result<(), BuildStopped> {
        let threads = below.len();
        let mut scratch = Scratch::new(self.frontier.state_size());
        for table in here {
            for (state, ways) in table.entries(0..table.capacity()) {
                watch.tick(|| memory(here) + memory(below))?;
                self.decide(state, &mut scratch, &mut |reached| match reached {
                    None => total.add(&[], ways),
                    Some(state) => below[owner(state, threads)].add(state, ways),
                });
            }
        }
        Ok(())
    }

    /// Takes the step with one thread for each table.
    fn share(
        &self,
        here: &[CountTable],
        below: &mut [CountTable],
        total: &mut CountTable,
        watch: &mut BudgetCheck<'_, '_>,
    ) -> Result<(), BuildStopped> {
        let shared = SharedStep::new(here);
        let mut owned = below.iter_mut().enumerate();
        let first = owned.next();
        let mut result = Ok(());
        std::thread::scope(|scope| {
            let work = |number, table| self.work(&shared, number, table, &mut || true);
            let others: Vec<_> =
                owned.map(|(number, table)| scope.spawn(move || work(number, table))).collect();
            if let Some((number, table)) = first {
                let mut go_on = || {
                    result = watch.check(shared.memory());
                    result.is_ok()
                };
                total.add_all(&self.work(&shared, number, table, &mut go_on));
            }
            for other in others {
                total.add_all(
                    &other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                );
            }
        });
        result
    }

    /// Decides the states of one table block by block, and adds to `target` what all threads reached for it. Returns the
    /// number of accepted sets. The threads stop together if `go_on` returns `false` in one of them.
    fn work(
        &self,
        shared: &SharedStep<'_>,
        number: usize,
        target: &mut CountTable,
        go_on: &mut dyn FnMut() -> bool,
    ) -> CountTable {
        let source = &shared.here[number];
        let threads = shared.here.len();
        let mut total = CountTable::new(0);
        let mut scratch = Scratch::new(self.frontier.state_size());
        for block in 0..shared.blocks {
            {
                let mut buffers: Vec<_> = shared.buffers[number].iter().map(locked).collect();
                for (state, ways) in source.entries(block * BLOCK..(block + 1) * BLOCK) {
                    self.decide(state, &mut scratch, &mut |reached| match reached {
                        None => total.add(&[], ways),
                        Some(state) => {
                            let buffer = &mut buffers[owner(state, threads)];
                            buffer.extend_from_slice(state);
                            buffer.extend_from_slice(ways);
                        }
                    });
                }
            }
            shared.bytes[number].store(target.memory(), Ordering::Relaxed);
            if !go_on() {
                shared.stopped.store(true, Ordering::SeqCst);
            }
            shared.barrier.wait();
            if shared.stopped.load(Ordering::SeqCst) {
                break;
            }
            for (from, buffers) in shared.here.iter().zip(&shared.buffers) {
                let mut buffer = locked(&buffers[number]);
                for entry in buffer.chunks_exact(from.stride()) {
                    let (state, ways) = entry.split_at(from.key);
                    target.add(state, ways);
                }
                buffer.clear();
            }
            shared.barrier.wait();
        }
        total
    }

    /// Calls `reach` with each state after the decisions, and with `None` for each accepted set.
    fn decide(&self, state: &[u64], scratch: &mut Scratch, reach: &mut impl FnMut(Option<&[u64]>)) {
        let Scratch { size, bytes, packed } = scratch;
        let (first, rest) = bytes.split_at_mut(*size);
        unpack(state, first);
        descend(self.frontier, self.levels.clone(), first, rest, &mut |reached| match reached {
            None => reach(None),
            Some(state) => {
                pack(state, packed);
                reach(Some(packed));
            }
        });
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // a thread that panics ends the program's count anyway
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the threads of a step share.
struct SharedStep<'a> {
    here: &'a [CountTable],
    /// The number of blocks of the largest table.
    blocks: usize,
    /// The states that each thread reached, with their ways, for each owner.
    buffers: Vec<Vec<Mutex<Vec<u64>>>>,
    barrier: Barrier,
    stopped: AtomicBool,
    /// The memory of each table of the next level.
    bytes: Vec<AtomicUsize>,
}

impl<'a> SharedStep<'a> {
    fn new(here: &'a [CountTable]) -> Self {
        let threads = here.len();
        let most = here.iter().map(CountTable::capacity).max().unwrap_or(0);
        Self {
            here,
            blocks: most.div_ceil(BLOCK),
            buffers: (0..threads)
                .map(|_| (0..threads).map(|_| Mutex::default()).collect())
                .collect(),
            barrier: Barrier::new(threads),
            stopped: AtomicBool::new(false),
            bytes: (0..threads).map(|_| AtomicUsize::new(0)).collect(),
        }
    }

    fn memory(&self) -> usize {
        let below: usize = self.bytes.iter().map(|bytes| bytes.load(Ordering::Relaxed)).sum();
        memory(self.here) + below
    }
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

/// Room for a state before the decisions of a step and one after each, and for a state in words.
struct Scratch {
    size: usize,
    bytes: Vec<u8>,
    packed: Vec<u64>,
}

impl Scratch {
    fn new(size: usize) -> Self {
        Self { size, bytes: vec![0; size * (STRIDE + 1)], packed: Vec::new() }
    }
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

// States in words of 64 bits, and tables of them.

/// Packs the bytes of a state into words, with zeros behind the last byte.
fn pack(state: &[u8], words: &mut Vec<u64>) {
    words.clear();
    let (whole, rest) = state.as_chunks::<8>();
    words.extend(whole.iter().map(|bytes| u64::from_le_bytes(*bytes)));
    if !rest.is_empty() {
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        words.push(u64::from_le_bytes(last));
    }
}

/// Unpacks a state.
fn unpack(words: &[u64], state: &mut [u8]) {
    for (bytes, word) in state.chunks_mut(8).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes()[..bytes.len()]);
    }
}

/// Returns the hash value of a state. Each word is multiplied to 128 bits, whose halves are combined, so that every bit of the
/// value depends on every bit of the state. (`FxHasher` keeps the low half: states that differed in the last byte of a word
/// only shared their places in small tables.)
fn hash(state: &[u64]) -> u64 {
    // a random odd number
    const FACTOR: u64 = 0xa24b_aed4_963e_e407;
    state.iter().fold(FACTOR, |hash, &word| {
        let product = u128::from(hash ^ word) * u128::from(FACTOR);
        product as u64 ^ (product >> 64) as u64
    })
}

/// Returns the number of the thread that owns a state.
fn owner(state: &[u64], threads: usize) -> usize {
    // the low bits select the place in the table of the owner
    if threads == 1 { 0 } else { ((hash(state) >> 40) as usize * threads) >> 24 }
}

/// A hash table of states, each with a number of ways, in one vector. Each number has as many digits of 64 bits as the
/// largest number needs, the lowest digit first. No number is zero, so a zero marks an empty place.
struct CountTable {
    /// The number of words of a state.
    key: usize,
    /// The number of digits of a number.
    width: usize,
    /// The number of states.
    filled: usize,
    words: Vec<u64>,
}

impl CountTable {
    /// Creates a table of states of `size` bytes.
    fn new(size: usize) -> Self {
        let mut table = Self { key: size.div_ceil(8), width: 1, filled: 0, words: Vec::new() };
        table.reset(0);
        table
    }

    fn stride(&self) -> usize {
        self.key + self.width
    }

    /// Returns the number of places, a power of 2.
    fn capacity(&self) -> usize {
        self.words.len() / self.stride()
    }

    /// Returns the memory in bytes.
    fn memory(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// Removes all states, and makes room for `expected` ones.
    fn reset(&mut self, expected: usize) {
        let capacity = (2 * expected).next_power_of_two().max(16);
        match capacity == self.capacity() {
            true => self.words.fill(0),
            false => self.words = vec![0; capacity * self.stride()],
        }
        self.filled = 0;
    }

    /// Returns the states in a range of places, each with its number.
    fn entries(&self, places: Range<usize>) -> impl Iterator<Item = (&[u64], &[u64])> {
        let [start, end] =
            [places.start, places.end].map(|place| place.min(self.capacity()) * self.stride());
        let entries = self.words[start..end].chunks_exact(self.stride());
        entries.map(|entry| entry.split_at(self.key)).filter(|(_, ways)| !is_zero(ways))
    }

    /// Adds to the number of a state.
    fn add(&mut self, state: &[u64], ways: &[u64]) {
        while self.width < ways.len() {
            self.widen();
        }
        let (stride, mask) = (self.stride(), self.capacity() - 1);
        let mut place = hash(state) as usize & mask;
        loop {
            let entry = &mut self.words[place * stride..][..stride];
            let (key, sum) = entry.split_at_mut(self.key);
            if is_zero(sum) {
                key.copy_from_slice(state);
                sum[..ways.len()].copy_from_slice(ways);
                self.filled += 1;
                // 5 of 8 places at most, so that searches are short
                if 8 * self.filled > 5 * (mask + 1) {
                    self.grow();
                }
                return;
            }
            if key == state {
                if add_digits(sum, ways) {
                    self.widen();
                    let stride = self.stride();
                    self.words[(place + 1) * stride - 1] = 1;
                }
                return;
            }
            place = (place + 1) & mask;
        }
    }

    /// Adds the numbers of all states of another table.
    fn add_all(&mut self, other: &Self) {
        other.entries(0..other.capacity()).for_each(|(state, ways)| self.add(state, ways));
    }

    /// Doubles the number of places.
    fn grow(&mut self) {
        let words = vec![0; 2 * self.words.len()];
        let old = std::mem::replace(self, Self { words, filled: 0, ..*self });
        self.add_all(&old);
    }

    /// Adds a digit to all numbers.
    fn widen(&mut self) {
        let mut words = vec![0; self.capacity() * (self.stride() + 1)];
        let places = words.chunks_exact_mut(self.stride() + 1);
        for (new, old) in places.zip(self.words.chunks_exact(self.stride())) {
            new[..old.len()].copy_from_slice(old);
        }
        self.words = words;
        self.width += 1;
    }

    /// Returns the sum of all numbers.
    fn sum(&self) -> BigUint {
        let halves = |&digit: &u64| [digit as u32, (digit >> 32) as u32];
        let big = |ways: &[u64]| BigUint::new(ways.iter().flat_map(halves).collect());
        self.entries(0..self.capacity()).map(|(_, ways)| big(ways)).sum()
    }
}

fn is_zero(digits: &[u64]) -> bool {
    digits.iter().all(|&digit| digit == 0)
}

/// Adds a number to another one; returns whether a carry is left.
fn add_digits(sum: &mut [u64], other: &[u64]) -> bool {
    let mut carry = false;
    for (place, digit) in sum.iter_mut().enumerate() {
        let added = other.get(place).copied().unwrap_or(0);
        let (first, over) = digit.overflowing_add(added);
        let (second, again) = first.overflowing_add(u64::from(carry));
        (*digit, carry) = (second, over || again);
    }
    carry
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last number is 2^128 - 1 before the last addition, so the carry passes through both digits.
    #[test]
    fn sums_are_exact_when_numbers_widen() {
        let mut table = CountTable::new(1);
        let number = |table: &CountTable, state: u64| {
            let found = table.entries(0..table.capacity()).find(|(key, _)| *key == [state]);
            found.map(|(_, ways)| ways.to_vec()).expect("a state")
        };
        table.add(&[1], &[1]);
        table.add(&[2], &[7]);
        for _ in 0..300 {
            let own = number(&table, 1);
            table.add(&[1], &own);
        }
        assert_eq!(table.sum(), (BigUint::from(1_u32) << 300) + 7_u32);
        assert_eq!((number(&table, 2)[0], table.filled), (7, 2));
        let mut full = CountTable::new(0);
        full.add(&[], &[u64::MAX, u64::MAX]);
        full.add(&[], &[1]);
        assert_eq!(full.sum(), BigUint::from(1_u32) << 128);
    }

    #[test]
    fn every_state_of_a_growing_table_is_kept_once() {
        let mut table = CountTable::new(9);
        for round in 1..=3_u64 {
            for state in 0..10_000 {
                table.add(&[state, state % 7], &[round]);
            }
        }
        assert_eq!((table.filled, table.sum()), (10_000, 60_000_u32.into()));
        let mut states: Vec<u64> =
            table.entries(0..table.capacity()).map(|(key, _)| key[0]).collect();
        states.sort_unstable();
        assert!(states.into_iter().eq(0..10_000));
        table.reset(3);
        assert_eq!((table.filled, table.sum()), (0, BigUint::ZERO));
    }

    /// The sets of a number of elements whose sum has a remainder: many states, and a count that is known.
    struct SumsModulo {
        elements: u32,
        modulus: u32,
    }

    impl Frontier for SumsModulo {
        fn levels(&self) -> usize {
            self.elements as usize
        }

        fn state_size(&self) -> usize {
            9
        }

        fn root(&self, state: &mut [u8]) -> Transition {
            state.fill(0);
            Transition::Open
        }

        fn child(&self, level: usize, state: &[u8], taken: bool, next: &mut [u8]) -> Transition {
            let before = u32::from_le_bytes([state[0], state[1], state[2], state[8]]);
            // the powers of 2, so the sums are the numbers below 2^elements
            let element = (1 << level) % self.modulus;
            let sum = (before + if taken { element } else { 0 }) % self.modulus;
            next.fill(0);
            let [a, b, c, d] = sum.to_le_bytes();
            [next[0], next[1], next[2], next[8]] = [a, b, c, d];
            match (level + 1 == self.levels(), sum) {
                (false, _) => Transition::Open,
                (true, 0) => Transition::Accept,
                (true, _) => Transition::Reject,
            }
        }
    }

    #[test]
    fn threads_count_what_one_thread_counts() {
        let sums = SumsModulo { elements: 20, modulus: 4099 };
        let expected = BigUint::from((1_u32 << 20).div_ceil(4099));
        for threads in [0, 1, 2, 3, 8] {
            for least in [0, 100, usize::MAX] {
                assert_eq!(
                    count_sharing(&sums, threads, least, &mut |_| true),
                    Ok(expected.clone())
                );
            }
        }
    }

    /// The threads wait for each other, so one that stopped alone would leave the others waiting.
    #[test]
    fn threads_stop_together() {
        let sums = SumsModulo { elements: 20, modulus: 4099 };
        for calls in 1..7 {
            let mut left = calls;
            let mut go_on = |_| {
                left -= 1;
                left > 0
            };
            assert_eq!(count_sharing(&sums, 3, 0, &mut go_on), Err(BuildStopped), "{calls}");
        }
    }

    /// States that differ in one byte only, at any place, are spread over a table; with `FxHasher` they were not.
    #[test]
    fn the_hash_value_depends_on_every_byte() {
        for place in 0..24 {
            let places: std::collections::HashSet<u64> = (0..=255_u64)
                .map(|value| {
                    let mut state = [7, 7, 7];
                    state[place / 8] ^= value << (place % 8 * 8);
                    hash(&state) % 4096
                })
                .collect();
            assert!(places.len() > 200, "{place}: {}", places.len());
        }
    }

    #[test]
    fn packed_states_are_unpacked_again() {
        for size in 1..20_u8 {
            let state: Vec<u8> = (1..=size).collect();
            let mut words = Vec::new();
            pack(&state, &mut words);
            let mut back = vec![0; state.len()];
            unpack(&words, &mut back);
            assert_eq!((back, words.len()), (state, usize::from(size).div_ceil(8)));
        }
    }
}
