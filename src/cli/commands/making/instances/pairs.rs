//! `encycle instances` for a Numberlink: sets of pairs that give it exactly one solution.

use std::fmt::Write;
use std::time::Duration;

use encycle::encodings::kinds::numberlink::{Numberlink, NumberlinkRule};

use crate::cli::commands::making::instances::{
    Arguments, InstancesFailure, PairRules, SetType, written,
};
use encycle::count::{BigUint, CountOptions, PairInstances, PairRule};
use encycle::puzzle::Puzzle;
use encycle::report::{InstancesVerdict, PairSetCount, PairSetsReport};

/// The result for a Numberlink.
pub(super) struct PairSetCounts {
    rule: PairRule,
    /// The number of pairs in the puzzle.
    given: usize,
    /// The maximal number of pairs in a set; `None` for no limit.
    most: Option<usize>,
    /// The number of good sets by size: entry k counts the sets of k pairs.
    sizes: Vec<BigUint>,
    /// The number of nodes of the decision diagram.
    nodes: usize,
    /// The number of states of the frontier-based search.
    states: usize,
    /// The type of sets selected by `--list`, and how many sets of this type exist.
    shown: Option<(&'static str, BigUint)>,
    /// The texts of the puzzles to print, up to `--limit`.
    puzzles: Vec<String>,
}

/// Builds the diagram of all good sets of pairs, and solves each puzzle to be printed again as a check.
///
/// # Errors
/// If a limit is reached, or a puzzle to be printed does not have exactly one solution.
pub(super) fn find(
    arguments: &Arguments,
    puzzle: &Numberlink,
    options: &CountOptions,
) -> Result<Option<PairSetCounts>, InstancesFailure> {
    let rule = match (arguments.rule, puzzle.rule()) {
        (Some(PairRules::Good), _) | (None, NumberlinkRule::Free) => PairRule::Good,
        (Some(PairRules::Free), _) => PairRule::Free,
        (Some(PairRules::Cover), _) | (None, NumberlinkRule::Cover) => PairRule::Cover,
    };
    let mut found = PairInstances::build(puzzle, rule, arguments.pairs, options)?;
    let shown = match arguments.list {
        None | Some(SetType::Hardest) => None,
        Some(SetType::Good) => Some(("good", found.good())),
        Some(SetType::Minimal) => Some(("minimal", found.minimal(options)?)),
        Some(SetType::Minimum) => Some(("minimum", found.minimum())),
    };
    let chosen = shown.into_iter().flat_map(|(_, family)| found.puzzles(family));
    let checked = chosen.take(arguments.limit).map(|one| {
        found.check(&one, options)?;
        written(one)
    });
    Ok(Some(PairSetCounts {
        rule,
        given: puzzle.pairs().len(),
        most: arguments.pairs,
        sizes: found.sizes(),
        nodes: found.nodes(),
        states: found.states(),
        puzzles: checked.collect::<Result<_, InstancesFailure>>()?,
        shown: shown.map(|(name, family)| (name, found.count(family))),
    }))
}

impl PairSetCounts {
    /// Returns the number of good sets.
    fn total(&self) -> BigUint {
        self.sizes.iter().sum()
    }

    /// Returns each size that occurs, with the number of good sets of this size.
    fn by_pairs(&self) -> impl Iterator<Item = (usize, &BigUint)> {
        self.sizes.iter().enumerate().filter(|(_, sets)| **sets > BigUint::ZERO)
    }
}

impl crate::cli::commands::making::instances::GoodSets for PairSetCounts {
    type Report = PairSetsReport;

    fn is_any(&self) -> bool {
        self.by_pairs().next().is_some()
    }

    fn text(&self, source: &str, puzzle: &Puzzle) -> String {
        let which = match self.rule {
            PairRule::Good => "one solution, which covers all vertices",
            PairRule::Free => "one solution",
            PairRule::Cover => "one solution that covers all vertices",
        };
        let most = self.most.map_or_else(String::new, |most| format!(", up to {most} pairs"));
        let given = match self.given {
            0 => String::new(),
            given => format!(", including {given} in the puzzle"),
        };
        let (total, extent, nodes) = (self.total(), puzzle.extent(), self.nodes);
        let mut out = format!(
            "{source}: {total} sets of pairs{given} ({extent}, {which}{most}, {nodes} nodes)\n"
        );
        let rows: Vec<[String; 2]> =
            self.by_pairs().map(|(pairs, sets)| [pairs.to_string(), sets.to_string()]).collect();
        if !rows.is_empty() {
            let width = rows.iter().map(|row| row[1].len()).max().unwrap_or(0).max(4);
            // writing to a String cannot fail
            let _ = writeln!(out, "pairs  {:>width$}", "sets");
            for [pairs, sets] in &rows {
                let _ = writeln!(out, "{pairs:>5}  {sets:>width$}");
            }
        }
        if let Some((sets, count)) = &self.shown {
            let _ = writeln!(out, "{count} {sets}");
        }
        for puzzle in &self.puzzles {
            let _ = write!(out, "\n{puzzle}");
        }
        out
    }

    fn report(
        found: Option<&Self>,
        name: &str,
        puzzle: &Puzzle,
        verdict: InstancesVerdict,
        reason: Option<String>,
        time: Duration,
    ) -> Self::Report {
        let empty = PairSetsReport::new(name, puzzle, verdict, reason, time);
        let Some(found) = found else { return empty };
        let row = |(pairs, sets): (usize, &BigUint)| PairSetCount { pairs, sets: sets.to_string() };
        let shown = found.shown.as_ref();
        PairSetsReport {
            rule: Some(found.rule.into()),
            given: Some(found.given),
            most_pairs: found.most,
            good: Some(found.total().to_string()),
            by_pairs: Some(found.by_pairs().map(row).collect()),
            shown: shown.map(|&(sets, _)| sets.to_owned()),
            shown_count: shown.map(|(_, count)| count.to_string()),
            nodes: Some(found.nodes),
            states: Some(found.states),
            puzzles: Some(found.puzzles.clone()),
            ..empty
        }
    }
}
