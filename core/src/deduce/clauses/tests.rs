//! Each technique alone: a case where it applies, and the closest case where it must not.

use encycle_encodings::grid::Edge;
use encycle_encodings::kinds::slitherlink::Slitherlink;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

use crate::deduce::clauses::*;
use crate::formats;

fn read(text: &str) -> Puzzle {
    formats::read(text, None).expect("a puzzle").puzzle
}

/// Returns the names of the edges that the line rule empties once the named edges are drawn, or `None` on a
/// contradiction.
fn early(puzzle: &Puzzle, lines: &[&str]) -> Option<Vec<String>> {
    let name = |edge: usize| puzzle.atom_name(edge);
    let atoms: Vec<Option<bool>> = (0..puzzle.atom_count())
        .map(|edge| lines.contains(&name(edge).as_str()).then_some(true))
        .collect();
    assert_eq!(atoms.iter().flatten().count(), lines.len(), "{lines:?}");
    let trail: Vec<Lit> = (0..)
        .zip(&atoms)
        .filter(|(_, atom)| atom.is_some())
        .map(|(edge, _)| Lit::positive(edge))
        .collect();
    match LineRule::new(puzzle).expect("lines").early(&trail, &atoms, None) {
        LineConsequence::Contradiction => None,
        LineConsequence::Empty(edges) => {
            Some(edges.into_iter().map(|Edge(edge)| name(edge as usize)).collect())
        }
    }
}

#[test]
fn a_loop_is_early_unless_it_is_the_solution() {
    let around = ["h_1_1", "v_1_1", "v_1_2"];
    let free = Slitherlink::from_rows(&["..", ".."]).expect("a puzzle").into();
    assert_eq!(early(&free, &around), Some(vec![]));
    let clue = Slitherlink::from_rows(&["..", ".1"]).expect("a puzzle").into();
    assert_eq!(early(&clue, &around), Some(vec!["h_2_1".to_owned()]));
    // a second line elsewhere
    let two = [&around[..], &["h_3_2"]].concat();
    assert_eq!(early(&free, &two), Some(vec!["h_2_1".to_owned()]));
    // a closed loop is either the whole solution or a contradiction
    let closed = [&around[..], &["h_2_1"]].concat();
    assert_eq!(early(&free, &closed).map(|empty| empty.len()), Some(12 - 4));
    assert_eq!(early(&clue, &closed), None);
    assert_eq!(early(&free, &[&closed[..], &["h_3_2"]].concat()), None);
    let lynx = read("slitherlynx 2 2\n..\n..\n");
    assert!(LineRule::new(&lynx).is_none(), "any number of loops is allowed");
}

#[test]
fn a_path_is_early_unless_it_is_the_solution() {
    let path = read("hamilton 2 3\nS . .\nE . .\n");
    // joining S and E at once leaves out four cells
    assert_eq!(early(&path, &[]), Some(vec!["down_1_1".to_owned()]));
    // the last edge of the solution is not too early
    let row = ["right_1_1", "right_1_2", "down_1_3", "right_2_2"];
    assert_eq!(early(&path, &row), Some(vec![]));
    let turn = ["right_1_1", "down_1_2"];
    assert_eq!(early(&path, &turn), Some(vec!["right_2_1".to_owned()]));
    // with several pairs a single path may be complete, but no line is a loop
    let pairs = read("numberlink 3 3\n1 . 2\n. . .\n1 . 2\n");
    assert_eq!(early(&pairs, &["down_1_1"]), Some(vec![]));
    let loop_like = ["right_2_1", "right_3_1", "down_2_1"];
    assert_eq!(early(&pairs, &loop_like), Some(vec!["down_2_2".to_owned()]));
}

/// Returns the words of the first step of a technique applied alone.
fn first_step(state: &mut ClauseState, name: &str) -> Option<String> {
    let rung =
        ClauseState::RUNGS.into_iter().find(|rung| rung.about.name == name).expect("a technique");
    let mut log = StepLog::told();
    (rung.act)(state, &mut log).then(|| log.into_steps().remove(0).words)
}

