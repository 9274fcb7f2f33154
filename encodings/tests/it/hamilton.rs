//! Hamilton: every encoding against brute force, closed size formulas, and the rule checker.

use std::collections::BTreeSet;

use encycle_encodings::encoding::Encodable as _;
use encycle_encodings::grid::{Cell, Edge, Graph, Grid};
use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};
use encycle_encodings::logic::LoweringOptions;
use encycle_encodings::puzzle::{Instance, Sketch, Solution};
use proptest::prelude::*;

use crate::common;
use crate::kinds::families;
use crate::paths::{assert_described, assert_exact, brute_force};

fn graph(vertices: usize, edges: &[(u32, u32)]) -> Graph {
    Graph::new(vertices, edges.iter().map(|&(a, b)| [a, b]).collect()).expect("a simple graph")
}

/// Returns the complete graph.
fn complete(vertices: u32) -> Graph {
    let edges: Vec<(u32, u32)> = (0..vertices).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    graph(vertices as usize, &edges)
}

fn cells(rows: usize, cols: usize) -> Graph {
    Graph::of_cells(Grid::new(rows, cols).expect("a small grid"))
}

/// Returns every goal on a number of vertices.
fn goals(vertices: usize) -> Vec<HamiltonGoal> {
    let ends = || std::iter::once(None).chain((0..vertices).map(Some));
    let path = |start: Option<usize>| ends().map(move |end| HamiltonGoal::Path { start, end });
    std::iter::once(HamiltonGoal::Cycle).chain(ends().flat_map(path)).collect()
}

fn puzzles(graph: &Graph) -> impl Iterator<Item = Hamilton> {
    goals(graph.vertex_count())
        .into_iter()
        .filter_map(|goal| Hamilton::new(graph.clone(), goal, &[]).ok())
}

/// Covers every graph with up to four vertices, including disconnected ones and isolated vertices, with every
/// goal.
#[test]
fn encodings_are_exact_on_all_small_graphs() {
    for vertices in 1..=4_u32 {
        let all: Vec<[u32; 2]> = (0..vertices).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
        for bits in 0..1_u32 << all.len() {
            let edges = all.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
            let graph = Graph::new(vertices as usize, edges.map(|(_, &edge)| edge).collect());
            for puzzle in puzzles(&graph.expect("a simple graph")) {
                assert_exact(&puzzle);
            }
        }
    }
}

/// A complete graph has (N-1)!/2 cycles and N!/2 paths. For n > 1, a grid of 2 x n cells has one cycle, n
/// paths from a corner, and n² - n + 2 paths in total. A grid of 3 x 3 cells has no cycle and 20 paths.
#[test]
fn cycles_and_paths_have_their_known_numbers() {
    let count =
        |graph: Graph, goal| brute_force(&Hamilton::new(graph, goal, &[]).expect("a puzzle")).len();
    let corner = HamiltonGoal::Path { start: Some(0), end: None };
    for (vertices, cycles, paths) in [(3, 1, 3), (4, 3, 12), (5, 12, 60)] {
        assert_eq!(count(complete(vertices), HamiltonGoal::Cycle), cycles);
        assert_eq!(count(complete(vertices), HamiltonGoal::PATH), paths);
    }
    for n in 2..=5 {
        assert_eq!(count(cells(2, n), HamiltonGoal::Cycle), 1);
        assert_eq!(count(cells(2, n), corner), n);
        assert_eq!(count(cells(2, n), HamiltonGoal::PATH), n * n - n + 2);
    }
    assert_eq!(count(cells(3, 3), HamiltonGoal::Cycle), 0);
    assert_eq!(count(cells(3, 3), HamiltonGoal::PATH), 20);
}

/// A single vertex is a path, even with both ends fixed. Two vertices have no cycle.
#[test]
fn degenerate_sizes_have_the_expected_solutions() {
    let one = |goal| brute_force(&Hamilton::new(cells(1, 1), goal, &[]).expect("a puzzle")).len();
    assert_eq!(one(HamiltonGoal::Cycle), 0);
    for ends in [(None, None), (Some(0), None), (None, Some(0)), (Some(0), Some(0))] {
        assert_eq!(one(HamiltonGoal::Path { start: ends.0, end: ends.1 }), 1);
    }
    let two = |goal| brute_force(&Hamilton::new(cells(1, 2), goal, &[]).expect("a puzzle")).len();
    assert_eq!((two(HamiltonGoal::Cycle), two(HamiltonGoal::PATH)), (0, 1));
}

