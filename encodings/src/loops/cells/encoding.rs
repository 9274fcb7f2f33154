//! The encodings of loops through cells: the base of the kind, and any eager parts.

use crate::encoding::{
    Cut, CutKind, Encoding, EncodingError, EncodingInfo, Part, Repair, Separated, Separation,
    Sweep, count_variables,
};
use crate::logic::ExternalPropagator;
use crate::loops::cells::{CellBoard, CellLoop, Visit};
use crate::loops::eager::{Drawing, DrawingVariables, EagerParts, PartRules, propagator};
use crate::loops::{
    ColourRepair, ColourSweep, RepairSchedule, separate_fractional, separate_loops,
};
use crate::suggest;

/// Returns the names of the encodings: the base alone, and the base with each part.
pub(super) fn names<P: CellLoop>(puzzle: &P) -> Vec<String> {
    let has_parts = puzzle.board().field().is_some();
    EagerParts::names(P::BASE.name).take(if has_parts { usize::MAX } else { 1 }).collect()
}

/// Returns the encoding with this name: the name of the base, then `+` and the name of each eager part.
pub(super) fn encoding<'a, P: CellLoop>(
    name: &str,
    puzzle: &'a P,
) -> Result<Encoding<'a>, EncodingError> {
    let base = name.split('+').next().unwrap_or_default();
    if base != P::BASE.name {
        let help = suggest::help(base, &[P::BASE.name]);
        return Err(EncodingError::new(name, format!("unknown base: `{base}`\nhelp: {help}")));
    }
    let rules = PartRules {
        base: Drawing::Edges,
        field: puzzle.board().field().ok_or("needs two rows and two columns"),
        allows_several: false,
    };
    let eager = EagerParts::new(name, rules)?;
    let mut encoding = Encoding::new(puzzle, name, eager.meaning(P::BASE.meaning));
    let graph = puzzle.board().graph();
    let (board, parts) = eager.build(graph, &mut encoding)?;
    encoding.refuse_about(puzzle.variable_bound())?;
    let first = encoding.numbers(count_variables(|sink| puzzle.clue_variables(sink)))?;
    encoding.is_determined = eager.are_determined();
    let rule = OneLoop { puzzle, board };
    let rule = (!eager.are_one_loop()).then(|| Box::new(rule) as Box<dyn Separation>);
    let shared = EncodingInfo { families: &CellBoard::FAMILIES, ..P::BASE };
    let cells = Part::new(shared, move |sink| puzzle.board().rules(&board, sink));
    encoding.push(cells.with_variables(0, move |sink| eager.variables(graph, sink)));
    let clues = Part::new(P::BASE, move |sink| puzzle.clue_rules(first, sink));
    encoding.push(clues.with_variables(first, move |sink| puzzle.clue_variables(sink)));
    parts.into_iter().for_each(|part| encoding.push(part));
    Ok(encoding.with_rule(rule))
}

/// Returns the schedule of repairs with inside variables.
pub(super) fn repair_schedule<P: CellLoop>(puzzle: &P) -> RepairSchedule {
    let board = puzzle.board();
    let cells = board.grid().cell_count();
    RepairSchedule {
        cells,
        clues: cells - board.cells_with(Visit::Free).count() + puzzle.certain_sets().len(),
        large: 900,
        // few clues make a loop through cells unique, so repair ends with the first solution
        sparse_percent: None,
        sweep_percent: 20,
    }
}

/// The rule of one loop, with the numbers of the drawings.
struct OneLoop<'a, P> {
    puzzle: &'a P,
    board: DrawingVariables,
}

impl<P: CellLoop> OneLoop<'_, P> {
    /// Returns the schedule of repairs, if there are inside variables.
    fn repair_schedule(&self) -> Option<RepairSchedule> {
        self.board.first_inside()?;
        Some(repair_schedule(self.puzzle))
    }
}

/// The cuts of [`separate_loops`] are sound for every kind: a loop that satisfies all rules alone is a solution and is not
/// cut.
impl<P: CellLoop> Separation for OneLoop<'_, P> {
    fn cut_kinds(&self) -> &'static [CutKind] {
        &[CutKind::Loop, CutKind::Leave]
    }

    fn separate(&self, _: &Encoding<'_>, model: &[bool], kind: CutKind) -> Separated {
        separate_loops(self.puzzle, model, kind)
    }

    fn propagator(&self) -> Option<Box<dyn ExternalPropagator>> {
        propagator(self.puzzle.board().graph(), &self.board)
    }

    fn first_repair(&self) -> Option<usize> {
        Some(self.repair_schedule()?.first_repair())
    }

    fn is_worth_sweeping(&self) -> bool {
        self.repair_schedule().is_some_and(RepairSchedule::is_worth_sweeping)
    }

    fn sweep(&self) -> Option<Box<dyn Sweep + '_>> {
        self.repair_schedule()?;
        Some(Box::new(ColourSweep::new(self.board)))
    }

    fn repair(&self) -> Option<Box<dyn Repair + '_>> {
        self.repair_schedule()?;
        Some(Box::new(ColourRepair::new(self.board)))
    }

    fn has_fractional_cuts(&self) -> bool {
        true
    }

    fn separate_fractional(&self, point: &[f64]) -> Vec<Cut> {
        separate_fractional(self.puzzle, point)
    }
}
