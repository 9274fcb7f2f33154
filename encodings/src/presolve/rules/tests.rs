//! Tests of each rule alone, on the smallest grid that needs it.

use crate::kinds::slitherlink::Slitherlink;
use crate::presolve::board::{EdgeMark, PresolveBoard, RuleSite};
use crate::presolve::rule::PresolveRule as R;
use crate::presolve::rule::{PresolveRule, PresolveRules};
use crate::presolve::trace::PresolveFact;
use crate::presolve::{apply, board_of, enqueue_clues};

/// Applies only these rules, after fixing the named edges (`+h_1_1` is a line, `-h_1_1` is empty), until nothing new
/// follows.
fn after(rows: &[&str], fixed: &[&str], rules: &[PresolveRule]) -> PresolveBoard {
    let puzzle = Slitherlink::from_rows(rows).expect("a puzzle");
    let grid = puzzle.grid().expect("a grid");
    let mut board = board_of(&puzzle, grid, PresolveRules::only(rules));
    board.begin(PresolveRule::Check, RuleSite::Whole);
    for edge in fixed {
        let found = grid.edges().find(|&named| grid.edge_name(named).to_string() == edge[1..]);
        board.fix(found.expect("an edge").0, edge.starts_with('+'));
    }
    enqueue_clues(&mut board);
    apply(&mut board);
    board
}

/// Returns the facts of the first rule, sorted: edges in the notation of `after`, and relations of colors as text.
fn facts_of(rows: &[&str], fixed: &[&str], rules: &[PresolveRule]) -> Vec<String> {
    let board = after(rows, fixed, rules);
    let grid = board.geometry.grid;
    let steps = board.trace.steps().filter(|step| step.rule == rules[0]);
    let facts = steps.flat_map(|step| step.facts.to_vec()).filter_map(|fact| match fact {
        PresolveFact::Edge(edge, line) => {
            Some(format!("{}{}", if line { '+' } else { '-' }, grid.edge_name(edge)))
        }
        PresolveFact::Sides { .. } => Some(fact.words(grid)),
        PresolveFact::Corner { .. } => None,
    });
    let mut facts: Vec<String> = facts.collect();
    facts.sort();
    facts
}

/// Figure 2.13 of Berschneider, and a clue whose line is drawn.
#[test]
fn clue_full() {
    assert_eq!(facts_of(&["0"], &[], &[R::ClueFull]), ["-h_1_1", "-h_2_1", "-v_1_1", "-v_1_2"]);
    let one = facts_of(&["...", ".1.", "..."], &["+v_2_2"], &[R::ClueFull]);
    assert_eq!(one, ["-h_2_2", "-h_3_2", "-v_2_3"]);
}

/// Figure 2.14.
#[test]
fn clue_rest() {
    let facts = facts_of(&["..", ".3"], &["-h_2_2"], &[R::ClueRest]);
    assert_eq!(facts, ["+h_3_2", "+v_2_2", "+v_2_3"]);
}

#[test]
fn vertices() {
    let full = facts_of(&["..", ".."], &["+h_2_1", "+v_1_2"], &[R::VertexFull]);
    assert_eq!(full, ["-h_2_2", "-v_2_2"]);
    let on = facts_of(&["..", ".."], &["+h_2_1", "-v_1_2", "-v_2_2"], &[R::VertexOn]);
    assert_eq!(on, ["+h_2_2"]);
    let dead = facts_of(&["..", ".."], &["-h_2_1", "-v_1_2", "-v_2_2"], &[R::VertexDead]);
    assert_eq!(dead, ["-h_2_2"]);
}

/// A cell with a line between it and the outside on its left is inside, so the edge above it is a
/// line, too.
#[test]
fn colour() {
    assert_eq!(facts_of(&["..", ".."], &["+v_1_1"], &[R::Colour]), ["+h_1_1"]);
    assert_eq!(facts_of(&["..", ".."], &["-v_1_1"], &[R::Colour]), ["-h_1_1"]);
}

/// The 3 is figure 2.15.
#[test]
fn corners_of_the_grid() {
    assert_eq!(facts_of(&["1.", ".."], &[], &[R::OneInCorner]), ["-h_1_1", "-v_1_1"]);
    assert_eq!(facts_of(&["..", ".2"], &[], &[R::TwoInCorner]), ["+h_3_1", "+v_1_3"]);
    assert_eq!(facts_of(&["..", "3."], &[], &[R::ThreeInCorner]), ["+h_3_1", "+v_2_1"]);
}

