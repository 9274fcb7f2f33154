//! Linear programs with objectives, integer and continuous columns in sessions with installed MIP solvers.

use encycle::encodings::logic::{
    Constraint, LinearObjective, Lit, LoweringOptions, Origin, OtherColumn, Place, ProgramColumn,
    ProgramPart, ProgramRow, Relation, Var,
};
use encycle::solve::{CallResult, Engine, ProgramPoint, Session};
use encycle::solvers::Limits;

use crate::support::binary::{code, encycle, json, stderr};

/// The solvers of programs with any columns.
const MIP: [&str; 6] = ["highs", "scip", "cbc", "glpsol", "z3-lp", "microlp"];
/// The solvers of pseudo-Boolean programs that find an optimum.
const PB: [&str; 3] = ["clasp-opb", "scip-opb", "minisat+"];

const INFINITY: f64 = f64::INFINITY;

fn origin() -> Origin {
    Origin::new("row", Place::Whole)
}

/// Returns a session with this number of Boolean variables, `b1`, `b2` and so on.
fn session(name: &str, booleans: usize) -> Box<dyn Session> {
    let engine = Engine::find(name).expect("the solver is installed");
    let mut session = engine.session(LoweringOptions::default(), None).expect("a session");
    for number in 1..=booleans {
        session.variable("column", format_args!("b{number}"));
    }
    session
}

fn boolean(index: u32) -> ProgramColumn {
    ProgramColumn::Boolean(Var::new(index))
}

fn column(name: &str, is_integer: bool, lower: f64, upper: f64) -> OtherColumn {
    OtherColumn { name: name.to_owned(), is_integer, lower, upper }
}

fn row(terms: &[(f64, ProgramColumn)], lower: f64, upper: f64) -> ProgramRow {
    ProgramRow { terms: terms.to_vec(), lower, upper }
}

fn objective(
    terms: &[(f64, ProgramColumn)],
    constant: f64,
    is_maximized: bool,
) -> Option<LinearObjective> {
    Some(LinearObjective { terms: terms.to_vec(), constant, is_maximized })
}

fn close(name: &str, value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-5, "{name}: {value}, not {expected}");
}

