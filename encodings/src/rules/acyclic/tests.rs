//! Tests of the relation against all sets of arcs of small graphs, and of its size.

use super::*;
use crate::logic::{ClauseSink, LoweringOptions, Place, lower_to_cnf};
use std::fmt::Arguments;

#[derive(Default)]
struct Clauses(Vec<Vec<Lit>>);

impl ClauseSink for Clauses {
    fn variable(&mut self, _: &'static str, _: Arguments<'_>) {}

    fn clause(&mut self, clause: &[Lit], _: Origin) {
        self.0.push(clause.to_vec());
    }
}

fn clauses(acyclic: &Acyclic) -> Vec<Vec<Lit>> {
    let encode = |sink: &mut dyn ConstraintSink| {
        acyclic.variables(|vertex| vertex.to_string(), sink);
        acyclic.constraints(|family, _, _| Origin::new(family, Place::Whole), sink);
    };
    lower_to_cnf(Clauses::default(), LoweringOptions::default(), encode).expect("small").0
}

/// Returns whether the clauses have a model with these literals, by backtracking.
fn is_satisfiable(clauses: &[Vec<Lit>], values: &mut Vec<Option<bool>>) -> bool {
    let value = |values: &[Option<bool>], literal: Lit| {
        values[literal.vidx()].map(|value| value == literal.is_pos())
    };
    let start = values.clone();
    let mut branch = None;
    let mut changed = true;
    while changed {
        (changed, branch) = (false, None);
        for clause in clauses {
            if clause.iter().any(|&literal| value(values, literal) == Some(true)) {
                continue;
            }
            let mut free = clause.iter().filter(|&&literal| value(values, literal).is_none());
            match (free.next(), free.next()) {
                (None, _) => {
                    *values = start;
                    return false;
                }
                (Some(&only), None) => {
                    values[only.vidx()] = Some(only.is_pos());
                    changed = true;
                }
                (Some(&literal), Some(_)) => branch = Some(literal),
            }
        }
    }
    let Some(literal) = branch else { return true };
    for choice in [literal, !literal] {
        values[literal.vidx()] = Some(choice.is_pos());
        if is_satisfiable(clauses, values) {
            return true;
        }
    }
    *values = start;
    false
}

/// Returns whether a directed graph is acyclic, by removing vertices without outgoing arcs.
fn is_acyclic(vertices: usize, arcs: &[(usize, usize)]) -> bool {
    let mut left: Vec<usize> = (0..vertices).collect();
    loop {
        let is_leaf =
            |&vertex: &usize| !arcs.iter().any(|&(a, b)| a == vertex && left.contains(&b));
        let Some(place) = left.iter().position(is_leaf) else { return left.is_empty() };
        left.remove(place);
    }
}

/// Tries every set of arcs of small graphs. Leaf elimination begins after any number of steps.
#[test]
fn relations_contain_exactly_the_acyclic_sets_of_arcs() {
    let graphs: [(usize, &[(usize, usize)]); 5] = [
        (2, &[(0, 1)]),
        (3, &[(0, 1), (1, 2), (0, 2)]),
        (4, &[(0, 1), (1, 2), (2, 3), (0, 3)]),
        (5, &[(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)]),
        (4, &[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]),
    ];
    for (vertices, edges) in graphs {
        let edges = || edges.iter().copied();
        let by_degree = |_, neighbours| (false, neighbours);
        let after = |steps| {
            let eliminator = Eliminator::new(vertices, edges(), &by_degree);
            Acyclic::after(eliminator.after(steps), 0)
        };
        let natural = Acyclic::new(AcyclicMethod::Natural, vertices, edges(), 0);
        let arcs: Vec<(usize, usize)> = edges().flat_map(|(a, b)| [(a, b), (b, a)]).collect();
        for acyclic in (0..=vertices).map(after).chain([natural]) {
            let clauses = clauses(&acyclic);
            for bits in 0..1_u32 << arcs.len() {
                let arcs = (0..arcs.len()).filter(|i| bits >> i & 1 == 1).map(|i| arcs[i]);
                let arcs: Vec<(usize, usize)> = arcs.collect();
                let mut values = vec![None; acyclic.variable_count()];
                for &(a, b) in &arcs {
                    values[acyclic.before(a, b).vidx()] = Some(true);
                }
                let expected = is_acyclic(vertices, &arcs);
                let found = is_satisfiable(&clauses, &mut values);
                assert_eq!(found, expected, "{acyclic:?} {arcs:?}");
            }
        }
    }
}

/// Returns the number of clauses by formula. If a vertex has f neighbors at its elimination, the family `acyclic` takes
/// f² clauses for it. With E edges left and k bits, the family `time` takes 2E(3k - 1) clauses.
fn clause_count(acyclic: &Acyclic) -> usize {
    let steps = acyclic.elimination.steps.iter();
    let squares: usize = steps.map(|(_, around)| around.len() * around.len()).sum();
    squares + 2 * acyclic.edges_left.len() * (3 * acyclic.bits).saturating_sub(1)
}

/// Compares the sizes after every number of steps.
#[test]
fn sizes_follow_from_the_elimination() {
    let edges = || (0..7_usize).flat_map(|b| (0..b).map(move |a| (a, b)));
    let edges = || edges().filter(|(a, b)| (a + b) % 4 != 1);
    let by_degree = |_, neighbours| (false, neighbours);
    for steps in 0..=7 {
        let acyclic = Acyclic::after(Eliminator::new(7, edges(), &by_degree).after(steps), 0);
        assert_eq!(clauses(&acyclic).len(), clause_count(&acyclic));
    }
}

/// A tree is eliminated without fill; a large complete graph is left to leaf elimination.
#[test]
fn the_hybrid_eliminates_where_it_pays() {
    let path = Acyclic::new(AcyclicMethod::Hybrid, 50, (1..50).map(|i| (i - 1, i)), 0);
    assert_eq!((path.elimination.edges.len(), path.edges_left.len()), (49, 0));
    let all = || (0..60).flat_map(|b| (0..b).map(move |a| (a, b)));
    let count = |method| clauses(&Acyclic::new(method, 60, all(), 0)).len();
    let [hybrid, leaf, vertex, natural] = [
        AcyclicMethod::Hybrid,
        AcyclicMethod::Leaf,
        AcyclicMethod::MinimumDegree,
        AcyclicMethod::Natural,
    ]
    .map(count);
    assert!(hybrid <= leaf && hybrid < vertex, "{hybrid} {leaf} {vertex}");
    assert_eq!(natural, vertex);
}

#[test]
fn vertex_elimination_stops_at_its_limit() {
    let all = || (0..30).flat_map(|b| (0..b).map(move |a| (a, b)));
    let up_to = |most, method| Acyclic::up_to(most, method, 30, all(), 0).is_some();
    let squares: u64 = (0..30).map(|f: u64| f * f).sum();
    assert!(up_to(squares, AcyclicMethod::MinimumDegree));
    assert!(!up_to(squares - 1, AcyclicMethod::MinimumDegree));
    assert!(up_to(0, AcyclicMethod::Leaf));
}
