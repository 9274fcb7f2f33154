//! Sets of ways to draw four edges, around a cell or at a vertex. A way is a number from 0 to 15, whose
//! bit `i` says whether edge `i` is a line; a set of ways has a bit for each. All that a rule knows is a
//! set, what it knows together their intersection, and what follows is what all of the ways left have in
//! common.

/// A set of ways.
pub(super) type Ways = u16;

/// The ways in which edge `i` is a line.
pub(super) const LINE: [Ways; 4] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];

/// The ways with exactly so many lines.
pub(super) const COUNT: [Ways; 5] = {
    let mut count = [0; 5];
    let mut way = 0_u32;
    while way < 16 {
        count[way.count_ones() as usize] |= 1 << way;
        way += 1;
    }
    count
};

/// The ways to draw the edges of a vertex.
pub(super) const DEGREE: Ways = COUNT[0] | COUNT[2];

/// A set of ways to draw two edges: bit `first + 2 second`.
pub(super) type Pair = u8;

/// Nothing is known of two edges.
pub(super) const ANY: Pair = 0b1111;

/// The ways in which edges `i` and `j` are drawn as `pair` allows.
#[inline]
pub(super) fn with_pair(i: usize, j: usize, pair: Pair) -> Ways {
    let (a, b) = (LINE[i], LINE[j]);
    let choose = |bit: Pair, ways: Ways| if pair & bit != 0 { ways } else { 0 };
    choose(1, !a & !b) | choose(2, a & !b) | choose(4, !a & b) | choose(8, a & b)
}

/// How edges `i` and `j` are drawn in some of the ways.
#[inline]
pub(super) fn pair_of(ways: Ways, i: usize, j: usize) -> Pair {
    let (a, b) = (LINE[i], LINE[j]);
    let any = |ways: Ways, bit: Pair| if ways != 0 { bit } else { 0 };
    any(ways & !a & !b, 1) | any(ways & a & !b, 2) | any(ways & !a & b, 4) | any(ways & a & b, 8)
}

/// The ways in which just one of edges `i` and `j` is a line.
#[inline]
pub(super) fn unequal(i: usize, j: usize) -> Ways {
    LINE[i] ^ LINE[j]
}

/// What all of the ways say, where `yes` says it in some: `None` if they do not agree.
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

    /// Each table against its definition, way by way.
    #[test]
    fn tables_are_what_they_say() {
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
