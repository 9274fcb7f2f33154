//! `encycle sizes`, `encode` and `explain`, run as processes.

use std::fs;
use std::process::{Command, Output};

use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;

use crate::support::binary::{code, encycle, stderr, with_input};

const FIRST: &str = "examples/slitherlink/first.txt";

fn stdout(output: &Output) -> String {
    assert_eq!(code(output), 0, "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("text")
}

const ENCODINGS: [&str; 6] =
    ["edge", "two-line+colours", "pre-succ+order", "colour+tree", "colour+order", "edge+reach"];
const METHODS: [&str; 4] = ["direct", "naive", "tseitin", "plaisted-greenbaum"];

/// The file size that a dry run prints after `the file:`.
fn predicted_bytes(dry_run: &str) -> u64 {
    let (_, line) = dry_run.split_once("the file: ").expect("a file size");
    line.split(' ').next().expect("a number").parse().expect("a number")
}

/// `sizes`, `encode --dry-run` and the written file agree to the byte.
#[test]
fn counted_sizes_are_those_of_the_written_files() {
    let folder = tempfile::tempdir().expect("a folder");
    for encoding in ENCODINGS {
        for method in METHODS {
            let options = ["--encoding", encoding, "--cnf", method];
            let json = stdout(&encycle(&[&["sizes", FIRST, "--json"][..], &options].concat()));
            let size: Value = serde_json::from_str(&json).expect("JSON");
            for (ending, form) in [("cnf", "dimacs"), ("lp", "lp"), ("mps", "mps"), ("opb", "opb")]
            {
                let file = folder.path().join(format!("formula.{ending}"));
                let name = file.to_str().expect("text");
                let written = [&["encode", FIRST, "--force", "-o", name][..], &options].concat();
                stdout(&encycle(&written));
                let text = fs::read_to_string(&file).expect("the formula");
                let dry = [&written[..], &["--dry-run"]].concat();
                let dry_run = stdout(&encycle(&dry));
                assert_eq!(predicted_bytes(&dry_run), text.len() as u64, "{encoding} {form}");
                let total =
                    dry_run.lines().find(|line| line.starts_with("total ")).expect("a total");
                let printed: Vec<&str> = total.split_whitespace().skip(1).collect();
                let keys: &[&str] = match form {
                    "lp" | "mps" | "opb" => &["lp_columns", "lp_rows", "lp_nonzeros"],
                    _ => &["variables", "clauses", "literals", "longest", "bytes"],
                };
                let counted = keys.iter().map(|&key| size["total"][key].to_string());
                assert_eq!(printed, counted.collect::<Vec<_>>(), "{encoding} {form}");
                if ending == "cnf" {
                    let body: Vec<&str> =
                        text.lines().filter(|line| !line.starts_with(['c', 'p'])).collect();
                    let total = &size["total"];
                    assert_eq!(total["clauses"], body.len());
                    let bytes: usize = body.iter().map(|line| line.len() + 1).sum();
                    assert_eq!(total["bytes"], bytes);
                    let header = format!("p cnf {} {}", total["variables"], total["clauses"]);
                    assert!(text.lines().any(|line| line == header), "{header}");
                    let lint = stdout(&encycle(&["lint", name, "--json"]));
                    let lint: Value = serde_json::from_str(&lint).expect("JSON");
                    for key in ["gbdhash", "isohash"] {
                        let hash = size[key].as_str().expect("a hash");
                        assert_eq!(lint[key], hash, "{encoding} {method}");
                        assert!(dry_run.contains(&format!("{key}: {hash}\n")), "{dry_run}");
                    }
                } else {
                    let is_row = |line: &&str| match ending {
                        "lp" => {
                            line.contains(": ")
                                && !line.starts_with(['\\'])
                                && !line.starts_with(" obj")
                        }
                        "mps" => [" G ", " L ", " E "].iter().any(|row| line.starts_with(row)),
                        _ => line.ends_with(';'),
                    };
                    let rows = text.lines().filter(is_row).count();
                    assert_eq!(size["total"]["lp_rows"], rows, "{encoding} {method}");
                }
                if ending == "opb" {
                    let constraints = text.lines().filter(|line| !line.starts_with('*'));
                    let bytes: usize = constraints.map(|line| line.len() + 1).sum();
                    assert_eq!(size["total"]["opb_bytes"], bytes, "{encoding} {method}");
                }
                let lint = encycle(&["lint", name]);
                assert_eq!(code(&lint), 0, "{}", String::from_utf8_lossy(&lint.stdout));
            }
        }
    }
}

/// The sizes of the families add up to the total, in every output format.
#[test]
fn family_sizes_add_up_to_the_total() {
    let arguments =
        ["sizes", FIRST, "--encoding", "all", "--cnf", "direct,tseitin", "--by", "family"];
    let csv = stdout(&encycle(&[&arguments[..], &["--csv"]].concat()));
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let headers = reader.headers().expect("a heading").clone();
    let column = |name: &str| headers.iter().position(|header| header == name).expect(name);
    let mut sums = [0_u64; 4];
    let columns = ["variables", "clauses", "literals", "lp_rows"].map(column);
    let mut totals = 0;
    for record in reader.records() {
        let record = record.expect("a record");
        let values = columns.map(|column| record[column].parse::<u64>().expect("a number"));
        if &record[column("family")] == "total" {
            assert_eq!(values, sums, "{record:?}");
            sums = [0; 4];
            totals += 1;
        } else {
            (0..4).for_each(|i| sums[i] += values[i]);
        }
    }
    let json = stdout(&encycle(&[&arguments[..], &["--json"]].concat()));
    assert_eq!(json.lines().count(), totals);
    // methods of the same sizes share a row of the table
    let direct = [&arguments[..4], &["--cnf", "direct", "--by", "family"]].concat();
    let table = stdout(&encycle(&direct));
    let csv = stdout(&encycle(&[&direct[..], &["--csv"]].concat()));
    assert_eq!(
        table.lines().filter(|line| line.starts_with("  ") && !line.contains("variables")).count(),
        csv.lines().count() - 1
    );
    assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
    let documented = fs::read_to_string("docs/reference/json.md").expect("the documentation");
    let first: Value = serde_json::from_str(json.lines().next().expect("a line")).expect("JSON");
    for key in first.as_object().expect("an object").keys() {
        assert!(documented.contains(&format!("`{key}`")), "{key} is not documented");
    }
    for key in first["total"].as_object().expect("an object").keys() {
        assert!(documented.contains(&format!("`{key}`")), "{key} is not documented");
    }
}

#[test]
fn the_chart_has_a_line_for_each_encoding_and_method() {
    let folder = tempfile::tempdir().expect("a folder");
    let svg = folder.path().join("sizes.svg");
    let puzzles = [FIRST, "examples/slitherlink/ten.txt", "examples/slitherlink/wren.txt"];
    let options = ["--cnf", "all", "--svg", svg.to_str().expect("text")];
    stdout(&encycle(&[&["sizes"][..], &puzzles, &options].concat()));
    let picture = fs::read_to_string(&svg).expect("a picture");
    let document = roxmltree::Document::parse(&picture).expect("well-formed XML");
    let texts: Vec<&str> = document
        .descendants()
        .filter(|node| node.tag_name().name() == "text")
        .filter_map(|node| node.text())
        .collect();
    for encoding in ["edge", "two-line", "pre-succ", "colour"] {
        for method in METHODS {
            let name = format!("{encoding}, {method}");
            // in the legends of both charts; lines that coincide share an entry
            let has = |text: &&&str| text.split(" = ").any(|part| part == name);
            assert_eq!(texts.iter().filter(has).count(), 2, "{name}");
        }
    }
}

#[test]
fn an_unreadable_puzzle_does_not_stop_the_others() {
    let output = encycle(&["sizes", "no/such/file", FIRST, "--csv"]);
    assert_eq!(code(&output), 2);
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1 + 4);
}

