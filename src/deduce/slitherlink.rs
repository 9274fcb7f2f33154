//! Slitherlink on grids: the rules of the presolver, level by level.

use encycle_encodings::presolve::{Rule, Rules, Verdict, presolve_with};

use crate::deduce::ladder::{DeduceError, Known, Ladder, Log};
use crate::deduce::{Level, Technique};
use crate::puzzle::Puzzle;

/// The lowest level that knows a rule: the rules of the puzzle and well-known patterns; the two sides of the loop;
/// and what hangs together, or is known of pairs of edges.
const fn level(rule: Rule) -> Level {
    match rule {
        Rule::ClueFull
        | Rule::ClueRest
        | Rule::VertexFull
        | Rule::VertexOn
        | Rule::VertexDead
        | Rule::OneInCorner
        | Rule::TwoInCorner
        | Rule::ThreeInCorner
        | Rule::AdjacentThrees
        | Rule::DiagonalThrees
        | Rule::EarlyLoop
        | Rule::LoopClosed
        | Rule::Check => Level::Easy,
        Rule::Colour | Rule::ClueColours | Rule::VertexColours => Level::Medium,
        Rule::ClueCorners | Rule::VertexCorners | Rule::Inside | Rule::Outside => Level::Hard,
    }
}

fn rules(known: Level) -> Rules {
    let rules: Vec<Rule> = Rule::ALL.into_iter().filter(|&rule| level(rule) <= known).collect();
    Rules::only(&rules)
}

pub(super) fn techniques() -> Vec<Technique> {
    let about = |rule: Rule| Technique {
        name: rule.name(),
        level: level(rule),
        meaning: rule.reason(),
        source: rule.source(),
    };
    let mut all = Rule::ALL.map(about);
    all.sort_by_key(|technique| technique.level);
    all.to_vec()
}

/// The presolver keeps nothing from one puzzle to the next.
pub(super) struct SlitherlinkLadder;

impl Ladder for SlitherlinkLadder {
    fn fits(&self, puzzle: &Puzzle) -> bool {
        matches!(puzzle, Puzzle::Slitherlink(puzzle) if puzzle.grid().is_some())
    }

    fn climb(
        &mut self,
        puzzle: &Puzzle,
        level: Level,
        log: &mut Log,
    ) -> Result<Known, DeduceError> {
        let Puzzle::Slitherlink(slitherlink) = puzzle else {
            return Ok(Some(vec![None; puzzle.atom_count()]));
        };
        let found = presolve_with(slitherlink, rules(level));
        if let (Some(grid), true) = (slitherlink.grid(), log.is_told()) {
            let needed = found.trace.needed();
            for (step, _) in found.trace.steps().zip(needed).filter(|&(_, needed)| needed) {
                log.technique = step.rule.name();
                log.tell(|| step.words(grid));
            }
        }
        Ok((found.verdict != Verdict::Contradiction).then_some(found.edges))
    }
}
