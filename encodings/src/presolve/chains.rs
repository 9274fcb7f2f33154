//! Chains of connected lines, identified by their two ends.

/// The chains of lines, stored only at their ends: for each end of a chain, the other end. So joining two chains, and
/// detecting a line that would close a chain to a loop, take constant time. For example, a line between vertices 1 and
/// 2 joins the chains 0-1 and 2-3 to the chain 0-3, and only the entries of 0 and 3 change.
#[derive(Clone, Debug)]
pub(super) struct LineChains {
    /// At an end of a chain, the other end; at a vertex without lines, the vertex itself.
    mate: Vec<u32>,
    /// At an end of a chain, its number of lines.
    length: Vec<u32>,
}

/// The effect of a new line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JoinedLine {
    /// A chain with these ends and this number of lines.
    Chain([u32; 2], u32),
    /// A closed loop with this number of lines.
    Loop(u32),
}

impl LineChains {
    pub fn new(vertices: usize) -> Self {
        Self { mate: (0..vertices as u32).collect(), length: vec![0; vertices] }
    }

    /// Draws a line between two vertices that have at most one line each.
    pub fn join(&mut self, a: u32, b: u32) -> JoinedLine {
        let (far_a, far_b) = (self.mate[a as usize], self.mate[b as usize]);
        let length = self.length[a as usize];
        if far_a == b {
            return JoinedLine::Loop(length + 1);
        }
        let length = length + self.length[b as usize] + 1;
        for (end, mate) in [(far_a, far_b), (far_b, far_a)] {
            self.mate[end as usize] = mate;
            self.length[end as usize] = length;
        }
        JoinedLine::Chain([far_a, far_b], length)
    }

    /// Returns the number of lines of the chain with these two ends, if it still exists.
    pub fn length_between(&self, a: u32, b: u32) -> Option<u32> {
        // a vertex that became the middle of a chain keeps its old mate, so both directions are checked
        let mates = self.mate[a as usize] == b && self.mate[b as usize] == a && a != b;
        mates.then(|| self.length[a as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_grow_at_both_ends_until_they_close() {
        let mut chains = LineChains::new(6);
        assert_eq!(chains.join(0, 1), JoinedLine::Chain([0, 1], 1));
        assert_eq!(chains.join(2, 3), JoinedLine::Chain([2, 3], 1));
        assert_eq!(chains.join(1, 2), JoinedLine::Chain([0, 3], 3));
        assert_eq!(chains.join(4, 3), JoinedLine::Chain([4, 0], 4));
        assert_eq!(chains.join(0, 4), JoinedLine::Loop(5));
    }
}
