//! The outline of Numberlinks: in which order paths cross the cuts between terminals.

use encycle::encodings::encoding::{Completeness, Encodable as _};
use encycle::encodings::grid::{Edge, Graph, Grid};
use encycle::encodings::kinds::numberlink::{Numberlink, NumberlinkRule, TerminalPair};
use encycle::encodings::logic::{Constraint, ConstraintSink, Lit, LoweringOptions, Origin, Var};
use encycle::puzzle::Puzzle;
use encycle::solve::{
    BatSatSession, CallResult, Engine, SearchOptions, Session as _, Solve, Verdict,
};
use encycle::solvers::Limits;

use crate::support::random::Random;

/// Returns disjoint paths on a grid, each of which goes on at random, mostly in the same direction, until it is long enough
/// or enclosed.
fn random_paths(random: &mut Random, grid: Grid, graph: &Graph) -> Vec<Vec<usize>> {
    let mut is_free = vec![true; grid.cell_count()];
    let wanted = 1 + random.below(8);
    let longest = 3 + random.below(grid.cell_count());
    let straight = random.below(100);
    let mut paths = Vec::new();
    for _ in 0..4 * wanted {
        let mut at = random.below(grid.cell_count());
        if !std::mem::replace(&mut is_free[at], false) {
            continue;
        }
        let mut path = vec![at];
        while path.len() < longest {
            let next: Vec<usize> = graph.neighbours(at).filter(|&next| is_free[next]).collect();
            let ahead =
                path.len().checked_sub(2).and_then(|before| (2 * at).checked_sub(path[before]));
            at = match ahead.filter(|ahead| next.contains(ahead) && random.percent(straight)) {
                Some(ahead) => ahead,
                None if next.is_empty() => break,
                None => random.of(&next),
            };
            is_free[at] = false;
            path.push(at);
        }
        if path.len() > 1 {
            paths.push(path);
        }
        if paths.len() == wanted {
            break;
        }
    }
    paths
}

/// Returns the puzzle of which these paths are a solution.
fn puzzle_of(graph: &Graph, paths: &[Vec<usize>]) -> Numberlink {
    let pair = |(number, path): (usize, &Vec<usize>)| TerminalPair {
        name: (number + 1).to_string(),
        ends: [path[0], path[path.len() - 1]],
    };
    let pairs = paths.iter().enumerate().map(pair).collect();
    Numberlink::new(graph.clone(), pairs, NumberlinkRule::Free).expect("disjoint pairs")
}

/// Whether the encoding has a model with these edges.
fn admits(puzzle: &Numberlink, name: &str, drawn: &[bool]) -> bool {
    let encoding = puzzle.encoding(name).expect("an encoding");
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    encoding.encode(&mut session);
    let edges: Vec<Lit> = drawn
        .iter()
        .enumerate()
        .map(|(edge, &is_drawn)| Lit::new(edge as u32, !is_drawn))
        .collect();
    session.assume(&edges);
    matches!(session.solve(&Limits::default()), Ok(CallResult::Model(_)))
}

/// Paths with many turns that wind around terminals, touch themselves and leave cells empty have an order, too.
#[test]
fn the_crossings_of_every_solution_are_admitted() {
    let mut random = Random::new(20);
    let mut crossings = 0;
    for case in 0..1000 {
        let (rows, cols) = (2 + random.below(9), 2 + random.below(9));
        let grid = Grid::new(rows, cols).expect("a small grid");
        let graph = Graph::of_cells(grid);
        let paths = random_paths(&mut random, grid, &graph);
        let puzzle = puzzle_of(&graph, &paths);
        let mut drawn = vec![false; graph.edge_count()];
        for step in paths.iter().flat_map(|path| path.windows(2)) {
            let Edge(edge) = graph.edge_between(step[0], step[1]).expect("neighbours");
            drawn[edge as usize] = true;
        }
        assert!(admits(&puzzle, "labels+crossings", &drawn), "case {case}: {paths:?}");
        let outline = puzzle.encoding("labels+crossings").expect("an encoding").outline();
        crossings += outline.expect("an outline").len();
    }
    assert!(crossings > 10_000, "{crossings}");
}

/// A sink that keeps the clauses over an outline.
struct OutlineSink {
    session: BatSatSession,
    outline: std::ops::Range<u32>,
    variables: u32,
    clauses: usize,
}

impl ConstraintSink for OutlineSink {
    fn variable(&mut self, family: &'static str, name: std::fmt::Arguments<'_>) -> Var {
        self.variables += 1;
        self.session.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        if let Constraint::Clause(clause) = constraint
            && clause.iter().all(|literal| self.outline.contains(&literal.vidx32()))
        {
            self.clauses += 1;
            self.session.constraint(constraint, origin);
        }
    }
}

