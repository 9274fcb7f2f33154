//! What every command does alike: outputs that exist, wrong names, streams of puzzles, progress as lines.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::support::binary::{code, encycle, stderr, stdout, with_input};

const FIRST: &str = "examples/slitherlink/first.txt";

/// Encodes a puzzle into a file of this name, and returns the exit code and standard error.
fn encode_to(name: &str, options: &[&str]) -> (i32, String) {
    let output = encycle(&[&["encode", FIRST, "-o", name], options].concat());
    (code(&output), stderr(&output))
}

#[test]
fn outputs_are_checked_before_work_starts() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    for (name, options, words) in [
        ("a.svg", &[][..], "cannot write `.svg` files"),
        ("a.opb", &["--to", "mps"], "use a name in `.mps`"),
        ("a.cnf.bz2", &[], "use `.gz` or `.xz`"),
        ("a.cnf", &["--to", "lp"], "use a name in `.lp`"),
        ("absent/a.cnf", &[], "does not exist"),
    ] {
        let (code, error) = encode_to(&path(name), options);
        assert_eq!(code, 2, "{name}");
        assert!(error.contains(words), "{name}: {error}");
        assert!(!folder.path().join(name).exists(), "{name}");
    }
    let png = encycle(&["convert", FIRST, "--to", "svg", "-o", &path("a.png")]);
    assert_eq!(code(&png), 2, "{}", stderr(&png));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn an_existing_file_is_replaced_only_with_force() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.cnf");
    let name = path.to_str().expect("text");
    fs::write(&path, "mine").expect("a file");
    let (refused, error) = encode_to(name, &[]);
    assert_eq!(refused, 2);
    assert!(error.contains("exists") && error.contains("--force"), "{error}");
    assert_eq!(fs::read_to_string(&path).expect("a file"), "mine");
    assert_eq!(encode_to(name, &["--force"]).0, 0);
    assert_ne!(fs::read_to_string(&path).expect("a file"), "mine");
}

/// The rounds of a longer run must not stay beside those of a shorter one.
#[test]
fn rounds_of_two_runs_are_never_mixed() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().to_str().expect("text");
    fs::write(folder.path().join("round-99.cnf"), "old").expect("a file");
    let call = ["solve", FIRST, "--encoding", "edge", "--rounds", name];
    assert_eq!(code(&encycle(&call)), 2);
    assert!(folder.path().join("round-99.cnf").exists());
    assert_eq!(code(&encycle(&[&call[..], &["-f"]].concat())), 0);
    assert!(!folder.path().join("round-99.cnf").exists());
    assert!(folder.path().join("round-001.cnf").exists());
}

