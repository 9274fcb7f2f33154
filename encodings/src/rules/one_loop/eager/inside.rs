//! The part `colours`: inside and outside as variables, without a rule of their own.

use crate::encoding::{EncodingInfo, Part};
use crate::rules::one_loop::eager::{Drawing, EagerPart};

/// A redundant family: one variable per cell, whether it is inside (Westreicher 4.1). The family excludes no solution,
/// because each set of loops determines which cells are inside.
pub(super) const COLOURS: EagerPart = EagerPart {
    about: EncodingInfo {
        name: "colours",
        meaning: "inside and outside of the loops as redundant variables",
        source: "Westreicher 2011, equation 4.1 (with corrections)",
        families: &[],
    },
    is_one_loop: false,
    is_determined: true,
    drawings: &[Drawing::Edges, Drawing::Cells],
    // the drawings are all that the part adds
    build: |site, _| Ok(Part::new(site.about, |_| ())),
};
