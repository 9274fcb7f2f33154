//! The encodings of kinds with shaded cells: the base of the kind, with cuts or with the part `tree`.

use crate::encoding::{
    Cut, CutKind, CutReason, Encoding, EncodingError, Numbering, RuleFamily, Separated, Separation,
    count_variables,
};
use crate::logic::{ConstraintSink, ExternalPropagator, Lit};
use crate::loops::{Colouring, PartialColours};
use crate::shading::Shading;
use crate::shading::tree::{self, TREE};

/// Returns the names of the encodings: the base, and the base with the tree.
pub(crate) fn names<P: Shading>() -> Vec<String> {
    let base = P::BASE.name;
    vec![base.to_owned(), format!("{base}+{}", TREE.name)]
}

/// Returns the encoding with this name.
pub(crate) fn encoding<'a, P: Shading>(
    name: &str,
    puzzle: &'a P,
) -> Result<Box<dyn Encoding + 'a>, EncodingError> {
    let names = names::<P>();
    let Some(place) = names.iter().position(|known| known == name) else {
        return Err(EncodingError::unknown(name, &names));
    };
    let mut numbering = Numbering::default();
    numbering.range(puzzle.board().grid().cell_count());
    numbering.range(puzzle.variable_bound());
    if place > 0 {
        numbering.range(tree::variable_bound(puzzle.board().grid()));
    }
    numbering.refuse_above_limit(name)?;
    Ok(Box::new(ShadingEncoding { puzzle, name: name.to_owned(), has_tree: place > 0 }))
}

struct ShadingEncoding<'a, P> {
    puzzle: &'a P,
    name: String,
    has_tree: bool,
}

impl<P: Shading> ShadingEncoding<'_, P> {
    fn colouring(&self) -> Colouring {
        Colouring::connected(self.puzzle.board().grid(), P::CONNECTED, self.puzzle.goals())
    }
}

impl<P: Shading> Encoding for ShadingEncoding<'_, P> {
    fn puzzle(&self) -> &dyn crate::encoding::Encodable {
        self.puzzle
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn meaning(&self) -> String {
        match self.has_tree {
            true => format!("{}; {}", P::BASE.meaning, TREE.meaning),
            false => format!("{}; disconnected cells are cut", P::BASE.meaning),
        }
    }

    fn encode(&self, sink: &mut dyn ConstraintSink) {
        let board = self.puzzle.board();
        for cell in 0..board.grid().cell_count() {
            sink.variable("shaded", format_args!("{}", board.values().name(cell)));
        }
        self.puzzle.clue_variables(sink);
        let of_clues = count_variables(|sink| self.puzzle.clue_variables(sink));
        let mut next = board.grid().cell_count() as u32 + of_clues;
        let counters = self.puzzle.counters();
        let mut firsts = Vec::with_capacity(counters.len());
        for counter in &counters {
            firsts.push(next);
            counter.variables(sink);
            next += counter.variable_count() as u32;
        }
        if self.has_tree {
            tree::variables(board.grid(), sink);
        }
        self.puzzle.rules(sink);
        for (counter, &first) in counters.iter().zip(&firsts) {
            counter.constraints(first, sink);
        }
        if self.has_tree {
            let has_colour = |cell| Lit::new(cell as u32, !P::CONNECTED);
            tree::constraints(board.grid(), next, has_colour, self.puzzle.goals(), sink);
        }
    }

    fn is_determined(&self) -> bool {
        !self.has_tree
    }

    fn separation(&self) -> Option<&dyn Separation> {
        (!self.has_tree).then_some(self)
    }

    fn families(&self) -> Vec<RuleFamily> {
        let shaded = RuleFamily {
            name: "shaded",
            meaning: "whether a cell is shaded",
            source: P::BASE.source,
        };
        let tree = TREE.families().filter(|_| self.has_tree);
        std::iter::once(shaded).chain(P::BASE.families()).chain(tree).collect()
    }
}

/// The cuts hold whatever the clues, so also against models that violate constraints.
impl<P: Shading> Separation for ShadingEncoding<'_, P> {
    fn cut_kinds(&self) -> &'static [CutKind] {
        &[CutKind::Separator]
    }

    fn separate(&self, model: &[bool], _: CutKind) -> Separated {
        let mut cuts = self.colouring().cuts(model);
        if let Some(mut check) = self.puzzle.clue_propagator() {
            let mut literals =
                model.iter().enumerate().map(|(at, &truth)| Lit::new(at as u32, !truth));
            let found = check.conflicts(&mut literals).into_iter();
            cuts.extend(found.map(|clause| Cut::clause(clause, CutReason::ReachesClue)));
        }
        cuts.retain(|cut| !cut.constraint().is_satisfied(model));
        if cuts.is_empty() { self.block(model) } else { Separated { solution: None, cuts } }
    }

    fn separates_any_model(&self) -> bool {
        true
    }

    /// Where the clues have a check of their own, it finds much that no model shows.
    fn prefers_propagator(&self) -> bool {
        self.puzzle.clue_propagator().is_some()
    }

    fn propagator(&self) -> Option<Box<dyn ExternalPropagator>> {
        let connected = PartialColours::of(self.colouring());
        Some(match self.puzzle.clue_propagator() {
            Some(clues) => Box::new(BothChecks { connected, clues }),
            None => Box::new(connected),
        })
    }
}

/// The check of connected cells, and if it finds nothing, that of the clues.
struct BothChecks {
    connected: PartialColours,
    clues: Box<dyn ExternalPropagator>,
}

impl ExternalPropagator for BothChecks {
    fn shortest_interval(&self, variables: usize) -> usize {
        self.clues.shortest_interval(variables)
    }

    fn conflicts(&mut self, true_literals: &mut dyn Iterator<Item = Lit>) -> Vec<Vec<Lit>> {
        let literals: Vec<Lit> = true_literals.collect();
        let found = self.connected.conflicts(&mut literals.iter().copied());
        match found.is_empty() {
            true => self.clues.conflicts(&mut literals.iter().copied()),
            false => found,
        }
    }
}
