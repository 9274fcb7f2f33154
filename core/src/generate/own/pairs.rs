//! The generator of Numberlinks with exactly one solution.
//!
//! Pairs cannot be chosen one by one: each pair adds another path, so it is not a clue that holds or fails in a
//! solution of the other pairs. Therefore every set of pairs is solved from scratch, whereas kinds with a
//! [`ClueFrame`](crate::generate::ClueFrame) are generated with assumptions.

use encycle_encodings::grid::{Graph, Grid};
use encycle_encodings::kinds::numberlink::{Numberlink, NumberlinkRule, TerminalPair};
use encycle_encodings::puzzle::Solution;
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;

use crate::generate::error::GenerateError;
use crate::generate::options::GeneratedPuzzle;
use crate::generate::own::scratch::{ScratchTests, Tested};
use crate::generate::shapes::random_path;

/// Disjoint paths. Each path lists its cells in order, at least two.
type Paths = Vec<Vec<usize>>;

/// Generates a Numberlink. Returns `None` if this attempt fails.
///
/// A random Hamiltonian path is cut wherever it touches itself, because a path that touches itself can be shortened.
/// While the puzzle has another solution, a path is cut in two where that solution differs. Then paths with adjacent
/// ends are joined as long as exactly one solution is left; in the end, no two paths can be joined.
pub(super) fn numberlink(
    tests: &mut ScratchTests<'_>,
    random: &mut Pcg64Mcg,
) -> Result<Option<GeneratedPuzzle>, GenerateError> {
    let rule = match tests.options.variant.as_deref() {
        Some("cover") => NumberlinkRule::Cover,
        _ => NumberlinkRule::Free,
    };
    let grid = tests.grid()?;
    let mut attempt = PairAttempt { tests, rule, graph: Graph::of_cells(grid), grid };
    let Some(mut paths) = attempt.initial_paths(random) else { return Ok(None) };
    loop {
        match attempt.test(&paths)? {
            Tested::Sufficient => break,
            Tested::Other(other) if attempt.cut(&mut paths, &other, random) => {}
            Tested::Other(_) | Tested::TooHard => return Ok(None),
        }
    }
    attempt.join(&mut paths, random)?;
    let (puzzle, solution) = (attempt.puzzle(&paths).into(), attempt.solution(&paths));
    Ok(Some(tests.unique(puzzle, solution, paths.len())))
}

/// The state of one attempt.
struct PairAttempt<'a, 'b> {
    tests: &'a mut ScratchTests<'b>,
    rule: NumberlinkRule,
    graph: Graph,
    grid: Grid,
}

impl PairAttempt<'_, '_> {
    /// Returns whether two cells are adjacent.
    fn are_neighbours(&self, a: usize, b: usize) -> bool {
        self.graph.edge_between(a, b).is_some()
    }

    /// Returns whether a cell is adjacent to no cell of a path except possibly its last cell.
    fn extends(&self, path: &[usize], cell: usize) -> bool {
        path.iter().rev().skip(1).all(|&earlier| !self.are_neighbours(earlier, cell))
    }

    /// Returns a Hamiltonian path in pieces that do not touch themselves. Returns `None` if a single cell is left over
    /// although all cells must be covered, or if there are no pieces of two or more cells.
    fn initial_paths(&self, random: &mut Pcg64Mcg) -> Option<Paths> {
        let mut paths: Paths = Vec::new();
        for cell in random_path(self.grid, random) {
            match paths.last_mut() {
                Some(path) if self.extends(path, cell) => path.push(cell),
                _ => paths.push(vec![cell]),
            }
        }
        for index in 1..paths.len() {
            let can_shrink = paths[index - 1].len() > 2;
            if paths[index].len() == 1
                && can_shrink
                && let Some(cell) = paths[index - 1].pop()
            {
                paths[index].insert(0, cell);
            }
        }
        let has_single = paths.iter().any(|path| path.len() == 1);
        if has_single && self.rule == NumberlinkRule::Cover {
            return None;
        }
        paths.retain(|path| path.len() > 1);
        (!paths.is_empty()).then_some(paths)
    }

