//! Pictures and progress on a terminal, which the program `script` (util-linux) provides.

use std::process::Command;

use crate::support::binary::own_binary;

/// The escape sequence that starts a colour.
const ESCAPE: char = '\u{1b}';
const HERON: &str = "solve examples/slitherlink/heron.txt";

/// Runs a command line on a terminal of this width, and returns what the terminal shows.
fn on_terminal(columns: usize, arguments: &str, environment: &[(&str, &str)]) -> String {
    let line = format!("stty cols {columns} rows 40; '{}' {arguments}", own_binary());
    let mut command = Command::new("timeout");
    command
        .args(["120", "script", "-qec", &line, "/dev/null"])
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    command.env("LC_ALL", "C.UTF-8").env("TERM", "xterm-256color").env_remove("NO_COLOR");
    command.envs(environment.iter().copied());
    let output = command.output().expect("`script` runs; scripts/install-tools names its package");
    String::from_utf8_lossy(&output.stdout).replace('\r', "")
}

/// Removes the escape sequences.
fn plain(text: &str) -> String {
    let mut rest = text.split(ESCAPE);
    let first = rest.next().unwrap_or_default().to_owned();
    rest.fold(first, |text, piece| {
        let end = piece.find(|c: char| c.is_ascii_alphabetic()).map_or(piece.len(), |end| end + 1);
        text + &piece[end..]
    })
}

fn widest(text: &str) -> usize {
    plain(text).lines().skip(1).map(|line| line.chars().count()).max().unwrap_or(0)
}

/// The picture of 20 x 36 cells has 145 columns, or 73 with narrow cells.
#[test]
fn pictures_fit_the_terminal() {
    assert_eq!(widest(&on_terminal(160, HERON, &[])), 145);
    assert_eq!(widest(&on_terminal(80, HERON, &[])), 73);
    let note = on_terminal(60, HERON, &[]);
    assert!(note.contains("SVG, for example") && note.lines().count() < 5, "{note}");
}

#[test]
fn colours_follow_the_terminal_the_environment_and_the_option() {
    assert!(on_terminal(160, HERON, &[]).contains(ESCAPE));
    assert!(!on_terminal(160, HERON, &[("NO_COLOR", "1")]).contains(ESCAPE));
    assert!(!on_terminal(160, &format!("{HERON} --color never"), &[]).contains(ESCAPE));
}

#[test]
fn a_locale_without_utf_8_gets_ascii() {
    for call in [HERON, "explain examples/slitherlink/first.txt --clause 2"] {
        let shown = on_terminal(160, call, &[("LC_ALL", "C")]);
        assert!(shown.is_ascii(), "{shown}");
    }
}

/// Long lines are wrapped at blanks, and the table of sizes becomes sentences.
#[test]
fn nothing_is_wider_than_the_terminal() {
    for call in [
        "solve examples/slitherlink/honeycomb.json",
        "enumerate examples/slitherlink/wren.txt --limit 2",
        "sizes examples/slitherlink/first.txt --encoding edge,edge+order",
        "explain examples/slitherlink/first.txt --clause 1",
        "grade examples/slitherlink/heron.txt",
        "thin examples/slitherlink/first.txt",
        "help formats",
    ] {
        for columns in [80, 120] {
            let shown = on_terminal(columns, call, &[]);
            assert!(widest(&shown) <= columns, "{call}: {shown}");
            assert!(
                plain(&shown).lines().next().is_some_and(|line| line.chars().count() <= columns)
            );
        }
    }
}

#[test]
fn a_long_run_shows_its_progress_unless_it_is_quiet() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("open.txt");
    let rows = (".".repeat(14) + "\n").repeat(13);
    std::fs::write(&path, format!("numberlink 14 14\n{rows}A............A\n")).expect("a file");
    let call = format!("count {} --timeout 3 --memory 2000", path.display());
    let shown = on_terminal(100, &call, &[]);
    assert!(shown.contains("level "), "{shown:?}");
    let quiet = on_terminal(100, &format!("{call} --quiet"), &[]);
    assert!(!quiet.contains("level "), "{quiet:?}");
}

/// The line is cleared while output is written to the terminal, and the writer itself reports progress.
#[test]
fn a_large_formula_on_the_terminal_does_not_wait_for_its_own_progress() {
    let encode = "encode examples/slitherlink/heron.txt --encoding edge+order";
    let shown = on_terminal(100, &format!("{encode} | tail -c 1 > /dev/null; echo ended"), &[]);
    assert!(shown.contains("ended"), "{shown}");
    let shown = on_terminal(100, encode, &[]);
    assert!(shown.contains("p cnf ") && shown.len() > 1 << 20, "{} bytes", shown.len());
}
