//! Connected cells: the cells of one color form one component.
//!
//! A model that violates this is cut by separators: two cells of different components do not both have the color,
//! unless some cell of a set that separates them has it. The same check serves as a propagator during the search. The
//! part `tree` states the constraint eagerly.

mod colours;
mod partial;
mod separators;
pub(crate) mod tree;

pub(crate) use colours::Colouring;
pub use partial::PartialColours;
pub(crate) use tree::{CellTree, FirstTrue};

use crate::encoding::{Cut, CutKind, CutReason, Encoding, GlobalConstraint, Separated};
use crate::logic::{ExternalPropagator, Lit};

/// Returns a check of partial assignments for the clues of a kind, if it has one.
pub(crate) type ClueChecks<'a> = Box<dyn Fn() -> Option<Box<dyn ExternalPropagator>> + Sync + 'a>;

/// The constraint that the cells of one color are connected.
pub(crate) struct ConnectedColour<'a> {
    pub colouring: Colouring,
    /// The other color, if its cells are connected, too.
    pub other: Option<Colouring>,
    /// Whether the color is that of shaded cells.
    pub is_shaded: bool,
    pub clue_checks: ClueChecks<'a>,
}

/// The cuts hold whatever the clues are, so they are sound even against models that violate other constraints.
impl GlobalConstraint for ConnectedColour<'_> {
    fn name(&self) -> &'static str {
        match (&self.other, self.is_shaded) {
            (Some(_), _) => "connected colours",
            (None, true) => "connected shaded",
            (None, false) => "connected unshaded",
        }
    }

    fn cut_kinds(&self) -> &'static [CutKind] {
        &[CutKind::Separator]
    }

    fn separate(&self, encoding: &Encoding<'_>, model: &[bool], _: CutKind) -> Separated {
        let mut cuts = self.colouring.cuts(model);
        cuts.extend(self.other.iter().flat_map(|other| other.cuts(model)));
        if let Some(mut check) = (self.clue_checks)() {
            let mut literals =
                model.iter().enumerate().map(|(at, &truth)| Lit::new(at as u32, !truth));
            let found = check.conflicts(&mut literals).into_iter();
            cuts.extend(found.map(|clause| Cut::clause(clause, CutReason::ReachesClue)));
        }
        cuts.retain(|cut| !cut.constraint().is_satisfied(model));
        encoding.cut_or_block(cuts, model)
    }

    fn separates_any_model(&self) -> bool {
        true
    }

    /// A check of the clues finds conflicts in partial assignments that no full model would show.
    fn prefers_propagator(&self) -> bool {
        (self.clue_checks)().is_some()
    }

    fn propagator(&self) -> Option<Box<dyn ExternalPropagator>> {
        let connected = PartialColours::of(self.colouring.clone());
        let more = match &self.other {
            Some(other) => {
                Some(Box::new(PartialColours::of(other.clone())) as Box<dyn ExternalPropagator>)
            }
            None => (self.clue_checks)(),
        };
        Some(match more {
            Some(clues) => Box::new(BothChecks { connected, clues }),
            None => Box::new(connected),
        })
    }
}

/// The check of connected cells, followed by the check of the clues if the first one finds nothing.
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
