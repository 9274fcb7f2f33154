//! A search for a Hamilton cycle, by the states of the frontier method but without a diagram.

mod order;
mod step;

use encycle_encodings::kinds::hamilton::Piece;

use crate::cycle::order::VertexOrder;
use crate::cycle::step::{CycleStep, StepProgram};
use crate::frontier::{BudgetCheck, BuildStopped, GoOn};
use crate::states::StateTable;

/// Finds a Hamilton cycle of a piece that contains all forced edges: the indices of its edges, or `None` if there is
/// none.
///
/// The edges are decided one by one, as in Knuth's Simpath (The Art of Computer Programming 4A, 7.1.4, exercise 225). A
/// state contains, for each vertex of the frontier, the other end of its path. Because the solutions are not counted,
/// each state is kept only once, with a single predecessor, and a cycle is found by following the predecessors back to
/// the first state. The result is exact: if no states are left, there is no cycle.
///
/// # Errors
/// [`BuildStopped`] if a level has more than `most` states, the frontier is wide, or `go_on` returns `false`.
///
/// ```
/// use encycle_diagrams::hamilton_cycle;
/// use encycle_encodings::grid::Graph;
/// use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};
///
/// let complete = (0..5).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
/// let puzzle = Hamilton::new(Graph::new(5, complete).unwrap(), HamiltonGoal::Cycle, &[])?;
/// let piece = &puzzle.decompose(&mut || true).expect("no contradiction").pieces[0];
/// let cycle = hamilton_cycle(piece, 50_000, &mut |_| true)?.expect("a cycle");
/// assert_eq!(piece.original(&cycle).len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hamilton_cycle(
    piece: &Piece,
    most: usize,
    go_on: &mut GoOn<'_>,
) -> Result<Option<Vec<usize>>, BuildStopped> {
    let order = VertexOrder::new(piece).ok_or(BuildStopped)?;
    let program = StepProgram::new(piece, &order);
    let mut check = BudgetCheck::new(go_on);
    let mut states = StateTable::new(program.width());
    let mut next = StateTable::new(program.width());
    let mut state = program.root();
    states.insert(&state).ok_or(BuildStopped)?;
    // for each level and state, twice the index of its predecessor, plus one if the edge is in the cycle
    let mut predecessors: Vec<Vec<u32>> = Vec::new();
    let mut bytes = 0;
    for level in 0..program.levels() {
        let mut before = Vec::new();
        for index in 0..states.len() {
            check.tick(|| bytes + states.memory() + next.memory())?;
            for taken in [true, false] {
                state.copy_from_slice(states.get(index));
                match program.step(level, &mut state, taken) {
                    CycleStep::Reject => continue,
                    CycleStep::Closed => {
                        return Ok(Some(program.cycle(level, index, &predecessors)));
                    }
                    CycleStep::Open => {}
                }
                if next.insert(&state).ok_or(BuildStopped)? == before.len() {
                    before.push(2 * index as u32 + u32::from(taken));
                }
            }
            if next.len() > most {
                return Err(BuildStopped);
            }
        }
        bytes += 4 * before.len();
        predecessors.push(before);
        std::mem::swap(&mut states, &mut next);
        next.clear();
    }
    Ok(None)
}
