//! Malformed and hostile requests, and boards.

use std::collections::BTreeSet;

use encycle::json_schemas;
use encycle::puzzle::Puzzle;
use rand::{Rng as _, RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};

use super::{ask, events, examples, refused};

/// The geometry of a board is consistent, and opening its text gives the same board.
#[test]
fn boards_are_consistent() {
    let mut kinds = BTreeSet::new();
    for (name, board) in examples() {
        kinds.insert(board["kind"].as_str().expect("a kind").to_owned());
        let (points, lines) = (board["points"].as_array(), board["lines"].as_array());
        let (points, lines) = (points.expect("points").len(), lines.expect("lines"));
        let atoms: BTreeSet<&str> = board["atoms"]
            .as_array()
            .expect("names")
            .iter()
            .map(|one| one.as_str().expect("text"))
            .collect();
        assert_eq!(
            atoms.len(),
            board["atoms"].as_array().expect("names").len(),
            "{name}: names are unique"
        );
        let is_inside =
            |line: &Value| (0..2).all(|end| line[end].as_u64().expect("a number") < points as u64);
        assert!(lines.iter().all(is_inside), "{name}");
        match board["form"].as_str() {
            Some("lines") => assert_eq!(lines.len(), atoms.len(), "{name}"),
            Some("walls") => {
                assert!(lines.len() < atoms.len() && !board["free"].is_null(), "{name}")
            }
            Some("values") => {
                let cells = board["grid"]["texts"].as_array().expect("cells").len();
                assert_eq!(
                    cells * board["values"].as_array().expect("values").len(),
                    atoms.len(),
                    "{name}"
                );
            }
            other => panic!("{name}: {other:?}"),
        }
        let again = ask(json!({ "do": "open", "text": board["puzzle"] }));
        assert_eq!(again, board, "{name}");
        // the cuts come from the sample of the kind, because the encodings of a large puzzle are dear
        let puzzle: Puzzle = board["puzzle"].as_str().expect("text").parse().expect("a puzzle");
        let encodings = board["encodings"].as_array().expect("names").iter();
        for (encoding, cuts) in encodings.zip(board["cuts"].as_array().expect("lists")) {
            let encoding = puzzle.encoding(encoding.as_str().expect("a name")).expect("known");
            let own: Vec<&str> = encoding.cut_kinds().iter().map(|kind| kind.name()).collect();
            assert_eq!(*cuts, json!(own), "{name}: {}", encoding.name());
        }
    }
    let about = ask(json!({ "do": "about" }));
    let all = about["kinds"].as_array().expect("kinds").iter();
    let all: BTreeSet<String> =
        all.map(|one| one["name"].as_str().expect("a name").to_owned()).collect();
    assert_eq!(kinds, all, "every kind has an example");
    for kind in about["kinds"].as_array().expect("kinds") {
        assert_eq!(ask(json!({ "do": "open", "text": kind["sample"] }))["kind"], kind["name"]);
    }
}

/// Every event of the examples is valid by the schema of events, and each request by that of requests.
#[test]
fn requests_and_events_follow_their_schemas() {
    let validator = |wanted: &str| {
        let schemas = json_schemas();
        let (_, schema) = schemas.iter().find(|(name, _)| *name == wanted).expect("a schema");
        jsonschema::validator_for(schema.as_value()).expect("a valid schema")
    };
    let (requests, replies) = (validator("encycle-request-1"), validator("encycle-event-1"));
    let puzzle = "slitherlink 2 2\n31\n..\n";
    let mut seen = BTreeSet::new();
    for request in [
        json!({ "do": "about" }),
        json!({ "do": "solvers" }),
        json!({ "do": "open", "text": puzzle }),
        json!({ "do": "open", "text": "slitherlink 2 2\n31\n" }),
        json!({ "do": "check", "puzzle": puzzle, "marks": {}, "mistakes": true }),
        json!({ "do": "check", "puzzle": puzzle, "marks": { "present": [0] }, "rules": true }),
        json!({ "do": "levels" }),
        json!({ "do": "hint", "puzzle": puzzle, "marks": {} }),
        json!({ "do": "analyse", "puzzle": "slitherlink 2 2\n..\n..\n" }),
        json!({ "do": "repair", "puzzle": "slitherlink 2 2\n..\n..\n" }),
        json!({ "do": "grade", "puzzle": puzzle }),
        json!({ "do": "count", "puzzle": puzzle }),
        json!({ "do": "solve", "puzzle": puzzle, "runs": [{}] }),
        json!({ "do": "sizes", "puzzle": puzzle }),
        json!({ "do": "clauses", "puzzle": puzzle, "part": { "cell": 0 } }),
        json!({ "do": "explain", "puzzle": puzzle, "number": 1 }),
        json!({ "do": "lint", "text": "p cnf 1 1\n1 0\n" }),
        json!({ "do": "export", "puzzle": puzzle, "target": "svg" }),
        json!({ "do": "decode", "puzzle": puzzle, "map": "", "output": "" }),
    ] {
        let valid = requests.validate(&request).map_err(|error| error.to_string());
        assert_eq!(valid, Ok(()), "{request}");
        for event in events(&request.to_string()) {
            let valid = replies.validate(&event).map_err(|error| error.to_string());
            assert_eq!(valid, Ok(()), "{event}");
            seen.insert(event["event"].as_str().expect("a name").to_owned());
        }
    }
    assert!(seen.len() > 15, "{seen:?}");
    assert!(requests.validate(&json!({ "do": "open" })).is_err());
}

