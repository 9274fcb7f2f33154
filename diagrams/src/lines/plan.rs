//! The plan of the frontier method: everything it does at each edge, computed before the search.
//!
//! The frontier method decides the edges of a graph one by one: line or no line. A vertex is on the *frontier* while
//! some of its edges are decided and others are not. The later decisions depend only on the frontier: on which of its
//! vertices have lines, and which of them are the two ends of the same path. This is the state, and decisions that lead
//! to the same state are merged. The work therefore grows with the number of states, which is usually far smaller than
//! the number of solutions.
//!
//! ```text
//!   decided    frontier   untouched
//!      o-----------0 . . . . o
//!      |           .         .       --- and |  lines
//!      o-----------1 . . . . o       . . .      edges to decide
//!                  .         .
//!      o           2 . . . . o       state: 1 0 2
//! ```
//!
//! In the picture, the vertices in the slots 0 and 1 are the ends of one path, so each is the *mate* of the other, and
//! the vertex in slot 2 has no line, so it is its own mate. The bytes of the slots are followed by the counts of clues
//! and by the clauses that have been started.
//!
//! All solutions of a problem share one edge order, so everything that does not depend on the state is computed here,
//! once for each edge: which vertices enter and leave the frontier, in which slots, and which clues are updated. The
//! transition of a state (`step.rs`) then only follows this table. The table also lists what the undecided rest still
//! requires, for example a line around a clue that has not been reached. It makes a transition reject a state early,
//! and accept a state as soon as no further line can follow.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use encycle_encodings::grid::Edge;
use encycle_encodings::puzzle::{LineProblem, LineShape, VertexDegree};
use encycle_encodings::rules::one_loop::walks;

use crate::frontier::{Frontier, Transition};
use crate::lines::clauses::ClausePlan;
use crate::states::copy_state;
use crate::tally::count_states;

// A state has a byte for each slot of the frontier: the mate of the vertex in the slot. The mate is the slot of the
// vertex at the other end of its path, the vertex's own slot if it has no line, a label, or one of the constants below.

/// The mate of a vertex that cannot get another line, because it has two lines or its edges are decided. Unused slots
/// have this value too.
const INNER: u8 = 255;
/// The mate of a vertex whose path has its other end at a free end that has left the frontier.
const FREE: u8 = 254;
/// The mate that represents the first label; further labels have smaller values.
const FIRST_LABEL: u8 = 253;

/// The ordered edges of a problem, with the work at each.
#[derive(Clone, Debug)]
pub struct EdgePlan {
    /// The edges that are lines in every solution and need no decision.
    pub(super) forced: Vec<Edge>,
    /// The edges to decide, in order.
    pub(crate) open: Vec<Edge>,
    /// The shape of a solution.
    whole: LineShape,
    /// The work at each open edge.
    steps: Vec<EdgeStep>,
    /// The lines that edges, vertices and clues after each level require: an entry before each step, and one after the
    /// last.
    rest: Vec<RequiredRest>,
    /// The number of bytes of a state for mates, which come first.
    mates: usize,
    /// The number of bytes of a state for counts of clues, which follow the mates. They are followed by one byte for
    /// the number of free ends so far or, for cycles, whether a cycle is closed. The started clauses end the state.
    counts: usize,
    /// The work on clauses.
    clauses: ClausePlan,
    /// The number of free ends of a solution.
    free_ends: u8,
    /// The number of free ends that the fixed edges determine.
    free_ends_before: u8,
    /// Whether the fixed edges already exclude every solution.
    contradiction: bool,
}

/// The work at one edge.
#[derive(Clone, Debug, Default)]
struct EdgeStep {
    /// The vertices that enter the frontier: their slots and first mates.
    pub enter: Vec<(u8, u8)>,
    /// The slots of the edge's ends.
    pub ends: [u8; 2],
    /// Whether the edge is a line in every solution.
    pub must: bool,
    /// The updates of the clues that contain the edge.
    pub clues: Vec<ClueStep>,
    /// The vertices with exactly one open edge left: their slots, and whether they must be visited.
    pub last_chance: Vec<(u8, bool)>,
    /// The vertices that leave the frontier.
    pub leave: Vec<(u8, VertexLeave)>,
    /// The frontier after the step: slots, and whether their vertices must be visited.
    pub frontier: Vec<(u8, bool)>,
    /// The clues that have both decided and open edges after the step: their indices in the state and the
    /// numbers of lines they require.
    pub clues_left: Vec<(usize, u8)>,
}

