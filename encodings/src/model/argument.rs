//! Local arguments: why no values that falsify a clause satisfy a rule.
//!
//! The clause is falsified by values of its variables, which make some edges *drawn* and some *not drawn*; all others are
//! *possible*. The rule is then refuted by what no choice of the other edges changes: vertices that must be joined are apart
//! although all possible edges are drawn, the drawn edges alone contain a cycle that the rule forbids, or cycles would cross a
//! boundary an odd number of times. The argument shares no code with the cuts, so it decides whether a recorded cut may be used.

use std::collections::{BTreeSet, HashMap};

use crate::encoding::{Cut, CutForm};
use crate::grid::DisjointSets;
use crate::logic::Lit;
use crate::model::check::DrawnEdges;
use crate::model::goal::{GraphGoal, GraphRule};
use crate::model::graph::{Condition, RuleGraph};

/// Returns whether every solution of a rule satisfies a clause, by a local argument. A clause without such an argument may
/// still follow from the rule.
pub(super) fn justifies(rule: &GraphRule, clause: &[Lit]) -> bool {
    if clause.iter().any(|&literal| clause.contains(&!literal)) {
        return true;
    }
    let fixed = |condition: Condition| match condition {
        Condition::Always => Some(true),
        Condition::If(literal) if clause.contains(&literal) => Some(false),
        Condition::If(literal) => clause.contains(&!literal).then_some(true),
    };
    let graph = rule.graph();
    let edges = |is_wanted: &dyn Fn(Option<bool>) -> bool| -> Vec<[usize; 2]> {
        let wanted = graph.edges().iter().filter(|edge| is_wanted(fixed(edge.when)));
        wanted.map(|edge| edge.ends).collect()
    };
    let chosen = (0..graph.vertex_count()).map(|vertex| fixed(graph.chosen(vertex))).collect();
    let argument = Argument {
        graph,
        drawn: edges(&|value| value == Some(true)),
        possible: edges(&|value| value != Some(false)),
        free: edges(&|value| value.is_none()),
        chosen,
    };
    match rule.literal().map_or(Some(true), |literal| fixed(Condition::If(literal))) {
        Some(true) => argument.refutes(rule.goal()),
        Some(false) => argument.proves(rule.goal()),
        None => false,
    }
}

/// Returns whether every solution of a rule satisfies a cut, by a local argument.
pub(super) fn justifies_cut(rule: &GraphRule, cut: &Cut) -> bool {
    let literals = cut.literals();
    match cut.form() {
        CutForm::Clause => justifies(rule, literals),
        CutForm::AtLeastTwo => justifies_two(rule, None, literals),
        CutForm::Crossing(edge) => justifies_two(rule, Some(edge), literals),
    }
}

/// Returns whether, if an edge is drawn, no solution makes all literals false, and none makes one of them true and the others
/// false. The edges of a boundary are such literals: cycles cross it an even number of times.
fn justifies_two(rule: &GraphRule, edge: Option<Lit>, literals: &[Lit]) -> bool {
    let ends = match rule.goal() {
        GraphGoal::Cycles | GraphGoal::OneCycle | GraphGoal::HamiltonCycle => &[][..],
        GraphGoal::Path(ends) | GraphGoal::HamiltonPath(Some(ends)) => &ends[..],
        _ => return false,
    };
    let clause: Vec<Lit> = literals.iter().copied().chain(edge.map(|edge| !edge)).collect();
    rule.literal().is_none()
        && justifies(rule, &clause)
        && Crossings::new(rule.graph(), edge, literals, ends).are_odd()
}

/// The edges whose literals are all false but one, and how often the edges that are drawn then leave each part that no other edge
/// leaves.
struct Crossings {
    /// For each literal, the parts at the ends of the edges that its truth draws or erases.
    ends: Vec<Vec<u32>>,
    /// The parts that the other edges leave an odd number of times.
    odd: BTreeSet<u32>,
}

