//! Playing: lines, values, walls, undo, check, hint, keyboard, and what is kept.

use super::{marks, open_text, place, solved, with_both_engines};

const SLITHERLINK: &str = include_str!("../../../examples/slitherlink/first.txt");
const NONE: Vec<usize> = Vec::new();
const SUDOKU: &str = "sudoku 2 2\n1...\n..2.\n.3..\n...4\n";

/// A Slitherlink is solved by clicks, by a drag along the loop, and by hints; each is undone and done again.
#[test]
fn a_slitherlink_is_played_to_the_end() {
    let solution = solved(SLITHERLINK);
    with_both_engines(|browser, engine| {
        open_text(browser, SLITHERLINK);
        let first = solution[0];
        let at = place(browser, "lineOf", first);
        browser.click(at, "left");
        assert_eq!(marks(browser), [vec![first], NONE], "{engine}");
        browser.click(at, "left");
        browser.click(at, "right");
        assert_eq!(marks(browser), [NONE, vec![first]], "{engine}: the right button makes a cross");
        for _ in 0..3 {
            browser.press("#undo");
        }
        assert_eq!(marks(browser), [NONE, NONE], "{engine}");
        browser.press("#redo");
        assert_eq!(marks(browser), [vec![first], NONE], "{engine}");
        // a line that is not in the solution is a mistake, and is named
        let count = browser.value("window.encycle.board.atoms.length").as_u64().expect("a number");
        let wrong =
            (0..count as usize).rev().find(|atom| !solution.contains(atom)).expect("a line");
        let at = place(browser, "lineOf", wrong);
        browser.click(at, "left");
        browser.press("#check");
        browser.wait("document.getElementById('status').dataset.verdict === 'mistake' || /rule|no solution/.test(document.getElementById('status').textContent)");
        browser.click(at, "left");
        // a hint is drawn, and applied
        browser.press("#hint");
        browser.wait("document.getElementById('hint-card')");
        let card = "document.getElementById('hint-card').textContent";
        assert!(browser.value(card).as_str().expect("text").starts_with("Look here"), "{engine}");
        assert_eq!(browser.value("document.getElementById('hint-apply')"), serde_json::Value::Null);
        browser.press("#hint-more");
        browser.press("#hint-more");
        browser.press("#hint-apply");
        for &atom in &solution {
            if !marks(browser)[0].contains(&atom) {
                let at = place(browser, "lineOf", atom);
                browser.click(at, "left");
            }
        }
        browser.wait("document.body.dataset.solved === 'true'");
        assert_eq!(marks(browser)[0], solution, "{engine}");
        // what was played is still there after a reload
        browser.reload();
        browser.wait("window.encycle?.board && window.encycle.marks().present.length > 0");
        assert_eq!(marks(browser)[0], solution, "{engine}: kept");
    });
}

/// The loop of a Slitherlink is drawn in one drag along its vertices.
#[test]
fn a_drag_draws_the_whole_loop() {
    let solution = solved(SLITHERLINK);
    with_both_engines(|browser, engine| {
        open_text(browser, SLITHERLINK);
        let lines = browser.value("window.encycle.board.lines");
        let ends = |atom: usize| super::numbers(&lines[atom]);
        // the vertices of the loop in order
        let mut left = solution.clone();
        let mut walk = ends(left.remove(0));
        while !left.is_empty() {
            let last = *walk.last().expect("a vertex");
            let index = left.iter().position(|&atom| ends(atom).contains(&last)).expect("a loop");
            let next = ends(left.remove(index));
            walk.push(if next[0] == last { next[1] } else { next[0] });
        }
        let points: Vec<[f64; 2]> =
            walk.into_iter().map(|vertex| place(browser, "pointOf", vertex)).collect();
        browser.drag(&points);
        browser.wait("document.body.dataset.solved === 'true'");
        assert_eq!(marks(browser)[0], solution, "{engine}");
        browser.press("#undo");
        assert_eq!(marks(browser)[0], NONE, "{engine}: one drag is one step");
    });
}

