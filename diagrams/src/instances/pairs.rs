//! The sets of pairs that make a Numberlink puzzle with exactly one solution.

use encycle_encodings::grid::{Edge, Graph};
use encycle_encodings::puzzle::{LineProblem, LineShape, VertexDegree};
use num_bigint::BigUint;

use crate::algebra::{Operation, OperationCache};
use crate::arena::{Arena, SetFamily};
use crate::frontier::{BuildStopped, GoOn};
use crate::lines::{BuildError, PlanError, best_order};
use crate::states::StateTable;

/// Garbage collection starts when the arena has twice this number of nodes (some megabytes).
const MANY_NODES: usize = 1 << 16;
/// The number of cached results of operations that triggers garbage collection (half a gigabyte).
const MANY_RESULTS: usize = 1 << 24;

/// The rule by which a set of pairs must have exactly one solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairRule {
    /// Paths need not cover all vertices, but the only solution covers all (Yoshinaka et al. 2012, definition 2).
    Good,
    /// Paths need not cover all vertices, and the only solution may leave out vertices.
    Free,
    /// Paths must cover all vertices; path matchings that leave out vertices do not count as solutions.
    Cover,
}

/// The sets of disjoint pairs of a graph's vertices that make a Numberlink puzzle with exactly one solution
/// (Yoshinaka et al. 2012, sections 5 and 8.2).
///
/// The construction visits the states of all path matchings (sets of disjoint paths) edge by edge. Each state carries
/// the family of the pair sets of its complete paths, so the sets of all puzzles are found at once instead of one
/// puzzle at a time. A pair set contains a marker element if it has several path matchings, or a path matching that
/// leaves out a vertex against the rule. Because of this marker, one diagram replaces the two diagrams of the paper:
/// the pair sets without the marker are the result. Pairs that are completed later are nearer to the root, so that
/// adding a pair changes only the top of a diagram; the marker is below all pairs.
///
/// Elements of the family are pairs of vertices; [`Self::pair`] returns the vertices.
///
/// ```
/// use encycle_diagrams::instances::{PairRule, PairSets};
/// use encycle_encodings::grid::{Graph, Grid};
///
/// // 2 x 2 cells: both rows, or both columns; every single pair of cells has two paths
/// let graph = Graph::of_cells(Grid::new(2, 2).expect("a size"));
/// let sets = PairSets::build(&graph, &[], PairRule::Good, None, &mut |_| true)?;
/// let mut good: Vec<Vec<[usize; 2]>> = sets.sets(sets.good()).collect();
/// good.iter_mut().for_each(|pairs| pairs.sort());
/// good.sort();
/// assert_eq!(good, [[[0, 1], [2, 3]], [[0, 2], [1, 3]]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PairSets {
    arena: Arena,
    rule: PairRule,
    good: SetFamily,
    /// The pair of vertices that each element represents.
    pairs: Vec<[usize; 2]>,
    states: usize,
}

impl PairSets {
    /// Builds the family of the pair sets of a graph that contain the `given` pairs and have at most `most` pairs.
    ///
    /// # Errors
    /// The graph has more than 128 vertices, or `go_on` returns `false`.
    ///
    /// # Panics
    /// A vertex of a given pair is not in the graph.
    pub fn build(
        graph: &Graph,
        given: &[[usize; 2]],
        rule: PairRule,
        most: Option<usize>,
        go_on: &mut GoOn<'_>,
    ) -> Result<Self, BuildError> {
        let (what, count) = ("the number of vertices", graph.vertex_count());
        if count > Matchings::MOST_VERTICES {
            return Err(PlanError { what, count, most: Matchings::MOST_VERTICES }.into());
        }
        let matchings = Matchings::new(graph, given, &best_order(&without_ends(graph)));
        let mut search = PairSearch::new(&matchings, rule, most.unwrap_or(count));
        let isolated = |vertex: usize| graph.incident(vertex).is_empty();
        let mut ends = given.iter().flatten();
        let hopeless = given.iter().any(|[a, b]| a == b)
            || match rule {
                PairRule::Free => ends.any(|&end| isolated(end)),
                PairRule::Good | PairRule::Cover => (0..count).any(isolated),
            };
        if !hopeless {
            search.run(&matchings, go_on)?;
        }
        let PairSearch { arena, pairs, good, states, .. } = search;
        Ok(Self { arena, rule, good, pairs, states })
    }

    /// Returns the store of the nodes of all families.
    #[must_use]
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// Returns all sets of pairs that satisfy the rule.
    #[must_use]
    pub fn good(&self) -> SetFamily {
        self.good
    }

