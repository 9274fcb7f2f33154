//! Sets of ways to draw four edges, around a cell or at a vertex.
//!
//! A way is a number from 0 to 15 whose bit `i` is set if edge `i` is a line; a set of ways is a number with one bit
//! per way. Each fact about the edges is a set of ways, the conjunction of facts is the intersection of their sets, and
//! what follows is what all remaining ways have in common. For example, `COUNT[1] & !LINE[0]` are the ways with exactly
//! one line that is not edge 0.

/// A set of ways.
pub(super) type Ways = u16;

/// The ways in which edge `i` is a line.
pub(super) const LINE: [Ways; 4] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];

/// The ways with exactly 0, 1, 2, 3 and 4 lines.
pub(super) const COUNT: [Ways; 5] = {
    let mut count = [0; 5];
    let mut way = 0_u32;
    while way < 16 {
        count[way.count_ones() as usize] |= 1 << way;
        way += 1;
    }
    count
};

/// The ways that satisfy the degree rule of a vertex.
pub(super) const DEGREE: Ways = COUNT[0] | COUNT[2];

/// A set of ways to draw two edges. A way is the number `first + 2 second`, and the set has one bit per way.
pub(super) type Pair = u8;

/// All ways to draw two edges, which means that nothing is known about them.
pub(super) const ANY: Pair = 0b1111;

/// Returns the ways in which the states of edges `i` and `j` are in `pair`.
#[inline]
pub(super) fn with_pair(i: usize, j: usize, pair: Pair) -> Ways {
    let (a, b) = (LINE[i], LINE[j]);
    let choose = |bit: Pair, ways: Ways| if pair & bit != 0 { ways } else { 0 };
    choose(1, !a & !b) | choose(2, a & !b) | choose(4, !a & b) | choose(8, a & b)
}

/// Returns the states of edges `i` and `j` that occur in at least one of the ways.
#[inline]
pub(super) fn pair_of(ways: Ways, i: usize, j: usize) -> Pair {
    let (a, b) = (LINE[i], LINE[j]);
    let any = |ways: Ways, bit: Pair| if ways != 0 { bit } else { 0 };
    any(ways & !a & !b, 1) | any(ways & a & !b, 2) | any(ways & !a & b, 4) | any(ways & a & b, 8)
}

/// Returns the ways in which exactly one of edges `i` and `j` is a line.
#[inline]
pub(super) fn unequal(i: usize, j: usize) -> Ways {
    LINE[i] ^ LINE[j]
}

/// Returns `Some(true)` if all ways are in `yes`, `Some(false)` if none is, and `None` otherwise.
#[inline]
pub(super) fn agreed(ways: Ways, yes: Ways) -> Option<bool> {
    match (ways & yes != 0, ways & !yes != 0) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks each table against its definition, way by way.
    #[test]
    fn tables_match_their_definitions() {
        for way in 0..16_u32 {
            let has = |ways: Ways| ways >> way & 1 == 1;
            let line = |i: usize| way >> i & 1 == 1;
            assert_eq!(has(DEGREE), matches!(way.count_ones(), 0 | 2));
            for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
                assert_eq!(has(LINE[i]), line(i));
                assert_eq!(has(unequal(i, j)), line(i) != line(j));
                let bit = u8::from(line(i)) + 2 * u8::from(line(j));
                assert_eq!(pair_of(1 << way, i, j), 1 << bit);
                for pair in 0..=ANY {
                    assert_eq!(has(with_pair(i, j, pair)), pair >> bit & 1 == 1);
                }
            }
        }
        assert_eq!(agreed(COUNT[4], LINE[0]), Some(true));
        assert_eq!(agreed(COUNT[0], LINE[0]), Some(false));
        assert_eq!(agreed(COUNT[1], LINE[0]), None);
    }
}
