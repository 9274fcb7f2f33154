//! `encycle competition` and `encycle lint --bundle`. The hard solver is `encycle sat`. The easy one never answers, so
//! no instance is too easy.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use encycle::competition::{RULES, TooFew, check_bundle};
use encycle::files::compression::Compression;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::binary::{code, encycle, stderr, stdout};
use crate::support::misbehaving;

const HARD: [&str; 2] = ["--hard", "encycle:60"];

/// A solver that never answers, with its limit.
fn never() -> String {
    misbehaving::text("hangs-alone") + ":0.01"
}

/// Runs `encycle competition` with an author and these arguments.
fn competition(folder: &Path, out: &str, arguments: &[&str]) -> std::process::Output {
    let authors = folder.join("authors.txt");
    fs::write(&authors, "Ada Example, University of Examples\n").expect("a file");
    let (authors, out) = (authors.display().to_string(), folder.join(out).display().to_string());
    let fixed = ["competition", "--authors", &authors, "--out", &out];
    encycle(&[&fixed, arguments].concat())
}

/// A bundle of 20 instances, made once.
fn bundle() -> &'static Path {
    static BUNDLE: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    let (_, path) = BUNDLE.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let arguments = ["generate:slitherlink:4x4..6x6:4", "--no-comments"];
        let output = competition(
            folder.path(),
            "bundle",
            &[&arguments[..], &["--easy", &never()], &HARD].concat(),
        );
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(stdout(&output).ends_with("20 instances, 20 of them in the window\n"));
        let path = folder.path().join("bundle");
        (folder, path)
    });
    path
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

fn edit(folder: &Path, change: impl Fn(&mut Value)) {
    let path = folder.join("bundle.json");
    let mut report =
        serde_json::from_str(&fs::read_to_string(&path).expect("a file")).expect("JSON");
    change(&mut report);
    fs::write(path, report.to_string()).expect("a file");
}

fn replace(folder: &Path, file: &str, from: &str, to: &str) {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).expect("a file");
    assert!(text.contains(from), "{file}: {from}");
    fs::write(path, text.replace(from, to)).expect("a file");
}

/// The path of the first instance.
fn first(folder: &Path) -> PathBuf {
    let text = fs::read_to_string(folder.join("bundle.json")).expect("a file");
    let report: Value = serde_json::from_str(&text).expect("JSON");
    folder.join(report["instances"][0]["file"].as_str().expect("a path"))
}

/// A second try found "not empty", and named `--force`, which times all candidates again.
#[test]
fn timed_candidates_are_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    fs::write(path("authors.txt"), "A. Uthor, Nowhere\n").expect("a file");
    fs::create_dir_all(path("bundle/measured")).expect("a folder");
    let words =
        ["competition", "examples/slitherlink", "--easy", "encycle:1", "--hard", "encycle:1"];
    let (authors, out) = (path("authors.txt"), path("bundle"));
    let output = encycle(&[&words[..], &["--authors", &authors, "--out", &out]].concat());
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("help: add --resume"), "{}", stderr(&output));
}