impl Crossings {
    fn new(graph: &RuleGraph, edge: Option<Lit>, literals: &[Lit], path_ends: &[usize]) -> Self {
        let places: HashMap<Lit, usize> = literals.iter().copied().zip(0..).collect();
        let mut parts = DisjointSets::new(graph.vertex_count());
        let mut always = path_ends.to_vec();
        let mut alone: Vec<Vec<usize>> = vec![Vec::new(); literals.len()];
        for one in graph.edges() {
            match one.when {
                Condition::Always => always.extend(one.ends),
                Condition::If(literal) if Some(literal) == edge => always.extend(one.ends),
                Condition::If(literal) if Some(!literal) == edge => {}
                Condition::If(literal) => match (places.get(&literal), places.get(&!literal)) {
                    (Some(&place), _) => alone[place].extend(one.ends),
                    (None, Some(&place)) => {
                        // drawn unless this literal is true
                        always.extend(one.ends);
                        alone[place].extend(one.ends);
                    }
                    (None, None) => {
                        parts.unite(one.ends[0] as u32, one.ends[1] as u32);
                    }
                },
            }
        }
        let mut part = |vertex: usize| parts.find(vertex as u32);
        let mut odd = BTreeSet::new();
        always.into_iter().for_each(|vertex| toggle(&mut odd, part(vertex)));
        let ends = alone.into_iter().map(|ends| ends.into_iter().map(&mut part).collect());
        Self { ends: ends.collect(), odd }
    }

    /// Returns whether a part is left an odd number of times, whichever literal is true.
    fn are_odd(&self) -> bool {
        self.ends.iter().all(|ends| {
            let mut odd = self.odd.clone();
            ends.iter().for_each(|&part| toggle(&mut odd, part));
            !odd.is_empty()
        })
    }
}

/// Adds an element, or removes it.
fn toggle(set: &mut BTreeSet<u32>, element: u32) {
    if !set.remove(&element) {
        set.insert(element);
    }
}

/// What a falsified clause fixes.
struct Argument<'a> {
    graph: &'a RuleGraph,
    drawn: Vec<[usize; 2]>,
    /// The edges that are drawn or may be drawn.
    possible: Vec<[usize; 2]>,
    /// The edges that may or may not be drawn.
    free: Vec<[usize; 2]>,
    chosen: Vec<Option<bool>>,
}

