//! The page in Chromium, with both engines: `encycle serve`, and the files of `scripts/build-page`.

mod chromium;
mod edited;
mod entered;
mod examples;
mod hands;
mod kept;
mod kinds;
mod play;
mod site;
mod table;
mod work;

use serde_json::Value;

use chromium::Chromium;
use site::{Server, Site};

/// Runs a scenario on the page of the server, and on the page without one.
fn with_both_engines(scenario: impl Fn(&mut Chromium, &str)) {
    let mut browser = Chromium::start(1200, 900);
    let server = Server::start(&[]);
    browser.open(&server.address);
    browser.wait("document.body.dataset.ready");
    scenario(&mut browser, "server");
    assert_eq!(browser.complaints, [] as [String; 0], "server");
    let mut browser = Chromium::start(1200, 900);
    let site = Site::start();
    browser.open(&site.address);
    browser.wait("document.body.dataset.ready");
    scenario(&mut browser, "worker");
    assert_eq!(browser.complaints, [] as [String; 0], "worker");
}

/// Opens a puzzle by the dialog.
fn open_text(browser: &mut Chromium, text: &str) {
    browser.press("#open");
    browser.fill("#open-text", text);
    browser.press("#open-go");
    browser.wait("!document.querySelector('dialog[open]')");
}

/// A point of the window: a vertex of the board (`pointOf`), a cell (`cellOf`) or a line (`lineOf`).
fn place(browser: &mut Chromium, function: &str, number: usize) -> [f64; 2] {
    let expression = format!(
        "(() => {{ const at = window.encycle.{function}({number}); return Array.isArray(at) ? at : [at.x, at.y]; }})()"
    );
    let point = browser.value(&expression);
    [0, 1].map(|index| point[index].as_f64().unwrap_or_else(|| panic!("{expression}: {point}")))
}

/// The marks of the player.
fn marks(browser: &mut Chromium) -> [Vec<usize>; 2] {
    let marks = browser.value("window.encycle.marks()");
    ["present", "absent"].map(|key| numbers(&marks[key]))
}

fn numbers(value: &Value) -> Vec<usize> {
    let list = value.as_array().unwrap_or_else(|| panic!("no list: {value}"));
    list.iter().map(|one| one.as_u64().expect("a number") as usize).collect()
}

/// The solution of a puzzle, from the library.
fn solved(text: &str) -> Vec<usize> {
    use encycle::prelude::*;
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    let outcome = Solve::new(&puzzle).unique().run().expect("a run");
    assert_eq!(outcome.verdict(), Verdict::Unique);
    outcome.solution().expect("a solution").true_atoms().collect()
}