/// The update of a clue at one edge.
#[derive(Clone, Copy, Debug)]
struct ClueStep {
    /// The index of the clue's count in the state.
    pub at: usize,
    /// The number of lines that the clue requires among its open edges.
    pub count: u8,
    /// The number of times that the edge counts.
    pub each: u8,
    /// The number of the clue's open edges after this one, each counted as often as it counts for the clue.
    pub left: u8,
}

/// The condition under which a vertex without two lines may leave the frontier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VertexLeave {
    /// Without a line.
    Unvisited,
    /// With one line, as a free end.
    End,
    /// Under no condition: the vertex must have two lines.
    Never,
}

/// The lines that edges, vertices and clues that have not been reached require.
#[derive(Clone, Copy, Debug, Default)]
struct RequiredRest {
    /// At least one line.
    pub line: bool,
    /// At least one end of a path, which implies a line.
    pub end: bool,
}

/// The error for a problem whose slots or counts do not fit into bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} exceeds the limit of {most}: {count}")]
pub struct PlanError {
    pub(crate) what: &'static str,
    pub(crate) count: usize,
    pub(crate) most: usize,
}

impl EdgePlan {
    /// Creates the plan for a problem.
    ///
    /// `fixed` gives the edges with a known value; these values must hold in all solutions. `order` contains all edges;
    /// without it, the plan chooses an order.
    ///
    /// # Errors
    /// A byte cannot number the vertices and labels of the frontier, or the open edges of a clue.
    pub fn new(
        problem: &LineProblem<'_>,
        fixed: &[Option<bool>],
        order: Option<&[Edge]>,
    ) -> Result<Self, PlanError> {
        let start = Start::new(problem, fixed);
        let mut open: Vec<Edge> = match order {
            Some(order) => order.to_vec(),
            None => crate::lines::order::order(problem, &start.open, &|edges, most| {
                count_states(&Self::new(problem, fixed, Some(edges)).ok()?, most)
            }),
        };
        open.retain(|edge| start.open[edge.index()]);
        let forced = problem.graph.edges().filter(|edge| start.drawn[edge.index()]);
        let byte = |number: usize| number.try_into().unwrap_or(u8::MAX);
        let wanted = match problem.shape {
            LineShape::Paths { free_ends } => free_ends,
            LineShape::Cycle | LineShape::Cycles => 0,
        };
        let mut plan = Self {
            forced: forced.collect(),
            whole: problem.shape,
            steps: vec![EdgeStep::default(); open.len()],
            rest: vec![RequiredRest::default(); open.len() + 1],
            mates: 0,
            counts: 0,
            clauses: ClausePlan::default(),
            free_ends: byte(wanted),
            free_ends_before: byte(start.free_ends),
            contradiction: start.contradiction || start.free_ends > wanted,
            open,
        };
        plan.visit_vertices(problem, &start)?;
        plan.visit_clues(problem, &start)?;
        plan.visit_clauses(problem, &start)?;
        // what a step requires, all earlier steps require too
        for level in (0..plan.open.len()).rev() {
            let must = start.must[plan.open[level].index()];
            plan.steps[level].must = must;
            let (here, behind) = (plan.rest[level], plan.rest[level + 1]);
            plan.rest[level] = RequiredRest {
                line: here.line || behind.line || must,
                end: here.end || behind.end,
            };
        }
        Ok(plan)
    }

    /// Returns the level of each edge to decide.
    fn levels_of_edges(&self, problem: &LineProblem<'_>) -> Vec<Option<usize>> {
        let mut levels = vec![None; problem.graph.edge_count()];
        self.open.iter().enumerate().for_each(|(at, edge)| levels[edge.index()] = Some(at));
        levels
    }

