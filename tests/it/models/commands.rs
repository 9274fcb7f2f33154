//! The commands that take a formula of the user's own.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use encycle::files::compression::Compression;

use crate::support::binary::{code, encycle, stderr, stdout, with_bytes};
use crate::support::folder::Folder;

#[test]
fn the_example_of_the_readme_is_solved_by_a_clause_solver_and_a_mip_solver() {
    for solver in ["batsat", "microlp"] {
        let arguments = [
            "solve",
            "examples/own/tour.lp",
            "--rules",
            "examples/own/tour.rules",
            "--solver",
            solver,
        ];
        let output = encycle(&arguments);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{text}");
        assert!(text.starts_with("examples/own/tour.lp: optimal 30 ("), "{text}");
        assert!(text.contains("towns: A-"), "{text}");
    }
}

#[test]
fn the_forms_of_a_rule_are_compared_and_written() {
    let files = ["examples/own/square.cnf", "--rules", "examples/own/square.rules"];
    let sizes = encycle(&[&["sizes"], &files[..]].concat());
    let text = String::from_utf8_lossy(&sizes.stdout).into_owned();
    for form in FORMS {
        assert!(text.contains(&format!("\n{form} ")), "{text}");
    }
    let formula = encycle(&[&["encode"], &files[..], &["--state", "order"]].concat());
    let text = String::from_utf8_lossy(&formula.stdout).into_owned();
    assert!(text.contains("encoding order: its solutions are those of the problem"), "{text}");
}

/// The encodings of a planar graph.
const FORMS: [&str; 9] =
    ["cuts", "order", "elimination", "leaf", "hybrid", "labels", "tree", "cotree", "flow"];

const TOUR: [&str; 3] = ["examples/own/tour.lp", "--rules", "examples/own/tour.rules"];

/// Runs a command on the tour of the examples, with further arguments.
fn on_tour(command: &str, further: &[&str]) -> std::process::Output {
    encycle(&[&[command], &TOUR[..], further].concat())
}

pub(super) fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name).display().to_string();
    fs::write(&path, text).expect("a file");
    path
}

/// The files state the rules, so they are solved without them.
#[test]
fn every_written_formula_has_the_optimum_of_the_example() {
    let folder = tempfile::tempdir().expect("a folder");
    for (format, solver, form) in [
        ("lp", "microlp", "order"),
        ("lp", "microlp", "flow"),
        ("mps", "microlp", "tree"),
        ("mps-fixed", "microlp", "flow"),
        ("opb", "batsat", "order"),
        ("opb", "batsat", "flow"),
        ("opb-2016", "batsat", "tree"),
        ("wcnf", "batsat", "flow"),
    ] {
        let path = folder.path().join(format).display().to_string();
        let written = on_tour("encode", &["--to", format, "--state", form, "-o", &path, "--force"]);
        assert_eq!(code(&written), 0, "{format}: {}", stderr(&written));
        // a row without terms is for programs without rows
        let text = fs::read_to_string(&path).expect("a file");
        assert!(!text.contains(" p0:"), "{text}");
        let solved = encycle(&["solve", &path, "--solver", solver]);
        assert_eq!(code(&solved), 0, "{format}: {}", stderr(&solved));
        assert!(stdout(&solved).contains(": optimal 30 ("), "{format}: {}", stdout(&solved));
    }
    let refused = on_tour("encode", &["--state", "cotree"]);
    assert_eq!(code(&refused), 2);
    assert!(
        stderr(&refused).contains("because the graph towns is not planar\nhelp: use cuts, order,")
    );
    let refused = encycle(&["encode", TOUR[0], "--state", "order"]);
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("has no rules about graphs"), "{}", stderr(&refused));
    let written = on_tour("encode", &["--to", "dimacs"]);
    assert_eq!(code(&written), 0);
    let warning = "warning: examples/own/tour.lp: a DIMACS file has no objective";
    assert!(stderr(&written).starts_with(warning), "{}", stderr(&written));
    assert!(stdout(&written).contains("p cnf "), "{}", stdout(&written));
}

/// The output is that of a solver for the formula itself, or for what `encode` made of it, with and without a map.
#[test]
fn an_output_is_decoded_with_the_value_of_the_objective() {
    let folder = tempfile::tempdir().expect("a folder");
    let sat = folder.path().join("tour.cnf").display().to_string();
    let map = folder.path().join("tour.map").display().to_string();
    let written = on_tour("encode", &["--state", "order", "-o", &sat, "--map", &map]);
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    let output = file(folder.path(), "sat.out", &stdout(&encycle(&["sat", &sat])));
    for further in [&["--map", &map][..], &["--encoding", "order"], &[]] {
        let decoded = on_tour("decode", &[&[&*output], further].concat());
        let text = stdout(&decoded);
        assert_eq!(code(&decoded), 0, "{further:?}: {text}{}", stderr(&decoded));
        assert!(text.starts_with("examples/own/tour.lp: solved "), "{text}");
        assert!(text.contains("\ntowns: A-"), "{text}");
    }
    let own = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 24\n# Columns 15\nx_ab 1\nx_ac 0\n\
               x_ad 1\nx_ae 0\nx_af 0\nx_bc 0\nx_bd 1\nx_be 0\nx_bf 0\nx_cd 0\nx_ce 1\nx_cf 1\nx_de 0\nx_df 0\n\
               x_ef 1\n# Rows 1\nferries 1\n";
    let output = file(folder.path(), "highs.sol", own);
    let decoded = on_tour("decode", &[&output]);
    let text = stdout(&decoded);
    assert_eq!(code(&decoded), 1, "{text}{}", stderr(&decoded));
    assert!(text.contains("rule-broken 24 (15 variables, 1 constraint, read as highs)"), "{text}");
    assert!(
        text.contains("constraint 1 of the model is violated: 1 x_ad + 1 x_ce + 1 x_ef"),
        "{text}"
    );
    let report = stdout(&on_tour("decode", &[&output, "--json"]));
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["objective"], 24.0);
    assert_eq!(report["graphs"]["towns"][0], "A-B");
}

/// The JSON had the variables as vertices, and the constraints as edges.
#[test]
fn a_formula_without_a_graph_has_no_vertices() {
    let folder = tempfile::tempdir().expect("a folder");
    let size = |arguments: &[&str]| {
        let printed = stdout(&encycle(arguments));
        let line = printed.lines().next().expect("a line").to_owned();
        serde_json::from_str::<serde_json::Value>(&line).expect("JSON")["size"].clone()
    };
    for command in ["sizes", "solve"] {
        assert_eq!(size(&[command, TOUR[0], "--json"]), serde_json::json!({}), "{command}");
        let drawn = size(&[&[command], &TOUR[..], &["--json"]].concat());
        assert_eq!(drawn, serde_json::json!({"vertices": 6, "edges": 15}), "{command}");
    }
    let [lp, map] = ["f.lp", "f.map"].map(|name| folder.path().join(name).display().to_string());
    let written = encycle(&["encode", TOUR[0], "-o", &lp, "--map", &map]);
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    assert!(fs::read_to_string(&map).expect("a map").contains("\nformula 15 1\n"));
    let none = "Model status\nInfeasible\n";
    let output = file(folder.path(), "highs.sol", none);
    let decoded = encycle(&["decode", TOUR[0], &output, "--map", &map]);
    assert!(!stderr(&decoded).contains("the map"), "{}", stderr(&decoded));
}

