//! Encodings of Slitherlink. Each consists of a base encoding and any number of eager parts.

use crate::encoding::{
    Cut, CutKind, Encodable, Encoding, EncodingError, PredictedSize, Repair, RuleFamily, Separated,
    Separation, SizeReport, Sweep, block_solution,
};
use crate::grid::Graph;
use crate::kinds::slitherlink::Slitherlink;
use crate::kinds::slitherlink::bases::{BASES, SlitherlinkBase};
use crate::logic::{Constraint, ConstraintSink, Origin, VARIABLE_LIMIT, Var};
use crate::loops::eager::{Drawing, DrawingVariables, EagerPart, LoopField, PARTS};
use crate::loops::{
    ColourRepair, ColourSweep, EdgeSet, PartialColours, block_colours, separate_colours,
    separate_fractional, separate_loops,
};
use crate::puzzle::Solution;
use crate::suggest;

/// A large grid with at most this percentage of its clues is sparse: its first model has many stray parts, and it hardly
/// ever has one solution only.
const SPARSE_PERCENT: usize = 30;

/// The first model of a large grid with at most this percentage of its clues is made by a sweep. With more clues, unit
/// propagation and a few conflicts find it, and the search for a second solution takes most of the time.
const SWEEP_PERCENT: usize = 50;

/// The number of cells of a large grid.
const LARGE_CELLS: usize = 2500;

/// The first round whose model is repaired in a large grid that is not sparse.
const FIRST_REPAIR_LARGE: usize = 8;

/// The first round whose model is repaired in a small grid. No published puzzle needs more rounds than this.
const FIRST_REPAIR_SMALL: usize = 256;

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
/// than [`VARIABLE_LIMIT`].
pub fn encoding<'a>(
    name: &str,
    puzzle: &'a Slitherlink,
) -> Result<Box<dyn Encoding + 'a>, EncodingError> {
    let encoding = combination(name, puzzle)?;
    let bound = encoding.variable_bound();
    if bound > u128::from(VARIABLE_LIMIT) {
        let reason = format!(
            "up to {bound} variables on this grid; files number at most {VARIABLE_LIMIT}\n\
             help: use a smaller part, or cuts"
        );
        return Err(EncodingError::new(name, reason));
    }
    Ok(Box::new(encoding))
}

/// Returns the combination of a base and parts. Does not check [`VARIABLE_LIMIT`].
///
/// # Errors
/// The base or a part is unknown, or they are incompatible.
fn combination<'a>(name: &str, puzzle: &'a Slitherlink) -> Result<LoopEncoding<'a>, EncodingError> {
    let wrong = |reason: String| EncodingError::new(name, reason);
    let mut words = name.split('+');
    let base_name = words.next().unwrap_or_default();
    let base = BASES.iter().copied().find(|base| base.info().name == base_name);
    let base = base.ok_or_else(|| {
        let bases: Vec<&str> = BASES.iter().map(|base| base.info().name).collect();
        wrong(format!("unknown base: `{base_name}`\nhelp: {}", suggest::help(base_name, &bases)))
    })?;
    let only_grids = |what: &str| wrong(format!("`{what}` needs a grid, not a general graph"));
    if base.drawing() == Drawing::Cells && puzzle.grid().is_none() {
        return Err(only_grids(base_name));
    }
    let mut parts: Vec<&'static dyn EagerPart> = Vec::new();
    for word in words {
        let part = PARTS.iter().copied().find(|part| part.about().name == word);
        let part = part.ok_or_else(|| {
            let known: Vec<&str> = PARTS.iter().map(|part| part.about().name).collect();
            wrong(format!("unknown part: `{word}`\nhelp: {}", suggest::help(word, &known)))
        })?;
        if puzzle.grid().is_none() {
            return Err(only_grids(word));
        }
        if part.is_one_loop() && puzzle.allows_several_loops() {
            return Err(wrong(format!(
                "`{word}` allows one loop only, but this kind of puzzle allows several"
            )));
        }
        if parts.iter().any(|known| known.about().name == word) {
            return Err(wrong(format!("duplicate part: `{word}`")));
        }
        if part.is_one_loop() && parts.iter().any(|known| known.is_one_loop()) {
            return Err(wrong("two parts that enforce one loop\nhelp: use one of them".to_owned()));
        }
        if word == "colours" && base.drawing() == Drawing::Cells {
            return Err(wrong(format!("`{base_name}` already has inside variables")));
        }
        parts.push(part);
    }
    Ok(LoopEncoding::new(puzzle, base, parts))
}

