//! The report of a campaign.

use std::fs;

use encycle::bench::report::{self, CampaignReport, html, markdown, slowest, troubles};
use encycle::bench::{ResultRow, RunStatus, mark_contradictions, read_rows};
use roxmltree::{Document, ParsingOptions};
use serde_json::json;

use super::{bench, folder};
use crate::support::binary::{code, encycle, own_binary, stderr, stdout};
use crate::support::misbehaving;

/// A result row with the fields that reports use.
fn row(configuration: &str, puzzle: &str, status: &str, verdict: &str, wall: f64) -> ResultRow {
    let program = json!({ "name": "s", "version": null, "sha256": "00" });
    let mut value = json!({
        "schema": "encycle-bench-1", "id": format!("{configuration} {puzzle}"), "puzzle": puzzle,
        "puzzle_sha256": puzzle, "kind": "slitherlink", "size": { "rows": 2, "cols": 2 }, "cells": 4,
        "variant": null, "configuration": configuration, "command": ["encycle", "solve", puzzle],
        "repeat": 1, "seed": null, "timeout_seconds": 10.0, "solver": program, "encycle": program,
        "encoding": "edge", "cnf": "direct", "cut_kind": "loop", "status": status,
        "verdict": verdict, "reason": null, "error": null, "end": "exit 0", "rounds": 1, "cuts": 0,
        "variables": 12, "clauses": 37, "wall_seconds": wall, "cpu_seconds": wall, "presolve_seconds": 0.0,
        "encode_seconds": 0.0, "solver_seconds": wall, "rest_seconds": 0.0, "encode_cpu_seconds": 0.0,
        "solver_cpu_seconds": wall, "peak_kb": 1000, "jobs": 1,
    });
    value["rest_cpu_seconds"] = json!(0.0);
    value["machine"] = json!({ "processor": null, "cores": 1, "memory_kb": null, "system": null });
    value["started"] = json!(0);
    serde_json::from_value(value).expect("a row")
}

/// Wrong verdicts and failures are marked, listed, and left out of means. A verdict refuted by another run is wrong.
#[test]
fn wrong_verdicts_and_failures_are_marked_and_listed() {
    let folder = folder();
    let lines = "echo 's UNSATISFIABLE'\nexit 20";
    let denies = misbehaving::misbehaves_on_large_formulas(folder.path(), "denies", lines);
    let fails = misbehaving::fails_on_large_formulas(folder.path());
    let lies = misbehaving::lies_on_large_formulas(folder.path());
    let solvers = format!("{lies},{},{fails},batsat,{denies}", misbehaving::text("hangs"));
    let puzzles = ["examples/slitherlink/first.txt", "examples/slitherlink/heron.txt"];
    let options = ["--solver", &solvers, "--timeout", "4"];
    let output = bench(folder.path(), &[&puzzles[..], &options[..]].concat());
    assert_eq!(code(&output), 4, "{}", stderr(&output));
    let report = CampaignReport::new(read_rows(folder.path()).expect("rows"));
    let counts = |name: &str| {
        let of = report.summaries.iter().find(|one| one.configuration.ends_with(name));
        of.map(|one| (one.counts, one.par2)).expect(name)
    };
    assert_eq!(counts("wrong-model"), ([0, 0, 0, 2], None));
    assert_eq!(counts("denies"), ([0, 0, 0, 2], None));
    assert_eq!(counts("fails"), ([0, 0, 2, 0], Some(8.0)));
    assert_eq!(counts("hangs"), ([0, 2, 0, 0], Some(8.0)));
    assert_eq!(counts("batsat").0, [2, 0, 0, 0]);
    let page = fs::read_to_string(folder.path().join("report.html")).expect("the page");
    assert_eq!(page.matches("<div class=\"run wrong\">").count(), 4);
    assert_eq!(page.matches("<div class=\"run failed\">").count(), 2);
    assert!(page.contains("another run found a solution, checked against the rules"));
    let text = fs::read_to_string(folder.path().join("report.md")).expect("the report");
    assert_eq!(text.matches("- **wrong** ").count(), 4);
    let again = encycle(&["bench", "--report", folder.path().to_str().expect("text")]);
    assert_eq!((code(&again), stdout(&again)), (0, stdout(&output)));
}

