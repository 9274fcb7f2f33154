//! Disjoint sets (union-find), and sets of places that are emptied in constant time.

/// Disjoint sets of the numbers from 0, with path halving.
#[derive(Debug, Default)]
pub(super) struct DisjointSets {
    parents: Vec<u32>,
}

impl DisjointSets {
    /// Creates this number of sets with one element each.
    pub fn new(count: usize) -> Self {
        Self { parents: (0..count as u32).collect() }
    }

    pub fn len(&self) -> usize {
        self.parents.len()
    }

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

    /// Joins two sets and returns their representative, which is that of the set with the smaller one.
    pub fn join(&mut self, one: u32, other: u32) -> u32 {
        let (one, other) = (self.find(one), self.find(other));
        let (least, greatest) = (one.min(other), one.max(other));
        self.parents[greatest as usize] = least;
        least
    }
}

/// A map from places to numbers that is emptied in constant time.
#[derive(Debug)]
pub(super) struct PlaceMap {
    entries: Vec<(u32, u32)>,
    stamp: u32,
}

impl PlaceMap {
    pub fn new(size: usize) -> Self {
        Self { entries: vec![(0, 0); size], stamp: 1 }
    }

    pub fn clear(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.entries.fill((0, 0));
            self.stamp = 1;
        }
    }

    pub fn get(&self, place: u32) -> Option<u32> {
        let (stamp, value) = self.entries[place as usize];
        (stamp == self.stamp).then_some(value)
    }

    pub fn contains(&self, place: u32) -> bool {
        self.get(place).is_some()
    }

    /// Sets the value of a place.
    pub fn set(&mut self, place: u32, value: u32) {
        self.entries[place as usize] = (self.stamp, value);
    }

    /// Inserts a value and returns whether the place had none.
    pub fn insert(&mut self, place: u32, value: u32) -> bool {
        let entry = &mut self.entries[place as usize];
        let is_new = entry.0 != self.stamp;
        *entry = (self.stamp, value);
        is_new
    }
}
