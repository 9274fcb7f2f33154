//! The puzzles of a collection by size, and samples from them.

use std::collections::BTreeMap;
use std::path::Path;

use encycle::bench::{Collection, CollectionEntry};
use encycle::encodings::puzzle::Extent;
use encycle::puzzle::{Puzzle, PuzzleKind};

use super::Fallible;

/// Rows and columns.
pub type Size = (usize, usize);

/// The Slitherlinks of a collection that are on grids, by size.
pub struct Puzzles {
    sizes: BTreeMap<Size, Vec<CollectionEntry>>,
    sample: usize,
}

impl Puzzles {
    /// Reads the puzzles of a folder, and sorts those of each size by hash. The order is reproducible and
    /// independent of the content, and a smaller sample is a subset of a larger one.
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
            return Err(
                format!("{}: no Slitherlink on a grid in this folder", folder.display()).into()
            );
        }
        for entries in sizes.values_mut() {
            entries.sort_by(|a, b| a.sha256.cmp(&b.sha256));
        }
        Ok(Self { sizes, sample })
    }

    /// Returns the sample of the wanted sizes, or of all sizes if the collection has no puzzle of a wanted
    /// size. The sample has at most `most` puzzles of each size.
    pub fn sample(&self, most: usize, wanted: impl Fn(Size) -> bool) -> Vec<&CollectionEntry> {
        let any = self.sizes.keys().any(|&size| wanted(size));
        let sizes = self.sizes.iter().filter(|(size, _)| !any || wanted(**size));
        sizes.flat_map(|(_, entries)| entries.iter().take(self.sample.min(most))).collect()
    }

    /// Returns all puzzles of one size.
    pub fn all_of(&self, size: Size) -> &[CollectionEntry] {
        self.sizes.get(&size).map_or(&[], Vec::as_slice)
    }

    /// Returns the `count` puzzles in which the presolver leaves most edges open. They are both large and
    /// hard.
    pub fn hardest(&self, count: usize) -> Vec<&CollectionEntry> {
        let mut all: Vec<&CollectionEntry> = self.sizes.values().flatten().collect();
        all.sort_by_cached_key(|entry| std::cmp::Reverse(open_edges(entry)));
        all.truncate(count);
        all
    }
}

/// Returns the number of edges that the presolver leaves open.
pub fn open_edges(entry: &CollectionEntry) -> usize {
    let Puzzle::Slitherlink(slitherlink) = &entry.puzzle else { return 0 };
    let presolved = encycle::encodings::presolve::presolve(slitherlink);
    presolved.edges.len() - presolved.fixed()
}

/// Returns the name of the puzzle's file without folder and extension.
pub fn stem(entry: &CollectionEntry) -> String {
    Path::new(&entry.name).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