    /// Returns the inclusion-minimal sets.
    ///
    /// # Errors
    /// [`BuildStopped`] if `go_on` returns `false`.
    pub fn minimal(&mut self, go_on: &mut GoOn<'_>) -> Result<SetFamily, BuildStopped> {
        if self.rule == PairRule::Good {
            // all sets are minimal: the paths of a proper subset, taken from the only solution of the whole set, solve
            // the subset and leave out vertices, so the subset is not good
            return Ok(self.good);
        }
        self.arena.apply(
            Operation::Minimal,
            self.good,
            SetFamily::EMPTY,
            &mut OperationCache::new(go_on),
        )
    }

    /// Returns the sets with the smallest number of pairs.
    pub fn minimum(&mut self) -> SetFamily {
        self.arena.lightest(self.good, |_| [1])
    }

    /// Returns the two vertices that an element represents.
    #[must_use]
    pub fn pair(&self, element: u32) -> [usize; 2] {
        self.pairs[element as usize]
    }

    /// Returns the number of sets of each size: entry `k` counts the sets with `k` pairs.
    ///
    /// The last entry belongs to the largest set.
    #[must_use]
    pub fn sizes(&self) -> Vec<BigUint> {
        self.arena.sizes(self.good)
    }

    /// Returns an iterator over the sets of a family, in order, each as pairs of vertices.
    pub fn sets(&self, family: SetFamily) -> impl Iterator<Item = Vec<[usize; 2]>> {
        let pairs = |set: Vec<u32>| set.into_iter().map(|element| self.pair(element)).collect();
        self.arena.sets(family).map(pairs)
    }

    /// Returns the number of states of path matchings that the construction visited.
    #[must_use]
    pub fn states(&self) -> usize {
        self.states
    }
}

/// Returns a line problem on the graph without any rules; only its edge order is used.
fn without_ends(graph: &Graph) -> LineProblem<'_> {
    LineProblem {
        graph,
        vertices: vec![VertexDegree::OneOrTwo; graph.vertex_count()],
        shape: LineShape::Paths { free_ends: 0 },
        fixed: vec![None; graph.edge_count()],
        clues: Vec::new(),
        clauses: Vec::new(),
    }
}

/// The construction of the pair sets, level by level.
struct PairSearch {
    arena: Arena,
    rule: PairRule,
    pairs: Vec<[usize; 2]>,
    /// The element of each pair of vertices.
    element: Vec<Vec<u32>>,
    /// Entry `k` is the family of all sets with at most `k` pairs. The list is empty if the number of pairs is not
    /// limited.
    at_most: Vec<SetFamily>,
    /// The family of the marker element alone.
    twice: SetFamily,
    good: SetFamily,
    states: usize,
    /// The number of live nodes after the last garbage collection.
    live: usize,
}

impl PairSearch {
    fn new(matchings: &Matchings, rule: PairRule, most: usize) -> Self {
        let vertices = matchings.by_last_edge();
        let mut element = vec![vec![0; vertices.len()]; vertices.len()];
        let mut pairs = Vec::new();
        for (later, &a) in vertices.iter().enumerate().rev() {
            for &b in vertices[..later].iter().rev() {
                (element[a][b], element[b][a]) = (pairs.len() as u32, pairs.len() as u32);
                pairs.push([a.min(b), a.max(b)]);
            }
        }
        let mut arena = Arena::new();
        let mark = pairs.len() as u32;
        let twice = arena.node(mark, SetFamily::EMPTY, SetFamily::UNIT);
        let sizes = if most < vertices.len() / 2 { most + 1 } else { 0 };
        let mut at_most = vec![arena.node(mark, SetFamily::UNIT, SetFamily::UNIT); sizes];
        for level in (0..mark).rev() {
            for size in (1..sizes).rev() {
                at_most[size] = arena.node(level, at_most[size], at_most[size - 1]);
            }
        }
        let (good, states, live) = (SetFamily::EMPTY, 0, 0);
        Self { arena, rule, pairs, element, at_most, twice, good, states, live }
    }

