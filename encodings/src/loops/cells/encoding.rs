//! The encodings of loops through cells: the base of the kind, and any eager parts.

use crate::encoding::{
    Cut, CutKind, Encodable, Encoding, EncodingError, Numbering, Repair, RuleFamily, Separated,
    Separation, Sweep, count_variables,
};
use crate::logic::{ConstraintSink, ExternalPropagator};
use crate::loops::cells::{CellBoard, CellLoop, Visit};
use crate::loops::eager::{Drawing, DrawingVariables, EagerParts, PartRules};
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
) -> Result<Box<dyn Encoding + 'a>, EncodingError> {
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
    let parts = EagerParts::new(name, rules)?;
    let mut numbering = Numbering::default();
    numbering.range(parts.variable_bound(puzzle.board().graph()));
    numbering.range(count_variables(|sink| puzzle.clue_variables(sink)));
    numbering.refuse_above_limit(name)?;
    Ok(Box::new(CellLoopEncoding { puzzle, name: name.to_owned(), parts }))
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

struct CellLoopEncoding<'a, P> {
    puzzle: &'a P,
    name: String,
    parts: EagerParts,
}

impl<P: CellLoop> CellLoopEncoding<'_, P> {
    fn drawings(&self) -> DrawingVariables {
        self.parts.board(self.puzzle.board().graph())
    }

    /// Returns the schedule of repairs, if there are inside variables.
    fn repair_schedule(&self) -> Option<RepairSchedule> {
        self.drawings().first_inside()?;
        Some(repair_schedule(self.puzzle))
    }
}

impl<P: CellLoop> Encoding for CellLoopEncoding<'_, P> {
    fn puzzle(&self) -> &dyn Encodable {
        self.puzzle
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn meaning(&self) -> String {
        self.parts.meaning(P::BASE.meaning)
    }

    fn encode(&self, sink: &mut dyn ConstraintSink) {
        let board = self.puzzle.board();
        self.parts.encode(board.graph(), sink, |variables, count, sink| {
            self.puzzle.clue_variables(sink);
            board.rules(variables, sink);
            self.puzzle.clue_rules(count, sink);
        });
    }

    fn is_determined(&self) -> bool {
        self.parts.are_determined()
    }

    fn separation(&self) -> Option<&dyn Separation> {
        (!self.parts.are_one_loop()).then_some(self)
    }

    fn families(&self) -> Vec<RuleFamily> {
        let shared = CellBoard::FAMILIES.iter().map(|&(name, meaning)| RuleFamily {
            name,
            meaning,
            source: P::BASE.source,
        });
        self.parts.families(shared.chain(P::BASE.families()))
    }
}

/// The cuts of [`separate_loops`] are sound for every kind: a loop that satisfies all rules alone is a solution and is not
/// cut.
impl<P: CellLoop> Separation for CellLoopEncoding<'_, P> {
    fn cut_kinds(&self) -> &'static [CutKind] {
        &[CutKind::Loop, CutKind::Leave]
    }

    fn separate(&self, model: &[bool], kind: CutKind) -> Separated {
        separate_loops(self.puzzle, model, kind)
    }

    fn propagator(&self) -> Option<Box<dyn ExternalPropagator>> {
        self.parts.propagator(self.puzzle.board().graph())
    }

    fn first_repair(&self) -> Option<usize> {
        Some(self.repair_schedule()?.first_repair())
    }

    fn is_worth_sweeping(&self) -> bool {
        self.repair_schedule().is_some_and(RepairSchedule::is_worth_sweeping)
    }

    fn sweep(&self) -> Option<Box<dyn Sweep + '_>> {
        self.repair_schedule()?;
        Some(Box::new(ColourSweep::new(self.drawings())))
    }

    fn repair(&self) -> Option<Box<dyn Repair + '_>> {
        self.repair_schedule()?;
        Some(Box::new(ColourRepair::new(self.drawings())))
    }

    fn has_fractional_cuts(&self) -> bool {
        true
    }

    fn separate_fractional(&self, point: &[f64]) -> Vec<Cut> {
        separate_fractional(self.puzzle, point)
    }
}
