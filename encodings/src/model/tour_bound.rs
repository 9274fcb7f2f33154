//! Exact lower bounds for tours, and the edges that no short tour has.
//!
//! A tour is a *1-tree*: a spanning tree of all vertices but one, and two edges at that vertex. A price for each vertex,
//! added to the costs of its edges, raises the costs of all tours by twice the prices, but those of 1-trees by more or
//! less. So the cheapest 1-tree, less twice the prices, is a bound, and prices under which its vertices nearly have two
//! edges make it as strong as the linear relaxation with all subtour cuts (Held and Karp 1970). Prices are improved by a
//! subgradient method, with its steps in floating point; the bound of given prices is computed with integers, so no
//! rounding can make it wrong.
//!
//! An edge outside the cheapest 1-tree costs a tour at least the bound and the difference to the edge that it would replace.
//! If that is too much, no tour that is cheap enough has the edge.

/// The most vertices: the costs of all pairs are kept, and a 1-tree takes time for each pair.
const MOST_VERTICES: usize = 1000;

/// The work on prices, in pairs of vertices.
const WORK: usize = 60_000_000;

/// The cost of a pair without an edge.
const MISSING: i64 = i64::MAX / 8;

/// Undirected edges with integer costs, of which a tour through all vertices has one or none between two vertices.
pub(super) struct TourBound {
    count: usize,
    /// The costs of the pairs, multiplied by `scale`.
    costs: Vec<i64>,
    /// The factor that gives prices their digits after the point.
    scale: i64,
}

/// A bound, and the prices that lead to it.
pub(super) struct PricedBound {
    prices: Vec<i64>,
    /// The bound, multiplied by the scale.
    scaled: i128,
    tree: OneTree,
}

/// The cheapest 1-tree without the first vertex in its tree.
struct OneTree {
    /// The vertex through which each vertex is joined, and the order in which they were. Vertex 1 is the root.
    parents: Vec<usize>,
    order: Vec<usize>,
    /// The two vertices that the first one is joined with, the cheaper first.
    ends: [usize; 2],
}

impl TourBound {
    /// Creates the bound of a graph with at least three vertices. Of parallel edges the cheapest counts. Returns `None` for a
    /// graph that is too large, or costs that are.
    pub fn new(count: usize, edges: &[([usize; 2], i64)]) -> Option<Self> {
        if !(3..=MOST_VERTICES).contains(&count) {
            return None;
        }
        let largest = edges.iter().map(|(_, cost)| cost.unsigned_abs()).max()?.max(1);
        // the sums of prices and costs stay far below the cost of a missing pair
        let scale = (1_u64 << 52) / (largest * count as u64).checked_next_power_of_two()?;
        let scale = i64::try_from(scale.min(1 << 20)).ok().filter(|&scale| scale > 0)?;
        let mut costs = vec![MISSING; count * count];
        for &([a, b], cost) in edges {
            for place in [a * count + b, b * count + a] {
                costs[place] = costs[place].min(cost * scale);
            }
        }
        Some(Self { count, costs, scale })
    }

    fn cost(&self, prices: &[i64], a: usize, b: usize) -> i64 {
        let cost = self.costs[a * self.count + b];
        if cost == MISSING { MISSING } else { cost + prices[a] + prices[b] }
    }

    /// Returns the cheapest 1-tree (by the algorithm of Prim); `None` if there is none, and so no tour.
    fn tree(&self, prices: &[i64]) -> Option<OneTree> {
        let count = self.count;
        let mut parents = vec![1; count];
        let mut nearest: Vec<i64> = (0..count).map(|v| self.cost(prices, 1, v)).collect();
        let mut open: Vec<usize> = (2..count).collect();
        let mut order = vec![1];
        while !open.is_empty() {
            let place = (0..open.len()).min_by_key(|&place| nearest[open[place]])?;
            let vertex = open.swap_remove(place);
            if nearest[vertex] == MISSING {
                return None;
            }
            order.push(vertex);
            let row = &self.costs[vertex * count..(vertex + 1) * count];
            for &other in &open {
                let cost = row[other].saturating_add(prices[vertex] + prices[other]);
                if row[other] != MISSING && cost < nearest[other] {
                    (nearest[other], parents[other]) = (cost, vertex);
                }
            }
        }
        let mut ends: Vec<usize> = (1..count).collect();
        ends.sort_by_key(|&vertex| self.cost(prices, 0, vertex));
        let ends = [ends[0], ends[1]];
        (self.cost(prices, 0, ends[1]) < MISSING).then_some(OneTree { parents, order, ends })
    }

    fn priced(&self, prices: Vec<i64>) -> Option<PricedBound> {
        let tree = self.tree(&prices)?;
        let cost = |a: usize, b: usize| i128::from(self.cost(&prices, a, b));
        let joined = tree.order[1..].iter().map(|&vertex| cost(vertex, tree.parents[vertex]));
        let ends = tree.ends.iter().map(|&end| cost(0, end));
        let paid: i128 = prices.iter().map(|&price| 2 * i128::from(price)).sum();
        let scaled = joined.chain(ends).sum::<i128>() - paid;
        Some(PricedBound { prices, scaled, tree })
    }