/// A Hitori is shaded by clicks and keys, although every cell has a number.
#[test]
fn a_hitori_is_shaded_to_the_end() {
    const HITORI: &str = include_str!("../../../examples/hitori/stoat.txt");
    let solution = solved(HITORI);
    with_both_engines(|browser, engine| {
        open_text(browser, HITORI);
        let first = solution[0];
        let at = place(browser, "cellOf", first);
        browser.click(at, "right");
        assert_eq!(marks(browser), [NONE, vec![first]], "{engine}: the right button makes a dot");
        browser.key(" ");
        assert_eq!(marks(browser), [NONE, NONE], "{engine}: a key goes on");
        for &cell in &solution {
            let at = place(browser, "cellOf", cell);
            browser.click(at, "left");
        }
        browser.wait("document.body.dataset.solved === 'true'");
        assert_eq!(marks(browser)[0], solution, "{engine}");
        browser.press("#undo");
        assert_eq!(marks(browser)[0].len(), solution.len() - 1, "{engine}");
    });
}

/// A Sudoku is filled with the keyboard alone.
#[test]
fn a_sudoku_is_filled_by_keys() {
    let solution = solved(SUDOKU);
    with_both_engines(|browser, engine| {
        open_text(browser, SUDOKU);
        let clues = marks(browser);
        browser.value("document.getElementById('board').focus()");
        let at = place(browser, "cellOf", 0);
        browser.click(at, "left");
        // like an ox that ploughs: every second row from right to left
        for row in 0..4 {
            let columns: Vec<usize> =
                if row % 2 == 0 { (0..4).collect() } else { (0..4).rev().collect() };
            for (number, &col) in columns.iter().enumerate() {
                let value = solution[row * 4 + col] % 4 + 1;
                browser.key(&value.to_string());
                if number < 3 {
                    browser.key(if row % 2 == 0 { "ArrowRight" } else { "ArrowLeft" });
                }
            }
            browser.key("ArrowDown");
        }
        browser.wait("document.body.dataset.solved === 'true'");
        for _ in 0..30 {
            browser.key("z");
        }
        assert_eq!(marks(browser), clues, "{engine}: undone by keys");
    });
}

/// After a click on a button, which keeps the focus, the keys of the board did nothing.
#[test]
fn keys_reach_the_board_after_a_button() {
    with_both_engines(|browser, engine| {
        open_text(browser, SUDOKU);
        let at = place(browser, "cellOf", 1);
        browser.click(at, "left");
        let before = marks(browser);
        browser.key("3");
        let after = marks(browser);
        assert_eq!(after[0].len(), before[0].len() + 1, "{engine}");
        for button in ["#check", "#hint"] {
            browser.press(button);
            browser.value(&format!("document.querySelector('{button}').focus()"));
            browser.key("z");
            assert_eq!(marks(browser), before, "{engine}: {button}");
            browser.key("y");
            assert_eq!(marks(browser), after, "{engine}: {button}");
        }
        browser.value("document.querySelector('#open').focus()");
        browser.key("Backspace");
        assert_eq!(marks(browser), before, "{engine}: Backspace");
        browser.key("4");
        assert_eq!(marks(browser)[0].len(), after[0].len(), "{engine}: a value");
    });
}

/// The help listed keys of other boards: `I` does nothing where cells are shaded.
#[test]
fn the_help_lists_the_keys_of_the_board() {
    with_both_engines(|browser, engine| {
        for (text, has, has_not) in [
            ("kuromasu 2 2\n..\n..\n", "shade the cell, then", "cursor has passed"),
            (SLITHERLINK, "inside or outside", "shade the cell"),
            (SUDOKU, "write a value", "draw a line"),
            ("yajilin 2 2\n..\n..\n", "shade the cell", "inside or outside"),
        ] {
            open_text(browser, text);
            browser.press("#help");
            let keys = browser.value("document.getElementById('help-keys').textContent");
            let keys = keys.as_str().expect("text").to_owned();
            assert!(keys.contains(has) && !keys.contains(has_not), "{engine}: {text}: {keys}");
            browser.value("document.getElementById('help-dialog').close()");
        }
    });
}

/// The rules of a kind of the user were an empty heading.
#[test]
fn the_rules_of_an_own_kind_are_shown() {
    with_both_engines(|browser, _| {
        open_text(
            browser,
            "kind ponds\nabout Shade ponds.\ndraw shaded cells\nrule a for c in cells: shaded(c)\n\nponds 1 2\n",
        );
        browser.wait("document.getElementById('panel-play').textContent.includes('Shade ponds.')");
    });
}