/// The error about an output of another form only said that it belongs to a larger file, and not that its map decodes it.
#[test]
fn an_output_of_another_form_asks_for_its_map() {
    let folder = tempfile::tempdir().expect("a folder");
    let sat = folder.path().join("tour.cnf").display().to_string();
    let map = folder.path().join("tour.map").display().to_string();
    let written = on_tour("encode", &["--state", "flow", "-o", &sat, "--map", &map]);
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    let output = file(folder.path(), "sat.out", &stdout(&encycle(&["sat", &sat])));
    let decoded = on_tour("decode", &[&output]);
    assert_eq!(code(&decoded), 2);
    let help = "\nhelp: without --map and --encoding, this is your own formula; name the map that";
    assert!(stderr(&decoded).contains(help), "{}", stderr(&decoded));
    for further in [["--map", &*map], ["--encoding", "flow"]] {
        let decoded = on_tour("decode", &[&[&*output], &further[..]].concat());
        assert_eq!(code(&decoded), 0, "{further:?}: {}", stderr(&decoded));
    }
    // a solver that prints no model needs another option, not a map
    let output = file(folder.path(), "z3.out", "sat\n");
    let decoded = on_tour("decode", &[&output]);
    assert_eq!(stderr(&decoded).matches("help: ").count(), 1, "{}", stderr(&decoded));
}

/// An integer column is not a variable without a value.
#[test]
fn integer_columns_are_decoded_without_a_note() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "Maximize\n obj: 2.5 a + 3 y\nSubject To\n c1: y + a <= 3.5\nBounds\n y <= 9\nBinary\n a\nGeneral\n y\nEnd\n";
    let model = file(folder.path(), "mixed.lp", text);
    let own = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 9\n# Columns 2\na 0\ny 3\n# Rows 1\nc1 3\n";
    let output = file(folder.path(), "highs.sol", own);
    let decoded = encycle(&["decode", &model, &output]);
    assert_eq!((code(&decoded), stderr(&decoded)), (0, String::new()));
    assert!(stdout(&decoded).contains(": solved 9 ("), "{}", stdout(&decoded));
    assert!(stdout(&decoded).ends_with("y = 3\n"), "{}", stdout(&decoded));
}

#[test]
fn a_solution_of_a_model_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let check = |text: &str| {
        let path = file(folder.path(), "solution.txt", text);
        let checked = on_tour("check", &[&path]);
        (code(&checked), stdout(&checked) + &stderr(&checked))
    };
    let best = "solution: every constraint and rule holds; the objective is 30\n";
    for further in [&[][..], &["--json"]] {
        assert_eq!(check(&stdout(&on_tour("solve", further))), (0, best.to_owned()));
    }
    let names = "x_ab x_be # a comment\nx_ef=1 x_df = 1\nx_cd x_ac -x_ad\n";
    assert_eq!(check(names), (0, best.to_owned()));
    for (text, exit, words) in [
        ("x_ad x_ce", 1, "constraint 1 of the model is violated: 1 x_ad + 1 x_ce + 1 x_ef <= 1"),
        ("x_ab x_ac x_bc x_df", 1, "hamilton-cycle towns: "),
        ("towns: A-B-C-A D-E-F-D", 1, "hamilton-cycle towns: A and D are not connected"),
        (
            "x_ab\nx_aa",
            2,
            "solution.txt:2:1: 'x_aa' is not a name in this model\nhelp: write the names",
        ),
        ("x_ab=0.5", 2, "'0.5' is not the value of a 0-1 variable"),
        ("y=0.5", 2, "'y' is not a name in this model"),
        ("x_ab=", 2, "is not a number"),
        ("towns: A-G", 2, "'A-G' is not a walk in towns"),
        ("towns: A-B-A", 2, "leads from B to A"),
    ] {
        let (found, message) = check(text);
        assert_eq!(found, exit, "{text}: {message}");
        assert!(message.contains(words), "{text}: {message}");
    }
    let missing = on_tour("check", &[]);
    assert_eq!(code(&missing), 2);
    assert!(
        stderr(&missing).contains("help: name a file with the solution"),
        "{}",
        stderr(&missing)
    );
}

/// The last value counted, infinite values satisfied every row, and a row of ten million was checked within ten.
#[test]
fn contradictory_and_infinite_values_are_not_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = "Minimize\n obj: n\nSubject To\n c: n + 10000000 m + 0 a >= 70000003\nBounds\n m <= 7\nGeneral\n n m\n\
                 Binary\n a\nEnd\n";
    let model = file(folder.path(), "m.lp", model);
    for (text, exit, words) in [
        ("n=3 m=7 a", 0, "the objective is 3"),
        ("n=0 m=7", 1, "row c is violated: its sum is 70000000, not at least 70000003"),
        ("n=2.000001 m=7", 1, "column n is 2.000001, not an integer"),
        ("n=inf m=7", 2, "'inf' is not a finite number"),
        ("n=1e400 m=7", 2, "'1e400' is not a finite number"),
        ("n=3 m=7 n=2", 2, "'2' is a second value, after 3"),
        ("n=3 m=7 a -a", 2, "'-a' is both true and false"),
        ("n=3 m=7 n=3 a a=1", 0, "the objective is 3"),
        ("n=70000003", 0, "warning: "),
    ] {
        let path = file(folder.path(), "solution.txt", text);
        let checked = encycle(&["check", &model, &path]);
        let message = stdout(&checked) + &stderr(&checked);
        assert_eq!(code(&checked), exit, "{text}: {message}");
        assert!(message.contains(words), "{text}: {message}");
    }
    let tour = file(folder.path(), "tour.txt", "towns: A-B-E-F-D-C-A\n-x_ab\n");
    let checked = on_tour("check", &[&tour]);
    assert!(stderr(&checked).contains("x_ab is both true and false"), "{}", stderr(&checked));
}

/// The sentence after the verdict was read as names of variables, and six decimals made 0 of a small value.
#[test]
fn every_text_of_solve_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    for (model, exit) in [
        ("Maximize\n obj: x\nSubject To\n c1: x + y >= 1\nEnd\n", 0),
        ("Minimize\n obj: x\nSubject To\n c1: 1000000 x >= 0.4\nEnd\n", 0),
        ("Minimize\n obj: x\nSubject To\n c1: x >= 1\n c2: x <= 0\nEnd\n", 2),
    ] {
        let model = file(folder.path(), "m.lp", model);
        let text = file(folder.path(), "m.txt", &stdout(&encycle(&["solve", &model])));
        let checked = encycle(&["check", &model, &text]);
        assert_eq!(code(&checked), exit, "{}{}", stdout(&checked), stderr(&checked));
    }
}

const SQUARE: [&str; 3] = ["examples/own/square.cnf", "--rules", "examples/own/square.rules"];

#[test]
fn the_solutions_of_a_model_are_counted() {
    let counted = encycle(&[&["count"], &SQUARE[..], &["--method", "all"]].concat());
    let text = stdout(&counted);
    assert_eq!(code(&counted), 0, "{text}{}", stderr(&counted));
    assert!(text.contains(": 9 solutions (24 variables, 4 constraints, sat)"), "{text}");
    let forced = stdout(&encycle(&[&["count"], &SQUARE[..], &["--forced"]].concat()));
    assert!(
        forced.contains("variables in all solutions, ") && forced.contains("\nnone: x5\n"),
        "{forced}"
    );
    let listed = stdout(&encycle(&[&["enumerate"], &SQUARE[..]].concat()));
    assert_eq!(listed.matches("grid: ").count(), 9, "{listed}");
    for further in [&["--method", "zdd"][..], &["--sample", "2"], &["--up-to-symmetry"]] {
        let refused = encycle(&[&["count"], &SQUARE[..], further].concat());
        assert_eq!(code(&refused), 2, "{further:?}");
        assert!(stderr(&refused).contains("a formula of your own"), "{}", stderr(&refused));
    }
}

