//! Solvers that users describe, and programs that a probe gets to know: from the files to the answer,
//! through the binary, with directories of our own in the place of the user's.

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

/// Directories in the place of the user's, and a formula's worth of scripts.
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

    /// A program that does what `encycle sat` does, after telling the file `asked` of it.
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

    /// How often the scripts were started, and with which arguments.
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

/// The user's file is read before those of `--solvers`, and of each name the last one counts.
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

/// A library that does not ask for the user's file must not see it.
#[test]
fn the_builtin_catalogue_knows_nothing_of_the_users() {
    assert!(Catalogue::builtin().get("mine").is_none());
    assert!(encycle::solvers::find("mine").is_err());
}

#[test]
fn a_fault_is_pointed_at_in_its_file() {
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
fn a_description_that_is_printed_can_be_read() {
    let home = Home::new();
    let printed = home.run(&["solvers", "--describe", "scip"]);
    assert!(printed.status.success());
    let file = home.write("scip.toml", &out(&printed));
    let again = home.run(&["solvers", "--describe", "scip", "--solvers", text(&file)]);
    assert_eq!(out(&again), out(&printed));
    assert!(out(&again).contains("write solution \"{output}\""));
    assert_eq!(home.run(&["solvers", "--describe", "nobody"]).status.code(), Some(2));
}

/// The documentation is what users copy from.
#[test]
fn the_documentation_is_right() {
    let text = include_str!("../../../docs/solvers.md");
    let examples: Vec<&str> =
        text.split("```toml").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(examples.len() >= 4);
    for example in examples {
        if let Err(error) = Catalogue::builtin().clone().extend(example) {
            panic!("{error}\n{example}");
        }
    }
    let refused = Catalogue::default().extend("[[solver]]\nno = 1").unwrap_err().to_string();
    let known = refused.lines().next().unwrap().split("expected one of ").nth(1).unwrap();
    for field in known.split(", ") {
        assert!(text.contains(&format!("\n| {field} | ")), "docs/solvers.md lacks {field}");
    }
}

proptest! {
    /// Whatever is in a file, it is read or refused with a place inside of it; and what is read can be
    /// written and read again. The texts are sound ones with some damage, so that they get far.
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

/// The program wants a word that the usual way does not have, so only a probe can get to know it; what
/// it learnt serves until the program changes.
#[test]
fn an_unknown_program_is_got_to_know_and_remembered() {
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

    // a program of other bytes is another program
    home.solver("odd", &format!("{words} # changed"));
    assert_eq!(home.run(&["solve", PUZZLE, "--solver", text(&path)]).status.code(), Some(4));
    assert_eq!(probed(&probe)["remembered"], false);
    assert_eq!(home.remembered().len(), 2);

    // and what is damaged is told, and made anew
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

/// What a solver does depends on how it is spoken to.
#[test]
fn another_description_is_tried_anew() {
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

#[test]
fn a_cache_that_cannot_be_written_is_no_reason_to_stop() {
    let home = Home::new();
    home.write("cache", "a file where a folder should be");
    let path = home.solver("mine", "");
    let probed = home.run(&["solvers", "--probe", text(&path)]);
    assert!(probed.status.success(), "{}", err(&probed));
    assert!(err(&probed).contains("warning: cannot write the probe cache in"), "{}", err(&probed));
    assert!(out(&probed).contains("12 of 12 correct"), "{}", out(&probed));
}

/// Each in its own words, all with the exit code of a solver that failed, and none remembered.
#[test]
fn who_does_not_work_is_found_out_and_not_remembered() {
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

/// Each of the 13 questions and each of the 9 ways to call it would wait for the limit.
#[test]
fn who_hangs_is_not_asked_again() {
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
