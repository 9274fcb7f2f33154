//! The outcome of `encycle solve MODEL` as text.

use std::fmt::Write;

use crate::cli::terminal::wrapping;
use crate::cli::views::solve::{cuts_text, rounded, value_text};
use encycle::encodings::model::{Model, RuleGraph};
use encycle::encodings::puzzle::Solution;
use encycle::encodings::text::counted;
use encycle::solve::SolveOutcome;

/// The number of columns after which the text of a solution is wrapped.
const WIDTH: usize = 100;

/// Returns a verdict line, then the solution: the drawn edges of each graph, the true variables that are not edges of a
/// graph, and the values of the other columns. `recorded` is the number of cuts that a replayed search started from.
pub fn text_of(
    name: &str,
    model: &Model,
    outcome: &SolveOutcome,
    recorded: Option<usize>,
) -> String {
    let SolveOutcome { main, confirmed_by, unconfirmed, .. } = outcome;
    let found = &main.outcome;
    let confirmed = match (confirmed_by, unconfirmed) {
        (Some(by), _) => format!(", confirmed by {by}"),
        (None, Some(_)) => ", unconfirmed".to_owned(),
        (None, None) => String::new(),
    };
    let mut out = format!(
        "{name}: {}{} ({}, {}, {}, {}{confirmed})\n",
        found.verdict,
        found.objective.as_ref().map_or_else(String::new, value_text),
        head(model),
        main.solver,
        counted(found.rounds.len(), "round"),
        cuts_text(found, recorded),
    );
    // writing to a String cannot fail
    for reason in [&found.reason, unconfirmed].into_iter().flatten() {
        let _ = writeln!(out, "{reason}");
    }
    for (number, solution) in (1..).zip(&found.solutions) {
        if found.solutions.len() > 1 {
            let _ = writeln!(out, "solution {number}:");
        }
        write_solution(&mut out, model, solution);
    }
    write_columns(&mut out, model, &found.others);
    out
}

/// Formats the size of a model.
pub fn head(model: &Model) -> String {
    let columns = model.variable_names().len() + model.column_names().len();
    let variables = counted(columns, "variable");
    let constraints = model.constraint_count() + model.program().rows.len();
    format!("{variables}, {}", counted(constraints, "constraint"))
}

fn write_columns(out: &mut String, model: &Model, others: &[f64]) {
    for (name, value) in model.column_names().iter().zip(others) {
        // writing to a String cannot fail
        let _ = writeln!(out, "{name} = {}", rounded(*value));
    }
}

/// Returns the drawn edges of each graph, the true variables that are not edges of a graph, and the values of the other
/// columns.
pub fn solution_text(model: &Model, solution: &Solution, others: &[f64]) -> String {
    let mut out = String::new();
    write_solution(&mut out, model, solution);
    write_columns(&mut out, model, others);
    out
}

fn write_solution(out: &mut String, model: &Model, solution: &Solution) {
    let mut is_edge = vec![false; model.variable_names().len()];
    for graph in model.graphs() {
        // the walks do not say which of several edges between two vertices is drawn
        let named = graph.edges().iter().zip(graph.parallel_edges()).filter(|(_, many)| !many);
        let variables = named.filter_map(|(edge, _)| edge.when.literal());
        variables.for_each(|literal| is_edge[literal.vidx()] = true);
        wrap(out, &format!("{}:", graph.name()), drawn_walks(graph, solution));
    }
    let others = solution.true_atoms().filter(|&atom| !is_edge[atom]);
    let names: Vec<String> = others.map(|atom| model.variable_names()[atom].clone()).collect();
    let is_all = model.graphs().is_empty() && model.column_names().is_empty();
    if !names.is_empty() || is_all {
        wrap(out, "true:", names);
    }
}

/// Returns the variables that are true in all solutions, in none, and in some.
pub fn common_text(model: &Model, common: &[Option<bool>]) -> String {
    let mut out = String::new();
    for (label, wanted) in [("all:", Some(true)), ("none:", Some(false)), ("some:", None)] {
        let names = model.variable_names().iter().zip(common);
        let names: Vec<String> =
            names.filter(|(_, known)| **known == wanted).map(|(name, _)| name.clone()).collect();
        if !names.is_empty() {
            wrap(&mut out, label, names);
        }
    }
    out
}

/// Writes words after a label, in lines of about [`WIDTH`] columns.
fn wrap(out: &mut String, label: &str, words: Vec<String>) {
    let line = format!("{label} {}", words.join(" "));
    let options = wrapping(WIDTH, "  ").wrap_algorithm(textwrap::WrapAlgorithm::FirstFit);
    out.push_str(&textwrap::fill(&line, options));
    out.push('\n');
}

/// Returns the drawn edges of a graph as walks that go on as long as possible: `a-b-c-a d-e`.
fn drawn_walks(graph: &RuleGraph, solution: &Solution) -> Vec<String> {
    let mut left = graph.drawn(solution.atoms());
    let between = if graph.is_directed() { "->" } else { "-" };
    // begin at the ends of paths, then anywhere
    let count = |vertex: usize, left: &[bool]| {
        let out = graph.steps_out(vertex, |edge| left[edge]).count();
        let into = graph.steps_into(vertex, |edge| left[edge]).count();
        if graph.is_directed() { usize::from(out > into) } else { out % 2 }
    };
    let mut walks = Vec::new();
    for ends_only in [true, false] {
        for start in 0..graph.vertex_count() {
            while (!ends_only || count(start, &left) == 1)
                && graph.steps_out(start, |edge| left[edge]).next().is_some()
            {
                let mut walk = graph.vertex_name(start).to_owned();
                let mut at = start;
                loop {
                    let step = graph.steps_out(at, |edge| left[edge]).next();
                    let Some((edge, next)) = step else { break };
                    left[edge] = false;
                    walk.push_str(between);
                    walk.push_str(graph.vertex_name(next));
                    at = next;
                }
                walks.push(walk);
            }
        }
    }
    walks
}
