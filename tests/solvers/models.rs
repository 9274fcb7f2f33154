//! Models with rules and objectives, solved by every family of installed solvers, against brute force.

#[path = "../../encodings/tests/it/common/random_models.rs"]
#[allow(dead_code, reason = "shared with other tests")]
mod random_models;
#[path = "../it/models/unbounded.rs"]
mod unbounded;

use encycle::encodings::logic::Lit;
use encycle::encodings::model::{GraphRule, Model};
use encycle::encodings::puzzle::{Instance as _, Solution};
use encycle::formats::model::{format_of_source, read_model};
use encycle::solve::{Engine, Solve, Verdict};
use random_models::{Numbers, assignments, goals, random_graph};

use crate::support::binary::{code, encycle, stdout};

/// Solvers of each family: clauses, rows with an objective, pseudo-Boolean constraints, soft clauses.
const SOLVERS: [&str; 9] =
    ["kissat", "minisat", "highs", "scip", "cbc", "glpsol", "clasp-opb", "rc2", "batsat"];

fn value(terms: &[(f64, Lit)], solution: &Solution) -> f64 {
    terms.iter().filter(|(_, one)| solution.has(one.vidx())).map(|(size, _)| size).sum()
}

/// Returns a random model with one rule and whole coefficients, which every solver takes.
fn random_model(seed: u64) -> Option<(Model, Vec<(f64, Lit)>)> {
    let mut numbers = Numbers(5000 + seed);
    let (mut model, graph) = random_graph(&mut numbers, seed.is_multiple_of(2), false);
    let goals = goals(&graph);
    let goal = goals[seed as usize % goals.len()].clone();
    model.require(GraphRule::new(graph, goal).ok()?);
    let atoms = 0..model.atom_count() as u32;
    let terms: Vec<(f64, Lit)> =
        atoms.map(|atom| (numbers.below(9) as f64 - 3.0, Lit::positive(atom))).collect();
    model.minimize(&terms);
    Some((model, terms))
}

#[test]
fn every_family_finds_the_optimum_of_brute_force() {
    for (model, terms) in (0..17).filter_map(random_model) {
        let all = assignments(model.atom_count()).map(Solution::new);
        let all = all.filter(|solution| model.check(solution).is_ok());
        let best = all.map(|one| value(&terms, &one)).reduce(f64::min);
        for solver in SOLVERS {
            let outcome = Solve::new(&model).solver(solver).run().expect("a run");
            let found = &outcome.main.outcome;
            let message = format!("{solver} {found:?} {model:?}");
            match best {
                None => assert_eq!(outcome.verdict(), Verdict::NoSolution, "{message}"),
                Some(best) => {
                    assert_eq!(outcome.verdict(), Verdict::Optimal, "{message}");
                    assert_eq!(found.objective.and_then(|one| one.value), Some(best), "{message}");
                }
            }
        }
    }
}

/// The example of the guide and a tour of seven points, by MIP solvers.
#[test]
fn tours_have_their_known_lengths() {
    let folder = tempfile::tempdir().expect("a folder");
    let tour = folder.path().join("seven.tsp");
    let text = "NAME : seven\nTYPE : TSP\nDIMENSION : 7\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n\
                1 0 0\n2 0 10\n3 10 10\n4 10 0\n5 30 0\n6 30 10\n7 20 5\nEOF\n";
    std::fs::write(&tour, text).expect("a file");
    let tour = tour.to_str().expect("a path");
    for solver in ["highs", "scip", "cbc", "glpsol"] {
        let output = encycle(&["solve", tour, "--solver", solver]);
        assert_eq!(code(&output), 0, "{solver}");
        // 10 + 10 + 20 + 10 + 11 + 11 + 10
        assert!(stdout(&output).contains(": optimal 82 ("), "{solver}: {}", stdout(&output));
    }
}

#[test]
fn an_unbounded_objective_has_the_same_verdict_with_every_mip_solver() {
    for solver in ["highs", "scip", "cbc", "glpsol", "z3-lp"] {
        unbounded::check_unbounded(solver);
    }
}

