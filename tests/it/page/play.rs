//! `check` and `hint`: what a player asks for.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{ask, examples, job, numbers, refused, solution};

fn check(board: &Value, present: &[usize], absent: &[usize]) -> Value {
    ask(json!({
        "do": "check", "puzzle": board["puzzle"], "mistakes": true,
        "marks": { "present": present, "absent": absent },
    }))
}

/// Checks marks for broken rules, as the page does after each mark.
fn live(board: &Value, present: &[usize], absent: &[usize]) -> Value {
    ask(json!({
        "do": "check", "puzzle": board["puzzle"], "rules": true,
        "marks": { "present": present, "absent": absent },
    }))
}

fn open(text: &str) -> Value {
    ask(json!({ "do": "open", "text": text }))
}

fn atoms(board: &Value, names: &[&str]) -> Vec<usize> {
    let all: Vec<&str> = board["atoms"]
        .as_array()
        .expect("names")
        .iter()
        .map(|one| one.as_str().expect("text"))
        .collect();
    let place = |name: &&str| all.iter().position(|one| one == name).expect("an atom");
    names.iter().map(place).collect()
}

/// The solution is solved, half of it contains no mistake, and each mark that is not in the solution is one.
#[test]
fn a_mark_outside_the_only_solution_is_a_mistake() {
    for (name, board) in examples() {
        let solution = solution(&board);
        let (present, absent) = (numbers(&solution["present"]), numbers(&solution["absent"]));
        assert_eq!(check(&board, &present, &absent)["solved"], true, "{name}");
        let half: Vec<usize> = present.iter().copied().step_by(2).collect();
        let checked = check(&board, &half, &[]);
        assert_eq!(
            (&checked["solved"], &checked["mistake"]),
            (&json!(false), &json!(false)),
            "{name}"
        );
        let markable: Vec<usize> = match &board["free"] {
            Value::Null => (0..board["atoms"].as_array().expect("names").len()).collect(),
            free => numbers(free),
        };
        let wrong = markable.iter().filter(|atom| !present.contains(atom));
        let step = (markable.len() / 8).max(1);
        for &wrong in wrong.step_by(step) {
            let checked = check(&board, &[&half[..], &[wrong]].concat(), &[]);
            assert_eq!(checked["mistake"], true, "{name}: atom {wrong}: {checked}");
            assert_eq!(checked["solved"], false);
        }
        // striking out what the solution has is a mistake too
        let is_clue = |atom: usize| {
            let values = board["values"].as_array().expect("values").len();
            // the numbers of kinds with shaded cells are no values
            values > 1 && !board["grid"]["texts"][atom / values].is_null()
        };
        let first = *present
            .iter()
            .find(|atom| markable.contains(atom) && !is_clue(**atom))
            .expect("a mark");
        assert_eq!(check(&board, &[], &[first])["mistake"], true, "{name}");
    }
}

/// While a player is at work, broken rules may be shown, but not what only the solution tells.
#[test]
fn broken_rules_are_found_without_the_solution() {
    let board = open("slitherlink 2 2\n31\n..\n");
    let rules = |names: &[&str]| {
        let marks = json!({ "present": atoms(&board, names), "absent": [] });
        ask(json!({ "do": "check", "puzzle": board["puzzle"], "rules": true, "marks": marks }))
    };
    let solution = numbers(&solution(&board)["present"]);
    let is_wrong = |name: &&&str| !solution.contains(&atoms(&board, &[name])[0]);
    // a line that is not in the solution breaks no rule by itself
    let wrong = ["v_1_2", "h_2_2", "h_1_2", "v_1_3"].iter().find(is_wrong).expect("a line");
    assert_eq!(check(&board, &atoms(&board, &[wrong]), &[])["mistake"], true);
    assert_eq!(rules(&[wrong])["mistake"], false);
    let clue = rules(&["h_1_2", "h_2_2"]);
    assert_eq!((&clue["mistake"], &clue["rule"]), (&json!(true), &json!("clue")));
}

