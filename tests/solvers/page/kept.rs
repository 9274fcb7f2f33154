//! What is kept: games, the puzzle and the mode of a tab, settings; and what follows a solved puzzle.

use std::net::TcpListener;

use super::chromium::Chromium;
use super::site::Server;
use super::{marks, open_text, place, solved};

const SLITHERLINK: &str = include_str!("../../../examples/slitherlink/first.txt");

fn started(server: &Server) -> Chromium {
    let mut browser = Chromium::start(1200, 900);
    browser.open(&server.address);
    browser.wait("document.body.dataset.ready");
    browser
}

/// Each start of the server had another port, and browsers keep games for each port.
#[test]
fn games_survive_a_restart_of_the_server() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port().to_string();
    drop(listener);
    let server = Server::start(&["--port", &port]);
    let mut browser = started(&server);
    open_text(&mut browser, SLITHERLINK);
    let at = place(&mut browser, "lineOf", 5);
    browser.click(at, "left");
    browser.value("new Promise((done) => setTimeout(done, 600))");
    drop(server);
    let server = Server::start(&["--port", &port]);
    browser.value("window.encycle = undefined");
    browser.open(&server.address);
    browser.wait("document.body.dataset.ready && window.encycle?.board");
    assert_eq!(marks(&mut browser)[0], [5]);
    // the secret of the new server is in use, and not in the address
    assert!(!browser.value("location.href").as_str().expect("text").contains('#'));
    browser.press("#check");
    browser.wait("document.getElementById('status').dataset.verdict");
}

/// A reload opened the puzzle that another tab had opened last, in the mode Play.
#[test]
fn a_tab_keeps_its_puzzle_and_its_mode() {
    let server = Server::start(&[]);
    let mut browser = started(&server);
    open_text(&mut browser, SLITHERLINK);
    browser.press("#tab-inspect");
    let other = "localStorage.setItem('encycle:last', JSON.stringify('sudoku 1 1\\n1\\n'))";
    browser.value(other);
    browser.reload();
    browser.wait("document.body.dataset.ready");
    assert_eq!(browser.value("window.encycle.board.kind"), "slitherlink");
    assert_eq!(browser.value("window.encycle.mode"), "inspect");
    // a new tab has what was opened last
    browser.value(other);
    browser.value("sessionStorage.clear()");
    browser.reload();
    browser.wait("document.body.dataset.ready");
    assert_eq!(browser.value("window.encycle.board.kind"), "sudoku");
    assert_eq!(browser.value("window.encycle.mode"), "play");
    assert_eq!(browser.complaints, [] as [String; 0]);
}

#[test]
fn a_solved_puzzle_leads_to_the_next_one() {
    let solution = solved(SLITHERLINK);
    let server = Server::start(&[]);
    let mut browser = started(&server);
    for next in ["#next-made", "#next-example"] {
        open_text(&mut browser, SLITHERLINK);
        let text = browser.value("window.encycle.board.puzzle");
        let title = browser.value("window.encycle.board.title");
        for &line in &solution {
            if !marks(&mut browser)[0].contains(&line) {
                let at = place(&mut browser, "lineOf", line);
                browser.click(at, "left");
            }
        }
        browser.wait("document.body.dataset.solved === 'true'");
        browser.press(next);
        browser.wait(&format!("window.encycle.board.puzzle !== {text}"));
        assert_eq!(browser.value("document.body.dataset.solved"), serde_json::Value::Null);
        let is_alike = browser.value("window.encycle.board.title") == title;
        assert_eq!(is_alike, next == "#next-made");
    }
    assert_eq!(browser.complaints, [] as [String; 0]);
}

#[test]
fn the_colours_can_be_chosen() {
    let server = Server::start(&[]);
    let mut browser = started(&server);
    let paper = "getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()";
    browser.press("#help");
    for (setting, colour) in [("dark", "#171b21"), ("light", "#ffffff"), ("dark", "#171b21")] {
        browser.fill("#colours", setting);
        browser.wait(&format!("{paper} === '{colour}'"));
    }
    browser.reload();
    browser.wait(&format!("document.body.dataset.ready && {paper} === '#171b21'"));
    assert_eq!(browser.value("document.getElementById('colours').value"), "dark");
    assert_eq!(browser.complaints, [] as [String; 0]);
}

