//! The report of a campaign, as Chromium shows it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{fs, thread};

use serde_json::Value;

use crate::support::binary::{code, encycle, stderr};
use crate::support::misbehaving;

/// Forbids loading anything (Content Security Policy Level 3). The script receives an event for each refused load.
const POLICY: &str = "<meta http-equiv='Content-Security-Policy' \
    content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">";

/// Sends a description of what a page shows to the page around it, as JSON. All details are opened first, and the
/// table of puzzles is sorted by keyboard focus and clicks.
const PROBE: &str = r#"
window.refused = [];
addEventListener("securitypolicyviolation", (event) => refused.push(event.blockedURI));
addEventListener("error", (event) => { window.strange = event.message; });
addEventListener("load", () => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  all("details").forEach((one) => { one.open = true; });
  const box = (one) => one.getBoundingClientRect();
  const shown = (one) => box(one).width > 0 && box(one).height > 0;
  const width = document.documentElement.clientWidth;
  // what scrolls in its own frame may be wider than the page
  const framed = (one) => one.closest(".scroll, svg") !== null;
  const table = document.querySelector("table.puzzles");
  const sorted = [];
  if (table) {
    const column = () => [...table.tBodies[0].rows].map((row) => Number(row.cells[1].textContent));
    const button = table.tHead.querySelector("th:nth-child(2) button");
    button.focus();
    for (const _ of [1, 2]) {
      button.click();
      sorted.push([button.closest("th").getAttribute("aria-sort"), column()]);
    }
    sorted.push(document.activeElement === button);
  }
  const scale = (text) => parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.getScreenCTM().a;
  const said = {
    headings: all("h1, h2").map((one) => one.textContent),
    tables: all("table").map((one) => [one.className, one.rows.length, shown(one)]),
    pictures: all("svg").length,
    sorted,
    // 64em of 16 pixels are the widest page
    plots: all("figure svg").map((one) => Math.round(Math.min(width, 1024) - box(one).width)),
    letters: Math.min(...all("figure svg text").map(scale)),
    colours: [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]
      .concat(all("svg > rect").slice(0, 1).map((one) => getComputedStyle(one).fill)),
    foreign: all("svg, svg *").filter((one) => one.namespaceURI !== "http://www.w3.org/2000/svg").length,
    empty: all("svg, table, h1, h2, p, code, figcaption").filter((one) => !shown(one)).map((one) => one.outerHTML.slice(0, 200)),
    // letters that stick out of their picture are cut off
    cut: all("svg").flatMap((svg) => [...svg.querySelectorAll("text")].filter((text) => {
      const [inner, outer] = [box(text), box(svg)];
      return inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
    })).map((text) => text.textContent),
    wide: all("body *").filter((one) => !framed(one) && box(one).right > width + 1).map((one) => one.outerHTML.slice(0, 200)),
    runs: all(".run").map((one) => [one.className, getComputedStyle(one).borderLeftColor, one.querySelector("code").textContent]),
    links: all("a").map((one) => [one.getAttribute("href"), document.getElementById(one.getAttribute("href").slice(1)) !== null]),
    loaded: window.refused,
    strange: window.strange,
  };
  parent.postMessage(JSON.stringify(said), "*");
});
"#;

fn chromium() -> PathBuf {
    which::which("chromium").unwrap_or_else(|_| {
        panic!("there is no `chromium` on PATH; scripts/install-tools installs it")
    })
}

/// What headless Chromium shows of this page in a frame of this width, in the `light` or the `dark` scheme. No host
/// name resolves.
fn look(page: &Path, width: u32, scheme: &str) -> Value {
    let text = fs::read_to_string(page).expect("the page");
    let probed = page.with_extension("probed.html");
    let script = format!("{POLICY}<script>{PROBE}</script></head>");
    fs::write(&probed, text.replacen("</head>", &script, 1)).expect("a file");
    // a window has at least 500 pixels, a frame can be narrower
    let around = page.with_extension("around.html");
    let frame = format!(
        "<meta name='color-scheme' content='{scheme}'><body style='margin:0'>\
         <script>addEventListener('message', (event) => {{ document.body.textContent = event.data; }})</script>\
         <iframe src='file://{}' style='border:0;width:{width}px;height:900px;color-scheme:{scheme}'></iframe>",
        probed.display()
    );
    fs::write(&around, frame).expect("a file");
    let profile = tempfile::tempdir().expect("a folder");
    let output = Command::new(chromium())
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg("--host-resolver-rules=MAP * ~NOTFOUND")
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .args(["--window-size=1500,900", "--virtual-time-budget=5000"])
        .arg(format!("file://{}", around.display()))
        .output()
        .expect("Chromium starts");
    // its child processes write there a little longer
    for _ in 0..50 {
        if fs::remove_dir_all(profile.path()).is_ok() {
            break;
        }
        thread::sleep(Duration::from_millis(20));
    }
    let dom = String::from_utf8(output.stdout).expect("text");
    let body = "<body style=\"margin:0\">";
    let inner = dom.split_once(body).and_then(|(_, rest)| rest.rsplit_once("</body>"));
    let (said, _) = inner.unwrap_or_else(|| {
        panic!("Chromium showed nothing: {}", String::from_utf8_lossy(&output.stderr))
    });
    let said = said.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ");
    serde_json::from_str(&said.replace("&amp;", "&"))
        .unwrap_or_else(|error| panic!("{error}: {said}"))
}

fn count(said: &Value, key: &str) -> usize {
    said[key].as_array().map_or(usize::MAX, Vec::len)
}