    /// Returns the puzzle whose pairs are the ends of the paths.
    fn puzzle(&self, paths: &[Vec<usize>]) -> Numberlink {
        // pairs are numbered in reading order
        let mut ends: Vec<[usize; 2]> = paths
            .iter()
            .map(|path| {
                let (first, last) = (path[0], path[path.len() - 1]);
                [first.min(last), first.max(last)]
            })
            .collect();
        ends.sort_unstable();
        let pairs = ends.into_iter().enumerate();
        let pairs = pairs
            .map(|(index, ends)| TerminalPair { name: (index + 1).to_string(), ends })
            .collect();
        Numberlink::new(self.graph.clone(), pairs, self.rule).expect("the paths are disjoint")
    }

    /// Returns the solution that consists of the paths.
    fn solution(&self, paths: &[Vec<usize>]) -> Solution {
        let mut taken = vec![false; self.graph.edge_count()];
        for step in paths.iter().flat_map(|path| path.windows(2)) {
            if let Some(edge) = self.graph.edge_between(step[0], step[1]) {
                taken[edge.index()] = true;
            }
        }
        Solution::new(taken)
    }

    /// Tests the puzzle whose pairs are the ends of the paths.
    fn test(&mut self, paths: &[Vec<usize>]) -> Result<Tested, GenerateError> {
        self.tests.test(&self.puzzle(paths).into(), &self.solution(paths))
    }

    /// Returns whether the paths are the only solution, and the required techniques find it.
    fn is_sufficient(&mut self, paths: &[Vec<usize>]) -> Result<bool, GenerateError> {
        self.tests.is_sufficient(&self.puzzle(paths).into(), &self.solution(paths))
    }

    /// Cuts a path at a random edge that another solution does not use, so that each part has at least two cells.
    /// Returns `false` if there is no such edge.
    fn cut(&self, paths: &mut Paths, other: &Solution, random: &mut Pcg64Mcg) -> bool {
        let mut places = Vec::new();
        for (index, path) in paths.iter().enumerate() {
            for at in 2..path.len().saturating_sub(1) {
                let edge = self.graph.edge_between(path[at - 1], path[at]);
                if edge.is_some_and(|edge| !other.has(edge.index())) {
                    places.push((index, at));
                }
            }
        }
        if places.is_empty() {
            return false;
        }
        let (index, at) = places[random.random_range(0..places.len())];
        let rest = paths[index].split_off(at);
        paths.push(rest);
        true
    }

    /// Joins paths at their ends, in random order, while exactly one solution is left.
    fn join(&mut self, paths: &mut Paths, random: &mut Pcg64Mcg) -> Result<(), GenerateError> {
        let mut rejected = std::collections::HashSet::new();
        loop {
            let mut joints: Vec<[usize; 2]> = Vec::new();
            for (index, path) in paths.iter().enumerate() {
                for other in &paths[index + 1..] {
                    for end in [path[0], path[path.len() - 1]] {
                        for start in [other[0], other[other.len() - 1]] {
                            if self.are_neighbours(end, start) && !rejected.contains(&[end, start])
                            {
                                joints.push([end, start]);
                            }
                        }
                    }
                }
            }
            joints.shuffle(random);
            let Some(joint) = joints.pop() else { return Ok(()) };
            rejected.insert(joint);
            let Some(joined) = self.joined(paths, joint) else { continue };
            if self.is_sufficient(&joined)? {
                *paths = joined;
                // a rejected joint stays rejected, because fewer pairs have more solutions
            }
        }
    }

    /// Returns the paths with two of them joined at these ends, or `None` if the joined path touches itself.
    fn joined(&self, paths: &[Vec<usize>], [end, start]: [usize; 2]) -> Option<Paths> {
        let has_end = |path: &&Vec<usize>, cell| path[0] == cell || path[path.len() - 1] == cell;
        let mut first = paths.iter().find(|path| has_end(path, end))?.clone();
        let mut second = paths.iter().find(|path| has_end(path, start))?.clone();
        let mut rest: Paths =
            paths.iter().filter(|path| **path != first && **path != second).cloned().collect();
        if first[0] == end {
            first.reverse();
        }
        if second[0] != start {
            second.reverse();
        }
        for cell in second {
            if !self.extends(&first, cell) {
                return None;
            }
            first.push(cell);
        }
        rest.push(first);
        Some(rest)
    }
}
