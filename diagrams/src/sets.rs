//! Operations on the sets of a family: counting, enumerating, indexing and sampling.
//!
//! Sets are ordered lexicographically by their characteristic bit strings, smallest element first: of two sets, the set
//! without the smallest element in which they differ comes first. For example, `{1}` comes before `{0, 2}`.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use rand::Rng;

use crate::arena::{Arena, Node, SetFamily};
use crate::random::below;

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