/// Returns the names of the encodings of a puzzle: each base alone, and each base with each compatible part.
/// Combinations of several parts are not listed.
#[must_use]
pub fn encoding_names(puzzle: &Slitherlink) -> Vec<String> {
    let names = BASES.iter().flat_map(|base| {
        let base = base.info().name;
        let with_part = PARTS.iter().map(move |part| format!("{base}+{}", part.about().name));
        std::iter::once(base.to_owned()).chain(with_part)
    });
    // `combination` does not check the variable limit, so encodings that exceed it are also listed
    names.filter(|name| combination(name, puzzle).is_ok()).collect()
}

/// A base encoding and its eager parts.
struct LoopEncoding<'a> {
    puzzle: &'a Slitherlink,
    /// The grid on which the parts work; `None` on a general graph, which supports no parts.
    field: Option<LoopField>,
    name: String,
    base: &'static dyn SlitherlinkBase,
    parts: Vec<&'static dyn EagerPart>,
    /// The representations of the loop that have variables (edges, cells or both), that of the base first.
    drawings: Vec<Drawing>,
}

impl<'a> LoopEncoding<'a> {
    fn new(
        puzzle: &'a Slitherlink,
        base: &'static dyn SlitherlinkBase,
        parts: Vec<&'static dyn EagerPart>,
    ) -> Self {
        let mut name = base.info().name.to_owned();
        let mut drawings = vec![base.drawing()];
        for part in &parts {
            name.extend(["+", part.about().name]);
            for drawing in part.drawings() {
                if !drawings.contains(drawing) {
                    drawings.push(*drawing);
                }
            }
        }
        let field = puzzle.grid().map(|grid| LoopField { grid, one_inside: puzzle.one_inside() });
        Self { puzzle, field, name, base, parts, drawings }
    }

    fn variable_bound(&self) -> u128 {
        let drawn: usize = self.drawings.iter().map(|one| one.variable_count(self.graph())).sum();
        let parts = self.parts().map(|(part, field)| part.variable_bound(field));
        drawn as u128 + parts.sum::<u128>()
    }

    fn graph(&self) -> &'a Graph {
        self.puzzle.graph()
    }

    fn parts(&self) -> impl Iterator<Item = (&'static dyn EagerPart, &LoopField)> {
        self.parts.iter().filter_map(|&part| Some((part, self.field.as_ref()?)))
    }
}

/// A sink that counts variables and forwards everything.
struct Counting<'a> {
    sink: &'a mut dyn ConstraintSink,
    variables: u32,
}

