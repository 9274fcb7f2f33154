//! The puzzles of a collection by size, and samples of them.

use std::collections::BTreeMap;
use std::path::Path;

use encycle::bench::{Collection, CollectionEntry};
use encycle::encodings::puzzle::Extent;
use encycle::puzzle::{Puzzle, PuzzleKind};

use super::Fallible;

/// Rows and columns.
pub type Size = (usize, usize);

/// The Slitherlinks of a collection on grids, by size.
pub struct Puzzles {
    sizes: BTreeMap<Size, Vec<CollectionEntry>>,
    sample: usize,
}

impl Puzzles {
    /// Those of a folder. Of each size they stand in the order of their hashes: as good as chance, always the same, and
    /// a smaller sample is a part of a larger one.
    pub fn of(folder: &Path, sample: usize) -> Fallible<Self> {
        let collection =
            Collection::of(&[folder.display().to_string()], Some(PuzzleKind::Slitherlink), None);
        let mut sizes: BTreeMap<Size, Vec<CollectionEntry>> = BTreeMap::new();
        for entry in collection.entries {
            if let Extent::Grid(grid) = entry.puzzle.extent() {
                sizes.entry((grid.rows(), grid.cols())).or_default().push(entry);
            }
        }
        if sizes.is_empty() {
            return Err(format!("there is no Slitherlink on a grid in {}", folder.display()).into());
        }
        for entries in sizes.values_mut() {
            entries.sort_by(|a, b| a.sha256.cmp(&b.sha256));
        }
        Ok(Self { sizes, sample })
    }

    /// The sample of all sizes that are wanted, or of all if there is none of these; with no more than so many of each.
    pub fn sample(&self, most: usize, wanted: impl Fn(Size) -> bool) -> Vec<&CollectionEntry> {
        let any = self.sizes.keys().any(|&size| wanted(size));
        let sizes = self.sizes.iter().filter(|(size, _)| !any || wanted(**size));
        sizes.flat_map(|(_, entries)| entries.iter().take(self.sample.min(most))).collect()
    }

    /// All of one size.
    pub fn all_of(&self, size: Size) -> &[CollectionEntry] {
        self.sizes.get(&size).map_or(&[], Vec::as_slice)
    }

    /// Those of which the presolver leaves most edges open, so that they are both large and hard.
    pub fn hardest(&self, count: usize) -> Vec<&CollectionEntry> {
        let mut all: Vec<&CollectionEntry> = self.sizes.values().flatten().collect();
        all.sort_by_cached_key(|entry| std::cmp::Reverse(open_edges(entry)));
        all.truncate(count);
        all
    }
}

/// How many edges the presolver leaves open.
pub fn open_edges(entry: &CollectionEntry) -> usize {
    let Puzzle::Slitherlink(slitherlink) = &entry.puzzle else { return 0 };
    let presolved = encycle::encodings::presolve::presolve(slitherlink);
    presolved.edges.len() - presolved.fixed()
}

/// The name of its file without the end.
pub fn stem(entry: &CollectionEntry) -> String {
    Path::new(&entry.name).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
