//! The sets of a family with the least weight.

use std::cmp::Ordering;

use crate::arena::{Arena, SetFamily};

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