/// On complete graphs and grids, models can contain subtours beside a path.
#[test]
fn encodings_are_exact_on_larger_graphs() {
    for graph in [complete(5), cells(2, 4), cells(3, 3), cells(1, 6)] {
        for puzzle in puzzles(&graph).step_by(3) {
            assert_exact(&puzzle);
        }
    }
    // two triangles and a bridge: all cycles miss vertices, but paths can use the bridge
    let bridge = graph(6, &[(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5)]);
    assert_eq!(
        assert_exact(&Hamilton::new(bridge.clone(), HamiltonGoal::Cycle, &[]).expect("a puzzle")),
        0
    );
    assert_eq!(assert_exact(&Hamilton::new(bridge, HamiltonGoal::PATH, &[]).expect("a puzzle")), 4);
}

/// Walls in a grid of 3 x 4 cells with both ends fixed, as in the puzzles of Labath.
#[test]
fn walls_between_cells_exclude_solutions() {
    let grid = Grid::new(3, 4).expect("a grid");
    let wall = |a: (usize, usize), b: (usize, usize)| {
        grid.edge_between(Cell { row: a.0, col: a.1 }, Cell { row: b.0, col: b.1 })
    };
    let rows = ["S...", "....", "...E"];
    let free = Hamilton::from_rows(&rows, &[], HamiltonGoal::PATH).expect("a puzzle");
    let walls = [wall((0, 1), (0, 2)), wall((1, 1), (2, 1))];
    let puzzle = Hamilton::from_rows(&rows, &walls, HamiltonGoal::PATH).expect("a puzzle");
    assert_eq!(puzzle.forbidden().count(), 2);
    let (all, some) = (assert_exact(&free), assert_exact(&puzzle));
    assert!(some < all, "{some} of {all}");
}

/// The families of Labath on an n x m grid with both ends fixed in opposite corners of an even side. H2 has
/// 2, 4 and 8 clauses for 2, 3 and 4 neighbours, and H1 has 2 for a corner. P has nm(1 + C(nm,2)), Pz and
/// Pk have nm each (nm - 1 in the paper, where the other end may have the position), S+ has (nm - 1)² and S- has
/// 2(2nm - n - m)(nm - 1).
#[test]
fn positions_have_the_sizes_of_the_families() {
    for (n, m) in [(2, 2), (2, 5), (4, 3), (6, 6)] {
        let cells = n * m;
        let mut rows = vec![".".repeat(m); n];
        rows[0].replace_range(0..1, "S");
        rows[n - 1].replace_range(0..1, "E");
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let puzzle = Hamilton::from_rows(&rows, &[], HamiltonGoal::PATH).expect("a puzzle");
        let encoding = puzzle.encoding("positions").expect("an encoding");
        let (border, inner) = (2 * (n - 2) + 2 * (m - 2), (n - 2) * (m - 2));
        let edges = 2 * cells - n - m;
        let expected = [
            ("edge", edges, 0),
            ("degree", 0, 2 * 2 + 4 * border + 8 * inner),
            ("ends", 0, 2 * 2),
            ("position", cells * cells, cells * (1 + cells * (cells - 1) / 2)),
            ("start", 0, cells),
            ("end", 0, cells),
            ("successor", 0, (cells - 1) * (cells - 1) + 2 * edges * (cells - 1)),
        ];
        let counted = families(&encoding, LoweringOptions::default());
        for (family, variables, clauses) in expected {
            let of = |family| counted.iter().find(|size| size.family == family);
            let size = of(family).unwrap_or_else(|| panic!("{family} occurs"));
            assert_eq!(
                (size.variables, size.clauses),
                (variables, clauses),
                "{family} on {n} x {m}"
            );
        }
        assert_described(&encoding);
    }
}

