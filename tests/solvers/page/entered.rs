//! An example of every kind is solved by drags, by the keyboard and by touch: by all of them in a long campaign.

use std::fs;

use encycle::page::{Board, BoardForm};
use encycle::prelude::*;
use serde_json::json;

use super::examples::{Input, inputs, places, typed_values};
use super::site::Server;
use super::table::{Tried, edit, print, take_hint};
use super::{Chromium, marks, open_text, place};
use crate::support::{kinds, long_or};

const NONE: Vec<usize> = Vec::new();

/// The smallest example of each kind that has a grid and something to enter.
fn smallest() -> Vec<(String, Board, Solution)> {
    let read = |file: std::path::PathBuf| {
        let puzzle: Puzzle = fs::read_to_string(&file).expect("a text").parse().expect("a puzzle");
        let outcome = Solve::new(&puzzle).run().expect("a run");
        let solution = outcome.solution().expect("a solution").clone();
        let board = Board::new(&puzzle).expect("a board");
        let is_wanted = board.grid.is_some() && !inputs(&board, &solution).is_empty();
        is_wanted.then(|| (file.display().to_string(), board, solution))
    };
    PuzzleKind::all()
        .iter()
        .filter_map(|&kind| {
            let mut files = kinds::examples(kind);
            files.sort_by_key(|file| fs::metadata(file).expect("a file").len());
            files.into_iter().find_map(read)
        })
        .collect()
}

/// Returns walks along the lines to enter, as vertices.
fn walks(board: &Board, inputs: &[Input]) -> Vec<Vec<usize>> {
    let mut left: Vec<(usize, usize)> =
        inputs.iter().map(|&(_, line, _)| board.lines[line]).collect();
    let mut walks = Vec::new();
    while let Some((a, b)) = left.pop() {
        let mut walk = vec![a, b];
        let next =
            |at: usize, left: &[(usize, usize)]| left.iter().position(|&(a, b)| a == at || b == at);
        while let Some(found) = next(walk[walk.len() - 1], &left) {
            let (a, b) = left.swap_remove(found);
            walk.push(if a == walk[walk.len() - 1] { b } else { a });
        }
        walks.push(walk);
    }
    walks
}

/// Returns the first and the last of neighbors in a row that get the same keys.
fn runs(board: &Board, inputs: &[Input]) -> Vec<(usize, usize, Vec<String>)> {
    let cols = board.grid.as_ref().expect("a grid").cols;
    let mut runs: Vec<(usize, usize, Vec<String>)> = Vec::new();
    for (_, cell, keys) in inputs {
        match runs.last_mut() {
            Some((_, last, same))
                if *last + 1 == *cell && !cell.is_multiple_of(cols) && same == keys =>
            {
                *last = *cell;
            }
            _ => runs.push((*cell, *cell, keys.clone())),
        }
    }
    runs
}

fn by_clicks(browser: &mut Chromium, _: &Board, inputs: &[Input]) {
    let points = places(browser, inputs);
    for ((_, _, keys), point) in inputs.iter().zip(points) {
        browser.click(point, "left");
        browser.keys(keys.iter().map(|key| (&**key, false)));
    }
}

fn by_drags(browser: &mut Chromium, board: &Board, inputs: &[Input]) {
    let beside = |[x, y]: [f64; 2]| [x + 6.0, y + 6.0];
    match board.form {
        BoardForm::Lines => {
            for walk in walks(board, inputs) {
                let points: Vec<[f64; 2]> =
                    walk.into_iter().map(|vertex| place(browser, "pointOf", vertex)).collect();
                browser.drag(&points);
            }
        }
        BoardForm::Walls => {
            // what is not marked is open
            let count =
                |wanted: usize| inputs.iter().filter(|(_, line, _)| *line == wanted).count();
            for &(function, line, _) in inputs.iter().filter(|(_, line, _)| count(*line) == 1) {
                let at = place(browser, function, line);
                browser.drag(&[at, beside(at)]);
            }
        }
        BoardForm::Values => {
            for (first, last, keys) in runs(board, inputs) {
                let [from, to] = [first, last].map(|cell| place(browser, "cellOf", cell));
                browser.drag(&[from, beside(to)]);
                browser.keys(keys.iter().map(|key| (&**key, false)));
            }
        }
    }
}

/// The keys that lead from a place to another one.
fn arrows([x, y]: [f64; 2], [to_x, to_y]: [f64; 2]) -> Vec<&'static str> {
    let keys = |from: f64, to: f64, [back, forth]: [&'static str; 2]| {
        let key = if to < from { back } else { forth };
        vec![key; (to - from).abs().round() as usize]
    };
    let mut all = keys(y, to_y, ["ArrowUp", "ArrowDown"]);
    all.extend(keys(x, to_x, ["ArrowLeft", "ArrowRight"]));
    all
}

