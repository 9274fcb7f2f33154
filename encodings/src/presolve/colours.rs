//! Colors of cells: which cells are on the same side of the loop, and which on opposite sides (Berschneider 2.4.1).

/// Classes of cells whose colors are related, with a parity for each cell: two cells of a class are on opposite sides
/// of the loop if their parities differ, and on the same side otherwise. This is a union-find structure in which
/// classes only grow. When two classes are united, the cells of the smaller class are renamed, so a cell is renamed at
/// most log N times, and a query takes constant time.
///
/// The outside of the grid is the last cell. Its class counts as larger than any other, so it is never renamed.
#[derive(Clone, Debug)]
pub(super) struct ColourClasses {
    class: Vec<u32>,
    odd: Vec<bool>,
    /// The next cell of the same class, in a cycle.
    next: Vec<u32>,
    /// The number of cells of each class, by its name.
    size: Vec<u32>,
}

impl ColourClasses {
    /// Creates a class for each of `cells` cells and a class for the outside.
    pub fn new(cells: usize) -> Self {
        let mut size = vec![1; cells + 1];
        size[cells] = cells as u32 + 1;
        let names: Vec<u32> = (0..=cells as u32).collect();
        Self { class: names.clone(), odd: vec![false; cells + 1], next: names, size }
    }

    /// Returns whether two cells are on opposite sides, if that is known.
    #[inline]
    pub fn differ(&self, a: u32, b: u32) -> Option<bool> {
        let (a, b) = (a as usize, b as usize);
        (self.class[a] == self.class[b]).then(|| self.odd[a] != self.odd[b])
    }

    /// Returns whether a cell is inside, if that is known.
    pub fn inside(&self, cell: u32) -> Option<bool> {
        self.differ(cell, self.class.len() as u32 - 1)
    }

    /// Unites two classes, and appends the renamed cells to `renamed`. Does nothing if both cells are in the same
    /// class.
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

    /// Compares with a plain coloring: after any sequence of unions, exactly the relations that follow are known, and
    /// they are right.
    #[test]
    fn relations_are_those_of_a_colouring() {
        let count = 40;
        let colour = |cell: u32| cell.wrapping_mul(2_654_435_761) >> 13 & 1 == 1;
        let mut colours = ColourClasses::new(count);
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
        assert!(!renamed.contains(&(count as u32)), "the outside is never renamed");
        // 40 cells, each renamed at most log2(41) times
        assert!(renamed.len() <= 40 * 5);
    }
}
