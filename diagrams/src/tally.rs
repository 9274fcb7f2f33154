//! The number of sets of a family, counted without a diagram and with the states of only two levels in memory.

use num_bigint::BigUint;

use crate::build::report_level;
use crate::frontier::{BudgetCheck, BuildStopped, Frontier, GoOn, Transition};
use crate::states::StateTable;

/// The number of elements that are decided between two look-ups of states. States that would have merged in between are
/// decided separately, but a look-up in a large table costs more than a few decisions.
const STRIDE: usize = 3;

/// Counts the sets of a family, with the states of only two levels in memory.
///
/// # Errors
/// [`BuildStopped`] if `go_on` returns `false`, or if a level has more than 2^32 - 3 states.
pub fn count(frontier: &impl Frontier, go_on: &mut GoOn<'_>) -> Result<BigUint, BuildStopped> {
    let mut watch = BudgetCheck::new(go_on);
    let size = frontier.state_size();
    let (mut states, mut below) = (StateTable::new(size), StateTable::new(size));
    let (mut ways, mut ways_below) = (BigCounts::new(), BigCounts::new());
    let mut total = BigCounts::new();
    total.push_zero();
    let mut scratch = vec![0; size * STRIDE];
    match frontier.root(&mut scratch[..size]) {
        Transition::Reject => {}
        Transition::Accept => total.add(0, &[1]),
        Transition::Open => {
            states.insert(&scratch[..size]).ok_or(BuildStopped)?;
            ways.push_zero();
            ways.add(0, &[1]);
        }
    }
    for level in (0..frontier.levels()).step_by(STRIDE) {
        let levels = level..frontier.levels().min(level + STRIDE);
        report_level(level, frontier.levels(), states.len(), states.memory() + ways.memory());
        for index in 0..states.len() {
            watch
                .tick(|| states.memory() + below.memory() + ways.memory() + ways_below.memory())?;
            let here = ways.get(index);
            descend(frontier, levels.clone(), states.get(index), &mut scratch, &mut |state| {
                let Some(state) = state else {
                    total.add(0, here);
                    return Ok(());
                };
                let child = below.insert(state).ok_or(BuildStopped)?;
                if child == ways_below.len() {
                    ways_below.push_zero();
                }
                ways_below.add(child, here);
                Ok(())
            })?;
        }
        std::mem::swap(&mut states, &mut below);
        std::mem::swap(&mut ways, &mut ways_below);
        below.clear();
        ways_below.clear();
    }
    Ok(total.to_big(0))
}

/// Counts the states of all levels; `None` if there are more than `most`.
pub(crate) fn count_states(frontier: &impl Frontier, most: usize) -> Option<usize> {
    let size = frontier.state_size();
    let (mut states, mut below) = (StateTable::new(size), StateTable::new(size));
    let mut next = vec![0; size];
    if frontier.root(&mut next) == Transition::Open {
        states.insert(&next)?;
    }
    let mut total = 0;
    for level in 0..frontier.levels() {
        total += states.len();
        if total > most {
            return None;
        }
        for index in 0..states.len() {
            for taken in [false, true] {
                if frontier.child(level, states.get(index), taken, &mut next) == Transition::Open {
                    below.insert(&next)?;
                }
            }
        }
        std::mem::swap(&mut states, &mut below);
        below.clear();
    }
    Some(total)
}

/// Calls `reach` with each state after the decisions on `levels`, and with `None` for each accepted set. `scratch` has
/// room for one state per level.
fn descend(
    frontier: &impl Frontier,
    levels: std::ops::Range<usize>,
    state: &[u8],
    scratch: &mut [u8],
    reach: &mut impl FnMut(Option<&[u8]>) -> Result<(), BuildStopped>,
) -> Result<(), BuildStopped> {
    if levels.is_empty() {
        return reach(Some(state));
    }
    let (next, scratch) = scratch.split_at_mut(state.len());
    for taken in [false, true] {
        match frontier.child(levels.start, state, taken, next) {
            Transition::Reject => {}
            Transition::Accept => reach(None)?,
            Transition::Open => {
                descend(frontier, levels.start + 1..levels.end, next, scratch, reach)?;
            }
        }
    }
    Ok(())
}

// A vector of large numbers, stored contiguously with equal lengths.

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
