//! Strategies that choose a small sufficient set of clues (Block 2024, section 2.3).
//!
//! Block defines a tree whose nodes are sets of clues; a step in the tree adds or removes one clue. His five algorithms
//! search this tree, and test sets of clues for sufficiency. Here a step adds or removes a *group* of clues: a single
//! clue, or an orbit of the symmetry.
//!
//! Sufficiency is monotone: every superset of a sufficient set is sufficient. Therefore no set is tested whose result
//! follows from the result of another set, and three refinements save tests:
//!
//! - A test of a sufficient set may return a smaller sufficient subset (a core), so all groups outside the core are
//!   removed at once.
//! - A test of an insufficient set returns further clues of which at least one is needed, so other groups need not be
//!   tried.
//! - Groups are tried several at a time, and binary search finds the first group that is needed.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use rand::RngExt as _;
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;
use std::collections::{BTreeMap, HashSet, VecDeque};

use crate::generate::clue_set::ClueSet;
use crate::generate::error::GenerateError;
use crate::generate::hitting::minimum_hitting_set;
use crate::generate::sufficiency::{ClueSetStatus, ClueSetTest};
use crate::solve::JobLimits;

/// A strategy for choosing clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// Starts with all clues and removes groups in random order, while the rest is sufficient: Algorithm 4,
    /// ProbabilisticTopDownMulti. The result is minimal.
    MultiBranch,
    /// Like `MultiBranch`, but stops at the first group that cannot be removed: Algorithm 3,
    /// ProbabilisticTopDownSingleBranch.
    SingleBranch,
    /// Starts with no clues and adds random groups until the set is sufficient: Algorithm 5,
    /// ProbabilisticBottomUp.
    BottomUp,
    /// Searches all sufficient sets depth first, starting with all clues: Algorithm 1,
    /// ExploreTreeTopDown. The result has the fewest clues.
    ExploreTopDown,
    /// Searches all insufficient sets, the smallest first, starting with no clues: Algorithm 2,
    /// ExploreTreeBottomUp. The result has the fewest clues.
    ExploreBottomUp,
    /// Finds the fewest clues by implicit hitting sets (Moreno-Centeno and Karp, *The implicit hitting set approach*,
    /// Operations Research 61, 2013). Each test of an insufficient set yields a set of clues of which at least one is
    /// needed, and a sufficient set hits all of these sets. Each round tests a minimum hitting set of the sets found so
    /// far, so the first sufficient set has the fewest clues.
    Minimum,
}

impl Strategy {
    /// All strategies.
    pub const ALL: [Self; 6] = [
        Self::MultiBranch,
        Self::SingleBranch,
        Self::BottomUp,
        Self::ExploreTopDown,
        Self::ExploreBottomUp,
        Self::Minimum,
    ];

    /// Returns the name used on the command line.
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

    /// Returns whether the strategy benefits from more than one iteration.
    #[must_use]
    pub fn is_probabilistic(self) -> bool {
        matches!(self, Self::MultiBranch | Self::SingleBranch | Self::BottomUp)
    }
}

/// The clues to choose from, and the constraints on the choice.
pub struct ClueChoice<'a> {
    /// The groups that are chosen or removed together; no group contains a required clue.
    pub groups: &'a [ClueSet],
    /// The clues that are always chosen.
    pub required: &'a ClueSet,
    /// The minimum number of clues. The result may exceed it by up to one group, or fall below it if
    /// there are fewer clues.
    pub at_least: usize,
    /// The number of clues that is small enough: the search ends at the first sufficient set with at most as many. 0 if only
    /// the fewest clues will do.
    pub at_most: usize,
    /// The number of runs of a probabilistic strategy; the smallest result is returned.
    pub iterations: usize,
    /// The number of runs in parallel, if the test can be forked ([`ClueSetTest::fork`]).
    pub jobs: usize,
    /// The limits at which the search stops with an error.
    pub limits: &'a JobLimits,
}

impl<'a> ClueChoice<'a> {
    /// Returns the choice of the fewest groups, in one run.
    pub fn fewest(groups: &'a [ClueSet], required: &'a ClueSet, limits: &'a JobLimits) -> Self {
        Self { groups, required, at_least: 0, at_most: 0, iterations: 1, jobs: 1, limits }
    }
}