/// Returns the numbers of variables and clauses of the family `contraction` by `docs/encodings/paths.md`.
fn contraction_size(graph: &Graph, goal: HamiltonGoal) -> (usize, usize) {
    let vertices = graph.vertex_count();
    let total = vertices + usize::from(goal != HamiltonGoal::Cycle);
    let given: Vec<usize> = goal.given_ends().into_iter().flatten().collect();
    // the vertices that are joined to the further one
    let (tied, mut variables, mut clauses): (Vec<usize>, usize, usize) = match (goal, given.len()) {
        (HamiltonGoal::Cycle, _) => (Vec::new(), 0, 3),
        (_, 0) => ((0..vertices).collect(), vertices, 3 * vertices + 3),
        (_, 1) => ((0..vertices).collect(), 1, 1 + 3),
        _ => (given, 2, 2 + 3),
    };
    let mut around: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); total];
    let ties = tied.into_iter().map(|vertex| [vertex, vertices]);
    for [a, b] in graph.edges().map(|edge| graph.ends(edge)).chain(ties) {
        around[a].insert(b);
        around[b].insert(a);
    }
    let mut left: BTreeSet<usize> = (0..total).collect();
    for _ in 3..total {
        let fewest = |&vertex: &usize| (around[vertex].len(), vertex);
        let vertex = left.iter().copied().min_by_key(fewest).expect("a vertex");
        left.remove(&vertex);
        let near: Vec<usize> = std::mem::take(&mut around[vertex]).into_iter().collect();
        for (i, &a) in near.iter().enumerate() {
            around[a].remove(&vertex);
            for &b in &near[..i] {
                let is_new = around[a].insert(b);
                around[b].insert(a);
                variables += 1;
                clauses += if is_new { 3 } else { 5 };
            }
        }
        let f = near.len();
        match f {
            0 | 1 => clauses += 1,
            2..=8 => clauses += f + f * (f - 1) * (f - 2) / 6,
            _ => {
                variables += 2 * f - 4;
                clauses += 8 * f - 15;
            }
        }
    }
    (variables, clauses)
}

/// The page had wrong numbers for a path with one fixed end, and for `contraction` too few clauses.
#[test]
fn every_goal_has_the_sizes_of_the_page() {
    let path = |start, end| HamiltonGoal::Path { start, end };
    let goals = [
        HamiltonGoal::Cycle,
        HamiltonGoal::PATH,
        path(Some(0), None),
        path(None, Some(1)),
        path(Some(0), Some(2)),
    ];
    let halves = graph(6, &[(0, 1), (1, 2), (0, 2), (3, 4)]);
    for graph in [complete(8), complete(12), cells(3, 4), cells(1, 5), cells(4, 4), halves] {
        let (n, e) = (graph.vertex_count(), graph.edge_count());
        for goal in goals {
            let [start, end] = goal.given_ends();
            let free = |own: Option<usize>, other: Option<usize>| match own {
                None if goal != HamiltonGoal::Cycle => n - usize::from(other.is_some()),
                _ => 0,
            };
            let last = if end.is_some() { n - 1 } else { n };
            let root = (0..n).map(|vertex| graph.incident(vertex).len()).min().unwrap_or_default();
            let is_cycle = usize::from(goal == HamiltonGoal::Cycle);
            let puzzle = Hamilton::new(graph.clone(), goal, &[]).expect("a puzzle");
            for (name, family, expected) in [
                ("positions", "start", (0, n + free(start, end))),
                ("positions", "end", (0, n + free(end, start))),
                ("positions", "successor", (0, last * (n - 1) + 2 * e * (n - 1))),
                ("positions", "direction", (0, is_cycle * (root * root.saturating_sub(1) / 2))),
                ("contraction", "contraction", contraction_size(&graph, goal)),
            ] {
                let encoding = puzzle.encoding(name).expect("an encoding");
                let counted = families(&encoding, LoweringOptions::default());
                let size = counted.iter().find(|size| size.family == family);
                let found = size.map_or((0, 0), |size| (size.variables, size.clauses));
                assert_eq!(found, expected, "{family} of {name}, {n} vertices, {goal:?}");
            }
        }
    }
    assert_eq!(contraction_size(&cells(4, 4), HamiltonGoal::Cycle), (43, 242));
    assert_eq!(contraction_size(&complete(8), HamiltonGoal::Cycle), (55, 373));
}

