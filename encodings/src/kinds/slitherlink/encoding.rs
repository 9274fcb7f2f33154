//! Encodings of Slitherlink. Each consists of a base encoding and any number of eager parts.

use crate::encoding::{
    Cut, CutKind, Encodable, Encoding, EncodingError, Numbering, Repair, RuleFamily, Separated,
    Separation, Sweep, block_solution,
};
use crate::grid::Graph;
use crate::kinds::slitherlink::Slitherlink;
use crate::kinds::slitherlink::bases::{BASES, SlitherlinkBase};
use crate::logic::ConstraintSink;
use crate::loops::eager::{Drawing, DrawingVariables, EagerParts, LoopField, PartRules};
use crate::loops::{
    ColourRepair, ColourSweep, EdgeSet, RepairSchedule, block_colours, separate_colours,
    separate_fractional, separate_loops,
};
use crate::puzzle::Solution;
use crate::suggest;

/// Returns the encoding with this name: the name of a base encoding, then `+` and the name of each eager part.
///
/// ```
/// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
///
/// let puzzle = Slitherlink::from_rows(&["3.", ".2"])?;
/// assert!(!encoding("pre-succ", &puzzle)?.is_exact());
/// assert!(encoding("pre-succ+order", &puzzle)?.is_exact());
/// let error = encoding("edge+ordre", &puzzle).err().unwrap();
/// assert!(error.to_string().contains("use colours, reach, reach-all, order"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The base or a part is unknown, they are incompatible, or the encoding may need more variables
/// than [`VARIABLE_LIMIT`](crate::logic::VARIABLE_LIMIT).
pub fn encoding<'a>(
    name: &str,
    puzzle: &'a Slitherlink,
) -> Result<Box<dyn Encoding + 'a>, EncodingError> {
    let encoding = combination(name, puzzle)?;
    let mut numbering = Numbering::default();
    numbering.range(encoding.parts.variable_bound(puzzle.graph()));
    numbering.refuse_above_limit(name)?;
    Ok(Box::new(encoding))
}

/// Returns the combination of a base and parts. Does not check the number of variables.
///
/// # Errors
/// The base or a part is unknown, or they are incompatible.
fn combination<'a>(name: &str, puzzle: &'a Slitherlink) -> Result<LoopEncoding<'a>, EncodingError> {
    let wrong = |reason: String| EncodingError::new(name, reason);
    let base_name = name.split('+').next().unwrap_or_default();
    let base = BASES.iter().copied().find(|base| base.info().name == base_name);
    let base = base.ok_or_else(|| {
        let bases: Vec<&str> = BASES.iter().map(|base| base.info().name).collect();
        wrong(format!("unknown base: `{base_name}`\nhelp: {}", suggest::help(base_name, &bases)))
    })?;
    let only_grids = "needs a grid, not a general graph";
    if base.drawing() == Drawing::Cells && puzzle.grid().is_none() {
        return Err(wrong(format!("`{base_name}` {only_grids}")));
    }
    let field = puzzle.grid().map(|grid| LoopField {
        grid,
        one_inside: puzzle.one_inside(),
        is_through_cells: false,
    });
    let rules = PartRules {
        base: base.drawing(),
        field: field.ok_or(only_grids),
        allows_several: puzzle.allows_several_loops(),
    };
    Ok(LoopEncoding { puzzle, name: name.to_owned(), base, parts: EagerParts::new(name, rules)? })
}

/// Returns the names of the encodings of a puzzle: each base alone, and each base with each compatible part.
/// Combinations of several parts are not listed.
#[must_use]
pub fn encoding_names(puzzle: &Slitherlink) -> Vec<String> {
    let names = BASES.iter().flat_map(|base| EagerParts::names(base.info().name));
    // `combination` does not check the variable limit, so encodings that exceed it are also listed
    names.filter(|name| combination(name, puzzle).is_ok()).collect()
}

/// A base encoding and its eager parts.
struct LoopEncoding<'a> {
    puzzle: &'a Slitherlink,
    name: String,
    base: &'static dyn SlitherlinkBase,
    parts: EagerParts,
}

