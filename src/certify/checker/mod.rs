//! The checker in Python, for people who do not trust this program: one file for each family of puzzles, at most 250
//! lines long.
//!
//! The file is put together from Python texts in this folder: a title, a frame, which checks files, and either clauses and
//! their proof or the sums of a proof by counting, and the rules of the family. It shares no code with the checker in Rust.

use encycle_encodings::kinds::SolutionFamily;
use encycle_encodings::rules::value_graphs::ValueRule;

use crate::puzzle::PuzzleKind;

const TITLE: &str = include_str!("title.py");
const COUNTING_TITLE: &str = include_str!("counting_title.py");
const HEAD: &str = include_str!("head.py");
const COUNTS: &str = include_str!("counts.py");
const JOINED: &str = include_str!("joined.py");
const WALLS: &str = include_str!("walls.py");
const NETWORK: &str = include_str!("network.py");
const PATHS: &str = include_str!("paths.py");
const LINES: &str = include_str!("lines.py");
const PROOF: &str = include_str!("proof.py");
const RESOLVENTS: &str = include_str!("resolvents.py");
/// In place of [`RESOLVENTS`], if their elimination takes too many clauses.
const MEANINGS: &str = include_str!("meanings.py");
const TAIL: &str = include_str!("tail.py");
const MAIN: &str = include_str!("main.py");
/// In place of [`LINES`] and the check of clauses, for a proof by counting, which needs no clauses.
const COUNTING: &str = include_str!("counting.py");
const WRITTEN: &str = include_str!("written.py");
const GRAPHS: &str = include_str!("graphs.py");

/// The kinds of each family, and the texts with its rules.
const FAMILIES: [(&[PuzzleKind], &[&str]); 6] = [
    (
        &[PuzzleKind::Slitherlink, PuzzleKind::Slitherlynx],
        &[COUNTS, WALLS, JOINED, NETWORK, LINES, include_str!("slitherlink.py")],
    ),
    (
        &[PuzzleKind::Hamilton, PuzzleKind::Numberlink],
        &[COUNTS, WALLS, JOINED, NETWORK, LINES, PATHS],
    ),
    (&[PuzzleKind::Sudoku], &[COUNTS, include_str!("sudoku.py")]),
    (&[PuzzleKind::NeighborNumber], &[COUNTS, include_str!("neighbors.py")]),
    (&[PuzzleKind::Nurikabe], &[COUNTS, JOINED, include_str!("nurikabe.py")]),
    (&[PuzzleKind::Reachability], &[COUNTS, WALLS, JOINED, include_str!("reachability.py")]),
];

/// How a certificate shows its claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CheckedProof {
    /// By clauses, without auxiliary variables once these are eliminated.
    Clauses,
    /// By clauses whose auxiliary variables have meanings.
    Meanings,
    /// By counting.
    Counting,
}

/// Returns whether the check can find out what auxiliary variables mean: for kinds that are text files. The checkers of
/// loops, and of kinds with lists of lengths, would have too many lines.
pub(super) fn has_meanings(kind: PuzzleKind) -> bool {
    match kind {
        PuzzleKind::Written(kind) => kind.family() != SolutionFamily::CellLoop && !kind.has_lists(),
        _ => false,
    }
}

/// Returns the text of the checker for a kind and a proof, if the kind is in a family.
pub(super) fn python(kind: PuzzleKind, proof: CheckedProof) -> Option<String> {
    // only these kinds have proofs by counting
    if proof == CheckedProof::Counting
        && matches!(kind, PuzzleKind::Hamilton | PuzzleKind::Numberlink)
    {
        return Some(
            [COUNTING_TITLE, HEAD, COUNTS, WALLS, JOINED, NETWORK, PATHS, COUNTING, MAIN].concat(),
        );
    }
    let rules: &[&str] = match kind {
        PuzzleKind::Written(kind) if kind.family() == SolutionFamily::CellLoop => {
            &[JOINED, WRITTEN, include_str!("loop.py")]
        }
        PuzzleKind::Written(kind) if kind.value_rule().is_some() => of_graphs(kind.value_rule()),
        PuzzleKind::Written(kind) if kind.has_matched_cells() => {
            &[WRITTEN, include_str!("matched.py")]
        }
        PuzzleKind::Written(kind) if kind.has_sized_groups() => {
            &[WRITTEN, include_str!("sized.py")]
        }
        PuzzleKind::Written(_) => &[JOINED, WRITTEN, include_str!("shading.py")],
        kind => FAMILIES.iter().find(|(kinds, _)| kinds.contains(&kind))?.1,
    };
    let runs: &[&str] = match kind {
        PuzzleKind::Written(kind) if kind.has_lists() => &[include_str!("runs.py")],
        _ => &[],
    };
    let variables = match proof == CheckedProof::Meanings && has_meanings(kind) {
        true => MEANINGS,
        false => RESOLVENTS,
    };
    Some([&[TITLE, HEAD], rules, runs, &[PROOF, variables, TAIL, MAIN]].concat().concat())
}

/// Returns the texts for a rule about a graph of values: a class, and its last method.
fn of_graphs(rule: Option<ValueRule>) -> &'static [&'static str] {
    match rule {
        Some(ValueRule::CountedGroups) => &[JOINED, WRITTEN, GRAPHS, include_str!("counted.py")],
        Some(ValueRule::Slopes) => &[JOINED, WRITTEN, GRAPHS, include_str!("slopes.py")],
        Some(ValueRule::Bridges) => &[JOINED, WRITTEN, GRAPHS, include_str!("bridges.py")],
        _ => &[JOINED, WRITTEN, GRAPHS],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;
    use crate::puzzle::Puzzle;

    fn sample(kind: PuzzleKind) -> Puzzle {
        formats::read(kind.sample(), None).expect("a sample").puzzle
    }

    /// A checker is short enough to be read in ten minutes; one that finds out what variables mean takes a few more.
    #[test]
    fn each_checker_has_at_most_250_lines_or_330_with_meanings() {
        let proofs = [CheckedProof::Clauses, CheckedProof::Meanings, CheckedProof::Counting];
        for &kind in PuzzleKind::all() {
            let has_certificates = crate::certify::has_certificates(&sample(kind));
            assert_eq!(python(kind, CheckedProof::Clauses).is_some(), has_certificates, "{kind}");
            for proof in proofs {
                let text = python(kind, proof).unwrap_or_default();
                let most = if text.contains(MEANINGS) { 330 } else { 250 };
                assert!(text.lines().count() <= most, "{kind}: {}", text.lines().count());
                assert!(text.lines().all(|line| line.chars().count() <= 120), "{kind}");
            }
        }
    }
}
