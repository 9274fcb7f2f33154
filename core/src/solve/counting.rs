//! Verdicts by counting lines, before any search: puzzles whose degrees have no solution, or that a few vertices separate into
//! too many components.
//!
//! If every vertex has a given number of lines, then the lines are a factor of the graph. Whether there is a factor is
//! decided in polynomial time ([`FactorProblem`](encycle_encodings::grid::FactorProblem)), in a fraction of a second even
//! for thousands of vertices, while clauses without counting may take a solver hours.

use std::time::Duration;

use web_time::Instant;

use encycle_encodings::grid::{
    FactorBarrier, FactorProblem, directed_separator, has_strong_chain, separating_set,
    separating_two,
};
use encycle_encodings::model::{Condition, GraphGoal, GraphRule, LazyRule, RuleGraph};
use encycle_encodings::puzzle::LineProblem;
use encycle_encodings::text::counted;

use crate::solve::deadline::{Deadline, JobLimits};
use crate::solve::engine::Engine;
use crate::solve::result::Attempt;
use crate::solve::search::{Outcome, Verdict};
use crate::solve::settings::RunSettings;

/// The time limit of the test.
const COUNTING_TIME: Duration = Duration::from_secs(2);
/// The maximum number of edges, each of which takes some hundred bytes.
const MOST_EDGES: usize = 1_000_000;

/// The name that an attempt reports in place of an encoding.
const NAME: &str = "counting";

/// Returns the attempt with the verdict `no-solution` if counting lines shows that there is no solution, and no option asks
/// for an encoding or for what only a search has.
pub(super) fn attempt_by_counting(run: &RunSettings<'_>, engine: &Engine) -> Option<Attempt> {
    let is_plain = run.presolve
        && !run.heat
        && run.encodings.is_none()
        && run.rounds.is_none()
        && run.goal.is_none()
        && engine.is_builtin_sat();
    if !is_plain {
        return None;
    }
    let start = Instant::now();
    let limits = JobLimits::of(&run.options);
    let end = Deadline::starting_now(Some(COUNTING_TIME));
    let mut go_on = || !end.is_some_and(Deadline::has_passed) && limits.reached().is_none();
    let reason = match (run.problem.as_puzzle(), run.problem.as_model()) {
        (Some(puzzle), _) => excluded_lines(&puzzle.line_rules()?, &mut go_on),
        (_, Some(model)) => {
            let mut rules = model.rules().filter_map(LazyRule::graph_rule);
            rules.find_map(|rule| excluded_edges(rule, &mut go_on))
        }
        _ => None,
    }?;
    let engine = engine.suited_to(run.problem, false).clone();
    Some(Attempt {
        outcome: Outcome { reason: Some(reason), ..Outcome::new(Verdict::NoSolution, Vec::new()) },
        solver: engine.unversioned_id(),
        engine,
        encoding: NAME.to_owned(),
        cuts: None,
        presolve: start.elapsed(),
        heat: None,
    })
}

/// Returns why the degrees, or the components that are left without some vertices, exclude every solution, if they do.
fn excluded_lines(lines: &LineProblem<'_>, go_on: &mut dyn FnMut() -> bool) -> Option<String> {
    if lines.graph.edge_count() > MOST_EDGES {
        return None;
    }
    if let Some(barrier) = lines.factor_problem().and_then(|factors| factors.barrier(go_on)) {
        return Some(reason_of(&barrier));
    }
    separating_set(&lines.contracted_graph()?.neighbours).map(|set| components_reason(&set))
}

