//! The independent check of rules about graphs: counts degrees and walks along drawn edges, without cuts.

use std::collections::{BTreeMap, BTreeSet};

use crate::logic::{Place, holds};
use crate::model::goal::{GraphGoal, GraphRule};
use crate::model::graph::RuleGraph;
use crate::puzzle::BrokenRule;
use crate::text::counted;

/// Checks a rule, or that its literal is true exactly if it holds.
///
/// # Errors
/// The values break the rule.
pub(super) fn check(rule: &GraphRule, values: &[bool]) -> Result<(), BrokenRule> {
    let name = rule.goal().name();
    let graph = rule.graph();
    let drawn: Vec<[usize; 2]> =
        graph.edges().iter().filter(|edge| edge.when.holds(values)).map(|edge| edge.ends).collect();
    let chosen: Vec<bool> =
        (0..graph.vertex_count()).map(|vertex| graph.chosen(vertex).holds(values)).collect();
    let found = DrawnEdges { graph, edges: &drawn }.fault(rule.goal(), &chosen);
    let wrong = |what: String| Err(BrokenRule::new(name, Place::Whole, format!("{rule}: {what}")));
    match (rule.literal().map(|literal| holds(literal, values)), found) {
        (None | Some(true), None) | (Some(false), Some(_)) => Ok(()),
        (_, Some(what)) => wrong(what),
        (Some(false), None) => wrong("its literal is false, but the rule holds".to_owned()),
    }
}

/// The drawn edges by their ends.
pub(super) struct DrawnEdges<'a> {
    pub graph: &'a RuleGraph,
    pub edges: &'a [[usize; 2]],
}

