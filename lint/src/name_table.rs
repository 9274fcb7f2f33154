//! A table of names and their numbers. All names are in one buffer, because finding the names of columns takes most of
//! the time for a large file: with a separate allocation for each name, every search would miss the cache.

use std::hash::{BuildHasher as _, Hasher as _};

use hashbrown::{DefaultHashBuilder, HashTable};

/// A table of names, numbered from 0 in the order of their first insertion.
#[derive(Debug, Default)]
pub struct NameTable {
    hasher: DefaultHashBuilder,
    slots: HashTable<NameSlot>,
    /// All names, one after the other.
    bytes: Vec<u8>,
    /// For each name, the index in the bytes at which it ends.
    ends: Vec<usize>,
}

/// A name in the table. The slot contains the place of the name, so that a search reads only the slot and the name.
#[derive(Clone, Copy, Debug)]
struct NameSlot {
    start: usize,
    length: u32,
    number: u32,
}

impl NameSlot {
    fn name(self, bytes: &[u8]) -> &[u8] {
        &bytes[self.start..self.start + self.length as usize]
    }
}

/// Hashes a name without its length, because hashing the length would slow down short names.
fn hash(hasher: &DefaultHashBuilder, name: &[u8]) -> u64 {
    let mut state = hasher.build_hasher();
    state.write(name);
    state.finish()
}

impl NameTable {
    /// Returns the number of a name.
    pub fn get(&self, name: &[u8]) -> Option<usize> {
        let code = hash(&self.hasher, name);
        let slot = self.slots.find(code, |slot| slot.name(&self.bytes) == name);
        slot.map(|slot| slot.number as usize)
    }

    /// Returns the number of a name, and whether it is new.
    ///
    /// # Panics
    /// There are more than 2^32 names, or a name has 2^32 bytes or more.
    pub fn insert(&mut self, name: &[u8]) -> (usize, bool) {
        let Self { hasher, slots, bytes, ends } = self;
        let code = hash(hasher, name);
        if let Some(slot) = slots.find(code, |slot| slot.name(bytes) == name) {
            return (slot.number as usize, false);
        }
        let number = ends.len();
        let small = |size: usize| u32::try_from(size).expect("less than 2^32");
        let slot =
            NameSlot { start: bytes.len(), length: small(name.len()), number: small(number) };
        bytes.extend_from_slice(name);
        ends.push(bytes.len());
        slots.insert_unique(code, slot, |slot| hash(hasher, slot.name(bytes)));
        (number, true)
    }

    /// Returns the name with a number.
    ///
    /// # Panics
    /// No name has the number.
    pub fn name(&self, number: usize) -> &[u8] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.bytes[start..self.ends[number]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_names_keep_their_numbers() {
        let mut names = NameTable::default();
        let all: Vec<String> = (0..5000).map(|at| format!("h_{}_{}", at / 70, at % 70)).collect();
        for _ in 0..2 {
            for (at, name) in all.iter().enumerate() {
                assert_eq!(names.insert(name.as_bytes()).0, at);
            }
        }
        assert_eq!(
            (names.ends.len(), names.insert(b""), names.get(b"")),
            (5000, (5000, true), Some(5000))
        );
        assert!(all.iter().enumerate().all(|(at, name)| names.name(at) == name.as_bytes()));
        assert_eq!(names.get(b"h_"), None);
    }
}
