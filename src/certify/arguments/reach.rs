//! Local arguments for reachability: joined cells are reached, and cells that cannot be joined are not.

use encycle_encodings::grid::DisjointSets;
use encycle_encodings::kinds::reachability::{Reachability, ReachabilityClue, Wall};

use crate::certify::arguments::Literal;

/// The arguments for the clauses of a reachability puzzle.
pub(super) struct ReachArguments<'a> {
    puzzle: &'a Reachability,
}

/// Joins the sets of two cells.
fn join(sets: &mut DisjointSets, cells: [usize; 2]) {
    let [a, b] = cells.map(|cell| cell as u32);
    sets.join(a, b);
}

/// Returns whether two cells are in one set.
fn are_joined(sets: &mut DisjointSets, cells: [usize; 2]) -> bool {
    let [a, b] = cells.map(|cell| sets.find(cell as u32));
    a == b
}

impl<'a> ReachArguments<'a> {
    pub fn new(puzzle: &'a Reachability) -> Self {
        Self { puzzle }
    }

    /// Returns whether every solution satisfies a clause.
    ///
    /// If the clause were false, its negative links would be open and its positive links shut; the cells of its
    /// negative pairs would be reached, and the cells of its positive pairs would not. So the clause holds if a pair
    /// must be reached although its cells cannot be joined, or must not be reached although its cells are joined.
    pub fn justify(&self, clause: &[Literal]) -> bool {
        let (puzzle, links) = (self.puzzle, self.puzzle.graph().edge_count());
        let pair = |atom: usize| puzzle.pairs()[atom - links].into();
        let (mut joined, mut joinable) = (self.sets(), self.sets());
        let is_literal = |atom: usize, is_positive: bool| {
            clause.iter().any(|one| one.atom == atom && one.is_positive == is_positive)
        };
        for link in puzzle.graph().edges() {
            let (atom, wall) = (link.index(), puzzle.wall(link));
            let (is_open, is_shut) = (
                is_literal(atom, false) || wall == Wall::Open,
                is_literal(atom, true) || wall == Wall::Shut,
            );
            if is_open && is_shut {
                return true;
            }
            if is_open {
                join(&mut joined, puzzle.graph().ends(link));
            }
            if !is_shut {
                join(&mut joinable, puzzle.graph().ends(link));
            }
        }
        // the pairs of the clause, and the pairs of the goals, because these may break a rule without the clause
        let pairs = |is_positive: bool, clue: ReachabilityClue| -> Vec<[usize; 2]> {
            let of_clause = clause.iter().filter(|one| one.atom >= links);
            let of_clause = of_clause.filter(|one| one.is_positive == is_positive);
            let of_goals = puzzle.pairs().iter().map(|&pair| pair.into());
            let of_goals = of_goals.filter(|&[_, cell]: &[usize; 2]| puzzle.goals()[cell] == clue);
            of_clause.map(|one| pair(one.atom)).chain(of_goals).collect()
        };
        let reached = pairs(false, ReachabilityClue::Reached);
        let unreached = pairs(true, ReachabilityClue::Unreached);
        reached.iter().for_each(|&pair| join(&mut joined, pair));
        let goal = |[_, cell]: &[usize; 2]| puzzle.goals()[*cell];
        reached.iter().any(|&pair| !are_joined(&mut joinable, pair))
            || unreached.iter().any(|&pair| are_joined(&mut joined, pair))
            || reached.iter().any(|pair| goal(pair) == ReachabilityClue::Unreached)
            || unreached.iter().any(|pair| goal(pair) == ReachabilityClue::Reached)
    }

    fn sets(&self) -> DisjointSets {
        DisjointSets::new(self.puzzle.grid().cell_count())
    }
}