/// A broken rule is named, with the parts of the board where it is broken.
#[test]
fn a_mistake_names_the_rule_and_the_place() {
    let board = open("slitherlink 3 3\n3..\n...\n..2\n");
    let around = atoms(&board, &["h_1_1", "h_2_1", "v_1_1", "v_1_2"]);
    let checked = check(&board, &around, &[]);
    assert_eq!(checked["rule"], "clue");
    assert_eq!(checked["spot"]["cells"], json!([0]));
    let branch = atoms(&board, &["h_2_2", "h_2_3", "v_1_3"]);
    let checked = check(&board, &branch, &[]);
    assert_eq!(checked["rule"], "degree");
    assert_eq!(checked["spot"]["vertices"], json!([4 + 2]));
    assert_eq!(
        numbers(&checked["spot"]["atoms"]).into_iter().collect::<BTreeSet<_>>(),
        branch.into_iter().collect()
    );
    let small = atoms(&board, &["h_2_2", "h_3_2", "v_2_2", "v_2_3"]);
    let checked = check(&board, &small, &[]);
    assert_eq!(checked["rule"], "single-loop");
    assert_eq!(numbers(&checked["spot"]["atoms"]).len(), 4);
    let sudoku = open("sudoku 2 2\n1...\n..2.\n.3..\n...4\n");
    // the value 1 in row 1, column 4: the row has a 1 already
    let checked = check(&sudoku, &[3 * 4], &[]);
    assert_eq!((&checked["rule"], &checked["spot"]["cells"]), (&json!("row"), &json!([0, 3])));
}

/// Only the first broken rule was shown, and no clue that is finished.
#[test]
fn every_broken_rule_and_every_finished_clue_is_shown() {
    let rules = |board: &Value, present: &[usize]| {
        let marks = json!({ "present": present, "absent": [] });
        ask(json!({ "do": "check", "puzzle": board["puzzle"], "rules": true, "marks": marks }))
    };
    // two lamps light each other, and one is beside a 0
    let lamps = open("akari 2 4\n....\n0..1\n");
    let checked = rules(&lamps, &[0, 3]);
    assert_eq!(checked["rule"], "number");
    assert_eq!(
        (&checked["spot"]["cells"], &checked["further"][0]["cells"]),
        (&json!([0, 4]), &json!([0, 3]))
    );
    assert_eq!(checked["finished"], json!([7]));
    let loops = open("slitherlink 2 2\n31\n..\n");
    assert_eq!(rules(&loops, &atoms(&loops, &["h_1_2"]))["finished"], json!([1]));
    // a given value is no clue about other cells
    let values = open("sudoku 2 2\n1...\n..2.\n.3..\n...4\n");
    let given = atoms(&values, &["x_1_1_1", "x_2_3_2", "x_3_2_3", "x_4_4_4"]);
    assert_eq!(rules(&values, &given)["finished"], json!([]));
    for (name, board) in examples() {
        let solution = numbers(&solution(&board)["present"]);
        let checked = rules(&board, &solution[..solution.len() / 2]);
        assert_eq!(
            (&checked["mistake"], &checked["further"]),
            (&json!(false), &json!([])),
            "{name}"
        );
    }
}

/// A shade beside a loop is no atom, so it was no mark.
#[test]
fn a_shade_beside_a_loop_is_checked() {
    let board = open("yajilin 3 3\n. . .\n. 0n .\n. . .\n");
    let solution = numbers(&solution(&board)["present"]);
    let check = |present: &[usize], marks: [&[usize]; 2], rules: bool| {
        let [shaded, unshaded] = marks;
        let marks = json!({ "present": present, "shaded": shaded, "unshaded": unshaded });
        ask(json!({ "do": "check", "puzzle": board["puzzle"], "rules": rules, "marks": marks }))
    };
    assert_eq!(check(&solution, [&[], &[0, 8]], false)["solved"], true);
    assert_eq!(check(&solution, [&[0], &[]], false)["solved"], false);
    assert_eq!(check(&solution, [&[], &[4]], false)["solved"], false);
    // two shades side by side break a rule of the kind, and the shades are shown, not lines
    let touching = check(&[], [&[0, 1], &[]], true);
    assert_eq!((&touching["rule"], &touching["spot"]["atoms"]), (&json!("arrow"), &json!([])));
    let outside = json!({ "do": "check", "puzzle": board["puzzle"], "marks": { "shaded": [9] } });
    assert_eq!(refused(&outside), "a shaded cell is out of range");
}