/// Whether the outline alone has a model.
fn is_outline_satisfiable(rows: &[&str]) -> bool {
    let puzzle = Numberlink::from_rows(rows, NumberlinkRule::Free).expect("a puzzle");
    let encoding = puzzle.encoding("induced+crossings").expect("an encoding");
    let outline = encoding.outline().expect("an outline");
    let session = BatSatSession::new(LoweringOptions::default(), None);
    let mut sink = OutlineSink { session, outline, variables: 0, clauses: 0 };
    encoding.encode(&mut sink);
    assert!(sink.outline.end <= sink.variables && sink.clauses > 0);
    matches!(sink.session.solve(&Limits::default()), Ok(CallResult::Model(_)))
}

/// Paths that would have to cross, or for which there is no room between two terminals, contradict the outline without any
/// cell; with one row more there is room.
#[test]
fn the_outline_knows_planarity_and_capacities() {
    assert!(!is_outline_satisfiable(&["1...2", ".....", "2...1"]));
    assert!(is_outline_satisfiable(&["1...2", ".....", "1...2"]));
    assert!(!is_outline_satisfiable(&["1.3.2", "..3..", "2...1"]));
    assert!(!is_outline_satisfiable(&["12..3", "3..21"]));
    // 1 and 2 pass below the pair of 3, which leaves one row
    assert!(!is_outline_satisfiable(&["1.3.1", "2.3.2", "....."]));
    assert!(is_outline_satisfiable(&["1.3.1", "2.3.2", ".....", "....."]));
}

/// The same verdicts with and without an outline, and second solutions that obey the rules.
#[test]
fn outlines_do_not_change_verdicts() {
    let mut random = Random::new(7);
    let mut verdicts = [0; 3];
    for case in 0..120 {
        let (rows, cols) = (2 + random.below(4), 3 + random.below(3));
        let grid = Grid::new(rows, cols).expect("a small grid");
        let graph = Graph::of_cells(grid);
        let mut paths = random_paths(&mut random, grid, &graph);
        if random.percent(20) && paths.len() > 1 {
            // mostly impossible
            let last = paths[1].pop().expect("two cells");
            let other = paths[0].pop().expect("two cells");
            paths[0].push(last);
            paths[1].push(other);
        }
        for rule in [NumberlinkRule::Free, NumberlinkRule::Cover] {
            let pairs = puzzle_of(&graph, &paths).pairs().to_vec();
            let puzzle = Numberlink::new(graph.clone(), pairs, rule).expect("disjoint pairs");
            let puzzle = Puzzle::from(puzzle);
            let plain = puzzle.encoding_without_outline();
            let outlined = puzzle.builtin_encoding();
            assert_ne!(plain, outlined);
            let run = |name: &str, threads| {
                let options = SearchOptions { threads, ..Default::default() };
                let run = Solve::new(&puzzle).unique().solver("batsat").encodings([name]);
                run.options(options).run().expect("a run").verdict()
            };
            let expected = run(&plain, None);
            assert_eq!(run(&outlined, None), expected, "case {case}: {paths:?}");
            assert_eq!(run(&outlined, Some(2)), expected, "case {case}, two threads: {paths:?}");
            match expected {
                Verdict::Unique => verdicts[0] += 1,
                Verdict::Several => verdicts[1] += 1,
                Verdict::NoSolution => verdicts[2] += 1,
                other => panic!("case {case}: {other:?}"),
            }
        }
    }
    assert!(verdicts.iter().all(|&count| count > 10), "{verdicts:?}");
}

/// Only the built-in solver solves outlines first, and enumeration gains nothing from them.
#[test]
fn encodings_with_outlines_are_for_batsat() {
    let puzzle: Puzzle = "numberlink 2 3 free\n1.1\n2.2\n".parse().expect("a puzzle");
    let default = |name: &str| Engine::find(name).expect("built in").default_encoding(&puzzle);
    assert_eq!(default("batsat"), "induced+crossings");
    assert_eq!(default("stable"), "induced");
    assert_eq!(puzzle.complete_encoding(default("batsat")), "labels");
    let encoding = puzzle.encoding("induced+crossings").expect("an encoding");
    assert_eq!(encoding.completeness(), Completeness::Equisatisfiable);
    let graph: Puzzle = "numberlink graph 3 free\npair 1 3\n1 2\n2 3\n".parse().expect("a puzzle");
    assert_eq!(graph.builtin_encoding(), "induced");
    let error = graph.encoding("induced+crossings").err().expect("no grid").to_string();
    assert!(error.contains("requires a grid"), "{error}");
}
