//! A table of the distinct states of one level.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

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
        let hash = |state: &[u8]| FxBuildHasher.hash_one(state);
        // unreduced nodes use two 32-bit numbers for the terminals
        let new = u32::try_from(self.table.len()).ok().filter(|&new| new < u32::MAX - 2);
        let found =
            self.table.entry(hash(state), |&known| at(known) == state, |&known| hash(at(known)));
        let index = *found.or_insert(new?).get() as usize;
        if index * size == self.bytes.len() {
            self.bytes.extend_from_slice(state);
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
