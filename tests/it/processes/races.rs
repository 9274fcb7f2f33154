//! Races, confirmation and IPASIR libraries, with misbehaving solvers.

use std::path::Path;
use std::time::Instant;

use serde_json::Value;

use crate::support::binary::{code, encycle, json};
use crate::support::library::{self, ipasir};
use crate::support::misbehaving::text as misbehaving;

const TEN: &str = "examples/slitherlink/ten.txt";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn answers_of_ipasir_libraries_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let solve = |name: &str, timeout: &str| {
        let library = ipasir(&library::compiled(name, folder.path()));
        encycle(&["solve", TEN, "--timeout", timeout, "--solver", &library])
    };
    let lies = solve("ipasir-lies.c", "100");
    assert_eq!(code(&lies), 4);
    assert!(text(&lies.stderr).contains("liar-1: wrong model: it violates rule"), "{lies:?}");
    assert!(text(&lies.stdout).starts_with(&format!("{TEN}: failed")), "{lies:?}");
    let hangs = solve("ipasir-hangs.c", "0.3");
    assert_eq!(code(&hangs), 3, "{hangs:?}");
    let lacks = solve("ipasir-lacks.c", "100");
    assert_eq!(code(&lacks), 4);
    assert!(
        text(&lacks.stderr).contains("not an IPASIR library: no function `ipasir_release`"),
        "{lacks:?}"
    );
    let missing = encycle(&["solve", TEN, "--solver", "ipasir:/nowhere.so"]);
    assert_eq!(code(&missing), 2, "like a missing program");
    assert!(text(&missing.stderr).contains("/nowhere.so: no such IPASIR library"), "{missing:?}");
    let no_library = encycle(&["solve", TEN, "--solver", &ipasir(Path::new(TEN))]);
    assert!(text(&no_library.stderr).contains("cannot load the library"), "{no_library:?}");
}

/// The first valid answer wins. Solvers that return wrong models, crash or hang do not affect the verdict and are killed.
#[test]
fn the_first_valid_answer_wins_a_race() {
    let started = Instant::now();
    let solvers = ["hangs-deaf", "lies-with-a-wrong-model", "fails"].map(misbehaving);
    let list = format!("{},batsat", solvers.join(","));
    let output = encycle(&["solve", TEN, "--unique", "--race", &list, "--json"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    assert!(started.elapsed().as_secs() < 300, "`hangs-deaf` sleeps for ten minutes");
    let report = json(&output);
    assert_eq!(
        (&report["verdict"], &report["solver"]["name"]),
        (&"unique".into(), &"batsat".into())
    );
    let others: Vec<&Value> = report["others"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|other| &other["verdict"])
        .collect();
    assert!(others.contains(&&Value::from("failed")), "{report}");
    assert!(text(&output.stderr).contains("wrong model"), "{output:?}");
}

/// Standard output is redirected while a library runs. A program started meanwhile must not inherit the real one.
#[test]
fn a_solver_beside_a_library_cannot_write_to_standard_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = ipasir(&library::compiled("ipasir-hangs.c", folder.path()));
    for _ in 0..5 {
        let list = format!("{library},{}", misbehaving("writes-on-other-files"));
        let output = encycle(&["solve", TEN, "--timeout", "0.4", "--json", "--race", &list]);
        assert_eq!(code(&output), 3, "{output:?}");
        assert_eq!(json(&output)["verdict"], "unknown", "{output:?}");
    }
}

/// A solver cannot confirm itself under another name; two unknown programs can confirm each other.
#[test]
fn a_solver_cannot_confirm_itself() {
    let (one, two) = (misbehaving("leaves-a-child"), misbehaving("crashes-after-unsatisfiable"));
    let itself = assert_cmd::cargo::cargo_bin("encycle");
    let itself = itself.to_str().expect("text");
    for (solver, confirm) in [("batsat", itself), (&one[..], &one[..])] {
        let confirm = format!("--confirm={confirm}");
        let output = encycle(&["solve", TEN, "--solver", solver, &confirm]);
        assert_eq!(code(&output), 2, "{solver} {confirm}: {output:?}");
    }
    let output = encycle(&["solve", TEN, "--solver", &one, &format!("--confirm={two}"), "--json"]);
    let report = json(&output);
    assert_eq!(report["solver"]["name"], "leaves-a-child", "{report}");
    assert_eq!(report["verdict"], "unknown", "{report}");
}

#[test]
fn an_unknown_name_in_a_list_is_an_error_before_any_run() {
    for arguments in [
        ["--race-encodings", "edge,bogus"],
        ["--race-encodings", "edge,,colour"],
        ["--race", "batsat,"],
        ["--race", "batsat,no-such-solver"],
    ] {
        let output = encycle(&[&["solve", TEN][..], &arguments].concat());
        assert_eq!(code(&output), 2, "{arguments:?}: {output:?}");
    }
}

#[test]
fn a_race_without_an_answer_is_unknown_if_one_solver_reached_a_limit() {
    let list = ["fails", "hangs"].map(misbehaving).join(",");
    let output = encycle(&["solve", TEN, "--race", &list, "--timeout", "0.5"]);
    assert_eq!(code(&output), 3, "{output:?}");
    let list = ["fails", "prints-nothing"].map(misbehaving).join(",");
    assert_eq!(code(&encycle(&["solve", TEN, "--race", &list])), 4);
}

/// `leaves-a-child` always answers UNSATISFIABLE.
#[test]
fn confirmation_finds_a_missed_solution() {
    let liar = misbehaving("leaves-a-child");
    let believed = encycle(&["solve", TEN, "--solver", &liar]);
    assert_eq!(code(&believed), 1, "one solver alone is trusted");
    for confirm in ["--confirm", "--confirm=batsat", "--confirm=microlp"] {
        let output = encycle(&["solve", TEN, "--solver", &liar, confirm, "--json"]);
        assert_eq!(code(&output), 4, "{confirm}: {output:?}");
        let report = json(&output);
        assert_eq!(report["verdict"], "failed");
        assert!(report["edges"].is_array(), "the solution is in the JSON");
        let error = report["error"].as_str().expect("an error");
        assert!(error.contains("wrong verdict `no-solution`"), "{error}");
    }
}
