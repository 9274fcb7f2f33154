//! Editing of clues beside the cells, and of rooms.

use super::chromium::Chromium;
use super::site::Server;
use super::{open_text, place, solved, with_both_engines};

/// Starts an empty puzzle of 4 rows and 4 columns in the mode Edit.
fn begun(kind: &str) -> (Chromium, Server) {
    let mut browser = Chromium::start(1200, 900);
    let server = Server::start(&[]);
    browser.open(&server.address);
    browser.wait("document.body.dataset.ready");
    browser.press("#new");
    browser.fill("#new-kind", kind);
    browser.fill("#new-rows", "4");
    browser.fill("#new-cols", "4");
    browser.press("#empty-go");
    browser
        .wait(&format!("window.encycle.mode === 'edit' && window.encycle.board.kind === '{kind}'"));
    (browser, server)
}

/// Returns the point at this row and column, in cells.
fn point(browser: &mut Chromium, row: f64, col: f64) -> [f64; 2] {
    let [x, y] = place(browser, "cellOf", 0);
    let side = place(browser, "cellOf", 1)[0] - x;
    [x + (col - 0.5) * side, y + (row - 0.5) * side]
}

fn wait_for_text(browser: &mut Chromium, text: &str) {
    browser.wait(&format!("window.encycle.board.puzzle === {text:?}"));
    assert_eq!(browser.complaints, [] as [String; 0]);
}

/// Numbers at corners were edited as text only.
#[test]
fn numbers_at_corners_are_edited() {
    let (mut browser, _server) = begun("creek");
    let at = point(&mut browser, 1.0, 2.0);
    browser.click(at, "left");
    browser.key("3");
    wait_for_text(&mut browser, "creek 4 4\n.....\n..3..\n.....\n.....\n.....\n");
    browser.key("ArrowDown");
    browser.key("1");
    wait_for_text(&mut browser, "creek 4 4\n.....\n..3..\n..1..\n.....\n.....\n");
    browser.press("#undo");
    wait_for_text(&mut browser, "creek 4 4\n.....\n..3..\n.....\n.....\n.....\n");
}

/// Numbers around the grid were edited as text only.
#[test]
fn numbers_around_the_grid_are_edited() {
    let (mut browser, _server) = begun("doppelblock");
    let text = |rows: [&str; 6]| format!("doppelblock 4 4\n{}\n", rows.join("\n"));
    let at = point(&mut browser, 0.5, -0.4);
    browser.click(at, "left");
    browser.key("2");
    let row = "2.....";
    wait_for_text(&mut browser, &text(["......", row, "......", "......", "......", "......"]));
    // over the corner, which has no clue, the cursor stays
    browser.key("ArrowUp");
    browser.key("ArrowRight");
    browser.key("ArrowUp");
    browser.key("1");
    wait_for_text(&mut browser, &text([".1....", row, "......", "......", "......", "......"]));
    let (mut browser, _server) = begun("nonogram");
    let at = point(&mut browser, -0.4, 1.5);
    browser.click(at, "left");
    browser.fill("#edit-clue", "1,2");
    browser.value("[...document.querySelectorAll('#panel-edit button')].find((one) => one.textContent === 'Write').click()");
    browser.wait("window.encycle.board.puzzle.includes('. . 1,2 . . .\\n')");
    assert_eq!(browser.complaints, [] as [String; 0]);
}

/// The editor put numbers on sides of the grid that no rule reads, where the reader refuses them.
#[test]
fn numbers_were_put_on_sides_that_no_rule_reads() {
    let (mut browser, _server) = begun("tents");
    let at = point(&mut browser, 0.5, 3.5);
    browser.click(at, "left");
    // to the right of the last cell there is no place; above it, a number was not typed, because the cells have trees
    browser.key("ArrowRight");
    browser.key("ArrowUp");
    browser.key("1");
    let rows = ["....1.", "......", "......", "......", "......", "......"];
    wait_for_text(&mut browser, &format!("tents 4 4\n{}\n", rows.join("\n")));
}

