//! Shared parts of the encodings: the atoms as first variables, walls and goals.

use crate::encoding::{Encodable, Encoding, EncodingError, Numbering, RuleFamily};
use crate::kinds::reachability::closure::{self, Closure};
use crate::kinds::reachability::definition::Definition;
use crate::kinds::reachability::{Reachability, ReachabilityClue, Wall, elimination, steps};
use crate::logic::{Constraint, ConstraintSink, Origin};
use crate::puzzle::Instance;

fn definitions() -> [Box<dyn Definition>; 2] {
    [Box::<elimination::EliminatedReach>::default(), Box::new(steps::Steps)]
}

/// Returns the names of the encodings.
#[must_use]
pub fn encoding_names() -> Vec<String> {
    let definitions = definitions();
    let defined = definitions.iter().map(|definition| definition.info().name);
    defined.chain([closure::INFO.name]).map(str::to_owned).collect()
}

pub(super) fn encoding<'a>(
    name: &str,
    puzzle: &'a Reachability,
) -> Result<Box<dyn Encoding + 'a>, EncodingError> {
    if name == closure::INFO.name {
        return Ok(Box::new(Closure::new(puzzle)));
    }
    let found = definitions().into_iter().find(|definition| definition.info().name == name);
    let definition = found.ok_or_else(|| EncodingError::unknown(name, &encoding_names()))?;
    let mut numbering = Numbering::default();
    numbering.range(puzzle.atom_count());
    numbering.range(definition.variable_bound(puzzle));
    numbering.refuse_above_limit(name)?;
    Ok(Box::new(ReachabilityEncoding { puzzle, definition }))
}

struct ReachabilityEncoding<'a> {
    puzzle: &'a Reachability,
    definition: Box<dyn Definition>,
}

impl Encoding for ReachabilityEncoding<'_> {
    fn puzzle(&self) -> &dyn Encodable {
        self.puzzle
    }

    fn name(&self) -> &str {
        self.definition.info().name
    }

    fn meaning(&self) -> String {
        self.definition.info().meaning.to_owned()
    }

    fn encode(&self, sink: &mut dyn ConstraintSink) {
        atoms(self.puzzle, sink);
        self.definition.variables(self.puzzle, sink);
        walls(self.puzzle, sink);
        self.definition.constraints(self.puzzle, sink);
        goals(self.puzzle, sink);
    }

    fn families(&self) -> Vec<RuleFamily> {
        self.definition.info().families().collect()
    }
}

/// Declares the atoms, the first variables.
pub(super) fn atoms(puzzle: &Reachability, sink: &mut dyn ConstraintSink) {
    let links = puzzle.graph().edge_count();
    for atom in 0..puzzle.atom_count() {
        let family = if atom < links { "open" } else { "reach" };
        sink.variable(family, format_args!("{}", puzzle.atom_name(atom)));
    }
}

/// Adds a unit clause for each link whose wall is not free.
pub(super) fn walls(puzzle: &Reachability, sink: &mut dyn ConstraintSink) {
    for link in puzzle.graph().edges() {
        let literal = match puzzle.wall(link) {
            Wall::Free => continue,
            Wall::Open => puzzle.open(link),
            Wall::Shut => !puzzle.open(link),
        };
        let origin = Origin::new("wall", puzzle.graph().edge_place(link));
        sink.constraint(Constraint::Clause(&[literal]), origin);
    }
}

/// Adds a unit clause for each pair whose cell is a goal or shut.
pub(super) fn goals(puzzle: &Reachability, sink: &mut dyn ConstraintSink) {
    for (pair, &(_, cell)) in puzzle.pairs().iter().enumerate() {
        let literal = match puzzle.goals()[cell] {
            ReachabilityClue::Reached => puzzle.reach(pair),
            ReachabilityClue::Unreached => !puzzle.reach(pair),
            ReachabilityClue::Any | ReachabilityClue::Source => continue,
        };
        let origin = Origin::new("goal", puzzle.grid().cell_at(cell).into());
        sink.constraint(Constraint::Clause(&[literal]), origin);
    }
}
