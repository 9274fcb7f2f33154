//! Solver descriptions of users and probes of unknown programs. The commands run with temporary directories in place
//! of the user's configuration and cache.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use encycle::solvers::{Catalogue, CatalogueError};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::misbehaving::text as misbehaving;

/// A temporary home directory with scripts as solvers.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        let home = Self(tempfile::tempdir().unwrap());
        fs::create_dir_all(home.path("config/encycle")).unwrap();
        home
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    /// A solver that appends its arguments to the file `asked`, runs `words`, then `encycle sat`.
    fn solver(&self, name: &str, words: &str) -> PathBuf {
        let asked = self.path("asked");
        let (asked, own) = (asked.display(), env!("CARGO_BIN_EXE_encycle"));
        let text = format!(
            "#!/bin/sh\necho \"{name} $*\" >> '{asked}'\n{words}\nexec '{own}' sat \"$@\"\n"
        );
        self.script(name, &text)
    }

    fn script(&self, name: &str, text: &str) -> PathBuf {
        let path = self.write(name, text);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// One line for each start of a script: its name and arguments.
    fn asked(&self) -> String {
        fs::read_to_string(self.path("asked")).unwrap_or_default()
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_encycle"))
            .args(arguments)
            .env("HOME", self.0.path())
            .env("XDG_CONFIG_HOME", self.path("config"))
            .env("XDG_CACHE_HOME", self.path("cache"))
            .output()
            .unwrap()
    }

    fn remembered(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path("cache/encycle/probes"));
        entries.into_iter().flatten().map(|entry| entry.unwrap().path()).collect()
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

const PUZZLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/slitherlink/first.txt");

/// The user's file is read before those of `--solvers`; for each name the last description counts.
#[test]
fn later_descriptions_replace_earlier_ones() {
    let home = Home::new();
    let (one, two) = (home.solver("one", ""), home.solver("two", ""));
    let list = |program: &Path| {
        format!(
            "[[solver]]\nname = 'mine'\nlike = 'competition'\nprograms = ['{}']\n",
            text(program)
        )
    };
    home.write("config/encycle/solvers.toml", &list(&one));
    let found = home.run(&["solve", PUZZLE, "--solver", "mine"]);
    assert!(found.status.success(), "{}", err(&found));
    assert!(home.asked().starts_with("one /"), "{}", home.asked());

    fs::remove_file(home.path("asked")).unwrap();
    let file = home.write("two.toml", &list(&two));
    let found = home.run(&["solve", PUZZLE, "--solver", "mine", "--solvers", text(&file)]);
    assert!(found.status.success(), "{}", err(&found));
    assert!(home.asked().starts_with("two /"), "{}", home.asked());

    // `like` sees what the files before have said, and a second file may follow
    let third = home
        .write("three.toml", "[[solver]]\nname = 'third'\nlike = 'mine'\nprograms = ['~/one']\n");
    let files = ["--solvers", text(&file), "--solvers", text(&third)];
    let listed = home.run(&[&["solvers", "mine", "third"][..], &files].concat());
    assert!(listed.status.success(), "{}", err(&listed));
    let listed = out(&listed);
    let mut lines = listed.lines();
    assert!(lines.next().unwrap().ends_with(text(&two)), "{listed}");
    assert!(lines.next().unwrap().ends_with(text(&one)), "{listed}");
}

/// The built-in catalogue does not read the user's file.
#[test]
fn the_builtin_catalogue_contains_no_user_descriptions() {
    assert!(Catalogue::builtin().get("mine").is_none());
    assert!(encycle::solvers::find("mine").is_err());
}

#[test]
fn errors_in_descriptions_have_file_line_and_column() {
    let home = Home::new();
    let file = home.write("bad.toml", "[[solver]]\nname = 'mine'\nlike = 'minisaat'\n");
    let refused = home.run(&["solve", PUZZLE, "--solver", "mine", "--solvers", text(&file)]);
    assert_eq!(refused.status.code(), Some(2));
    let place = format!("{}:3:8: unknown solver: `minisaat`", text(&file));
    assert!(err(&refused).contains(&place), "{}", err(&refused));

    // the user's own file as well, in every command that knows solvers
    let own = home.write("config/encycle/solvers.toml", "[[solver]]\nname = 'mine'\nkind = 3\n");
    for command in [&["solvers"][..], &["solve", PUZZLE, "--solver", "minisat"]] {
        let refused = home.run(command);
        assert_eq!(refused.status.code(), Some(2), "{command:?}");
        assert!(err(&refused).contains(&format!("{}:3:8: ", text(&own))), "{}", err(&refused));
    }

    let missing = home.path("missing.toml");
    fs::remove_file(own).unwrap();
    let refused = home.run(&["solvers", "--solvers", text(&missing)]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(err(&refused).contains("missing.toml"), "{}", err(&refused));
}

#[test]
fn a_printed_description_can_be_read() {
    let home = Home::new();
    let printed = home.run(&["solvers", "--describe", "scip"]);
    assert!(printed.status.success());
    let file = home.write("scip.toml", &out(&printed));
    let again = home.run(&["solvers", "--describe", "scip", "--solvers", text(&file)]);
    assert_eq!(out(&again), out(&printed));
    assert!(out(&again).contains("write solution \"{output}\""));
    assert_eq!(home.run(&["solvers", "--describe", "nobody"]).status.code(), Some(2));
}

/// docs/reference/solvers.md has working examples and a row for every field.
#[test]
fn the_documentation_of_descriptions_is_complete() {
    let text = include_str!("../../../docs/reference/solvers.md");
    let examples: Vec<&str> =
        text.split("```toml").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(examples.len() >= 4);
    for example in examples {
        if let Err(error) = Catalogue::builtin().clone().extend(example) {
            panic!("{error}\n{example}");
        }
    }
    let expected = |wrong: &str| -> Vec<String> {
        let refused = Catalogue::default().extend(&format!("[[solver]]\n{wrong}")).unwrap_err();
        let refused = refused.to_string();
        let names = refused.split("expected one of ").nth(1).expect("a list of names");
        names.lines().next().unwrap().split(", ").map(str::to_owned).collect()
    };
    for field in expected("no = 1") {
        assert!(
            text.contains(&format!("\n| {field} | ")),
            "docs/reference/solvers.md lacks {field}"
        );
    }
    let row = text.lines().find(|line| line.starts_with("| `answer` |")).expect("a row");
    for dialect in expected("name = \"one\"\nanswer = \"no\"") {
        let name = dialect.trim_matches('`');
        assert!(row.contains(&format!("`\"{name}\"`")), "the row of `answer` lacks {name}");
    }
}

proptest! {
    /// Any text is read, or refused with a position inside it; descriptions that were read can be written and
    /// read again. The texts are valid ones with some damage, so that many get past the parser.
    #[test]
    fn no_list_of_solvers_makes_us_panic(
        damage in vec((any::<Index>(), 0..12_usize, "[\"'{}=.,\na-z\\[\\]ä0 \\\\]{0,6}"), 0..4),
    ) {
        let mut text: Vec<char> = include_str!("../../../solvers/src/catalogue/builtin.toml").chars().collect();
        for (place, length, instead) in damage {
            let start = place.index(text.len());
            let end = (start + length).min(text.len());
            text.splice(start..end, instead.chars());
        }
        let text: String = text.into_iter().collect();
        let mut catalogue = Catalogue::default();
        match catalogue.extend(&text) {
            Ok(()) => for description in catalogue.descriptions() {
                let mut again = Catalogue::default();
                again.extend(&description.to_toml()).unwrap();
                prop_assert_eq!(again.descriptions(), std::slice::from_ref(description));
            },
            Err(CatalogueError::Invalid(bad)) => {
                let line = text.split('\n').nth(bad.line - 1);
                let length = line.map(|line| line.chars().count());
                prop_assert!(length.is_some_and(|length| bad.column <= length + 1), "{}", bad);
            }
            Err(error) => prop_assert!(false, "{}", error),
        }
    }
}

/// The program requires an unusual argument, so only a probe finds how to call it. The result is kept until the
/// program changes.
#[test]
fn a_probe_finds_how_to_call_an_unknown_program_and_is_cached() {
    let home = Home::new();
    let words = "[ \"$1\" = -dimacs ] || { echo usage; exit 1; }; shift";
    let path = home.solver("odd", words);
    let solve = ["solve", PUZZLE, "--solver", text(&path)];
    let failed = home.run(&solve);
    assert_eq!(failed.status.code(), Some(4));
    let hint = format!("`encycle solvers --probe {}`", text(&path));
    assert!(err(&failed).contains(&hint), "{}", err(&failed));

    let probe = ["solvers", "--json", "--probe", text(&path)];
    let probed = |arguments: &[&str]| {
        let output = home.run(arguments);
        assert!(output.status.success(), "{} {}", out(&output), err(&output));
        serde_json::from_str::<Value>(&out(&output)).unwrap()[0]["probe"].clone()
    };
    let first = probed(&probe);
    assert_eq!((&first["works"], &first["remembered"]), (&true.into(), &false.into()));
    assert_eq!(first["facts"]["exit"]["unsatisfiable"], 20, "{first}");
    assert_eq!(first["facts"]["gzip"], true);
    assert_eq!(home.remembered().len(), 1);

    let times = home.asked().lines().count();
    let second = probed(&probe);
    assert_eq!(second["remembered"], true);
    assert_eq!(second["facts"], first["facts"]);
    assert_eq!(home.asked().lines().count(), times, "it was asked again");

    let solved = home.run(&solve);
    assert!(solved.status.success(), "{}", err(&solved));
    let described = out(&home.run(&["solvers", "--describe", text(&path)]));
    assert!(described.contains("\"-dimacs\""), "{described}");
    assert!(described.contains(text(&path)), "{described}");

    let anew = probed(&[&probe[..], &["--again"]].concat());
    assert_eq!(anew["remembered"], false);

    // a changed program is probed anew
    home.solver("odd", &format!("{words} # changed"));
    assert_eq!(home.run(&["solve", PUZZLE, "--solver", text(&path)]).status.code(), Some(4));
    assert_eq!(probed(&probe)["remembered"], false);
    assert_eq!(home.remembered().len(), 2);

    // a damaged cache entry is reported and replaced
    for file in home.remembered() {
        fs::write(file, "{ \"probe_version\": 1, \"prog").unwrap();
    }
    let repaired = home.run(&probe);
    assert!(repaired.status.success());
    assert!(
        err(&repaired).contains("warning: ignoring the damaged probe cache"),
        "{}",
        err(&repaired)
    );
    assert_eq!(probed(&probe)["remembered"], true);
}

/// The cached probe belongs to a program and a description.
#[test]
fn a_changed_description_is_probed_anew() {
    let home = Home::new();
    let path = home.solver("mine", "");
    let list = |more: &str| {
        let text = format!(
            "[[solver]]\nname = 'mine'\nlike = 'competition'\nprograms = ['{}']\n{more}",
            text(&path)
        );
        home.write("list.toml", &text)
    };
    let remembered = |file: &Path| {
        let output = home.run(&["solvers", "--json", "--probe", "mine", "--solvers", text(file)]);
        let value: Value = serde_json::from_str(&out(&output)).unwrap();
        assert_eq!(value[0]["probe"]["works"], true, "{value}");
        value[0]["probe"]["remembered"] == true
    };
    assert!(!remembered(&list("")));
    assert!(remembered(&list("")));
    let seeded = list("seed = ['--seed', '{seed}']\narguments = ['{seed}', '{input}']");
    assert!(!remembered(&seeded));
    assert!(home.asked().contains("--seed 7"), "{}", home.asked());
}

/// The path alone ran the program with a description of a list that was not given.
#[test]
fn a_description_of_a_list_is_not_remembered_for_the_path() {
    let home = Home::new();
    let path = home.solver("mine", "");
    let list = format!(
        "[[solver]]\nname = 'listed'\nlike = 'competition'\nprograms = ['{}']\n\
         arguments = ['--seed', '7', '{{input}}']\n",
        text(&path)
    );
    let file = home.write("list.toml", &list);
    let probed = home.run(&["solvers", "--probe", "listed", "--solvers", text(&file)]);
    assert!(probed.status.success(), "{} {}", out(&probed), err(&probed));
    let described = out(&home.run(&["solvers", "--describe", text(&path)]));
    assert!(!described.contains("listed") && !described.contains("--seed"), "{described}");
}

#[test]
fn a_cache_that_cannot_be_written_is_a_warning() {
    let home = Home::new();
    home.write("cache", "a file where a folder should be");
    let path = home.solver("mine", "");
    let probed = home.run(&["solvers", "--probe", text(&path)]);
    assert!(probed.status.success(), "{}", err(&probed));
    assert!(err(&probed).contains("warning: cannot write the probe cache in"), "{}", err(&probed));
    assert!(out(&probed).contains("12 of 12 correct"), "{}", out(&probed));
}

/// Each failure has its own message; none is cached.
#[test]
fn failed_probes_are_reported_and_not_cached() {
    let home = Home::new();
    for (name, expected) in [
        ("lies-with-a-wrong-model", "returned an invalid model"),
        ("leaves-a-child", "reported a satisfiable case as unsatisfiable"),
        ("crashes-after-unsatisfiable", "SIGSEGV"),
        ("prints-nothing", "exited with status 0 without an answer"),
    ] {
        let probed = home.run(&["solvers", "--probe", &misbehaving(name)]);
        assert_eq!(probed.status.code(), Some(4), "{name}: {}", out(&probed));
        assert!(out(&probed).contains(expected), "{name}: {}", out(&probed));
        assert!(out(&probed).contains("no known way"), "{name}: {}", out(&probed));
        assert!(home.remembered().is_empty(), "{name} is remembered");
    }
}

/// Each of the 13 questions and each of the 9 ways to call the solver would wait for the time limit.
#[test]
fn a_solver_that_hangs_is_not_probed_further() {
    let home = Home::new();
    let asked = home.path("asked");
    let path = home.script(
        "hangs",
        &format!("#!/bin/sh\necho \"$*\" >> '{}'\nexec sleep 600\n", asked.display()),
    );
    let probed = home.run(&["solvers", "--probe", text(&path)]);
    assert_eq!(probed.status.code(), Some(4));
    let told = out(&probed);
    assert!(told.contains(" satisfiable: reached the limit of time"), "{told}");
    assert!(told.contains("unsatisfiable: not run"), "{told}");
    assert!(told.contains("no known way"), "{told}");
    let times = home.asked().lines().count();
    assert!(times <= 4, "{}", home.asked());
}