/// Tables, pictures, lists and links are visible and stay inside the window at every width, and nothing is loaded.
#[test]
fn the_report_is_shown_completely() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("text");
    let fails = misbehaving::fails_on_large_formulas(folder.path());
    let lies = misbehaving::lies_on_large_formulas(folder.path());
    let solvers = format!("batsat,minisat,{fails},{lies}");
    let options = ["--encoding", "edge,colour", "--presolve", "on,off", "--timeout", "20"];
    let words =
        [&["bench", "examples/slitherlink", "--solver", &solvers, "--out", out], &options[..]];
    let output = encycle(&words.concat());
    assert_eq!(code(&output), 4, "{}", stderr(&output));
    let page = folder.path().join("report.html");
    for (width, scheme) in [(1300, "light"), (600, "dark"), (390, "light")] {
        let said = look(&page, width, scheme);
        let headings = [
            "Campaign: examples/slitherlink",
            "Puzzles",
            "Configurations",
            "Plots",
            "Pairs",
            "Wrong, failed, or at a limit",
        ];
        for (place, heading) in headings.iter().enumerate() {
            assert_eq!(said["headings"][place], *heading);
        }
        // a heading and 4 solvers x 2 encodings x 2 rows; a heading and each pair of them
        let tables = serde_json::json!([
            ["puzzles sortable", 1 + 5, true],
            ["summary sortable", 1 + 16, true],
            ["pairs sortable", 1 + 16 * 15 / 2, true]
        ]);
        assert_eq!(said["tables"], tables);
        // cactus, box and size plots, each pair of configurations, and puzzles
        let pictures = said["pictures"].as_u64().expect("a number");
        assert!(pictures >= 3 + 16 * 15 / 2 + 5, "{pictures}");
        for key in ["empty", "cut", "wide", "loaded"] {
            assert_eq!(count(&said, key), 0, "{key} at {width}: {}", said[key]);
        }
        assert_eq!(said["foreign"], 0);
        assert!(said.get("strange").is_none(), "{}", said["strange"]);
        let runs = said["runs"].as_array().expect("runs");
        let mut colours = std::collections::BTreeMap::new();
        for run in runs {
            colours.insert(run[0].as_str().expect("a class"), run[1].as_str().expect("a colour"));
            assert!(run[2].as_str().expect("a command").starts_with("encycle solve "), "{run}");
        }
        let distinct: std::collections::BTreeSet<&&str> = colours.values().collect();
        assert!(colours.len() >= 3 && distinct.len() == colours.len(), "{colours:?}");
        let links = said["links"].as_array().expect("links");
        assert!(!links.is_empty() && links.iter().all(|link| link[1] == true), "{links:?}");
    }
}

/// Plots fill the page and are legible on a narrow one, tables are sorted, and the colours follow the scheme.
#[test]
fn the_report_is_legible_and_sortable_in_both_schemes() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("text");
    let output =
        encycle(&["bench", "examples/slitherlink", "--solver", "batsat,minisat", "--out", out]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let page = folder.path().join("report.html");
    for (width, least) in [(1200, 15.0), (600, 11.0), (390, 7.0)] {
        let [light, dark] = ["light", "dark"].map(|scheme| look(&page, width, scheme));
        for said in [&light, &dark] {
            for key in ["empty", "cut", "wide", "loaded"] {
                assert_eq!(count(said, key), 0, "{key} at {width}: {}", said[key]);
            }
            assert!(
                said["letters"].as_f64().expect("a size") >= least,
                "{width}: {}",
                said["letters"]
            );
            let plots = said["plots"].as_array().expect("plots");
            // the page has a margin of 16 pixels
            assert!(plots.len() == 4 && plots.iter().all(|one| *one == 32), "{width}: {plots:?}");
        }
        let numbers = light["sorted"][0][1].as_array().expect("numbers");
        let mut numbers: Vec<u64> = numbers.iter().filter_map(Value::as_u64).collect();
        assert!(numbers.len() > 3 && numbers.is_sorted(), "{numbers:?}");
        let ascending = serde_json::json!(["ascending", numbers]);
        numbers.reverse();
        let descending = serde_json::json!(["descending", numbers]);
        assert_eq!(light["sorted"], serde_json::json!([ascending, descending, true]));
        let (white, black) = ("rgb(255, 255, 255)", "rgb(21, 24, 29)");
        assert_eq!(light["colours"], serde_json::json!([white, "rgb(34, 34, 34)", white]));
        assert_eq!(dark["colours"], serde_json::json!([black, "rgb(230, 230, 230)", black]));
    }
}

/// Each check above detects its defect.
#[test]
fn defects_of_a_page_are_detected() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("bad.html");
    let wide = r#"<div style="width:2000px">wide</div>"#;
    let cut =
        r#"<svg width="50" height="20"><text x="40" y="15">longer than its picture</text></svg>"#;
    let bad = format!(
        "<html><head></head><body><h1></h1>{wide}{cut}<img src=\"none.png\"/>\
         <a href=\"#nowhere\">lost</a><script>fail()</script></body></html>"
    );
    fs::write(&page, bad).expect("a page");
    let said = look(&page, 700, "light");
    for (key, seen) in [("empty", 1), ("cut", 1), ("wide", 1), ("loaded", 1)] {
        assert_eq!(count(&said, key), seen, "{key}: {}", said[key]);
    }
    assert_eq!(said["links"], serde_json::json!([["#nowhere", false]]));
    assert!(said["strange"].as_str().expect("an error").contains("fail is not defined"));
}
