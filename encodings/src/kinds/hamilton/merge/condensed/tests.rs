use super::*;
use crate::kinds::hamilton::HamiltonGoal;
use crate::kinds::hamilton::merge::tests::{each_factor, random_ladders};
use crate::logic::ModelCheck;

fn cycle(graph: Graph) -> Hamilton {
    Hamilton::new(graph, HamiltonGoal::Cycle, &[]).expect("a puzzle")
}

/// Returns the model that draws these edges, without the variables of counters.
fn model(encoding: &Condensed<'_>, gadgets: &[Gadget], drawn: &[bool]) -> Vec<bool> {
    let value = |named: &Named| match *named {
        Named::Edge(edge) => drawn[edge.index()],
        Named::Way(_, way) => {
            let edges = gadgets[0].edges.iter().map(|edge| drawn[edge.index()]);
            edges.eq(gadgets[0].ways[way].iter().copied())
        }
    };
    encoding.variables.iter().map(value).collect()
}

/// With one gadget, the models are the 2-factors without a cycle inside the gadget, and their drawn edges are read
/// back.
#[test]
fn models_are_2_factors_that_take_ways() {
    let (mut kept, mut broken) = (0, 0);
    for graph in random_ladders(30) {
        let puzzle = cycle(graph);
        let (encoding, gadgets) = (Condensed::new(&puzzle), Gadget::all(puzzle.graph()));
        let whole = Condensed::new(&puzzle).into_encoding().expect("few variables");
        each_factor(puzzle.graph(), &mut |drawn| {
            let model = model(&encoding, &gadgets, drawn);
            let mut check = ModelCheck::new(&model);
            whole.encode(&mut check);
            let is_inside =
                |walk: &crate::rules::one_loop::Walk| walk.vertices.iter().all(|&v| v < 9);
            let is_broken = walks(puzzle.graph(), drawn).iter().any(is_inside);
            assert_eq!(check.broken().is_some(), is_broken, "{:?} {drawn:?}", puzzle.graph());
            if is_broken {
                broken += 1;
            } else {
                assert_eq!(encoding.drawn(&model), drawn);
                kept += 1;
            }
        });
    }
    assert!(kept > 5 && broken > 5, "{kept} {broken}");
}
