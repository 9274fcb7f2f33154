//! Operations on the sets of a family: counting, enumerating, indexing and sampling.
//!
//! Sets are ordered lexicographically by their characteristic bit strings, smallest element first: of two sets, the set
//! without the smallest element in which they differ comes first. For example, `{1}` comes before `{0, 2}`.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_bigint::BigUint;
use rand::Rng;

use crate::arena::{Arena, Node, SetFamily};

/// The number of sets below each node of a family; returned by [`Arena::counts`].
#[derive(Clone, Debug)]
pub struct Counts {
    family: SetFamily,
    of: Vec<BigUint>,
}

impl Counts {
    /// Returns the number of sets of the family.
    #[must_use]
    pub fn total(&self) -> &BigUint {
        &self.of[self.family.index()]
    }
}

impl Arena {
    /// Counts the sets below each node of a family; [`Self::nth`] and [`Self::sample`] need these counts.
    #[must_use]
    pub fn counts(&self, family: SetFamily) -> Counts {
        let mut of = vec![BigUint::ZERO; family.index().max(1) + 1];
        of[1] = BigUint::from(1_u32);
        for part in self.nodes_of(family) {
            if let Some(node) = self.root(part) {
                of[part.index()] = &of[node.lo.index()] + &of[node.hi.index()];
            }
        }
        Counts { family, of }
    }

    /// Returns the number of sets of each size: entry `k` counts the sets with `k` elements.
    ///
    /// The last entry belongs to the largest set.
    ///
    /// ```
    /// use encycle_diagrams::Arena;
    ///
    /// let mut arena = Arena::new();
    /// let all = arena.subsets(0..3);
    /// assert_eq!(arena.sizes(all), [1_u32, 3, 3, 1].map(Into::into));
    /// ```
    #[must_use]
    pub fn sizes(&self, family: SetFamily) -> Vec<BigUint> {
        let mut of = vec![Vec::new(); family.index().max(1) + 1];
        of[1] = vec![BigUint::from(1_u32)];
        for part in self.nodes_of(family) {
            let Some(node) = self.root(part) else { continue };
            let (lo, hi) = (&of[node.lo.index()], &of[node.hi.index()]);
            let mut sum = lo.clone();
            sum.resize(lo.len().max(hi.len() + 1), BigUint::ZERO);
            sum[1..].iter_mut().zip(hi).for_each(|(sum, sets)| *sum += sets);
            of[part.index()] = sum;
        }
        of.swap_remove(family.index())
    }

    /// Returns the set at index `number`, from 0; `None` if the family does not have more than `number` sets.
    #[must_use]
    pub fn nth(&self, counts: &Counts, number: &BigUint) -> Option<Vec<u32>> {
        if number >= counts.total() {
            return None;
        }
        let (mut at, mut left, mut set) = (counts.family, number.clone(), Vec::new());
        while let Some(node) = self.root(at) {
            let without = &counts.of[node.lo.index()];
            if left < *without {
                at = node.lo;
            } else {
                left -= without;
                set.push(node.level);
                at = node.hi;
            }
        }
        Some(set)
    }

    /// Draws a set of a family uniformly at random; `None` if the family is empty.
    ///
    /// With a portable generator, such as `rand_pcg::Pcg64Mcg`, the same seed always returns the same set.
    pub fn sample(&self, counts: &Counts, random: &mut impl Rng) -> Option<Vec<u32>> {
        self.nth(counts, &below(counts.total(), random))
    }

    /// Returns an iterator over the sets of a family, in order.
    #[must_use]
    pub fn sets(&self, family: SetFamily) -> Sets<'_> {
        Sets { arena: self, start: Some(family), later: Vec::new(), set: Vec::new() }
    }

    /// Returns whether a family contains a set. The elements of `set` must be in ascending order.
    #[must_use]
    pub fn contains(&self, family: SetFamily, set: &[u32]) -> bool {
        let (mut at, mut left) = (family, set);
        while let Some(node) = self.root(at) {
            match left.split_first() {
                Some((&first, rest)) if first == node.level => (at, left) = (node.hi, rest),
                _ => at = node.lo,
            }
        }
        at == SetFamily::UNIT && left.is_empty()
    }

    /// Returns the elements common to all sets of a family, and the elements of at least one set, both in
    /// ascending order. Both lists are empty if the family is empty.
    #[must_use]
    pub fn common(&self, family: SetFamily) -> [Vec<u32>; 2] {
        let total = self.counts(family);
        // the number of paths from the root to each node
        let mut ways = vec![BigUint::ZERO; family.index() + 1];
        ways[family.index()] = BigUint::from(1_u32);
        let mut with: BTreeMap<u32, BigUint> = BTreeMap::new();
        for part in self.nodes_of(family).into_iter().rev() {
            let Some(node) = self.root(part) else { continue };
            let here = std::mem::take(&mut ways[part.index()]);
            *with.entry(node.level).or_default() += &here * &total.of[node.hi.index()];
            for child in [node.lo, node.hi] {
                if !child.is_terminal() {
                    ways[child.index()] += &here;
                }
            }
        }
        let all = with.iter().filter(|(_, sets)| *sets == total.total());
        [all.map(|(&level, _)| level).collect(), with.keys().copied().collect()]
    }
}

