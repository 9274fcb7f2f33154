//! A problem of your own: the acyclic orientations of a cycle of five vertices, of which there are 2^5 - 2.

use encycle::encodings::logic::LoweringOptions;
use encycle::encodings::model::{AcyclicEdges, Model, RuleGraph};
use encycle::problem::Problem;
use encycle::solve::{BatSatSession, Finder, NextSolution, SearchOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut model, mut graph) = (Model::new(), RuleGraph::directed("orientation"));
    for a in 0..5 {
        let b = (a + 1) % 5;
        // one variable for each edge: true from a to b, false back
        let forward = model.variable(&format!("f_{a}_{b}"));
        graph.edge(a, b, forward);
        graph.edge(b, a, !forward);
    }
    model.require(AcyclicEdges::new(graph));
    let encoding = Problem::encoding(&model, Model::CUTS)?;
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let mut finder = Finder::new(&encoding, &mut session, SearchOptions::default());
    let mut count = 0;
    while let NextSolution::Solution(_) = finder.next(&mut ())? {
        count += 1;
    }
    println!("{count} acyclic orientations");
    Ok(())
}
