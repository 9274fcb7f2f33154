//! Numberlink: every encoding against brute force, closed size formulas, and the rule checker.

use std::collections::BTreeSet;

use encycle_encodings::encoding::Encodable as _;
use encycle_encodings::grid::{Graph, Grid};
use encycle_encodings::kinds::numberlink::{Numberlink, NumberlinkRule, TerminalPair};
use encycle_encodings::logic::{LoweringOptions, Place};
use encycle_encodings::puzzle::{Instance, Sketch, Solution};
use proptest::prelude::*;

use crate::common;
use crate::kinds::families;
use crate::paths::{assert_described, assert_exact, brute_force};

const RULES: [NumberlinkRule; 2] = [NumberlinkRule::Free, NumberlinkRule::Cover];

fn pairs(ends: &[[usize; 2]]) -> Vec<TerminalPair> {
    let pair =
        |(index, &ends): (usize, &[usize; 2])| TerminalPair { name: (index + 1).to_string(), ends };
    ends.iter().enumerate().map(pair).collect()
}

/// Returns all sets of disjoint pairs of vertices.
fn matchings(vertices: usize) -> Vec<Vec<[usize; 2]>> {
    let Some(last) = vertices.checked_sub(1) else { return vec![Vec::new()] };
    let mut all = matchings(last);
    for matching in matchings(last) {
        for other in (0..last).filter(|other| !matching.iter().flatten().any(|end| end == other)) {
            let mut longer = matching.clone();
            longer.push([other, last]);
            all.push(longer);
        }
    }
    all
}

/// Covers every graph with up to four vertices and every set of pairs, including the empty one, under both
/// rules.
#[test]
fn encodings_are_exact_on_all_small_graphs() {
    for vertices in 1..=4_u32 {
        let all: Vec<[u32; 2]> = (0..vertices).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
        for bits in 0..1_u32 << all.len() {
            let edges = all.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
            let edges = edges.map(|(_, &edge)| edge).collect();
            let graph = Graph::new(vertices as usize, edges).expect("a simple graph");
            for matching in matchings(vertices as usize) {
                for rule in RULES {
                    let puzzle = Numberlink::new(graph.clone(), pairs(&matching), rule);
                    assert_exact(&puzzle.expect("disjoint pairs"));
                }
            }
        }
    }
}

/// Covers space for a loop of four beside a line, lines that touch themselves, and crossed pairs. A separate
/// cell-by-cell search computed the numbers of solutions.
#[test]
fn encodings_are_exact_on_grids() {
    for (rows, free, cover) in [
        (&["1..", "1.."][..], 3, 1),
        // there is space for a loop beside the line
        (&["1...", "1..."], 4, 1),
        (&["1.2", "...", "1.2"], 7, 0),
        (&["12.", "...", "21."], 0, 0),
        (&["12..", ".21."], 0, 0),
        (&["1.1"], 1, 1),
        (&["1..1"], 1, 1),
        (&["12.12"], 0, 0),
        (&["1.", "1."], 2, 1),
        (&["...", "1.1"], 4, 0),
        (&["1...", "....", "..1."], 29, 0),
        (&["1...", "..2.", "12.."], 11, 3),
    ] {
        let count = |rule| {
            let puzzle = Numberlink::from_rows(rows, rule).expect("a puzzle");
            assert_exact(&puzzle)
        };
        assert_eq!(
            (count(NumberlinkRule::Free), count(NumberlinkRule::Cover)),
            (free, cover),
            "{rows:?}"
        );
    }
}

/// Under either rule, `induced+cover` keeps exactly the solutions that cover all vertices and whose paths
/// do not touch themselves: all neighbours of a vertex on its own path are joined to it.
#[test]
fn induced_cover_keeps_the_solutions_of_well_made_puzzles() {
    let mut kept = 0;
    for rows in [
        &["1...", "..2.", "12.."][..],
        &["12", "..", "12"],
        &["1.", "1."],
        &["1.2", "...", "1.2"],
        &["1..", "..1"],
    ] {
        for rule in RULES {
            let puzzle = Numberlink::from_rows(rows, rule).expect("a puzzle");
            let graph = puzzle.graph();
            let is_well_made = |atoms: &Vec<bool>| {
                let walks = encycle_encodings::rules::one_loop::walks(graph, atoms);
                let path_of =
                    |vertex| walks.iter().position(|walk| walk.vertices.contains(&vertex));
                (0..graph.vertex_count()).all(|vertex| path_of(vertex).is_some())
                    && graph.edges().all(|edge| {
                        let [a, b] = graph.ends(edge);
                        atoms[edge.index()] || path_of(a) != path_of(b)
                    })
            };
            let expected: BTreeSet<Vec<bool>> =
                brute_force(&puzzle).into_iter().filter(is_well_made).collect();
            let encoding = puzzle.encoding("induced+cover").expect("an encoding");
            let formula = common::cnf(LoweringOptions::default(), |sink| encoding.encode(sink));
            let own = graph.edge_count();
            let models = common::Counter::of_formula(&formula).points(own).into_keys();
            let found: BTreeSet<Vec<bool>> = models
                .filter(|atoms| puzzle.check(&Solution::new(atoms.clone())).is_ok())
                .collect();
            assert_eq!(found, expected, "{rows:?}");
            kept += found.len();
        }
    }
    assert!(kept > 0);
}

