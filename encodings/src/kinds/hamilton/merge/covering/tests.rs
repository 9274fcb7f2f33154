use super::*;
use crate::kinds::hamilton::merge::tests::{graph, random};

/// Returns whether a partition, as the cell of each vertex, has pairs as cells, and the vertices of a cell have equally many
/// neighbours in each cell.
fn is_covering(graph: &Graph, cell: &[usize]) -> bool {
    let kinds = |vertex: usize| {
        let mut cells: Vec<usize> = graph.neighbours(vertex).map(|other| cell[other]).collect();
        cells.sort_unstable();
        cells
    };
    let vertices = || 0..graph.vertex_count();
    vertices().all(|vertex| {
        let mut fibre = vertices().filter(|&other| cell[other] == cell[vertex]);
        fibre.clone().count() == 2 && fibre.all(|other| kinds(other) == kinds(vertex))
    })
}

/// Calls `then` with each partition into pairs, until it returns true. Returns whether it did.
fn any_pairs(cell: &mut Vec<usize>, count: usize, then: &dyn Fn(&[usize]) -> bool) -> bool {
    if cell.len() == count {
        return then(cell);
    }
    (0..count / 2).any(|next| {
        if cell.iter().filter(|&&one| one == next).count() == 2 {
            return false;
        }
        cell.push(next);
        let found = any_pairs(cell, count, then);
        cell.pop();
        found
    })
}

fn find(graph: &Graph) -> Option<Covering> {
    Covering::find(graph, &vec![0; graph.vertex_count()])
}

#[test]
fn graphs_with_six_vertices_have_the_coverings_of_brute_force() {
    let mut below = random(31);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..500 {
        let (mut edges, dense) = (Vec::new(), 1 + below(3));
        for b in 0..6 {
            edges.extend((0..b).filter(|_| below(4) < dense).map(|a| [a, b]));
        }
        let graph = graph(6, &edges);
        let is_one = |cell: &[usize]| is_covering(&graph, cell);
        let expected = any_pairs(&mut Vec::new(), 6, &is_one);
        match find(&graph) {
            Some(covering) => {
                assert!(expected && is_one(&covering.first), "{graph:?} {covering:?}");
                yes += 1;
            }
            None => {
                assert!(!expected, "{graph:?}");
                no += 1;
            }
        }
    }
    assert!(yes > 50 && no > 50, "{yes} {no}");
}

/// Two copies of a random graph, whose edges join the copies of their ends straight or crosswise.
#[test]
fn two_copies_cover_a_graph() {
    let mut below = random(32);
    for _ in 0..50 {
        let count = 8 + below(40) as u32;
        let mut edges: Vec<[u32; 2]> = Vec::new();
        for b in 1..count {
            for _ in 0..2 {
                let (a, cross) = (below(u64::from(b)) as u32, below(2) as u32);
                if edges.iter().all(|&[c, d]| [c / 2, d / 2] != [a, b]) {
                    edges.extend([[2 * a, 2 * b + cross], [2 * a + 1, 2 * b + 1 - cross]]);
                }
            }
        }
        let graph = graph(2 * count as usize, &edges);
        let covering = find(&graph).expect("two copies");
        assert!(is_covering(&graph, &covering.first), "{graph:?}");
        for edge in graph.edges() {
            let first = covering.first_edge(&graph, edge);
            let fibres = [edge, first].map(|edge| covering.ends(&graph, edge));
            assert!(first <= edge && fibres[0] == fibres[1]);
        }
    }
}

#[test]
fn an_even_cycle_covers_one_of_half_its_length() {
    for count in [4_u32, 5, 6, 9, 1000, 1001] {
        let edges: Vec<[u32; 2]> = (0..count).map(|i| [i, (i + 1) % count]).collect();
        let graph = graph(count as usize, &edges);
        let covering = find(&graph);
        assert_eq!(covering.is_some(), count % 2 == 0, "{count}");
        assert!(covering.is_none_or(|one| is_covering(&graph, &one.first)), "{count}");
    }
}

#[test]
fn vertices_of_a_fibre_have_one_colour() {
    let square = graph(4, &[[0, 1], [1, 2], [2, 3], [3, 0]]);
    assert_eq!(Covering::find(&square, &[1, 0, 0, 0]), None);
    let covering = Covering::find(&square, &[1, 0, 1, 0]).expect("opposite vertices");
    assert_eq!(covering.first, [0, 1, 0, 1]);
}