#[test]
fn a_bundle_follows_the_rules() {
    let output = encycle(&["lint", "--bundle", bundle().to_str().expect("text")]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    let table = fs::read_to_string(bundle().join("instances.csv")).expect("a table");
    // each puzzle is satisfiable, and without its only solution unsatisfiable
    let of = |word: &str| table.lines().filter(|line| line.contains(word)).count();
    assert_eq!(
        (of(",sat,\"a solution"), of(",unsat,the built-in solver: unique")),
        (10, 10),
        "{table}"
    );
    // each instance had `warnings: 1`, without the rule
    let lint = fs::read_to_string(bundle().join("lint.txt")).expect("the findings");
    let rule = "\n  1 [cnf-no-comment]: The first comments state how the formula was generated";
    assert_eq!(lint.matches(rule).count(), 20, "{lint}");
}

/// Each rule finds a damage that it is there for.
#[test]
fn every_rule_of_bundles_finds_its_damage() {
    type Damage = fn(&Path);
    let damages: [(&str, Damage); 14] = [
        ("bundle-readable", |folder| fs::write(folder.join("bundle.json"), "{").expect("a file")),
        ("bundle-count", |folder| {
            edit(folder, |report| {
                report["instances"].as_array_mut().expect("a list").pop();
            });
        }),
        ("bundle-new", |folder| {
            edit(folder, |report| {
                report["instances"][1]["gbdhash"] = report["instances"][0]["gbdhash"].clone();
            });
        }),
        ("bundle-window", |folder| {
            edit(folder, |report| {
                for one in report["instances"].as_array_mut().expect("a list").iter_mut().skip(9) {
                    one["easy"]["satisfiable"] = one["satisfiable"].clone();
                }
            });
        }),
        ("bundle-files", |folder| fs::remove_file(first(folder)).expect("removed")),
        ("bundle-names", |folder| {
            fs::rename(first(folder), folder.join("instances/A_b.cnf.xz")).expect("renamed");
            edit(folder, |report| report["instances"][0]["file"] = "instances/A_b.cnf.xz".into());
        }),
        ("bundle-clean", |folder| {
            let file = fs::File::create(first(folder)).expect("a file");
            let text = b"c made by hand\np cnf 1 1\n1 1 0\n";
            Compression::Xz.write(file, |out| out.write_all(text)).expect("written");
        }),
        ("bundle-hashes", |folder| {
            edit(folder, |report| report["instances"][0]["gbdhash"] = "0".into())
        }),
        ("bundle-status", |folder| {
            edit(folder, |report| {
                let truth = report["instances"][0]["satisfiable"].as_bool().expect("a status");
                report["instances"][0]["satisfiable"] = (!truth).into();
            });
        }),
        ("bundle-table", |folder| replace(folder, "instances.csv", "unsat", "sat")),
        ("bundle-description", |folder| replace(folder, "description.tex", "IEEEtran", "article")),
        ("bundle-authors", |folder| fs::remove_file(folder.join("LICENSE.txt")).expect("removed")),
        ("bundle-checksums", |folder| replace(folder, "lint.txt", "errors: 0", "errors: 1")),
        ("bundle-commands", |folder| {
            edit(folder, |report| {
                let command = report["instances"][0]["command"].as_array_mut().expect("a list");
                command.retain(|word| word != "--no-comments");
            });
        }),
    ];
    let rules: BTreeSet<&str> = RULES.iter().map(|rule| rule.name).collect();
    assert_eq!(rules, damages.iter().map(|(rule, _)| *rule).collect());
    let program = PathBuf::from(crate::support::binary::own_binary());
    for (rule, damage) in damages {
        let folder = tempfile::tempdir().expect("a folder");
        copy(bundle(), folder.path());
        damage(folder.path());
        let found = check_bundle(folder.path(), Some(&program));
        assert!(found.iter().any(|one| one.rule.name == rule), "{rule}: {found:?}");
    }
}

/// A command of a foreign bundle writes nowhere else.
#[test]
fn commands_that_leave_the_bundle_are_not_run() {
    let folder = tempfile::tempdir().expect("a folder");
    copy(bundle(), folder.path());
    let outside = folder.path().join("outside.cnf").display().to_string();
    edit(folder.path(), |report| {
        let command = report["instances"][0]["command"].as_array_mut().expect("a list");
        command.splice(1..1, ["--map".into(), outside.clone().into()]);
    });
    let program = PathBuf::from(crate::support::binary::own_binary());
    let found = check_bundle(folder.path(), Some(&program));
    assert!(found.iter().any(|one| one.message.starts_with("not a command")), "{found:?}");
    assert!(!Path::new(&outside).exists());
}

#[test]
fn too_few_instances_are_refused_and_a_resumed_run_keeps_the_times() {
    let folder = tempfile::tempdir().expect("a folder");
    let family = "generate:slitherlink:4x4:1";
    let never = never();
    let arguments = |source| [&[source, "--instances", "4", "--easy", &never], &HARD[..]].concat();
    let output = competition(folder.path(), "out", &arguments(family));
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(stderr(&output).contains("2 of 2 candidates are in the window"), "{}", stderr(&output));
    assert!(stderr(&output).contains("help: add candidates"), "{}", stderr(&output));
    let measured = folder.path().join("out/measured");
    let times = || -> BTreeSet<_> {
        fs::read_dir(&measured)
            .expect("a folder")
            .map(|entry| entry.and_then(|entry| entry.metadata()?.modified()).expect("a time"))
            .collect()
    };
    let before = times();
    let output = competition(folder.path(), "out", &arguments(family));
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let resumed = [&arguments(family)[..], &["--resume"]].concat();
    assert_eq!(code(&competition(folder.path(), "out", &resumed)), 1);
    assert_eq!(times(), before);
    let more = [&arguments("generate:slitherlink:4x4:2")[..], &["--resume"]].concat();
    let output = competition(folder.path(), "out", &more);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    // a bundle of half the instances is a warning, here and in `lint`
    let warning = "bundle.json: warning [bundle-count] 4 instances";
    assert!(stderr(&output).contains(warning), "{}", stderr(&output));
    let out = folder.path().join("out").display().to_string();
    let linted = encycle(&["lint", "--bundle", &out]);
    assert_eq!(code(&linted), 0, "{}", stdout(&linted));
    assert!(stdout(&linted).contains(warning), "{}", stdout(&linted));
}

/// The names of the files in a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    entries.map(name).map(|name| name.to_string_lossy().into_owned()).collect()
}

