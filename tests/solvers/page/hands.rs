//! Hands: slips, drags over cells, and fingers on a small board.

use serde_json::{Value, json};

use super::chromium::Chromium;
use super::site::Server;
use super::{marks, numbers, open_text, place};

const SLITHERLINK: &str = include_str!("../../../examples/slitherlink/first.txt");
const HITORI: &str = include_str!("../../../examples/hitori/stoat.txt");
const SUDOKU: &str = "sudoku 2 2\n1...\n..2.\n.3..\n...4\n";
const YAJILIN: &str = "yajilin 3 3\n. . .\n. 0n .\n. . .\n";
const NONE: Vec<usize> = Vec::new();

fn started(width: u32, height: u32) -> (Chromium, Server) {
    let mut browser = Chromium::start(width, height);
    let server = Server::start(&[]);
    browser.open(&server.address);
    browser.wait("document.body.dataset.ready");
    (browser, server)
}

/// A hand that moved by 6 pixels drew a path, or moved the board.
#[test]
fn a_click_that_slips_is_a_click() {
    let (mut browser, _server) = started(1200, 900);
    for (text, function, index) in [(SLITHERLINK, "lineOf", 3), (HITORI, "cellOf", 2)] {
        open_text(&mut browser, text);
        let [x, y] = place(&mut browser, function, index);
        browser.drag(&[[x, y], [x + 4.2, y - 4.2]]);
        assert_eq!(marks(&mut browser), [vec![index], NONE], "{function}");
        assert_eq!(place(&mut browser, function, index), [x, y], "the board stays in its place");
    }
    assert_eq!(browser.complaints, [] as [String; 0]);
}

/// A drag over shaded cells moved the board.
#[test]
fn a_drag_shades_cells() {
    let (mut browser, _server) = started(1200, 900);
    open_text(&mut browser, HITORI);
    let at: Vec<[f64; 2]> = (0..4).map(|cell| place(&mut browser, "cellOf", cell)).collect();
    browser.drag(&[at[0], at[3]]);
    assert_eq!(marks(&mut browser), [vec![0, 1, 2, 3], NONE], "cells that were skipped, too");
    // the first cell decides: it is shaded, so the drag removes shades
    browser.drag(&[at[2], at[3]]);
    assert_eq!(marks(&mut browser), [vec![0, 1], NONE]);
    browser.drag(&[at[3], at[0]]);
    assert_eq!(marks(&mut browser), [vec![0, 1, 2, 3], NONE], "the first cell has no shade");
    for left in [vec![0, 1], vec![0, 1, 2, 3], Vec::new()] {
        browser.press("#undo");
        assert_eq!(marks(&mut browser), [left, NONE], "a drag is one step");
    }
    browser.press("#mark-second");
    browser.drag(&[at[0], at[1]]);
    assert_eq!(marks(&mut browser), [NONE, vec![0, 1]], "dots");
    assert_eq!(browser.complaints, [] as [String; 0]);
}

/// Cells beside a loop were shaded one by one, and a drag with the right button made crosses.
#[test]
fn a_drag_shades_cells_beside_a_loop() {
    let (mut browser, _server) = started(1200, 900);
    open_text(&mut browser, YAJILIN);
    let at: Vec<[f64; 2]> = (0..3).map(|cell| place(&mut browser, "cellOf", cell)).collect();
    let expect = |browser: &mut Chromium, shaded: &[usize], unshaded: &[usize], why: &str| {
        let marks = browser.value("window.encycle.marks()");
        let found = ["present", "absent", "shaded", "unshaded"].map(|key| numbers(&marks[key]));
        assert_eq!(found, [NONE, NONE, shaded.to_vec(), unshaded.to_vec()], "{why}");
    };
    browser.drag_with(&[at[0], at[2]], "right");
    expect(&mut browser, &[0, 1, 2], &[], "the right button");
    browser.drag_with(&[at[2], at[1]], "right");
    expect(&mut browser, &[0], &[], "the first cell decides");
    browser.press("#mark-shade");
    browser.drag(&[at[1], at[2]]);
    expect(&mut browser, &[0, 1, 2], &[], "the tool");
    browser.drag_with(&[at[0], at[1]], "right");
    expect(&mut browser, &[2], &[0, 1], "dots");
    browser.press("#undo");
    expect(&mut browser, &[0, 1, 2], &[], "a drag is one step");
    let below = place(&mut browser, "cellOf", 6);
    browser.drag(&[at[0], below]);
    expect(&mut browser, &[1, 2], &[], "only the first cell and those like it");
    browser.press("#mark-main");
    browser.drag(&[at[0], at[1]]);
    assert_eq!(marks(&mut browser)[0].len(), 1, "a line");
    assert_eq!(browser.complaints, [] as [String; 0]);
}

