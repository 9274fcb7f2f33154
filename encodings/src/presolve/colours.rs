//! Which cells are on the same side of the loop, and which on opposite sides (Berschneider 2.4.1).

/// Cells in classes, each with its parity in its class: union-find for "same side" and "opposite
/// sides", which never forgets and never takes back. The smaller class is renamed when two become one, so
/// that a cell is renamed at most log N times and a question is one look.
///
/// The outside of the grid is a cell too, the last one; its class is never renamed.
#[derive(Clone, Debug)]
pub(super) struct Colours {
    class: Vec<u32>,
    odd: Vec<bool>,
    /// The next cell of the same class, in a ring.
    next: Vec<u32>,
    /// Number of cells of the class of this name.
    size: Vec<u32>,
}

impl Colours {
    /// So many cells and the outside, each for itself.
    pub fn new(cells: usize) -> Self {
        let mut size = vec![1; cells + 1];
        size[cells] = cells as u32 + 1;
        let names: Vec<u32> = (0..=cells as u32).collect();
        Self { class: names.clone(), odd: vec![false; cells + 1], next: names, size }
    }

    /// Whether two cells are on opposite sides, if that is known.
    #[inline]
    pub fn differ(&self, a: u32, b: u32) -> Option<bool> {
        let (a, b) = (a as usize, b as usize);
        (self.class[a] == self.class[b]).then(|| self.odd[a] != self.odd[b])
    }

    /// Whether a cell is inside, if that is known.
    pub fn inside(&self, cell: u32) -> Option<bool> {
        self.differ(cell, self.class.len() as u32 - 1)
    }

    /// Makes two classes one; the cells that were renamed go to `renamed`. Nothing happens if they are one
    /// already.
    pub fn unite(&mut self, a: u32, b: u32, differ: bool, renamed: &mut Vec<u32>) {
        let (ca, cb) = (self.class[a as usize], self.class[b as usize]);
        if ca == cb {
            return;
        }
        let flip = differ != (self.odd[a as usize] != self.odd[b as usize]);
        let (kept, lost, start) = match self.size[ca as usize] < self.size[cb as usize] {
            true => (cb, ca, a),
            false => (ca, cb, b),
        };
        let mut cell = start;
        loop {
            self.class[cell as usize] = kept;
            self.odd[cell as usize] ^= flip;
            renamed.push(cell);
            cell = self.next[cell as usize];
            if cell == start {
                break;
            }
        }
        self.size[kept as usize] += self.size[lost as usize];
        self.next.swap(a as usize, b as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against a plain colouring: whatever the order, known relations are right, and chains of known
    /// ones are known.
    #[test]
    fn relations_are_those_of_a_colouring() {
        let count = 40;
        let colour = |cell: u32| cell.wrapping_mul(2_654_435_761) >> 13 & 1 == 1;
        let mut colours = Colours::new(count);
        let mut group: Vec<u32> = (0..=count as u32).collect();
        let (mut state, mut renamed) = (7_u64, Vec::new());
        for _ in 0..30 {
            let mut random = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 33) as u32 % (count as u32 + 1)
            };
            let (a, b) = (random(), random());
            colours.unite(a, b, colour(a) != colour(b), &mut renamed);
            let (from, to) = (group[a as usize], group[b as usize]);
            group.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
            for x in 0..=count as u32 {
                for y in 0..=count as u32 {
                    let known = group[x as usize] == group[y as usize];
                    let expected = known.then(|| colour(x) != colour(y));
                    assert_eq!(colours.differ(x, y), expected, "{x} and {y}");
                }
            }
        }
        assert!(!renamed.contains(&(count as u32)), "the outside keeps its name");
        // 40 cells, each at most log2(41) times
        assert!(renamed.len() <= 40 * 5);
    }
}