/// The row 1 1 . excludes 1 from the third cell; 1 . . does not.
#[test]
fn unit_propagation() {
    let words = |text: &str| {
        let puzzle = read(text);
        let mut state =
            ClauseState::new(&puzzle, &TechniqueSet::up_to(Level::Hard)).expect("clauses");
        first_step(&mut state, "unit-propagation").expect("a step from the clues")
    };
    assert!(words("chaos 1 3\n11.\n").contains("not x_1_3_1"));
    assert!(!words("chaos 1 3\n1..\n").contains("x_1_3_1"));
}

/// A loop around one cell: all four edges are equal, and without any line there is no loop.
#[test]
fn failed_literal() {
    let puzzle = read("slitherlynx 1 1\n.\n");
    let mut state = ClauseState::new(&puzzle, &TechniqueSet::up_to(Level::Hard)).expect("clauses");
    let words = first_step(&mut state, "failed-literal");
    assert_eq!(words.as_deref(), Some("assuming not h_1_1 gives a contradiction, so h_1_1"));
    // the loop may be around either cell
    let puzzle = read("slitherlynx 1 2\n..\n");
    let mut state = ClauseState::new(&puzzle, &TechniqueSet::up_to(Level::Hard)).expect("clauses");
    assert_eq!(first_step(&mut state, "failed-literal"), None);
}

/// In every encoding used here, the first variables are the atoms, under their names.
#[test]
fn the_first_variables_are_the_atoms() {
    struct Names(Vec<String>);
    impl encycle_encodings::logic::ClauseSink for Names {
        fn variable(&mut self, _: &'static str, name: std::fmt::Arguments<'_>) {
            self.0.push(name.to_string());
        }
        fn clause(&mut self, _: &[Lit], _: encycle_encodings::logic::Origin) {}
    }
    for &kind in PuzzleKind::all() {
        let puzzle = read(kind.sample());
        let encoding = ClauseState::encoding(&puzzle).expect("an encoding");
        let names = lower_to_cnf(Names(Vec::new()), LoweringOptions::default(), |sink| {
            encoding.encode(sink)
        });
        let names = names.expect("small").0;
        let atoms: Vec<String> =
            (0..puzzle.atom_count()).map(|atom| puzzle.atom_name(atom)).collect();
        assert_eq!(names[..atoms.len()], atoms, "{kind}");
    }
}

/// In the first puzzle, the shaded cells leave only one path from the corner to the other cells.
#[test]
fn separation() {
    let separating = |text: &str, given: &[(usize, bool)]| {
        let puzzle = read(text);
        let mut known = vec![None; puzzle.atom_count()];
        given.iter().for_each(|&(atom, value)| known[atom] = Some(value));
        ConnectedRule::new(&puzzle).expect("shaded cells").separating(&known)
    };
    let hitori = "hitori 2 3\n1 2 3\n4 5 6\n";
    let (corner, end) = ((0, false), (2, false));
    // the path in the upper row is blocked, so each cell of the lower row is unshaded
    assert_eq!(separating(hitori, &[corner, end, (1, true)]), Some((3, true)));
    assert_eq!(separating(hitori, &[corner, end]), None);
    // an open cell that is cut off from the unshaded cells
    assert_eq!(separating(hitori, &[end, (1, true), (3, true)]), Some((0, false)));
    assert_eq!(separating(hitori, &[(1, true), (3, true)]), None);
    // in Nurikabe the shaded cells are connected with each other, and each unshaded cell with a clue
    let nurikabe = "nurikabe 1 4\n2 . . .\n";
    assert_eq!(separating(nurikabe, &[(0, false), (2, false)]), Some((1, true)));
    assert_eq!(separating(nurikabe, &[(0, false), (1, true)]), Some((2, false)));
    assert_eq!(separating(nurikabe, &[(0, false), (1, false)]), None);
    assert!(ConnectedRule::new(&read("chaos 1 3\n11.\n")).is_none());
}

