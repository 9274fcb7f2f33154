//! Binary decision diagrams (Bryant 1986): Boolean functions, of which equal functions are one diagram.
//!
//! A diagram is the index of a node: a variable, the diagram if it is true, and the diagram if it is false. Variables have
//! ranks, which increase on each path.

use std::collections::{BTreeSet, HashMap};

/// A Boolean function.
pub(super) type DiagramIndex = u32;

/// The function that is always false.
pub(super) const NO: DiagramIndex = 0;

/// The function that is always true.
pub(super) const YES: DiagramIndex = 1;

/// The maximum number of nodes that one attempt may add.
const MOST_NODES: usize = 50_000;

/// The maximum number of nodes in all.
const MOST_NODES_IN_ALL: usize = 10_000_000;

/// The maximum number of variables on a path, which limits recursion.
const MOST_DEPTH: usize = 1_000;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct DiagramNode {
    rank: u32,
    yes: DiagramIndex,
    no: DiagramIndex,
}

/// The nodes of some functions.
pub(super) struct Diagrams {
    nodes: Vec<DiagramNode>,
    known: HashMap<DiagramNode, DiagramIndex>,
    /// The results of [`Self::choose`].
    chosen: HashMap<[DiagramIndex; 3], DiagramIndex>,
    /// The number of nodes at which an attempt ends.
    most: usize,
}

impl Diagrams {
    pub fn new() -> Self {
        let leaf = |value| DiagramNode { rank: u32::MAX, yes: value, no: value };
        let nodes = vec![leaf(NO), leaf(YES)];
        Self { nodes, known: HashMap::new(), chosen: HashMap::new(), most: MOST_NODES }
    }

    /// Allows the nodes of a further attempt.
    pub fn begin(&mut self) {
        self.most = MOST_NODES_IN_ALL.min(self.nodes.len() + MOST_NODES);
    }

    /// Returns the rank of the first variable of a function; of a constant, a rank after all others.
    pub fn rank(&self, function: DiagramIndex) -> u32 {
        self.nodes[function as usize].rank
    }

    /// Returns whether a function is a variable or its negation.
    pub fn is_literal(&self, function: DiagramIndex) -> bool {
        let DiagramNode { yes, no, .. } = self.nodes[function as usize];
        yes != no && yes <= YES && no <= YES
    }

    /// Returns the function of a variable.
    pub fn variable(&mut self, rank: u32) -> Option<DiagramIndex> {
        self.node(DiagramNode { rank, yes: YES, no: NO })
    }

    pub fn not(&mut self, function: DiagramIndex) -> Option<DiagramIndex> {
        self.choose(function, NO, YES)
    }

    pub fn and(&mut self, first: DiagramIndex, second: DiagramIndex) -> Option<DiagramIndex> {
        self.choose(first, second, NO)
    }

    /// Returns the function that is `yes` if the condition holds, and otherwise `no`; `None` if it takes too many nodes.
    pub fn choose(
        &mut self,
        condition: DiagramIndex,
        yes: DiagramIndex,
        no: DiagramIndex,
    ) -> Option<DiagramIndex> {
        self.choose_below(condition, yes, no, MOST_DEPTH)
    }

    fn choose_below(
        &mut self,
        condition: DiagramIndex,
        yes: DiagramIndex,
        no: DiagramIndex,
        depth: usize,
    ) -> Option<DiagramIndex> {
        match (condition, yes, no) {
            (YES, ..) => return Some(yes),
            (NO, ..) => return Some(no),
            (_, YES, NO) => return Some(condition),
            _ if yes == no => return Some(yes),
            _ => {}
        }
        let functions = [condition, yes, no];
        if let Some(&known) = self.chosen.get(&functions) {
            return Some(known);
        }
        let depth = depth.checked_sub(1)?;
        let rank = functions.iter().map(|&one| self.rank(one)).min()?;
        let halves = functions.map(|one| match self.nodes[one as usize] {
            node if node.rank == rank => (node.yes, node.no),
            _ => (one, one),
        });
        let [yes, no] = [halves.map(|(yes, _)| yes), halves.map(|(_, no)| no)];
        let yes = self.choose_below(yes[0], yes[1], yes[2], depth)?;
        let no = self.choose_below(no[0], no[1], no[2], depth)?;
        let chosen = self.node(DiagramNode { rank, yes, no })?;
        self.chosen.insert(functions, chosen);
        Some(chosen)
    }

    fn node(&mut self, node: DiagramNode) -> Option<DiagramIndex> {
        if node.yes == node.no {
            return Some(node.yes);
        }
        if let Some(&known) = self.known.get(&node) {
            return Some(known);
        }
        if self.nodes.len() >= self.most {
            return None;
        }
        let index = self.nodes.len() as DiagramIndex;
        self.nodes.push(node);
        self.known.insert(node, index);
        Some(index)
    }

    /// Returns the ranks of the variables on which a function depends.
    pub fn support(&self, function: DiagramIndex) -> BTreeSet<u32> {
        let (mut seen, mut open, mut ranks) = (BTreeSet::new(), vec![function], BTreeSet::new());
        while let Some(one) = open.pop() {
            if one > YES && seen.insert(one) {
                let DiagramNode { rank, yes, no } = self.nodes[one as usize];
                ranks.insert(rank);
                open.extend([yes, no]);
            }
        }
        ranks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Equal functions of three variables are one diagram, and other functions are others.
    #[test]
    fn equal_functions_are_one_diagram() {
        let mut diagrams = Diagrams::new();
        let [a, b, c] = [0, 1, 2].map(|rank| diagrams.variable(rank).expect("few nodes"));
        let ab = diagrams.and(a, b).expect("few nodes");
        let cb = diagrams.and(c, b).expect("few nodes");
        let one = diagrams.and(ab, c).expect("few nodes");
        let other = diagrams.and(a, cb).expect("few nodes");
        assert_eq!(one, other);
        let (not_a, pair) = (diagrams.not(a), diagrams.choose(a, b, c));
        let opposite = not_a.and_then(|not_a| diagrams.choose(not_a, c, b));
        assert_eq!(pair, opposite);
        assert_ne!(pair, Some(one));
        assert_eq!(diagrams.support(one), BTreeSet::from([0, 1, 2]));
        assert!(diagrams.is_literal(a) && !diagrams.is_literal(one) && !diagrams.is_literal(YES));
    }
}
