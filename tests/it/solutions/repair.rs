//! Sweeps and local repair find only solutions, and change no verdict.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use encycle::encodings::encoding::{
    CutKind, Encodable, Encoding, GlobalConstraint, Repair, RepairSchedule, Separated, Sweep,
};
use encycle::encodings::grid::{self, Grid};
use encycle::encodings::kinds::SolutionFamily;
use encycle::encodings::kinds::slitherlink::Slitherlink;
use encycle::encodings::logic::{Constraint, ConstraintSink, LoweringOptions, Origin, Var};
use encycle::encodings::puzzle::Instance as _;
use encycle::formats;
use encycle::generate::{GenerateOptions, frame, random_clues};
use encycle::puzzle::PuzzleKind;
use encycle::solve::{
    BatSatSession, Finder, NextSolution, RepairMode, SearchOptions, Verdict, solve,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::support::kinds::{kind, varied};
use crate::support::puzzles::slitherlink;

/// Returns all solutions, and the number of repaired windows.
fn solutions(encoding: &Encoding<'_>, repair: RepairMode) -> (BTreeSet<Vec<bool>>, usize) {
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let options = SearchOptions { repair, ..SearchOptions::default() };
    let mut finder = Finder::new(encoding, &mut session, options);
    let mut found = BTreeSet::new();
    while let NextSolution::Solution(solution) = finder.next(&mut ()).expect("no failure") {
        assert_eq!(encoding.puzzle().check(&solution), Ok(()));
        assert!(found.insert(solution.atoms().to_vec()), "found twice");
    }
    (found, finder.rounds().iter().map(|round| round.repaired).sum())
}

fn verdict(encoding: &Encoding<'_>, unique: bool, repair: RepairMode) -> Verdict {
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let options = SearchOptions { repair, ..SearchOptions::default() };
    solve(encoding, &mut session, options, unique, &mut ()).verdict
}

/// Returns all loops of a puzzle: all colourings of its cells, decoded and checked by the rules.
fn by_brute_force(puzzle: &Slitherlink, encoding: &Encoding<'_>) -> BTreeSet<Vec<bool>> {
    let cells = encoding.projection_size();
    let colourings = (1..1_u32 << cells).map(|code| {
        let model: Vec<bool> = (0..cells).map(|cell| code >> cell & 1 == 1).collect();
        encoding.solution(&model)
    });
    let valid = colourings.filter(|solution| puzzle.check(solution).is_ok());
    valid.map(|solution| solution.atoms().to_vec()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn repair_finds_all_solutions_and_changes_no_verdict(puzzle in slitherlink(4)) {
        let encoding = puzzle.encoding("colour").expect("a known name");
        let (found, _) = solutions(&encoding, RepairMode::Always);
        prop_assert_eq!(&found, &by_brute_force(&puzzle, &encoding));
        assert_same_verdicts(&encoding);
    }

    /// In these grids, a sweep has up to sixteen windows; hardly any such puzzle has a solution.
    #[test]
    fn sweeps_change_no_verdict(puzzle in slitherlink(12)) {
        assert_same_verdicts(&puzzle.encoding("colour").expect("a known name"));
    }

    /// Puzzles with a solution: clues of a rectangle.
    #[test]
    fn sweeps_find_a_solution(
        [top, left, height, width] in [0..5_usize, 0..5_usize, 1..7_usize, 1..7_usize],
        shown in vec(any::<bool>(), 144),
    ) {
        let grid = Grid::new(12, 12).expect("a size");
        let is_inside = |cell: grid::Cell| {
            (top..top + height).contains(&cell.row) && (left..left + width).contains(&cell.col)
        };
        let clue = |cell: grid::Cell| {
            let near = grid.neighbours(cell);
            let differing = near.filter(|&other| is_inside(other) != is_inside(cell)).count();
            let beyond = 4 - grid.neighbours(cell).count();
            (differing + if is_inside(cell) { beyond } else { 0 }) as u8
        };
        let clues = grid.cells().zip(&shown).map(|(cell, &shown)| shown.then(|| clue(cell)));
        let puzzle = Slitherlink::new(grid, clues.collect()).expect("legal clues");
        let encoding = puzzle.encoding("colour").expect("a known name");
        prop_assert_eq!(verdict(&encoding, false, RepairMode::Always), Verdict::Solved);
        assert_same_verdicts(&encoding);
    }
}

/// Asserts that the verdicts with and without sweeps and repair are the same.
fn assert_same_verdicts(encoding: &Encoding<'_>) {
    for unique in [false, true] {
        let [with, without] =
            [RepairMode::Always, RepairMode::Never].map(|repair| verdict(encoding, unique, repair));
        assert_eq!(with, without);
    }
}

/// Loops through cells, with and without variables of the clues: the lines and these follow from the colours.
#[test]
fn repair_finds_all_loops_through_cells() {
    let has_frame = |kind: &PuzzleKind| frame(*kind, 4, 4).is_ok();
    let kinds = varied().iter().copied().filter(has_frame);
    let mut repaired = 0;
    for kind in kinds.filter(|kind| kind.family() == SolutionFamily::CellLoop) {
        for seed in 0..6 {
            let options = GenerateOptions {
                at_least: 3,
                ..GenerateOptions::new(kind, 5, 4 + seed as usize % 2)
            };
            let puzzle = random_clues(&options, seed).expect("a puzzle").puzzle;
            let [plain, coloured] =
                ["degree", "degree+colours"].map(|name| puzzle.encoding(name).expect("a name"));
            let (all, _) = solutions(&plain, RepairMode::Never);
            let (found, windows) = solutions(&coloured, RepairMode::Always);
            assert_eq!(found, all, "{kind}, seed {seed}");
            assert!(!all.is_empty(), "{kind}, seed {seed}");
            repaired += windows;
            assert_same_verdicts(&coloured);
        }
    }
    assert!(repaired > 0, "no model was repaired");
}

/// Also those in which rooms or shaded cells restrict the loop.
#[test]
fn repair_changes_no_verdict_of_loops_through_cells() {
    let mut kinds = 0;
    for kind in varied() {
        let sample = formats::read(kind.sample(), None).expect("a sample").puzzle;
        if let Ok(coloured) = sample.encoding("degree+colours") {
            kinds += 1;
            assert_same_verdicts(&coloured);
        }
    }
    assert!(kinds >= 9, "{kinds} kinds");
}

/// A large sparse loop took thousands of rounds, or did not end: 28 s for 60x60.
#[test]
fn the_first_model_of_a_large_masyu_is_swept_and_repaired() {
    let options = GenerateOptions { at_least: 180, ..GenerateOptions::new(kind("masyu"), 30, 30) };
    let puzzle = random_clues(&options, 1).expect("a puzzle").puzzle;
    assert_eq!(puzzle.builtin_encoding(), "degree+colours");
    let encoding = puzzle.encoding("degree+colours").expect("a known name");
    let (is_found, swept, _) = first(&encoding, RepairMode::Auto);
    assert!(is_found);
    assert!(swept > 1, "{swept} windows");
    let small = formats::read(kind("masyu").sample(), None).expect("a sample").puzzle;
    assert_eq!(small.builtin_encoding(), "degree");
    // a single row has no inside, however long it is
    let row = formats::read(&format!("masyu 1 1000\n{}\n", ".".repeat(1000)), None);
    assert_eq!(row.expect("a puzzle").puzzle.builtin_encoding(), "degree");
}

/// A puzzle whose first models have several inside parts.
fn stray() -> Slitherlink {
    let row = "3....3....3....3....";
    let rows: Vec<&str> =
        (0..20).map(|row_of| if row_of % 5 == 0 { row } else { "...................." }).collect();
    Slitherlink::from_rows(&rows).expect("a puzzle")
}

/// Returns whether there is a solution, and the numbers of windows of a sweep and of repairs until the first.
fn first(encoding: &Encoding<'_>, repair: RepairMode) -> (bool, usize, usize) {
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let options = SearchOptions { repair, ..SearchOptions::default() };
    let mut finder = Finder::new(encoding, &mut session, options);
    let next = finder.next(&mut ()).expect("no failure");
    let swept = finder.rounds().iter().map(|round| round.swept).sum();
    let repaired = finder.rounds().iter().map(|round| round.repaired).sum();
    (matches!(next, NextSolution::Solution(_)), swept, repaired)
}

/// The rule of an encoding, with or without a sweep.
struct SweptRule<'a> {
    inner: Encoding<'a>,
    has_sweep: bool,
}

impl GlobalConstraint for SweptRule<'_> {
    fn name(&self) -> &'static str {
        "one loop"
    }

    fn cut_kinds(&self) -> &'static [CutKind] {
        self.inner.cut_kinds()
    }

    fn separate(&self, _: &Encoding<'_>, model: &[bool], kind: CutKind) -> Separated {
        self.inner.separate(model, kind)
    }

    fn repair_schedule(&self) -> Option<RepairSchedule> {
        self.inner.repair_schedule()
    }

    fn repair(&self) -> Option<Box<dyn Repair + '_>> {
        self.inner.repair()
    }

    fn sweep(&self) -> Option<Box<dyn Sweep + '_>> {
        self.inner.sweep().filter(|_| self.has_sweep)
    }
}