/// A corner clue of 2, in a grid where several loops are allowed: its two lines are at the corner of the
/// grid, or neither is, and in both cases the loop continues along the same edges.
#[test]
fn dilemma() {
    let words = |text: &str| {
        let puzzle = read(text);
        let mut state =
            ClauseState::new(&puzzle, &TechniqueSet::up_to(Level::Hard)).expect("clauses");
        for below in ["unit-propagation", "failed-literal"] {
            assert_eq!(first_step(&mut state, below), None, "{text}");
        }
        first_step(&mut state, "dilemma")
    };
    let corner = words("slitherlynx 2 3\n...\n2..\n").expect("a step");
    let start = "h_3_1 and its negation have the same consequences, so ";
    assert!(corner.starts_with(start), "{corner}");
    let mut edges: Vec<&str> = corner.split(", so ").nth(1).expect("edges").split(", ").collect();
    edges.sort_unstable();
    assert_eq!(edges, ["h_1_1", "h_3_2", "v_1_1"]);
    // without a clue, the only loop may be around any cell
    assert_eq!(words("slitherlynx 2 3\n...\n...\n"), None);
}

/// Lines are joined at their ends, one after the other.
#[test]
fn a_line_that_meets_itself_or_a_third_line_is_recognized() {
    let free: Puzzle = Slitherlink::from_rows(&["..", ".."]).expect("a puzzle").into();
    // three lines at one vertex are in no solution
    assert_eq!(early(&free, &["h_2_1", "h_2_2", "v_1_2"]), None);
    // a loop of four lines and a line elsewhere
    assert_eq!(early(&free, &["h_1_1", "v_1_1", "v_1_2", "h_2_1", "v_2_3"]), None);
    // two lines whose ends meet are no loop
    let ends = ["h_1_1", "v_1_1", "v_2_3", "h_3_2"];
    assert_eq!(early(&free, &ends), Some(vec![]));
}

/// The rule follows a random trail forwards and backwards; at each place it empties what a new rule would.
#[test]
fn the_line_rule_forgets_what_is_undone() {
    let samples = [
        "slitherlink 3 4\n....\n.2..\n....\n",
        "hamilton 3 4\nS . . .\n. . . .\nE . . .\n",
        "numberlink 3 3\n1 . 2\n. . .\n1 . 2\n",
    ];
    let mut random = Pcg64::seed_from_u64(5);
    let (mut emptied, mut contradictions) = (0, 0);
    for puzzle in samples.map(read) {
        let count = puzzle.atom_count();
        let mut rule = LineRule::new(&puzzle).expect("lines");
        let (mut trail, mut atoms): (Vec<Lit>, _) = (Vec::new(), vec![None; count]);
        // the lengths at which all consequences were drawn
        let mut settled: Vec<usize> = Vec::new();
        for _ in 0..4000 {
            let literal = Lit::new(random.random_range(0..count as u32), random.random());
            if atoms[literal.vidx()].is_some() {
                continue;
            }
            atoms[literal.vidx()] = Some(literal.is_pos());
            trail.push(literal);
            let found = rule.early(&trail, &atoms, settled.last().copied());
            let at_once = LineRule::new(&puzzle).expect("lines").early(&trail, &atoms, None);
            assert_eq!(found, at_once, "{trail:?}");
            let is_over = match found {
                LineConsequence::Contradiction => {
                    contradictions += 1;
                    true
                }
                LineConsequence::Empty(edges) => {
                    emptied += edges.len();
                    trail.extend(edges.iter().map(|edge| Lit::negative(edge.0)));
                    edges.iter().for_each(|edge| atoms[edge.index()] = Some(false));
                    settled.push(trail.len());
                    trail.len() == count
                }
            };
            if is_over {
                settled.truncate(random.random_range(0..settled.len().max(1)));
                let length = settled.last().copied().unwrap_or_default();
                rule.undo(length);
                trail.drain(length..).for_each(|literal| atoms[literal.vidx()] = None);
            }
        }
    }
    assert!(emptied > 20, "{emptied} edges");
    assert!(contradictions > 100, "{contradictions} contradictions");
}