#[test]
fn misspelled_names_get_a_suggestion() {
    for (arguments, words) in [
        (&["solve", FIRST, "--solver", "batsta"][..], "did you mean `batsat`?"),
        (&["solve", FIRST, "--encoding", "colr"], "did you mean `colour`?"),
        (&["generate", "slitherlnik", "4x4"], "did you mean `slitherlink`?"),
        (&[FIRST], "`encycle solve examples/slitherlink/first.txt` solves a puzzle"),
    ] {
        let output = encycle(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn what_generate_prints_every_command_reads() {
    for to in ["plain", "puzzlink", "janko", "pzprv3", "loopy"] {
        let made = stdout(&encycle(&[
            "generate",
            "slitherlink",
            "4x4",
            "-n",
            "3",
            "--to",
            to,
            "--seed",
            "1",
        ]));
        let solved = with_input(&["solve", "-", "--unique", "--json"], &made);
        assert_eq!((code(&solved), stdout(&solved).lines().count()), (0, 3), "{to}: {made}");
    }
    let made = stdout(&encycle(&["generate", "sudoku", "4x4", "-n", "2", "--seed", "1"]));
    for command in ["convert", "thin", "repair", "enumerate", "grade"] {
        let more: &[&str] = if command == "convert" { &["--to", "plain"] } else { &[] };
        let output = with_input(&[&[command, "-"], more].concat(), &made);
        assert_eq!(code(&output), 0, "{command}: {}", stderr(&output));
    }
}

#[test]
fn sudokus_are_generated_by_the_size_of_the_grid() {
    for (size, boxes, header) in [
        ("9x9", None, "sudoku 3 3"),
        ("6x6", None, "sudoku 2 3"),
        ("6x6", Some("3x2"), "sudoku 3 2"),
    ] {
        let more = boxes.map_or(Vec::new(), |boxes| vec!["--boxes", boxes]);
        let made =
            stdout(&encycle(&[&["generate", "sudoku", size, "--seed", "1"], &more[..]].concat()));
        assert!(made.contains(header), "{size}: {made}");
    }
    for arguments in [&["5x5"][..], &["9x4"], &["9x9", "--boxes", "2x3"]] {
        let output = encycle(&[&["generate", "sudoku"], arguments].concat());
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains("help: "), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn by_default_generated_puzzles_need_no_guessing() {
    for seed in ["1", "2", "3", "4", "5"] {
        let made = stdout(&encycle(&["generate", "sudoku", "9x9", "--seed", seed]));
        assert_eq!(code(&with_input(&["grade", "-"], &made)), 0, "{made}");
    }
}

#[test]
fn progress_is_printed_as_lines_on_request_only() {
    let open =
        "numberlink 14 14\n".to_owned() + &(".".repeat(14) + "\n").repeat(13) + "A............A\n";
    let call = ["count", "-", "--timeout", "2.5", "--memory", "2000"];
    let silent = with_input(&call, &open);
    assert_eq!(stderr(&silent), "");
    let told = with_input(&[&call[..], &["--progress"]].concat(), &open);
    assert!(stderr(&told).lines().any(|line| line.contains("level ")), "{}", stderr(&told));
}

/// `convert --to picture` and `explain` take a stream of puzzles; what has one picture or one formula names the way to select one.
#[test]
fn streams_of_puzzles_are_drawn_and_explained_one_after_the_other() {
    let stream = "slitherlink 1 1\n4\nslitherlink 1 2\n3.\n";
    let [first, second] = ["slitherlink 1 1\n4\n", "slitherlink 1 2\n3.\n"];
    for arguments in [&["convert", "-", "--to", "picture"][..], &["explain", "-", "--clause", "1"]]
    {
        let [both, first, second] = [stream, first, second].map(|text| with_input(arguments, text));
        assert_eq!(code(&both), 0, "{}", stderr(&both));
        assert_eq!(stdout(&both), format!("{}\n{}", stdout(&first), stdout(&second)));
    }
    let worst = with_input(&["explain", "-", "--clause", "9999"], stream);
    assert_eq!(code(&worst), 2);
    assert!(stderr(&worst).contains("number out of range: 9999"), "{}", stderr(&worst));
    for arguments in [&["encode", "-"][..], &["convert", "-", "-o", "never.svg"]] {
        let refused = with_input(arguments, stream);
        assert_eq!(code(&refused), 2);
        assert!(stderr(&refused).contains("2 puzzles"), "{}", stderr(&refused));
    }
}

/// The options of `convert` apply to what it writes.
#[test]
fn a_conversion_refuses_options_of_other_targets() {
    for (arguments, words) in [
        (&[][..], "the output format is open"),
        (&["-o", "never.txt"], "help: add --to"),
        (&["--to", "plain", "--solution", FIRST], "--solution applies to pictures"),
        (&["--to", "svg", "--map", "never.map"], "--map applies to formulas"),
        (&["--to", "pictur"], "for pictures picture, svg, pdf or png"),
    ] {
        let refused = encycle(&[&["convert", FIRST], arguments].concat());
        assert_eq!(code(&refused), 2, "{arguments:?}");
        assert!(stderr(&refused).contains(words), "{arguments:?}: {}", stderr(&refused));
    }
}

/// A picture in a file is that of standard output.
#[test]
fn a_text_picture_is_also_written_into_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("picture.txt");
    let name = path.to_str().expect("text");
    let picture = ["convert", FIRST, "--to", "picture"];
    let written = encycle(&[&picture[..], &["-o", name]].concat());
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    assert_eq!(fs::read_to_string(path).expect("a picture"), stdout(&encycle(&picture)));
}

/// `encycle generate --count 3 | encycle encode -#2`: the name that errors give to a puzzle selects it.
#[test]
fn one_puzzle_of_standard_input_is_selected_by_its_number() {
    let stream = "slitherlink 1 1\n4\nslitherlink 1 2\n3.\n";
    let second = with_input(&["encode", "-#2"], stream);
    assert_eq!(code(&second), 0, "{}", stderr(&second));
    let alone = with_input(&["encode", "-"], "slitherlink 1 2\n3.\n");
    // a comment has the command
    let formula = |text: String| text.split_once("\np ").expect("a header").1.to_owned();
    assert_eq!(formula(stdout(&second)), formula(stdout(&alone)));
    let third = with_input(&["encode", "-#3"], stream);
    assert_eq!(code(&third), 2);
    assert!(stderr(&third).contains("no puzzle #3: the file has 2"), "{}", stderr(&third));
}

/// `check` reads the lines that `solve --json` prints for several puzzles, each with the rules of its own puzzle.
#[test]
fn check_pairs_several_puzzles_with_the_lines_of_solve() {
    let folder = tempfile::tempdir().expect("a folder");
    let many = folder.path().join("many.txt");
    fs::write(&many, "slitherlink 1 1\n4\nslitherlink 1 2\n3.\n").expect("a file");
    let many = many.to_str().expect("text");
    let lines = stdout(&encycle(&["solve", many, "--json"]));
    let good = with_input(&["check", many, "-"], &lines);
    assert_eq!(code(&good), 0, "{}", stderr(&good));
    assert_eq!(stdout(&good).matches("solution: every rule holds").count(), 2);
    let swapped: Vec<&str> = lines.lines().rev().collect();
    let wrong = with_input(&["check", many, "-"], &(swapped.join("\n") + "\n"));
    assert_eq!(code(&wrong), 2, "{}", stdout(&wrong));
    let short = with_input(&["check", many, "-"], lines.lines().next().expect("a line"));
    assert_eq!(code(&short), 2);
    assert!(stderr(&short).contains("1 line for 2 puzzles"), "{}", stderr(&short));
    // the second of two results was once ignored
    let one = with_input(&["check", &format!("{many}#1"), "-"], &lines);
    assert_eq!(code(&one), 2);
    assert!(stderr(&one).contains("a second result"), "{}", stderr(&one));
}

/// Grading a large open graph takes seconds, and says how far it is.
#[test]
fn a_long_grading_shows_its_progress() {
    let side = 200;
    let vertex = |row: usize, col: usize| row % side * side + col % side + 1;
    let mut text = format!("hamilton graph {} cycle\n", side * side);
    for (row, col) in (0..side).flat_map(|row| (0..side).map(move |col| (row, col))) {
        for next in [vertex(row, col + 1), vertex(row + 1, col)] {
            text += &format!("{} {next}\n", vertex(row, col));
        }
    }
    let output = with_input(&["grade", "-", "--progress"], &text);
    let progress = stderr(&output);
    assert!(progress.contains(&format!(" of {} open atoms", 2 * side * side)), "{progress}");
    let quiet = stderr(&with_input(&["grade", "-", "--quiet"], "hamilton 3 4\n....\n....\n....\n"));
    assert_eq!(quiet, "");
}

/// The position of the error in the puzzle was hidden by `--wcnf takes one puzzle`, and `sizes` printed the name of the
/// file twice.
#[test]
fn an_unreadable_puzzle_is_named_once_with_its_position() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let (puzzle, wcnf) = (path("short.txt"), path("a.wcnf"));
    fs::write(&puzzle, "slitherlink 2 2\n3.\n").expect("a file");
    for arguments in
        [&["repair", &puzzle, "--wcnf", &wcnf][..], &["sizes", &puzzle], &["count", &puzzle]]
    {
        let output = encycle(arguments);
        let error = stderr(&output);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(error.starts_with(&format!("error: {puzzle}:2:3: ")), "{arguments:?}: {error}");
    }
}

/// PowerShell's `>` writes UTF-16.
#[test]
fn a_solution_in_utf_16_is_read_and_other_bytes_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let solution = stdout(&encycle(&["solve", FIRST]));
    let units = std::iter::once('\u{feff}').chain(solution.chars());
    let mut buffer = [0; 2];
    let bytes: Vec<u8> = units
        .flat_map(|one| one.encode_utf16(&mut buffer).to_vec())
        .flat_map(u16::to_le_bytes)
        .collect();
    fs::write(path("utf16.txt"), bytes).expect("a file");
    let output = encycle(&["check", FIRST, &path("utf16.txt")]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    fs::write(path("damaged.txt"), b"x.\n\xff.\n").expect("a file");
    let output = encycle(&["check", FIRST, &path("damaged.txt")]);
    assert_eq!(code(&output), 2);
    let error = stderr(&output);
    assert!(error.contains("damaged.txt:2:1: byte 0xff is not UTF-8"), "{error}");
}

/// From the third puzzle on, a blank line was put between the lines of a list.
#[test]
fn a_converted_list_has_one_line_a_puzzle() {
    let line =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    let list = line.repeat(4);
    let output = with_input(&["convert", "-", "--to", "line"], &list);
    assert_eq!(stdout(&output), list);
    let drawn = stdout(&with_input(&["convert", "-", "--to", "plain"], &list));
    assert_eq!(drawn.matches("\n\nsudoku").count(), 3, "{drawn}");
}

/// `bench` warned twice for each formula, map and note beside the puzzles. `bench`, `encode` and `sheet` only warned about
/// damaged puzzles, and ended with success.
#[test]
fn other_files_of_a_folder_are_named_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    fs::copy(FIRST, path("first.txt")).expect("a puzzle");
    fs::write(path("first.solution.txt"), "not read").expect("a file");
    fs::write(path("damaged.txt"), "slitherlink 2 2\n3.\n.9\n").expect("a file");
    for (name, bytes) in [
        ("formula.cnf", &b"c a formula\np cnf 1 1\n1 0\n"[..]),
        ("formula.lp", b"Minimize\n obj: x\nSubject To\n c1: x >= 1\nEnd\n"),
        ("formula.map", b"encycle-map 1\nx 1\n"),
        ("notes.md", b"# The puzzles\n\nThey are easy.\n"),
        ("rows.json", b"{\"a\": 1}\n"),
        ("picture.png", b"\x89PNG\r\n\x1a\n\0\0"),
    ] {
        fs::write(path(name), bytes).expect("a file");
    }
    let name = folder.path().to_str().expect("text");
    let note = format!(
        "note: {name}: left out 6 files without a puzzle: formula.cnf, formula.lp, formula.map, notes.md, \
         picture.png, rows.json\n"
    );
    let out = tempfile::tempdir().expect("a folder");
    let out = |name: &str| out.path().join(name).to_str().expect("text").to_owned();
    for words in [
        &["solve"][..],
        &["enumerate"],
        &["count"],
        &["grade"],
        &["core"],
        &["sizes"],
        &["strength", "--encoding", "edge"],
        &["convert", "--to", "loopy"],
        &["certify", "--out", &out("proofs")],
        &["encode", "--out", &out("family")],
        &["sheet", "--out", &out("sheet.pdf")],
        &["bench", "--out", &out("campaign")],
    ] {
        let output = encycle(&[words, &[name]].concat());
        let error = stderr(&output);
        assert_eq!(error.matches(&note).count(), 1, "{words:?}: {error}");
        assert_eq!(error.matches("formula.cnf").count(), 1, "{words:?}: {error}");
        // a damaged puzzle has its position
        let damaged = error.lines().find(|line| line.contains("damaged.txt")).expect("a message");
        assert!(damaged.starts_with("error: ") && damaged.contains("3:2: "), "{words:?}: {error}");
        assert_eq!(code(&output), 2, "{words:?}: {error}");
        assert!(!error.contains("first.solution.txt"), "{words:?}: {error}");
    }
}

/// An empty folder, and one with a damaged puzzle only, were a success.
#[test]
fn a_folder_without_a_puzzle_is_bad_input() {
    let folders = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
    fs::write(folders[1].path().join("one.txt"), "slitherlink 2 2\n..\n").expect("a file");
    let out = tempfile::tempdir().expect("a folder");
    let proofs = out.path().join("proofs").to_str().expect("text").to_owned();
    for (folder, message) in folders.iter().zip(["no puzzle in this folder", "one.txt"]) {
        let name = folder.path().to_str().expect("text");
        for words in [
            &["solve"][..],
            &["count"],
            &["grade"],
            &["enumerate"],
            &["convert", "--to", "plain"],
            &["thin"],
            &["repair"],
            &["sizes"],
            &["strength", "--encoding", "edge"],
            &["certify", "--out", &proofs],
        ] {
            let output = encycle(&[words, &[name]].concat());
            assert_eq!(code(&output), 2, "{words:?}: {}", stderr(&output));
            assert!(stderr(&output).contains(message), "{words:?}: {}", stderr(&output));
        }
    }
    let picture = out.path().join("x.svg").to_str().expect("text").to_owned();
    let output = encycle(&["convert", folders[1].path().to_str().expect("text"), "-o", &picture]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains(" is a folder\nhelp: "), "{}", stderr(&output));
}

/// The second call needed another folder.
#[test]
fn generate_adds_puzzles_to_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().to_str().expect("text");
    let generate = |seed: &str, more: &[&str]| {
        let words = ["generate", "slitherlink", "4x4", "--out", name, "-n", "2", "--seed", seed];
        let output = encycle(&[&words[..], more].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stdout(&output).lines().map(|line| line.replace(name, "")).collect::<Vec<_>>()
    };
    let names = |numbers: [u32; 2]| numbers.map(|n| format!("/slitherlink-4x4-{n:02}.txt"));
    let text = || fs::read_to_string(folder.path().join("slitherlink-4x4-01.txt")).expect("text");
    assert_eq!(generate("1", &[]), names([1, 2]));
    let first = text();
    assert_eq!(generate("9", &[]), names([3, 4]));
    assert_eq!(text(), first);
    assert_eq!(generate("9", &["--force"]), names([1, 2]));
    assert_ne!(text(), first);
}

/// The name of the file that is written before it gets its own name was in the message.
#[test]
#[cfg(target_os = "linux")]
fn an_error_named_a_temporary_file() {
    for words in [
        &["encode", FIRST, "-o", "/proc/a.cnf"][..],
        &["solve", FIRST, "--svg", "/proc/a.svg"],
        &["convert", FIRST, "--to", "loopy", "-o", "/proc/a.txt"],
    ] {
        let output = encycle(words);
        let error = stderr(&output);
        assert_eq!(code(&output), 2, "{words:?}: {error}");
        let line = error.lines().find(|line| line.starts_with("error: ")).expect("an error");
        let name = words[words.len() - 1];
        assert_eq!(line, format!("error: {name}: No such file or directory"), "{words:?}");
    }
}

/// `verify` counted "1 steps", and `bench` "1 runs".
#[test]
fn one_thing_was_counted_in_the_plural() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let puzzle = path("one.txt");
    fs::write(&puzzle, "slitherlink 1 1\n4\n").expect("a file");
    let mut text = String::new();
    for words in [
        &["solve", &puzzle, "--unique"][..],
        &["enumerate", &puzzle],
        &["count", &puzzle, "--method", "all"],
        &["grade", &puzzle, "--steps"],
        &["core", &puzzle],
        &["thin", &puzzle],
        &["repair", &puzzle],
        &["explain", &puzzle, "--all"],
        &["sizes", &puzzle],
        &["strength", &puzzle, "--cases", "1"],
        &["certify", &puzzle, "--out", &path("proof")],
        &["verify", &path("proof")],
        &["bench", &puzzle, "--out", &path("campaign")],
        &["generate", "slitherlink", "1x1", "--seed", "1"],
        &["encode", &puzzle, "-o", &path("one.cnf")],
        &["lint", &path("one.cnf")],
        &["instances", &puzzle],
    ] {
        let output = encycle(words);
        assert_ne!(code(&output), 2, "{words:?}: {}", stderr(&output));
        text += &(stdout(&output) + &stderr(&output));
    }
    text += &fs::read_to_string(path("campaign/report.md")).expect("a report");
    let words: Vec<&str> = text.split([' ', '\n']).collect();
    let is_plural = |pair: &&[&str]| {
        let number = pair[0].trim_start_matches('(');
        let noun = pair[1].trim_end_matches([',', ';', ')', ':', '.']);
        number == "1" && noun.len() > 3 && noun.ends_with('s') && !noun.ends_with("ss")
    };
    let plurals: Vec<_> = words.windows(2).filter(is_plural).collect();
    assert!(plurals.is_empty(), "{plurals:?}");
}

/// `encycle solve -` on a terminal seemed to hang.
#[test]
#[cfg(target_os = "linux")]
fn a_command_that_waits_for_the_terminal_was_silent() {
    // the terminal is made by a program of util-linux
    let Ok(script) = which::which("script") else { return };
    let binary = crate::support::binary::own_binary();
    let shell = |words: &str| {
        let mut command = Command::new(&script);
        command.args(["-qec", &format!("{binary} {words}"), "/dev/null"]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(b"p cnf 1 1\n1 0\n\x04").expect("input");
        let output = child.wait_with_output().expect("it ends");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    for words in ["sat -", "lint - --format cnf", "convert - --to dimacs"] {
        let text = shell(words);
        assert!(text.contains("note: reading from the terminal"), "{words}: {text}");
        assert!(!shell(&format!("{words} --quiet")).contains("note: "), "{words}");
    }
}
