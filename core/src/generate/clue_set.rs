//! Sets of clues, which are represented by their numbers.

use fixedbitset::FixedBitSet;

/// A set of clues, as numbers below a fixed bound.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ClueSet(FixedBitSet);

impl ClueSet {
    /// Returns the empty set of numbers below `bound`.
    #[must_use]
    pub fn none(bound: usize) -> Self {
        Self(FixedBitSet::with_capacity(bound))
    }

    /// Returns the set of all numbers below `bound`.
    #[must_use]
    pub fn all(bound: usize) -> Self {
        let mut set = FixedBitSet::with_capacity(bound);
        set.insert_range(..);
        Self(set)
    }

    /// Returns the set of these numbers, which must be below `bound`.
    pub fn of(bound: usize, numbers: impl IntoIterator<Item = usize>) -> Self {
        let mut set = FixedBitSet::with_capacity(bound);
        set.extend(numbers);
        Self(set)
    }

    /// Adds a number.
    pub fn insert(&mut self, number: usize) {
        self.0.insert(number);
    }

    /// Returns this set with a number added.
    #[must_use]
    pub fn with(mut self, number: usize) -> Self {
        self.insert(number);
        self
    }

    /// Returns whether the set contains a number.
    #[must_use]
    pub fn has(&self, number: usize) -> bool {
        self.0.contains(number)
    }

    /// Returns the size of the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.count_ones(..)
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_clear()
    }

    /// Returns whether the set is a subset of the other.
    #[must_use]
    pub fn is_within(&self, other: &Self) -> bool {
        self.0.is_subset(&other.0)
    }

    /// Returns whether the two sets have a common element.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        !self.0.is_disjoint(&other.0)
    }

    /// Returns the union of the two sets.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self(&self.0 | &other.0)
    }

    /// Returns the numbers that are not in the other set.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let mut left = self.0.clone();
        left.difference_with(&other.0);
        Self(left)
    }

    /// Returns the numbers in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.ones()
    }
}