#[test]
fn malformed_requests_are_refused() {
    for (text, words) in [
        ("", "malformed request: EOF"),
        ("{}", "malformed request: missing field `do`"),
        ("[]", "malformed request"),
        ("{\"do\":\"fly\"}", "malformed request: unknown variant `fly`"),
        ("{\"do\":\"open\",\"text\":3}", "malformed request: invalid type"),
        (
            "{\"do\":\"open\",\"text\":\"\",\"path\":\"/etc/passwd\"}",
            "malformed request: unknown field `path`",
        ),
        ("{\"do\":\"example\",\"name\":\"../../etc/passwd\"}", "unknown example"),
        ("{\"do\":\"open\",\"text\":\"/etc/passwd\"}", ""),
        ("{\"do\":\"open\",\"text\":\"\",\"kind\":\"chess\"}", "unknown kind of puzzle 'chess'"),
    ] {
        let events = events(text);
        let error = events[0]["error"].as_str().expect("an error");
        assert!(error.starts_with(words) && !error.contains("root:"), "{text}: {error}");
    }
    // JSON that is nested too deeply for the reader
    assert_eq!(events(&"[".repeat(100_000))[0]["event"], "failed");
    let error =
        &events(&json!({ "do": "open", "text": "slitherlink 2 2\n31\n.x\n" }).to_string())[0];
    assert_eq!((&error["line"], &error["column"]), (&json!(3), &json!(2)));
    assert!(
        refused(&json!({ "do": "open", "text": "slitherlink 99999999 99999999\n" }))
            .contains("99999999")
    );
}

/// A damaged request never panics, and always ends with one last event (which `events` checks).
#[test]
fn damaged_requests_end_with_one_event() {
    let puzzle = "slitherlink 2 2\n31\n..\n";
    let requests = [
        json!({ "do": "check", "puzzle": puzzle, "marks": { "present": [0, 3], "absent": [1] }, "mistakes": true }),
        json!({ "do": "solve", "puzzle": puzzle, "runs": [{ "seed": 3, "formula": { "cnf": "tseitin" } }] }),
        json!({ "do": "clauses", "puzzle": puzzle, "part": { "vertex": 4 } }),
        json!({ "do": "explain", "puzzle": puzzle, "number": 7, "row": true }),
        json!({ "do": "generate", "kind": "slitherlink", "rows": 3, "cols": 3, "seed": 1 }),
        json!({ "do": "open", "text": "https://puzz.link/p?slither/2/2/dc" }),
        json!({ "do": "decode", "puzzle": puzzle, "map": "encycle-map 1\nkind slitherlink\nsize 2 2\n", "output": "v 1 0\n" }),
    ];
    let mut random = Pcg64Mcg::seed_from_u64(18);
    for number in 0..2000 {
        let mut text = requests[number % requests.len()].to_string().into_bytes();
        for _ in 0..random.random_range(1..4) {
            let at = random.random_range(0..text.len());
            match random.random_range(0..4) {
                0 => text[at] = (random.next_u32() % 128) as u8,
                1 => drop(text.remove(at)),
                2 => text.insert(at, b"0123456789\"\\{}[],:-.x"[random.random_range(0..21)]),
                _ => text.truncate(at.max(1)),
            }
        }
        // a size is small enough for a test, or refused
        let text = String::from_utf8_lossy(&text).into_owned();
        if !text.contains("generate") || !text.contains("000") {
            events(&text);
        }
    }
}
