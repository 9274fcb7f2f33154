//! Cuts that a fractional point of the linear relaxation violates: boundaries whose values are too small in total.

use crate::encoding::{Cut, CutForm, CutReason};
use crate::grid::{FlowNetwork, Graph};
use crate::logic::Lit;
use crate::model::goal::{GraphGoal, GraphRule};
use crate::model::graph::{Condition, RuleGraph};

/// The smallest violation of a constraint that counts; a smaller one makes no progress.
const LEAST: f64 = 0.001;

/// A value that is added to each capacity, so that of two equal cuts the one with fewer edges is found.
const TIE: f64 = 1e-6;

/// The most cuts against one source in a round. Each is found after the edges of the last one are given the value 1, so
/// the cuts of a source share no edge.
const NESTED: usize = 8;

/// Returns cuts of a rule that a point violates.
///
/// For each source, minimum cuts separate it from the sinks. A vertex that an earlier cut of this round cut off is not tried
/// again.
pub(super) fn separate(rule: &GraphRule, point: &[f64]) -> Vec<Cut> {
    if rule.literal().is_some() {
        return Vec::new();
    }
    let cuts = boundaries(rule, point);
    // parities cut off little as long as boundaries do
    if cuts.is_empty() { parities(rule, point) } else { cuts }
}

/// Returns cuts that demand edges of boundaries.
fn boundaries(rule: &GraphRule, point: &[f64]) -> Vec<Cut> {
    let Some(Demands { sinks, sources, is_directed }) = demands(rule, point) else {
        return Vec::new();
    };
    let graph = rule.graph();
    // where boundaries are wide and few edges have a value, nested cuts do not pay
    let is_nested = !rule.goal().has_degrees();
    let tie = if is_nested { TIE } else { 0.0 };
    let (simple, capacities) = network(graph, point, is_directed, tie);
    let mut network = FlowNetwork::new(&simple, capacities);
    let mut is_cut_off = vec![false; graph.vertex_count()];
    let mut cuts: Vec<Cut> = Vec::new();
    for source in sources {
        let is_in = |vertex: &usize| sinks.contains(vertex);
        if source.vertices.iter().any(is_in) || source.vertices.iter().all(|&v| is_cut_off[v]) {
            continue;
        }
        network.reset();
        for _ in 0..if is_nested { NESTED } else { 1 } {
            let needed = source.needed - LEAST;
            let Some(side) = network.cut_below(&source.vertices, &sinks, needed) else { break };
            for (vertex, _) in side.iter().enumerate().filter(|(_, is_in)| **is_in) {
                is_cut_off[vertex] = true;
            }
            network.fill(&side);
            let cut = boundary(graph, &side, is_directed)
                .and_then(|boundary| cut(rule, &source, boundary, point));
            if let Some(cut) = cut.filter(|cut| !cuts.contains(cut)) {
                cuts.push(cut);
            }
        }
    }
    cuts
}

/// Returns parity cuts that a point violates.
///
/// Cycles cross each boundary an even number of times, so an odd set of its edges cannot be all that is drawn of it: the clause
/// says that one of these edges is missing, or another edge is drawn. In a linear program these are the blossom inequalities of
/// the 2-matching polytope (Edmonds 1965). A path crosses a boundary between its ends an odd number of times.
///
/// The search is exact for boundaries of disjoint parts (Letchford, Reinelt and Theis 2008, *Odd minimum cut sets and b-matchings
/// revisited*): with the distances of the values to 0 and 1 as capacities, some violated boundary is among the n - 1 cuts of a
/// Gomory-Hu tree, which is built without contractions (Gusfield 1990).
fn parities(rule: &GraphRule, point: &[f64]) -> Vec<Cut> {
    let graph = rule.graph();
    let Some(ends) = path_ends(rule) else { return Vec::new() };
    let distance = |edge: usize| {
        let value = value(graph.edges()[edge].when, point).clamp(0.0, 1.0);
        value.min(1.0 - value)
    };
    let mut pairs: Vec<[u32; 2]> = Vec::new();
    let mut capacities: Vec<[f64; 2]> = Vec::new();
    let mut numbers = std::collections::HashMap::new();
    for (index, edge) in graph.edges().iter().enumerate() {
        let size = distance(index);
        if size == 0.0 {
            continue;
        }
        let [a, b] = edge.ends.map(|end| end as u32);
        let place = *numbers.entry([a.min(b), a.max(b)]).or_insert(pairs.len());
        if place == pairs.len() {
            pairs.push([a, b]);
            capacities.push([0.0; 2]);
        }
        capacities[place].iter_mut().for_each(|one| *one += size);
    }
    let simple = Graph::new(graph.vertex_count(), pairs).expect("simple pairs");
    let mut network = FlowNetwork::new(&simple, capacities);
    let mut parent = vec![0; graph.vertex_count()];
    let mut cuts: Vec<Cut> = Vec::new();
    for vertex in 1..graph.vertex_count() {
        let Some(side) = network.cut_below(&[vertex], &[parent[vertex]], 1.0 - LEAST) else {
            continue;
        };
        for other in vertex + 1..graph.vertex_count() {
            if side[other] && parent[other] == parent[vertex] {
                parent[other] = vertex;
            }
        }
        let cut = parity(rule, &side, ends, point);
        cuts.extend(cut.filter(|cut| !cuts.contains(cut)));
    }
    cuts
}