/// The hub of a wheel has a degree from which encodings use counters.
#[test]
fn vertices_of_high_degree_use_correct_counters() {
    for spokes in [8, 9, 12] {
        let mut edges: Vec<(u32, u32)> = (1..=spokes).map(|rim| (0, rim)).collect();
        edges.extend((1..spokes).map(|rim| (rim, rim + 1)));
        edges.push((1, spokes));
        let wheel = graph(spokes as usize + 1, &edges);
        for goal in [
            HamiltonGoal::Cycle,
            HamiltonGoal::PATH,
            HamiltonGoal::Path { start: Some(0), end: None },
        ] {
            let puzzle = Hamilton::new(wheel.clone(), goal, &[]).expect("a puzzle");
            for name in puzzle.encoding_names() {
                assert_described(&puzzle.encoding(&name).expect("an encoding"));
            }
        }
        if spokes == 8 {
            // a cycle omits one edge of the rim, to visit the hub
            let puzzle = Hamilton::new(wheel, HamiltonGoal::Cycle, &[]).expect("a puzzle");
            assert_eq!(assert_exact(&puzzle), 8);
        }
    }
}

/// A chessboard colouring refutes cycles on odd boards, and paths between cells of the wrong colours, with
/// the empty clause.
#[test]
fn colour_parity_refutes_impossible_goals() {
    use encycle_encodings::logic::{LoweringOptions, lower_to_cnf};
    let is_refuted = |puzzle: &Hamilton| {
        let encoding = puzzle.encoding("degree").expect("an encoding");
        let formula =
            lower_to_cnf(common::Formula::default(), LoweringOptions::default(), |sink| {
                encoding.encode(sink);
            });
        formula.expect("a formula").clauses.iter().any(Vec::is_empty)
    };
    let path = |start, end| HamiltonGoal::Path { start, end };
    for (goal, refuted) in [
        (HamiltonGoal::Cycle, true),
        (HamiltonGoal::PATH, false),
        (path(Some(0), None), false),
        (path(Some(1), None), true),
        (path(Some(0), Some(8)), false),
        (path(Some(0), Some(1)), true),
    ] {
        let puzzle = Hamilton::new(cells(3, 3), goal, &[]).expect("a puzzle");
        assert_eq!(is_refuted(&puzzle), refuted, "{goal:?}");
        assert!(!refuted || brute_force(&puzzle).is_empty());
    }
    let even = Hamilton::new(cells(2, 4), path(Some(0), Some(2)), &[]).expect("a puzzle");
    assert!(is_refuted(&even) && brute_force(&even).is_empty());
}

/// A prism over a cycle of n vertices has n Hamilton cycles, and two more if n is even. It has many
/// pairs of disjoint cycles, up to the two rings of n vertices, and enough vertices for labels of
/// several components.
#[test]
fn exact_encodings_exclude_the_subtours_of_a_prism() {
    for n in [6, 11, 12] {
        let ring = |first| (0..n).map(move |i| (first + i, first + (i + 1) % n));
        let edges: Vec<(u32, u32)> =
            ring(0).chain(ring(n)).chain((0..n).map(|i| (i, n + i))).collect();
        let prism = graph(2 * n as usize, &edges);
        let puzzle = Hamilton::new(prism, HamiltonGoal::Cycle, &[]).expect("a puzzle");
        let expected = if n % 2 == 0 { n + 2 } else { n };
        for name in puzzle.encoding_names().into_iter().filter(|name| name != "positions") {
            let encoding = puzzle.encoding(&name).expect("an encoding");
            assert_described(&encoding);
            // without learning, the search for orders that do not exist takes too long
            if !encoding.is_exact() || !encoding.is_determined() {
                continue;
            }
            let formula =
                common::cnf(encycle_encodings::logic::LoweringOptions::default(), |sink| {
                    encoding.encode(sink);
                });
            let points = common::Counter::of_formula(&formula).points(encoding.projection_size());
            assert_eq!(points.len(), expected as usize, "{name} on {n}");
            assert!(points.values().all(|&models| models == 1), "{name} on {n}");
        }
    }
}

