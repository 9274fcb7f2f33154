//! A problem of your own: the shortest tour of some points, with subtour cuts. Give the name of an installed MIP solver, such
//! as `highs`, which needs the feature `process`; without one, the built-in solver serves.

use encycle::encodings::model::{HamiltonCycle, Model, RuleGraph};
use encycle::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let solver = std::env::args().nth(1).unwrap_or_else(|| "microlp".to_owned());
    const POINTS: [(f64, f64); 9] = [
        (0.0, 0.0),
        (1.0, 0.0),
        (0.0, 1.0),
        (9.0, 0.0),
        (9.0, 1.0),
        (8.0, 0.0),
        (4.0, 9.0),
        (5.0, 9.0),
        (5.0, 8.0),
    ];
    let (mut model, mut graph) = (Model::new(), RuleGraph::undirected("tour"));
    let mut lengths = Vec::new();
    for (a, from) in POINTS.iter().enumerate() {
        for (b, to) in POINTS.iter().enumerate().skip(a + 1) {
            let edge = model.variable(&format!("x_{a}_{b}"));
            graph.edge(a, b, edge);
            lengths.push((((from.0 - to.0).hypot(from.1 - to.1) * 100.0).round(), edge));
        }
    }
    model.require(HamiltonCycle::new(graph));
    model.minimize(&lengths);
    let outcome = Solve::new(&model).solver(&solver).run()?;
    let objective = outcome.main.outcome.objective.ok_or("no value")?;
    println!("{} {}", outcome.verdict(), objective.value.ok_or("no tour")?);
    Ok(())
}