/// Marks that only search refutes are reported as few as possible: without any of them there is a solution.
#[test]
fn contradictory_marks_are_as_few_as_possible() {
    // the three cells around the corner are on one side, and the fourth would be on both
    let board = open("slitherlink 2 2\n..\n..\n");
    let present = atoms(&board, &["h_1_1", "h_3_2", "v_2_2"]);
    let absent = atoms(&board, &["h_2_1", "v_1_2"]);
    let checked = check(&board, &present, &absent);
    assert_eq!((&checked["mistake"], &checked["rule"]), (&json!(true), &Value::Null));
    let core = numbers(&checked["spot"]["atoms"]);
    for left in &core {
        let fewer: Vec<usize> = core.iter().copied().filter(|one| one != left).collect();
        let (yes, no): (Vec<usize>, Vec<usize>) =
            fewer.into_iter().partition(|one| present.contains(one));
        assert_eq!(check(&board, &yes, &no)["mistake"], false, "{core:?} without {left}");
    }
}

/// Without crosses, a line that could not go on was not shown at once.
#[test]
fn a_dead_end_is_shown_at_once() {
    let board = open("masyu 4 4\n....\n....\n....\n....\n");
    let lines = board["lines"].as_array().expect("lines");
    let between = |ends: [usize; 2]| lines.iter().position(|line| *line == json!(ends));
    // the cell below the end has both of its lines
    let present = [[0, 1], [4, 5], [4, 8]].map(|ends| between(ends).expect("a line"));
    let checked = live(&board, &present, &[]);
    assert_eq!((&checked["rule"], &checked["spot"]["cells"]), (&json!("dead-end"), &json!([0])));
    assert_eq!(live(&board, &present[..2], &[])["mistake"], false);
}

/// Only Check found cells that are cut off, and cells of the same color around them were not shown.
#[test]
fn cells_that_are_cut_off_are_shown_at_once() {
    let board = open("hitori 3 3\n1 2 3\n2 1 1\n3 1 2\n");
    let checked = live(&board, &[1, 3], &[0, 8]);
    let found = (&checked["rule"], &checked["spot"]["cells"]);
    assert_eq!(found, (&json!("connected unshaded"), &json!([0])));
    assert_eq!(live(&board, &[1, 3], &[0])["mistake"], false);
    let board = open("tapa 3 3\n...\n...\n..1\n");
    let checked = live(&board, &[0, 6], &[3, 4, 5]);
    assert_eq!(checked["rule"], "connected shaded", "{checked}");
}

/// Marks that break a rule through other values, or through islands, were not shown at once.
#[test]
fn groups_and_islands_are_shown_at_once() {
    // a second 1 beside the first
    let board = open("fillomino 2 2\n1.\n..\n");
    let values = board["values"].as_array().expect("values").len();
    assert_eq!(live(&board, &[0, values], &[])["mistake"], true);
    // an island of two cells has no room for the second
    let board = open("nurikabe 4 4\n2...\n....\n....\n...2\n");
    assert_eq!(live(&board, &[1, 4], &[])["mistake"], true);
    assert_eq!(live(&board, &[1], &[])["mistake"], false);
}

/// Islands, and numbers at corners and outside the grid, were never shown as finished.
#[test]
fn finished_clues_beside_cells_are_named() {
    let board = open("creek 2 2\n1..\n...\n..1\n");
    assert_eq!(live(&board, &[0], &[])["finished_notes"], json!([0]));
    let board = open("nonogram 3 3\n. . . . .\n2 . . . .\n. . . . .\n1 . . . .\n. . . . .\n");
    assert_eq!(live(&board, &[0, 1, 6, 7], &[])["finished_notes"], json!([0]));
    let board = open("nurikabe 4 4\n2...\n....\n....\n...2\n");
    assert_eq!(live(&board, &[2, 4, 5], &[])["finished"], json!([0]));
    // the name of a rule about a line is that of the line, not of its first cell
    let board = open("kakurasu 3 3\n.....\n1....\n.....\n.....\n.....\n");
    let words = live(&board, &[1, 2], &[])["words"].to_string();
    assert!(words.contains("row 1") && !words.contains("column"), "{words}");
}

