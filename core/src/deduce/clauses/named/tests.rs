//! Each named technique alone: a case where it applies, the closest case where it must not, and agreement with all
//! solutions of random puzzles.

mod random;

use std::collections::BTreeSet;

use encycle_encodings::logic::Lit;
use encycle_encodings::puzzle::Solution;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::deduce::Level;
use crate::deduce::TechniqueSet;
use crate::deduce::clauses::{ClauseState, named};
use crate::deduce::ladder::StepLog;
use crate::formats;
use crate::puzzle::PuzzleKind;

/// Returns the kinds with named techniques of their own.
fn kinds() -> [PuzzleKind; 4] {
    ["hitori", "nurikabe", "masyu", "heyawake"].map(|name| name.parse().expect("a kind"))
}

/// Returns the facts that a technique derives first, as names of atoms, from the given atoms alone; an empty
/// set if it derives none.
fn facts(text: &str, given: &[&str], technique: &str) -> BTreeSet<String> {
    let puzzle = formats::read(text, None).expect("a puzzle").puzzle;
    let mut state = ClauseState::new(&puzzle, &TechniqueSet::up_to(Level::Hard)).expect("clauses");
    for name in given {
        let (name, value) = name.strip_prefix('!').map_or((*name, true), |name| (name, false));
        let atom = (0..puzzle.atom_count()).find(|&atom| puzzle.atom_name(atom) == name);
        assert!(state.propagator.assign(Lit::new(atom.expect("an atom") as u32, !value)));
    }
    // these are tried after unit propagation
    let is_late =
        ["must-circle", "circle-ways", "room-placements", "dead-end"].contains(&technique);
    assert!(!is_late || state.propagator.propagate(), "{text}");
    let known = state.propagator.trail().len();
    let rungs = named::rungs(puzzle.kind());
    let rung = rungs.iter().find(|rung| rung.about.name == technique).expect("a technique");
    let mut log = StepLog::told();
    let has_acted = (rung.act)(&mut state, &mut log);
    assert!(!state.dead, "{text}: a contradiction");
    let new = &state.propagator.trail()[known..];
    assert_eq!(has_acted, !new.is_empty());
    for step in log.into_steps() {
        assert!(step.place.is_some() && step.words.contains(", so "), "{text}: {}", step.words);
    }
    let name = |literal: &Lit| {
        let name = puzzle.atom_name(literal.vidx());
        if literal.is_pos() { name } else { format!("!{name}") }
    };
    new.iter().map(name).collect()
}

/// Asserts that a technique derives these facts from the first puzzle, and none from the second.
#[track_caller]
fn assert_applies(technique: &str, [text, near]: [&str; 2], expected: &[&str]) {
    let expected: BTreeSet<String> = expected.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(facts(text, &[], technique), expected, "{technique}");
    assert_eq!(facts(near, &[], technique), BTreeSet::new(), "{technique}: the nearest case");
}

#[test]
fn hitori() {
    assert_applies(
        "adjacent-triplet",
        ["hitori 1 5\n1 2 2 2 3\n", "hitori 1 5\n1 2 2 3 2\n"],
        &["x_1_2_1", "!x_1_3_1", "x_1_4_1"],
    );
    assert_applies(
        "square-between-pair",
        ["hitori 1 4\n1 2 1 3\n", "hitori 1 4\n1 2 3 1\n"],
        &["!x_1_2_1"],
    );
    assert_applies(
        "pair-induction",
        ["hitori 4 1\n1\n1\n2\n1\n", "hitori 4 1\n1\n2\n3\n1\n"],
        &["x_4_1_1"],
    );
    // the other diagonal would separate the corner
    assert_applies(
        "corner",
        ["hitori 3 3\n1 1 3\n2 2 4\n5 6 7\n", "hitori 3 4\n3 1 1 4\n4 2 2 3\n5 6 7 8\n"],
        &["x_1_1_1", "!x_1_2_1", "!x_2_1_1", "x_2_2_1"],
    );
    // a single pair: one neighbor of the corner is unshaded
    assert_eq!(facts("hitori 3 3\n1 1 3\n2 4 2\n5 6 7\n", &[], "corner"), set(&["!x_2_1_1"]));
    assert_applies(
        "flanked-pair",
        ["hitori 1 6\n1 2 2 1 3 1\n", "hitori 1 6\n1 2 3 1 2 1\n"],
        &["x_1_6_1"],
    );
    assert_applies(
        "double-edge-pair",
        ["hitori 3 4\n3 1 1 4\n4 2 2 3\n5 6 7 8\n", "hitori 3 4\n3 1 1 4\n5 6 7 8\n4 2 2 3\n"],
        &["!x_1_1_1", "!x_1_4_1"],
    );
}

