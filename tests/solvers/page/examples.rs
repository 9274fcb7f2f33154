//! Every example of every kind is solved on the page by clicks, and its clues look as in the SVG pictures.

use std::fs;

use encycle::page::{Board, BoardForm};
use encycle::prelude::*;
use encycle::render::{Picture, svg};
use serde_json::json;

use super::site::Server;
use super::{Chromium, open_text};
use crate::support::{kinds, long_or};

/// The texts of all examples of all kinds, of one of each kind in a short run. The page keeps the marks of a puzzle, so another
/// text of one is left out.
fn examples() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut puzzles = Vec::new();
    for kind in PuzzleKind::all() {
        for file in kinds::examples(*kind).into_iter().take(long_or(usize::MAX, 1)) {
            let text = fs::read_to_string(&file).expect("a text");
            let puzzle: Puzzle = text.parse().unwrap_or_else(|error| panic!("{file:?}: {error}"));
            let plain = Board::new(&puzzle).expect("a board").puzzle;
            if !puzzles.contains(&plain) {
                puzzles.push(plain);
                found.push((file.display().to_string(), text));
            }
        }
    }
    found
}

/// A place to click, and the keys to press after it.
pub type Input = (&'static str, usize, Vec<String>);

/// What a player types for each value: its number, if the values are signs.
pub fn typed_values(board: &Board) -> Vec<String> {
    match board.signs.is_empty() {
        true => board.values.clone(),
        false => (1..=board.values.len()).map(|number| number.to_string()).collect(),
    }
}

/// The inputs that make a solution.
pub fn inputs(board: &Board, solution: &Solution) -> Vec<Input> {
    let lines = 0..board.lines.len();
    let is_shading = board.values.len() == 1;
    match board.form {
        BoardForm::Lines => {
            lines.filter(|&line| solution.has(line)).map(|line| ("lineOf", line, vec![])).collect()
        }
        // a click makes a wall, a second one a passage
        BoardForm::Walls => board
            .free
            .iter()
            .flatten()
            .flat_map(|&line| vec![("lineOf", line, vec![]); 1 + usize::from(solution.has(line))])
            .collect(),
        BoardForm::Values if is_shading => {
            solution.true_atoms().map(|cell| ("cellOf", cell, vec![])).collect()
        }
        BoardForm::Values => {
            let (count, typed) = (board.values.len(), typed_values(board));
            let is_open = |cell: usize| !board.fixed.contains(&cell);
            let open = solution.true_atoms().filter(|atom| is_open(atom / count));
            open.map(|atom| {
                let keys = typed[atom % count].chars().map(String::from);
                ("cellOf", atom / count, keys.collect())
            })
            .collect()
        }
    }
}

/// Returns the points of the window where these places are.
pub fn places(browser: &mut Chromium, inputs: &[Input]) -> Vec<[f64; 2]> {
    let places =
        json!(inputs.iter().map(|(function, place, _)| (function, place)).collect::<Vec<_>>());
    let points = browser.value(&format!(
        "{places}.map(([name, place]) => window.encycle[name](place)) \
         .map((at) => (Array.isArray(at) ? at : [at.x, at.y]))"
    ));
    serde_json::from_value(points).expect("points")
}

/// Draws the board again, and returns the pairs of texts that overlap. A layer that is drawn twice is cleared before.
const OVERLAPS: &str = r#"(async () => {
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const context = CanvasRenderingContext2D.prototype;
  const { fillText, clearRect } = context;
  const layers = new Map();
  context.clearRect = function (...rectangle) {
    layers.set(this, []);
    clearRect.apply(this, rectangle);
  };
  context.fillText = function (text, x, y) {
    const size = this.measureText(text);
    const box = [x - size.actualBoundingBoxLeft, y - size.actualBoundingBoxAscent,
      x + size.actualBoundingBoxRight, y + size.actualBoundingBoxDescent];
    layers.get(this)?.push({ text, box });
    fillText.call(this, text, x, y);
  };
  const { style } = document.getElementById("board");
  style.marginRight = "1px";
  await frames();
  Object.assign(context, { fillText, clearRect });
  style.marginRight = "";
  await frames();
  const meet = ({ box: a }, { box: b }) =>
    [0, 1].every((side) => Math.min(a[side + 2], b[side + 2]) - Math.max(a[side], b[side]) > 0.5);
  const all = [...layers.values()].flat();
  return all.flatMap((one, index) =>
    all.slice(0, index).filter((other) => meet(one, other)).map((other) => [other.text, one.text]));
})()"#;

/// Two kinds could not be solved, because the borders of rooms counted as walls; values were written over clues.
#[test]
fn every_example_of_every_kind_is_solved_by_clicks() {
    let mut browser = Chromium::start(1600, 1000);
    let server = Server::start(&[]);
    browser.open(&server.address);
    browser.wait("document.body.dataset.ready");
    for (name, text) in examples() {
        let puzzle: Puzzle = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        let outcome = Solve::new(&puzzle).run().expect("a run");
        let solution = outcome.solution().unwrap_or_else(|| panic!("{name}: no solution"));
        let board = Board::new(&puzzle).expect("a board");
        open_text(&mut browser, &text);
        browser.wait(&format!("window.encycle.board.kind === '{}'", puzzle.kind().name()));
        let inputs = inputs(&board, solution);
        let count = inputs.len();
        if count == 0 {
            // nothing is left to choose
            browser.press("#check");
        }
        let points = places(&mut browser, &inputs);
        for (number, (_, _, keys)) in inputs.into_iter().enumerate() {
            if number + 1 == count {
                let solved = browser.value("document.body.dataset.solved === 'true'");
                assert_eq!(solved, false, "{name}: solved before the last mark");
            }
            browser.click(points[number], "left");
            for key in keys {
                browser.key(&key);
            }
        }
        browser.wait(&format!("document.body.dataset.solved === 'true' || void {name:?}"));
        assert_eq!(browser.value(OVERLAPS), json!([]), "{name}: texts that overlap");
        assert_eq!(browser.complaints, [] as [String; 0], "{name}");
    }
}