#[test]
fn unknown_encodings_are_refused_with_the_known_names() {
    for (name, words) in [
        ("indirect", "use edge, two-line, pre-succ, colour"),
        ("edge+maze", "use colours, reach, reach-all, order, binary"),
        ("edge+order+order", "duplicate part: `order`"),
        ("edge+order+tree", "use one of them"),
        ("colour+colours", "already"),
        ("", "unknown base"),
    ] {
        for command in ["encode", "solve", "sizes", "explain"] {
            let more: &[&str] = if command == "explain" { &["--clause", "1"] } else { &[] };
            let output = encycle(&[&[command, FIRST, "--encoding", name][..], more].concat());
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(code(&output), 2, "{command} {name}: {error}");
            assert!(error.contains(words), "{command} {name}: {error}");
        }
    }
}

/// Reachability on a large grid needs more variables than DIMACS can number. The error comes before any clause.
#[test]
fn an_encoding_with_too_many_variables_is_refused_at_once() {
    let side = 100;
    let puzzle =
        format!("slitherlink {side} {side}\n{}", format!("{}\n", ".".repeat(side)).repeat(side));
    for encoding in ["edge+reach", "colour+reach-all"] {
        let output = with_input(&["encode", "-", "--encoding", encoding], &puzzle);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(code(&output), 2, "{error}");
        assert!(error.contains("files number at most 2147483647"), "{error}");
    }
}

