//! The sets of pairs that make a Numberlink with one solution.

use encycle_diagrams::SetFamily;
use encycle_diagrams::instances::{PairRule, PairSets};
use encycle_encodings::kinds::numberlink::{Numberlink, NumberlinkRule, TerminalPair};
use encycle_encodings::puzzle::Instance as _;
use num_bigint::BigUint;

use crate::count::instances::only_solution;
use crate::count::zdd::watched;
use crate::count::{CountError, CountOptions};
use crate::puzzle::Puzzle;

/// All Numberlinks with one solution on a graph: Yoshinaka et al. 2012, section 5.
///
/// ```
/// use encycle::count::{CountOptions, PairInstances, PairRule};
/// use encycle::formats;
///
/// let puzzle = formats::read("numberlink 2 3\n1 . .\n. . 1\n", None)?.puzzle;
/// let encycle::puzzle::Puzzle::Numberlink(puzzle) = puzzle else { unreachable!() };
/// let found = PairInstances::build(&puzzle, PairRule::Cover, None, &CountOptions::default())?;
/// // one path from corner to corner that takes all cells
/// let one = found.puzzles(found.good()).next().expect("there is one");
/// assert_eq!(one, puzzle.with_rule(encycle::encodings::kinds::numberlink::NumberlinkRule::Cover));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PairInstances {
    puzzle: Numberlink,
    rule: PairRule,
    sets: PairSets,
}

impl PairInstances {
    /// Finds the sets of up to `most` pairs on the graph of a puzzle, of those that have its pairs. Its own rule is not
    /// looked at.
    ///
    /// # Errors
    /// A limit was reached, also that of the number of vertices.
    pub fn build(
        puzzle: &Numberlink,
        rule: PairRule,
        most: Option<usize>,
        options: &CountOptions,
    ) -> Result<Self, CountError> {
        let given: Vec<[usize; 2]> = puzzle.pairs().iter().map(|pair| pair.ends).collect();
        let graph = puzzle.graph();
        let sets = watched(options, |go_on| PairSets::build(graph, &given, rule, most, go_on))?;
        let written = match rule {
            PairRule::Good | PairRule::Free => NumberlinkRule::Free,
            PairRule::Cover => NumberlinkRule::Cover,
        };
        Ok(Self { puzzle: puzzle.clone().with_rule(written), rule, sets })
    }

    /// All sets.
    #[must_use]
    pub fn good(&self) -> SetFamily {
        self.sets.good()
    }

    /// Those of which no pair can be taken away.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn minimal(&mut self, options: &CountOptions) -> Result<SetFamily, CountError> {
        watched(options, |go_on| Ok(self.sets.minimal(go_on)?))
    }

    /// Those with the fewest pairs.
    pub fn minimum(&mut self) -> SetFamily {
        self.sets.minimum()
    }

    /// How many sets have no pair, one, two and so on, up to the most that one has.
    #[must_use]
    pub fn sizes(&self) -> Vec<BigUint> {
        self.sets.sizes()
    }

    /// How many sets one of the families has.
    #[must_use]
    pub fn count(&self, family: SetFamily) -> BigUint {
        self.sets.arena().counts(family).total().clone()
    }

    /// How many nodes the diagram of all sets has.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.sets.arena().size(self.good())
    }

    /// How many states of path matchings there were.
    #[must_use]
    pub fn states(&self) -> usize {
        self.sets.states()
    }

    /// The puzzles of one of the families, in its order; pairs are numbered by their first vertices.
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

    /// Solves one of the puzzles, by a diagram of its own.
    ///
    /// # Errors
    /// It has not one solution by the rule, or a limit was reached.
    pub fn check(&self, puzzle: &Numberlink, options: &CountOptions) -> Result<(), CountError> {
        let only = only_solution(&Puzzle::from(puzzle.clone()), options)?;
        let solution = only.ok_or(CountError::NotUnique)?;
        if self.rule == PairRule::Good {
            puzzle.clone().with_rule(NumberlinkRule::Cover).check(&solution)?;
        }
        Ok(())
    }
}
