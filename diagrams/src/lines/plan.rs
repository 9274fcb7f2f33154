//! What the frontier method does at each edge, worked out beforehand.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use encycle_encodings::grid::Edge;
use encycle_encodings::puzzle::{LineProblem, LineShape, VertexDegree};

use crate::lines::start::{First, Start};

/// The mate of a vertex, as a byte of a state: the place of the vertex at the other end of its path (its own place
/// if it has no line), or one of these, or a label.
///
/// Nothing can be attached: the vertex has its two lines, or it is no vertex of the frontier.
pub(super) const INNER: u8 = 255;
/// The other end of the path is a free end that has left the frontier.
pub(super) const FREE: u8 = 254;
/// The first label; the next ones are below.
const FIRST_LABEL: u8 = 253;

/// The edges in their order, and what is to be done at each.
#[derive(Clone, Debug)]
pub struct EdgePlan {
    /// The edges, first those that are lines in every solution, then the open ones in their order.
    pub(super) forced: Vec<Edge>,
    pub(crate) open: Vec<Edge>,
    pub(super) whole: LineShape,
    pub(super) steps: Vec<EdgeStep>,
    /// What is still to come before each step, and behind the last.
    pub(super) rest: Vec<Rest>,
    /// Mates, counts of clues, and one byte for the free ends so far, or for whether there is a cycle.
    pub(super) mates: usize,
    pub(super) counts: usize,
    pub(super) free_ends: u8,
    /// Free ends that are certain beforehand.
    pub(super) free_ends_before: u8,
    /// Whether it is known already that there is no solution.
    pub(super) contradiction: bool,
}

/// What is to be done at one edge.
#[derive(Clone, Debug, Default)]
pub(super) struct EdgeStep {
    /// Vertices that come into the frontier: their places and first mates.
    pub enter: Vec<(u8, u8)>,
    pub ends: [u8; 2],
    /// Whether it is a line in every solution.
    pub must: bool,
    pub clues: Vec<ClueStep>,
    /// Vertices that have one open edge left: whether they must be visited.
    pub last_chance: Vec<(u8, bool)>,
    /// Vertices that leave the frontier.
    pub leave: Vec<(u8, Leave)>,
    /// The frontier after that: places, and whether they must be visited.
    pub frontier: Vec<(u8, bool)>,
    /// The clues that have open edges left: their places and counts.
    pub clues_left: Vec<(usize, u8)>,
}

/// What an edge does to a clue.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClueStep {
    /// Its place in the state.
    pub at: usize,
    pub count: u8,
    /// Open edges behind this one.
    pub left: u8,
}

/// How a vertex may leave the frontier, other than with two lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leave {
    /// With none.
    Unvisited,
    /// As a free end.
    End,
    /// Not at all.
    Never,
}

/// What is still to come.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rest {
    /// A line.
    pub line: bool,
    /// An end of a path, which is a line too.
    pub end: bool,
}

/// The frontier does not fit into a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} is {count}, and more than {most} cannot be kept in a state")]
pub struct PlanError {
    pub(crate) what: &'static str,
    pub(crate) count: usize,
    pub(crate) most: usize,
}

impl EdgePlan {
    /// A plan for the problem with these edges fixed, which must hold in all of its solutions. `order` has all
    /// edges; without it one is chosen.
    ///
    /// # Errors
    /// Too many vertices, labels or clues would have to be remembered at once.
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
        let wanted = match problem.whole {
            LineShape::Paths { free_ends } => free_ends,
            LineShape::Cycle | LineShape::Cycles => 0,
        };
        let mut plan = Self {
            forced: forced.collect(),
            whole: problem.whole,
            steps: vec![EdgeStep::default(); open.len()],
            rest: vec![Rest::default(); open.len() + 1],
            mates: 0,
            counts: 0,
            free_ends: byte(wanted),
            free_ends_before: byte(start.free_ends),
            contradiction: start.contradiction || start.free_ends > wanted,
            open,
        };
        plan.visit_vertices(problem, &start)?;
        plan.visit_clues(problem, &start)?;
        // what is behind a step is behind all steps before it
        for level in (0..plan.open.len()).rev() {
            let must = start.must[plan.open[level].index()];
            plan.steps[level].must = must;
            let (here, behind) = (plan.rest[level], plan.rest[level + 1]);
            plan.rest[level] =
                Rest { line: here.line || behind.line || must, end: here.end || behind.end };
        }
        Ok(plan)
    }

    /// When each vertex comes and goes, and where it is meanwhile.
    fn visit_vertices(
        &mut self,
        problem: &LineProblem<'_>,
        start: &Start,
    ) -> Result<(), PlanError> {
        let graph = problem.graph;
        let mut level_of = vec![None; graph.edge_count()];
        self.open.iter().enumerate().for_each(|(at, edge)| level_of[edge.index()] = Some(at));
        let levels =
            |vertex: usize| graph.incident(vertex).iter().filter_map(|edge| level_of[edge.index()]);
        let count = graph.vertex_count();
        let mut enters: Vec<Vec<usize>> = vec![Vec::new(); self.open.len()];
        let mut leaves = enters.clone();
        for vertex in 0..count {
            let Some(own) = levels(vertex).min() else { continue };
            // the ends of a path come together
            let first = match start.mates[vertex] {
                First::With(other) => own.min(levels(other).min().unwrap_or(own)),
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
                if let First::Label(label) = start.mates[vertex]
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
                    First::Own => place[vertex],
                    First::Inner => usize::from(INNER),
                    First::With(other) => place[other],
                    First::Free => usize::from(FREE),
                    First::Label(label) => {
                        let number = labels.iter().position(|&known| known == label);
                        usize::from(FIRST_LABEL) - number.unwrap_or(0)
                    }
                };
                step.enter.push((place[vertex] as u8, first as u8));
                let is_end = !matches!(start.mates[vertex], First::Own | First::Inner);
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
                    VertexDegree::None | VertexDegree::NoneOrTwo => Leave::Unvisited,
                    VertexDegree::OneOrTwo => Leave::End,
                    VertexDegree::Two | VertexDegree::End(_) => Leave::Never,
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

    /// When each clue begins and ends, and where its count is meanwhile; behind the mates in a state.
    fn visit_clues(&mut self, problem: &LineProblem<'_>, start: &Start) -> Result<(), PlanError> {
        let mut level_of = vec![None; problem.graph.edge_count()];
        self.open.iter().enumerate().for_each(|(at, edge)| level_of[edge.index()] = Some(at));
        // the levels of its edges and the number that is left of each clue
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
                if levels.binary_search(&level).is_ok() {
                    let left = levels.iter().filter(|&&other| other > level).count() as u8;
                    step.clues.push(ClueStep { at, count: *count, left });
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

/// Whether a vertex without a line must get one.
fn is_missing(problem: &LineProblem<'_>, start: &Start, vertex: usize) -> bool {
    start.mates[vertex] == First::Own && !problem.vertices[vertex].allows(0)
}

/// Places in a state: taken, given back, and taken again.
#[derive(Default)]
pub(crate) struct Slots {
    free: BinaryHeap<Reverse<usize>>,
    /// How many there are.
    pub count: usize,
}

impl Slots {
    pub fn take(&mut self) -> usize {
        self.free.pop().map_or_else(
            || {
                self.count += 1;
                self.count - 1
            },
            |Reverse(place)| place,
        )
    }

    pub fn give_back(&mut self, place: usize) {
        self.free.push(Reverse(place));
    }
}
