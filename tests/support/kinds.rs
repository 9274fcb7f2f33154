//! The sample puzzle of each kind, and how encodings and solvers solve it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use encycle::encodings::encoding::{Completeness, CutKind};
use encycle::encodings::logic::LoweringOptions;
use encycle::encodings::puzzle::{LineProblem, LineShape, Solution, SolutionForm};
use encycle::formats;
use encycle::puzzle::{Puzzle, PuzzleKind};
use encycle::solve::{BatSatSession, Engine, SearchOptions, Session, Verdict, solve};
use encycle::solvers::find;

/// Returns the kind with this name.
pub fn kind(name: &str) -> PuzzleKind {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Returns kinds that differ in most respects: those that are programs, and those of files that have techniques or a
/// generator of their own, or that a grid without a header may be.
pub fn varied() -> &'static [PuzzleKind] {
    static KINDS: LazyLock<Vec<PuzzleKind>> = LazyLock::new(|| {
        let is_varied = |kind: &&PuzzleKind| match kind {
            PuzzleKind::Written(kind) => kind.file().bare.is_some(),
            _ => true,
        };
        PuzzleKind::all().iter().filter(is_varied).copied().collect()
    });
    &KINDS
}

pub fn sample(kind: PuzzleKind) -> Puzzle {
    let parsed = formats::read(kind.sample(), None).expect("a sample is a puzzle");
    assert_eq!(parsed.puzzle.kind(), kind);
    parsed.puzzle
}

/// The example puzzles of a kind, in order, without solution files.
pub fn examples(kind: PuzzleKind) -> Vec<PathBuf> {
    let folder = Path::new("examples").join(kind.name());
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.retain(|file| !file.to_string_lossy().contains(".solution."));
    assert!(!files.is_empty(), "{kind} has no example");
    files.sort();
    files
}

/// The encodings that can prove that there is no solution.
pub fn decisive(puzzle: &Puzzle) -> Vec<String> {
    let decides = |name: &String| {
        let encoding = puzzle.encoding(name).expect("a known name");
        encoding.completeness() != Completeness::Underapproximation
    };
    puzzle.encoding_names().into_iter().filter(decides).collect()
}

/// The verdict and the first solution; both are checked.
pub fn solved(
    puzzle: &Puzzle,
    encoding: &str,
    session: &mut dyn Session,
    cuts: Option<CutKind>,
) -> (Verdict, Option<Solution>) {
    let encoding = puzzle.encoding(encoding).expect("a known name");
    let options = SearchOptions { cuts, ..SearchOptions::default() };
    let outcome = solve(&encoding, session, options, true, &mut ());
    assert!(outcome.failure.is_none(), "{}: {:?}", encoding.name(), outcome.failure);
    assert!(!encoding.is_exact() || outcome.cuts() == 0, "{}", encoding.name());
    for solution in &outcome.solutions {
        assert_eq!(puzzle.check(solution), Ok(()), "{}", encoding.name());
    }
    (outcome.verdict, outcome.solutions.into_iter().next())
}

/// Asserts that a solver gives the verdict of the built-in one for the sample of every kind.
pub fn agrees(solver: &str) {
    let engine = Engine::named(solver, find).unwrap_or_else(|error| panic!("{error}"));
    for &kind in PuzzleKind::all() {
        let puzzle = sample(kind);
        let mut embedded = BatSatSession::new(LoweringOptions::default(), None);
        let (expected, _) = solved(&puzzle, &puzzle.builtin_encoding(), &mut embedded, None);
        for name in decisive(&puzzle) {
            // the parts of loops have tests of their own, and those of values take MIP solvers minutes
            let has_values = matches!(puzzle.form(), SolutionForm::Values { .. });
            if name.contains('+') && (has_loop(kind) || has_values) {
                continue;
            }
            let mut session = engine.session(LoweringOptions::default(), None).expect("a session");
            let (verdict, _) = solved(&puzzle, &name, &mut *session, None);
            assert_eq!(verdict, expected, "{kind} by {name}");
        }
    }
}

/// Whether the solutions of a kind are loops in a grid, whose encodings share their parts.
fn has_loop(kind: PuzzleKind) -> bool {
    let is_loop =
        |lines: LineProblem<'_>| matches!(lines.shape, LineShape::Cycle | LineShape::Cycles);
    kind != PuzzleKind::Hamilton && sample(kind).line_rules().is_some_and(is_loop)
}
