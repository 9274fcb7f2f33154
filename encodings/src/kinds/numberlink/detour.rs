//! Detours: the search for a solution that `induced` excludes.

use std::collections::HashMap;

use crate::grid::{Edge, Graph, shortest_path};
use crate::puzzle::Solution;
use crate::rules::one_loop::walks;

/// Returns a solution in which a path takes a detour through vertices that `solution` does not visit, or `None` if
/// there is no such detour.
///
/// If all vertices of a connected set are unvisited and two vertices of the same path are adjacent to the set, the path
/// between these two vertices can go through the set instead.
pub(super) fn detour(graph: &Graph, solution: &Solution) -> Option<Solution> {
    let paths = walks(graph, solution.atoms());
    let mut on_path = vec![None; graph.vertex_count()];
    for (number, path) in paths.iter().enumerate() {
        for (place, &vertex) in path.vertices.iter().enumerate() {
            on_path[vertex] = Some((number, place));
        }
    }
    let mut is_seen = vec![false; graph.vertex_count()];
    for start in 0..graph.vertex_count() {
        if on_path[start].is_some() || std::mem::replace(&mut is_seen[start], true) {
            continue;
        }
        // for each path that the set meets, the place where it was first met
        let mut met: HashMap<usize, usize> = HashMap::new();
        let mut open = vec![start];
        while let Some(vertex) = open.pop() {
            for next in graph.neighbours(vertex) {
                let Some((number, place)) = on_path[next] else {
                    if !std::mem::replace(&mut is_seen[next], true) {
                        open.push(next);
                    }
                    continue;
                };
                let first = *met.entry(number).or_insert(place);
                if first != place {
                    let (from, to) = (first.min(place), first.max(place));
                    let path = &paths[number];
                    let ends = [path.vertices[from], path.vertices[to]];
                    let way = way_between(graph, ends, |vertex| on_path[vertex].is_none());
                    let mut atoms = solution.atoms().to_vec();
                    path.edges[from..to].iter().for_each(|edge| atoms[edge.index()] = false);
                    way.iter().for_each(|edge| atoms[edge.index()] = true);
                    return Some(Solution::new(atoms));
                }
            }
        }
    }
    None
}

/// Returns the edges of a shortest path between two vertices whose inner vertices are all free. The caller knows that
/// there is such a path.
fn way_between(graph: &Graph, ends: [usize; 2], is_free: impl Fn(usize) -> bool) -> Vec<Edge> {
    let [from, to] = ends;
    let may_go = |edge: Edge, next: usize| {
        is_free(next) || (next == to && graph.other_end(edge, next) != from)
    };
    shortest_path(graph, ends, may_go).unwrap_or_default()
}