/// Each candidate breaks one rule, which the checker must report.
#[test]
fn the_checker_names_the_broken_rule() {
    let broken = |puzzle: &Hamilton, edges: &[usize]| {
        let mut drawn = vec![false; puzzle.atom_count()];
        edges.iter().for_each(|&edge| drawn[edge] = true);
        puzzle
            .check(&Solution::new(drawn))
            .err()
            .map(|broken| (broken.rule, broken.place.to_string()))
    };
    let rule = |puzzle: &Hamilton, edges: &[usize]| broken(puzzle, edges).map(|(rule, _)| rule);
    let grid = Grid::new(2, 3).expect("a grid");
    // right_1_1 right_1_2 right_2_1 right_2_2 down_1_1 down_1_2 down_1_3
    let wall = grid.edge_between(Cell { row: 0, col: 1 }, Cell { row: 1, col: 1 });
    let puzzle =
        Hamilton::from_rows(&["S..", "E.."], &[wall], HamiltonGoal::PATH).expect("a puzzle");
    assert_eq!(rule(&puzzle, &[0, 1, 6, 3, 2]), None);
    let place = "the cells in row 1, column 2 and in row 2, column 2";
    assert_eq!(broken(&puzzle, &[0, 5]), Some(("wall", place.to_owned())));
    let place = "the cell in row 1, column 1";
    assert_eq!(broken(&puzzle, &[1, 6, 3, 2]), Some(("end", place.to_owned())));
    assert_eq!(rule(&puzzle, &[0, 1, 6, 3]), Some("end"));
    let place = "the cell in row 1, column 3";
    assert_eq!(broken(&puzzle, &[0, 1, 3, 2]), Some(("degree", place.to_owned())));
    let cycle = Hamilton::new(complete(6), HamiltonGoal::Cycle, &[]).expect("a puzzle");
    // edges 01 02 12 are 0 1 2, and 34 35 45 are 9 13 14
    assert_eq!(rule(&cycle, &[0, 1, 2, 9, 13, 14]), Some("single-line"));
    let free = Hamilton::new(cells(1, 3), HamiltonGoal::PATH, &[]).expect("a puzzle");
    assert_eq!((rule(&free, &[0, 1]), rule(&free, &[0])), (None, Some("degree")));
    let triangle = Hamilton::new(complete(3), HamiltonGoal::PATH, &[]).expect("a puzzle");
    assert_eq!(rule(&triangle, &[0, 1, 2]), Some("end"), "a cycle has no ends");
}

#[test]
fn invalid_clues_are_rejected() {
    let path = |start, end| HamiltonGoal::Path { start, end };
    let error = |result: Result<Hamilton, _>| match result {
        Ok(puzzle) => panic!("{puzzle:?} was accepted"),
        Err::<_, encycle_encodings::kinds::hamilton::HamiltonError>(error) => error.to_string(),
    };
    assert!(error(Hamilton::new(graph(0, &[]), HamiltonGoal::PATH, &[])).contains("no vertices"));
    let outside = error(Hamilton::new(complete(3), path(Some(3), None), &[]));
    assert_eq!(outside, "end 4: the graph has only 3 vertices\nhelp: use 1 to 3");
    let same = error(Hamilton::new(complete(3), path(Some(1), Some(1)), &[]));
    assert!(same.contains("the same") && same.contains("vertex 2"), "{same}");
    assert!(
        error(Hamilton::new(complete(3), HamiltonGoal::PATH, &[Edge(3)])).contains("only 3 edges")
    );
    let grid = Grid::new(1, 2).expect("a grid");
    assert!(
        error(Hamilton::on_cells(grid, HamiltonGoal::PATH, &[Edge(99)])).contains("only 7 edges")
    );
    assert!(
        error(Hamilton::from_rows(&["SS"], &[], HamiltonGoal::PATH)).contains("row 1, column 2")
    );
    assert!(error(Hamilton::from_rows(&["S."], &[], HamiltonGoal::Cycle)).contains("no ends"));
}

