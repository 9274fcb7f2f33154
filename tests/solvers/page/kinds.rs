//! Every kind at every width, in both schemes: nothing sticks out, and everything has a name.

use std::path::Path;

use serde_json::json;

use super::Chromium;
use super::site::Server;

/// What sticks out of the window, and what has no name for a screen reader.
const PROBE: &str = r#"(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const box = (one) => one.getBoundingClientRect();
  const shown = (one) => one.checkVisibility() && box(one).width > 0 && box(one).height > 0;
  const clipped = (one) => one.closest(".scroll, .board, svg, canvas, .preview, .tools") !== null;
  const width = document.documentElement.clientWidth;
  const name = (one) => one.getAttribute("aria-label") || one.getAttribute("title") || one.textContent.trim()
    || (one.labels && [...one.labels].map((label) => label.textContent).join(""));
  return {
    wide: all("body *").filter((one) => shown(one) && !clipped(one) && (box(one).right > width + 1 || box(one).left < -1))
      .map((one) => one.outerHTML.slice(0, 160)),
    scrolls: document.documentElement.scrollWidth > width,
    unnamed: all("button, input, select, textarea, [role=application], [role=img]").filter((one) => shown(one) && !name(one))
      .map((one) => one.outerHTML.slice(0, 160)),
    board: [box(document.getElementById("board")).width, box(document.getElementById("board")).height],
  };
})()"#;

#[test]
fn every_kind_fits_every_width_in_every_mode() {
    let mut browser = Chromium::start(1600, 1000);
    let server = Server::start(&[]);
    browser.open(&server.address);
    browser.wait("document.body.dataset.ready");
    let pictures = std::env::var_os("ENCYCLE_SCREENSHOTS");
    let examples = examples();
    for (number, (name, text)) in examples.iter().enumerate() {
        super::open_text(&mut browser, text);
        for (place, (width, height)) in
            [(360, 740), (800, 900), (1600, 1000)].into_iter().enumerate()
        {
            browser.resize(width, height);
            let scheme = ["light", "dark"][(number + place) % 2];
            let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
            browser.call("Emulation.setEmulatedMedia", json!({ "features": features }));
            for mode in ["play", "edit", "watch", "inspect"] {
                browser.press(&format!("#tab-{mode}"));
                // a frame after the change
                browser.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
                let said = browser.value(PROBE);
                for key in ["wide", "unnamed"] {
                    assert_eq!(said[key], json!([]), "{key}: {name}, {mode}, {width} pixels");
                }
                assert_eq!(said["scrolls"], false, "{name}, {mode}, {width} pixels");
                let least = said["board"][0].as_f64().expect("a width");
                assert!(least > 300.0, "{name}, {mode}, {width} pixels: a board of {least}");
                if let Some(folder) = &pictures {
                    let file = format!("{name}-{mode}-{width}-{scheme}.png");
                    browser.screenshot(&Path::new(folder).join(file));
                }
            }
        }
        browser.press("#tab-play");
    }
    assert_eq!(browser.complaints, [] as [String; 0]);
}

/// One example of each kind, on a grid and on a graph.
fn examples() -> Vec<(&'static str, String)> {
    let files = [
        ("slitherlink", "slitherlink/wren.txt"),
        ("graph", "slitherlink/honeycomb.json"),
        ("slitherlynx", "slitherlynx/siskin.txt"),
        ("hamilton", "hamilton/adder.txt"),
        ("hamilton-graph", "hamilton/petrel.txt"),
        ("numberlink", "numberlink/swallow.txt"),
        ("numberlink-graph", "numberlink/cube.txt"),
        ("reachability", "reachability/pipit.txt"),
        ("sudoku", "sudoku/robin.txt"),
        ("chaos", "chaos/plover.txt"),
        ("neighbor-number", "neighbor-number/lark.txt"),
        ("simple-loop", "simple-loop/badger.txt"),
        ("masyu", "masyu/curlew.txt"),
        ("country-road", "country-road/bittern.txt"),
        ("yajilin", "yajilin/avocet.txt"),
        ("moon-or-sun", "moon-or-sun/knot.txt"),
        ("geradeweg", "geradeweg/phalarope.txt"),
        ("shingoki", "shingoki/whimbrel.txt"),
        ("balance-loop", "balance-loop/snipe.txt"),
        ("linesweeper", "linesweeper/redshank.txt"),
        ("hitori", "hitori/stoat.txt"),
        ("heyawake", "heyawake/dormouse.txt"),
        ("nurikabe", "nurikabe/moorhen.txt"),
    ];
    let read =
        |file: &str| std::fs::read_to_string(Path::new("examples").join(file)).expect("an example");
    files.map(|(name, file)| (name, read(file))).to_vec()
}
