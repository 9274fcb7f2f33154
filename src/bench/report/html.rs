//! The report as one self-contained HTML page: it loads no other file and nothing from the network.

use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

use crate::bench::campaign::puzzle_file;
use crate::bench::report::listing::{command_line, slowest, troubles};
use crate::bench::report::markdown::{
    MarkdownTable, NOTES, SLOWEST, SLOWEST_TITLE, TROUBLES, about, pair_table, setting,
    summary_table,
};
use crate::bench::report::{CampaignReport, Figure};
use crate::bench::row::{ResultRow, RunStatus};
use crate::formats;
use crate::render::chart::escape;
use crate::render::{Picture, svg};

/// The maximal number of puzzles drawn. Unlike the pictures, the list of runs without an answer is complete.
const DRAWN: usize = 60;

const STYLE: &str = "body{font:15px/1.5 Helvetica,Arial,sans-serif;margin:2em auto;max-width:100em;padding:0 1em;color:#222}\
table{border-collapse:collapse;font-size:13px}td,th{border-bottom:1px solid #ddd;padding:.3em .6em;text-align:right;white-space:nowrap}\
td:first-child,th:first-child,.pairs tr>:nth-child(2){text-align:left}.scroll{overflow-x:auto}\
svg{max-width:100%;height:auto}figure{margin:1.5em 0}figcaption{color:#555}code{background:#f4f4f4;padding:.2em .4em;\
display:block;overflow-x:auto;white-space:pre;font-size:12px}.run{border-left:4px solid #bbb;padding-left:1em;margin:1em 0}\
.wrong{border-color:#b00020}.failed{border-color:#d55e00}.limit{border-color:#c98a00}.run svg{max-width:26em;max-height:26em}\
.bad{color:#b00020;font-weight:bold}summary{cursor:pointer;padding:.3em 0}";

/// Formats the report as an HTML page. Draws the puzzles from their copies in the campaign's folder and skips
/// those whose copy is missing.
#[must_use]
pub fn html(report: &CampaignReport, folder: &Path, common: &[Figure], pairs: &[Figure]) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>Campaign</title>\n\
         <meta name=\"viewport\" content=\"width=device-width\"/>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <h1>Campaign</h1>\n<p>{}</p>\n<p>{NOTES}</p>\n",
        escape(&setting(report))
    );
    // writing to a String cannot fail
    let troubles = troubles(&report.rows);
    let bad = troubles.iter().filter(|row| row.status != RunStatus::Limit).count();
    if bad > 0 {
        let _ = writeln!(out, "<p class=\"bad\">Wrong or failed runs: {bad}, listed below.</p>");
    }
    table(&mut out, "Configurations", "summary", &summary_table(report));
    if !report.pairs.is_empty() {
        table(&mut out, "Pairs", "pairs", &pair_table(report));
    }
    let _ = writeln!(out, "<h2>Plots</h2>");
    common.iter().for_each(|one| figure(&mut out, one));
    for (one, pair) in pairs.iter().zip(&report.pairs) {
        let [a, b] = pair.names.each_ref().map(|name| escape(name));
        let _ = writeln!(out, "<details><summary>{a} against {b}</summary>");
        figure(&mut out, one);
        let _ = writeln!(out, "</details>");
    }
    let mut pictures = Pictures { folder, drawn: HashSet::new() };
    let _ = writeln!(out, "<h2>{TROUBLES}</h2>");
    runs(&mut out, &troubles, &mut pictures);
    let _ = writeln!(out, "<h2>{SLOWEST_TITLE}</h2>");
    runs(&mut out, &slowest(&report.rows, SLOWEST), &mut pictures);
    out.push_str("</body>\n</html>\n");
    out
}

fn table(out: &mut String, title: &str, class: &str, table: &MarkdownTable) {
    let row = |tag: &str, cells: &mut dyn Iterator<Item = &str>| {
        let cells: String = cells.map(|text| format!("<{tag}>{}</{tag}>", escape(text))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let heading = row("th", &mut table.heading.iter().copied());
    let body: String =
        table.rows.iter().map(|cells| row("td", &mut cells.iter().map(String::as_str))).collect();
    let _ = writeln!(
        out,
        "<h2>{title}</h2>\n<div class=\"scroll\"><table class=\"{class}\">\n<thead>{heading}</thead>\n\
         <tbody>{body}</tbody></table></div>"
    );
}

fn figure(out: &mut String, figure: &Figure) {
    let (svg, caption) = (embedded(&figure.svg), escape(&figure.caption));
    let _ = writeln!(out, "<figure>{svg}<figcaption>{caption}</figcaption></figure>");
}

/// Removes the namespace declaration, which SVG inside HTML does not need (HTML Living Standard, 13.2.6.5).
fn embedded(svg: &str) -> String {
    svg.replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1)
}

fn runs(out: &mut String, rows: &[&ResultRow], pictures: &mut Pictures<'_>) {
    if rows.is_empty() {
        out.push_str("<p>None.</p>\n");
    }
    for row in rows {
        let [puzzle, configuration, about, command] =
            [&*row.puzzle, &*row.configuration, &about(row), &command_line(row)].map(escape);
        let (class, picture) = (row.status.name(), pictures.of(row));
        let _ = writeln!(
            out,
            "<div class=\"run {class}\"><p><b>{puzzle}</b>, {configuration}: {about}</p>\n\
             <code>{command}</code>\n{picture}</div>"
        );
    }
}

/// The pictures of puzzles. Each puzzle is drawn once; later runs link to its picture.
struct Pictures<'a> {
    folder: &'a Path,
    drawn: HashSet<String>,
}

impl Pictures<'_> {
    fn of(&mut self, row: &ResultRow) -> String {
        let hash = &row.puzzle_sha256;
        if self.drawn.contains(hash) {
            return format!("<p><a href=\"#{}\">Picture of the puzzle</a></p>", escape(hash));
        }
        if self.drawn.len() == DRAWN {
            return String::new();
        }
        let file = puzzle_file(self.folder, &row.puzzle_sha256);
        let loaded = formats::load(&file.display().to_string(), row.kind.parse().ok());
        let Ok(picture) = loaded.map(|parsed| svg(&Picture::puzzle(&*parsed.puzzle))) else {
            return String::new();
        };
        self.drawn.insert(hash.clone());
        format!("<div id=\"{}\">{}</div>", escape(hash), embedded(&picture))
    }
}
