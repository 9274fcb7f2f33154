//! The sets of pairs that give a Numberlink with exactly one solution.

use encycle_diagrams::SetFamily;
use encycle_diagrams::instances::{PairRule, PairSets};
use encycle_encodings::kinds::numberlink::{Numberlink, NumberlinkRule, TerminalPair};
use encycle_encodings::puzzle::Instance as _;
use num_bigint::BigUint;

use crate::count::instances::only_solution;
use crate::count::zdd::watched;
use crate::count::{CountError, CountOptions};
use crate::puzzle::Puzzle;

/// All Numberlinks on a graph with exactly one solution: Yoshinaka et al. 2012, section 5.
///
/// ```
/// use encycle::count::{PairInstances, PairRule, CountOptions};
/// use encycle::encodings::kinds::numberlink::NumberlinkRule;
/// use encycle::formats;
///
/// let puzzle = formats::read("numberlink 2 3\n1 . .\n. . 1\n", None)?.puzzle;
/// let encycle::puzzle::Puzzle::Numberlink(puzzle) = puzzle else { unreachable!() };
/// let options = CountOptions::default();
/// let found = PairInstances::build(&puzzle, PairRule::Cover, None, &options)?;
/// // one path from corner to corner through all cells
/// let one = found.puzzles(found.good()).next().expect("a puzzle");
/// assert_eq!(one, puzzle.with_rule(NumberlinkRule::Cover));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PairInstances {
    puzzle: Numberlink,
    rule: PairRule,
    sets: PairSets,
}

impl PairInstances {
    /// Finds the sets of up to `most` pairs on the graph of a puzzle that include the pairs of the puzzle. The rule of
    /// the puzzle itself is ignored, because `rule` replaces it.
    ///
    /// # Errors
    /// Returns an error if a limit is reached, including the limit on the number of vertices.
    pub fn build(
        puzzle: &Numberlink,
        rule: PairRule,
        most: Option<usize>,
        options: &CountOptions,
    ) -> Result<Self, CountError> {
        let required: Vec<[usize; 2]> = puzzle.pairs().iter().map(|pair| pair.ends).collect();
        let graph = puzzle.graph();
        let sets = watched(options, |go_on| PairSets::build(graph, &required, rule, most, go_on))?;
        let written = match rule {
            PairRule::Good | PairRule::Free => NumberlinkRule::Free,
            PairRule::Cover => NumberlinkRule::Cover,
        };
        Ok(Self { puzzle: puzzle.clone().with_rule(written), rule, sets })
    }

    /// Returns all sets.
    #[must_use]
    pub fn good(&self) -> SetFamily {
        self.sets.good()
    }

    /// Returns the minimal sets: removing any single pair from such a set gives a set that is not in the family of all
    /// sets.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    pub fn minimal(&mut self, options: &CountOptions) -> Result<SetFamily, CountError> {
        watched(options, |go_on| Ok(self.sets.minimal(go_on)?))
    }

    /// Returns the sets with the fewest pairs.
    pub fn minimum(&mut self) -> SetFamily {
        self.sets.minimum()
    }

    /// Returns the number of sets with 0, 1, 2, ... pairs, up to the size of the largest set.
    #[must_use]
    pub fn sizes(&self) -> Vec<BigUint> {
        self.sets.sizes()
    }

    /// Returns the number of sets in one of the families.
    #[must_use]
    pub fn count(&self, family: SetFamily) -> BigUint {
        self.sets.arena().counts(family).total().clone()
    }

    /// Returns the number of nodes in the diagram of all sets.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.sets.arena().size(self.good())
    }

    /// Returns the number of states of path matchings during construction.
    #[must_use]
    pub fn states(&self) -> usize {
        self.sets.states()
    }

    /// Returns the puzzles of one of the families, in the order of its sets. Pairs are numbered by their first
    /// vertices.
    pub fn puzzles(&self, family: SetFamily) -> impl Iterator<Item = Numberlink> {
        self.sets.sets(family).filter_map(|mut pairs| {
            pairs.sort_unstable();
            let numbered = pairs.into_iter().zip(1_usize..);
            let pairs =
                numbered.map(|(ends, number)| TerminalPair { name: number.to_string(), ends });
            let graph = self.puzzle.graph().clone();
            Numberlink::new(graph, pairs.collect(), self.puzzle.rule()).ok()
        })
    }

    /// Checks one of the puzzles by solving it with a diagram of its own.
    ///
    /// # Errors
    /// Returns an error if the puzzle does not have exactly one solution under the rule, or a limit is reached.
    pub fn check(&self, puzzle: &Numberlink, options: &CountOptions) -> Result<(), CountError> {
        let only = only_solution(&Puzzle::from(puzzle.clone()), options)?;
        let solution = only.ok_or(CountError::NotUnique)?;
        if self.rule == PairRule::Good {
            puzzle.clone().with_rule(NumberlinkRule::Cover).check(&solution)?;
        }
        Ok(())
    }
}
