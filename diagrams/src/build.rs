//! The construction of diagrams: level by level from the top, then reduction from the bottom up.
//!
//! The way down collects the distinct states of each level and, for each state, what the two decisions lead to. Only
//! the states of two levels are in memory, because a state is no longer needed once its children are known; what
//! remains of a level is a pair of indices for each state. The way up turns these pairs into reduced nodes of the
//! arena. Reduction must wait for the way up, because whether two nodes are equal depends on everything below them:
//!
//! ```text
//! level 0       root
//!              /    \
//! level 1     s      t       the states s and t differ, so they are two nodes on the way down;
//!             |\    /|       on the way up, they have the same children,
//! level 2     u  \/  v       so they become one node of the arena
//! ```

use crate::arena::{Arena, SetFamily};
use crate::frontier::{BudgetCheck, BuildStopped, Frontier, GoOn, Transition};
use crate::states::StateTable;

/// A child of an unreduced node: a terminal (0 or 1), or 2 plus the child's index on the next level.
type Child = u32;

/// Builds the diagram of a family. Its elements are the numbers from `first` on.
///
/// # Errors
/// [`BuildStopped`] if `go_on` returns `false`, or if a level has more than 2^32 - 3 states.
pub fn build(
    arena: &mut Arena,
    frontier: &impl Frontier,
    first: u32,
    go_on: &mut GoOn<'_>,
) -> Result<SetFamily, BuildStopped> {
    let mut watch = BudgetCheck::new(go_on);
    let size = frontier.state_size();
    let mut state = vec![0; size];
    let root = frontier.root(&mut state);
    if root != Transition::Open {
        return Ok(if root == Transition::Accept { SetFamily::UNIT } else { SetFamily::EMPTY });
    }
    let (mut states, mut below) = (StateTable::new(size), StateTable::new(size));
    states.insert(&state).ok_or(BuildStopped)?;
    let mut levels: Vec<Vec<[Child; 2]>> = Vec::new();
    let mut held = 0;
    for level in 0..frontier.levels() {
        report_level(level, frontier.levels(), states.len(), held);
        let mut nodes = Vec::with_capacity(states.len());
        held += states.len() * size_of::<[Child; 2]>();
        for index in 0..states.len() {
            watch.tick(|| held + states.memory() + below.memory())?;
            let mut children = [0; 2];
            for (taken, child) in [false, true].into_iter().zip(&mut children) {
                *child = match frontier.child(level, states.get(index), taken, &mut state) {
                    Transition::Reject => 0,
                    Transition::Accept => 1,
                    Transition::Open => below.insert(&state).ok_or(BuildStopped)? as u32 + 2,
                };
            }
            nodes.push(children);
        }
        levels.push(nodes);
        std::mem::swap(&mut states, &mut below);
        below.clear();
    }
    drop((states, below));
    reduce(arena, levels, first, held, &mut watch)
}

/// Logs the progress of a level-by-level construction.
pub(crate) fn report_level(level: usize, levels: usize, states: usize, bytes: usize) {
    log::debug!("level {level} of {levels}: {states} states, {} MB", bytes >> 20);
}

/// Reduces the levels from the bottom up: merges equal nodes (Knuth, 7.1.4, algorithm R) and removes nodes whose 1-arc
/// leads to the 0-terminal.
fn reduce(
    arena: &mut Arena,
    mut levels: Vec<Vec<[Child; 2]>>,
    first: u32,
    mut held: usize,
    watch: &mut BudgetCheck<'_, '_>,
) -> Result<SetFamily, BuildStopped> {
    let mut below: Vec<SetFamily> = Vec::new();
    while let Some(nodes) = levels.pop() {
        let level = first + levels.len() as u32;
        let mut reduced = Vec::with_capacity(nodes.len());
        for children in &nodes {
            watch.tick(|| held + arena.bytes())?;
            let [lo, hi] = children.map(|child| match child {
                0 => SetFamily::EMPTY,
                1 => SetFamily::UNIT,
                number => below[number as usize - 2],
            });
            reduced.push(arena.node(level, lo, hi));
        }
        held -= nodes.len() * size_of::<[Child; 2]>();
        below = reduced;
    }
    Ok(below.first().copied().unwrap_or(SetFamily::EMPTY))
}