/// An iterator over the sets of a family, in order; see [`Arena::sets`].
#[derive(Clone, Debug)]
pub struct Sets<'a> {
    arena: &'a Arena,
    /// The root, until the first call of `next`.
    start: Option<SetFamily>,
    /// Nodes whose 1-arcs are still to be followed, each with the length of `set` at the node.
    later: Vec<(Node, usize)>,
    set: Vec<u32>,
}

impl Iterator for Sets<'_> {
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        let mut at = match self.start.take() {
            Some(family) => family,
            None => {
                let (node, length) = self.later.pop()?;
                self.set.truncate(length);
                self.set.push(node.level);
                node.hi
            }
        };
        while let Some(node) = self.arena.root(at) {
            if node.lo == SetFamily::EMPTY {
                self.set.push(node.level);
                at = node.hi;
            } else {
                self.later.push((node, self.set.len()));
                at = node.lo;
            }
        }
        (at == SetFamily::UNIT).then(|| self.set.clone())
    }
}

// Large random numbers.

/// Draws a number below a bound, uniformly at random; returns 0 if the bound is 0.
pub fn below(bound: &BigUint, random: &mut impl Rng) -> BigUint {
    let bits = bound.bits();
    loop {
        let mut halves: Vec<u32> = (0..bits.div_ceil(32)).map(|_| random.next_u32()).collect();
        if let (Some(top), 1..) = (halves.last_mut(), bits % 32) {
            *top &= (1 << (bits % 32)) - 1;
        }
        let drawn = BigUint::new(halves);
        // a draw is below the bound with probability at least 1/2
        if drawn < *bound || bits == 0 {
            return drawn;
        }
    }
}

// The sets of a family with the least weight.

impl Arena {
    /// Returns the sets of minimum weight. The weight of a set is the sum of the weights of its elements; weights are
    /// vectors, which are added by component and compared lexicographically.
    ///
    /// ```
    /// use encycle_diagrams::Arena;
    ///
    /// let mut arena = Arena::new();
    /// let family = arena.family([vec![0, 1], vec![0, 2], vec![1, 2, 3]]);
    /// let [small, light] = [arena.lightest(family, |_| [1]), arena.lightest(family, |at| [10 >> at])];
    /// assert_eq!(arena.counts(small).total(), &2_u32.into());
    /// assert_eq!(arena.sets(light).collect::<Vec<_>>(), [vec![1, 2, 3]]);
    /// ```
    pub fn lightest<const N: usize>(
        &mut self,
        family: SetFamily,
        weight: impl Fn(u32) -> [u32; N],
    ) -> SetFamily {
        // for each node, the minimum weight, which is `None` without sets, and the family of the sets of that weight
        let mut best = vec![(None, SetFamily::EMPTY); family.index().max(1) + 1];
        best[SetFamily::UNIT.index()] = (Some([0; N]), SetFamily::UNIT);
        for part in self.nodes_of(family) {
            let Some(node) = self.root(part) else { continue };
            let (lo, hi) = (best[node.lo.index()], best[node.hi.index()]);
            let own = weight(node.level);
            let heavier = hi.0.map(|sum: [u32; N]| std::array::from_fn(|at| sum[at] + own[at]));
            let order = match (lo.0, heavier) {
                (Some(without), Some(with)) => without.cmp(&with),
                (without, with) => with.is_some().cmp(&without.is_some()),
            };
            let (sum, [lo, hi]) = match order {
                Ordering::Less => (lo.0, [lo.1, SetFamily::EMPTY]),
                Ordering::Equal => (lo.0, [lo.1, hi.1]),
                Ordering::Greater => (heavier, [SetFamily::EMPTY, hi.1]),
            };
            best[part.index()] = (sum, self.node(node.level, lo, hi));
        }
        best[family.index()].1
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn draws_are_uniform_below_the_bound() {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        for bound in [1_u64, 2, 5, 8] {
            let mut seen = vec![0; bound as usize];
            for _ in 0..1000 * bound {
                let drawn = below(&bound.into(), &mut random);
                seen[usize::try_from(&drawn).expect("a small number")] += 1;
            }
            // 1000 are expected, with a standard deviation below 32
            assert!(seen.iter().all(|&times| (800..1200).contains(&times)), "{seen:?}");
        }
        assert_eq!(below(&BigUint::ZERO, &mut random), BigUint::ZERO);
        // the topmost 32-bit word varies too
        let bound = BigUint::from(3_u32) << 64;
        let drawn = (0..100).map(|_| below(&bound, &mut random) >> 64_u32);
        let tops: std::collections::BTreeSet<BigUint> = drawn.collect();
        assert_eq!(tops, [0_u32, 1, 2].map(BigUint::from).into());
    }
}