/// The times were deleted with the end of the run, so a bundle of 24 in place of 20 instances took a further night, and
/// the published times changed. With fewer instances, the files of the others stayed.
#[test]
fn a_finished_bundle_is_extended_and_shortened_with_the_same_times() {
    let folder = tempfile::tempdir().expect("a folder");
    let never = never();
    let made = |count: &str, more: &[&str]| {
        let family = ["generate:slitherlink:4x4:3", "--instances", count, "--easy", &never];
        let output = competition(folder.path(), "out", &[&family[..], &HARD, more].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let text = fs::read_to_string(folder.path().join("out/bundle.json")).expect("a file");
        let report: Value = serde_json::from_str(&text).expect("JSON");
        let instances = report["instances"].as_array().expect("a list").iter();
        let time = |one: &Value| (one["file"].to_string(), one["hard"].to_string());
        instances.map(time).collect::<BTreeSet<_>>()
    };
    let out = folder.path().join("out");
    let four = made("4", &[]);
    let six = made("6", &["--resume"]);
    assert_eq!((four.len(), six.len()), (4, 6));
    assert!(four.is_subset(&six), "{four:?} {six:?}");
    let two = made("2", &["--resume"]);
    assert!(two.is_subset(&six), "{two:?} {six:?}");
    assert_eq!(names(&out.join("instances")).len(), 2);
    assert!(names(&out.join("puzzles")).len() <= 2);
    assert_eq!(names(&out.join("measured")).len(), 6);
    let found = check_bundle(&out, None);
    let rules: Vec<&str> = found.iter().map(|one| one.rule.name).collect();
    assert_eq!(rules, ["bundle-count"], "{found:?}");
}

/// Files of others in the folder of the instances were a warning at the end, and an error of `lint`.
#[test]
fn foreign_files_are_errors_at_the_end_of_the_run_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let foreign = folder.path().join("out/instances/notes.txt");
    fs::create_dir_all(foreign.parent().expect("a folder")).expect("a folder");
    fs::write(&foreign, "mine").expect("a file");
    let never = never();
    let arguments = ["generate:slitherlink:4x4:1", "--instances", "2", "--easy", &never];
    let arguments = [&arguments[..], &HARD, &["--resume"]].concat();
    let output = competition(folder.path(), "out", &arguments);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(stderr(&output).contains("notes.txt: error [bundle-files]"), "{}", stderr(&output));
    assert!(foreign.exists());
}

