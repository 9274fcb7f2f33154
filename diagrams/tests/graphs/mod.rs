//! Random graphs.

use encycle_diagrams::SplitMix64;
use encycle_encodings::grid::Graph;

/// A number below a bound.
pub fn below(random: &mut SplitMix64, bound: usize) -> usize {
    (random.bits() % bound as u64) as usize
}

/// Items in a random order.
pub fn shuffled<T>(random: &mut SplitMix64, mut items: Vec<T>) -> Vec<T> {
    for index in (1..items.len()).rev() {
        items.swap(index, below(random, index + 1));
    }
    items
}

/// A random connected or unconnected graph without parallel edges.
pub fn random(random: &mut SplitMix64, vertices: usize, edges: usize) -> Graph {
    let all = (0..vertices as u32).flat_map(|a| (0..a).map(move |b| [a, b])).collect();
    let mut chosen = shuffled(random, all);
    chosen.truncate(edges);
    Graph::new(vertices, chosen).expect("a simple graph")
}
