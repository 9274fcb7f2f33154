//! Editing of clues beside the cells, and of rooms.

use super::chromium::Chromium;
use super::place;
use super::site::Server;

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