#[test]
fn nurikabe() {
    assert_applies(
        "island-expansion",
        ["nurikabe 1 4\n3 . . .\n", "nurikabe 2 3\n2 . .\n. . .\n"],
        &["!x_1_2_1"],
    );
    let row = ["nurikabe 3 5\n. . . . .\n. . 3 . .\n. . . . .\n"];
    let walls = ["x_1_3_1", "x_3_3_1", "x_2_2_1"];
    assert_eq!(facts(row[0], &walls, "island-expansion"), set(&["!x_2_4_1"]));
    assert_eq!(facts(row[0], &walls[..2], "island-expansion"), set(&[]));

    let two = "nurikabe 3 3\n. . .\n. 2 .\n. . .\n";
    assert_eq!(facts(two, &["x_1_2_1", "x_2_1_1"], "two-ways-out"), set(&["x_3_3_1"]));
    // opposite cells have no common neighbor except the clue
    assert_eq!(facts(two, &["x_1_2_1", "x_3_2_1"], "two-ways-out"), set(&[]));
    assert_eq!(facts(two, &["x_1_2_1"], "two-ways-out"), set(&[]));

    // a wall makes the path to the corner longer
    let long = "nurikabe 2 4\n5 . . .\n. . . .\n";
    assert_eq!(facts(long, &["x_1_3_1"], "unreachable"), set(&["x_1_4_1"]));
    assert_eq!(facts(long, &[], "unreachable"), set(&[]));

    // only through the second cell of the row can the island become large enough
    let ring = "nurikabe 3 4\n4 . . .\n. . . .\n. . . .\n";
    assert_eq!(
        facts(ring, &["x_3_1_1", "x_2_2_1"], "island-continuity"),
        set(&["!x_1_2_1", "!x_1_3_1"])
    );
    assert_eq!(facts(ring, &["x_3_1_1"], "island-continuity"), set(&[]));
    // an unshaded cell without a clue, in the corner or not
    let lone = "nurikabe 3 3\n3 . .\n. . .\n. . .\n";
    assert_eq!(facts(lone, &["!x_1_3_1"], "island-continuity"), set(&["!x_1_2_1"]));
    assert_eq!(facts(lone, &["!x_2_2_1"], "island-continuity"), set(&[]));
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn nurikabe_shapes() {
    // all shapes of three cells contain the same neighbor of the corner
    let corner = "nurikabe 4 4\n. . . .\n. . . .\n. . . .\n. . . 3\n";
    assert_eq!(
        facts(corner, &["x_4_3_1", "!x_4_4_1"], "island-shapes"),
        set(&["!x_3_4_1", "x_2_3_1"])
    );
    assert_eq!(facts(corner, &["!x_4_4_1"], "island-shapes"), set(&[]));
}

#[test]
fn loops() {
    // the middle of the first row is the only path between two parts; with a second path, nothing follows
    assert_applies(
        "dead-end",
        [
            "yajilin 3 5\n. . . . .\n. . x . .\n. . x . .\n",
            "yajilin 3 5\n. . . . .\n. . x . .\n. . . . .\n",
        ],
        &["!right_1_2"],
    );
    let parts = "yajilin 2 5\n. . x . .\n. . x . .\n";
    let beyond = ["!right_1_4", "!right_2_4", "!down_1_4", "!down_1_5"];
    assert_eq!(facts(parts, &["right_1_1"], "dead-end"), set(&beyond));
    assert_eq!(facts(parts, &[], "dead-end"), set(&[]));

    // of eight links around four cells seven are known, one of them a line
    let empty = "linesweeper 4 4\n....\n....\n....\n....\n";
    let around = [
        "down_1_2",
        "!down_1_3",
        "!down_3_2",
        "!down_3_3",
        "!right_2_1",
        "!right_3_1",
        "!right_2_3",
    ];
    assert_eq!(facts(empty, &around, "parity"), set(&["right_3_3"]));
    assert_eq!(facts(empty, &around[..6], "parity"), set(&[]));

    // both ends are in corners; the ends of a line in the middle can be joined on both sides
    assert_eq!(
        facts("linesweeper 2 4\n....\n....\n", &["down_1_1"], "only-way"),
        set(&["right_1_1", "right_2_1"])
    );
    assert_eq!(facts(empty, &["right_2_2"], "only-way"), set(&[]));
}

#[test]
fn masyu() {
    assert_applies(
        "three-white-circles",
        ["masyu 4 5\n.....\n.www.\n.....\n.....\n", "masyu 4 5\n.....\n.ww..\n.....\n.....\n"],
        &["!right_2_2", "!right_2_3"],
    );
    assert_applies(
        "adjacent-black-circles",
        [
            "masyu 6 6\n......\n......\n..bb..\n......\n......\n......\n",
            "masyu 6 6\n......\n......\n..bw..\n......\n......\n......\n",
        ],
        &["!right_3_3"],
    );
    assert_applies(
        "diagonal-white-circles",
        [
            "masyu 6 6\n......\n...w..\n..b...\n...w..\n......\n......\n",
            "masyu 6 6\n......\n...w..\n..b...\n...b..\n......\n......\n",
        ],
        &["!right_3_3"],
    );
    let black = "masyu 5 5\n.....\n.....\n..b..\n.....\n.....\n";
    assert_eq!(facts(black, &[], "circle-ways"), set(&[]));
}

#[test]
fn heyawake() {
    let rooms =
        |number: u32| format!("heyawake 3 4\n{number} . . .\n. . . .\n. . . .\naaab\naaab\naaab\n");
    let checkered = ["x_1_1_1", "x_1_3_1", "x_2_2_1", "x_3_1_1", "x_3_3_1"];
    let derived = facts(&rooms(5), &[], "packed-room");
    assert!(derived.is_superset(&set(&checkered)), "{derived:?}");
    assert_eq!(facts(&rooms(4), &[], "packed-room"), set(&[]));
    let corner = |number: u32| format!("heyawake 3 3\n{number} . .\n. . .\n. . .\naab\naab\nbbb\n");
    assert_eq!(facts(&corner(2), &[], "corner-room"), set(&["x_1_1_1", "x_2_2_1"]));
    assert_eq!(facts(&corner(1), &[], "corner-room"), set(&[]));
    // a room of 2 x 3 cells at the border with the number 3: one of two placements would cut off a border cell
    let border = "heyawake 3 5\n. 3 . . .\n. . . . .\n. . . . .\nabbbc\nabbbc\nddddd\n";
    let derived = facts(border, &[], "room-placements");
    assert!(derived.is_superset(&set(&["x_1_3_1", "x_2_2_1", "x_2_4_1"])), "{derived:?}");
    let free = border.replace('3', "2").replace("heyawake 2", "heyawake 3");
    assert_eq!(facts(&free, &[], "room-placements"), set(&[]));
}

/// Each technique acts alone on facts of a random solution, one of which is sometimes wrong. Every fact that it derives
/// must hold in all solutions that agree with the given facts, and it may find a contradiction only if there are no
/// such solutions.
#[test]
fn each_technique_agrees_with_all_solutions() {
    let mut idle: Vec<&str> = Vec::new();
    for kind in kinds() {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let mut acted = BTreeSet::new();
        let mut contradictions = 0;
        for _ in 0..1000 {
            let puzzle = random::puzzle(kind, &mut random);
            let solutions = random::solutions(&puzzle);
            let Some(solution) = solutions.first() else { continue };
            let density = random.next_u32() % 60;
            let mut given: Vec<(usize, bool)> = (0..puzzle.atom_count())
                .filter(|_| random.next_u32() % 100 < density)
                .map(|atom| (atom, solution.atoms()[atom]))
                .collect();
            if random.next_u32().is_multiple_of(3) {
                let atom = random.next_u32() as usize % puzzle.atom_count();
                given.retain(|&(other, _)| other != atom);
                given.push((atom, !solution.atoms()[atom]));
            }
            let agrees = |solution: &&Solution| {
                given.iter().all(|&(atom, value)| solution.atoms()[atom] == value)
            };
            let left: Vec<&Solution> = solutions.iter().filter(agrees).collect();
            for rung in named::rungs(kind) {
                let mut state =
                    ClauseState::new(&puzzle, &TechniqueSet::up_to(Level::Hard)).expect("clauses");
                let mut given = given.iter();
                let mut holds = given
                    .all(|&(atom, value)| state.propagator.assign(Lit::new(atom as u32, !value)));
                // cases are tried after unit propagation
                if rung.about.level == Level::Hard {
                    holds &= state.propagator.propagate();
                }
                if holds && (rung.act)(&mut state, &mut StepLog::silent()) {
                    acted.insert(rung.about.name);
                    holds = !state.dead;
                }
                contradictions += usize::from(!holds);
                let name = rung.about.name;
                assert!(holds || left.is_empty(), "{name}: {puzzle:?} with {given:?}");
                for solution in &left {
                    let pairs = state.atoms().iter().zip(solution.atoms());
                    for (atom, (known, &truth)) in pairs.enumerate() {
                        let fact = puzzle.atom_name(atom);
                        assert!(
                            known.is_none_or(|known| known == truth),
                            "{name}: {puzzle:?}: {fact}"
                        );
                    }
                }
            }
        }
        assert!(contradictions > 10, "{kind}: {contradictions} contradictions");
        let names = named::rungs(kind).into_iter().map(|rung| rung.about.name);
        idle.extend(names.filter(|name| !acted.contains(name)));
    }
    assert!(idle.is_empty(), "never acted: {idle:?}");
}