/// A solution is checked, so a worse one is no optimum.
#[test]
fn an_optimum_that_another_run_beats_is_wrong() {
    let costly = |configuration: &str, verdict: &str, cost: f64| ResultRow {
        cost: Some(cost),
        ..row(configuration, "tour", "answered", verdict, 1.0)
    };
    let mut rows = [
        costly("a", "optimal", 30.0),
        costly("b", "optimal", 30.000_001),
        costly("c", "optimal", 31.0),
        row("d", "tour", "answered", "no-solution", 1.0),
    ];
    mark_contradictions(&mut rows);
    let statuses = rows.each_ref().map(|row| row.status);
    let (right, wrong) = (RunStatus::Answered, RunStatus::Wrong);
    assert_eq!(statuses, [right, right, wrong, wrong]);
}

/// PAR-2, pairs and lists, computed by hand from a few rows.
#[test]
fn report_numbers_match_those_computed_by_hand() {
    let rows = vec![
        row("a", "p", "answered", "solved", 1.0),
        row("a", "q", "answered", "no-solution", 4.0),
        row("a", "r", "limit", "unknown", 10.0),
        row("b", "p", "answered", "solved", 2.0),
        row("b", "q", "failed", "failed", 0.5),
        row("b", "r", "answered", "unique", 8.0),
        row("c", "p", "answered", "no-solution", 0.1),
    ];
    let report = CampaignReport::new(rows);
    assert_eq!(report.configurations, ["a", "b", "c"]);
    let par2: Vec<Option<f64>> = report.summaries.iter().map(|one| one.par2).collect();
    // only p has rows of all configurations; c reports no solution where a and b found one
    assert_eq!(par2, [Some(1.0), Some(2.0), None]);
    assert_eq!(report.summaries.iter().map(|one| one.missing).collect::<Vec<_>>(), [0, 0, 2]);
    assert_eq!(report.runs, [3, 1]);
    let wall = report.summaries[0].wall.expect("two answers");
    assert_eq!((wall.median, wall.min, wall.max), (2.5, 1.0, 4.0));
    let points = "configuration,answered,wall_seconds\na,1,1\na,2,4\nb,1,2\nb,2,8\n";
    assert_eq!(report::cactus_points(&report), points);
    let tables = report::latex_tables(&report);
    assert!(
        tables.contains("\na & 3 & 2 & 1 & 0 & 0 & 0 & 1.00 & 2.50 (1.00 -- 4.00) & "),
        "{tables}"
    );
    assert!(tables.contains("\na & b & 1 & 1 & 1 & 0 & 0.500 &  \\\\\n"), "{tables}");
    let pair = &report.pairs[0];
    assert_eq!(pair.counts(), [1, 1, 1, 0]);
    assert!((pair.ratio.expect("a pair").mean - 0.5).abs() < 1e-12);
    let listed = troubles(&report.rows);
    assert_eq!(listed.iter().map(|row| &*row.id).collect::<Vec<_>>(), ["c p", "b q", "a r"]);
    let slow = slowest(&report.rows, 2);
    assert_eq!(slow.iter().map(|row| &*row.id).collect::<Vec<_>>(), ["b r", "a q"]);
}

