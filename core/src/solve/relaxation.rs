//! The linear relaxation of a cycle through all vertices, and a combination of its rows that has no solution.
//!
//! The rows are the degrees of the vertices and, as far as a point violates them, subtour cuts: at least two edges leave
//! each component of the edges with a positive value (Dantzig, Fulkerson and Johnson 1954). If the relaxation becomes
//! infeasible, some combination of rows is contradictory by Farkas' lemma. A second linear program finds it: the factors are
//! its columns, and it maximizes by how much the right side of their sum exceeds the maximum of the left side.
//!
//! Both programs are solved with floating-point numbers, so nothing is concluded from them: the factors are rounded to
//! fractions with a small denominator, and the sum is checked with integers.

use std::time::Duration;

use encycle_encodings::grid::{ContractedGraph, FactorProblem, components};
use encycle_encodings::logic::{
    LinearObjective, OtherColumn, ProgramColumn, ProgramPart, ProgramRow,
};
use encycle_solvers::{Limits, Microlp, MicrolpOutcome};

use crate::solve::deadline::{Deadline, JobLimits};

/// The maximum number of edges: with more, a program takes too long.
const MOST_EDGES: usize = 5_000;
/// The maximum denominator of the factors of a combination.
const MOST_PARTS: u32 = 120;
/// The time limit: without a result by then, a search is more likely to have one.
const RELAXATION_TIME: Duration = Duration::from_secs(5);
/// A value below this number counts as zero.
const NOTHING: f64 = 1e-6;

/// Factors of rows whose sum no assignment satisfies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowCombination {
    /// Vertices with the factor of their equation.
    pub vertices: Vec<(usize, i64)>,
    /// Sets of vertices, with the positive factor of "at least two edges leave the set".
    pub sets: Vec<(Vec<usize>, u64)>,
}

impl RowCombination {
    /// Searches for a combination, within limits and at most five seconds. `cycle` is the same graph with its fixed edges contracted.
    ///
    /// Returns `None` if there is none, or none is found; a point that violates only cuts between connected vertices ends
    /// the search.
    #[must_use]
    pub fn find(
        factors: &FactorProblem,
        cycle: &ContractedGraph,
        limits: &JobLimits,
    ) -> Option<Self> {
        if factors.edge_count() > MOST_EDGES {
            return None;
        }
        let left = limits.deadline.map_or(RELAXATION_TIME, Deadline::left);
        let (end, stop) = (Deadline::starting_now(Some(left.min(RELAXATION_TIME)))?, &limits.stop);
        let mut relaxation = CutRelaxation { factors, sets: Vec::new() };
        loop {
            let limits = Limits { wall: Some(end.left()), stop: stop.clone(), ..Limits::default() };
            if end.has_passed() || stop.is_requested() {
                return None;
            }
            match relaxation.primal(&limits)? {
                Some(point) => relaxation.sets.extend(violated_sets(factors, cycle, &point)?),
                None => return relaxation.combination(&limits),
            }
        }
    }

    /// Returns whether no assignment satisfies the sum of the rows, calculated with integers.
    #[must_use]
    pub fn is_contradictory(&self, factors: &FactorProblem) -> bool {
        let mut of_vertex = vec![0_i128; factors.vertex_count()];
        let mut bound = 0_i128;
        for &(vertex, factor) in &self.vertices {
            of_vertex[vertex] += i128::from(factor);
            bound += i128::from(factor) * factors.demand(vertex) as i128;
        }
        let edges = 0..factors.edge_count() as u32;
        let sum_of_ends = |edge| factors.ends(edge).map(|end| of_vertex[end]).iter().sum::<i128>();
        let mut of_edge: Vec<i128> = edges.clone().map(sum_of_ends).collect();
        for (set, factor) in &self.sets {
            let is_inside = members(set, factors.vertex_count());
            for edge in edges.clone().filter(|&edge| crosses(factors, &is_inside, edge)) {
                of_edge[edge as usize] += i128::from(*factor);
            }
            bound += 2 * i128::from(*factor);
        }
        of_edge.into_iter().filter(|factor| *factor > 0).sum::<i128>() < bound
    }
}

