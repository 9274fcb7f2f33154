//! What `encode` writes without options, what `explain`, `sizes` and `help` say about it, and sources of several puzzles.

use std::collections::HashSet;
use std::fs;

use encycle::encodings::export::write_lp;
use encycle::formats;
use encycle::problem::Problem as _;
use encycle::puzzle::PuzzleKind;

use crate::support::binary::{code, encycle, stderr, stdout, with_input};

const FIRST: &str = "examples/slitherlink/first.txt";

/// The models of the formula that is written by default are the solutions. Those of Slitherlink were models with several loops,
/// and ten kinds had no such encoding.
#[test]
fn the_exported_encoding_of_every_kind_is_whole() {
    for kind in PuzzleKind::all() {
        let puzzle = formats::read(kind.sample(), None).expect("the sample").puzzle;
        let name = puzzle.exported_encoding();
        assert!(puzzle.encoding(&name).is_ok_and(|one| one.is_whole()), "{kind}: {name}");
    }
    let first = fs::read_to_string(FIRST).expect("the example");
    let first = formats::read(&first, None).expect("a puzzle").puzzle;
    assert_eq!(first.exported_encoding(), "edge+cotree");
}

/// A note names the encoding, unless the user did.
#[test]
fn encode_names_the_encoding_that_it_chooses() {
    let chosen = encycle(&["encode", FIRST]);
    assert!(
        stdout(&chosen).contains("\nc encoding edge+cotree: its solutions are those of the puzzle")
    );
    assert!(stderr(&chosen).contains("encoding edge+cotree: its models are the solutions"));
    let named = encycle(&["encode", FIRST, "--encoding", "edge"]);
    assert_eq!(stderr(&named), "");
}

/// Two rows with one name are an error for most readers.
#[test]
fn rows_of_every_kind_have_different_names() {
    for kind in PuzzleKind::all() {
        let puzzle = formats::read(kind.sample(), None).expect("the sample").puzzle;
        let encoding = puzzle.encoding(&puzzle.exported_encoding()).expect("an encoding");
        let mut text = Vec::new();
        let encode =
            |sink: &mut dyn encycle::encodings::logic::ConstraintSink| encoding.encode(sink);
        write_lp(&mut text, &[], puzzle.default_lowering(), &encode).expect("memory");
        let text = String::from_utf8(text).expect("ASCII");
        let mut known = HashSet::new();
        for name in text.lines().filter_map(|line| line.strip_prefix(' ')?.split_once(": ")) {
            let is_plain = name.0.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            assert!(is_plain && known.insert(name.0), "{kind}: {}", name.0);
        }
        assert!(known.len() > 1, "{kind}");
    }
}

