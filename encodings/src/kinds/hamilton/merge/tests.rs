use super::*;
use crate::rules::one_loop::{Walk, walks};

pub(super) fn graph(vertices: usize, edges: &[[u32; 2]]) -> Graph {
    Graph::new(vertices, edges.to_vec()).expect("a simple graph")
}

/// Returns the edges of two paths of this many vertices, which are joined by forced edges: vertex i of the first path
/// to vertex `order[i]` of the second.
pub(super) fn ladder(order: &[u32]) -> Vec<[u32; 2]> {
    let count = order.len() as u32;
    let path = |first: u32| (1..count).map(move |i| [first + i - 1, first + i]);
    let joined = order.iter().zip(0..).flat_map(|(&to, i)| {
        let middle = 2 * count + i;
        [[i, middle], [middle, count + to]]
    });
    path(0).chain(path(count)).chain(joined).collect()
}

/// Returns random graphs: the vertices 0 to 8 are a gadget of three forced edges, and each of its ends has edges to two
/// of the vertices 9 to 11, which form a triangle.
pub(super) fn random_ladders(count: usize) -> impl Iterator<Item = Graph> {
    let mut below = random(7);
    (0..count).map(move |_| {
        let mut order = [0, 1, 2];
        order.swap(0, below(3) as usize);
        let mut edges = ladder(&order);
        for end in [0, 2, 3, 5] {
            let without = below(3) as u32;
            edges.extend((0..3).filter(|&other| other != without).map(|other| [end, 9 + other]));
        }
        edges.extend([[9, 10], [9, 11], [10, 11]]);
        graph(12, &edges)
    })
}

/// Returns a linear congruential generator (Knuth), so that the graphs are the same on every machine.
pub(super) fn random(mut state: u64) -> impl FnMut(u64) -> u64 {
    move |bound| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    }
}

/// Merges the cycles, and checks that the result is a 2-factor whose cycles are unions of the original cycles. Returns
/// the number of cycles before and after.
fn checked(graph: &Graph, drawn: &[bool]) -> (usize, usize) {
    let after = merged(graph, drawn).expect("a 2-factor");
    assert!(TwoFactor::new(graph, &after).is_some(), "{graph:?} {drawn:?} {after:?}");
    let [before, after] = [drawn, &after].map(|drawn| walks(graph, drawn));
    for old in &before {
        let is_inside =
            |new: &Walk| old.vertices.iter().all(|vertex| new.vertices.contains(vertex));
        assert!(after.iter().any(is_inside), "{before:?} {after:?}");
    }
    assert!(after.len() <= before.len());
    (before.len(), after.len())
}

/// Calls `then` with each 2-factor of the graph.
pub(super) fn each_factor(graph: &Graph, then: &mut impl FnMut(&[bool])) {
    for mask in 0..1_u32 << graph.edge_count() {
        let drawn: Vec<bool> = (0..graph.edge_count()).map(|edge| mask >> edge & 1 == 1).collect();
        let degree =
            |vertex: usize| graph.incident(vertex).iter().filter(|e| drawn[e.index()]).count();
        if (0..graph.vertex_count()).all(|vertex| degree(vertex) == 2) {
            then(&drawn);
        }
    }
}

#[test]
fn two_triangles_of_a_prism_become_one_cycle() {
    let prism = graph(6, &[[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3], [0, 3], [1, 4], [2, 5]]);
    let drawn: Vec<bool> = (0..9).map(|edge| edge < 6).collect();
    assert_eq!(checked(&prism, &drawn), (2, 1));
}

#[test]
fn three_triangles_in_a_ring_with_double_edges_become_one_cycle() {
    let edges = [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3], [6, 7], [7, 8], [8, 6]];
    let between = [[0, 3], [1, 4], [4, 7], [5, 8]];
    let graph = graph(9, &[&edges[..], &between[..]].concat());
    let drawn: Vec<bool> = (0..13).map(|edge| edge < 9).collect();
    assert_eq!(checked(&graph, &drawn), (3, 1));
}

#[test]
fn edges_that_are_no_2_factor_are_refused() {
    let path = graph(3, &[[0, 1], [1, 2], [2, 0]]);
    assert_eq!(merged(&path, &[true, true, false]), None);
    assert_eq!(merged(&path, &[]), None);
}

#[test]
fn every_2_factor_of_small_graphs_keeps_its_vertices() {
    // two triangles, and each set of edges between them
    let triangles = [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]];
    let between: Vec<[u32; 2]> = (0..9).map(|index| [index / 3, 3 + index % 3]).collect();
    let (mut factors, mut joined) = (0, 0);
    for mask in 0..1_u32 << 9 {
        let chosen = between.iter().enumerate().filter(|(index, _)| mask >> index & 1 == 1);
        let edges: Vec<[u32; 2]> =
            triangles.iter().copied().chain(chosen.map(|(_, &edge)| edge)).collect();
        let graph = graph(6, &edges);
        each_factor(&graph, &mut |drawn| {
            factors += 1;
            let (before, after) = checked(&graph, drawn);
            joined += before - after;
        });
    }
    assert!(factors > 1000 && joined > 100, "{factors} {joined}");
}

#[test]
fn random_2_factors_keep_their_vertices() {
    let mut below = random(20);
    let (mut merges, mut left) = (0, 0);
    for _ in 0..3_000 {
        let lengths: Vec<u64> = (0..1 + below(5)).map(|_| 3 + below(5)).collect();
        let (mut edges, mut first) = (Vec::new(), 0);
        for &length in &lengths {
            edges.extend((0..length).map(|i| [first + i, first + (i + 1) % length]));
            first += length;
        }
        let drawn = vec![true; edges.len()];
        for _ in 0..below(3 * first) {
            edges.push([below(first), below(first)]);
        }
        let mut seen = std::collections::HashSet::new();
        edges.retain(|&[a, b]| a != b && seen.insert([a.min(b), a.max(b)]));
        let edges: Vec<[u32; 2]> = edges.iter().map(|ends| ends.map(|end| end as u32)).collect();
        let graph = graph(first as usize, &edges);
        let mut all = drawn;
        all.resize(graph.edge_count(), false);
        let (before, after) = checked(&graph, &all);
        merges += before - after;
        left += after - 1;
    }
    assert!(merges > 1000 && left > 1000, "{merges} {left}");
}
