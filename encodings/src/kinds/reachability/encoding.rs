//! Shared parts of the encodings: the atoms as first variables, walls and goals.

use crate::encoding::{Encodable, Encoding, EncodingError, Part};
use crate::kinds::reachability::definition::ReachDefinition;
use crate::kinds::reachability::{
    Reachability, ReachabilityClue, Wall, closure, elimination, steps,
};
use crate::logic::{ConstraintSink, Origin};
use crate::puzzle::Instance;

/// All definitions, the default first.
const DEFINITIONS: [ReachDefinition; 3] =
    [elimination::ELIMINATION, steps::STEPS, closure::CLOSURE];

impl Encodable for Reachability {
    fn encoding_names(&self) -> Vec<String> {
        DEFINITIONS.iter().map(|definition| definition.info.name.to_owned()).collect()
    }

    fn encoding<'a>(&'a self, name: &str) -> Result<Encoding<'a>, EncodingError> {
        let found = DEFINITIONS.iter().find(|definition| definition.info.name == name);
        let ReachDefinition { info, build, rule } =
            found.ok_or_else(|| EncodingError::unknown(name, &self.encoding_names()))?;
        let mut encoding = Encoding::new(self, name, info.meaning);
        let first = encoding.numbers(self.atom_count())?;
        let defined = build(self, &mut encoding)?;
        let walls = Part::new(*info, move |sink| walls(self, sink));
        encoding.push(walls.with_variables(first, move |sink| atoms(self, sink)));
        encoding.push(defined);
        encoding.push(Part::new(*info, move |sink| goals(self, sink)));
        Ok(encoding.with_global_constraint(rule.map(|rule| rule(self))))
    }
}

/// Declares the atoms, the first variables.
fn atoms(puzzle: &Reachability, sink: &mut dyn ConstraintSink) {
    let links = puzzle.graph().edge_count();
    for atom in 0..puzzle.atom_count() {
        let family = if atom < links { "open" } else { "reach" };
        sink.variable(family, format_args!("{}", puzzle.atom_name(atom)));
    }
}

/// Adds a unit clause for each link whose wall is not free.
fn walls(puzzle: &Reachability, sink: &mut dyn ConstraintSink) {
    for link in puzzle.graph().edges() {
        let literal = match puzzle.wall(link) {
            Wall::Free => continue,
            Wall::Open => puzzle.open(link),
            Wall::Shut => !puzzle.open(link),
        };
        let origin = Origin::new("wall", puzzle.graph().edge_place(link));
        sink.add_clause(&[literal], origin);
    }
}

/// Adds a unit clause for each pair whose cell is a goal or shut.
fn goals(puzzle: &Reachability, sink: &mut dyn ConstraintSink) {
    for (pair, &(_, cell)) in puzzle.pairs().iter().enumerate() {
        let literal = match puzzle.goals()[cell] {
            ReachabilityClue::Reached => puzzle.reach(pair),
            ReachabilityClue::Unreached => !puzzle.reach(pair),
            ReachabilityClue::Any | ReachabilityClue::Source => continue,
        };
        let origin = Origin::new("goal", puzzle.grid().cell_at(cell).into());
        sink.add_clause(&[literal], origin);
    }
}