/// A sink that drops constraints.
struct Dropping<'a>(&'a mut dyn ConstraintSink);

impl ConstraintSink for Dropping<'_> {
    fn variable(&mut self, family: &'static str, name: std::fmt::Arguments<'_>) -> Var {
        self.0.variable(family, name)
    }

    fn constraint(&mut self, _: Constraint<'_>, _: Origin) {}
}

/// Returns an encoding that passes no constraints in one call, counted from 1, in which sweep or repair read them.
fn incomplete(puzzle: &Slitherlink, incomplete: usize, has_sweep: bool) -> Encoding<'_> {
    let [encoding, inner] = [(); 2].map(|()| puzzle.encoding("colour").expect("a known name"));
    let calls = Arc::new(AtomicUsize::new(0));
    let encoding = encoding.map_parts(|part| {
        let calls = calls.clone();
        part.with_sink(move |emit, sink| {
            let call = calls.fetch_add(1, Ordering::Relaxed) + 1;
            if call == incomplete { emit(&mut Dropping(sink)) } else { emit(sink) }
        })
    });
    encoding.with_global_constraint(Some(Box::new(SweptRule { inner, has_sweep })))
}

#[test]
fn a_repaired_model_that_violates_a_constraint_is_refused() {
    let puzzle = stray();
    let (is_solved, swept, repaired) = first(&incomplete(&puzzle, 0, false), RepairMode::Always);
    assert!(is_solved && swept == 0 && repaired > 0, "{repaired} windows");
    // the first call is that of the formula, the second checks the model, the third is that of the repair
    assert_eq!(first(&incomplete(&puzzle, 3, false), RepairMode::Always), (true, 0, 0));
    assert_eq!(first(&incomplete(&puzzle, 0, true), RepairMode::Never), (true, 0, 0));
}

#[test]
fn a_swept_model_that_violates_a_constraint_is_refused() {
    let puzzle = stray();
    let (is_solved, swept, _) = first(&incomplete(&puzzle, 0, true), RepairMode::Always);
    assert!(is_solved && swept > 1, "{swept} windows");
    assert_eq!(first(&incomplete(&puzzle, 1, true), RepairMode::Always), (true, 0, 0));
}

#[test]
fn only_large_sparse_puzzles_are_swept_without_a_request() {
    let rows = |side: usize| vec![".".repeat(side); side];
    let swept = |mut rows: Vec<String>, clue: &str, clues: usize| {
        for row in rows.iter_mut().step_by(3) {
            row.replace_range(..clues, &clue.repeat(clues));
        }
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let puzzle = Slitherlink::from_rows(&rows).expect("a puzzle");
        let encoding = puzzle.encoding("colour").expect("a known name");
        first(&encoding, RepairMode::Auto).1
    };
    assert!(swept(rows(60), "2", 5) > 1);
    assert_eq!(swept(rows(20), "2", 5), 0);
}