/// The explanation of a whole formula has each rule, and the clauses of its first constraint by each CNF method.
#[test]
fn explain_all_has_every_rule_and_method() {
    let text = stdout(&encycle(&["explain", FIRST, "--all", "--encoding", "edge"]));
    for part in [
        "60 variables, 280 clauses (--cnf direct --card binomial)\n",
        "\nrule       nonempty: ",
        "\nrule       degree: ",
        "\nrule       clue: ",
        "\ndirect = naive-nontautological = naive-distinct = naive-irredundant: 2 clauses\n  -h_1_1 v v_1_1\n",
        "\ntseitin: 7 clauses\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

/// Only the first constraint of a rule was shown, and the sentences of `root` and `label` were not about all of their clauses.
#[test]
fn explain_all_shows_each_form_of_a_rule() {
    let explained = |words: &[&str]| {
        let output = with_input(
            &[&["explain", "-", "-e", "edge+order"], words].concat(),
            "slitherlink 2 3\n3.2\n.1.\n",
        );
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stdout(&output)
    };
    let text = explained(&["--all"]);
    for (rule, forms) in
        [("nonempty", 1), ("degree", 1), ("clue", 1), ("direction", 2), ("label", 4)]
    {
        let shown = text.matches(&format!("\nrule       {rule}: ")).count();
        assert!(shown >= forms, "{rule}: {shown}\n{text}");
        assert!(shown == 1 || forms > 1, "{rule}: {shown}\n{text}");
    }
    assert!(text.contains("\nplace      the horizontal edge in line 1, column 1\nconstraint at least one of -d_h_1_1, h_1_1\n"), "{text}");
    // a line under the arrow of its direction, and a label
    let shown = |number: &str| explained(&["--clause", number]);
    let unsigned = |text: &str| {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("literals without a sign in the picture: "));
        line.unwrap_or_default().to_owned()
    };
    for number in ["99", "101", "129"] {
        let text = shown(number);
        let clause = text.lines().next().unwrap_or_default();
        let named = unsigned(&text);
        assert!(!named.is_empty() && clause.contains(&named), "{text}");
    }
}

/// The guide said that the formula of a Slitherlink is always `edge+cotree`.
#[test]
fn the_encoding_of_a_file_depends_on_the_size() {
    let guide = fs::read_to_string("docs/guide/formulas.md").expect("the guide");
    for (rows, columns, expected) in [
        (1, 1, "edge+reach"),
        (1, 2, "edge+reach"),
        (1, 3, "edge+tree"),
        (3, 16, "edge+tree"),
        (4, 5, "edge+cotree"),
        (5, 5, "edge+cotree"),
    ] {
        let row = ".".repeat(columns) + "\n";
        let puzzle = format!("slitherlink {rows} {columns}\n{}", row.repeat(rows));
        let written = stdout(&with_input(&["encode", "-"], &puzzle));
        assert!(written.contains(&format!("\nc encoding {expected}: ")), "{rows} x {columns}");
        assert!(guide.contains(&format!("`{expected}`")), "{expected}");
    }
}

/// Tables for papers have the numbers of the CSV.
#[test]
fn sizes_are_written_as_markdown_and_latex() {
    let sizes = |form: &str| stdout(&encycle(&["sizes", FIRST, "--encoding", "edge+cotree", form]));
    let csv = sizes("--csv");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let headers = reader.headers().expect("a heading").clone();
    let record = reader.records().next().expect("a line").expect("a record");
    let cell = |name: &str| {
        record[headers.iter().position(|header| header == name).expect(name)].to_owned()
    };
    let numbers = ["variables", "clauses", "literals", "longest"].map(cell);
    let markdown = sizes("--markdown");
    assert!(markdown.contains(&format!("| edge+cotree | {} |", numbers.join(" | "))), "{markdown}");
    let latex = sizes("--latex");
    assert!(latex.contains(&format!(" & edge+cotree & {} &", numbers.join(" & "))), "{latex}");
    assert!(latex.ends_with("\\hline\n\\end{tabular}\n"), "{latex}");
}

/// `sizes` had tables for papers, and `strength` had none.
#[test]
fn strengths_are_written_as_markdown_and_latex() {
    let puzzle = "slitherlink 1 2\n3.\n";
    let options = ["strength", "-", "--encoding", "edge,edge+cotree"];
    let strength = |form: &str| {
        let output = with_input(&[&options[..], &[form]].concat(), puzzle);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stdout(&output)
    };
    let markdown = strength("--markdown");
    let lines: Vec<&str> = markdown.lines().collect();
    assert!(lines[0].starts_with("-: ") && lines[1].is_empty(), "{markdown}");
    assert!(lines[2].starts_with("| encoding | method | variables | clauses |"), "{markdown}");
    assert!(lines[3].starts_with("|---|---|---:|---:|"), "{markdown}");
    assert!(lines[5].starts_with("| edge+cotree | direct | "), "{markdown}");
    let latex = strength("--latex");
    assert!(latex.starts_with("% -: ") && latex.contains("\n\\begin{tabular}{llrr"), "{latex}");
    assert!(latex.contains("\nedge+cotree & direct & "), "{latex}");
    assert!(latex.ends_with("\\hline\n\\end{tabular}\n"), "{latex}");
    let refused = with_input(&[&options[..], &["--latex", "--witness"]].concat(), puzzle);
    assert_eq!(code(&refused), 2);
}

/// A folder and a family are sources of each command that reads several puzzles; solutions in a folder are skipped.
#[test]
fn folders_and_families_are_sources_of_puzzles() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    for name in ["b.txt", "a.txt"] {
        fs::copy(FIRST, path(name)).expect("a copy");
    }
    fs::write(path("a.solution.txt"), "no puzzle").expect("a file");
    fs::write(path("notes.md"), "no puzzle either").expect("a file");
    let name = folder.path().to_str().expect("text");
    for command in [&["solve"][..], &["sizes", "--encoding", "edge"]] {
        let output = encycle(&[command, &[name, "generate:slitherlink:4x4..5x5:2"]].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let text = stdout(&output);
        let place = |name: &str| text.find(name).unwrap_or_else(|| panic!("{name}\n{text}"));
        assert!(place("a.txt") < place("b.txt") && place("b.txt") < place("slitherlink-4x4-1"));
        assert!(text.contains("slitherlink-5x5-2"), "{text}");
        let said = stderr(&output);
        assert!(said.contains("notes.md") && !said.contains("a.solution.txt"), "{said}");
    }
}

/// `help` knows every kind by its name, and what the pages say about encodings, solvers and formats.
/// The clause of the formula of a second solution could be written, and not explained.
#[test]
fn the_clause_that_excludes_a_solution_is_explained() {
    let text = "slitherlink 1 1\n4\n";
    let ask = |options: &[&str]| {
        stdout(&with_input(&[&["explain", "-", "--encoding", "edge"], options].concat(), text))
    };
    let all = ask(&["--all"]);
    let second = ask(&["--all", "--second"]);
    let count = |text: &str| text.matches("\nrule ").count();
    assert_eq!(count(&second), count(&all) + 1, "{second}");
}

#[test]
fn help_explains_kinds_encodings_solvers_and_formats() {
    for kind in ["slitherlink", "masyu", "sudoku"] {
        let text = stdout(&encycle(&["help", kind]));
        assert!(
            text.contains(&format!("The kind {kind}")) && text.contains("Encodings of"),
            "{text}"
        );
    }
    for (name, part) in [
        ("edge+order", "The encoding edge+order"),
        ("kissat", "From `encycle help solvers`"),
        ("opb", "From `encycle help"),
    ] {
        assert!(stdout(&encycle(&["help", name])).contains(part), "{name}");
    }
    let unknown = encycle(&["help", "nothing-at-all"]);
    assert_eq!(code(&unknown), 2, "{}", stdout(&unknown));
}

/// Messages have no numbers of the operating system, and name what can be written instead.
#[test]
fn messages_name_the_fix() {
    for (arguments, parts) in [
        (&["solve", "missing.txt"][..], &["missing.txt: No such file or directory\n"][..]),
        (&["encode", FIRST, "-o", "x.pdf"], &["`.cnf`", "`.lp`", "`.mps`", "`.opb`", "`.wcnf`"]),
        (&["encode", FIRST, "--encoding", "reach"], &["did you mean `edge+reach`?"]),
        (&["solve", FIRST, "--timeout", "-5"], &["invalid value '-5' for '--timeout <S>'"]),
        (&["generate", "slither", "5x5"], &["did you mean `slitherlink`?"]),
    ] {
        let output = encycle(arguments);
        assert_eq!(code(&output), 2);
        for part in parts {
            assert!(stderr(&output).contains(part), "{part}: {}", stderr(&output));
        }
    }
}
