//! Cuts for rules about graphs: what every solution satisfies and a model violates.
//!
//! A model breaks a rule in one of two ways. If drawn edges are *missing*, a set S of vertices is left by too few of
//! them, and the cut demands an edge of the boundary δ(S). If there are *too many*, they contain a cycle or a path that
//! the rule forbids, and the cut demands that one of them is missing. With a literal L for the rule, the first kind holds
//! if L is true and the second kind if L is false, or the other way round; each cut then has the literal L or its
//! negation.
//!
//! A cycle that is separate from other drawn edges may itself be the solution of `one-cycle`. So its cut names an edge of
//! the cycle *and* an edge f of another component: both cannot be drawn unless the boundary is crossed, or, if that is
//! shorter, not all of the cycle can be drawn beside f.

use std::collections::VecDeque;

use crate::encoding::{Cut, CutForm, CutKind, CutReason};
use crate::grid::{DisjointSets, components, reached};
use crate::logic::{Lit, holds};
use crate::model::goal::{GraphGoal, GraphRule};
use crate::model::graph::{Condition, RuleGraph};

/// Returns the cuts of a rule that the values violate.
pub(super) fn violated(rule: &GraphRule, values: &[bool], kind: CutKind) -> Vec<Cut> {
    let is_required = rule.literal().is_none_or(|literal| holds(literal, values));
    let condition: Vec<Lit> = rule
        .literal()
        .map(|literal| if is_required { !literal } else { literal })
        .into_iter()
        .collect();
    let graph = rule.graph();
    let drawn = graph.drawn(values);
    let mut drawing =
        ModelDrawing { rule, graph, values, drawn, condition, kind, cuts: Vec::new() };
    match is_required {
        true => drawing.enforce(),
        false => drawing.refute(),
    }
    drawing.cuts
}

/// The drawn edges of a model, and the cuts found so far.
struct ModelDrawing<'a> {
    rule: &'a GraphRule,
    graph: &'a RuleGraph,
    values: &'a [bool],
    drawn: Vec<bool>,
    /// The literal of the rule that makes each cut hold, if the rule has a literal.
    condition: Vec<Lit>,
    kind: CutKind,
    cuts: Vec<Cut>,
}

/// The edges that leave a set of vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Boundary {
    /// All of them, whatever their directions.
    Both,
    /// The arcs out of the set; in an undirected graph, all edges.
    Out,
    /// The arcs into the set; in an undirected graph, all edges.
    In,
}