/// The four triangles and three squares of four vertices.
#[test]
fn a_small_model_is_counted_by_brute_force_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let formula = file(folder.path(), "k4.cnf", "p cnf 6 0\n");
    let edges = ["a b 1", "a c 2", "a d 3", "b c 4", "b d 5", "c d 6"];
    let edges: String = edges.iter().map(|edge| format!("edge g {edge}\n")).collect();
    let rules =
        file(folder.path(), "k4.rules", &format!("graph g undirected\n{edges}one-cycle g\n"));
    let counted = encycle(&["count", &formula, "--rules", &rules, "--method", "all"]);
    let text = stdout(&counted);
    let expected = ": 7 solutions (6 variables, 0 constraints, sat = brute force)";
    assert!(text.contains(expected), "{text}{}", stderr(&counted));
}

/// The hash of a model was another one in each process.
#[test]
fn an_enumeration_of_a_model_continues_from_its_checkpoint() {
    let folder = tempfile::tempdir().expect("a folder");
    let checkpoint = folder.path().join("far.json").display().to_string();
    let mut listed = BTreeSet::new();
    for count in [4, 4, 1, 0] {
        let limits = ["--limit", "4", "--checkpoint", &checkpoint];
        let output = encycle(&[&["enumerate"], &SQUARE[..], &limits].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let text = stdout(&output);
        let cycles: Vec<&str> = text.lines().filter(|line| line.starts_with("grid: ")).collect();
        assert_eq!(cycles.len(), count, "{text}");
        listed.extend(cycles.into_iter().map(str::to_owned));
    }
    assert_eq!(listed.len(), 9, "{listed:?}");
    let rules = fs::read_to_string(SQUARE[2]).expect("rules").replace("one-cycle", "cycles");
    let rules = file(folder.path(), "other.rules", &rules);
    let other = encycle(&["enumerate", SQUARE[0], "--rules", &rules, "--checkpoint", &checkpoint]);
    assert_eq!(code(&other), 2, "{}", stdout(&other));
    assert!(stderr(&other).contains("belongs to another puzzle"), "{}", stderr(&other));
}

/// A file of MonoSAT's library was read as a graph in DIMACS, and a WCNF without clauses was not recognized.
#[test]
fn formulas_without_a_header_are_recognized() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "c monosat\n1 0\ndigraph 0 0 0\nedge 0 0 1 2 1\nedge 0 1 0 3 1\nacyclic 0 4\n4 0\n\
                2 3 0\nminimize lits 1 3\nsolve\n";
    for name in ["a.gnf", "a.txt"] {
        let solved = encycle(&["solve", &file(folder.path(), name, text)]);
        assert_eq!(code(&solved), 0, "{name}: {}", stderr(&solved));
        assert!(stdout(&solved).contains(": optimal 0 (4 variables"), "{}", stdout(&solved));
    }
    let linted = encycle(&["lint", &file(folder.path(), "b.cnf", text)]);
    assert!((stdout(&linted) + &stderr(&linted)).contains("this is GNF"), "{linted:?}");
    let empty = file(folder.path(), "empty.wcnf", "");
    assert_eq!(code(&encycle(&["solve", &empty])), 0);
    let rules = "graph g undirected\nedge g a b 3\nedge g b c 4\nconnected g a c\n";
    let rules = file(folder.path(), "a.rules", rules);
    let counted = encycle(&["count", &empty, "--rules", &rules]);
    assert!(stdout(&counted).contains(": 1 solution (2 variables"), "{}", stdout(&counted));
    let headless = encycle(&["solve", &file(folder.path(), "empty.cnf", "")]);
    assert_eq!(code(&headless), 2, "{}", stdout(&headless));
    assert!(stderr(&headless).contains("no header"), "{}", stderr(&headless));
}

/// Two disjoint cycles did not fit into the grid of the example.
#[test]
fn the_example_of_the_guide_has_cuts() {
    let solved = encycle(&[&["solve"], &SQUARE[..]].concat());
    let text = stdout(&solved);
    assert!(text.contains(" rounds, ") && !text.contains(" 0 cuts"), "{text}{}", stderr(&solved));
}

/// A directed graph with sides of ten and eleven vertices was open after half a minute.
#[test]
fn sides_of_different_sizes_exclude_a_directed_cycle_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let arcs = (1..=10).flat_map(|a| (11..=21).map(move |b| format!("{a} {b}\n{b} {a}\n")));
    let arcs: String = arcs.collect();
    for (goal, code_of_goal) in [("", 1), (" path 11 21", 0), (" path 1 21", 1)] {
        let text = format!("hamilton digraph 21{goal}\n{arcs}");
        let output = encycle(&["solve", &file(folder.path(), "a.txt", &text), "--json"]);
        assert_eq!(code(&output), code_of_goal, "{goal}: {}", stdout(&output));
        let reason = "cannot have as many lines as the rules want";
        let is_counted =
            stdout(&output).contains(reason) && stdout(&output).contains("\"counting\"");
        assert_eq!(is_counted, code_of_goal == 1, "{goal}: {}", stdout(&output));
    }
}

/// Two directed parts that share a vertex were open after 40 seconds.
#[test]
fn a_vertex_that_separates_a_directed_graph_excludes_a_cycle_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    // all arcs among 28 and nine others
    let part = |from: usize| {
        let members = (from..from + 9).chain([28]);
        let pairs = members.clone().flat_map(|a| members.clone().map(move |b| (a, b)));
        pairs.filter(|(a, b)| a != b).map(|(a, b)| format!("{a} {b}\n")).collect::<String>()
    };
    let parts = [1, 10, 19].map(part).concat();
    // from the first and from the second part to the third, but neither back nor between them
    let joined = format!("{parts}1 20\n2 21\n10 22\n11 23\n");
    for (goal, arcs, reason) in [
        ("", &parts, "without 1 vertex, more components"),
        (" path 1 2", &parts, "without 1 vertex, more components"),
        ("", &joined, "without 1 vertex, no line visits the strong components"),
    ] {
        let text = format!("hamilton digraph 28{goal}\n{arcs}");
        let output = encycle(&["solve", &file(folder.path(), "a.txt", &text), "--json"]);
        assert_eq!(code(&output), 1, "{goal}: {}", stdout(&output));
        assert!(stdout(&output).contains(reason), "{goal}: {}", stdout(&output));
    }
    // an arc between the first two makes a cycle
    let text = format!("hamilton digraph 28\n{joined}3 13\n");
    let output = encycle(&["solve", &file(folder.path(), "a.txt", &text), "--json"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
}

/// Assignments of variables that nothing mentions were counted one by one.
#[test]
fn free_variables_double_the_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let formula = file(folder.path(), "a.cnf", "p cnf 100 1\n1 2 0\n");
    let rules = "graph g undirected\nedge g a b 3\nedge g b c 4\nedge g a c 5\nforest g\n";
    let rules = file(folder.path(), "a.rules", rules);
    for (arguments, count) in [
        (&["count", &*formula][..], 3_u128 << 98),
        // seven of the eight sets of edges have no cycle
        (&["count", &*formula, "--rules", &*rules], 21 << 95),
    ] {
        let output = encycle(arguments);
        let text = stdout(&output).replace(',', "");
        assert!(text.contains(&format!(": {} solutions", count)), "{text}");
    }
}

#[test]
fn columns_that_are_not_boolean_are_neither_counted_nor_enumerated() {
    let folder = tempfile::tempdir().expect("a folder");
    let text =
        "Minimize\n obj: a + y\nSubject To\n c1: a + y >= 1\nBounds\n y <= 3\nBinary\n a\nEnd\n";
    let path = file(folder.path(), "mixed.lp", text);
    for command in ["count", "enumerate", "strength"] {
        let refused = encycle(&[command, &path]);
        assert_eq!(code(&refused), 2, "{command}: {}", stdout(&refused));
        let error = stderr(&refused);
        assert!(error.contains("columns that are not 0-1") && error.contains("help: "), "{error}");
    }
}

