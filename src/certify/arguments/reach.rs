//! Local arguments for reachability: what is joined is reached, and what is reached can be joined.

use encycle_encodings::kinds::reachability::{Reachability, ReachabilityClue, Wall};

use crate::certify::arguments::Literal;

/// The arguments for the clauses of a reachability puzzle.
pub(super) struct ReachArguments<'a> {
    puzzle: &'a Reachability,
}

/// Sets of cells (union-find).
struct CellSets(Vec<usize>);

impl CellSets {
    fn find(&self, mut cell: usize) -> usize {
        while self.0[cell] != cell {
            cell = self.0[cell];
        }
        cell
    }

    fn join(&mut self, [a, b]: [usize; 2]) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a] = b;
    }
}

impl<'a> ReachArguments<'a> {
    pub fn new(puzzle: &'a Reachability) -> Self {
        Self { puzzle }
    }

    /// Returns whether every solution satisfies a clause. If it were false, its negative links would be open and its positive
    /// ones shut; what its negative pairs say would be reached, and what its positive ones say would not.
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
                joined.join(puzzle.graph().ends(link));
            }
            if !is_shut {
                joinable.join(puzzle.graph().ends(link));
            }
        }
        // of the clause, and of the goals, which may break a rule without the clause
        let pairs = |is_positive: bool, clue: ReachabilityClue| -> Vec<[usize; 2]> {
            let of_clause = clause.iter().filter(|one| one.atom >= links);
            let of_clause = of_clause.filter(|one| one.is_positive == is_positive);
            let of_goals = puzzle.pairs().iter().map(|&pair| pair.into());
            let of_goals = of_goals.filter(|&[_, cell]: &[usize; 2]| puzzle.goals()[cell] == clue);
            of_clause.map(|one| pair(one.atom)).chain(of_goals).collect()
        };
        let reached = pairs(false, ReachabilityClue::Reached);
        let unreached = pairs(true, ReachabilityClue::Unreached);
        reached.iter().for_each(|&pair| joined.join(pair));
        let goal = |[_, cell]: &[usize; 2]| puzzle.goals()[*cell];
        reached.iter().any(|&[a, b]| joinable.find(a) != joinable.find(b))
            || unreached.iter().any(|&[a, b]| joined.find(a) == joined.find(b))
            || reached.iter().any(|pair| goal(pair) == ReachabilityClue::Unreached)
            || unreached.iter().any(|pair| goal(pair) == ReachabilityClue::Reached)
    }

    fn sets(&self) -> CellSets {
        CellSets((0..self.puzzle.grid().cell_count()).collect())
    }
}
