//! Editing, watching, cancelling, exporting: what a puzzle maker and a researcher do.

use std::time::{Duration, Instant};

use super::{open_text, place, with_both_engines};

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

/// What is exported is read back; formulas and pictures are written.
#[test]
fn an_export_is_read_back() {
    with_both_engines(|browser, engine| {
        open_text(browser, ONE);
        for (target, start) in [
            ("puzzlink", "https://puzz.link/p?slither"),
            ("loopy", "2x2"),
            ("cnf", "p cnf "),
            ("lp", "Minimize"),
            ("map", "encycle-map 1"),
            ("plain", "slitherlink 2 2"),
        ] {
            browser.press("#export");
            browser.wait("document.querySelector('#export-target option')");
            browser.fill("#export-target", target);
            let shown = "(document.getElementById('export-text')?.value ?? document.getElementById('export-text')?.textContent ?? '')";
            browser.wait(&format!("{shown}.startsWith({start:?})"));
            let text = browser.value(shown);
            browser.value("document.querySelector('dialog[open]').close()");
            if ["puzzlink", "loopy", "plain"].contains(&target) {
                open_text(browser, text.as_str().expect("text"));
                assert_eq!(browser.value("window.encycle.board.puzzle"), ONE, "{engine}: {target}");
            }
        }
    });
}
