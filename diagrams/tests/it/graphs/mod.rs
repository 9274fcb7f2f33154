//! Random graphs.

use encycle_encodings::grid::Graph;
use rand::Rng as _;
use rand_pcg::Pcg64Mcg;

/// Returns a number below a bound.
pub fn below(random: &mut Pcg64Mcg, bound: usize) -> usize {
    (random.next_u64() % bound as u64) as usize
}

/// Returns the items in a random order.
pub fn shuffled<T>(random: &mut Pcg64Mcg, mut items: Vec<T>) -> Vec<T> {
    for index in (1..items.len()).rev() {
        items.swap(index, below(random, index + 1));
    }
    items
}

/// Returns a random graph without parallel edges; it need not be connected.
pub fn random(random: &mut Pcg64Mcg, vertices: usize, edges: usize) -> Graph {
    let all = (0..vertices as u32).flat_map(|a| (0..a).map(move |b| [a, b])).collect();
    let mut chosen = shuffled(random, all);
    chosen.truncate(edges);
    Graph::new(vertices, chosen).expect("a simple graph")
}