/// Returns the ends of the path that a rule demands, or twice the same vertex if it demands cycles; `None` for other rules.
fn path_ends(rule: &GraphRule) -> Option<[usize; 2]> {
    match rule.goal() {
        _ if rule.graph().is_directed() => None,
        GraphGoal::OneCycle | GraphGoal::HamiltonCycle | GraphGoal::Cycles => Some([0, 0]),
        GraphGoal::Path(ends) | GraphGoal::HamiltonPath(Some(ends)) => Some(*ends),
        _ => None,
    }
}

/// Returns the parity cut of a side that the point violates most.
fn parity(rule: &GraphRule, side: &[bool], ends: [usize; 2], point: &[f64]) -> Option<Cut> {
    let EdgeBoundary { literals, is_plain } = boundary(rule.graph(), side, false)?;
    let value = |literal: Lit| value(Condition::If(literal), point);
    let mut drawn: Vec<bool> = literals.iter().map(|&one| value(one) > 0.5).collect();
    let needs_odd = side[ends[0]] != side[ends[1]];
    let is_odd = drawn.iter().filter(|&&is_drawn| is_drawn).count() % 2 == 1;
    if is_odd == needs_odd {
        // the wrong parity with the least change
        let change = |place: &usize| (value(literals[*place]) - 0.5).abs();
        let nearest = (0..literals.len()).min_by(|a, b| change(a).total_cmp(&change(b)))?;
        drawn[nearest] = !drawn[nearest];
    }
    let clause = literals.iter().zip(drawn);
    let clause: Vec<Lit> =
        clause.map(|(&one, is_drawn)| if is_drawn { !one } else { one }).collect();
    let total: f64 = clause.iter().map(|&one| value(one)).sum();
    (is_plain && total < 1.0 - LEAST).then(|| Cut::clause(clause, reason(rule)))
}

/// Returns the cut that demands enough edges of a boundary, if the point violates it.
fn cut(rule: &GraphRule, source: &Source, boundary: EdgeBoundary, point: &[f64]) -> Option<Cut> {
    let EdgeBoundary { literals, is_plain } = boundary;
    let total: f64 = literals.iter().map(|&one| value(Condition::If(one), point)).sum();
    if total >= source.needed - LEAST {
        return None;
    }
    let cut = match source.form {
        SourceForm::Plain => Cut::new(literals, plain(source.needed), reason(rule)),
        SourceForm::Edge(edge) if needed_twice(rule) => {
            Cut::new(literals, CutForm::Crossing(edge), reason(rule))
        }
        SourceForm::Edge(edge) => {
            Cut::clause(literals.into_iter().chain([!edge]).collect(), reason(rule))
        }
    };
    (is_plain || cut.form() == CutForm::Clause).then_some(cut)
}

/// What must be separated from what.
struct Demands {
    sinks: Vec<usize>,
    sources: Vec<Source>,
    /// Whether the sources are reached along arcs from the sinks, so that the boundary consists of the arcs into the side
    /// of the source.
    is_directed: bool,
}

/// Vertices that a solution joins with the sinks by edges of at least this total, in each boundary between.
struct Source {
    vertices: Vec<usize>,
    needed: f64,
    form: SourceForm,
}

/// What the total of a boundary is compared with.
enum SourceForm {
    /// The number 1 or 2.
    Plain,
    /// The value of an edge, once or twice.
    Edge(Lit),
}

