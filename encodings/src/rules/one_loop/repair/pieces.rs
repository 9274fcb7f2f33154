//! Pieces: the connections of parts outside a window, that is, which places next to the window are connected without
//! it.
//!
//! To recolor a window without cutting a part, one has to know which places next to the window are connected outside
//! it. A plain flood fill from one of them would visit the whole part, often most of the grid, for every window.
//! Instead, the pieces of a part grow in turns, a few places each. Pieces that meet are joined. As soon as at most one
//! piece can still grow, the others are complete, and the growing piece cannot meet them, so it need not be finished:
//!
//! ```text
//!   1 1 1 1 1 → …          1  grows on: the largest piece, never finished
//!   1 +-----+
//!   1 |     | 2            2  complete, because it has no further neighbors: not connected to 1 outside the window
//!     +-----+ 2
//! ```

use std::collections::VecDeque;

use crate::grid::DisjointSets;
use crate::rules::one_loop::repair::field::{ColourField, Place};
use crate::rules::one_loop::repair::sets::PlaceMap;

/// A piece of a part: places outside the window that are connected there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WindowPiece {
    pub colour: u8,
    /// The part that the piece belongs to.
    pub part: u32,
}

/// The number of places by which a piece grows before the next piece does.
const TURN: usize = 8;

/// A finder of the pieces next to a window, by flood fill from all of them in turns.
pub(super) struct PieceFinder {
    /// For each visited place, the flood that visited it first.
    floods: PlaceMap,
    sets: DisjointSets,
    open: Vec<VecDeque<Place>>,
    /// The number of visited places.
    pub work: u64,
}

impl PieceFinder {
    pub fn new(size: usize) -> Self {
        Self {
            floods: PlaceMap::new(size),
            sets: DisjointSets::default(),
            open: Vec::new(),
            work: 0,
        }
    }

    /// Returns the pieces next to a window, and for each place next to it the number of its piece.
    ///
    /// The pieces of a part grow in turns until at most one of them can still grow; then no other piece can be
    /// connected to it. The time therefore depends on the second largest piece of each part, not on the grid.
    pub fn find(
        &mut self,
        field: &mut ColourField,
        window: &[Place],
        index: &PlaceMap,
    ) -> (Vec<WindowPiece>, Vec<(Place, u32)>) {
        self.floods.clear();
        self.sets.clear();
        self.open.clear();
        let mut beside = Vec::new();
        let mut starts = Vec::new();
        for &place in window {
            for neighbour in field.neighbours(place) {
                if !index.contains(neighbour) && !self.floods.contains(neighbour) {
                    let flood = self.sets.add();
                    self.floods.insert(neighbour, flood);
                    self.open.push(VecDeque::from([neighbour]));
                    starts.push((field.part(neighbour), flood));
                    beside.push((neighbour, flood));
                }
            }
        }
        starts.sort_unstable();
        for floods in starts.chunk_by(|one, other| one.0 == other.0) {
            let mut growing: Vec<u32> = floods.iter().map(|&(_, flood)| flood).collect();
            while growing.len() > 1 {
                for &flood in &growing {
                    self.grow(field, index, flood);
                }
                growing.retain(|&flood| {
                    self.sets.find(flood) == flood && !self.open[flood as usize].is_empty()
                });
            }
        }
        self.number(field, beside)
    }

    /// Grows a piece by up to [`TURN`] places. Pieces that meet are joined.
    fn grow(&mut self, field: &ColourField, index: &PlaceMap, flood: u32) {
        let mut flood = self.sets.find(flood);
        for _ in 0..TURN {
            let Some(place) = self.open[flood as usize].pop_front() else { return };
            self.work += 1;
            let colour = field.colour(place);
            for neighbour in field.neighbours(place) {
                if field.colour(neighbour) != colour || index.contains(neighbour) {
                    continue;
                }
                match self.floods.get(neighbour) {
                    None => {
                        self.floods.insert(neighbour, flood);
                        self.open[flood as usize].push_back(neighbour);
                    }
                    Some(other) => {
                        let other = self.sets.find(other);
                        if other != flood {
                            flood = self.join(flood, other);
                        }
                    }
                }
            }
        }
    }

    fn join(&mut self, one: u32, other: u32) -> u32 {
        let joined = self.sets.join(one, other);
        let (mut more, mut fewer) = (
            std::mem::take(&mut self.open[one as usize]),
            std::mem::take(&mut self.open[other as usize]),
        );
        if more.len() < fewer.len() {
            std::mem::swap(&mut more, &mut fewer);
        }
        more.append(&mut fewer);
        self.open[joined as usize] = more;
        joined
    }

    fn number(
        &mut self,
        field: &mut ColourField,
        mut beside: Vec<(Place, u32)>,
    ) -> (Vec<WindowPiece>, Vec<(Place, u32)>) {
        let mut numbers = vec![u32::MAX; self.sets.len()];
        let mut pieces = Vec::new();
        for (place, flood) in &mut beside {
            let root = self.sets.find(*flood) as usize;
            if numbers[root] == u32::MAX {
                numbers[root] = pieces.len() as u32;
                pieces.push(WindowPiece { colour: field.colour(*place), part: field.part(*place) });
            }
            *flood = numbers[root];
        }
        (pieces, beside)
    }
}
