//! Local repair finds only solutions, and changes no verdict.

use std::cell::Cell;
use std::collections::BTreeSet;

use encycle::encodings::encoding::{
    Encodable, Encoding, PredictedSize, RuleFamily, Separation, SizeReport,
};
use encycle::encodings::kinds::slitherlink::Slitherlink;
use encycle::encodings::logic::{Constraint, ConstraintSink, LoweringOptions, Origin, Var};
use encycle::encodings::puzzle::Instance as _;
use encycle::solve::{
    BatSatSession, Finder, NextSolution, RepairMode, SearchOptions, Verdict, solve,
};
use proptest::prelude::*;

use crate::support::puzzles::slitherlink;

/// Returns all solutions, and the number of repaired windows.
fn solutions(encoding: &dyn Encoding, repair: RepairMode) -> (BTreeSet<Vec<bool>>, usize) {
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

fn verdict(encoding: &dyn Encoding, unique: bool, repair: RepairMode) -> Verdict {
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let options = SearchOptions { repair, ..SearchOptions::default() };
    solve(encoding, &mut session, options, unique, &mut ()).verdict
}

/// Returns all loops of a puzzle: all colourings of its cells, decoded and checked by the rules.
fn by_brute_force(puzzle: &Slitherlink, encoding: &dyn Encoding) -> BTreeSet<Vec<bool>> {
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
        let (found, _) = solutions(&*encoding, RepairMode::Always);
        prop_assert_eq!(&found, &by_brute_force(&puzzle, &*encoding));
        for unique in [false, true] {
            let [with, without] = [RepairMode::Always, RepairMode::Never]
                .map(|repair| verdict(&*encoding, unique, repair));
            prop_assert_eq!(with, without);
        }
    }
}

/// A puzzle whose first models have several inside parts.
fn stray() -> Slitherlink {
    let row = "3....3....3....3....";
    let rows: Vec<&str> =
        (0..20).map(|row_of| if row_of % 5 == 0 { row } else { "...................." }).collect();
    Slitherlink::from_rows(&rows).expect("a puzzle")
}

/// Returns the first solution's verdict, and the number of repaired windows.
fn first(encoding: &dyn Encoding, repair: RepairMode) -> (bool, usize) {
    let mut session = BatSatSession::new(LoweringOptions::default(), None);
    let options = SearchOptions { repair, ..SearchOptions::default() };
    let mut finder = Finder::new(encoding, &mut session, options);
    let next = finder.next(&mut ()).expect("no failure");
    let windows = finder.rounds().iter().map(|round| round.repaired).sum();
    (matches!(next, NextSolution::Solution(_)), windows)
}

/// An encoding that passes no constraints in its third call, in which the repair reads them.
struct Incomplete<'a> {
    inner: Box<dyn Encoding + 'a>,
    calls: Cell<usize>,
}

/// A sink that drops constraints.
struct Dropping<'a>(&'a mut dyn ConstraintSink);

impl ConstraintSink for Dropping<'_> {
    fn variable(&mut self, family: &'static str, name: std::fmt::Arguments<'_>) -> Var {
        self.0.variable(family, name)
    }

    fn constraint(&mut self, _: Constraint<'_>, _: Origin) {}
}

impl SizeReport for Incomplete<'_> {
    fn families(&self) -> Vec<RuleFamily> {
        self.inner.families()
    }

    fn predicted_sizes(&self) -> Option<Vec<PredictedSize>> {
        self.inner.predicted_sizes()
    }
}

impl Encoding for Incomplete<'_> {
    fn puzzle(&self) -> &dyn Encodable {
        self.inner.puzzle()
    }

    fn name(&self) -> &str {
        self.inner.name()
    }

    fn meaning(&self) -> String {
        self.inner.meaning()
    }

    fn encode(&self, sink: &mut dyn ConstraintSink) {
        self.calls.set(self.calls.get() + 1);
        match self.calls.get() {
            3 => self.inner.encode(&mut Dropping(sink)),
            _ => self.inner.encode(sink),
        }
    }

    fn projection_size(&self) -> usize {
        self.inner.projection_size()
    }

    fn solution(&self, model: &[bool]) -> encycle::encodings::puzzle::Solution {
        self.inner.solution(model)
    }

    fn separation(&self) -> Option<&dyn Separation> {
        self.inner.separation()
    }
}

#[test]
fn a_repaired_model_that_violates_a_constraint_is_refused() {
    let puzzle = stray();
    let encoding = || puzzle.encoding("colour").expect("a known name");
    let (is_solved, windows) = first(&*encoding(), RepairMode::Always);
    assert!(is_solved && windows > 0, "{windows} windows");
    let incomplete = Incomplete { inner: encoding(), calls: Cell::new(0) };
    assert_eq!(first(&incomplete, RepairMode::Always), (true, 0));
    assert_eq!(first(&*encoding(), RepairMode::Never), (true, 0));
}