impl Argument<'_> {
    /// Returns whether the rule fails, whatever the other edges are.
    fn refutes(&self, goal: &GraphGoal) -> bool {
        let touched: BTreeSet<usize> = self.drawn.iter().flatten().copied().collect();
        let all: BTreeSet<usize> = (0..self.graph.vertex_count()).collect();
        let with = |vertices: &[usize]| touched.iter().chain(vertices).copied().collect();
        match goal {
            GraphGoal::Cycles => self.is_odd(&[]),
            GraphGoal::OneCycle => {
                self.is_apart(&touched, true) || self.is_closed(&touched) || self.is_odd(&[])
            }
            GraphGoal::HamiltonCycle => {
                self.is_apart(&all, true) || self.is_closed(&all) || self.is_odd(&[])
            }
            GraphGoal::Path([from, to]) => {
                self.has_cycle(false)
                    || self.misses(*from, *to, &with(&[*from, *to]))
                    || self.is_odd(&[*from, *to])
            }
            GraphGoal::HamiltonPath(Some([from, to])) => {
                self.has_cycle(false) || self.misses(*from, *to, &all) || self.is_odd(&[*from, *to])
            }
            GraphGoal::HamiltonPath(None) => self.has_cycle(false) || self.is_apart(&all, false),
            GraphGoal::Connected(vertices) if vertices.is_empty() => self.is_apart(&touched, false),
            GraphGoal::Connected(vertices) => {
                self.is_apart(&vertices.iter().copied().collect(), false)
            }
            GraphGoal::ConnectedVertices => self.is_choice_apart(),
            GraphGoal::Tree(vertices) => {
                self.has_cycle(false) || self.is_apart(&with(vertices), false)
            }
            GraphGoal::Forest => self.has_cycle(false),
            GraphGoal::Acyclic => self.has_cycle(self.graph.is_directed()),
            GraphGoal::Reach(..) | GraphGoal::Distance(..) => {
                self.fault(&self.possible, goal).is_some()
            }
        }
    }

    /// Returns whether the rule holds, whatever the other edges are.
    fn proves(&self, goal: &GraphGoal) -> bool {
        match goal {
            // fewer edges cannot break these rules, and more edges cannot mend them
            GraphGoal::Forest | GraphGoal::Acyclic => self.fault(&self.possible, goal).is_none(),
            // more edges cannot break these rules
            GraphGoal::Reach(..) | GraphGoal::Distance(..) => {
                self.fault(&self.drawn, goal).is_none()
            }
            GraphGoal::Connected(vertices) => {
                !vertices.is_empty() && self.fault(&self.drawn, goal).is_none()
            }
            _ => false,
        }
    }

    /// Checks a rule that does not depend on the choice of vertices.
    fn fault(&self, edges: &[[usize; 2]], goal: &GraphGoal) -> Option<String> {
        DrawnEdges { graph: self.graph, edges }.fault(goal, &[])
    }

    /// Returns whether possible edges do not join these vertices. Along a cycle, they lead from each to each.
    fn is_apart(&self, vertices: &BTreeSet<usize>, is_cycle: bool) -> bool {
        match vertices.first() {
            Some(&first) if is_cycle && self.graph.is_directed() => {
                self.misses(first, first, vertices)
            }
            _ => DrawnEdges { graph: self.graph, edges: &self.possible }.joined(vertices).is_some(),
        }
    }

    /// Returns whether possible edges do not lead from one vertex to each of these vertices, or not from there to another.
    fn misses(&self, from: usize, to: usize, vertices: &BTreeSet<usize>) -> bool {
        let reached = |edges: &[[usize; 2]], start: usize| {
            DrawnEdges { graph: self.graph, edges }.steps(start, self.graph.vertex_count())
        };
        let backward: Vec<[usize; 2]> = self.possible.iter().map(|&[a, b]| [b, a]).collect();
        let (after, before) = (reached(&self.possible, from), reached(&backward, to));
        vertices.iter().any(|vertex| !after.contains_key(vertex) || !before.contains_key(vertex))
    }

    /// Returns whether a part of the graph that no free edge leaves is left by drawn edges so often that they cannot be those of
    /// cycles, or of a path with these ends.
    fn is_odd(&self, ends: &[usize]) -> bool {
        let mut parts = DisjointSets::new(self.graph.vertex_count());
        for &[a, b] in &self.free {
            parts.join(a as u32, b as u32);
        }
        let mut is_odd = vec![false; self.graph.vertex_count()];
        for &end in self.drawn.iter().flatten().chain(ends) {
            is_odd[parts.find(end as u32) as usize] ^= true;
        }
        is_odd.contains(&true)
    }

    fn has_cycle(&self, is_directed: bool) -> bool {
        DrawnEdges { graph: self.graph, edges: &self.drawn }.cycle_fault(is_directed).is_some()
    }

    /// Returns whether some drawn edges are a closed cycle, whose vertices can have no further edge, and one of these
    /// vertices is not on it.
    fn is_closed(&self, vertices: &BTreeSet<usize>) -> bool {
        let mut left: BTreeSet<usize> = self.drawn.iter().flatten().copied().collect();
        while let Some(&start) = left.first() {
            let mut piece = BTreeSet::from([start]);
            let mut open = vec![start];
            let mut is_closed = true;
            while let Some(vertex) = open.pop() {
                let ends = self.drawn.iter().filter(|ends| ends.contains(&vertex));
                let others: Vec<usize> =
                    ends.map(|&[a, b]| if a == vertex { b } else { a }).collect();
                is_closed &= others.len() >= 2;
                open.extend(others.into_iter().filter(|&other| piece.insert(other)));
            }
            if is_closed && !vertices.is_subset(&piece) {
                return true;
            }
            left = &left - &piece;
        }
        false
    }

    /// Returns whether chosen vertices are apart although all vertices that are not excluded are chosen.
    fn is_choice_apart(&self) -> bool {
        let may = |vertex: &usize| self.chosen[*vertex] != Some(false);
        let edges: Vec<[usize; 2]> =
            self.possible.iter().filter(|ends| ends.iter().all(may)).copied().collect();
        let chosen = (0..self.chosen.len()).filter(|&vertex| self.chosen[vertex] == Some(true));
        DrawnEdges { graph: self.graph, edges: &edges }.joined(&chosen.collect()).is_some()
    }
}