/// All forms derive less than the reference only if they are incomplete; their solutions are the same, so no form is
/// unsound.
#[test]
fn the_strengths_of_the_forms_are_compared() {
    let measured = encycle(&[&["strength"], &SQUARE[..], &["--cases", "40", "--csv"]].concat());
    let text = stdout(&measured);
    assert_eq!(code(&measured), 0, "{text}{}", stderr(&measured));
    for form in FORMS {
        assert!(text.contains(&format!(",{form},")), "{text}");
    }
}

/// A changed cut that no rule justifies is not used, and the verdict is the same.
#[test]
fn recorded_cuts_of_a_model_are_used_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let rounds = folder.path().join("rounds");
    let rounds = rounds.to_str().expect("text");
    let first = on_tour("solve", &["--solver", "batsat", "--rounds", rounds]);
    assert_eq!(code(&first), 0, "{}", stderr(&first));
    let ledger = Path::new(rounds).join("cuts.jsonl");
    let text = fs::read_to_string(&ledger).expect("a ledger");
    let cuts = text.lines().filter(|line| line.contains(r#""family":"cut""#)).count();
    assert!(cuts > 0, "{text}");
    for solver in ["batsat", "microlp"] {
        let again = on_tour("solve", &["--solver", solver, "--replay", rounds]);
        let text = stdout(&again);
        assert_eq!(code(&again), 0, "{}", stderr(&again));
        assert!(
            text.contains(": optimal 30 (") && text.contains(&format!(" {cuts} recorded cut")),
            "{text}"
        );
    }
    let report = stdout(&on_tour("solve", &["--replay", rounds, "--json"]));
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["replayed"]["cuts"], cuts);
    // the only best tour contains this edge
    let wrong =
        r#"{"round":1,"family":"cut","kind":"loop","literals":["-x_ef"],"reason":"","length":1}"#;
    let path = file(folder.path(), "wrong.jsonl", &format!("{wrong}\n"));
    let refused = on_tour("solve", &["--replay", &path]);
    assert_eq!(code(&refused), 0, "{}", stderr(&refused));
    assert!(
        stderr(&refused).contains("not used: no rule justifies the cut"),
        "{}",
        stderr(&refused)
    );
    assert!(
        stdout(&refused).contains(": optimal 30 (")
            && stdout(&refused).contains(" 0 recorded cuts")
    );
}

/// The edges of the tour that an output of HiGHS draws; the columns have these names.
fn drawn_by_highs(names: &[&str], drawn: &[usize], further: &str) -> String {
    let objective: u32 = drawn.iter().map(|&edge| LENGTHS[edge]).sum();
    let value =
        |(index, name): (usize, &&str)| format!("{name} {}\n", u8::from(drawn.contains(&index)));
    let columns: String = names.iter().enumerate().map(value).collect();
    let count = names.len() + further.lines().count();
    format!(
        "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective {objective}\n\
         # Columns {count}\n{columns}{further}# Rows 0\n"
    )
}

/// The edges of the tour, in the order of its columns.
const EDGES: [&str; 15] = [
    "x_ab", "x_ac", "x_ad", "x_ae", "x_af", "x_bc", "x_bd", "x_be", "x_bf", "x_cd", "x_ce", "x_cf",
    "x_de", "x_df", "x_ef",
];

/// The lengths of these edges.
const LENGTHS: [u32; 15] = [4, 7, 3, 9, 8, 5, 8, 6, 9, 6, 3, 4, 7, 5, 2];

/// The triangles A-B-C and D-E-F, and A-B-D and C-E-F.
const TRIANGLES: [[usize; 6]; 2] = [[0, 1, 5, 12, 13, 14], [0, 2, 6, 10, 11, 14]];

/// The rows of two rounds, which are put into a program one after the other, had the same names, which solvers refuse.
#[test]
fn cuts_of_several_rounds_have_different_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let encoded = stdout(&on_tour("encode", &["--encoding", "cuts", "--to", "lp"]));
    let mut program = encoded.clone();
    let together = folder.path().join("cuts.lp").display().to_string();
    for (round, drawn) in TRIANGLES.iter().enumerate() {
        let output =
            file(folder.path(), &format!("{round}.sol"), &drawn_by_highs(&EDGES, drawn, ""));
        let alone = folder.path().join(format!("cuts{round}.lp")).display().to_string();
        for cuts in [&alone, &together] {
            let output =
                encycle(&[&["decode", TOUR[0], &output], &TOUR[1..], &["--cuts", cuts]].concat());
            assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
        }
        let rows = fs::read_to_string(&alone).expect("cuts");
        assert_eq!(rows.matches(" cut_").count(), 2, "{rows}");
        program = program.replacen("\nBinary", &format!("\n{}\nBinary", rows.trim_end()), 1);
    }
    // as in the guide: the first program with all rows
    let together = fs::read_to_string(&together).expect("cuts");
    let at_once = encoded.replacen("\nBinary", &format!("\n{}\nBinary", together.trim_end()), 1);
    assert_eq!(at_once, program);
    let program = file(folder.path(), "round3.lp", &program);
    let linted = encycle(&["lint", &program]);
    assert_eq!(code(&linted), 0, "{}{}", stdout(&linted), stderr(&linted));
}

/// Columns that `encode` renames (`e_ab` begins like a number) were unknown without a map if the program leaves the rules to
/// cuts and has a column that is not 0-1.
#[test]
fn an_output_for_renamed_columns_is_read_without_a_map() {
    let folder = tempfile::tempdir().expect("a folder");
    let renamed = |path: &str| fs::read_to_string(path).expect("a file").replace("x_", "e_");
    let tour = renamed(TOUR[0])
        .replace("Subject To", "Subject To\n late: t + e_ab <= 5")
        .replace("Binary", "General\n t\nBinary");
    let tour = file(folder.path(), "tour.lp", &tour);
    let rules = file(folder.path(), "tour.rules", &renamed(TOUR[2]));
    let names = EDGES.map(|name| name.replace("x_", "v_e_"));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let output = file(folder.path(), "o.sol", &drawn_by_highs(&names, &TRIANGLES[0], "t 4\n"));
    let cuts = folder.path().join("cuts.lp").display().to_string();
    let decoded = encycle(&["decode", &tour, &output, "--rules", &rules, "--cuts", &cuts]);
    assert_eq!(code(&decoded), 1, "{}{}", stdout(&decoded), stderr(&decoded));
    assert!(stdout(&decoded).contains("A-B-C-A"), "{}", stdout(&decoded));
    assert!(fs::read_to_string(&cuts).expect("cuts").contains("v_e_df"));
}