/// The linter found the tautologies after all candidates had been timed, which ended with an internal error.
#[test]
fn the_method_naive_is_refused_and_all_leaves_it_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let never = never();
    let of = |out: &str, method: &str| {
        let arguments = ["generate:slitherlink:4x4:1", "--instances", "12", "--easy", &never];
        let arguments = [&arguments[..], &HARD, &["--cnf", method]].concat();
        competition(folder.path(), out, &arguments)
    };
    let output = of("naive", "tseitin,naive");
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains("help: use naive-nontautological"), "{}", stderr(&output));
    assert!(!folder.path().join("naive").exists());
    // six methods, some with the same formulas
    let output = of("all", "all");
    let (code, said) = (code(&output), stderr(&output));
    assert!(code == 0 || code == 1 && said.contains("candidates are in the window"), "{said}");
    let measured = names(&folder.path().join("all/measured"));
    let is_naive = |name: &String| name.contains("-naive.") || name.contains("-naive-second");
    assert!(!measured.iter().any(is_naive), "{measured:?}");
    assert_eq!(measured.len(), 12, "{measured:?}");
}

/// All candidates were in the window, and the advice was to make them smaller.
#[test]
fn candidates_in_the_window_are_advised_to_be_more() {
    let few = TooFew { wanted: 20, all: 6, window: 5, easy: 0, hard: 1 };
    assert!(few.to_string().contains("help: add candidates"), "{few}");
    let few = TooFew { wanted: 20, all: 6, window: 1, easy: 1, hard: 4 };
    assert!(few.to_string().contains("help: sweep smaller sizes"), "{few}");
}

/// A byte order mark became part of the first author, and a comment an author.
#[test]
fn marks_and_comments_in_the_file_of_authors_are_no_authors() {
    let folder = tempfile::tempdir().expect("a folder");
    let authors = folder.path().join("authors.txt");
    fs::write(&authors, "\u{feff}# contact first\nAda Example, Nowhere\n").expect("a file");
    let (authors, never) = (authors.display().to_string(), never());
    let out = folder.path().join("out");
    let out_text = out.display().to_string();
    let fixed = ["competition", "generate:slitherlink:4x4:1", "--instances", "2", "--authors"];
    let more = [&*authors, "--out", &out_text, "--easy", &never];
    let output = encycle(&[&fixed[..], &more, &HARD].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = fs::read_to_string(out.join("bundle.json")).expect("a file");
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["authors"], serde_json::json!(["Ada Example, Nowhere"]));
}

/// An encoding of one kind leaves the puzzles of other kinds out; a source that cannot be read counts in the exit code.
#[test]
fn puzzles_of_other_kinds_are_skipped_and_missing_files_are_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    let never = never();
    let options = ["--instances", "2", "--encoding", "s3", "--easy", &never, HARD[0], HARD[1]];
    let sources = ["examples/slitherlink/first.txt", "generate:sudoku:4x4"];
    let output = competition(folder.path(), "out", &[&sources[..], &options].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("first.txt: skipped: "), "{}", stderr(&output));
    let sources = ["nosuch.txt", "generate:sudoku:4x4"];
    let output = competition(folder.path(), "other", &[&sources[..], &options].concat());
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stderr(&output).starts_with("error: nosuch.txt: "), "{}", stderr(&output));
}

/// With the same solver twice, all instances are too easy.
#[test]
fn easy_instances_are_refused_with_advice() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["examples/slitherlink/first.txt", "--instances", "1", "--easy", "encycle:60"];
    let output = competition(folder.path(), "out", &[&arguments[..], &HARD].concat());
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(stderr(&output).contains("help: sweep larger sizes"), "{}", stderr(&output));
}

