//! `analyse`, `thin`, `repair`, `loop-clues`, `grade`, `count` and `generate`: what a puzzle maker asks for.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use encycle::count::brute_force;
use encycle::deduce::{Level, TechniqueSet, needs_technique};
use encycle::puzzle::{Puzzle, PuzzleKind};

use super::{ask, events, job, numbers, refused, solution};
use crate::support::kinds::varied;

/// On a small puzzle, the verdict and the common atoms are those of brute force.
#[test]
fn an_analysis_agrees_with_brute_force() {
    for text in [
        "slitherlink 2 2\n31\n..\n",
        "slitherlink 2 2\n33\n33\n",
        "slitherlink 2 3\n..2\n3..\n",
        "slitherlynx 2 3\n...\n.4.\n",
        "numberlink 2 3\n1 . 1\n. . .\n",
        "hamilton 3 4\n",
        "sudoku 2 2\n1...\n....\n....\n...4\n",
    ] {
        let puzzle: Puzzle = match text.parse() {
            Ok(puzzle) => puzzle,
            Err(_) => format!("{text}....\n....\n....\n").parse().expect("a puzzle"),
        };
        let text = encycle::formats::write_default(&puzzle).expect("a text");
        let Some(all) = brute_force(&puzzle) else { continue };
        let analysis = ask(json!({ "do": "analyse", "puzzle": text }));
        let verdict = match all.len() {
            0 => "no-solution",
            1 => "unique",
            _ => "several",
        };
        assert_eq!(analysis["verdict"], verdict, "{text}");
        let common = |value: bool| -> Vec<usize> {
            let has =
                |atom: &usize| !all.is_empty() && all.iter().all(|one| one.has(*atom) == value);
            (0..puzzle.atom_count()).filter(has).collect()
        };
        assert_eq!(numbers(&analysis["common"]["present"]), common(true), "{text}");
        assert_eq!(numbers(&analysis["common"]["absent"]), common(false), "{text}");
        let found = analysis["solutions"].as_array().expect("solutions");
        assert_eq!(found.len(), all.len().min(2));
        if let [first, second] = &found[..] {
            let [first, second] = [first, second].map(|one| numbers(&one["present"]));
            let differ =
                (0..puzzle.atom_count()).filter(|a| first.contains(a) != second.contains(a));
            assert_eq!(numbers(&analysis["differ"]), differ.collect::<Vec<_>>());
        }
        let count = ask(json!({ "do": "count", "puzzle": text }));
        assert_eq!(count["count"]["count"], all.len().to_string(), "{text}");
    }
}

/// Kinds with rooms, and with numbers at corners or around the grid, could not begin empty.
#[test]
fn every_kind_begins_empty() {
    for kind in PuzzleKind::all() {
        let (rows, cols) = match kind {
            PuzzleKind::Sudoku => (2, 3),
            _ => (6, 6),
        };
        let board = ask(json!({ "do": "empty", "kind": kind.name(), "rows": rows, "cols": cols }));
        assert_eq!(board["kind"], kind.name());
        assert_eq!(
            (&board["grid"]["rows"], &board["grid"]["cols"]),
            (&json!(6), &json!(6)),
            "{kind}"
        );
        let again = ask(json!({ "do": "open", "text": board["puzzle"] }));
        assert_eq!(again["puzzle"], board["puzzle"], "{kind}");
    }
    let error = refused(&json!({ "do": "empty", "kind": "creek", "rows": 0, "cols": 4 }));
    assert!(error.contains("invalid grid size"), "{error}");
}

