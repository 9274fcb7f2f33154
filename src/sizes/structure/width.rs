//! Upper bounds of the treewidth of a graph, by elimination orders.

use std::collections::BTreeSet;

use super::graph::PrimalGraph;

/// The choice of the next vertex to eliminate; of several, the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EliminationRule {
    /// A vertex of least degree.
    MinDegree,
    /// A vertex whose neighbours lack the fewest edges to be a clique.
    MinFill,
}

/// The largest number of pairs of neighbours to look at.
const WORK_LIMIT: u64 = 50_000_000;

/// Returns the width of the elimination order by this rule: the largest degree of a vertex when it is eliminated, which
/// makes its neighbours a clique. Returns `None` if that is too much work.
pub(super) fn elimination_width(graph: &PrimalGraph, rule: EliminationRule) -> Option<usize> {
    let neighbors = |vertex| graph.neighbors(vertex).iter().map(|&(other, _)| other).collect();
    let mut elimination = Elimination {
        rule,
        neighbors: (0..graph.len()).map(neighbors).collect(),
        scores: vec![0; graph.len()],
        queue: BTreeSet::new(),
        work: 0,
    };
    elimination.run()
}

struct Elimination {
    rule: EliminationRule,
    neighbors: Vec<BTreeSet<u32>>,
    /// For each vertex, its degree or its number of missing edges.
    scores: Vec<usize>,
    /// The vertices that are left, with their scores.
    queue: BTreeSet<(usize, u32)>,
    /// The number of pairs of neighbours looked at.
    work: u64,
}

impl Elimination {
    fn run(&mut self) -> Option<usize> {
        for vertex in 0..self.neighbors.len() as u32 {
            self.scores[vertex as usize] = self.score(vertex)?;
            self.queue.insert((self.scores[vertex as usize], vertex));
        }
        let mut width = 0;
        // the vertices that are left have fewer neighbours than they are
        while self.queue.len() > width + 1 {
            let (_, vertex) = self.queue.pop_first()?;
            let around = std::mem::take(&mut self.neighbors[vertex as usize]);
            let around: Vec<u32> = around.into_iter().collect();
            width = width.max(around.len());
            self.join(vertex, &around)?;
            for &other in &around {
                let score = self.score(other)?;
                self.set_score(other, score);
            }
        }
        Some(width)
    }

    /// Removes a vertex from its neighbours, and makes them a clique.
    fn join(&mut self, vertex: u32, around: &[u32]) -> Option<()> {
        self.spend(around.len())?;
        for &one in around {
            self.neighbors[one as usize].remove(&vertex);
        }
        for (index, &one) in around.iter().enumerate() {
            for &other in &around[index + 1..] {
                if self.neighbors[one as usize].insert(other) {
                    self.neighbors[other as usize].insert(one);
                    self.lower_scores(one, other)?;
                }
            }
        }
        Some(())
    }

    /// Subtracts a missing edge from the scores of the common neighbours of its ends. Those of the eliminated vertex are
    /// computed anew afterwards.
    fn lower_scores(&mut self, one: u32, other: u32) -> Option<()> {
        if self.rule == EliminationRule::MinDegree {
            return Some(());
        }
        let [few, many] = {
            let [a, b] = [one, other].map(|end| &self.neighbors[end as usize]);
            if a.len() < b.len() { [a, b] } else { [b, a] }
        };
        let common: Vec<u32> = few.iter().copied().filter(|end| many.contains(end)).collect();
        self.work += few.len() as u64;
        for vertex in common {
            let score = self.scores[vertex as usize].saturating_sub(1);
            self.set_score(vertex, score);
        }
        (self.work <= WORK_LIMIT).then_some(())
    }

    fn set_score(&mut self, vertex: u32, score: usize) {
        let old = std::mem::replace(&mut self.scores[vertex as usize], score);
        if old != score && self.queue.remove(&(old, vertex)) {
            self.queue.insert((score, vertex));
        }
    }

    fn score(&mut self, vertex: u32) -> Option<usize> {
        let around = &self.neighbors[vertex as usize];
        if self.rule == EliminationRule::MinDegree {
            return Some(around.len());
        }
        let around: Vec<u32> = around.iter().copied().collect();
        self.spend(around.len())?;
        let missing = |(index, one): (usize, &u32)| {
            let neighbors = &self.neighbors[*one as usize];
            around[index + 1..].iter().filter(|other| !neighbors.contains(other)).count()
        };
        Some(around.iter().enumerate().map(missing).sum())
    }