/// Returns why no edges satisfy a rule about one line through all vertices, if counting shows it.
fn excluded_edges(rule: &GraphRule, go_on: &mut dyn FnMut() -> bool) -> Option<String> {
    let graph = rule.graph();
    let count = graph.vertex_count();
    let is_chosen = |vertex| graph.chosen(vertex) == Condition::Always;
    let is_plain = rule.literal().is_none() && (0..count).all(is_chosen);
    if !is_plain || count < 3 || graph.edges().len() > MOST_EDGES {
        return None;
    }
    let ends = match rule.goal() {
        GraphGoal::HamiltonCycle => None,
        GraphGoal::HamiltonPath(Some([start, end])) if start != end => Some([*start, *end]),
        GraphGoal::HamiltonPath(None) => {
            let is_excluded = graph.is_directed() && !has_strong_chain(&targets(graph, None));
            return is_excluded.then(|| chain_reason(&[]));
        }
        _ => return None,
    };
    let barrier = factor_problem(graph, ends).barrier(go_on);
    barrier.map(|barrier| reason_of(&barrier)).or_else(|| separated_edges(graph, ends, go_on))
}

/// Returns the edges as a factor problem: into each vertex and out of it, if they are directed. Edges with the same ends are
/// different edges.
fn factor_problem(graph: &RuleGraph, ends: Option<[usize; 2]>) -> FactorProblem {
    let count = graph.vertex_count();
    let edges = graph.edges().iter().map(|edge| edge.ends).filter(|[a, b]| a != b);
    if graph.is_directed() {
        // the edges that leave the vertices, and those that enter them
        let mut demands = vec![1; 2 * count];
        if let Some([start, end]) = ends {
            demands[end] = 0;
            demands[count + start] = 0;
        }
        let edges = edges.map(|[from, to]| [from as u32, (count + to) as u32]);
        FactorProblem::new(demands, edges.collect())
    } else {
        let mut demands = vec![2; count];
        ends.into_iter().flatten().for_each(|end| demands[end] = 1);
        FactorProblem::new(demands, edges.map(|ends| ends.map(|end| end as u32)).collect())
    }
}

/// Returns why the components that are left without some vertices exclude a cycle through all vertices, if they do. A path
/// between two vertices is a cycle with one more edge.
fn separated_edges(
    graph: &RuleGraph,
    ends: Option<[usize; 2]>,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<String> {
    let arcs = targets(graph, ends);
    let mut neighbours = arcs.clone();
    for (from, targets) in arcs.iter().enumerate().filter(|_| graph.is_directed()) {
        targets.iter().for_each(|&to| neighbours[to].push(from));
    }
    if let Some(set) = separating_set(&neighbours).or_else(|| separating_two(&neighbours)) {
        return Some(components_reason(&set));
    }
    let is_directed = graph.is_directed();
    is_directed.then(|| directed_separator(&arcs, go_on)).flatten().map(|set| chain_reason(&set))
}

/// Returns the vertices to which an edge leads from each vertex, with an edge from the end of a path back to its start.
fn targets(graph: &RuleGraph, ends: Option<[usize; 2]>) -> Vec<Vec<usize>> {
    let mut targets = vec![Vec::new(); graph.vertex_count()];
    let edges = graph.edges().iter().map(|edge| edge.ends).filter(|[a, b]| a != b);
    for [from, to] in edges.chain(ends.map(|[start, end]| [end, start])) {
        targets[from].push(to);
        if !graph.is_directed() {
            targets[to].push(from);
        }
    }
    targets
}

fn components_reason(removed: &[usize]) -> String {
    format!(
        "without {}, more components are left than one line can join through them",
        counted(removed.len(), "vertex")
    )
}

fn chain_reason(removed: &[usize]) -> String {
    let without = match removed.len() {
        0 => String::new(),
        count => format!("without {}, ", counted(count, "vertex")),
    };
    format!("{without}no line visits the strong components one after the other")
}

/// Describes a barrier in numbers.
fn reason_of(FactorBarrier { upper, lower, odd }: &FactorBarrier) -> String {
    let short =
        format!("{} cannot have as many lines as the rules want", counted(lower.len(), "vertex"));
    let others = match upper.len() {
        0 => String::new(),
        count => format!(", because {} share theirs with them", counted(count, "other")),
    };
    let parity = match odd.len() {
        0 => String::new(),
        count => format!("; the rest has {}", counted(count, "odd component")),
    };
    match lower.is_empty() {
        true => format!("the numbers of lines that the rules want do not add up{others}{parity}"),
        false => short + &others + &parity,
    }
}
