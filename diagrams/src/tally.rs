//! The number of sets of a family, counted without a diagram and with the states of only two levels in memory.

use num_bigint::BigUint;

use crate::build::report_level;
use crate::frontier::{BudgetCheck, BuildStopped, Frontier, GoOn, Transition};
use crate::states::StateTable;
use crate::words::BigCounts;

/// The number of elements that are decided between two look-ups of states. States that would have merged in between are
/// decided separately, but a look-up in a large table costs more than a few decisions.
const STRIDE: usize = 3;

/// Counts the sets of a family, with the states of only two levels in memory.
///
/// # Errors
/// [`BuildStopped`] if `go_on` returns `false`, or if a level has more than 2^32 - 3 states.
pub fn count(frontier: &impl Frontier, go_on: &mut GoOn<'_>) -> Result<BigUint, BuildStopped> {
    let mut watch = BudgetCheck::new(go_on);
    let size = frontier.state_size();
    let (mut states, mut below) = (StateTable::new(size), StateTable::new(size));
    let (mut ways, mut ways_below) = (BigCounts::new(), BigCounts::new());
    let mut total = BigCounts::new();
    total.push_zero();
    let mut scratch = vec![0; size * STRIDE];
    match frontier.root(&mut scratch[..size]) {
        Transition::Reject => {}
        Transition::Accept => total.add(0, &[1]),
        Transition::Open => {
            states.insert(&scratch[..size]).ok_or(BuildStopped)?;
            ways.push_zero();
            ways.add(0, &[1]);
        }
    }
    for level in (0..frontier.levels()).step_by(STRIDE) {
        let levels = level..frontier.levels().min(level + STRIDE);
        report_level(level, frontier.levels(), states.len(), states.memory() + ways.memory());
        for index in 0..states.len() {
            watch
                .tick(|| states.memory() + below.memory() + ways.memory() + ways_below.memory())?;
            let here = ways.get(index);
            descend(frontier, levels.clone(), states.get(index), &mut scratch, &mut |state| {
                let Some(state) = state else {
                    total.add(0, here);
                    return Ok(());
                };
                let child = below.insert(state).ok_or(BuildStopped)?;
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

/// Calls `reach` with each state after the decisions on `levels`, and with `None` for each accepted set. `scratch` has
/// room for one state per level.
fn descend(
    frontier: &impl Frontier,
    levels: std::ops::Range<usize>,
    state: &[u8],
    scratch: &mut [u8],
    reach: &mut impl FnMut(Option<&[u8]>) -> Result<(), BuildStopped>,
) -> Result<(), BuildStopped> {
    if levels.is_empty() {
        return reach(Some(state));
    }
    let (next, scratch) = scratch.split_at_mut(state.len());
    for taken in [false, true] {
        match frontier.child(levels.start, state, taken, next) {
            Transition::Reject => {}
            Transition::Accept => reach(None)?,
            Transition::Open => {
                descend(frontier, levels.start + 1..levels.end, next, scratch, reach)?;
            }
        }
    }
    Ok(())
}
