//! Candidates for solutions, made from a point that violates rules about graphs, and bounds on their costs.
//!
//! A candidate satisfies the rules about one kind of structure in each graph: a cycle or path (`tour.rs`), a cheapest tree if it
//! joins few vertices (`steiner_tree.rs`), or a tree of shortest paths. The edges of large values at the point are preferred. Constraints and other rules play no part, so the
//! caller checks each candidate.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};
use std::sync::Arc;

use crate::encoding::CostBound;
use crate::logic::Lit;
use crate::model::goal::{GraphGoal, GraphRule};
use crate::model::graph::{Condition, RuleGraph};
use crate::model::rule::LazyRule;
use crate::model::steiner_tree::JoiningTree;
use crate::model::tour::{Distances, short_tour};
use crate::model::tour_bound::TourBound;

/// The most vertices of a tour: the lengths of all pairs are kept.
const MOST_VISITED: usize = 1500;

/// The most edges that all searches for shortest paths may visit.
const MOST_STEPS: usize = 20_000_000;

/// Returns candidates: values of all variables. `point` has a value from 0 to 1 for each variable, and `costs` what it
/// costs to make it true.
pub(super) fn candidates(
    rules: &[Arc<dyn LazyRule>],
    point: &[f64],
    costs: &[f64],
    is_long: bool,
) -> Vec<Vec<bool>> {
    let mut by_graph: Vec<(&RuleGraph, Vec<&GraphGoal>)> = Vec::new();
    let required = rules.iter().filter_map(|rule| rule.graph_rule());
    for rule in required.filter(|rule| rule.literal().is_none()) {
        match by_graph.iter_mut().find(|(graph, _)| std::ptr::eq(*graph, rule.graph())) {
            Some((_, goals)) => goals.push(rule.goal()),
            None => by_graph.push((rule.graph(), vec![rule.goal()])),
        }
    }
    let whole: Vec<bool> = point.iter().map(|&value| value > 0.5).collect();
    let (mut few, mut more) = (whole.clone(), whole);
    let mut is_changed = false;
    for (graph, goals) in by_graph {
        let graph = PointGraph { graph, point, costs };
        let is_tour = |goal: &&&GraphGoal| goal.has_degrees() && **goal != &GraphGoal::Cycles;
        let tour = goals.iter().find(is_tour);
        let drawn = match tour {
            Some(goal) => graph.tour(goal, is_long),
            None => graph.trees(&goals, is_long),
        };
        let Some(drawn) = drawn else { continue };
        is_changed = true;
        for (edge, &is_drawn) in graph.graph.edges().iter().zip(&drawn) {
            if let Condition::If(literal) = edge.when {
                few[literal.vidx()] = is_drawn == literal.is_pos();
                if is_drawn || tour.is_some() {
                    more[literal.vidx()] = is_drawn == literal.is_pos();
                }
            }
        }
    }
    let mut found = if is_changed { vec![few, more] } else { Vec::new() };
    found.dedup();
    found
}

/// A graph at a point.
struct PointGraph<'a> {
    graph: &'a RuleGraph,
    point: &'a [f64],
    costs: &'a [f64],
}

