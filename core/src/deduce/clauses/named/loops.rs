//! Loops through cells: the paths that the loop can still take (`dead-end`, `only-way`), and its two sides (`parity`).

use encycle_encodings::grid::{Edge, GraphLayout, Grid, bridges, reached, shortest_path};
use encycle_encodings::puzzle::{LineProblem, VertexDegree};
use encycle_encodings::rules::one_loop::walks;

use crate::deduce::Level;
use crate::deduce::clauses::ClauseState;
use crate::deduce::clauses::named::{Known, TechniqueFinding};
use crate::deduce::ladder::{Rung, StepLog};

const SOURCE: &str =
    "puzzlers' practice; bridges: Tarjan 1974, A Note on Finding the Bridges of a Graph";

/// Returns the techniques.
pub(super) fn rungs<'a>() -> Vec<Rung<ClauseState<'a>>> {
    vec![
        Rung::new(
            Level::Medium,
            [
                "dead-end",
                "the loop does not enter a part of the grid with only one way in, or a part that it cannot reach",
                SOURCE,
            ],
            |state, log| on(state, log, dead_end),
        ),
        Rung::new(
            Level::Medium,
            [
                "parity",
                "the loop crosses the border of an area an even number of times",
                "maybepuzzles 2014, Walkthrough: Puzzle 20, Masyu; the Jordan curve theorem",
            ],
            |state, log| on(state, log, parity),
        ),
        Rung::new(
            Level::Medium,
            [
                "only-way",
                "a link is a line if all ways that close a line to a loop take it",
                SOURCE,
            ],
            |state, log| on(state, log, only_way),
        ),
    ]
}

