use super::*;
use crate::kinds::hamilton::merge::tests::{graph, random};

/// Returns whether exchanging vertices and images is an automorphism that moves more than three quarters of the
/// vertices.
fn is_involution(graph: &Graph, images: &[usize]) -> bool {
    let is_inverse = |(vertex, &image): (usize, &usize)| images[image] == vertex;
    let moved = images.iter().enumerate().filter(|(vertex, image)| vertex != *image).count();
    let is_edge = |edge| {
        let [a, b] = graph.ends(edge).map(|end| images[end]);
        graph.edge_between(a, b).is_some()
    };
    images.iter().enumerate().all(is_inverse)
        && 4 * moved > 3 * images.len()
        && graph.edges().all(is_edge)
}

/// Calls `then` with each permutation of 0 to `count` - 1, until it returns true. Returns whether it returned true.
fn any_permutation(count: usize, images: &mut Vec<usize>, then: &dyn Fn(&[usize]) -> bool) -> bool {
    if images.len() == count {
        return then(images);
    }
    (0..count).any(|next| {
        if images.contains(&next) {
            return false;
        }
        images.push(next);
        let found = any_permutation(count, images, then);
        images.pop();
        found
    })
}

fn some(graph: &Graph) -> Vec<Involution> {
    Involution::some(graph, &vec![0; graph.vertex_count()])
}

#[test]
fn small_graphs_have_the_symmetries_of_brute_force() {
    let mut below = random(31);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..300 {
        let (mut edges, dense, count) = (Vec::new(), 1 + below(3), 5 + below(2) as u32);
        for b in 0..count {
            edges.extend((0..b).filter(|_| below(4) < dense).map(|a| [a, b]));
        }
        let graph = graph(count as usize, &edges);
        let is_one = |images: &[usize]| is_involution(&graph, images);
        let expected = any_permutation(count as usize, &mut Vec::new(), &is_one);
        let found = some(&graph);
        assert_eq!(!found.is_empty(), expected, "{graph:?} {found:?}");
        assert!(found.iter().all(|one| is_one(&one.images)), "{graph:?} {found:?}");
        if expected { yes += 1 } else { no += 1 }
    }
    assert!(yes > 50 && no > 50, "{yes} {no}");
}

/// Builds two copies of a random graph, whose edges join the copies of their ends straight or crosswise, and two
/// vertices that are each next to both copies of some vertices.
#[test]
fn two_copies_of_a_graph_are_exchanged() {
    let mut below = random(32);
    for _ in 0..50 {
        let count = 12 + below(40) as u32;
        let mut edges: Vec<[u32; 2]> = Vec::new();
        for b in 1..count {
            for _ in 0..2 {
                let (a, cross) = (below(u64::from(b)) as u32, below(2) as u32);
                if edges.iter().all(|&[c, d]| [c / 2, d / 2] != [a, b]) {
                    edges.extend([[2 * a, 2 * b + cross], [2 * a + 1, 2 * b + 1 - cross]]);
                }
            }
        }
        for (fixed, pair) in [(2 * count, 0), (2 * count + 1, 3)] {
            edges.extend([[2 * pair, fixed], [2 * pair + 1, fixed]]);
        }
        let graph = graph(2 * count as usize + 2, &edges);
        let found = some(&graph);
        assert!(!found.is_empty() && found.iter().all(|one| is_involution(&graph, &one.images)));
        for edge in graph.edges() {
            let first = found[0].first_edge(&graph, edge);
            assert!(first <= edge && found[0].first_edge(&graph, first) == first);
        }
    }
}

#[test]
fn images_have_the_colour_of_their_vertices() {
    let square = graph(4, &[[0, 1], [1, 2], [2, 3], [3, 0]]);
    assert_eq!(Involution::some(&square, &[0, 1, 2, 3]), []);
    let found = Involution::some(&square, &[1, 0, 1, 0]);
    assert_eq!(found, [Involution { images: vec![2, 3, 0, 1] }]);
    assert!(some(&square).len() > 1);
    // only one vertex of a path of three is its own image, but that leaves too few that move
    assert_eq!(some(&graph(3, &[[0, 1], [1, 2]])), []);
}