#[test]
fn an_encoding_with_too_many_variables_does_not_stop_the_others() {
    let row = format!("{}\n", ".".repeat(60));
    let puzzle = format!("slitherlink 60 60\n{}", row.repeat(60));
    let output =
        with_input(&["sizes", "-", "--encoding", "edge+reach-all,edge,two-line", "--csv"], &puzzle);
    assert_eq!(code(&output), 2);
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1 + 2);
}

#[test]
fn outputs_that_would_overwrite_the_puzzle_or_each_other_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let puzzle = folder.path().join("puzzle.txt");
    fs::copy(FIRST, &puzzle).expect("a copy");
    let before = fs::read(&puzzle).expect("a puzzle");
    let (puzzle_name, other) = (puzzle.to_str().expect("text"), folder.path().join("a.cnf"));
    let other = other.to_str().expect("text");
    let tables: [&[&str]; 6] = [
        &["encode", puzzle_name, "-o", puzzle_name],
        &["encode", puzzle_name, "-o", other, "--map", puzzle_name],
        &["encode", puzzle_name, "-o", other, "--map", other],
        &["convert", puzzle_name, "--to", "janko", "-o", puzzle_name],
        &["convert", puzzle_name, "--to", "svg", "-o", puzzle_name],
        &["solve", puzzle_name, "--svg", puzzle_name],
    ];
    for arguments in tables {
        let output = encycle(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert_eq!(fs::read(&puzzle).expect("the puzzle"), before, "{arguments:?}");
    }
}

/// SIGTERM while a large file is written leaves no part of the file.
#[cfg(unix)]
#[test]
fn an_interrupted_write_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let row = format!("{}\n", ".".repeat(14));
    let puzzle = folder.path().join("puzzle.txt");
    fs::write(&puzzle, format!("slitherlink 14 14\n{}", row.repeat(14))).expect("a puzzle");
    let mut command = Command::cargo_bin("encycle").expect("the binary is built");
    command.args(["encode", "puzzle.txt", "--encoding", "edge+reach", "-o", "large.cnf"]);
    let mut child = command.current_dir(folder.path()).spawn().expect("the binary starts");
    let files = || fs::read_dir(folder.path()).expect("a folder").count();
    // wait for the unfinished file
    while files() < 2 {
        assert!(child.try_wait().expect("a child").is_none(), "it ended too early");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let kill = Command::new("kill").arg(child.id().to_string()).status().expect("kill runs");
    assert!(kill.success());
    child.wait().expect("the binary ends");
    assert_eq!(files(), 1, "the puzzle alone");
}