/// A recorded row (`at least two edges leave`) was replayed as a clause, so a MIP solver found the same cuts again.
#[test]
fn recorded_rows_of_a_model_are_replayed_as_rows() {
    let edges: Vec<(usize, usize)> =
        (0..9).flat_map(|one| (one + 1..9).map(move |other| (one, other))).collect();
    // three triangles that are far apart: the cheapest edges are cycles of their own; no two optima of a relaxation
    let cost = |(one, other): (usize, usize)| match one / 3 == other / 3 {
        true => 1 + (one * 11 + other * 23) % 19,
        false => 100 + (one * one * 13 + other * other * 29 + one * other * 7) % 89,
    };
    let name = |(one, other): (usize, usize)| format!("x_{one}_{other}");
    let sum: Vec<String> =
        edges.iter().map(|&edge| format!("{} {}", cost(edge), name(edge))).collect();
    let names: Vec<String> = edges.iter().map(|&edge| name(edge)).collect();
    let model = format!(
        "Minimize\n obj: {}\nSubject To\n c: {} >= 0\nBinary\n {}\nEnd\n",
        sum.join("\n + "),
        names[0],
        names.join("\n ")
    );
    let rules: String = edges
        .iter()
        .map(|&(one, other)| format!("edge g {one} {other} x_{one}_{other}\n"))
        .collect();
    let rules = format!("graph g undirected\n{rules}hamilton-cycle g\n");
    let folder = Folder::with(&[("far.lp", &model), ("far.rules", &rules)]);
    let solve = ["solve", "far.lp", "--rules", "far.rules", "--repair", "never", "-s", "microlp"];
    let first = folder.encycle(&[&solve[..], &["--rounds", "b"]].concat(), "");
    assert_eq!(code(&first), 0, "{}", stderr(&first));
    let ledger = folder.read("b/cuts.jsonl");
    assert!(ledger.contains(r#""form":"two""#), "{ledger}");
    let again = folder.encycle(&[&solve[..], &["--replay", "b"]].concat(), "");
    let count = ledger.lines().filter(|line| line.contains(r#""family":"cut""#)).count();
    let text = stdout(&again);
    assert!(text.contains(&format!(" {count} recorded cuts, 0 new cuts")), "{text}");
}

/// A `#` within a word of the text of `solve` began a comment, so names were cut off.
#[test]
fn names_with_a_number_sign_are_read_back() {
    let model = "Minimize\n obj: a#1 + 2 b# + n#\nSubject To\n c: a#1 + b# >= 1\n d: n# + a#1 >= 3\nBinary\n a#1 b#\n\
                 General\n n#\nEnd\n";
    let folder = Folder::with(&[("sign.lp", model)]);
    let solved = folder.encycle(&["solve", "sign.lp"], "");
    assert_eq!(code(&solved), 0, "{}", stderr(&solved));
    assert!(stdout(&solved).contains("true: a#1"), "{}", stdout(&solved));
    let text = format!("{}# a comment\n", stdout(&solved));
    let checked = folder.encycle(&["check", "sign.lp", "-"], &text);
    assert_eq!((code(&checked), stderr(&checked)), (0, String::new()), "{}", stdout(&checked));
}

/// `check` printed 1098.8100000000002 where `solve` printed 1098.81, and an objective without columns had no value.
#[test]
fn values_of_objectives_are_printed_alike() {
    for (objective, value) in [("0.1 a + 0.2 b", "0.3"), ("7.5", "7.5"), ("2 + 3", "5")] {
        let model =
            format!("Minimize\n obj: {objective}\nSubject To\n c: a + b >= 2\nBinary\n a b\nEnd\n");
        let folder = Folder::with(&[("sum.lp", &model)]);
        let solved = folder.encycle(&["solve", "sum.lp"], "");
        let text = stdout(&solved);
        assert!(text.starts_with(&format!("sum.lp: optimal {value} (")), "{text}");
        let checked = folder.encycle(&["check", "sum.lp", "-"], &text);
        assert!(
            stdout(&checked).ends_with(&format!("the objective is {value}\n")),
            "{}",
            stdout(&checked)
        );
    }
}

/// A file that gets no cuts is not a file that is silently missing.
#[test]
fn decode_says_that_there_are_no_cuts() {
    let folder = tempfile::tempdir().expect("a folder");
    let cuts = folder.path().join("cuts.lp").display().to_string();
    let unknown = file(folder.path(), "unknown.out", "s UNKNOWN\n");
    let output = encycle(&["decode", TOUR[0], &unknown, "--rules", TOUR[2], "--cuts", &cuts]);
    assert!(
        stderr(&output).contains("gets no cuts: the output has no solution"),
        "{}",
        stderr(&output)
    );
}

/// Pairs of the words of a solver and the verdict, for a whole formula and for one without its rules.
#[test]
fn an_output_that_says_unbounded_is_not_unknown() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "Maximize\n obj: y + a\nSubject To\n c1: a + b >= 1\nBounds\n y <= +inf\nBinary\n a\n b\nEnd\n";
    let model = file(folder.path(), "growing.lp", text);
    let rules = file(
        folder.path(),
        "growing.rules",
        "graph g undirected\nedge g u v a\nedge g v w b\nforest g\n",
    );
    let decoded = |words: &str, rules: &[&str]| {
        let output = file(folder.path(), "scip.out", &format!("solution status: {words}\n"));
        let output = encycle(&[&["decode", &model, &output], rules].concat());
        (code(&output), stdout(&output) + &stderr(&output))
    };
    let (exit, text) = decoded("unbounded", &[]);
    assert_eq!(exit, 1, "{text}");
    assert!(
        text.contains(": unbounded (") && text.contains("the objective is unbounded"),
        "{text}"
    );
    let (exit, text) = decoded("infeasible or unbounded", &[]);
    assert_eq!(exit, 3, "{text}");
    assert!(text.contains(": unknown "), "{text}");
    // with the rules, the formula may have no solution
    let (exit, text) = decoded("unbounded", &["--rules", &rules]);
    assert_eq!(exit, 3, "{text}");
}

/// A compressed puzzle was recognized, and a compressed model was not.
#[test]
fn compressed_models_are_read_from_standard_input() {
    for ending in ["", ".gz", ".xz"] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(format!("tour.lp{ending}")).display().to_string();
        let written = on_tour("encode", &["--state", "order", "-o", &path]);
        assert_eq!(code(&written), 0, "{}", stderr(&written));
        let input = fs::read(&path).expect("a file");
        let solved = with_bytes(&["solve", "-"], &input);
        assert!(stdout(&solved).contains(": optimal 30 ("), "{ending}: {}", stderr(&solved));
    }
}

/// DIMACS allows both, and each command refused them.
#[test]
fn clauses_on_several_lines_and_several_on_a_line_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = file(folder.path(), "plain.cnf", "c x\np cnf 3 3\n1 -2 0\n2 3 0\n-3 0\n");
    let other = file(folder.path(), "other.cnf", "c x\np cnf 3 3\n1\n-2 0 2 3 0 -3\n0\n");
    for command in [
        &["solve"][..],
        &["solve", "--unique"],
        &["count"],
        &["enumerate"],
        &["convert", "--to", "opb"],
        &["strength"],
        &["sizes"],
        &["encode"],
        &["explain", "--clause", "2"],
        &["sat"],
    ] {
        let run = |path: &str| encycle(&[&command[..1], &[path], &command[1..]].concat());
        let [expected, found] = [run(&plain), run(&other)];
        assert_eq!(code(&found), code(&expected), "{command:?}: {}", stderr(&found));
        let without_names = |text: String| {
            let text = text.replace("other.cnf", "plain.cnf");
            // the time of `enumerate`
            text.split(" batsat 0.6.0, cuts, ").next().unwrap_or_default().to_owned()
        };
        assert_eq!(without_names(stdout(&found)), without_names(stdout(&expected)), "{command:?}");
    }
    let linted = encycle(&["lint", &other]);
    assert_eq!(code(&linted), 1, "{}", stdout(&linted));
}

/// 17 errors of CNF were reported.
#[test]
fn a_formula_with_graphs_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "p cnf 2 1\n2 0\ndigraph int 2 1 0\nedge 0 0 1 1\nreach 0 0 1 2\n";
    for name in ["a.gnf", "a.cnf"] {
        let path = file(folder.path(), name, text);
        for command in [&["lint"][..], &["convert", "--to", "opb"], &["sat"]] {
            let output = encycle(&[&command[..1], &[&*path], &command[1..]].concat());
            let text = stdout(&output) + &stderr(&output);
            assert!(text.contains("this is GNF"), "{command:?}: {text}");
            assert_eq!(text.matches("cnf-").count(), 1, "{command:?}: {text}");
        }
        assert_eq!(code(&encycle(&["solve", &path])), 0);
    }
}

