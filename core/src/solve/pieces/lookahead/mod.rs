//! Lookahead: a search of a piece that tries both values of many variables before it branches on one of them.
//!
//! A clause-learning solver is at a loss with sparse random-like pieces without a cycle: nearly each vertex is needed for
//! the contradiction, so its learnt clauses are long and of little use later. Such pieces are decided by a small tree
//! instead, if each branching is chosen with care (Heule and van Maaren 2009, *Look-ahead based SAT solvers*). At each node,
//!
//! 1. both values of the most promising variables are tried, with all that follows from the degrees of single vertices;
//! 2. a value that is refuted gives the other one; if both are, the node is closed;
//! 3. the variable whose values narrow the search most (the product of both reductions) is branched on.
//!
//! Most nodes are closed in step 2. Edges that determine each other are a single variable (`classes`), and the rules over
//! them are exact sums (`sums`).
//!
//! Whether the tree is small shows soon. The two halves of a branching that narrow the search by `a` and `b` are about τ^-a
//! and τ^-b of the whole, where both add to 1 (Kullmann 2009, *Fundaments of branching heuristics*). From the share that is
//! closed after a second follows the time for the whole tree, and the search gives up if there is not that much time; so
//! most pieces cost it a second. The subtrees at a fixed depth are searched by several threads.

mod classes;
mod sums;

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use encycle_encodings::kinds::hamilton::Piece;
use encycle_encodings::logic::Lit;
use encycle_solvers::{Stop, thread_cpu};
use web_time::Instant;

use crate::solve::pieces::PieceResult;
use crate::solve::pieces::lookahead::classes::ClassRules;
use crate::solve::threads::race;

/// The time after which the size of the tree is estimated.
const FIRST_ESTIMATE: Duration = Duration::from_secs(1);
/// The share of the variables that are tried at a node, and their least number.
const TRIED_SHARE: usize = 10;
const LEAST_TRIED: usize = 8;
/// The depth up to which all variables are tried, so that each of them has a score.
const FULL_DEPTH: u32 = 3;
/// The number of subtrees for each thread.
const SUBTREES: usize = 32;
/// The number of units in the whole tree, in which its closed share is counted.
const UNITS: f64 = (1_u64 << 60) as f64;
/// The search gives up if the whole tree seems to take this many times the time: estimates are rough.
const TOLERANCE: f64 = 1.5;
/// The largest number of variables, which bounds the depth of the tree.
const MOST_VARIABLES: usize = 5000;

/// The limits of a lookahead search.
pub(super) struct LookaheadLimits<'l> {
    pub threads: usize,
    /// The time for the whole tree.
    pub time: Duration,
    pub stop: &'l Stop,
}

/// The result of a lookahead search, and its CPU time in all threads.
pub(super) struct LookaheadResult {
    pub result: PieceResult,
    pub cpu: Duration,
}

/// Searches a cycle of a piece. The result is unknown if a limit is reached, or if the tree is estimated to be too large.
pub(super) fn look_ahead(piece: &Piece, limits: &LookaheadLimits<'_>) -> LookaheadResult {
    let cpu = thread_cpu();
    let tree = SharedTree { limits, start: Instant::now(), closed: AtomicU64::new(0) };
    let depth = (limits.threads * SUBTREES).next_power_of_two().ilog2();
    let top = merged_rules(piece, &tree).and_then(|rules| {
        let mut top = Lookahead::new(rules, &tree, limits.stop.clone(), depth);
        top.search(0, 1.0).map(|()| top)
    });
    let cpu = thread_cpu().saturating_sub(cpu);
    let top = match top {
        Ok(top) => top,
        Err(end) => return LookaheadResult { result: end.into(), cpu },
    };
    let attempt = |number: usize, stop: Stop| {
        let cpu = thread_cpu();
        let mut part = Lookahead { stop, split: u32::MAX, parts: Vec::new(), ..top.clone() };
        let end = part.search_part(&top.parts[number], depth);
        (end, thread_cpu().saturating_sub(cpu))
    };
    let race = race(top.parts.len(), limits.threads, limits.stop, attempt, |(end, _)| end.is_err());
    let ended = race.results.into_iter().flatten();
    let mut found = LookaheadResult { result: PieceResult::NoCycle, cpu };
    for (number, (end, spent)) in ended.enumerate() {
        found.cpu += spent;
        // parts that another part has stopped have a result as well
        if let (true, Err(end)) = (race.winner == Some(number), end) {
            found.result = end.into();
        }
    }
    found
}

