//! Sets of small numbers.

/// A set of numbers below a bound that is fixed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// The empty set of numbers below `bound`.
    #[must_use]
    pub fn none(bound: usize) -> Self {
        Self { words: vec![0; bound.div_ceil(64)] }
    }

    /// All numbers below `bound`.
    #[must_use]
    pub fn all(bound: usize) -> Self {
        (0..bound).fold(Self::none(bound), |set, number| set.with(number))
    }

    /// These numbers, all of them below `bound`.
    pub fn of(bound: usize, numbers: impl IntoIterator<Item = usize>) -> Self {
        numbers.into_iter().fold(Self::none(bound), Self::with)
    }

    /// Adds a number.
    pub fn insert(&mut self, number: usize) {
        self.words[number / 64] |= 1 << (number % 64);
    }

    /// This set and a number.
    #[must_use]
    pub fn with(mut self, number: usize) -> Self {
        self.insert(number);
        self
    }

    /// Whether a number is in it.
    #[must_use]
    pub fn has(&self, number: usize) -> bool {
        self.words[number / 64] >> (number % 64) & 1 == 1
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Whether all of them are in the other.
    #[must_use]
    pub fn is_within(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(mine, theirs)| mine & !theirs == 0)
    }

    /// Whether the two have a number in common.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(mine, theirs)| mine & theirs != 0)
    }

    /// The numbers of both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        self.zipped(other, |mine, theirs| mine | theirs)
    }

    /// The numbers that are not in the other.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.zipped(other, |mine, theirs| mine & !theirs)
    }

    fn zipped(&self, other: &Self, word: impl Fn(u64, u64) -> u64) -> Self {
        let words = self.words.iter().zip(&other.words);
        Self { words: words.map(|(&mine, &theirs)| word(mine, theirs)).collect() }
    }

    /// The numbers, in order.
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
    fn it_is_a_set() {
        let a = Bits::of(130, [1, 64, 129]);
        let b = Bits::of(130, [64]);
        assert_eq!((a.len(), a.iter().collect::<Vec<_>>()), (3, vec![1, 64, 129]));
        assert!(b.is_within(&a) && !a.is_within(&b) && a.meets(&b) && !a.minus(&b).meets(&b));
        assert_eq!(a.minus(&b).union(&b), a);
        assert_eq!((Bits::all(130).len(), Bits::none(130).is_empty()), (130, true));
    }
}
