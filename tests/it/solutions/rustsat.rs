//! Sessions with a solver of the library RustSAT, and its formulas.

use encycle::prelude::*;
use encycle::solve::{BatSatSession, RustSatSession, Session, solve};

use crate::support::kinds::{sample, varied};

/// Every kind, with cuts and blocked solutions in the same session.
#[test]
fn a_solver_of_rustsat_decides_the_sample_of_every_kind() {
    for &kind in PuzzleKind::all() {
        let puzzle = sample(kind);
        let encoding = puzzle.encoding(&puzzle.default_encoding()).expect("an encoding");
        let verdict = |session: &mut dyn Session| {
            solve(&encoding, session, SearchOptions::default(), true, &mut ()).verdict
        };
        let solver = rustsat_batsat::BasicSolver::default();
        let mut session = RustSatSession::new(solver, LoweringOptions::default());
        let found = verdict(&mut session);
        assert_eq!(
            found,
            verdict(&mut BatSatSession::new(LoweringOptions::default(), None)),
            "{kind:?}"
        );
        assert!(matches!(found, Verdict::Unique | Verdict::Several), "{kind:?}: {found:?}");
    }
}

/// The clauses of an exact encoding go to RustSAT and come back as a model, whose solution is that of the puzzle.
#[test]
fn formulas_of_rustsat_go_out_and_come_in() {
    for &kind in varied() {
        let puzzle = sample(kind);
        let encoding = puzzle.encoding(&puzzle.exported_encoding()).expect("an encoding");
        let cnf = collect_cnf(&encoding, puzzle.default_lowering()).expect("a small formula");
        let model = Model::from(&cnf);
        assert_eq!(model.constraint_count(), cnf.len(), "{kind}");
        let outcome = Solve::new(&model).run().expect("a run");
        let values = outcome.solution().unwrap_or_else(|| panic!("{kind}: no model"));
        let solution = encoding.solution(values.atoms());
        assert_eq!(puzzle.check(&solution), Ok(()), "{kind}");
    }
}