/// Returns the rules over classes of edges, or the end of the search.
fn merged_rules<'p>(piece: &'p Piece, tree: &SharedTree<'_>) -> Result<ClassRules<'p>, TreeEnd> {
    let rules = ClassRules::of(piece).ok_or(TreeEnd::NoCycle)?;
    if rules.sums.variables() > MOST_VARIABLES {
        return Err(TreeEnd::TooLarge);
    }
    let is_over = || tree.start.elapsed() > FIRST_ESTIMATE || tree.limits.stop.is_requested();
    match rules.merge(&|| !is_over()) {
        ControlFlow::Continue(rules) => rules.ok_or(TreeEnd::NoCycle),
        ControlFlow::Break(()) => Err(TreeEnd::TooLarge),
    }
}

/// Why a search ends before the whole tree is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
enum TreeEnd {
    Cycle(Vec<usize>),
    NoCycle,
    /// The time was reached, or will be before the end; or a stop was requested.
    TooLarge,
}

impl From<TreeEnd> for PieceResult {
    fn from(end: TreeEnd) -> Self {
        match end {
            TreeEnd::Cycle(cycle) => Self::Cycle(cycle),
            TreeEnd::NoCycle => Self::NoCycle,
            TreeEnd::TooLarge => Self::Unknown("the search tree is too large".to_owned()),
        }
    }
}

/// What the threads know of the tree together.
struct SharedTree<'l> {
    limits: &'l LookaheadLimits<'l>,
    start: Instant,
    /// The closed share of the tree, in [`UNITS`].
    closed: AtomicU64,
}

impl SharedTree<'_> {
    /// Records that this share of the tree is closed.
    fn close(&self, share: f64) {
        self.closed.fetch_add((share * UNITS) as u64, Ordering::Relaxed);
    }

    /// Returns whether the time has passed, or seems to be too short for the whole tree.
    fn is_too_large(&self) -> bool {
        let (elapsed, time) = (self.start.elapsed(), self.limits.time);
        let share = self.closed.load(Ordering::Relaxed) as f64 / UNITS;
        let most = time.as_secs_f64() * share * TOLERANCE;
        let is_too_large = elapsed > FIRST_ESTIMATE && elapsed.as_secs_f64() > most;
        if is_too_large {
            log::debug!("lookahead: {share:.2e} of the tree after {elapsed:.1?}");
        }
        elapsed > time || is_too_large
    }
}

/// A variable to branch on.
struct Branching {
    /// The value that comes first.
    literal: Lit,
    /// How much this value and the other one narrow the search.
    reductions: [u64; 2],
}

impl Branching {
    /// Returns the shares of both halves of the tree below.
    fn shares(&self) -> [f64; 2] {
        let [one, other] = self.reductions.map(|reduction| reduction.max(1) as f64);
        let (mut least, mut most) = (0.0_f64, 1.0_f64);
        // the share p of the first half is τ^-one, so (1 - p) = τ^-other = p^(other / one)
        for _ in 0..20 {
            let share = f64::midpoint(least, most);
            if share + share.powf(other / one) < 1.0 {
                least = share;
            } else {
                most = share;
            }
        }
        [least, 1.0 - least]
    }
}

/// The node is refuted.
struct Refuted;

/// A depth-first search of the tree.
#[derive(Clone)]
struct Lookahead<'p, 't> {
    rules: ClassRules<'p>,
    tree: &'t SharedTree<'t>,
    stop: Stop,
    /// The depth of the nodes that are not searched, but put into `parts`: their literals and shares.
    split: u32,
    parts: Vec<(Vec<Lit>, f64)>,
    /// How much both values of each variable narrowed the search when they were last tried.
    scores: Vec<u64>,
    nodes: u64,
}

impl<'p, 't> Lookahead<'p, 't> {
    fn new(rules: ClassRules<'p>, tree: &'t SharedTree<'t>, stop: Stop, split: u32) -> Self {
        let scores = vec![0; rules.sums.variables()];
        Self { rules, tree, stop, split, parts: Vec::new(), scores, nodes: 0 }
    }

    /// Searches the part of the tree below these literals.
    fn search_part(
        &mut self,
        (literals, share): &(Vec<Lit>, f64),
        depth: u32,
    ) -> Result<(), TreeEnd> {
        let is_possible = literals.iter().all(|&literal| self.rules.assume(literal));
        if is_possible {
            self.search(depth, *share)?;
        } else {
            self.tree.close(*share);
        }
        Ok(())
    }