/// Each hint is a fact of the only solution, and hints alone solve each example.
#[test]
fn hints_lead_to_the_solution() {
    let levels = job(json!({ "do": "levels" }));
    for (name, board) in examples() {
        let (mut steps, mut searched) = (0, 0);
        let size = board["atoms"].as_array().expect("names").len();
        if size > 1000 && name != "stork" {
            // a hint for each of many lines takes long in a test
            continue;
        }
        let solution = solution(&board);
        let right: BTreeSet<usize> = numbers(&solution["present"]).into_iter().collect();
        let (mut present, mut absent) = (BTreeSet::new(), BTreeSet::new());
        for _ in 0..=size {
            let marks = json!({ "present": present, "absent": absent });
            let hint = ask(json!({ "do": "hint", "puzzle": board["puzzle"], "marks": marks }));
            let [yes, no] = ["present", "absent"].map(|key| numbers(&hint["facts"][key]));
            if yes.is_empty() && no.is_empty() {
                assert_eq!(hint["words"], "nothing is left to do", "{name}");
                break;
            }
            steps += 1;
            searched += u32::from(hint["technique"].is_null());
            assert!(!hint["words"].as_str().expect("words").is_empty());
            assert!(!hint["place"].as_str().expect("words").is_empty(), "{name}: {hint}");
            assert!(yes.len() + no.len() <= 6, "{name}: {hint}");
            // variables have names such as x_4_6_1
            let is_name = |word: &str| {
                let core = word.trim_matches(|sign: char| !sign.is_alphanumeric());
                core.contains('_') && core.ends_with(|sign: char| sign.is_ascii_digit())
            };
            let words = ["place", "words", "meaning"].map(|key| hint[key].as_str().expect("text"));
            let because = hint["because"].as_array().expect("a list").iter();
            for words in words.into_iter().chain(because.map(|one| one.as_str().expect("text"))) {
                assert!(!words.split(' ').any(is_name), "{name}: {words}");
            }
            assert!(yes.iter().all(|atom| right.contains(atom)), "{name}: {hint}");
            assert!(no.iter().all(|atom| !right.contains(atom)), "{name}: {hint}");
            let before = present.len() + absent.len();
            present.extend(yes);
            absent.extend(no);
            assert!(present.len() + absent.len() > before, "{name}: nothing new: {hint}");
        }
        let [present, absent] = [present, absent].map(|set| set.into_iter().collect::<Vec<_>>());
        assert_eq!(check(&board, &present, &absent)["solved"], true, "{name}");
        let level = levels.iter().find(|event| event["name"] == *name).expect("a level");
        let is_graded = !level["level"].is_null();
        assert!(!is_graded || searched * 20 <= steps, "{name}: {searched} of {steps} by search");
    }
}

/// A hint does not build on a mistake, and says what it is.
#[test]
fn a_hint_names_a_mistake_first() {
    let board = open("slitherlink 2 2\n31\n..\n");
    let wrong = atoms(&board, &["v_1_3"]);
    let marks = json!({ "present": wrong, "absent": [] });
    let hint = ask(json!({ "do": "hint", "puzzle": board["puzzle"], "marks": marks }));
    assert!(hint["words"].as_str().expect("words").starts_with("a mistake: "), "{hint}");
    assert_eq!(hint["facts"], json!({ "present": [], "absent": [] }));
}

#[test]
fn marks_outside_the_puzzle_are_refused() {
    let marks = json!({ "present": [99], "absent": [] });
    for job in ["check", "hint"] {
        let error =
            refused(&json!({ "do": job, "puzzle": "slitherlink 1 1\n4\n", "marks": marks }));
        assert_eq!(error, "atom 99 out of range: the puzzle has 4");
    }
}

