//! Objectives: what is known before a solver is called, limits, confirmation, and unbounded objectives.

use std::time::Duration;

use encycle::encodings::logic::{Lit, Relation};
use encycle::encodings::model::{GraphGoal, GraphRule, Model, RuleGraph, at_most, linear};
use encycle::encodings::puzzle::Instance as _;
use encycle::solve::{RepairMode, SearchOptions, Solve, SolveOutcome, Verdict};

use super::random_models::{Numbers, random_graph};
use super::unbounded::check_unbounded;
use super::{random_models, solutions};

/// Returns a problem about a tour through some points, with the cost of each of its edges.
fn tour(count: usize, seed: u64, density: usize, is_maximized: bool) -> (Model, Vec<f64>) {
    let mut numbers = Numbers(seed);
    let mut model = Model::new();
    let mut graph = RuleGraph::undirected("g");
    let (mut terms, mut costs) = (Vec::new(), Vec::new());
    for a in 0..count {
        for b in a + 1..count {
            // the cycle 0, 1, 2, ... is always there
            if b != a + 1 && (a, b) != (0, count - 1) && numbers.below(10) >= density {
                continue;
            }
            let edge = model.variable(&format!("x_{a}_{b}"));
            graph.edge(a, b, edge);
            costs.push(numbers.below(90) as f64 / 2.0 - 5.0);
            terms.push((costs[costs.len() - 1], edge));
        }
    }
    model.require(GraphRule::new(graph, GraphGoal::HamiltonCycle).expect("no self-loop"));
    match is_maximized {
        true => model.maximize(&terms),
        false => model.minimize(&terms),
    }
    (model, costs)
}

fn value(outcome: &SolveOutcome) -> f64 {
    outcome.main.outcome.objective.and_then(|one| one.value).expect("a value")
}

/// With side constraints, the proposed tour may be no solution, and the bound is one of other tours, too.
#[test]
fn the_best_tour_is_that_of_brute_force() {
    for seed in 0..24 {
        let is_maximized = seed % 3 == 0;
        let (mut model, costs) = tour(6, seed, 8, is_maximized);
        if seed % 2 == 0 {
            let first: Vec<Lit> = (0..5).map(Lit::positive).collect();
            model.add(at_most(1, &first));
            let terms: Vec<(i64, Lit)> = first.iter().map(|&one| (2, one)).collect();
            model.add(linear(&terms, Relation::AtMost, 3));
        }
        let sign = if is_maximized { -1.0 } else { 1.0 };
        let cost = |atoms: &[bool]| -> f64 {
            costs.iter().zip(atoms).filter(|(_, atom)| **atom).map(|(cost, _)| sign * cost).sum()
        };
        let best = solutions(&model).iter().map(|one| cost(one.atoms())).reduce(f64::min);
        for solver in ["batsat", "microlp"] {
            let outcome = Solve::new(&model).solver(solver).run().expect("a run");
            match best {
                None => assert_eq!(outcome.verdict(), Verdict::NoSolution, "{seed} {solver}"),
                Some(best) => {
                    assert_eq!(outcome.verdict(), Verdict::Optimal, "{seed} {solver}");
                    assert_eq!(value(&outcome), sign * best, "{seed} {solver}");
                }
            }
        }
    }
}

/// The numbers are too many for brute force, so a solver without a proposal and a bound is the measure.
#[test]
fn larger_tours_are_as_short_as_without_a_proposal() {
    for (count, seed) in [(12, 1), (14, 2), (16, 3)] {
        let (model, _) = tour(count, seed, 9, false);
        let options = SearchOptions { repair: RepairMode::Never, ..SearchOptions::default() };
        let plain = Solve::new(&model).solver("microlp").options(options).run().expect("a run");
        // a SAT solver did not get the edges that the bound excludes, and did not end
        for solver in ["microlp", "batsat", "stable"] {
            let outcome = Solve::new(&model).solver(solver).run().expect("a run");
            assert_eq!(outcome.verdict(), Verdict::Optimal, "{solver} {count}");
            assert_eq!(value(&outcome), value(&plain), "{solver} {count}");
        }
    }
}

