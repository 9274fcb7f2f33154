//! The preprocessors of real solvers.

use encycle::encodings::export::list_clauses;
use encycle::encodings::logic::{CnfMethod, Lit, LoweringOptions};
use encycle::puzzle::PuzzleKind;
use encycle::simplify::Simplifier;
use encycle::solve::find_solver;
use encycle::solvers::{BatSat, Catalogue, Limits, SolverStatus};

use crate::support::kinds::sample;

/// Formulas of all kinds: the simplified formula has a model, which leads to one of the original formula.
#[test]
fn models_of_simplified_formulas_are_mapped_back() {
    for name in ["cadical", "kissat", "cadical --elim=0"] {
        let (solver, _) = find_solver(Catalogue::builtin(), name).expect("scripts/install-solvers");
        let simplifier = Simplifier::Program(Box::new(solver));
        let mut smaller = 0;
        for &kind in PuzzleKind::all() {
            let puzzle = sample(kind);
            let encoding = puzzle.encoding(&puzzle.default_encoding()).expect("an encoding");
            let options = LoweringOptions::from(CnfMethod::Tseitin);
            let list =
                list_clauses(options, &|sink| encoding.encode(sink), usize::MAX, |_, _, _| true);
            let list = list.expect("small");
            let clauses: Vec<Vec<Lit>> = list.clauses.into_iter().map(|one| one.literals).collect();
            let variables = list.names.len();
            let limits = Limits::default();
            let simplified = simplifier
                .simplify(variables, &clauses, &vec![false; variables], &limits)
                .unwrap_or_else(|error| panic!("{name}, {kind}: {error}"));
            smaller += usize::from(simplified.clauses.len() < clauses.len());
            let found = simplified.clauses.iter().map(Vec::as_slice);
            let mut solver = BatSat::of_clauses(simplified.variables, found);
            let SolverStatus::Satisfiable(values) = solver.solve(&limits) else {
                panic!("{name}, {kind}: no model")
            };
            let model: Vec<bool> = values.iter().map(|value| *value == Some(true)).collect();
            let model = simplified.extend(variables, &clauses, &model);
            let model = model.unwrap_or_else(|| panic!("{name}, {kind}: it cannot be mapped back"));
            let holds = |literal: &Lit| model[literal.vidx()] == literal.is_pos();
            assert!(clauses.iter().all(|clause| clause.iter().any(holds)), "{name}, {kind}");
        }
        assert!(smaller >= 6, "{name}: {smaller}");
    }
}

#[test]
fn a_formula_without_models_keeps_none() {
    let [a, b] = [Lit::positive(0), Lit::positive(1)];
    let clauses = [vec![a, b], vec![a, !b], vec![!a, b], vec![!a, !b]];
    for name in ["cadical", "kissat"] {
        let (solver, _) = find_solver(Catalogue::builtin(), name).expect("scripts/install-solvers");
        let simplifier = Simplifier::Program(Box::new(solver));
        let simplified =
            simplifier.simplify(2, &clauses, &[false; 2], &Limits::default()).expect("a formula");
        assert_eq!(simplified.clauses, [[]; 1], "{name}");
    }
}
