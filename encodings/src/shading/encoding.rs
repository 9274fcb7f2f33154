//! Encodings of kinds with shaded cells: the base of the kind, with cuts or with the part `tree`.

use crate::encoding::{
    Encoding, EncodingError, EncodingInfo, GlobalConstraint, Part, count_variables,
};
use crate::logic::{Counter, Lit};
use crate::rules::connected::tree::{self, TREE};
use crate::rules::connected::{Colouring, ConnectedColour};
use crate::shading::Shading;

/// Returns the names of the encodings: the base alone, and the base with the tree.
pub(crate) fn names<P: Shading>() -> Vec<String> {
    let base = P::BASE.name;
    vec![base.to_owned(), format!("{base}+{}", TREE.name)]
}

/// Returns the encoding with this name.
pub(crate) fn encoding<'a, P: Shading>(
    name: &str,
    puzzle: &'a P,
) -> Result<Encoding<'a>, EncodingError> {
    let names = names::<P>();
    let Some(place) = names.iter().position(|known| known == name) else {
        return Err(EncodingError::unknown(name, &names));
    };
    let has_tree = place > 0;
    let rest = if has_tree { TREE.meaning } else { "disconnected cells are cut" };
    let mut encoding = Encoding::new(puzzle, name, format!("{}; {rest}", P::BASE.meaning));
    let grid = puzzle.board().grid();
    encoding.numbers(grid.cell_count())?;
    encoding.refuse_about(puzzle.variable_bound())?;
    let of_clues = encoding.numbers(count_variables(|sink| puzzle.clue_variables(sink)))?;
    let mut counters = Vec::new();
    for counter in puzzle.counters() {
        counters.push((encoding.numbers(counter.variable_count())?, counter));
    }
    let shaded = EncodingInfo::of_families(
        P::BASE.name,
        P::BASE.source,
        &[("shaded", "whether a cell is shaded")],
    );
    encoding.push(Part::new(shaded, |_| ()).with_variables(0, move |sink| {
        let board = puzzle.board();
        for cell in 0..board.grid().cell_count() {
            sink.variable("shaded", format_args!("{}", board.values().name(cell)));
        }
    }));
    let rules = Part::new(P::BASE, move |sink| puzzle.rules(sink));
    encoding.push(rules.with_variables(of_clues, move |sink| puzzle.clue_variables(sink)));
    for (first, counter) in counters {
        let about = EncodingInfo { families: &[], ..P::BASE };
        encoding.push(Part::of(about, first, counter, Counter::variables, move |counter, sink| {
            counter.constraints(first, sink);
        }));
    }
    if has_tree {
        let has_colour = |cell| Lit::new(cell as u32, !P::CONNECTED);
        let tree = tree::part(grid, has_colour, puzzle.goals(), &mut encoding)?;
        encoding.push(tree);
        encoding.is_determined = false;
    }
    let connected = ConnectedColour {
        colouring: Colouring::connected(grid, P::CONNECTED, puzzle.goals()),
        is_shaded: P::CONNECTED,
        clue_checks: Box::new(move || puzzle.clue_propagator()),
    };
    let omitted = (!has_tree).then(|| Box::new(connected) as Box<dyn GlobalConstraint>);
    Ok(encoding.with_global_constraint(omitted))
}
