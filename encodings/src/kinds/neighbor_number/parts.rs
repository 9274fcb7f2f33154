//! The redundant families of Block 2024, section 2.2.2: what follows from the rules, and helps to see it.

use crate::encoding::EncodingInfo;
use crate::kinds::neighbor_number::NeighborNumber;

/// A redundant family: two digits in cells of one line at some distance that no solution has there,
/// whatever is between them.
pub(super) struct Part {
    pub about: EncodingInfo,
    /// Whether it forbids these digits at this distance.
    pub forbids: fn(u32, u32, u32) -> bool,
}

pub(super) const PARTS: [Part; 3] = [
    // two digits differ by the sum of at most two steps
    Part {
        about: EncodingInfo {
            name: "minmax",
            meaning: "digits of a line differ by at most their distance",
            source: "Block 2024, section 2.2.2, equation 2.2",
            families: &[("minmax", "digits of a line differ by at most their distance")],
        },
        forbids: |first, second, distance| first.abs_diff(second) > distance,
    },
    // each step changes the parity as often as its length says
    Part {
        about: EncodingInfo {
            name: "oddeven",
            meaning: "digits of a line differ in parity as their places do",
            source: "Block 2024, section 2.2.2, equation 2.3",
            families: &[("oddeven", "digits of a line differ in parity as their places do")],
        },
        forbids: |first, second, distance| !(first + second + distance).is_multiple_of(2),
    },
    Part {
        about: EncodingInfo {
            name: "notequal",
            meaning: "no digit twice in a line, at those distances where that follows",
            source: "Block 2024, section 2.2.2, number 3",
            families: &[("notequal", "no digit twice in a line at an odd distance, or above 16")],
        },
        forbids: |first, second, distance| first == second && !may_be_equal(distance),
    },
];

/// Whether, but for the rule that no digit stands twice in a line, equal digits could be at a distance:
/// it is twice a difference of digits then, with the third digit halfway between.
pub(super) fn may_be_equal(distance: u32) -> bool {
    distance.is_multiple_of(2) && distance / 2 < NeighborNumber::VALUES
}