    fn run(&mut self, matchings: &Matchings, go_on: &mut GoOn<'_>) -> Result<(), BuildStopped> {
        let root = matchings.root();
        let mut next = root.clone();
        let (mut states, mut below) = (StateTable::new(root.len()), StateTable::new(root.len()));
        if !root.is_empty() {
            states.insert(&root).ok_or(BuildStopped)?;
        }
        let (mut sets, mut sets_below) = (vec![SetFamily::UNIT], Vec::new());
        let mut work = OperationCache::new(go_on);
        for level in 0..matchings.levels() {
            self.states += states.len();
            for index in 0..states.len() {
                work.tick(&self.arena)?;
                self.collect_garbage(&mut work, &mut sets[index..], &mut sets_below);
                let (state, before) = (states.get(index), sets[index]);
                // the edge is a shortcut of a path, so the path with the shortcut is a second solution, which leaves
                // out vertices
                if self.rule == PairRule::Good && matchings.would_close(level, state) {
                    continue;
                }
                for taken in [false, true] {
                    let Some(fixed) = matchings.child(level, state, taken, &mut next) else {
                        continue;
                    };
                    let to_come = matchings.pairs_to_come(&next);
                    let here = self.after(before, &fixed, to_come, &mut work)?;
                    if here == SetFamily::EMPTY {
                        continue;
                    }
                    let at = below.insert(&next).ok_or(BuildStopped)?;
                    match sets_below.get(at) {
                        None => sets_below.push(here),
                        Some(&known) => sets_below[at] = self.sum(known, here, &mut work)?,
                    }
                }
            }
            std::mem::swap(&mut states, &mut below);
            std::mem::swap(&mut sets, &mut sets_below);
            below.clear();
            sets_below.clear();
            work.forget();
        }
        let all = sets.first().copied().unwrap_or(SetFamily::EMPTY);
        let once = self.arena.subsets(0..self.pairs.len() as u32);
        self.good = self.arena.apply(Operation::Intersection, all, once, &mut work)?;
        Ok(())
    }

    /// Returns the sets after a decision. It adds the completed pairs and drops sets with too many pairs. If the
    /// decision leaves out a vertex against the rule, it drops or marks all sets.
    fn after(
        &mut self,
        before: SetFamily,
        fixed: &Fixed,
        to_come: usize,
        work: &mut OperationCache<'_, '_>,
    ) -> Result<SetFamily, BuildStopped> {
        let added = self.arena.set(fixed.pairs.iter().map(|&[a, b]| self.element[a][b]));
        let mut sets = self.arena.apply(Operation::Join, before, added, work)?;
        if let Some(most) = self.at_most.len().checked_sub(1) {
            let Some(most) = most.checked_sub(to_come) else { return Ok(SetFamily::EMPTY) };
            sets = self.arena.apply(Operation::Intersection, sets, self.at_most[most], work)?;
        }
        match self.rule {
            PairRule::Cover if fixed.left_out => Ok(SetFamily::EMPTY),
            PairRule::Good if fixed.left_out => self.sum(sets, sets, work),
            _ => Ok(sets),
        }
    }

    /// Returns the sum of two families with multiplicities; see [`Operation::Sum`].
    fn sum(
        &mut self,
        a: SetFamily,
        b: SetFamily,
        work: &mut OperationCache<'_, '_>,
    ) -> Result<SetFamily, BuildStopped> {
        self.arena.apply(Operation::Sum { twice: self.twice }, a.min(b), a.max(b), work)
    }

    /// Collects garbage if the arena has doubled since the last collection, or if the cache has many results.
    fn collect_garbage(
        &mut self,
        work: &mut OperationCache<'_, '_>,
        sets: &mut [SetFamily],
        sets_below: &mut [SetFamily],
    ) {
        if self.arena.len() < 2 * self.live.max(MANY_NODES) && work.len() < MANY_RESULTS {
            return;
        }
        let own = self.at_most.iter_mut().chain([&mut self.twice]);
        let all = sets.iter_mut().chain(sets_below).chain(own);
        self.arena.keep(&mut all.collect::<Vec<_>>());
        self.live = self.arena.len();
        work.forget();
    }
}

// Path matchings (sets of disjoint paths) as a transition system, edge by edge.

/// The mate of a vertex that cannot get another line: an inner vertex of a path, or a vertex whose edges are
/// all decided.
const INNER: u8 = u8::MAX;

/// The path matchings of a graph: Yoshinaka et al. 2012, algorithm 1.
///
/// A state is the mate of each vertex: the other end of its path, the vertex itself if it has no line, or [`INNER`].
/// Unlike the states of a puzzle with known ends, it also distinguishes path ends whose edges are all decided, because
/// the pair of the completed path will name them.
struct Matchings {
    /// The ends of each edge, in the order of decisions.
    ends: Vec<[usize; 2]>,
    /// For each edge, the vertices for which it is the last edge.
    leave: Vec<Vec<usize>>,
    /// The vertices in the order of their last edges.
    by_last: Vec<usize>,
    /// For each vertex, the other vertex of its given pair, if it has one.
    partner: Vec<Option<usize>>,
}

/// The consequences of a decision.
#[derive(Default)]
struct Fixed {
    /// The ends of the paths that the decision completes.
    pub pairs: Vec<[usize; 2]>,
    /// Whether the decision leaves a vertex without a line.
    pub left_out: bool,
}