/// While a puzzle was edited, clues that break a condition of its kind were refused.
#[test]
fn unfinished_puzzles_are_opened_with_their_broken_conditions() {
    let needy = "kind needy\nsymbol number 0..4\ndraw shaded cells\n\
        require \"There is a number.\" count(clue(c) for c in cells) > 0\n\
        rule beside for c in cells if number(c): count(shaded(x) for x in neighbours(c)) = number(c)\n\n\
        needy 2 2\n..\n..\n";
    let adjacent = "hashi 2 2\n11\n..\n";
    for (text, sentence) in [(needy, "There is a number."), (adjacent, "Numbers must not share a")]
    {
        assert!(refused(&json!({ "do": "open", "text": text })).contains(sentence), "{text}");
        let board = ask(json!({ "do": "open", "text": text, "unfinished": true }));
        assert_eq!(board["puzzle"], text);
        let conditions = board["conditions"].as_array().expect("sentences");
        assert_eq!(conditions.len(), 1, "{text}");
        assert!(conditions[0].as_str().expect("a sentence").starts_with(sentence), "{text}");
        assert!(refused(&json!({ "do": "analyse", "puzzle": text })).contains(sentence), "{text}");
    }
    let open = |text: &str| json!({ "do": "open", "text": text, "unfinished": true });
    assert_eq!(ask(open("hashi 1 3\n1.1\n"))["conditions"], json!([]));
    // the error of a text that is wrong for another reason
    assert_eq!(
        refused(&open("hashi 1 3\n1x1\n")),
        refused(&json!({ "do": "open", "text": "hashi 1 3\n1x1\n" }))
    );
}

/// The parts of a board have all words of the text in their order, so that the editor can write the text again.
#[test]
fn the_parts_of_a_board_are_the_words_of_its_text() {
    let mut with_parts = 0;
    for kind in PuzzleKind::all() {
        let board = ask(json!({ "do": "open", "text": kind.sample() }));
        let parts = &board["parts"];
        if parts.is_null() {
            continue;
        }
        with_parts += 1;
        let words = |key: &str| {
            let list = parts[key].as_array().expect("words").iter();
            list.map(|word| word.as_str().expect("a word").to_owned()).collect::<Vec<_>>()
        };
        let (frame, rooms) = (words("frame"), words("rooms"));
        let side = |key: &str| board["grid"][key].as_u64().expect("a number") as usize;
        let (rows, cols) = (side("rows"), side("cols"));
        for (count, all) in [
            (words("corners").len(), (rows + 1) * (cols + 1)),
            (frame.len(), (rows + 2) * (cols + 2)),
            (rooms.len(), rows * cols),
        ] {
            assert!(count == 0 || count == all, "{kind}: {count} of {all}");
        }
        let text = board["puzzle"].as_str().expect("text");
        let below: String = text.lines().skip(1).flat_map(str::split_whitespace).collect();
        assert!(below.starts_with(&words("corners").concat()), "{kind}");
        assert!(below.ends_with(&rooms.concat()), "{kind}");
        let rest = below.len() - words("corners").concat().len() - rooms.concat().len();
        match frame.is_empty() {
            true => assert_eq!(rest > 0, parts["has_cells"] == true, "{kind}"),
            false => assert_eq!(rest, frame.concat().len(), "{kind}"),
        }
    }
    assert!(with_parts > 25, "{with_parts}");
}

/// The editor put numbers on sides of the grid that no rule reads.
#[test]
fn the_sides_with_numbers_are_known() {
    let sides = |kind: &str| {
        let board = ask(json!({ "do": "empty", "kind": kind, "rows": 4, "cols": 4 }));
        board["parts"]["sides"].clone()
    };
    assert_eq!(sides("tents"), json!([true, false, true, false]));
    assert_eq!(sides("skyscrapers"), json!([true, true, true, true]));
    assert_eq!(sides("country-road"), json!([false, false, false, false]));
}

/// A thinned puzzle has one solution, and without any further clue it has several.
#[test]
fn thin_and_repair_send_the_new_puzzle() {
    let full = "slitherlink 3 3\n322\n2.2\n323\n";
    let thinned = job(json!({ "do": "thin", "puzzle": full }));
    let words = thinned.last().expect("a report")["words"].as_str().expect("words").to_owned();
    match &thinned[..] {
        [board, report] => {
            assert_eq!(
                ask(json!({ "do": "analyse", "puzzle": board["puzzle"] }))["verdict"],
                "unique"
            );
            assert_eq!(report["thin"]["thinned"], board["puzzle"]);
        }
        _ => assert!(words.contains("nothing can be removed"), "{words}"),
    }
    let open = "slitherlink 2 2\n..\n..\n";
    let mended = job(json!({ "do": "repair", "puzzle": open }));
    assert_eq!(mended[0]["event"], "board");
    assert_eq!(ask(json!({ "do": "analyse", "puzzle": mended[0]["puzzle"] }))["verdict"], "unique");
    assert!(
        mended[1]["words"]
            .as_str()
            .expect("words")
            .starts_with("one solution with the added clues")
    );
    let wrong = job(json!({ "do": "repair", "puzzle": "slitherlink 2 2\n33\n33\n" }));
    assert_eq!(ask(json!({ "do": "analyse", "puzzle": wrong[0]["puzzle"] }))["verdict"], "unique");
    assert!(wrong[1]["words"].as_str().expect("words").contains("contradict each other"));
    let error = refused(&json!({ "do": "thin", "puzzle": "reachability 1 2\nS?o\n" }));
    assert!(error.contains("no clues that can be removed one by one"), "{error}");
}