#[test]
fn an_unknown_encoding_is_rejected_with_a_list_of_the_known_ones() {
    let puzzle = Hamilton::new(complete(3), HamiltonGoal::Cycle, &[]).expect("a puzzle");
    let error = puzzle.encoding("position").err().expect("an unknown encoding").to_string();
    assert!(error.contains("degree, contraction, order, positions, binary"), "{error}");
}

/// The labels of `order` were called binary numbers, which are those of `binary`.
#[test]
fn only_the_labels_of_binary_are_binary_numbers() {
    let puzzle = Hamilton::new(complete(4), HamiltonGoal::Cycle, &[]).expect("a puzzle");
    for name in puzzle.encoding_names() {
        let encoding = puzzle.encoding(&name).expect("an encoding");
        let has_numbers = encoding.meaning().contains("binary number");
        assert_eq!(has_numbers, name == "binary", "{name}: {}", encoding.meaning());
    }
}

#[test]
fn long_strips_have_a_small_contraction_and_complete_graphs_do_not() {
    let is_small = |graph| {
        Hamilton::new(graph, HamiltonGoal::Cycle, &[]).expect("a puzzle").has_small_contraction()
    };
    let ladder: Vec<(u32, u32)> = (0..50)
        .flat_map(|i| [(2 * i, 2 * i + 1), (2 * i, 2 * i + 2), (2 * i + 1, 2 * i + 3)])
        .collect();
    assert!(is_small(graph(102, &ladder)));
    assert!(!is_small(complete(20)));
}

#[test]
fn pictures_show_ends_walls_and_lines() {
    let grid = Grid::new(2, 2).expect("a grid");
    let wall = grid.edge_between(Cell { row: 0, col: 0 }, Cell { row: 1, col: 0 });
    let puzzle = Hamilton::from_rows(&["S.", "E."], &[wall], HamiltonGoal::PATH).expect("a puzzle");
    let Sketch::Grid(sketch) = puzzle.sketch(Some(&Solution::new(vec![true, true, false, true])))
    else {
        panic!("a grid")
    };
    assert_eq!(sketch.title, "Hamilton path 2 x 2");
    assert_eq!(sketch.texts.iter().flatten().count(), 2);
    assert_eq!(sketch.borders.iter().flatten().count(), 8 + 1);
    assert_eq!(sketch.links.iter().flatten().count(), 3);
    let goal = HamiltonGoal::Path { start: Some(0), end: None };
    let puzzle = Hamilton::new(complete(3), goal, &[Edge(0)]).expect("a puzzle");
    let Sketch::Graph(sketch) = puzzle.sketch(Some(&Solution::new(vec![false, true, true]))) else {
        panic!("a graph")
    };
    assert_eq!(sketch.clues, ["start 1", "not x_1_2"]);
    assert_eq!(sketch.walks, [[0, 2, 1]]);
}

/// Puzzles on random graphs with 5 and 6 vertices, some with a wall.
fn random_puzzle() -> impl Strategy<Value = Hamilton> {
    (5..7_u32).prop_flat_map(|vertices| {
        let all: Vec<[u32; 2]> = (0..vertices).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
        let end = move || prop::option::of(0..vertices as usize);
        let goal = prop_oneof![
            Just(HamiltonGoal::Cycle),
            (end(), end()).prop_map(|(start, end)| HamiltonGoal::Path { start, end }),
        ];
        let edges = prop::sample::subsequence(all.clone(), 5..=all.len().min(12));
        let wall = prop::option::of(0..5_u32);
        (edges, goal, wall).prop_filter_map("ends differ", move |(edges, goal, wall)| {
            let graph = Graph::new(vertices as usize, edges).expect("a simple graph");
            let walls: Vec<Edge> = wall.map(Edge).into_iter().collect();
            Hamilton::new(graph, goal, &walls).ok()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
    #[test]
    fn encodings_are_exact_on_random_graphs(puzzle in random_puzzle()) {
        assert_exact(&puzzle);
    }
}
