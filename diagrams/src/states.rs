//! A table of the distinct states of one level.

use std::hash::Hasher as _;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

// States are short, and calls of `memcpy` and `memcmp` for a length that is not known in advance take longer than to go
// through their words.

/// Copies a state into another of the same length.
pub fn copy_state(to: &mut [u8], from: &[u8]) {
    let ((to, to_rest), (from, from_rest)) = (to.as_chunks_mut::<8>(), from.as_chunks::<8>());
    to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
    to_rest.iter_mut().zip(from_rest).for_each(|(to, from)| *to = *from);
}

/// Returns the words of a state, the last of which is filled up with zeros.
fn words(state: &[u8]) -> impl Iterator<Item = u64> {
    let (words, rest) = state.as_chunks::<8>();
    let last = rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    words.iter().map(|word| u64::from_le_bytes(*word)).chain([last])
}

/// Returns the hash of a state, whose 26 low bits are the best.
pub fn state_hash(state: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    words(state).for_each(|word| hasher.write_u64(word));
    hasher.finish()
}

/// Appends a state to others.
pub fn push_state(states: &mut Vec<u8>, state: &[u8]) {
    states.reserve(state.len() + 8);
    let (words, rest) = state.as_chunks::<8>();
    words.iter().for_each(|word| states.extend(word));
    rest.iter().for_each(|&byte| states.push(byte));
}

/// A set of states of equal length, indexed in the order of insertion.
pub struct StateTable {
    size: usize,
    bytes: Vec<u8>,
    table: HashTable<u32>,
}

impl StateTable {
    /// Creates a table of states of `size` bytes.
    pub fn new(size: usize) -> Self {
        Self { size, bytes: Vec::new(), table: HashTable::new() }
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Returns the state at an index.
    pub fn get(&self, index: usize) -> &[u8] {
        &self.bytes[index * self.size..][..self.size]
    }

    /// Returns the index of a state, and adds the state if it is new. Returns `None` if the table is full, with
    /// 2^32 - 3 states.
    pub fn insert(&mut self, state: &[u8]) -> Option<usize> {
        let (bytes, size) = (&self.bytes, self.size);
        let at = |index: u32| &bytes[index as usize * size..][..size];
        // unreduced nodes use two 32-bit numbers for the terminals
        let new = u32::try_from(self.table.len()).ok().filter(|&new| new < u32::MAX - 2);
        let found = self.table.entry(
            state_hash(state),
            |&known| words(at(known)).eq(words(state)),
            |&known| state_hash(at(known)),
        );
        let index = *found.or_insert(new?).get() as usize;
        if index * size == self.bytes.len() {
            push_state(&mut self.bytes, state);
        }
        Some(index)
    }

    /// Removes all states; keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.table.clear();
    }

    /// Returns the memory in bytes.
    pub fn memory(&self) -> usize {
        self.bytes.capacity() + self.table.allocation_size()
    }
}