/// The result of [`choose`].
pub struct ChosenClues {
    /// A sufficient set, or `None` if even all clues are insufficient.
    pub chosen: Option<ClueSet>,
    /// The number of sets tested.
    pub tested: u64,
    /// The number of sets that were met again, and not tested again.
    pub repeated: u64,
    /// The mean number of clues of the results of all runs, the "layer" of Block's Table 3.6.
    pub mean_clues: f64,
    /// With [`Strategy::Minimum`], sets of groups: a sufficient set contains at least one group of each set.
    pub to_hit: Vec<Vec<usize>>,
}

/// Chooses a sufficient set of clues.
///
/// # Errors
/// Returns the errors of the test, and an error if a limit is reached.
pub fn choose(
    strategy: Strategy,
    choice: &ClueChoice<'_>,
    test: &mut dyn ClueSetTest,
    random: &mut Pcg64Mcg,
) -> Result<ChosenClues, GenerateError> {
    let mut search = ClueSearch::new(choice, test);
    let all = choice.groups.iter().fold(choice.required.clone(), |set, group| set.union(group));
    let is_sufficient = search.run_test(&all)?.is_sufficient();
    let mut mean_clues = None;
    let chosen = match strategy {
        _ if !is_sufficient => None,
        Strategy::ExploreTopDown => Some(search.explore_top_down(all)?),
        Strategy::ExploreBottomUp => Some(search.explore_bottom_up()?),
        Strategy::Minimum => Some(search.minimum()?),
        Strategy::MultiBranch | Strategy::SingleBranch | Strategy::BottomUp => {
            let runs = search.iterate(strategy, &all, random)?;
            mean_clues =
                Some(runs.iter().map(|set| set.len() as f64).sum::<f64>() / runs.len() as f64);
            // the first of the smallest sets
            runs.into_iter().min_by_key(ClueSet::len)
        }
    };
    let ClueSearch { test_count: tested, repeated, to_hit, .. } = search;
    let clues = chosen.as_ref().map_or(0, ClueSet::len);
    Ok(ChosenClues {
        chosen,
        tested,
        repeated,
        mean_clues: mean_clues.unwrap_or(clues as f64),
        to_hit,
    })
}

/// The state of a search.
struct ClueSearch<'a> {
    choice: &'a ClueChoice<'a>,
    test: &'a mut dyn ClueSetTest,
    /// The number of sets tested so far.
    test_count: u64,
    /// The number of sets that were met again so far.
    repeated: u64,
    /// Sets of groups: a sufficient set contains at least one group of each set.
    to_hit: Vec<Vec<usize>>,
}

impl<'a> ClueSearch<'a> {
    fn new(choice: &'a ClueChoice<'a>, test: &'a mut dyn ClueSetTest) -> Self {
        Self { choice, test, test_count: 0, repeated: 0, to_hit: Vec::new() }
    }

    /// Runs a probabilistic strategy as often as the choice demands, and returns the results in order. The runs end early
    /// with the first set that is small enough.
    ///
    /// The random numbers of a run depend only on its number, so the result does not depend on the number of threads.
    fn iterate(
        &mut self,
        strategy: Strategy,
        all: &ClueSet,
        random: &mut Pcg64Mcg,
    ) -> Result<Vec<ClueSet>, GenerateError> {
        let (choice, count) = (self.choice, self.choice.iterations.max(1));
        let base: u64 = random.clone().random();
        let mut runs = vec![self.probe(strategy, all, random)?];
        if count == 1 || runs[0].len() <= choice.at_most {
            return Ok(runs);
        }
        let shared =
            SharedRuns { next: AtomicUsize::new(1), end: AtomicUsize::new(count), strategy, base };
        let threads = if choice.jobs > 1 { choice.jobs.min(count) } else { 0 };
        let forks: Vec<_> = (0..threads).map_while(|_| self.test.fork()).collect();
        let mut finished = match forks.is_empty() {
            true => {
                drop(forks);
                shared.work(choice, &mut *self.test, all)?
            }
            false => shared.work_in_threads(choice, forks, all)?,
        };
        finished.sort_by_key(|run| run.number);
        for run in finished.into_iter().take_while(|run| run.number < shared.end.load(Relaxed)) {
            self.test_count += run.tested;
            runs.push(run.set);
        }
        Ok(runs)
    }

    /// Runs a probabilistic strategy once.
    fn probe(
        &mut self,
        strategy: Strategy,
        all: &ClueSet,
        random: &mut Pcg64Mcg,
    ) -> Result<ClueSet, GenerateError> {
        match strategy {
            Strategy::MultiBranch => self.multi_branch(all, random),
            Strategy::SingleBranch => self.single_branch(all, random),
            _ => self.bottom_up(random),
        }
    }

