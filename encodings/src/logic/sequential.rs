//! The sequential counter up to one, whose literals mean "one of the first i literals is true".

use crate::logic::Lit;

/// Emits the definitions of the counter: for k literals x and 2 ≤ i < k, `seen(i)` is true if and only if one of the
/// first i literals is true. `seen(1)` is the first literal. There are 3(k - 2) clauses.
pub(crate) fn define(x: &[Lit], seen: impl Fn(usize) -> Lit, mut clause: impl FnMut(&[Lit])) {
    for i in 2..x.len() {
        let (now, before, here) = (seen(i), seen(i - 1), x[i - 1]);
        clause(&[!before, now]);
        clause(&[!here, now]);
        clause(&[!now, before, here]);
    }
}

/// Emits "at most one of the k literals x is true", or "exactly one", for k ≥ 2, with the definitions of [`define`]: 4k
/// - 7 clauses, or 4k - 6 (Sinz 2005).
///
/// Each literal except the first excludes all earlier literals. `seen(i)` increases with i, so it is also the order
/// encoding of the position of the true literal: "the position is at most i".
pub(crate) fn count_to_one(
    x: &[Lit],
    is_exact: bool,
    seen: impl Fn(usize) -> Lit,
    mut clause: impl FnMut(&[Lit]),
) {
    define(x, &seen, &mut clause);
    for i in 2..=x.len() {
        clause(&[!seen(i - 1), !x[i - 1]]);
    }
    if is_exact {
        clause(&[seen(x.len() - 1), x[x.len() - 1]]);
    }
}
