//! Sheets of puzzles to print: several puzzles a page, and their solutions at the end.
//!
//! A page is an SVG text, in which the pictures are inner `svg` elements. A browser prints the pages in HTML, and PDF is made of
//! the same texts, so both look alike.

use std::fmt::Write as _;

use crate::render::svg::escaped;
use crate::render::text::push_wrapped;
use crate::render::{Picture, svg};

/// A puzzle of a sheet.
#[derive(Clone, Debug)]
pub struct SheetPuzzle {
    /// The name, which stands above the picture, after the number.
    pub name: String,
    /// A line below the name, such as kind, size and difficulty.
    pub about: String,
    /// The name of the kind in titles, and its rules in a few sentences, which stand once on each page.
    pub rules: (String, String),
    /// The picture of the puzzle.
    pub puzzle: Picture,
    /// The picture of the solution, for the end of the sheet.
    pub answer: Option<Picture>,
}

/// How a sheet is laid out.
#[derive(Clone, Debug)]
pub struct SheetStyle {
    /// A title at the top of each page; empty for none.
    pub title: String,
    /// The paper.
    pub paper: PaperSize,
    /// The number of puzzles a page, at least one.
    pub per_page: usize,
}

/// A size of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperSize {
    /// 210 × 297 mm.
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

impl PaperSize {
    /// All sizes.
    pub const ALL: [Self; 2] = [Self::A4, Self::Letter];

    /// Returns the name: `a4` or `letter`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::Letter => "letter",
        }
    }

    /// Returns width and height in millimetres.
    fn millimetres(self) -> (f64, f64) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::Letter => (215.9, 279.4),
        }
    }
}

// The lengths of a page are points, 72 an inch.

/// The points in a millimetre.
const POINT: f64 = 72.0 / 25.4;
/// The margin around a page.
const MARGIN: f64 = 40.0;
/// The height of the line at the top of a page.
const HEAD: f64 = 26.0;
/// The height of the line at the bottom.
const FOOT: f64 = 20.0;
/// The distance of two puzzles.
const GAP: f64 = 18.0;
/// The size of the letters of rules, and the height of a line of them.
const RULE_SIZE: f64 = 8.5;
const RULE_LINE: f64 = 11.0;
/// The largest share of a page that rules take above puzzles; longer ones have pages of their own.
const MOST_RULES: f64 = 0.3;
/// The height of the two lines above a picture, and of each further line.
const LABEL: f64 = 30.0;
const LABEL_LINE: f64 = 10.0;
/// The most lines of the text below the name of a puzzle.
const ABOUT_LINES: usize = 3;
/// The size of the letters of this text.
const ABOUT_SIZE: f64 = 8.5;
/// The maximum number of points of a pixel of a picture, so that the cells of a small puzzle are not huge.
const LARGEST: f64 = 1.1;
/// The smallest size of the letters of a long text, as a share of the usual size.
const SMALLEST: f64 = 0.7;
/// The usual width of a letter, as a share of its size.
const LETTER: f64 = 0.55;

/// A picture on a page, with its two lines, and the rules of its kind.
struct Slot {
    rules: Option<(String, String)>,
    name: String,
    about: String,
    svg: String,
}

/// Draws the pages of a sheet, each as an SVG text: the puzzles, then the solutions, smaller.
#[must_use]
pub fn sheet_pages(puzzles: &[SheetPuzzle], style: &SheetStyle) -> Vec<String> {
    let drawn = |picture: &Picture| svg(&picture.clone().on_paper(true));
    let (mut slots, mut answers) = (Vec::new(), Vec::new());
    for (number, one) in (1..).zip(puzzles) {
        let name = format!("{number}. {}", one.name);
        if let Some(answer) = &one.answer {
            let (name, about) = (name.clone(), String::new());
            answers.push(Slot { rules: None, name, about, svg: drawn(answer) });
        }
        let (rules, about) = (Some(one.rules.clone()), one.about.clone());
        slots.push(Slot { rules, name, about, svg: drawn(&one.puzzle) });
    }
    let per_page = style.per_page.max(1);
    let answers_per_page = (3 * per_page).clamp(4, 20);
    let answer_title = match &*style.title {
        "" => "Solutions".to_owned(),
        title => format!("{title}: solutions"),
    };
    let room = inner_size(style.paper);
    let letters = (room.0 / RULE_SIZE / LETTER) as usize;
    let chunks: Vec<&[Slot]> = slots.chunks(per_page).collect();
    let mut rules: Vec<Vec<String>> =
        chunks.iter().map(|slots| rule_lines(slots, letters)).collect();
    let most_lines = (room.1 * MOST_RULES / RULE_LINE) as usize;
    let mut pages = Vec::new();
    if rules.iter().any(|lines| lines.len() > most_lines) {
        let all = rule_lines(&slots, letters);
        for lines in all.chunks((room.1 / RULE_LINE) as usize) {
            pages.push(Page { title: &style.title, rules: lines.to_vec(), slots: &[], most: 1 });
        }
        rules.iter_mut().for_each(Vec::clear);
    }
    let of_puzzles = chunks.into_iter().zip(rules);
    pages.extend(of_puzzles.map(|(slots, rules)| Page {
        title: &style.title,
        rules,
        slots,
        most: per_page,
    }));
    let most = answers_per_page.min(answers.len());
    let of_answers = answers.chunks(answers_per_page);
    pages.extend(of_answers.map(|slots| Page {
        title: &answer_title,
        rules: Vec::new(),
        slots,
        most,
    }));
    let count = pages.len();
    (1..).zip(pages).map(|(number, page)| page.draw((number, count), style.paper)).collect()
}