/// The color and the opacity of a layer of the board at a point of the window.
fn pixel(browser: &mut Chromium, layer: usize, [x, y]: [f64; 2]) -> Value {
    browser.value(&format!(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => {{
           const canvas = document.querySelectorAll('#board canvas')[{layer}];
           const box = canvas.getBoundingClientRect();
           const at = [{x} - box.left, {y} - box.top].map((one) => (one * canvas.width) / box.width);
           return [...canvas.getContext('2d').getImageData(...at, 1, 1).data];
         }})"
    ))
}

/// A point of the window between two cells, from 0 for the first to 1 for the second.
fn between(browser: &mut Chromium, cells: [usize; 2], share: f64) -> [f64; 2] {
    let [from, to] = cells.map(|cell| place(browser, "cellOf", cell));
    [0, 1].map(|axis| from[axis] + share * (to[axis] - from[axis]))
}

/// Slopes were painted over the numbers at corners, and shades over clues.
#[test]
fn numbers_are_above_slopes_and_shades() {
    let (mut browser, _server) = started(1200, 900);
    open_text(&mut browser, "gokigen-naname 2 2\n...\n.1.\n...\n");
    let first = place(&mut browser, "cellOf", 0);
    browser.click(first, "left");
    browser.key("2");
    let beside_number = between(&mut browser, [0, 3], 0.34);
    assert_eq!(pixel(&mut browser, 2, beside_number), json!([255, 255, 255, 255]));
    let on_slope = between(&mut browser, [0, 3], 0.05);
    assert_ne!(pixel(&mut browser, 2, on_slope), json!([255, 255, 255, 255]));
    open_text(&mut browser, "hitori 2 2\n12\n21\n");
    let first = place(&mut browser, "cellOf", 0);
    browser.click(first, "left");
    let beside_number = between(&mut browser, [0, 1], 0.4);
    assert_eq!(pixel(&mut browser, 2, beside_number), json!([0, 0, 0, 0]), "the layer above");
    assert_ne!(pixel(&mut browser, 0, beside_number), json!([0, 0, 0, 0]), "the layer below");
    assert_eq!(browser.complaints, [] as [String; 0]);
}

/// Defines `contrastOf`: the contrast of a cell's clue with the cell (WCAG 2.2), the most that a pixel around its middle has
/// with one beside the clue.
const CONTRAST: &str = "window.contrastOf = (cell) => {
    const layers = [...document.querySelectorAll('#board canvas')];
    const box = layers[0].getBoundingClientRect();
    const ratio = layers[0].width / box.width;
    const { x, y } = window.encycle.cellOf(cell);
    const side = 48;
    const all = new OffscreenCanvas(side, side).getContext('2d');
    all.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
    all.fillRect(0, 0, side, side);
    for (const layer of layers)
        all.drawImage(layer, side / 2 - (x - box.left) * ratio, side / 2 - (y - box.top) * ratio);
    const pixels = all.getImageData(0, 0, side, side).data;
    const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    const light = (at) => [0.2126, 0.7152, 0.0722].reduce(
        (sum, share, part) => sum + share * linear(pixels[4 * at + part] / 255), 0.05);
    const ratios = Array.from({ length: side * side }, (_, at) => light(at) / light(0));
    return Math.max(...ratios.map((one) => Math.max(one, 1 / one)));
}";

