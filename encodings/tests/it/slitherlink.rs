//! Slitherlink: closed size formulas, and the rule checkers against each other.

use std::collections::HashSet;

use encycle_encodings::export::{CnfSize, LpSize, Preamble, write_dimacs, write_lp};
use encycle_encodings::grid::{Cell, Edge, Graph, Grid};
use encycle_encodings::kinds::slitherlink::{Slitherlink, fill_check, line_count_check};
use encycle_encodings::logic::{ConstraintSink, LoweringOptions, lower_to_cnf, lower_to_rows};
use encycle_encodings::puzzle::{Instance as _, Sketch, Solution};
use encycle_encodings::rules::one_loop::EdgeSet;
use proptest::prelude::*;

fn puzzle() -> impl Strategy<Value = Slitherlink> {
    (1..8_usize, 1..8_usize).prop_flat_map(|(rows, cols)| {
        prop::collection::vec(prop::option::of(0..4_u8), rows * cols).prop_map(move |clues| {
            let grid = Grid::new(rows, cols).expect("a small grid");
            Slitherlink::new(grid, clues).expect("clues 0 to 3")
        })
    })
}

/// Returns every set of cells of a grid, as `inside` flags.
fn cell_sets(grid: Grid) -> impl Iterator<Item = Vec<bool>> {
    let cells = grid.cell_count();
    (0..1_u32 << cells).map(move |bits| (0..cells).map(|i| bits >> i & 1 == 1).collect())
}

fn free(grid: Grid) -> Slitherlink {
    Slitherlink::new(grid, vec![None; grid.cell_count()]).expect("no clues")
}

proptest! {
    /// Berschneider, section 2.2: 8nm + 4·z0 + 7·z1 + 8·z2 + 7·z3 + 1 clauses, with zi cells of clue i. The
    /// vertices contribute 2 for each of the 4 corners, 4 for each other border vertex, 8 for each inner one.
    #[test]
    fn cnf_has_the_size_of_the_paper(puzzle in puzzle()) {
        let (n, m) = (puzzle.grid().expect("a grid").rows(), puzzle.grid().expect("a grid").cols());
        let z = |i| puzzle.clues().filter(|&(_, clue)| clue == i).count();
        let size = lower_to_cnf(CnfSize::default(), LoweringOptions::default(), |sink| puzzle.encode(sink)).unwrap();
        prop_assert_eq!(size.variables, n * (m + 1) + m * (n + 1));
        prop_assert_eq!(size.clauses, 8 * n * m + 4 * z(0) + 7 * z(1) + 8 * z(2) + 7 * z(3) + 1);
    }

    /// Berschneider, section 2.1: one row for 2.1, one per clue (2.13), and per vertex 2 (2.11-2.12),
    /// 4 (2.7-2.10) or 5 (2.2-2.6).
    #[test]
    fn lp_has_the_number_of_rows_of_the_paper(puzzle in puzzle()) {
        let (n, m) = (puzzle.grid().expect("a grid").rows(), puzzle.grid().expect("a grid").cols());
        let vertices = 4 * 2 + 4 * (2 * (n - 1) + 2 * (m - 1)) + 5 * (n - 1) * (m - 1);
        let size = lower_to_rows(LpSize::default(), LoweringOptions::default(), |sink| puzzle.encode(sink)).unwrap();
        prop_assert_eq!(size.variables, n * (m + 1) + m * (n + 1));
        prop_assert_eq!(size.rows, 1 + vertices + puzzle.clues().count());
    }

    /// The requirements of SAT competitions: exact header, every variable occurs, no variable twice in a
    /// clause, one clause per line, ASCII comments before the header.
    #[test]
    fn dimacs_meets_the_competition_rules(puzzle in puzzle()) {
        let encode = |sink: &mut dyn ConstraintSink| puzzle.encode(sink);
        let mut file = Vec::new();
        let comments = vec!["grüße".to_owned()];
        let preamble = Preamble { comments, ..Preamble::default() };
        write_dimacs(&mut file, &preamble, LoweringOptions::default(), &encode).expect("writing to memory");
        prop_assert!(file.is_ascii());
        let text = String::from_utf8(file).expect("ASCII");
        let mut lines = text.lines();
        prop_assert_eq!(lines.next(), Some("c gr??e"));
        let header: Vec<&str> = lines.next().expect("a header").split(' ').collect();
        let mut clauses = 0;
        let mut seen = HashSet::new();
        for line in lines {
            let body = line.strip_suffix(" 0").expect("a line that ends in 0");
            let literals: Vec<i32> = body.split(' ').map(|word| word.parse().unwrap()).collect();
            let variables: HashSet<i32> = literals.iter().map(|literal| literal.abs()).collect();
            prop_assert_eq!(variables.len(), literals.len());
            seen.extend(variables);
            clauses += 1;
        }
        let greatest = seen.iter().max().copied().unwrap_or(0);
        prop_assert_eq!(greatest as usize, seen.len(), "every declared variable occurs");
        let expected = ["p", "cnf", &seen.len().to_string(), &clauses.to_string()].map(String::from);
        prop_assert_eq!(header, expected);
    }

    /// The LP subset that all readers share: short lines and names, every column in the objective.
    #[test]
    fn lp_stays_within_the_portable_subset(puzzle in puzzle()) {
        let encode = |sink: &mut dyn ConstraintSink| puzzle.encode(sink);
        let mut file = Vec::new();
        write_lp(&mut file, &["x".repeat(5000)], LoweringOptions::default(), &encode).expect("writing to memory");
        let text = String::from_utf8(file).expect("ASCII");
        prop_assert!(text.lines().all(|line| line.len() < 255));
        let (head, rest) = text.split_once("Subject To\n").expect("a rows section");
        let (_, columns) = rest.split_once("Binary\n").expect("a columns section");
        let columns: Vec<&str> = columns.split_whitespace().filter(|&name| name != "End").collect();
        let objective: Vec<&str> =
            head.split_whitespace().filter(|word| word.contains('_')).collect();
        prop_assert_eq!(&objective, &columns);
        let safe = |name: &&str| {
            let (first, rest) = name.split_at(2);
            ["h_", "v_"].contains(&first) && rest.chars().all(|c| c == '_' || c.is_ascii_digit())
        };
        prop_assert!(columns.iter().all(safe));
    }
}

