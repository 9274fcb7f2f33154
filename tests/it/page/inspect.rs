//! `sizes`, `clauses`, `explain`, `lint`, `export` and `decode`: what a researcher asks for.

use encycle::formats::read_solution;
use encycle::puzzle::Puzzle;
use serde_json::{Value, json};

use super::{ask, events, examples, job, numbers, refused, solution};
use crate::formats::graphs::is_same;

/// A listed clause has the text and the rule that its explanation has, and is about the part.
#[test]
fn listed_clauses_agree_with_their_explanations() {
    for (name, board) in examples() {
        if board["atoms"].as_array().expect("names").len() > 1000 {
            continue;
        }
        let mut parts = vec![json!({ "atom": 1 })];
        if board["points"].as_array().is_some_and(|points| !points.is_empty()) {
            parts.push(json!({ "vertex": 1 }));
        }
        if !board["grid"].is_null() {
            parts.push(json!({ "cell": 0 }));
        }
        let mut total = 0;
        for part in parts {
            let list = ask(json!({ "do": "clauses", "puzzle": board["puzzle"], "part": part }));
            let clauses = list["clauses"].as_array().expect("clauses");
            total += clauses.len();
            assert!(clauses.len() as u64 <= list["count"].as_u64().expect("a number"));
            for clause in clauses.iter().step_by(clauses.len().div_ceil(3).max(1)) {
                let explained = ask(
                    json!({ "do": "explain", "puzzle": board["puzzle"], "number": clause["number"] }),
                );
                for key in ["text", "rule", "place"] {
                    assert_eq!(explained[key], clause[key], "{name}: {part}");
                }
                assert_eq!(explained["of"], list["of"]);
                if let (Some(atom), true) = (part.get("atom"), explained["place"] == list["words"])
                {
                    let [yes, no] =
                        ["present", "absent"].map(|key| numbers(&explained["literals"][key]));
                    assert!(yes.iter().chain(&no).any(|one| json!(one) == *atom), "{name}");
                }
            }
        }
        assert!(total > 0, "{name}");
    }
    let puzzle = "slitherlink 2 2\n31\n..\n";
    let outside = json!({ "do": "clauses", "puzzle": puzzle, "part": { "cell": 4 } });
    assert_eq!(refused(&outside), "the puzzle has no such part");
    let row = ask(json!({ "do": "explain", "puzzle": puzzle, "row": true, "number": 1 }));
    assert!(row["text"].as_str().expect("text").contains("="), "{row}");
    let beyond = json!({ "do": "explain", "puzzle": puzzle, "number": 0 });
    assert!(refused(&beyond).starts_with("number out of range: 0"));
}

/// Every format that a board lists is read back as the same puzzle, and formulas are clean by our linter.
#[test]
fn every_export_is_read_back() {
    for (name, board) in examples() {
        let export = |target: &str| {
            let file = ask(json!({ "do": "export", "puzzle": board["puzzle"], "target": target }));
            file["text"].as_str().expect("text").to_owned()
        };
        for format in board["formats"].as_array().expect("formats") {
            let text = export(format.as_str().expect("a name"));
            let mut open = json!({ "do": "open", "text": text });
            if events(&open.to_string()).iter().any(|event| event["event"] == "failed") {
                // the name of the file tells the kind
                assert!(refused(&open).starts_with("several kinds fit"), "{name} as {format}");
                open["kind"] = board["kind"].clone();
            }
            let again = ask(open);
            // in the format of graphs, a grid is a graph like any other
            let is_graph = format == "graph" && !board["grid"].is_null();
            let puzzle = |board: &Value| -> Puzzle {
                board["puzzle"].as_str().expect("text").parse().expect("a puzzle")
            };
            // some formats of graphs fix the order of the edges
            let is_reordered = !is_graph
                && again["puzzle"] != board["puzzle"]
                && is_same(&puzzle(&again), &puzzle(&board));
            let keys: &[&str] = match (is_graph, is_reordered) {
                (true, _) => &["kind", "lines"],
                (_, true) => &["kind", "grid"],
                _ => &["puzzle", "kind", "atoms", "lines", "grid"],
            };
            for &key in keys {
                assert!(again[key] == board[key], "{name} as {format}: {key}");
            }
        }
        for target in ["cnf", "lp", "mps", "opb"] {
            let text = export(target);
            let lint = ask(json!({ "do": "lint", "text": text }));
            assert_eq!(
                (&lint["lint"]["errors"], &lint["lint"]["format"]),
                (&json!(0), &json!(target)),
                "{name}"
            );
            // formulas did not contain their puzzles
            let again = ask(json!({ "do": "open", "text": text }));
            assert_eq!(again["puzzle"], board["puzzle"], "{name} as {target}");
        }
        for target in ["map", "lp-map", "opb-map"] {
            let again = ask(json!({ "do": "open", "text": export(target) }));
            assert_eq!(again["puzzle"], board["puzzle"], "{name} as {target}");
        }
        assert!(export("svg").starts_with("<svg"), "{name}");
        let solution = solution(&board);
        let file = json!({ "do": "export", "puzzle": board["puzzle"], "target": "solution", "marks": solution });
        let file = ask(file);
        let puzzle: Puzzle = board["puzzle"].as_str().expect("text").parse().expect("a puzzle");
        let text = file["text"].as_str().expect("text");
        // the edges of a Slitherlink were refused
        let read = read_solution(text, &puzzle).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(puzzle.check(&read), Ok(()), "{name}");
        let again = ask(json!({ "do": "open", "text": text }));
        assert_eq!(again["puzzle"], board["puzzle"], "{name}");
        assert_eq!(again["solution"], solution, "{name}");
    }
    let unsolved =
        json!({ "do": "export", "puzzle": "slitherlink 1 1\n4\n", "target": "solution" });
    assert!(refused(&unsolved).starts_with("not a solution: "));
    let unknown = json!({ "do": "export", "puzzle": "slitherlink 1 1\n4\n", "target": "pdf" });
    assert!(refused(&unknown).starts_with("unknown format 'pdf'"));
}