#[test]
fn a_pause_hides_the_board_and_stops_the_clock() {
    let server = Server::start(&[]);
    let mut browser = started(&server);
    open_text(&mut browser, SLITHERLINK);
    let at = place(&mut browser, "lineOf", 5);
    browser.click(at, "left");
    let hidden = "getComputedStyle(document.getElementById('board')).visibility === 'hidden'";
    browser.wait("document.getElementById('timer').textContent !== '0:00'");
    browser.press("#pause");
    assert_eq!(browser.value(hidden), true);
    let time = browser.value("document.getElementById('timer').textContent");
    browser.value("new Promise((done) => setTimeout(done, 1500))");
    assert_eq!(browser.value("document.getElementById('timer').textContent"), time);
    browser.press("#pause");
    assert_eq!(browser.value(hidden), false);
    browser.wait(&format!("document.getElementById('timer').textContent !== {time}"));
    assert_eq!(browser.complaints, [] as [String; 0]);
}

/// The puzzle is on the first page, its solution on the second.
#[test]
fn the_page_prints_puzzle_and_solution() {
    let server = Server::start(&[]);
    let mut browser = started(&server);
    open_text(&mut browser, SLITHERLINK);
    browser.value("window.print = () => { window.printed = document.querySelectorAll('#paper svg.page').length; }");
    browser.press("#print");
    browser.wait("window.printed");
    assert_eq!(browser.value("window.printed"), 2);
    let pdf = browser.call("Page.printToPDF", serde_json::json!({}));
    // Base64 of a file with the two pictures
    assert!(pdf["data"].as_str().expect("a file").len() > 4000);
    browser.value("dispatchEvent(new Event('afterprint'))");
    assert_eq!(browser.value("document.querySelectorAll('#paper svg').length"), 0);
    assert_eq!(browser.complaints, [] as [String; 0]);
}

/// Broken rules are shown while the marks are made, if the player wants; and a mistake is undone with all that follows it.
#[test]
fn broken_rules_are_shown_and_mistakes_undone() {
    let solution = solved(SLITHERLINK);
    let server = Server::start(&[]);
    let mut browser = started(&server);
    open_text(&mut browser, SLITHERLINK);
    let count = browser.value("window.encycle.board.atoms.length").as_u64().expect("a number");
    let wrong = (0..count as usize).find(|atom| !solution.contains(atom)).expect("a line");
    let draw = |browser: &mut Chromium, line: usize| {
        let at = place(browser, "lineOf", line);
        browser.click(at, "left");
    };
    let steps = [solution[0], solution[1], wrong, solution[2], solution[3]];
    for line in steps {
        draw(&mut browser, line);
    }
    browser.press("#check");
    browser.press("#go-back");
    browser.wait("window.encycle.marks().present.length === 2");
    let mut first = solution[..2].to_vec();
    first.sort_unstable();
    assert_eq!(marks(&mut browser)[0], first);
    // all lines around the first cell: more than its number
    browser.press("#live");
    for name in ["h_1_1", "h_2_1", "v_1_1", "v_1_2"] {
        let line = browser.value(&format!("window.encycle.board.atoms.indexOf('{name}')"));
        let line = line.as_u64().expect("a line") as usize;
        if !marks(&mut browser)[0].contains(&line) {
            draw(&mut browser, line);
        }
    }
    browser.wait("document.getElementById('status').dataset.verdict === 'mistake'");
    // the switch is kept, and the broken rule is shown again
    browser.reload();
    browser.wait("document.getElementById('live')?.checked");
    browser.wait("document.getElementById('status').dataset.verdict === 'mistake'");
    assert_eq!(browser.complaints, [] as [String; 0]);
}

/// The browser is opened with a file that leads to the address, so that the token is in no list of processes. A browser treats
/// that as a request of another site.
#[test]
fn a_file_leads_to_the_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("page.html");
    let server = Server::start(&[]);
    let refresh = format!("<meta http-equiv=\"refresh\" content=\"0; url={}\">", server.address);
    std::fs::write(&file, refresh).expect("a file");
    let mut browser = Chromium::start(1200, 900);
    browser.open(&format!("file://{}", file.display()));
    browser.wait("document.body.dataset.ready");
    browser.press("#check");
    browser.wait("document.getElementById('status').dataset.verdict");
    // the cookie and the key are there after a reload, too
    browser.reload();
    browser.wait("document.body.dataset.ready");
    assert!(!browser.value("location.href").as_str().expect("text").contains("token"));
    assert_eq!(browser.complaints, [] as [String; 0]);
}