/// A muted clue on a shade had a contrast of less than 3.
#[test]
fn muted_clues_have_contrast_on_shades() {
    let (mut browser, _server) = started(1200, 900);
    open_text(&mut browser, "mosaic 1 6\n1....1\n");
    let at = place(&mut browser, "cellOf", 0);
    browser.click(at, "left");
    browser.value(CONTRAST);
    for (scheme, paper) in [("light", "#ffffff"), ("dark", "#171b21")] {
        let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
        browser.call("Emulation.setEmulatedMedia", json!({ "features": [feature] }));
        let shown = "getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()";
        browser.wait(&format!("{shown} === '{paper}'"));
        browser.value("new Promise((done) => setTimeout(done, 200))");
        let plain = browser.value("window.contrastOf(0)").as_f64().expect("a number");
        browser.press("#live");
        browser.wait(&format!("window.contrastOf(0) < {plain}"));
        let muted = browser.value("window.contrastOf(0)").as_f64().expect("a number");
        assert!(muted >= 4.5, "{scheme}: {plain:.2}, {muted:.2}");
        browser.press("#live");
    }
    assert_eq!(browser.complaints, [] as [String; 0]);
}

/// Regions were a grid of numbers without borders.
#[test]
fn regions_have_borders() {
    let (mut browser, _server) = started(1200, 900);
    open_text(&mut browser, "shikaku 1 4\n2..2\n");
    // the left half of the border, because the cursor will be in the cell on the right
    let border = between(&mut browser, [1, 2], 0.485);
    let blank = json!([0, 0, 0, 0]);
    assert_eq!(pixel(&mut browser, 2, border), blank);
    for (cell, key) in [(1, "1"), (2, "2")] {
        let at = place(&mut browser, "cellOf", cell);
        browser.click(at, "left");
        browser.key(key);
    }
    browser.wait("document.body.dataset.solved === 'true'");
    assert_ne!(pixel(&mut browser, 2, border), blank);
    let inside = between(&mut browser, [0, 1], 0.5);
    assert_eq!(pixel(&mut browser, 2, inside), blank);
    assert_eq!(browser.complaints, [] as [String; 0]);
}

/// The keypad of a Eulero had 44 keys, and a digit that begins a value was one; the fleet of a Battleship was in the title only.
#[test]
fn a_panel_offers_what_is_possible_and_has_the_numbers_of_the_header() {
    let (mut browser, _server) = started(360, 740);
    open_text(&mut browser, "eulero 4 4\n24 . . .\n. . 13 .\n. . . .\n. 41 22 .\n");
    assert_eq!(browser.value("document.querySelectorAll('.keypad button').length"), 17);
    let clues = marks(&mut browser)[0].len();
    let at = place(&mut browser, "cellOf", 1);
    browser.click(at, "left");
    browser.key("1");
    assert_eq!(marks(&mut browser)[0].len(), clues);
    browser.key("3");
    assert!(marks(&mut browser)[0].contains(&(44 + 12)));
    open_text(&mut browser, "battleship 3 3 1 1 0 0 0\n.....\n.....\n.....\n.....\n.....\n");
    let fleet = "ones 1, twos 1, threes 0, fours 0, fives 0";
    assert_eq!(browser.value("document.getElementById('parameters').textContent"), fleet);
    let is_whole = "(() => { const title = document.getElementById('title'); \
        return title.scrollWidth <= title.clientWidth && title.scrollHeight <= title.clientHeight + 1; })()";
    assert_eq!(browser.value(is_whole), true);
    assert_eq!(browser.complaints, [] as [String; 0]);
}

/// All lines had one color, so that it was hard to see which of them are joined.
#[test]
fn pieces_of_lines_have_colors() {
    let (mut browser, _server) = started(1200, 900);
    open_text(&mut browser, SLITHERLINK);
    let ink = |browser: &mut Chromium, line: usize| {
        let at = place(browser, "lineOf", line);
        pixel(browser, 2, at)
    };
    // two lines in one row, and then the line beside the first
    for line in [0, 8] {
        let at = place(&mut browser, "lineOf", line);
        browser.click(at, "left");
    }
    assert_eq!(ink(&mut browser, 0), ink(&mut browser, 8));
    browser.press("#live");
    assert_ne!(ink(&mut browser, 0), ink(&mut browser, 8));
    let at = place(&mut browser, "lineOf", 1);
    browser.click(at, "left");
    assert_eq!(ink(&mut browser, 0), ink(&mut browser, 1));
    assert_eq!(browser.complaints, [] as [String; 0]);
}