/// Solves the program, and returns the point, which is optimal.
fn optimum(name: &str, session: &mut dyn Session) -> ProgramPoint {
    let result =
        session.solve(&Limits::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
    let CallResult::Model(model) = result else { panic!("{name}: {result:?}") };
    let point = session.point().expect("a point").clone();
    let rounded: Vec<bool> = point.booleans.iter().map(|&value| value > 0.5).collect();
    assert_eq!((&rounded, point.is_optimal), (&model.to_vec(), true), "{name}");
    point
}

/// Three of four things weigh at most 14; without the middle two, 15 is the greatest value.
fn knapsack(name: &str, session: &mut dyn Session, is_maximized: bool) {
    let sign = if is_maximized { 1.0 } else { -1.0 };
    let values = [8.0, 11.0, 6.0, 4.0].map(|value| sign * value);
    let terms: Vec<_> = (0..4).map(boolean).zip(values).map(|(it, size)| (size, it)).collect();
    let program =
        ProgramPart { objective: objective(&terms, 100.0, is_maximized), ..ProgramPart::default() };
    let literals = [0, 1, 2, 3].map(Lit::positive);
    let weights = [5, 7, 4, 3];
    let weighted: Vec<_> = weights.into_iter().zip(literals).collect();
    session.set_program(&program).unwrap_or_else(|error| panic!("{name}: {error}"));
    let constraint = Constraint::Linear { terms: &weighted, relation: Relation::AtMost, right: 14 };
    session.constraint(constraint, origin());
    let point = optimum(name, session);
    assert_eq!(
        point.booleans.iter().map(|value| value.round()).collect::<Vec<_>>(),
        [0.0, 1.0, 1.0, 1.0]
    );
    close(name, program.objective.expect("one").value(&point.booleans, &[]), 100.0 + sign * 21.0);
    if let Some(bound) = point.bound {
        close(name, bound, 100.0 + sign * 21.0);
    }
    // a cut excludes the optimum
    session.constraint(Constraint::Clause(&[!literals[1], !literals[2]]), origin());
    let point = optimum(name, session);
    assert_eq!(point.booleans[1].round() + point.booleans[2].round(), 1.0, "{name}");
}

#[test]
fn a_knapsack_is_minimized_and_maximized() {
    for name in MIP.into_iter().chain(PB) {
        for is_maximized in [false, true] {
            knapsack(name, &mut *session(name, 4), is_maximized);
        }
    }
}

/// Columns of every kind: an integer one with a negative lower bound, a free one, and rows with two bounds.
#[test]
fn mixed_programs_have_an_optimum() {
    let [y, f, u] = [0, 1, 2].map(ProgramColumn::Other);
    let program = |is_maximized: bool| {
        let sign = if is_maximized { -1.0 } else { 1.0 };
        let terms = [(2.5 * sign, boolean(0)), (-sign, y), (1e-6 * sign, f), (3.0 * sign, u)];
        ProgramPart {
            columns: vec![
                column("y", true, -3.0, 4.5),
                column("f", false, -INFINITY, INFINITY),
                column("u", false, -2.5, INFINITY),
            ],
            rows: vec![
                row(&[(0.1, boolean(0)), (1.5, y), (1.0, f)], -3.0, 7.25),
                row(&[(1.0, u), (-1.0, f)], 0.5, 0.5),
                row(&[(1.0, boolean(0)), (0.5, boolean(1)), (1.0, y)], 0.75, INFINITY),
            ],
            objective: objective(&terms, -7.0, is_maximized),
            ..ProgramPart::default()
        }
    };
    for name in MIP.into_iter().filter(|name| *name != "z3-lp") {
        for is_maximized in [false, true] {
            let program = program(is_maximized);
            let mut session = session(name, 2);
            session.set_program(&program).expect("a MIP solver");
            let clause = [Lit::positive(0), Lit::positive(1)];
            session.constraint(Constraint::Clause(&clause), origin());
            let point = optimum(name, &mut *session);
            let expected = [4.0, -3.0, -2.5];
            for (value, expected) in point.others.iter().zip(expected) {
                close(name, *value, expected);
            }
            assert_eq!(point.booleans[0].round(), 0.0, "{name}");
            let objective = program.objective.expect("an objective");
            let sign = if is_maximized { -1.0 } else { 1.0 };
            let value = objective.value(&point.booleans, &point.others);
            close(name, value, -7.0 + sign * (-4.0 - 3e-6 - 7.5));
        }
    }
}

/// The relative gap of HiGHS is 1e-4 by default, and CBC ignores improvements of less than 1e-5.
#[test]
fn an_optimum_has_no_gap() {
    // GLPK and microlp have tolerances of their own, about 1e-7 of the objective, which no option changes
    let exact = ["highs", "scip", "cbc", "z3-lp"];
    let small = exact.map(|name| (name, 1e-6, 0.0));
    for (name, scale, large) in MIP.map(|name| (name, 1.0, 9_000.0)).into_iter().chain(small) {
        let mut session = session(name, 4);
        let sizes = [1.0, 3.1, 3.0, 1.5].map(|size| size * scale);
        let mut terms: Vec<_> =
            (0..4).map(boolean).zip(sizes).map(|(it, size)| (size, it)).collect();
        terms.push((1.0, ProgramColumn::Other(0)));
        let program = ProgramPart {
            columns: vec![column("large", false, 0.0, large)],
            rows: Vec::new(),
            objective: objective(&terms, 0.0, true),
            ..ProgramPart::default()
        };
        session.set_program(&program).expect("a MIP solver");
        let literals = [0, 1, 2, 3].map(Lit::positive);
        let weighted: Vec<_> = [3, 5, 4, 3].into_iter().zip(literals).collect();
        let constraint =
            Constraint::Linear { terms: &weighted, relation: Relation::AtMost, right: 8 };
        session.constraint(constraint, origin());
        let point = optimum(name, &mut *session);
        let chosen: Vec<_> = point.booleans.iter().map(|value| value.round()).collect();
        assert_eq!(chosen, [0.0, 1.0, 0.0, 1.0], "{name}, {scale}");
    }
}

#[test]
fn programs_without_an_optimum_have_a_reason() {
    let y = ProgramColumn::Other(0);
    for name in MIP {
        let mut infeasible = session(name, 1);
        let program = ProgramPart {
            columns: vec![column("y", true, 0.0, 4.0)],
            rows: vec![row(&[(2.0, boolean(0)), (3.0, y)], 100.0, INFINITY)],
            objective: objective(&[(1.0, y)], 0.0, false),
            ..ProgramPart::default()
        };
        infeasible.set_program(&program).expect("a MIP solver");
        let result = infeasible.solve(&Limits::default()).expect("no failure");
        assert_eq!(result, CallResult::Unsatisfiable, "{name}");
        assert_eq!(infeasible.point(), None);
        for is_integer in [false, true] {
            let mut unbounded = session(name, 1);
            let program = ProgramPart {
                columns: vec![column("y", is_integer, -9.0, INFINITY)],
                rows: vec![row(&[(1.0, boolean(0)), (1.0, y)], 1.0, INFINITY)],
                objective: objective(&[(1.0, y)], 0.0, true),
                ..ProgramPart::default()
            };
            unbounded.set_program(&program).expect("a MIP solver");
            let result = unbounded.solve(&Limits::default()).expect("no failure");
            let CallResult::Unknown(reason) = result else { panic!("{name}: {result:?}") };
            // GLPK reports only that there is no result
            assert!(reason.contains("unbounded") || name == "glpsol", "{name}: {reason}");
        }
        let mut empty = session(name, 1);
        let program =
            ProgramPart { columns: vec![column("y", false, 2.0, 1.0)], ..ProgramPart::default() };
        empty.set_program(&program).expect("a MIP solver");
        let result = empty.solve(&Limits::default()).expect("no failure");
        assert_eq!(result, CallResult::Unsatisfiable, "{name}");
    }
}

/// Two of three columns exclude each other, so the only point of the relaxation that sums to 1.5 has halves.
#[test]
fn the_relaxation_has_a_fractional_vertex() {
    for name in MIP {
        for has_program in [false, true] {
            let mut session = session(name, 3);
            let literals = [0, 1, 2].map(Lit::positive);
            for (a, b) in [(0, 1), (1, 2), (0, 2)] {
                let terms = [(1, literals[a]), (1, literals[b])];
                let relation = Relation::Equal;
                session
                    .constraint(Constraint::Linear { terms: &terms, relation, right: 1 }, origin());
            }
            if has_program {
                let y = ProgramColumn::Other(0);
                let program = ProgramPart {
                    columns: vec![column("y", true, 0.5, 7.5)],
                    rows: Vec::new(),
                    objective: objective(&[(1.0, y)], 0.0, false),
                    ..ProgramPart::default()
                };
                session.set_program(&program).expect("a MIP solver");
            }
            for _ in 0..2 {
                let point =
                    session.relax(&Limits::default()).expect("no failure").expect("a point");
                assert_eq!(point.len(), 3, "{name}");
                point.iter().for_each(|&value| close(name, value, 0.5));
                let result = session.solve(&Limits::default()).expect("no failure");
                assert_eq!(result, CallResult::Unsatisfiable, "{name}");
            }
            session.constraint(Constraint::Clause(&[literals[0]]), origin());
            session.constraint(Constraint::Clause(&[literals[1]]), origin());
            assert_eq!(session.relax(&Limits::default()).expect("no failure"), None, "{name}");
        }
    }
}

#[test]
fn boolean_solvers_refuse_programs() {
    let columns =
        ProgramPart { columns: vec![column("y", true, 0.0, 4.0)], ..ProgramPart::default() };
    let half = ProgramPart {
        objective: objective(&[(0.5, boolean(0))], 0.0, false),
        ..ProgramPart::default()
    };
    for (name, program) in
        [("batsat", &columns), ("batsat", &half), ("minisat", &half), ("clasp-opb", &columns)]
    {
        let failure = session(name, 1).set_program(program).expect_err("not a MIP solver");
        assert_eq!(failure.name(), "unsupported", "{name}");
        assert!(failure.to_string().contains("help: use a MIP solver"), "{failure}");
    }
    let free =
        ProgramPart { columns: vec![column("f", false, -INFINITY, 4.0)], ..ProgramPart::default() };
    let failure = session("z3-lp", 1).set_program(&free).expect_err("Z3 cannot read it");
    assert!(failure.to_string().contains("without a lower bound"), "{failure}");
    for name in ["batsat", "minisat", "clasp-opb", "highs"] {
        session(name, 1).set_program(&ProgramPart::default()).expect("a Boolean program");
    }
    // decimals are scaled to integers
    session("clasp-opb", 1).set_program(&half).expect("an objective");
}

/// External solvers cut off the same kind of fractional points as microlp.
#[test]
fn fractional_cuts_come_from_external_solvers() {
    for solver in ["highs", "scip", "cbc", "glpsol"] {
        let arguments = ["solve", "examples/slitherlink/first.txt", "--encoding", "edge"];
        let options =
            ["--presolve", "off", "--fractional", "--unique", "--json", "--solver", solver];
        let output = encycle(&[&arguments[..], &options].concat());
        assert_eq!(code(&output), 0, "{solver}: {}", stderr(&output));
        let report = json(&output);
        assert_eq!(report["verdict"], "unique", "{solver}");
        let first = &report["rounds"][0];
        assert!(first["relaxations"].as_u64() > Some(0), "{solver}: {first}");
    }
}
