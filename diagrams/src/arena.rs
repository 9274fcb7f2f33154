//! The store of ZDD nodes, which are reduced and shared by all families of an arena.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// A family of sets, represented by the root of its diagram in an [`Arena`].
///
/// Two families of one arena compare equal if and only if they contain the same sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SetFamily(u32);

impl SetFamily {
    /// The family without sets: the 0-terminal.
    pub const EMPTY: Self = Self(0);
    /// The family of the empty set alone: the 1-terminal.
    pub const UNIT: Self = Self(1);

    /// Returns the index of the root in the arena. The children of a node have smaller indices.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns whether the root is a terminal.
    #[must_use]
    pub fn is_terminal(self) -> bool {
        self.0 < 2
    }
}

/// A node: the family that consists of the sets of `lo`, and of the sets of `hi` with the element `level` added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The element. The elements of the children are greater.
    pub level: u32,
    /// The sets without the element (the 0-arc).
    pub lo: SetFamily,
    /// The sets with the element (the 1-arc); never [`SetFamily::EMPTY`].
    pub hi: SetFamily,
}

/// A store of the nodes of many families. Elements are numbers; smaller elements are nearer to the root.
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
    /// All nodes except the two terminals, which have the indices 0 and 1.
    nodes: Vec<Node>,
    unique_table: HashTable<u32>,
}

impl Arena {
    /// The maximum number of nodes of an arena.
    pub const MOST_NODES: usize = u32::MAX as usize - 2;

    /// Creates an arena that contains only the terminals.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the family that consists of the sets of `lo`, and of the sets of `hi` with the element `level` added.
    ///
    /// # Panics
    /// The arena already has [`Self::MOST_NODES`] nodes, which take about 60 GB.
    pub fn node(&mut self, level: u32, lo: SetFamily, hi: SetFamily) -> SetFamily {
        debug_assert!(
            self.level(lo) > level && self.level(hi) > level,
            "children have greater elements"
        );
        if hi == SetFamily::EMPTY {
            return lo;
        }
        let node = Node { level, lo, hi };
        let nodes = &self.nodes;
        let hash = |node: &Node| FxBuildHasher.hash_one(node);
        let found = self.unique_table.entry(
            hash(&node),
            |&index| nodes[index as usize] == node,
            |&index| hash(&nodes[index as usize]),
        );
        let new = u32::try_from(nodes.len()).ok().filter(|&index| index < u32::MAX - 2);
        let index =
            *found.or_insert_with(|| new.expect("fewer nodes than `Arena::MOST_NODES`")).get();
        if index as usize == self.nodes.len() {
            self.nodes.push(node);
        }
        SetFamily(index + 2)
    }

    /// Returns the root node of a family; `None` for a terminal.
    #[must_use]
    pub fn root(&self, family: SetFamily) -> Option<Node> {
        self.nodes.get(family.index().checked_sub(2)?).copied()
    }

    /// Returns the level of the root; `u32::MAX` for a terminal.
    pub(crate) fn level(&self, family: SetFamily) -> u32 {
        self.root(family).map_or(u32::MAX, |node| node.level)
    }

    /// Returns the cofactors by the element `level`: the sets without it, and the sets with it, from which it is
    /// removed. The family must not have smaller elements.
    pub(crate) fn at(&self, level: u32, family: SetFamily) -> [SetFamily; 2] {
        match self.root(family) {
            Some(node) if node.level == level => [node.lo, node.hi],
            _ => [family, SetFamily::EMPTY],
        }
    }

    /// Returns the family of one set; its elements may be in any order.
    pub fn set(&mut self, elements: impl IntoIterator<Item = u32>) -> SetFamily {
        downwards(elements)
            .fold(SetFamily::UNIT, |below, level| self.node(level, SetFamily::EMPTY, below))
    }

    /// Returns the family of the given sets.
    pub fn family<S: IntoIterator<Item = u32>>(
        &mut self,
        sets: impl IntoIterator<Item = S>,
    ) -> SetFamily {
        sets.into_iter().fold(SetFamily::EMPTY, |family, set| {
            let set = self.set(set);
            self.union(family, set)
        })
    }

    /// Returns the power set of the elements, which may be in any order.
    pub fn subsets(&mut self, elements: impl IntoIterator<Item = u32>) -> SetFamily {
        downwards(elements).fold(SetFamily::UNIT, |below, level| self.node(level, below, below))
    }

    /// Returns the nodes reachable from a family's root, without the terminals, children before parents.
    #[must_use]
    pub fn nodes_of(&self, family: SetFamily) -> Vec<SetFamily> {
        let seen = self.reached(vec![family]).into_iter().enumerate().filter(|&(_, seen)| seen);
        seen.map(|(index, _)| SetFamily(index as u32)).collect()
    }

    /// Returns, for each node index, whether the node is reachable from one of the roots; `false` for the terminals.
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

    /// Removes all nodes that are not reachable from `families`, and renumbers the families.
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

    /// Returns the number of nodes of the arena, without the terminals.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of nodes of a family, without the terminals.
    #[must_use]
    pub fn size(&self, family: SetFamily) -> usize {
        self.nodes_of(family).len()
    }

    /// Returns the memory of the arena in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.unique_table.allocation_size()
    }
}

/// Returns each element once, in descending order.
fn downwards(elements: impl IntoIterator<Item = u32>) -> impl Iterator<Item = u32> {
    let mut elements: Vec<u32> = elements.into_iter().collect();
    elements.sort_unstable();
    elements.dedup();
    elements.into_iter().rev()
}