/// Rooms were edited as text only.
#[test]
fn rooms_are_drawn() {
    let (mut browser, _server) = begun("country-road");
    let text = |rooms: [&str; 4]| {
        format!("country-road 4 4\n{}{}\n", "....\n".repeat(4), rooms.join("\n"))
    };
    wait_for_text(&mut browser, &text(["aaaa"; 4]));
    browser.press("#edit-rooms");
    let [from, to] = [0.5, 3.5].map(|col| point(&mut browser, 1.5, col));
    browser.drag(&[from, to]);
    // the room above is cut off from the one below
    wait_for_text(&mut browser, &text(["aaaa", "bbbb", "cccc", "cccc"]));
    let at = point(&mut browser, 3.5, 0.5);
    browser.click(at, "left");
    wait_for_text(&mut browser, &text(["aaaa", "bbbb", "cccc", "dccc"]));
    browser.press("#edit-clues");
    let at = point(&mut browser, 0.5, 0.5);
    browser.click(at, "left");
    browser.key("2");
    let clues = text(["aaaa", "bbbb", "cccc", "dccc"]).replacen("....", "2...", 1);
    wait_for_text(&mut browser, &clues);
}

/// Clicks a cell, and types a key.
fn type_clue(browser: &mut Chromium, cell: usize, key: &str) {
    let at = place(browser, "cellOf", cell);
    browser.click(at, "left");
    browser.key(key);
}

/// The numbers of the header were edited as text only; and there was a field for clues in kinds that have none.
#[test]
fn numbers_of_the_header_are_edited() {
    let (mut browser, _server) = begun("star-battle");
    let stars = "#panel-edit [data-parameter=stars]";
    browser.fill(stars, "2");
    browser.wait("window.encycle.board.puzzle.startsWith('star-battle 4 4 2\\n')");
    browser.press("#undo");
    browser.wait("window.encycle.board.puzzle.startsWith('star-battle 4 4 1\\n')");
    assert_eq!(browser.value(&format!("document.querySelector('{stars}').value")), "1");
    // it has rooms alone, so a drag draws one, and no clue is asked for
    assert_eq!(browser.value("document.getElementById('edit-clue')"), serde_json::Value::Null);
    let [from, to] = [0, 3].map(|cell| place(&mut browser, "cellOf", cell));
    browser.drag(&[from, to]);
    wait_for_text(&mut browser, "star-battle 4 4 1\naaaa\nbbbb\nbbbb\nbbbb\n");
    assert_eq!(browser.complaints, [] as [String; 0]);
}

/// Clues with a shape could not be typed: the keyboard has no circles.
#[test]
fn clues_with_a_shape_are_typed() {
    for (kind, word) in [("masyu", "b"), ("shingoki", "w3"), ("akari", "2"), ("yajilin", "0n")] {
        let (mut browser, _server) = begun(kind);
        let at = place(&mut browser, "cellOf", 0);
        browser.click(at, "left");
        for key in word.chars() {
            browser.key(&key.to_string());
        }
        let has_word = format!("window.encycle.board.puzzle.split('\\n')[1].startsWith('{word}')");
        browser.wait(&has_word);
        assert_eq!(browser.complaints, [] as [String; 0]);
    }
}

/// A number greater than the number of clues was ignored, where clues make regions.
#[test]
fn a_clue_of_a_region_is_any_number() {
    with_both_engines(|browser, _| {
        open_text(browser, "shikaku 3 3\n3..\n...\n..6\n");
        browser.press("#tab-edit");
        type_clue(browser, 4, "9");
        browser.wait("window.encycle.board.puzzle === 'shikaku 3 3\\n3..\\n.9.\\n..6\\n'");
    });
}

/// The first edit removed the text of a kind that Encycle does not have, and clues that break a condition were an error.
#[test]
fn unfinished_puzzles_are_edited() {
    with_both_engines(|browser, _| {
        let verdict = |name: &str| {
            format!("document.getElementById('analysis').dataset.verdict === '{name}'")
        };
        open_text(browser, "hashi 1 4\n.1.1\n");
        browser.press("#tab-edit");
        type_clue(browser, 0, "1");
        browser.wait("window.encycle.board.puzzle === 'hashi 1 4\\n11.1\\n'");
        browser.wait(&verdict("unfinished"));
        let remark = "document.getElementById('analysis').textContent";
        browser.wait(&format!("{remark}.includes('Numbers must not share a side')"));
        browser.key("Backspace");
        browser.wait(&verdict("unique"));
        let kind = "kind mine\nsymbol number 0..4\ndraw shaded cells\n\
            rule beside for c in cells if number(c): count(shaded(x) for x in neighbours(c)) = number(c)\n";
        open_text(browser, &format!("{kind}\nmine 2 2\n2.\n..\n"));
        browser.press("#tab-edit");
        type_clue(browser, 3, "2");
        browser.wait("window.encycle.board.puzzle.endsWith('\\nmine 2 2\\n2.\\n.2\\n')");
        assert_eq!(browser.value("window.encycle.board.kind"), "mine");
        browser.wait(&verdict("several"));
    });
}