impl ModelDrawing<'_> {
    /// Finds cuts of a rule that must hold.
    fn enforce(&mut self) {
        match self.rule.goal() {
            GraphGoal::Cycles => {}
            GraphGoal::OneCycle => self.join_touched(),
            GraphGoal::HamiltonCycle | GraphGoal::HamiltonPath(_) => self.join_all(),
            GraphGoal::Path(ends) => self.join_listed(&ends[..1], true),
            GraphGoal::Connected(vertices) if vertices.is_empty() => self.join_touched(),
            GraphGoal::Connected(vertices) => self.join_listed(vertices, false),
            GraphGoal::ConnectedVertices => self.join_chosen(),
            GraphGoal::Tree(vertices) => {
                match vertices.is_empty() {
                    true => self.join_touched(),
                    false => self.join_listed(vertices, true),
                }
                self.break_cycles(false);
            }
            GraphGoal::Forest => self.break_cycles(false),
            GraphGoal::Acyclic => self.break_cycles(self.graph.is_directed()),
            GraphGoal::Reach([from, to]) => self.lead(*from, *to),
            GraphGoal::Distance([from, to], most) => self.shorten(*from, *to, *most),
        }
    }

    /// Finds cuts of a rule that must fail although it holds.
    fn refute(&mut self) {
        let witness = match self.rule.goal() {
            GraphGoal::Reach([from, to]) => self.path(*from, *to).map(|path| self.unless(&path)),
            GraphGoal::Distance([from, to], most) => {
                let path = self.path(*from, *to).filter(|path| path.len() <= *most);
                path.map(|path| self.unless(&path))
            }
            GraphGoal::Connected(vertices) => {
                self.spanning(vertices).map(|tree| self.unless(&tree))
            }
            GraphGoal::Acyclic if self.graph.is_directed() => self.backward_edges(),
            GraphGoal::Forest | GraphGoal::Acyclic => self.closing_edges(),
            _ => None,
        };
        if let Some(literals) = witness {
            self.push(literals, CutForm::Clause);
        }
    }

    fn is_drawn(&self, edge: usize) -> bool {
        self.drawn[edge]
    }

    /// Adds a cut with the literal of the rule in front. Equal literals are joined; a row with equal literals becomes a
    /// clause.
    fn push(&mut self, mut literals: Vec<Lit>, mut form: CutForm) {
        let count = literals.len();
        literals.sort_unstable();
        literals.dedup();
        if form != CutForm::Clause {
            let is_plain = literals.windows(2).all(|pair| pair[0].vidx() != pair[1].vidx());
            let is_apart = match form {
                CutForm::Crossing(edge) => literals.iter().all(|one| one.vidx() != edge.vidx()),
                _ => true,
            };
            if count != literals.len() || !is_plain || !is_apart || !self.condition.is_empty() {
                if let CutForm::Crossing(edge) = form {
                    literals.push(!edge);
                }
                form = CutForm::Clause;
            }
        }
        if form == CutForm::Clause {
            literals.extend(&self.condition);
            literals.sort_unstable();
            literals.dedup();
        }
        let cut = Cut::new(literals, form, CutReason::Rule(self.rule.goal().name()));
        if !self.cuts.contains(&cut) {
            self.cuts.push(cut);
        }
    }

    /// Returns the literals that one of these edges is missing. An edge that is always drawn has none.
    fn unless(&self, edges: &[usize]) -> Vec<Lit> {
        let literal = |&edge: &usize| self.graph.edges()[edge].when.literal();
        edges.iter().filter_map(literal).map(|literal| !literal).collect()
    }

    /// Returns the literals of the edges that leave a set of vertices and are not drawn.
    fn boundary(&self, is_in: &dyn Fn(usize) -> bool, side: Boundary) -> Vec<Lit> {
        let is_across = |ends: [usize; 2]| match [is_in(ends[0]), is_in(ends[1])] {
            [true, false] => side != Boundary::In || !self.graph.is_directed(),
            [false, true] => side != Boundary::Out || !self.graph.is_directed(),
            _ => false,
        };
        let across = self.graph.edges().iter().filter(|edge| is_across(edge.ends));
        across.filter_map(|edge| edge.when.literal()).collect()
    }

    /// Returns the component of each vertex, joined by drawn edges whatever their directions.
    fn parts(&self) -> Vec<usize> {
        let around = |vertex| {
            let drawn = self.graph.around(vertex).filter(|&(edge, _)| self.is_drawn(edge));
            drawn.map(|(_, other)| other)
        };
        let found = components(self.graph.vertex_count(), |_| true, around);
        found.numbers.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// Returns the drawn edges of each component that has some, by the number of the component.
    fn touched(&self, parts: &[usize]) -> Vec<(usize, Vec<usize>)> {
        let mut edges: Vec<Vec<usize>> =
            vec![Vec::new(); parts.iter().max().map_or(0, |most| most + 1)];
        for (edge, _) in
            self.graph.edges().iter().enumerate().filter(|&(edge, _)| self.is_drawn(edge))
        {
            edges[parts[self.graph.edges()[edge].ends[0]]].push(edge);
        }
        edges.into_iter().enumerate().filter(|(_, edges)| !edges.is_empty()).collect()
    }

    /// Returns the edge whose literal a cut names: one that is always drawn, if there is one.
    fn named(&self, edges: &[usize]) -> usize {
        let is_fixed = |&&edge: &&usize| self.graph.edges()[edge].when == Condition::Always;
        edges.iter().find(is_fixed).copied().unwrap_or(edges[0])
    }

    /// The vertices that drawn edges touch must be connected.
    fn join_touched(&mut self) {
        let parts = self.parts();
        let touched = self.touched(&parts);
        if touched.len() < 2 {
            return;
        }
        let named: Vec<usize> = touched.iter().map(|(_, edges)| self.named(edges)).collect();
        for (place, (number, edges)) in touched.iter().enumerate() {
            let other = named[(place + 1) % named.len()];
            let mut literals = self.unless(&[named[place], other]);
            let boundary = self.smaller_boundary(&|vertex| parts[vertex] == *number);
            literals.extend(boundary);
            if self.rule.goal() == &GraphGoal::OneCycle && edges.len() + 1 < literals.len() {
                literals = self.unless(edges);
                literals.extend(self.unless(&[other]));
            }
            self.push(literals, CutForm::Clause);
        }
    }

    /// Returns the smaller of the boundaries out of a set and into it, for rules that need both.
    fn smaller_boundary(&self, is_in: &dyn Fn(usize) -> bool) -> Vec<Lit> {
        if !self.rule.goal().has_degrees() {
            return self.boundary(is_in, Boundary::Both);
        }
        let [out, into] = [Boundary::Out, Boundary::In].map(|side| self.boundary(is_in, side));
        if into.len() < out.len() { into } else { out }
    }

    /// All vertices must be on one cycle or path.
    fn join_all(&mut self) {
        let parts = self.parts();
        let touched = self.touched(&parts);
        let has_loose_ends = matches!(self.rule.goal(), GraphGoal::HamiltonPath(_));
        let ends = match self.rule.goal() {
            GraphGoal::HamiltonPath(Some(ends)) => Some(*ends),
            _ => None,
        };
        if parts.iter().max().is_none_or(|&most| most == 0) {
            return;
        }
        for (number, edges) in &touched {
            let is_in = |vertex: usize| parts[vertex] == *number;
            let has_end = ends.is_some_and(|ends| ends.iter().any(|&end| is_in(end)));
            let is_open = has_loose_ends && (ends.is_none() || has_end);
            if has_loose_ends && self.is_path(edges) {
                continue;
            }
            let boundary = match is_open {
                true => self.boundary(&is_in, Boundary::Both),
                false => self.smaller_boundary(&is_in),
            };
            let is_row = self.kind == CutKind::Leave && !self.graph.is_directed() && !is_open;
            match is_row {
                true => self.push(boundary, CutForm::AtLeastTwo),
                false if self.kind == CutKind::Loop && edges.len() < boundary.len() => {
                    self.push(self.unless(edges), CutForm::Clause);
                }
                false => self.push(boundary, CutForm::Clause),
            }
        }
    }

    /// Returns whether the drawn edges of a component, which have degrees of at most two, are a path and not a cycle.
    fn is_path(&self, edges: &[usize]) -> bool {
        let ends = edges.iter().flat_map(|&edge| self.graph.edges()[edge].ends);
        let mut vertices: Vec<usize> = ends.collect();
        vertices.sort_unstable();
        vertices.dedup();
        vertices.len() > edges.len()
    }

    /// The listed vertices must be connected; with `all`, also every edge with them.
    fn join_listed(&mut self, listed: &[usize], all: bool) {
        let parts = self.parts();
        let root = parts[listed[0]];
        let mut separate: Vec<usize> = listed.iter().map(|&vertex| parts[vertex]).collect();
        separate.sort_unstable();
        separate.dedup();
        if separate.len() > 1 {
            for &number in &separate {
                let boundary = self.boundary(&|vertex| parts[vertex] == number, Boundary::Both);
                self.push(boundary, CutForm::Clause);
            }
        }
        if !all {
            return;
        }
        for (number, edges) in self.touched(&parts) {
            if number == root || separate.contains(&number) {
                continue;
            }
            let is_in = |vertex: usize| parts[vertex] == number;
            let boundary = self.smaller_boundary(&is_in);
            let edge = self.named(&edges);
            let is_path = matches!(self.rule.goal(), GraphGoal::Path(_));
            let is_row = is_path && self.kind == CutKind::Leave && !self.graph.is_directed();
            match self.graph.edges()[edge].when {
                _ if is_path && self.kind == CutKind::Loop && edges.len() <= boundary.len() => {
                    self.push(self.unless(&edges), CutForm::Clause);
                }
                Condition::If(edge) if is_row => self.push(boundary, CutForm::Crossing(edge)),
                when => {
                    let mut literals = boundary;
                    literals.extend(when.literal().map(|literal| !literal));
                    self.push(literals, CutForm::Clause);
                }
            }
        }
    }

    /// The chosen vertices must be connected by drawn edges between them.
    fn join_chosen(&mut self) {
        let graph = self.graph;
        let chosen: Vec<bool> = (0..graph.vertex_count())
            .map(|vertex| graph.chosen(vertex).holds(self.values))
            .collect();
        let around = |vertex| {
            let drawn = graph.around(vertex).filter(|&(edge, _)| self.is_drawn(edge));
            drawn.map(|(_, other)| other)
        };
        let found = components(graph.vertex_count(), |vertex| chosen[vertex], around);
        if found.count < 2 {
            return;
        }
        let named: Vec<usize> = (0..found.count)
            .map(|number| {
                let of_part = || (0..chosen.len()).filter(|&v| found.numbers[v] == Some(number));
                let fixed = of_part().find(|&vertex| graph.chosen(vertex) == Condition::Always);
                fixed.or_else(|| of_part().next()).unwrap_or_default()
            })
            .collect();
        for number in 0..found.count {
            let pair = [named[number], named[(number + 1) % named.len()]];
            let mut literals: Vec<Lit> = pair
                .iter()
                .filter_map(|&vertex| graph.chosen(vertex).literal())
                .map(|one| !one)
                .collect();
            for (edge, one) in graph.edges().iter().enumerate() {
                let beyond = match one.ends.map(|end| found.numbers[end] == Some(number)) {
                    [true, false] => one.ends[1],
                    [false, true] => one.ends[0],
                    _ => continue,
                };
                // a path out of the component needs the edge and the vertex beyond it, and the model lacks one of them
                let lacks = match self.is_drawn(edge) {
                    false => one.when,
                    true => graph.chosen(beyond),
                };
                literals.extend(lacks.literal());
            }
            self.push(literals, CutForm::Clause);
        }
    }

    /// Finds cycles without a common edge until none is left, short ones first.
    fn break_cycles(&mut self, is_directed: bool) {
        let mut left = self.drawn.clone();
        self.trim(&mut left, (0..self.graph.vertex_count()).collect(), is_directed);
        while let Some(cycle) = self.short_cycle(&left, is_directed) {
            cycle.iter().for_each(|&edge| left[edge] = false);
            let ends = cycle.iter().flat_map(|&edge| self.graph.edges()[edge].ends).collect();
            self.trim(&mut left, ends, is_directed);
            self.push(self.unless(&cycle), CutForm::Clause);
        }
    }

    /// Removes the edges of vertices that no cycle passes because they have no edge in or none out, beginning with those
    /// that wait: most vertices of a large graph, through each of which a search would find nothing.
    fn trim(&self, left: &mut [bool], mut waiting: Vec<usize>, is_directed: bool) {
        while let Some(vertex) = waiting.pop() {
            let around = self.graph.around(vertex).filter(|&(edge, _)| left[edge]);
            let around: Vec<(usize, usize)> = around.collect();
            let leaves = |&(edge, _): &(usize, usize)| self.graph.edges()[edge].ends[0] == vertex;
            let is_passed = match is_directed {
                true => around.iter().any(leaves) && !around.iter().all(leaves),
                false => around.len() > 1,
            };
            if !is_passed && around.iter().all(|&(_, next)| next != vertex) {
                around.iter().for_each(|&(edge, _)| left[edge] = false);
                waiting.extend(around.iter().map(|&(_, next)| next));
            }
        }
    }

    /// Returns a cycle of edges that are `left`: the shortest through the first vertices that lie on one.
    fn short_cycle(&self, left: &[bool], is_directed: bool) -> Option<Vec<usize>> {
        const TRIED: usize = 8;
        let on_cycle = (0..self.graph.vertex_count())
            .filter_map(|vertex| self.cycle_through(vertex, left, is_directed));
        on_cycle.take(TRIED).min_by_key(Vec::len)
    }

    /// Returns a shortest cycle through a vertex.
    fn cycle_through(&self, start: usize, left: &[bool], is_directed: bool) -> Option<Vec<usize>> {
        let graph = self.graph;
        let steps = |vertex: usize| -> Vec<(usize, usize)> {
            match is_directed {
                true => graph.steps_out(vertex, |edge| left[edge]).collect(),
                false => graph.around(vertex).filter(|&(edge, _)| left[edge]).collect(),
            }
        };
        if steps(start).is_empty() {
            return None;
        }
        // the branch of the search tree at the start; in an undirected graph, a cycle joins two branches
        let mut came: Vec<Option<(usize, usize, usize)>> = vec![None; graph.vertex_count()];
        let mut waiting = VecDeque::from([start]);
        while let Some(vertex) = waiting.pop_front() {
            for (edge, next) in steps(vertex) {
                let (back, branch) =
                    came[vertex].map_or((None, edge), |(by, _, branch)| (Some(by), branch));
                if !is_directed && back == Some(edge) {
                    continue;
                }
                if next == start {
                    let mut cycle = self.walk_back(&came, vertex, start);
                    cycle.push(edge);
                    return Some(cycle);
                }
                match came[next] {
                    None => {
                        came[next] = Some((edge, vertex, branch));
                        waiting.push_back(next);
                    }
                    Some((_, _, other)) if !is_directed && other != branch => {
                        let mut cycle = self.walk_back(&came, vertex, start);
                        cycle.extend(self.walk_back(&came, next, start));
                        cycle.push(edge);
                        return Some(cycle);
                    }
                    Some(_) => {}
                }
            }
        }
        None
    }

    fn walk_back(
        &self,
        came: &[Option<(usize, usize, usize)>],
        mut vertex: usize,
        start: usize,
    ) -> Vec<usize> {
        let mut edges = Vec::new();
        while vertex != start {
            let Some((edge, before, _)) = came[vertex] else { break };
            edges.push(edge);
            vertex = before;
        }
        edges
    }

    /// A path must lead from one vertex to another.
    fn lead(&mut self, from: usize, to: usize) {
        let count = self.graph.vertex_count();
        let onwards = reached(count, [from], |vertex| {
            self.graph.steps_out(vertex, |edge| self.is_drawn(edge)).map(|(_, next)| next)
        });
        if onwards[to] {
            return;
        }
        let backwards = reached(count, [to], |vertex| {
            self.graph.steps_into(vertex, |edge| self.is_drawn(edge)).map(|(_, next)| next)
        });
        let out = self.boundary(&|vertex| onwards[vertex], Boundary::Out);
        let into = self.boundary(&|vertex| backwards[vertex], Boundary::In);
        self.push(out, CutForm::Clause);
        self.push(into, CutForm::Clause);
    }

    /// A path of at most `most` edges must lead from one vertex to another. Without any of the edges that lead to a
    /// vertex sooner and still in time for the end, the distances remain.
    fn shorten(&mut self, from: usize, to: usize, most: usize) {
        let distance = self.distances(from, |vertex| {
            self.graph.steps_out(vertex, |edge| self.is_drawn(edge)).map(|(_, next)| next).collect()
        });
        if distance[to].is_some_and(|found| found <= most) {
            return;
        }
        let rest = self.distances(to, |vertex| {
            self.graph.steps_into(vertex, |_| true).map(|(_, next)| next).collect()
        });
        let is_useful = |[a, b]: [usize; 2]| match (distance[a], rest[b]) {
            (Some(before), Some(after)) => {
                before + 1 + after <= most && distance[b].is_none_or(|known| before + 1 < known)
            }
            _ => false,
        };
        let useful = self.graph.edges().iter().filter(|edge| {
            let [a, b] = edge.ends;
            is_useful([a, b]) || !self.graph.is_directed() && is_useful([b, a])
        });
        let literals = useful.filter_map(|edge| edge.when.literal()).collect();
        self.push(literals, CutForm::Clause);
    }

    /// Returns the number of steps to each vertex that is reached.
    fn distances(&self, start: usize, next: impl Fn(usize) -> Vec<usize>) -> Vec<Option<usize>> {
        let mut found = vec![None; self.graph.vertex_count()];
        found[start] = Some(0);
        let mut waiting = VecDeque::from([(start, 0)]);
        while let Some((vertex, distance)) = waiting.pop_front() {
            for next in next(vertex) {
                if found[next].is_none() {
                    found[next] = Some(distance + 1);
                    waiting.push_back((next, distance + 1));
                }
            }
        }
        found
    }

    /// Returns a shortest path of drawn edges.
    fn path(&self, from: usize, to: usize) -> Option<Vec<usize>> {
        let came = self.search_tree(from, self.graph.is_directed());
        (from == to || came[to].is_some()).then(|| self.walk_back(&came, to, from))
    }

    /// Returns, for each vertex that drawn edges lead to, the last edge of a shortest path and the vertex before.
    fn search_tree(&self, start: usize, is_directed: bool) -> Vec<Option<(usize, usize, usize)>> {
        let mut came = vec![None; self.graph.vertex_count()];
        let mut waiting = VecDeque::from([start]);
        while let Some(vertex) = waiting.pop_front() {
            let around: Vec<(usize, usize)> = match is_directed {
                true => self.graph.steps_out(vertex, |edge| self.is_drawn(edge)).collect(),
                false => {
                    self.graph.around(vertex).filter(|&(edge, _)| self.is_drawn(edge)).collect()
                }
            };
            for (edge, next) in around {
                if next != start && came[next].is_none() {
                    came[next] = Some((edge, vertex, edge));
                    waiting.push_back(next);
                }
            }
        }
        came
    }

    /// Returns drawn edges that connect the listed vertices, if they are connected.
    fn spanning(&self, listed: &[usize]) -> Option<Vec<usize>> {
        let root = *listed.first()?;
        let came = self.search_tree(root, false);
        let mut edges = Vec::new();
        for &vertex in listed {
            if vertex != root && came[vertex].is_none() {
                return None;
            }
            edges.extend(self.walk_back(&came, vertex, root));
        }
        edges.sort_unstable();
        edges.dedup();
        Some(edges)
    }

    /// Returns the literals of the edges outside a spanning forest that contains the drawn edges, one of which closes
    /// every cycle; `None` if the drawn edges contain a cycle.
    fn closing_edges(&self) -> Option<Vec<Lit>> {
        let mut sets = DisjointSets::new(self.graph.vertex_count());
        for (edge, one) in self.graph.edges().iter().enumerate() {
            if self.is_drawn(edge) && !unite(&mut sets, one.ends) {
                return None;
            }
        }
        let edges = self.graph.edges().iter().enumerate();
        let closing = edges.filter(|&(edge, _)| !self.is_drawn(edge));
        let closing = closing.filter(|(_, one)| !unite(&mut sets, one.ends));
        Some(closing.filter_map(|(_, one)| one.when.literal()).collect())
    }

    /// Returns the literals of the arcs that lead backwards in an order of the vertices in which all drawn arcs lead
    /// forwards, one of which closes every directed cycle; `None` if the drawn arcs contain a cycle.
    fn backward_edges(&self) -> Option<Vec<Lit>> {
        let graph = self.graph;
        let count = graph.vertex_count();
        let into = |vertex: usize| graph.steps_into(vertex, |edge| self.is_drawn(edge)).count();
        let mut open: Vec<usize> = (0..count).map(into).collect();
        let mut ready: Vec<usize> = (0..count).filter(|&vertex| open[vertex] == 0).collect();
        let mut place = vec![usize::MAX; count];
        let mut next_place = 0;
        while let Some(vertex) = ready.pop() {
            place[vertex] = next_place;
            next_place += 1;
            for (_, next) in graph.steps_out(vertex, |edge| self.is_drawn(edge)) {
                open[next] -= 1;
                if open[next] == 0 {
                    ready.push(next);
                }
            }
        }
        if next_place < count {
            return None;
        }
        let backward =
            graph.edges().iter().filter(|edge| place[edge.ends[0]] >= place[edge.ends[1]]);
        Some(backward.filter_map(|edge| edge.when.literal()).collect())
    }
}

/// Joins the sets of two vertices, and returns whether they were different.
fn unite(sets: &mut DisjointSets, [a, b]: [usize; 2]) -> bool {
    sets.unite(a as u32, b as u32)
}