    /// Computes where each vertex enters and leaves the frontier, and assigns its slot.
    fn visit_vertices(
        &mut self,
        problem: &LineProblem<'_>,
        start: &Start,
    ) -> Result<(), PlanError> {
        let graph = problem.graph;
        let level_of = self.levels_of_edges(problem);
        let levels =
            |vertex: usize| graph.incident(vertex).iter().filter_map(|edge| level_of[edge.index()]);
        let count = graph.vertex_count();
        let mut enters: Vec<Vec<usize>> = vec![Vec::new(); self.open.len()];
        let mut leaves = enters.clone();
        for vertex in 0..count {
            let Some(own) = levels(vertex).min() else { continue };
            // the ends of a path enter together
            let first = match start.mates[vertex] {
                FirstMate::With(other) => own.min(levels(other).min().unwrap_or(own)),
                _ => own,
            };
            enters[first].push(vertex);
            leaves[levels(vertex).max().unwrap_or(own)].push(vertex);
        }
        let mut slots = Slots::default();
        let mut place = vec![0; count];
        let mut labels: Vec<usize> = Vec::new();
        let mut here: Vec<usize> = Vec::new();
        for level in 0..self.open.len() {
            for &vertex in &enters[level] {
                place[vertex] = slots.take();
                here.push(vertex);
                if let FirstMate::Label(label) = start.mates[vertex]
                    && !labels.contains(&label)
                {
                    labels.push(label);
                }
            }
            let most = usize::from(FIRST_LABEL);
            if slots.count + labels.len() > most {
                let what = "the number of vertices in the frontier";
                let count = slots.count + labels.len();
                return Err(PlanError { what, count, most });
            }
            let rest = &mut self.rest[level];
            let step = &mut self.steps[level];
            for &vertex in &enters[level] {
                let first = match start.mates[vertex] {
                    FirstMate::Own => place[vertex],
                    FirstMate::Inner => usize::from(INNER),
                    FirstMate::With(other) => place[other],
                    FirstMate::Free => usize::from(FREE),
                    FirstMate::Label(label) => {
                        let number = labels.iter().position(|&known| known == label);
                        usize::from(FIRST_LABEL) - number.unwrap_or(0)
                    }
                };
                step.enter.push((place[vertex] as u8, first as u8));
                let is_end = !matches!(start.mates[vertex], FirstMate::Own | FirstMate::Inner);
                rest.end |= is_end;
                rest.line |= is_end || is_missing(problem, start, vertex);
            }
            let ends = graph.ends(self.open[level]);
            step.ends = ends.map(|end| place[end] as u8);
            for vertex in ends {
                let mut left = levels(vertex).filter(|&other| other > level);
                if left.next().is_some() && left.next().is_none() {
                    let must = problem.vertices[vertex] == VertexDegree::Two;
                    if problem.vertices[vertex] != VertexDegree::OneOrTwo {
                        step.last_chance.push((place[vertex] as u8, must));
                    }
                }
            }
            for &vertex in &leaves[level] {
                let leave = match problem.vertices[vertex] {
                    VertexDegree::None | VertexDegree::NoneOrTwo => VertexLeave::Unvisited,
                    VertexDegree::OneOrTwo => VertexLeave::End,
                    VertexDegree::Two | VertexDegree::End(_) => VertexLeave::Never,
                };
                step.leave.push((place[vertex] as u8, leave));
                slots.give_back(place[vertex]);
                here.retain(|&other| other != vertex);
            }
            step.frontier = here
                .iter()
                .map(|&vertex| (place[vertex] as u8, is_missing(problem, start, vertex)))
                .collect();
        }
        self.mates = slots.count;
        Ok(())
    }