impl Matchings {
    /// The maximum number of vertices of a graph. The recursion depth of the algebra is the number of pairs
    /// of vertices.
    pub const MOST_VERTICES: usize = 128;

    /// Creates the path matchings of a graph that join the `given` pairs; edges are decided in `order`.
    pub fn new(graph: &Graph, given: &[[usize; 2]], order: &[Edge]) -> Self {
        let mut last = vec![0; graph.vertex_count()];
        for (level, &edge) in order.iter().enumerate() {
            graph.ends(edge).iter().for_each(|&end| last[end] = level);
        }
        let mut leave = vec![Vec::new(); order.len()];
        let mut by_last: Vec<usize> = (0..graph.vertex_count()).collect();
        by_last.sort_by_key(|&vertex| last[vertex]);
        for &vertex in by_last.iter().filter(|&&vertex| !graph.incident(vertex).is_empty()) {
            leave[last[vertex]].push(vertex);
        }
        let ends = order.iter().map(|&edge| graph.ends(edge)).collect();
        let mut partner = vec![None; graph.vertex_count()];
        for &[a, b] in given {
            (partner[a], partner[b]) = (Some(b), Some(a));
        }
        Self { ends, leave, by_last, partner }
    }

    /// Returns the number of edges to decide.
    pub fn levels(&self) -> usize {
        self.ends.len()
    }

    /// Returns the vertices in the order of their last edges.
    pub fn by_last_edge(&self) -> &[usize] {
        &self.by_last
    }

    /// Returns the state before the first decision.
    pub fn root(&self) -> Vec<u8> {
        (0..self.partner.len() as u8).collect()
    }

    /// Returns whether the edge of a level joins both ends of the same path.
    pub fn would_close(&self, level: usize, state: &[u8]) -> bool {
        let [a, b] = self.ends[level];
        usize::from(state[a]) == b
    }

    /// Returns whether the given pairs allow two vertices to be the ends of a path.
    fn may_be_pair(&self, [a, b]: [usize; 2]) -> bool {
        match self.partner[a] {
            Some(partner) => partner == b,
            None => self.partner[b].is_none(),
        }
    }

    /// Decides the edge of `level` and writes the resulting state to `next`. Returns `None` if the lines are not a path
    /// matching, or do not join the given pairs.
    pub fn child(&self, level: usize, state: &[u8], taken: bool, next: &mut [u8]) -> Option<Fixed> {
        next.copy_from_slice(state);
        let mut fixed = Fixed::default();
        if taken {
            let [a, b] = self.ends[level];
            if next[a] == INNER || next[b] == INNER || self.would_close(level, state) {
                return None;
            }
            let [from, to] = [a, b].map(|end| usize::from(next[end]));
            let is_inner_end = |end: usize, mate| mate != end && self.partner[end].is_some();
            if is_inner_end(a, from) || is_inner_end(b, to) {
                return None;
            }
            let is_open = [(a, from), (b, to)].map(|(end, mate)| usize::from(state[mate]) == end);
            (next[a], next[b]) = (INNER, INNER);
            if is_open[0] {
                next[from] = to as u8;
            }
            if is_open[1] {
                next[to] = from as u8;
            }
            if is_open == [false; 2] {
                fixed.pairs.push([from, to]);
            }
        }
        for &vertex in &self.leave[level] {
            let mate = std::mem::replace(&mut next[vertex], INNER);
            if mate == INNER {
                continue;
            }
            let mate = usize::from(mate);
            if mate == vertex {
                if self.partner[vertex].is_some() {
                    return None;
                }
                fixed.left_out = true;
            } else if usize::from(next[mate]) != vertex {
                fixed.pairs.push([vertex, mate]);
            }
        }
        let keeps_pairs = fixed.pairs.iter().all(|&pair| self.may_be_pair(pair));
        keeps_pairs.then_some(fixed)
    }

    /// Returns a lower bound on the number of pairs that are still to be completed. Each incomplete path leads to a
    /// pair, but two incomplete paths can be joined and then lead to only one.
    pub fn pairs_to_come(&self, state: &[u8]) -> usize {
        let mates = state.iter().map(|&mate| usize::from(mate)).enumerate();
        let begun = mates.filter(|&(vertex, mate)| mate != usize::from(INNER) && mate != vertex);
        let (mut open, mut gone) = (0, 0_usize);
        for (vertex, mate) in begun {
            open = 1;
            gone += usize::from(usize::from(state[mate]) != vertex);
        }
        gone.div_ceil(2).max(open)
    }
}