    /// Counts the pairs of this number of neighbours; `None` beyond the limit.
    fn spend(&mut self, neighbors: usize) -> Option<()> {
        self.work += (neighbors * neighbors / 2) as u64;
        (self.work <= WORK_LIMIT).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: [EliminationRule; 2] = [EliminationRule::MinDegree, EliminationRule::MinFill];

    /// The exact treewidth, by the recursion over sets of vertices of Bodlaender, Fomin, Koster, Kratsch and Thilikos 2012,
    /// On exact algorithms for treewidth: `widths[set]` is the least width of an order that eliminates `set` first.
    fn treewidth(vertices: usize, edges: &[(u32, u32)]) -> usize {
        let mut adjacent = vec![0_u32; vertices];
        for &(a, b) in edges {
            adjacent[a as usize] |= 1 << b;
            adjacent[b as usize] |= 1 << a;
        }
        // the vertices outside `gone` that paths through `gone` join with `vertex`
        let degree = |gone: u32, vertex: usize| {
            let (mut seen, mut open) = (1_u32 << vertex, vec![vertex]);
            while let Some(one) = open.pop() {
                let new = adjacent[one] & !seen;
                seen |= new;
                open.extend((0..vertices).filter(|&next| (new & gone) >> next & 1 == 1));
            }
            (seen & !gone).count_ones() as usize - 1
        };
        let mut widths = vec![0; 1 << vertices];
        for set in 1..1_u32 << vertices {
            let last = (0..vertices).filter(|&last| set >> last & 1 == 1);
            let width = last.map(|last| {
                let before = set & !(1 << last);
                degree(before, last).max(widths[before as usize])
            });
            widths[set as usize] = width.min().unwrap_or(0);
        }
        widths[(1 << vertices) - 1]
    }

    /// The least degree and the fewest missing edges, found by looking at all vertices in each step.
    fn naive(vertices: usize, edges: &[(u32, u32)], rule: EliminationRule) -> usize {
        let mut adjacent = vec![vec![false; vertices]; vertices];
        for &(a, b) in edges {
            adjacent[a as usize][b as usize] = true;
            adjacent[b as usize][a as usize] = true;
        }
        let mut left: Vec<usize> = (0..vertices).collect();
        let mut width = 0;
        while !left.is_empty() {
            let around = |vertex: usize| -> Vec<usize> {
                left.iter().copied().filter(|&other| adjacent[vertex][other]).collect()
            };
            let score = |vertex: usize| {
                let around = around(vertex);
                let missing =
                    |&a: &usize| around.iter().filter(|&&b| a < b && !adjacent[a][b]).count();
                match rule {
                    EliminationRule::MinDegree => around.len(),
                    EliminationRule::MinFill => around.iter().map(missing).sum(),
                }
            };
            let vertex =
                left.iter().copied().min_by_key(|&vertex| score(vertex)).expect("a vertex");
            let around = around(vertex);
            width = width.max(around.len());
            for &a in &around {
                around.iter().filter(|&&b| a != b).for_each(|&b| adjacent[a][b] = true);
            }
            left.retain(|&other| other != vertex);
        }
        width
    }

    /// All graphs with up to six vertices: the bound is that of the definition, and no less than the treewidth.
    #[test]
    fn bounds_are_those_of_the_rules_and_no_less_than_the_treewidth() {
        for vertices in 0..=6 {
            for (edges, graph) in PrimalGraph::all(vertices) {
                let exact = treewidth(vertices as usize, &edges);
                for rule in RULES {
                    let bound = elimination_width(&graph, rule).expect("a small graph");
                    assert!(bound >= exact, "{edges:?}: {bound} < {exact}");
                    assert_eq!(bound, naive(vertices as usize, &edges, rule), "{rule:?} {edges:?}");
                }
            }
        }
    }

    /// Families whose treewidth is known: trees 1, cycles 2, cliques n - 1, grids of k rows k.
    #[test]
    fn known_treewidths_are_found() {
        let of = |vertices: usize, edges: &[(u32, u32)], expected: usize| {
            let graph = PrimalGraph::of_edges(vertices, edges);
            for rule in RULES {
                assert_eq!(elimination_width(&graph, rule), Some(expected), "{rule:?} {edges:?}");
            }
        };
        for count in [3_u32, 10, 40] {
            let tree: Vec<(u32, u32)> =
                (1..count).map(|vertex| ((vertex - 1) / 2, vertex)).collect();
            of(count as usize, &tree, 1);
            let cycle: Vec<(u32, u32)> =
                (0..count).map(|vertex| (vertex, (vertex + 1) % count)).collect();
            of(count as usize, &cycle, 2);
            let clique: Vec<(u32, u32)> =
                (0..count).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
            of(count as usize, &clique, count as usize - 1);
        }
        for rows in 1..=4_u32 {
            let cols = 9;
            let right =
                |row: u32| (1..cols).map(move |col| (row * cols + col - 1, row * cols + col));
            let down = (1..rows).flat_map(|row| {
                (0..cols).map(move |col| ((row - 1) * cols + col, row * cols + col))
            });
            let grid: Vec<(u32, u32)> = (0..rows).flat_map(right).chain(down).collect();
            let graph = PrimalGraph::of_edges((rows * cols) as usize, &grid);
            let found = RULES.map(|rule| elimination_width(&graph, rule).expect("a small graph"));
            assert!(found.iter().all(|&found| found >= rows as usize), "{rows}: {found:?}");
            assert_eq!(found.iter().min(), Some(&(rows as usize)), "{rows}: {found:?}");
        }
    }
}
