//! A problem of your own: a Latin square with given values, and whether it is the only one.

use encycle::encodings::model::{Model, exactly};
use encycle::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    const GIVEN: [&str; 4] = ["1...", ".3..", "..4.", "...."];
    let mut model = Model::new();
    let name = |row, col, value| format!("x_{row}_{col}_{value}");
    for (a, b) in (1..=4).flat_map(|a| (1..=4).map(move |b| (a, b))) {
        let cell = [1, 2, 3, 4].map(|value| model.variable(&name(a, b, value)));
        let row = [1, 2, 3, 4].map(|col| model.variable(&name(a, col, b)));
        let col = [1, 2, 3, 4].map(|row| model.variable(&name(row, a, b)));
        [cell, row, col].iter().for_each(|group| model.add(exactly(1, group)));
        if let Ok(value) = GIVEN[a - 1][b - 1..b].parse::<usize>() {
            model.add(exactly(1, &cell[value - 1..value]));
        }
    }
    let outcome = Solve::new(&model).unique().run()?;
    println!("{}", outcome.verdict());
    let solution = outcome.solution().ok_or("no solution")?;
    let names = solution.true_atoms().map(|atom| &model.variable_names()[atom]);
    println!("{}", names.cloned().collect::<Vec<_>>().join(" "));
    Ok(())
}
