//! The redundant families of Block 2024, section 2.2.2: consequences of the rules that add
//! propagation.

use crate::encoding::EncodingInfo;
use crate::kinds::neighbor_number::NeighborNumber;

/// A redundant family: pairs of digits that no solution has at a certain distance in a line,
/// whatever lies between them.
pub(super) struct DistancePart {
    pub about: EncodingInfo,
    /// Returns whether the family forbids these digits at this distance.
    pub forbids: fn(u32, u32, u32) -> bool,
}

pub(super) const PARTS: [DistancePart; 3] = [
    // two digits of a line are at most two steps apart, and differ by at most the sum of these
    DistancePart {
        about: EncodingInfo {
            name: "minmax",
            meaning: "digits of a line differ by at most their distance",
            source: "Block 2024, section 2.2.2, equation 2.2",
            families: &[("minmax", "digits of a line differ by at most their distance")],
        },
        forbids: |first, second, distance| first.abs_diff(second) > distance,
    },
    // a step of length d changes a digit by d, so parities of digits and positions change together
    DistancePart {
        about: EncodingInfo {
            name: "oddeven",
            meaning: "digits of a line differ in parity exactly if their positions do",
            source: "Block 2024, section 2.2.2, equation 2.3",
            families: &[(
                "oddeven",
                "digits of a line differ in parity exactly if their positions do",
            )],
        },
        forbids: |first, second, distance| !(first + second + distance).is_multiple_of(2),
    },
    DistancePart {
        about: EncodingInfo {
            name: "notequal",
            meaning: "a digit occurs at most once in a line, for distances where that follows",
            source: "Block 2024, section 2.2.2, number 3",
            families: &[(
                "notequal",
                "a digit occurs at most once in a line, for odd distances and distances above 16",
            )],
        },
        forbids: |first, second, distance| first == second && !may_be_equal(distance),
    },
];

/// Returns whether equal digits at this distance satisfy all rules but `distinct`: the distance is
/// twice a difference of digits, and the third digit lies halfway between.
pub(super) fn may_be_equal(distance: u32) -> bool {
    distance.is_multiple_of(2) && distance / 2 < NeighborNumber::VALUES
}
