//! The commands about Encycle itself: reference pages, JSON Schemas, shell completions, manual pages.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;
use encycle::formats::PuzzleFormat;
use encycle::json_schemas;
use encycle::solvers::{BuiltIn, Catalogue};

use crate::support::binary::{code, encycle, stderr, stdout};

/// The topics of `encycle help`.
const TOPICS: [&str; 9] = [
    "formats",
    "encodings",
    "solvers",
    "dialects",
    "json",
    "exit-codes",
    "environment",
    "difficulty",
    "glossary",
];

/// The output of `encycle help` in a terminal of this width.
fn page(words: &[&str], width: usize) -> String {
    let mut command = Command::cargo_bin("encycle").expect("the binary");
    command.arg("help").args(words).env("COLUMNS", width.to_string());
    let output = command.output().expect("it runs");
    assert_eq!(code(&output), 0, "{words:?}: {}", stderr(&output));
    stdout(&output)
}

/// The names of all commands, without `help`.
fn commands() -> Vec<String> {
    let script = stdout(&encycle(&["completions", "bash"]));
    let commands = script.lines().filter_map(|line| line.trim().strip_prefix("encycle,"));
    commands.filter_map(|line| line.strip_suffix(')')).map(str::to_owned).collect()
}

#[test]
fn pages_fit_the_terminal() {
    for topic in TOPICS.iter().filter(|topic| **topic != "solvers") {
        for width in [60, 80, 100] {
            let text = page(&[topic], width);
            assert!(text.lines().count() > 15, "{topic}: {text}");
            for line in text.lines().filter(|line| !line.starts_with("    ")) {
                assert!(line.chars().count() <= width, "{topic}: {line}");
                assert!(!line.contains("](") && !line.contains("|--"), "{topic}: {line}");
            }
        }
    }
}

/// Every word of the document is on the page.
#[test]
fn pages_have_the_text_of_the_documentation() {
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.len() > 2)
            .map(str::to_owned)
            .collect()
    };
    for (topic, file) in
        [("exit-codes", "reference/exit-codes.md"), ("environment", "reference/environment.md")]
    {
        let page = page(&[topic], 100);
        let document = fs::read_to_string(format!("docs/{file}")).expect("a document");
        // addresses of links are not printed
        let text =
            document.split("](").map(|part| part.split_once(')').map_or(part, |(_, rest)| rest));
        let text = document.split("](").next().into_iter().chain(text.skip(1)).collect::<String>();
        let found = words(&page);
        for word in words(&text) {
            assert!(found.contains(&word), "{topic}: {word}");
        }
    }
    assert!(page(&["exit-codes"], 80).contains("130 for Ctrl-C"));
}

#[test]
fn the_index_lists_every_topic() {
    let index = fs::read_to_string("docs/README.md").expect("the index");
    let mention = stdout(&encycle(&["help"]));
    for topic in TOPICS {
        assert!(index.contains(&format!("`{topic}`")), "docs/README.md: {topic}");
        assert!(mention.contains(topic), "{topic}: {mention}");
    }
}

#[test]
fn help_of_a_command_is_that_of_the_option() {
    assert_eq!(stdout(&encycle(&["help"])), stdout(&encycle(&["--help"])));
    for command in commands() {
        let (by_word, by_option) =
            (stdout(&encycle(&["help", &command])), stdout(&encycle(&[&command, "--help"])));
        if TOPICS.contains(&&*command) {
            // the help, followed by the page
            let rest = by_word.strip_prefix(&by_option).expect("the help");
            assert!(rest.starts_with("\nSolvers\n======="), "{rest}");
        } else {
            assert_eq!(by_word, by_option, "{command}");
        }
    }
}

#[test]
fn a_section_of_a_page_is_selected_by_its_heading() {
    let section = page(&["json", "enumerate"], 80);
    assert!(section.starts_with("`encycle enumerate --json`\n---"), "{section}");
    assert!(!section.contains("encycle-lint-1") && section.contains("`complete`"), "{section}");
    let whole = page(&["json"], 80);
    assert!(
        whole.contains("\n  `encycle solve --json`\n") && !whole.contains("`complete`"),
        "{whole}"
    );
    let unknown = encycle(&["help", "json", "nonsense"]);
    assert_eq!(code(&unknown), 2);
    assert!(
        stderr(&unknown).contains("the sections are: `encycle solve --json`;"),
        "{}",
        stderr(&unknown)
    );
}

/// The help of `encode` had 669 lines. It names the encodings of each kind, and a page has their meanings.
#[test]
fn encodings_are_listed_in_a_table_and_by_kind() {
    use encycle::puzzle::PuzzleKind;
    let help = stdout(&encycle(&["encode", "--help"]));
    let (_, table) = help.split_once("\nEncodings of ").expect("a table");
    assert!(table.lines().count() <= 120, "{table}");
    for &kind in PuzzleKind::all() {
        let of_kind = page(&["encodings", kind.name()], 100);
        let puzzle = crate::support::kinds::sample(kind);
        for name in puzzle.encoding_names() {
            assert!(of_kind.contains(&name), "{kind}: {name}: {of_kind}");
            let base = name.split('+').next().expect("a base");
            assert!(table.contains(base), "{kind}: {name}: {table}");
        }
    }
}