fn plain(needed: f64) -> CutForm {
    if needed > 1.5 { CutForm::AtLeastTwo } else { CutForm::Clause }
}

fn reason(rule: &GraphRule) -> CutReason {
    CutReason::Rule(rule.goal().name())
}

/// Returns whether each boundary around a drawn edge has two drawn edges.
fn needed_twice(rule: &GraphRule) -> bool {
    matches!(rule.goal(), GraphGoal::Path(_)) && !rule.graph().is_directed()
}

fn demands(rule: &GraphRule, point: &[f64]) -> Option<Demands> {
    let graph = rule.graph();
    let count = graph.vertex_count();
    let each = |vertices: &mut dyn Iterator<Item = usize>, needed: f64| -> Vec<Source> {
        vertices.map(|v| Source { vertices: vec![v], needed, form: SourceForm::Plain }).collect()
    };
    let of_edges = |factor: f64| {
        let mut edges: Vec<(f64, Source)> = Vec::new();
        for edge in graph.edges() {
            let (Condition::If(literal), size) = (edge.when, value(edge.when, point)) else {
                continue;
            };
            let needed = factor * size;
            if needed > LEAST {
                let form = SourceForm::Edge(literal);
                edges.push((size, Source { vertices: edge.ends.to_vec(), needed, form }));
            }
        }
        edges.sort_by(|a, b| b.0.total_cmp(&a.0));
        edges.into_iter().map(|(_, source)| source).collect::<Vec<_>>()
    };
    let undirected =
        |sinks: Vec<usize>, sources| Some(Demands { sinks, sources, is_directed: false });
    let twice = if graph.is_directed() { 1.0 } else { 2.0 };
    match rule.goal() {
        GraphGoal::HamiltonCycle if count > 1 => match graph.is_directed() {
            false => undirected(vec![0], each(&mut (1..count), 2.0)),
            true => Some(Demands {
                sinks: vec![0],
                sources: each(&mut (1..count), 1.0),
                is_directed: true,
            }),
        },
        GraphGoal::HamiltonPath(None) if count > 1 => {
            undirected(vec![0], each(&mut (1..count), 1.0))
        }
        GraphGoal::HamiltonPath(Some(ends)) if count > 1 => {
            undirected(ends.to_vec(), each(&mut (0..count), twice))
        }
        GraphGoal::Path(ends) => undirected(ends.to_vec(), of_edges(twice)),
        GraphGoal::Connected(vertices) if vertices.len() > 1 => {
            undirected(vec![vertices[0]], each(&mut vertices[1..].iter().copied(), 1.0))
        }
        GraphGoal::Tree(vertices) if !vertices.is_empty() => {
            let mut sources = each(&mut vertices[1..].iter().copied(), 1.0);
            sources.extend(of_edges(1.0));
            undirected(vec![vertices[0]], sources)
        }
        GraphGoal::Reach([from, to]) => Some(Demands {
            sinks: vec![*from],
            sources: each(&mut std::iter::once(*to), 1.0),
            is_directed: graph.is_directed(),
        }),
        _ => None,
    }
}

/// Returns the value of a condition at a point.
fn value(when: Condition, point: &[f64]) -> f64 {
    let Condition::If(literal) = when else { return 1.0 };
    let value = point.get(literal.vidx()).copied().unwrap_or(0.0);
    if literal.is_pos() { value } else { 1.0 - value }
}

/// Returns the graph without directions and parallel edges, and the total values of its edges in both directions. In a
/// directed graph the directions are exchanged, because the flow runs from the sources to the sinks. `tie` is added to each
/// value; edges without a value are then left out.
fn network(
    graph: &RuleGraph,
    point: &[f64],
    is_directed: bool,
    tie: f64,
) -> (Graph, Vec<[f64; 2]>) {
    let mut numbers = std::collections::HashMap::new();
    let mut pairs: Vec<[u32; 2]> = Vec::new();
    let mut capacities: Vec<[f64; 2]> = Vec::new();
    for edge in graph.edges().iter().filter(|edge| edge.ends[0] != edge.ends[1]) {
        let [a, b] = edge.ends.map(|end| end as u32);
        let size = value(edge.when, point).max(0.0) + tie;
        if size == 0.0 {
            continue;
        }
        let place = *numbers.entry([a.min(b), a.max(b)]).or_insert_with(|| {
            pairs.push([a.min(b), a.max(b)]);
            capacities.push([0.0; 2]);
            pairs.len() - 1
        });
        let is_back = a > b;
        match is_directed {
            true => capacities[place][usize::from(!is_back)] += size,
            false => capacities[place].iter_mut().for_each(|one| *one += size),
        }
    }
    (Graph::new(graph.vertex_count(), pairs).expect("simple pairs"), capacities)
}

