//! `encycle lint`, run as a process.

use std::fs;

use encycle::files::compression::Compression;
use serde_json::Value;

use crate::support::binary::{code, encycle, stderr, stdout, with_input};

/// `lint` finds nothing in the files that `encode` writes, in both formats.
#[test]
fn files_written_by_encode_are_clean() {
    let folder = tempfile::tempdir().expect("a folder");
    let endings = ["cnf", "lp", "cnf.gz", "lp.xz"];
    for entry in fs::read_dir("examples/slitherlink").expect("the examples") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|ending| ending != "txt") {
            continue;
        }
        for (ending, encoding) in endings.iter().flat_map(|e| [(e, "edge"), (e, "colour")]) {
            let file = folder.path().join(format!("{encoding}.{ending}"));
            let (puzzle, file) = (path.to_str().expect("text"), file.to_str().expect("text"));
            let encoded = encycle(&["encode", puzzle, "-o", file, "--encoding", encoding, "-f"]);
            assert_eq!(code(&encoded), 0, "{}", stderr(&encoded));
            let output = encycle(&["lint", file]);
            assert_eq!(code(&output), 0, "{puzzle} {ending} {encoding}: {}", stdout(&output));
            let format = &ending[..ending.find('.').unwrap_or(ending.len())];
            let line = format!("{file}: clean ({format}, ");
            assert!(stdout(&output).starts_with(&line), "{}", stdout(&output));
        }
    }
}

/// `lint FOLDER` ended with `Is a directory`.
#[test]
fn a_folder_stands_for_the_formulas_in_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("more")).expect("a folder");
    let none = encycle(&["lint", folder.path().to_str().expect("text")]);
    assert_eq!(code(&none), 2);
    assert!(
        stderr(&none).contains("no file with the name of a formula\nhelp: "),
        "{}",
        stderr(&none)
    );
    fs::write(path("b.cnf"), "p cnf 1 1\n1 0\n").expect("a file");
    fs::write(path("more/a.opb"), "damaged").expect("a file");
    fs::write(path("puzzle.txt"), "slitherlink 1 1\n4\n").expect("a file");
    let output = encycle(&["lint", folder.path().to_str().expect("text"), "--json"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let said = stdout(&output);
    let names = said.lines().map(|line| {
        let object: Value = serde_json::from_str(line).expect("JSON");
        object["file"].as_str().expect("a name").to_owned()
    });
    let expected = ["b.cnf", "more/a.opb"].map(|name| path(name).display().to_string());
    assert_eq!(names.collect::<Vec<_>>(), expected);
}

#[test]
fn findings_have_line_rule_and_fix() {
    let text = format!("c\np cnf 2 14\n{}", "1 2 1 0\n".repeat(14));
    let output = with_input(&["lint", "-"], &text);
    assert_eq!(code(&output), 0);
    let said = stdout(&output);
    let lines: Vec<&str> = said.lines().collect();
    let first =
        "-:3: warning [cnf-duplicate-literal] literal 1 occurs twice in the clause; write it once";
    assert_eq!(lines[0], first);
    assert_eq!(lines[10..], ["-: ... and 4 more [cnf-duplicate-literal]", "-: 14 warnings"]);
}

#[test]
fn exit_codes_of_lint_are_as_documented() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("a.cnf");
    let torn = folder.path().join("a.cnf.xz");
    fs::write(&torn, b"\xFD7zXZ").expect("a file");
    let (missing, torn) = (missing.to_str().expect("text"), torn.to_str().expect("text"));
    let table: [(&[&str], &str, i32, &str); 9] = [
        (&["lint", "-"], "c\np cnf 1 1\n1 0\n", 0, "-: clean (cnf, 1 variable, 1 clause)\n"),
        (&["lint", "-"], "p cnf 1 1\n1 0\n", 0, "-: 1 warning\n"),
        (&["lint", "-"], "p cnf 1 2\n1 0\n", 1, "-: 1 error, 1 warning\n"),
        (&["lint", "-"], "max\n x\nst\n c: x <= 1\nend\n", 0, "-: clean (lp, "),
        (&["lint", "-", "--format", "cnf"], "hello\n", 1, "[cnf-bad-word]"),
        (&["lint", "-"], "hello\n", 2, ""),
        (&["lint", torn], "", 2, ""),
        (&["lint", missing, "-"], "p cnf 1 2\n1 0\n", 2, "-: 1 error, 1 warning\n"),
        (&["lint"], "", 2, ""),
    ];
    for (arguments, input, expected, words) in table {
        let output = with_input(arguments, input);
        assert_eq!(code(&output), expected, "{arguments:?}: {}", stderr(&output));
        assert!(stdout(&output).contains(words), "{arguments:?}: {}", stdout(&output));
        assert_eq!(stderr(&output).is_empty(), code(&output) != 2, "{arguments:?}");
    }
}

