//! Small sets of numbers: the candidates of a cell, or the places of a value.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A set of numbers below 64 · N. With N = 1 it is one machine word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueSet<const N: usize>([u64; N]);

impl<const N: usize> ValueSet<N> {
    pub const EMPTY: Self = Self([0; N]);

    /// Returns the set that contains only this number.
    pub fn only(number: usize) -> Self {
        let mut bits = Self::EMPTY;
        bits.insert(number);
        bits
    }

    /// Returns the numbers below `count`.
    pub fn below(count: usize) -> Self {
        let mut bits = Self::EMPTY;
        (0..count).for_each(|number| bits.insert(number));
        bits
    }

    #[inline]
    pub fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    #[inline]
    pub fn has(self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    #[inline]
    pub fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Returns whether the set has more than `number` elements. It removes the lowest element `number` times; for a
    /// small number, this is faster than [`Self::count`] on processors without an instruction that counts bits.
    #[inline]
    pub fn has_more_than(self, number: usize) -> bool {
        if N > 1 {
            return self.count() > number;
        }
        let without_lowest = |word: u64, _| word & word.wrapping_sub(1);
        self.0.iter().any(|&word| (0..number).fold(word, without_lowest) != 0)
    }

    /// Returns whether the set has two elements.
    #[inline]
    pub fn is_pair(self) -> bool {
        self.has_more_than(1) && !self.has_more_than(2)
    }

    #[inline]
    pub fn without(self, other: Self) -> Self {
        self & !other
    }

    #[inline]
    pub fn first(self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// Returns the numbers in ascending order.
    pub fn iter(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let first = self.first()?;
            self.0[first / 64] &= self.0[first / 64] - 1;
            Some(first)
        })
    }
}

impl<const N: usize> BitAnd for ValueSet<N> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const N: usize> BitOr for ValueSet<N> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl<const N: usize> BitOrAssign for ValueSet<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> Not for ValueSet<N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::ValueSet;

    /// Compares with `BTreeSet`, across a word boundary.
    #[test]
    fn operations_match_btreeset() {
        let sets = [vec![], vec![0], vec![63, 64], vec![1, 2, 3, 127], vec![64, 100]];
        let bits = |numbers: &Vec<usize>| {
            numbers.iter().fold(ValueSet::<2>::EMPTY, |all, &number| all | ValueSet::only(number))
        };
        for a in &sets {
            for b in &sets {
                let [x, y] = [a, b].map(|set| set.iter().copied().collect::<BTreeSet<usize>>());
                let same = |bits: ValueSet<2>, set: BTreeSet<usize>| {
                    assert_eq!(bits.iter().collect::<BTreeSet<_>>(), set);
                    assert_eq!((bits.count(), bits.first()), (set.len(), set.first().copied()));
                    assert_eq!((bits.is_empty(), bits.is_pair()), (set.is_empty(), set.len() == 2));
                    assert!(
                        (0..4).all(|number| bits.has_more_than(number) == (set.len() > number))
                    );
                    assert!((0..128).all(|number| bits.has(number) == set.contains(&number)));
                };
                same(bits(a) & bits(b), &x & &y);
                same(bits(a) | bits(b), &x | &y);
                same(bits(a).without(bits(b)), &x - &y);
            }
        }
        assert_eq!(ValueSet::<2>::below(65).count(), 65);
        let small = ValueSet::<1>::below(3);
        assert!((0..5).all(|number| small.has_more_than(number) == (3 > number)));
    }
}