    /// Tests a set of clues, and counts the test.
    fn run_test(&mut self, chosen: &ClueSet) -> Result<ClueSetStatus, GenerateError> {
        if let Some(reason) = self.choice.limits.reached() {
            return Err(GenerateError::Limit(reason));
        }
        self.test_count += 1;
        log::debug!("{} clues, {} sets of clues tested", chosen.len(), self.test_count);
        self.test.test(chosen)
    }

    /// Returns the groups in random order.
    fn shuffled(&self, random: &mut Pcg64Mcg) -> Vec<&'a ClueSet> {
        let mut groups: Vec<&ClueSet> = self.choice.groups.iter().collect();
        groups.shuffle(random);
        groups
    }

    /// Returns the groups that are subsets of a set.
    fn groups_in(&self, set: &ClueSet) -> impl Iterator<Item = &'a ClueSet> + use<'a> {
        let set = set.clone();
        self.choice.groups.iter().filter(move |group| group.is_within(&set))
    }

    /// Runs [`Strategy::MultiBranch`] once.
    ///
    /// The result is the same as if the groups were removed one by one, in random order, each unless it is needed. But
    /// sufficiency is monotone, so several groups can be removed by one test. Each round takes the next groups g1, ...,
    /// gn, and tests the set without all of them. If the set is insufficient, binary search finds the first group that
    /// is needed; the groups in front of it are removed, and the groups after it are tried in the next round:
    ///
    /// ```text
    /// 1st test: without g1 g2 g3 g4    insufficient
    /// 2nd test: without g1 g2          sufficient, so g1 and g2 are removed
    /// 3rd test: without g1 g2 g3       insufficient, so g3 is needed; g4 is tried in the next round
    /// ```
    ///
    /// A round takes 0.35 times as many groups as were removed between two needed groups on average (a running mean).
    /// If cores shrink the set, the next round takes a single group, because the core of a small sufficient set removes
    /// more groups than a large round does.
    fn multi_branch(
        &mut self,
        all: &ClueSet,
        random: &mut Pcg64Mcg,
    ) -> Result<ClueSet, GenerateError> {
        let mut chosen = all.clone();
        let mut groups = self.shuffled(random);
        // the mean number of groups that are removed between two needed groups, and the number since the last needed
        // group
        let (mut mean, mut run) = (8.0, 0.0);
        loop {
            let size = (0.35 * mean) as usize;
            let sets = self.without_next(&chosen, &mut groups, size.max(1));
            let Some(last) = sets.len().checked_sub(1) else { return Ok(chosen) };
            let (mut removed, mut needed) = (0, sets.len() + 1);
            let mut part = None;
            let mut tried = last + 1;
            while removed + 1 < needed {
                match self.run_test(&sets[tried - 1].1)? {
                    ClueSetStatus::Sufficient(found) => (removed, part) = (tried, Some(found)),
                    ClueSetStatus::Insufficient(_) => needed = tried,
                }
                tried = (removed + needed) / 2;
            }
            groups.extend(sets.iter().skip(needed).rev().map(|(group, _)| *group));
            run += removed as f64;
            if needed <= sets.len() {
                (mean, run) = (0.8 * mean + 0.2 * run, 0.0);
            }
            if let Some(part) = part {
                let set = sets[removed - 1].1.clone();
                // the core of a smaller sufficient set removes more groups than many tests do
                mean = if part == set { mean } else { 1.0 };
                chosen = self.shrunk(set, &part, &groups);
            }
        }
    }

    /// Removes up to `size` groups from the end of `groups`. Returns each group with the set that is left of `chosen`
    /// without this group and the groups returned before it.
    fn without_next(
        &self,
        chosen: &ClueSet,
        groups: &mut Vec<&'a ClueSet>,
        size: usize,
    ) -> Vec<(&'a ClueSet, ClueSet)> {
        let mut sets: Vec<(&ClueSet, ClueSet)> = Vec::with_capacity(size);
        while sets.len() < size
            && let Some(group) = groups.pop()
        {
            let fewer = sets.last().map_or(chosen, |(_, set)| set).minus(group);
            if group.is_within(chosen) && fewer.len() >= self.choice.at_least {
                sets.push((group, fewer));
            } else if group.is_within(chosen) && !sets.is_empty() {
                // the group may still be removed if one of the groups before it is needed
                groups.push(group);
                break;
            }
        }
        sets
    }

    /// Removes from a sufficient set all groups that its sufficient subset `part` does not need, in the order in which
    /// they would be tried.
    fn shrunk(&self, set: ClueSet, part: &ClueSet, next: &[&ClueSet]) -> ClueSet {
        let superfluous = next.iter().rev().filter(|group| !group.meets(part));
        superfluous.fold(set, |set, group| {
            let fewer = set.minus(group);
            if fewer.len() < self.choice.at_least { set } else { fewer }
        })
    }

    /// Runs [`Strategy::SingleBranch`] once.
    fn single_branch(
        &mut self,
        all: &ClueSet,
        random: &mut Pcg64Mcg,
    ) -> Result<ClueSet, GenerateError> {
        let mut chosen = all.clone();
        for group in self.shuffled(random) {
            let fewer = chosen.minus(group);
            if fewer.len() < self.choice.at_least || !self.run_test(&fewer)?.is_sufficient() {
                break;
            }
            chosen = fewer;
        }
        Ok(chosen)
    }

    /// Runs [`Strategy::BottomUp`] once.
    fn bottom_up(&mut self, random: &mut Pcg64Mcg) -> Result<ClueSet, GenerateError> {
        let groups = self.shuffled(random);
        // sufficiency is monotone, so binary search finds the shortest sufficient prefix
        let prefix = |count: usize| {
            groups[..count].iter().fold(self.choice.required.clone(), |set, group| set.union(group))
        };
        let (mut low, mut high) = (0, groups.len());
        while low < high {
            let half = (low + high) / 2;
            match self.run_test(&prefix(half))? {
                ClueSetStatus::Sufficient(_) => high = half,
                ClueSetStatus::Insufficient(_) => low = half + 1,
            }
        }
        while high < groups.len() && prefix(high).len() < self.choice.at_least {
            high += 1;
        }
        Ok(prefix(high))
    }

    /// Runs [`Strategy::ExploreTopDown`].
    fn explore_top_down(&mut self, all: ClueSet) -> Result<ClueSet, GenerateError> {
        let mut best = all.clone();
        let mut visited = HashSet::new();
        let mut stack = vec![all];
        while let Some(set) = stack.pop() {
            for group in self.groups_in(&set) {
                let fewer = set.minus(group);
                if fewer.len() < self.choice.at_least {
                    continue;
                }
                if !visited.insert(fewer.clone()) {
                    self.repeated += 1;
                    continue;
                }
                if self.run_test(&fewer)?.is_sufficient() {
                    if fewer.len() < best.len() {
                        best = fewer.clone();
                        if best.len() <= self.choice.at_most.max(self.choice.at_least) {
                            return Ok(best);
                        }
                    }
                    stack.push(fewer);
                }
            }
        }
        Ok(best)
    }

    /// Runs [`Strategy::ExploreBottomUp`]. An insufficient set is extended only by groups of which at least one is
    /// needed, which is enough to reach every sufficient superset.
    fn explore_bottom_up(&mut self) -> Result<ClueSet, GenerateError> {
        let first = self.choice.required.clone();
        let mut visited = HashSet::from([first.clone()]);
        // the sets to test, by their number of clues, because groups differ in size
        let mut queues = BTreeMap::from([(first.len(), VecDeque::from([first]))]);
        while let Some(mut entry) = queues.first_entry() {
            let Some(set) = entry.get_mut().pop_front() else {
                entry.remove();
                continue;
            };
            let needed = match self.run_test(&set)? {
                ClueSetStatus::Sufficient(_) if set.len() >= self.choice.at_least => {
                    return Ok(set);
                }
                ClueSetStatus::Sufficient(_) => ClueSet::all(self.test.bound()),
                ClueSetStatus::Insufficient(needed) => needed,
            };
            for group in self.choice.groups {
                if group.meets(&needed) && !group.is_within(&set) {
                    let more = set.union(group);
                    if visited.insert(more.clone()) {
                        queues.entry(more.len()).or_default().push_back(more);
                    } else {
                        self.repeated += 1;
                    }
                }
            }
        }
        // all groups together are sufficient, so this is reached only if they have fewer than `at_least` clues
        Ok(self
            .choice
            .groups
            .iter()
            .fold(self.choice.required.clone(), |set, group| set.union(group)))
    }

    /// Runs [`Strategy::Minimum`].
    fn minimum(&mut self) -> Result<ClueSet, GenerateError> {
        let weights: Vec<usize> = self.choice.groups.iter().map(ClueSet::len).collect();
        loop {
            let hitting = minimum_hitting_set(&weights, &self.to_hit, self.choice.limits)?;
            let mut set = self.choice.required.clone();
            for &group in &hitting {
                set = set.union(&self.choice.groups[group]);
            }
            // collect further sets to hit, which are disjoint, until the extended set is sufficient
            let mut tried = set.clone();
            loop {
                match self.run_test(&tried)? {
                    ClueSetStatus::Sufficient(_) if tried == set => return Ok(set),
                    ClueSetStatus::Sufficient(_) => break,
                    ClueSetStatus::Insufficient(needed) => {
                        let hit = self.groups_to_hit(&tried, &needed)?;
                        for &group in &hit {
                            tried = tried.union(&self.choice.groups[group]);
                        }
                        self.to_hit.push(hit);
                    }
                }
            }
        }
    }

    /// Returns groups of which a sufficient set contains at least one, for an insufficient set and the clues of which its
    /// sufficient supersets contain at least one.
    ///
    /// If these are all other clues, which says nothing, the set is extended as long as it stays insufficient; then at
    /// least one of the few groups that are left is needed. (With solutions, the solver has found such clues; with
    /// techniques, nothing is known but that they got stuck.)
    fn groups_to_hit(
        &mut self,
        insufficient: &ClueSet,
        needed: &ClueSet,
    ) -> Result<Vec<usize>, GenerateError> {
        let groups = self.choice.groups;
        let meeting = |set: &ClueSet| -> Vec<usize> {
            (0..groups.len()).filter(|&group| groups[group].meets(set)).collect()
        };
        let others = |set: &ClueSet| -> Vec<usize> {
            (0..groups.len()).filter(|&group| !groups[group].is_within(set)).collect()
        };
        if meeting(needed) != others(insufficient) {
            return Ok(meeting(needed));
        }
        let mut largest = insufficient.clone();
        for group in others(insufficient) {
            let more = largest.union(&groups[group]);
            if !self.run_test(&more)?.is_sufficient() {
                largest = more;
            }
        }
        Ok(others(&largest))
    }
}