impl ConstraintSink for Counting<'_> {
    fn variable(&mut self, family: &'static str, name: std::fmt::Arguments<'_>) -> Var {
        self.variables += 1;
        self.sink.variable(family, name)
    }

    fn constraint(&mut self, constraint: Constraint<'_>, origin: Origin) {
        self.sink.constraint(constraint, origin);
    }

    fn accepts_more(&self) -> bool {
        self.sink.accepts_more()
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
        let parts = self.parts.iter().map(|part| part.about().meaning);
        std::iter::once(self.base.info().meaning).chain(parts).collect::<Vec<_>>().join("; ")
    }

    fn encode(&self, sink: &mut dyn ConstraintSink) {
        let mut sink = Counting { sink, variables: 0 };
        let board = DrawingVariables::variables(self.graph(), &self.drawings, &mut sink);
        let mut firsts = Vec::with_capacity(self.parts.len());
        for (part, field) in self.parts() {
            firsts.push(sink.variables);
            part.variables(field, &mut sink);
        }
        self.base.rules(self.puzzle, &board, sink.sink);
        board.channel(sink.sink);
        for ((part, field), &first) in self.parts().zip(&firsts) {
            part.constraints(field, &board, first, sink.sink);
        }
    }

    fn projection_size(&self) -> usize {
        self.base.drawing().variable_count(self.graph())
    }

    fn is_determined(&self) -> bool {
        self.parts.iter().all(|part| part.is_determined())
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
        let is_exact =
            self.puzzle.allows_several_loops() || self.parts.iter().any(|part| part.is_one_loop());
        (!is_exact).then_some(self)
    }
}

impl SizeReport for LoopEncoding<'_> {
    fn families(&self) -> Vec<RuleFamily> {
        let mut families: Vec<RuleFamily> = self.base.info().families().collect();
        let board: &[RuleFamily] =
            if self.drawings.len() == 2 { &DrawingVariables::FAMILIES } else { &[] };
        let parts = self.parts.iter().flat_map(|part| part.about().families());
        for family in board.iter().copied().chain(parts) {
            if !families.iter().any(|known| known.name == family.name) {
                families.push(family);
            }
        }
        families
    }

    fn predicted_sizes(&self) -> Option<Vec<PredictedSize>> {
        let graph = self.graph();
        let mut predicted = Vec::new();
        for drawing in &self.drawings {
            let family = match drawing {
                Drawing::Edges => "edge",
                Drawing::Cells => "inside",
            };
            let variables = drawing.variable_count(graph) as u128;
            predicted.push(PredictedSize { family, variables, clauses: 0 });
        }
        predicted.extend(self.base.predicted_sizes(self.puzzle));
        if let (2, Some(grid)) = (self.drawings.len(), self.puzzle.grid()) {
            let clauses = DrawingVariables::channel_clauses(grid) as u128;
            predicted.push(PredictedSize { family: "channel", variables: 0, clauses });
        }
        for (part, field) in self.parts() {
            predicted.extend(part.predicted_sizes(field)?);
        }
        Some(predicted)
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
        let grid = self.puzzle.grid()?;
        let place = self.drawings.iter().position(|one| *one == Drawing::Cells)?;
        let before = self.drawings[..place].iter();
        let first: usize = before.map(|one| one.variable_count(self.graph())).sum();
        Some(Box::new(PartialColours::new(grid, first as u32)))
    }

    fn first_repair(&self) -> Option<usize> {
        let grid = self.puzzle.grid()?;
        if self.drawings != [Drawing::Cells] {
            return None;
        }
        let cells = grid.cell_count();
        let is_sparse = self.puzzle.clues().count() * 100 <= cells * SPARSE_PERCENT;
        Some(match (cells >= LARGE_CELLS, is_sparse) {
            (false, _) => FIRST_REPAIR_SMALL,
            (true, false) => FIRST_REPAIR_LARGE,
            (true, true) => 1,
        })
    }

    fn is_worth_sweeping(&self) -> bool {
        let Some(grid) = self.puzzle.grid() else { return false };
        let cells = grid.cell_count();
        cells >= LARGE_CELLS && self.puzzle.clues().count() * 100 <= cells * SWEEP_PERCENT
    }

    fn sweep(&self) -> Option<Box<dyn Sweep + '_>> {
        self.first_repair()?;
        Some(Box::new(ColourSweep::new(self.puzzle.grid()?)))
    }

    fn repair(&self) -> Option<Box<dyn Repair + '_>> {
        self.first_repair()?;
        Some(Box::new(ColourRepair::new(self.puzzle.grid()?)))
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
        LoopEncoding::new(self, BASES[0], Vec::new()).encode(sink);
    }
}
