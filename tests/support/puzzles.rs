//! Random Slitherlinks for proptest.

use encycle::encodings::grid::Grid;
use encycle::encodings::kinds::slitherlink::Slitherlink;
use proptest::collection::vec;
use proptest::prelude::*;

/// A Slitherlink of up to `side` rows and columns with random clues 0 to 3. One row, and one column, are as likely as
/// all other sizes together.
pub fn slitherlink(side: usize) -> impl Strategy<Value = Slitherlink> {
    let length = move || prop_oneof![Just(1), 1..=side];
    let clue = prop_oneof![3 => Just(None), 2 => (0..=3_u8).prop_map(Some)];
    (length(), length()).prop_flat_map(move |(rows, cols)| {
        let grid = Grid::new(rows, cols).expect("a legal size");
        vec(clue.clone(), grid.cell_count())
            .prop_map(move |clues| Slitherlink::new(grid, clues).expect("legal clues"))
    })
}