/// A hint said that nothing was left to do, on an empty board of a puzzle with several solutions.
#[test]
fn a_hint_without_a_next_step_names_several_solutions() {
    for text in [
        "slitherlink 3 3\n...\n...\n...\n",
        "masyu 3 3\n...\n.w.\n...\n",
        "tapa 3 3\n...\n.1.\n...\n",
        "sudoku 2 2\n1...\n....\n....\n....\n",
    ] {
        let board = open(text);
        let marks = json!({ "present": [], "absent": [] });
        let mut hint = ask(json!({ "do": "hint", "puzzle": board["puzzle"], "marks": marks }));
        // the facts of all solutions come first
        let mut marked = (BTreeSet::new(), BTreeSet::new());
        while hint["facts"] != json!({ "present": [], "absent": [] }) {
            marked.0.extend(numbers(&hint["facts"]["present"]));
            marked.1.extend(numbers(&hint["facts"]["absent"]));
            let marks = json!({ "present": marked.0, "absent": marked.1 });
            hint = ask(json!({ "do": "hint", "puzzle": board["puzzle"], "marks": marks }));
        }
        let words = hint["words"].as_str().expect("words");
        assert!(words.starts_with("the puzzle has several solutions"), "{text}{words}");
    }
}

/// The names of rules in the literature were shown to players.
#[test]
fn a_broken_rule_of_a_sudoku_has_no_code() {
    let board = open("sudoku 2 2\n1...\n....\n....\n....\n");
    let checked = check(&board, &[4], &[]);
    let words = checked["words"].as_str().expect("words");
    assert!(words.starts_with("a rule is broken at ") && !words.contains('('), "{words}");
}

/// The rules of a kind of the user were an empty heading.
#[test]
fn a_board_has_the_rules_of_an_own_kind() {
    let text = "kind ponds\nabout Shade ponds.\ndraw shaded cells\nrule a for c in cells: shaded(c)\n\nponds 1 2\n";
    assert_eq!(open(text)["rules"], "Shade ponds.");
    assert_eq!(
        open(&text.replace("about Shade ponds.\n", ""))["rules"],
        "for c in cells: shaded(c)"
    );
    assert!(open("sudoku 1 1\n.\n")["rules"].as_str().expect("text").contains("each row"));
}

/// The clue `14` of a Eulero was not a value, so a player had to write it again, and 44 values were offered.
#[test]
fn the_clues_of_a_eulero_are_values() {
    let board = open("eulero 4 4\n24 . . .\n. . 13 10\n. . . .\n. 41 22 .\n");
    assert_eq!(numbers(&board["fixed"]), [0, 6, 13, 14]);
    let given = [(0, 24), (6, 13), (13, 41), (14, 22)].map(|(cell, value)| cell * 44 + value - 1);
    assert_eq!(numbers(&board["given"]), given);
    let offered = (1..=4).flat_map(|tens| (1..=4).map(move |units| 10 * tens + units - 1));
    assert_eq!(numbers(&board["offered"]), offered.collect::<Vec<usize>>());
}

/// The page did not know which values are regions, and drew none of their borders.
#[test]
fn the_clues_of_regions_are_known() {
    let board = open("shikaku 1 4\n2..2\n");
    assert_eq!(numbers(&board["region_cells"]), [0, 3]);
    assert_eq!(numbers(&board["given"]), [0, 7]);
    // a black cell has no region
    let board = open("yonmasu 1 5\nox...\n");
    assert_eq!(numbers(&board["region_cells"]), [0, 1]);
    assert_eq!(numbers(&board["offered"]), [0]);
    assert_eq!(numbers(&open("sudoku 1 1\n.\n")["region_cells"]), [0; 0]);
}

/// The fleet of a Battleship was in the title only, which was cut.
#[test]
fn the_numbers_of_a_header_are_known() {
    let text = "battleship 3 3 1 1 0 0 0\n.....\n.....\n.....\n.....\n.....\n";
    let fleet = json!([["ones", 1], ["twos", 1], ["threes", 0], ["fours", 0], ["fives", 0]]);
    assert_eq!(open(text)["parameters"], fleet);
    assert_eq!(open("sudoku 1 1\n.\n")["parameters"], json!([]));
}