fn members(set: &[usize], count: usize) -> Vec<bool> {
    let mut is_inside = vec![false; count];
    set.iter().for_each(|&vertex| is_inside[vertex] = true);
    is_inside
}

fn crosses(factors: &FactorProblem, is_inside: &[bool], edge: u32) -> bool {
    let [a, b] = factors.ends(edge);
    is_inside[a] != is_inside[b]
}

/// Returns the components of the edges with a positive value; `None` if there is a single one.
fn violated_sets(
    factors: &FactorProblem,
    cycle: &ContractedGraph,
    point: &[f64],
) -> Option<Vec<Vec<usize>>> {
    let mut neighbours = vec![Vec::new(); cycle.neighbours.len()];
    for (edge, _) in (0..).zip(point).filter(|(_, value)| **value > NOTHING) {
        let [a, b] = factors.ends(edge).map(|end| cycle.numbers[end]);
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    let along = |vertex: usize| neighbours[vertex].iter().copied();
    let parts = components(neighbours.len(), |_| true, along);
    let mut sets = vec![Vec::new(); parts.count];
    for (vertex, &number) in cycle.numbers.iter().enumerate() {
        parts.numbers[number].into_iter().for_each(|part: usize| sets[part].push(vertex));
    }
    (sets.len() > 1).then_some(sets)
}

/// The degrees, and the sets of vertices that at least two edges leave.
struct CutRelaxation<'a> {
    factors: &'a FactorProblem,
    sets: Vec<Vec<usize>>,
}

impl CutRelaxation<'_> {
    /// Returns a point, a value for each edge, or `Some(None)` if there is none; `None` if the solver fails or is stopped.
    fn primal(&self, limits: &Limits) -> Option<Option<Vec<f64>>> {
        let factors = self.factors;
        let sum = |edges: &mut dyn Iterator<Item = u32>| {
            edges.map(|edge| (1.0, ProgramColumn::Other(edge as usize))).collect()
        };
        let degree = |vertex: usize| {
            let demand = factors.demand(vertex) as f64;
            let terms = sum(&mut factors.incident(vertex).iter().copied());
            ProgramRow { terms, lower: demand, upper: demand }
        };
        let cut = |set: &Vec<usize>| {
            let is_inside = members(set, factors.vertex_count());
            let mut edges = 0..factors.edge_count() as u32;
            let terms = sum(&mut edges.by_ref().filter(|&edge| crosses(factors, &is_inside, edge)));
            ProgramRow { terms, lower: 2.0, upper: f64::INFINITY }
        };
        let program = ProgramPart {
            columns: (0..factors.edge_count()).map(|_| column(0.0, 1.0)).collect(),
            rows: (0..factors.vertex_count())
                .map(degree)
                .chain(self.sets.iter().map(cut))
                .collect(),
            objective: None,
            ..ProgramPart::default()
        };
        optimum(&program, limits)
    }

    /// Returns the combination of rows that the second program finds.
    fn combination(&self, limits: &Limits) -> Option<RowCombination> {
        let (vertices, edges) = (self.factors.vertex_count(), self.factors.edge_count());
        let sets: Vec<Vec<bool>> = self.sets.iter().map(|set| members(set, vertices)).collect();
        let first_set = vertices;
        let first_slack = first_set + sets.len();
        let column_of = |index: usize| ProgramColumn::Other(index);
        let row = |edge: u32| {
            let ends = self.factors.ends(edge).map(|end| (1.0, column_of(end)));
            let crossed = (0..sets.len()).filter(|&set| crosses(self.factors, &sets[set], edge));
            let crossed = crossed.map(|set| (1.0, column_of(first_set + set)));
            let slack = (-1.0, column_of(first_slack + edge as usize));
            let terms = ends.into_iter().chain(crossed).chain([slack]).collect();
            ProgramRow { terms, lower: f64::NEG_INFINITY, upper: 0.0 }
        };
        let gains = (0..vertices).map(|vertex| self.factors.demand(vertex) as f64);
        let gains = gains.chain(sets.iter().map(|_| 2.0)).chain((0..edges).map(|_| -1.0));
        let columns = (0..first_slack + edges).map(|index| match index {
            _ if index < first_set => column(-1.0, 1.0),
            _ if index < first_slack => column(0.0, 1.0),
            _ => column(0.0, f64::INFINITY),
        });
        let program = ProgramPart {
            columns: columns.collect(),
            rows: (0..edges as u32).map(row).collect(),
            objective: Some(LinearObjective {
                terms: gains.enumerate().map(|(index, gain)| (gain, column_of(index))).collect(),
                constant: 0.0,
                is_maximized: true,
            }),
            ..ProgramPart::default()
        };
        let point = optimum(&program, limits)??;
        (1..=MOST_PARTS)
            .map(|parts| self.rounded(&point, parts))
            .find(|combination| combination.is_contradictory(self.factors))
    }

    /// Returns the factors of a point, as multiples of a fraction.
    fn rounded(&self, point: &[f64], parts: u32) -> RowCombination {
        let (of_vertices, others) = point.split_at(self.factors.vertex_count());
        let factor = |value: &f64| (value * f64::from(parts)).round() as i64;
        let vertices = of_vertices.iter().map(factor).enumerate();
        let sets = self.sets.iter().zip(others);
        RowCombination {
            vertices: vertices.filter(|&(_, factor)| factor != 0).collect(),
            sets: sets
                .map(|(set, value)| (set.clone(), factor(value).max(0) as u64))
                .filter(|&(_, factor)| factor > 0)
                .collect(),
        }
    }
}