/// The runs of a probabilistic strategy that threads share.
struct SharedRuns {
    /// The number of the next run.
    next: AtomicUsize,
    /// The number of runs; less once a run has found a set that is small enough.
    end: AtomicUsize,
    strategy: Strategy,
    /// The seed from which the seeds of the runs are derived.
    base: u64,
}

/// A finished run.
struct FinishedRun {
    number: usize,
    set: ClueSet,
    tested: u64,
}

impl SharedRuns {
    /// Runs the strategy until no run is left, with each test in a thread of its own.
    fn work_in_threads(
        &self,
        choice: &ClueChoice<'_>,
        tests: Vec<Box<dyn ClueSetTest + Send + '_>>,
        all: &ClueSet,
    ) -> Result<Vec<FinishedRun>, GenerateError> {
        let results = std::thread::scope(|scope| {
            let workers: Vec<_> = tests
                .into_iter()
                .map(|mut test| scope.spawn(move || self.work(choice, &mut *test, all)))
                .collect();
            workers.into_iter().map(|worker| worker.join()).collect::<Vec<_>>()
        });
        let mut finished = Vec::new();
        for result in results {
            match result {
                Ok(runs) => finished.extend(runs?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(finished)
    }

    /// Runs the strategy until no run is left.
    fn work(
        &self,
        choice: &ClueChoice<'_>,
        test: &mut dyn ClueSetTest,
        all: &ClueSet,
    ) -> Result<Vec<FinishedRun>, GenerateError> {
        let mut finished = Vec::new();
        loop {
            let number = self.next.fetch_add(1, Relaxed);
            if number >= self.end.load(Relaxed) {
                return Ok(finished);
            }
            let mut random = Pcg64Mcg::seed_from_u64(seed_of(self.base, number as u64));
            let mut search = ClueSearch::new(choice, test);
            let set = search.probe(self.strategy, all, &mut random)?;
            if set.len() <= choice.at_most {
                self.end.fetch_min(number + 1, Relaxed);
            }
            finished.push(FinishedRun { number, set, tested: search.test_count });
        }
    }
}

/// Derives the seed with this number from a seed, for a sequence of puzzles.
#[must_use]
pub fn seed_of(seed: u64, number: u64) -> u64 {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let stride: u64 = random.random();
    seed.wrapping_add(number.wrapping_mul(stride | 1))
}
