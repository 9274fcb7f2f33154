//! The common interface of the definitions of reachability.

use crate::encoding::{Encoding, EncodingError, EncodingInfo, GlobalConstraint, Part};
use crate::grid::Edge;
use crate::kinds::reachability::Reachability;
use crate::logic::Lit;

/// A definition of what is reached, by variables beyond the atoms.
pub(super) struct ReachDefinition {
    /// Its name, meaning, source and families.
    pub info: EncodingInfo,
    /// Takes numbers of an encoding and returns the part.
    pub build: for<'a> fn(&'a Reachability, &mut Encoding<'a>) -> Result<Part<'a>, EncodingError>,
    /// Returns the rule that it omits, if there is one.
    pub rule: Option<OmittedRule>,
}

/// A function that returns the rule which a definition omits.
pub(super) type OmittedRule = for<'a> fn(&'a Reachability) -> Box<dyn GlobalConstraint + 'a>;

impl Reachability {
    /// Returns the literal that is true iff no wall blocks this link.
    pub(super) fn open(&self, link: Edge) -> Lit {
        Lit::positive(link.0)
    }

    /// Returns the literal that is true iff the cell of this pair can be reached from its source.
    pub(super) fn reach(&self, pair: usize) -> Lit {
        Lit::positive((self.graph().edge_count() + pair) as u32)
    }
}
