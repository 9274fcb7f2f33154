//! Editing, watching, cancelling, exporting: what a puzzle maker and a researcher do.

use std::time::{Duration, Instant};

use super::chromium::Chromium;
use super::{marks, open_text, place, solved, with_both_engines};

const ONE: &str = "slitherlink 2 2\n31\n..\n";

/// Without one of its clues the puzzle has several solutions; undo brings the clue back.
#[test]
fn an_edit_shows_several_solutions() {
    with_both_engines(|browser, engine| {
        open_text(browser, ONE);
        browser.press("#tab-edit");
        let verdict = |name: &str| {
            format!(
                "document.querySelector('#analysis [data-verdict], #analysis[data-verdict]')?.dataset.verdict === '{name}'"
            )
        };
        browser.wait(&verdict("unique"));
        let at = place(browser, "cellOf", 0);
        browser.click(at, "left");
        browser.key("Delete");
        browser.wait(&verdict("several"));
        assert_eq!(
            browser.value("window.encycle.board.puzzle"),
            "slitherlink 2 2\n.1\n..\n",
            "{engine}"
        );
        browser.press("#undo");
        browser.wait(&verdict("unique"));
        // the upper line of a 3 beside a 0 ends where they meet
        let at = place(browser, "cellOf", 1);
        browser.click(at, "left");
        browser.key("0");
        browser.wait(&verdict("no-solution"));
    });
}

/// Each solver's rounds arrive, and end with the verdict.
#[test]
fn a_solve_is_watched_with_every_solver() {
    let text = std::fs::read_to_string("examples/slitherlink/first.txt").expect("an example");
    with_both_engines(|browser, engine| {
        open_text(browser, &text);
        browser.press("#tab-watch");
        let solvers: &[&str] = match engine {
            "server" => &["batsat", "minisat", "cadical", "highs"],
            _ => &["batsat", "microlp"],
        };
        // the solver and the encoding that are used have their names
        browser.wait("document.getElementById('run-a-solver').value === 'batsat'");
        assert_eq!(browser.value("document.getElementById('run-a-encoding').value"), "colour");
        let unnamed = "[...document.querySelectorAll('#panel-watch option')].filter((one) => /default/.test(one.textContent)).length";
        assert_eq!(browser.value(unnamed), 0);
        for solver in solvers {
            browser
                .wait(&format!("document.querySelector('#run-a-solver option[value={solver:?}]')"));
            browser.fill("#run-a-solver", solver);
            browser.press("#watch-start");
            browser.wait("document.getElementById('watch-cancel').hidden && /solution/.test(document.getElementById('watch-results').textContent)");
            let rounds = browser.value("document.querySelectorAll('#rounds [role=option]').length");
            assert!(rounds.as_u64() > Some(0), "{engine}: {solver}: no round is listed");
            let results = "document.getElementById('watch-results').textContent";
            let command = format!("encycle solve puzzle.txt --solver {solver} --encoding ");
            let text = browser.value(results);
            assert!(text.as_str().expect("text").contains(&command), "{engine}: {text}");
            let step = browser.value("Number(document.getElementById('watch-step').max)");
            assert!(step.as_f64() >= Some(1.0), "{engine}: {solver}: {step}");
        }
    });
}

/// A long run is cancelled at once, and another one can start.
#[test]
fn a_long_run_is_cancelled() {
    // a sparse puzzle that plain cuts do not solve in a minute
    let rows = ".".repeat(60) + "\n";
    let text = format!(
        "slitherlink 60 60\n{}",
        (0..60)
            .map(|row| if row % 7 == 3 {
                format!("{}3{}\n", ".".repeat(row), ".".repeat(59 - row))
            } else {
                rows.clone()
            })
            .collect::<String>()
    );
    with_both_engines(|browser, engine| {
        open_text(browser, &text);
        browser.press("#tab-watch");
        browser.wait("document.querySelector('#run-a-encoding option[value=edge]')");
        browser.fill("#run-a-encoding", "edge");
        browser.press("#watch-start");
        browser.wait("!document.getElementById('watch-cancel').hidden");
        std::thread::sleep(Duration::from_millis(700));
        let start = Instant::now();
        browser.press("#watch-cancel");
        browser.wait("document.getElementById('watch-cancel').hidden");
        assert!(start.elapsed() < Duration::from_secs(20), "{engine}");
        open_text(browser, ONE);
        browser.press("#tab-watch");
        browser.press("#watch-start");
        browser.wait("document.getElementById('watch-cancel').hidden && /solution/.test(document.getElementById('watch-results').textContent)");
    });
}

