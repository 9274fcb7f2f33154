//! The part `colours`: inside and outside as variables, without a rule of their own.

use crate::encoding::EncodingInfo;
use crate::logic::ConstraintSink;
use crate::loops::eager::{Drawing, DrawingVariables, EagerPart, LoopField};

/// A redundant family: one variable per cell, whether it is inside (Westreicher 4.1). It excludes
/// no solution; each set of loops determines the colours of its cells.
pub(super) struct InsideColours;

impl EagerPart for InsideColours {
    fn about(&self) -> &'static EncodingInfo {
        &EncodingInfo {
            name: "colours",
            meaning: "inside and outside of the loops as redundant variables",
            source: "Westreicher 2011, equation 4.1 (with corrections)",
            families: &[],
        }
    }

    fn is_one_loop(&self) -> bool {
        false
    }

    fn drawings(&self) -> &'static [Drawing] {
        &[Drawing::Edges, Drawing::Cells]
    }

    fn variable_bound(&self, _: &LoopField) -> u128 {
        0
    }

    fn variables(&self, _: &LoopField, _: &mut dyn ConstraintSink) {}

    fn constraints(&self, _: &LoopField, _: &DrawingVariables, _: u32, _: &mut dyn ConstraintSink) {
    }
}