/// Puzzles had explanations, and own formulas none.
#[test]
fn clauses_of_formulas_and_of_rules_are_explained() {
    let own = ["examples/own/square.cnf", "--rules", "examples/own/square.rules"];
    let explained = |which: &[&str]| {
        let output = encycle(&[&["explain"], &own[..], which].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stdout(&output)
    };
    let clause = explained(&["--clause", "1"]);
    assert!(clause.starts_with("clause     1 of 408: "), "{clause}");
    let all = explained(&["--all", "--encoding", "elimination"]);
    assert!(all.contains("186 variables, 408 clauses"), "{all}");
    assert!(all.matches("\nrule       ").count() > 1, "{all}");
    // vertices had their numbers in place of their names, and each rule the sources of all forms
    let tour = ["examples/own/tour.lp", "--rules", "examples/own/tour.rules"];
    let all = encycle(&[&["explain"], &tour[..], &["--all", "-e", "elimination"]].concat());
    let all = stdout(&all);
    assert!(all.contains("\nplace      vertex A\n"), "{all}");
    let source = |rule: &str| {
        let (_, block) = all.split_once(&format!("\nrule       {rule}: ")).expect("the rule");
        let line = block.lines().find_map(|line| line.strip_prefix("source     "));
        line.expect("a source").to_owned()
    };
    assert!(source("degree").starts_with("degrees: "), "{}", source("degree"));
    assert!(source("parent").starts_with("spanning trees "), "{}", source("parent"));
    assert!(source("acyclic").contains("Rankooh"), "{}", source("acyclic"));
    let refused = encycle(&[&["explain"], &own[..], &["--all", "--second"]].concat());
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("--second applies to puzzles"), "{}", stderr(&refused));
}

/// A hypercube of 16 vertices, whose relaxation has a wide gap.
#[test]
fn a_tree_that_joins_few_vertices_needs_no_solver() {
    let edges: Vec<String> = (0..16_u32)
        .flat_map(|a| (0..4).map(move |bit| (a, a ^ (1 << bit))))
        .filter(|(a, b)| a < b)
        .map(|(a, b)| format!("E {} {} 1\n", a + 1, b + 1))
        .collect();
    let terminals = [1, 4, 6, 7, 10, 11, 13, 16].map(|vertex| format!("T {vertex}\n"));
    let text = format!(
        "SECTION Graph\nNodes 16\nEdges {}\n{}END\nSECTION Terminals\nTerminals 8\n{}END\nEOF\n",
        edges.len(),
        edges.concat(),
        terminals.concat()
    );
    for solver in ["batsat", "microlp"] {
        let solved = with_bytes(&["solve", "-", "--solver", solver], text.as_bytes());
        let (text, error) = (stdout(&solved), stderr(&solved));
        assert!(text.contains(": optimal 10 (") && text.contains(", 0 rounds"), "{text}{error}");
    }
}

/// A directed graph is read as a model, for which the option had no effect: solvable problems had no solution.
#[test]
fn the_variant_of_a_directed_graph_was_ignored() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("a.txt", "hamilton digraph 4\n1 2\n1 4\n2 3\n2 4\n3 2\n3 4\n"),
        ("a.d6", "&CSt?\n"),
        ("a.dot", "digraph { 1 -> 2 -> 3 -> 2; {1 2 3} -> 4 }\n"),
    ] {
        let path = &*file(folder.path(), name, text);
        let count = |variant: &str| encycle(&["count", path, "--variant", variant]);
        let paths = count("path");
        assert!(stdout(&paths).contains(": 1 solution ("), "{name}: {paths:?}");
        assert_eq!(code(&count("cycle")), 1, "{name}");
        let solved = encycle(&["solve", path, "--variant", "path", "--kind", "hamilton"]);
        assert_eq!(code(&solved), 0, "{name}: {solved:?}");
        for (command, result) in READERS {
            for (option, words) in [
                (["--variant", "foo"], "unknown variant of hamilton: `foo`"),
                (["--kind", "sudoku"], "not a puzzle of the kind sudoku"),
            ] {
                let refused = encycle(&[&[command, path], result, &option[..]].concat());
                assert_eq!(code(&refused), 2, "{command:?}: {refused:?}");
                assert!(stderr(&refused).contains(words), "{command:?}: {refused:?}");
            }
        }
    }
    let path = "hamilton digraph 3 path\n1 2\n2 3\n";
    assert_eq!(code(&with_bytes(&["solve", "-", "--variant", "cycle"], path.as_bytes())), 1);
    let ends = path.replace("path", "path 1 3");
    let refused = with_bytes(&["solve", "-", "--variant", "cycle"], ends.as_bytes());
    assert!(stderr(&refused).contains("vertex 1 is an end"), "{refused:?}");
    let formula = encycle(&["solve", "examples/own/square.cnf", "--variant", "path"]);
    assert!(stderr(&formula).contains("the format cnf has no variants"), "{formula:?}");
}

/// A file had one directed graph, and of several problems of TSPLIB, all but the first were ignored. An error of one problem is
/// not the end.
#[test]
fn a_file_has_several_directed_graphs() {
    let folder = tempfile::tempdir().expect("a folder");
    let arcs = |count: usize| {
        format!("TYPE : ATSP\nDIMENSION : {count}\nEDGE_DATA_SECTION\n1 2\n2 3\n3 1\n-1\nEOF\n")
    };
    for (name, text) in [
        (
            "a.txt",
            "hamilton digraph 3\n1 2\n2 3\n3 1\nhamilton digraph 2\n1 3\nhamilton digraph 2\n1 2\n"
                .to_owned(),
        ),
        ("a.d6", ">>digraph6<<\n&BP_\n&BP\n&AO\n".to_owned()),
        (
            "a.dot",
            "digraph { 1 -> 2 -> 3 -> 1 }\ndigraph { 1 -- 2 }\ndigraph { 1 -> 2 }\n".to_owned(),
        ),
        ("a.atsp", format!("{}{}{}", arcs(3), arcs(2), arcs(4))),
    ] {
        let path = &*file(folder.path(), name, &text);
        for command in ["solve", "count", "enumerate"] {
            let all = encycle(&[command, path]);
            assert_eq!(code(&all), 2, "{command}: {all:?}");
            for part in [&format!("{path}#1: "), &format!("{path}#3: ")] {
                assert!((stdout(&all) + &stderr(&all)).contains(&**part), "{command}: {all:?}");
            }
            assert!(stderr(&all).contains(&format!("error: {path}:")), "{command}: {all:?}");
        }
        let numbered = |number: usize| format!("{path}#{number}");
        assert_eq!(code(&encycle(&["solve", &numbered(1)])), 0, "{name}");
        assert_eq!(code(&encycle(&["solve", &numbered(3)])), 1, "{name}");
        assert!(
            stderr(&encycle(&["solve", &numbered(4)])).contains("no puzzle #4: the file has 3")
        );
        assert_eq!(code(&with_bytes(&["encode", "-#1", "--state", "order"], text.as_bytes())), 0);
        let several = encycle(&["encode", path]);
        assert!(stderr(&several).contains("name one of them as FILE#1 to FILE#3"), "{several:?}");
        let rows = stdout(&encycle(&["solve", path, "--json"]));
        let verdict = |line: &str| -> serde_json::Value {
            serde_json::from_str::<serde_json::Value>(line).expect("JSON")["verdict"].clone()
        };
        let verdicts: Vec<_> = rows.lines().map(verdict).collect();
        assert_eq!(verdicts, ["solved", "failed", "no-solution"], "{rows}");
    }
}

/// Rules were not read from standard input, and a compressed file was no UTF-8.
#[test]
fn rules_are_read_from_any_source() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = fs::read(SQUARE[2]).expect("the example");
    let packed = folder.path().join("square.rules.gz");
    let out = fs::File::create(&packed).expect("a file");
    Compression::Gzip.write(out, |out| out.write_all(&rules)).expect("written");
    let plain = stdout(&encycle(&[&["solve"], &SQUARE[..]].concat()));
    let packed = packed.display().to_string();
    assert_eq!(stdout(&encycle(&["solve", SQUARE[0], "--rules", &packed])), plain);
    let twice = with_bytes(&["solve", SQUARE[0], SQUARE[0], "--rules", "-"], &rules);
    assert_eq!(stdout(&twice), plain.repeat(2), "{twice:?}");
    let both = with_bytes(&["solve", "-", "--rules", "-"], &rules);
    assert_eq!(code(&both), 2);
    assert!(stderr(&both).contains("only one of the formulas, the rules and the map"), "{both:?}");
}

