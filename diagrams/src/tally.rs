//! How many sets there are, with the states of two levels in memory and no diagram.

use num_bigint::BigUint;

use crate::frontier::{Frontier, GoOn, Next, Stopped, Watch};
use crate::states::States;
use crate::words::Numbers;

/// Counts the sets of a family. The memory is that of the states of two neighbouring levels.
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
    let mut next = vec![0; size];
    match frontier.root(&mut next) {
        Next::Reject => {}
        Next::Accept => total.add(0, &[1]),
        Next::Open => {
            states.insert(&next).ok_or(Stopped)?;
            ways.push_zero();
            ways.add(0, &[1]);
        }
    }
    for level in 0..frontier.levels() {
        for index in 0..states.len() {
            watch
                .tick(|| states.memory() + below.memory() + ways.memory() + ways_below.memory())?;
            for taken in [false, true] {
                match frontier.child(level, states.get(index), taken, &mut next) {
                    Next::Reject => {}
                    Next::Accept => total.add(0, ways.get(index)),
                    Next::Open => {
                        let child = below.insert(&next).ok_or(Stopped)?;
                        if child == ways_below.len() {
                            ways_below.push_zero();
                        }
                        ways_below.add(child, ways.get(index));
                    }
                }
            }
        }
        std::mem::swap(&mut states, &mut below);
        std::mem::swap(&mut ways, &mut ways_below);
        below.clear();
        ways_below.clear();
    }
    Ok(total.to_big(0))
}