impl DrawnEdges<'_> {
    /// Returns what is wrong, or `None` if the edges are as the goal demands.
    pub fn fault(&self, goal: &GraphGoal, chosen: &[bool]) -> Option<String> {
        let count = self.graph.vertex_count();
        let all: BTreeSet<usize> = (0..count).collect();
        match goal {
            GraphGoal::OneCycle => {
                self.cycles_fault().or_else(|| self.one_piece(&self.touched(), true))
            }
            GraphGoal::HamiltonCycle => self.cycles_fault().or_else(|| self.one_piece(&all, true)),
            GraphGoal::Cycles => self.cycles_fault(),
            GraphGoal::Path(ends) => {
                self.path_fault(Some(*ends)).or_else(|| self.one_piece(&self.touched(), true))
            }
            GraphGoal::HamiltonPath(ends) => match (count, ends) {
                (0 | 1, None) if self.edges.is_empty() => None,
                _ => self.path_fault(*ends).or_else(|| self.one_piece(&all, true)),
            },
            GraphGoal::Connected(vertices) if vertices.is_empty() => {
                self.one_piece(&self.touched(), false)
            }
            GraphGoal::Connected(vertices) => self.joined(&vertices.iter().copied().collect()),
            GraphGoal::ConnectedVertices => {
                let of = |vertex: &usize| chosen[*vertex];
                let edges: Vec<[usize; 2]> =
                    self.edges.iter().filter(|ends| ends.iter().all(of)).copied().collect();
                DrawnEdges { graph: self.graph, edges: &edges }
                    .joined(&all.into_iter().filter(of).collect())
            }
            GraphGoal::Tree(vertices) => {
                let mut must: BTreeSet<usize> = vertices.iter().copied().collect();
                must.extend(self.touched());
                self.joined(&must).or_else(|| self.cycle_fault(false))
            }
            GraphGoal::Forest => self.cycle_fault(false),
            GraphGoal::Acyclic => self.cycle_fault(self.graph.is_directed()),
            GraphGoal::Reach([from, to]) => {
                let steps = self.steps(*from, count).get(to).copied();
                steps.is_none().then(|| format!("no path leads to {}", self.graph.vertex_name(*to)))
            }
            GraphGoal::Distance([from, to], most) => match self.steps(*from, count).get(to) {
                Some(steps) if steps <= most => None,
                Some(steps) => Some(format!("the shortest path has {}", counted(steps, "edge"))),
                None => Some(format!("no path leads to {}", self.graph.vertex_name(*to))),
            },
        }
    }

    fn touched(&self) -> BTreeSet<usize> {
        self.edges.iter().flatten().copied().collect()
    }

    fn degrees(&self, end: usize) -> BTreeMap<usize, usize> {
        let mut degrees = BTreeMap::new();
        self.edges.iter().for_each(|ends| *degrees.entry(ends[end]).or_insert(0) += 1);
        degrees
    }

    /// Each touched vertex must have two edges; in a directed graph, one in and one out.
    fn cycles_fault(&self) -> Option<String> {
        let [out, into] = [0, 1].map(|end| self.degrees(end));
        let wrong = self.touched().into_iter().find(|vertex| {
            let [out, into] = [&out, &into].map(|of| of.get(vertex).copied().unwrap_or(0));
            match self.graph.is_directed() {
                true => [out, into] != [1, 1],
                false => out + into != 2,
            }
        });
        wrong.map(|vertex| format!("{} is on no cycle, or on two", self.graph.vertex_name(vertex)))
    }

    /// Two vertices must have one edge, the other touched ones two; in a directed graph, the first has one out.
    fn path_fault(&self, ends: Option<[usize; 2]>) -> Option<String> {
        let [out, into] = [0, 1].map(|end| self.degrees(end));
        let mut loose = Vec::new();
        for vertex in self.touched() {
            let [out, into] = [&out, &into].map(|of| of.get(&vertex).copied().unwrap_or(0));
            match (self.graph.is_directed(), out, into) {
                (true, 1, 1) => {}
                (true, 1, 0) => loose.insert(0, vertex),
                (true, 0, 1) => loose.push(vertex),
                (false, ..) if out + into == 2 => {}
                (false, ..) if out + into == 1 => loose.push(vertex),
                _ => return Some(format!("{} is passed twice", self.graph.vertex_name(vertex))),
            }
        }
        let is_right = match ends {
            Some([from, to]) if self.graph.is_directed() => loose == [from, to],
            Some([from, to]) => loose == [from.min(to), from.max(to)],
            None => loose.len() == 2,
        };
        (!is_right)
            .then(|| "the drawn edges do not end at the ends of the path, or only there".to_owned())
    }

    /// These vertices, at least one if an edge is needed, must be one piece.
    fn one_piece(&self, vertices: &BTreeSet<usize>, needs_edge: bool) -> Option<String> {
        match self.edges.is_empty() && needs_edge {
            true => Some("no edge is drawn".to_owned()),
            false => self.joined(vertices),
        }
    }

    /// These vertices must be connected by drawn edges, whatever their directions.
    pub fn joined(&self, vertices: &BTreeSet<usize>) -> Option<String> {
        let first = *vertices.first()?;
        let mut beside: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for &[a, b] in self.edges {
            beside.entry(a).or_default().push(b);
            beside.entry(b).or_default().push(a);
        }
        let mut piece = BTreeSet::from([first]);
        let mut open = vec![first];
        while let Some(vertex) = open.pop() {
            let next = beside.get(&vertex).into_iter().flatten();
            open.extend(next.filter(|&&other| piece.insert(other)));
        }
        let apart = vertices.difference(&piece).next()?;
        let [first, apart] = [first, *apart].map(|vertex| self.graph.vertex_name(vertex));
        Some(format!("{first} and {apart} are not connected"))
    }

    /// Removes edges that lie on no cycle, one end at a time; what is left contains a cycle.
    pub fn cycle_fault(&self, is_directed: bool) -> Option<String> {
        let mut left: Vec<[usize; 2]> = self.edges.to_vec();
        loop {
            let before = left.len();
            let mut degrees = vec![[0; 2]; self.graph.vertex_count()];
            for &[a, b] in &left {
                degrees[a][0] += 1;
                degrees[b][1] += 1;
            }
            left.retain(|&[a, b]| match is_directed {
                true => degrees[a][1] > 0 && degrees[b][0] > 0,
                false => [a, b].iter().all(|&end| degrees[end].iter().sum::<usize>() > 1),
            });
            if left.len() == before {
                break;
            }
        }
        left.first().map(|&[a, _]| format!("there is a cycle near {}", self.graph.vertex_name(a)))
    }

    /// Returns the number of steps to each vertex that drawn edges lead to from one vertex.
    pub fn steps(&self, from: usize, most: usize) -> BTreeMap<usize, usize> {
        let mut steps = BTreeMap::from([(from, 0)]);
        for step in 1..=most {
            let mut more = Vec::new();
            for &[a, b] in self.edges {
                let ways: &[[usize; 2]] =
                    if self.graph.is_directed() { &[[a, b]] } else { &[[a, b], [b, a]] };
                more.extend(
                    ways.iter()
                        .filter(|way| steps.get(&way[0]) == Some(&(step - 1)))
                        .map(|way| way[1]),
                );
            }
            more.retain(|vertex| !steps.contains_key(vertex));
            if more.is_empty() {
                break;
            }
            steps.extend(more.into_iter().map(|vertex| (vertex, step)));
        }
        steps
    }
}
