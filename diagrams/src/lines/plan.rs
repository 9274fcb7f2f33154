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

use crate::lines::clauses::ClausePlan;
use crate::lines::start::{FirstMate, Start};

// A state has a byte for each slot of the frontier: the mate of the vertex in the slot. The mate is the slot of the
// vertex at the other end of its path, the vertex's own slot if it has no line, a label, or one of the constants below.

/// The mate of a vertex that cannot get another line, because it has two lines or its edges are decided. Unused slots
/// have this value too.
pub(super) const INNER: u8 = 255;
/// The mate of a vertex whose path has its other end at a free end that has left the frontier.
pub(super) const FREE: u8 = 254;
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
    pub(super) whole: LineShape,
    /// The work at each open edge.
    pub(super) steps: Vec<EdgeStep>,
    /// The lines that edges, vertices and clues after each level require: an entry before each step, and one after the
    /// last.
    pub(super) rest: Vec<RequiredRest>,
    /// The number of bytes of a state for mates, which come first.
    pub(super) mates: usize,
    /// The number of bytes of a state for counts of clues, which follow the mates. They are followed by one byte for
    /// the number of free ends so far or, for cycles, whether a cycle is closed. The started clauses end the state.
    pub(super) counts: usize,
    /// The work on clauses.
    pub(super) clauses: ClausePlan,
    /// The number of free ends of a solution.
    pub(super) free_ends: u8,
    /// The number of free ends that the fixed edges determine.
    pub(super) free_ends_before: u8,
    /// Whether the fixed edges already exclude every solution.
    pub(super) contradiction: bool,
}

/// The work at one edge.
#[derive(Clone, Debug, Default)]
pub(super) struct EdgeStep {
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
pub(super) struct ClueStep {
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
pub(super) enum VertexLeave {
    /// Without a line.
    Unvisited,
    /// With one line, as a free end.
    End,
    /// Under no condition: the vertex must have two lines.
    Never,
}

/// The lines that edges, vertices and clues that have not been reached require.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RequiredRest {
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
            None => crate::lines::order::order(problem, &start.open),
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
