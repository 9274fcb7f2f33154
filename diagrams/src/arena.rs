//! The nodes of diagrams: reduced, and shared by all families of an arena.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// A family of sets, as the root of its diagram in an [`Arena`]. Two families of one arena are equal if and
/// only if they have the same sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SetFamily(u32);

impl SetFamily {
    /// No set: the 0-terminal.
    pub const EMPTY: Self = Self(0);
    /// The empty set alone: the 1-terminal.
    pub const UNIT: Self = Self(1);

    /// Its place among the nodes of the arena; the children of a node come before it.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is a terminal.
    #[must_use]
    pub fn is_terminal(self) -> bool {
        self.0 < 2
    }
}

/// A node: the sets of `lo`, and those of `hi`, each with the element `level` more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The element. Those of the children are greater.
    pub level: u32,
    /// The sets without the element (the 0-arc).
    pub lo: SetFamily,
    /// The sets with the element (the 1-arc); never [`SetFamily::EMPTY`].
    pub hi: SetFamily,
}

/// The nodes of many families. Elements are numbers, and the smallest stands at the root.
///
/// ```
/// use encycle_diagrams::{Arena, SetFamily};
///
/// let mut arena = Arena::new();
/// let (a, b) = (arena.set([0, 2]), arena.set([1]));
/// let both = arena.union(a, b);
/// assert_eq!(arena.sets(both).collect::<Vec<_>>(), [vec![1], vec![0, 2]]);
/// assert_eq!(arena.difference(both, a), b);
/// assert_eq!(arena.intersection(a, b), SetFamily::EMPTY);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Arena {
    /// All but the two terminals, which are 0 and 1.
    nodes: Vec<Node>,
    known: HashTable<u32>,
}

impl Arena {
    /// The most nodes that an arena holds.
    pub const MOST_NODES: usize = u32::MAX as usize - 2;

    /// An arena with the terminals alone.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The family of the sets of `lo`, and those of `hi` with the element `level` more.
    ///
    /// # Panics
    /// If there are [`Self::MOST_NODES`] already, about 60 GB.
    pub fn node(&mut self, level: u32, lo: SetFamily, hi: SetFamily) -> SetFamily {
        debug_assert!(self.level(lo) > level && self.level(hi) > level, "smaller elements above");
        if hi == SetFamily::EMPTY {
            return lo;
        }
        let node = Node { level, lo, hi };
        let nodes = &self.nodes;
        let hash = |node: &Node| FxBuildHasher.hash_one(node);
        let found = self.known.entry(
            hash(&node),
            |&index| nodes[index as usize] == node,
            |&index| hash(&nodes[index as usize]),
        );
        let new = u32::try_from(nodes.len()).ok().filter(|&index| index < u32::MAX - 2);
        let index = *found.or_insert_with(|| new.expect("memory ends before numbers do")).get();
        if index as usize == self.nodes.len() {
            self.nodes.push(node);
        }
        SetFamily(index + 2)
    }

    /// The root of a family; `None` for a terminal.
    #[must_use]
    pub fn root(&self, family: SetFamily) -> Option<Node> {
        self.nodes.get(family.index().checked_sub(2)?).copied()
    }

    /// The level of the root; that of a terminal is beyond all.
    pub(crate) fn level(&self, family: SetFamily) -> u32 {
        self.root(family).map_or(u32::MAX, |node| node.level)
    }

    /// The sets without and with the element `level`, of a family that has no smaller one.
    pub(crate) fn at(&self, level: u32, family: SetFamily) -> [SetFamily; 2] {
        match self.root(family) {
            Some(node) if node.level == level => [node.lo, node.hi],
            _ => [family, SetFamily::EMPTY],
        }
    }

    /// The family of one set, whose elements may come in any order.
    pub fn set(&mut self, elements: impl IntoIterator<Item = u32>) -> SetFamily {
        downwards(elements)
            .fold(SetFamily::UNIT, |below, level| self.node(level, SetFamily::EMPTY, below))
    }

    /// The family of these sets.
    pub fn family<S: IntoIterator<Item = u32>>(
        &mut self,
        sets: impl IntoIterator<Item = S>,
    ) -> SetFamily {
        sets.into_iter().fold(SetFamily::EMPTY, |family, set| {
            let set = self.set(set);
            self.union(family, set)
        })
    }

    /// The family of all sets of these elements, which may come in any order.
    pub fn subsets(&mut self, elements: impl IntoIterator<Item = u32>) -> SetFamily {
        downwards(elements).fold(SetFamily::UNIT, |below, level| self.node(level, below, below))
    }

    /// The nodes that a family is made of, terminals excepted, children before their parents.
    #[must_use]
    pub fn nodes_of(&self, family: SetFamily) -> Vec<SetFamily> {
        let seen = self.reached(vec![family]).into_iter().enumerate().filter(|&(_, seen)| seen);
        seen.map(|(index, _)| SetFamily(index as u32)).collect()
    }

    /// Of each node, by its place, whether one of the families has it; not of the terminals.
    fn reached(&self, mut waiting: Vec<SetFamily>) -> Vec<bool> {
        let mut seen = vec![false; self.nodes.len() + 2];
        while let Some(one) = waiting.pop() {
            if let Some(node) = self.root(one)
                && !std::mem::replace(&mut seen[one.index()], true)
            {
                waiting.extend([node.lo, node.hi]);
            }
        }
        seen
    }

    /// Forgets all nodes but those of these families, which get new numbers.
    pub(crate) fn keep(&mut self, families: &mut [&mut SetFamily]) {
        let seen = self.reached(families.iter().map(|family| **family).collect());
        let mut kept = Self::new();
        let mut renamed: Vec<SetFamily> = (0..seen.len() as u32).map(SetFamily).collect();
        for (&node, index) in self.nodes.iter().zip(2..).filter(|&(_, index)| seen[index]) {
            let [lo, hi] = [node.lo, node.hi].map(|child| renamed[child.index()]);
            renamed[index] = kept.node(node.level, lo, hi);
        }
        families.iter_mut().for_each(|family| **family = renamed[family.index()]);
        *self = kept;
    }

    /// How many nodes there are of all families.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many nodes a family has; the terminals are not counted.
    #[must_use]
    pub fn size(&self, family: SetFamily) -> usize {
        self.nodes_of(family).len()
    }

    /// The memory that the arena holds, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.known.allocation_size()
    }
}

/// Each element once, the greatest first.
fn downwards(elements: impl IntoIterator<Item = u32>) -> impl Iterator<Item = u32> {
    let mut elements: Vec<u32> = elements.into_iter().collect();
    elements.sort_unstable();
    elements.dedup();
    elements.into_iter().rev()
}
