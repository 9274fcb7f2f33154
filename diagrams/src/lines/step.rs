//! The transition of a state at one edge (Yoshinaka et al. 2012, algorithms 2, 4 and 5, and Knuth's Simpath).

use encycle_encodings::puzzle::LineShape;

use crate::frontier::{Frontier, Transition};
use crate::lines::plan::{EdgePlan, FREE, INNER, VertexLeave};

impl Frontier for EdgePlan {
    fn levels(&self) -> usize {
        self.open.len()
    }

    fn state_size(&self) -> usize {
        self.mates + self.counts + 1 + self.clauses.bytes
    }

    fn root(&self, state: &mut [u8]) -> Transition {
        if self.contradiction {
            return Transition::Reject;
        }
        state[..self.mates].fill(INNER);
        state[self.mates..].fill(0);
        state[self.mates + self.counts] = self.free_ends_before;
        self.finish(0, state)
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
            // saturation does not lose precision that matters, because a clue has at most 255 edges
            let lines = next[clue.at].saturating_add(if taken { clue.each } else { 0 });
            if lines > clue.count || lines.saturating_add(clue.left) < clue.count {
                return Transition::Reject;
            }
            // a decided clue leaves no trace, so that more states are equal
            next[clue.at] = if clue.left == 0 { 0 } else { lines };
        }
        let begun = self.mates + self.counts + 1;
        if !self.clauses.decide(level, taken, &state[begun..], &mut next[begun..]) {
            return Transition::Reject;
        }
        let mut closed = false;
        if taken {
            match self.take(step.ends, next) {
                None => return Transition::Reject,
                Some(closes) => closed = closes,
            }
        }
        for &(place, must) in &step.last_chance {
            // one open edge cannot give two lines to an unvisited vertex
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
        match self.whole {
            LineShape::Cycle if closed => match self.is_complete(level + 1, next) {
                true => Transition::Accept,
                false => Transition::Reject,
            },
            LineShape::Cycles if closed => {
                next[self.mates + self.counts] = 1;
                self.finish(level + 1, next)
            }
            _ => self.finish(level + 1, next),
        }
    }
}

impl EdgePlan {
    /// Joins the paths at the ends of an edge. Returns whether this closes a cycle; `None` if the edge cannot be a
    /// line.
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
        // the path would be complete, but with ends of different labels
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
    fn leave(&self, place: u8, leave: VertexLeave, state: &mut [u8]) -> bool {
        let mate = std::mem::replace(&mut state[usize::from(place)], INNER);
        if mate == INNER {
            return true;
        }
        match leave {
            VertexLeave::Never => false,
            VertexLeave::Unvisited => mate == place,
            VertexLeave::End if mate == place => false,
            VertexLeave::End => {
                if usize::from(mate) < self.mates {
                    state[usize::from(mate)] = FREE;
                }
                let ends = &mut state[self.mates + self.counts];
                *ends += 1;
                *ends <= self.free_ends
            }
        }
    }

    /// Returns the vertices of the frontier after the first `decided` levels: slots, and whether they must be visited.
    fn frontier_after(&self, decided: usize) -> &[(u8, bool)] {
        decided.checked_sub(1).map_or(&[], |level| &self.steps[level].frontier)
    }

    /// Returns the transition of a state after `decided` levels, if no rule has rejected it and no cycle has completed
    /// it.
    fn finish(&self, decided: usize, state: &[u8]) -> Transition {
        let is_last = decided == self.open.len();
        let mark = state[self.mates + self.counts];
        let whole = match self.whole {
            LineShape::Cycle => false,
            LineShape::Cycles => is_last && mark == 1,
            // a path has two ends, so without an open or a missing end no further line can be drawn
            LineShape::Paths { .. } => {
                let is_open = |&(place, _): &(u8, bool)| {
                    let mate = state[usize::from(place)];
                    mate != INNER && mate != place
                };
                let needs_end = mark < self.free_ends || self.rest[decided].end;
                if needs_end || self.frontier_after(decided).iter().any(is_open) {
                    return if is_last { Transition::Reject } else { Transition::Open };
                }
                true
            }
        };
        match (whole, is_last) {
            (true, _) if self.is_complete(decided, state) => Transition::Accept,
            (true, _) | (false, true) => Transition::Reject,
            (false, false) => Transition::Open,
        }
    }

    /// Returns whether the state after `decided` levels is a solution if no further line is drawn.
    fn is_complete(&self, decided: usize, state: &[u8]) -> bool {
        let is_fine = |&(place, must): &(u8, bool)| {
            let mate = state[usize::from(place)];
            mate == INNER || (mate == place && !must)
        };
        let last = decided.checked_sub(1);
        let counts = last.map_or(&[][..], |level| &self.steps[level].clues_left);
        !self.rest[decided].line
            && self.frontier_after(decided).iter().all(is_fine)
            && counts.iter().all(|&(at, count)| state[at] == count)
            && self.clauses.hold_without_lines(last, &state[self.mates + self.counts + 1..])
    }
}