/// Only the command chose clues for a loop.
#[test]
fn clues_are_chosen_for_a_drawn_loop() {
    let about = ask(json!({ "do": "about" }));
    let kinds = about["kinds"].as_array().expect("kinds").iter();
    let kinds: Vec<&Value> = kinds.filter(|kind| kind["has_loop_clues"] == true).collect();
    let mut chosen = Vec::new();
    for kind in kinds {
        let sample = ask(json!({ "do": "open", "text": kind["sample"] }));
        // a sample may have several solutions, of which any is a loop to draw
        let drawn =
            ask(json!({ "do": "analyse", "puzzle": sample["puzzle"] }))["solutions"][0].clone();
        let request = json!({
            "do": "loop-clues", "puzzle": sample["puzzle"], "marks": drawn, "seed": 3,
        });
        let done = events(&request.to_string());
        // in a sample with rooms or numbers beside the grid, all clues may leave other loops
        if done[0]["event"] == "failed" {
            assert!(refused(&request).starts_with("even all clues leave other loops"), "{kind}");
            continue;
        }
        assert_eq!(done[1]["event"], "report", "{kind}");
        assert_eq!(solution(&done[0]), drawn, "{kind}");
        assert_eq!(job(request), done[..2], "{kind}");
        chosen.push(kind["name"].as_str().expect("a name"));
    }
    for name in ["slitherlink", "slitherlynx", "masyu"] {
        assert!(chosen.contains(&name), "{name}: {chosen:?}");
    }
    let empty = "slitherlink 2 2\n..\n..\n";
    let request =
        |marks: Value| json!({ "do": "loop-clues", "puzzle": empty, "marks": marks, "seed": 3 });
    assert!(refused(&request(json!({}))).starts_with("no loop is drawn"));
    assert!(refused(&request(json!({ "present": [0] }))).starts_with("the drawing is no loop"));
    let sudoku = json!({ "do": "loop-clues", "puzzle": "sudoku 1 1\n1\n", "marks": {} });
    assert!(refused(&sudoku).starts_with("no clues are chosen for a drawing"));
}

/// The same seed gives the same puzzle, which has one solution and the requested size.
#[test]
fn generated_puzzles_have_one_solution_and_depend_on_the_seed_alone() {
    let about = ask(json!({ "do": "about" }));
    for kind in about["kinds"].as_array().expect("kinds") {
        let name = kind["name"].as_str();
        // a grid of this size has no puzzle of some kinds that are text files, such as a Binairo
        if !varied().iter().any(|kind| Some(kind.name()) == name) {
            continue;
        }
        let (rows, cols) = match name {
            Some("sudoku") => (6, 6),
            Some("neighbor-number") => (4, 4),
            Some("numberlink") => (5, 5),
            _ => (4, 5),
        };
        let request = json!({
            "do": "generate", "kind": kind["name"], "rows": rows, "cols": cols, "seed": 5, "difficulty": "any",
        });
        if kind["generates"] == false {
            refused(&request);
            continue;
        }
        let board = ask(request.clone());
        assert_eq!(
            (&board["size"]["rows"], &board["size"]["cols"]),
            (&json!(rows), &json!(cols)),
            "{kind}"
        );
        assert_eq!(ask(request)["puzzle"], board["puzzle"]);
        assert_eq!(ask(json!({ "do": "analyse", "puzzle": board["puzzle"] }))["verdict"], "unique");
    }
    let sizes = json!({ "do": "generate", "kind": "sudoku", "rows": 7, "cols": 7, "seed": 1 });
    assert!(refused(&sizes).starts_with("a Sudoku of 7 x 7 cells has no boxes"));
}