    /// Computes the first and last level of each clue, and assigns the index of its count, after the mates.
    fn visit_clues(&mut self, problem: &LineProblem<'_>, start: &Start) -> Result<(), PlanError> {
        let level_of = self.levels_of_edges(problem);
        // for each clue, the levels of its open edges, and the number of lines that are still required among them
        let mut clues: Vec<(Vec<usize>, u8)> = Vec::new();
        for clue in &problem.clues {
            let drawn = clue.edges.iter().filter(|edge| start.drawn[edge.index()]).count();
            let mut levels: Vec<usize> =
                clue.edges.iter().filter_map(|edge| level_of[edge.index()]).collect();
            levels.sort_unstable();
            let count = match clue.count.checked_sub(drawn) {
                Some(count) if count <= levels.len() => count,
                _ => {
                    self.contradiction = true;
                    continue;
                }
            };
            let most = usize::from(u8::MAX);
            if levels.len() > most {
                let (what, count) = ("the number of open edges around a clue", levels.len());
                return Err(PlanError { what, count, most });
            }
            if !levels.is_empty() {
                clues.push((levels, count as u8));
            }
        }
        clues.sort();
        let mut slots = Slots::default();
        let mut begun = 0;
        let mut here: Vec<(usize, usize)> = Vec::new();
        for level in 0..self.open.len() {
            while let Some((_, count)) = clues.get(begun).filter(|clue| clue.0[0] == level) {
                self.rest[level].line |= *count > 0;
                here.push((begun, self.mates + slots.take()));
                begun += 1;
            }
            let step = &mut self.steps[level];
            for &(clue, at) in &here {
                let (levels, count) = &clues[clue];
                let each = levels.iter().filter(|&&other| other == level).count() as u8;
                if each > 0 {
                    let left = levels.iter().filter(|&&other| other > level).count() as u8;
                    step.clues.push(ClueStep { at, count: *count, each, left });
                }
            }
            here.retain(|&(clue, at)| {
                let stays = clues[clue].0.last() > Some(&level);
                if !stays {
                    slots.give_back(at - self.mates);
                }
                stays
            });
            step.clues_left = here.iter().map(|&(clue, at)| (at, clues[clue].1)).collect();
        }
        self.counts = slots.count;
        Ok(())
    }
}

impl EdgePlan {
    /// Computes the work on clauses.
    fn visit_clauses(&mut self, problem: &LineProblem<'_>, start: &Start) -> Result<(), PlanError> {
        let levels = self.levels_of_edges(problem);
        let what = "the number of clauses with decided and open edges";
        let most = ClausePlan::MOST;
        let too_many = |count| PlanError { what, count, most };
        match ClausePlan::new(&problem.clauses, &levels, &start.drawn).map_err(too_many)? {
            Some(clauses) => self.clauses = clauses,
            None => self.contradiction = true,
        }
        self.clauses.need_lines.iter().for_each(|&level| self.rest[level].line = true);
        Ok(())
    }
}

/// Returns whether a vertex has no fixed line but needs lines.
fn is_missing(problem: &LineProblem<'_>, start: &Start, vertex: usize) -> bool {
    start.mates[vertex] == FirstMate::Own && !problem.vertices[vertex].allows(0)
}

/// An allocator of the slots of a state. It reuses the smallest free slot first.
#[derive(Default)]
pub(crate) struct Slots {
    free: BinaryHeap<Reverse<usize>>,
    /// The number of slots, used or free.
    pub count: usize,
}

impl Slots {
    /// Allocates a slot.
    pub fn take(&mut self) -> usize {
        self.free.pop().map_or_else(
            || {
                self.count += 1;
                self.count - 1
            },
            |Reverse(place)| place,
        )
    }

    /// Frees a slot.
    pub fn give_back(&mut self, place: usize) {
        self.free.push(Reverse(place));
    }
}

// The initial state of the frontier method: the paths that the fixed edges form.

/// The initial mate of a vertex, before any edge is decided. The mate of a path's end is its other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FirstMate {
    /// No edge at the vertex is drawn; the vertex is its own mate.
    Own,
    /// No further edge at the vertex can be drawn.
    Inner,
    /// The vertex is the end of a path whose other end is the given vertex.
    With(usize),
    /// The vertex has this label, or is the end of a path whose other end has this label.
    Label(usize),
    /// The vertex is the end of a path whose other end is final and has no label (a free end).
    Free,
}