/// A drag over a Sudoku moved the board.
#[test]
fn a_drag_selects_cells_for_a_value() {
    let (mut browser, _server) = started(1200, 900);
    open_text(&mut browser, SUDOKU);
    let clues = marks(&mut browser);
    let [from, to] = [1, 3].map(|cell| place(&mut browser, "cellOf", cell));
    browser.drag(&[from, to]);
    browser.key("2");
    let mut present = clues[0].clone();
    present.extend([1, 2, 3].map(|cell| cell * 4 + 1));
    let sorted = |mut marks: Vec<usize>| {
        marks.sort_unstable();
        marks
    };
    assert_eq!(sorted(marks(&mut browser)[0].clone()), sorted(present));
    browser.press("#undo");
    assert_eq!(marks(&mut browser), clues, "one step");
    // the selection ends when the cursor leaves it
    browser.value("document.getElementById('board').focus()");
    browser.key("ArrowLeft");
    browser.key("4");
    assert_eq!(marks(&mut browser)[0].len(), clues[0].len() + 1);
    assert_eq!(browser.complaints, [] as [String; 0]);
}

/// Only the cells of a Neighbor Number could be marked as empty.
#[test]
fn cells_that_may_stay_empty_are_marked() {
    let (mut browser, _server) = started(1200, 900);
    open_text(&mut browser, &format!("doppelblock 4 4\n{}", "......\n".repeat(6)));
    for cell in [0, 5] {
        let at = place(&mut browser, "cellOf", cell);
        browser.click(at, "left");
        match cell {
            0 => browser.key("x"),
            _ => browser.press(".keypad [aria-label='Mark as empty']"),
        }
    }
    assert_eq!(marks(&mut browser), [NONE, vec![0, 1, 10, 11]]);
    assert_eq!(browser.complaints, [] as [String; 0]);
}

/// Digits that were typed in two cells within a second were one number, if there is such a value.
#[test]
fn digits_in_two_cells_are_two_values() {
    let (mut browser, _server) = started(1200, 900);
    open_text(&mut browser, "numbrix 4 4\n....\n....\n....\n....\n");
    let at = place(&mut browser, "cellOf", 0);
    browser.click(at, "left");
    browser.keys([("1", false), ("ArrowRight", false), ("2", false)]);
    assert_eq!(marks(&mut browser), [vec![0, 16 + 1], NONE]);
    browser.keys([("ArrowRight", false), ("1", false), ("2", false)]);
    assert_eq!(marks(&mut browser), [vec![0, 16 + 1, 2 * 16 + 11], NONE], "one number in one cell");
    assert_eq!(browser.complaints, [] as [String; 0]);
}

/// On a phone, 17 of 40 taps that were 6 pixels off missed their line in a grid of 12 × 16 cells.
#[test]
fn a_finger_hits_its_line_on_a_phone() {
    let (mut browser, _server) = started(360, 740);
    browser.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
    open_text(&mut browser, &format!("slitherlink 16 12\n{}", "............\n".repeat(16)));
    let count = browser.value("window.encycle.board.atoms.length").as_u64().expect("a number");
    let mut missed = Vec::new();
    for tap in 0..40 {
        let line = (tap * 2_654_435_761_u64 % count) as usize;
        let angle = tap as f64 * 2.399_963;
        let [x, y] = place(&mut browser, "lineOf", line);
        browser.touch([x + 6.0 * angle.cos(), y + 6.0 * angle.sin()]);
        if marks(&mut browser) != [vec![line], NONE] {
            missed.push((line, angle, marks(&mut browser)));
        }
        browser.value("document.getElementById('clear').click()");
    }
    assert!(missed.len() <= 2, "{} of 40: {missed:?}", missed.len());
    assert_eq!(browser.complaints, [] as [String; 0]);
}