/// A path between adjacent cells may go around a square of four cells.
#[test]
fn a_path_may_touch_itself() {
    let puzzle = Numberlink::from_rows(&["1.", "1."], NumberlinkRule::Free).expect("a puzzle");
    // right_1_1 right_2_1 down_1_1 down_1_2
    let around = Solution::new(vec![true, true, false, true]);
    assert!(puzzle.check(&around).is_ok());
}

/// An n x m grid with K pairs, whose terminals are neither adjacent nor at the border. There are 8 clauses
/// at each inner vertex, 4 and 2 at the border, 7 at a terminal; K per edge for the 8K edges at terminals,
/// 2K per other edge, and K per vertex that is not a terminal.
#[test]
fn labels_have_the_predicted_size() {
    let rows = ["......", ".1..2.", "......", ".2..1.", "......"];
    let (n, m, pairs) = (5, 6, 2);
    let puzzle = Numberlink::from_rows(&rows, NumberlinkRule::Free).expect("a puzzle");
    let (edges, terminals) = (2 * n * m - n - m, 2 * pairs);
    let (border, inner) = (2 * (n - 2) + 2 * (m - 2), (n - 2) * (m - 2));
    let free = n * m - terminals;
    let label = pairs * 4 * terminals + 2 * pairs * (edges - 4 * terminals) + pairs * free;
    let expected = [
        ("edge", edges, 0),
        ("degree", 0, 2 * 4 + 4 * border + 8 * (inner - terminals)),
        ("terminal", 0, 7 * terminals),
        ("label", pairs * free, label),
    ];
    let encoding = puzzle.encoding("labels").expect("an encoding");
    let counted = families(&encoding, LoweringOptions::default());
    assert_eq!(counted.len(), expected.len());
    for size in counted {
        let found = (size.family, size.variables, size.clauses);
        assert!(expected.contains(&found), "{found:?}");
    }
    for name in puzzle.encoding_names() {
        assert_described(&puzzle.encoding(&name).expect("an encoding"));
    }
}

/// The centre of a star has a degree from which encodings use counters.
#[test]
fn vertices_of_high_degree_use_correct_counters() {
    for spokes in [8, 9, 12] {
        let mut edges: Vec<[u32; 2]> = (1..=spokes).map(|rim| [0, rim]).collect();
        edges.extend([[1, 2], [3, 4]]);
        let star = Graph::new(spokes as usize + 1, edges).expect("a simple graph");
        for rule in RULES {
            for ends in [&[[1, 5]][..], &[[0, 1]], &[[1, 3], [5, 6]]] {
                let puzzle =
                    Numberlink::new(star.clone(), pairs(ends), rule).expect("disjoint pairs");
                for name in puzzle.encoding_names() {
                    assert_described(&puzzle.encoding(&name).expect("an encoding"));
                }
                assert_exact(&puzzle);
            }
        }
    }
}

