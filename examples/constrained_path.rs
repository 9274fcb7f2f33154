//! A problem of your own: a path of a knight through all cells of a board, with a side constraint on its moves.

use encycle::encodings::model::{HamiltonPath, Model, RuleGraph, at_least};
use encycle::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    const SIDE: i32 = 5;
    let (mut model, mut graph) = (Model::new(), RuleGraph::undirected("knight"));
    let mut flat = Vec::new();
    let cells = || (0..SIDE).flat_map(|row| (0..SIDE).map(move |col| (row, col)));
    for (row, col) in cells() {
        for (down, right) in [(1, 2), (2, 1), (1, -2), (2, -1)] {
            let (to_row, to_col) = (row + down, col + right);
            if !(0..SIDE).contains(&to_row) || !(0..SIDE).contains(&to_col) {
                continue;
            }
            let edge = model.variable(&format!("x_{row}_{col}_{to_row}_{to_col}"));
            graph.edge(format!("{row},{col}"), format!("{to_row},{to_col}"), edge);
            if down == 1 {
                flat.push(edge);
            }
        }
    }
    model.require(HamiltonPath::new(graph));
    // a side constraint: at least 14 of the 24 moves are flat ones
    model.add(at_least(14, &flat));
    let outcome = Solve::new(&model).run()?;
    let moves = outcome.solution().ok_or("no such path")?;
    println!(
        "{}: {} moves, {} of them flat",
        outcome.verdict(),
        moves.true_atoms().count(),
        flat.iter().filter(|edge| moves.has(edge.vidx())).count()
    );
    Ok(())
}
