//! Sets of small numbers.

/// A set of numbers below a fixed bound.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// Returns the empty set of numbers below `bound`.
    #[must_use]
    pub fn none(bound: usize) -> Self {
        Self { words: vec![0; bound.div_ceil(64)] }
    }

    /// Returns the set of all numbers below `bound`.
    #[must_use]
    pub fn all(bound: usize) -> Self {
        (0..bound).fold(Self::none(bound), |set, number| set.with(number))
    }

    /// Returns the set of these numbers, which must be below `bound`.
    pub fn of(bound: usize, numbers: impl IntoIterator<Item = usize>) -> Self {
        numbers.into_iter().fold(Self::none(bound), Self::with)
    }

    /// Adds a number.
    pub fn insert(&mut self, number: usize) {
        self.words[number / 64] |= 1 << (number % 64);
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
        self.words[number / 64] >> (number % 64) & 1 == 1
    }

    /// Returns the size of the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Returns whether the set is a subset of the other.
    #[must_use]
    pub fn is_within(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(mine, theirs)| mine & !theirs == 0)
    }

    /// Returns whether the two sets have a common element.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(mine, theirs)| mine & theirs != 0)
    }

    /// Returns the union of the two sets.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        self.zipped(other, |mine, theirs| mine | theirs)
    }

    /// Returns the difference: the numbers that are not in the other set.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.zipped(other, |mine, theirs| mine & !theirs)
    }

    /// Combines the two sets word by word.
    fn zipped(&self, other: &Self, word: impl Fn(u64, u64) -> u64) -> Self {
        let words = self.words.iter().zip(&other.words);
        Self { words: words.map(|(&mine, &theirs)| word(mine, theirs)).collect() }
    }

    /// Returns the numbers in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| index * 64 + bit)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_operations_work_across_words() {
        let a = Bits::of(130, [1, 64, 129]);
        let b = Bits::of(130, [64]);
        assert_eq!((a.len(), a.iter().collect::<Vec<_>>()), (3, vec![1, 64, 129]));
        assert!(b.is_within(&a) && !a.is_within(&b) && a.meets(&b) && !a.minus(&b).meets(&b));
        assert_eq!(a.minus(&b).union(&b), a);
        assert_eq!((Bits::all(130).len(), Bits::none(130).is_empty()), (130, true));
    }
}
