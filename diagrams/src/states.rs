//! The states of one level, each once.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// Distinct states of equal length, numbered in the order in which they came.
pub struct StateTable {
    size: usize,
    bytes: Vec<u8>,
    table: HashTable<u32>,
}

impl StateTable {
    pub fn new(size: usize) -> Self {
        Self { size, bytes: Vec::new(), table: HashTable::new() }
    }

    pub fn len(&self) -> usize {
        self.table.len()
    }

    pub fn get(&self, index: usize) -> &[u8] {
        &self.bytes[index * self.size..][..self.size]
    }

    /// The number of a state; a new one is kept. `None` if there are too many to number them.
    pub fn insert(&mut self, state: &[u8]) -> Option<usize> {
        let (bytes, size) = (&self.bytes, self.size);
        let at = |index: u32| &bytes[index as usize * size..][..size];
        let hash = |state: &[u8]| FxBuildHasher.hash_one(state);
        // two numbers are terminals
        let new = u32::try_from(self.table.len()).ok().filter(|&new| new < u32::MAX - 2);
        let found =
            self.table.entry(hash(state), |&known| at(known) == state, |&known| hash(at(known)));
        let index = *found.or_insert(new?).get() as usize;
        if index * size == self.bytes.len() {
            self.bytes.extend_from_slice(state);
        }
        Some(index)
    }

    /// Forgets all states, and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.table.clear();
    }

    pub fn memory(&self) -> usize {
        self.bytes.capacity() + self.table.allocation_size()
    }
}