/// A puzzle could have a technique in its grade without needing it.
#[test]
fn a_needed_technique_is_requested() {
    let request = |technique: &str, difficulty: &str| {
        json!({
            "do": "generate", "kind": "slitherlink", "rows": 4, "cols": 4, "seed": 1,
            "difficulty": difficulty, "technique": technique,
        })
    };
    let board = job(request("early-loop", "any")).pop().expect("a board");
    let puzzle: Puzzle = board["puzzle"].as_str().expect("a text").parse().expect("a puzzle");
    assert!(needs_technique(&puzzle, &TechniqueSet::up_to(Level::Hard), "early-loop"));
    assert!(refused(&request("early-lop", "any")).contains("unknown technique 'early-lop'"));
    assert!(refused(&request("inside", "easy")).contains("help: raise the difficulty"));
}

#[test]
fn a_grade_has_its_steps() {
    let grade = ask(json!({ "do": "grade", "puzzle": "slitherlink 2 2\n31\n..\n" }));
    assert_eq!(
        (&grade["grade"]["level"], &grade["grade"]["verdict"]),
        (&json!("easy"), &json!("solved"))
    );
    assert!(!grade["grade"]["steps"].as_array().expect("steps").is_empty());
}

/// The editor offered as many numbers as a puzzle has clues, or values, where numbers count or add up.
#[test]
fn only_values_limit_the_clues_that_are_offered() {
    let offered = |text: &str| ask(json!({ "do": "open", "text": text }))["cell_clues"].clone();
    for text in [
        "shikaku 5 5\n5 . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . 20\n",
        "rekuto 2 2\n2.\n.2\n",
        "kind mine\nsymbol number 1..20\nsymbol ?\ndraw regions around clues\n\
         rule size for c in cells if number(c): count(value(x) = index(c) for x in cells) = number(c)\n\nmine 2 2\n1.\n.3\n",
        "killer-sudoku 4 4\n....\n....\n....\n....\naabb\naabb\nccdd\nccdd\n",
        "fillomino 2 2\n1.\n..\n",
    ] {
        assert_eq!(offered(text), json!([]), "{text}");
    }
    assert_eq!(offered("sudoku 2 2\n1...\n....\n....\n....\n"), json!(["1", "2", "3", "4"]));
    assert_eq!(offered("jigsaw-sudoku 2 2\n..\n..\naa\nbb\n"), json!(["1", "2"]));
    assert_eq!(offered("nawabari 2 2\n2.\n..\n"), json!(["0", "1", "2", "3", "4", "?"]));
}

/// Clues with a shape could not be typed: the keyboard has no circles.
#[test]
fn each_offered_clue_has_a_word_to_type() {
    for kind in PuzzleKind::all() {
        let board = ask(json!({ "do": "open", "text": kind.sample() }));
        let words = board["clue_words"].as_array().expect("words");
        assert_eq!(words.len(), board["cell_clues"].as_array().expect("texts").len(), "{kind}");
        let typed: BTreeSet<&str> = words.iter().filter_map(Value::as_str).collect();
        assert!(typed.len() == words.len() && typed.iter().all(|word| word.is_ascii()), "{board}");
    }
    let words = |kind: &str| {
        let board = ask(json!({ "do": "empty", "kind": kind, "rows": 4, "cols": 4 }));
        (board["clue_words"].clone(), board["has_more_clues"] == true)
    };
    assert_eq!(words("masyu"), (json!(["w", "b"]), false));
    // there were no letters beside numbers that are too many to be offered
    assert_eq!(words("tents"), (json!(["t"]), true));
    assert_eq!(words("hitori"), (json!([]), true));
}

/// Only the cells of a Neighbor Number could be marked as empty.
#[test]
fn cells_that_may_stay_empty_are_known() {
    for (kind, may_be_empty) in [
        ("neighbor-number", true),
        ("doppelblock", true),
        ("hashi", true),
        ("sukoro", true),
        ("sudoku", false),
        ("suguru", false),
        ("str8ts", false),
        ("yonmasu", false),
        ("akari", false),
    ] {
        let puzzle: PuzzleKind = kind.parse().expect("a kind");
        let board = ask(json!({ "do": "open", "text": puzzle.sample() }));
        assert_eq!(board["may_be_empty"], may_be_empty, "{kind}");
    }
}
