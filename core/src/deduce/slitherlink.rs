//! Slitherlink on grids: the rules of the presolver, assigned to levels.

use std::collections::BTreeSet;

use encycle_encodings::presolve::{
    PresolveFact, PresolveRule, PresolveRules, PresolveVerdict, presolve_with,
};

use crate::deduce::ladder::{DeduceError, Known, Ladder, StepLog, ToldStep};
use crate::deduce::{Level, Technique, TechniqueSet};
use crate::puzzle::Puzzle;

/// Returns the lowest level that includes a presolver rule.
///
/// Easy has the rules of the puzzle and well-known patterns, medium adds the two sides of the loop, and
/// hard adds connectivity and relations between pairs of edges.
const fn level(rule: PresolveRule) -> Level {
    match rule {
        PresolveRule::ClueFull
        | PresolveRule::ClueRest
        | PresolveRule::VertexFull
        | PresolveRule::VertexOn
        | PresolveRule::VertexDead
        | PresolveRule::OneInCorner
        | PresolveRule::TwoInCorner
        | PresolveRule::ThreeInCorner
        | PresolveRule::AdjacentThrees
        | PresolveRule::DiagonalThrees
        | PresolveRule::EarlyLoop
        | PresolveRule::LoopClosed
        | PresolveRule::Check => Level::Easy,
        PresolveRule::Colour | PresolveRule::ClueColours | PresolveRule::VertexColours => {
            Level::Medium
        }
        PresolveRule::ClueCorners
        | PresolveRule::VertexCorners
        | PresolveRule::Inside
        | PresolveRule::Outside => Level::Hard,
    }
}

/// Returns the presolver rules of a set of techniques.
fn rules(techniques: &TechniqueSet) -> PresolveRules {
    let rules: Vec<PresolveRule> =
        PresolveRule::ALL.into_iter().filter(|&rule| techniques.has(&about(rule))).collect();
    PresolveRules::only(&rules)
}

fn about(rule: PresolveRule) -> Technique {
    Technique {
        name: rule.name(),
        level: level(rule),
        meaning: rule.reason(),
        source: rule.source(),
    }
}

/// Returns the techniques, the simplest first.
pub(super) fn techniques() -> Vec<Technique> {
    let mut all = PresolveRule::ALL.map(about);
    all.sort_by_key(|technique| technique.level);
    all.to_vec()
}

/// The ladder of Slitherlink. It has no tables, since the presolver keeps no state between puzzles.
pub(super) struct SlitherlinkLadder;

impl Ladder for SlitherlinkLadder {
    fn fits(&self, puzzle: &Puzzle) -> bool {
        matches!(puzzle, Puzzle::Slitherlink(puzzle) if puzzle.grid().is_some())
    }

    fn climb(
        &mut self,
        puzzle: &Puzzle,
        techniques: &TechniqueSet,
        log: &mut StepLog,
    ) -> Result<Known, DeduceError> {
        let Puzzle::Slitherlink(slitherlink) = puzzle else {
            return Ok(Some(vec![None; puzzle.atom_count()]));
        };
        let found = presolve_with(slitherlink, rules(techniques));
        if let (Some(grid), true) = (slitherlink.grid(), log.is_told()) {
            let needed = found.trace.needed();
            // for each step, the number of needed steps before it; it is the new number of a needed step
            let numbers: Vec<usize> = needed
                .iter()
                .scan(0, |next, &needed| Some(std::mem::replace(next, *next + usize::from(needed))))
                .collect();
            for (step, _) in found.trace.steps().zip(needed).filter(|&(_, needed)| needed) {
                log.technique = step.rule.name();
                let edge = |fact: &PresolveFact| match *fact {
                    PresolveFact::Edge(edge, value) => Some((edge.index(), value)),
                    _ => None,
                };
                log.tell(|| {
                    let from: BTreeSet<usize> =
                        step.from.iter().map(|&from| numbers[from as usize]).collect();
                    ToldStep {
                        words: step.words(grid),
                        place: Some(step.place),
                        facts: step.facts.iter().filter_map(edge).collect(),
                        from: from.into_iter().collect(),
                    }
                });
            }
        }
        Ok((found.verdict != PresolveVerdict::Contradiction).then_some(found.edges))
    }
}