/// Returns an edge outside the loop of the first edge, if there is one.
fn second_loop(lines: &EdgeSet) -> Option<Edge> {
    let first = lines.edges().next()?;
    line_count_check(&Graph::of_lines(lines.grid()), first, &lines.clone().into())
}

/// Covers every set of disjoint loops on small grids: the borders of all sets of cells that satisfy the
/// degree rule.
#[test]
fn fill_check_and_line_count_check_agree() {
    for (rows, cols) in [(1, 1), (1, 5), (2, 2), (3, 3), (4, 3), (4, 4)] {
        let grid = Grid::new(rows, cols).expect("a small grid");
        let mut one_loop = 0;
        for inside in cell_sets(grid) {
            let lines = EdgeSet::around(grid, &inside);
            let degrees = |vertex| matches!(lines.count(&grid.vertex_edges(vertex)), 0 | 2);
            if lines.is_empty() || !grid.vertices().all(degrees) {
                continue;
            }
            let filled = fill_check(&lines).is_none();
            assert_eq!(filled, second_loop(&lines).is_none(), "{inside:?}");
            assert_eq!(filled, lines.loops().len() == 1, "{inside:?}");
            one_loop += usize::from(filled);
        }
        // cycles in the (n+1) x (n+1) vertex grid: OEIS A140517; in the 2 x k vertex grid: k(k-1)/2
        match (rows, cols) {
            (1, 5) => assert_eq!(one_loop, 6 * 5 / 2),
            (2, 2) => assert_eq!(one_loop, 13),
            (3, 3) => assert_eq!(one_loop, 213),
            (4, 4) => assert_eq!(one_loop, 9349),
            _ => {}
        }
    }
}

