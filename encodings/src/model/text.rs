//! The lines of the text that identifies a model. They depend on nothing but the model, so every process writes the same.

use std::sync::Arc;

use crate::logic::{LinearObjective, Lit, OtherColumn, ProgramColumn, ProgramRow};
use crate::model::graph::{Condition, RuleGraph};
use crate::model::rule::LazyRule;

/// Returns the line of an integer or continuous column.
pub(super) fn column_line(name: &str, column: &OtherColumn) -> String {
    let OtherColumn { is_integer, lower, upper, .. } = column;
    format!("column {name:?} {is_integer} {lower} {upper}")
}

/// Returns the line of a soft clause.
pub(super) fn soft_line(violated: Lit, clause: &[Lit]) -> String {
    let literals: Vec<String> = clause.iter().map(|&literal| number(literal)).collect();
    format!("soft {} {}", number(violated), literals.join(" "))
}

/// Returns the line of a row.
pub(super) fn row_line(row: &ProgramRow) -> String {
    format!("row {} {} {}", row.lower, row.upper, sum(&row.terms))
}

/// Returns the line of an objective.
pub(super) fn objective_line(objective: &LinearObjective) -> String {
    let LinearObjective { terms, constant, is_maximized } = objective;
    format!("objective {is_maximized} {constant} {}", sum(terms))
}

/// Returns the lines of the rules, in which each graph is stated once.
pub(super) fn rule_lines(rules: &[Arc<dyn LazyRule>]) -> Vec<String> {
    let mut graphs: Vec<&RuleGraph> = Vec::new();
    let mut lines = Vec::new();
    for rule in rules {
        let Some(rule) = rule.graph_rule() else {
            lines.push(format!("{} {rule:?}", rule.name()));
            continue;
        };
        let graph = rule.graph();
        let known = graphs.iter().position(|&known| std::ptr::eq(known, graph) || known == graph);
        let place = known.unwrap_or(graphs.len());
        if known.is_none() {
            graphs.push(graph);
            lines.extend(graph_lines(graph));
        }
        let literal = rule.literal().map(number);
        lines.push(format!("{:?} of graph {place} {literal:?}", rule.goal()));
    }
    lines
}

fn graph_lines(graph: &RuleGraph) -> Vec<String> {
    let mut lines = vec![format!("graph {:?} {}", graph.name(), graph.is_directed())];
    for (vertex, name) in graph.vertex_names().iter().enumerate() {
        lines.push(format!("vertex {name:?} {}", condition(graph.chosen(vertex))));
    }
    for edge in graph.edges() {
        let [from, to] = edge.ends;
        lines.push(format!("edge {from} {to} {}", condition(edge.when)));
    }
    lines
}

fn condition(when: Condition) -> String {
    when.literal().map_or_else(|| "always".to_owned(), number)
}

/// Returns the number of a literal, as in DIMACS.
pub(super) fn number(literal: Lit) -> String {
    literal.to_ipasir().to_string()
}

fn sum(terms: &[(f64, ProgramColumn)]) -> String {
    let term = |&(size, column): &(f64, ProgramColumn)| match column {
        ProgramColumn::Boolean(variable) => format!("{size} {}", variable.idx() + 1),
        ProgramColumn::Other(index) => format!("{size} column {}", index + 1),
    };
    terms.iter().map(term).collect::<Vec<_>>().join(" + ")
}