/// The edges between a side and the rest.
struct EdgeBoundary {
    literals: Vec<Lit>,
    /// Whether each edge has a variable of its own.
    is_plain: bool,
}

/// Returns the edges between a side and the rest, or the arcs into the side; `None` if one of them is always drawn.
fn boundary(graph: &RuleGraph, side: &[bool], is_directed: bool) -> Option<EdgeBoundary> {
    let is_across = |ends: [usize; 2]| match ends.map(|end| side[end]) {
        [false, true] => true,
        [true, false] => !is_directed,
        _ => false,
    };
    let across = graph.edges().iter().filter(|edge| is_across(edge.ends));
    let mut literals: Vec<Lit> = across.map(|edge| edge.when.literal()).collect::<Option<_>>()?;
    let count = literals.len();
    literals.sort_unstable();
    literals.dedup();
    let mut variables: Vec<usize> = literals.iter().map(|literal| literal.vidx()).collect();
    variables.dedup();
    Some(EdgeBoundary { is_plain: variables.len() == count, literals })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::Var;

    /// Two triangles, whose edges have the value 1, joined by two edges of the value 0.25.
    #[test]
    fn two_triangles_are_joined_by_a_total_of_two() {
        let mut graph = RuleGraph::undirected("g");
        let pairs = ["ab", "bc", "ca", "de", "ef", "fd", "ad", "be"];
        for (number, pair) in (0..).zip(pairs) {
            let (from, to) = pair.split_at(1);
            graph.edge(from, to, Var::new(number).pos_lit());
        }
        let rule = GraphRule::new(graph, GraphGoal::HamiltonCycle).expect("no self-loop");
        let mut point = vec![1.0; 6];
        point.extend([0.25, 0.25]);
        let cuts = separate(&rule, &point);
        let joining = [6, 7].map(|number| Var::new(number).pos_lit());
        assert!(
            cuts.iter().any(|cut| cut.literals() == joining && cut.form() == CutForm::AtLeastTwo)
        );
        point[6..].fill(1.0);
        assert_eq!(boundaries(&rule, &point), []);
    }

    /// Two triangles of the value 1/2, whose corners are joined by three paths: no boundary is below 2, but an odd one is.
    #[test]
    fn an_odd_set_is_not_all_of_a_boundary() {
        let mut graph = RuleGraph::undirected("g");
        let pairs = ["ab", "bc", "ca", "de", "ef", "fd", "ad", "be", "cf"];
        for (number, pair) in (0..).zip(pairs) {
            let (from, to) = pair.split_at(1);
            graph.edge(from, to, Var::new(number).pos_lit());
        }
        let rule = GraphRule::new(graph, GraphGoal::HamiltonCycle).expect("no self-loop");
        let mut point = vec![0.5; 6];
        point.extend([1.0; 3]);
        let paths = [6, 7, 8].map(|number| Var::new(number).neg_lit());
        assert_eq!(separate(&rule, &point), [Cut::clause(paths.to_vec(), reason(&rule))]);
    }

    #[test]
    fn arcs_into_the_end_of_a_path_have_a_total_of_one() {
        let mut graph = RuleGraph::directed("g");
        for (number, pair) in (0..).zip(["ab", "bc", "cb"]) {
            let (from, to) = pair.split_at(1);
            graph.edge(from, to, Var::new(number).pos_lit());
        }
        let goal = GraphGoal::Reach([0, 2]);
        let rule = GraphRule::new(graph, goal).expect("no restriction");
        let cut =
            |point: [f64; 3]| separate(&rule, &point).first().map(|cut| cut.literals().to_vec());
        assert_eq!(cut([1.0, 0.5, 1.0]), Some(vec![Lit::positive(1)]));
        assert_eq!(cut([0.5, 1.0, 1.0]), Some(vec![Lit::positive(0)]));
        assert_eq!(cut([1.0, 1.0, 0.0]), None);
    }
}
