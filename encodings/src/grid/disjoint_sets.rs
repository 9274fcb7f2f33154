//! Disjoint sets (union-find).

/// Disjoint sets of the numbers from 0, with path halving.
///
/// ```
/// use encycle_encodings::grid::DisjointSets;
///
/// let mut sets = DisjointSets::new(3);
/// assert_eq!(sets.join(2, 1), 1);
/// assert_eq!([0, 1, 2].map(|number| sets.find(number)), [0, 1, 1]);
/// assert_eq!([sets.unite(0, 2), sets.unite(0, 1)], [true, false]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct DisjointSets {
    parents: Vec<u32>,
}

impl DisjointSets {
    /// Creates this number of sets, each with a single element.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self { parents: (0..count as u32).collect() }
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Returns whether there is no element.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// Removes all elements.
    pub fn clear(&mut self) {
        self.parents.clear();
    }

    /// Adds a set with the next number as its only element.
    pub fn add(&mut self) -> u32 {
        let number = self.parents.len() as u32;
        self.parents.push(number);
        number
    }

    /// Returns the representative of the set of an element.
    pub fn find(&mut self, mut element: u32) -> u32 {
        while self.parents[element as usize] != element {
            let parent = self.parents[element as usize];
            self.parents[element as usize] = self.parents[parent as usize];
            element = parent;
        }
        element
    }

    /// Joins two sets and returns their representative: of the two old representatives, the smaller number.
    pub fn join(&mut self, one: u32, other: u32) -> u32 {
        self.unite(one, other);
        self.find(one)
    }

    /// Joins two sets, and returns whether they were different.
    pub fn unite(&mut self, one: u32, other: u32) -> bool {
        let (one, other) = (self.find(one), self.find(other));
        self.parents[one.max(other) as usize] = one.min(other);
        one != other
    }
}
