//! `encycle instances` for a Numberlink: sets of pairs that give it exactly one solution.

use std::time::Instant;

use encycle::encodings::kinds::numberlink::{Numberlink, NumberlinkRule};
use encycle::encodings::text::counted;

use crate::cli::commands::making::instances::{
    Arguments, GoodSets, InstancesFailure, PairRules, SetType, written,
};
use encycle::count::{BigUint, CountOptions, PairInstances, PairRule};
use encycle::puzzle::Puzzle;
use encycle::report::{InstancesVerdict, PairSetCount, PairSetsReport};

/// Builds the diagram of all good sets of pairs, and solves each puzzle to be printed again as a check.
///
/// # Errors
/// If a limit is reached, or a puzzle to be printed does not have exactly one solution.
pub(super) fn find(
    arguments: &Arguments,
    shape: &Puzzle,
    puzzle: &Numberlink,
    options: &CountOptions,
    start: Instant,
) -> Result<Option<GoodSets<PairSetsReport>>, InstancesFailure> {
    let rule = match (arguments.rule, puzzle.rule()) {
        (Some(PairRules::Good), _) | (None, NumberlinkRule::Free) => PairRule::Good,
        (Some(PairRules::Free), _) => PairRule::Free,
        (Some(PairRules::Cover), _) | (None, NumberlinkRule::Cover) => PairRule::Cover,
    };
    let mut found = PairInstances::build(puzzle, rule, arguments.pairs, options)?;
    let listed = match arguments.list {
        None | Some(SetType::Hardest) => None,
        Some(SetType::Good) => Some(("good", found.good())),
        Some(SetType::Minimal) => Some(("minimal", found.minimal(options)?)),
        Some(SetType::Minimum) => Some(("minimum", found.minimum())),
    };
    let chosen = listed.into_iter().flat_map(|(_, family)| found.puzzles(family));
    let checked = chosen.take(arguments.limit).map(|one| {
        found.check(&one, options)?;
        written(one)
    });
    let puzzles = checked.collect::<Result<Vec<String>, InstancesFailure>>()?;
    let listed = listed.map(|(sets, family)| (sets, found.count(family).to_string()));
    let sizes = found.sizes();
    let total: BigUint = sizes.iter().sum();
    let (name, given, nodes) = (&arguments.puzzle, puzzle.pairs().len(), found.nodes());
    let rows: Vec<PairSetCount> = (sizes.iter().enumerate())
        .filter(|(_, sets)| **sets > BigUint::ZERO)
        .map(|(pairs, sets)| PairSetCount { pairs, sets: sets.to_string() })
        .collect();
    let which = match rule {
        PairRule::Good => "one solution, which covers all vertices",
        PairRule::Free => "one solution",
        PairRule::Cover => "one solution that covers all vertices",
    };
    let most = arguments
        .pairs
        .map_or_else(String::new, |most| format!(", up to {}", counted(most, "pair")));
    let including = match given {
        0 => String::new(),
        given => format!(", including {given} in the puzzle"),
    };
    let extent = shape.extent();
    let sets = counted(&total, "set");
    let mut text = format!(
        "{name}: {sets} of pairs{including} ({extent}, {which}{most}, {})\n",
        counted(nodes, "node")
    );
    text += &table(&rows);
    if let Some((sets, count)) = &listed {
        text += &format!("{count} {sets}\n");
    }
    puzzles.iter().for_each(|puzzle| text += &format!("\n{puzzle}"));
    let verdict = match rows.is_empty() {
        true => InstancesVerdict::NoSet,
        false => InstancesVerdict::Counted,
    };
    let (shown, shown_count) = listed.map(|(sets, count)| (sets.to_owned(), count)).unzip();
    let report = PairSetsReport {
        rule: Some(rule.into()),
        given: Some(given),
        most_pairs: arguments.pairs,
        good: Some(total.to_string()),
        by_pairs: Some(rows),
        shown,
        shown_count,
        nodes: Some(nodes),
        states: Some(found.states()),
        puzzles: Some(puzzles),
        ..PairSetsReport::new(name, shape, verdict, None, start.elapsed())
    };
    Ok(Some(GoodSets { verdict, text, report }))
}

/// Formats the number of good sets for each number of pairs.
fn table(rows: &[PairSetCount]) -> String {
    let Some(width) = rows.iter().map(|row| row.sets.len()).max() else { return String::new() };
    let width = width.max(4);
    let rows: String = (rows.iter())
        .map(|PairSetCount { pairs, sets }| format!("{pairs:>5}  {sets:>width$}\n"))
        .collect();
    format!("pairs  {:>width$}\n{rows}", "sets")
}
