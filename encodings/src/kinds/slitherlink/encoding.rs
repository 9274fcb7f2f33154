//! Encodings of Slitherlink: a base encoding and any number of eager parts.

use crate::encoding::{Encodable, Encoding, EncodingError, GlobalConstraint, Part, RepairSchedule};
use crate::grid::Grid;
use crate::kinds::slitherlink::Slitherlink;
use crate::kinds::slitherlink::bases::{BASES, SlitherlinkBase};
use crate::logic::ConstraintSink;
use crate::rules::one_loop::eager::{
    Drawing, DrawingVariables, EagerParts, LoopField, PartRules, unknown_base,
};
use crate::rules::one_loop::{EdgeSet, OneLoop, block_colours};

/// Returns the encoding with this name: the name of a base encoding, followed by `+` and a name for each eager part.
///
/// ```
/// use encycle_encodings::kinds::slitherlink::{Slitherlink, encoding};
///
/// let puzzle = Slitherlink::from_rows(&["3.", ".2"])?;
/// assert!(!encoding("pre-succ", &puzzle)?.is_exact());
/// assert!(encoding("pre-succ+order", &puzzle)?.is_exact());
/// let error = encoding("edge+ordre", &puzzle).err().unwrap();
/// assert!(error.to_string().contains("colours, reach, reach-all, order"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The base or a part is unknown, they are incompatible, or the encoding may need more variables than
/// [`VARIABLE_LIMIT`](crate::logic::VARIABLE_LIMIT).
pub fn encoding<'a>(name: &str, puzzle: &'a Slitherlink) -> Result<Encoding<'a>, EncodingError> {
    let (base, eager) = combination(name, puzzle)?;
    let mut encoding = Encoding::new(puzzle, name, eager.meaning(base.info.meaning));
    let graph = puzzle.graph();
    let (board, parts) = eager.build(graph, &mut encoding)?;
    encoding.projection_size = base.drawing.variable_count(graph);
    encoding.is_determined = eager.are_determined();
    if let (Drawing::Cells, Some(grid)) = (base.drawing, puzzle.grid()) {
        encoding.read = Some(Box::new(move |model| {
            let mut inside = model.to_vec();
            inside.resize(grid.cell_count(), false);
            EdgeSet::around(grid, &inside).into()
        }));
        if !puzzle.allows_several_loops() {
            encoding.block = Some(Box::new(move |model| block_colours(grid, model)));
        }
    }
    let is_exact = puzzle.allows_several_loops() || eager.are_one_loop();
    let rules = Part::new(base.info, move |sink| (base.rules)(puzzle, &board, sink));
    let has_only_cells = eager.drawings() == [Drawing::Cells];
    encoding.push(rules.with_variables(0, move |sink| eager.variables(graph, sink)));
    parts.into_iter().for_each(|part| encoding.push(part));
    let coloured = puzzle.grid().filter(|_| base.drawing == Drawing::Cells);
    let schedule = puzzle.grid().filter(|_| has_only_cells);
    let schedule = schedule.map(|grid| repair_schedule(puzzle, grid));
    let one_loop = OneLoop { puzzle, board, coloured, schedule };
    let omitted = (!is_exact).then(|| Box::new(one_loop) as Box<dyn GlobalConstraint>);
    Ok(encoding.with_global_constraint(omitted))
}

/// Returns the combination of a base and parts. Does not check the number of variables.
///
/// # Errors
/// The base or a part is unknown, or they are incompatible.
fn combination(
    name: &str,
    puzzle: &Slitherlink,
) -> Result<(&'static SlitherlinkBase, EagerParts), EncodingError> {
    let wrong = |reason: String| EncodingError::new(name, reason);
    let base_name = name.split('+').next().unwrap_or_default();
    let base = BASES.iter().find(|base| base.info.name == base_name);
    let base = base.ok_or_else(|| {
        let bases: Vec<&str> = BASES.iter().map(|base| base.info.name).collect();
        unknown_base(name, base_name, &bases)
    })?;
    let only_grids = "needs a grid, not a general graph";
    if base.drawing == Drawing::Cells && puzzle.grid().is_none() {
        return Err(wrong(format!("`{base_name}` {only_grids}")));
    }
    let field = puzzle.grid().map(|grid| LoopField {
        grid,
        one_inside: puzzle.one_inside(),
        is_through_cells: false,
    });
    let rules = PartRules {
        base: base.drawing,
        field: field.ok_or(only_grids),
        allows_several: puzzle.allows_several_loops(),
    };
    Ok((base, EagerParts::new(name, rules)?))
}

/// Returns the names of the encodings of a puzzle: each base alone, and each base with each compatible part.
/// Combinations of several parts are not listed.
#[must_use]
pub fn encoding_names(puzzle: &Slitherlink) -> Vec<String> {
    let names = BASES.iter().flat_map(|base| EagerParts::names(base.info.name));
    // `combination` does not check the variable limit, so the list contains even encodings that exceed it
    names.filter(|name| combination(name, puzzle).is_ok()).collect()
}

/// Returns the schedule by which the colors of cells are repaired.
fn repair_schedule(puzzle: &Slitherlink, grid: Grid) -> RepairSchedule {
    RepairSchedule {
        cells: grid.cell_count(),
        clues: puzzle.clues().count(),
        large: 2500,
        sparse_percent: Some(30),
        sweep_percent: 50,
    }
}

impl Encodable for Slitherlink {
    fn encoding_names(&self) -> Vec<String> {
        encoding_names(self)
    }

    /// Returns the first base, without building any encoding. This base has one variable per edge, so it applies to
    /// every puzzle, with or without a grid.
    fn default_encoding(&self) -> String {
        BASES[0].info.name.to_owned()
    }

    fn encoding<'a>(&'a self, name: &str) -> Result<Encoding<'a>, EncodingError> {
        encoding(name, self)
    }
}

impl Slitherlink {
    /// Passes the variables and constraints of the encoding `edge` to `sink`.
    pub fn encode(&self, sink: &mut dyn ConstraintSink) {
        let board = DrawingVariables::variables(self.graph(), &[BASES[0].drawing], sink);
        (BASES[0].rules)(self, &board, sink);
    }
}
