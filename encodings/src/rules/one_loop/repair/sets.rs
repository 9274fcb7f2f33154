//! Place maps: maps from the places of a grid that are emptied in constant time.
//!
//! A window visits a few hundred places of a grid that may have millions. Resetting a table of all places for every
//! window would dominate the time, so each entry has a stamp, and an entry counts only if its stamp is the current one.

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

    /// Inserts a value and returns whether the place had no value.
    pub fn insert(&mut self, place: u32, value: u32) -> bool {
        let entry = &mut self.entries[place as usize];
        let is_new = entry.0 != self.stamp;
        *entry = (self.stamp, value);
        is_new
    }
}
