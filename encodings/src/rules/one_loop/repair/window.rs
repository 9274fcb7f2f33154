//! Repair windows: the cells that may change to join a part with another part of its color.

use crate::rules::one_loop::repair::field::{ColourField, Place};
use crate::rules::one_loop::repair::sets::PlaceMap;

/// A part with at most this many cells lies in its window as a whole.
const SMALL_PART: usize = 40;

/// A finder of windows, which keeps its tables from one window to the next.
pub(super) struct WindowFinder {
    /// For each place of a breadth-first search, the place from which the search reached it.
    before: PlaceMap,
    /// The index of each place of the window.
    pub index: PlaceMap,
    /// The number of visited places.
    pub work: u64,
}

impl WindowFinder {
    pub fn new(size: usize) -> Self {
        Self { before: PlaceMap::new(size), index: PlaceMap::new(size), work: 0 }
    }

    /// Returns the places that may change: the places within `radius` of a shortest path from the part to the nearest
    /// other part of its color, and, if the part is small, its places and their neighborhoods. Fixed cells are left
    /// out. `part` is a whole part.
    pub fn find(
        &mut self,
        field: &ColourField,
        part: &[Place],
        radius: usize,
        is_fixed: &[bool],
    ) -> Vec<Place> {
        let is_free = |place: Place| {
            field.variable(place).is_some_and(|cell| is_fixed.get(cell.idx()) != Some(&true))
        };
        let way = self.way(field, part, is_free);
        self.index.clear();
        let mut places = Vec::new();
        let small = if part.len() <= SMALL_PART { part } else { &[] };
        for centre in way {
            for place in field.square(centre, radius) {
                if is_free(place) && self.index.insert(place, 0) {
                    places.push(place);
                }
            }
        }
        for &centre in small {
            for place in field.square(centre, 1) {
                if is_free(place) && self.index.insert(place, 0) {
                    places.push(place);
                }
            }
        }
        self.work += places.len() as u64;
        places.sort_unstable();
        for (index, &place) in places.iter().enumerate() {
            self.index.insert(place, index as u32);
        }
        places
    }

    /// Returns a shortest path through free cells from the part to another part of its color, with both ends; nothing
    /// if there is no such path.
    fn way(
        &mut self,
        field: &ColourField,
        part: &[Place],
        is_free: impl Fn(Place) -> bool,
    ) -> Vec<Place> {
        let colour = field.colour(part[0]);
        self.before.clear();
        for &place in part {
            self.before.insert(place, place);
        }
        let mut open = part.to_vec();
        let mut next = 0;
        while let Some(&place) = open.get(next) {
            next += 1;
            self.work += 1;
            for neighbour in field.neighbours(place) {
                if !field.is_coloured(neighbour) || self.before.contains(neighbour) {
                    continue;
                }
                if field.colour(neighbour) == colour {
                    return self.way_back(neighbour, place);
                }
                if is_free(neighbour) {
                    self.before.insert(neighbour, place);
                    open.push(neighbour);
                }
            }
        }
        Vec::new()
    }

    fn way_back(&self, end: Place, last: Place) -> Vec<Place> {
        let mut way = vec![end, last];
        let mut place = last;
        while let Some(before) = self.before.get(place).filter(|&before| before != place) {
            way.push(before);
            place = before;
        }
        way
    }
}
