//! Random models of one rule each, on small graphs.

use encycle_encodings::logic::Lit;
use encycle_encodings::model::{Condition, GraphGoal, GraphRule, Model, RuleGraph};

/// Numbers from a fixed linear congruential sequence.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

/// Returns a random graph on four vertices with up to six edges, some of them parallel, some that share a literal, are
/// negated or are always drawn, and the model of its variables.
pub fn random_graph(
    numbers: &mut Numbers,
    is_directed: bool,
    has_loops: bool,
) -> (Model, RuleGraph) {
    let mut model = Model::new();
    let mut graph = match is_directed {
        true => RuleGraph::directed("g"),
        false => RuleGraph::undirected("g"),
    };
    let vertices = 3 + numbers.below(2);
    (1..=vertices).for_each(|vertex| {
        graph.add_vertex(vertex);
    });
    for number in 0..=vertices + numbers.below(3) {
        let (a, mut b) = (numbers.below(vertices), numbers.below(vertices));
        if a == b && !(has_loops && numbers.below(3) == 0) {
            b = (a + 1) % vertices;
        }
        let fresh = model.variable(&format!("x{number}"));
        let when = match numbers.below(12) {
            0 => Condition::Always,
            1 if number > 0 => Condition::If(Lit::positive(numbers.below(number) as u32)),
            2 => Condition::If(!fresh),
            _ => Condition::If(fresh),
        };
        graph.edge(a + 1, b + 1, when);
    }
    for vertex in 1..=vertices {
        if numbers.below(3) > 0 {
            let literal = model.variable(&format!("v{vertex}"));
            graph.choose_vertex(vertex, literal);
        }
    }
    (model, graph)
}

/// Returns every goal on a graph.
pub fn goals(graph: &RuleGraph) -> Vec<GraphGoal> {
    let last = graph.vertex_count() - 1;
    vec![
        GraphGoal::OneCycle,
        GraphGoal::HamiltonCycle,
        GraphGoal::Cycles,
        GraphGoal::Path([0, last]),
        GraphGoal::HamiltonPath(None),
        GraphGoal::HamiltonPath(Some([last, 0])),
        GraphGoal::Connected(Vec::new()),
        GraphGoal::Connected(vec![0, 1, last]),
        GraphGoal::ConnectedVertices,
        GraphGoal::Tree(Vec::new()),
        GraphGoal::Tree(vec![0, last]),
        GraphGoal::Forest,
        GraphGoal::Acyclic,
        GraphGoal::Reach([0, last]),
        GraphGoal::Reach([0, 0]),
        GraphGoal::Distance([0, last], 2),
        GraphGoal::Distance([1, last], 1),
    ]
}

pub fn assignments(count: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1_u32 << count).map(move |bits| (0..count).map(|i| bits >> i & 1 == 1).collect())
}

/// Calls `visit` with random models of one rule each, every rule with and without a literal. Half of the literals are those of
/// an edge, too.
pub fn for_random_models(count: u64, mut visit: impl FnMut(&Model, &GraphRule)) {
    for seed in 0..count {
        for is_directed in [false, true] {
            let mut numbers = Numbers(seed * 2 + u64::from(is_directed));
            let (plain, graph) = random_graph(&mut numbers, is_directed, seed % 3 == 0);
            for goal in goals(&graph) {
                let Ok(rule) = GraphRule::new(graph.clone(), goal) else { continue };
                let mut model = plain.clone();
                model.require(rule.clone());
                visit(&model, &rule);
                if rule.goal().is_monotone() {
                    let mut model = plain.clone();
                    let literal = match seed % 2 {
                        0 => model.variable("holds"),
                        _ => !model.variable("x1"),
                    };
                    let rule = rule.iff(literal).expect("monotone");
                    model.require(rule.clone());
                    visit(&model, &rule);
                }
            }
        }
    }
}
