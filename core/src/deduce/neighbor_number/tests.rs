//! Each technique alone: the figures of the paper, and cases where it must not apply.

use crate::deduce::neighbor_number::*;

/// Applies only the named techniques to a row, and returns the candidates of its cells, 0 for empty.
fn row_after(row: &str, names: &[&str]) -> Vec<String> {
    let blank = ".".repeat(row.len());
    let mut rows = vec![row];
    rows.resize(row.len(), &blank);
    let puzzle = NeighborNumber::from_rows(&rows).expect("a puzzle");
    let mut ladder = NeighborLadder::new(&puzzle);
    let mut board = ladder.board(&puzzle);
    let acts = |rung: &&Rung<NeighborNumberBoard>| names.contains(&rung.about.name);
    while NeighborNumberBoard::RUNGS
        .iter()
        .filter(acts)
        .any(|rung| (rung.act)(&mut board, &mut StepLog::silent()))
    {}
    assert!(!board.dead);
    let shown = |&domain: &Domain| {
        let values = (0..=DIGITS).filter(|value| domain >> value & 1 == 1);
        values.map(|value| value.to_string()).collect()
    };
    board.domains[..row.len()].iter().map(shown).collect()
}

/// Figure 2.1 of Block 2024, and the converse.
#[test]
fn only_three() {
    let digits = "123456789";
    let left = row_after("xx.x..", &["only-three"]);
    assert_eq!(left, ["0", "0", digits, "0", digits, digits]);
    assert_eq!(row_after("1.2.3.", &["only-three"]), ["1", "0", "2", "0", "3", "0"]);
    // two digits and two empty cells decide nothing
    let any = "0123456789";
    assert_eq!(row_after("1x2x..", &["only-three"]), ["1", "0", "2", "0", any, any]);
}

#[test]
fn number_difference() {
    let any = "0123456789";
    // after an empty cell, 5 is followed by 3 or 7
    let both = ["number-difference", "digit-or-empty"];
    let left = row_after("5x..", &both);
    assert_eq!(left, ["5", "0", "037", any]);
    // two 3s cannot be neighbors, so a digit is between them
    assert_eq!(row_after("3.3.", &both), ["3", "24", "3", "024"]);
    // with two unknown cells, the second one is not restricted
    assert_eq!(row_after("5..9", &both), ["5", "046", "08", "9"]);
}

/// The level `easy` solved puzzles that Block's easy solver does not solve, so easy puzzles had fewer clues than his.
#[test]
fn number_difference_alone_restricts_digits_only() {
    let (any, only) = ("0123456789", &["number-difference"]);
    // the third cell may be empty
    assert_eq!(row_after("5x..", only), ["5", "0", any, any]);
    // a digit between the two 3s, and this digit is known to be one
    assert_eq!(row_after("3.3.", only), ["3", "24", "3", any]);
    // the third cell has a digit, because a row has three
    let left = row_after("5x..", &["only-three", "number-difference"]);
    assert_eq!(left, ["5", "0", "37", "123456789"]);
}

/// Figure 2.5.
#[test]
fn min_max() {
    let left = row_after(".4....", &["min-max"]);
    assert_eq!(left, ["0345", "4", "0345", "023456", "01234567", "012345678"]);
}

/// Figure 2.8.
#[test]
fn odd_even() {
    assert_eq!(row_after(".2..", &["odd-even"]), ["013579", "2", "013579", "02468"]);
}

#[test]
fn not_equal() {
    assert_eq!(row_after("2...", &["not-equal"])[1..], ["013456789"; 3]);
}

/// Figure 2.9: all three redundant constraints.
#[test]
fn all_redundant_constraints() {
    let left = row_after(".4....", &["min-max", "odd-even", "not-equal"]);
    assert_eq!(left, ["035", "4", "035", "026", "01357", "0268"]);
}