/// The state of a problem after its fixed edges are applied.
struct Start {
    /// For each edge, whether it is fixed as drawn and needs no decision.
    pub drawn: Vec<bool>,
    /// For each edge, whether it is still to be decided.
    pub open: Vec<bool>,
    /// For each edge, whether it is still to be decided but must be drawn. This is one edge of each cycle of fixed
    /// edges, so that the search notices how the cycle is closed.
    pub must: Vec<bool>,
    /// The mate of each vertex.
    pub mates: Vec<FirstMate>,
    /// The number of path ends without a label that are already final.
    pub free_ends: usize,
    /// Whether the fixed edges exclude every solution, as far as this was noticed.
    pub contradiction: bool,
}

impl Start {
    /// Applies the fixed edges to a problem.
    pub fn new(problem: &LineProblem<'_>, fixed: &[Option<bool>]) -> Self {
        let graph = problem.graph;
        let first = |demand: &VertexDegree| match demand {
            VertexDegree::End(label) => FirstMate::Label(*label),
            VertexDegree::None => FirstMate::Inner,
            _ => FirstMate::Own,
        };
        let mut start = Self {
            drawn: fixed.iter().map(|&fixed| fixed == Some(true)).collect(),
            open: fixed.iter().map(Option::is_none).collect(),
            must: vec![false; graph.edge_count()],
            mates: problem.vertices.iter().map(first).collect(),
            free_ends: 0,
            contradiction: false,
        };
        for (vertex, demand) in problem.vertices.iter().enumerate() {
            let edges = graph.incident(vertex).iter();
            let lines = edges.filter(|edge| start.drawn[edge.index()]).count();
            start.contradiction |= !(lines..=2).any(|lines| demand.allows(lines));
        }
        if !start.contradiction {
            start.take_paths(problem);
            start.leave_at_once(problem);
        }
        start
    }

    /// Computes the mates that result from the paths of fixed edges. Opens each cycle at one edge; see [`Self::must`].
    fn take_paths(&mut self, problem: &LineProblem<'_>) {
        for walk in walks(problem.graph, &self.drawn) {
            let mut path = &walk.vertices[..];
            if walk.is_cycle() {
                let closing = walk.edges[0].index();
                self.drawn[closing] = false;
                (self.open[closing], self.must[closing]) = (true, true);
                path = &path[1..];
            }
            let &[from, .., to] = path else { continue };
            path.iter().for_each(|&vertex| {
                if ![from, to].contains(&vertex) {
                    self.mates[vertex] = FirstMate::Inner;
                }
            });
            let mates = [self.mates[from], self.mates[to]];
            (self.mates[from], self.mates[to]) = match mates {
                [FirstMate::Label(a), FirstMate::Label(b)] => {
                    self.contradiction |= a != b;
                    (FirstMate::Inner, FirstMate::Inner)
                }
                [FirstMate::Label(label), _] => (FirstMate::Inner, FirstMate::Label(label)),
                [_, FirstMate::Label(label)] => (FirstMate::Label(label), FirstMate::Inner),
                _ => (FirstMate::With(to), FirstMate::With(from)),
            };
        }
    }

    /// Checks the vertices without undecided edges, because these vertices never enter the frontier.
    fn leave_at_once(&mut self, problem: &LineProblem<'_>) {
        for (vertex, &demand) in problem.vertices.iter().enumerate() {
            if problem.graph.incident(vertex).iter().any(|edge| self.open[edge.index()]) {
                continue;
            }
            match std::mem::replace(&mut self.mates[vertex], FirstMate::Inner) {
                FirstMate::Inner => {}
                FirstMate::Own => self.contradiction |= !demand.allows(0),
                _ if demand != VertexDegree::OneOrTwo => self.contradiction = true,
                FirstMate::Label(_) | FirstMate::Free => self.free_ends += 1,
                FirstMate::With(other) => {
                    self.free_ends += 1;
                    self.mates[other] = FirstMate::Free;
                }
            }
        }
    }
}

// The transition of a state at one edge (Yoshinaka et al. 2012, algorithms 2, 4 and 5, and Knuth's Simpath).

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
        copy_state(next, state);
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