#[test]
fn unknown_names_are_refused_with_a_suggestion() {
    for (arguments, suggestion) in [
        (&["help", "formts"][..], "did you mean `formats`?"),
        (&["help", "slove"], "did you mean `solve`?"),
        (&["help", "quantum"], "topics: formats, encodings, solvers"),
        (&["help", "solve", "unique"], "error: a command has no sections: `unique`"),
        (&["schema", "encycle-slove-2"], "did you mean `solve`?"),
        (&["schema", "encycle-solve-1"], "this version of Encycle has `encycle-solve-2`"),
        (&["man", "enumrate"], "did you mean `enumerate`?"),
        (&["completions", "bsh"], "'bash'"),
    ] {
        let output = encycle(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains(suggestion), "{arguments:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "");
    }
}

/// `help slitherlink` was an unknown topic.
#[test]
fn every_kind_encoding_solver_and_format_is_a_topic() {
    use encycle::puzzle::PuzzleKind;
    let mut names = BTreeSet::new();
    for &kind in PuzzleKind::all() {
        names.insert(kind.name().to_owned());
        names.extend(crate::support::kinds::sample(kind).encoding_names());
    }
    names.extend(PuzzleFormat::ALL.iter().map(|format| format.name().to_owned()));
    names.extend(Catalogue::builtin().installed().into_iter().map(|(solver, _)| solver.name));
    names.extend(BuiltIn::present().map(|solver| solver.name.to_owned()));
    assert!(names.len() > 200, "{names:?}");
    for name in names {
        let help = encycle(&["help", &name]);
        assert_eq!(code(&help), 0, "{name}: {}", stderr(&help));
        assert!(stdout(&help).contains(&name), "{name}: {}", stdout(&help));
    }
}

/// The help was cut off, and the exit code was 0.
#[test]
#[cfg(target_os = "linux")]
fn help_for_a_full_device_was_a_success() {
    let words = commands().into_iter().map(|command| vec![command, "--help".to_owned()]);
    let global = ["--help", "--version", "help"].map(|word| vec![word.to_owned()]);
    for words in words.chain(global) {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let mut command = Command::cargo_bin("encycle").expect("the binary");
        let output = command.args(&words).stdout(full).output().expect("it runs");
        assert_eq!(code(&output), 2, "{words:?}");
        let error = stderr(&output);
        assert!(error.starts_with("error: standard output: "), "{words:?}: {error}");
    }
}

#[test]
fn every_command_has_a_row_of_exit_codes() {
    let page = fs::read_to_string("docs/reference/exit-codes.md").expect("the page");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let cells: Vec<&str> = rows.filter_map(|row| row.split(" |").next()).collect();
    let named: Vec<&str> =
        cells.iter().flat_map(|cell| cell.split(", ")).map(|name| name.trim_matches('`')).collect();
    for command in commands() {
        let count = named.iter().filter(|name| **name == command).count();
        assert_eq!(count, 1, "{command}: {named:?}");
    }
}

#[test]
fn schemas_are_printed_by_their_names() {
    let list = stdout(&encycle(&["schema"]));
    for (name, schema) in json_schemas() {
        assert!(list.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}: {list}");
        let expected = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
        let short = name.trim_start_matches("encycle-");
        let (bare, _) = short.rsplit_once('-').expect("a version");
        for name in [name, short, bare, &format!("encycle-{bare}")] {
            assert!(stdout(&encycle(&["schema", name])) == expected, "{name}");
        }
    }
    assert_eq!(list.lines().count(), json_schemas().len() + 1, "{list}");
    assert!(list.lines().all(|line| line.chars().count() <= 80), "{list}");
}

#[test]
fn bash_completes_commands_options_and_topics() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("encycle.bash");
    fs::write(&script, stdout(&encycle(&["completions", "bash"]))).expect("a script");
    let bash = |arguments: &[&str]| {
        let output = Command::new("bash").args(arguments).output().expect("bash");
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    };
    let path = script.to_str().expect("text");
    bash(&["-n", path]);
    for (words, expected) in [
        (&["encycle", "enum"][..], "enumerate"),
        (&["encycle", "solve", "--uniq"], "--unique"),
        (&["encycle", "help", "exit"], "exit-codes"),
        (&["encycle", "completions", "pow"], "powershell"),
    ] {
        let (last, before) = (words[words.len() - 1], words[words.len() - 2]);
        let commands = format!(
            "source {path}; COMP_WORDS=({}); COMP_CWORD={}; _encycle encycle {last} {before}; echo ${{COMPREPLY[@]}}",
            words.join(" "),
            words.len() - 1
        );
        assert_eq!(bash(&["-c", &commands]).trim(), expected, "{words:?}");
    }
}

#[test]
fn every_shell_has_a_script() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = stdout(&encycle(&["completions", shell]));
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
    }
}

#[test]
fn manual_pages_have_their_sections() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("new/man1");
    let output = encycle(&["man", "--out", out.to_str().expect("text")]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let names = commands().into_iter().map(|command| format!("encycle-{command}"));
    let names: Vec<String> = names.chain(["encycle".to_owned()]).collect();
    assert!(names.len() > 20, "{names:?}");
    assert_eq!(fs::read_dir(&out).expect("a folder").count(), names.len());
    let groff = which::which("groff").ok();
    for name in names {
        let path = out.join(format!("{name}.1"));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES"] {
            assert!(text.contains(&format!("\n.SH {section}\n")), "{name}: {section}");
        }
        assert!(text.contains(&format!("\n{} \\- ", name.replace('-', "\\-"))), "{name}: {text}");
        let one = name.strip_prefix("encycle-");
        let printed = encycle(&["man"].into_iter().chain(one).collect::<Vec<_>>());
        assert_eq!(stdout(&printed), text);
        if let Some(groff) = &groff {
            let output =
                Command::new(groff).args(["-man", "-Tutf8", "-ww", "-z"]).arg(&path).output();
            let output = output.expect("groff");
            assert!(
                output.status.success() && output.stderr.is_empty(),
                "{name}: {}",
                stderr(&output)
            );
        }
    }
}