/// Each candidate breaks one rule, which the checker must report.
#[test]
fn the_checker_names_the_broken_rule() {
    let broken = |puzzle: &Numberlink, edges: &[&str]| {
        let drawn = (0..puzzle.atom_count()).map(|atom| edges.contains(&&*puzzle.atom_name(atom)));
        let check = puzzle.check(&Solution::new(drawn.collect()));
        check.err().map(|broken| (broken.rule, broken.place, broken.violation))
    };
    let expect = |puzzle: &Numberlink, edges: &[&str], rule: &str, row: usize, col: usize| {
        let (found, place, _) = broken(puzzle, edges).expect("a broken rule");
        assert_eq!((found, place), (rule, Place::Cell { row: row - 1, col: col - 1 }));
    };
    let rows = ["12..", "12.."];
    let free = Numberlink::from_rows(&rows, NumberlinkRule::Free).expect("a puzzle");
    let cover = Numberlink::from_rows(&rows, NumberlinkRule::Cover).expect("a puzzle");
    let short = ["down_1_1", "down_1_2"];
    assert_eq!(broken(&free, &short), None);
    expect(&cover, &short, "cover", 1, 3);
    let long = ["down_1_1", "right_1_2", "right_1_3", "down_1_4", "right_2_2", "right_2_3"];
    assert_eq!(broken(&cover, &long), None);
    expect(&free, &["down_1_1"], "terminal", 1, 2);
    expect(&free, &["down_1_1", "down_1_2", "right_1_2"], "terminal", 1, 2);
    expect(&free, &["down_1_1", "down_1_2", "right_1_3"], "degree", 1, 3);
    expect(&free, &["right_1_1", "right_2_1"], "pair", 1, 1);
    let (_, _, found) = broken(&free, &["right_1_1", "right_2_1"]).expect("a broken rule");
    assert_eq!(found, "`1` is joined to `2`");
    let square = ["right_1_3", "right_2_3", "down_1_3", "down_1_4"];
    expect(&cover, &[&short[..], &square].concat(), "no-loop", 1, 3);
}

#[test]
fn invalid_clues_are_rejected() {
    let error = |result: Result<Numberlink, _>| match result {
        Ok(puzzle) => panic!("{puzzle:?} was accepted"),
        Err::<_, encycle_encodings::kinds::numberlink::NumberlinkError>(error) => error.to_string(),
    };
    let rows = |rows: &[&str]| error(Numberlink::from_rows(rows, NumberlinkRule::Free));
    assert_eq!(rows(&["11", ".1"]), "row 2, column 2: a third `1`: two cells form a pair");
    let graph = Graph::new(3, vec![[0, 1]]).expect("a graph");
    let on = |ends: &[[usize; 2]]| {
        error(Numberlink::new(graph.clone(), pairs(ends), NumberlinkRule::Free))
    };
    assert_eq!(on(&[[0, 3]]), "vertex 4: the graph has only 3 vertices\nhelp: use 1 to 3");
    assert!(on(&[[0, 1], [2, 1]]).contains("is already one of `1`\nhelp: use each vertex once"));
    let twice = vec![
        TerminalPair { name: "a".to_owned(), ends: [0, 1] },
        TerminalPair { name: "a".to_owned(), ends: [2, 1] },
    ];
    assert!(
        error(Numberlink::new(graph.clone(), twice, NumberlinkRule::Free)).contains("another name")
    );
}

#[test]
fn pictures_show_the_names_of_the_pairs() {
    let puzzle = Numberlink::from_rows(&["a.", "a."], NumberlinkRule::Free).expect("a puzzle");
    let Sketch::Grid(sketch) = puzzle.sketch(Some(&Solution::new(vec![true, true, false, true])))
    else {
        panic!("a grid")
    };
    assert_eq!(sketch.title, "Numberlink 2 x 2");
    let texts: Vec<&str> = sketch.texts.iter().flatten().map(|text| text.text.as_str()).collect();
    assert_eq!(texts, ["a", "a"]);
    assert_eq!(sketch.links.iter().flatten().count(), 3);
    assert_eq!(sketch.pairs, [Some(0); 4], "every cell is on the line from `a` to `a`");
    let graph = Graph::new(3, vec![[0, 1], [1, 2]]).expect("a graph");
    let puzzle = Numberlink::new(graph, pairs(&[[0, 2]]), NumberlinkRule::Free).expect("a puzzle");
    let Sketch::Graph(sketch) = puzzle.sketch(None) else { panic!("a graph") };
    assert_eq!(sketch.clues, ["pair 1: 1 3"]);
    assert_eq!(sketch.pairs, [Some(0), None, Some(0)]);
}

