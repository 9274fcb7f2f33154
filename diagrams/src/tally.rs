//! How many sets there are, with the states of two levels in memory and no diagram.

use num_bigint::BigUint;

use crate::frontier::{Frontier, GoOn, Next, Stopped, Watch};
use crate::states::States;
use crate::words::Numbers;

/// How many elements are decided between two look-ups: a look-up in a large table costs more than a few
/// decisions, which are made anew for states that would have become one meanwhile.
const STRIDE: usize = 3;

/// Counts the sets of a family. The memory is that of the states of two levels.
///
/// # Errors
/// `go_on` has said no, or there are more states than numbers for them.
pub fn count(frontier: &impl Frontier, go_on: &mut GoOn<'_>) -> Result<BigUint, Stopped> {
    let mut watch = Watch::new(go_on);
    let size = frontier.state_size();
    let (mut states, mut below) = (States::new(size), States::new(size));
    let (mut ways, mut ways_below) = (Numbers::new(), Numbers::new());
    let mut total = Numbers::new();
    total.push_zero();
    let mut scratch = vec![0; size * STRIDE];
    match frontier.root(&mut scratch[..size]) {
        Next::Reject => {}
        Next::Accept => total.add(0, &[1]),
        Next::Open => {
            states.insert(&scratch[..size]).ok_or(Stopped)?;
            ways.push_zero();
            ways.add(0, &[1]);
        }
    }
    for level in (0..frontier.levels()).step_by(STRIDE) {
        let levels = level..frontier.levels().min(level + STRIDE);
        for index in 0..states.len() {
            watch
                .tick(|| states.memory() + below.memory() + ways.memory() + ways_below.memory())?;
            let here = ways.get(index);
            descend(frontier, levels.clone(), states.get(index), &mut scratch, &mut |state| {
                let Some(state) = state else {
                    total.add(0, here);
                    return Ok(());
                };
                let child = below.insert(state).ok_or(Stopped)?;
                if child == ways_below.len() {
                    ways_below.push_zero();
                }
                ways_below.add(child, here);
                Ok(())
            })?;
        }
        std::mem::swap(&mut states, &mut below);
        std::mem::swap(&mut ways, &mut ways_below);
        below.clear();
        ways_below.clear();
    }
    Ok(total.to_big(0))
}

/// Calls `reach` with each state that some decisions on these levels lead to, and with `None` for each
/// accepted set. `scratch` has room for a state a level.
fn descend(
    frontier: &impl Frontier,
    levels: std::ops::Range<usize>,
    state: &[u8],
    scratch: &mut [u8],
    reach: &mut impl FnMut(Option<&[u8]>) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    if levels.is_empty() {
        return reach(Some(state));
    }
    let (next, scratch) = scratch.split_at_mut(state.len());
    for taken in [false, true] {
        match frontier.child(levels.start, state, taken, next) {
            Next::Reject => {}
            Next::Accept => reach(None)?,
            Next::Open => {
                descend(frontier, levels.start + 1..levels.end, next, scratch, reach)?;
            }
        }
    }
    Ok(())
}