#[test]
fn a_limit_before_the_first_round_leaves_a_solution_with_a_bound() {
    let limited = |model: &Model, solver: &str| {
        let outcome =
            Solve::new(model).solver(solver).timeout(Duration::ZERO).run().expect("a run");
        let solution = outcome.solution().expect("a solution");
        assert!(model.check(solution).is_ok());
        outcome
    };
    let mut unknown = 0;
    for (seed, solver) in (0..6).flat_map(|seed| [(seed, "microlp"), (seed, "batsat")]) {
        let (model, _) = tour(9, seed, 10, false);
        let best = value(&Solve::new(&model).solver("microlp").run().expect("a run"));
        let outcome = limited(&model, solver);
        let bound = outcome.main.outcome.objective.and_then(|one| one.bound).expect("a bound");
        assert!(bound <= best && best <= value(&outcome), "{seed}: {bound} {best}");
        unknown += usize::from(outcome.verdict() == Verdict::Unknown);
    }
    assert!(unknown > 0, "each bound is the optimum");
    // a tree of so many vertices in a grid that no bound is known
    let mut model = Model::new();
    let mut graph = RuleGraph::undirected("g");
    let mut terms = Vec::new();
    for (row, col) in (0..4).flat_map(|row| (0..4).map(move |col| (row, col))) {
        for (to_row, to_col) in [(row, col + 1), (row + 1, col)] {
            if to_row < 4 && to_col < 4 {
                let edge = model.variable(&format!("x_{row}_{col}_{to_row}_{to_col}"));
                let ends = [(row, col), (to_row, to_col)].map(|(row, col)| format!("{row},{col}"));
                graph.edge(&ends[0], &ends[1], edge);
                terms.push((1.0, edge));
            }
        }
    }
    let all = (0..graph.vertex_count()).collect();
    model.require(GraphRule::new(graph, GraphGoal::Tree(all)).expect("a rule"));
    model.minimize(&terms);
    for solver in ["microlp", "batsat"] {
        let outcome = limited(&model, solver);
        assert_eq!((outcome.verdict(), value(&outcome)), (Verdict::Unknown, 15.0), "{solver}");
    }
}

/// Each goal for which candidates are made has some that are solutions.
#[test]
fn candidates_of_every_structure_are_found() {
    let mut found = std::collections::BTreeMap::new();
    for seed in 0..60 {
        let mut numbers = Numbers(9000 + seed);
        let (plain, graph) = random_graph(&mut numbers, seed % 2 == 0, false);
        for goal in random_models::goals(&graph) {
            let name = goal.name();
            let Ok(rule) = GraphRule::new(graph.clone(), goal) else { continue };
            let mut model = plain.clone();
            model.require(rule);
            let all: Vec<(f64, Lit)> =
                (0..model.atom_count() as u32).map(|atom| (1.0, Lit::positive(atom))).collect();
            model.minimize(&all);
            let outcome =
                Solve::new(&model).solver("batsat").timeout(Duration::ZERO).run().expect("a run");
            *found.entry(name).or_insert(0) += usize::from(outcome.solution().is_some());
        }
    }
    for name in ["hamilton-cycle", "path", "hamilton-path", "connected", "tree", "reach"] {
        assert!(found[name] > 3, "{name}: {found:?}");
    }
}

#[test]
fn an_optimum_is_confirmed_by_a_second_solver() {
    let (model, _) = tour(7, 5, 9, false);
    for (first, second) in [("microlp", "batsat"), ("batsat", "microlp")] {
        let outcome = Solve::new(&model).solver(first).confirm_with(second).run().expect("a run");
        assert_eq!(outcome.verdict(), Verdict::Optimal);
        assert_eq!(outcome.confirmed_by.map(|by| by.name), Some(second.to_owned()));
    }
}

#[test]
fn an_unbounded_objective_is_a_verdict() {
    check_unbounded("microlp");
}
