//! Encodings of loops through cells: the base of the kind, and any eager parts.

use crate::cell_loops::{CellBoard, CellLoop, Visit};
use crate::encoding::{
    Encoding, EncodingError, EncodingInfo, GlobalConstraint, Part, RepairSchedule, count_variables,
};
use crate::rules::one_loop::OneLoop;
use crate::rules::one_loop::eager::{Drawing, EagerParts, PartRules};
use crate::suggest;

/// Returns the names of the encodings: the base alone, and the base with each part.
pub(super) fn names<P: CellLoop>(puzzle: &P) -> Vec<String> {
    let has_parts = puzzle.board().field().is_some();
    EagerParts::names(puzzle.base().name).take(if has_parts { usize::MAX } else { 1 }).collect()
}

/// Returns the encoding with this name: the name of the base, followed by `+` and a name for each eager part.
pub(super) fn encoding<'a, P: CellLoop>(
    name: &str,
    puzzle: &'a P,
) -> Result<Encoding<'a>, EncodingError> {
    let base = name.split('+').next().unwrap_or_default();
    if base != puzzle.base().name {
        let help = suggest::help(base, &[puzzle.base().name]);
        return Err(EncodingError::new(name, format!("unknown base: `{base}`\nhelp: {help}")));
    }
    let rules = PartRules {
        base: Drawing::Edges,
        field: puzzle.board().field().ok_or("needs two rows and two columns"),
        allows_several: false,
    };
    let eager = EagerParts::new(name, rules)?;
    let mut encoding = Encoding::new(puzzle, name, eager.meaning(puzzle.base().meaning));
    let graph = puzzle.board().graph();
    let (board, parts) = eager.build(graph, &mut encoding)?;
    encoding.refuse_about(puzzle.variable_bound())?;
    let first = encoding.numbers(count_variables(|sink| puzzle.clue_variables(sink)))?;
    encoding.is_determined = eager.are_determined();
    let one_loop = OneLoop {
        puzzle,
        board,
        coloured: None,
        schedule: board.first_inside().map(|_| repair_schedule(puzzle)),
    };
    let omitted = (!eager.are_one_loop()).then(|| Box::new(one_loop) as Box<dyn GlobalConstraint>);
    let shared = EncodingInfo { families: &CellBoard::FAMILIES, ..puzzle.base() };
    let cells = Part::new(shared, move |sink| puzzle.board().rules(&board, sink));
    encoding.push(cells.with_variables(0, move |sink| eager.variables(graph, sink)));
    let clues = Part::new(puzzle.base(), move |sink| puzzle.clue_rules(first, sink));
    encoding.push(clues.with_variables(first, move |sink| puzzle.clue_variables(sink)));
    parts.into_iter().for_each(|part| encoding.push(part));
    Ok(encoding.with_global_constraint(omitted))
}

/// Returns the schedule by which the inside variables are repaired.
pub(super) fn repair_schedule<P: CellLoop>(puzzle: &P) -> RepairSchedule {
    let board = puzzle.board();
    let cells = board.grid().cell_count();
    RepairSchedule {
        cells,
        clues: cells - board.cells_with(Visit::Free).count() + puzzle.certain_sets().len(),
        large: 900,
        // few clues make a loop through cells unique, so repair ends with the first solution, however sparse the clues
        // are
        sparse_percent: None,
        sweep_percent: 20,
    }
}