fn by_keys(browser: &mut Chromium, board: &Board, inputs: &[Input]) {
    let grid = board.grid.as_ref().expect("a grid");
    let move_to = |browser: &mut Chromium, from: &mut [f64; 2], to: [f64; 2]| {
        browser.keys(arrows(*from, to).into_iter().map(|key| (key, false)));
        *from = to;
    };
    browser.value("document.getElementById('board').focus()");
    // the first key may only show the cursor
    let far = [grid.cols as f64 + 2.0, grid.rows as f64 + 2.0];
    browser.keys(arrows(far, [0.0, 0.0]).into_iter().map(|key| (key, false)));
    let cell_at = |cell: usize| [(cell % grid.cols) as f64, (cell / grid.cols) as f64];
    match board.form {
        BoardForm::Lines => {
            let point = |vertex: usize| <[f64; 2]>::from(board.points[vertex]);
            let mut at = board.points[0].into();
            for walk in walks(board, inputs) {
                move_to(browser, &mut at, point(walk[0]));
                for &vertex in &walk[1..] {
                    let key = arrows(at, point(vertex));
                    browser.keys(key.into_iter().map(|key| (key, true)));
                    at = point(vertex);
                }
            }
        }
        BoardForm::Walls => {
            let mut at = [0.0, 0.0];
            for &(_, line, _) in inputs {
                let (a, b) = board.lines[line];
                move_to(browser, &mut at, cell_at(a));
                // the cursor stays, so that the key can be pressed again
                browser.keys(arrows(at, cell_at(b)).into_iter().map(|key| (key, true)));
            }
        }
        BoardForm::Values => {
            let mut at = [0.0, 0.0];
            for (_, cell, keys) in inputs {
                move_to(browser, &mut at, cell_at(*cell));
                let keys = keys.iter().map(|key| (&**key, false));
                let shade = (board.values.len() == 1).then_some(("Enter", false));
                browser.keys(keys.chain(shade));
            }
        }
    }
}

