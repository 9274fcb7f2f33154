//! The transition of a state at one edge: Yoshinaka et al. 2012, algorithms 2, 4 and 5, and Simpath.

use encycle_encodings::puzzle::LineShape;

use crate::frontier::{Frontier, Transition};
use crate::lines::plan::{EdgePlan, EdgeStep, FREE, INNER, Leave, Rest};

impl Frontier for EdgePlan {
    fn levels(&self) -> usize {
        self.open.len()
    }

    fn state_size(&self) -> usize {
        self.mates + self.counts + 1
    }

    fn root(&self, state: &mut [u8]) -> Transition {
        if self.contradiction {
            return Transition::Reject;
        }
        state[..self.mates].fill(INNER);
        state[self.mates..].fill(0);
        state[self.mates + self.counts] = self.free_ends_before;
        self.finish(&EdgeStep::default(), self.rest[0], state, self.open.is_empty())
    }

    fn child(&self, level: usize, state: &[u8], taken: bool, next: &mut [u8]) -> Transition {
        let step = &self.steps[level];
        if step.must && !taken {
            return Transition::Reject;
        }
        next.copy_from_slice(state);
        for &(place, mate) in &step.enter {
            next[usize::from(place)] = mate;
        }
        for clue in &step.clues {
            let lines = next[clue.at] + u8::from(taken);
            if lines > clue.count || lines + clue.left < clue.count {
                return Transition::Reject;
            }
            // a decided clue leaves no trace, so that more states are equal
            next[clue.at] = if clue.left == 0 { 0 } else { lines };
        }
        let mut closed = false;
        if taken {
            match self.take(step.ends, next) {
                None => return Transition::Reject,
                Some(closes) => closed = closes,
            }
        }
        for &(place, must) in &step.last_chance {
            // one open edge cannot give an unvisited vertex two lines
            if next[usize::from(place)] == place {
                if must {
                    return Transition::Reject;
                }
                next[usize::from(place)] = INNER;
            }
        }
        for &(place, leave) in &step.leave {
            if !self.leave(place, leave, next) {
                return Transition::Reject;
            }
        }
        let (rest, is_last) = (self.rest[level + 1], level + 1 == self.open.len());
        match self.whole {
            LineShape::Cycle if closed => match is_complete(step, rest, next) {
                true => Transition::Accept,
                false => Transition::Reject,
            },
            LineShape::Cycles if closed => {
                next[self.mates + self.counts] = 1;
                self.finish(step, rest, next, is_last)
            }
            _ => self.finish(step, rest, next, is_last),
        }
    }
}

impl EdgePlan {
    /// Joins the paths at the ends of an edge. Returns whether that closes a cycle; `None` if the edge cannot
    /// be a line.
    fn take(&self, [a, b]: [u8; 2], state: &mut [u8]) -> Option<bool> {
        let [mate_a, mate_b] = [a, b].map(|end| state[usize::from(end)]);
        if mate_a == INNER || mate_b == INNER {
            return None;
        }
        let closes = mate_a == b;
        if closes && matches!(self.whole, LineShape::Paths { .. }) {
            return None;
        }
        let places = self.mates as u8;
        let is_outside = |mate: u8| mate >= places;
        let is_label = |mate: u8| is_outside(mate) && mate != FREE;
        // the path would be complete, with ends of different labels
        if is_label(mate_a) && is_label(mate_b) && mate_a != mate_b {
            return None;
        }
        for (end, mate) in [(a, mate_a), (b, mate_b)] {
            if mate != end {
                state[usize::from(end)] = INNER;
            }
        }
        if closes {
            return Some(true);
        }
        for (mate, other) in [(mate_a, mate_b), (mate_b, mate_a)] {
            if !is_outside(mate) {
                state[usize::from(mate)] = other;
            }
        }
        Some(false)
    }

    /// Removes a vertex from the frontier. Returns `false` if its number of lines is not allowed.
    fn leave(&self, place: u8, leave: Leave, state: &mut [u8]) -> bool {
        let mate = std::mem::replace(&mut state[usize::from(place)], INNER);
        if mate == INNER {
            return true;
        }
        match leave {
            Leave::Never => false,
            Leave::Unvisited => mate == place,
            Leave::End if mate == place => false,
            Leave::End => {
                if usize::from(mate) < self.mates {
                    state[usize::from(mate)] = FREE;
                }
                let ends = &mut state[self.mates + self.counts];
                *ends += 1;
                *ends <= self.free_ends
            }
        }
    }

    /// Returns the transition of a state that no rule has rejected and no cycle has completed.
    fn finish(&self, step: &EdgeStep, rest: Rest, state: &[u8], is_last: bool) -> Transition {
        let mark = state[self.mates + self.counts];
        let whole = match self.whole {
            LineShape::Cycle => false,
            LineShape::Cycles => is_last && mark == 1,
            // a path has two ends: without an open or a missing end, no further line can be drawn
            LineShape::Paths { .. } => {
                let is_open = |&(place, _): &(u8, bool)| {
                    let mate = state[usize::from(place)];
                    mate != INNER && mate != place
                };
                if mark < self.free_ends || rest.end || step.frontier.iter().any(is_open) {
                    return if is_last { Transition::Reject } else { Transition::Open };
                }
                true
            }
        };
        match (whole, is_last) {
            (true, _) if is_complete(step, rest, state) => Transition::Accept,
            (true, _) | (false, true) => Transition::Reject,
            (false, false) => Transition::Open,
        }
    }
}

/// Returns whether the state is a solution if no further line is drawn.
fn is_complete(step: &EdgeStep, rest: Rest, state: &[u8]) -> bool {
    let is_fine = |&(place, must): &(u8, bool)| {
        let mate = state[usize::from(place)];
        mate == INNER || (mate == place && !must)
    };
    !rest.line
        && step.frontier.iter().all(is_fine)
        && step.clues_left.iter().all(|&(at, count)| state[at] == count)
}