#[test]
fn adjacent_threes() {
    let facts_with = |rows: &[&str]| facts_of(rows, &[], &[R::AdjacentThrees]);
    let expected = ["+v_2_2", "+v_2_3", "+v_2_4", "-v_1_3", "-v_3_3"];
    assert_eq!(facts_with(&["....", ".33.", "...1"]), expected);
    // a clue next to the two 3s that the loop around them does not satisfy
    assert_eq!(facts_with(&["....", ".332", "...."]), expected);
    let expected = ["+h_1_1", "+h_2_1", "+h_3_1", "-h_2_2"];
    assert_eq!(facts_with(&["3.", "3.", ".1"]), expected);
}

/// Westreicher 5.3: if the loop around two 3s satisfies all clues, it is a solution without a line
/// between them. The prework of the paper's predecessor failed here.
#[test]
fn the_loop_around_two_threes_remains_possible() {
    for rows in [["....", ".33.", "...."], [".1..", ".331", "0.1."], ["33..", "....", "...."]] {
        assert_eq!(facts_of(&rows, &[], &[R::AdjacentThrees]), Vec::<String>::new(), "{rows:?}");
    }
}

#[test]
fn diagonal_threes() {
    let far = facts_of(&["3..", ".2.", "..3"], &[], &[R::DiagonalThrees]);
    assert_eq!(far, ["+h_1_1", "+h_4_3", "+v_1_1", "+v_3_4"]);
    let near = facts_of(&[".3", "3."], &[], &[R::DiagonalThrees]);
    assert_eq!(near, ["+h_1_2", "+h_3_1", "+v_1_3", "+v_2_1"]);
    let none = facts_of(&["3..", ".1.", "..3"], &[], &[R::DiagonalThrees]);
    assert_eq!(none, Vec::<String>::new());
}

/// The outside is next to a 1 in a corner twice, so if one of these two edges is a line, the other is a line, too. A 2
/// with two outside neighbors has lines to both or to neither, so the other two neighbors are on the same side.
#[test]
fn clue_colours() {
    let opposite = "(row 2, column 1) and (row 1, column 2) are on opposite sides";
    let one = facts_of(&["1.", ".."], &[], &[R::ClueColours]);
    assert_eq!(one, [opposite, "-h_1_1", "-v_1_1"]);
    let two = facts_of(&["...", ".2.", "..."], &["-h_1_2", "-v_2_1"], &[R::ClueColours]);
    let opposite = [
        "(row 1, column 2) and (row 2, column 3) are on opposite sides",
        "(row 1, column 2) and (row 3, column 2) are on opposite sides",
    ];
    assert_eq!(two, opposite);
}

/// Two cells on a diagonal are outside, and a third cell is inside. So the fourth cell is outside, because otherwise
/// the cells around the vertex would form a checkerboard.
#[test]
fn vertex_colours() {
    let fixed = ["-v_1_1", "-v_2_3", "+v_1_2"];
    let facts = facts_of(&["..", ".."], &fixed, &[R::VertexColours]);
    assert_eq!(facts[..2], ["+h_1_2", "+h_2_2"]);
    assert!(facts.contains(&"-h_2_1".to_owned()) && facts.contains(&"-v_2_2".to_owned()));
}

/// Figure 2.16: a line reaches a corner of a 2, and an edge at the opposite corner is empty. If the line passed the 2
/// without touching it, three edges of the 2 would be empty. So exactly one of the two edges at the first corner is a
/// line, and the last edge of the 2 is a line, too.
#[test]
fn two_beside_a_line() {
    let rows = ["....", ".2..", "....", "...."];
    let fixed = ["-h_3_2", "+h_2_1"];
    assert_eq!(facts_of(&rows, &fixed, &[R::VertexCorners, R::ClueCorners]), ["-v_1_2"]);
    let facts = facts_of(&rows, &fixed, &[R::ClueCorners, R::VertexCorners]);
    assert!(facts.contains(&"+v_2_3".to_owned()), "{facts:?}");
}

/// Figure 2.17: if the far edges of one of two 1s on a diagonal are empty, the far edges of the other are empty, too.
#[test]
fn diagonal_ones() {
    let rows = ["....", ".1..", "..1.", "...."];
    let fixed = ["-h_2_2", "-v_2_2"];
    let facts = facts_of(&rows, &fixed, &[R::ClueCorners, R::VertexCorners]);
    assert_eq!(facts, ["-h_4_3", "-v_3_4"]);
}