fn by_touch(browser: &mut Chromium, board: &Board, inputs: &[Input]) {
    let points = places(browser, inputs);
    for ((_, _, keys), point) in inputs.iter().zip(points) {
        browser.touch(point);
        if keys.is_empty() {
            continue;
        }
        let text = keys.concat();
        let value = typed_values(board).iter().position(|typed| *typed == text);
        let label = json!(format!("Write {}", board.values[value.expect("a value")]));
        let key = browser.value(&format!(
            "(() => {{ const key = document.querySelector(`.keypad [aria-label=${{JSON.stringify({label})}}]`); \
             key.scrollIntoView({{ block: 'nearest' }}); const box = key.getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ));
        browser.touch(serde_json::from_value(key).expect("a point"));
    }
}

/// Makes a mark that no solution has.
fn make_mistake(browser: &mut Chromium, board: &Board, solution: &Solution, inputs: &[Input]) {
    let is_free = |place: usize, cells: &Option<Vec<usize>>| {
        cells.as_ref().is_none_or(|cells| cells.contains(&place))
    };
    let (function, place_of, keys) = match board.form {
        BoardForm::Values if board.values.len() > 1 => {
            let (function, cell, right) = &inputs[0];
            let typed = typed_values(board);
            let mut offered = board.offered.iter().map(|&value| &typed[value]);
            let wrong = offered.find(|value| **value != right.concat());
            (*function, *cell, wrong.expect("two values").chars().map(String::from).collect())
        }
        BoardForm::Values => {
            let cells = 0..board.atoms.len();
            let wrong = cells
                .into_iter()
                .find(|&cell| !solution.has(cell) && is_free(cell, &board.shadable));
            ("cellOf", wrong.expect("a cell"), Vec::new())
        }
        BoardForm::Lines => {
            let mut lines = 0..board.lines.len();
            let wrong = lines.find(|&line| !solution.has(line) && is_free(line, &board.free));
            ("lineOf", wrong.expect("a line"), Vec::new())
        }
        // an open border becomes a wall
        BoardForm::Walls => {
            let free = board.free.iter().flatten();
            let wrong = free.copied().find(|&line| solution.has(line));
            ("lineOf", wrong.expect("a border"), Vec::<String>::new())
        }
    };
    let at = place(browser, function, place_of);
    browser.click(at, "left");
    browser.keys(keys.iter().map(|key| (&**key, false)));
}

/// In a short run, each kind has one of the ways to enter its solution in turn, and one of the other columns.
#[test]
fn every_kind_does_what_the_table_says() {
    let mut browser = Chromium::start(1600, 1000);
    let server = Server::start(&[]);
    browser.open(&server.address);
    browser.wait("document.body.dataset.ready");
    browser.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
    let solved = "document.body.dataset.solved === 'true'";
    type Enter = fn(&mut Chromium, &Board, &[Input]);
    let manners: [(&'static str, Enter); 4] =
        [("keyboard", by_keys), ("touch", by_touch), ("drag", by_drags), ("mouse", by_clicks)];
    let mut tried = Tried::default();
    for (number, (name, board, solution)) in smallest().into_iter().enumerate() {
        open_text(&mut browser, &board.puzzle);
        browser.wait(&format!("window.encycle.board.kind === '{}'", board.kind));
        let inputs = inputs(&board, &solution);
        for (manner, enter) in manners.into_iter().cycle().skip(number % 4).take(long_or(4, 1)) {
            // disabled if nothing is marked
            browser.value("document.getElementById('clear').click()");
            let is_early = format!("{solved} || void '{name}: solved before the first mark'");
            assert_eq!(browser.value(&is_early).as_bool(), None, "{name}, {manner}");
            enter(&mut browser, &board, &inputs);
            browser.wait(&format!("{solved} || void '{name}, {manner}'"));
            tried.note(&board.kind, manner);
        }
        if board.form == BoardForm::Walls {
            // a click takes the mark of an open border away; without marks, it makes a wall
            browser.value("document.getElementById('clear').click()");
            by_drags(&mut browser, &board, &inputs);
        }
        make_mistake(&mut browser, &board, &solution, &inputs);
        browser.press("#check");
        let status = "document.getElementById('status')";
        browser.wait(&format!("{status}.dataset.verdict === 'mistake' || void '{name}'"));
        assert_eq!(browser.value(solved), false, "{name}: solved with a wrong mark");
        tried.note(&board.kind, "check");
        for column in ["hint", "edit", "print"].into_iter().cycle().skip(number).take(long_or(3, 1))
        {
            match column {
                "hint" => take_hint(&mut browser, &name),
                "edit" => edit(&mut browser, &board),
                _ => print(&mut browser, &name),
            }
            tried.note(&board.kind, column);
        }
        assert_eq!(browser.complaints, [] as [String; 0], "{name}");
    }
    tried.compare();
}

/// A Yajilin could not be shaded by hand.
#[test]
fn cells_are_shaded_beside_a_loop() {
    let mut browser = Chromium::start(1200, 900);
    let server = Server::start(&[]);
    browser.open(&server.address);
    browser.wait("document.body.dataset.ready");
    let status = "document.getElementById('status').dataset.verdict";
    for (name, board, solution) in smallest() {
        let Some(shadable) = board.shadable.as_ref().filter(|_| board.form == BoardForm::Lines)
        else {
            continue;
        };
        open_text(&mut browser, &board.puzzle);
        browser.wait(&format!("window.encycle.board.kind === '{}'", board.kind));
        let inputs = inputs(&board, &solution);
        by_drags(&mut browser, &board, &inputs);
        browser.wait(&format!("document.body.dataset.solved === 'true' || void '{name}'"));
        let is_visited = |cell: usize| {
            board
                .lines
                .iter()
                .enumerate()
                .any(|(line, &(a, b))| solution.has(line) && [a, b].contains(&cell))
        };
        let shades = |browser: &mut Chromium| {
            let marks = browser.value("window.encycle.marks()");
            ["shaded", "unshaded"].map(|key| super::numbers(&marks[key]))
        };
        let lines = marks(&mut browser);
        // a clue is not shaded
        if let Some(clue) = (0..board.points.len()).find(|cell| !shadable.contains(cell)) {
            let at = place(&mut browser, "cellOf", clue);
            browser.click(at, "left");
            assert_eq!((shades(&mut browser), marks(&mut browser)), ([NONE, NONE], lines.clone()));
        }
        // a wrong shade, then a dot, which is right
        let visited = shadable.iter().copied().find(|&cell| is_visited(cell)).expect("a cell");
        let at = place(&mut browser, "cellOf", visited);
        browser.click(at, "left");
        assert_eq!(shades(&mut browser), [vec![visited], NONE], "{name}");
        browser.wait(&format!("{status} === 'mistake' || void '{name}: a wrong shade'"));
        browser.click(at, "left");
        assert_eq!(shades(&mut browser), [NONE, vec![visited]], "{name}");
        browser.wait(&format!("document.body.dataset.solved === 'true' || void '{name}, a dot'"));
        browser.press("#undo");
        browser.press("#undo");
        assert_eq!(shades(&mut browser), [NONE, NONE], "{name}: undone");
        // all shades by the keyboard
        let cols = board.grid.as_ref().expect("a grid").cols;
        let left_out: Vec<usize> =
            shadable.iter().copied().filter(|&cell| !is_visited(cell)).collect();
        assert!(!left_out.is_empty(), "{name}");
        browser.value("document.getElementById('board').focus()");
        browser.keys(
            arrows([2.0 * cols as f64, 40.0], [0.0, 0.0]).into_iter().map(|key| (key, false)),
        );
        let mut from = [0.0, 0.0];
        for &cell in &left_out {
            let to = [(cell % cols) as f64, (cell / cols) as f64];
            browser
                .keys(arrows(from, to).into_iter().map(|key| (key, false)).chain([("i", false)]));
            from = to;
        }
        browser.wait(&format!("document.body.dataset.solved === 'true' || void '{name}, shaded'"));
        assert_eq!((shades(&mut browser), marks(&mut browser)), ([left_out.clone(), NONE], lines));
        browser.reload();
        browser.wait("window.encycle?.board && window.encycle.marks().shaded?.length > 0");
        assert_eq!(shades(&mut browser), [left_out, NONE], "{name}: kept");
    }
    assert_eq!(browser.complaints, [] as [String; 0]);
}