    /// Searches the tree below the current literals, which is this share of the whole. Returns `Ok` once it is closed.
    fn search(&mut self, depth: u32, share: f64) -> Result<(), TreeEnd> {
        if self.nodes.is_multiple_of(64) && (self.stop.is_requested() || self.tree.is_too_large()) {
            return Err(TreeEnd::TooLarge);
        }
        self.nodes += 1;
        let Ok(branching) = self.look(depth) else {
            self.tree.close(share);
            return Ok(());
        };
        let kept = self.rules.sums.trail().len();
        if depth == self.split {
            self.parts.push((self.rules.sums.trail().to_vec(), share));
            return Ok(());
        }
        let Some(branching) = branching else { return Err(TreeEnd::Cycle(self.rules.cycle())) };
        let literals = [branching.literal, !branching.literal];
        for (literal, half) in literals.into_iter().zip(branching.shares()) {
            if self.rules.assume(literal) {
                self.search(depth + 1, share * half)?;
            } else {
                self.tree.close(share * half);
            }
            self.rules.sums.undo(kept);
        }
        Ok(())
    }

    /// Tries the most promising variables, and returns the one to branch on, if a variable is open. The value that narrows
    /// the search less comes first, because a cycle is more likely there.
    fn look(&mut self, depth: u32) -> Result<Option<Branching>, Refuted> {
        if !self.rules.settle() {
            return Err(Refuted);
        }
        let mut best = None;
        for variable in self.candidates(depth) {
            if self.rules.sums.value(variable as usize).is_some() {
                continue;
            }
            let literals = [false, true].map(|negated| Lit::new(variable, negated));
            let score = match literals.map(|literal| self.reduction(literal)) {
                [Some(one), Some(other)] => {
                    let score = one * other * 1024 + one + other;
                    if best.as_ref().is_none_or(|(most, _)| score > *most) {
                        let literal = literals[usize::from(other < one)];
                        let reductions = [one.min(other), one.max(other)];
                        best = Some((score, Branching { literal, reductions }));
                    }
                    score
                }
                [None, None] => return Err(Refuted),
                [one, _] => {
                    let implied = literals[usize::from(one.is_none())];
                    if !self.rules.assume(implied) {
                        return Err(Refuted);
                    }
                    // the next nodes begin with variables of which a value was refuted
                    u64::MAX
                }
            };
            self.scores[variable as usize] = score;
        }
        if !self.rules.settle() {
            return Err(Refuted);
        }
        let is_open = |literal: Lit| self.rules.sums.value(literal.vidx()).is_none();
        let best = best.map(|(_, branching)| branching).filter(|best| is_open(best.literal));
        let mut others = (0..self.scores.len() as u32).map(|variable| Lit::new(variable, false));
        let other = |literal| Branching { literal, reductions: [1, 1] };
        Ok(best.or_else(|| others.find(|&literal| is_open(literal)).map(other)))
    }

    /// Returns the open variables to try, the most promising ones first.
    fn candidates(&self, depth: u32) -> Vec<u32> {
        let all = 0..self.scores.len() as u32;
        let mut open: Vec<u32> =
            all.filter(|&variable| self.rules.sums.value(variable as usize).is_none()).collect();
        let by_score = |&variable: &u32| (Reverse(self.scores[variable as usize]), variable);
        let count = LEAST_TRIED.max(open.len() / TRIED_SHARE);
        if depth > FULL_DEPTH && count < open.len() {
            open.select_nth_unstable_by_key(count, by_score);
            open.truncate(count);
        }
        open.sort_unstable_by_key(by_score);
        open
    }

    /// Returns how much a literal narrows the search, or `None` if it is refuted.
    fn reduction(&mut self, literal: Lit) -> Option<u64> {
        let kept = self.rules.sums.trail().len();
        let holds = self.rules.assume(literal);
        let reduction = holds.then(|| self.rules.sums.reduction(kept));
        self.rules.sums.undo(kept);
        reduction
    }
}

#[cfg(test)]
pub(super) mod tests {
    use encycle_diagrams::hamilton_cycle;
    use encycle_encodings::grid::{DisjointSets, Graph};
    use encycle_encodings::kinds::hamilton::{Hamilton, HamiltonGoal};
    use rand::seq::SliceRandom as _;
    use rand::{RngExt as _, SeedableRng as _};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::solve::pieces::rotation::cycle_by_rotations;

    /// Returns the pieces of a graph, which may have forced edges.
    pub fn pieces(vertices: usize, edges: Vec<[u32; 2]>) -> Vec<Piece> {
        let graph = Graph::new(vertices, edges).expect("a simple graph");
        let puzzle = Hamilton::new(graph, HamiltonGoal::Cycle, &[]).expect("a puzzle");
        puzzle.decompose(&mut || true).map_or_else(Vec::new, |parts| parts.pieces)
    }