/// At a vertex, two open edges are both lines or both empty; for a 1, they are both empty. [`two_beside_a_line`] tests
/// `vertex-corners` alone.
#[test]
fn clue_corners() {
    let rows = ["...", ".1.", "..."];
    let facts = facts_of(&rows, &["-h_2_1", "-v_1_2"], &[R::ClueCorners, R::VertexCorners]);
    for edge in ["-h_2_2", "-v_2_2"] {
        assert!(facts.contains(&edge.to_owned()), "{facts:?}");
    }
}

#[test]
fn early_loop() {
    let three = ["+h_1_1", "+v_1_1", "+h_2_1"];
    // the loop would leave out a clue, or a line
    assert_eq!(facts_of(&["...", "..1"], &three, &[R::EarlyLoop]), ["-v_1_2"]);
    let and_a_line = ["+h_1_1", "+v_1_1", "+h_2_1", "+v_2_4"];
    assert_eq!(facts_of(&["...", "..."], &and_a_line, &[R::EarlyLoop]), ["-v_1_2"]);
    // the loop would have one line beside this 2
    assert_eq!(facts_of(&[".2.", "..."], &three, &[R::EarlyLoop]), ["-v_1_2"]);
    // the loop satisfies everything, so it may be the solution
    assert_eq!(facts_of(&[".1.", "1.0"], &three, &[R::EarlyLoop]), Vec::<String>::new());
    assert_eq!(facts_of(&["...", "..."], &three, &[R::EarlyLoop]), Vec::<String>::new());
}

/// If the only chain could be closed to a solution, it can no longer be closed after a line elsewhere is drawn.
#[test]
fn a_loop_that_was_possible_is_checked_again() {
    let fixed = ["+h_1_1", "+v_1_1", "+h_2_1"];
    let mut board = after(&["...", "..."], &fixed, &[R::EarlyLoop]);
    let grid = board.geometry.grid;
    assert_eq!(board.mark(grid.vertical(0, 1).0), EdgeMark::Open);
    board.begin(PresolveRule::Check, RuleSite::Whole);
    board.fix(grid.vertical(1, 3).0, true);
    enqueue_clues(&mut board);
    apply(&mut board);
    assert_eq!(board.mark(grid.vertical(0, 1).0), EdgeMark::Empty);
}

#[test]
fn loop_closed() {
    let fixed = ["+h_1_1", "+v_1_1", "+h_2_1", "+v_1_2"];
    assert_eq!(facts_of(&["3."], &fixed[..3], &[R::LoopClosed]), Vec::<String>::new());
    let closed = facts_of(&[".1"], &fixed, &[R::LoopClosed]);
    assert_eq!(closed, ["-h_1_2", "-h_2_2", "-v_1_3"]);
    // the loop leaves out a clue, so there is no solution
    assert!(after(&[".2"], &fixed, &[R::LoopClosed]).contradiction);
    let two = ["+h_1_1", "+v_1_1", "+h_2_1", "+h_2_3", "+v_1_2"];
    assert!(after(&["...", "..."], &two, &[R::LoopClosed]).contradiction);
}

/// Two inside cells at the ends of a row: the cell between them is inside.
#[test]
fn inside() {
    let facts = facts_of(&["..."], &["+v_1_1", "+v_1_4"], &[R::Inside]);
    assert_eq!(facts, ["(row 1, column 2) is inside"]);
    // cells that the inside cannot reach are outside; here, the whole middle row is outside
    let wall = ["+v_1_1", "-v_2_1", "-v_2_2"];
    let facts = facts_of(&["..", "..", ".."], &wall, &[R::Inside]);
    assert_eq!(facts, ["(row 3, column 1) is outside", "(row 3, column 2) is outside"]);
}

/// An outside cell has lines to its left, to its right and above it, so its only connection to the outside is below.
#[test]
fn outside() {
    let ring = ["+v_2_1", "+v_2_2", "+h_1_2", "+h_2_2", "+v_2_4", "+v_2_3"];
    let facts = facts_of(&["...", "...", "..."], &ring, &[R::Outside]);
    assert_eq!(facts, ["(row 3, column 2) is outside"]);
}

/// Every rule has a unique name, a reason and a source.
#[test]
fn names_are_unique() {
    let mut names: Vec<&str> = R::ALL.iter().map(|rule| rule.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), R::ALL.len());
    assert!(R::ALL.iter().all(|rule| !rule.reason().is_empty() && !rule.source().is_empty()));
}