/// Returns the width and height of the part of a page for rules and pictures.
fn inner_size(paper: PaperSize) -> (f64, f64) {
    let (wide, high) = paper.millimetres();
    (wide * POINT - 2.0 * MARGIN, high * POINT - 2.0 * MARGIN - HEAD - FOOT)
}

/// A page: lines of rules, then pictures.
struct Page<'s> {
    title: &'s str,
    rules: Vec<String>,
    slots: &'s [Slot],
    /// The number of slots that decides their size.
    most: usize,
}

impl Page<'_> {
    fn draw(&self, (number, count): (usize, usize), paper: PaperSize) -> String {
        let (wide, high) = paper.millimetres();
        let (width, height) = (wide * POINT, high * POINT);
        let mut page = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"page\" width=\"{wide}mm\" height=\"{high}mm\" \
             viewBox=\"0 0 {width:.2} {height:.2}\" color=\"#000\" fill=\"currentColor\" font-family=\"sans-serif\">\n\
             <rect color=\"#fff\" width=\"100%\" height=\"100%\"/>\n"
        );
        let mut text = |(x, y): (f64, f64), size: f64, anchor: &str, room: f64, text: &str| {
            // a long text has smaller letters before it is cut
            let fitting = room / LETTER / text.chars().count().max(1) as f64;
            let size = size.min(fitting.max(SMALLEST * size));
            let text = escaped(&shortened(text, (room / size / LETTER) as usize));
            // writing to a String cannot fail
            let _ = writeln!(
                page,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.2}\" text-anchor=\"{anchor}\">{text}</text>"
            );
        };
        let mut inner = inner_size(paper);
        let bottom = (width / 2.0, height - MARGIN);
        text((width / 2.0, MARGIN + 12.0), 14.0, "middle", inner.0, self.title);
        text(bottom, 9.0, "middle", inner.0, &format!("{number} / {count}"));
        for (line, words) in (1..).zip(&self.rules) {
            let y = MARGIN + HEAD + f64::from(line) * RULE_LINE - 3.0;
            text((MARGIN, y), RULE_SIZE, "start", inner.0, words);
        }
        let lines = self.rules.len() as f64;
        let above = if lines == 0.0 { 0.0 } else { lines * RULE_LINE + 8.0 };
        inner.1 -= above;
        let cols = ((self.most as f64 / 1.4).sqrt().round() as usize).max(1);
        let rows = self.most.div_ceil(cols);
        let step = |whole: f64, parts: usize| (whole + GAP) / parts as f64;
        let (right, down) = (step(inner.0, cols), step(inner.1, rows));
        let abouts: Vec<Vec<String>> =
            self.slots.iter().map(|slot| slot.about_lines(right - GAP)).collect();
        let most_lines = abouts.iter().map(Vec::len).max().unwrap_or_default().max(1);
        let label = LABEL + (most_lines - 1) as f64 * LABEL_LINE;
        let mut pictures = String::new();
        for (index, (slot, about)) in self.slots.iter().zip(abouts).enumerate() {
            let x = MARGIN + (index % cols) as f64 * right;
            let y = MARGIN + HEAD + above + (index / cols) as f64 * down;
            let (w, h) = (right - GAP, down - GAP - label);
            text((x, y + 11.0), 11.0, "start", w, &slot.name);
            for (line, words) in (0..).zip(about) {
                let y = y + 23.0 + f64::from(line) * LABEL_LINE;
                text((x, y), ABOUT_SIZE, "start", w, &words);
            }
            pictures += &placed(&slot.svg, (x, y + label), (w, h));
        }
        page + &pictures + "</svg>\n"
    }
}

impl Slot {
    /// Returns the text below the name in lines of this width; the last line has the rest of it.
    fn about_lines(&self, width: f64) -> Vec<String> {
        let letters = (width / ABOUT_SIZE / LETTER) as usize;
        let mut text = String::new();
        push_wrapped(&mut text, letters, self.about.split_whitespace());
        let lines: Vec<&str> =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let (whole, rest) = lines.split_at(lines.len().min(ABOUT_LINES - 1));
        let rest = Some(rest.join(" ")).filter(|rest| !rest.is_empty());
        whole.iter().map(|&line| line.to_owned()).chain(rest).collect()
    }
}

