//! `solve`: rounds and runs.

use serde_json::{Value, json};

use super::{ask, examples, job, numbers, refused};

/// Each round arrives once and in order, the last one with the solution, and its walks consist of the model's lines.
#[test]
fn rounds_arrive_in_order_with_models_walks_and_cuts() {
    for (name, board) in examples() {
        let encodings = board["encodings"].as_array().expect("encodings");
        let runs: Vec<Value> = encodings
            .iter()
            .take(2)
            .map(|encoding| json!({ "formula": { "encoding": encoding }, "presolve": false }))
            .collect();
        let events =
            job(json!({ "do": "solve", "puzzle": board["puzzle"], "runs": runs, "unique": true }));
        for number in 0..runs.len() {
            let of_run = |event: &&Value| event["run"] == number;
            let (rounds, ends): (Vec<&Value>, Vec<&Value>) =
                events.iter().filter(of_run).partition(|event| event["event"] == "round");
            let end = ends.first().unwrap_or_else(|| panic!("{name}: run {number} has no end"));
            assert_eq!(end["result"]["verdict"], "unique", "{name}: {}", end["words"]);
            let count = end["result"]["rounds"].as_array().expect("rounds").len();
            let order: Vec<usize> = rounds
                .iter()
                .map(|one| one["round"].as_u64().expect("a number") as usize)
                .collect();
            assert_eq!(order, (1..=count).collect::<Vec<_>>(), "{name}");
            let lines = board["lines"].as_array().expect("lines");
            for round in
                rounds.iter().filter(|round| !round["model"].is_null() && !lines.is_empty())
            {
                let model =
                    numbers(&round["model"]).into_iter().filter(|&atom| atom < lines.len()).count();
                let walks = round["walks"].as_array().expect("walks").iter();
                let walked: usize = walks.map(|walk| numbers(walk).len() - 1).sum();
                assert_eq!(walked, model, "{name}: round {}", round["round"]);
            }
            let solution = &end["solutions"][0];
            let marks = json!({ "present": solution["present"], "absent": solution["absent"] });
            let checked = ask(json!({ "do": "check", "puzzle": board["puzzle"], "marks": marks }));
            assert_eq!(checked["solved"], true, "{name}");
        }
    }
}

/// Some example needs cuts, and its cuts have reasons and lines.
#[test]
fn cuts_have_reasons_and_atoms() {
    let board = ask(json!({ "do": "example", "name": "wren" }));
    let runs = [json!({ "formula": { "encoding": "edge" }, "cuts": "leave", "presolve": false })];
    let events = job(json!({ "do": "solve", "puzzle": board["puzzle"], "runs": runs }));
    let cuts: Vec<&Value> =
        events.iter().filter_map(|event| event["cuts"].as_array()).flatten().collect();
    assert!(!cuts.is_empty());
    for cut in cuts {
        assert!(!cut["reason"].as_str().expect("words").is_empty());
        assert!(!numbers(&cut["atoms"]).is_empty(), "{cut}");
    }
}

/// What is no name of a solver: paths, options, libraries.
const FORBIDDEN: [&str; 6] =
    ["", "/bin/sh", "./solver", "../minisat", "minisat --help", "ipasir:/tmp/a.so"];

/// A page names a solver by its name in the catalogue: no path, no options, no library.
#[test]
fn solvers_are_named_and_never_paths_or_options() {
    let solve = |solver: &str| {
        refused(&json!({
            "do": "solve", "puzzle": "slitherlink 1 1\n4\n", "runs": [{ "solver": solver }],
        }))
    };
    for name in FORBIDDEN.into_iter().chain(["batsat,batsat", "BATSAT\0"]) {
        assert!(solve(name).starts_with("unknown solver '"), "{name}: {}", solve(name));
    }
    #[cfg(feature = "process")]
    for name in FORBIDDEN.into_iter().chain(["minisat,cadical"]) {
        use encycle::page::{Host as _, InstalledHost};
        let error = InstalledHost.engine(name).expect_err(name).to_string();
        assert!(error.starts_with("unknown solver '"), "{name}: {error}");
    }
}

#[test]
fn runs_are_limited_and_their_choices_checked() {
    let solve = |runs: Value, timeout: Value| {
        refused(
            &json!({ "do": "solve", "puzzle": "slitherlink 1 1\n4\n", "runs": runs, "timeout": timeout }),
        )
    };
    assert!(solve(json!([]), json!(1)).starts_with("0 runs"));
    assert!(solve(json!([{}, {}, {}, {}, {}]), json!(1)).starts_with("5 runs"));
    assert!(solve(json!([{}]), json!(-1)).starts_with("time limit: "));
    assert!(solve(json!([{}]), json!(1e300)).starts_with("time limit: "));
    assert!(solve(json!([{ "cuts": "sideways" }]), json!(1)).starts_with("unknown cut kind"));
    assert!(solve(json!([{ "formula": { "encoding": "none" } }]), json!(1)).contains("none"));
    assert!(
        solve(json!([{ "formula": { "cnf": "tsetin" } }]), json!(1))
            .contains("did you mean `tseitin`")
    );
}
