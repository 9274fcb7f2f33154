//! Ways to choose enough givens, and few (Block 2024, section 2.3).
//!
//! Block draws a tree whose nodes are sets of givens; a step adds one or takes one away. His five searches
//! walk through it, each with a judge that says whether a set is enough. Here a step moves a *group* of givens:
//! one alone, or those that symmetry ties together. And since more givens never make enough too few, no set is
//! judged whose answer follows from that of another one.

use std::collections::{HashSet, VecDeque};
use std::time::Instant;

use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;

use crate::generate::bits::Bits;
use crate::generate::error::GenerateError;
use crate::generate::hitting::minimum_hitting_set;
use crate::generate::judge::{ClueSetStatus, ClueSetTest};

/// A way to choose givens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// From all givens, groups go in random order, as long as the rest is enough: Algorithm 4,
    /// ProbabilisticTopDownMulti. The result is minimal.
    MultiBranch,
    /// The same, but it ends at the first group that cannot go: Algorithm 3, ProbabilisticTopDownSingleBranch.
    SingleBranch,
    /// From none, random groups come until it is enough: Algorithm 5, ProbabilisticBottomUp.
    BottomUp,
    /// All sets that are enough, depth first from all givens: Algorithm 1, ExploreTreeTopDown. The result has
    /// the fewest givens.
    ExploreTopDown,
    /// All sets that are too few, breadth first from none: Algorithm 2, ExploreTreeBottomUp. The result has
    /// the fewest givens.
    ExploreBottomUp,
    /// The fewest givens by hitting sets: a set is enough only if it meets each of the sets of which some
    /// given is needed. The judge names these one by one, and each time a smallest set that meets all of them is
    /// tried (Moreno-Centeno and Karp, *The implicit hitting set approach*, Operations Research 61, 2013).
    Minimum,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::MultiBranch,
        Self::SingleBranch,
        Self::BottomUp,
        Self::ExploreTopDown,
        Self::ExploreBottomUp,
        Self::Minimum,
    ];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::MultiBranch => "multi-branch",
            Self::SingleBranch => "single-branch",
            Self::BottomUp => "bottom-up",
            Self::ExploreTopDown => "explore-top-down",
            Self::ExploreBottomUp => "explore-bottom-up",
            Self::Minimum => "minimum",
        }
    }

    /// Whether it makes use of more than one iteration.
    #[must_use]
    pub fn is_probabilistic(self) -> bool {
        matches!(self, Self::MultiBranch | Self::SingleBranch | Self::BottomUp)
    }
}

/// What is there to choose from, and how.
pub struct ClueChoice<'a> {
    /// The groups that come and go together; none of them has a given that is required.
    pub groups: &'a [Bits],
    /// What is chosen in any case.
    pub required: &'a Bits,
    /// No fewer givens than these are wanted (it may come out one group more, or fewer if fewer are there).
    pub at_least: usize,
    /// How often the probabilistic strategies try; the smallest result counts.
    pub iterations: usize,
    /// When the search is given up.
    pub deadline: Option<Instant>,
}

/// Chooses enough givens; `None` if all of them are too few. And how many sets were judged.
///
/// # Errors
/// The judge's; and a limit, if the deadline has passed.
pub fn choose(
    strategy: Strategy,
    choice: &ClueChoice<'_>,
    judge: &mut dyn ClueSetTest,
    random: &mut Pcg64Mcg,
) -> Result<(Option<Bits>, u64), GenerateError> {
    let mut search = Search { choice, judge, judged: 0 };
    let all = choice.groups.iter().fold(choice.required.clone(), |set, group| set.union(group));
    if !search.judge(&all)?.is_enough() {
        return Ok((None, search.judged));
    }
    let chosen = match strategy {
        Strategy::ExploreTopDown => search.explore_top_down(all)?,
        Strategy::ExploreBottomUp => search.explore_bottom_up()?,
        Strategy::Minimum => search.minimum()?,
        _ => {
            let mut best = all.clone();
            for _ in 0..choice.iterations.max(1) {
                let found = match strategy {
                    Strategy::MultiBranch => search.multi_branch(&all, random)?,
                    Strategy::SingleBranch => search.single_branch(&all, random)?,
                    _ => search.bottom_up(random)?,
                };
                if found.len() < best.len() {
                    best = found;
                }
            }
            best
        }
    };
    Ok((Some(chosen), search.judged))
}

struct Search<'a> {
    choice: &'a ClueChoice<'a>,
    judge: &'a mut dyn ClueSetTest,
    judged: u64,
}

