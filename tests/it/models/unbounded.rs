//! Problems whose objective may be unbounded, for every solver that takes columns that are not Boolean.

use encycle::encodings::logic::{LinearObjective, OtherColumn, ProgramColumn, ProgramRow};
use encycle::encodings::model::Model;
use encycle::solve::{Solve, Verdict};

/// Returns a problem with an integer and a continuous column, `y <= x + 3 a` and `x >= 2`; the objective is `y`.
fn growing(is_bounded: bool, is_feasible: bool) -> Model {
    let mut model = Model::new();
    let a = model.variable("a");
    let column = |name: &str, is_integer| OtherColumn {
        name: name.to_owned(),
        is_integer,
        lower: 0.0,
        upper: if is_bounded { 10.0 } else { f64::INFINITY },
    };
    let x = model.add_column(column("count", true));
    let y = model.add_column(column("size", false));
    let boolean = ProgramColumn::Boolean(a.var());
    let terms = vec![(1.0, y), (-1.0, x), (-3.0, boolean)];
    model.add_row(ProgramRow { terms, lower: f64::NEG_INFINITY, upper: 0.0 });
    model.add_row(ProgramRow { terms: vec![(1.0, x)], lower: 2.0, upper: f64::INFINITY });
    if !is_feasible {
        model.add_clause(&[a]);
        model.add_clause(&[!a]);
    }
    let terms = vec![(1.0, y)];
    model.set_objective(Some(LinearObjective { terms, constant: 0.0, is_maximized: true }));
    model
}

/// Checks the verdict of a solver on [`growing`] problems.
pub fn check_unbounded(solver: &str) {
    let run = |model: &Model| Solve::new(model).solver(solver).run().expect("a run");
    let outcome = run(&growing(false, true));
    let reason = outcome.main.outcome.reason.clone().unwrap_or_default();
    assert_eq!(outcome.verdict(), Verdict::Unbounded, "{solver}: {reason}");
    assert!(reason.starts_with("the objective is unbounded: it improves with "), "{reason}");
    assert!(outcome.solution().is_some(), "{solver}");
    assert_eq!(run(&growing(false, false)).verdict(), Verdict::NoSolution, "{solver}");
    let outcome = run(&growing(true, true));
    assert_eq!(outcome.verdict(), Verdict::Optimal, "{solver}");
    let value = outcome.main.outcome.objective.and_then(|one| one.value);
    assert!(value.is_some_and(|value| (value - 10.0).abs() < 1e-6), "{solver}: {value:?}");
}