    /// Cells that a cycle passes in one of two ways, with edges between random cells (`scripts/hamilton-families`).
    fn random_cells(cells: u32, random: &mut Pcg64Mcg) -> (usize, Vec<[u32; 2]>) {
        let inside = (0..8).map(|vertex| [vertex, vertex + 1]).chain([[0, 5], [3, 8]]);
        let inside =
            inside.flat_map(|edge| (0..cells).map(move |cell| edge.map(|end| 9 * cell + end)));
        let mut edges: Vec<[u32; 2]> = inside.collect();
        let terminals = (0..cells).flat_map(|cell| {
            [(0, 2), (2, 2), (6, 3), (8, 3)].map(|(end, count)| vec![9 * cell + end; count])
        });
        let mut ends: Vec<u32> = terminals.flatten().collect();
        ends.shuffle(random);
        edges.extend(ends.chunks_exact(2).map(|pair| [pair[0].min(pair[1]), pair[0].max(pair[1])]));
        edges.sort_unstable();
        edges.dedup();
        edges.retain(|[a, b]| a != b);
        (9 * cells as usize, edges)
    }

    fn is_one_cycle(piece: &Piece, cycle: &[usize]) -> bool {
        let mut paths = DisjointSets::new(piece.vertex_count());
        let mut degrees = vec![0; piece.vertex_count()];
        for &edge in cycle {
            let [a, b] = piece.edges()[edge].ends;
            paths.join(a, b);
            degrees[a as usize] += 1;
            degrees[b as usize] += 1;
        }
        let mut vertices = 0..piece.vertex_count() as u32;
        degrees.iter().all(|&degree| degree == 2) && vertices.all(|vertex| paths.find(vertex) == 0)
    }

    /// The frontier program shares no code with the lookahead search.
    fn assert_like_frontier(vertices: usize, edges: Vec<[u32; 2]>) -> usize {
        let pieces = pieces(vertices, edges.clone());
        for piece in &pieces {
            let frontier = hamilton_cycle(piece, usize::MAX, &mut |_| true).expect("no limit");
            for threads in [1, 3] {
                let (time, stop) = (Duration::MAX, &Stop::default());
                let found = look_ahead(piece, &LookaheadLimits { threads, time, stop });
                let rotated = cycle_by_rotations(piece);
                assert!(rotated.is_none_or(|cycle| is_one_cycle(piece, &cycle)), "{edges:?}");
                match found.result {
                    PieceResult::NoCycle => assert!(frontier.is_none(), "{edges:?}"),
                    PieceResult::Cycle(cycle) => {
                        assert!(frontier.is_some(), "{edges:?}");
                        let is_kept = |number| cycle.contains(&number);
                        let mut all = piece.edges().iter().enumerate();
                        assert!(all.all(|(number, edge)| !edge.forced || is_kept(number)));
                        assert!(is_one_cycle(piece, &cycle), "{cycle:?} of {edges:?}");
                    }
                    PieceResult::Unknown(reason) => panic!("{reason}: {edges:?}"),
                }
            }
        }
        pieces.len()
    }

    #[test]
    fn random_pieces_have_the_result_of_the_frontier_program() {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let mut count = 0;
        for number in 0..300 {
            let vertices = random.random_range(6..14_u32);
            let pairs = (0..vertices).flat_map(|a| (a + 1..vertices).map(move |b| [a, b]));
            let share = if number % 2 == 0 { 0.3 } else { 0.45 };
            let edges = pairs.filter(|_| random.random_bool(share)).collect();
            count += assert_like_frontier(vertices as usize, edges);
        }
        assert!(count > 50, "{count} pieces");
    }

    #[test]
    fn random_cells_have_the_result_of_the_frontier_program() {
        let mut random = Pcg64Mcg::seed_from_u64(2);
        let mut count = 0;
        for cells in (3..9).cycle().take(60) {
            let (vertices, edges) = random_cells(cells, &mut random);
            count += assert_like_frontier(vertices, edges);
        }
        assert!(count > 10, "{count} pieces");
    }

    #[test]
    fn a_tree_that_is_too_large_is_given_up() {
        let (vertices, edges) = random_cells(40, &mut Pcg64Mcg::seed_from_u64(3));
        let all = pieces(vertices, edges);
        assert!(!all.is_empty());
        for piece in all {
            let (time, stop) = (Duration::ZERO, &Stop::default());
            let found = look_ahead(&piece, &LookaheadLimits { threads: 1, time, stop });
            assert!(matches!(found.result, PieceResult::Unknown(_)));
        }
    }

    #[test]
    fn the_shares_of_a_branching_follow_from_both_reductions() {
        let shares = |reductions| Branching { literal: Lit::new(0, false), reductions }.shares();
        let [one, other] = shares([3, 3]);
        assert!((one - 0.5).abs() < 1e-4 && (one + other - 1.0).abs() < 1e-9);
        // 1 / golden ratio: one step more or two
        assert!((shares([1, 2])[0] - 0.618).abs() < 1e-3);
    }
}