/// The smallest form of a digraph was the slowest.
#[test]
fn vertex_elimination_is_written_in_place_of_a_smaller_form_with_times() {
    let mut arcs: Vec<[usize; 2]> = Vec::new();
    for (vertex, step) in (0..60).flat_map(|vertex| [1, 7, 19, 31].map(|step| (vertex, step))) {
        arcs.push([vertex + 1, (vertex * step + step) % 60 + 1]);
    }
    let arcs: String = arcs.iter().map(|[from, to]| format!("{from} {to}\n")).collect();
    let graph = format!("hamilton digraph 60\n{arcs}");
    let size = |form: &str| {
        let sizes = with_bytes(&["sizes", "-", "--encoding", form, "--json"], graph.as_bytes());
        let sizes: serde_json::Value = serde_json::from_str(&stdout(&sizes)).expect("JSON");
        sizes["total"]["clauses"].as_u64().expect("a number")
    };
    assert!((size("leaf") + 1..3 * size("leaf")).contains(&size("elimination")));
    let written = with_bytes(&["encode", "-"], graph.as_bytes());
    assert!(stdout(&written).contains("\nc encoding elimination: "), "{}", stderr(&written));
}

/// The commands that read models, two of which also read a result.
const READERS: [(&str, &[&str]); 9] = [
    ("solve", &[]),
    ("count", &[]),
    ("enumerate", &[]),
    ("encode", &[]),
    ("sizes", &[]),
    ("strength", &[]),
    ("explain", &["--all"]),
    ("check", &["README.md"]),
    ("decode", &["README.md"]),
];

/// The messages said that no format was recognized, or that only commands such as `solve` read the graph, also in `solve`.
#[test]
fn a_directed_graph_was_refused_for_wrong_reasons() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("a.d6", "&BX_\n"), ("a.txt", "hamilton digraph 3\n1 2\n2 3\n3 1\n")] {
        let path = &*file(folder.path(), name, text);
        for command in [&["grade"][..], &["repair"], &["thin"], &["convert", "--to", "plain"]] {
            let refused = encycle(&[command, &[path]].concat());
            assert_eq!(code(&refused), 2, "{command:?}: {refused:?}");
            assert!(stderr(&refused).contains("is a directed graph"), "{command:?}: {refused:?}");
        }
    }
    let both = "graph { a -- b }\ndigraph { a -> b }\n";
    let refused = encycle(&["solve", &file(folder.path(), "a.dot", both)]);
    assert!(stderr(&refused).contains("read it from a file of its own"), "{refused:?}");
    let matrix = "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n";
    let refused = encycle(&["solve", &file(folder.path(), "a.mtx", matrix)]);
    assert!(stderr(&refused).contains("is read as digraph6, DOT, GML"), "{refused:?}");
}

/// The variables that soft clauses get were counted, too.
#[test]
fn soft_clauses_add_no_solutions() {
    let folder = Folder::with(&[("a.wcnf", "h 1 2 0\n3 -1 -2 0\n1 1 2 0\n2 1 0\n")]);
    for (command, expected) in [("count", "3 solutions"), ("enumerate", "3 solutions")] {
        let found = folder.encycle(&[command, "a.wcnf"], "");
        let told = format!("{}{}", stdout(&found), stderr(&found));
        assert!(told.contains(expected), "{command}: {told}");
    }
}

/// The text of a solution named both ends of an edge, but not which of several edges between them is drawn.
#[test]
fn parallel_edges_are_told_apart() {
    let folder = Folder::with(&[
        ("a.cnf", "p cnf 3 2\n-1 0\n2 0\n"),
        (
            "a.rules",
            "graph g undirected\nedge g a b 1\nedge g b a 2\nedge g b c 3\nedge g b c -3\nforest g\n",
        ),
    ]);
    let solved = folder.encycle(&["solve", "a.cnf", "--rules", "a.rules"], "");
    assert_eq!(code(&solved), 0, "{}", stderr(&solved));
    folder.write("a.txt", &stdout(&solved));
    let checked = folder.encycle(&["check", "a.cnf", "a.txt", "--rules", "a.rules"], "");
    assert_eq!(code(&checked), 0, "{}{}", stdout(&solved), stdout(&checked));
    folder.write("a.txt", "g: a-b-c\n");
    let checked = folder.encycle(&["check", "a.cnf", "a.txt", "--rules", "a.rules"], "");
    assert_eq!(code(&checked), 2, "{}", stdout(&checked));
    assert!(stderr(&checked).contains("true variable"), "{}", stderr(&checked));
}

/// One impossible name renamed all columns to x1, x2, ..., which were other columns of the model without `--map`.
#[test]
fn columns_keep_their_names_beside_an_impossible_one() {
    let model = "Minimize\n obj: - 2 x0 - 3 x1 - 5 x2 + e1 + w[1]\nSubject To\n c: x0 + x1 + x2 <= 1\n d: e1 + x0 >= 0\n\
                 f: w[1] - x0 >= 0\nBounds\n w[1] <= 7\nBinary\n x0 x1 x2 e1\nEnd\n";
    let folder = Folder::with(&[("shift.lp", model)]);
    let written = folder.encycle(&["encode", "shift.lp", "--to", "lp"], "");
    let text = stdout(&written);
    assert!(text.contains("\\ column v_e1: e1\n\\ column w_1: w[1]\n"), "{text}");
    assert!(text.contains("\nBinary\n x0\n x1\n x2\n v_e1\n"), "{text}");
    let decoded = |columns: &str, objective: &str| {
        let head = "solution status: optimal solution found";
        let output = format!("{head}\nobjective value: {objective}\n{columns}\n");
        let decoded = folder.encycle(&["decode", "shift.lp", "-"], &output);
        (code(&decoded), stdout(&decoded) + &stderr(&decoded))
    };
    // x3 is the third column of a file with numbers
    for columns in ["x2 1", "x2 1\nv_e1 0\nw_1 0", "x3 1"] {
        let (exit, text) = decoded(columns, "-5");
        assert_eq!(exit, 0, "{columns}: {text}");
        assert!(text.contains(": solved -5 (") && text.contains("x2"), "{columns}: {text}");
    }
    let (exit, text) = decoded("x2 1", "-2");
    assert_eq!(exit, 2, "{text}");
    assert!(text.contains("states the objective -2, but"), "{text}");
}

/// In a file with numbers, x1 is the first column, which this model names x2.
#[test]
fn an_output_that_may_be_read_in_two_ways_is_refused() {
    let model =
        "Minimize\n obj: - 5 x2 - 5 x1\nSubject To\n c: x1 + x2 <= 1\nBinary\n x2 x1\nEnd\n";
    let output = "solution status: optimal solution found\nobjective value: -5\nx1 1\n";
    let folder = Folder::with(&[("swapped.lp", model), ("swapped.sol", output)]);
    let decode = ["decode", "swapped.lp", "swapped.sol"];
    let refused = folder.encycle(&decode, "");
    assert_eq!(code(&refused), 2, "{}", stdout(&refused));
    let message = stderr(&refused);
    assert!(message.contains("the same names mean others\nhelp: "), "{message}");
    for (format, file, drawn) in [("lp", "named.lp", "x1"), ("mps-fixed", "numbered.mps", "x2")] {
        let map = format!("{file}.map");
        let encode = ["encode", "swapped.lp", "--to", format, "-o", file, "--map", &map];
        let written = folder.encycle(&encode, "");
        assert_eq!(code(&written), 0, "{}", stderr(&written));
        let decoded = folder.encycle(&[&decode[..], &["--map", &map]].concat(), "");
        assert_eq!(code(&decoded), 0, "{}", stderr(&decoded));
        assert!(stdout(&decoded).ends_with(&format!("true: {drawn}\n")), "{}", stdout(&decoded));
    }
}