fn column(lower: f64, upper: f64) -> OtherColumn {
    OtherColumn { name: String::new(), is_integer: false, lower, upper }
}

/// Returns an optimal point of a program, or `Some(None)` if there is no point; `None` if the solver fails or is stopped.
fn optimum(program: &ProgramPart, limits: &Limits) -> Option<Option<Vec<f64>>> {
    let mut solver = Microlp::new();
    solver.add_program(program);
    match solver.optimize_under(&[], limits).ok()? {
        MicrolpOutcome::Point(point) => Some(Some(point.others)),
        MicrolpOutcome::Infeasible => Some(None),
        MicrolpOutcome::Unbounded | MicrolpOutcome::Limit | MicrolpOutcome::OutOfRange => None,
    }
}

#[cfg(test)]
mod tests {
    use encycle_solvers::Stop;

    use super::*;

    fn find(count: usize, edges: Vec<[u32; 2]>) -> Option<RowCombination> {
        let ends: Vec<[usize; 2]> = edges.iter().map(|ends| ends.map(|end| end as usize)).collect();
        let factors = FactorProblem::new(vec![2; count], edges);
        let cycle = ContractedGraph::new(count, &[], &ends);
        let found =
            RowCombination::find(&factors, &cycle, &JobLimits::starting_now(None, Stop::default()));
        assert!(found.as_ref().is_none_or(|found| found.is_contradictory(&factors)));
        found
    }

    /// Two triangles at both ends of a path, which has a 2-factor with its ends only: the two edges of the path are too few
    /// for the cut, and too many for a 2-factor.
    #[test]
    fn cuts_and_degrees_together_have_no_point() {
        let triangle = |a: u32| [[a, a + 1], [a + 1, a + 2], [a, a + 2]];
        let apart = [triangle(0), triangle(3)].concat();
        let found = find(6, apart.clone()).expect("two components");
        assert!(found.vertices.is_empty() && !found.sets.is_empty(), "{found:?}");
        let bridged = [apart.clone(), vec![[0, 3]]].concat();
        assert!(find(6, bridged).is_some(), "one edge between two components");
        let joined = [apart, vec![[0, 3], [1, 4]]].concat();
        assert_eq!(find(6, joined), None, "there is a cycle");
    }

    #[test]
    fn a_wrong_combination_is_not_contradictory() {
        let triangle = FactorProblem::new(vec![2; 3], vec![[0, 1], [1, 2], [0, 2]]);
        for factors in 0..27 {
            let factor = |vertex: u32| i64::from(factors / 3_u32.pow(vertex) % 3) - 1;
            let vertices = (0..3).map(|vertex| (vertex as usize, factor(vertex))).collect();
            for set in [vec![0], vec![0, 1]] {
                let combination =
                    RowCombination { vertices: Vec::clone(&vertices), sets: vec![(set, 1)] };
                assert!(!combination.is_contradictory(&triangle), "{combination:?}");
            }
        }
    }
}