fn on(
    state: &mut ClauseState,
    log: &mut StepLog,
    find: fn(&LineProblem<'_>, Known) -> Option<TechniqueFinding>,
) -> bool {
    state.apply(log, |puzzle, known| find(&puzzle.line_rules()?, known))
}

/// Returns whether the loop may take an edge.
fn is_usable(known: Known, edge: Edge) -> bool {
    known[edge.index()] != Some(false)
}

/// Finds links that the loop cannot use, because they lead to a part from which it could not return, or lie in a part
/// that it cannot reach.
///
/// A loop crosses every cut of the graph an even number of times, so it contains no bridge of the usable links. And if
/// the loop certainly passes a cell, then all links that cannot be reached from this cell are empty.
fn dead_end(problem: &LineProblem<'_>, known: Known) -> Option<TechniqueFinding> {
    let graph = problem.graph;
    let is_bridge = bridges(graph, |edge| is_usable(known, edge));
    if let Some(bridge) = graph.edges().find(|edge| is_bridge[edge.index()]) {
        let facts = [(bridge.index(), false)];
        return TechniqueFinding::new(known, graph.edge_place(bridge), facts, || {
            "only this link leads from one part to another".to_owned()
        });
    }
    let is_certain = |vertex: usize| {
        let mut edges = graph.incident(vertex).iter();
        problem.vertices[vertex] == VertexDegree::Two
            || edges.any(|edge| known[edge.index()] == Some(true))
    };
    let start = (0..graph.vertex_count()).find(|&vertex| is_certain(vertex))?;
    let usable = |vertex| graph.neighbours_along(vertex, |edge| is_usable(known, edge));
    let reached = reached(graph.vertex_count(), [start], usable);
    let mut beyond = graph
        .edges()
        .filter(|&edge| is_usable(known, edge) && !reached[graph.ends(edge)[0]])
        .peekable();
    let place = graph.edge_place(*beyond.peek()?);
    let facts: Vec<(usize, bool)> = beyond.map(|edge| (edge.index(), false)).collect();
    TechniqueFinding::new(known, place, facts, || {
        format!("the loop passes {}, which no way joins to this part", graph.vertex_place(start))
    })
}

/// Finds links that are on all paths between the two ends of a line.
///
/// The loop joins the ends of each line by a path of usable links outside the line. A link that is on all of these
/// paths is a bridge of the usable links outside the line, and it is also on a shortest path. So one shortest path and
/// one search for bridges find all such links.
fn only_way(problem: &LineProblem<'_>, known: Known) -> Option<TechniqueFinding> {
    let graph = problem.graph;
    let drawn: Vec<bool> = known.iter().map(|&line| line == Some(true)).collect();
    walks(graph, &drawn).into_iter().filter(|walk| !walk.is_cycle()).find_map(|walk| {
        let (&from, &to) = (walk.vertices.first()?, walk.vertices.last()?);
        let mut is_own = vec![false; graph.edge_count()];
        walk.edges.iter().for_each(|edge| is_own[edge.index()] = true);
        let is_open = |edge: Edge| is_usable(known, edge) && !is_own[edge.index()];
        let [start, end] = [from, to].map(|vertex| graph.vertex_place(vertex));
        let Some(way) = shortest_path(graph, [from, to], |edge, _| is_open(edge)) else {
            let why = format!("no way joins {start} and {end}, the ends of a line");
            return Some(TechniqueFinding::contradiction(graph.vertex_place(from), why));
        };
        if way.iter().all(|edge| drawn[edge.index()]) {
            return None;
        }
        let is_bridge = bridges(graph, is_open);
        let on_all = way.into_iter().filter(|edge| is_bridge[edge.index()]);
        let facts: Vec<(usize, bool)> = on_all.map(|edge| (edge.index(), true)).collect();
        TechniqueFinding::new(known, graph.vertex_place(from), facts, || {
            format!("all ways between {start} and {end}, the ends of a line, take the same links")
        })
    })
}

/// Finds a link whose value follows from the two sides of the loop.
///
/// The places are the corners where four cells meet, and the outside of the grid. Each link runs between two places. By
/// the Jordan curve theorem, these are on different sides of the loop exactly if the link is a line. So each known link
/// relates two places, and an open link between two related places gets a value.
///
/// For example, the loop crosses the border of a block of 2 x 2 cells an even number of times. Eight links cross this
/// border; if seven of them are known, so is the eighth.
fn parity(problem: &LineProblem<'_>, known: Known) -> Option<TechniqueFinding> {
    let graph = problem.graph;
    let GraphLayout::Cells(cells) = graph.layout() else { return None };
    // the corners where four cells meet; the links are the edges of their grid
    let corners = Grid::new(cells.rows() - 1, cells.cols() - 1)?;
    let outside = corners.cell_count();
    let beside = |edge: Edge| {
        let sides = corners.edge_cells(edge);
        sides.map(|side| side.map_or(outside, |corner| corners.cell_index(corner)))
    };
    let mut sides = PlaceSides::new(outside + 1);
    for edge in graph.edges() {
        if let Some(line) = known[edge.index()]
            && !sides.unite(beside(edge), line)
        {
            let why = "an area whose border the loop crosses an odd number of times".to_owned();
            return Some(TechniqueFinding::contradiction(graph.edge_place(edge), why));
        }
    }
    graph.edges().filter(|edge| known[edge.index()].is_none()).find_map(|edge| {
        let line = sides.differ(beside(edge))?;
        TechniqueFinding::new(known, graph.edge_place(edge), [(edge.index(), line)], || {
            let parity = if line { "odd" } else { "even" };
            format!("the other lines across the border of an area are {parity} in number")
        })
    })
}

/// Sets of places that are known to be on the same side or on different sides of the loop: a union-find structure in
/// which each place stores whether its side differs from that of its parent.
struct PlaceSides {
    /// For each place, its parent (a root is its own parent), and whether the two are on different sides.
    towards: Vec<(usize, bool)>,
}

impl PlaceSides {
    fn new(count: usize) -> Self {
        Self { towards: (0..count).map(|place| (place, false)).collect() }
    }

    /// Returns the root of a place, and whether the two are on different sides.
    fn find(&mut self, place: usize) -> (usize, bool) {
        let (mut root, mut differs) = (place, false);
        while self.towards[root].0 != root {
            let (next, flip) = self.towards[root];
            // path halving: the place is attached to its grandparent
            let (after, flip_after) = self.towards[next];
            self.towards[root] = (after, flip ^ flip_after);
            (root, differs) = (after, differs ^ flip ^ flip_after);
        }
        (root, differs)
    }

    /// Records whether two places are on different sides. Returns `false` if the opposite is known.
    fn unite(&mut self, places: [usize; 2], differ: bool) -> bool {
        let [(a, of_a), (b, of_b)] = places.map(|place| self.find(place));
        let flip = of_a ^ of_b ^ differ;
        if a != b {
            self.towards[a] = (b, flip);
        }
        a != b || !flip
    }

    /// Returns whether two places are on different sides, if that is known.
    fn differ(&mut self, places: [usize; 2]) -> Option<bool> {
        let [(a, of_a), (b, of_b)] = places.map(|place| self.find(place));
        (a == b).then_some(of_a ^ of_b)
    }
}
