//! The report as one self-contained HTML page: it loads no other file and nothing from the network.

use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

use crate::bench::entry::puzzle_file;
use crate::bench::report::facts::Facts;
use crate::bench::report::markdown::{SLOWEST, SLOWEST_TITLE, TROUBLES, about};
use crate::bench::report::table::puzzle_table;
use crate::bench::report::table::{ReportTable, pair_table, summary_table};
use crate::bench::report::table::{command_line, slowest, troubles};
use crate::bench::report::{CampaignReport, Figure};
use crate::bench::row::{ResultRow, RunStatus};
use crate::formats;
use crate::render::chart::escape;
use crate::render::{Picture, palette, stylesheet, svg};

/// The maximum number of puzzles drawn. Unlike the pictures, the list of runs without an answer is complete.
const DRAWN: usize = 60;

/// The style sheet of the page.
const STYLE: &str = include_str!("page.css");

/// The script of the page, which sorts tables. Because the page is also XML, the script contains neither `<` nor `&`.
const SCRIPT: &str = include_str!("page.js");

/// The colors that pictures do not define, for the light and the dark scheme.
const COLOURS: [&str; 2] = [
    "--code:#f3f4f6;--link:#0b5cad;--limit:#8a5a00;--failed:#b34700;--wrong:#b00020",
    "--code:#20252d;--link:#7db8ff;--limit:#e8b64c;--failed:#ff9c66;--wrong:#ff8a80",
];

/// Formats the report as an HTML page. The puzzles are drawn from their copies in the campaign's folder; a puzzle whose
/// copy is missing is skipped.
#[must_use]
pub fn html(report: &CampaignReport, folder: &Path, common: &[Figure], pairs: &[Figure]) -> String {
    let facts = Facts::of(report);
    let (title, [light, dark]) = (escape(&facts.title), COLOURS);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>{title}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n\
         <style>\n:root{{{};{light}}}\n@media (prefers-color-scheme:dark){{:root{{{};{dark}}}}}\n\
         {STYLE}</style>\n{}</head>\n<body>\n<h1>{title}</h1>\n",
        palette(false),
        palette(true),
        stylesheet(),
    );
    put_facts(&mut out, &facts);
    // writing to a String cannot fail
    let troubles = troubles(&report.rows);
    let bad = troubles.iter().filter(|row| row.status != RunStatus::Limit).count();
    if bad > 0 {
        let _ = writeln!(out, "<p class=\"bad\">Wrong or failed runs: {bad}, listed below.</p>");
    }
    if !report.rows.is_empty() {
        table(&mut out, &puzzle_table(report));
    }
    table(&mut out, &summary_table(report));
    let _ = writeln!(out, "<h2>Plots</h2>");
    common.iter().for_each(|one| figure(&mut out, one));
    // a single pair is what the campaign compares, so it is not folded
    let folded = pairs.len() > 1;
    for (one, pair) in pairs.iter().zip(&report.pairs) {
        if folded {
            let [a, b] = pair.names.each_ref().map(|name| escape(name));
            let _ = writeln!(out, "<details><summary>{a} against {b}</summary>");
        }
        figure(&mut out, one);
        if folded {
            let _ = writeln!(out, "</details>");
        }
    }
    if !report.pairs.is_empty() {
        table(&mut out, &pair_table(report));
    }
    let mut pictures = Pictures { folder, drawn: HashSet::new() };
    let _ = writeln!(out, "<h2>{TROUBLES}</h2>");
    runs(&mut out, &troubles, &mut pictures);
    let _ = writeln!(out, "<h2>{SLOWEST_TITLE}</h2>");
    runs(&mut out, &slowest(&report.rows, SLOWEST), &mut pictures);
    let _ = write!(out, "<script>\n{SCRIPT}</script>\n</body>\n</html>\n");
    out
}

/// Appends the description of the campaign.
fn put_facts(out: &mut String, facts: &Facts) {
    // writing to a String cannot fail
    let _ = writeln!(out, "<dl>");
    for (name, value) in &facts.items {
        let _ = writeln!(out, "<dt>{name}</dt><dd>{}</dd>", escape(value));
    }
    if !facts.commands.is_empty() {
        let code = |line: &String| format!("<code>{}</code>", escape(line));
        let lines: String = facts.commands.iter().map(code).collect();
        let _ = writeln!(out, "<dt>Command</dt><dd>{lines}</dd>");
    }
    let _ = writeln!(out, "</dl>");
}

fn table(out: &mut String, table: &ReportTable) {
    let ReportTable { class, title, note, heading, rows } = table;
    // writing to a String cannot fail
    let _ = write!(
        out,
        "<h2>{title}</h2>\n<p>{}</p>\n<div class=\"scroll\" tabindex=\"0\">\
         <table class=\"{class} sortable\">\n<thead><tr>",
        escape(note)
    );
    for name in heading {
        let _ = write!(out, "<th scope=\"col\">{}</th>", escape(name));
    }
    out.push_str("</tr></thead>\n<tbody>");
    for cells in rows {
        out.push_str("<tr>");
        for cell in cells {
            let class = cell.class.map_or_else(String::new, |class| format!(" class=\"{class}\""));
            let key = cell.key.map_or_else(String::new, |key| format!(" data-key=\"{key:e}\""));
            let _ = write!(out, "<td{class}{key}>{}</td>", escape(&cell.text));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

fn figure(out: &mut String, figure: &Figure) {
    let (svg, caption) = (embedded(&figure.svg), escape(&figure.caption));
    let _ = writeln!(out, "<figure>{svg}<figcaption>{caption}</figcaption></figure>");
}

/// Removes the style sheet, which the page contains once for all pictures, and the namespace declaration, which SVG
/// inside HTML does not need (HTML Living Standard, 13.2.6.5).
fn embedded(svg: &str) -> String {
    svg.replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1).replacen(&stylesheet(), "", 1)
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

/// The pictures of puzzles. Each puzzle is drawn once, and later runs link to its picture.
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