impl PointGraph<'_> {
    /// Returns the value of an edge.
    fn value(&self, edge: usize) -> f64 {
        match self.graph.edges()[edge].when {
            Condition::Always => 1.0,
            Condition::If(literal) => {
                let value = self.point.get(literal.vidx()).copied().unwrap_or_default();
                if literal.is_pos() { value } else { 1.0 - value }
            }
        }
    }

    /// Returns what it costs to draw an edge; `None` for an edge that is always drawn.
    fn cost(&self, edge: usize) -> Option<f64> {
        let literal = self.graph.edges()[edge].when.literal()?;
        let cost = self.costs.get(literal.vidx()).copied().unwrap_or_default();
        Some(if literal.is_pos() { cost } else { -cost })
    }

    /// Returns the vertices that edges with a value of more than a half touch.
    fn touched(&self) -> BTreeSet<usize> {
        let edges = self.graph.edges().iter().enumerate();
        let drawn = edges.filter(|&(edge, _)| self.value(edge) > 0.5);
        drawn.flat_map(|(_, edge)| edge.ends).collect()
    }

    /// Returns the drawn edges of a short cycle or path.
    fn tour(&self, goal: &GraphGoal, is_long: bool) -> Option<Vec<bool>> {
        let (graph, all) = (self.graph, 0..self.graph.vertex_count());
        let mut visited: Vec<usize> = match goal {
            GraphGoal::HamiltonCycle | GraphGoal::HamiltonPath(_) => all.collect(),
            GraphGoal::Path(ends) => {
                let touched = self.touched().into_iter();
                touched.chain(*ends).collect::<BTreeSet<_>>().into_iter().collect()
            }
            _ => self.touched().into_iter().collect(),
        };
        // a path is a cycle with a link from its end to its start, or with one more vertex between them
        let link = match goal {
            GraphGoal::Path(ends) | GraphGoal::HamiltonPath(Some(ends)) => Some(*ends),
            _ => None,
        };
        if goal == &GraphGoal::HamiltonPath(None) {
            visited.push(usize::MAX);
        }
        let count = visited.len();
        if !(3..=MOST_VISITED).contains(&count) {
            return None;
        }
        let places: HashMap<usize, usize> =
            visited.iter().enumerate().map(|(place, &vertex)| (vertex, place)).collect();
        let total: f64 =
            (0..graph.edges().len()).filter_map(|edge| self.cost(edge)).map(f64::abs).sum();
        let large = 1.0 + total;
        let mut distances = Distances::new(count, large, !graph.is_directed());
        let mut wanted = Distances::new(count, 2.0 * large, !graph.is_directed());
        let mut cheapest: HashMap<[usize; 2], usize> = HashMap::new();
        for (edge, one) in graph.edges().iter().enumerate() {
            let [Some(&from), Some(&to)] = one.ends.map(|end| places.get(&end)) else { continue };
            let length = self.cost(edge).unwrap_or(-large);
            if length < distances.length(from, to) {
                distances.set(from, to, length);
                wanted.set(from, to, length - large * self.value(edge));
                let ways = if graph.is_directed() { 1 } else { 2 };
                for ends in [[from, to], [to, from]].into_iter().take(ways) {
                    cheapest.insert(ends, edge);
                }
            }
        }
        let mut free: Vec<[usize; 2]> = Vec::new();
        if let Some(link) = link {
            let [start, end] = link.map(|end| places[&end]);
            distances.set(end, start, -large);
            wanted.set(end, start, -4.0 * large);
            free.extend([[end, start], [start, end]]);
        }
        if visited.last() == Some(&usize::MAX) {
            for place in 0..count - 1 {
                for ends in [[count - 1, place], [place, count - 1]] {
                    distances.set(ends[0], ends[1], 0.0);
                    wanted.set(ends[0], ends[1], large);
                    free.push(ends);
                }
            }
        }
        let order = short_tour(&distances, &wanted, is_long);
        let mut drawn = vec![false; graph.edges().len()];
        for (&from, &to) in order.iter().zip(order.iter().cycle().skip(1)) {
            match cheapest.get(&[from, to]) {
                _ if free.contains(&[from, to]) => {}
                Some(&edge) => drawn[edge] = true,
                None => return None,
            }
        }
        Some(drawn)
    }

    /// Returns the drawn edges of trees that join what the rules join: cheapest trees with `is_long`, if the vertices are few, or
    /// trees made of shortest paths (Takahashi and Matsuyama 1980). `None` if no rule joins vertices, or vertices cannot be
    /// joined.
    fn trees(&self, goals: &[&GraphGoal], is_long: bool) -> Option<Vec<bool>> {
        let touched = || self.touched();
        let mut joined: Vec<JoinedVertices> = Vec::new();
        for goal in goals {
            JoinedVertices::of(self.graph, goal, &touched)
                .into_iter()
                .for_each(|one| one.add(&mut joined));
        }
        let ends: usize = joined.iter().map(|one| one.ends.len()).sum();
        if joined.is_empty() || ends * self.graph.edges().len() > MOST_STEPS {
            return None;
        }
        let mut drawn = vec![false; self.graph.edges().len()];
        for one in joined {
            let cheapest = if is_long { self.cheapest(&one) } else { None };
            self.join(one, cheapest.as_deref(), &mut drawn)?;
        }
        Some(drawn)
    }

    /// Returns whether each edge is in a cheapest tree that joins vertices, if they are few.
    fn cheapest(&self, joined: &JoinedVertices) -> Option<Vec<bool>> {
        let count = self.graph.edges().len();
        let cost = |edge: usize| self.cost(edge).unwrap_or_default().max(0.0);
        let total: f64 = (0..count).map(cost).sum();
        // costs become integers of up to 40 bits
        let scale = (1_u64 << 40) as f64 / total.max(1.0);
        let costs: Vec<u64> = (0..count).map(|edge| (cost(edge) * scale).round() as u64).collect();
        let tree =
            JoiningTree::new(self.graph, joined.root, &joined.ends, joined.is_directed, &costs)?;
        let mut is_in = vec![false; count];
        tree.edges.iter().for_each(|&edge| is_in[edge] = true);
        Some(is_in)
    }

    /// Draws shortest paths from a root, or from what is reached, to the nearest of some vertices, until all are reached. With
    /// `within`, the paths have these edges only.
    fn join(
        &self,
        joined: JoinedVertices,
        within: Option<&[bool]>,
        drawn: &mut [bool],
    ) -> Option<()> {
        let JoinedVertices { root, ends: mut open, is_directed } = joined;
        let mut reached = BTreeSet::from([root]);
        open.remove(&root);
        while !open.is_empty() {
            let (path, end) = self.nearest(&reached, &open, is_directed, within)?;
            for edge in path {
                drawn[edge] = true;
                reached.extend(self.graph.edges()[edge].ends);
            }
            reached.insert(end);
            open.retain(|vertex| !reached.contains(vertex));
        }
        Some(())
    }

    /// Returns a shortest path to one of some vertices (by the algorithm of Dijkstra), and this vertex.
    fn nearest(
        &self,
        from: &BTreeSet<usize>,
        to: &BTreeSet<usize>,
        is_directed: bool,
        within: Option<&[bool]>,
    ) -> Option<(Vec<usize>, usize)> {
        let count = self.graph.vertex_count();
        let mut came: Vec<Option<(usize, usize)>> = vec![None; count];
        let mut best = vec![f64::INFINITY; count];
        // nonnegative numbers have the order of their bits
        let mut waiting: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::new();
        for &start in from {
            best[start] = 0.0;
            waiting.push(Reverse((0, start)));
        }
        while let Some(Reverse((bits, vertex))) = waiting.pop() {
            let length = f64::from_bits(bits);
            if length > best[vertex] {
                continue;
            }
            if to.contains(&vertex) {
                let (mut path, mut at) = (Vec::new(), vertex);
                while let Some((edge, before)) = came[at] {
                    path.push(edge);
                    at = before;
                }
                return Some((path, vertex));
            }
            let steps: Vec<(usize, usize)> = match is_directed {
                true => self.graph.steps_out(vertex, |_| true).collect(),
                false => self.graph.around(vertex).collect(),
            };
            let is_in = |edge: usize| within.is_none_or(|within| within[edge]);
            for (edge, next) in steps.into_iter().filter(|&(edge, _)| is_in(edge)) {
                // edges of a positive value are cheaper, but none is free: paths stay short
                let cost = self.cost(edge).unwrap_or_default().max(0.0);
                let after = length + cost * (1.0 - 0.9 * self.value(edge)) + 1e-6;
                if after < best[next] {
                    best[next] = after;
                    came[next] = Some((edge, vertex));
                    waiting.push(Reverse((after.to_bits(), next)));
                }
            }
        }
        None
    }
}