/// A configuration that had not run on the hard puzzles yet had the best PAR-2 score.
#[test]
fn scores_were_of_different_puzzles() {
    let mut rows = vec![
        row("a", "easy", "answered", "solved", 1.0),
        row("a", "hard", "limit", "unknown", 10.0),
        row("b", "easy", "answered", "solved", 3.0),
    ];
    let scores = |rows: &[ResultRow]| {
        let report = CampaignReport::new(rows.to_vec());
        let of = report.summaries.iter().map(|one| (one.par2, one.missing));
        (of.collect::<Vec<_>>(), report.runs)
    };
    assert_eq!(scores(&rows), (vec![(Some(1.0), 0), (Some(3.0), 1)], [2, 1]));
    rows.push(row("b", "hard", "answered", "solved", 5.0));
    let complete = vec![(Some((1.0 + 20.0) / 2.0), 0), (Some((3.0 + 5.0) / 2.0), 0)];
    assert_eq!(scores(&rows), (complete, [2, 2]));
    // a configuration of another kind does not miss these puzzles, but it is not comparable
    let mut other = row("c", "snake", "answered", "solved", 1.0);
    other.kind = "hamilton".to_owned();
    rows.push(other);
    assert_eq!(scores(&rows), (vec![(None, 0), (None, 0), (None, 0)], [3, 0]));
}

