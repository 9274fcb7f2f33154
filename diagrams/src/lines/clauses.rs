//! Clauses on edges, decided edge by edge: a state records the clauses that have been started but not satisfied.
//!
//! For a clause that has been started, only the literals of undecided edges matter. Therefore clauses with the same
//! remaining literals share one bit, and states with the same requirements are equal. For example, after the edge 1
//! turns out to be empty, the clauses `1 | 2 | 3` and `2 | 3` are the same.

use std::collections::HashMap;

use encycle_encodings::logic::Lit;

/// The work on clauses at each edge.
#[derive(Clone, Debug, Default)]
pub(super) struct ClausePlan {
    /// The number of bytes of a state, which has a bit for each started clause.
    pub bytes: usize,
    /// The levels at which a clause starts that only a line can satisfy.
    pub need_lines: Vec<usize>,
    steps: Vec<ClauseStep>,
}

/// The work on clauses at one edge.
#[derive(Clone, Debug, Default)]
struct ClauseStep {
    /// The fate of each started clause if the edge is empty, and if it is a line.
    fates: [Vec<ClauseFate>; 2],
    /// The places of the clauses that start at the edge, without the clauses that the edge satisfies; `None` if a
    /// clause is violated.
    begun: [Option<Vec<u16>>; 2],
    /// The started clauses after the step that only a line can satisfy, with a bit for each.
    need_lines: Vec<u8>,
}

/// The fate of a started clause at an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClauseFate {
    Satisfied,
    Violated,
    /// It remains, at this place.
    Stays(u16),
}

/// The remaining literals of a clause, as levels and values in ascending order of levels.
type Rest = Vec<(usize, bool)>;

impl ClausePlan {
    /// Creates the plan. `levels` contains the level of each edge to decide; `drawn` tells which of the other edges are
    /// lines. Returns `None` if a clause cannot be satisfied.
    ///
    /// # Errors
    /// The number of clauses that are started at the same time, if it is larger than [`Self::MOST`].
    pub fn new(
        clauses: &[Vec<Lit>],
        levels: &[Option<usize>],
        drawn: &[bool],
    ) -> Result<Option<Self>, usize> {
        let mut waiting: Vec<Rest> = Vec::new();
        for clause in clauses {
            let is_satisfied = |literal: &Lit| {
                levels[literal.vidx()].is_none() && drawn[literal.vidx()] == literal.is_pos()
            };
            if clause.iter().any(is_satisfied) {
                continue;
            }
            let level = |literal: &Lit| Some((levels[literal.vidx()]?, literal.is_pos()));
            let mut rest: Rest = clause.iter().filter_map(level).collect();
            rest.sort_unstable();
            if rest.is_empty() {
                return Ok(None);
            }
            waiting.push(rest);
        }
        waiting.sort_unstable();
        waiting.dedup();
        let needs = waiting.iter().filter(|rest| rest.iter().all(|&(_, wanted)| wanted));
        let need_lines = needs.map(|rest| rest[0].0).collect();
        let mut plan = Self { need_lines, ..Self::default() };
        let mut waiting = waiting.into_iter().peekable();
        let mut begun: Vec<Rest> = Vec::new();
        for level in 0..levels.iter().flatten().count() {
            let first: Vec<Rest> =
                std::iter::from_fn(|| waiting.next_if(|rest| rest[0].0 == level)).collect();
            let (step, after) = ClauseStep::new(level, &begun, &first);
            if after.len() > Self::MOST {
                return Err(after.len());
            }
            plan.bytes = plan.bytes.max(after.len().div_ceil(8));
            plan.steps.push(step);
            begun = after;
        }
        Ok(Some(plan))
    }

    /// The maximum number of clauses that are started at the same time.
    pub const MOST: usize = u16::MAX as usize;

    /// Decides the edge of a level, and writes the started clauses after it to `after`. Returns `false` if a clause is
    /// violated.
    pub fn decide(&self, level: usize, taken: bool, before: &[u8], after: &mut [u8]) -> bool {
        let step = &self.steps[level];
        after.fill(0);
        let fates = &step.fates[usize::from(taken)];
        for place in places(before) {
            match fates[place] {
                ClauseFate::Satisfied => {}
                ClauseFate::Violated => return false,
                ClauseFate::Stays(place) => set(after, place),
            }
        }
        match &step.begun[usize::from(taken)] {
            Some(begun) => begun.iter().for_each(|&place| set(after, place)),
            None => return false,
        }
        true
    }

    /// Returns whether the clauses that are started after a level hold without any further line.
    pub fn hold_without_lines(&self, level: Option<usize>, state: &[u8]) -> bool {
        let Some(step) = level.map(|level| &self.steps[level]) else { return true };
        !step.need_lines.iter().zip(state).any(|(need, begun)| need & begun != 0)
    }
}

impl ClauseStep {
    /// Returns the step, and the clauses that are started after it.
    fn new(level: usize, begun: &[Rest], first: &[Rest]) -> (Self, Vec<Rest>) {
        let mut after: Vec<Rest> = Vec::new();
        let mut known: HashMap<Rest, u16> = HashMap::new();
        let mut fate = |rest: &Rest, value: bool| {
            let literals = rest.iter().take_while(|(at, _)| *at == level);
            let (mut count, mut is_satisfied) = (0, false);
            for &(_, wanted) in literals {
                count += 1;
                is_satisfied |= wanted == value;
            }
            match &rest[count..] {
                _ if is_satisfied => ClauseFate::Satisfied,
                [] => ClauseFate::Violated,
                left => ClauseFate::Stays(*known.entry(left.to_vec()).or_insert_with(|| {
                    after.push(left.to_vec());
                    (after.len() - 1) as u16
                })),
            }
        };
        let fates = [false, true].map(|value| begun.iter().map(|rest| fate(rest, value)).collect());
        let begun = [false, true].map(|value| {
            let mut places = Vec::new();
            for rest in first {
                match fate(rest, value) {
                    ClauseFate::Satisfied => {}
                    ClauseFate::Violated => return None,
                    ClauseFate::Stays(place) => places.push(place),
                }
            }
            Some(places)
        });
        let mut need_lines = vec![0; after.len().div_ceil(8)];
        for (place, rest) in after.iter().enumerate() {
            if rest.iter().all(|&(_, wanted)| wanted) {
                set(&mut need_lines, place as u16);
            }
        }
        (Self { fates, begun, need_lines }, after)
    }
}

/// Sets the bit at a place.
fn set(bits: &mut [u8], place: u16) {
    bits[usize::from(place / 8)] |= 1 << (place % 8);
}

/// Returns the places of the bits that are set.
fn places(bits: &[u8]) -> impl Iterator<Item = usize> {
    bits.iter().enumerate().flat_map(|(byte, &bits)| {
        let rest = |bits: &u8| Some(bits & (bits - 1)).filter(|&bits| bits != 0);
        let all = std::iter::successors(Some(bits).filter(|&bits| bits != 0), rest);
        all.map(move |bits| byte * 8 + bits.trailing_zeros() as usize)
    })
}