/// The explanation has text and a picture, and the clause is the one with that number in the file.
#[test]
fn explain_shows_rule_place_and_clause() {
    let text = stdout(&encycle(&["explain", FIRST, "--encoding", "edge", "--clause", "57"]));
    for line in [
        "clause     57 of 280: -v_2_5 v h_2_4 v h_2_5 v v_1_5",
        "rule       degree: none or two lines meet at a vertex",
        "place      the vertex in line 2, column 5",
        "constraint none or exactly two of h_2_4, h_2_5, v_1_5, v_2_5",
        "step       a true literal requires a second one (clause 8 of its 8)",
        "·    ·────◆────·",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    // the same clause is number 57 of the file
    let formula = stdout(&encycle(&["encode", FIRST, "--encoding", "edge", "--names"]));
    let clause =
        formula.lines().filter(|line| !line.starts_with(['c', 'p'])).nth(56).expect("clause 57");
    let number = |name: &str| {
        let line = formula.lines().find(|line| line.ends_with(&format!(" {name}")));
        line.and_then(|line| line.split(' ').nth(2)).expect("a named variable").to_owned()
    };
    let words = ["v_2_5", "h_2_4", "h_2_5", "v_1_5"].map(number);
    assert_eq!(clause, format!("-{} {} {} {} 0", words[0], words[1], words[2], words[3]));

    let explain_row = |row: &str| {
        let options = ["--encoding", "edge", "--degree-rows", "equation"];
        stdout(&encycle(&[&["explain", FIRST, "--row", row][..], &options].concat()))
    };
    let row = explain_row("30");
    let expected = "row        30 of 48: h_5_4 + h_5_5 + v_4_5 + v_5_5 - 2 y_89 = 0";
    assert!(row.starts_with(expected), "{row}");
    assert_eq!(explain_row("degree_5_5"), row, "by its name in the LP file");
    let wrong = ["--clause", "99999"];
    for wrong in [&["--clause", "0"][..], &wrong, &["--row", "99999"], &["--row", "degree"], &[]] {
        assert_eq!(code(&encycle(&[&["explain", FIRST][..], wrong].concat())), 2, "{wrong:?}");
    }
}

/// Names and projection set are comments before the header, so the file follows the competition format.
#[test]
fn names_and_projection_set_are_comments() {
    let options = ["--encoding", "colour+order", "--names", "--show", "--cnf", "tseitin"];
    let text = stdout(&encycle(&[&["encode", FIRST][..], &options].concat()));
    assert!(text.starts_with("c t pmc\n"), "{text}");
    let (comments, _) = text.split_once("\np cnf ").expect("a header");
    let shown: Vec<usize> = comments
        .lines()
        .filter_map(|line| line.strip_prefix("c p show "))
        .flat_map(|line| line.strip_suffix(" 0").expect("a closing zero").split(' '))
        .map(|word| word.parse().expect("a variable"))
        .collect();
    // the variables of the cells determine the solution
    assert_eq!(shown, (1..=5 * 5).collect::<Vec<_>>());
    assert!(comments.contains("\nc var 1 in_1_1\n") && comments.contains("\nc var 26 h_1_1\n"));
    let refused = encycle(&["encode", FIRST, "--to", "lp", "--names"]);
    assert_eq!(code(&refused), 2);
}

/// The map suffices to decode, with every encoding and method.
#[test]
fn a_model_of_every_formula_is_decoded_by_the_map() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let (cnf, map, output) = (path("a.cnf"), path("a.map"), path("a.out"));
    let expected = stdout(&encycle(&["solve", FIRST]));
    let (_, picture) = expected.split_once('\n').expect("a verdict line");
    for encoding in ENCODINGS.iter().filter(|name| name.contains('+') && !name.contains("colours"))
    {
        for method in METHODS {
            let options = ["--encoding", encoding, "--cnf", method];
            stdout(&encycle(
                &[&["encode", FIRST, "--force", "-o", &cnf, "--map", &map][..], &options].concat(),
            ));
            let answer = encycle(&["sat", &cnf]);
            assert_eq!(code(&answer), 10, "{encoding} {method}");
            fs::write(&output, &answer.stdout).expect("a file");
            let decoded = stdout(&encycle(&["decode", FIRST, &output, "--map", &map]));
            assert!(decoded.contains(picture), "{encoding} {method}: {decoded}");
        }
    }
}

/// docs/encodings/slitherlink.md describes every base and part with source and families, and the help lists them.
#[test]
fn every_encoding_is_documented() {
    use encycle::encodings::kinds::slitherlink::bases::BASES;
    use encycle::encodings::rules::one_loop::eager::PARTS;
    let documented =
        fs::read_to_string("docs/encodings/slitherlink.md").expect("the documentation");
    let help = stdout(&encycle(&["encode", "--help"]));
    let bases = BASES.iter().map(|base| base.info);
    for about in bases.chain(PARTS.iter().map(|part| part.about)) {
        let row =
            documented.lines().find(|line| line.starts_with(&format!("| `{}` |", about.name)));
        // the row of the encoding names the author of the source
        let authors =
            ["Berschneider", "Westreicher", "Johnson", "Heule", "Zhou", "Rankooh", "Williams"];
        let author = authors.into_iter().find(|author| about.source.contains(author));
        let author = author.expect("a source");
        assert!(row.is_some_and(|row| row.contains(author)), "{}", about.name);
        for (family, _) in about.families {
            assert!(documented.contains(&format!("`{family}`")), "{}: {family}", about.name);
        }
        assert!(help.lines().any(|line| line.starts_with(&format!("  {} ", about.name))));
    }
}

/// The table and the JSON of `strength` have the sizes, too, so that one command measures both.
#[test]
fn strengths_come_with_the_sizes() {
    let puzzle = "examples/slitherlink/first.txt";
    let of = |command: &[&str]| -> Vec<Value> {
        let more = [puzzle, "--encoding", "edge,edge+order", "--cnf", "direct,tseitin", "--json"];
        let output = encycle(&[command, &more].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let (sizes, strengths) = (of(&["sizes"]), of(&["strength", "--cases", "60"]));
    assert_eq!((sizes.len(), strengths.len()), (4, 4));
    for (size, strength) in sizes.iter().zip(&strengths) {
        assert_eq!((&size["encoding"], &size["cnf"]), (&strength["encoding"], &strength["cnf"]));
        for key in ["variables", "clauses"] {
            assert_eq!(size["total"][key], strength[key], "{key}");
        }
    }
    let table = stdout(&encycle(&["strength", puzzle, "--encoding", "edge", "--cases", "60"]));
    let clauses = sizes[0]["total"]["clauses"].to_string();
    assert!(table.contains("variables") && table.contains(&clauses), "{table}");
}
