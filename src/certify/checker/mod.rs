//! The checker in Python, for people who do not trust this program: one file for each family of puzzles, at most 250
//! lines long.
//!
//! The file is put together from Python texts in this folder: a title, a frame, which checks files, and either clauses and
//! their proof or the sums of a proof by counting, and the rules of the family. It shares no code with the checker in Rust.

use encycle_encodings::kinds::SolutionFamily;

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
const TAIL: &str = include_str!("tail.py");
const MAIN: &str = include_str!("main.py");
/// In place of [`LINES`] and [`TAIL`], for a proof by counting, which needs no clauses.
const COUNTING: &str = include_str!("counting.py");
const WRITTEN: &str = include_str!("written.py");

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
    (&[PuzzleKind::Sudoku, PuzzleKind::Chaos], &[COUNTS, include_str!("values.py")]),
    (&[PuzzleKind::NeighborNumber], &[COUNTS, include_str!("neighbors.py")]),
    (&[PuzzleKind::Nurikabe], &[COUNTS, JOINED, include_str!("nurikabe.py")]),
    (&[PuzzleKind::Reachability], &[COUNTS, WALLS, JOINED, include_str!("reachability.py")]),
];

/// Returns the text of the checker for a kind, if it is in a family, or of the checker of its proofs by counting.
pub(super) fn python(kind: PuzzleKind, by_counting: bool) -> Option<String> {
    // only these kinds have proofs by counting
    if by_counting && matches!(kind, PuzzleKind::Hamilton | PuzzleKind::Numberlink) {
        return Some(
            [COUNTING_TITLE, HEAD, COUNTS, WALLS, JOINED, NETWORK, PATHS, COUNTING, MAIN].concat(),
        );
    }
    let rules: &[&str] = match kind {
        PuzzleKind::Written(kind) if kind.family() == SolutionFamily::CellLoop => {
            &[JOINED, WRITTEN, include_str!("loop.py")]
        }
        PuzzleKind::Written(kind) if kind.has_value_rule() => {
            &[JOINED, WRITTEN, include_str!("graphs.py")]
        }
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
    Some([&[TITLE, HEAD], rules, runs, &[TAIL, MAIN]].concat().concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;
    use crate::puzzle::Puzzle;

    fn sample(kind: PuzzleKind) -> Puzzle {
        formats::read(kind.sample(), None).expect("a sample").puzzle
    }

    /// A checker is short enough to be read in ten minutes.
    #[test]
    fn each_checker_has_at_most_250_lines() {
        for &kind in PuzzleKind::all() {
            let has_certificates = crate::certify::has_certificates(&sample(kind));
            assert_eq!(python(kind, false).is_some(), has_certificates, "{kind}");
            for text in [true, false].into_iter().filter_map(|counting| python(kind, counting)) {
                assert!(text.lines().count() <= 250, "{kind}: {}", text.lines().count());
                assert!(text.lines().all(|line| line.chars().count() <= 120), "{kind}");
            }
        }
    }
}