/// Returns a bound on the total cost of the true variables in every solution, and literals that are true in all solutions
/// that cost at most `most`: from rules that demand a tour through all vertices of an undirected graph, or that join few vertices.
pub(super) fn cost_bound(
    rules: &[Arc<dyn LazyRule>],
    costs: &[i64],
    most: i64,
) -> Option<CostBound> {
    let required = rules.iter().filter_map(|rule| rule.graph_rule());
    let required: Vec<&GraphRule> = required.filter(|rule| rule.literal().is_none()).collect();
    let tours = required.iter().filter_map(|rule| bound_of_tour(rule, costs, most));
    let trees = bounds_of_trees(&required, costs).into_iter();
    let trees = trees.map(|least| CostBound { least, implied: Vec::new() });
    tours.chain(trees).reduce(|mut one, other| {
        one.least = one.least.max(other.least);
        one.implied.extend(other.implied);
        one
    })
}

fn bound_of_tour(rule: &GraphRule, costs: &[i64], most: i64) -> Option<CostBound> {
    let graph = rule.graph();
    if rule.goal() != &GraphGoal::HamiltonCycle || graph.is_directed() {
        return None;
    }
    let (drawn, constant) = costs_of_edges(graph, costs)?;
    let edges: Vec<([usize; 2], i64)> =
        graph.edges().iter().zip(drawn).map(|(edge, cost)| (edge.ends, cost)).collect();
    let count = graph.vertex_count();
    let bound = TourBound::new(count, &edges)?;
    let priced = bound.best(most - constant + 1)?;
    let excluded = bound.excluded(&priced, most - constant);
    let is_out = |ends: [usize; 2]| excluded[ends[0] * count + ends[1]];
    let implied: Vec<Lit> = graph
        .edges()
        .iter()
        .filter(|edge| is_out(edge.ends))
        .filter_map(|edge| edge.when.literal().map(|literal| !literal))
        .collect();
    Some(CostBound { least: bound.least(&priced) + constant, implied })
}