impl<'a> LoopEncoding<'a> {
    fn graph(&self) -> &'a Graph {
        self.puzzle.graph()
    }

    /// Returns the schedule of repairs, if the cells are the only variables.
    fn repair_schedule(&self) -> Option<RepairSchedule> {
        let cells = self.puzzle.grid()?.cell_count();
        let clues = self.puzzle.clues().count();
        (self.parts.drawings() == [Drawing::Cells]).then_some(RepairSchedule {
            cells,
            clues,
            large: 2500,
            sparse_percent: Some(30),
            sweep_percent: 50,
        })
    }
}

impl Encoding for LoopEncoding<'_> {
    fn puzzle(&self) -> &dyn Encodable {
        self.puzzle
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn meaning(&self) -> String {
        self.parts.meaning(self.base.info().meaning)
    }

    fn encode(&self, sink: &mut dyn ConstraintSink) {
        self.parts.encode(self.graph(), sink, |board, _, sink| {
            self.base.rules(self.puzzle, board, sink);
        });
    }

    fn projection_size(&self) -> usize {
        self.base.drawing().variable_count(self.graph())
    }

    fn is_determined(&self) -> bool {
        self.parts.are_determined()
    }

    fn solution(&self, model: &[bool]) -> Solution {
        match (self.base.drawing(), self.puzzle.grid()) {
            (Drawing::Cells, Some(grid)) => {
                let mut inside = model.to_vec();
                inside.resize(grid.cell_count(), false);
                EdgeSet::around(grid, &inside).into()
            }
            _ => Solution::of_model(model, self.graph().edge_count()),
        }
    }

    fn block(&self, model: &[bool]) -> Separated {
        match (self.base.drawing(), self.puzzle.grid()) {
            (Drawing::Cells, Some(grid)) if !self.puzzle.allows_several_loops() => {
                block_colours(grid, model)
            }
            _ => block_solution(self, model),
        }
    }

    fn separation(&self) -> Option<&dyn Separation> {
        let is_exact = self.puzzle.allows_several_loops() || self.parts.are_one_loop();
        (!is_exact).then_some(self)
    }

    fn families(&self) -> Vec<RuleFamily> {
        self.parts.families(self.base.info().families())
    }
}

impl Separation for LoopEncoding<'_> {
    fn cut_kinds(&self) -> &'static [CutKind] {
        match self.base.drawing() {
            Drawing::Edges => &[CutKind::Loop, CutKind::Leave],
            Drawing::Cells => &[CutKind::Separator],
        }
    }

    fn separate(&self, model: &[bool], kind: CutKind) -> Separated {
        match (self.base.drawing(), self.puzzle.grid()) {
            (Drawing::Cells, Some(grid)) => separate_colours(grid, model),
            _ => separate_loops(self.puzzle, model, kind),
        }
    }

    /// A separator of two cells separates them in every colouring.
    fn separates_any_model(&self) -> bool {
        self.base.drawing() == Drawing::Cells && self.puzzle.grid().is_some()
    }

    fn propagator(&self) -> Option<Box<dyn crate::logic::ExternalPropagator>> {
        self.parts.propagator(self.graph())
    }

    fn first_repair(&self) -> Option<usize> {
        Some(self.repair_schedule()?.first_repair())
    }

    fn is_worth_sweeping(&self) -> bool {
        self.repair_schedule().is_some_and(RepairSchedule::is_worth_sweeping)
    }

    fn sweep(&self) -> Option<Box<dyn Sweep + '_>> {
        self.repair_schedule()?;
        Some(Box::new(ColourSweep::new(self.parts.board(self.graph()))))
    }

    fn repair(&self) -> Option<Box<dyn Repair + '_>> {
        self.repair_schedule()?;
        Some(Box::new(ColourRepair::new(self.parts.board(self.graph()))))
    }

    fn has_fractional_cuts(&self) -> bool {
        self.base.drawing() == Drawing::Edges
    }

    fn separate_fractional(&self, point: &[f64]) -> Vec<Cut> {
        match self.has_fractional_cuts() {
            true => separate_fractional(self.puzzle, point),
            false => Vec::new(),
        }
    }
}

impl Slitherlink {
    /// Passes the variables and constraints of the encoding `edge` to `sink`.
    pub fn encode(&self, sink: &mut dyn ConstraintSink) {
        let board = DrawingVariables::variables(self.graph(), &[BASES[0].drawing()], sink);
        BASES[0].rules(self, &board, sink);
    }
}