/// Returns the share of ink in zones of each cell with a clue: the middle, the rim of a circle, and the corners; of the
/// page (first) and of the SVG picture.
const COMPARE: &str = r#"async (svg) => {
  const { rows, cols, texts } = window.encycle.board.grid;
  const host = document.getElementById("board");
  const layers = [...host.querySelectorAll("canvas")];
  const style = getComputedStyle(document.documentElement);
  const paper = style.getPropertyValue("--paper");
  const canvasOf = (width, height, draw) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.fillStyle = paper;
    context.fillRect(0, 0, width, height);
    draw(context);
    const { data } = context.getImageData(0, 0, width, height);
    const light = (x, y) => {
      const at = 4 * (Math.round(y) * width + Math.round(x));
      return 0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2];
    };
    return light;
  };
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const scale = 2;
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
  const start = svg.match(/viewBox="(\S+) (\S+)/).slice(1).map(Number);
  const drawn = canvasOf(width, height, (context) => context.drawImage(image, 0, 0, width, height));
  const page = canvasOf(layers[0].width, layers[0].height, (context) => {
    for (const layer of layers) context.drawImage(layer, 0, 0);
  });
  const ratio = layers[0].width / host.clientWidth;
  const box = host.getBoundingClientRect();
  const place = (cell) => {
    const at = window.encycle.cellOf(cell);
    const [x, y] = Array.isArray(at) ? at : [at.x, at.y];
    return [(x - box.left) * ratio, (y - box.top) * ratio];
  };
  const side = cols > 1 ? place(1)[0] - place(0)[0] : place(cols)[1] - place(0)[1];
  const blank = canvasOf(2, 2, () => {})(0, 0);
  const ink = canvasOf(2, 2, (context) => {
    context.fillStyle = style.getPropertyValue("--text");
    context.fillRect(0, 0, 2, 2);
  })(0, 0);
  const zones = (light, [x, y], k, none, full) => {
    const sums = { middle: [0, 0], rim: [0, 0], corner: [0, 0] };
    for (let u = -0.44; u <= 0.44; u += 0.02) {
      for (let v = -0.44; v <= 0.44; v += 0.02) {
        const r = Math.hypot(u, v);
        const zone = r < 0.2 ? "middle" : r > 0.29 && r < 0.33 ? "rim" : r > 0.53 ? "corner" : null;
        if (!zone) continue;
        sums[zone][0] += (light(x + u * k, y + v * k) - none) / (full - none);
        sums[zone][1] += 1;
      }
    }
    return Object.fromEntries(Object.entries(sums).map(([zone, [sum, count]]) => [zone, sum / count]));
  };
  const found = [];
  texts.forEach((text, cell) => {
    if (text === null) return;
    const places = [(cell % cols) + 1, Math.floor(cell / cols) + 1];
    // numbers beside the grid make a picture wider
    const at = places.map((place, axis) => (place * 32 - start[axis]) * scale);
    const pair = [
      zones(page, place(cell), side, blank, ink),
      zones(drawn, at, 32 * scale, drawn(2, 2), SVG_INK),
    ];
    found.push({ text, pair });
  });
  return found;
}"#;

/// Circles and black cells were inverted on the light page.
#[test]
fn every_clue_looks_as_in_the_svg_picture() {
    let mut browser = Chromium::start(1200, 900);
    let server = Server::start(&[]);
    browser.open(&server.address);
    browser.wait("document.body.dataset.ready");
    let mut clues = 0;
    for scheme in ["light", "dark"] {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        browser.call("Emulation.setEmulatedMedia", json!({ "features": features }));
        for (name, text) in examples() {
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            if Board::new(&puzzle).expect("a board").grid.is_none() {
                continue;
            }
            open_text(&mut browser, &text);
            browser.wait(&format!("window.encycle.board.kind === '{}'", puzzle.kind().name()));
            browser.value(
                "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
            );
            let picture = svg(&Picture::puzzle(&*puzzle));
            let compare = COMPARE.replace("SVG_INK", if scheme == "light" { "34" } else { "230" });
            let found = browser.value(&format!("({compare})({})", json!(picture)));
            for clue in found.as_array().expect("a list") {
                for (zone, most) in [("middle", 0.25), ("rim", 0.15), ("corner", 0.1)] {
                    let [page, picture] = [0, 1].map(|side| clue["pair"][side][zone].as_f64());
                    let (page, picture) = (page.expect("a share"), picture.expect("a share"));
                    assert!((page - picture).abs() < most, "{scheme}, {name}, {zone}: {clue}");
                }
                clues += 1;
            }
        }
    }
    assert!(clues > 1000, "{clues}");
}