/// Keeps what the page saves as a file, in place of the download.
const KEEP_SAVED: &str = r#"(() => {
  const make = URL.createObjectURL;
  let made = null;
  URL.createObjectURL = (blob) => {
    made = blob;
    return make.call(URL, blob);
  };
  HTMLAnchorElement.prototype.click = function () {
    window.savedFile = new File([made], this.download);
  };
})()"#;

/// Returns the text of the dialog Export.
const SHOWN: &str = "(document.getElementById('export-text')?.value ?? '')";

/// Opens what was saved: as a chosen file, or as one that is dropped.
fn open_saved(browser: &mut Chromium, is_dropped: bool) {
    let hand_over = match is_dropped {
        true => "dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }))",
        false => {
            "(() => { const input = document.getElementById('open-file'); input.files = data.files; \
             input.dispatchEvent(new Event('change')); })()"
        }
    };
    browser.value(&format!(
        "(() => {{ const data = new DataTransfer(); data.items.add(window.savedFile); {hand_over}; }})()"
    ));
}

/// Formulas, maps, solutions and PNG pictures did not contain their puzzles, so Open refused what Export wrote.
#[test]
fn an_export_is_read_back() {
    let solution = solved(ONE);
    with_both_engines(|browser, engine| {
        browser.value(KEEP_SAVED);
        open_text(browser, ONE);
        browser.press("#export");
        browser.wait("document.querySelector('#export-target option')");
        let targets = browser.value(
            "[...document.querySelectorAll('#export-target option')].map((one) => one.value)",
        );
        browser.value("document.querySelector('dialog[open]').close()");
        let targets: Vec<String> = serde_json::from_value(targets).expect("names");
        for target in ["plain", "svg", "png", "cnf", "lp", "mps", "opb", "map", "solution"] {
            assert!(targets.iter().any(|one| one == target), "{engine}: {target}");
        }
        for (number, target) in targets.iter().enumerate() {
            open_text(browser, ONE);
            browser.press("#export");
            browser.fill("#export-target", target);
            // the dialog waits a moment before it writes
            browser.value("new Promise((done) => setTimeout(done, 100))");
            browser.press("#export-save");
            browser.wait("window.savedFile");
            browser.value("document.querySelector('dialog[open]').close()");
            open_text(browser, "slitherlink 1 1\n4\n");
            open_saved(browser, number % 2 == 0);
            // a graph has no cells
            let is_same = match &**target {
                "graph" => {
                    "window.encycle.board.kind === 'slitherlink' && !window.encycle.board.grid"
                        .to_owned()
                }
                _ => format!("window.encycle.board.puzzle === {ONE:?}"),
            };
            browser.wait(&format!("{is_same} || void {target:?}"));
            browser.wait("!document.querySelector('dialog[open]')");
            if target == "solution" {
                assert_eq!(marks(browser)[0], solution, "{engine}");
                browser.wait("document.body.dataset.solved === 'true'");
                browser.press("#undo");
                assert_eq!(marks(browser)[0], Vec::<usize>::new(), "{engine}");
            }
            browser.value("window.savedFile = null");
        }
    });
}

/// Formulas and addresses begin as their formats want it.
#[test]
fn an_export_is_shown_before_it_is_saved() {
    with_both_engines(|browser, _| {
        open_text(browser, ONE);
        for (target, start) in [
            ("puzzlink", "https://puzz.link/p?slither"),
            ("loopy", "2x2"),
            ("cnf", "c puzzle:\nc slitherlink 2 2\nc 31\nc ..\np cnf "),
            ("lp", "\\ puzzle:\n\\ slitherlink 2 2\n\\ 31\n\\ ..\nMinimize"),
            ("map", "encycle-map 1\npuzzle "),
            ("plain", "slitherlink 2 2"),
        ] {
            browser.press("#export");
            browser.wait("document.querySelector('#export-target option')");
            browser.fill("#export-target", target);
            browser.wait(&format!("{SHOWN}.startsWith({start:?})"));
            browser.value("document.querySelector('dialog[open]').close()");
        }
    });
}

/// A picture without its puzzle was text that no format fits.
#[test]
fn files_without_a_puzzle_are_refused_with_a_reason() {
    with_both_engines(|browser, _| {
        for (content, words) in [
            (
                "new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10])",
                "is a picture without its puzzle",
            ),
            ("new Uint8Array([1, 0, 2])", "is neither UTF-8 text nor a PNG picture"),
            ("'p cnf 1 1\\n1 0\\n'", "A formula (cnf) that does not contain its puzzle"),
        ] {
            browser.value(&format!("window.savedFile = new File([{content}], 'file.bin')"));
            open_saved(browser, true);
            browser.wait(&format!(
                "document.querySelector('#open-dialog[open] #open-error')?.textContent.includes({words:?})"
            ));
            browser.value("document.getElementById('open-dialog').close()");
        }
    });
}