/// The formulas of a run with a solver that takes an objective state it.
#[test]
fn recorded_rounds_state_the_objective() {
    let arguments = ["solve", "examples/own/tour.lp", "--rules", "examples/own/tour.rules"];
    for (solver, ending, line) in [
        ("rc2", "wcnf", "\n4 -1 0\n"),
        ("clasp-opb", "opb", "\nmin:"),
        ("highs", "lp", " length: 4 x_ab"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let steps = folder.path().display().to_string();
        let output = encycle(&[&arguments[..], &["--solver", solver, "--rounds", &steps]].concat());
        assert_eq!(code(&output), 0, "{solver}");
        let path = folder.path().join(format!("round-001.{ending}"));
        let text = std::fs::read_to_string(path).expect("a formula");
        assert!(text.contains(line), "{solver}: {text}");
        assert!(!text.contains(" p0:"), "{text}");
    }
}

/// LP files with `bin` and `gen`, MPS files with infinite bounds of 1e30 and a constant of the objective.
#[test]
fn models_that_programs_write_are_read() {
    let text = "Minimize\n obj: - 2 a + 1.5 y - 3 k - z\nSubject To\n c1: a + b >= 1\n c2: a - b + c <= 1\n c4: a + k <= 5\n \
                c5: 2 b + 1.5 y = 3\n c6: z + y <= 7\n r1: k + z >= -3\n r2: k + z <= 9\nBounds\n -2 <= y <= 2.5\n k <= 9\n \
                z free\n w >= -4\nGeneral\n k w\nBinary\n a b c\nEnd\n";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("m.lp"), text).expect("a file");
    let commands: [(&str, &[&str], &[&str]); 5] = [
        ("highs", &["m.lp", "--write_model_file", "h.lp"], &["h.lp"]),
        ("highs", &["m.lp", "--write_model_file", "h.mps"], &["h.mps"]),
        ("cbc", &["m.lp", "export", "c.mps"], &["c.mps"]),
        (
            "scip",
            &["-c", "read m.lp write problem s.lp write problem s.mps quit"],
            &["s.lp", "s.mps"],
        ),
        ("glpsol", &["--lp", "m.lp", "--check", "--wlp", "g.lp"], &["g.lp"]),
    ];
    for (name, arguments, files) in commands {
        let Ok(Engine::External(solver)) = Engine::find(name) else { panic!("{name}") };
        let mut command = std::process::Command::new(&solver.path);
        let run = command.args(arguments).current_dir(folder.path()).output();
        assert!(run.expect("a run").status.success(), "{name}");
        for file in files {
            let path = folder.path().join(file);
            let text = std::fs::read(&path).expect("a file");
            let format = format_of_source(&path.display().to_string()).expect("a format");
            let model = read_model(format, &text[..], file)
                .unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(&text)));
            let outcome = Solve::new(&model).run().expect("a run");
            let value = outcome.main.outcome.objective.and_then(|one| one.value);
            assert_eq!((outcome.verdict(), value), (Verdict::Optimal, Some(-18.0)), "{file}");
        }
    }
}

/// The first choice is a SAT solver, which does not take the column.
#[test]
fn a_solver_that_takes_the_problem_confirms_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mixed.lp").display().to_string();
    let text = "Maximize\n obj: 2.5 a + 3 y\nSubject To\n c1: y + a <= 3.5\nBounds\n y <= 9\nBinary\n a\nEnd\n";
    std::fs::write(&path, text).expect("a file");
    for (solver, by) in [("highs", "microlp"), ("microlp", "highs")] {
        let output = encycle(&["solve", &path, "--solver", solver, "--confirm"]);
        let text = stdout(&output);
        assert_eq!(code(&output), 0, "{solver}: {text}");
        assert!(text.contains(&format!("confirmed by {by}")), "{solver}: {text}");
    }
}

/// glpsol says that there is no primal solution, and microlp, which takes all columns, confirms it.
#[test]
fn an_infeasible_program_has_the_same_verdict_with_every_mip_solver() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("none.lp").display().to_string();
    let text =
        "Minimize\n obj: x + n\nSubject To\n c: x + n >= 0.5\n d: x + n <= 0.2\nGeneral\n n\nEnd\n";
    std::fs::write(&path, text).expect("a file");
    for solver in ["highs", "scip", "cbc", "glpsol"] {
        let output = encycle(&["solve", &path, "--solver", solver]);
        assert_eq!(code(&output), 1, "{solver}: {}", stdout(&output));
        assert!(stdout(&output).contains("confirmed by microlp"), "{solver}: {}", stdout(&output));
    }
}
