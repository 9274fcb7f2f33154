//! The states of a level with the number of ways that lead to each.

use std::ops::Range;

use num_bigint::BigUint;

use crate::frontier::BuildStopped;
use crate::states::StateTable;

/// The states of a level, with the number of ways that lead to each.
pub struct CountedLevel {
    /// The length of a state in bytes.
    pub size: usize,
    pub shards: Vec<CountedShard>,
    /// The index of the first state of each shard, and of the end.
    starts: Vec<usize>,
}

/// A part of the states of a level.
pub struct CountedShard {
    states: StateTable,
    ways: BigCounts,
}

impl CountedShard {
    fn new(size: usize) -> Self {
        Self { states: StateTable::new(size), ways: BigCounts::new() }
    }

    /// Adds ways to a state.
    pub fn add(&mut self, state: &[u8], ways: &[u64]) -> Result<(), BuildStopped> {
        let index = self.states.insert(state).ok_or(BuildStopped)?;
        match index == self.ways.len() {
            true => self.ways.push(ways),
            false => self.ways.add(index, ways),
        }
        Ok(())
    }
}

impl CountedLevel {
    pub fn new(size: usize) -> Self {
        Self { size, shards: vec![CountedShard::new(size)], starts: vec![0, 0] }
    }

    pub fn len(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    pub fn memory(&self) -> usize {
        self.shards.iter().map(|shard| shard.states.memory() + shard.ways.memory()).sum()
    }

    /// Removes all states, keeps their memory, and sets the number of shards.
    pub fn begin(&mut self, shards: usize) {
        self.shards.resize_with(shards, || CountedShard::new(self.size));
        for shard in &mut self.shards {
            shard.states.clear();
            shard.ways.clear();
        }
    }

    /// Numbers the states, after the last was added.
    pub fn end(&mut self) {
        self.starts.clear();
        let mut start = 0;
        for shard in &self.shards {
            self.starts.push(start);
            start += shard.states.len();
        }
        self.starts.push(start);
    }

    /// Returns the shard with the state of an index.
    fn shard_of(&self, index: usize) -> usize {
        self.starts.partition_point(|&start| start <= index) - 1
    }

    /// Returns the number of digits of the numbers of ways.
    pub fn width(&self) -> usize {
        self.shards.iter().map(|shard| shard.ways.width).max().unwrap_or(1)
    }

    /// Adds a state to the first shard.
    pub fn add_first(&mut self, state: &[u8], ways: &[u64]) -> Result<(), BuildStopped> {
        self.shards[0].add(state, ways)
    }

    /// Calls `each` with the state of each index in a range, and its ways, up to the first error.
    pub fn try_each<E>(
        &self,
        range: Range<usize>,
        mut each: impl FnMut(&[u8], &[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut at = range.start;
        while at < range.end {
            let number = self.shard_of(at);
            let [start, end] = [self.starts[number], self.starts[number + 1].min(range.end)];
            let shard = &self.shards[number];
            for index in at - start..end - start {
                each(shard.states.get(index), shard.ways.get(index))?;
            }
            at = end;
        }
        Ok(())
    }
}

// A vector of large numbers, stored contiguously with equal lengths.

/// Returns a digit of a number, whose higher digits are zeros.
pub fn digit_at(number: &[u64], place: usize) -> u64 {
    number.get(place).copied().unwrap_or(0)
}

/// A vector of numbers. Each number has as many 64-bit digits as the largest number needs, the lowest digit first.
#[derive(Clone)]
pub struct BigCounts {
    width: usize,
    digits: Vec<u64>,
}

impl BigCounts {
    /// Creates an empty vector.
    pub fn new() -> Self {
        Self { width: 1, digits: Vec::new() }
    }

    /// Appends a number, and widens all numbers if it is longer.
    pub fn push(&mut self, number: &[u64]) {
        while self.width < number.len() {
            self.widen();
        }
        (0..self.width).for_each(|place| self.digits.push(digit_at(number, place)));
    }

    /// Returns the number of numbers.
    pub fn len(&self) -> usize {
        self.digits.len() / self.width
    }

    /// Returns the digits of a number.
    pub fn get(&self, index: usize) -> &[u64] {
        &self.digits[index * self.width..][..self.width]
    }

    /// Adds `other` to a number, and widens all numbers if the sum needs it.
    pub fn add(&mut self, index: usize, other: &[u64]) {
        while self.width < other.len() {
            self.widen();
        }
        let sum = &mut self.digits[index * self.width..][..self.width];
        let mut carry = false;
        for (place, digit) in sum.iter_mut().enumerate() {
            let added = digit_at(other, place);
            let (first, over) = digit.overflowing_add(added);
            let (second, again) = first.overflowing_add(u64::from(carry));
            (*digit, carry) = (second, over || again);
        }
        if carry {
            self.widen();
            self.digits[(index + 1) * self.width - 1] = 1;
        }
    }

    /// Adds a digit to all numbers.
    fn widen(&mut self) {
        let width = self.width + 1;
        let mut digits = vec![0; self.len() * width];
        for (new, old) in digits.chunks_mut(width).zip(self.digits.chunks(self.width)) {
            new[..self.width].copy_from_slice(old);
        }
        *self = Self { width, digits };
    }

    /// Removes all numbers; keeps their width and the memory.
    pub fn clear(&mut self) {
        self.digits.clear();
    }

    /// Returns the memory in bytes.
    pub fn memory(&self) -> usize {
        self.digits.capacity() * size_of::<u64>()
    }

    /// Returns a number.
    pub fn to_big(&self, index: usize) -> BigUint {
        let halves = |&digit: &u64| [digit as u32, (digit >> 32) as u32];
        BigUint::new(self.get(index).iter().flat_map(halves).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last number is 2^128 - 1 before the last addition, so the carry passes through both digits.
    #[test]
    fn sums_are_exact_when_numbers_widen() {
        let mut numbers = BigCounts::new();
        (0..3).for_each(|_| numbers.push(&[0]));
        numbers.add(1, &[1]);
        numbers.add(2, &[7]);
        for _ in 0..300 {
            let own = numbers.get(1).to_vec();
            numbers.add(1, &own);
        }
        assert_eq!(numbers.to_big(1), BigUint::from(1_u32) << 300);
        assert_eq!((numbers.to_big(0), numbers.to_big(2)), (0_u32.into(), 7_u32.into()));
        let mut full = BigCounts::new();
        full.push(&[0]);
        full.add(0, &[u64::MAX, u64::MAX]);
        full.add(0, &[1]);
        assert_eq!(full.to_big(0), BigUint::from(1_u32) << 128);
    }
}