/// Returns the rules of the kinds of some pictures, each once, in lines of at most this many letters.
fn rule_lines(slots: &[Slot], most: usize) -> Vec<String> {
    let mut kinds: Vec<&(String, String)> = Vec::new();
    for rules in slots.iter().filter_map(|slot| slot.rules.as_ref()) {
        if !kinds.contains(&rules) {
            kinds.push(rules);
        }
    }
    let mut text = String::new();
    for (kind, rules) in kinds {
        push_wrapped(&mut text, most, format!("{kind}: {rules}").split_whitespace());
    }
    text.lines().map(|line| line.trim().to_owned()).collect()
}

/// Returns a picture as an inner element at a place, as large as the room and [`LARGEST`] allow, in the middle of the width.
fn placed(svg: &str, (x, y): (f64, f64), (w, h): (f64, f64)) -> String {
    let sides = ["width", "height"].map(|name| {
        let after = svg.split_once(&format!(" {name}=\"")).map_or("", |(_, after)| after);
        after.split('"').next().and_then(|side| side.parse::<f64>().ok()).unwrap_or(1.0)
    });
    let scale = (w / sides[0]).min(h / sides[1]).min(LARGEST);
    let [width, height] = sides.map(|side| side * scale);
    let x = x + (w - width) / 2.0;
    let [was_width, was_height] = sides.map(|side| side.to_string());
    let outer = format!(" width=\"{was_width}\" height=\"{was_height}\"");
    let inner = format!(" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"");
    svg.replacen(&outer, &inner, 1)
}

/// Returns a text of at most this many letters, which ends with dots if it was longer.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most.max(1)) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most.max(1) - 1).chain(['…']).collect(),
    }
}

/// Writes the pages of a sheet as a page of HTML, which a browser prints without further margins.
#[must_use]
pub fn sheet_html(pages: &[String], style: &SheetStyle) -> String {
    let title = if style.title.is_empty() { "Puzzles" } else { &style.title };
    let (title, paper) = (escaped(title), style.paper.name());
    let pages = pages.concat();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>@page{{size:{paper};margin:0}}body{{margin:0;background:#fff}}\
         .page{{display:block;break-after:page}}</style>\n{pages}</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    fn sheet(count: usize, per_page: usize) -> Vec<String> {
        sheet_with(count, per_page, 20)
    }

    fn sheet_with(count: usize, per_page: usize, sentences: usize) -> Vec<String> {
        let puzzle: Puzzle = "slitherlink 2 2\n31\n..\n".parse().expect("a puzzle");
        let picture = Picture::puzzle(&*puzzle);
        let one = |number: usize| SheetPuzzle {
            name: format!("puzzle <{number}>"),
            about: picture.title().to_owned(),
            rules: ("Slitherlink".to_owned(), "Draw one loop. ".repeat(sentences)),
            puzzle: picture.clone(),
            answer: (number > 0).then(|| picture.clone()),
        };
        let puzzles: Vec<SheetPuzzle> = (0..count).map(one).collect();
        let style = SheetStyle { title: "Book".to_owned(), paper: PaperSize::A4, per_page };
        sheet_pages(&puzzles, &style)
    }

    #[test]
    fn puzzles_are_followed_by_their_solutions() {
        let pages = sheet(5, 2);
        assert_eq!(pages.len(), 3 + 1);
        let names = |page: &String| page.matches("puzzle &lt;").count();
        assert_eq!(pages.iter().map(names).collect::<Vec<_>>(), [2, 2, 1, 4]);
        assert!(pages[3].contains(">Book: solutions<") && pages[3].contains(">4 / 4<"));
        let rules = |page: &String| page.matches(">Slitherlink: Draw one loop.").count();
        assert_eq!(pages.iter().map(rules).collect::<Vec<_>>(), [1, 1, 1, 0], "once a page");
        // black and white, and the same in dark mode
        assert!(pages.iter().all(|page| !page.contains("<style") && !page.contains("#e4e4e4")));
    }

    /// The rules of many kinds left no room for the puzzles, which were some millimetres wide.
    #[test]
    fn long_rules_have_pages_of_their_own() {
        let pages = sheet_with(3, 2, 400);
        let names = |page: &String| page.matches("puzzle &lt;").count();
        assert_eq!(pages.iter().map(names).collect::<Vec<_>>(), [0, 2, 1, 2]);
        let rules = |page: &String| page.matches("Draw one loop.").count();
        assert!(rules(&pages[0]) > 300, "{}", rules(&pages[0]));
        assert!(pages[1..].iter().all(|page| rules(page) == 0));
    }

    #[test]
    fn a_long_text_below_a_name_has_several_lines() {
        let slot = |about: &str| {
            let (name, svg) = (String::new(), String::new());
            Slot { rules: None, name, about: about.to_owned(), svg }
        };
        let words = "ones 2, twos 1, threes 1, fours 1";
        assert_eq!(slot(words).about_lines(500.0), [words]);
        let lines = slot(words).about_lines(80.0);
        assert_eq!((lines.len(), lines.join(" ")), (ABOUT_LINES, words.to_owned()));
        assert!(slot("").about_lines(80.0).is_empty());
    }

    #[test]
    fn long_names_end_with_dots() {
        assert_eq!(shortened("abcdef", 6), "abcdef");
        assert_eq!(shortened("abcdefg", 6), "abcde…");
    }
}