/// Each candidate breaks one rule, which the checker must report.
#[test]
fn the_checker_names_the_broken_rule() {
    let puzzle = Slitherlink::from_rows(&["2..", "...", "..."]).expect("a puzzle");
    let grid = puzzle.grid().expect("a grid");
    let set = |picture: &str| {
        EdgeSet::around(grid, &picture.bytes().map(|b| b == b'x').collect::<Vec<_>>())
    };
    let rule =
        |lines: &EdgeSet| puzzle.check(&lines.clone().into()).err().map(|broken| broken.rule);
    assert_eq!(rule(&set("xxxxxxxxx")), None);
    assert_eq!(rule(&set("xxxx..xxx")), None, "a bay reaches the border");
    assert_eq!(rule(&set(".........")), Some("nonempty"));
    assert_eq!(rule(&set("x........")), Some("clue"));
    assert_eq!(rule(&set(".........x".split_at(1).1)), Some("clue"));
    assert_eq!(rule(&set("xxxx.xxxx")), Some("single-loop"), "a hole is a second loop");
    // an extra edge inside the loop has two loose ends
    let mut open = set("xxxxxxxxx");
    open.set(grid.horizontal(1, 1), true);
    assert_eq!(rule(&open), Some("degree"));
}

/// Four lines meet where two inside cells touch at a corner only.
#[test]
fn crossing_lines_break_the_degree_rule() {
    let puzzle = free(Grid::new(2, 2).expect("a small grid"));
    let lines = EdgeSet::around(puzzle.grid().expect("a grid"), &[true, false, false, true]);
    let broken = puzzle.check(&lines.clone().into()).expect_err("four lines meet");
    assert_eq!((broken.rule, &*broken.violation), ("degree", "4 lines meet"));
}

/// The loop around a clue 4 is the solution exactly if it satisfies all other clues.
#[test]
fn a_four_is_solved_only_by_the_loop_around_its_cell() {
    let grid = Grid::new(3, 3).expect("a small grid");
    for four in grid.cells() {
        let mut inside = vec![false; grid.cell_count()];
        inside[grid.cell_index(four)] = true;
        let alone = EdgeSet::around(grid, &inside);
        for other in grid.cells().filter(|&cell| cell != four) {
            for clue in 0..=4 {
                let mut clues = vec![None; grid.cell_count()];
                clues[grid.cell_index(four)] = Some(4);
                clues[grid.cell_index(other)] = Some(clue);
                let fits = alone.count(&grid.cell_edges(other)) == usize::from(clue);
                let puzzle = Slitherlink::new(grid, clues).expect("contradictory clues are legal");
                assert_eq!(puzzle.check(&alone.clone().into()).is_ok(), fits);
            }
        }
    }
}

#[test]
fn edge_ends_and_vertex_edges_are_inverse() {
    let grid = Grid::new(4, 7).expect("a small grid");
    for edge in grid.edges() {
        for end in grid.edge_ends(edge) {
            assert!(grid.vertex_edges(end).contains(&edge));
        }
    }
    // each edge is counted at both ends
    let degrees: usize = grid.vertices().map(|vertex| grid.vertex_edges(vertex).len()).sum();
    assert_eq!(degrees, 2 * grid.edge_count());
    assert_eq!(grid.vertices().count(), grid.vertex_count());
    let cell = Cell { row: 3, col: 6 };
    assert_eq!(grid.cell_at(grid.cell_index(cell)), cell);
}

#[test]
fn sizes_out_of_range_are_rejected() {
    assert!(Grid::new(0, 5).is_none());
    assert!(Grid::new(5, 0).is_none());
    assert!(Grid::new(1001, 5).is_none());
    assert!(Grid::new(usize::MAX, usize::MAX).is_none());
    assert!(Grid::new(1000, 1000).is_some());
}

/// All sets of cells of a 3 x 3 grid, which include loops that touch and loops in loops.
#[test]
fn sketches_mark_the_cells_inside() {
    let grid = Grid::new(3, 3).expect("a grid");
    let puzzle = free(grid);
    let inside_of = |solution: Option<&Solution>| match puzzle.sketch(solution) {
        Sketch::Grid(sketch) => sketch.inside,
        Sketch::Graph(_) => panic!("a grid"),
    };
    for inside in cell_sets(grid).filter(|inside| inside.contains(&true)) {
        let marked = inside_of(Some(&EdgeSet::around(grid, &inside).into()));
        assert_eq!(marked, inside.iter().map(|&inside| Some(inside)).collect::<Vec<_>>());
    }
    assert_eq!(inside_of(None), [None; 9]);
    let mut open = EdgeSet::around(grid, &[true; 9]);
    open.set(Edge(0), false);
    assert_eq!(inside_of(Some(&Solution::from(open))), [None; 9], "the line is open");
}