#[test]
fn instances_for_model_counters_have_the_exact_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let puzzle = folder.path().join("open.txt");
    fs::write(&puzzle, "slitherlink 2 2\n..\n..\n").expect("a file");
    let puzzle = puzzle.display().to_string();
    let counted = |encoding: &str| {
        let arguments = [&*puzzle, "--track", "mc", "--instances", "1", "--encoding", encoding];
        let output = competition(
            folder.path(),
            encoding,
            &[&arguments[..], &["--easy", &never()], &HARD].concat(),
        );
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let out = folder.path().join(encoding);
        let text = fs::read_to_string(out.join("bundle.json")).expect("a file");
        let report: Value = serde_json::from_str(&text).expect("JSON");
        let mut formula = String::new();
        let mut input = encycle::files::compression::open(&first(&out)).expect("an instance");
        std::io::Read::read_to_string(&mut input, &mut formula).expect("text");
        (report["instances"][0]["models"].clone(), formula)
    };
    // the loops in a grid of 2 x 2 cells
    let (models, formula) = counted("edge+order");
    assert_eq!(models, "13");
    assert!(formula.starts_with("c t mc\n"), "{formula}");
    // spanning trees are not determined by the loop
    let (models, formula) = counted("edge+cotree");
    assert_eq!(models, "13");
    assert!(formula.starts_with("c t pmc\n") && formula.contains("\nc p show 1 2 "), "{formula}");
}

#[test]
fn wrong_options_are_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let puzzle = "examples/slitherlink/first.txt";
    for (arguments, expected) in [
        (&[puzzle, "--easy", "encycle"][..], "help: write NAME:SECONDS"),
        (&[puzzle, "--easy", "batsat:1"], "help: `encycle` is batsat as a program"),
        (&[puzzle, "--track", "pb", "--easy", "encycle:1"], "needs one of the kind pb"),
        (
            &["generate:slitherlink:9x9..4x4", "--easy", "encycle:1", HARD[0], HARD[1]],
            "help: write generate:KIND",
        ),
        (
            &[puzzle, "--encoding", "edge", "--easy", "encycle:1", HARD[0], HARD[1]],
            "help: add a part such as",
        ),
    ] {
        let output = competition(folder.path(), "out", arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(expected), "{arguments:?}: {}", stderr(&output));
    }
    let authors = folder.path().join("nobody.txt");
    fs::write(&authors, "\n").expect("a file");
    let authors = authors.display().to_string();
    let out = folder.path().join("out").display().to_string();
    let output = encycle(&["competition", puzzle, "--authors", &authors, "--out", &out]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("no author"), "{}", stderr(&output));
}

/// A wrong answer of a solver was called an internal error, to be reported with the puzzle.
#[test]
fn a_wrong_answer_is_the_fault_of_the_solver() {
    let folder = tempfile::tempdir().expect("a folder");
    // it says that every formula is unsatisfiable
    let liar = misbehaving::text("leaves-a-child") + ":2";
    let arguments = ["examples/slitherlink/first.txt", "--easy", &liar, HARD[0], HARD[1]];
    let output = competition(folder.path(), "out", &arguments);
    assert_eq!(code(&output), 4, "{}", stderr(&output));
    let said = stderr(&output);
    assert!(said.contains("the answer is unsat, but the instance is sat"), "{said}");
    assert!(said.contains("help: probe the solver") && !said.contains("internal"), "{said}");
}

/// The last report of the built-in solver stayed on the screen while the other solvers ran.
#[test]
fn the_progress_names_the_candidate_that_is_timed() {
    let folder = tempfile::tempdir().expect("a folder");
    let never = never();
    let arguments = ["generate:slitherlink:4x4:1", "--instances", "2", "--easy", &never];
    let arguments = [&arguments[..], &HARD, &["--progress"]].concat();
    let output = competition(folder.path(), "out", &arguments);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let said = stderr(&output);
    assert!(said.matches("timing candidates: ").count() >= 2, "{said}");
    assert!(!said.contains("building the formula"), "{said}");
}