/// They were texts "in no known format".
#[test]
fn formulas_without_their_puzzle_were_unknown_texts() {
    for (text, words) in [
        ("c by hand\np cnf 1 1\n1 0\n", "a formula (cnf) that does not contain its puzzle"),
        ("\\ by hand\nMinimize\n obj: x\nSubject To\nEnd\n", "a formula (lp) that"),
        ("* #variable= 1 #constraint= 1\n+1 x1 >= 1 ;\n", "a formula (opb) that"),
        ("encycle-map 1\nkind slitherlink\n1 h_1_1\n", "a map of variables that"),
    ] {
        let error = refused(&json!({ "do": "open", "text": text }));
        assert!(error.starts_with(words) && error.contains("\nhelp: "), "{error}");
    }
}

/// A model over the map's variables is decoded to the solution, and a wrong model is rejected.
#[test]
fn a_saved_output_is_decoded_and_checked() {
    let board = ask(json!({ "do": "open", "text": "slitherlink 2 2\n31\n..\n" }));
    let right = numbers(&solution(&board)["present"]);
    let export = json!({ "do": "export", "puzzle": board["puzzle"], "target": "map", "formula": { "encoding": "edge" } });
    let map = ask(export)["text"].clone();
    let count = board["atoms"].as_array().expect("names").len();
    let output = |drawn: &[usize]| {
        let literals = (0..count).map(|atom| {
            let number = atom as i64 + 1;
            if drawn.contains(&atom) { number } else { -number }.to_string()
        });
        format!("s SATISFIABLE\nv {} 0\n", literals.collect::<Vec<_>>().join(" "))
    };
    let decode = |output: &str| {
        ask(json!({ "do": "decode", "puzzle": board["puzzle"], "map": map, "output": output }))
    };
    let decoded = decode(&output(&right));
    assert_eq!(decoded["verdict"], "solution");
    assert_eq!(numbers(&decoded["marks"]["present"]), right);
    let decoded = decode(&output(&right[1..]));
    assert_eq!(decoded["verdict"], "not-a-solution");
    assert!(decoded["words"].as_str().expect("words").starts_with("rule `"));
    assert_eq!(decode("s UNSATISFIABLE\n")["verdict"], "no-solution");
    assert_eq!(decode("s UNKNOWN\n")["verdict"], "unknown");
    for bad in [("x", "s UNKNOWN\n"), ("encycle-map 1\nkind sudoku\n", "s UNKNOWN\n")] {
        let request =
            json!({ "do": "decode", "puzzle": board["puzzle"], "map": bad.0, "output": bad.1 });
        assert!(refused(&request).starts_with("map: "));
    }
}

#[test]
fn sizes_have_a_line_for_each_encoding_and_method() {
    let puzzle = "slitherlink 2 2\n31\n..\n";
    let events = job(json!({
        "do": "sizes", "puzzle": puzzle, "encodings": ["edge", "colour"], "cnf": ["direct", "tseitin"],
    }));
    let (sizes, charts): (Vec<&Value>, Vec<&Value>) =
        events.iter().partition(|event| event["event"] == "size");
    let names = |one: &&Value| (one["size"]["encoding"].clone(), one["size"]["cnf"].clone());
    let expected =
        [("edge", "direct"), ("edge", "tseitin"), ("colour", "direct"), ("colour", "tseitin")];
    assert_eq!(
        sizes.iter().map(names).collect::<Vec<_>>(),
        expected.map(|(a, b)| (json!(a), json!(b)))
    );
    assert!(
        charts.len() == 1 && charts[0]["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg"))
    );
}
