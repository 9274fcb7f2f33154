//! Sessions with a solver of the library RustSAT.

use encycle::encodings::logic::LoweringOptions;
use encycle::puzzle::PuzzleKind;
use encycle::solve::{
    BatSatSession, IncrementalSession, SearchOptions, Session, SolverId, Verdict, solve,
};
use encycle::solvers::RustSatSolver;

use crate::support::kinds::sample;

/// Every kind, with cuts and blocked solutions in the same session.
#[test]
fn a_solver_of_rustsat_decides_the_sample_of_every_kind() {
    for &kind in PuzzleKind::all() {
        let puzzle = sample(kind);
        let encoding = puzzle.encoding(&puzzle.default_encoding()).expect("an encoding");
        let verdict = |session: &mut dyn Session| {
            solve(&encoding, session, SearchOptions::default(), true, &mut ()).verdict
        };
        let solver = RustSatSolver::new(rustsat_batsat::BasicSolver::default());
        let id = SolverId { name: "rustsat-batsat".to_owned(), version: None };
        let mut session = IncrementalSession::with(solver, id, LoweringOptions::default());
        let found = verdict(&mut session);
        assert_eq!(
            found,
            verdict(&mut BatSatSession::new(LoweringOptions::default(), None)),
            "{kind:?}"
        );
        assert!(matches!(found, Verdict::Unique | Verdict::Several), "{kind:?}: {found:?}");
    }
}