#[test]
fn campaigns_are_exported_for_benchexec() {
    let folder = folder();
    let options = ["--solver", "batsat,microlp", "--encoding", "edge", "--repeat", "2"];
    let puzzles = ["examples/slitherlink/first.txt", "generate:slitherlink:4x4"];
    let output = bench(folder.path(), &[&puzzles[..], &options[..]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let exported = encycle(&["bench", "--benchexec", folder.path().to_str().expect("text")]);
    assert_eq!(code(&exported), 0, "{}", stderr(&exported));
    let folder = folder.path().join("benchexec");
    assert_eq!(stdout(&exported).trim(), folder.join("table.xml").to_str().expect("text"));
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect(name);
    let texts = |name: &str, tag: &str, attribute: &str| -> Vec<String> {
        let text = read(name);
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let document = Document::parse_with_options(&text, options).expect("well-formed");
        let nodes = document.descendants().filter(|node| node.has_tag_name(tag));
        nodes.filter_map(|node| node.attribute(attribute)).map(str::to_owned).collect()
    };
    let files = texts("table.xml", "result", "filename");
    assert_eq!(files.len(), 2 * 2);
    for file in &files {
        // the rows are in the order in which the runs started
        let mut names = texts(file, "run", "name");
        names.sort();
        assert_eq!(names, ["examples/slitherlink/first.txt", "slitherlink-4x4-1"]);
        let values = texts(file, "column", "value");
        assert_eq!(values.iter().filter(|value| *value == "solved").count(), 2, "{values:?}");
        assert_eq!(values.iter().filter(|value| *value == "correct").count(), 2, "{values:?}");
    }
    let names = texts("benchmark.xml", "rundefinition", "name");
    assert_eq!(names, ["batsat, edge", "microlp, edge"]);
    assert_eq!(texts("benchmark.xml", "benchmark", "walltimelimit"), ["60s"]);
    let benchmark = read("benchmark.xml");
    assert!(
        benchmark.contains("<option name=\"--encoding\"/>\n    <option>edge</option>"),
        "{benchmark}"
    );
    assert!(!benchmark.contains("--timeout") && !benchmark.contains("--kind"), "{benchmark}");
    assert!(read("encycle_tool/solve.py").contains("class Tool("));
}

/// `bench` had no `-s`, and no `all` where `sizes` and `strength` have it.
#[test]
fn all_encodings_and_methods_take_part_in_a_campaign() {
    let folder = folder();
    let path = folder.path().join("paths.txt");
    fs::write(&path, "hamilton 2 2\n. .\n. .\n\nnumberlink 2 2\n1.\n1.\n").expect("a file");
    let puzzles = [path.to_str().expect("text")];
    let options = ["-s", "batsat", "-e", "all", "--card", "all", "--cnf", "direct"];
    let campaign = folder.path().join("campaign");
    let output = bench(&campaign, &[&puzzles[..], &options[..]].concat());
    // the encoding `induced+cover` excludes the solution, so its runs have no verdict
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    let report = CampaignReport::new(read_rows(&campaign).expect("rows"));
    let cards = encycle::encodings::logic::CardMethod::ALL.len();
    for encoding in ["labels", "mates", "degree", "positions", "leaf-hybrid"] {
        let has = |name: &&String| name.split(", ").any(|word| word == encoding);
        assert_eq!(report.configurations.iter().filter(has).count(), cards, "{encoding}");
    }
}

/// The page is well-formed whatever text the rows contain, and loads nothing.
#[test]
fn report_page_is_well_formed_and_loads_nothing() {
    let folder = folder();
    let solvers = format!("batsat,{}", own_binary());
    let output =
        bench(folder.path(), &["examples/slitherlink", "examples/sudoku", "--solver", &solvers]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let real = read_rows(folder.path()).expect("rows");
    let odd = "<b>&\"'|*\u{1b}`]\n</script>";
    let strange =
        vec![row(odd, odd, "wrong", "solved", 1.0), row("b", odd, "answered", "solved", f64::MAX)];
    for (rows, pictures) in [(real, true), (strange, false), (Vec::new(), false)] {
        let report = CampaignReport::new(rows);
        let (common, pairs) = report.figures();
        let page = html(&report, folder.path(), &common, &pairs);
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let document = Document::parse_with_options(&page, options).expect("well-formed");
        let has =
            |name: &str| document.descendants().filter(|node| node.has_tag_name(name)).count();
        let scripts = document.descendants().filter(|node| node.has_tag_name("script"));
        assert!(scripts.map(|node| node.attributes().count()).eq([0]), "one script, in the page");
        let loaders = ["link", "img", "iframe", "object", "embed", "base", "image", "use"];
        assert_eq!(loaders.map(has), [0; 8]);
        for attribute in document.descendants().flat_map(|node| node.attributes()) {
            assert!(!["src", "srcset", "data", "action"].contains(&attribute.name()));
            // links stay within the page
            assert!(attribute.name() != "href" || attribute.value().starts_with('#'));
        }
        assert!(!page.contains("http:") && !page.contains("https:") && !page.contains("url("));
        assert!(!page.contains("@import"));
        if pictures {
            // cactus, box and size plots, one pair, and five of the slowest puzzles
            assert!(has("svg") >= 4 + 5, "{}", has("svg"));
            assert_eq!((common.len(), pairs.len()), (3, 1));
        }
        assert!(markdown(&report, &common, &pairs).starts_with("# Campaign"));
    }
}

/// The page begins with the facts of the campaign, then the table of puzzles by configurations.
#[test]
fn the_page_begins_with_facts_and_the_table_of_puzzles() {
    let folder = folder();
    let names = ["examples/sudoku/finch.txt", "examples/slitherlink/first.txt"];
    let arguments = [&names[..], &["--timeout", "20", "--presolve", "on,off"]].concat();
    assert_eq!(code(&bench(folder.path(), &arguments)), 0);
    let resumed = [&arguments[..], &["--repeat", "2", "--resume"]].concat();
    assert_eq!(code(&bench(folder.path(), &resumed)), 0);
    let page = fs::read_to_string(folder.path().join("report.html")).expect("the page");
    let text = fs::read_to_string(folder.path().join("report.md")).expect("the report");
    let title = format!("Campaign: {}", names.join(", "));
    let version = env!("CARGO_PKG_VERSION");
    let date = humantime::format_rfc3339_seconds(std::time::SystemTime::now()).to_string();
    let place = |words: &str| page.find(words).unwrap_or_else(|| panic!("no {words}: {page}"));
    let command = format!("{} --timeout 20 --presolve 'on,off'", names.join(" "));
    let order = [
        &format!("<h1>{title}</h1>"),
        &format!("<dt>Date</dt><dd>{}", &date[..7]),
        &format!("<dt>Encycle</dt><dd>{version}</dd>"),
        "<dt>Solvers</dt><dd>batsat ",
        "8 on 2 puzzles, limit 20 s",
        &format!("<code>encycle bench --out {} {command}</code>", folder.path().display()),
        &format!("{command} --repeat 2</code>"),
        "<table class=\"puzzles sortable\">",
        "<th scope=\"col\">batsat",
        "<td>slitherlink/first.txt</td>",
        "<td>sudoku/finch.txt</td>",
        "<table class=\"summary sortable\">",
        "<svg",
        "limit 20 s</text>",
    ]
    .map(place);
    assert!(order.is_sorted(), "{order:?}");
    assert!(text.starts_with(&format!("# {title}\n")) && text.contains(&command), "{text}");
    assert!(text.contains("| slitherlink/first.txt | "));
    // two configurations: their only scatter plot is not folded
    assert!(page.contains("equally fast") && !page.contains("<details>"));
    // a folder of an earlier revision has no `campaign.json`
    fs::remove_file(folder.path().join("campaign.json")).expect("the file");
    let again = encycle(&["bench", "--report", folder.path().to_str().expect("text")]);
    assert_eq!(code(&again), 0, "{}", stderr(&again));
    let page = fs::read_to_string(folder.path().join("report.html")).expect("the page");
    assert!(page.contains("<h1>Campaign: examples</h1>") && !page.contains("<dt>Command</dt>"));
    fs::write(folder.path().join("campaign.json"), "{\n \"schema\": 1}\n").expect("a file");
    let again = encycle(&["bench", "--report", folder.path().to_str().expect("text")]);
    assert_eq!(code(&again), 2);
    assert!(stderr(&again).contains("campaign.json:2:12: invalid encycle-campaign-1 file"));
}

/// A run without an answer replaces the time of its puzzle; the fastest time is marked.
#[test]
fn the_table_of_puzzles_has_times_and_ends() {
    let rows = vec![
        row("a", "x/p", "answered", "solved", 1.5),
        row("b", "x/p", "answered", "solved", 0.25),
        row("c", "x/p", "limit", "unknown", 10.0),
        row("a", "x/q", "failed", "failed", 1.0),
        row("b", "x/q", "answered", "solved", 3.0),
    ];
    let report = CampaignReport::new(rows);
    let page = html(&report, std::path::Path::new("none"), &[], &[]);
    let (_, table) = page.split_once("<table class=\"puzzles sortable\">").expect("a table");
    let (table, _) = table.split_once("</table>").expect("its end");
    let document =
        Document::parse_with_options(&format!("<table>{table}</table>"), ParsingOptions::default())
            .map(|document| {
                let rows = document.descendants().filter(|node| node.has_tag_name("tr"));
                let cells = |row: roxmltree::Node| -> Vec<String> {
                    let cells = row.children().filter(|node| node.is_element());
                    let shown = cells.map(|cell| {
                        let class = cell.attribute("class").unwrap_or_default();
                        format!(
                            "{}{}{class}",
                            cell.text().unwrap_or_default(),
                            if class.is_empty() { "" } else { " " }
                        )
                    });
                    shown.collect()
                };
                rows.map(cells).collect::<Vec<_>>()
            });
    let expected = [
        ["puzzle", "cells", "a", "b", "c"],
        ["p", "4", "1.50", "0.250 fastest", "limit limit"],
        ["q", "4", "failed failed", "3.00", ""],
    ];
    assert_eq!(document.expect("well-formed"), expected);
}

/// A solver in the current folder was not found by the runs, and a solver that cannot be run cost a whole campaign.
#[test]
fn each_solver_is_tried_before_a_campaign() {
    let place = tempfile::tempdir().expect("a folder");
    misbehaving::fails_on_large_formulas(place.path());
    let puzzle = place.path().join("tiny.txt");
    fs::write(&puzzle, "slitherlink 2 2\n31\n..\n").expect("a puzzle");
    let run = |solver: &str| {
        let mut command = std::process::Command::new(own_binary());
        command.current_dir(place.path()).args(["bench", "tiny.txt", "--solver", solver]);
        command.arg("--out").arg(folder().path()).output().expect("it runs")
    };
    let local = run("fails");
    assert_eq!(code(&local), 0, "{}", stderr(&local));
    for solver in [misbehaving::text("fails"), misbehaving::text("prints-invalid-text")] {
        let refused = run(&solver);
        assert_eq!(code(&refused), 2, "{}", stderr(&refused));
        assert!(stderr(&refused).contains("fails on a tiny puzzle"), "{}", stderr(&refused));
    }
}