/// The results of Repair and Count stayed beside another puzzle.
#[test]
fn results_disappear_with_the_next_edit() {
    with_both_engines(|browser, _| {
        open_text(browser, "slitherlink 2 2\n..\n..\n");
        browser.press("#tab-edit");
        let card = "document.querySelector('#work-result .card')";
        let edits: [&dyn Fn(&mut Chromium); 3] = [
            &|browser| {
                type_clue(browser, 0, "3");
            },
            &|browser| browser.press("#undo"),
            &|browser| {
                browser.value("document.getElementById('edit-source').open = true");
                browser.fill("#edit-text", "sudoku 2 2\n....\n....\n....\n....\n");
                browser.press("#edit-apply");
            },
        ];
        for edit in edits {
            browser.press("#count");
            browser.wait(card);
            edit(browser);
            browser.wait(&format!("!{card}"));
        }
        browser.wait("window.encycle.board.kind === 'sudoku'");
        // the result of a repair stays beside the repaired puzzle
        browser.press("#repair");
        browser.wait(card);
        assert_eq!(
            browser.value(
                "window.encycle.board.puzzle === document.getElementById('edit-text').value"
            ),
            true
        );
    });
}

/// What was typed as text while an edit was being read was replaced by the edited puzzle, and Count counted the solutions of
/// the puzzle before the edit.
#[test]
fn an_edit_that_is_being_read_keeps_text_and_counts() {
    with_both_engines(|browser, _| {
        open_text(browser, "slitherlink 2 2\n..\n..\n");
        browser.press("#tab-edit");
        type_clue(browser, 0, "0");
        browser.wait("window.encycle.board.puzzle === 'slitherlink 2 2\\n0.\\n..\\n'");
        browser.wait("document.querySelector('#analysis').dataset.verdict === 'unique'");
        // both happen before the engine has read the edit
        browser.value(
            "document.getElementById('undo').click();
             document.getElementById('count').click();
             document.getElementById('edit-text').value = 'sudoku 1 1';",
        );
        browser.wait("document.querySelector('#work-result h3')?.textContent === '13 solutions'");
        browser.wait("window.encycle.board.puzzle === 'slitherlink 2 2\\n..\\n..\\n'");
        browser.wait("document.querySelector('#analysis').dataset.verdict === 'several'");
        assert_eq!(browser.value("document.getElementById('edit-text').value"), "sudoku 1 1");
    });
}

/// Only the command chose clues for a loop.
#[test]
fn clues_are_chosen_for_a_drawn_loop() {
    with_both_engines(|browser, engine| {
        for (empty, solved_one) in [
            ("slitherlink 2 3\n...\n...\n", "slitherlink 2 3\n231\n320\n"),
            ("masyu 3 4\n....\n....\n....\n", "masyu 3 4\nb...\n...w\nb...\n"),
        ] {
            let drawn = solved(solved_one);
            open_text(browser, empty);
            browser.press("#tab-play");
            for &line in &drawn {
                let at = place(browser, "lineOf", line);
                browser.click(at, "left");
            }
            browser.press("#tab-edit");
            browser.press("#loop-clues");
            browser.wait("document.querySelector('#work-result .card')");
            let text = browser.value("window.encycle.board.puzzle");
            let text = text.as_str().expect("text");
            assert_ne!(text, empty, "{engine}");
            assert_eq!(solved(text), drawn, "{engine}: {text}");
        }
        open_text(browser, "sudoku 1 1\n.\n");
        browser.press("#tab-edit");
        browser.wait("document.getElementById('loop-clues').hidden");
    });
}

/// Sizes outside the limits were corrected without a word.
#[test]
fn a_wrong_size_is_refused() {
    with_both_engines(|browser, _| {
        for (rows, button, words) in [
            ("0", "#generate-go", "Rows: 0; use a whole number from 1 to"),
            ("-3", "#empty-go", "Rows: -3; use a whole number from 1 to"),
            ("", "#empty-go", "Rows: no number; use a whole number from 1 to"),
        ] {
            browser.press("#new");
            browser.fill("#new-kind", "slitherlink");
            browser.fill("#new-rows", rows);
            browser.press(button);
            browser.wait(&format!(
                "document.getElementById('new-error').textContent.startsWith({words:?})"
            ));
            browser.value("document.getElementById('new-dialog').close()");
        }
    });
}