#[test]
fn lines_have_the_number_of_their_pair() {
    let puzzle = Numberlink::from_rows(&["a..a", "b..b", "...."], NumberlinkRule::Free);
    let puzzle = puzzle.expect("a puzzle");
    let names = ["right_1_1", "right_1_2", "right_1_3", "down_2_1", "right_3_1"];
    let drawn = (0..puzzle.atom_count()).map(|atom| names.contains(&&*puzzle.atom_name(atom)));
    let Sketch::Grid(sketch) = puzzle.sketch(Some(&Solution::new(drawn.collect()))) else {
        panic!("a grid")
    };
    let (a, b, none) = (Some(0), Some(1), None);
    assert_eq!(sketch.pairs, [a, a, a, a, b, none, none, b, b, b, none, none]);
    let grid = sketch.grid;
    assert_eq!(sketch.link_pair(grid.vertical(0, 1)), a);
    assert_eq!(sketch.link_pair(grid.horizontal(2, 0)), b);
    assert_eq!(sketch.link_pair(grid.horizontal(1, 0)), None, "the cells have different pairs");
    assert_eq!(sketch.link_pair(grid.horizontal(0, 0)), None, "a border of the grid");
}

#[test]
fn an_unknown_encoding_is_rejected_with_a_list_of_the_known_ones() {
    let puzzle = Numberlink::from_rows(&["11"], NumberlinkRule::Free).expect("a puzzle");
    let error = puzzle.encoding("order").err().expect("an unknown encoding").to_string();
    assert!(
        error.contains(
            "labels, degree, labels+order, labels+crossings, induced, induced+crossings, induced+cover, mates"
        ),
        "{error}"
    );
}

/// `induced` admits one of two solutions that differ in a corner, or in a way around unvisited cells; the other is the
/// one that it reports as missed.
#[test]
fn a_detour_around_unvisited_cells_is_a_second_solution() {
    for (rows, kept) in [
        (&["1.", ".1"][..], &["right_1_1", "down_1_2"][..]),
        (&["1..1", "...."], &["right_1_1", "right_1_2", "right_1_3"]),
        (&["1.1", "...", "..."], &["right_1_1", "right_1_2"]),
    ] {
        let puzzle = Numberlink::from_rows(rows, NumberlinkRule::Free).expect("a puzzle");
        let atoms = (0..puzzle.atom_count()).map(|atom| kept.contains(&&*puzzle.atom_name(atom)));
        let kept = Solution::new(atoms.collect());
        let encoding = puzzle.encoding("induced").expect("an encoding");
        let missed = encoding.missed_solution(&kept).expect("another solution");
        assert_ne!(missed, kept);
        assert_eq!(puzzle.check(&missed), Ok(()), "{rows:?}");
    }
    let puzzle = Numberlink::from_rows(&["11", ".."], NumberlinkRule::Free).expect("a puzzle");
    let solution = Solution::new(vec![true, false, false, false]);
    let encoding = puzzle.encoding("induced").expect("an encoding");
    assert!(encoding.missed_solution(&solution).is_some(), "around the square");
    let puzzle = Numberlink::from_rows(&["11."], NumberlinkRule::Free).expect("a puzzle");
    let encoding = puzzle.encoding("induced").expect("an encoding");
    assert_eq!(encoding.missed_solution(&Solution::new(vec![true, false])), None, "a dead end");
}

/// Yoshinaka, remark 6: no solution is a proper superset of another one.
#[test]
fn solutions_do_not_contain_each_other() {
    let puzzle =
        Numberlink::from_rows(&["1.2", "...", "1.2"], NumberlinkRule::Free).expect("a puzzle");
    assert!(!puzzle.solutions_nest());
    let solutions = brute_force(&puzzle);
    for one in &solutions {
        for other in solutions.iter().filter(|&other| other != one) {
            assert!(one.iter().zip(other).any(|(&one, &other)| one && !other));
        }
    }
}

/// Puzzles with random pairs on small grids.
fn random_puzzle() -> impl Strategy<Value = Numberlink> {
    (2..4_usize, 2..4_usize, 1..4_usize, any::<bool>()).prop_flat_map(
        |(rows, cols, count, cover)| {
            let cells: Vec<usize> = (0..rows * cols).collect();
            let count = count.min(cells.len() / 2);
            Just(cells).prop_shuffle().prop_map(move |cells| {
                let ends: Vec<[usize; 2]> =
                    cells[..2 * count].chunks(2).map(|c| [c[0], c[1]]).collect();
                let graph = Graph::of_cells(Grid::new(rows, cols).expect("a small grid"));
                let rule = if cover { NumberlinkRule::Cover } else { NumberlinkRule::Free };
                Numberlink::new(graph, pairs(&ends), rule).expect("disjoint pairs")
            })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
    #[test]
    fn encodings_are_exact_on_random_grids(puzzle in random_puzzle()) {
        assert_exact(&puzzle);
    }
}
