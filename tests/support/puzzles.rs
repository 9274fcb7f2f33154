//! Puzzles for several tests: contradictory ones, and random Slitherlinks for proptest.

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

/// Small puzzles without a solution. For some, one clue must be removed, for others two or three.
pub const CONTRADICTIONS: [&str; 14] = [
    "slitherlink 3 5\n.....\n.030.\n1...2\n",
    "slitherlink 2 3\n33.\n.33\n",
    "slitherlink 2 2\n30\n03\n",
    "slitherlynx 2 3\n33.\n0.1\n",
    "sudoku 2 2\n11..\n....\n....\n...3\n",
    "sudoku 2 2\n1111\n....\n..2.\n..2.\n",
    "hamilton 2 3\n.|. .\n. . .\n",
    "hamilton 2 3\n.|. .\n-\n. .|.\n",
    "neighbor-number 3\n1.1\n...\n1.2\n",
    "yajilin 3 3\n. . .\n. . .\n. . 1n\n",
    "hitori 2 2\n1 1\n1 1\n",
    "hitori 1 4\n1 2 2 1\n",
    "nurikabe 2 3\n3.1\n...\n",
    "nurikabe 3 3\n9.1\n...\n1..\n",
];