/// Returns what it costs to draw each edge, and what all solutions cost at least apart from that; `None` if edges share a
/// variable.
fn costs_of_edges(graph: &RuleGraph, costs: &[i64]) -> Option<(Vec<i64>, i64)> {
    let mut is_edge = vec![false; costs.len()];
    let (mut drawn, mut constant) = (Vec::new(), 0_i64);
    for edge in graph.edges() {
        drawn.push(match edge.when {
            Condition::Always => 0,
            Condition::If(literal) => {
                let cost = *costs.get(literal.vidx())?;
                if std::mem::replace(&mut is_edge[literal.vidx()], true) {
                    return None;
                }
                constant += if literal.is_pos() { 0 } else { cost };
                if literal.is_pos() { cost } else { -cost }
            }
        });
    }
    let others = costs.iter().zip(&is_edge).filter(|(_, is_edge)| !**is_edge);
    constant += others.map(|(&cost, _)| cost.min(0)).sum::<i64>();
    Some((drawn, constant))
}

/// Returns the costs of cheapest trees that join what the rules join.
fn bounds_of_trees(rules: &[&GraphRule], costs: &[i64]) -> Vec<i64> {
    let mut by_graph: Vec<(&RuleGraph, Vec<JoinedVertices>)> = Vec::new();
    for rule in rules {
        let Some(joined) = JoinedVertices::of(rule.graph(), rule.goal(), &BTreeSet::new) else {
            continue;
        };
        match by_graph.iter_mut().find(|(graph, _)| std::ptr::eq(*graph, rule.graph())) {
            Some((_, known)) => joined.add(known),
            None => by_graph.push((rule.graph(), vec![joined])),
        }
    }
    let mut bounds = Vec::new();
    for (graph, joined) in by_graph {
        let Some((drawn, constant)) = costs_of_edges(graph, costs) else { continue };
        // an edge that saves something may be drawn beside the tree
        let saved: i64 = drawn.iter().map(|&cost| cost.min(0)).sum();
        let positive: Vec<u64> = drawn.iter().map(|&cost| cost.max(0).unsigned_abs()).collect();
        for JoinedVertices { root, ends, is_directed } in joined {
            let tree = JoiningTree::new(graph, root, &ends, is_directed, &positive);
            let cost = tree.and_then(|tree| i64::try_from(tree.cost).ok());
            bounds.extend(cost.map(|cost| cost + constant + saved));
        }
    }
    bounds
}

/// Vertices that drawn edges lead to from a root.
struct JoinedVertices {
    root: usize,
    ends: BTreeSet<usize>,
    is_directed: bool,
}

impl JoinedVertices {
    /// Returns what a rule joins, if it does. `touched` returns the vertices that a rule without a list joins.
    fn of(
        graph: &RuleGraph,
        goal: &GraphGoal,
        touched: &dyn Fn() -> BTreeSet<usize>,
    ) -> Option<Self> {
        match goal {
            GraphGoal::Tree(listed) | GraphGoal::Connected(listed) => {
                let ends: BTreeSet<usize> = match listed.is_empty() {
                    true => touched(),
                    false => listed.iter().copied().collect(),
                };
                Some(Self { root: *ends.first()?, ends, is_directed: false })
            }
            GraphGoal::Reach([from, to]) => {
                let is_directed = graph.is_directed();
                Some(Self { root: *from, ends: BTreeSet::from([*to]), is_directed })
            }
            _ => None,
        }
    }

    /// Adds it to a list, together with others from the same root.
    fn add(self, list: &mut Vec<Self>) {
        let is_like =
            |one: &&mut Self| (one.root, one.is_directed) == (self.root, self.is_directed);
        match list.iter_mut().find(is_like) {
            Some(known) => known.ends.extend(self.ends),
            None => list.push(self),
        }
    }
}