/// Without an objective, the rows were named `constraint_1` and so on.
#[test]
fn rows_keep_their_names_without_an_objective() {
    let text = "Minimize\n profit: 0 a + 0 b\nSubject To\n first: a + b >= 1\nBinary\n a b\nEnd\n";
    let folder = Folder::with(&[("a.lp", text)]);
    for (format, lines) in [
        ("lp", " profit: 0 a + 0 b\nSubject To\n first: a + b >= 1\nBinary\n"),
        ("mps", " N profit\n G first\n"),
    ] {
        let written = stdout(&folder.encycle(&["encode", "a.lp", "--to", format], ""));
        assert!(written.contains(lines), "{written}");
    }
}

/// Not all columns and rows were counted, and the charts of formulas called variables vertices.
#[test]
fn the_size_of_a_mixed_program_counts_all_columns_and_rows() {
    let text = "Minimize\n obj: y\nSubject To\n c: a + b >= 1\n d: a + y >= 2\nBinary\n a b\nEnd\n";
    let folder = Folder::with(&[("a.lp", text), ("a.cnf", "p cnf 2 1\n1 2 0\n")]);
    let sizes = stdout(&folder.encycle(&["sizes", "a.lp"], ""));
    assert!(sizes.contains("a.lp, 3 variables, 2 constraints\n"), "{sizes}");
    let drawn = folder.encycle(&["sizes", "a.cnf", "--svg", "a.svg"], "");
    assert_eq!(code(&drawn), 0, "{}", stderr(&drawn));
    let chart = folder.read("a.svg");
    assert!(chart.contains(">variables<") && !chart.contains("vertices"), "{chart}");
}

/// The columns of `glpsol -w` were those of a file that `encode` writes, which has the 0-1 columns before the others.
#[test]
fn numbers_of_columns_are_those_of_the_problem() {
    let model = "Minimize\n obj: y + 2 x2 + 3 x1\nSubject To\n c1: x1 + x2 + k >= 1\n c2: x2 + y >= 1\n c3: k + x1 >= 2\n\
                 Bounds\n k <= 5\nGeneral\n k\nBinary\n x1 x2\nEnd\n";
    let free =
        "Minimize\n obj: 0 y + 0 x\nSubject To\n c: x + y >= 1\nBounds\n y <= 1\nBinary\n x\nEnd\n";
    let folder = Folder::with(&[("own.lp", model), ("free.lp", free)]);
    let decoded = |file: &str, size: &str, values: &[i64], further: &[&str]| {
        let columns = (1..).zip(values).map(|(number, value)| format!("j {number} {value}\n"));
        let columns: String = columns.collect();
        let output = format!("c Status:     INTEGER OPTIMAL\ns mip {size}\n{columns}e o f\n");
        let decoded = folder.encycle(&[&["decode", file, "-"], further].concat(), &output);
        (code(&decoded), stdout(&decoded) + &stderr(&decoded))
    };
    // y, x2, x1, k; in a file of `encode`, x2, x1, y, k
    for values in [[1, 0, 0, 2], [0, 0, 1, 2]] {
        let (exit, text) = decoded("own.lp", "3 4 o 1", &values, &[]);
        assert_eq!(exit, 0, "{values:?}: {text}");
        assert!(text.contains(": solved 1 (") && text.ends_with("\ny = 1\nk = 2\n"), "{text}");
    }
    // both readings are solutions
    let (exit, text) = decoded("free.lp", "1 2 o 0", &[1, 0], &[]);
    assert_eq!(exit, 2, "{text}");
    assert!(text.contains("the same numbers mean others\nhelp: if the solver read"), "{text}");
    assert!(text.contains("add `--encoding own`; otherwise name the map"), "{text}");
    let (exit, text) = decoded("free.lp", "1 2 o 0", &[1, 0], &["--encoding", "own"]);
    assert!(exit == 0 && text.ends_with("\ny = 1\n") && !text.contains("true:"), "{text}");
    let encode = ["encode", "free.lp", "-o", "new.lp", "--map", "new.map"];
    assert_eq!(code(&folder.encycle(&encode, "")), 0);
    let (exit, text) = decoded("free.lp", "1 2 o 0", &[1, 0], &["--map", "new.map"]);
    assert!(exit == 0 && text.ends_with("\ntrue: x\ny = 0\n"), "{text}");
    // a column less
    let (exit, text) = decoded("own.lp", "3 3 o 1", &[1, 0, 0], &[]);
    assert!(exit == 2 && text.contains("\nhelp: "), "{text}");
}

/// CBC names the third column of this file x2, since it does not read brackets; x2 was taken for the first column.
#[test]
fn columns_that_cbc_renames_are_read_by_their_numbers() {
    let model = "Minimize\n obj: x2 + x1 + w[1]\nSubject To\n c: x1 + w[1] >= 1\n d: x2 + w[1] >= 1\nBinary\n x2 x1 w[1]\n\
                 End\n";
    let loose = model.replace(" d: x2 + w[1] >= 1\n", "").replace("c: x1", "c: x2 + x1");
    let output = "Optimal - objective value 1\n      2 x2   1   1\n";
    let folder = Folder::with(&[("a.lp", model), ("loose.lp", &loose), ("cbc.sol", output)]);
    let decoded = folder.encycle(&["decode", "a.lp", "cbc.sol"], "");
    assert_eq!(code(&decoded), 0, "{}{}", stdout(&decoded), stderr(&decoded));
    assert!(stdout(&decoded).ends_with("\ntrue: w[1]\n"), "{}", stdout(&decoded));
    // x2 alone is a solution, too, as it would be in a file of `encode`
    let refused = folder.encycle(&["decode", "loose.lp", "cbc.sol"], "");
    assert_eq!(code(&refused), 2, "{}", stdout(&refused));
    let own = folder.encycle(&["decode", "loose.lp", "cbc.sol", "--encoding", "own"], "");
    assert!(stdout(&own).ends_with("\ntrue: w[1]\n"), "{}{}", stdout(&own), stderr(&own));
}

/// Columns named like keywords of LP files were written as they are.
#[test]
fn columns_with_all_names_are_written_so_that_lint_accepts_them() {
    let names = [
        "free", "st", "Bin", "gen", "sos1", "such", "max", "infinite", "nan1", "e", "e5", "t_1",
        "r2_a", "y_3", "a(1)", "a{1}", "a_1", "_",
    ];
    let cnf: String = (1..=names.len()).map(|number| format!("{number} ")).collect();
    let cnf = format!("p cnf {} 1\n{cnf}0\n", names.len());
    let line = |(number, name): (usize, &str)| format!("{number} {name}\n");
    let map: String = (1..).zip(names).map(line).collect();
    let map = format!("encycle-map 1\nside dimacs\n{map}");
    let rules = "graph g undirected\nedge g u v free\nedge g v w st\nforest g\n";
    let folder = Folder::with(&[("all.cnf", &cnf), ("all.map", &map), ("all.rules", rules)]);
    let named = ["--rules", "all.rules", "--names-map", "all.map"];
    for format in ["lp", "mps"] {
        let file = format!("all.{format}");
        let encode = [&["encode", "all.cnf", "-o", &*file][..], &named[..]].concat();
        let written = folder.encycle(&encode, "");
        assert_eq!(code(&written), 0, "{}", stderr(&written));
        let text = folder.read(&file);
        assert!(text.contains("column v_free: free\n"), "{text}");
        assert!(text.contains("column a_1_2: a(1)\n"), "{text}");
        let linted = folder.encycle(&["lint", &file], "");
        assert_eq!(code(&linted), 0, "{}", stdout(&linted));
    }
}
