//! Every kind at every width, in both schemes: nothing sticks out, and everything has a name.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use encycle::puzzle::PuzzleKind;
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

/// One example of each programmed kind, some of written kinds, and puzzles on graphs.
fn examples() -> Vec<(String, String)> {
    let folder = Path::new("examples");
    let graphs = ["slitherlink/honeycomb.json", "hamilton/petrel.txt", "numberlink/cube.txt"];
    let mut files: Vec<PathBuf> = graphs.map(PathBuf::from).to_vec();
    // a kind of each drawing and each place of clues, of those that are text files
    let written = ["akari", "creek", "koburin", "skyscrapers", "suguru", "thermometer"];
    let is_shown =
        |kind: &&PuzzleKind| kind.file_text().is_none() || written.contains(&kind.name());
    for kind in PuzzleKind::all().iter().filter(is_shown) {
        let entries = std::fs::read_dir(folder.join(kind.name())).expect("a folder of examples");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let is_puzzle = |name: &OsString| {
            let name = name.to_string_lossy();
            name.ends_with(".txt") && !name.ends_with(".solution.txt")
        };
        let first = names.filter(is_puzzle).min().expect("an example");
        files.push(Path::new(kind.name()).join(first));
    }
    let read = |file: PathBuf| {
        let text = std::fs::read_to_string(folder.join(&file)).expect("an example");
        (file.with_extension("").to_string_lossy().replace('/', "-"), text)
    };
    files.into_iter().map(read).collect()
}
