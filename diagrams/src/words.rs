//! A vector of large numbers, stored contiguously with equal lengths.

use num_bigint::BigUint;

/// A vector of numbers. Each number has as many 64-bit digits as the largest number needs, the lowest digit first.
pub struct BigCounts {
    width: usize,
    digits: Vec<u64>,
}

impl BigCounts {
    /// Creates an empty vector.
    pub fn new() -> Self {
        Self { width: 1, digits: Vec::new() }
    }

    /// Appends a zero.
    pub fn push_zero(&mut self) {
        self.digits.resize(self.digits.len() + self.width, 0);
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
            let added = other.get(place).copied().unwrap_or(0);
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
        (0..3).for_each(|_| numbers.push_zero());
        numbers.add(1, &[1]);
        numbers.add(2, &[7]);
        for _ in 0..300 {
            let own = numbers.get(1).to_vec();
            numbers.add(1, &own);
        }
        assert_eq!(numbers.to_big(1), BigUint::from(1_u32) << 300);
        assert_eq!((numbers.to_big(0), numbers.to_big(2)), (0_u32.into(), 7_u32.into()));
        let mut full = BigCounts::new();
        full.push_zero();
        full.add(0, &[u64::MAX, u64::MAX]);
        full.add(0, &[1]);
        assert_eq!(full.to_big(0), BigUint::from(1_u32) << 128);
    }
}