impl<'a> Search<'a> {
    fn judge(&mut self, chosen: &Bits) -> Result<ClueSetStatus, GenerateError> {
        if self.choice.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(GenerateError::Limit("the time limit was reached".to_owned()));
        }
        self.judged += 1;
        self.judge.judge(chosen)
    }

    fn shuffled(&self, random: &mut Pcg64Mcg) -> Vec<&'a Bits> {
        let mut groups: Vec<&Bits> = self.choice.groups.iter().collect();
        groups.shuffle(random);
        groups
    }

    /// The groups with all of their givens among these, and what is required.
    fn groups_in(&self, set: &Bits) -> impl Iterator<Item = &'a Bits> + use<'a> {
        let set = set.clone();
        self.choice.groups.iter().filter(move |group| group.is_within(&set))
    }

    fn multi_branch(&mut self, all: &Bits, random: &mut Pcg64Mcg) -> Result<Bits, GenerateError> {
        let mut chosen = all.clone();
        let mut groups = self.shuffled(random);
        while let Some(group) = groups.pop() {
            if !group.is_within(&chosen) {
                continue;
            }
            let fewer = chosen.minus(group);
            if fewer.len() < self.choice.at_least {
                continue;
            }
            if let ClueSetStatus::Enough(part) = self.judge(&fewer)? {
                chosen = self.shrunk(fewer, &part, &groups);
            }
        }
        Ok(chosen)
    }

    /// Of a set that is enough, what is left when the groups that a part of it does without go as well, the
    /// next ones first.
    fn shrunk(&self, set: Bits, part: &Bits, next: &[&Bits]) -> Bits {
        let superfluous = next.iter().rev().filter(|group| !group.meets(part));
        superfluous.fold(set, |set, group| {
            let fewer = set.minus(group);
            if fewer.len() < self.choice.at_least { set } else { fewer }
        })
    }

    fn single_branch(&mut self, all: &Bits, random: &mut Pcg64Mcg) -> Result<Bits, GenerateError> {
        let mut chosen = all.clone();
        for group in self.shuffled(random) {
            let fewer = chosen.minus(group);
            if fewer.len() < self.choice.at_least || !self.judge(&fewer)?.is_enough() {
                break;
            }
            chosen = fewer;
        }
        Ok(chosen)
    }

    fn bottom_up(&mut self, random: &mut Pcg64Mcg) -> Result<Bits, GenerateError> {
        let groups = self.shuffled(random);
        // enough is enough for all larger sets: where it begins is found by halving
        let first = |count: usize| {
            groups[..count].iter().fold(self.choice.required.clone(), |set, group| set.union(group))
        };
        let (mut few, mut many) = (0, groups.len());
        while few < many {
            let half = (few + many) / 2;
            match self.judge(&first(half))? {
                ClueSetStatus::Enough(_) => many = half,
                ClueSetStatus::TooFew(_) => few = half + 1,
            }
        }
        while many < groups.len() && first(many).len() < self.choice.at_least {
            many += 1;
        }
        Ok(first(many))
    }

    fn explore_top_down(&mut self, all: Bits) -> Result<Bits, GenerateError> {
        let mut best = all.clone();
        let mut visited = HashSet::new();
        let mut stack = vec![all];
        while let Some(set) = stack.pop() {
            for group in self.groups_in(&set) {
                let fewer = set.minus(group);
                if fewer.len() < self.choice.at_least || !visited.insert(fewer.clone()) {
                    continue;
                }
                if self.judge(&fewer)?.is_enough() {
                    if fewer.len() < best.len() {
                        best = fewer.clone();
                    }
                    stack.push(fewer);
                }
            }
        }
        Ok(best)
    }

    /// From a set that is too few, only groups are added of which one is needed: each larger set that is
    /// enough can still be reached.
    fn explore_bottom_up(&mut self) -> Result<Bits, GenerateError> {
        let mut visited = HashSet::from([self.choice.required.clone()]);
        let mut queue = VecDeque::from([self.choice.required.clone()]);
        while let Some(set) = queue.pop_front() {
            let needed = match self.judge(&set)? {
                ClueSetStatus::Enough(_) if set.len() >= self.choice.at_least => return Ok(set),
                ClueSetStatus::Enough(_) => Bits::all(self.judge.bound()),
                ClueSetStatus::TooFew(needed) => needed,
            };
            for group in self.choice.groups {
                if group.meets(&needed) && !group.is_within(&set) {
                    let more = set.union(group);
                    if visited.insert(more.clone()) {
                        queue.push_back(more);
                    }
                }
            }
        }
        // all groups together are enough, so this is reached only if they are fewer than wanted
        Ok(self
            .choice
            .groups
            .iter()
            .fold(self.choice.required.clone(), |set, group| set.union(group)))
    }

    fn minimum(&mut self) -> Result<Bits, GenerateError> {
        let weights: Vec<usize> = self.choice.groups.iter().map(Bits::len).collect();
        let mut to_hit: Vec<Vec<usize>> = Vec::new();
        loop {
            let hitting = minimum_hitting_set(&weights, &to_hit, self.choice.deadline)?;
            let mut set = self.choice.required.clone();
            for &group in &hitting {
                set = set.union(&self.choice.groups[group]);
            }
            // disjoint sets to be hit, as many as the judge names
            let mut tried = set.clone();
            loop {
                match self.judge(&tried)? {
                    ClueSetStatus::Enough(_) if tried == set => return Ok(set),
                    ClueSetStatus::Enough(_) => break,
                    ClueSetStatus::TooFew(needed) => {
                        let groups = self.choice.groups.iter().enumerate();
                        let groups = groups.filter(|(_, group)| group.meets(&needed));
                        to_hit.push(groups.map(|(index, _)| index).collect());
                        tried = tried.union(&needed);
                    }
                }
            }
        }
    }
}

/// A random number of seeds from one, for what is done in turn.
#[must_use]
pub fn seed_of(seed: u64, number: u64) -> u64 {
    use rand::SeedableRng as _;
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let stride: u64 = random.random();
    seed.wrapping_add(number.wrapping_mul(stride | 1))
}