/// Compressed data under a plain name were five wrong errors, and other formats were named wrongly or not at all.
#[test]
fn compressed_data_and_other_formats_are_recognized_under_any_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file.cnf");
    let name = file.to_str().expect("text");
    let lint = |bytes: &[u8]| {
        fs::write(&file, bytes).expect("a file");
        encycle(&["lint", name])
    };
    for compression in [Compression::Gzip, Compression::Xz] {
        let mut bytes = Vec::new();
        compression.write(&mut bytes, |out| out.write_all(b"c\np cnf 1 1\n1 0\n")).expect("memory");
        assert!(stdout(&lint(&bytes)).contains("clean (cnf, 1 variable, 1 clause)"));
        assert_eq!(code(&encycle(&["sat", name])), 10);
        assert_eq!(code(&encycle(&["convert", name, "--to", "opb"])), 0);
    }
    let utf16: Vec<u8> = "p cnf 1 1\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, exit, words) in [
        (&utf16[..], 1, "UTF-16"),
        (b"\xEF\xBB\xBFp cnf 1 1\n1 0\n", 1, "byte order mark"),
        (b"p wcnf 1 1 5\n1 1 0\n", 1, "WCNF"),
        (b"h 1 0\n5 -1 0\n", 1, "WCNF"),
        (b"p inccnf\n1 0\na 1 0\n", 1, "iCNF"),
        (b"p cnf 1 1\ne 1 0\n1 0\n", 1, "QDIMACS"),
        (b"PK\x03\x04 and so on", 2, "ZIP"),
    ] {
        let output = lint(bytes);
        let said = stdout(&output) + &stderr(&output);
        assert!(code(&output) == exit && said.contains(words), "{said}");
        // no other command reads it, and each has the same words
        for arguments in [&["sat", name][..], &["convert", name, "--to", "opb"]] {
            let output = encycle(arguments);
            assert_eq!(code(&output), 2, "{arguments:?}");
            assert!(stderr(&output).contains(words), "{}", stderr(&output));
        }
    }
    let output = with_input(&["lint", "-"], "/* lp_solve */\nmax: 3 x + 2 y;\n");
    assert!(stdout(&output).contains("LP format of lp_solve"), "{}", stdout(&output));
}

/// `sat` said "begin with `p cnf`" to a formula that did.
#[test]
fn sat_explains_a_formula_as_lint_does() {
    for (text, words) in [
        (" p cnf 1 1\n1 0\n", "extra blanks"),
        ("p cnf 1 1\n\n 2 0\n", "variable 2 exceeds the header's 1"),
    ] {
        let output = with_input(&["sat", "-"], text);
        assert_eq!(code(&output), 2, "{text}");
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
        assert!(stdout(&with_input(&["lint", "-"], text)).contains(words), "{text}");
    }
}

#[test]
fn rules_are_listed_with_their_sources() {
    let all = stdout(&encycle(&["lint", "--list-rules"]));
    let cnf = stdout(&encycle(&["lint", "--list-rules", "--format", "cnf"]));
    for format in encycle::lint::FileFormat::ALL {
        for rule in format.rules() {
            let entry = format!(
                "{} ({})\n    {}\n    Source: {}\n",
                rule.name, rule.severity, rule.about, rule.source
            );
            assert!(all.contains(&entry), "{entry}");
            let is_cnf = format == encycle::lint::FileFormat::Cnf;
            assert_eq!(cnf.contains(&entry), is_cnf, "{entry}");
        }
    }
}

/// Every documented key of `encycle lint --json` (docs/reference/json.md).
#[test]
fn json_of_lint_is_as_documented() {
    let documented = fs::read_to_string("docs/reference/json.md").expect("the documentation");
    let output = with_input(&["lint", "-", "no/such/file", "--json"], "p cnf 1 2\n1 1 0\n");
    assert_eq!(code(&output), 2);
    let text = stdout(&output);
    let objects: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let [bad, missing] = &objects[..] else { panic!("{text}") };
    assert_eq!((&bad["schema"], &bad["file"]), (&"encycle-lint-1".into(), &"-".into()));
    assert_eq!((&bad["format"], &bad["verdict"]), (&"cnf".into(), &"errors".into()));
    assert_eq!((&bad["variables"], &bad["clauses"]), (&1.into(), &1.into()));
    assert_eq!((&bad["errors"], &bad["warnings"]), (&1.into(), &2.into()));
    assert_eq!(bad["counts"]["cnf-duplicate-literal"], 1);
    assert!(bad["error"].is_null());
    let finding = &bad["findings"][2];
    assert_eq!((&finding["line"], &finding["severity"]), (&2.into(), &"warning".into()));
    assert_eq!(finding["rule"], "cnf-duplicate-literal");
    assert!(finding["message"].is_string() && finding["column"].is_null());
    assert_eq!(missing["verdict"], "failed");
    assert!(missing["error"].is_string());
    for object in [bad, missing, finding] {
        for key in object.as_object().expect("an object").keys() {
            assert!(documented.contains(&format!("`{key}`")), "{key} is not documented");
        }
    }
}