    /// Returns the best bound that was found. `target` is the cost of a known tour.
    pub fn best(&self, target: i64) -> Option<PricedBound> {
        let count = self.count;
        let target = i128::from(target) * i128::from(self.scale);
        let mut prices = vec![0.0; count];
        let mut last = vec![0.0; count];
        let mut best = self.priced(vec![0; count])?;
        let steps = (count * count / 50 + 3 * count + 20).min(WORK / (count * count)).max(3);
        // a part of the gap for each vertex, at least a percent of the cost: on eleven problems of TSPLIB, 25 times as much or
        // a quarter of it led to weaker bounds
        let gap = (target - best.scaled).max(target.abs() / 100) as f64;
        let first = 12.0 * gap / count as f64;
        for step in 0..steps {
            let whole = prices.iter().map(|&price: &f64| price.round() as i64).collect();
            let found = self.priced(whole)?;
            let missing = found.tree.degrees().into_iter().map(|degree| f64::from(degree) - 2.0);
            let direction: Vec<f64> = missing.collect();
            if found.scaled > best.scaled {
                best = found;
            }
            if best.scaled >= target || direction.iter().all(|&one| one == 0.0) {
                break;
            }
            let length = first * (1.0 - step as f64 / steps as f64).powi(2);
            for vertex in 0..count {
                // a part of the last step damps the zigzag of the method (Volgenant and Jonker 1982)
                let change = length * (0.6 * direction[vertex] + 0.4 * last[vertex]);
                prices[vertex] = (prices[vertex] + change).clamp(-1e15, 1e15);
            }
            last = direction;
        }
        Some(best)
    }

    /// Returns the least cost of a tour as the bound states it, a whole number.
    pub fn least(&self, bound: &PricedBound) -> i64 {
        let scale = i128::from(self.scale);
        let whole = bound.scaled.div_euclid(scale) + i128::from(bound.scaled.rem_euclid(scale) > 0);
        i64::try_from(whole).unwrap_or(i64::MIN)
    }

    /// Returns, for each pair of vertices, whether no tour with at most this cost uses an edge of that cost between them.
    pub fn excluded(&self, bound: &PricedBound, most: i64) -> Vec<bool> {
        let (count, tree) = (self.count, &bound.tree);
        let cost = |a: usize, b: usize| self.cost(&bound.prices, a, b);
        // the most expensive edge on the way between two vertices of the tree
        let mut widest = vec![i64::MIN; count * count];
        for (place, &vertex) in tree.order.iter().enumerate().skip(1) {
            let parent = tree.parents[vertex];
            for &other in &tree.order[..place] {
                let width = widest[parent * count + other].max(cost(vertex, parent));
                widest[vertex * count + other] = width;
                widest[other * count + vertex] = width;
            }
        }
        let slack = i128::from(most) * i128::from(self.scale) - bound.scaled;
        let mut excluded = vec![false; count * count];
        for a in 0..count {
            for b in 0..count {
                let replaced = match (a, b) {
                    (0, _) | (_, 0) => cost(0, tree.ends[1]),
                    _ => widest[a * count + b],
                };
                let more = i128::from(cost(a, b)) - i128::from(replaced);
                excluded[a * count + b] = a != b && more > slack.max(0);
            }
        }
        excluded
    }
}

impl OneTree {
    fn degrees(&self) -> Vec<i32> {
        let mut degrees = vec![0; self.parents.len()];
        for &vertex in &self.order[1..] {
            degrees[vertex] += 1;
            degrees[self.parents[vertex]] += 1;
        }
        degrees[0] = 2;
        self.ends.iter().for_each(|&end| degrees[end] += 1);
        degrees
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All tours of random graphs with seven vertices, against the bound and the excluded pairs.
    #[test]
    fn no_tour_is_cheaper_than_the_bound_or_uses_an_excluded_edge() {
        let mut excluded = 0;
        for seed in 1..60_u64 {
            let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut below = |limit: u64| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (random >> 33) % limit
            };
            let mut edges = Vec::new();
            for a in 0..7 {
                for b in a + 1..7 {
                    if below(6) > 0 {
                        edges.push(([a, b], below(40) as i64 - 5));
                    }
                }
            }
            let cost = |a: usize, b: usize| {
                let is_pair = |ends: [usize; 2]| ends == [a.min(b), a.max(b)];
                edges.iter().find(|(ends, _)| is_pair(*ends)).map(|(_, cost)| *cost)
            };
            let mut tours = vec![vec![0]];
            for _ in 1..7 {
                tours = tours
                    .iter()
                    .flat_map(|tour: &Vec<usize>| {
                        let next = (1..7).filter(|vertex| !tour.contains(vertex));
                        next.map(|vertex| [&tour[..], &[vertex]].concat())
                    })
                    .collect();
            }
            let cost_of = |tour: &Vec<usize>| -> Option<i64> {
                (0..7).map(|place| cost(tour[place], tour[(place + 1) % 7])).sum()
            };
            let Some(best) = tours.iter().filter_map(cost_of).min() else { continue };
            let bound = TourBound::new(7, &edges).expect("a small graph");
            let priced = bound.best(best).expect("a tour");
            assert!(bound.least(&priced) <= best, "{seed}");
            for most in [best, best + 3] {
                let out = bound.excluded(&priced, most);
                excluded += out.iter().filter(|&&one| one).count();
                for tour in tours.iter().filter(|tour| cost_of(tour).is_some_and(|one| one <= most))
                {
                    for place in 0..7 {
                        let (a, b) = (tour[place], tour[(place + 1) % 7]);
                        assert!(!out[a * 7 + b], "{seed}: {a}-{b}");
                    }
                }
            }
        }
        assert!(excluded > 500, "{excluded}");
    }
}
