//! Large numbers of equal length, one after the other.

use num_bigint::BigUint;

/// Numbers of as many 64-bit digits as the greatest needs, the lowest digit first.
pub struct BigCounts {
    width: usize,
    digits: Vec<u64>,
}

impl BigCounts {
    /// No numbers.
    pub fn new() -> Self {
        Self { width: 1, digits: Vec::new() }
    }

    pub fn push_zero(&mut self) {
        self.digits.resize(self.digits.len() + self.width, 0);
    }

    pub fn len(&self) -> usize {
        self.digits.len() / self.width
    }

    pub fn get(&self, index: usize) -> &[u64] {
        &self.digits[index * self.width..][..self.width]
    }

    /// Adds to a number; all become longer when the sum does.
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

    fn widen(&mut self) {
        let width = self.width + 1;
        let mut digits = vec![0; self.len() * width];
        for (new, old) in digits.chunks_mut(width).zip(self.digits.chunks(self.width)) {
            new[..self.width].copy_from_slice(old);
        }
        *self = Self { width, digits };
    }

    /// Forgets the numbers, and keeps their length and the memory.
    pub fn clear(&mut self) {
        self.digits.clear();
    }

    pub fn memory(&self) -> usize {
        self.digits.capacity() * size_of::<u64>()
    }

    pub fn to_big(&self, index: usize) -> BigUint {
        let halves = |&digit: &u64| [digit as u32, (digit >> 32) as u32];
        BigUint::new(self.get(index).iter().flat_map(halves).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The second number is 2^(128 k) - 1 before the last step, so that each digit carries into the next.
    #[test]
    fn sums_are_exact_over_all_lengths() {
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
